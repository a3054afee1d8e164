"""People of the check, who see nothing but pages and letters: they sign up, sign in, register."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import cycle

from django.conf import settings

from deploy.check.world import Failed, poll
from tournaments.management.bots.browser import Browser, Form, Page
from tournaments.management.bots.letters import read_letter, text_of
from tournaments.models import CaughtLetter

NAMES = (
    *("Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace"),
    *("Heidi", "Ivan", "Judy", "Mike", "Nina", "Oscar"),
)
DOMAIN = "check.example"
_CODE = re.compile(r"^\s*([0-9A-Z]{2,8}(?:-[0-9A-Z]{2,8})*)\s*$", re.MULTILINE)


class Person:
    """Somebody with a browser of his own and an address."""

    def __init__(self, site: str, name: str, language: str = "en") -> None:
        self.name, self.address = name, f"{name.lower()}@{DOMAIN}"
        self.browser = Browser(site, language)

    def sign_up(self) -> None:
        """Name and address; then the code from the letter."""
        before = last_letter(self.address)
        page = self.browser.get("/account/sign-up/")
        page = self.browser.send(page, page.form("name", "email"), {"name": self.name, "email": self.address})
        self._type_code(page, before)

    def sign_in(self, then: str = "/") -> Page:
        before = last_letter(self.address)
        page = self.browser.get("/account/sign-in/")
        page = self.browser.send(page, page.form("email"), {"email": self.address})
        self._type_code(page, before)
        return self.open(then)

    def open(self, address: str) -> Page:
        """A page that is there. Failed for every status but 200."""
        return must(self.browser.get(address))

    def press(
        self,
        page: Page,
        form: Form,
        values: dict[str, str | list[str] | None] | None = None,
        button: tuple[str, str] | None = None,
    ) -> Page:
        """Send a form that is to be accepted. Failed for every status but 200 after it."""
        return must(self.browser.send(page, form, values, button))

    def _type_code(self, page: Page, after: int) -> None:
        code = poll(f"a letter with a code for {self.address}", lambda: _code(self.address, after))
        must(page)
        done = must(self.browser.send(page, page.form("code"), {"code": code}))
        if any(form.has("code") for form in done.forms):
            raise Failed(f"expected: {self.name} is signed in by the code {code}; the form came again")


def must(page: Page) -> Page:
    if page.status != 200:
        words = " ".join(re.sub(r"<[^>]*>", " ", page.text).split())
        raise Failed(f"expected of {page.url}: 200; came {page.status}: {words[:400]}")
    return page


def last_letter(address: str) -> int:
    newest = CaughtLetter.objects.filter(recipient=address).order_by("-id").first()
    return newest.pk if newest else 0


def _code(address: str, after: int) -> str | None:
    """The code in the newest letter since: a line of its own."""
    row = CaughtLetter.objects.filter(recipient=address, pk__gt=after).order_by("-id").first()
    found = _CODE.search(text_of(read_letter(row.raw))) if row else None
    return found[1] if found else None


def gather(site: str) -> dict[str, Person]:
    """The thirteen, in all languages by turns, all signed up by their codes."""
    people = {
        name: Person(site, name, language)
        for name, (language, _own) in zip(NAMES, cycle(settings.LANGUAGES), strict=False)
    }
    for person in people.values():
        person.sign_up()
    return people


def names_of(people: Iterable[Person]) -> str:
    return ", ".join(sorted(person.name for person in people))
