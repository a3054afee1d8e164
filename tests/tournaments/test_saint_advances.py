"""Lists for the next pick-ups and a card for the next river: private until they act (contests.md, 2)."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from referee.core import Illegal, Move, Refusal, Stale
from referee.picking import LIST, RIVER, Choice
from tests import factories
from tests.tournaments.test_saint_table import own, play, saint_table, some_move
from tests.tournaments.web.tabling import address, form, sit
from tournaments import models, wording
from tournaments.services import advances, records, views

pytestmark = pytest.mark.django_db


def until(table: models.Table, phase: str, number: int) -> models.Table:
    """Random moves until this phase of this round is open."""
    chance = random.Random(7)
    while (view := views.look(table.pk, None).view)["phase"] != phase or view["round"] != number:
        seat = view["awaited"][0]
        play(table, seat, some_move(table, seat, chance))
    return models.Table.objects.select_related("contest").get(pk=table.pk)


def order_of(table: models.Table) -> list[str]:
    return list(views.look(table.pk, None).view["pickup_order"])


def moves(table: models.Table, seat: str) -> list[tuple[str, list[str]]]:
    found = table.events.filter(seat=seat, origin="advance", kind="move").order_by("number")
    return [
        ((event.input or {"do": "sealed"})["do"], (event.input or {}).get("cards", [])) for event in found
    ]


def test_the_first_card_of_a_list_is_taken_at_once_and_the_log_says_so() -> None:
    table = until(saint_table(3), "take", 1)
    pool, (first, second, third) = views.look(table.pk, None).view["pool"], order_of(table)
    advances.leave(table.pk, third, Choice(LIST, 1, tuple(pool[:4])))
    play(table, first, Move("take", {"cards": [pool[0]]}))
    play(table, second, Move("take", {"cards": [pool[5]]}))
    assert advances.act_due() == 1
    play(table, first, Move("take", {"cards": [pool[7]]}))
    play(table, second, Move("take", {"cards": [pool[6]]}))
    assert advances.act_due() == 1
    assert moves(table, third) == [("take", [pool[1]]), ("take", [pool[2]])]
    facts = [fact for event in table.events.order_by("number") for fact in event.facts]
    said = [fact for fact in facts if fact["fact"] == "advance"]
    assert [fact["seat"] for fact in said] == [third, third]
    table.refresh_from_db()
    assert records.differences(table.pk) == []


def test_a_list_left_while_one_is_awaited_is_played_now_and_one_without_such_a_card_waits() -> None:
    table = until(saint_table(3), "take", 1)
    first, second, _ = order_of(table)
    pool = views.look(table.pk, None).view["pool"]
    advances.leave(table.pk, second, Choice(LIST, 1, (pool[0],)))
    advances.leave(table.pk, first, Choice(LIST, 1, (pool[0], pool[1])))
    assert moves(table, first) == [("take", [pool[0]])]
    assert advances.act_due() == 0
    assert views.look(table.pk, None).view["awaited"] == [second]
    with pytest.raises(Illegal) as refused:
        advances.leave(table.pk, second, Choice(LIST, 1, (pool[0],)))
    assert refused.value.code == "NONE_THERE"


def test_a_card_for_the_next_river_is_played_as_a_secret_choice_and_a_move_of_ones_own_leaves_it() -> None:
    table = until(saint_table(3), "reveal", 1)
    card = own(table, "A")[-1]
    advances.leave(table.pk, "A", Choice(RIVER, 2, (card,)))
    play(table, "A", Move("reveal", {"cards": own(table, "A")[:2]}))
    until(table, "river", 2)
    advances.act_due()
    view = views.look(table.pk, "A").view
    assert (view["seats"]["A"]["choice"], view["seats"]["A"]["chosen"]) == ([card], True)
    event = table.events.get(seat="A", origin="advance", kind="move")
    assert event.input is None
    assert not models.Advance.objects.exists()


def test_it_is_over_and_its_player_told_once_the_card_has_left_the_hand() -> None:
    table = until(saint_table(2), "reveal", 1)
    card = own(table, "A")[0]
    advances.leave(table.pk, "A", Choice(RIVER, 2, (card,)))
    play(table, "A", Move("reveal", {"cards": own(table, "A")[:2]}))
    until(table, "take", 1)
    (kept,) = advances.kept(views.look(table.pk, "A"))
    assert kept.over == "CARD_GONE"
    assert advances.act_due() == 0


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (Choice(RIVER, 1, ("As",)), "ROUND_OVER"),
        (Choice(RIVER, 2, ("As",)), "ASKED_NOW"),
        (Choice(LIST, 2, ("As",)), "ROUND_OVER"),
    ],
)
def test_what_cannot_be_left_is_refused_by_name(choice: Choice, code: str) -> None:
    table = saint_table(2)
    with pytest.raises(Refusal) as refused:
        advances.leave(table.pk, "A", choice)
    assert refused.value.code == code
    assert isinstance(refused.value, Stale) == (code == "ROUND_OVER")


def test_it_is_left_and_taken_back_on_the_page_by_clicks_and_in_words(client: Client) -> None:
    table = until(saint_table(3), "take", 1)
    third = order_of(table)[2]
    sit(client, table, third)
    action, pool = f"{address(table)}later/", views.look(table.pk, None).view["pool"]
    listed = {"do": "list", "round": "1", "pick": [pool[0], "", pool[2]]}
    assert client.post(action, listed).status_code == 302
    page = client.get(address(table)).text
    said = f"the first of these that is there: {wording.cards([pool[0], pool[2]])}"
    assert said in page
    words = {"do": "words", "round": "1", "words": f"next river {own(table, third)[0]}"}
    assert client.post(action, words).status_code == 302
    assert models.Advance.objects.count() == 2
    assert client.post(action, {"do": "withdraw", "kind": "list"}).status_code == 302
    assert [row.kind for row in models.Advance.objects.all()] == ["river"]
    stale = client.post(action, {"do": "list", "round": "2", "pick": [pool[0]]})
    assert stale.status_code == 409
    assert "nothing was left" in stale.text
    live = client.get(f"{address(table)}live/?turn=0").text
    assert 'value="river"' in live
    other = order_of(table)[1]
    client.logout()
    sit(client, table, other)
    assert said not in client.get(address(table)).text
    assert factories.open_turns(table)


def test_the_box_comes_with_the_answer_to_a_move_and_to_one_that_is_refused(client: Client) -> None:
    table = until(saint_table(3), "reveal", 1)
    sit(client, table, "A")
    action, asked = f"{address(table)}act/", {"HX-Request": "true"}
    for count, status in ((1, 422), (2, 200)):
        hidden = form(client.get(address(table)), action)
        fields = {**hidden, "do": "reveal", "cards": own(table, "A")[:count]}
        answer = client.post(action, fields, headers=asked)
        assert answer.status_code == status
        assert "next river 7h" in answer.text
