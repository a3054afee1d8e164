"""A table for friends: opened by anybody in one form, shared by its link, begun when it is full."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from referee.core import Illegal
from tests import factories
from tournaments import models
from tournaments.services import clock, composing, contests, friends, lobby, registration

pytestmark = pytest.mark.django_db
FORM = {"preset": "saint", "seats": "3", "turn_seconds": "86400", "name": "alice's table", "once": "one"}


def open_table(host: str = "alice", seats: int = 3, **asked: Any) -> models.Contest:
    user = factories.person(host)
    return friends.open_table(user, "saint", f"{host}'s", seats=seats, turn_seconds=3600, **asked)


def test_one_form_opens_a_table_and_its_host_sits_at_it(client: Client) -> None:
    alice = factories.person("alice")
    client.force_login(alice)
    assert 'href="/friends/"' in client.get("/").text
    answer = client.post("/friends/", FORM)
    again = client.post("/friends/", FORM)
    table = models.Contest.objects.get()
    assert answer.headers["Location"] == again.headers["Location"] == f"/c/{table.slug}/"
    assert (table.state, table.game, table.cap) == ("registration", "saint", 3)
    assert [entry.user for entry in table.entries.all()] == [alice]
    assert f"/c/{table.slug}/" in client.get(f"/c/{table.slug}/").text


def test_it_begins_by_itself_with_its_last_seat() -> None:
    table = open_table()
    registration.register(table.pk, factories.person("bob"))
    assert contests.advance_due() == 0
    registration.register(table.pk, factories.person("carol"))
    contests.advance_due()
    table.refresh_from_db()
    assert table.state == "running"
    assert sorted(turn.seat.letter for turn in factories.open_turns(factories.table_of(table))) == list("ABC")


def test_at_its_instant_it_begins_with_those_who_are_there() -> None:
    table = open_table(seats=5)
    registration.register(table.pk, factories.person("bob"))
    models.Contest.objects.filter(pk=table.pk).update(closes_at=clock.now() - timedelta(seconds=1))
    contests.advance_due()
    table.refresh_from_db()
    assert table.state == "running"
    assert factories.table_of(table).table_seats.count() == 2


def test_it_stands_in_the_lists_of_its_own_people_alone() -> None:
    table = open_table()
    registration.register(table.pk, factories.person("bob"))
    seen = {
        name: [one.pk for one in lobby.lobby(factories.person(name)).open.contests]
        for name in ("alice", "bob", "carol")
    }
    assert seen == {"alice": [table.pk], "bob": [table.pk], "carol": []}
    assert lobby.newest() == []


def test_nobody_opens_more_tables_than_he_can_play_at() -> None:
    for number in range(friends.MOST_OPEN):
        open_table(key=str(number))
    with pytest.raises(Illegal) as refused:
        open_table(key="one more")
    assert refused.value.code == "TOO_MANY_OPEN"
    assert models.Contest.objects.count() == friends.MOST_OPEN


@pytest.mark.parametrize("seats", [1, 6])
def test_it_has_as_many_seats_as_the_game_allows(seats: int) -> None:
    with pytest.raises(Illegal) as refused:
        open_table(seats=seats)
    assert refused.value.code == "NOT_AS_MANY"


def test_somebody_who_is_not_signed_in_is_led_to_sign_in(client: Client) -> None:
    assert "sign-in" in client.get("/friends/").headers.get("Location", "") or client.get(
        "/friends/"
    ).status_code in (401, 403)


def test_a_table_with_time_banks_says_so_on_its_page_in_letters_and_at_the_table(client: Client) -> None:
    alice, bob = factories.person("alice"), factories.person("bob")
    client.force_login(alice)
    client.post("/friends/", {**FORM, "seats": "2", "turn_seconds": "bank"})
    contest = models.Contest.objects.get()
    assert (contest.bank_seconds, contest.increment_seconds) == (48 * 3600, 12 * 3600)
    assert "a time bank of 48 hours for a game" in client.get(f"/c/{contest.slug}/").text
    registration.register(contest.pk, bob)
    contests.advance_due()
    said = "bank 48 h + 12 h for this move"
    assert said in client.get(f"/c/{contest.slug}/1/").text
    assert said in client.get("/my/").text
    notice = models.Notice.objects.get(kind="turn", user=alice)
    letter = composing.compose(notice)
    assert letter is not None
    assert f"; {said}" in letter.text
