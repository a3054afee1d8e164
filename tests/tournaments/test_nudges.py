"""The staff asks an awaited player for his move: a letter, at most once an hour, seen by all."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections

from referee.core import Illegal, Refusal, Stale
from tests import factories
from tournaments.models import Contest, Notice, Table, Turn
from tournaments.services import clock, contests, nudges, overview, registration, rulings, telling
from tournaments.services.composing import compose
from tournaments.wording import changes

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return factories.table_of(factories.running(5))


def without_account(number: int = 5) -> Contest:
    """A running table of players of whom none has an account."""
    contest = factories.open_contest()
    for name in factories.NAMES[:number]:
        registration.add_entrant(contest.pk, contest.organiser, name)
    for step in (contests.close, contests.draw, contests.start):
        step(contest.pk, contest.organiser)
    contest.refresh_from_db()
    return contest


def turn_of(table: Table) -> Turn:
    return factories.open_turns(table)[0]


def refused(turn: Turn, by: Any) -> Refusal:
    with pytest.raises(Refusal) as found:
        nudges.nudge(turn.pk, by)
    return found.value


def test_a_letter_that_says_who_asks_and_takes_an_answer(table: Table) -> None:
    turn = turn_of(table)
    nudges.nudge(turn.pk, table.contest.organiser)
    notice = Notice.objects.get(kind="nudge")
    letter = compose(notice)
    assert letter is not None
    assert letter.to == turn.seat.entry.user.email if turn.seat.entry.user else False
    assert "olga asks for your move" in letter.text
    assert "Your deadline" in letter.text
    assert letter.reply_to == compose_turn(turn).reply_to
    turn.refresh_from_db()
    assert turn.nudged_at is not None


def compose_turn(turn: Turn) -> Any:
    return compose(Notice.objects.get(kind="turn", turn=turn))


def test_everybody_reads_that_it_was_asked(table: Table) -> None:
    turn = turn_of(table)
    nudges.nudge(turn.pk, table.contest.organiser)
    line = changes.log(overview.changes(table.contest))[0]
    assert line.text == f"{turn.seat.entry.name} was asked for a move, by letter."
    assert line.actor == "olga"


def test_at_most_once_an_hour_a_turn(table: Table) -> None:
    turn, olga = turn_of(table), table.contest.organiser
    nudges.nudge(turn.pk, olga)
    again = refused(turn, olga)
    assert again.code == "NUDGED"
    turn.refresh_from_db()
    assert turn.nudged_at is not None
    assert again.params["again"] == turn.nudged_at + timedelta(hours=1)
    Turn.objects.filter(pk=turn.pk).update(nudged_at=clock.now() - timedelta(minutes=61))
    nudges.nudge(turn.pk, olga)
    assert Notice.objects.filter(kind="nudge").count() == 2


def test_the_letter_is_dropped_when_he_was_quicker(table: Table) -> None:
    nudges.nudge(turn_of(table).pk, table.contest.organiser)
    factories.act(table, "fold")
    assert compose(Notice.objects.get(kind="nudge")) is None


def test_only_who_rules_at_that_table_may(table: Table) -> None:
    contest = table.contest
    trudy = factories.person("trudy")
    contest.croupiers.create(user=trudy)
    turn = turn_of(table)
    for nobody in (trudy, factories.person("alice"), factories.organiser("ottilie")):
        assert refused(turn, nobody).code == "NOT_ALLOWED"
    Table.objects.filter(pk=table.pk).update(croupier=trudy)
    nudges.nudge(turn.pk, trudy)


def test_a_turn_that_is_over_or_paused_is_not_asked_for(table: Table) -> None:
    turn, olga = turn_of(table), table.contest.organiser
    rulings.pause_table(table, olga, reason="a storm", key="p")
    assert refused(turn, olga).code == "PAUSED"
    rulings.resume_table(table, olga, reason="the sun", key="r")
    factories.act(table, "fold")
    over = refused(turn, olga)
    assert isinstance(over, Stale)
    assert not Notice.objects.filter(kind="nudge").exists()


def test_everybody_at_once_but_who_was_asked_just_now() -> None:
    contest = factories.running(13)
    first, second = (turn_of(table) for table in contest.tables.all())
    nudges.nudge(first.pk, contest.organiser)
    done = nudges.nudge_all(contest, contest.organiser)
    assert done.asked == [second.seat.entry.name]
    assert done.in_peace == [first.seat.entry.name]


def test_a_croupier_asks_at_his_own_table_alone() -> None:
    contest = factories.running(13)
    trudy = factories.person("trudy")
    contest.croupiers.create(user=trudy)
    contest.tables.filter(number=2).update(croupier=trudy)
    assert nudges.nudge_all(contest, trudy).asked == [turn_of(factories.table_of(contest, 2)).seat.entry.name]
    assert {one.turn.table.number: one.may for one in nudges.waiting(contest, trudy)} == {1: False, 2: True}


def test_who_has_no_account_is_told_by_hand() -> None:
    contest = without_account()
    turn = turn_of(factories.table_of(contest))
    assert refused(turn, contest.organiser).code == "BY_HAND"
    assert nudges.nudge_all(contest, contest.organiser).by_hand == [turn.seat.entry.name]
    assert nudges.told(turn.pk, contest.organiser).nudged_at is not None
    nudges.told(turn.pk, contest.organiser)
    lines = [line.text for line in changes.log(overview.changes(contest))]
    assert sum("was asked for a move by hand" in line for line in lines) == 1


def test_the_message_holds_what_lies_open_and_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = {"A": "As Kd", "B": "2c 7d", "C": "Qh Qs", "D": "3h 4h", "E": "9c 9d"}
    factories.stack_decks(monkeypatch, factories.holdem_deck(hands, "7h 9h Jd 2s 5h"))
    contest = without_account()
    Contest.objects.filter(pk=contest.pk).update(languages=["fr", "it", "de"])
    turn = Turn.objects.select_related("table__contest__organiser", "seat__entry").get(
        pk=turn_of(factories.table_of(contest)).pk
    )
    texts = telling.messages(turn)
    assert [text.language for text in texts] == ["fr", "it"]
    assert "vous" in texts[0].text
    for text in texts:
        assert turn.seat.entry.name in text.text
        assert not [card for card in ("A♠", "K♦", "Q♥", "9♣", "J♦") if card in text.text]
        assert "/t/" not in text.text


def test_his_link_is_handed_out_on_record_and_opens_his_seat() -> None:
    contest = without_account()
    turn = turn_of(factories.table_of(contest))
    with pytest.raises(Illegal, match="NOT_ALLOWED"):
        nudges.link_for(turn.pk, factories.person("alice"))
    link = nudges.link_for(turn.pk, contest.organiser)
    assert "/t/" in link
    line = changes.log(overview.changes(contest))[0]
    assert "was handed out" in line.text


def test_no_link_of_a_player_who_has_letters(table: Table) -> None:
    with pytest.raises(Illegal, match="HAS_ACCOUNT"):
        nudges.link_for(turn_of(table).pk, table.contest.organiser)


@pytest.mark.django_db(transaction=True)
def test_two_of_the_staff_at_the_same_moment_send_one_letter() -> None:
    contest = factories.running(5)
    root = factories.person("root", is_superuser=True)
    turn = turn_of(factories.table_of(contest))

    def press(by: Any) -> str:
        try:
            nudges.nudge(turn.pk, by)
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "sent"

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(press, [contest.organiser, root]))
    assert sorted(answers) == ["NUDGED", "sent"]
    assert Notice.objects.filter(kind="nudge").count() == 1
