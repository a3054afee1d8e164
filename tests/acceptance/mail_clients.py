"""Mail programs as players have them: what a reply looks like when it leaves one.

Each takes the words that a person typed and the letter that he answers, and gives the reply's body. What is
put round the words was observed at such programs; nothing here knows more of our letters than a reader sees.
"""

from __future__ import annotations

import html
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import parseaddr

HEADING = {
    "en": "On Tue, Nov 3, 2026 at 8:00 PM {who} wrote:",
    "fr": "Le mar. 3 nov. 2026 à 20:00, {who} a écrit\u00a0:",
    "it": "Il giorno mar 3 nov 2026 alle ore 20:00 {who} ha scritto:",
}
HEADERS = {
    "en": ("From: ", "Sent: Tuesday, November 3, 2026 8:00 PM", "To: ", "Subject: "),
    "fr": ("De\u00a0: ", "Envoyé\u00a0: mardi 3 novembre 2026 20:00", "À\u00a0: ", "Objet\u00a0: "),
    "it": ("Da: ", "Inviato: martedì 3 novembre 2026 20:00", "A: ", "Oggetto: "),
}
PHONE = {"en": "Sent from my iPhone", "fr": "Envoyé de mon iPhone", "it": "Inviato da iPhone"}


def part(letter: EmailMessage, kind: str) -> str:
    """The plain text or the HTML of a letter."""
    found = letter.get_body((kind,))
    assert found is not None, f"a letter without {kind}"
    return str(found.get_content()).replace("\r\n", "\n")


def _heading(letter: EmailMessage, language: str) -> str:
    name, address = parseaddr(str(letter["From"]))
    return HEADING[language].format(who=f"{name} <{address}>")


def _divs(words: str) -> str:
    return "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in words.split("\n"))


def webmail(reply: EmailMessage, words: str, ours: EmailMessage, language: str) -> None:
    """Words on top, our text behind marks, and all of it once more as HTML."""
    heading = _heading(ours, language)
    quoted = "\n".join(f"> {line}".rstrip() for line in part(ours, "plain").splitlines())
    reply.set_content(f"{words}\n\n{heading}\n\n{quoted}\n")
    quote = f'<blockquote class="gmail_quote">{part(ours, "html")}</blockquote>'
    attribution = f'<div dir="ltr" class="gmail_attr">{html.escape(heading)}<br></div>'
    reply.add_alternative(
        f'<div dir="ltr">{_divs(words)}</div><br><div class="gmail_quote">{attribution}{quote}</div>', "html"
    )


def desktop(reply: EmailMessage, words: str, ours: EmailMessage, language: str) -> None:
    """Our whole letter stands below as it was sent, without a single mark."""
    sender, sent, to, subject = HEADERS[language]
    block = (f"{sender}{ours['From']}", sent, f"{to}{ours['To']}", f"{subject}{ours['Subject']}")
    reply.set_content("\n".join((words, "", *block, "", part(ours, "plain"))), cte="quoted-printable")


def below(reply: EmailMessage, words: str, ours: EmailMessage, language: str) -> None:
    """The words below the quotation, and a signature below them."""
    quoted = "\n".join(f"> {line}".rstrip() for line in part(ours, "plain").splitlines())
    reply.set_content(f"{_heading(ours, language)}\n{quoted}\n\n{words}\n\n-- \nA player\n")


def phone(reply: EmailMessage, words: str, ours: EmailMessage, language: str) -> None:
    """HTML alone, signed by the device, our HTML inside."""
    quote = f'<blockquote type="cite"><div>{html.escape(_heading(ours, language))}</div>'
    signed = f"{_divs(words)}<div><br></div><div>{PHONE[language]}</div><br>"
    body = f"{signed}{quote}{part(ours, 'html')}</blockquote>"
    reply.set_content(f"<html><body>{body}</body></html>", subtype="html")


type Program = Callable[[EmailMessage, str, EmailMessage, str], None]
PROGRAMS: tuple[Program, ...] = (webmail, desktop, below, phone)
