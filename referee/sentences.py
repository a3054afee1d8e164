"""One short English sentence per code of a refusal, for records and the command line.

The service has its own, translated (``tournaments/wording.py``); the rule book only needs to be
understood by whoever replays a record.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.core import Refusal

SENTENCES: Mapping[str, str] = {
    "MALFORMED": "The action is not written as the record's format wants it.",
    "UNKNOWN_SEAT": "No such seat is at this table.",
    "UNKNOWN_ACTION": "This game has no such action.",
    "GAME_OVER": "The deal is over.",
    "WRONG_PHASE": "This cannot be done in the present phase.",
    "NOT_YOUR_TURN": "Another seat's move is awaited.",
    "ALREADY_CHOSEN": "This seat has already chosen.",
    "WRONG_COUNT": "That is not the number of cards wanted.",
    "DUPLICATE_CARD": "A card is named twice.",
    "UNKNOWN_CARD": "There is no such card.",
    "NOT_IN_HAND": "The card is not in this seat's hand.",
    "NOT_IN_POOL": "The card is not in the pool.",
    "NO_CHECK": "This game has no check: fold or bet.",
    "MUST_CALL": "There is a bet: call, raise or fold.",
    "NOTHING_TO_CALL": "There is no bet to call.",
    "RAISE_TOO_SMALL": "The raise is too small.",
    "RAISE_TOO_LARGE": "The raise is more than the stack.",
    "NOT_REOPENED": "The betting has not been reopened: call or fold.",
    "NOBODY_TO_CALL": "Nobody is left who could call a raise: call or fold.",
    "OUT_OF_PYRAMID": "The pyramid has no such space.",
    "OCCUPIED": "A block stands there already.",
    "NO_BLOCK": "No block stands there.",
    "UNSUPPORTED": "The two blocks below that space are not there yet.",
    "COVERED": "Another block rests on it.",
    "NOT_TURNED_UP": "The block is not among those turned up.",
    "JOKER": "A joker cannot be part of a hand.",
    "NO_SUCH_HAND": "There is no such hand.",
    "HAND_FULL": "That hand has five blocks already.",
}

_LIMITS = {
    "RAISE_TOO_SMALL": ("min", "The raise is too small: at least to {}."),
    "RAISE_TOO_LARGE": ("max", "The raise is more than the stack: at most to {}."),
    "NOT_YOUR_TURN": ("awaited", "Another seat's move is awaited: {}."),
    "MALFORMED": ("where", "The action is not written as the record's format wants it: {}."),
}


def sentence(refusal: Refusal) -> str:
    """The sentence of a refusal; an unknown code stands for itself."""
    key, with_limit = _LIMITS.get(refusal.code, ("", ""))
    if refusal.params.get(key) is not None:
        return with_limit.format(refusal.params[key])
    return SENTENCES.get(refusal.code, refusal.code)
