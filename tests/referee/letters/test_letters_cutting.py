"""Where the quoted letter, the signature and what programs add begin; and where they do not."""

from __future__ import annotations

import pytest

from referee.letters import Ours, hypertext, read

OURS = Ours(("play@poker.example",), "Referee")


def letter(body: str, *head: str, to: str = "play@poker.example") -> bytes:
    lines = ("From: Alice <alice@example.org>", f"To: {to}", "Subject: Re: Rubis: it is your turn", *head)
    return ("\n".join(lines) + "\nContent-Type: text/plain; charset=utf-8\n\n" + body).encode()


def written(body: str, *head: str, to: str = "play@poker.example") -> str:
    return read(letter(body, *head, to=to), OURS).text


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPad",
        "*Sent from my iPhone*",
        "Sent from Outlook for iOS<https://aka.example/x>",
        "Sent from my Android device with K-9 Mail. Please excuse my brevity.",
        "Get Outlook for Android",
        "Sent from my Verizon, Samsung Galaxy smartphone",
        "Sent via the Samsung Galaxy S21, an AT&T 5G smartphone",
        "Envoyé de mon iPhone",
        "Envoyé à partir d’Outlook pour Android",
        "Message envoyé depuis mon smartphone",
        "Télécharger Outlook pour iOS",
        "Inviato dal mio telefono",
        "Inviato dall'app Mail",
        "Scarica Outlook per Android",
        "Sent from my iPhone. Please excuse typos and brevity.",
        "— Envoyé de mon iPhone, pardonnez ma concision",
        "Inviato da iPhone, scusate gli errori",
        "Yahoo Mail: Search, Organize, Conquer",
        "Von meinem iPhone gesendet",
        "Gesendet von meinem/meiner Galaxy",
        "Enviado desde mi iPhone",
        "Enviado do meu Galaxy",
        "Verstuurd vanaf mijn iPad",
        "-- ",
        "_______________________________________________",
    ],
)
def test_a_signature_ends_what_was_written(line: str) -> None:
    assert written(f"fold\n\n{line}\nAlice\n") == "fold"


@pytest.mark.parametrize(
    "line",
    [
        "Sent by the king",
        "Inviato dal re",
        "Envoyé par la reine de pique",
        "Sent with love, and folded twice",
    ],
)
def test_role_play_that_begins_like_a_signature_does_not_hide_the_command_below_it(line: str) -> None:
    assert written(f"The door opens.\n{line}\n\nfold\n") == f"The door opens.\n{line}\n\nfold"


def test_who_types_below_his_telephone_s_signature_is_read() -> None:
    assert written("\nSent from my iPhone\n\nraise to 5\n") == "raise to 5"


def test_the_name_of_the_reader_s_own_address_book_is_known_by_the_to_of_the_reply() -> None:
    body = "fold\n\nLe 3 nov. 2026 à 20:00, Chère Arbitre a écrit :\n\nC'est à vous.\nRELANCER À <montant>\n"
    assert written(body, to="=?utf-8?q?Ch=C3=A8re_Arbitre?= <play@poker.example>") == "fold"
    assert written(body) != "fold"


def test_what_somebody_tells_of_the_referee_and_a_day_is_no_heading() -> None:
    told = "Referee, on 3 November 2026 I told you:\nnever again.\n\nfold"
    assert written(told) == told
    program = "On 3 November 2026 at 20:00, Referee wrote:"
    assert written(f"fold\n\n{program}\n\nYour turn.\n") == "fold"


def test_a_block_of_headers_is_known_by_our_own_subject_beside_a_date() -> None:
    block = "From: The table\nSent: Tuesday, November 3, 2026 8:00 PM\nTo: Alice\n"
    assert written(f"call\n\n{block}Subject: Rubis: it is your turn\n\nYour turn.\n") == "call"
    assert written("call\nSubject: Rubis: it is your turn\n") == "call\nSubject: Rubis: it is your turn"


def test_the_line_of_a_seat_above_a_block_of_headers_is_the_player_s() -> None:
    block = "Sent: Tuesday, November 3, 2026 8:00 PM\nFrom: Referee <play@poker.example>\n"
    assert written(f"A : se couche\n{block}\nYour turn.\n") == "A : se couche"


def test_a_heading_without_a_date_goes_with_the_quotation_below_it() -> None:
    assert written("call\n\nReferee wrote:\n> your turn\n") == "call"


def test_what_stands_between_quoted_lines_is_read_with_what_stands_above() -> None:
    body = "Hello,\n\nOn 3 Nov 2026, Referee <play@poker.example> wrote:\n> one\n\nmine\n\n> two\nbelow\n"
    found = read(letter(body), OURS)
    assert (found.text, found.below) == ("Hello,\n\nmine\n\nbelow", "")


