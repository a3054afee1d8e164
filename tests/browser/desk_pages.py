"""The pages of the referee's desk, for the register."""

from __future__ import annotations

from tests.browser.view import View, Who, is_, send, slug, table


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

DESK = CASES
