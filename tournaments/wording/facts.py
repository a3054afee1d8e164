"""Facts in sentences: those of the games, and those of the service (pause, extension, deadline)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.wording import proposals
from tournaments.wording.games import GAMES
from tournaments.wording.small import instant

type Data = Mapping[str, Any]
type Names = Mapping[str, str]


def _named(data: Data, names: Names) -> dict[str, str]:
    seat = data.get("seat", "")
    said = {"name": names.get(seat, seat)}
    if "left" in data:
        said["at"] = instant(datetime.fromisoformat(data["left"]))
    if "deadline" in data:
        said["deadline"] = instant(datetime.fromisoformat(data["deadline"]))
    return said


def _seal_broken(data: Data, names: Names) -> str:
    said = {"name": names.get(data.get("seat", ""), ""), "deal": data["deal"]}
    return {
        "deck": _("A seal is broken: somebody of the staff sees the whole deck of deal %(deal)s."),
        "hand": _("A seal is broken: somebody of the staff sees the hand of %(name)s in deal %(deal)s."),
        "choice": _("A seal is broken: somebody of the staff sees the secret choice of %(name)s."),
    }[data["what"]] % said


_SERVICE: dict[str, Callable[[Data, Names], str]] = {
    "paused": lambda data, names: _("The table is paused: nobody's time runs."),
    "resumed": lambda data, names: _("The table goes on: everybody has the time that was left."),
    "deadline": lambda data, names: _("%(name)s now has until %(deadline)s.") % _named(data, names),
    "extended": lambda data, names: _("%(name)s gets more time: until %(deadline)s.") % _named(data, names),
    "alive": lambda data, names: (
        _("%(name)s wrote something that could not be played, and gets more time: until %(deadline)s.")
        % _named(data, names)
    ),
    "advance": lambda data, names: (
        _("%(name)s left a move in advance on %(at)s; this is its moment.") % _named(data, names)
    ),
    "left": lambda data, names: (
        _("%(name)s has left the contest: the seat folds each time it would speak.") % _named(data, names)
    ),
    "out_of_time": lambda data, names: (
        _("The time bank of %(name)s is empty: from now on the lowest cards are played for the seat.")
        % _named(data, names)
    ),
    "case_opened": lambda data, names: (
        _("%(name)s calls the referee: case %(case)s.") % {**_named(data, names), "case": data["case"]}
    ),
    "case_closed": lambda data, names: (
        (
            _("Case %(case)s of %(name)s is closed by a ruling.")
            if data["ending"] == "ruling"
            else _("Case %(case)s of %(name)s is closed.")
        )
        % {**_named(data, names), "case": data["case"]}
    ),
    "taken_back": lambda data, names: _(
        "A ruling takes back what was played since: the player is asked again, with the whole time."
    ),
    "deal_void": lambda data, names: (
        _("Deal %(deal)s is void: everybody has the chips of its beginning, and it is dealt anew.")
        % {"deal": data["deal"]}
    ),
    "taken_out": lambda data, names: (
        _("%(name)s is taken out by a ruling: the seat folds each time it would speak.") % _named(data, names)
    ),
    "substituted": lambda data, names: (
        (
            _("%(name)s takes over seat %(seat)s; the player before knows the cards of this deal.")
            if data.get("knows")
            else _("%(name)s takes over seat %(seat)s.")
        )
        % {**_named(data, names), "seat": data["seat"]}
    ),
    "seal_broken": lambda data, names: _seal_broken(data, names),
    "void": lambda data, names: _("The table is void: its contest was cancelled."),
    **proposals.FACTS,
}


def fact(data: Data, names: Names, game: str = "holdem") -> str:
    """One fact as a sentence. A kind that nobody knows is named, it never breaks a page."""
    kind = str(data.get("fact", ""))
    known = GAMES.get(game)
    say = (known.FACTS.get(kind) if known else None) or _SERVICE.get(kind)
    if say is not None:
        try:
            return str(say(data, names))
        except (KeyError, TypeError, ValueError):
            pass
    return _generic(data, names)


def _generic(data: Data, names: Names) -> str:
    kind = str(data.get("fact", "?")).replace("_", " ")
    seat = data.get("seat")
    if isinstance(seat, str) and seat:
        return _("%(name)s: %(what)s.") % {"name": names.get(seat, seat), "what": kind}
    return _("It happened: %(what)s.") % {"what": kind}


def log(facts: Iterable[Data], names: Names, game: str = "holdem") -> list[str]:
    """Many facts as a reader wants them: where a game's file merges some, merged."""
    known = GAMES.get(game)
    said: list[str] = []
    run: list[Data] = []
    for data in facts:
        if known and data.get("fact") in known.FACTS:
            run.append(data)
            continue
        said += _merged(known, run, names, game)
        run = []
        said.append(fact(data, names, game))
    return said + _merged(known, run, names, game)


def _merged(known: Any, run: list[Data], names: Names, game: str) -> list[str]:
    if known is None or not run:
        return []
    try:
        return list(known.merged(run, names))
    except (KeyError, TypeError, ValueError):
        return [fact(data, names, game) for data in run]