def test_the_end_of_a_quoted_line_that_a_program_broke_is_not_the_player_s() -> None:
    quoted = "> If you let it pass, and nobody else speaks up, this is done for you: the"
    body = f"On 3 Nov 2026, Referee <play@poker.example> wrote:\n{quoted}\nfold\n> RAISE TO <amount>\n"
    assert written(body) == ""


def test_words_below_an_unmarked_letter_are_found_by_the_root_of_the_audit_log_in_its_last_line() -> None:
    root = "UBd1Ju0mUOtUINieOyekzirmP2rUZGiSmtGQ4qmjmBc="
    block = "\n\nFrom: Referee <play@poker.example>\nSent: 3 November 2026\n\nYour turn.\n"
    assert written(f"{block}poker.example/c1 26 {root}\n\ncall\n") == "call"
    assert written(f"{block}poker.example/c1 26\n{root}\n\ncall\n") == "call"


def test_a_line_of_dashes_with_our_name_begins_the_quotation() -> None:
    assert written("call\n\n---- Referee a écrit ----\n\nC'est à vous.\n") == "call"


def test_a_quotation_inside_our_own_unmarked_letter_is_not_the_player_s() -> None:
    body = (
        "call\n\nFrom: Referee <play@poker.example>\nSent: 3 November 2026\n\nYour turn.\nBob says:\nRead\n"
        "all\nthis:\n> a\nfold\n> b\n"
    )
    assert written(body) == "call"


def test_which_of_two_parts_says_what() -> None:
    def both(plain: str, html: str) -> bool:
        body = f"--b\nContent-Type: text/plain\n\n{plain}\n--b\nContent-Type: text/html\n\n{html}\n--b--\n"
        head = "From: a@example.org\nContent-Type: multipart/alternative; boundary=b\n\n"
        return read((head + body).encode(), OURS).differs

    assert not both("*fold* now\n[cid:x@y] https://a.example", "<b>fold</b> now <img src='cid:x@y'>")
    assert both("fold", "call")
    assert both("raise to 5", "raise to 50")
    assert both("fold", "<p>fold</p><p>all-in</p>")
    assert not both("fold", "<p>fold</p><p style='display:none'>all-in</p>")


@pytest.mark.parametrize(
    ("encoding", "body"),
    [("base64", "cmFpc2UgdG8gMTU"), ("base64", "cmFpc2UgdG8gMQ="), ("quoted-printable", "raise to 1=3")],
)
def test_the_last_line_of_a_letter_that_was_cut_off_is_not_read(encoding: str, body: str) -> None:
    assert written(body, f"Content-Transfer-Encoding: {encoding}") == ""


def test_a_soft_break_at_the_end_of_a_text_is_no_sign_that_it_was_cut_off() -> None:
    assert written("Good evening.\nraise to 15=\n", "Content-Transfer-Encoding: quoted-printable") == (
        "Good evening.\nraise to 15"
    )


def test_the_last_line_of_a_part_without_its_end_is_not_read() -> None:
    head = "From: a@example.org\nContent-Type: multipart/mixed; boundary=b\n\n"
    whole = "--b\nContent-Type: text/plain\n\nGood evening.\nraise to 1"
    assert read((head + whole).encode(), OURS).text == "Good evening."
    assert read(f"{head}{whole}5\n--b--\n".encode(), OURS).text == "Good evening.\nraise to 15"


@pytest.mark.parametrize(
    "hiding",
    [
        "display: none",
        "DISPLAY:NONE !important",
        "visibility:hidden",
        "mso-hide:all",
        "opacity:0.01",
        "font-size:0",
        "font-size: 1px",
        "max-height:0;overflow:hidden",
        "width:0px",
        "color:#FFF",
        "color: white; background: #fefefe",
        "color:rgb(250,250,250)",
        "color:transparent",
        "color:rgba(0,0,0,0)",
        "color:hsl(0, 0%, 100%)",
        "text-indent:-999px",
        "position:absolute;left:-5000px",
        "clip-path:inset(100%)",
        "transform: scale(0)",
        "clip: rect(0 0 0 0)",
    ],
)
def test_what_a_reader_cannot_see_is_not_read(hiding: str) -> None:
    assert hypertext.to_text(f"<p>fold<span style='{hiding}'>all-in</span></p>").strip() == "fold"


