"""A table in a real browser: by the keyboard alone, without JavaScript, and kept up to date by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import factories
from tests.browser.tabling import enter, tab_to
from tests.tournaments.web.tabling import BOARD, HANDS, address, awaited, player
from tournaments import models
from tournaments.services import rulings

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, BOARD))
    return factories.table_of(factories.running(5))


def open_as(page: Page, server: LiveServer, table: models.Table, letter: str) -> None:
    enter(page, server.url, player(table, letter))
    page.goto(f"{server.url}{address(table)}")


def test_a_deal_to_the_showdown_with_the_keyboard_alone(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    def bet(amount: str) -> None:
        tab_to(page, "#to")
        page.keyboard.press("ControlOrMeta+A")
        page.keyboard.type(amount)
        page.keyboard.press("Enter")

    def press(selector: str) -> None:
        tab_to(page, selector)
        page.keyboard.press("Enter")

    def say(words: str) -> None:
        tab_to(page, "#words")
        page.keyboard.type(words)
        page.keyboard.press("Enter")

    def all_in() -> None:
        press("details.sure summary")
        tab_to(page, "button[value=all-in]")
        page.keyboard.press("Space")

    fold, call = (f"button[value={word}]" for word in ("fold", "call"))
    moves = [
        ("A", lambda: bet("2"), "bet 2"),
        ("B", lambda: press(fold), "fold"),
        ("C", lambda: press(call), "call"),
        ("D", lambda: press(fold), "fold"),
        ("E", lambda: say("I raise to 4"), "raise to 4"),
        ("A", lambda: press(call), "call"),
        ("C", lambda: press(call), "call"),
        ("A", lambda: bet("3"), "bet 3"),
        ("C", all_in, "all-in"),
        ("E", lambda: say("je suis"), "call"),
        ("A", lambda: press(fold), "fold"),
    ]
    for letter, move, understood in moves:
        assert awaited(table) == letter
        open_as(page, live_server, table, letter)
        move()
        expect(page.get_by_text(f"Understood: {understood}.")).to_be_visible()
        assert page.evaluate("document.activeElement.classList.contains('note')")
    over = models.Event.objects.filter(table=table, facts__contains=[{"fact": "deal_over"}]).get()
    assert over.deal == 1
    names = {letter: player(table, letter).name for letter in "CE"}
    expect(page.get_by_text(f"{names['E']} shows 9♣ 9♦: three of a kind").first).to_be_visible()
    expect(page.get_by_text(f"{names['C']} shows Q♥ Q♠: one pair").first).to_be_visible()


def test_without_javascript_everything_works(
    chromium: Browser, live_server: LiveServer, table: models.Table
) -> None:
    context = chromium.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(10_000)
    open_as(page, live_server, table, "A")
    page.get_by_label("Comment").fill("All my chips!")
    page.locator(".sizes summary").click()
    page.get_by_role("button", name="Yes, all-in with 18").click()
    expect(page.get_by_text("Understood: all-in.")).to_be_visible()
    expect(page.locator("#event-2").get_by_text("All my chips!")).to_be_visible()
    open_as(page, live_server, table, "B")
    page.get_by_label("Or in words").fill("I fold")
    page.get_by_role("button", name="How is it read?").click()
    expect(page.get_by_text("Read as: fold. Nothing has been played.")).to_be_visible()
    page.get_by_label("Or in words").fill("raise to 40")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("You can")
    expect(page.get_by_label("Or in words")).to_have_value("raise to 40")
    page.get_by_role("button", name="Fold").click()
    factories.act(table, "fold")
    page.get_by_role("link", name="Refresh").click()
    expect(page.get_by_text(f"{player(table, 'D').name} (D) is to speak")).to_be_visible()
    context.close()


def test_the_board_keeps_itself_up_to_date_and_leaves_what_is_being_typed_alone(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    page.clock.install()
    open_as(page, live_server, table, "A")
    page.get_by_label("Or in words").press_sequentially("raise t")
    rulings.extend_turn(
        table, table.contest.organiser, "A", seconds=3600, reason="Train strike", expected=1, key="x"
    )
    page.clock.fast_forward(16_000)
    expect(page.get_by_text("Reason: Train strike")).to_be_visible()
    page.keyboard.type("o 5")
    expect(page.get_by_label("Or in words")).to_have_value("raise to 5")
    factories.act(table, "fold")
    page.clock.fast_forward(16_000)
    expect(page.get_by_text("This turn is over: what you typed was not sent.")).to_be_visible()
    expect(page.get_by_label("Or in words")).to_have_value("raise to 5")


def test_a_watching_player_gets_the_form_when_his_turn_comes(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    page.clock.install()
    open_as(page, live_server, table, "B")
    expect(page.get_by_role("button", name="Fold")).to_have_count(0)
    factories.act(table, "raise 2")
    page.clock.fast_forward(16_000)
    page.get_by_role("button", name="Call 2").click()
    expect(page.get_by_text("Understood: call.")).to_be_visible()
    assert awaited(table) == "C"


def test_the_tab_and_the_last_answer_follow_the_turn(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    """A tab in the background tells by its title alone whether one is awaited."""
    page.clock.install()
    open_as(page, live_server, table, "A")
    mine, theirs = (f"{sign}{table.name} · Grand tour · Referee" for sign in ("▶ ", ""))
    expect(page).to_have_title(mine)
    page.get_by_role("button", name="Fold").first.wait_for()
    page.fill("#to", "2")
    page.get_by_role("button", name="Bet", exact=True).click()
    expect(page.get_by_text("Understood: bet 2.")).to_be_visible()
    expect(page).to_have_title(theirs)
    for move in ("raise 4", "fold", "fold", "fold"):
        factories.act(table, move)
    page.clock.fast_forward(16_000)
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(page).to_have_title(mine)
    expect(page.get_by_text("Understood: bet 2.")).to_have_count(0)


def test_trouble_in_asking_for_news_never_replaces_the_board(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    page.clock.install()
    open_as(page, live_server, table, "B")
    page.route("**/news/**", lambda route: route.fulfill(status=503, body="<p>away</p>"))
    page.clock.fast_forward(16_000)
    page.wait_for_timeout(300)
    expect(page.get_by_text("What happened")).to_be_visible()
    expect(page.get_by_text("away")).to_have_count(0)


def test_two_tabs_one_move(page: Page, live_server: LiveServer, table: models.Table) -> None:
    open_as(page, live_server, table, "A")
    other = page.context.new_page()
    other.goto(f"{live_server.url}{address(table)}")
    page.get_by_role("button", name="Bet").click()
    expect(page.get_by_text("Understood: bet 1.")).to_be_visible()
    other.get_by_role("button", name="Fold").click()
    expect(other.get_by_role("alert")).to_contain_text("That turn is over")
    assert table.events.filter(kind="move").count() == 1


def test_a_text_for_a_forum_is_copied_by_its_button(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{live_server.url}{address(table)}copy/")
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith("[b]Rubis · Grand tour[/b]")


def test_an_amount_fills_the_number_in_and_is_played_by_the_button_beside_it(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    open_as(page, live_server, table, "A")
    tab_to(page, "button[data-size='5']")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Bet 1 to 18")).to_have_value("5")
    expect(page.get_by_role("button", name="5 ½ pot")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#sized")).to_have_text("The amount is 5 now. Nothing has been played.")
    assert table.events.count() == 1
    page.fill("#to", "18")
    page.get_by_role("button", name="Bet", exact=True).click()
    expect(page.get_by_text("All-in puts in all your 18 chips")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('details.sure').open")
    page.get_by_role("button", name="10 pot").click()
    page.get_by_role("button", name="Bet", exact=True).click()
    expect(page.get_by_text("Understood: bet 10.")).to_be_visible()


def test_words_are_read_while_they_are_typed(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/read/" in request.url else None)
    open_as(page, live_server, table, "A")
    words, reading = page.get_by_label("Or in words"), page.locator("#reading")
    assert reading.get_attribute("role") == "status"
    expect(page.get_by_role("button", name="How is it read?")).to_have_count(0)
    words.press_sequentially("bet 7", delay=20)
    expect(reading).to_have_text("Read as: bet 7. Nothing has been played.")
    assert len(asked) < 4
    words.fill("lovely weather")
    expect(reading).to_contain_text("No move was found")
    page.route("**/read/", lambda route: route.fulfill(status=503, body="<p>away</p>"))
    words.fill("bet 8")
    expect(reading).to_have_text("")
    words.fill("")
    page.unroute("**/read/")
    words.fill("bet 7")
    words.press("Enter")
    expect(page.get_by_text("Understood: bet 7.")).to_be_visible()
    assert table.events.count() == 2


def test_no_news_is_a_304_that_changes_nothing_on_the_page(
    page: Page, live_server: LiveServer, table: models.Table
) -> None:
    page.clock.install()
    answers: list[int] = []
    page.on("response", lambda one: answers.append(one.status) if "/news/" in one.url else None)
    open_as(page, live_server, table, "B")
    page.evaluate("document.getElementById('board').dataset.mark = 'the same element'")
    with page.expect_response("**/news/**"):
        page.clock.fast_forward(16_000)
    with page.expect_response("**/news/**"):
        page.clock.fast_forward(16_000)
    page.wait_for_timeout(200)
    assert answers == [304, 304]
    assert page.evaluate("document.getElementById('board').dataset.mark") == "the same element"
    factories.act(table, "raise 2")
    with page.expect_response("**/live/**"):
        page.clock.fast_forward(16_000)
    expect(page.locator("#event-2.changed")).to_have_count(1)
    expect(page.locator("#spoken")).to_have_text(f"{player(table, 'A').name} bets 2 chips.")
    assert page.evaluate("document.getElementById('board').dataset.mark === undefined")


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("with_board", [False, True])
def test_a_phone_answers_the_four_questions_without_scrolling(
    page: Page, live_server: LiveServer, table: models.Table, language: str, with_board: bool
) -> None:
    """Is it my turn, until when, what do I hold, what can I do: above the fold of 360 by 740."""
    factories.act(table, "raise 2", "raise 5", "fold", "fold")
    if with_board:
        factories.act(table, "call", "call", "raise 1")
    letter = awaited(table)
    models.User.objects.filter(pk=player(table, letter).pk).update(language=language)
    page.set_viewport_size({"width": 360, "height": 740})
    open_as(page, live_server, table, letter)
    for part in ("#seat-head h2", ".until", ".own", ".buttons", ".raise", ".sizes", ".silence"):
        box = page.locator(part).first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 740, part
    small = "[...document.querySelectorAll('.moves :is(button, summary, input:not([type=hidden]))')]"
    heights = page.evaluate(f"{small}.filter(e => e.offsetWidth > 2).map(e => e.offsetHeight)")
    assert min(heights) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_comment_is_counted(page: Page, live_server: LiveServer, table: models.Table) -> None:
    open_as(page, live_server, table, "A")
    expect(page.locator(".count")).to_be_hidden()
    page.get_by_label("Comment").fill("Ha!")
    expect(page.locator(".count")).to_have_text("3 / 1000")
