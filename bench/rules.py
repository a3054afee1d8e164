"""The rule book alone: hold'em actions a second, seven-card hands a second."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable

from bench.measure import Row, rates
from referee.cards import DECK
from referee.core import Move
from referee.games import GAMES
from referee.ranking import best_five

HANDS = 150
SEATS = tuple("ABCDEF")
STACK, SMALL, BIG = 500, 1, 2


def _choose(rng: random.Random, low: int | None, high: int | None, *, free: bool) -> tuple[str, int]:
    """The same mixture for every engine: 15 % folds where it costs, 20 % raises, else check or call."""
    dice = rng.random()
    if dice < 0.15 and not free:
        return "fold", 0
    if dice < 0.35 and low is not None and high is not None:
        return "raise", rng.randint(low, min(high, low * 3))
    return ("check" if free else "call"), 0


def ours(seed: int = 7) -> Callable[[], int]:
    """Immutable states, full legality, options for every decision."""
    game, rng = GAMES["holdem"], random.Random(seed)
    level = {"from_hand": 1, "small_blind": SMALL, "big_blind": BIG, "ante": 0, "big_blind_ante": 0}
    rules = game.rules({"preset": "holdem", "starting_stack": STACK, "hands": 1, "levels": [level]})

    def job() -> int:
        count = 0
        for _ in range(HANDS):
            state = game.start(rules, SEATS)
            need = game.next_deal(state)
            assert need is not None
            cards = list(need.items)
            rng.shuffle(cards)
            state, _ = game.deal(state, need.setup, cards)
            while seats := game.awaiting(state):
                options = game.options(state, seats[0])
                assert options is not None
                limits = options["raise"]
                low, high = (limits["min"], limits["max"]) if limits else (None, None)
                do, to = _choose(rng, low, high, free=options["check"])
                move = Move(do, {"to": to}) if do == "raise" else Move(do)
                state, _ = game.apply(state, seats[0], move)
                count += 1
        return count

    return job


def texasholdem(seed: int = 7) -> Callable[[], int]:
    """The fastest pure-Python engine that was found; mutable."""
    from texasholdem.game.action_type import ActionType
    from texasholdem.game.game import TexasHoldEm

    rng = random.Random(seed)

    def job() -> int:
        count = 0
        for _ in range(HANDS):
            game = TexasHoldEm(buyin=STACK, big_blind=BIG, small_blind=SMALL, max_players=len(SEATS))
            game.start_hand()
            while game.is_hand_running():
                moves = game.get_available_moves()
                low = high = None
                if ActionType.RAISE in moves.action_types:
                    low, high = moves.raise_range.start, moves.raise_range.stop - 1
                free = ActionType.CHECK in moves.action_types
                do, to = _choose(rng, low, high, free=free)
                if do == "raise":
                    game.take_action(ActionType.RAISE, total=to)
                else:
                    game.take_action(ActionType[do.upper()])
                count += 1
        return count

    return job


def pokerkit(seed: int = 7) -> Callable[[], int]:
    """The reference engine of the field; mutable, everything recorded."""
    from pokerkit import Automation, NoLimitTexasHoldem

    rng = random.Random(seed)
    automations = tuple(Automation)

    def job() -> int:
        count = 0
        for _ in range(HANDS // 6):
            state = NoLimitTexasHoldem.create_state(
                automations, True, 0, (SMALL, BIG), BIG, (STACK,) * len(SEATS), len(SEATS)
            )
            while state.status:
                low = state.min_completion_betting_or_raising_to_amount
                high = state.max_completion_betting_or_raising_to_amount
                free = not state.checking_or_calling_amount
                do, to = _choose(rng, low, high, free=free)
                if do == "raise":
                    state.complete_bet_or_raise_to(to)
                elif do == "fold":
                    state.fold()
                else:
                    state.check_or_call()
                count += 1
        return count

    return job


def sevens(seed: int = 11) -> Callable[[], int]:
    """Seven cards -> value, and which five count."""
    rng, cards = random.Random(seed), list(DECK)
    hands = [tuple(rng.sample(cards, 7)) for _ in range(20_000)]

    def job() -> int:
        for hand in hands:
            best_five(hand)
        return len(hands)

    return job


def phe(seed: int = 11) -> Callable[[], int]:
    """phevaluator's rank of seven cards: a number alone, no five."""
    from phevaluator import evaluate_cards

    rng, cards = random.Random(seed), list(DECK)
    hands = [tuple(rng.sample(cards, 7)) for _ in range(20_000)]

    def job() -> int:
        for hand in hands:
            evaluate_cards(*hand)
        return len(hands)

    return job


def rows() -> list[Row]:
    warnings.simplefilter("ignore")
    mine, fast, reference = rates([ours(), texasholdem(), pokerkit()])
    seven, number = rates([sevens(), phe()])
    return [
        Row(
            "hold'em actions/s (6 players; legality, options, immutable states)",
            f"{mine:,.0f}",
            f"texasholdem 0.11: {fast:,.0f}",
            mine / fast,
            ">= 1, better 2",
        ),
        Row("the same", f"{mine:,.0f}", f"PokerKit 0.7: {reference:,.0f}", mine / reference),
        Row(
            "seven-card hands/s, naming the five that count",
            f"{seven:,.0f}",
            f"phevaluator, a number alone: {number:,.0f}",
            seven / number,
            "100,000",
        ),
    ]
