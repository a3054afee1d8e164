"""A table's record: whole after the end, a view before it; what is stored follows from what was asked."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from referee import record
from tests import factories
from tournaments import models
from tournaments.services import records, sealing, tables

pytestmark = pytest.mark.django_db

HANDS = {"A": "As Kd", "B": "2c 7d", "C": "Qh Qs", "D": "3h 4h", "E": "9c 9d"}
BOARD = "7h 9h Jd 2s 5h"


@pytest.fixture
def contest(monkeypatch: pytest.MonkeyPatch) -> models.Contest:
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, BOARD))
    return factories.running(5)


@pytest.fixture
def table(contest: models.Contest) -> models.Table:
    return factories.table_of(contest)


def cards(document: dict[str, Any]) -> list[str]:
    return [card for card in document["deals"][0]["deck"] if card]


def test_a_view_of_the_public_holds_no_card_before_one_is_turned_up(table: models.Table) -> None:
    assert cards(records.offered(table, None)) == []


def test_a_seat_finds_its_own_two_cards_where_they_lay(table: models.Table) -> None:
    document = records.offered(table, "C")
    assert cards(document) == ["Qh", "Qs"]
    assert document["deals"][0]["deck"][2] == "Qh"


def test_the_board_and_the_opened_hands_stand_in_everybodys_view(table: models.Table) -> None:
    factories.act(table, "raise 2", "call", "fold", "fold", "call")
    assert cards(records.offered(table, None)) == BOARD.split()
    factories.act(table, "raise 1", "fold", "call")
    assert set(cards(records.offered(table, None))) == {*BOARD.split(), "As", "Kd", "9c", "9d"}


def test_seeds_and_other_hands_stay_out_of_the_views(table: models.Table) -> None:
    text = json.dumps(records.offered(table, "A"))
    assert all(f'"{card}"' not in text for seat in "BCDE" for card in HANDS[seat].split())


def test_the_whole_record_comes_with_the_end_and_replays_to_the_stored_facts(contest: models.Contest) -> None:
    table = factories.table_of(factories.play_out(contest))
    assert contest.state == "final"
    document = records.offered(table, None)
    assert len(cards(document)) == 52
    done = subprocess.run(
        [sys.executable, "-m", "referee", "replay", "-"],
        input=record.write(document),
        capture_output=True,
        text=True,
        check=True,
    )
    replayed = json.loads(done.stdout)
    assert [deal["refused"] for deal in replayed["deals"]] == [[], []]
    over = [fact for event in table.events.all() for fact in event.facts if fact["fact"] == "deal_over"]
    assert [deal["result"]["stacks"] for deal in replayed["deals"]] == [fact["stacks"] for fact in over]
    assert sum(replayed["result"]["stacks"].values()) == 100
    assert record.check(document) == []


def test_time_outs_and_words_beside_a_move_stand_in_the_record(table: models.Table) -> None:
    factories.move_clock(table, seconds=5)
    turn = factories.open_turns(table)[0]
    tables.play(table.pk, kind="timeout", key=f"timeout:{turn.pk}", origin="sweep", seat="A", expected=1)
    actions = records.full(table)["deals"][0]["actions"]
    assert [(action["seat"], action["do"], action["via"]) for action in actions] == [
        ("A", "timeout", "sweep")
    ]


def test_what_is_stored_follows_from_what_was_asked(contest: models.Contest) -> None:
    contest = factories.play_out(contest)
    out = io.StringIO()
    call_command("replay", factories.table_of(contest).ref, stdout=out)
    assert "good" in out.getvalue()


def test_a_changed_fact_is_found(table: models.Table) -> None:
    factories.act(table, "raise 2")
    event = table.events.get(number=2)
    event.facts[0]["to"] = 3
    event.save()
    assert records.differences(table.pk) == ["event 2: other facts follow from its input"]


def test_a_changed_input_and_a_changed_state_are_found(table: models.Table) -> None:
    factories.act(table, "raise 2", "call")
    table.events.filter(number=3).update(input={"do": "check"})
    assert records.differences(table.pk)[0] == "event 3: refused, NO_CHECK"
    table.events.filter(number=3).update(input={"do": "call"})
    table.refresh_from_db()
    state = sealing.unseal_json(table.snapshot)
    state["hand"]["put"][0] += 1
    table.snapshot = sealing.seal_json(state)
    table.save()
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("replay", "--all", stdout=out)
    assert "the stored state is another one" in out.getvalue()


@pytest.mark.parametrize("words", [[], ["nonsense"], ["c999"], ["c1", "--all"]])
def test_replay_wants_tables_that_exist(words: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("replay", *words, stdout=io.StringIO())
