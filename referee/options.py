"""Options of a game as an organiser or a record gives them: a preset's name, overrides, or all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from referee.core import Illegal, Json, Seat


def chosen(given: Mapping[str, Any] | str, presets: Mapping[str, Json], names: Sequence[str]) -> Json:
    """Every option of ``names`` with its value, from ``{"preset": name, …overrides}``, a bare preset's
    name, or the options themselves.

    Refusals: Illegal MALFORMED with ``where`` (an unknown preset or option, one that nobody chose).
    """
    options = _merged(given, presets)
    for name in names:
        if name not in options:
            refuse(f"rules.{name}: missing")
    for name in options:
        if name not in names:
            refuse(f"rules.{name}: no such option")
    return options


def _merged(given: Mapping[str, Any] | str, presets: Mapping[str, Json]) -> Json:
    if isinstance(given, str):
        given = {"preset": given}
    if not isinstance(given, Mapping):
        refuse("rules: an object of options or a preset's name is wanted")
    if "preset" not in given:
        return dict(given)
    name = given["preset"]
    if not isinstance(name, str) or name not in presets:
        refuse(f"rules.preset: {name!r} is none of {', '.join(presets)}")
    return {**presets[name], **{key: value for key, value in given.items() if key != "preset"}}


def flag(name: str, value: object) -> bool:
    """An option that is true or false. Refusals: Illegal MALFORMED."""
    if not isinstance(value, bool):
        refuse(f"rules.{name}: true or false is wanted")
    return value


def seated(seats: Sequence[Seat], limits: tuple[int, int]) -> tuple[Seat, ...]:
    """The seats of a table, in their original order. Refusals: Illegal MALFORMED (no letters, one named
    twice, too few or too many)."""
    least, most = limits
    if isinstance(seats, str) or not all(isinstance(seat, str) and seat for seat in seats):
        refuse("seats: a list of letters is wanted")
    if not least <= len(seats) <= most or len(set(seats)) < len(seats):
        refuse(f"seats: {least} to {most} different ones are wanted")
    return tuple(seats)


def refuse(where: str) -> NoReturn:
    """What is wrong, and where in the document."""
    raise Illegal("MALFORMED", where=where)
