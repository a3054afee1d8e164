"""An answer as a mail program writes it: threaded, with our letter quoted as that program quotes.

Each player has one program, and one way in which it ties the answer to the turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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
_LABELS = {
    "en": ("From", "Sent", "To", "Subject"),
    "fr": ("De", "Envoyé", "À", "Objet"),
    "it": ("Da", "Inviato", "A", "Oggetto"),
}
_ORIGINAL = {"en": "Original Message", "fr": "Message d'origine", "it": "Messaggio originale"}


@dataclass(frozen=True, slots=True)
class Draft:
    """What a mail program has before it when somebody answers."""

    letter: EmailMessage
    words: str
    language: str
    writer: str

    @property
    def quoted(self) -> str:
        return text_of(self.letter).rstrip("\n")

    @property
    def introduction(self) -> str:
        at = self.letter["Date"].datetime
        day = at.strftime("%b %d, %Y" if self.language == "en" else "%d/%m/%Y")
        return _SAID[self.language].format(day=day, hour=at.strftime("%H:%M"), who=self.letter["From"])

    @property
    def heads(self) -> list[tuple[str, str]]:
        """The block of headers that some programs put above our letter instead."""
        sent = self.letter["Date"].datetime.strftime("%d/%m/%Y %H:%M")
        values = (str(self.letter["From"]), sent, self.writer, str(self.letter["Subject"]))
        return list(zip(_LABELS[self.language], values, strict=True))


def _marked(draft: Draft) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in draft.quoted.splitlines())


def _above(draft: Draft, answer: EmailMessage) -> None:
    answer.set_content(f"{draft.words}\n\n{draft.introduction}\n\n{_marked(draft)}")


def _both(draft: Draft, answer: EmailMessage) -> None:
    """Plain text, and beside it the same in HTML."""
    _above(draft, answer)
    answer.add_alternative(
        f'<div dir="ltr">{_lines(draft.words)}</div><br><div class="gmail_quote"><div class="gmail_attr">'
        f"{escape(draft.introduction)}<br></div><blockquote>{_lines(draft.quoted)}</blockquote></div>",
        subtype="html",
    )


def _phone(draft: Draft, answer: EmailMessage) -> None:
    """A signature that the owner never typed; the introduction is quoted, too."""
    signed = _SIGNED[draft.language]
    answer.set_content(f"{draft.words}\n\n{signed}\n\n> {draft.introduction}\n>\n{_marked(draft)}")


def _below(draft: Draft, answer: EmailMessage) -> None:
    """The answer below the quotation, as the old hands have it."""
    answer.set_content(f"{draft.introduction}\n{_marked(draft)}\n{draft.words}\n\n-- \n{draft.writer}\n")
    answer.set_param("format", "flowed")


def _office(draft: Draft, answer: EmailMessage) -> None:
    """Our letter without a mark, below a block of headers; HTML alone."""
    heads = "<br>".join(f"<b>{label}:</b> {escape(value)}" for label, value in draft.heads)
    answer.set_content(
        f"<html><body><div>{_lines(draft.words)}</div><hr><div>{heads}</div><br>"
        f"<div>{_lines(draft.quoted)}</div></body></html>",
        subtype="html",
    )


def _webmail(draft: Draft, answer: EmailMessage) -> None:
    """Our letter without a mark, below ``----- Message d'origine -----``."""
    heads = "\n".join(f"{label}: {value}" for label, value in draft.heads)
    rule = f"----- {_ORIGINAL[draft.language]} -----"
    answer.set_content(f"{draft.words}\n\n{rule}\n{heads}\n\n{draft.quoted}\n")


_PROGRAMS: tuple[Callable[[Draft, EmailMessage], None], ...] = (
    *(_above, _both, _phone, _below, _office, _webmail),
)
_TIES = ("address", "answer", "tag")
"""What is left of the turn in an answer: all; no word in our address; that neither, and no In-Reply-To."""


def reply(
    letter: EmailMessage, name: str, address: str, words: str, language: str, *, seed: str
) -> EmailMessage:
    """What ``name`` <address> answers; his mail program is always the same."""
    program = Random(f"{address}|program").choice(_PROGRAMS)  # noqa: S311
    tie = Random(f"{address}|tie").choice(_TIES)  # noqa: S311
    writer = formataddr((name, address))
    answer = EmailMessage()
    answer["From"] = writer
    answer["To"] = letter["Reply-To"] or letter["From"]
    if tie != "address":
        answer.replace_header("To", _without_word(str(answer["To"])))
    answer["Subject"] = f"Re: {letter['Subject']}"
    answer["Date"] = formatdate(localtime=True)
    # The same answer has the same name each time: sent twice, it is played once.
    answer["Message-ID"] = f"<{sha256(seed.encode()).hexdigest()[:20]}@{address.rpartition('@')[2]}>"
    if tie != "tag":
        answer["In-Reply-To"] = letter["Message-ID"]
        known = str(letter.get("References", "")).split()
        answer["References"] = " ".join([*known, str(letter["Message-ID"])])
    program(Draft(letter, words, language if language in _SAID else "en", writer), answer)
    return answer


def recipient(answer: EmailMessage) -> str:
    return parseaddr(str(answer["To"]))[1]


def _without_word(mailbox: str) -> str:
    """``Referee <play@…>`` for ``Referee <play+word@…>``: a provider that takes no plus."""
    name, address = parseaddr(mailbox)
    local, _, domain = address.rpartition("@")
    return formataddr((name, f"{local.partition('+')[0]}@{domain}"))


def _lines(text: str) -> str:
    return "<br>".join(escape(line) for line in text.splitlines())
