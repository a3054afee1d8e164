"""Random matches for hypothesis: rules, stacks, decks, and players who do anything legal."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from referee.cards import DECK
from referee.core import Json, Move
from tests.referee.holdem.tools import GAME, blinds

LEVELS = st.sampled_from(
    [
        [],
        [blinds(0, 0, ante=2)],
        [blinds(1, 2)],
        [blinds(5, 10, ante=5)],
        [blinds(5, 10, big_blind_ante=10)],
        [blinds(1, 2, ante=1, big_blind_ante=2), blinds(10, 20, from_hand=2)],
    ]
)


@st.composite
def rules(draw: st.DrawFn) -> Json:
    given: Json = {
        "starting_stack": 20,
        "hands": draw(st.sampled_from([1, 2, 3])),
        "levels": draw(LEVELS),
        "streets": draw(st.sampled_from([[0, 5], [0, 3, 1, 1], [0, 3, 2], [3, 1, 1]])),
        "check": draw(st.booleans()),
        "raises": draw(st.sampled_from(["any", "full"])),
        "silence": draw(st.sampled_from(["fold", "check"])),
        "speaking": draw(st.sampled_from(["rotate", "button"])),
    }
    return GAME.rules(given)


@st.composite
def matches(draw: st.DrawFn) -> tuple[Any, Json]:
    """A match with its first deal begun, and the setup of that deal."""
    seats = list("ABCDEFGH"[: draw(st.integers(2, 8))])
    state = GAME.start(draw(rules()), seats)
    stacks = {seat: draw(st.one_of(st.integers(1, 30), st.integers(31, 400))) for seat in seats}
    setup = {"order": seats, "stacks": stacks}
    state, _ = GAME.deal(state, setup, draw(st.permutations(DECK)))
    return state, setup


def legal_moves(options: Json, amounts: st.SearchStrategy[int]) -> st.SearchStrategy[Move]:
    """Everything that these options offer; raises at both limits and between them."""
    moves = [Move("fold"), Move("timeout")]
    moves += [Move(do) for do in ("check", "call") if options[do]]
    if options["all_in"] is not None:
        moves.append(Move("all-in"))
    choices = [st.sampled_from(moves)]
    limits = options["raise"]
    if limits:
        between = amounts.map(lambda by: Move("raise", {"to": min(limits["max"], limits["min"] + by)}))
        choices.append(between)
    return st.one_of(choices)


BY = st.one_of(st.integers(0, 3), st.integers(0, 400))
