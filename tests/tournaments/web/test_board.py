"""The board of a table: its seats, its cards by name, its pots, and how a deal ended."""

from __future__ import annotations

import re

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from referee.cards import DECK, JOKERS
from tests import factories
from tests.tournaments.web.tabling import BOARD, HANDS, address, drawn, player, shows, sit
from tournaments import models
from tournaments.doors.web import showdown
from tournaments.services import history, views

pytestmark = pytest.mark.django_db

SECOND = {"A": "2h 7s", "B": "Kc 7h", "C": "3c 8d", "D": "Ah Td", "E": "Ac Ts"}
SECOND_BOARD = "As Kd 9d 4c 2c"
LEAVES_A_WITH_10_AND_B_WITH_13 = ("raise 5", "call", "call", "fold", "fold", "raise 3", "fold", "call")

_SEAT = re.compile(r'<li class="seat-line ([^"]*)">(.*?)</li>', re.DOTALL)
_HAND = re.compile(r'<li class="hand-line[^"]*">(.*?)</li>', re.DOTALL)
_NAME = re.compile(r'role="img" aria-label="([^"]+)"')


def render(source: str, **given: object) -> str:
    return Template("{% load cards %}" + source).render(Context(given))


def seats(page: str) -> list[tuple[str, str]]:
    """Each seat of the board: its classes, and its text as a screen reader says it."""
    return [(look, words(inner)) for look, inner in _SEAT.findall(page)]


def words(markup: str) -> str:
    heard = re.sub(r'<(\w+)[^>]*aria-hidden="true"[^>]*>.*?</\1>', "", markup, flags=re.DOTALL)
    heard = re.sub(r'<svg[^>]*aria-label="([^"]*)"[^>]*>.*?</svg>', r"\1", heard)
    return re.sub(r"\s+([:,.])", r"\1", " ".join(re.sub(r"<[^>]*>", "", heard).split()))


