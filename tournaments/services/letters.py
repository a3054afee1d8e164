"""Letters that come in: stored and committed first, then read, each answered once.

All doors call ``receive``; a worker calls ``read_due``. The checks of a letter, in their order,
are the functions of ``services.inbox``.
"""

from __future__ import annotations

import hashlib
import logging
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, InterfaceError, OperationalError, transaction
from django.db.models import Q

from referee.letters import Ours
from tournaments import models
from tournaments.models import Letter
from tournaments.services import addresses, bounces, clock, holding, inbox, notices, sealing, wake
from tournaments.services.composing import MARKER
from tournaments.services.inbox import Case, Verdict

log = logging.getLogger(__name__)

LARGEST = 256 * 1024
"""Bytes of a letter; above it the door says 552."""
MOST_TO_ONE = 30
MOST_FROM_ONE = 60
MOST_IN_ALL = 300
"""Letters in RATE_WINDOW: to one word of ours; to the plain mailbox from one sender, and in all from senders
without an account. Above it the door says 450."""
RATE_WINDOW = timedelta(minutes=10)
MOST_IN_ONE = 30
"""Mailboxes of ours that one letter is stored for."""

MOST_UNPROVEN = 10
"""Answers a day to a player whose letters say by their From alone that they are his."""
MOST_UNKNOWN = 30
"""Answers in RATE_WINDOW to people without an account: the way to register."""

_A_DAY = timedelta(days=1)
_LEASE = timedelta(seconds=60)
_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Envelope:
    """What the door knows. ``sender`` "" is the null sender.

    ``arrived``: ``time.monotonic()`` at the door; or ``at``: the instant, where the letter lay somewhere
    before. ``source``: the place where it lay; the same place again is the same letter.
    """

    sender: str
    recipient: str
    via: str
    arrived: float | None = None
    at: datetime | None = None
    source: str = ""

    @property
    def received(self) -> datetime:
        if self.at is not None:
            return self.at
        return clock.now() if self.arrived is None else clock.arrived(self.arrived)


def ours() -> Ours:
    """The strings of ours by which an answer, and a quotation in it, is recognised."""
    return Ours(
        addresses=(f"{settings.MAIL_LOCALPART}@{settings.MAIL_DOMAIN}",),
        name=settings.SITE_NAME,
        markers=(MARKER,),
        ends=(f"{settings.SITE_URL.partition('://')[2]}/c",),
    )


def knows(recipient: str) -> bool:
    """Whether an address is ours: the plain mailbox, or one with a word of a turn or letter, live or not."""
    token = ours().token_of(recipient)
    if not token:
        return token == ""
    return any(find(token) is not None for find in (_turn_of, holding.of, addresses.of, bounces.of))


def too_many(sender: str, recipient: str) -> bool:
    """Whether more letters came lately than people write.

    A word of ours in the address is counted by itself: nobody who does not know it can make its owner
    wait, whatever he writes, and under whatever name. The plain mailbox is counted by sender, and in all
    for senders whom nobody here has as an address: those are made up anew for each letter.
    """
    to, sender = recipient.lower()[:320], ours().bare(sender)[:320]
    lately = Letter.objects.filter(received_at__gte=clock.now() - RATE_WINDOW)
    if ours().token_of(recipient):
        return lately.filter(envelope_to=to).count() >= MOST_TO_ONE
    if sender and lately.filter(envelope_from=sender, envelope_to=to).count() >= MOST_FROM_ONE:
        return True
    if sender and models.User.objects.filter(email__iexact=sender).exists():
        return False
    return lately.filter(envelope_to=to).count() >= MOST_IN_ALL


def receive(raw: bytes, envelope: Envelope) -> Letter:
    """Store a letter and commit: after this it is not lost, and it counts as received now.

    The turn of the recipient's token is linked at once, so that the time-out of that turn waits. Of two
    that find the same letter at the same place, one stores it, and both return it.
    """
    turn = _turn_of(ours().token_of(envelope.recipient) or "")
    letter = Letter(
        raw=raw,
        envelope_from=ours().bare(envelope.sender)[:320],
        envelope_to=envelope.recipient.lower()[:320],
        via=envelope.via[:10],
        source=envelope.source[:200],
        received_at=envelope.received,
        body_hash=body_hash(raw),
        turn=turn,
        contest_id=turn.table.contest_id if turn else None,
    )
    try:
        with transaction.atomic():
            letter.save(force_insert=True)
            wake.poke("tournaments.read_letters")
    except IntegrityError:
        return Letter.objects.get(source=letter.source)
    return letter


def stored(source: str) -> bool:
    """Whether the letter at this place is stored already."""
    return Letter.objects.filter(source=source[:200]).exists()


def receive_all(raw: bytes, envelopes: Sequence[Envelope]) -> list[Letter]:
    """One letter for several of our addresses: stored for all of them, or for none."""
    with transaction.atomic():
        return [receive(raw, envelope) for envelope in envelopes]


def body_hash(raw: bytes) -> str:
    """Of the body alone: who sends the same words again sends them under another Message-ID.

    With our key: few words, such as a move that names a card, could be found by trying.
    """
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    return sealing.token("body", hashlib.sha256(body or head).hexdigest(), 52)


