"""What every game is: the protocol, a move, a fact, a view, and the four ways to refuse.

A game is a module-like object registered in ``referee.games.GAMES``. Its states are
frozen and travel as JSON. A refused move changes nothing. ``view`` is the only way
hidden information leaves a state: facts carry public information alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

type Seat = str
"""A seat's letter: ``"A"``, ``"B"`` …"""

type Json = dict[str, Any]
"""A JSON object: str keys, values of None, bool, int, str, list and dict."""

type View = Json
"""All that one seat (or the public) may know of a state. Hidden cards are ``None``."""


class Refusal(Exception):
    """A move that is not played, by name. ``code`` is for machines, ``params`` fill a sentence.

    The sentence itself is written elsewhere (``tournaments/wording.py``); ``str()`` of a
    refusal is the code with its parameters, for logs and the command line.
    """

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(code)

    @property
    def kind(self) -> str:
        """``Unreadable``, ``Ambiguous``, ``Illegal`` or ``Stale``."""
        return type(self).__name__

    def __str__(self) -> str:
        inside = ", ".join(f"{key}={value!r}" for key, value in sorted(self.params.items()))
        return f"{self.code}({inside})" if inside else self.code


class Unreadable(Refusal):
    """The words say no move."""


class Ambiguous(Refusal):
    """The words could mean more than one move that is possible now; ``readings`` names them."""

    def __init__(self, code: str, readings: Sequence[Move] = (), **params: Any) -> None:
        self.readings = tuple(readings)
        super().__init__(code, **params)


class Illegal(Refusal):
    """The move is understood and the rules do not allow it now."""


class Stale(Refusal):
    """The move was meant for a turn that is over."""


@dataclass(frozen=True, slots=True)
class Move:
    """What a seat does: ``do`` and the keys of its kind (``to``, ``cards``, ``at`` …).

    The JSON form (record.md, "actions") is the flat object without the seat:
    ``{"do": "raise", "to": 5}``.
    """

    do: str
    args: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> Json:
        return {"do": self.do, **self.args}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Move:
        """Refusals: Illegal MALFORMED where ``data`` has no text ``do``."""
        do = data.get("do") if isinstance(data, Mapping) else None
        if not isinstance(do, str):
            raise Illegal("MALFORMED")
        return cls(do, {key: value for key, value in data.items() if key != "do"})


TIMEOUT = Move("timeout")


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that happened and that everybody may know: ``kind`` and its data.

    Facts never hold a hidden card or a choice that has not been turned up.
    """

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> Json:
        return {"fact": self.kind, **self.data}


@dataclass(frozen=True, slots=True)
class NextDeal:
    """What must be drawn before the match can go on.

    number  the deal's number in the match, counted from 1
    setup   JSON: who plays it and how (order, stacks, first …), passed back to ``deal``
    items   the deck in its canonical order; the caller shuffles it by an auditable draw
    lots    name -> items to be put in order by lot, one list a draw; often empty
    """

    number: int
    setup: Json
    items: tuple[str, ...]
    lots: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)


class Game[State](Protocol):
    """A game of the register. All methods are pure; ``State`` is frozen.

    Moves of the kinds ``timeout`` and (where a game has it) ``remove`` are the referee's,
    not a player's: the caller decides who may send them.
    """

    name: str
    seats: tuple[int, int]
    """The fewest and the most seats of one table."""
    presets: Mapping[str, Json]
    """Name -> options, each complete but for what an organiser must choose."""
    moves: tuple[str, ...]
    """The kinds of move a player may make (``do``), in the order pages show them."""
    extra: tuple[str, ...]
    """The kinds that only the referee may make: ``timeout``, ``remove`` …"""

    def rules(self, given: Mapping[str, Any]) -> Json:
        """Every option with its value: a preset's name and overrides merged and checked.

        Refusals: Illegal MALFORMED with ``where`` (an unknown option, a value out of range).
        """

    def deals(self, rules: Mapping[str, Any]) -> int | None:
        """How many deals a match by these rules (every option given) has; None: that is open."""

    def start(self, rules: Mapping[str, Any], seats: Sequence[Seat]) -> State:
        """The match before its first deal. ``seats`` in their original order."""

    def next_deal(self, state: State) -> NextDeal | None:
        """What to draw next; None while a deal is being played and when the match is over."""

    def deal(
        self,
        state: State,
        setup: Mapping[str, Any],
        deck: Sequence[str],
        lots: Mapping[str, Any] | None = None,
    ) -> tuple[State, tuple[Fact, ...]]:
        """Begin a deal with the drawn deck and lots sealed in the state.

        Returns the state and the public facts of the opening (antes, blinds, who speaks).
        Refusals: Illegal MALFORMED (a deck that does not fit, a setup that contradicts itself).
        """

    def awaiting(self, state: State) -> tuple[Seat, ...]:
        """The seats whose move is awaited; several in a simultaneous phase, else at most one."""

    def phase(self, state: State) -> str:
        """A name of the present step, unique in the match: ``"1.river.3"``. Changes with every
        open turn; stays the same while simultaneous choices are being collected."""

    def sealed(self, state: State) -> bool:
        """True while the awaited moves are secret simultaneous choices."""

    def options(self, state: State, seat: Seat) -> Json | None:
        """What this seat may do now, as JSON (limits included); None where it is not awaited."""

    def apply(self, state: State, seat: Seat, move: Move) -> tuple[State, tuple[Fact, ...]]:
        """Play one move. Refusals: Illegal, in the order of precedence of the game's rules."""

    def default(self, state: State, seat: Seat) -> Move:
        """The move that this seat's silence is deemed to be."""

    def absent(self, state: State, seat: Seat) -> Move:
        """What an awaited seat does whose player has left the contest (contests.md T13)."""

    def view(self, state: State, seat: Seat | None) -> View:
        """All that ``seat`` may know; None: the public."""

    def lots(self, state: State, seat: Seat | None) -> Json:
        """The lots of the deal as far as ``seat`` (None: the public) may know them, in the shape that
        ``deal`` takes: with them a copy of a record for one reader replays. {} where it needs none."""

    def result(self, state: State) -> Json | None:
        """The result of the deal that ended last (None while one is played), record.md's shape."""

    def beside(self, state: State) -> Json:
        """What a replay prints beside the result of a deal (record.md): ``rounds`` …; {} for nothing."""

    def score(self, state: State) -> dict[Seat, int]:
        """What every seat has in front of it now, chips or points: contests rank by it."""

    def final(self, state: State) -> Json | None:
        """The result of the match, None before its end: ``stacks``, or ``places`` …"""

    def dump(self, state: State) -> Json:
        """The whole state, secrets included, as JSON. For sealed storage only."""

    def load(self, data: Mapping[str, Any]) -> State:
        """The state that ``dump`` wrote."""
