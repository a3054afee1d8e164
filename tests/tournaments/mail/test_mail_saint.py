"""Saint Poker by letter: a whole game of two, in two languages, and what letters keep back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection

from referee import grammar
from referee.core import Move
from tests import factories
from tests.tournaments.mail.conftest import a_reply, answer_to, take
from tournaments import models
from tournaments.models import Notice
from tournaments.services import composing, records, views

pytestmark = pytest.mark.django_db
LANGUAGES = {"A": "en", "B": "fr"}


@pytest.fixture
def table() -> models.Table:
    table = factories.table_of(factories.running(2, preset="saint"))
    for letter, language in LANGUAGES.items():
        user = table.table_seats.get(letter=letter).entry.user
        assert user is not None
        user.language = language
        user.save()
    return table


def composed(notice: Notice) -> Any:
    found = composing.compose(notice)
    assert found is not None
    return found


def our_letter(turn: models.Turn) -> Any:
    return composed(Notice.objects.get(turn=turn, kind="turn"))


def card_names(text: str) -> set[str]:
    """Cards as letters write them, in French or English."""
    return set(re.findall(r"(?:10|[2-9JQKAVDR])[♣♦♥♠]", text))


def own_cards(table: models.Table, letter: str) -> list[str]:
    cards: list[str] = views.look(table.pk, letter).view["seats"][letter]["cards"]
    return cards


def say(table: models.Table, letter: str, *, highest: bool) -> str:
    """The words of a move that is possible now, as its player's language has them."""
    may = views.look(table.pk, letter).options
    assert may is not None
    cards = may["cards"][-may["count"] :] if highest else may["cards"][: may["count"]]
    return grammar.say("saint", Move(may["do"], {"cards": cards}), LANGUAGES[letter])


def test_a_whole_game_is_played_by_letters_in_two_languages(table: models.Table) -> None:
    letters = 0
    while turns := factories.open_turns(table):
        for turn in turns:
            words = say(table, turn.seat.letter, highest=turn.seat.letter == "A")
            letter = take(a_reply(turn, f"{words}\nBonne chance à tous !\n"), turn)
            assert letter.state == "played", (words, letter.outcome)
            letters += 1
    table.refresh_from_db()
    assert (table.state, letters) == ("over", 60)
    assert records.differences(table.pk) == []
    said = table.events.filter(kind="move").values_list("comment", flat=True)
    assert all(comment.startswith("Bonne chance") for comment in said)


def test_a_turns_letter_shows_its_own_player_his_hand_and_nobody_elses(table: models.Table) -> None:
    for turn in factories.open_turns(table):
        letter = our_letter(turn)
        own, other = (own_cards(table, one) for one in (turn.seat.letter, "AB".replace(turn.seat.letter, "")))
        shown = {views_code(card, LANGUAGES[turn.seat.letter]) for card in own}
        hidden = {views_code(card, LANGUAGES[turn.seat.letter]) for card in other}
        assert shown <= card_names(letter.text)
        assert not hidden & card_names(letter.text)
        assert not card_names(letter.subject)


def views_code(card: str, language: str) -> str:
    return grammar.say("saint", Move("river", {"cards": [card]}), language).split()[-1]


def test_no_subject_and_no_first_lines_name_a_card_of_a_hand(table: models.Table) -> None:
    """Mail programs show them in their lists, on locked screens too."""
    turn = factories.open_turns(table)[0]
    words = say(table, turn.seat.letter, highest=True)
    letters = [our_letter(turn)]
    asked = take(a_reply(turn, f"? {words}"), turn)
    letters.append(composed(Notice.objects.get(kind="answer", data__letter=asked.pk)))
    kept = take(a_reply(turn, words), turn)
    letters.append(composed(Notice.objects.get(kind="answer", data__letter=kept.pk)))
    assert kept.state == "played"
    for letter in letters:
        beginning = letter.text.partition("##")[2].strip().splitlines()[:3]
        assert not card_names("\n".join(beginning)), beginning
        assert not card_names(letter.subject)
    assert card_names(letters[1].text) & card_names(words)
    assert "kept" in answer_to(kept)


def test_a_choice_that_was_made_by_letter_stands_in_no_row_in_the_clear(table: models.Table) -> None:
    turn = factories.open_turns(table)[0]
    words = say(table, "A", highest=True)
    letter = take(a_reply(turn, f"{words}\nThe frogs are listening."), turn)
    event = table.events.get(seat="A")
    assert (event.input, event.text, event.comment) == (None, "", "")
    with connection.cursor() as cursor:
        cursor.execute("SELECT outcome::text FROM tournaments_letter")
        told = str(cursor.fetchall())
    assert not re.search(r'"[2-9TJQKA][cdhs]"', told)
    assert "frogs" not in told
    assert letter.outcome["move"]["cards"]


@pytest.mark.parametrize(("letter", "words"), [("A", "river 7h, I think?"), ("B", "rivière")])
def test_what_cannot_be_played_is_answered_with_what_is_possible(
    table: models.Table, letter: str, words: str
) -> None:
    turn = next(one for one in factories.open_turns(table) if one.seat.letter == letter)
    answered = take(a_reply(turn, words), turn)
    assert answered.state == "answered"
    assert "RI" in answer_to(answered).upper()
