"""Words of hold'em to moves: fold, check, call, raise + to, all-in.

No rule of betting lives here but the meaning of the words: the game itself says what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile

from referee.core import Ambiguous, Json, Move, Refusal, Unreadable, View
from referee.grammar.amounts import Amounts, Dangling, Purse, amounts
from referee.grammar.lexicon import Atom

CHIPS = frozenset({"bet", "put", "add"})
"""Verbs that only say that chips go in: a call or a raise, as the amount has it."""

GROUPS: tuple[tuple[str, frozenset[str]], ...] = (
    ("fold", frozenset({"fold", "pass"})),
    ("check", frozenset({"check", "pass"})),
    ("call", CHIPS | {"call"}),
    ("raise", CHIPS | {"raise"}),
    ("all-in", CHIPS | {"all-in", "raise"}),
    ("call-all-in", CHIPS | {"all-in", "call"}),
)
"""Which verbs may stand together in one command, by its name."""


def purse(view: View, options: Json | None, seat: str) -> Purse:
    """The chips of ``seat`` as the game shows them to it (``referee/games/holdem``)."""
    own = view["seats"][seat]
    price, bet, stack = int(view["price"] or 0), int(own["bet"]), int(own["stack"])
    limits = (options or {}).get("raise") or {}
    to_call = min(max(price - bet, 0), stack)
    return Purse(price, bet, stack, to_call, limits.get("min"), limits.get("max"))


def moves(atoms: Sequence[Atom], view: View, options: Json | None, seat: str) -> tuple[Move, ...]:
    """The moves that the settled atoms of one command can mean, the most natural first.

    Refusals: Dangling (no command at all); Unreadable BAD_NUMBER, AMOUNT_MISSING with ``do`` and the
    limits, AMOUNT_UNEXPECTED, AMOUNTS_DISAGREE; Ambiguous TWO_COMMANDS.
    """
    verbs = frozenset(str(atom.value) for atom in atoms if atom.kind == "verb")
    if any(atom.kind == "bet-object" for atom in atoms) and not verbs & {"call", "raise"}:
        raise Dangling
    if any(atom.kind == "all-in-object" for atom in atoms) and "call" not in verbs:
        raise Dangling
    found = amounts(atoms)
    wanting = not found and bool(verbs & {"raise", "bet"})
    if found.dangling and not wanting:
        raise Dangling
    if not found and verbs and verbs <= {"put", "add"}:
        raise Dangling
    return _readings(verbs, atoms, found, view, options, seat)


def _readings(
    verbs: frozenset[str],
    atoms: Sequence[Atom],
    found: Amounts,
    view: View,
    options: Json | None,
    seat: str,
) -> tuple[Move, ...]:
    name = _group(verbs)
    if name is None:
        raise Ambiguous("TWO_COMMANDS", _each(verbs, atoms, view, options, seat))
    return READERS[name](found, purse(view, options, seat))


def _group(verbs: frozenset[str]) -> str | None:
    """The command that a set of verbs makes; None: they are two commands."""
    if verbs == {"pass"}:
        return "pass"
    if verbs <= CHIPS:
        return "chips"
    for name, allowed in GROUPS:
        if verbs <= allowed:
            return name
    return None


def _each(
    verbs: frozenset[str], atoms: Sequence[Atom], view: View, options: Json | None, seat: str
) -> tuple[Move, ...]:
    """What each verb would mean by itself, in the order written.

    All numbers may be the verb's; where they do not fit together, those that follow it.
    """
    readings: list[Move] = []
    for verb in dict.fromkeys(str(atom.value) for atom in atoms if atom.kind == "verb"):
        alone = [atom for atom in atoms if atom.kind != "verb" or atom.value == verb]
        if verb in {"fold", "check", "call", "all-in", "pass"}:
            alone = [atom for atom in alone if atom.kind == "verb"]
        for stretch in (alone, _following(verb, atoms)):
            try:
                readings += moves(stretch, view, options, seat)
            except (Dangling, Refusal):
                continue
            break
    return unique(readings)


def _following(verb: str, atoms: Sequence[Atom]) -> list[Atom]:
    """From the verb's first mention to the next verb."""
    first = next(at for at, atom in enumerate(atoms) if atom.kind == "verb" and atom.value == verb)
    rest = takewhile(lambda atom: atom.kind != "verb" or atom.value == verb, atoms[first:])
    return list(rest)


