"""Votes of a table: what they need, that nobody profits, and that each ends within a day."""

from __future__ import annotations

import secrets
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.core import Illegal, Refusal, Stale
from tests import factories
from tests.tournaments.test_proposals import agree
from tests.tournaments.test_putting_right import snapshot
from tests.tournaments.web.tabling import address, player
from tournaments import models
from tournaments.models import Notice, Proposal, Table
from tournaments.services import clock, proposals, proposing, records, rulings, sweep, tables, tablevotes

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return factories.table_of(factories.running(5))


def propose(table: Table, by: str, kind: str, **more: Any) -> Proposal:
    given = {"reason": "The snow.", "key": secrets.token_hex(4), **more}
    one = proposing.propose(table.pk, player(table, by), kind, **given)
    return Proposal.objects.get(pk=one.pk)


def state(table: Table) -> str:
    return str(Table.objects.get(pk=table.pk).state)


def test_more_than_half_pause_the_table_and_let_it_go_on(table: Table) -> None:
    one = propose(table, "B", "pause")
    assert agree(one, player(table, "C")).state == "open"
    assert state(table) == "playing"
    one = agree(one, player(table, "A"))
    assert (one.state, state(table)) == ("done", "paused")
    event = table.events.get(kind="pause")
    assert (event.origin, event.reason, event.actor) == ("vote", "The snow.", None)
    one = propose(table, "D", "resume")
    agree(one, player(table, "E"))
    agree(one, player(table, "A"))
    assert state(table) == "playing"
    assert records.differences(table.pk) == []


def test_a_pause_of_the_referee_is_not_ended_by_a_vote(table: Table) -> None:
    rulings.pause_table(table, table.contest.organiser, reason="a look", key="p")
    with pytest.raises(Illegal, match="PAUSED_BY_REFEREE"):
        propose(table, "A", "resume")


def test_who_gets_more_time_does_not_count_for_it(table: Table) -> None:
    (turn,) = factories.open_turns(table)
    one = propose(table, "A", "extend", seat="A", hours=12)
    agree(one, player(table, "B"))
    one = agree(one, player(table, "C"))
    assert one.state == "open", "two of five, and himself"
    one = agree(one, player(table, "D"))
    assert one.state == "done"
    again = factories.open_turns(table)[0]
    assert again.deadline_at == turn.deadline_at + timedelta(hours=12)
    with pytest.raises(Illegal, match="EXTENDED_ALREADY"):
        propose(table, "B", "extend", seat="A", hours=12)


def test_a_refusal_that_leaves_no_majority_ends_it(table: Table) -> None:
    one = propose(table, "B", "pause")
    before = snapshot(table)[0]
    for seat in "AC":
        assert agree(one, player(table, seat), agrees=False).state == "open"
    assert agree(one, player(table, "D"), agrees=False).state == "refused"
    assert (snapshot(table)[0], state(table)) == (before, "playing")


def test_a_silent_player_is_replaced_by_whom_the_organiser_names(client: Client, table: Table) -> None:
    with pytest.raises(Illegal, match="NOT_SILENT"):
        propose(table, "B", "replace", seat="A")
    models.Heartbeat.objects.create(name=sweep.HEART, at=clock.now())
    factories.move_clock(table, seconds=5)
    sweep.sweep()
    with pytest.raises(Illegal, match="NOT_SILENT"):
        propose(table, "A", "replace", seat="A")
    one = propose(table, "B", "replace", seat="A")
    assert one.seats == ["B", "C", "D", "E"]
    with pytest.raises(Illegal, match="NO_VOICE"):
        agree(one, player(table, "A"))
    for seat in "CDE":
        one = agree(one, player(table, seat))
    assert one.state == "agreed"
    assert sweep.sweep().settled == 0
    olga = table.contest.organiser
    assert Notice.objects.filter(kind="needs", user=olga, data__code="REPLACE_ASKED").count() == 1
    client.force_login(olga)
    assert "Decline" in client.get(f"{address(table)}proposal/1/").text
    rulings.substitute(table, olga, "A", factories.person("zoe").email, reason="as voted", key="k")
    one.refresh_from_db()
    assert (one.state, player(table, "A").name) == ("done", "zoe")


