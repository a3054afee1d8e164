"""Letters that wait until their writer confirms them, and the words by which an answer does.

The word names the letter and is signed; it is known to whoever can read the mailbox that the letter says
it is from. It dies with what it confirms: what was done once is not done again.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from tournaments import models
from tournaments.models import Letter
from tournaments.services import sealing

WAIT = timedelta(hours=2)
"""So long after its arrival a letter that waits for its writer's word holds a time-out back, and no longer:
whoever forges one must not move anybody's deadline."""


def word(letter: Letter) -> str:
    """What the answer that confirms this letter is addressed to."""
    return sealing.signed("hold", letter.pk)


def of(token: str | None) -> Letter | None:
    """The letter that a word confirms, held still or not; None where it is no word of ours."""
    number = sealing.number_of("hold", token)
    if number is None:
        return None
    known = Letter.objects.select_related("turn__table__contest", "turn__seat__entry__user", "contest")
    return known.filter(pk=number, outcome__result="confirm").first()


def holds_back(turn: models.Turn, now: datetime) -> bool:
    """Whether a letter that came by the deadline may still be confirmed."""
    waiting = turn.letters.filter(state=Letter.State.HELD, outcome__what__do__in=["move", "advance"])
    return waiting.filter(received_at__lte=turn.deadline_at, received_at__gt=now - WAIT).exists()
