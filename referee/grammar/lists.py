"""Lines that leave cards in advance: ``list 5c 7h Qs``, ``next river 7h``, ``withdraw my list``.

A line is one only as a whole, in any of the three languages; its cards are read in the letter's own. A card
that could be several is the one that is possible: in the open pool, in the own hand for a river.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from referee.core import Ambiguous, Game, Illegal, Refusal, Seat, Unreadable, View
from referee.grammar.cards import card_at
from referee.grammar.reading import read
from referee.grammar.text import Token, clean, fold, lines, tokens
from referee.picking import LIST, RIVER, Choice, Left, round_of

ALL = "all"
_LANGUAGES = ("en", "fr", "it")
_HEADS = [
    (LIST, ("list",)),
    (LIST, ("liste",)),
    (LIST, ("lista",)),
    (RIVER, ("next", "river")),
    (RIVER, ("prochaine", "riviere")),
    (RIVER, ("prossimo", "fiume")),
]
_WITHDRAW = {
    LIST: r"(i )?(withdraw|take back) my list|(je retire|retirer|je reprends) ma liste"
    r"|(ritiro|ritirare) la mia lista",
    RIVER: r"(i )?(withdraw|take back) my (next )?river"
    r"|(je retire|retirer|je reprends) ma (prochaine )?riviere"
    r"|(ritiro|ritirare) il mio (prossimo )?fiume",
    ALL: r"(i )?(withdraw|take back) my advance move|(je retire|retirer|je reprends) ma decision d avance"
    r"|(ritiro|ritirare) la mia decisione in anticipo",
}
_AND = {"and", "et", "e", "ed", "then", "puis", "poi"}


@dataclass(frozen=True, slots=True)
class Said:
    """What a text leaves in advance, at any game. ``condition`` None: it takes back what ``kind`` names
    (list, river, all); ``dry``: only asked."""

    condition: Left | None
    dry: bool = False
    kind: str = ALL


def read_lists(game: Game[Any], state: Any, seat: Seat, text: str, lang: str) -> Said | None:
    """What a text leaves in advance for the rounds of ``state``; None: nothing.

    Refusals: Ambiguous TWO_COMMANDS (two of them, or one beside a move or another command); Unreadable
    BIDI_OVERRIDE, CARD_UNSURE with ``written``; Illegal MALFORMED (a card twice), NOTHING_MORE_ASKED.
    """
    view = game.view(state, seat)
    rest, found = [], []
    for line in lines(text):
        if not leaves(line.text):
            rest.append(line.text)
            continue
        if line.bidi:
            raise Unreadable("BIDI_OVERRIDE")
        found.append(_said(line.text, view, lang))
    if not found:
        return None
    if any(other != found[0] for other in found) or _says_more(game, state, seat, "\n".join(rest), lang):
        raise Ambiguous("TWO_COMMANDS")
    return found[0]


def leaves(line: str) -> bool:
    """Whether a line is one that leaves something at Saint Poker, takes it back, or asks about it."""
    return _withdraws(line) is not None or any(_cards(line, lang) is not None for lang in _LANGUAGES)


def _asked(line: str) -> tuple[str, bool]:
    """The line without what only asks before it; a question mark behind makes it none."""
    bare = line.lstrip("?¿ ")
    return ("" if "?" in bare else bare), bare != line.lstrip()


def _withdraws(line: str) -> str | None:
    plain = " ".join(re.sub(r"[^\w]", " ", fold(_asked(line)[0])).split())
    return next((kind for kind, phrase in _WITHDRAW.items() if re.fullmatch(phrase, plain)), None)


def _cards(line: str, lang: str) -> tuple[str, list[tuple[str, tuple[str, ...]]]] | None:
    """(list or river, [(as written, what it can be)]); None: the line is something else."""
    found = [one for one in tokens(clean(_asked(line)[0])) if one.kind not in {"punct", "dash"}]
    for do, head in _HEADS:
        if tuple(token.text for token in found[: len(head)]) == head:
            cards = _named(found[len(head) :], lang)
            return (do, cards) if cards and (do == LIST or len(cards) == 1) else None
    return None


def _named(found: Sequence[Token], lang: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every token belongs to a card; empty where one does not."""
    out: list[tuple[str, tuple[str, ...]]] = []
    place = 0
    while place < len(found):
        length, cards = card_at(found, place, lang)
        if length:
            out.append((" ".join(token.written for token in found[place : place + length]), cards))
        elif not out or found[place].text not in _AND:
            return []
        place += max(length, 1)
    return out


def _said(line: str, view: View, lang: str) -> Said:
    dry = _asked(line)[1]
    kind = _withdraws(line)
    if kind is not None:
        return Said(None, dry, kind)
    read_as = _cards(line, lang) or next(filter(None, (_cards(line, other) for other in _LANGUAGES)))
    do, cards = read_as
    number = round_of(do, view)
    if view["match_over"] or number > view["of"]:
        raise Illegal("NOTHING_MORE_ASKED")
    here = view["pool"] if do == LIST and number == view["round"] else ()
    if do == RIVER:
        here = [card for card in view["seats"][view["seat"]]["cards"] if card]
    return Said(Choice(do, number, tuple(_one(*card, here) for card in cards)), dry, do)


def _one(written: str, candidates: Sequence[str], here: Collection[str]) -> str:
    possible = [card for card in candidates if card in here] or list(candidates)
    if len(possible) > 1:
        raise Unreadable("CARD_UNSURE", written=written)
    return possible[0]


def _says_more(game: Game[Any], state: Any, seat: Seat, rest: str, lang: str) -> bool:
    """Whether the other lines are more than role-play."""
    try:
        read(game, state, seat, rest, lang)
    except Refusal as refusal:
        return refusal.code not in ("NO_COMMAND", "NOTHING_WRITTEN", "MISSPELT")
    return True
