"""What the staff and the organiser do, on the pages alone."""

from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import urljoin

from deploy.check.people import Person
from deploy.check.world import Failed, World
from tournaments.management.bots.browser import Page
from tournaments.models import User

TURN_SECONDS = 10
NAME = "Shangri-là, checked"
_TABLES = "Rubis\nSaphir\nÉmeraude"


def make_organiser(world: World, name: str) -> Person:
    """The staff (made on the command line, as on a new server) give somebody the right to open contests."""
    staff, olga = Person(world.site, "Zed"), Person(world.site, name)
    world.manage("createsuperuser", "--noinput", "--email", staff.address)
    olga.sign_up()
    if olga.browser.get("/new/").status != 403:
        raise Failed("expected: only people with the right open contests; anybody may")
    staff.sign_in()
    page = staff.open(f"/staff/tournaments/user/{User.objects.get(email=olga.address).pk}/change/")
    staff.press(page, page.form("is_organiser", "email"), {"is_organiser": "on"}, ("_save", "Save"))
    return olga


def announce(olga: Person) -> Page:
    """A contest from the preset, with a short time to speak; its page once it is announced."""
    page = olga.open("/new/shangri/")
    closes = (datetime.now() + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")  # noqa: DTZ005 (a clock on a wall)
    values: dict[str, str | list[str] | None] = {
        "name": NAME,
        "words": "The **check** of everything.",
        "closes_local": closes,
        "automatic": "0",
        "turn_seconds_0": str(TURN_SECONDS),
        "turn_seconds_1": "seconds",
        "table_names": _TABLES,
        "sponsor": "The monastery",
    }
    desk = olga.press(page, page.form("name", "closes_local"), values)
    if "/manage/" not in desk.url:
        raise Failed(f"expected: the draft is saved; the form came again at {desk.url}")
    step(olga, desk, "announce")
    return olga.open(urljoin(desk.url, ".."))


def step(olga: Person, desk: Page, name: str) -> Page:
    """The organiser's button that leads the contest on: announce, close, draw, start, confirm."""
    return olga.press(desk, desk.form(action=f"/step/{name}/"))


def take_fees(olga: Person, contest: Page) -> None:
    """Tick everybody, and press once."""
    page = olga.open(urljoin(contest.url, "entries/"))
    form = page.form("entry", "paid_by", action="/entries/mark/")
    ticks = [value for name, value in form.ticks if name == "entry"]
    olga.press(page, form, {"entry": ticks, "paid_by": ""}, ("mark", "paid"))


def seat(olga: Person, contest: Page) -> None:
    """Close, draw, start: each by its button."""
    for name in ("close", "draw", "start"):
        step(olga, olga.open(urljoin(contest.url, "manage/")), name)


def confirm(olga: Person, contest: Page) -> None:
    step(olga, olga.open(urljoin(contest.url, "manage/")), "confirm")
