"""Schedules in which no two players meet twice, where algebra has one (contests.md, 2 "Schedule").

Players are numbers from 0 on, a round is a tuple of tables, a table a tuple of players.

* A *transversal* schedule: q tables of k, q a prime or 4, 8, 16. Player ``c * q + v`` stands in
  column c at height v; in round m the table b is the line ``v = m * c + b`` over the field of q
  elements. Two lines of different slope cross at most once, so q rounds have no repeat; players of
  a column never meet, and where k = q the columns themselves are one more round. (Affine planes of
  order 3, 4, 5 come out for 9, 16 and 25 players.)
* A *starter*: one round that is turned on by 1 modulo 7, six times, all players beyond the last
  multiple of 7 standing still.
* The *circle*: tables of two, everybody against everybody.
"""

from __future__ import annotations

from collections.abc import Callable

type Table = tuple[int, ...]
type Round = tuple[Table, ...]

FIELDS: dict[int, int] = {4: 0b111, 8: 0b1011, 16: 0b10011}
"""Order of a field of characteristic 2 -> the polynomial, as bits, by which products are reduced."""

STARTERS: dict[tuple[int, int], Round] = {
    (15, 3): ((0, 7, 14), (1, 2, 4), (3, 8, 12), (5, 11, 13), (6, 9, 10)),
    (24, 4): (
        (0, 7, 14, 21),
        (1, 9, 18, 22),
        (2, 4, 5, 17),
        (3, 13, 19, 23),
        (6, 8, 10, 11),
        (12, 15, 16, 20),
    ),
}
"""(Players, seats of a table) -> the first of seven rounds. 15: Kirkman's schoolgirls. 24: the last
three players never meet."""

_TURN = 7


def exact_rounds(players: int, size: int) -> tuple[Round, ...]:
    """As many rounds without a repeat as are known here for full tables of ``size``; empty: none."""
    if size < 2 or players % size or players <= size:
        return ()
    if size == 2:
        return circle(players)
    if (players, size) in STARTERS:
        return turned(STARTERS[players, size])
    return transversal(size, players // size)


def transversal(size: int, tables: int) -> tuple[Round, ...]:
    """``tables`` rounds of tables of ``size``, one more where both are equal; empty without a field."""
    field = field_of(tables)
    if field is None or size > tables:
        return ()
    add, times = field
    rounds = [
        tuple(
            tuple(column * tables + add(times(slope, column), start) for column in range(size))
            for start in range(tables)
        )
        for slope in range(tables)
    ]
    if size == tables:
        rounds.append(tuple(tuple(range(at, at + size)) for at in range(0, size * tables, size)))
    return tuple(rounds)


type Operation = Callable[[int, int], int]


def field_of(order: int) -> tuple[Operation, Operation] | None:
    """Sum and product of the field with ``order`` elements, written 0, 1 … order - 1; None: not known."""
    if order in FIELDS:
        return (lambda a, b: a ^ b), (lambda a, b: _product(a, b, order))
    if order > 1 and all(order % divisor for divisor in range(2, order)):
        return (lambda a, b: (a + b) % order), (lambda a, b: a * b % order)
    return None


def _product(a: int, b: int, order: int) -> int:
    """Polynomials over two elements, multiplied without carry and reduced."""
    total = 0
    while b:
        if b & 1:
            total ^= a
        b >>= 1
        a <<= 1
        if a & order:
            a ^= FIELDS[order]
    return total


def turned(first: Round) -> tuple[Round, ...]:
    """A starter and its six turns."""
    players = sum(len(table) for table in first)
    still = players - players % _TURN

    def turn(player: int, by: int) -> int:
        return player if player >= still else player - player % _TURN + (player + by) % _TURN

    return tuple(tuple(tuple(turn(player, by) for player in table) for table in first) for by in range(_TURN))


def circle(players: int) -> tuple[Round, ...]:
    """Round robin of pairs: everybody meets everybody once; with an odd number one sits out a round."""
    still = players + players % 2 - 1
    rounds = []
    for by in range(still):
        pairs = [(by, still)]
        pairs += [((by + step) % still, (by - step) % still) for step in range(1, still // 2 + 1)]
        rounds.append(tuple((min(pair), max(pair)) for pair in pairs if max(pair) < players))
    return tuple(rounds)
