"""The first checks: who wrote, for which turn, and whether anybody is to be answered at all.

A check returns a Verdict, which ends the reading, or None: the next one is asked. The numbers are those of
the order of checks for letters.
"""

from __future__ import annotations

from datetime import timedelta

from referee import letters
from referee.core import Illegal, Unreadable
from referee.grammar.text import fold
from tournaments import models
from tournaments.models import Letter
from tournaments.services import bounces, holding, sealing
from tournaments.services.inbox import texts
from tournaments.services.inbox.case import Case, State, Verdict, turns

_NAMELESS = timedelta(hours=1)
"""So long the same words without a Message-ID are the same letter; later they are asked for anew."""

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
    letter.sender, letter.subject = case.ours.bare(case.found.sender)[:320], case.found.subject[:300]
    return None


# 8, 9


def no_bounce(case: Case) -> Verdict | None:
    """A report about a letter of ours is noted at that letter and its address, and never answered."""
    if case.read.machine != "bounce":
        return None
    raw = bytes(case.letter.raw)
    notice = bounces.about(raw, case.read.carriers.recipient)
    noted = bounces.note(raw, notice)
    case.contest = notice.contest if notice is not None else None
    return Verdict(State.IGNORED, {"why": "a bounce", "noted": noted})


def no_machine(case: Case) -> Verdict | None:
    """What a machine wrote is logged and never answered."""
    if not case.read.machine:
        return None
    return Verdict(State.IGNORED, {"why": f"machine mail: {case.read.machine}"})


# 11


def tied(case: Case) -> Verdict | None:
    """What it is about: by the recipient's token, the answered Message-ID, the tag; else by the writer."""
    carriers = case.read.carriers
    case.carrier = _by_token(case, carriers.recipient, "recipient") or _by_token(
        case, carriers.in_reply_to, "in_reply_to"
    )
    if not case.carrier:
        case.carrier = _by_tag(case) or _by_answer(case)
    if case.turn is not None:
        case.table, case.seat = case.turn.table, case.turn.seat.letter
        case.player = case.turn.seat.entry.user
        if case.player is None:
            return Verdict(State.IGNORED, {"why": "nobody holds this seat's account"})
    if case.player is None and case.held is None:
        case.player = models.User.objects.filter(email__iexact=case.read.sender, is_active=True).first()
        if case.player is not None:
            _fresh(case)
    return None


def _by_token(case: Case, token: str | None, carrier: str) -> str:
    """A turn, or a letter that waits to be confirmed."""
    if not token:
        return ""
    found = turns().filter(mail_hash=sealing.token_hash(token)).first()
    case.turn = found if found is not None and sealing.is_hash_of(found.mail_hash, token) else None
    if case.turn is None:
        case.held = holding.of(token)
        if case.held is None:
            return ""
        case.turn = case.held.turn
        case.player = models.User.objects.filter(email__iexact=case.held.sender, is_active=True).first()
    return carrier


def _by_tag(case: Case) -> str:
    """A tag is short: it counts for the turns of its sender alone."""
    tag = case.read.carriers.tag
    if not tag:
        return ""
    mine = turns().filter(tag_hash=sealing.token_hash(tag), seat__entry__user__email__iexact=case.read.sender)
    case.turn = mine.order_by("-id").first()
    return "tag" if case.turn is not None else ""


def _by_answer(case: Case) -> str:
    """Another letter of ours that is answered: its name was known to its reader alone."""
    if not case.read.answers:
        return ""
    named = [sealing.token_hash(one) for one in case.read.answers]
    sent = models.Notice.objects.filter(message_id__in=named, user__isnull=False)
    answered = sent.select_related("user", "table__contest", "contest").first()
    if answered is None:
        return ""
    case.player, case.table, case.contest = answered.user, answered.table, answered.contest
    case.seat = _still_his(answered)
    return "answer"


def _still_his(answered: models.Notice) -> str | None:
    """The seat that our letter was about, unless somebody else has taken it over since."""
    seats = models.Seat.objects.filter(table_id=answered.table_id or 0, letter=answered.data.get("seat", ""))
    return seats.filter(entry__user=answered.user).values_list("letter", flat=True).first()


def _fresh(case: Case) -> None:
    """A letter that answers none, whose subject begins with the name of a table where its writer plays."""
    subject = fold(texts.subject(case))
    seats = models.Seat.objects.filter(entry__user=case.player, table__state__in=["playing", "paused"])
    found = [
        seat for seat in seats.select_related("table__contest") if _begins(subject, fold(seat.table.name))
    ]
    if len(found) == 1:
        case.table, case.seat = found[0].table, found[0].letter
        case.turn = turns().filter(seat=found[0], closed_at__isnull=True).first()


def _begins(subject: str, name: str) -> bool:
    return subject.startswith(name) and not subject[len(name) :][:1].isalnum()


# 5


def no_duplicate(case: Case) -> Verdict | None:
    """The same letter again, by whichever door and at whichever of our addresses: its first answer stands.

    Only where it came to the tokens of two turns is it two letters. One without a name is known by its body,
    for a while. What a From alone vouches for comes before nothing that its player really wrote.
    """
    letter = case.letter
    same = Letter.objects.filter(message_id=letter.message_id, sender=letter.sender, pk__lt=letter.pk)
    same = same.exclude(state=State.UNREAD)
    if not letter.message_id:
        lately = letter.received_at - _NAMELESS
        same = same.filter(body_hash=letter.body_hash, received_at__gte=lately)
    if case.turn is not None:
        same = same.filter(turn=case.turn)
    if case.proven:
        same = same.filter(outcome__proven=True).exclude(state=State.HELD)
    first = same.order_by("pk").first()
    return Verdict(State(first.state), {"again": first.pk}) if first else None


# 12, 13


def from_the_player(case: Case) -> Verdict | None:
    """The From must be the player's own address; else nothing is played, and he is told at his own."""
    player = case.player
    if player is None:
        return _from_the_stranger(case)
    if case.read.sender == player.email.lower():
        return None
    verdict = case.refused(Illegal("FOREIGN_SENDER", sender=case.read.sender))
    verdict.answer_key = f"answer:foreign:{case.turn.pk if case.turn else case.letter.pk}"
    return verdict


def _from_the_stranger(case: Case) -> Verdict | None:
    """Nobody here has this address; what he confirms must have come from the same one."""
    if case.held is None or case.read.sender == case.held.sender:
        return None
    return Verdict(State.IGNORED, {"why": "an unknown sender, with the word of another"})


def not_forwarded(case: Case) -> Verdict | None:
    if not case.read.forwarded:
        return None
    if case.player is None:
        return Verdict(State.IGNORED, {"why": "forwarded by an unknown sender"})
    return case.refused(Illegal("FORWARDED"))
