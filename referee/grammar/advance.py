"""Lines that leave a move in advance: ``fold to any bet``, ``call up to 5``, ``withdraw my advance move``.

A line is one only as a whole: these are fixed phrases in each language, all of them understood whatever
the letter's own is. Nothing is guessed: what is not exactly such a phrase is read as ever (``read``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from referee.advance import Condition
from referee.core import Ambiguous, Game, Refusal, Seat, Unreadable, View
from referee.grammar.reading import read
from referee.grammar.text import Line, fold, lines

WITHDRAW = "withdraw"

_DEAL = (
    r"(?P<deal> (for|until the end of) (this|the|the whole) deal"
    r"| pour tout le coup| jusqu a la fin du coup| per tutta la mano| fino alla fine della mano)?"
)
_ALL_IN = r"(?P<all_in> even all in| meme a tapis| meme tapis| anche all in)?"
_N = r"(?P<to>\d{1,9})"

_PHRASES: dict[str, tuple[str, ...]] = {
    "fold": (
        rf"(i )?fold in advance{_DEAL}",
        rf"(je me couche|me coucher|se coucher) d avance{_DEAL}",
        rf"(lascio|lasciare) in anticipo{_DEAL}",
    ),
    "check-fold": (
        rf"(i )?check (fold|else fold|otherwise fold){_DEAL}",
        rf"parole (sinon je me couche|sinon me coucher){_DEAL}",
        rf"check (altrimenti|se no) (lascio|lasciare){_DEAL}",
    ),
    "fold-to-bet": (
        rf"(i )?fold to (any|a) bet{_DEAL}",
        rf"(je me couche|me coucher|se coucher) (devant|a) toute mise{_DEAL}",
        rf"(lascio|lasciare) (a|davanti a) (qualsiasi|ogni) puntata{_DEAL}",
    ),
    "call": (
        rf"(i )?call {_N} if (it|the price) stays (at )?(?P<same>\d{{1,9}}){_ALL_IN}",
        rf"(je suis|suivre) (a )?{_N} si (ca|cela|le prix) reste (a )?(?P<same>\d{{1,9}}){_ALL_IN}",
        rf"(vedo|vedere|chiamo) (a )?{_N} se (resta|il prezzo resta) (a )?(?P<same>\d{{1,9}}){_ALL_IN}",
    ),
    "call-up-to": (
        rf"(i )?call up to {_N}{_ALL_IN}",
        rf"(je suis|suivre) jusqu a {_N}{_ALL_IN}",
        rf"(vedo|vedere|chiamo) fino a {_N}{_ALL_IN}",
    ),
    WITHDRAW: (
        r"(i )?(withdraw|take back) my advance move",
        r"(je retire|retirer|je reprends) ma decision d avance",
        r"(ritiro|ritirare) la mia decisione in anticipo",
    ),
}
_ALL = [(do, re.compile(phrase)) for do, phrases in _PHRASES.items() for phrase in phrases]


def read_advance(game: Game[Any], state: Any, seat: Seat, text: str, lang: str) -> Condition | str | None:
    """What a text leaves in advance for the deal and street of ``state``; WITHDRAW; None: nothing.

    Refusals: Ambiguous TWO_COMMANDS (two of them, or one beside a move or another command);
    Unreadable BIDI_OVERRIDE, INSIDE_SENTENCE (a piece of one, wrapped), AMOUNTS_DISAGREE ("call 2 if it
    stays 3"), BAD_NUMBER.
    """
    view = game.view(state, seat)
    rest, found = [], []
    written = lines(text)
    for place, line in enumerate(written):
        said = of_line(line.text, view)
        if said is None:
            rest.append(line.text)
            continue
        if line.bidi:
            raise Unreadable("BIDI_OVERRIDE")
        if not _alone(written, place, view):
            raise Unreadable("INSIDE_SENTENCE", suggestion=None, readings=())
        found.append(said)
    if not found:
        return None
    if any(other != found[0] for other in found) or _says_more(game, state, seat, "\n".join(rest), lang):
        raise Ambiguous("TWO_COMMANDS")
    return found[0]


def _alone(written: Sequence[Line], place: int, view: View) -> bool:
    """Whether a line is no piece of a sentence that a mail program has wrapped."""
    before = written[place - 1].text if place else ""
    after = written[place + 1].text if place + 1 < len(written) else ""
    begins = not before or before[-1] in ".!:;,)" or of_line(before, view) is not None
    return begins and (not after[:1].islower() or of_line(after, view) is not None)


def of_line(line: str, view: View | None) -> Condition | str | None:
    """What one line leaves in advance, in the deal and street of ``view`` (None: of none)."""
    plain = "" if "?" in line else " ".join(re.sub(r"[^\w.,]|[.,](?!\d)", " ", fold(line)).split())
    for do, phrase in _ALL:
        match = phrase.fullmatch(plain)
        if match is not None:
            return do if do == WITHDRAW else _condition(do, match.groupdict(), view or {})
    return None


def _condition(do: str, said: dict[str, Any], view: View) -> Condition:
    to = int(said.get("to") or 0)
    if do == "call" and int(said["same"]) != to:
        raise Unreadable("AMOUNTS_DISAGREE", numbers=(to, int(said["same"])))
    if "to" in said and not to:
        raise Unreadable("BAD_NUMBER", written="0", example=1)
    return Condition(
        do,
        view.get("deal", 0),
        view.get("street", 0),
        span="deal" if said.get("deal") else "street",
        to=to,
        all_in=bool(said.get("all_in")),
    )


def _says_more(game: Game[Any], state: Any, seat: Seat, rest: str, lang: str) -> bool:
    """Whether the other lines are more than role-play."""
    try:
        read(game, state, seat, rest, lang)
    except Refusal as refusal:
        return refusal.code not in ("NO_COMMAND", "NOTHING_WRITTEN")
    return True