def unique(readings: Iterable[Move]) -> tuple[Move, ...]:
    """Each move once, in the order found."""
    out: list[Move] = []
    for move in readings:
        if move not in out:
            out.append(move)
    return tuple(out)


def _simple(*kinds: str) -> Callable[[Amounts, Purse], tuple[Move, ...]]:
    def read(found: Amounts, _purse: Purse) -> tuple[Move, ...]:
        if found:
            raise Unreadable("AMOUNT_UNEXPECTED", do=kinds[0])
        return tuple(Move(kind) for kind in kinds)

    return read


def _call(found: Amounts, own: Purse) -> tuple[Move, ...]:
    """ "suit, mise 2 jetons": the amount must be what the call costs or what it comes to."""
    if not _agree(found, own, own.to_call, own.called) and not _agree(
        found, own, own.price - own.bet, own.price
    ):
        raise found.disagree()
    return (Move("call"),)


def _agree(found: Amounts, own: Purse, cost: int, total: int) -> bool:
    return not found.limits and all(item.agrees(cost, total, own) for item in found.items)


def _all_in(found: Amounts, own: Purse) -> tuple[Move, ...]:
    if not _agree(found, own, own.stack, own.whole) and not _agree(found, own, own.whole, own.stack):
        raise found.disagree()
    return (Move("all-in"),)


def _call_all_in(found: Amounts, own: Purse) -> tuple[Move, ...]:
    """ "call all-in": to call somebody's all-in, or to be all-in; the same where a call takes all."""
    readings: list[Move] = []
    for read in (_call, _all_in):
        try:
            readings += read(found, own)
        except Unreadable:
            continue
    if not readings:
        raise found.disagree()
    return tuple(readings[:1] if own.to_call == own.stack else readings)


def _raise(found: Amounts, own: Purse) -> tuple[Move, ...]:
    return tuple(Move("raise", {"to": total}) for total in _totals("raise", found, own))


def _chips(found: Amounts, own: Purse) -> tuple[Move, ...]:
    """ "mise 1 jeton": a bet; facing a bet of exactly that much, a call."""
    return tuple(
        Move("call") if own.to_call and total in {own.price, own.called} else Move("raise", {"to": total})
        for total in _totals("bet", found, own)
    )


def _totals(do: str, found: Amounts, own: Purse) -> list[int]:
    if found:
        return found.totals(own)
    if own.lowest is not None and own.lowest == own.highest:
        return [own.lowest]
    raise Unreadable("AMOUNT_MISSING", do=do, min=own.lowest, max=own.highest)


def possible(options: Json) -> list[tuple[str, Json]]:
    """The kinds of move that ``options`` allows, with the numbers of their examples."""
    found: list[tuple[str, Json]] = [("fold", {})] if options.get("fold") else []
    if options.get("check"):
        found.append(("check", {}))
    if options.get("call"):
        found.append(("call", {"chips": options["to_call"]}))
    limits = options.get("raise")
    if limits:
        found.append(("raise-one" if limits["min"] == limits["max"] else "raise", dict(limits)))
    if options.get("all_in"):
        found.append(("all-in", {"chips": options["stack"]}))
    return found


READERS: Mapping[str, Callable[[Amounts, Purse], tuple[Move, ...]]] = {
    "fold": _simple("fold"),
    "pass": _simple("fold", "check"),
    "check": _simple("check"),
    "call": _call,
    "raise": _raise,
    "chips": _chips,
    "all-in": _all_in,
    "call-all-in": _call_all_in,
}
