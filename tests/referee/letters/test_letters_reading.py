"""Who wrote, which carrier, which machine; and letters that break readers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core import Unreadable
from referee.letters import LetterRead, Ours, read
from referee.letters.command import main

OURS = Ours(("play@poker.example",), "Referee")
TOKEN = "k7m2qxab3cd4ef5gh6ij7kl2mn"
PLAIN = b"From: Alice <alice@example.org>\nTo: play@poker.example\nSubject: Rubis\n\nfold\n"


def with_head(*lines: str, body: str = "fold\n") -> bytes:
    return ("\n".join(("From: Alice <alice@example.org>", *lines)) + "\n\n" + body).encode()


def read_or_refused(raw: bytes) -> str:
    """The code of the refusal, or "" for a letter that was read whole."""
    try:
        letter = read(raw, OURS)
    except Unreadable as refusal:
        return refusal.code
    assert isinstance(letter, LetterRead)
    assert isinstance(letter.text, str)
    return ""


def test_the_token_stands_in_the_recipient_whatever_its_case() -> None:
    letter = read(PLAIN, OURS, recipients=[f"PLAY+{TOKEN.upper()}@Poker.Example"])
    assert letter.carriers.recipient == TOKEN


def test_a_foreign_address_with_a_plus_is_no_carrier() -> None:
    letter = read(PLAIN, OURS, recipients=[f"play+{TOKEN}@elsewhere.example", f"x+{TOKEN}@poker.example"])
    assert letter.carriers.recipient is None


@pytest.mark.parametrize("mark", ["\0", "\x07", "\x7f"])
def test_control_characters_in_the_head_are_left_out_and_make_no_address(mark: str) -> None:
    found = read(with_head(f"Subject: x{mark}y", f"Message-ID: <m{mark}n@b.example>"), OURS)
    assert (found.subject, found.message_id) == ("xy", "mn@b.example")
    assert read(with_head(f"In-Reply-To: <m{mark}n@b.example>"), OURS).answers == ()
    with pytest.raises(Unreadable):
        read(f"From: alice{mark}@example.org\n\nfold\n".encode(), OURS)


@pytest.mark.parametrize("header", ["In-Reply-To", "References"])
def test_a_message_id_of_ours_carries_the_token(header: str) -> None:
    letter = read(with_head(f"{header}: <x@y.example> <turn.{TOKEN}.9@poker.example>"), OURS)
    assert letter.carriers.in_reply_to == TOKEN


def test_a_message_id_under_another_domain_is_not_ours() -> None:
    assert read(with_head(f"In-Reply-To: <turn.{TOKEN}.9@evil.example>"), OURS).carriers.in_reply_to is None


def test_the_tag_is_read_from_an_encoded_subject() -> None:
    letter = read(with_head("Subject: =?utf-8?q?Re=3A_Rubis_=5B=23K7m2qx=5D_=C3=A0_vous?="), OURS)
    assert letter.subject == "Re: Rubis [#K7m2qx] à vous"
    assert letter.carriers.tag == "k7m2qx"


@pytest.mark.parametrize(
    "head",
    [
        "Subject: no From at all\n",
        "From: a@example.org\nFrom: b@example.org\n",
        "From: a@example.org, b@example.org\n",
        "From: nobody\n",
        "From: \n",
    ],
)
def test_not_exactly_one_from_is_refused(head: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(f"{head}To: play@poker.example\n\nfold\n".encode(), OURS)
    assert caught.value.code == "FROM"


def test_an_address_in_the_display_name_is_not_the_sender() -> None:
    raw = b'From: "alice@example.org" <mallory@evil.example>\n\nfold\n'
    assert read(raw, OURS).sender == "mallory@evil.example"


@pytest.mark.parametrize(
    "value",
    [
        "alice@example.org <mallory@evil.example>",
        '"<alice@example.org>" <mallory@evil.example>',
        "=?utf-8?q?alice=40example.org=3E?= <mallory@evil.example>",
        "alice@example.org\n <mallory@evil.example>",
        "alice@example.org;mallory@evil.example",
        "alice@example.org\0<mallory@evil.example>",
        "group: alice@example.org, mallory@evil.example;",
        "mallory@evil.example <alice@example.org",
        "alice@example.org@evil.example",
        "alic\u0435@example.org",
        "alice@example\u3002org",
    ],
)
def test_no_form_of_from_takes_another_s_address(value: str) -> None:
    try:
        sender = read(f"From: {value}\nTo: play@poker.example\n\nfold\n".encode(), OURS).sender
    except Unreadable as refusal:
        sender = refusal.code
    assert sender != "alice@example.org"


def test_an_address_that_is_its_own_display_name_without_quotation_marks_is_one_sender() -> None:
    assert read(b"From: Alice@example.org <alice@Example.org>\n\nfold\n", OURS).sender == "alice@example.org"


def test_headers_beyond_ascii_are_read_as_they_stand() -> None:
    letter = read(
        with_head("Subject: Re: Rubis [#k7m2qx] \u00e0 vous", "To: \u00c9lise <play@poker.example>"), OURS
    )
    assert (letter.subject, letter.carriers.tag) == ("Re: Rubis [#k7m2qx] \u00e0 vous", "k7m2qx")


@pytest.mark.parametrize(
    ("line", "sign"),
    [
        ("Auto-Submitted: auto-replied", "auto-submitted"),
        ("Auto-Submitted: auto-generated; owner-email=x@y", "auto-submitted"),
        ("X-Referee: table 7", "loop"),
        ("Content-Type: multipart/report; report-type=delivery-status; boundary=x", "bounce"),
        ("Return-Path: <>", "bounce"),
        ("Auto-Submitted: no", ""),
        ("Precedence: bulk", ""),
        ("X-Auto-Response-Suppress: All", ""),
    ],
)
def test_which_letters_a_machine_wrote(line: str, sign: str) -> None:
    assert read(with_head(line), OURS).machine == sign


def test_the_null_sender_is_a_bounce_even_without_a_from() -> None:
    assert read(b"Subject: failure\n\nx\n", OURS, envelope_from="").machine == "bounce"


def test_a_letter_from_our_own_address_is_a_machines() -> None:
    assert read(b"From: play+abcdef@poker.example\n\nfold\n", OURS).machine == "from-us"


def test_forwarded_letters_are_known_by_subject_or_by_what_they_carry() -> None:
    assert read(with_head("Subject: TR: Rubis"), OURS).forwarded
    body = (
        "--b\nContent-Type: text/plain\n\nsee\n"
        "--b\nContent-Type: message/rfc822\n\nFrom: x@y.z\n\nfold\n--b--\n"
    )
    carried = read(with_head("Content-Type: multipart/mixed; boundary=b", body=body), OURS)
    assert carried.forwarded
    assert carried.text == "see"


def test_an_attachment_is_not_read() -> None:
    body = (
        "--b\nContent-Type: text/plain\n\nfold\n"
        "--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=x.txt\n\ncall\n--b--\n"
    )
    assert read(with_head("Content-Type: multipart/mixed; boundary=b", body=body), OURS).text == "fold"


def test_what_the_html_part_says_is_kept_beside_the_plain_text() -> None:
    html = "<p>all-in<p hidden>x</p>"
    body = f"--b\nContent-Type: text/plain\n\nfold\n--b\nContent-Type: text/html\n\n{html}\n--b--\n"
    letter = read(with_head("Content-Type: multipart/alternative; boundary=b", body=body), OURS)
    assert (letter.text, letter.other) == ("fold", "all-in")


def test_an_empty_plain_part_gives_way_to_html() -> None:
    body = "--b\nContent-Type: text/plain\n\n \n--b\nContent-Type: text/html\n\n<div>call</div>\n--b--\n"
    assert read(with_head("Content-Type: multipart/alternative; boundary=b", body=body), OURS).text == "call"


def test_delsp_takes_the_blank_of_a_soft_break_away() -> None:
    raw = with_head("Content-Type: text/plain; format=flowed; delsp=yes", body="rai \nse to 5\n")
    assert read(raw, OURS).text == "raise to 5"


def test_an_override_character_stays_to_be_seen() -> None:
    assert (
        "\u202e" in read(with_head("Content-Type: text/plain; charset=utf-8", body="\u202efold\n"), OURS).text
    )


def test_words_below_a_marked_quotation_are_kept_apart_from_those_above() -> None:
    body = "Hello,\n\nOn 3 Nov 2026, Referee <play@poker.example> wrote:\n> your turn\n\nfold\n"
    letter = read(with_head(body=body), OURS)
    assert (letter.text, letter.below) == ("Hello,", "fold")


def test_words_below_an_unmarked_quotation_are_found_by_our_last_line() -> None:
    body = "From: Referee <play@poker.example>\nSent: 3 November 2026\n\nYour turn\nAudit log: 8 ab\n\nfold\n"
    letter = read(with_head(body=body), Ours(("play@poker.example",), "Referee", ends=("Audit log:",)))
    assert letter.text == "fold"


def test_a_broken_parameter_and_deep_nesting_do_not_break_the_reader() -> None:
    assert read(with_head("Content-Type: text/plain; name*"), OURS).text == "fold"
    deep = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(2000))
    raw = f"From: alice@example.org\n{deep}Content-Type: text/plain\n\nfold\n".encode()
    assert read_or_refused(raw) in ("", "UNPARSABLE")


SEED = (Path(__file__).parents[2] / "vectors" / "mail" / "gmail-fr-top.eml").read_bytes()


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_mutated_letter_is_read_or_refused_by_name(data: st.DataObject) -> None:
    raw = bytearray(SEED)
    for _ in range(data.draw(st.integers(1, 12))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=9))
    assert read_or_refused(bytes(raw)) in ("", "UNPARSABLE", "FROM")


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused_by_name(raw: bytes) -> None:
    assert read_or_refused(raw) in ("", "UNPARSABLE", "FROM")


def test_the_command_line_prints_the_letter_and_refuses_what_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.eml"
    path.write_bytes(SEED)
    asked = ["--ours", "play@poker.example", "--name", "Referee", str(path)]
    assert main(asked) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["text"], said["machine"]) == ("Je me couche.", False)
    assert said["carriers"]["in_reply_to"] == TOKEN
    path.write_bytes(b"no letter at all")
    assert main(asked) == 3
    assert main([str(tmp_path / "none.eml")]) == 2


def test_the_rule_book_s_command_line_has_the_command() -> None:
    command = [sys.executable, "-m", "referee", "letter", "--ours", "play@poker.example", "-"]
    done = subprocess.run(command, input=SEED, capture_output=True, check=True)
    assert json.loads(done.stdout)["from"] == "alice@example.org"
