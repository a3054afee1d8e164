"""A whole deal by somebody who has nothing but what a screen reader tells: the page's accessibility tree."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.browser.tabling import enter
from tests.tournaments.web.tabling import BOARD, HANDS, address
from tournaments import models

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

_BUTTON = re.compile(r'^\s*- button "([^"]+)"')
_FIELD = re.compile(r'^\s*- spinbutton "([^"]+)"')
_CARD = re.compile(r'^\s*- img "([^",]+)')
_HEADING = re.compile(r'^\s*- heading "([^"]+)" \[level=2\]')


@dataclass(frozen=True, slots=True)
class Words:
    """What a listener of this language knows to listen for."""

    mine: str
    theirs: str
    fold: str
    call: str
    bet: str
    rise: str
    understood: str
    over: str
    hands: dict[str, list[str]]
    board: list[str]
    shows: str


ENGLISH = Words(
    *(r"Your turn, (.+)", r"(.+) \([A-E]\) is to speak", "Fold", "Call", "Bet", "Raise"),
    *("Understood:", "Deal 1 is over", {"A": ["ace of spades", "king of diamonds"]}),
    ["7 of hearts", "9 of hearts", "jack of diamonds", "2 of spades", "5 of hearts"],
    "shows 9♣ 9♦: three of a kind",
)
ITALIAN = Words(
    *(r"Tocca a te, (.+)", r"Tocca a (.+) \([A-E]\)", "Lascia", "Vedi", "Punta", "Rilancia"),
    *("Capito:", "La mano 1 è finita", {"A": ["asso di picche", "re di quadri"]}),
    ["7 di cuori", "9 di cuori", "fante di quadri", "2 di picche", "5 di cuori"],
    "mostra 9♣ 9♦: tris",
)


@dataclass(frozen=True, slots=True)
class Heard:
    """The tree of a page as lines, and what a listener makes of them."""

    lines: list[str]

    @classmethod
    def of(cls, page: Page) -> Heard:
        return cls(page.locator("main").aria_snapshot().splitlines())

    def found(self, pattern: re.Pattern[str]) -> list[str]:
        return [match[1] for line in self.lines if (match := pattern.match(line))]

    def says(self, text: str) -> bool:
        return any(text in line for line in self.lines)

    def button(self, begins: str) -> str:
        return next(name for name in self.found(_BUTTON) if name.split(" ")[0] == begins)


class Listener:
    """Five players at one screen reader: whoever is named sits down, and plays what is offered."""

    def __init__(self, page: Page, url: str, words: Words) -> None:
        self.page, self.url, self.words = page, url, words

    def sit(self, name: str) -> Heard:
        user = models.User.objects.get(name=name)
        enter(self.page, self.url.rpartition("/c/")[0], user)
        self.page.goto(self.url)
        return Heard.of(self.page)

    def awaited(self, heard: Heard) -> str:
        """Whose turn it is, as a player hears who has just come: in the first heading of the page."""
        heading = heard.found(_HEADING)[0]
        match = re.fullmatch(self.words.mine, heading) or re.fullmatch(self.words.theirs, heading)
        assert match is not None, heading
        return match[1]

    def press(self, name: str) -> Heard:
        with self.page.expect_response("**/act/"):
            self.page.get_by_role("button", name=name, exact=True).click()
        self.page.get_by_text(self.words.understood).first.wait_for()
        return Heard.of(self.page)

    def put_in(self, heard: Heard, button: str, amount: str) -> Heard:
        field = heard.found(_FIELD)[0]
        self.page.get_by_role("spinbutton", name=field, exact=True).fill(amount)
        return self.press(heard.button(button))


@pytest.mark.parametrize(("language", "words"), [("en", ENGLISH), ("it", ITALIAN)])
def test_a_deal_by_ear(
    page: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, language: str, words: Words
) -> None:
    """A bets, B and D fold, E raises, A and C call; A bets again, C and E call: the showdown."""
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, BOARD))
    table = factories.table_of(factories.running(5))
    models.User.objects.update(language=language)
    listener = Listener(page, f"{live_server.url}{address(table)}", words)
    heard = listener.sit("bob")
    plan = ["bet 2", "fold", "call", "fold", "raise 4", "call", "call", "bet 3", "call", "call"]
    for place, move in enumerate(plan):
        name = listener.awaited(heard)
        heard = listener.sit(name)
        assert re.fullmatch(words.mine, heard.found(_HEADING)[0]), "the page does not say that it is my turn"
        cards = heard.found(_CARD)
        if place in (0, 7):
            assert cards[:2] == words.hands["A"]
        assert cards[2:] == (words.board if place >= 7 else [])
        do, _, amount = move.partition(" ")
        if do in ("bet", "raise"):
            heard = listener.put_in(heard, words.bet if do == "bet" else words.rise, amount)
        else:
            heard = listener.press(heard.button(words.fold if do == "fold" else words.call))
        assert heard.says(words.understood)
        assert heard.says(words.over) == (place == len(plan) - 1)
        heard = listener.sit("carol")
    assert heard.says(words.shows)
    assert table.events.filter(kind="move").count() == len(plan)
