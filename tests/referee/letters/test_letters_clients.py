"""Replies of all programs, in all languages, forms and encodings: the words that go in come out."""

from __future__ import annotations

import base64
import quopri
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.letters import LetterRead, Ours, read
from tests.referee.letters import clients
from tests.referee.letters.clients import ADDRESS, HTML, PLAIN, SUBJECT, TOKEN, Habits, Program

OURS = Ours(("play@poker.example",), "Referee")
LANGUAGES = ("en", "fr", "it")
LINES = {
    "en": (
        "fold",
        "raise to 5",
        "I call, and may the wind be kind.",
        "On the table: a knife. On me: no fear.",
        "On 3 November it rained.",
        "From the hills, Bob wrote nothing.",
        "? call",
        "He said: fold! I wrote: no.",
    ),
    "fr": (
        "A : se couche",
        "relance, mise 3 jetons (1+2)",
        "Le croupier a écrit son nom dans la poussière.",
        "Le roi de pique, disait-elle, a écrit l'histoire :",
        "Je suis ruinée… ou presque\u202f!",
        "Œil pour œil.",
        "De : rien. À : personne.",
        "suit, mise 2 jetons",
    ),
    "it": (
        "rilancio a 5",
        "Il contratto, come già scritto, resta valido.",
        "Il vento ha scritto la parola fine:",
        "È così: perché no?",
        "Da: un amico, a te",
        "passo, anzi vedo",
        "Sì.",
        "punto 5",
    ),
}
"""Commands and role-play, and prose that looks like a program's heading."""

WORD = st.text(
    st.characters(categories=["L", "N"], exclude_characters="\u3164\uffa0"), min_size=1, max_size=12
)
FREE = st.lists(WORD, min_size=1, max_size=20).map(" ".join)
"""Words of any script."""


def words_of(language: str) -> st.SearchStrategy[str]:
    line = st.sampled_from(LINES[language]) | FREE | st.just("")
    return st.lists(line, min_size=1, max_size=6).map("\n".join).filter(str.strip)


def habits_of(language: str) -> st.SearchStrategy[Habits]:
    return st.builds(
        Habits,
        st.just(language),
        date=st.integers(0, 4),
        device=st.integers(0, 5),
        signs=st.booleans(),
        wrapped=st.integers(0, 2),
        named=st.booleans(),
        spaced=st.sampled_from(["", " ", "\u00a0", "\u202f"]),
    )


def encoded(text: str, charset: str, transfer: str, kind: str = "plain", params: str = "") -> bytes:
    """A part with its headers; a charset that lacks a character gives way to UTF-8."""
    try:
        data = text.encode("utf-8" if charset == "undeclared" else charset)
    except UnicodeError:
        charset, data = "utf-8", text.encode()
    if transfer == "base64":
        data = base64.encodebytes(data)
    elif transfer == "quoted-printable":
        data = quopri.encodestring(data)
    declared = "" if charset == "undeclared" else f"; charset={charset}"
    head = f"Content-Type: text/{kind}{declared}{params}\nContent-Transfer-Encoding: {transfer}\n\n"
    return head.encode() + data.rstrip(b"\n") + b"\n"


def several(kind: str, *parts: bytes) -> bytes:
    bound = f"=_{kind}"
    head = f'Content-Type: multipart/{kind}; boundary="{bound}"\n\n'.encode()
    return head + b"".join(f"--{bound}\n".encode() + part for part in parts) + f"--{bound}--\n".encode()


ATTACHED = (
    b"Content-Type: text/plain; name=notes.txt\nContent-Disposition: inline; filename=notes.txt\n\nall-in\n",
    b"Content-Type: text/vcard; name=a.vcf\nContent-Disposition: attachment\n\nBEGIN:VCARD\nall-in\n",
    b"Content-Type: text/calendar; method=REQUEST\n\nSUMMARY:all-in\n",
    b"Content-Type: application/pgp-signature\n\nall-in\n",
    b"Content-Type: image/png; name=logo.png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n",
)
FORMS = ("alone", "mixed", "signed", "related", "deep")


def formed(form: str, body: bytes, extra: bytes) -> bytes:
    if form == "alone":
        return body
    if form == "deep":
        return several("signed", several("mixed", several("related", body), extra), ATTACHED[3])
    return several(form, body, extra)


