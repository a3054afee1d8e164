"""The fairness report: closed until opened, opening it logged; its figures are those of the table's log."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.mail.conftest import a_reply, take
from tests.tournaments.test_saint_table import saint_table
from tests.tournaments.web.tabling import HANDS, player, shows
from tournaments import models
from tournaments.services import fairness, looking, sweep

pytestmark = pytest.mark.django_db
REASON = "Two seats answer within a minute."


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    """One deal is over: A raised, B gave up, C called, D and E let the time pass; A won."""
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, "7h 9h Jd 2s 5h"))
    table = factories.table_of(factories.running(5))
    factories.act(table, "raise 3", "fold", "call")
    for _ in range(2):
        factories.move_clock(table, seconds=1)
        sweep.sweep()
    factories.act(table, "raise 1", "fold")
    return table


def page(table: models.Table) -> str:
    return f"/c/{table.contest.slug}/manage/fairness/"


def test_the_figures_follow_from_the_facts(table: models.Table) -> None:
    """The ante is 2: A wins 2 of B, D, E each, and 5 of C."""
    report = fairness.open_report(table.contest, table.contest.organiser, REASON)
    (found,) = report.tables
    assert found.deals == 1, "the deal that is being played is left out"
    assert len(found.pairs) == 10
    by = {(pair.one.one, pair.one.other): pair for pair in found.pairs}
    lost = {pair.other.one: pair.other.chips.seen for pair in found.pairs if pair.one.one == "A"}
    assert lost == {"B": 2, "C": 5, "D": 2, "E": 2}
    assert (by["A", "B"].other.folds.seen, by["A", "B"].other.folds.chances) == (1, 1)
    assert by["A", "C"].other.folds.chances == 2
    assert by["D", "E"].one.silences.seen == 1
    assert by["D", "E"].one.folds.chances == 0, "silence is no decision"
    assert by["A", "B"].one.close.seen == 2


def test_it_is_closed_and_each_opening_stands_in_the_ledger(client: Client, table: models.Table) -> None:
    client.force_login(table.contest.organiser)
    closed = client.get(page(table))
    assert "It gives no verdict" in closed.text
    assert player(table, "A").name not in closed.text
    assert client.post(page(table), {"reason": " "}).status_code == 422
    assert not looking.looks(table.contest, "fairness")
    opened = client.post(page(table), {"reason": REASON})
    assert "no-store" in opened.headers["Cache-Control"]
    assert f"{player(table, 'A').name} and {player(table, 'B').name}" in opened.text
    client.post(page(table), {"reason": REASON})
    found: list[Any] = [json.loads(one.body) for one in looking.looks(table.contest, "fairness")]
    assert [one["data"]["reason"] for one in found] == [REASON, REASON]
    assert not any(shows(opened.text, card) for card in ("As", "Kd", "2c", "7d", "Qh"))
    for user in table.contest.entries.values_list("user__email", flat=True):
        assert user not in opened.text
    assert REASON not in client.get(f"/c/{table.contest.slug}/log/").text, "not before the end"


@pytest.mark.parametrize("who", ["croupier", "player", None])
def test_it_is_for_the_organiser_alone(client: Client, table: models.Table, who: str | None) -> None:
    if who == "croupier":
        grace = factories.person("grace")
        models.Croupier.objects.create(contest=table.contest, user=grace)
        client.force_login(grace)
    elif who:
        client.force_login(player(table, "A"))
    assert client.post(page(table), {"reason": REASON}).status_code == 403
    assert not looking.looks(table.contest, "fairness")


def test_what_is_known_of_addresses(table: models.Table) -> None:
    """One provider, one mailbox that changed hands, a letter from the wrong address."""
    turn = factories.open_turns(table)[0]
    other = next(letter for letter in "ABCDE" if letter != turn.seat.letter)
    models.User.objects.filter(pk=player(table, other).pk).update(email="b@elsewhere.example")
    take(a_reply(turn, "raise to 2").replace(b"From: ", b"From: b@elsewhere.example\nX-Was: ", 1), turn)
    report = fairness.open_report(table.contest, table.contest.organiser, REASON)
    pairs = {frozenset((one.one.one, one.one.other)): one.mail for one in report.tables[0].pairs}
    assert pairs[frozenset((turn.seat.letter, other))] == fairness.Mail(0, False, 1)
    third = next(letter for letter in "ABCDE" if letter not in (turn.seat.letter, other))
    assert pairs[frozenset((turn.seat.letter, third))] == fairness.Mail(4, False, 0)
    assert (report.accounts, report.alike, report.of) == (5, 6, 10)


def test_an_organiser_who_plays_reads_nothing_of_his_own_table(table: models.Table) -> None:
    olga, seat = table.contest.organiser, table.table_seats.first()
    assert seat is not None
    models.Entry.objects.filter(pk=seat.entry_id).update(user=olga)
    report = fairness.open_report(table.contest, olga, REASON)
    assert (list(report.tables), report.left_out) == ([], 1)


def test_a_game_without_bets_has_times_alone() -> None:
    table = saint_table(3)
    factories.move_clock(table, seconds=1)
    sweep.sweep()
    assert fairness.deals_of(table) == [], "its one deal is being played"
    table.state = models.Table.State.OVER
    (deal,) = fairness.deals_of(table)
    assert (deal.players, len(deal.turns), dict(deal.net)) == (("A", "B", "C"), 3, {})
