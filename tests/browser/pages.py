"""The register of pages: each page in each state that looks different, who looks, and what comes first.

Walks, screenshots and the tests of whole kinds go through it; a test holds it against the addresses.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.test import override_settings
from django.urls import get_resolver
from playwright.sync_api import Page

from referee.advance import Condition
from tests import factories
from tests.browser import desk_pages, draw_pages, league_pages, mailing, review_pages, saint_pages
from tests.browser.view import Arguments, View, Who
from tests.browser.view import is_ as _is
from tests.browser.view import send as _send
from tests.browser.view import slug as _slug
from tests.browser.view import table as _table
from tests.browser.world import World
from tournaments import models
from tournaments.services import advances, clock, demo, sealing, views

# --- who looks


def _awaited(table: str) -> Who:
    return lambda world: world.awaited(world.tables[table])


def _waiting(table: str) -> Who:
    return lambda world: world.waiting(world.tables[table])


_ALICE, _BOB, _OLGA, _TRUDY, _ZOE = (_is(name) for name in ("alice", "bob", "olga", "trudy", "zoe"))
_STAN, _ERIN = _is("stan"), _is("erin")


# --- where


def _to_be_told(world: World) -> Sequence[object]:
    """The seat of a player without an account who is awaited."""
    table = world.tables["by_hand"]
    return (table.contest.slug, table.number, factories.open_turns(table)[0].seat.letter)


def _came_in(name: str) -> Arguments:
    return lambda world: (world.contests["side_pots"].slug, world.came_in[name].pk)


# --- what is done first


def _preview(page: Page) -> None:
    page.locator("[name=name]").fill("Tour of the passes")
    with page.expect_navigation():
        page.locator("button[value=preview]").click()
    page.evaluate("scrollTo(0, 0)")


def _link_asked_for(page: Page) -> None:
    page.locator("details summary").last.click()
    with page.expect_navigation():
        page.locator("button[value=link]").click()


def _words(text: str) -> Callable[[Page], None]:
    def prepare(page: Page) -> None:
        page.locator("#words").fill(text)
        with page.expect_response("**/act/"):
            page.locator("#words").press("Enter")
        page.locator("[role=alert]").first.wait_for()

    return prepare


def _later(text: str) -> Callable[[Page], None]:
    def prepare(page: Page) -> None:
        page.locator("#later summary").click()
        field = page.locator("#later-words")
        with page.expect_response("**/read/"):
            field.fill(text)
        page.locator("#later-reading p").wait_for()
        field.scroll_into_view_if_needed()

    return prepare


def _open(selector: str) -> Callable[[Page], None]:
    def prepare(page: Page) -> None:
        page.locator(selector).first.click()

    return prepare


def _without_a_token(page: Page) -> None:
    page.locator("main [name=csrfmiddlewaretoken]").first.evaluate("field => field.value = 'x'.repeat(64)")
    with page.expect_navigation():
        page.locator("main form", has=page.locator("[name=csrfmiddlewaretoken]")).first.evaluate(
            "form => { form.noValidate = true; form.requestSubmit() }"
        )


def _signed_out_meanwhile(page: Page) -> None:
    page.context.clear_cookies(name="sessionid")
    with page.expect_navigation():
        page.locator("form[action$='/register/']").evaluate("form => form.requestSubmit()")


def _ask_for_a_code(page: Page) -> None:
    cache.clear()
    page.locator("[name=email]").fill("alice@players.example")
    page.locator("main form button").first.click()
    page.locator("[name=code]").wait_for()


def _sign_up(page: Page) -> None:
    cache.clear()
    page.locator("[name=name]").fill("Una the new")
    page.locator("[name=email]").fill("una@players.example")
    page.locator("main form button").first.click()
    page.locator("[name=code]").wait_for()


@contextmanager
def _left_in_advance(world: World) -> Iterator[None]:
    """Whoever waits at the table with blinds has left a call up to a limit."""
    table = world.tables["blinds"]
    letter = table.table_seats.get(entry__user=world.waiting(table)).letter
    advances.leave(table.pk, letter, Condition("call-up-to", 1, 0, to=120))
    yield
    advances.withdraw(table.pk, letter)


@contextmanager
def _over_in_advance(world: World) -> Iterator[None]:
    """The same call was above its limit when it was looked at."""
    table = world.tables["blinds"]
    with _left_in_advance(world):
        sealed = sealing.seal_json(
            advances.Kept(Condition("call-up-to", 1, 0, to=120), over="ABOVE_LIMIT").to_json()
        )
        models.Advance.objects.filter(seat__table=table).update(condition=sealed)
        yield


@contextmanager
def _left_for_the_deadline(world: World) -> Iterator[None]:
    """Alice, who is to speak, has left a call for her deadline."""
    table = world.tables["mine"]
    seat = factories.open_turns(table)[0].seat.letter
    view = views.look(table.pk, seat).view
    until = clock.now() + timedelta(days=9)
    condition = Condition("call-up-to", view["deal"], view["street"], to=10**6, all_in=True, until=until)
    advances.leave(table.pk, seat, condition)
    yield
    advances.withdraw(table.pk, seat)


@contextmanager
def _raising(error: Exception) -> Iterator[None]:
    """The lobby's view has this trouble."""

    def fails(*_args: object) -> None:
        raise error

    patterns = get_resolver("tournaments.doors.web.urls").url_patterns
    lobby = next(pattern for pattern in patterns if getattr(pattern, "name", "") == "lobby")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lobby, "callback", fails)
        yield


