"""What stands in a letter of each kind, asked at the moment of sending; None: no longer worth sending."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext_noop

from tournaments import models, wording
from tournaments.services.contents import (
    addresses,
    answers,
    cases,
    contests,
    digests,
    leagues,
    proposals,
    tables,
)
from tournaments.services.contents.content import Content

KINDS: dict[str, Callable[[models.Notice], Content | None]] = {
    "turn": tables.turn,
    "deal": tables.deal,
    "event": tables.event,
    "staff": tables.staff,
    "reminder": tables.reminder,
    "nudge": tables.nudge,
    "registered": contests.registered,
    "reserve": contests.reserve,
    "withdrawn": contests.withdrawn,
    "seated": contests.seated,
    "closing": contests.closing,
    "check-in": contests.check_in,
    "unpaid": contests.with_reason(gettext_noop("your fee was not paid in time")),
    "dropped": contests.with_reason(gettext_noop("you are first on the reserve list")),
    "final": contests.final,
    "cancelled": contests.with_reason(gettext_noop("the contest is cancelled")),
    "needs": contests.needs,
    "case": cases.case,
    "proposal": proposals.proposal,
    "digest": digests.digest,
    "answer": answers.answer,
    **addresses.KINDS,
    **leagues.KINDS,
}


_OF_TURNS = ("turn", "reminder")


def content_of(notice: models.Notice) -> Content | None:
    """The content of a notice, in the active language; None drops it."""
    if notice.kind in _OF_TURNS and notice.user is not None and not notice.user.told_of_turns:
        return None  # he has given them up since it was written
    kind = KINDS.get(notice.kind, contests.plain)
    content = kind(notice)
    if content is not None:
        content.template = content.template or notice.kind
        _answers(notice, content)
    return content


def _answers(notice: models.Notice, content: Content) -> None:
    """What a letter asked for is told as to everybody, and answers that letter besides."""
    letter = models.Letter.objects.filter(pk=notice.data.get("letter") or 0).first()
    if letter is not None:
        content.answers = letter.message_id
        content.context["received"] = wording.instant(letter.received_at, seconds=True)


__all__ = ["KINDS", "Content", "content_of"]
