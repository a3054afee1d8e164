"""A notice becomes a letter: its headers, its thread, both of its texts, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import format_datetime, formataddr
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from referee.letters.headers import LOOP_HEADER
from tournaments import models
from tournaments.channels import Outgoing
from tournaments.services import bounces, clock, ledger, links, sealing, stopping, twin
from tournaments.services.contents import Content, content_of
from tournaments.services.harmless import harmless

_MESSAGE_ID = re.compile(r"[!-;=?-~]{1,200}@[!-;=?-~]{1,120}")

MARKER = "##-"
"""Begins the first line of every letter; below it, a reply quotes us."""


def compose(notice: models.Notice) -> Outgoing | None:
    """The letter of a notice as it is right now; None where it has become pointless."""
    with reader_of(notice):
        content = content_of(notice)
        if content is None:
            return None
        context = {**_common(notice, content), **content.context}
        text = _tidy(render_to_string(f"notices/{content.template}.txt", context))
        about = notice.table_id or (content.turn.table_id if content.turn else None)
        text = harmless(text, about, content.context.get("seat"))
        return Outgoing(
            to=notice.user.email if notice.user else notice.address,
            envelope=address(word=bounces.word(notice)),
            sender=formataddr((settings.SITE_NAME, address(content.turn, content.word))),
            reply_to=formataddr((settings.SITE_NAME, address(content.turn, content.word))),
            subject=_subject(notice, content),
            text=text,
            html=twin.html(text, context),
            headers=_headers(notice, content),
        )


@contextmanager
def reader_of(notice: models.Notice) -> Iterator[None]:
    """The reader's language and time zone; the contest's where he has no account."""
    user, contest = notice.user, notice.contest
    language = user.language if user else notice.data.get("language")
    language = language or next(iter(contest.languages if contest else []), "")
    zone = user.timezone if user else (contest.zone if contest else notice.data.get("timezone", ""))
    with translation.override(language or settings.LANGUAGE_CODE), timezone.override(_zone(zone)):
        yield


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo(settings.TIME_ZONE_DEFAULT)


def address(turn: models.Turn | None = None, word: str = "") -> str:
    """Our mailbox; with a turn's token, or another word, the one for this alone, where it takes a plus."""
    word = word or (links.mail_token(turn) if turn is not None else "")
    plus = f"+{word}" if word and settings.MAIL_PLUS else ""
    return f"{settings.MAIL_LOCALPART}{plus}@{settings.MAIL_DOMAIN}"


def _common(notice: models.Notice, content: Content) -> dict[str, object]:
    contest = notice.contest
    return {
        "notice": notice,
        "reader": notice.user,
        "site_name": settings.SITE_NAME,
        "marker": MARKER,
        "about": content.about,
        "contest": contest,
        "link": links.contest_link(contest) if contest else f"{settings.SITE_URL}/",
        "turn_link": links.turn_link(content.turn) if content.turn else "",
        "checkpoint": ledger.checkpoint(contest) if contest else "",
        "language": translation.get_language(),
    }


def _subject(notice: models.Notice, content: Content) -> str:
    """``Rubis [#k7m2qx] your turn``: the table's name first, as the players' own rule asks."""
    about = notice.table or notice.contest
    name = about.name if about else settings.SITE_NAME
    subject = _("%(name)s: %(what)s") % {"name": name, "what": content.about}
    if content.turn is not None:
        subject = f"{name} [#{links.tag(content.turn)}] {content.about}"
    return " ".join(subject.split())


def _headers(notice: models.Notice, content: Content) -> dict[str, str]:
    domain = settings.MAIL_DOMAIN
    word = content.word or (links.mail_token(content.turn) if content.turn else "")
    name = f"turn.{word}" if word else f"note.{sealing.token('note', notice.pk, 16)}"
    thread = f"<{_thread(notice)}@{domain}>"
    # A stranger wrote this name: only one in the plain form goes into a header of ours.
    answered = f"<{content.answers}>" if _MESSAGE_ID.fullmatch(content.answers) else ""
    return {
        "Message-ID": f"<{name}.{notice.pk}@{domain}>",
        "Date": format_datetime(clock.now()),
        "In-Reply-To": answered or thread,
        "References": f"{thread} {answered}".strip(),
        "List-Id": _list_id(notice),
        "Auto-Submitted": "auto-replied" if content.answers else "auto-generated",
        LOOP_HEADER: "1",
        **stopping.headers(notice),
    }


def _thread(notice: models.Notice) -> str:
    """The root that a reader's letters about one table (or one contest) share; it was never sent."""
    return f"thread.{sealing.token('thread', f'{_about(notice)}|{notice.user_id}', 16)}"


def _about(notice: models.Notice) -> str:
    about = notice.table or notice.contest
    return about.ref if about else "site"


def _list_id(notice: models.Notice) -> str:
    return (
        f"<{'.'.join(reversed(_about(notice).split('/')))}.{settings.MAIL_LOCALPART}.{settings.MAIL_DOMAIN}>"
    )


def _tidy(text: str) -> str:
    """At most one blank line in a row, none at the ends, no blanks at the ends of lines."""
    lines = "\n".join(line.rstrip() for line in text.splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n") + "\n"