def test_the_organiser_may_decline_and_who_speaks_again_is_kept(table: Table) -> None:
    models.Heartbeat.objects.create(name=sweep.HEART, at=clock.now())
    factories.move_clock(table, seconds=5)
    sweep.sweep()
    one = propose(table, "B", "replace", seat="A")
    for seat in "CDE":
        one = agree(one, player(table, seat))
    with pytest.raises(Illegal, match="NOT_ALLOWED"):
        proposals.decline(one.pk, player(table, "B"))
    proposals.decline(one.pk, table.contest.organiser)
    one.refresh_from_db()
    assert one.state == "refused"


def test_a_vote_lasts_a_day_and_some_are_enough(table: Table) -> None:
    one = propose(table, "B", "pause")
    assert abs(one.until - one.opened_at - timedelta(hours=24)) < timedelta(seconds=5)
    Proposal.objects.filter(pk=one.pk).update(until=clock.now() - timedelta(seconds=1))
    assert sweep.sweep().settled == 1
    for _ in range(2):
        Proposal.objects.filter(pk=propose(table, "B", "pause").pk).update(until=one.opened_at)
        proposals.settle_due()
    with pytest.raises(Illegal, match="TOO_MANY_PROPOSALS"):
        propose(table, "B", "pause")


@pytest.mark.parametrize("kind", ["rollback", "burn", ""])
def test_nothing_else_is_voted_on_and_by_nobody_else(table: Table, kind: str) -> None:
    with pytest.raises(Illegal, match="MALFORMED"):
        propose(table, "B", kind)
    tables.leave_seat(table.pk, "E")
    for user in (player(table, "E"), table.contest.organiser):
        with pytest.raises(Illegal, match="NOT_SEATED"):
            proposing.propose(table.pk, user, "pause", reason="x", key="k")
    with pytest.raises(Stale, match="NOT_PAUSED"):
        propose(table, "B", "resume")


@pytest.mark.parametrize("who", ["B", "olga", None])
def test_the_page_is_for_who_plays_here(client: Client, table: Table, who: str | None) -> None:
    page = f"{address(table)}propose/"
    if who is not None:
        client.force_login(player(table, who) if who == "B" else table.contest.organiser)
    status = {"B": 200, "olga": 403, None: 302}[who]
    assert client.get(page).status_code == status
    answer = client.post(page, {"do": "extend", "extend": "A", "hours": "12", "reason": " "})
    assert answer.status_code == (422 if who == "B" else 403)
    answer = client.post(page, {"do": "extend", "extend": "A", "hours": "12", "reason": "x", "once": "o"})
    assert answer.status_code == (302 if who == "B" else 403)
    assert Proposal.objects.count() == (who == "B")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    playing=st.integers(2, 8),
    own=st.integers(0, 7),
    votes=st.lists(st.sampled_from([True, False, None]), min_size=8, max_size=8),
)
def test_nobody_profits_and_more_than_half_is_needed(
    playing: int, own: int, votes: list[bool | None]
) -> None:
    letters = list("ABCDEFGH"[:playing])
    seat = letters[own % playing]
    said: list[Any] = [
        SimpleNamespace(seat=one, agrees=vote) for one, vote in zip(letters, votes, strict=False)
    ]
    given_ = [one for one in said if one.agrees is not None]
    one: Any = SimpleNamespace(kind="extend", seat=seat)
    decided = tablevotes.carried(one, given_, letters)
    yes = sum(vote.agrees for vote in given_ if vote.seat != seat)
    if decided:
        assert yes * 2 > playing or yes == playing - 1
    if yes * 2 > playing:
        assert decided is True
    if decided is None:
        assert len(given_) < playing


def test_the_same_key_is_one_proposal(table: Table) -> None:
    first = propose(table, "B", "pause", key="same")
    assert propose(table, "B", "pause", key="same") == first
    with pytest.raises(Refusal, match="PROPOSAL_OPEN"):
        propose(table, "C", "pause")
