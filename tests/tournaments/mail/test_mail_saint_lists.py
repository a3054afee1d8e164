"""Lists and a card for the next river by letter, in three languages."""

from __future__ import annotations

import pytest

from referee.core import Unreadable
from referee.games import GAMES
from referee.grammar.lists import Said, leaves, read_lists
from referee.picking import LIST, RIVER, Choice
from tests.referee.saint.tools import Table
from tests.tournaments.mail.conftest import answer_to
from tests.tournaments.mail.test_mail_advance import a_letter_of_ours, mail
from tests.tournaments.test_saint_advances import order_of, until
from tests.tournaments.test_saint_table import own, saint_table
from tournaments import models
from tournaments.services import advances, views

SAINT = GAMES["saint"]


@pytest.mark.parametrize(
    ("text", "lang", "said"),
    [
        ("list 5c 7h Qs", "en", Said(Choice(LIST, 1, ("5c", "7h", "Qs")), kind=LIST)),
        ("Good evening.\n\nList: Qs, then 5 of clubs", "en", Said(Choice(LIST, 1, ("Qs", "5c")), kind=LIST)),
        ("liste 5t, 7♥ et dame de pique", "fr", Said(Choice(LIST, 1, ("5c", "7h", "Qs")), kind=LIST)),
        ("? lista 5f donna di picche", "it", Said(Choice(LIST, 1, ("5c", "Qs")), dry=True, kind=LIST)),
        ("withdraw my list", "en", Said(None, kind=LIST)),
        ("je retire ma rivière", "fr", Said(None, kind=RIVER)),
        ("My list of things is long", "en", None),
    ],
)
def test_such_lines_are_read_whole_and_talk_is_not(text: str, lang: str, said: Said | None) -> None:
    assert read_lists(SAINT, Table(3).until("1.reveal.1").state, "A", text, lang) == said


def test_a_card_with_several_readings_is_the_one_that_is_possible_or_is_asked_back() -> None:
    state = Table(3).until("1.take.1.0").state
    pool = SAINT.view(state, None)["pool"]
    written = next(
        card for card in pool if card[1] == "h" and f"{card[0]}c" not in pool and f"{card[0]}d" not in pool
    )
    said = read_lists(SAINT, state, "A", f"liste {written[0]}c", "fr")
    assert said is not None
    assert said.condition == Choice(LIST, 1, (written,))
    with pytest.raises(Unreadable) as unsure:
        read_lists(SAINT, Table(3).until("1.reveal.1").state, "A", "liste 5c", "fr")
    assert unsure.value.code == "CARD_UNSURE"
    assert leaves("liste 5c")


@pytest.mark.django_db(transaction=True)
def test_a_letter_leaves_a_list_that_acts_and_a_card_that_is_taken_back() -> None:
    table = until(saint_table(3), "take", 1)
    last, pool = order_of(table)[2], views.look(table.pk, None).view["pool"]
    ours = a_letter_of_ours(table, last)
    letter = mail(table, last, f"list {pool[1]} {pool[0]}", answers=ours)
    answer = answer_to(letter)
    assert "the first of these that is there" in answer
    card = own(table, last)[0]
    mail(table, last, f"next river {card}", answers=ours, message="2")
    assert [row.kind for row in models.Advance.objects.all()] == ["list", "river"]
    mail(table, last, "withdraw my river", answers=ours, message="3")
    assert [row.kind for row in models.Advance.objects.all()] == ["list"]
    first = order_of(table)[0]
    advances.leave(table.pk, first, Choice(LIST, 1, (pool[2],)))
    advances.leave(table.pk, order_of(table)[1], Choice(LIST, 1, (pool[1],)))
    assert advances.act_due() == 1
    taken = table.events.filter(seat=last, kind="move", origin="advance").get()
    assert (taken.input or {})["cards"] == [pool[0]]
