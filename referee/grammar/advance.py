"""Lines that leave a move in advance: ``fold to any bet``, ``call up to 5``, ``withdraw my advance move``.

A line is one only as a whole: these are fixed phrases in each language, all of them understood whatever
the letter's own is. Nothing is guessed: what is not exactly such a phrase is read as ever (``read``). Each
may end with a moment (``until Tuesday 18:00``, see ``moments``); a question mark before the line only asks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.advance import Condition
from referee.core import Ambiguous, Game, Illegal, Refusal, Seat, Unreadable, View
from referee.grammar import lists
from referee.grammar.lists import Said
from referee.grammar.moments import OFFSET, read_moment
from referee.grammar.reading import read
from referee.grammar.text import Line, fold, lines

WITHDRAW = "withdraw"

WRAPPED = 3
"""How many lines a mail program may have made of one."""

_DEAL = (
    r"(?P<deal> (for|until the end of) (this|the|the whole) deal"
    r"| pour tout le coup| jusqu a la fin du coup| per tutta la mano| fino alla fine della mano)?"
)
_ALL_IN = r"(?P<all_in> even all in| meme a tapis| meme tapis| anche all in)?"
_UNTIL = r"(?:,? (?:until|till|jusqu a|jusqu au|jusque|fino a|fino al|fino alle|entro)(?P<until> .+?))?"
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
_AGAIN = {
    name: part.replace(f"<{name}>", f"<{name}_too>") for name, part in (("deal", _DEAL), ("all_in", _ALL_IN))
}
"""What may stand behind the moment as well as before it."""


def _whole(do: str, phrase: str) -> re.Pattern[str]:
    if do == WITHDRAW:
        return re.compile(phrase)
    return re.compile(phrase + _UNTIL + (_AGAIN["all_in"] if _ALL_IN in phrase else _AGAIN["deal"]))


_ALL = [(do, _whole(do, phrase)) for do, phrases in _PHRASES.items() for phrase in phrases]


@dataclass(frozen=True, slots=True)
class Here:
    """Where and when the words are said: the writer's moment (aware), and the name of his time zone."""

    at: datetime
    zone: str


def read_advance(game: Game[Any], state: Any, seat: Seat, text: str, lang: str, here: Here) -> Said | None:
    """What a text leaves in advance for the deal and street of ``state``; None: nothing.

    Refusals: Ambiguous TWO_COMMANDS (two of them, or one beside a move or another command);
    Unreadable BIDI_OVERRIDE, INSIDE_SENTENCE (a piece of one, wrapped), AMOUNTS_DISAGREE ("call 2 if it
    stays 3"), BAD_NUMBER, BAD_MOMENT; Illegal UNTIL_PAST.
    """
    view = game.view(state, seat)
    rest, found = [], []
    written = _unwrapped(lines(text), here)
    for place, line in enumerate(written):
        if not leaves(line.text):
            rest.append(line.text)
            continue
        if line.bidi:
            raise Unreadable("BIDI_OVERRIDE")
        if not _alone(written, place):
            raise Unreadable("INSIDE_SENTENCE", suggestion=None, readings=())
        found.append(_said(line.text, view, here))
    if not found:
        return None
    if any(other != found[0] for other in found) or _says_more(game, state, seat, "\n".join(rest), lang):
        raise Ambiguous("TWO_COMMANDS")
    return found[0]


def leaves(line: str) -> bool:
    """Whether a line is one that leaves a move in advance, takes one back, or asks about it."""
    return _match(line) is not None


def speaks(text: str) -> bool:
    """Whether any line, or lines that a mail program may have wrapped, leave a move in advance."""
    written = lines(text)
    if any(lists.leaves(line.text) for line in written):
        return True
    places = [(place, count) for place in range(len(written)) for count in range(1, WRAPPED + 1)]
    return any(leaves(line.text) for place, count in places if (line := _joined(written, place, count)))


