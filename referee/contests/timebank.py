"""Time for a whole game: a bank plus an increment per decision (contests.md, 2 "Time").

When a decision is asked the increment is added to the bank, never above the cap; what is then there
is its limit, and what the player does not use stays in the bank. So a first decision has 60 hours
with the usual 48 + 12, and who answers at once has 72 from the second on. A pause or an outage moves
the deadline (``deadlines``), and thereby leaves the bank as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from referee.contests.deadlines import remaining, utc
from referee.core import Illegal, Json, Seat

OUT_OF_TIME = "out_of_time"
"""The kind of the fact that a seat's bank is empty: ``{"fact": "out_of_time", "seat": "B"}``."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """``start``: the bank when a game begins; ``increment``: per decision; ``cap``: the most ever there.

    Refusals: Illegal MALFORMED (nothing to think with, negative times, a start above the cap).
    """

    start: timedelta = timedelta(hours=48)
    increment: timedelta = timedelta(hours=12)
    cap: timedelta = timedelta(hours=72)

    def __post_init__(self) -> None:
        zero = timedelta(0)
        if min(self.start, self.increment) < zero or self.start + self.increment <= zero:
            raise Illegal("MALFORMED", where="time")
        if max(self.start, self.increment) > self.cap:
            raise Illegal("MALFORMED", where="cap")

    def to_json(self) -> Json:
        """In whole seconds; ``from_json`` reads it."""
        return {name: int(getattr(self, name).total_seconds()) for name in self.__slots__}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TimeControl:
        """Refusals: Illegal MALFORMED (keys that are missing or unknown, no whole numbers, and the above)."""
        if set(data) != set(cls.__slots__) or any(type(value) is not int for value in data.values()):
            raise Illegal("MALFORMED", where="time")
        return cls(**{name: timedelta(seconds=value) for name, value in data.items()})


USUAL = TimeControl()


def available(bank: timedelta, control: TimeControl = USUAL) -> timedelta:
    """What a seat may use for the decision that is asked now."""
    return min(bank + control.increment, control.cap)


def ends(opened: datetime, bank: timedelta, control: TimeControl = USUAL) -> datetime:
    """The deadline of a decision asked at ``opened``; in UTC."""
    return utc(opened) + available(bank, control)


def bank_after(
    deadline: datetime, received: datetime, control: TimeControl = USUAL, lent: timedelta = timedelta(0)
) -> timedelta:
    """What is left in the bank when a decision was received: the time to its deadline, capped.

    ``deadline`` is the present one, with every pause, outage and extension in it. ``lent``: what a sign of
    life has added to it; that keeps a seat from being timed out for a slip, and stays in no bank.
    """
    return min(remaining(deadline - lent, received), control.cap)


def seconds(bank: timedelta) -> int:
    """A bank as it is kept: in whole seconds, a part of one counts for the player."""
    return -(-bank // timedelta(seconds=1))


def forfeits(facts: Iterable[Mapping[str, Any]]) -> tuple[Seat, ...]:
    """The seats whose bank was empty, from the facts of a table that still count (those that a ruling took
    back left out): they score no table points and are beaten by all others (contests.md, 2 "Time").

    ``league.TableResult.forfeits`` takes them. In a record they stand in a deal as ``forfeits``.
    """
    return tuple(dict.fromkeys(str(fact["seat"]) for fact in facts if fact.get("fact") == OUT_OF_TIME))


def longest(decisions: int, control: TimeControl = USUAL) -> timedelta:
    """How long a seat can think at most in a game of so many decisions: 30 are asked in a game of
    Saint Poker, so 17 days with the usual bank."""
    return control.start + decisions * control.increment
