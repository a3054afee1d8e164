"""Letters that wait until their writer confirms them, and the words by which an answer does.

The word names the letter and is signed; it is known to whoever can read the mailbox that the letter says
it is from. It dies with what it confirms: what was done once is not done again.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from tournaments import models
from tournaments.models import Letter
from tournaments.services import sealing

WAIT = timedelta(hours=2)
"""So long after its arrival a letter that waits for its writer's word holds a time-out back, and no longer:
whoever forges one must not move anybody's deadline. A player who answers in that time has spoken when his
first letter came, also where that one could not be read."""


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
    """Whether a letter that came by the deadline may still be confirmed, or shown to be the player's."""
    return _in_time(turn).filter(received_at__gt=now - WAIT).exists()


def spoke(turn: models.Turn) -> datetime | None:
    """When the player spoke by the deadline, though nothing vouched for his letter: to be asked once a
    letter of his has shown that he reads what we answer."""
    return _in_time(turn).order_by("received_at").values_list("received_at", flat=True).first()


def _in_time(turn: models.Turn) -> QuerySet[Letter]:
    """Letters about this turn that only a From vouches for: held, or not to be read or not to be played."""
    held = Q(state=Letter.State.HELD, outcome__what__do__in=["move", "advance"])
    refused = Q(state=Letter.State.ANSWERED, outcome__result="refused", outcome__proven=False)
    return turn.letters.filter(held | refused, received_at__lte=turn.deadline_at)