def _turn_of(token: str) -> models.Turn | None:
    if not token:
        return None
    found = models.Turn.objects.filter(mail_hash=sealing.token_hash(token))
    turn = found.select_related("table", "seat__entry__user").first()
    return turn if turn is not None and sealing.is_hash_of(turn.mail_hash, token) else None


# --- reading


def read_due(limit: int = 500) -> int:
    """Read what has not been read, oldest first; how many. Several at once share the work."""
    count = 0
    while count < limit:
        letter = _claim()
        if letter is None:
            break
        read(letter)
        count += 1
    return count


def _claim() -> int | None:
    """The next unread letter, kept from others for a minute. Reading twice does no harm."""
    with transaction.atomic():
        now = clock.now()
        letter = (
            Letter.objects.select_for_update(skip_locked=True)
            .filter(Q(retry_at__isnull=True) | Q(retry_at__lte=now), state=Letter.State.UNREAD)
            .order_by("received_at", "id")
            .first()
        )
        if letter is None:
            return None
        letter.retry_at = now + _LEASE
        letter.save(update_fields=["retry_at"])
        return letter.pk


def read(letter_id: int) -> str:
    """Read one letter: play what it says, or note why not, and write the row of its answer.

    Returns its new state. A second reading changes nothing: the move has the letter's key, and the
    answer is one row a letter.
    """
    letter = Letter.objects.get(pk=letter_id)
    if letter.state != Letter.State.UNREAD:
        return str(letter.state)
    case = Case(letter, ours())
    try:
        verdict = inbox.judge(case)
        _conclude(case, verdict)
    except (OperationalError, InterfaceError):
        raise  # the database is away: the letter waits
    except Exception as error:  # a letter that breaks the reader must not break the reading of others
        # Where, and not what: the error's text may quote the letter.
        at = traceback.extract_tb(error.__traceback__)[-1]
        kind, place = type(error).__name__, f"{at.filename}:{at.lineno}"
        log.error("letter %s cannot be read: %s at %s", letter_id, kind, place)
        return _poisoned(letter_id, error)
    return str(verdict.state)


def _poisoned(letter_id: int, error: Exception) -> str:
    """It is tried again. After some attempts the organiser has to look at it; its words are left alone."""
    letter = Letter.objects.get(pk=letter_id)
    letter.attempts += 1
    letter.save(update_fields=["attempts"])
    if letter.attempts >= _ATTEMPTS:
        verdict = Verdict(Letter.State.QUARANTINED, {"trouble": type(error).__name__})
        _conclude(Case(letter, ours()), verdict)
    return str(letter.state)


def _conclude(case: Case, verdict: Verdict) -> None:
    """Close the letter and write its answer: together or not at all."""
    letter, now = case.letter, clock.now()
    with transaction.atomic():
        letter.state, letter.read_at = verdict.state, now
        letter.outcome = {"checks": case.checks, "proven": case.proven, **verdict.outcome}
        if case.turn is not None:
            letter.turn, letter.contest_id = case.turn, case.turn.table.contest_id
        elif case.table is not None:
            letter.contest_id = case.table.contest_id
        elif case.contest is not None:
            letter.contest_id = case.contest.pk
        letter.save()
        if case.carrier and case.player and case.read.sender == case.player.email.lower():
            bounces.arrives(case.player)
        if verdict.answer is not None or verdict.address:
            _answer(case, verdict, now)
        if verdict.state == Letter.State.QUARANTINED:
            _tell_organiser(letter)
        wake.poke("tournaments.send")


def _answer(case: Case, verdict: Verdict, now: datetime) -> None:
    """One row; the same letter by two doors at once is answered once, too."""
    if not case.proven and _enough(verdict, now):
        return
    held = case.held if case.held and case.held.state == Letter.State.HELD else None
    if verdict.outcome.get("result") == "confirm":
        held = case.letter
    row = models.Notice(
        user=verdict.answer,
        address=verdict.address,
        kind="answer",
        key=(verdict.answer_key or f"answer:{case.key if case.letter.message_id else case.letter.pk}")[:160],
        contest_id=case.letter.contest_id,
        table=case.table,
        turn=case.turn or case.offered,
        data={
            "letter": case.letter.pk,
            "seat": case.seat,
            "language": verdict.language,
            "hold": held.pk if held else None,
            "proven": case.proven,
        },
        created_at=now,
        retry_at=now,
    )
    models.Notice.objects.bulk_create([row], ignore_conflicts=True)


def _enough(verdict: Verdict, now: datetime) -> bool:
    """Whoever writes in the names of others must not fill their mailboxes through us."""
    unproven = models.Notice.objects.filter(kind="answer", created_at__gte=now - _A_DAY, data__proven=False)
    if verdict.answer is not None:
        return unproven.filter(user=verdict.answer).count() >= MOST_UNPROVEN
    lately = unproven.filter(user__isnull=True, created_at__gte=now - RATE_WINDOW)
    return lately.count() >= MOST_UNKNOWN


def _tell_organiser(letter: Letter) -> None:
    contest = letter.contest
    if contest is not None:
        data = {"code": "LETTER_QUARANTINED", "number": letter.pk}
        key = f"needs:letter:{letter.pk}"
        notices.tell_person(contest.organiser, "needs", key=key, contest=contest, data=data)