# --- the pages

SIGNING_IN = (
    View("sign-in", "account_login"),
    View("sign-in-refused", "account_login", prepare=_send("[name=email]", email="not an address")),
    View("sign-in-code", "account_login", prepare=_ask_for_a_code),
    View("sign-up", "account_signup"),
    View("sign-up-refused", "account_signup", prepare=_send("[name=name]", name="", email="nowhere")),
    View("sign-up-code", "account_signup", prepare=_sign_up),
    View("sign-out", "account_logout", who=_ALICE),
    View("inactive", "account_inactive"),
    View("sign-in-first", "contest", _slug("open"), _ALICE, prepare=_signed_out_meanwhile),
    View("profile", "profile", who=_BOB),
    View("profile-refused", "profile", who=_BOB, prepare=_send("[name=timezone]", name="")),
    View("profile-no-letters", "profile", who=_ERIN),
    View("profile-digest-alone", "profile", who=_BOB, during=mailing.digest_alone),
    View("profile-address-asked", "profile", who=_BOB, during=mailing.asked),
    View("profile-address-changed", "profile", who=_BOB, during=mailing.changed),
    View("profile-address-refused", "profile", who=_BOB, prepare=_send("[name=address]", address="nowhere")),
    View("address-confirm", "address-confirm", mailing.word, during=mailing.asked),
    View("address-stop", "address-undo", mailing.undo_word, during=mailing.asked),
    View("address-undo", "address-undo", mailing.undo_word, during=mailing.changed),
    View("stop-letters", "stop-letters", mailing.stop_word),
    View("claim", "claim", lambda world: (world.claim,), _ALICE),
)

LOBBY = (
    View("lobby", "lobby"),
    View("lobby-empty", "lobby", during=World.empty),
    View("lobby-player", "lobby", who=_ALICE),
    View("lobby-organiser", "lobby", who=_OLGA),
)

CONTESTS = (
    View("contest-open", "contest", _slug("open")),
    View("contest-may-register", "contest", _slug("open"), _ALICE),
    View("contest-entered", "contest", _slug("open"), _BOB),
    View("contest-full", "contest", _slug("full"), _ZOE),
    View("contest-reserve", "contest", _slug("full"), _TRUDY),
    View("contest-closed", "contest", _slug("closed"), _ALICE),
    View("contest-seated", "contest", _slug("seated"), _ALICE),
    View("contest-running", "contest", _slug("running")),
    View("contest-running-player", "contest", _slug("running"), _ALICE),
    View("contest-paused", "contest", _slug("paused")),
    View("contest-blinds", "contest", _slug("blinds")),
    View("contest-side-pots", "contest", _slug("side_pots")),
    View("contest-provisional", "contest", _slug("provisional")),
    View("contest-final", "contest", _slug("final")),
    View("contest-final-player", "contest", _slug("final"), _ALICE),
    View("contest-cancelled", "contest", _slug("cancelled"), _ALICE),
    View("contest-log", "contest-log", _slug("running")),
    View("contest-log-final", "contest-log", _slug("final")),
    View("contest-copies", "contest-copies", _slug("running")),
    View("draft", "draft", lambda world: (world.contests["draft"].share_token,)),
    View(
        "draft-refused",
        "draft",
        lambda world: (world.contests["draft"].share_token,),
        prepare=_send("[name=text]", name="Wanda", text=""),
    ),
)

