"""When a player is asked again: counted round the table from who is awaited now."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests import factories
from tournaments.services import expecting, views

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
DAY = 86400


@pytest.mark.parametrize(
    ("speaker", "seat", "folded", "before"),
    [
        ("B", "A", "", "BCDE"),
        ("B", "A", "CE", "BD"),
        ("E", "C", "", "EAB"),
        ("A", "B", "", "A"),
        ("C", "B", "DEA", "C"),
    ],
)
def test_those_between_speak_first(speaker: str, seat: str, folded: str, before: str) -> None:
    playing = {letter: letter not in folded for letter in "ABCDE"}
    assert expecting.between("ABCDE", playing, speaker, seat) == tuple(before)


def test_a_whole_turn_for_each_who_comes_after_the_running_one() -> None:
    assert expecting.latest(NOON, ("B", "C", "D"), DAY, {"B"}) == NOON + timedelta(days=2)
    assert expecting.latest(NOON, ("B",), DAY, {"B"}) == NOON
    assert expecting.latest(None, ("B", "C"), DAY, {"B"}) is None


@pytest.mark.django_db
def test_at_a_real_table() -> None:
    table = factories.table_of(factories.running(5))
    assert expecting.again(views.look(table.pk, "A")) is None  # his turn is now
    assert expecting.again(views.look(table.pk, None)) is None
    factories.act(table, "raise 2", "fold", "call")
    deadline = factories.open_turns(table)[0].deadline_at
    again = expecting.again(views.look(table.pk, "A"))
    assert again is not None
    assert (again.before, again.at, again.last) == (("D", "E"), deadline + timedelta(days=1), False)
    folded = expecting.again(views.look(table.pk, "B"))
    assert folded is not None
    assert (folded.state, folded.before, folded.at) == ("folded", (), None)
    left = table.table_seats.get(letter="E")
    left.automatic = True
    left.save()
    again = expecting.again(views.look(table.pk, "C"))
    assert again is not None
    assert (again.before, again.at) == (("D", "A"), deadline + timedelta(days=1))
