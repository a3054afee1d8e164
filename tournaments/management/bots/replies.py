"""An answer as a mail program writes it: threaded, with the letter quoted below."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import formataddr, formatdate, parseaddr
from hashlib import sha256
from html import escape
from random import Random

from tournaments.management.bots.letters import text_of

_SAID = {
    "en": "On {day} at {hour}, {who} wrote:",
    "fr": "Le {day} à {hour}, {who} a écrit :",
    "it": "Il giorno {day} alle ore {hour} {who} ha scritto:",
}
_SIGNED = {"en": "Sent from my phone", "fr": "Envoyé de mon mobile", "it": "Inviato dal mio telefono"}
_STYLES = ("plain", "both", "phone")


def reply(
    letter: EmailMessage, name: str, address: str, words: str, language: str, *, seed: str
) -> EmailMessage:
    """What ``name`` <address> answers; the style of his mail program is always the same."""
    language = language if language in _SAID else "en"
    style = Random(f"{address}|style").choice(_STYLES)  # noqa: S311
    quoted = text_of(letter)
    above = f"{words}\n\n-- \n{_SIGNED[language]}" if style == "phone" else words
    introduction = _introduction(letter, language)
    answer = EmailMessage()
    answer["From"] = formataddr((name, address))
    answer["To"] = letter["Reply-To"] or letter["From"]
    answer["Subject"] = f"Re: {letter['Subject']}"
    answer["Date"] = formatdate(localtime=True)
    # The same answer has the same name each time: sent twice, it is played once.
    answer["Message-ID"] = f"<{sha256(seed.encode()).hexdigest()[:20]}@{address.rpartition('@')[2]}>"
    answer["In-Reply-To"] = letter["Message-ID"]
    answer["References"] = " ".join([*str(letter.get("References", "")).split(), str(letter["Message-ID"])])
    answer.set_content(
        f"{above}\n\n{introduction}\n" + "".join(f"> {line}\n" for line in quoted.splitlines())
    )
    if style == "both":
        answer.add_alternative(_html(words, introduction, quoted), subtype="html")
    return answer


def recipient(answer: EmailMessage) -> str:
    return parseaddr(str(answer["To"]))[1]


def _introduction(letter: EmailMessage, language: str) -> str:
    at = letter["Date"].datetime
    day = at.strftime("%b %d, %Y" if language == "en" else "%d/%m/%Y")
    return _SAID[language].format(day=day, hour=at.strftime("%H:%M"), who=letter["From"])


def _html(words: str, introduction: str, quoted: str) -> str:
    lines = "<br>".join(escape(line) for line in words.splitlines())
    return (
        f'<div dir="ltr">{lines}</div><br><div class="gmail_quote"><div class="gmail_attr">'
        f"{escape(introduction)}<br></div><blockquote>{'<br>'.join(map(escape, quoted.splitlines()))}"
        "</blockquote></div>"
    )