TABLES = (
    View("my-turns", "my-turns", who=_ALICE),
    View("my-turns-no-letters", "my-turns", who=_ERIN),
    View("my-turns-empty", "my-turns", who=_ZOE),
    View("table-awaited", "table", _table("mine"), _ALICE),
    View("table-refused", "table", _table("mine"), _ALICE, prepare=_words("raise to 400")),
    View("table-all-in", "table", _table("mine"), _ALICE, prepare=_open("details.sure summary")),
    View("table-waiting", "table", _table("mine"), _waiting("mine")),
    View("table-watched", "table", _table("mine")),
    View("table-theirs", "table", _table("theirs"), _awaited("theirs")),
    View("table-side-pots", "table", _table("side_pots")),
    View("table-side-pots-awaited", "table", _table("side_pots"), _awaited("side_pots")),
    View("table-blinds", "table", _table("blinds"), _awaited("blinds")),
    View("table-later", "table", _table("blinds"), _waiting("blinds"), prepare=_open("#later summary")),
    View("table-later-left", "table", _table("blinds"), _waiting("blinds"), during=_left_in_advance),
    View("table-later-over", "table", _table("blinds"), _waiting("blinds"), during=_over_in_advance),
    View("table-later-heard", "table", _table("blinds"), _waiting("blinds"), prepare=_later("check/fold")),
    View("table-later-doubt", "table", _table("blinds"), _waiting("blinds"), prepare=_later("call up to 1")),
    View("table-awaited-left", "table", _table("mine"), _ALICE, during=_left_for_the_deadline),
    View("my-turns-left", "my-turns", who=_ALICE, during=_left_for_the_deadline),
    View("table-not-started", "table", _table("waiting"), _ALICE),
    View("table-paused", "table", _table("paused"), _ALICE),
    View("table-between", "table", _table("between"), _ALICE),
    View("table-over", "table", _table("over"), _ALICE),
    View("table-over-watched", "table", _table("over")),
    View("table-organiser", "table", _table("mine"), _OLGA),
    View("table-croupier", "table", _table("theirs"), _TRUDY),
    View("table-copies", "table-copies", _table("mine")),
    View("replay", "table-replay", _table("over", 1)),
    View("replay-showdown", "table-replay", _table("over", 1), _ALICE, query={"step": "99"}),
    View("replay-between", "table-replay", _table("between", 1), _ALICE, query={"step": "4"}),
)

ORGANISING = (
    View("new", "new", who=_OLGA),
    View("new-shangri", "new-from", lambda world: ("shangri",), _OLGA),
    View("new-holdem", "new-from", lambda world: ("holdem",), _OLGA),
    View(
        "new-refused",
        "new-from",
        lambda world: ("holdem",),
        _OLGA,
        prepare=_send("[name=cap]", name="", cap="0", fee_amount="2", fee_unit=""),
    ),
    View("edit", "edit", _slug("draft"), _OLGA),
    *(
        View(f"manage-{name.replace('_', '-')}", "manage", _slug(name), _OLGA)
        for name in (
            *("draft", "open", "full", "unsplit", "closed", "seated", "running", "paused"),
            *("side_pots", "provisional", "final", "cancelled"),
        )
    ),
    View("manage-croupier", "manage", _slug("running"), _TRUDY),
    View("manage-refused", "manage", _slug("running"), _OLGA, prepare=_send("[name=pause-reason]")),
    View("entries", "entries", _slug("open"), _OLGA),
    View("entries-forty", "entries", _slug("full"), _OLGA),
    View("entries-refused", "entries", _slug("open"), _OLGA, prepare=_send("[name=name]", name="")),
    View("entries-final", "entries", _slug("final"), _OLGA),
    View("entries-unpaid", "entries", _slug("full"), _OLGA, query={"show": "unpaid", "tick": "all"}),
    View("new-previewed", "new-from", lambda world: ("shangri",), _OLGA, prepare=_preview),
    View("manage-by-hand", "manage", _slug("by_hand"), _OLGA),
    View("table-by-hand", "table", _table("by_hand"), _OLGA),
    View("tell", "tell", _to_be_told, _OLGA),
    View("tell-with-a-link", "tell", _to_be_told, _OLGA, prepare=_link_asked_for),
    View("letters-in", "letters-in", _slug("side_pots"), _OLGA),
    View("letters-in-held", "letters-in", _slug("side_pots"), _OLGA, query={"show": "held"}),
    View("letters-in-none", "letters-in", _slug("open"), _OLGA),
    *(
        View(f"letter-in-{name}", "letter-in", _came_in(name), _OLGA)
        for name in ("refused", "question", "quarantined", "unread")
    ),
    View("clock", "clock", who=_STAN),
)


