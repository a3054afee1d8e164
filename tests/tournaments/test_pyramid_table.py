"""A duel of Pyramid Poker through the one door: a lot for the first player, private faces, many deals."""

from __future__ import annotations

import secrets

import pytest
from django.test import Client

from referee import grammar, record
from referee.core import Json, Move
from referee.games import GAMES
from tests import factories
from tests.referee.pyramid.tools import BLOCKS, blocks_in
from tests.tournaments.web.tabling import address, sit
from tournaments import models
from tournaments.services import contests, presets, records, sweep, tables, views

pytestmark = pytest.mark.django_db
READERS = ("A", "B", None)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    return duel(monkeypatch, "pyramid")


def duel(monkeypatch: pytest.MonkeyPatch, rules: str) -> models.Table:
    """One table of two, its first deal begun."""
    plan: Json = {"game": "pyramid", "rules": {"preset": rules}, "fields": {}}
    monkeypatch.setitem(presets.PRESETS, "duel", plan)
    contest = factories.open_contest(2, preset="duel")
    contests.close(contest.pk, contest.organiser)
    models.Contest.objects.filter(pk=contest.pk).update(table_rule=models.Contest.Tables.EXCEPTION)
    contests.draw(contest.pk, contest.organiser)
    contests.start(contest.pk, contest.organiser)
    return factories.table_of(contest)


def awaited(table: models.Table) -> str:
    return factories.open_turns(table)[0].seat.letter


def play(table: models.Table, move: Move) -> None:
    """The awaited seat's move."""
    key = secrets.token_hex(8)
    tables.play(table.pk, kind="move", key=key, origin="web", seat=awaited(table), move=move)


def default(table: models.Table) -> Move:
    move = views.look(table.pk, awaited(table)).silence
    assert move is not None
    return move


def test_the_first_player_is_drawn_by_lot_and_the_record_says_who(table: models.Table) -> None:
    first = awaited(table)
    (lot,) = models.Draw.objects.filter(series=f"{table.ref}/lots")
    assert sorted(lot.published["items"]) == ["A", "B"]
    assert records.full(table)["deals"][0]["first"] == first
    for reader in READERS:
        offered = records.offered(table, reader)
        assert offered["deals"][0]["first"] == first
        assert record.check(offered) == []


def test_a_move_in_words_is_played_and_only_its_owner_sees_the_face(table: models.Table) -> None:
    first = awaited(table)
    drawn = views.look(table.pk, first).view["drawn"]
    state = record.end(records.full(table))
    said = grammar.read(GAMES["pyramid"], state, first, "placer 1-5", "fr")
    assert said.move is not None
    play(table, said.move)
    seen = {reader: views.look(table.pk, reader).view["pyramid"] for reader in READERS}
    assert seen[first] == [{"at": [0, 4], "owner": first, "block": drawn, "free": False}]
    hidden = [{"at": [0, 4], "owner": first, "block": None, "free": False}]
    assert [seen[reader] for reader in READERS if reader != first] == [hidden, hidden]
    event = table.events.get(kind="move")
    assert not blocks_in([event.input, event.facts])
    bodies = models.LedgerEntry.objects.filter(contest=table.contest).values_list("body", flat=True)
    assert all(f'"{drawn}"' not in body for body in bodies)


@pytest.mark.parametrize("reader", READERS)
def test_its_table_has_pages_that_show_nobody_anothers_face(
    client: Client, table: models.Table, reader: str | None
) -> None:
    first = awaited(table)
    drawn = views.look(table.pk, first).view["drawn"]
    play(table, Move("place", {"at": [0, 4]}))
    if reader:
        sit(client, table, reader)
    for path in ("", "live/?turn=0", "copy/", "record.json"):
        page = client.get(f"{address(table)}{path}")
        assert page.status_code == 200, path
        if reader != first:
            assert f'"{drawn}"' not in page.text.replace("&quot;", '"'), path


def test_a_record_for_one_reader_replays_and_holds_only_what_he_saw(table: models.Table) -> None:
    for _ in range(45):
        play(table, default(table))
    assert records.differences(table.pk) == []
    for reader in READERS:
        offered = records.offered(table, reader)
        shown = blocks_in(record.views(records.full(table), reader))
        assert {block for block in offered["deals"][0]["deck"] if block} == shown
        assert record.views(offered, reader) == record.views(records.full(table), reader)


def test_a_match_goes_on_from_deal_to_deal_and_ranks_its_two_players(monkeypatch: pytest.MonkeyPatch) -> None:
    factories.stack_decks(monkeypatch, BLOCKS)  # worth few points by default moves, whoever is first
    table = duel(monkeypatch, "pyramid-11")
    first = awaited(table)
    while views.look(table.pk, None).view["deal"] == 1:
        play(table, default(table))
    points = views.stacks(table_now(table))
    assert 0 < sum(points.values()) < 11
    leaver = awaited(table)
    assert leaver != first
    play(table, default(table))
    tables.leave_seat(table.pk, leaver)
    play(table, default(table))
    now = table_now(table)
    assert now.state == "over"
    assert records.differences(table.pk) == []
    result = record.replay(records.full(now))["result"]
    assert (result["winner"], result["total"]) == (first, {**points, first: 11})
    contests.advance(table.contest_id)
    placings = now.contest.placings.select_related("entry")
    assert {one.entry.seat.letter: one.place for one in placings} == result["places"]


def table_now(table: models.Table) -> models.Table:
    return models.Table.objects.select_related("contest").get(pk=table.pk)


def test_three_time_outs_in_a_row_give_the_match_to_the_opponent(table: models.Table) -> None:
    silent = awaited(table)
    for number in range(3):
        factories.move_clock(table, seconds=1)
        sweep.sweep()
        if number < 2:
            play(table, default(table))
    table.refresh_from_db()
    assert table.state == "over"
    table.contest.refresh_from_db()
    assert table.contest.state == "final"
    winner = next(one for one in table.contest.placings.select_related("entry") if one.place == 1)
    assert winner.entry.seat.letter != silent
    assert [fact["deemed"] for event in table.events.all() for fact in event.facts if "deemed" in fact] == [
        *("place", "place"),
        "abandon",
    ]
    assert record.check(records.full(table)) == []


def test_who_leaves_gives_the_match_up(table: models.Table) -> None:
    leaver = awaited(table)
    tables.leave_seat(table.pk, leaver)
    tables.go_on(table.pk)
    table.refresh_from_db()
    assert table.state == "over"
    assert record.replay(records.full(table))["result"]["abandoned"] == leaver
