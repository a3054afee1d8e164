"""A page in one state, as the register of pages names it, and what its lines are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from playwright.sync_api import Page

from tests.browser.world import World
from tournaments import models

type Who = Callable[[World], models.User | None]
type Arguments = Callable[[World], Sequence[object]]


@dataclass(frozen=True, slots=True)
class View:
    """A page in one state.

    name      also the name of its picture
    route     the name of its address; ``args``, ``query``: what the address needs
    who       who looks; None: a visitor without an account
    prepare   what the looker does first, in the opened page, as a person would
    during    what holds while the page is looked at
    status    of the answer to the GET
    """

    name: str
    route: str
    args: Arguments = lambda world: ()
    who: Who = lambda world: None
    prepare: Callable[[Page], None] | None = None
    during: Callable[[World], AbstractContextManager[Any]] = lambda world: nullcontext()
    query: Mapping[str, str] = field(default_factory=dict)
    status: int = 200

    def path(self, world: World) -> str:
        return reverse(self.route, args=self.args(world), query=dict(self.query) or None)


def is_(name: str) -> Who:
    return lambda world: world.person(name)


def slug(name: str) -> Arguments:
    return lambda world: (world.contests[name].slug,)


def table(name: str, *more: object) -> Arguments:
    return lambda world: (world.tables[name].contest.slug, world.tables[name].number, *more)


def send(selector: str, **typed: str) -> Callable[[Page], None]:
    """Fill in the form that holds this and send it, without the browser's own checks."""

    def prepare(page: Page) -> None:
        form = page.locator("form", has=page.locator(selector)).first
        form.evaluate("form => form.noValidate = true")
        for name, text in typed.items():
            form.locator(f"[name={name}]").first.evaluate(
                "(field, text) => { field.closest('details')?.setAttribute('open', ''); field.value = text }",
                text,
            )
        with page.expect_navigation():
            form.evaluate("form => form.requestSubmit()")

    return prepare


def open_(selector: str) -> Callable[[Page], None]:
    def prepare(page: Page) -> None:
        page.locator(selector).first.click()

    return prepare
