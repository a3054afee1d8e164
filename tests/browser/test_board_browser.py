"""The table as it is drawn: an oval, a list on a phone, suits that can be told apart, cards that count."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.browser.tabling import enter
from tests.tournaments.web.tabling import BOARD, HANDS, address, awaited, player
from tournaments import models
from tournaments.services import presets

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "Bartholomew-Maximilian von und zu Wiesel"
TO_THE_BOARD = ("raise 2", "call", "fold", "fold", "call")
_COLOURS = """card => {
  const [ink, paper] = [getComputedStyle(card).fill, getComputedStyle(card).backgroundColor];
  const light = text => {
    const [r, g, b] = text.match(/[0-9.]+/g).slice(0, 3).map(part => part / 255)
      .map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const [low, high] = [light(ink), light(paper)].sort((a, b) => a - b);
  return {ink, contrast: (high + .05) / (low + .05)};
}"""


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, BOARD))
    return factories.table_of(factories.running(5))


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    """Eight seats with blinds, six digits, bets before most of them, and one very long name."""
    level = {"from_hand": 1, "small_blind": 500, "big_blind": 1000, "ante": 0, "big_blind_ante": 0}
    rules = {"preset": "holdem", "starting_stack": 120000, "hands": 12, "levels": [level]}
    monkeypatch.setitem(presets.PRESETS, "holdem", {**presets.PRESETS["holdem"], "rules": rules})
    table = factories.table_of(factories.running(8, preset="holdem"))
    models.Entry.objects.filter(seat__table=table, seat__letter="C").update(name=LONG)
    models.Seat.objects.filter(table=table, letter="A").update(automatic=True)
    factories.act(table, "raise 3000", "fold", "raise 20000", "call", "call")
    return table


def visit(page: Page, server: LiveServer, table: models.Table, letter: str | None, width: int) -> None:
    if letter:
        enter(page, server.url, player(table, letter))
    page.set_viewport_size({"width": width, "height": 740 if width < 700 else 900})
    page.goto(f"{server.url}{address(table)}")


def box(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found is not None
    return found


def boxes(parts: Locator) -> list[FloatRect]:
    return [box(part) for part in parts.all()]


def apart(one: FloatRect, other: FloatRect) -> bool:
    across = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
    return (
        across or one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1
    )


def bearing(one: FloatRect, middle: FloatRect) -> float:
    """Where a seat lies, in degrees clockwise from the bottom."""
    x = one["x"] + one["width"] / 2 - middle["x"] - middle["width"] / 2
    y = one["y"] + one["height"] / 2 - middle["y"] - middle["height"] / 2
    return math.degrees(math.atan2(-x, y)) % 360


@pytest.mark.parametrize("width", [768, 1000, 1280])
def test_seats_sit_round_the_table_clockwise_from_the_reader(
    page: Page, live_server: LiveServer, table: models.Table, width: int
) -> None:
    visit(page, live_server, table, "C", width)
    letters = page.locator(".round .seat-line .letter").all_inner_texts()
    middle, plates = box(page.locator(".middle")), boxes(page.locator(".round .plate"))
    around = sorted(zip([bearing(plate, middle) for plate in plates], letters, strict=True))
    assert "".join(letter for _angle, letter in around) in ("CDEAB", "DEABC")
    own = plates[letters.index("C")]
    assert own["y"] == max(plate["y"] for plate in plates)
    assert [pair for pair in combinations([middle, *plates], 2) if not apart(*pair)] == []


@pytest.mark.parametrize("width", [768, 1000, 1280])
def test_eight_seats_with_long_names_and_large_bets_have_room(
    page: Page, live_server: LiveServer, crowded: models.Table, width: int
) -> None:
    visit(page, live_server, crowded, awaited(crowded), width)
    plates, bets = page.locator(".round .plate"), page.locator(".round .bet")
    assert (plates.count(), bets.count()) == (8, 6)
    drawn = [*boxes(plates), *boxes(bets), box(page.locator(".upturned"))]
    assert [pair for pair in combinations(drawn, 2) if not apart(*pair)] == []
    assert plates.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_a_phone_the_seats_are_a_list_under_the_board(
    page: Page, live_server: LiveServer, crowded: models.Table
) -> None:
    visit(page, live_server, crowded, awaited(crowded), 360)
    lines = boxes(page.locator(".round .seat-line"))
    assert [line["y"] for line in lines] == sorted(line["y"] for line in lines)
    assert len({line["x"] for line in lines}) == 1
    assert box(page.locator(".middle"))["y"] < lines[0]["y"]
    assert all(box(part)["width"] >= 40 for part in page.locator(".middle .slot").all())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    name = page.locator(".seat-line .name", has_text="Bartholomew")
    assert box(name)["height"] < 50


def test_the_four_questions_are_answered_without_scrolling_with_a_board(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    factories.act(table, *TO_THE_BOARD, "raise 1")
    visit(page, live_server, table, awaited(table), 360)
    parts = ("#seat-head h2", ".until", ".own .card >> nth=6", ".own .worth", "button[value=fold]")
    for part in (*parts, "button[value=call]", "button[value=raise]"):
        found = box(page.locator(part).first)
        assert found["y"] + found["height"] <= 740, part


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_suits_are_legible_and_four_colours_tell_all_four_apart(
    page: Page, live_server: LiveServer, table: models.Table, scheme: Any
) -> None:
    page.emulate_media(color_scheme=scheme)
    factories.act(table, *TO_THE_BOARD)
    user = player(table, "E")
    for four in (False, True):
        models.User.objects.filter(pk=user.pk).update(four_colours=four)
        visit(page, live_server, table, "E", 1280)
        drawn = {
            suit: page.locator(f".own .card.{suit}").first.evaluate(_COLOURS)
            for suit in ("clubs", "diamonds", "hearts", "spades")
        }
        assert min(one["contrast"] for one in drawn.values()) >= 4.5
        assert len({one["ink"] for one in drawn.values()}) == (4 if four else 2)


def test_suits_and_backs_are_drawn_from_the_projects_own_file(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    factories.act(table, *TO_THE_BOARD)
    with page.expect_response(lambda answer: "/cards" in answer.url and ".svg" in answer.url) as asked:
        visit(page, live_server, table, "A", 1280)
    assert asked.value.ok
    wide = "all => all.map(one => one.getBBox().width)"
    for part in (".own .card use", ".cards-of .closed use", ".pot .disc use"):
        page.wait_for_function(
            "part => [...document.querySelectorAll(part)].every(one => one.getBBox().width > 5)", arg=part
        )
        assert min(page.locator(part).evaluate_all(wide)) > 5, part


def test_five_cards_stand_higher_in_a_frame_and_say_that_they_count(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    factories.act(table, *TO_THE_BOARD, "raise 1", "fold", "call")
    visit(page, live_server, table, None, 360)
    page.get_by_text("How deal 1 ended").click()
    winner = page.locator(".hand-line").first
    expect(winner).to_contain_text("three of a kind")
    counting, others = winner.locator(".card.counts"), winner.locator(".card:not(.counts)")
    assert (counting.count(), others.count()) == (5, 2)
    assert max(one["y"] for one in boxes(counting)) < min(one["y"] for one in boxes(others))
    assert {one.evaluate("one => getComputedStyle(one).outlineStyle") for one in counting.all()} == {"solid"}
    expect(winner.get_by_role("img", name=", counts")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_screen_reader_hears_each_seat_once_as_a_sentence(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    factories.act(table, "raise 2")
    visit(page, live_server, table, "B", 1280)
    names = {letter: player(table, letter).name for letter in "ABC"}
    heard = page.locator(".round .seats").aria_snapshot()
    for line in (
        f"A {names['A']}: 16 chips, in the deal, opens, bet 2",
        f"B {names['B']} (you): 18 chips, is to speak",
        f"C {names['C']}: 18 chips, in the deal",
    ):
        assert heard.replace(" ,", ",").replace(" :", ":").count(line) == 1, heard


def test_what_changed_glows_once_and_not_for_those_who_want_no_motion(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    page.clock.install()
    glow = "one => getComputedStyle(one).animationName"
    for motion, name in (("no-preference", "touched"), ("reduce", "none")):
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        visit(page, live_server, table, "E", 1280)
        expect(page.locator(".seat-line.changed")).to_have_count(0)
        letter = awaited(table)
        factories.act(table, "raise 2" if letter == "A" else "call")
        page.clock.fast_forward(16_000)
        changed = page.locator(".seat-line.changed")
        expect(changed).to_contain_text(player(table, letter).name)
        assert changed.locator(".plate").evaluate(glow) == name
    expect(page.locator(".middle.changed")).to_have_count(0)
    factories.act(table, "fold", "fold", "call")
    page.clock.fast_forward(16_000)
    page.locator(".middle.changed .card").nth(4).wait_for()


def test_the_replay_shows_the_same_board_in_four_colours_and_in_print(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    factories.act(table, *TO_THE_BOARD, "raise 1", "fold", "call")
    models.User.objects.filter(pk=player(table, "B").pk).update(four_colours=True)
    enter(page, live_server.url, player(table, "B"))
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{live_server.url}{address(table)}replay/1/?step=9")
    inks = {card.evaluate(_COLOURS)["ink"] for card in page.locator(".stage .card:not(.closed)").all()}
    assert len(inks) == 4
    expect(page.locator(".stage .hand-line")).to_have_count(2)
    page.emulate_media(media="print")
    felt = page.locator(".stage .round").evaluate("one => getComputedStyle(one, '::before').backgroundImage")
    assert felt == "none"
    expect(page.locator(".stage").get_by_role("img", name="king of diamonds").first).to_be_visible()
