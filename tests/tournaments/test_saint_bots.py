"""Bots at a table of Saint Poker: every move is legal, every line is read, every form is filled."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import grammar
from tests import factories
from tests.referee.saint.tools import GAME, Played, games
from tests.tournaments.web.tabling import address, sit
from tournaments.management.bots import troupe
from tournaments.management.bots.browser import page_of
from tournaments.services import views
from tournaments.services.demo import judging


@settings(max_examples=40, deadline=None)
@given(games(silent=False), st.sampled_from(["en", "fr", "it"]))
def test_a_bot_plays_what_is_legal_and_writes_what_is_read(game: Played, language: str) -> None:
    state = game.end()
    for seat in GAME.awaiting(state):
        options = GAME.options(state, seat)
        assert options is not None
        move = judging.saint(options, GAME.view(state, seat), f"{seat} {len(game.actions)}")
        GAME.apply(state, seat, move)
        read = grammar.read(GAME, state, seat, grammar.say("saint", move, language), language).move
        assert read is not None
        assert (read.do, sorted(read.args["cards"])) == (move.do, sorted(move.args["cards"]))


@pytest.mark.django_db
def test_a_bot_fills_in_the_form_of_each_phase(client: Client) -> None:
    table = factories.table_of(factories.running(2, preset="saint"))
    done: set[str] = set()
    while len(done) < 3:
        turn = factories.open_turns(table)[0]
        user = sit(client, table, turn.seat.letter)
        sight = views.look(table.pk, turn.seat.letter)
        move = judging.move_of(sight, f"{turn.pk}")
        page = page_of(address(table), 200, client.get(address(table)).text)
        form = page.form("words", "expected", "comment")
        one: Any = SimpleNamespace(seed="quiet", player=user)
        button, values = troupe._pressed(one, form, move, "no words")
        if button[1] == "words":
            values = {"words": grammar.say("saint", move, "en")}
        else:
            done.add(move.do)
        sent = form.filled({"comment": "", **values}, button)
        answer = client.post(f"{address(table)}act/", sent, content_type="application/x-www-form-urlencoded")
        assert answer.status_code == 302
