"""The pages of a league, for the register."""

from __future__ import annotations

from tests.browser.view import View, is_, send, slug

LEAGUE = (
    View("league", "league", slug("league")),
    View("league-member", "league", slug("league"), is_("judy")),
    View("league-refused", "league", slug("league"), is_("judy"), prepare=send("[name=round]", round="2")),
    View("league-open", "league", slug("league_open"), is_("judy")),
    View("league-contest", "contest", slug("league"), is_("judy")),
    View("league-desk", "manage", slug("league"), is_("olga")),
    View("league-log", "contest-log", slug("league")),
    View("new-league", "new-from", lambda world: ("league",), is_("olga")),
)
