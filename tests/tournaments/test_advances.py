"""Moves left in advance: they act once, at their moment, through the one door, and are secret until then."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin

from referee.advance import Condition
from referee.core import Illegal, Stale
from tests import factories
from tests.tournaments.test_sweep import in_threads
from tournaments import models, wording
from tournaments.services import advances, clock, post, records, sealing, sweep, tables, views
from tournaments.services.contents import content_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> models.Table:
    """Five players, ante 2, no check: A speaks first in the first deal."""
    return factories.table_of(factories.running(5))


@pytest.fixture
def blinds() -> models.Table:
    """Blinds and a free check: silence is a check where that costs nothing."""
    level = {"from_hand": 1, "small_blind": 1, "big_blind": 2, "ante": 0, "big_blind_ante": 0}
    overrides = {"starting_stack": 40, "levels": [level], "hands": 2}
    return factories.table_of(factories.running(5, preset="holdem", rules=overrides))


def leave(table: models.Table, seat: str, do: str, **more: Any) -> None:
    view = views.look(table.pk, seat).view
    advances.leave(table.pk, seat, Condition(do, view["deal"], view["street"], **more))


def left(table: models.Table) -> str:
    """The seats for which something stands."""
    kept = {seat.letter: advances.of_seat(seat) for seat in table.table_seats.order_by("letter")}
    return "".join(letter for letter, one in kept.items() if one is not None and not one.over)


def speaker(table: models.Table) -> str:
    return factories.open_turns(table)[0].seat.letter


def letters_to(table: models.Table, seat: str, kind: str = "turn") -> list[models.Notice]:
    user = table.table_seats.get(letter=seat).entry.user
    return list(models.Notice.objects.filter(user=user, kind=kind, table=table).order_by("id"))


def name_of(table: models.Table, seat: str) -> str:
    return str(table.table_seats.get(letter=seat).entry.name)


def told(table: models.Table) -> list[str]:
    sight = views.look(table.pk, None)
    events = table.events.order_by("number")
    return [line for event in events for line in wording.log(event.facts, sight.names, table.game)]


def test_it_acts_when_the_turn_opens_and_the_table_goes_on(table: models.Table) -> None:
    for seat in "BC":
        leave(table, seat, "call-up-to", to=3)
    leave(table, "D", "fold")
    factories.act(table, "raise 3")
    assert advances.act_due() == 3
    assert speaker(table) == "E"
    moves = table.events.filter(kind="move").order_by("number")
    assert [(event.seat, (event.input or {})["do"], event.origin) for event in moves] == [
        ("A", "raise", "web"),
        *(("B", "call", "advance"), ("C", "call", "advance"), ("D", "fold", "advance")),
    ]
    assert records.differences(table.pk) == []


def test_the_log_says_that_it_was_left_and_when(table: models.Table) -> None:
    leave(table, "B", "fold")
    at = wording.instant(models.Advance.objects.get().left_at)
    factories.act(table, "raise 1")
    assert not any("in advance" in line for line in told(table))
    advances.act_due()
    lines, name = told(table), name_of(table, "B")
    said = f"{name} left a move in advance on {at}; this is its moment."
    assert lines[lines.index(said) + 1] == f"{name} folds."


def test_no_letter_asks_for_what_was_left_and_the_next_one_tells_it(table: models.Table) -> None:
    leave(table, "B", "call-up-to", to=4)
    factories.act(table, "raise 2")
    (asked,) = letters_to(table, "B")
    assert advances.holds(asked)
    assert not advances.holds(letters_to(table, "A")[0])
    post.send_due()
    asked.refresh_from_db()
    assert content_of(asked) is None
    assert asked.sent_at is None
    factories.act(table, "raise 5", "fold", "fold", "fold")
    assert speaker(table) == "B"
    advances.act_due()  # 5 is above the limit
    assert left(table) == ""
    later = content_of(letters_to(table, "B")[-1])
    assert later is not None
    assert any("in advance" in line for line in later.context["happened"])
    assert any(f"{name_of(table, 'B')} calls" in line for line in later.context["happened"])


def test_a_letter_in_whose_turn_nothing_acts_goes_out_at_once(table: models.Table) -> None:
    leave(table, "B", "call-up-to", to=4)
    factories.act(table, "raise 5")
    (asked,) = letters_to(table, "B")
    assert advances.act_due() == 0
    assert not advances.holds(asked)
    assert content_of(asked) is not None
    assert speaker(table) == "B"


def test_a_letter_is_not_held_for_ever(table: models.Table) -> None:
    leave(table, "B", "fold")
    factories.act(table, "raise 5")
    (asked,) = letters_to(table, "B")
    asked.created_at = clock.now() - 2 * advances.HELD
    assert not advances.holds(asked)


def test_the_sweep_alone_plays_it_too(table: models.Table) -> None:
    leave(table, "B", "fold")
    factories.act(table, "raise 1")
    assert sweep.sweep().acted == 1
    assert sweep.sweep().acted == 0


def test_two_workers_play_it_once(table: models.Table) -> None:
    leave(table, "B", "call-up-to", to=2)
    factories.act(table, "raise 2")
    assert in_threads(advances.act_due, advances.act_due, sweep.sweep) == []
    assert table.events.filter(kind="move", seat="B").count() == 1
    assert speaker(table) == "C"


def test_a_price_that_did_not_stay_is_asked_about(table: models.Table) -> None:
    factories.act(table, "raise 2")
    leave(table, "C", "call", to=2)
    factories.act(table, "raise 3")
    assert advances.act_due() == 0
    assert (speaker(table), left(table)) == ("C", "")


def test_it_ends_with_its_street(table: models.Table) -> None:
    leave(table, "A", "fold-to-bet")
    leave(table, "E", "fold", span="deal")
    factories.act(table, "raise 1", "call", "call", "call")
    assert advances.act_due() == 1  # E folds
    assert views.look(table.pk, None).view["street"] == 1
    leave(table, "B", "fold")
    factories.act(table, "raise 1")
    assert advances.act_due() == 1
    assert left(table) == ""  # B and E have folded, and A took hers away by speaking


def test_a_move_of_ones_own_ends_it(table: models.Table) -> None:
    leave(table, "A", "call-up-to", to=9)
    assert left(table) == "A"
    factories.act(table, "raise 1")
    assert left(table) == ""


def test_in_the_turn_in_which_it_was_left_it_takes_the_place_of_silence(table: models.Table) -> None:
    factories.act(table, "raise 2")
    leave(table, "B", "call-up-to", to=2)
    assert (advances.act_due(), sweep.sweep().acted) == (0, 0)
    factories.move_clock(table, seconds=1)
    sweep.sweep()
    last = table.events.filter(seat="B", kind="move").get()
    assert (last.input, last.origin) == ({"do": "call"}, "advance")
    assert speaker(table) == "C"


def test_a_letter_that_came_in_time_comes_before_it(table: models.Table) -> None:
    factories.act(table, "raise 2")
    leave(table, "B", "call-up-to", to=2)
    deadline = factories.move_clock(table, seconds=1)
    turn = factories.open_turns(table)[0]
    letter = models.Letter.objects.create(
        raw=b"x", envelope_to="play@x.example", received_at=deadline, turn=turn, body_hash="x", via="smtp"
    )
    sweep.sweep()
    assert speaker(table) == "B"
    letter.delete()
    sweep.sweep()
    assert speaker(table) == "C"


def test_what_says_nothing_yet_leaves_silence_as_it_is(table: models.Table) -> None:
    leave(table, "A", "fold-to-bet")
    factories.move_clock(table, seconds=1)
    assert sweep.sweep().timed_out == 1
    assert table.events.filter(seat="A", kind="timeout").count() == 1


def test_a_fold_in_advance_gives_no_free_check_away(blinds: models.Table) -> None:
    big = views.look(blinds.pk, None).view["big_blind"]
    leave(blinds, big, "fold")
    factories.act(blinds, "call", "call", "call", "call")
    assert (advances.act_due(), speaker(blinds)) == (0, big)
    factories.act(blinds, "check")
    assert views.look(blinds.pk, None).view["street"] == 1


def test_a_paused_table_keeps_it(table: models.Table) -> None:
    olga = table.contest.organiser
    leave(table, "B", "fold")
    factories.act(table, "raise 1")
    tables.play(table.pk, kind="pause", key="p", origin="staff", actor=olga, reason="a storm")
    assert (advances.act_due(), left(table)) == (0, "B")
    tables.play(table.pk, kind="resume", key="r", origin="staff", actor=olga, reason="it is over")
    assert advances.act_due() == 1


def test_taken_back_while_it_was_being_weighed_it_is_not_played(
    table: models.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave(table, "B", "fold")
    factories.act(table, "raise 1")
    weighed = advances._play

    def late(*asked: Any) -> None:
        assert advances.withdraw(table.pk, "B")
        weighed(*asked)

    monkeypatch.setattr(advances, "_play", late)
    assert advances.act_due() == 0
    assert speaker(table) == "B"
    assert not advances.withdraw(table.pk, "B")


def test_leaving_and_taking_back_write_nothing_that_anybody_sees(table: models.Table) -> None:
    def written() -> tuple[Any, ...]:
        table.refresh_from_db()
        rows = (table.events.count(), models.Notice.objects.count(), models.LedgerEntry.objects.count())
        seen = [views.look(table.pk, seat).view for seat in ("A", "B", "C", None)]
        return (*rows, table.last_event, table.turn_number, seen)

    before = written()
    leave(table, "B", "fold")
    leave(table, "B", "call-up-to", to=7)
    assert written() == before
    advances.withdraw(table.pk, "B")
    assert written() == before


def test_what_is_stored_is_sealed(table: models.Table) -> None:
    leave(table, "B", "fold")
    row = models.Advance.objects.get()
    assert b"fold" not in bytes(row.condition)
    assert sealing.unseal_json(row.condition)["condition"]["do"] == "fold"
    assert not admin.site.is_registered(models.Advance)


@pytest.mark.parametrize(
    ("code", "do", "more"),
    [
        ("PRICE_IS", "call", {"to": 3}),
        ("LIMIT_TOO_LOW", "call-up-to", {"to": 1}),
    ],
)
def test_what_could_never_act_is_refused(table: models.Table, code: str, do: str, more: Any) -> None:
    factories.act(table, "raise 2")
    with pytest.raises(Illegal) as refused:
        leave(table, "C", do, **more)
    assert refused.value.code == code
    assert left(table) == ""


def test_the_last_chip_wants_a_word_of_its_own(table: models.Table) -> None:
    factories.act(table, "all-in")
    with pytest.raises(Illegal) as refused:
        leave(table, "C", "call", to=18)
    assert refused.value.code == "ALL_IN_UNCONFIRMED"
    leave(table, "C", "call", to=18, all_in=True)
    factories.act(table, "fold")
    assert advances.act_due() == 1
    assert views.look(table.pk, None).view["seats"]["C"]["state"] == "all-in"


def test_refused_where_nothing_more_is_asked(table: models.Table) -> None:
    factories.act(table, "fold")
    with pytest.raises(Illegal) as refused:
        leave(table, "A", "fold")
    assert refused.value.code == "NOTHING_MORE_ASKED"
    with pytest.raises(Stale) as stale:
        advances.leave(table.pk, "B", Condition("fold", 1, 1))
    assert stale.value.code == "STREET_OVER"


def test_the_players_own_letters_say_what_is_done_in_the_place_of_silence(table: models.Table) -> None:
    factories.act(table, "raise 2")
    (asked,) = letters_to(table, "B")

    def silence() -> str:
        content = content_of(asked)
        assert content is not None
        return str(content.context["silence"])

    deadline = wording.instant(factories.open_turns(table)[0].deadline_at)
    folds = f"If you do nothing until {deadline}, you fold."
    assert silence() == folds
    leave(table, "B", "call-up-to", to=2)
    assert silence() == f"If you do nothing until {deadline}, you call (2 chips). So you left it in advance."
    advances.withdraw(table.pk, "B")
    leave(table, "B", "fold-to-bet")
    assert silence() == f"{folds} So you left it in advance."
