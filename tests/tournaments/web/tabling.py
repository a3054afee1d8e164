"""What tests of the table page share: planted hands, forms as a browser would send them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests import factories
from tournaments import models, wording

HANDS = {"A": "As Kd", "B": "2c 7d", "C": "Qh Qs", "D": "3h 4h", "E": "9c 9d"}
BOARD = "7h 9h Jd 2s 5h"

_SUITS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
_CARD = re.compile(r'<svg class="card (\w+)[^"]*" viewBox="[^"]*" ([^>]*)>.*?</svg>')
_FACE = re.compile(r"<text[^>]*>([^<]+)</text>")
_INPUT = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


def address(table: models.Table) -> str:
    return f"/c/{table.contest.slug}/{table.number}/"


def player(table: models.Table, letter: str) -> models.User:
    seat = table.table_seats.select_related("entry__user").get(letter=letter)
    assert seat.entry.user is not None
    return seat.entry.user


def sit(client: Client, table: models.Table, letter: str) -> models.User:
    """Sign in as the player of a seat."""
    user = player(table, letter)
    client.force_login(user)
    return user


def form(page: HttpResponse, action: str) -> dict[str, str]:
    """The hidden fields of the first form that goes to ``action``."""
    match = re.search(
        rf'<form method="post" action="{re.escape(action)}[^>]*>(.*?)</form>', page.text, re.DOTALL
    )
    assert match is not None, f"no form to {action}"
    return {
        name: unescape(value) for name, value in _INPUT.findall(match[1]) if name != "csrfmiddlewaretoken"
    }


def send(
    client: Client, table: models.Table, fields: Mapping[str, Any] | None = None, **typed: Any
) -> HttpResponse:
    """Fill in the form of the table page and send it; ``fields``: of a page that was loaded earlier."""
    action = f"{address(table)}act/"
    if fields is None:
        fields = form(client.get(address(table)), action)
    return client.post(action, {**fields, **typed})


def drawn(page: str) -> list[str]:
    """The codes of all cards that are drawn face up in a page in English, those without a name too."""
    return [
        f"{face[1].replace('10', 'T')}{_SUITS[match[1]]}"
        for match in _CARD.finditer(page)
        if (face := _FACE.search(match[0]))
    ]


def shows(page: str, code: str) -> bool:
    """Whether a page in English gives this card away: drawn, named or written."""
    return code in drawn(page) or wording.card(code) in page or wording.card_name(code) in page


def awaited(table: models.Table) -> str:
    return "".join(turn.seat.letter for turn in factories.open_turns(table))
