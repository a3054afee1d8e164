"""Rulings that put something right: what they do, what they never pass, and that replay goes the same way."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connections
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from referee import record
from referee.core import Illegal, Move, Refusal, Stale
from tests import factories
from tests.tournaments.mail.test_mail_contests import write
from tests.tournaments.web.tabling import player
from tournaments import models, wording
from tournaments.models import Draw, Notice, Table
from tournaments.services import (
    advances,
    clock,
    composing,
    contests,
    fees,
    ledger,
    overview,
    proofs,
    putting_right,
    records,
    registration,
    rulings,
    sweep,
    tables,
    verifying,
    views,
)
from tournaments.services.contents import tables as contents

pytestmark = pytest.mark.django_db

REASON = "The letter said call, not fold."


@pytest.fixture
def table() -> Table:
    return factories.table_of(factories.running(5))


def last(table: Table) -> int:
    return Table.objects.get(pk=table.pk).last_event


def take_back(table: Table, event: int | None = None, **given: Any) -> Any:
    olga = table.contest.organiser
    moves = putting_right.takes_back(table)
    number = event if event is not None else moves[0].number
    given = {"seen": last(table), "reason": REASON, "key": secrets.token_hex(4), **given}
    return rulings.take_back(table, given.pop("by", olga), number, **given)


def void(table: Table, **given: Any) -> Any:
    first = putting_right.deal_event(table)
    assert first is not None
    given = {"seen": last(table), "reason": REASON, "key": secrets.token_hex(4), **given}
    return rulings.void_deal(table, given.pop("by", table.contest.organiser), first.number, **given)


def snapshot(table: Table) -> tuple[Any, ...]:
    row = Table.objects.get(pk=table.pk)
    turns = [(turn.seat.letter, turn.number, turn.deadline_at) for turn in factories.open_turns(table)]
    return views.state_of(table.pk).state, row.last_event, turns, row.state


def state(table: Table) -> Any:
    return views.state_of(table.pk).state


def awaited(table: Table) -> str:
    return "".join(turn.seat.letter for turn in factories.open_turns(table))


def test_a_mis_keyed_move_is_taken_back_and_its_player_asked_again(table: Table) -> None:
    before = state(table)
    number = factories.open_turns(table)[0].number
    factories.act(table, "fold")
    assert awaited(table) == "B"
    take_back(table)
    assert (state(table), awaited(table)) == (before, "A")
    assert factories.open_turns(table)[0].number > number + 1, "what was sent for the old turn is stale"
    event = table.events.get(kind="ruling")
    assert event.reason == REASON
    assert records.differences(table.pk) == []
    told = Notice.objects.filter(kind="staff", data__event=event.number)
    assert told.count() == 5
    composed = composing.compose(told[0])
    assert composed is not None
    assert REASON in composed.text


def test_all_that_came_after_the_move_falls_too(table: Table) -> None:
    before = state(table)
    factories.act(table, "raise 2", "call", "fold")
    first = putting_right.takes_back(table)[-1]
    take_back(table, first.number)
    assert (state(table), awaited(table)) == (before, "A")
    factories.act(table, "raise 3", "call")
    assert records.differences(table.pk) == []


def test_a_wrong_time_out_is_taken_back(table: Table) -> None:
    models.Heartbeat.objects.create(name=sweep.HEART, at=sweep.clock.now())
    factories.move_clock(table, seconds=5)
    sweep.sweep()
    assert awaited(table) == "B"
    take_back(table)
    assert awaited(table) == "A"
    assert factories.open_turns(table)[0].deadline_at > sweep.clock.now()


def test_nothing_is_taken_back_beyond_a_card_that_was_turned_up(table: Table) -> None:
    factories.act(table, "raise 2", "call", "call", "call", "call")
    before = snapshot(table)
    assert putting_right.takes_back(table) == []
    turned = table.events.filter(kind="move").latest("number")
    for number in range(1, turned.number + 1):
        with pytest.raises(Illegal, match="REVEALED"):
            take_back(table, number)
    assert snapshot(table) == before
    factories.act(table, "raise 1")
    assert len(putting_right.takes_back(table)) == 1
    take_back(table)
    assert records.differences(table.pk) == []


def test_the_record_shows_the_play_that_counts_and_the_log_all_of_it(table: Table) -> None:
    factories.act(table, "raise 2", "fold")
    take_back(table)
    factories.act(table, "call")
    document = records.full(table)
    assert [(one["seat"], one["do"]) for one in document["deals"][0]["actions"]] == [
        ("A", "raise"),
        ("B", "call"),
    ]
    assert record.check(document) == []
    assert record.read(record.write(records.offered(table, "A")))["view"] == "A"
    assert table.events.filter(kind="move").count() == 3


def test_a_void_deal_gives_back_its_chips_and_is_dealt_from_the_next_number(table: Table) -> None:
    factories.act(table, "raise 2", "call", "call", "call", "call")
    stacks = views.stacks(table)
    assert len(set(stacks.values())) == 1
    cards = views.look(table.pk, "A").view["seats"]["A"]["cards"]
    void(table)
    sight = views.look(table.pk, "A")
    row = Table.objects.get(pk=table.pk)
    assert (row.deal_number, row.state, sight.view["board"]) == (1, "playing", [])
    held = {letter: seat["stack"] + seat["bet"] for letter, seat in sight.view["seats"].items()}
    assert held == dict.fromkeys("ABCDE", 18)
    drawn = Draw.objects.filter(series=table.ref).order_by("n")
    assert [(one.n, one.state) for one in drawn] == [(0, "void"), (1, "dealt")]
    assert drawn[0].void_reason == REASON
    assert sight.view["seats"]["A"]["cards"] != cards
    assert records.differences(table.pk) == []
    assert record.check(records.full(table)) == []
    assert len(records.full(table)["deals"]) == 1
    factories.play_out(table.contest)
    assert records.differences(table.pk) == []
    assert len(records.full(table)["deals"]) == 2


def test_the_table_reads_who_had_seen_what_and_no_story_counts_a_void_deal(
    table: Table, client: Client
) -> None:
    factories.act(table, "raise 2", "call", "call", "call")
    wants = player(table, "B")
    Notice.objects.filter(user=wants).update(sent_at=clock.now())
    factories.act(table, "call")
    board = wording.cards(views.look(table.pk, None).view["board"])
    void(table)
    ruling = table.events.get(kind="ruling")
    told = composing.compose(Notice.objects.filter(kind="staff", user=player(table, "D")).latest("pk"))
    assert told is not None
    assert f"Turned up since, for all to see: {board}." in told.text
    assert f"Letters about the table went since to: {wants.name}" in told.text
    factories.act(table, "raise 3")
    reader = views.look(table.pk, "E")
    story = "\n".join(contents.told(contents.events_of(reader), reader))
    assert "Deal 1 is void" in story
    assert "bets 3 chips" in story
    assert "bets 2 chips" not in story
    assert story.count("Deal 1 begins") == 1
    old = Notice(kind="event", table=table, user=wants, contest=table.contest)
    old.data = {"event": ruling.number - 2, "seat": "B"}
    assert contents.event(old) is None
    page = client.get(f"/c/{table.contest.slug}/{table.number}/ruling/{ruling.number}/").text
    assert wants.name in page.partition("Who had seen what by then")[2]
    assert f"/ruling/{ruling.number}/" in client.get(f"/c/{table.contest.slug}/{table.number}/").text


def test_what_lay_open_in_a_void_deal_is_not_opened_in_the_next_deck(table: Table) -> None:
    factories.act(table, "raise 2", "call", "call", "call", "call")
    board = views.look(table.pk, None).view["board"]
    assert len(board) == 5
    void(table)
    old, new = proofs.listed(table.contest)[-2:]
    for reader in (AnonymousUser(), player(table, "A")):
        document = proofs.document(new, reader)
        assert document is not None
        own = views.look(table.pk, "A").view["seats"]["A"]["cards"] if reader.pk else []
        assert {one["label"] for one in document["published"]["openings"]} == set(own)
        document = proofs.document(old, reader)
        assert document is not None
        shown = {one["label"] for one in document["published"]["openings"]}
        assert set(board) <= shown
        assert len(shown) == (7 if reader.pk else 5)


def test_a_later_deal_may_be_void_and_the_one_before_it_stands(table: Table) -> None:
    while Table.objects.get(pk=table.pk).deal_number == 1:
        seat = factories.open_turns(table)[0].seat.letter
        factories.act(table, "call" if (views.look(table.pk, seat).options or {})["call"] else "raise 1")
    stacks = table.events.filter(kind="deal").latest("number").input["setup"]["stacks"]
    factories.act(table, "raise 2")
    void(table)
    again = table.events.filter(kind="deal").latest("number").input
    assert (again["number"], again["setup"]["stacks"]) == (2, stacks)
    assert records.differences(table.pk) == []
    assert record.check(records.full(table)) == []


def test_a_paused_table_stays_paused_and_gives_the_whole_time_at_its_end(table: Table) -> None:
    olga = table.contest.organiser
    factories.act(table, "fold")
    rulings.pause_table(table, olga, reason="a look", key="p")
    take_back(table)
    (turn,) = factories.open_turns(table)
    assert turn.remaining is not None
    assert turn.remaining.total_seconds() == table.contest.turn_seconds
    assert Table.objects.get(pk=table.pk).state == "paused"
    rulings.resume_table(table, olga, reason="go on", key="r")
    assert awaited(table) == "A"
    rulings.pause_table(table, olga, reason="a look", key="p2")
    void(table)
    assert not factories.open_turns(table)
    rulings.resume_table(table, olga, reason="go on", key="r2")
    assert awaited(table) == "A", "it is dealt when the table goes on"
    assert records.differences(table.pk) == []


@pytest.mark.parametrize("ruling", [take_back, void])
@pytest.mark.parametrize("who", ["A", "zoe", "ottilie"])
def test_nobody_else_puts_anything_right(table: Table, ruling: Any, who: str) -> None:
    by = player(table, who) if len(who) == 1 else factories.organiser(who)
    factories.act(table, "fold")
    before = snapshot(table)
    with pytest.raises(Illegal, match="NOT_ALLOWED"):
        ruling(table, by=by)
    with pytest.raises(Illegal, match="NO_REASON"):
        ruling(table, reason=" ")
    assert snapshot(table) == before


@pytest.mark.parametrize("ruling", [take_back, void])
def test_who_looked_before_somebody_played_looks_again(table: Table, ruling: Any) -> None:
    factories.act(table, "raise 2")
    seen = last(table)
    event = putting_right.takes_back(table)[0].number
    factories.act(table, "call")
    before = snapshot(table)
    given = {"event": event} if ruling is take_back else {}
    with pytest.raises(Stale, match="TABLE_MOVED"):
        ruling(table, seen=seen, **given)
    assert snapshot(table) == before


@pytest.mark.parametrize("ruling", [take_back, void])
def test_the_same_ruling_sent_twice_is_one(table: Table, ruling: Any) -> None:
    factories.act(table, "fold")
    given = {"event": last(table)} if ruling is take_back else {}
    seen = last(table)
    first = ruling(table, key="same", seen=seen, **given)
    second = ruling(table, key="same", seen=seen, **({"event": 2} if given else {}))
    assert (second.number, second.repeated) == (first.number, True)
    assert table.events.filter(kind="ruling").count() == 1


def test_a_move_left_in_advance_falls_with_what_it_was_left_for(table: Table) -> None:
    factories.act(table, "raise 2")
    sight = views.look(table.pk, "C")
    advances.leave(
        table.pk,
        "C",
        advances.Condition("fold-to-bet", sight.view["deal"], sight.view["street"]),
    )
    assert models.Advance.objects.exists()
    take_back(table)
    assert not models.Advance.objects.exists()


def test_a_removed_player_folds_from_now_on_and_keeps_his_chips_in_the_ranking(table: Table) -> None:
    olga = table.contest.organiser
    rulings.remove_player(table, olga, "A", leaves=False, reason="unkind words", key="k")
    assert awaited(table) == "B"
    assert models.Seat.objects.get(table=table, letter="A").automatic
    assert views.stacks(table)["A"] > 0
    assert records.differences(table.pk) == []
    factories.play_out(table.contest)
    assert records.differences(table.pk) == []
    assert record.check(records.full(table)) == []


def test_a_disqualified_player_takes_his_chips_out_of_play(table: Table) -> None:
    olga = table.contest.organiser
    rulings.remove_player(table, olga, "C", leaves=True, reason="two accounts", key="k")
    assert awaited(table) == "A", "out of turn"
    assert views.look(table.pk, None).view["seats"]["C"]["stack"] == 0
    with pytest.raises(Refusal):
        rulings.remove_player(table, olga, "C", leaves=False, reason="again", key="other")
    factories.play_out(table.contest)
    assert records.differences(table.pk) == []


@pytest.mark.parametrize("leaves", [False, True])
@pytest.mark.parametrize("undo", [take_back, void])
def test_a_removal_that_is_taken_back_lets_its_player_play_again(
    table: Table, leaves: bool, undo: Any
) -> None:
    factories.act(table, "raise 2")
    tables.leave_seat(table.pk, "E")
    rulings.remove_player(table, table.contest.organiser, "B", leaves=leaves, reason="two accounts", key="k")
    assert awaited(table) == "C"
    undo(table, **({"event": putting_right.takes_back(table)[0].number} if undo is take_back else {}))
    seats = dict(table.table_seats.values_list("letter", "automatic"))
    assert [letter for letter, automatic in seats.items() if automatic] == ["E"], "who has left has left"
    factories.act(table, "raise 3")
    assert awaited(table) == "B", "asked, not folded"
    assert records.differences(table.pk) == []
    assert verifying.verify(table.contest_id).fault == ""


def test_a_substitute_stays_when_what_came_before_him_is_void(table: Table) -> None:
    olga, zoe = table.contest.organiser, factories.person("zoe")
    rulings.remove_player(table, olga, "B", leaves=False, reason="silence", key="k")
    rulings.substitute(table, olga, "B", zoe.email, reason="a journey", key="s")
    void(table)
    seat = models.Seat.objects.select_related("entry__user").get(table=table, letter="B")
    assert (seat.entry.user, seat.automatic) == (zoe, False)


def test_t9_who_is_disqualified_stands_where_the_deal_puts_him(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without chips the later deal goes first, then the larger stack at its start: no rule of its own."""
    hands = {"A": "As Ah", "B": "7c 2d", "C": "8c 3d", "D": "9h 4d", "E": "Th 5s"}
    factories.stack_decks(monkeypatch, [], factories.holdem_deck(hands, "Ks Qd Jc 6h 6s"))
    olga = table.contest.organiser
    void(table)
    factories.act(table, "all-in", "all-in", "fold", "fold", "fold")
    rulings.remove_player(table, olga, "C", leaves=True, reason="two accounts", key="k")
    factories.play_out(table.contest)
    place = {one.entry.seat.letter: one.place for one in table.contest.placings.select_related("entry")}
    assert place["C"] == 4, "in the second deal, after B in the first"
    assert place["B"] == 5


