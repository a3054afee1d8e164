"""Two games that differ only in what a reader may not know look the same to him, wherever he looks."""

from __future__ import annotations

import contextlib
import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from django.test import Client

from referee.cards import DECK
from referee.core import TIMEOUT, Refusal
from referee.picking import LIST, RIVER, Choice, round_of
from tests import factories
from tests.referee.saint.test_saint_secrets import otherwise
from tests.referee.saint.tools import GAME, RULES, Played, choose, seats_of
from tests.tournaments.web.tabling import address, sit
from tournaments import models
from tournaments.services import advances, composing, draws, sealing, tables, views

pytestmark = pytest.mark.django_db
STAGES = {
    "nothing chosen": 0,
    "a river chosen": 2,
    "a reveal chosen": 5,
    "picking up": 8,
    "a later round": 12 + 4,
    "a later reveal": 12 + 5,
}
"""Of three players: how many moves have been made. A round has 3 + 3 + 6."""


def game_of(actions: int, chance: random.Random) -> Played:
    """A game of three up to some action, now and then a silence."""
    seats, deck = seats_of(3), chance.sample(DECK, 52)
    ties = [chance.sample(seats, 3) for _ in range(8)]
    game = Played(dict(RULES), seats, deck, ties, [])
    state = game.begin()[0]
    for _ in range(actions):
        seat = chance.choice(GAME.awaiting(state))
        move = TIMEOUT if chance.random() < 0.1 and not GAME.sealed(state) else choose(state, seat, chance)
        state, _facts = GAME.apply(state, seat, move)
        game.actions.append((seat, move))
    return game


def dealt(game: Played, patch: pytest.MonkeyPatch) -> models.Table:
    """The same game at a table of the service, with the same words said beside its moves."""
    real, lots = draws.draw, iter(game.ties)

    def draw(contest: models.Contest, series: str, kind: str, items: Sequence[str]) -> draws.Drawn:
        drawn = real(contest, series, kind, items)
        order = {"deck": game.deck, "lots": None}.get(kind)
        if kind == "lots":
            order = next(lots)
        if kind == "seating":
            order = sorted(items)
        if order is None:
            return drawn
        models.Draw.objects.filter(series=series, n=drawn.number).update(order=sealing.seal_json(order))
        return replace(drawn, order=tuple(order))

    with patch.context() as planted:
        planted.setattr(draws, "draw", draw)
        table = factories.table_of(factories.running(3, preset="saint"))
    for number, (seat, move) in enumerate(game.actions):
        kind = "timeout" if move == TIMEOUT else "move"
        if kind == "timeout":
            factories.move_clock(table, seconds=1)
        tables.play(
            table.pk,
            kind=kind,
            seat=seat,
            move=None if kind == "timeout" else move,
            key=f"move {number}",
            origin="web",
            comment="".join(move.args.get("cards", ())) if GAME.sealed(_before(game, number)) else "",
        )
    return models.Table.objects.select_related("contest").get(pk=table.pk)


def _before(game: Played, number: int) -> object:
    return Played(game.rules, game.seats, game.deck, game.ties, game.actions[:number]).end()


def seen(client: Client, table: models.Table, reader: str | None) -> dict[str, str]:
    """Everything that is made for a reader: pages, fragments, the poll, the record, texts and letters."""
    client.logout()
    if reader:
        sit(client, table, reader)
    paths = ("", "live/?turn=0", "live/?turn=1&since=1", "news/?turn=0", "copy/")
    found = {path: client.get(f"{address(table)}{path}").text for path in paths}
    record = client.get(f"{address(table)}record.json").json()
    for deal in record["deals"]:
        del deal["draw"]  # its openings are those of the real draw, which knows nothing of the planted deck
    found["record"] = json.dumps(record)
    page = client.get(f"/c/{table.contest.slug}/").text
    found["contest"] = re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)  # its course goes by the clock
    found["log"] = client.get(f"/c/{table.contest.slug}/log/").text
    user = table.table_seats.get(letter=reader).entry.user if reader else None
    for notice in models.Notice.objects.filter(user=user, table=table) if user else ():
        letter = composing.compose(notice)
        if letter is not None:
            found[f"letter {notice.kind} {notice.key}"] = letter.text + letter.subject
    facts = ("kind", "seat", "input", "facts", "text", "comment")
    found["rows"] = json.dumps(list(table.events.exclude(kind="deal").values_list(*facts)))
    return {_same(name, table): _same(text, table) for name, text in found.items()}


def _same(text: str, table: models.Table) -> str:
    """Without what differs from one game to another by itself: addresses, tokens, times."""
    text = re.sub(rf"\bc{table.contest_id}(?![\w.])", "cN", text.replace(table.contest.slug, "SLUG"))
    text = re.sub(r'name="(csrfmiddlewaretoken|once)" value="\w*"', "", text)
    text = re.sub(r'(<span class="left"[^>]*>)[^<]*', r"\1", text)
    text = re.sub(r'data-until="[^"]*"|1[789]\d{8}', "", text)
    text = re.sub(r'<time[^>]*>[^<]*</time>|"when": "[^"]*"|\d\d:\d\d(:\d\d)?', "", text)
    text = re.sub(r"/t/\w+|\[#\w+\]|\b[0-9a-f]{8,}\b|[A-Za-z0-9+/_-]{24,}=*|:\d+|/\d+/", "", text)
    return re.sub(r'="[a-z-]+-\d+"', "", text)


def leave(table: models.Table, reader: str | None) -> int:
    """Lists and cards for the next river of all others, as far as they may be left and do not act at once;
    how many."""
    left = 0
    for letter in {*"ABC"} - {reader, *views.look(table.pk, None).view["awaited"]}:
        view = views.look(table.pk, letter).view
        hand = view["seats"][letter]["cards"]
        listed = tuple(view["pool"][:2] or hand[:2])
        for choice in (
            Choice(LIST, round_of(LIST, view), listed),
            Choice(RIVER, round_of(RIVER, view), tuple(hand[-1:])),
        ):
            with contextlib.suppress(Refusal):
                advances.leave(table.pk, letter, choice)
                left += 1
    return left


@pytest.mark.parametrize("reader", ["A", None])
@pytest.mark.parametrize("stage", STAGES)
def test_what_a_reader_may_not_know_changes_nothing_that_is_made_for_him(
    client: Client, monkeypatch: pytest.MonkeyPatch, stage: str, reader: str | None
) -> None:
    chance = random.Random(f"{stage} {reader}")
    game = game_of(STAGES[stage], chance)
    other = otherwise(game, reader, chance)
    assert other.deck != game.deck
    first, changed = seen(client, dealt(game, monkeypatch), reader), dealt(other, monkeypatch)
    assert leave(changed, reader) or not STAGES[stage]
    second = seen(client, changed, reader)
    assert sorted(first) == sorted(second)
    for name, text in first.items():
        assert text == second[name], name
