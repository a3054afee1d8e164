"""The pages of Saint Poker and of tables for friends, for the register."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.view import View, Who, is_, send, slug, table
from tests.browser.world import World
from tournaments import models
from tournaments.services import views


def _chosen(name: str) -> Who:
    """Somebody who has chosen already."""

    def who(world: World) -> models.User:
        seats = views.look(world.tables[name].pk, None).view["seats"]
        return world.player(world.tables[name], lambda letter: seats[letter]["chosen"])

    return who


def _left_something(world: World) -> models.User:
    """Who has left a list in advance."""
    left = models.Advance.objects.filter(seat__table=world.tables["saint_take"]).first()
    assert left is not None
    return world.player(world.tables["saint_take"], lambda letter: letter == left.seat.letter)


def _later(page: Page) -> None:
    page.locator("#later > details > summary").click()


def _awaited(name: str) -> Who:
    return lambda world: world.awaited(world.tables[name])


def _pick(count: int) -> Callable[[Page], None]:
    """Click on some cards, then on what asks once."""

    def prepare(page: Page) -> None:
        for place in range(count):
            page.locator("#seat .pick").nth(place * 2).click()
        page.locator("#seat details.sure summary").click()

    return prepare


def _too_few(page: Page) -> None:
    page.locator("#seat .pick").first.click()
    page.locator("#seat details.sure summary").click()
    with page.expect_response("**/act/"):
        page.locator("#seat details.sure button").click()
    page.locator("[role=alert]").first.wait_for()


SAINT = (
    View("saint-river", "table", table("saint_river"), _awaited("saint_river")),
    View("saint-river-picked", "table", table("saint_river"), _awaited("saint_river"), prepare=_pick(1)),
    View("saint-river-chosen", "table", table("saint_river"), _chosen("saint_river")),
    View("saint-river-watched", "table", table("saint_river")),
    View("saint-reveal", "table", table("saint_reveal"), _awaited("saint_reveal")),
    View("saint-reveal-picked", "table", table("saint_reveal"), _awaited("saint_reveal"), prepare=_pick(2)),
    View("saint-reveal-refused", "table", table("saint_reveal"), _awaited("saint_reveal"), prepare=_too_few),
    View("saint-take", "table", table("saint_take"), _awaited("saint_take")),
    View("saint-take-watched", "table", table("saint_take")),
    View("saint-take-left", "table", table("saint_take"), _left_something, prepare=_later),
    View("saint-over", "table", table("saint_over")),
    View("saint-copies", "table-copies", table("saint_take")),
    View("saint-replay", "table-replay", table("saint_over", 1), query={"step": "30"}),
    View("saint-my-turns", "my-turns", who=_awaited("saint_take")),
    View("saint-contest", "contest", slug("saint_river")),
    View("saint-contest-final", "contest", slug("saint_over")),
    View("new-saint", "new-from", lambda world: ("saint",), is_("olga")),
    View("friends", "friends", who=is_("alice")),
    View("friends-refused", "friends", who=is_("alice"), prepare=send("[name=name]", name=" ")),
    View("friends-open", "contest", slug("friends"), is_("zoe")),
    View("friends-invited", "contest", slug("friends"), is_("alice")),
)
