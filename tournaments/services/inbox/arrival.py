"""The first checks: who wrote, for which turn, and whether anybody is to be answered at all.

A check returns a Verdict, which ends the reading, or None: the next one is asked. The numbers are those of
the order of checks for letters.
"""

from __future__ import annotations

import re

from django.conf import settings

from referee import letters
from referee.core import Illegal, Unreadable
from tournaments import models
from tournaments.models import Letter
from tournaments.services import sealing
from tournaments.services.inbox.case import Case, State, Verdict, turns

# 6, 7


def opened(case: Case) -> Verdict | None:
    """Parsed, with everything wrapped; exactly one From with one address."""
    letter = case.letter
    try:
        case.found = letters.read(
            bytes(letter.raw), case.ours, recipients=[letter.envelope_to], envelope_from=letter.envelope_from
        )
    except Unreadable as refusal:
        if refusal.code == "FROM":
            return Verdict(State.IGNORED, {"why": "not exactly one From"})
        return Verdict(State.QUARANTINED, {"trouble": str(refusal)})
    letter.message_id = case.found.message_id[:500]
    letter.sender, letter.subject = case.found.sender[:320], case.found.subject[:300]
    return None


# 8, 9


def no_bounce(case: Case) -> Verdict | None:
    """A bounce is noted at the letter that came back, and never answered."""
    if case.read.machine != "bounce":
        return None
    pattern = re.compile(rf"\.(\d+)@{re.escape(settings.MAIL_DOMAIN)}>".encode(), re.IGNORECASE)
    found = pattern.search(bytes(case.letter.raw))
    if found is not None:
        models.Notice.objects.filter(pk=int(found.group(1)[:18])).update(trouble="came back")
    return Verdict(State.IGNORED, {"why": "a bounce"})


def no_machine(case: Case) -> Verdict | None:
    """What a machine wrote is logged and never answered."""
    if not case.read.machine:
        return None
    return Verdict(State.IGNORED, {"why": f"machine mail: {case.read.machine}"})


# 11


def tied(case: Case) -> Verdict | None:
    """Find the turn: recipient token, answered Message-ID, subject tag; else the letter that is answered."""
    case.turn = _turn_by_token(case) or _turn_by_tag(case)
    if case.turn is not None:
        case.table, case.seat = case.turn.table, case.turn.seat.letter
        case.player = case.turn.seat.entry.user
        if case.player is None:
            return Verdict(State.IGNORED, {"why": "nobody holds this seat's account"})
        return None
    answered = (
        models.Notice.objects.filter(message_id__in=case.read.answers, user__isnull=False)
        .select_related("user", "table__contest")
        .first()
        if case.read.answers
        else None
    )
    if answered is not None:
        case.player, case.table, case.seat = answered.user, answered.table, answered.data.get("seat")
        return None
    case.player = models.User.objects.filter(email__iexact=case.read.sender, is_active=True).first()
    return None if case.player else Verdict(State.IGNORED, {"why": "an unknown sender, about no turn"})


def _turn_by_token(case: Case) -> models.Turn | None:
    for token in (case.read.carriers.recipient, case.read.carriers.in_reply_to):
        found = turns().filter(mail_hash=sealing.token_hash(token)).first() if token else None
        if found is not None:
            return found
    return None


def _turn_by_tag(case: Case) -> models.Turn | None:
    """A tag is short: it counts for the turns of its sender alone."""
    tag = case.read.carriers.tag
    if not tag:
        return None
    mine = turns().filter(tag_hash=sealing.token_hash(tag), seat__entry__user__email__iexact=case.read.sender)
    return mine.order_by("-id").first()


# 5


def no_duplicate(case: Case) -> Verdict | None:
    """The same letter again, by whichever door: its first answer stands."""
    letter = case.letter
    if not letter.message_id:
        return None
    same = Letter.objects.filter(message_id=letter.message_id, sender=letter.sender, pk__lt=letter.pk)
    same = same.exclude(state=State.UNREAD)
    if case.turn is not None:
        first = same.filter(turn=case.turn).first()
    else:
        first = same.filter(envelope_to=letter.envelope_to, turn__isnull=True).first()
    return Verdict(State(first.state), {"again": first.pk}) if first else None


# 12, 13


def from_the_player(case: Case) -> Verdict | None:
    """The From must be the player's own address; else nothing is played, and he is told at his own."""
    player = case.player
    assert player is not None
    if case.read.sender == player.email.lower():
        return None
    verdict = case.refused(Illegal("FOREIGN_SENDER", sender=case.read.sender))
    verdict.answer_key = f"answer:foreign:{case.turn.pk if case.turn else case.letter.pk}"
    return verdict


def not_forwarded(case: Case) -> Verdict | None:
    if not case.read.forwarded:
        return None
    return case.refused(Illegal("FORWARDED"))