@pytest.mark.parametrize(
    "showing",
    [
        "display:block",
        "color:#fff;background:#000",
        "color:white;background:url(x.png)",
        "font-size:small",
        "font-size:0.8em",
        "line-height:0",
        "width:100%",
        "opacity:1",
        "left:-3px",
        "display:none;display:inline",
        "color:var(--x)",
    ],
)
def test_what_a_reader_sees_is_read(showing: str) -> None:
    assert hypertext.to_text(f"<p>fold <span style='{showing}'>now</span></p>").strip() == "fold now"


@pytest.mark.parametrize("tag", ["bdo dir=rtl", "span style='direction:rtl;unicode-bidi:bidi-override'"])
def test_markup_that_turns_the_order_of_a_line_leaves_its_mark(tag: str) -> None:
    assert hypertext.to_text(f"<p><{tag}>dlof</p>").strip() == "\u202edlof"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>a<p>b", "a\nb"),
        ("a<!--x-->b<!-->c<!--->d<!--never", "abcd"),
        ("a<![if !x]>b<![endif]><?php x ?>c<!DOCTYPE d>d", "abcd"),
        ("3 < 5 <3 &lt;b&gt; &amp;lt;", "3 < 5 <3 <b> &lt;"),
        ("a<b title='>'>b</b><a href=\"x>y\">c</a>", "abc"),
        ("a<b <i>b", "ab"),
        ("a<span title='never closed>b", "a"),
        ("<style>p{color:red}</style>a<script>if(a<b){}</script>b<style>never closed", "ab"),
        ("<title>x</title><textarea>y</textarea>a<noscript>z</noscript>", "a"),
        ("<head><meta charset=utf-8><div>a</div>", "a"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("a\u00a0<br>\n<div>&nbsp;</div><div>b</div>", "a\n\nb"),
        ("<ul><li>a<li>b</ul>", "a\nb"),
        ("<blockquote>a<blockquote>b</blockquote></blockquote>c", "> a\n> > b\nc"),
        ("</p></div>a</span>", "a"),
    ],
)
def test_markup_as_browsers_take_it(markup: str, text: str) -> None:
    lines = hypertext.to_text(markup).replace("\u00a0", " ").split("\n")
    assert [line.strip() for line in lines if line.strip()] == [
        line for line in text.split("\n") if line
    ] or ("\n".join(lines).strip() == text)


def test_a_quotation_with_initials_is_one_and_two_lines_with_a_letter_are_not() -> None:
    quoted = "\n".join(
        f"R> {line}".rstrip() for line in ("Rubis: it is your turn.", "", "  FOLD <x>", "  call")
    )
    heading = "Monday, November 30, 2026, 10:59:12, you wrote:"
    assert written(f"Good evening,\n\n{heading}\n\n{quoted}\n\nfold\n") == "Good evening,\n\n\nfold"
    assert (
        written("A> B, says the old rule.\nA> fear.\n\nfold\n")
        == "A> B, says the old rule.\nA> fear.\n\nfold"
    )


@pytest.mark.parametrize(
    "heading",
    [
        # eM Client, HCL Notes, GroupWise and others name us without a colon
        '---- Original Message ----\nFrom "Referee" <play@poker.example>\nTo "Alice"\nDate 30/11/2026 10:59',
        "Referee <play@poker.example>\n30/11/2026 10:59\n\nTo\nalice@example.org\n\nSubject\nRubis",
        ">>> Referee <play@poker.example> 30/11/2026 10:59 >>>",
        "On November 30, 2026 at 10:59 AM GMT+1 play@poker.example wrote:",
    ],
)
def test_a_heading_without_labels_of_its_own_is_cut_with_what_stands_below_it(heading: str) -> None:
    assert written(f"The ferry is late.\n\nraise to 5\n\n{heading}\n\nfold\n\nYou may:\n  CALL 2\n") == (
        "The ferry is late.\n\nraise to 5"
    )


def test_dashes_with_words_are_role_play_where_no_address_of_ours_follows() -> None:
    text = "--- A message from the king ---\nFrom my heart, 30/11/2026.\n\nraise to 5"
    assert written(text + "\n") == text


@pytest.mark.parametrize("declared", ["iso-8859-1", "windows-1252", "iso-8859-15"])
def test_utf_8_that_is_declared_as_a_charset_of_single_bytes_is_utf_8(declared: str) -> None:
    head = "From: Alice <alice@example.org>\nTo: play@poker.example\nContent-Type: text/plain; charset="
    raw = f"{head}{declared}\n".encode() + b"Content-Transfer-Encoding: 8bit\n\n"
    assert read(raw + "Où ça ?".encode(), OURS).text == "Où ça ?"
    assert read(raw + "déjà".encode("latin-1"), OURS).text == "déjà"
