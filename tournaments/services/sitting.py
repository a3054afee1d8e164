"""Who sat where when: a ruling may put another player into a seat in the middle of a contest."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments import models
from tournaments.models import Event


def first_own_deal(table: models.Table, letter: str) -> int:
    """The first deal whose cards are those of the player who has the seat now: what his predecessor held in
    earlier ones is not his to see. 1: he has had it from the beginning. One query."""
    last = _replacements().filter(table=table, seat=letter).order_by("-number").first()
    if last is None:
        return 1
    knows = any(fact.get("knows") for fact in last.facts)
    return last.deal if knows else last.deal + 1


def was_replaced(contest: int, user: models.User) -> bool:
    """Whether somebody had a seat in a contest that another one has taken over."""
    return _replacements().filter(table__contest=contest, input__before=f"u{user.pk}").exists()


def _replacements() -> QuerySet[Event]:
    return Event.objects.filter(kind=Event.Kind.RULING, input__ruling="substitute")