def test_a_substitute_takes_the_seat_and_the_letters_of_the_one_before_are_dead(table: Table) -> None:
    olga, zoe, alice = table.contest.organiser, factories.person("zoe"), player(table, "A")
    turn = factories.open_turns(table)[0]
    unsent = Notice.objects.get(turn=turn, kind="turn")
    rulings.substitute(table, olga, "A", zoe.email, reason="a journey", key="k")
    (fresh,) = factories.open_turns(table)
    assert (fresh.seat.letter, fresh.seat.entry.user, fresh.seat.entry.name) == ("A", zoe, "zoe")
    assert fresh.mail_hash != turn.mail_hash
    turn.refresh_from_db()
    assert turn.closed_at is not None
    unsent.refresh_from_db()
    assert unsent.dropped_at is not None
    assert Notice.objects.get(turn=fresh, kind="turn").user == zoe
    assert not Notice.objects.filter(user=alice, created_at__gte=fresh.opened_at, table=table).exists()
    fact = table.events.get(kind="ruling").facts[0]
    assert fact == {"fact": "substituted", "seat": "A", "knows": True}
    bodies = [entry.body for entry in models.LedgerEntry.objects.filter(contest=table.contest)]
    assert f'"user":"u{zoe.pk}"' in bodies[-1]
    assert "zoe" not in bodies[-1]
    assert records.differences(table.pk) == []
    factories.act(table, "raise 2")


