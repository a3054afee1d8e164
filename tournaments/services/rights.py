"""Who may do what: organisers by right, croupiers by table."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from referee.core import Illegal
from tournaments import models

type Person = models.User | AnonymousUser


def may_open_contests(user: Person) -> bool:
    return bool(user.is_authenticated and isinstance(user, models.User) and user.is_organiser)


def organises(user: Person, contest: models.Contest) -> bool:
    """The contest's own organiser; the staff may stand in for him."""
    return isinstance(user, models.User) and (user.pk == contest.organiser_id or user.is_superuser)


def rules_at(user: Person, table: models.Table) -> bool:
    """May act for the referee at this table: its croupier or the organiser, and never a player of it."""
    if not isinstance(user, models.User) or sits_at(user, table):
        return False
    return user.pk == table.croupier_id or organises(user, table.contest)


def seconds_at(user: Person, table: models.Table, first: models.User) -> bool:
    """May agree, as a second referee, to what ``first`` proposes at this table: the organiser, or the staff
    that may stand in for him; never a player of the table, never the one who proposed."""
    if not isinstance(user, models.User) or user.pk == first.pk:
        return False
    return organises(user, table.contest) and not sits_at(user, table)


def helps_with(user: Person, contest: models.Contest) -> bool:
    """The organiser or any croupier of the contest: may add entrants."""
    if organises(user, contest):
        return True
    return isinstance(user, models.User) and contest.croupiers.filter(user=user).exists()


def sees_addresses(user: Person) -> bool:
    """Where letters go is for the staff alone; others are shown names."""
    return isinstance(user, models.User) and user.is_superuser


def sits_at(user: models.User, table: models.Table) -> bool:
    return table.table_seats.filter(entry__user=user).exists()


def must(allowed: bool, code: str = "NOT_ALLOWED", **params: object) -> None:
    """Refusal: Illegal ``code`` where something is not allowed."""
    if not allowed:
        raise Illegal(code, **params)
