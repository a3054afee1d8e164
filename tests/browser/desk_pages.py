"""The pages of the referee's desk, for the register."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from playwright.sync_api import Page

from tests.browser.view import Arguments, View, Who, is_, open_, send, slug, table
from tests.browser.world import REASONS, World
from tournaments import models


def _caller(number: int) -> Who:
    return lambda world: world.callers[number]


_ALICE, _OLGA = is_("alice"), is_("olga")

CASES = (
    View("call", "call", table("side_pots"), _caller(1)),
    View("call-again", "call", table("side_pots"), _caller(0)),
    View("call-refused", "call", table("mine"), _ALICE, prepare=send("[name=words]", words=" ")),
    View("case-own", "case", table("side_pots", 1), _caller(0)),
    View("case-judge", "case", table("side_pots", 1), _OLGA),
    View("case-closed", "case", table("side_pots", 2), _caller(1)),
    View("cases", "cases", slug("side_pots"), _OLGA),
    View("cases-none", "cases", slug("running"), _OLGA),
)

RULINGS = (
    View("rulings", "rulings", table("theirs"), _OLGA),
    View("rulings-card-turned", "rulings", table("mine"), _OLGA),
    View("rulings-over", "rulings", table("over"), _OLGA),
    View("rulings-void", "rulings", table("mine"), _OLGA, prepare=open_("details.irreversible summary")),
    View(
        "rulings-refused",
        "rulings",
        table("mine"),
        _OLGA,
        prepare=send("[name=address]", address="nobody@x.example", reason="Ill"),
    ),
)


def _timed_out(world: World) -> Sequence[object]:
    event = world.timed_out
    return (event.table.contest.slug, event.table.number, event.number)


FOLDED = (
    View("why-own", "why", _timed_out, lambda world: world.player_of(world.timed_out)),
    View("why-watched", "why", _timed_out),
    View("outages", "outages", lambda world: (world.timed_out.table.contest.slug,)),
    View("outages-none", "outages", slug("open")),
)


def _break(word: str) -> Callable[[Page], None]:
    """Choose what must be seen, say why, send it."""

    def prepare(page: Page) -> None:
        page.locator(f"input[name=seal][value='{word}']").check()
        page.locator("[name=reason]").fill(REASONS[0])
        with page.expect_navigation():
            page.locator("form button.danger").click()

    return prepare


SEALS = (
    View("seal", "unseal", table("mine"), _OLGA),
    View("seal-choices", "unseal", table("saint_river"), _OLGA),
    View("seal-none", "unseal", table("over"), _OLGA),
    View("seal-refused", "unseal", table("theirs"), _OLGA, prepare=send("[name=reason]", reason=" ")),
    View("seal-broken-deck", "unseal", table("theirs"), _OLGA, prepare=_break("deck:0")),
    View("seal-broken-choice", "unseal", table("saint_river"), _OLGA, prepare=_break("choice:C")),
)


def _opened(page: Page) -> None:
    page.locator("[name=reason]").fill(REASONS[1])
    with page.expect_navigation():
        page.locator("form button.primary").click()
    page.locator("details summary").first.click()


FAIRNESS = (
    View("fairness", "fairness", slug("side_pots"), _OLGA),
    View("fairness-refused", "fairness", slug("side_pots"), _OLGA, prepare=send("[name=reason]", reason=" ")),
    View("fairness-opened", "fairness", slug("final"), _OLGA, prepare=_opened),
    View("fairness-none", "fairness", slug("open"), _OLGA),
)


def _backwards(page: Page) -> None:
    page.locator("[name=first]").fill("2020-02-02")
    page.locator("[name=last]").fill("2020-02-03")
    with page.expect_navigation():
        page.locator("form button.primary").click()


def _absent(world: World) -> Sequence[object]:
    return (world.absent.contest.slug,)


def _away(world: World) -> models.User:
    return world.absent.user


AWAY = (
    View("absence", "absence", _absent, _away),
    View(
        "absence-refused",
        "absence",
        _absent,
        _away,
        prepare=_backwards,
    ),
    View("absence-none", "absence", slug("running"), _ALICE),
    View(
        "table-away", "table", lambda world: (world.absent.contest.slug, 1), lambda world: world.absent.user
    ),
)


def _proposal(asks: str) -> Arguments:
    def arguments(world: World) -> Sequence[object]:
        one = world.proposals[asks]
        return (one.table.contest.slug, one.table.number, one.number)

    return arguments


def _its_table(world: World) -> Sequence[object]:
    return _proposal("table")(world)[:2]


def _voter(number: int) -> Who:
    return lambda world: world.voters[number]


def _its_ruling(world: World) -> Sequence[object]:
    event = world.ruling
    return (event.table.contest.slug, event.table.number, event.number)


EVIDENCE = (
    View("ruling", "ruling", _its_ruling),
    View("ruling-staff", "ruling", _its_ruling, _OLGA),
    View(
        "rulings-cancel",
        "rulings",
        table("mine"),
        _OLGA,
        prepare=open_("details:has([value=cancel]) > summary"),
    ),
    View("rulings-evidence", "rulings", table("mine"), _OLGA, prepare=open_("details.quiet summary")),
)

PROPOSALS = (
    View("rollback", "rollback", table("mine"), _OLGA),
    View("rollback-over", "rollback", table("over"), _OLGA),
    View("rollback-refused", "rollback", table("mine"), _OLGA, prepare=send("[name=way]", reason=" ")),
    View("propose", "propose", _its_table, _voter(1)),
    View("propose-refused", "propose", _its_table, _voter(1), prepare=send("[value=pause]", reason=" ")),
    View("proposal-asked", "proposal", _proposal("table"), _voter(1)),
    View("proposal-answered", "proposal", _proposal("table"), _voter(0)),
    View("proposal-watched", "proposal", _proposal("table")),
    View("proposal-second", "proposal", _proposal("second"), lambda world: world.admin),
    View("table-proposal", "table", _its_table, _voter(1)),
)

DESK = (*CASES, *RULINGS, *FOLDED, *SEALS, *FAIRNESS, *AWAY, *PROPOSALS, *EVIDENCE)
