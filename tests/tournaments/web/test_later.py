"""The box for moves left in advance: on one's own table page alone, and without a trace on anybody else's."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from referee.advance import Condition
from tests import factories
from tests.tournaments.web.tabling import address, form, sit
from tournaments import models
from tournaments.services import advances

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> models.Table:
    return factories.table_of(factories.running(5))


def post(client: Client, table: models.Table, **fields: object):  # type: ignore[no-untyped-def]
    action = f"{address(table)}later/"
    hidden = form(client.get(address(table)), action)
    return client.post(action, {**hidden, **fields})


def page(client: Client, table: models.Table) -> str:
    return client.get(address(table)).text


def comparable(text: str) -> str:
    """A page without what is new at each request."""
    text = re.sub(r'name="(?:csrfmiddlewaretoken|once)" value="[^"]*"', "", text)
    return re.sub(r"X-CSRFToken[^}]*|nonce=\"[^\"]*\"|<time data-left[^>]*>[^<]*</time>", "", text)


def test_a_move_is_left_seen_and_taken_back(client: Client, table: models.Table) -> None:
    sit(client, table, "C")
    factories.act(table, "raise 2")
    assert "Left in advance:" not in page(client, table)
    answer = post(client, table, do="call-up-to", limit="5")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{address(table)}#later")
    shown = page(client, table)
    assert "You call as long as you have no more than 5 in the betting round." in shown
    assert "Your last chip stays out" in shown
    client.post(f"{address(table)}later/", {"do": "withdraw"})
    assert "Left in advance:" not in page(client, table)


def test_what_the_form_says_is_what_is_kept(client: Client, table: models.Table) -> None:
    sit(client, table, "C")
    factories.act(table, "raise 2")
    wanted = {
        ("fold-to-bet", "", "deal"): Condition("fold-to-bet", 1, 0, span="deal"),
        ("fold", "", ""): Condition("fold", 1, 0),
        ("call", "9", "deal"): Condition("call", 1, 0, to=2),
        ("call-up-to", "9", ""): Condition("call-up-to", 1, 0, to=9),
    }
    action = f"{address(table)}later/"
    hidden = form(client.get(address(table)), action)
    for (do, to, span), condition in wanted.items():
        assert client.post(action, {**hidden, "do": do, "limit": to, "span": span}).status_code == 302
        row = models.Advance.objects.select_related("seat").get()
        kept = advances.of_seat(row.seat)
        assert kept is not None
        assert kept.condition == condition


def test_the_last_chip_is_asked_about_once_more(client: Client, table: models.Table) -> None:
    sit(client, table, "C")
    factories.act(table, "all-in")
    refused = post(client, table, do="call")
    assert refused.status_code == 422
    assert "would put in all your 18 chips" in refused.text
    assert post(client, table, do="call", all_in="1").status_code == 302
    assert "That may be your last chip." in page(client, table)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"do": "raise"}, 422),
        ({"do": ""}, 422),
        ({"do": "call-up-to", "limit": "x"}, 422),
        ({"do": "call-up-to", "limit": "1"}, 422),
        ({"do": "fold", "street": "1"}, 409),
        ({"do": "fold", "deal": "no"}, 422),
    ],
)
def test_what_cannot_be_left_is_refused(
    client: Client, table: models.Table, fields: dict[str, str], status: int
) -> None:
    sit(client, table, "C")
    factories.act(table, "raise 2")
    assert post(client, table, **fields).status_code == status
    assert not models.Advance.objects.exists()


def test_for_the_turn_that_is_open_it_is_told_in_the_place_of_silence(
    client: Client, table: models.Table
) -> None:
    sit(client, table, "B")
    factories.act(table, "raise 2")
    assert re.search(r"If you do nothing until .*, you fold\.", page(client, table))
    post(client, table, do="call-up-to", limit="2")
    shown = page(client, table)
    assert re.search(r"If you do nothing until .*, you call \(2 chips\)\. So you left it in advance\.", shown)
    assert not re.search(r"If you do nothing until .*, you fold\.", shown)


def test_nobody_else_can_tell(table: models.Table) -> None:
    """Byte for byte the same pages for the others, the organiser and the public; leaving is no news."""
    factories.act(table, "raise 2")
    readers = {seat: Client() for seat in "ABDE"}
    for seat, reader in readers.items():
        sit(reader, table, seat)
    olga = Client()
    olga.force_login(table.contest.organiser)
    everybody = [*readers.values(), olga, Client()]
    places = ["", "news/", "live/", "copy/", "record.json"]

    def seen() -> list[str]:
        return [comparable(one.get(f"{address(table)}{place}").text) for one in everybody for place in places]

    before = seen()
    advances.leave(table.pk, "C", Condition("fold", 1, 0))
    assert seen() == before


def test_there_is_a_box_only_where_something_may_be_asked(client: Client, table: models.Table) -> None:
    box = 'id="later"'
    assert box not in page(client, table)
    factories.act(table, "fold")
    sit(client, table, "A")
    assert box not in page(client, table)
    sit(client, table, "B")
    assert box in page(client, table)
    for user, status in ((None, 403), (table.contest.organiser, 403)):
        other = Client()
        if user is not None:
            other.force_login(user)
        answer = other.post(f"{address(table)}later/", {"do": "fold", "deal": "1", "street": "0"})
        assert answer.status_code == status
    assert client.get(f"{address(table)}later/").status_code == 405


def test_the_check_is_offered_where_the_game_has_one(client: Client) -> None:
    level = {"from_hand": 1, "small_blind": 1, "big_blind": 2, "ante": 0, "big_blind_ante": 0}
    overrides = {"starting_stack": 40, "levels": [level], "hands": 2}
    blinds = factories.table_of(factories.running(5, preset="holdem", rules=overrides))
    sit(client, blinds, "A")
    shown = page(client, blinds)
    assert "Check while that is free, fold to any bet" in shown
    assert 'value="fold"' not in shown.partition('id="later"')[2].partition("</section>")[0]
    post(client, blinds, do="fold-even-free")
    assert "even where a check is free" in page(client, blinds)