def letter(body: bytes, language: str, *, crlf: bool = False) -> bytes:
    subject = f"Re: {SUBJECT[language]}".encode()
    head = (
        b"From: Alice <alice@example.org>\nTo: Referee <"
        + ADDRESS.encode()
        + b">\nSubject: "
        + subject
        + b"\n"
        b"Message-ID: <one@example.org>\nMIME-Version: 1.0\n"
    )
    raw = head + body
    return raw.replace(b"\n", b"\r\n") if crlf else raw


def flowed(text: str, width: int, *, delsp: bool) -> str:
    """As RFC 3676 asks a program to write: soft breaks in long lines, stuffing, the quotation as it is."""
    lines = []
    for line in text.split("\n"):
        if line.startswith(("> ", ">")) or line == "-- ":
            lines.append(line)
            continue
        words, row = line.split(" "), ""
        for word in words:
            if row and len(row) + len(word) > width:
                lines.append(row + (" " if delsp else ""))
                row = ""
            row += f"{word} "
        lines.append(row[:-1])
    return "\n".join(f" {line}" if line.startswith((" ", "From ")) else line for line in lines)


def expected(words: str) -> str:
    return "\n".join(line.rstrip() for line in unicodedata.normalize("NFKC", words).split("\n")).strip()


def check(found: LetterRead, words: str) -> None:
    assert found.text == expected(words)
    assert found.sender == "alice@example.org"
    assert not found.machine
    assert not found.differs
    assert found.carriers.recipient == TOKEN


ENVELOPE = st.tuples(
    st.sampled_from(
        ["utf-8", "windows-1252", "iso-8859-15", "iso-8859-1", "us-ascii", "utf-16", "undeclared"]
    ),
    st.sampled_from(["8bit", "quoted-printable", "base64"]),
    st.sampled_from(FORMS),
    st.sampled_from(ATTACHED),
    st.booleans(),
)


def plain_reply(data: st.DataObject, program: Program, language: str) -> None:
    words = data.draw(words_of(language), "words")
    habits = data.draw(habits_of(language), "habits")
    charset, transfer, form, extra, crlf = data.draw(ENVELOPE, "envelope")
    if charset == "utf-16":
        transfer = "base64"
    text, params = program(words, habits), ""
    if data.draw(st.booleans(), "decomposed"):
        text = unicodedata.normalize("NFD", text)
    if data.draw(st.booleans(), "flowed"):
        delsp = data.draw(st.booleans(), "delsp")
        text, params = flowed(text, 66, delsp=delsp), f"; format=flowed; delsp={'yes' if delsp else 'no'}"
    body = formed(form, encoded(text, charset, transfer, params=params), extra)
    check(read(letter(body, language, crlf=crlf), OURS), words)


def html_reply(data: st.DataObject, program: Program, language: str) -> None:
    words = data.draw(words_of(language), "words")
    habits = data.draw(habits_of(language), "habits")
    charset, transfer, form, extra, crlf = data.draw(ENVELOPE, "envelope")
    if charset == "utf-16":
        transfer = "base64"
    body = encoded(program(words, habits), charset, transfer, "html")
    if data.draw(st.booleans(), "beside text"):
        beside = data.draw(st.sampled_from(PLAIN), "program of the text")
        body = several(
            "alternative", encoded(beside(words, replace(habits, wrapped=0)), charset, transfer), body
        )
    check(read(letter(formed(form, body, extra), language, crlf=crlf), OURS), words)


NAMES = {program.__name__: program for program in (*PLAIN, *HTML)}


def reply(name: str, data: st.DataObject) -> None:
    language = data.draw(st.sampled_from(LANGUAGES), "language")
    (html_reply if NAMES[name] in HTML else plain_reply)(data, NAMES[name], language)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_what_goes_into_a_reply_comes_out(name: str, data: st.DataObject) -> None:
    reply(name, data)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_what_goes_into_many_replies_comes_out(name: str, data: st.DataObject) -> None:
    reply(name, data)


def test_every_device_s_line_is_taken_for_a_signature() -> None:
    for language, lines in clients.BY_DEVICE.items():
        for line in lines:
            found = read(letter(encoded(f"a\n\n{line}\n", "utf-8", "8bit"), language), OURS)
            assert found.text == "a", line