def test_what_he_did_stays_his_whoever_has_his_seat_now(table: Table, client: Client) -> None:
    alice, zoe = player(table, "A"), factories.person("zoe")
    olga = table.contest.organiser
    factories.act(table, "raise 2", "call")
    rulings.substitute(table, olga, "A", zoe.email, reason="a journey", key="k")
    told = composing.compose(Notice.objects.filter(kind="turn", user=player(table, "C")).latest("pk"))
    assert told is not None
    factories.act(table, "call", "call", "call", "raise 1")
    log = client.get(f"/c/{table.contest.slug}/{table.number}/").text
    names = {letter: seat.entry.name for letter, seat in views.look(table.pk, None).seats.items()}
    assert names["A"] == "zoe"
    client.force_login(olga)
    ledger_page = client.get(f"/c/{table.contest.slug}/audit/").text
    for text in (log, ledger_page):
        assert f"{alice.name} bets 2 chips." in unescape(text)
        assert "zoe bets 1 chip." in unescape(text)
        assert "zoe bets 2 chips." not in unescape(text)
    assert f"{alice.name} bets 2 chips." in told.text
    assert "zoe takes over" in told.text
    acts = records.full(table)["deals"][0]["actions"]
    assert [one.get("by") for one in acts if one["seat"] == "A"] == [alice.name, None]
    assert record.check(records.full(table)) == []
    changes = [one.ref for one in overview.changes(table.contest) if one.kind == "entry"]
    assert alice.name in changes
    assert "zoe" not in changes


