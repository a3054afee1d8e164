"""Going back by agreement: what may be proposed, who has to agree, and that it takes effect once or never."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from referee import record
from referee.audit.ballots import Ballots
from referee.core import Illegal, Refusal, Stale
from tests import factories
from tests.tournaments.test_exports import checked, exported, play_on, running
from tests.tournaments.test_putting_right import last, snapshot, state
from tests.tournaments.web.tabling import player
from tournaments import models, wording
from tournaments.models import Draw, LedgerEntry, Notice, Proposal, Table
from tournaments.services import (
    clock,
    composing,
    proposals,
    proposing,
    putting_right,
    records,
    rollbacks,
    rulings,
    sweep,
    tables,
    views,
)

pytestmark = pytest.mark.django_db

REASON = "The wrong river was read out."
ROUND = ("raise 2", "call", "call", "call", "call")


@pytest.fixture
def table() -> Table:
    return factories.table_of(factories.running(5))


def admin() -> models.User:
    known = models.User.objects.filter(is_superuser=True).first()
    return known or models.User.objects.create_superuser("root@players.example", name="root")


def propose(table: Table, event: int | None = None, *, void: bool = True, **given: Any) -> Proposal:
    first = putting_right.deal_events(table)[0].number
    asked = {"asks": "second", "seen": last(table), "reason": REASON, "key": secrets.token_hex(4), **given}
    by = asked.pop("by", table.contest.organiser)
    return proposing.propose_rollback(table.pk, by, event or first, void=void, **asked)


def agree(one: Proposal, by: models.User, *, agrees: bool = True) -> Proposal:
    proposals.vote(one.pk, by, agrees=agrees, via="web")
    return Proposal.objects.get(pk=one.pk)


def second_deal(table: Table) -> None:
    while Table.objects.get(pk=table.pk).deal_number == 1:
        seat = factories.open_turns(table)[0].seat.letter
        factories.act(table, "call" if (views.look(table.pk, seat).options or {})["call"] else "raise 1")


def chips(table: Table) -> int:
    view = views.look(table.pk, None).view
    return int(sum(seat["stack"] for seat in view["seats"].values()) + view["pot"])


def test_a_second_referee_agrees_and_two_deals_are_void_and_dealt_from_new_numbers(table: Table) -> None:
    begun = views.look(table.pk, None).view["seats"]
    second_deal(table)
    factories.act(table, *ROUND)
    admin()
    one = propose(table)
    before = snapshot(table)
    assert state(table) == before[0], "nothing changes before somebody agrees"
    one = agree(one, admin())
    assert one.state == "done"
    row = Table.objects.get(pk=table.pk)
    assert (row.deal_number, row.state) == (1, "playing")
    assert views.look(table.pk, None).view["seats"] == begun
    assert one.ruling is not None
    assert one.ruling.reason == REASON
    assert one.ruling.input["proposal"] == one.number
    drawn = Draw.objects.filter(series=table.ref).order_by("n")
    assert [(draw.n, draw.state) for draw in drawn] == [(0, "void"), (1, "void"), (2, "dealt")]
    assert records.differences(table.pk) == []
    factories.play_out(table.contest)
    assert records.differences(table.pk) == []
    assert record.check(records.full(table)) == []
    assert len(records.full(table)["deals"]) == 2


def test_each_step_stands_in_the_ledger_and_everybody_is_told(table: Table) -> None:
    admin()
    factories.act(table, *ROUND)
    Notice.objects.all().delete()
    one = propose(table)
    told = Notice.objects.filter(kind="proposal", data__when="made")
    assert told.count() == 6, "five players and the second referee"
    letter = composing.compose(told.get(user=admin()))
    assert letter is not None
    assert "waits for your answer" in letter.text
    assert "the word AGREE" in letter.text
    assert wording.cards(views.look(table.pk, None).view["board"]) in letter.text
    watching = composing.compose(told.exclude(user=admin())[0])
    assert watching is not None
    assert "AGREE" not in watching.text
    agree(one, admin())
    kinds = list(table.events.filter(number__gte=one.seen + 1).values_list("kind", flat=True))
    assert kinds == ["vote", "vote", "ruling", "deal"]
    bodies = [entry.body for entry in LedgerEntry.objects.filter(contest=table.contest, kind="table")]
    assert sum('"fact":"proposed"' in body for body in bodies) == 1
    assert sum('"fact":"voted"' in body and f'"by":"u{admin().pk}"' in body for body in bodies) == 1


@pytest.mark.parametrize("who", ["olga", "A", "zoe", "ottilie"])
def test_nobody_else_is_a_second_referee(table: Table, who: str) -> None:
    admin()
    factories.act(table, "raise 2")
    one = propose(table)
    before, rows = snapshot(table), LedgerEntry.objects.count()
    by = player(table, who) if len(who) == 1 else factories.organiser(who)
    with pytest.raises(Illegal, match="NO_VOICE"):
        agree(one, by)
    assert (snapshot(table), LedgerEntry.objects.count()) == (before, rows)


def test_an_admin_who_plays_at_the_table_is_none(table: Table) -> None:
    admin()
    models.User.objects.filter(pk=player(table, "B").pk).update(is_superuser=True)
    one = propose(table)
    with pytest.raises(Illegal, match="NO_VOICE"):
        agree(one, player(table, "B"))


def test_the_croupier_proposes_and_the_organiser_agrees(table: Table) -> None:
    trudy = factories.person("trudy")
    Table.objects.filter(pk=table.pk).update(croupier=trudy)
    with pytest.raises(Illegal, match="NO_SECOND"):
        propose(table)
    one = propose(table, by=trudy)
    assert [found.pk for found in proposals.wait_for(table.contest.organiser)] == [one.pk]
    assert agree(one, table.contest.organiser).state == "done"


def test_the_whole_table_agrees_and_who_is_gone_is_not_asked(table: Table) -> None:
    tables.leave_seat(table.pk, "E")
    factories.act(table, *ROUND[:4])
    one = propose(table, asks="table")
    assert one.seats == ["A", "B", "C", "D"]
    for letter in "ABC":
        one = agree(one, player(table, letter))
        assert one.state == "open"
    before = snapshot(table)
    assert agree(one, player(table, "A")).state == "open", "twice is once"
    assert snapshot(table) == before
    with pytest.raises(Illegal, match="VOTED_ALREADY"):
        agree(one, player(table, "A"), agrees=False)
    for nobody in (player(table, "E"), table.contest.organiser, admin()):
        with pytest.raises(Illegal, match="NO_VOICE"):
            agree(one, nobody)
    assert agree(one, player(table, "D")).state == "done"
    assert records.differences(table.pk) == []


def test_who_leaves_meanwhile_is_waited_for_no_longer(table: Table) -> None:
    one = propose(table, asks="table", pause=True)
    for letter in "ABCD":
        one = agree(one, player(table, letter))
    assert one.state == "open"
    tables.leave_seat(table.pk, "E")
    assert sweep.sweep().settled == 1
    one.refresh_from_db()
    assert one.state == "done"
    assert Table.objects.get(pk=table.pk).state == "playing"


@pytest.mark.parametrize("asks", ["second", "table"])
def test_refused_means_unchanged(table: Table, asks: str) -> None:
    admin()
    factories.act(table, *ROUND)
    one = propose(table, asks=asks)
    before, deadlines = state(table), [turn.deadline_at for turn in factories.open_turns(table)]
    one = agree(one, admin() if asks == "second" else player(table, "C"), agrees=False)
    assert one.state == "refused"
    assert (state(table), [turn.deadline_at for turn in factories.open_turns(table)]) == (before, deadlines)
    with pytest.raises(Stale, match="PROPOSAL_OVER"):
        agree(one, second_admin() if asks == "second" else player(table, "D"))
    told = Notice.objects.filter(kind="proposal", data__when="over")
    composed = composing.compose(told[0])
    assert composed is not None
    assert "is refused: everything stays as it is" in composed.text


def second_admin() -> models.User:
    return models.User.objects.create_superuser("root2@players.example", name="root2")


def test_it_lapses_when_the_table_moves_on(table: Table) -> None:
    admin()
    factories.act(table, "raise 2")
    one = propose(table)
    factories.act(table, "call")
    before = state(table)
    with pytest.raises(Stale, match="PROPOSAL_OVER"):
        agree(one, admin())
    assert sweep.sweep().settled == 1
    one.refresh_from_db()
    assert (one.state, state(table)) == ("lapsed", before)
    assert sweep.sweep().settled == 0


def test_it_lapses_when_its_time_is_over_and_its_pause_ends_with_it(table: Table) -> None:
    admin()
    left = factories.open_turns(table)[0].deadline_at - clock.now()
    one = propose(table, pause=True, hours=1)
    assert Table.objects.get(pk=table.pk).state == "paused"
    assert proposals.is_open(Proposal.objects.get(pk=one.pk))
    Proposal.objects.filter(pk=one.pk).update(until=clock.now() - timedelta(seconds=1))
    with pytest.raises(Stale, match="PROPOSAL_OVER"):
        agree(one, admin())
    sweep.sweep()
    one.refresh_from_db()
    assert (one.state, Table.objects.get(pk=table.pk).state) == ("lapsed", "playing")
    again = factories.open_turns(table)[0].deadline_at - clock.now()
    assert abs(again - left) < timedelta(minutes=1)


def test_a_pause_by_the_staff_outlasts_the_proposal(table: Table) -> None:
    admin()
    one = propose(table, pause=True)
    rulings.resume_table(table, table.contest.organiser, reason="a letter", key="r")
    rulings.pause_table(table, table.contest.organiser, reason="a letter", key="p")
    agree(one, admin(), agrees=False)
    assert Table.objects.get(pk=table.pk).state == "paused"


def test_only_the_legal_ways_are_offered(table: Table) -> None:
    admin()
    factories.act(table, *ROUND)
    factories.act(table, "raise 1")
    offered = [(way.event.kind, way.void) for way in rollbacks.ways(table)]
    assert offered == [("move", False), ("deal", True)]
    turned = table.events.filter(kind="move").order_by("number")[1].number
    assert rollbacks.legal(table, turned) == rollbacks.ways(table)[1]
    before = snapshot(table)
    with pytest.raises(Illegal, match="REVEALED"):
        propose(table, turned, void=False)
    with pytest.raises(Stale, match="NOTHING_TO_VOID"):
        propose(table, turned)
    with pytest.raises(Stale, match="TABLE_MOVED"):
        propose(table, seen=1)
    with pytest.raises(Illegal, match="NO_REASON"):
        propose(table, reason=" ")
    with pytest.raises(Illegal, match="NOT_ALLOWED"):
        propose(table, by=player(table, "A"))
    assert snapshot(table) == before
    move = rollbacks.ways(table)[0].event.number
    one = propose(table, move, void=False)
    with pytest.raises(Illegal, match="PROPOSAL_OPEN"):
        propose(table)
    assert agree(one, admin()).state == "done"
    assert table.events.filter(kind="deal").count() == 1
    assert records.differences(table.pk) == []


def test_what_could_not_be_dealt_anew_is_not_offered(table: Table) -> None:
    models.SeedBatch.objects.filter(series=table.ref).update(count=2)
    assert [way.void for way in rollbacks.ways(table)] == []
    before = snapshot(table)
    with pytest.raises(Illegal, match="NO_SEEDS"):
        propose(table)
    with pytest.raises(Illegal, match="NO_SEEDS"):
        rulings.void_deal(table, table.contest.organiser, 1, seen=last(table), reason=REASON, key="v")
    assert snapshot(table) == before


def test_where_somebody_has_no_account_the_whole_table_cannot_be_asked(table: Table) -> None:
    models.Entry.objects.filter(seat__table=table, seat__letter="B").update(user=None)
    with pytest.raises(Illegal, match="NOT_ALL_ASKABLE"):
        propose(table, asks="table")


@settings(
    max_examples=6,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    before=st.integers(0, 14),
    after=st.lists(st.sampled_from(["fold", "call", "raise 2"]), max_size=6),
    pick=st.integers(0, 20),
)
def test_a_rollback_and_the_same_moves_again_equal_play_without_it(
    before: int, after: list[str], pick: int
) -> None:
    """Chips are conserved whatever is agreed; without new cards the state after it is the state of before."""
    table = factories.table_of(factories.running(5, name=f"Tour {secrets.token_hex(4)}"))
    states: dict[int, Any] = {0: None}
    for step in range(before):
        states[last(table)] = state(table)
        if not factories.open_turns(table):
            break
        try:
            factories.act(table, "call" if step % 5 else "raise 1")
        except Refusal:
            factories.act(table, "fold" if step % 2 else "call")
    states[last(table)] = state(table)
    admin()
    found = rollbacks.ways(table)
    if not found:
        return
    way = found[pick % len(found)]
    one = propose(table, way.event.number, void=way.void)
    assert state(table) == states[max(states)]
    assert agree(one, admin()).state == "done"
    assert chips(table) == 5 * 20
    if not way.void:
        assert state(table) == states[way.event.number - 1]
    for words in after:
        try:
            factories.act(table, words)
        except (Refusal, IndexError):
            continue
        assert chips(table) == 5 * 20
    assert records.differences(table.pk) == []
    assert record.check(records.full(table)) == []


def test_an_export_with_agreements_is_checked_and_one_without_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    contest = running(monkeypatch, "holdem")
    table = factories.table_of(contest)
    second_deal(table)
    one = propose(table, asks="table", pause=True)
    for seat in table.table_seats.order_by("letter"):
        assert seat.entry.user is not None
        one = agree(one, seat.entry.user)
    assert one.state == "done"
    admin()
    agree(propose(table), admin(), agrees=False)
    play_on(contest)
    lines = exported(contest)
    assert checked(lines).problems == []
    assert "1 of 1 tables played again" in checked(lines).summary
    made, *votes = [event.facts for event in table.events.filter(kind="vote").order_by("number")[:6]]
    asked = table.events.get(kind="ruling").input
    assert judged(asked, made, *votes) == ""
    assert "not all" in judged(asked, made, *votes[:4])
    removed = [{"fact": "removed", "seat": votes[4][0]["seat"]}]
    assert judged(asked, made, *votes[:4], removed) == ""
    assert "not all" in judged(asked, made, *votes[:4], removed, back=4), "his removal fell"
    assert "refused" in judged(asked, made, *votes[:4], [{**votes[4][0], "agrees": False}])
    assert "not open" in judged({**asked, "proposal": 7}, made, *votes)
    assert "something else" in judged({**asked, "to": 3}, made, *votes)
    alone = [{**made[0], "asks": "second"}]
    own = [{**votes[0][0], "seat": "", "by": made[0]["by"]}]
    assert "not all" in judged(asked, alone, own), "who proposed is no second"


def judged(asked: Any, *said: Any, back: int | None = None) -> str:
    ballots = Ballots()
    for number, facts in enumerate(said):
        ballots.note(number, "vote", facts)
    if back is not None:
        ballots.back(back)
    return ballots.problem(asked)


@pytest.mark.django_db(transaction=True)
def test_two_who_agree_at_once_take_effect_once() -> None:
    table = factories.table_of(factories.running(5))
    admin(), second_admin()
    factories.act(table, "raise 2")
    one = propose(table)

    def say(by: models.User) -> str:
        try:
            return str(agree(one, by).state)
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        said = list(pool.map(say, models.User.objects.filter(is_superuser=True)))
    assert sorted(said) == ["PROPOSAL_OVER", "done"]
    assert table.events.filter(kind="ruling").count() == 1
    assert records.differences(table.pk) == []