def _unwrapped(written: Sequence[Line], here: Here) -> list[Line]:
    """The lines, those joined that are such a line only as a whole: "until Tuesday" above "18:00".

    What is whole by itself stays so, unless the next line goes on in small letters.
    """
    out: list[Line] = []
    place = 0
    while place < len(written):
        count = _length(written, place, here)
        out.append(_joined(written, place, count) or written[place])
        place += count
    return out


def _length(written: Sequence[Line], place: int, here: Here) -> int:
    after = written[place + 1].text if place + 1 < len(written) else ""
    if _complete(written[place].text, here) and not after[:1].islower():
        return 1
    whole = (
        count
        for count in range(WRAPPED, 1, -1)
        if (line := _joined(written, place, count)) and _complete(line.text, here)
    )
    return next(whole, 1)


def _joined(written: Sequence[Line], place: int, count: int) -> Line | None:
    """So many lines as one; None where a blank one, the end or another such line comes before."""
    parts = written[place : place + count]
    if (
        len(parts) < count
        or not all(part.text for part in parts)
        or any(leaves(one.text) for one in parts[1:])
    ):
        return None
    return Line(" ".join(part.text for part in parts), any(part.bidi for part in parts))


def _complete(line: str, here: Here) -> bool:
    """Whether a line is such a one with a moment that can be read, if it names one."""
    match = _match(line)
    if match is None or not match[1].get("until"):
        return match is not None
    try:
        _until(match[1]["until"].strip(), line, here)
    except Unreadable:
        return False
    except Illegal:
        return True
    return True


def _alone(written: Sequence[Line], place: int) -> bool:
    """Whether a line is no piece of a sentence that a mail program has wrapped."""
    before = written[place - 1].text if place else ""
    after = written[place + 1].text if place + 1 < len(written) else ""
    begins = not before or before[-1] in ".!:;,)?" or leaves(before)
    return begins and (not after[:1].islower() or leaves(after))


def _match(line: str) -> tuple[str, dict[str, Any]] | None:
    """What kind of line it is, and its parts in small letters without marks."""
    asked = line.lstrip("?¿ ")
    plain = "" if "?" in asked else " ".join(re.sub(r"[^\w.,]|[.,](?!\d)", " ", fold(asked)).split())
    for do, phrase in _ALL:
        match = phrase.fullmatch(plain)
        if match is not None:
            return do, match.groupdict()
    return None


def _said(line: str, view: View, here: Here) -> Said:
    match = _match(line)
    assert match is not None
    do, parts = match
    dry = line.lstrip().startswith(("?", "¿"))
    return Said(None if do == WITHDRAW else _condition(do, parts, line, view, here), dry)


def _condition(do: str, said: dict[str, Any], line: str, view: View, here: Here) -> Condition:
    to = int(said.get("to") or 0)
    if do == "call" and int(said["same"]) != to:
        raise Unreadable("AMOUNTS_DISAGREE", numbers=(to, int(said["same"])))
    if "to" in said and not to:
        raise Unreadable("BAD_NUMBER", written="0", example=1)
    return Condition(
        do,
        view["deal"],
        view["street"],
        span="deal" if said.get("deal") or said.get("deal_too") else "street",
        to=to,
        all_in=bool(said.get("all_in") or said.get("all_in_too")),
        until=_until(said["until"].strip(), line, here) if said["until"] else None,
    )


def _until(words: str, line: str, here: Here) -> datetime:
    """The moment; an offset, whose sign is no letter, is taken from the line itself."""
    offset = OFFSET.search(line)
    if offset is None:
        return read_moment(words, here.at, here.zone)
    bare = re.sub(r"(?: utc| gmt)? \d\d \d\d$", "", words)
    return read_moment(f"{bare} {offset[0]}", here.at, here.zone)


def _says_more(game: Game[Any], state: Any, seat: Seat, rest: str, lang: str) -> bool:
    """Whether the other lines are more than role-play."""
    try:
        read(game, state, seat, rest, lang)
    except Refusal as refusal:
        return refusal.code not in ("NO_COMMAND", "NOTHING_WRITTEN", "MISSPELT")
    return True