def test_who_was_replaced_sees_nothing_of_the_seat_any_more(table: Table) -> None:
    """A notice written for him, or an answer to an old letter of ours, shows no card of the seat."""
    alice = player(table, "A")
    old = Notice.objects.get(turn=factories.open_turns(table)[0], kind="turn")
    Notice.objects.filter(pk=old.pk).update(sent_at=old.created_at, message_id="old@x")
    zoe = factories.person("zoe")
    rulings.substitute(table, table.contest.organiser, "A", zoe.email, reason="ill", key="k")
    void(table)
    late = Notice.objects.create(
        user=alice, kind="deal", key="late", contest=table.contest, table=table,
        data={"event": 1, "deal": 1, "seat": "A"}, created_at=old.created_at, retry_at=old.created_at,
    )  # fmt: skip
    assert composing.compose(late) is None
    write(alice.email, "status", "Re: Rubis", answers="<old@x>")
    answer = Notice.objects.get(kind="answer", user=alice)
    composed = composing.compose(answer)
    assert composed is not None
    assert "Your cards" not in composed.text
    cards = views.look(table.pk, "A").view["seats"]["A"]["cards"]
    assert not any(wording.card(card) in composed.text for card in cards)


@pytest.mark.parametrize("withdraws", [False, True])
def test_a_reserve_or_who_withdrew_before_the_draw_takes_a_seat(withdraws: bool) -> None:
    contest = factories.open_contest(5, cap=5, fee_amount=1, fee_unit="egg")
    zoe = factories.person("zoe")
    entry = registration.register(contest.pk, zoe)
    assert entry.state == "reserve"
    everybody = contest.entries.values_list("pk", flat=True)
    registration.mark_paid(contest.pk, contest.organiser, list(everybody))
    if withdraws:
        registration.withdraw(entry.pk, zoe)
    for step in (contests.close, contests.draw, contests.start):
        step(contest.pk, contest.organiser)
    table = factories.table_of(contest)
    rulings.substitute(table, contest.organiser, "A", zoe.email, reason="ill", key="k")
    assert player(table, "A") == zoe
    entry.refresh_from_db()
    assert (entry.user, entry.name, entry.state) == (None, "zoe (2)", "withdrawn")
    assert fees.standing(entry, models.Contest.objects.get(pk=contest.pk)) == fees.BACK
    assert verifying.verify(contest.pk).fault == ""


