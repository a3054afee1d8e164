"""A contest in which rulings took something back is checked from its export alone, by the rule book."""

from __future__ import annotations

import pytest

from referee.audit.books import Said
from referee.audit.replaying import Replay
from tests import factories
from tests.tournaments.test_exports import checked, exported, play_on, running
from tests.tournaments.test_putting_right import take_back, void
from tournaments import models
from tournaments.services import ledger, records, rulings

pytestmark = pytest.mark.django_db


def test_what_was_taken_back_void_or_removed_is_played_again_to_the_last_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    contest = running(monkeypatch, "holdem")
    table = factories.table_of(contest)
    factories.act(table, "raise 2", "fold")
    take_back(table)
    factories.act(table, "call", "call", "call", "call")
    void(table)
    factories.act(table, "raise 3", "call")
    rulings.remove_player(table, contest.organiser, "D", leaves=True, reason="two accounts", key="r")
    middle = ledger.checkpoint(contest)
    assert checked(exported(contest), middle).problems == []
    play_on(contest)
    assert contest.state == models.Contest.State.FINAL
    report = checked(exported(contest), middle)
    assert report.problems == []
    assert "1 of 1 tables played again" in report.summary
    assert records.differences(table.pk) == []
    row = models.Draw.objects.get(series=table.ref, n=0)
    assert (row.state, row.revealed is not None) == ("void", True), "its cards lie open at the end"


def test_a_ruling_that_passes_an_open_card_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = running(monkeypatch, "holdem")
    table = factories.table_of(contest)
    factories.act(table, "raise 2", "call", "call", "call", "call")
    events = list(table.events.order_by("number"))
    decks = {(table.ref, 0): tuple(models_order(table))}
    said = [
        Said(
            seq=event.number,
            what=(
                event.number,
                {"kind": event.kind, "seat": event.seat, "facts": event.facts, "input": event.input},
            ),
        )
        for event in events
    ]
    forged = {"ruling": "undo", "to": 2, "void": False, "deal": 1}
    fact = {"fact": "taken_back", "deal": 1, "to": 2}
    last = events[-1].number + 1
    said.append(Said(seq=last, what=(last, {"kind": "ruling", "seat": "", "facts": [fact], "input": forged})))
    head = {"ref": table.ref, "game": "holdem", "seats": list("ABCDE")}
    replay = Replay(head, said, lambda series, number: decks.get((series, number)))
    (problem,) = replay.problems()
    assert "farther than a ruling may" in problem


def models_order(table: models.Table) -> tuple[str, ...]:
    return records.draws.order_of(table.ref, 0)