@pytest.fixture
def uneven(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    """The second deal of five with 10, 13, 41, 18 and 18 chips; B opens it."""
    decks = factories.holdem_deck(HANDS, BOARD), factories.holdem_deck(SECOND, SECOND_BOARD, "BCDEA")
    factories.stack_decks(monkeypatch, *decks)
    table = factories.table_of(factories.running(5))
    factories.act(table, *LEAVES_A_WITH_10_AND_B_WITH_13)
    return table


def test_every_card_of_the_deck_has_a_name_and_a_drawing() -> None:
    page = render("{% for code in deck %}{% card code %}{% endfor %}", deck=DECK)
    assert drawn(page) == list(DECK)
    assert len(set(_NAME.findall(page))) == 52
    assert 'aria-label="queen of spades"' in page
    for joker in JOKERS:
        assert f'aria-label="joker {joker[1]}"' in render("{% card code %}", code=joker)


@pytest.mark.parametrize(
    ("language", "name", "index"), [("fr", "dame de pique", "D"), ("it", "donna di picche", "Q")]
)
def test_a_card_speaks_the_readers_language(language: str, name: str, index: str) -> None:
    with translation.override(language):
        page = render("{% card 'Qs' %}")
    assert f'aria-label="{name}"' in page
    assert f">{index}</text>" in page


def test_a_closed_card_has_no_name_and_is_like_every_other() -> None:
    page = render("{% cards codes 'hand' %}", codes=[None, None])
    assert _NAME.findall(page) == drawn(page) == []
    assert len(set(re.findall(r"<svg.*?</svg>", page))) == 1


def test_a_card_is_read_once_though_it_is_drawn_twice(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    factories.act(table, "raise 2", "call", "fold", "fold", "call")
    page = client.get(address(table)).text
    names = [name.removesuffix(", counts") for name in _NAME.findall(page)]
    assert sorted(names) == sorted(set(names))
    assert len(names) == 7
    assert sorted(drawn(page)) == sorted(2 * (HANDS["A"].split() + BOARD.split()))


def test_somebody_without_a_seat_hears_the_board_at_the_table(client: Client, table: models.Table) -> None:
    factories.act(table, "raise 2", "call", "fold", "fold", "call")
    page = client.get(address(table)).text
    assert len(_NAME.findall(page)) == 5
    assert sorted(drawn(page)) == sorted(BOARD.split())
    assert not any(shows(page, card) for hand in HANDS.values() for card in hand.split())


def test_the_seats_stand_in_speaking_order_and_the_reader_sits_at_the_bottom(
    client: Client, uneven: models.Table
) -> None:
    sit(client, uneven, "C")
    shown = seats(client.get(address(uneven)).text)
    assert [text[0] for _look, text in shown] == list("BCDEA")
    places = {text[0]: re.findall(r"place-(\d)", look) for look, text in shown}
    assert places == {"C": ["0"], "D": ["1"], "E": ["2"], "A": ["3"], "B": ["4"]}
    client.logout()
    looks = {text[0]: look for look, text in seats(client.get(address(uneven)).text)}
    assert "place-0" in looks["A"]


def test_a_seat_is_one_sentence_with_its_state_as_a_word(client: Client, uneven: models.Table) -> None:
    names = {letter: player(uneven, letter).name for letter in HANDS}
    factories.act(uneven, "all-in", "fold", "raise 15")
    models.Seat.objects.filter(table=uneven, letter="A").update(automatic=True)
    sit(client, uneven, "E")
    page = client.get(address(uneven)).text
    assert [text for _look, text in seats(page)] == [
        f"B {names['B']}: 0 chips, is all-in, opens, bet 11",
        f"C {names['C']}: 39 chips, folded",
        f"D {names['D']}: 1 chip, in the deal, bet 15",
        f"E {names['E']} (you): 16 chips, is to speak",
        f"A {names['A']}: 8 chips, has left: folds by itself",
    ]
    shapes = re.findall(r'<span class="state"><span aria-hidden="true">(.)</span>', page)
    assert len(set(shapes)) == 5


def test_pots_say_who_contests_them_while_the_deal_goes_on(client: Client, uneven: models.Table) -> None:
    factories.act(uneven, "all-in", "call", "call", "call", "all-in")
    page = words(client.get(address(uneven)).text)
    a, b, c, d, e = (f"{letter} {player(uneven, letter).name}" for letter in "ABCDE")
    assert f"Main pot: 50 · contested by {a}, {b}, {c}, {d} and {e}" in page
    assert f"Side pot 1: 12 · contested by {b}, {c}, {d} and {e}" in page
    assert "62 chips in the middle" in page


def test_a_showdown_ranks_the_hands_marks_five_cards_and_tells_each_pot(
    client: Client, uneven: models.Table
) -> None:
    factories.act(uneven, "all-in", "call", "call", "call", "all-in", "raise 3", "call", "call")
    page = client.get(address(uneven)).text
    names = {letter: player(uneven, letter).name for letter in HANDS}
    hands = [words(hand) for hand in _HAND.findall(page)]
    assert [hand[:4] for hand in hands] == ["1. D", "1. E", "3. B", "4. A", "5. C"]
    assert hands[0].startswith(f"1. D {names['D']}: one pair wins 36")
    assert "high card" in hands[4]
    for hand in _HAND.findall(page):
        named = _NAME.findall(hand)
        assert len(named) == 7
        assert len([name for name in named if name.endswith(", counts")]) == 5
        assert hand.count(' counts" viewBox') == 5
    counting = [name for name in _NAME.findall(_HAND.findall(page)[0]) if name.endswith(", counts")]
    assert [name.split(",")[0] for name in counting] == [
        "ace of hearts",
        "10 of diamonds",
        "ace of spades",
        "king of diamonds",
        "9 of diamonds",
    ]
    told = words(page)
    assert f"Main pot: 50 · D {names['D']} 25, E {names['E']} 25" in told
    assert f"Side pot 1: 12 · D {names['D']} 6, E {names['E']} 6" in told
    assert f"Side pot 2: 9 · D {names['D']} 5 (with the odd chip), E {names['E']} 4" in told
    states = {text[0]: look.split()[0] for look, text in seats(page)}
    assert states == {"A": "out", "B": "out", "C": "shown", "D": "won", "E": "won"}


def test_a_bet_that_nobody_called_goes_back_and_no_hand_is_shown(
    client: Client, uneven: models.Table
) -> None:
    factories.act(uneven, "raise 9", "fold", "fold", "fold", "fold")
    page = client.get(address(uneven)).text
    assert f"9 chips that nobody called: back to {player(uneven, 'B').name}." in page
    assert _HAND.findall(page) == []
    assert f"Pot: 10 · B {player(uneven, 'B').name} 10" in words(page)


def test_the_last_deals_end_stays_at_hand_while_the_next_is_played(
    client: Client, uneven: models.Table
) -> None:
    page = client.get(address(uneven)).text
    end = page[page.index('<details class="last-deal"') : page.index("</details>")]
    assert "How deal 1 ended" in end
    assert [words(hand)[:4] for hand in _HAND.findall(end)] == ["1. C", "2. A"]
    assert set(BOARD.split() + HANDS["A"].split() + HANDS["C"].split()) == set(drawn(end))
    assert "last-deal" not in client.get(f"{address(uneven)}?before=4").text


def test_before_any_deal_has_ended_there_is_no_last_one(client: Client, table: models.Table) -> None:
    assert "last-deal" not in client.get(address(table)).text


def test_an_end_is_the_same_from_the_log_as_from_the_view(uneven: models.Table) -> None:
    """The facts of a deal's end and the game's own result tell one story."""
    factories.act(uneven, "all-in", "call", "call", "call", "all-in", "raise 3", "call", "call")
    sight = views.look(uneven.pk, None)
    told = showdown.last(history.page(sight.table).events, sight.names_at, "holdem")
    assert told == showdown.of_view(sight.view, sight.names, "holdem")
    assert told is not None
    assert told.board == SECOND_BOARD.split()


def test_a_game_that_ends_otherwise_has_no_showdown() -> None:
    assert showdown.of_view({"deal": 1, "result": {"ranking": []}}, {}, "tiny") is None
    assert showdown.last([], lambda number: {}, "holdem") is None