@pytest.mark.parametrize(
    ("who", "code"),
    [("bob", "ENTERED_ALREADY"), ("olga", "RULES_HERE"), ("nobody", "NO_SUCH_PERSON")],
)
def test_who_cannot_take_a_seat(table: Table, who: str, code: str) -> None:
    before = snapshot(table)
    with pytest.raises(Illegal, match=code):
        rulings.substitute(
            table, table.contest.organiser, "A", f"{who}@players.example", reason="ill", key="k"
        )
    assert snapshot(table) == before
    assert player(table, "A").name not in ("olga", "nobody")


@settings(
    max_examples=8,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps=st.lists(st.sampled_from(["fold", "call", "raise", "back", "void"]), min_size=3, max_size=14))
def test_whatever_is_played_and_put_right_replay_equals_play(steps: list[str]) -> None:
    table = factories.table_of(factories.running(5, name=f"Tour {secrets.token_hex(4)}"))
    for step in steps:
        turns = factories.open_turns(table)
        try:
            if step == "back":
                take_back(table) if putting_right.takes_back(table) else None
            elif step == "void":
                void(table)
            elif turns:
                factories.act(table, "raise 2" if step == "raise" else step)
        except Refusal:
            continue
        view = views.look(table.pk, None).view
        assert sum(seat["stack"] for seat in view["seats"].values()) + view["pot"] == 5 * 20
    assert records.differences(table.pk) == []
    assert record.check(records.full(table)) == []


@pytest.mark.django_db(transaction=True)
def test_a_move_and_a_ruling_at_the_same_time_leave_one_course() -> None:
    table = factories.table_of(factories.running(5))
    factories.act(table, "raise 2")
    seen, event = last(table), putting_right.takes_back(table)[0].number

    def play() -> str:
        try:
            seat = "B"
            turn = table.turns.get(closed_at__isnull=True, seat__letter=seat)
            tables.play(
                table.pk,
                kind="move",
                seat=seat,
                move=Move("call"),
                key="m",
                origin="web",
                expected=turn.number,
            )
        except (Refusal, models.Turn.DoesNotExist) as refusal:
            return type(refusal).__name__
        finally:
            connections.close_all()
        return "played"

    def rule() -> str:
        try:
            take_back(table, event, seen=seen)
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "ruled"

    with ThreadPoolExecutor(2) as pool:
        moved, ruled = pool.submit(play), pool.submit(rule)
    assert (moved.result() == "played") != (ruled.result() == "ruled")
    assert records.differences(table.pk) == []
    assert ledger.export(table.contest)
