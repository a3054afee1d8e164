"""The pages of shares, draws and their proofs, for the register."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.view import Arguments, View, is_, send, slug


def _draw(name: str, kind: str) -> Arguments:
    """The newest draw of a contest that is of this kind."""
    return lambda world: (
        world.contests[name].slug,
        world.contests[name].draws.filter(kind=kind).latest("pk").pk,
    )


def _checked(page: Page) -> None:
    page.locator("#check .verdict").wait_for()


_ALICE, _BOB, _OLGA = is_("alice"), is_("bob"), is_("olga")

DRAWS = (
    View("share-offered", "contest", slug("offered"), _ALICE),
    View("share-committed", "contest", slug("offered"), _BOB),
    View("share-check-in", "contest", slug("checking"), _ALICE),
    View("share-refused", "contest", slug("checking"), _ALICE, prepare=send("[name=value]", value="abc")),
    View("share-checked-in", "contest", slug("checking"), _BOB),
    View("draws", "draws", slug("lucky")),
    View("draws-nothing", "draws", slug("offered")),
    View("draws-check-in", "draws", slug("checking")),
    View("draws-final", "draws", slug("final")),
    View("draw-deck", "draw", _draw("lucky", "deck"), _ALICE, prepare=_checked),
    View("draw-deck-opened", "draw", _draw("final", "deck"), prepare=_checked),
    View("draw-seats", "draw", _draw("lucky", "seating"), prepare=_checked),
    View("draw-waits", "draw", _draw("numbers", "seating")),
    View("manage-check-in", "manage", slug("checking"), _OLGA),
    View("manage-numbers", "manage", slug("numbers"), _OLGA),
)
