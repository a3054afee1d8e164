"""Noninterference: change only cards that a reader may not know; all that is made for him stays the same."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client

from referee.cards import DECK
from tests import factories
from tests.tournaments.web.tabling import BOARD, HANDS, address, awaited, player
from tournaments import models
from tournaments.services import links, sealing, views

pytestmark = pytest.mark.django_db

STAGES = {
    "the first deal begins": (),
    "somebody has folded": ("raise 2", "fold", "call"),
    "the board is turned up": ("raise 2", "call", "fold", "fold", "call", "raise 1"),
    "all-in, hands opened, next deal": ("all-in", "fold", "call", "fold", "fold"),
    "won without a showdown": ("raise 2", "fold", "fold", "fold", "fold"),
    "a showdown lies behind": ("raise 2", "call", "fold", "fold", "call", "raise 1", "fold", "call"),
}
PAGES = (
    *("", "live/?turn=0", "copy/", "record.json", "?said=2", "?before=9"),
    *("replay/1/", "replay/1/?step=99", "replay/1/steps/", "tell/A/"),
)
"""Of the table."""
CONTEST = ("", "log/", "copy/", "draws.json", "manage/", "entries/")
SITE = ("/", "/my/", "/contests.atom", "/profile/")
WORDS = ("all in", "raise 40 or call", "check")
"""Read while they are typed, and as a dry run: neither says anything of cards that lie face down."""
READERS = ("A", "C", "E", "olga", "link", "nobody")
"""Half of them at each stage, in turn; all with SLOW=1."""

_ALWAYS_NEW = (
    # What is expected from now on moves with the clock.
    (re.compile(r"T\d\d:\d\d:\d\d(\.\d{6})?\+|\b\d\d:\d\d(?= \()"), "T"),
    (re.compile(r"<updated>[^<]*"), "<updated>"),
    (re.compile(r'name="(csrfmiddlewaretoken|once)" value="\w*"'), r'name="\1"'),
    (re.compile(r'(<span class="left"[^>]*>)[^<]*'), r"\1"),
)


@pytest.mark.parametrize("stage", STAGES)
def test_what_a_reader_gets_does_not_depend_on_cards_he_may_not_know(
    stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, BOARD))
    table = factories.table_of(factories.running(5))
    factories.act(table, *STAGES[stage])
    table.refresh_from_db()
    stored = _stored(table)
    half = list(STAGES).index(stage) % 2
    for reader in READERS if os.environ.get("SLOW") == "1" else READERS[half::2]:
        before = list(_everything_for(reader, table))
        _permute(table, _seat(reader, table), Random(f"{stage}{reader}"))
        after = list(_everything_for(reader, table))
        for number, (one, other) in enumerate(zip(before, after, strict=True)):
            assert one == other, (reader, number)
        _restore(table, stored)


def test_the_comparison_sees_a_card_that_a_reader_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of the test: what is hidden from the public is not hidden from its owner."""
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, BOARD))
    table = factories.table_of(factories.running(5))
    before = list(_everything_for("A", table))
    _permute(table, None, Random(1))
    assert list(_everything_for("A", table)) != before


def _everything_for(reader: str, table: models.Table) -> Iterator[str]:
    client = Client()
    if reader == "link":
        turn = models.Turn.objects.select_related("table", "seat").get(table=table, closed_at__isnull=True)
        client.get(links.turn_link(turn).removeprefix("http://testserver"))
    elif reader == "olga":
        client.force_login(table.contest.organiser)
    elif reader != "nobody":
        client.force_login(player(table, reader))
    here = address(table)
    pages = [f"{here}{page}" for page in PAGES] + [f"/c/{table.contest.slug}/{page}" for page in CONTEST]
    for page in (*pages, *SITE):
        yield _same(client.get(page))
    now = table.turn_number
    yield _same(client.post(f"{here}act/", {"do": "ask", "words": "raise 1", "expected": now}))
    for words in WORDS:
        yield _same(client.post(f"{here}read/", {"words": words}))
    asked = {"do": "preview", "seat": awaited(table), "words": "raise 1", "expected": now}
    yield _same(client.post(f"{here}staff/", asked))


def _same(response: Any) -> str:
    """What came, without what is new each time; its tag as well, if it has one."""
    text = f"{response.status_code} {response.headers.get('ETag')} {response.text}"
    for pattern, kept in _ALWAYS_NEW:
        text = pattern.sub(kept, text)
    return text


def _seat(reader: str, table: models.Table) -> str | None:
    return awaited(table) if reader == "link" else reader if len(reader) == 1 else None


def _permute(table: models.Table, seat: str | None, chance: Random) -> None:
    """Shuffle, in the state and in every draw, the cards that the seat has never seen."""
    state = sealing.unseal_json(table.snapshot)
    rows = list(models.Draw.objects.filter(series=table.ref).order_by("n"))
    for row in rows:
        deck = sealing.unseal_json(row.order)
        hidden = [place for place, card in enumerate(deck) if card not in _seen(table, row.n + 1, seat)]
        mixed = chance.sample(hidden, len(hidden))
        new = list(deck)
        for place, other in zip(hidden, mixed, strict=True):
            new[place] = deck[other]
        assert len(hidden) < 30 or new != deck
        models.Draw.objects.filter(pk=row.pk).update(order=sealing.seal_json(new))
        if row is rows[-1]:
            state["deal"]["deck"] = [DECK.index(card) for card in new]
    models.Table.objects.filter(pk=table.pk).update(snapshot=sealing.seal_json(state))


def _seen(table: models.Table, deal: int, seat: str | None) -> set[str]:
    """All cards of a deal that stood in a fact, and the reader's own two."""
    text = str(list(table.events.filter(deal=deal).values_list("facts", flat=True)))
    seen = {card for card in DECK if f"'{card}'" in text}
    if seat is not None:
        view = views.look(table.pk, seat).view
        own = view["seats"][seat]["cards"] if view["deal"] == deal else HANDS[seat].split()
        seen |= {card for card in own or [] if card}
    return seen


def _stored(table: models.Table) -> dict[int, bytes]:
    return {row.pk: bytes(row.order) for row in models.Draw.objects.filter(series=table.ref)}


def _restore(table: models.Table, stored: dict[int, bytes]) -> None:
    models.Table.objects.filter(pk=table.pk).update(snapshot=table.snapshot)
    for pk, order in stored.items():
        models.Draw.objects.filter(pk=pk).update(order=order)