def _in_a_demo(world: World) -> AbstractContextManager[Any]:
    return override_settings(DEMO=True)


DEMO = (
    View("letters", "mail-viewer", during=_in_a_demo),
    View("letter", "mail-letter", lambda world: (world.letters[0].pk,), during=_in_a_demo),
    View("letter-from", "mail-received", lambda world: (world.came_in["refused"].pk,), during=_in_a_demo),
    View("demo-in", "demo-in", lambda world: (demo.sign(world.person("alice")),), during=_in_a_demo),
)

TROUBLE = (
    View("not-found", "contest", lambda world: ("no-such-contest",), status=404),
    View("refused", "manage", _slug("running"), _ALICE, status=403),
    View("forbidden", "lobby", during=lambda world: _raising(PermissionDenied()), status=403),
    View("forged", "profile", who=_BOB, prepare=_without_a_token),
    View("broken", "lobby", during=lambda world: _raising(ValueError()), status=500),
    View("away", "lobby", during=lambda world: _raising(OperationalError()), status=503),
)

PAGES: tuple[View, ...] = (
    *LOBBY, *CONTESTS, *TABLES, *ORGANISING, *SIGNING_IN, *DEMO, *TROUBLE, *desk_pages.DESK,
    *draw_pages.DRAWS, *saint_pages.SAINT, *review_pages.REVIEW, *league_pages.LEAGUE,
)  # fmt: skip


def wanted() -> list[View]:
    """All of them; or those whose names begin with one of the words in ONLY."""
    words = os.environ.get("ONLY", "").split()
    return [view for view in PAGES if not words or any(view.name.startswith(word) for word in words)]


TYPED = ("Tour of the passes",)
"""What a looker types that a page then says back."""

NOT_PAGES = {
    # Forms are sent there; who opens them is led to the page of the form.
    **dict.fromkeys(
        (
            *("account-again", "set-language", "register", "withdraw", "step", "extend", "choose", "cancel"),
            *("pause", "turn-time", "table-rule", "croupier", "croupier-away", "croupier-at", "hand-out"),
            *("entry-add", "entry-link", "entries-mark", "ask", "ask-all"),
            *("league-absence", "league-bye", "league-next"),
            *("table-act", "table-staff", "mail-reply", "letter-seen", "table-later"),
            *("address-ask", "address-drop", "share", "check-in", "beacon", "other-beacon"),
            "ledger-verify",
        ),
        "a form's target",
    ),
    "account_request_login_code": "the same page as account_login",
    "account_confirm_login_code": "sign-in-code leads there",
    "account_email_verification_sent": "sign-up-code leads there",
    "account_email": "the same page as profile",
    "turn-link": "leads to the table",
    "table-news": "answers whether there is news",
    "table-read": "a line of the table's form: how words are read",
    "mailgun": "letters come in there",
    "table-live": "parts of the table's page",
    "table-replay-steps": "parts of the replay's page",
    "contests-feed": "a file",
    "contest-draws": "a file",
    "draw-file": "a file",
    "contest-export": "a file",
    "ledger-csv": "a file",
    "table-record": "a file",
    "mail-letter-html": "a letter's own HTML, in a frame of the letter's page",
    "mail-letter-raw": "a letter as it was sent",
    "mail-received-raw": "a letter as it came in",
    "letter-raw": "a file",
    "evidence": "a file",
    "admin:": "Django's own pages for the staff",
}
"""Addresses that are no page of their own, and why."""
