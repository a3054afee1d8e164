"""What the lines around a command may do to it: a condition that was wrapped, a second thought."""

from __future__ import annotations

from collections.abc import Sequence

from referee.grammar.judging import Heard
from referee.grammar.sentence import BREAKS, DENIALS, POLITE, Sentence

WRAPPED = 50
"""From this length on, a line may have ended because the client wrapped it."""

ENDS = '.!?…:;)»"*'
UNFINISHED = frozenset({"neg", "cond", "to", "by", "of", "for", "from", "or", "filler", "subject"})


def hedged(heard: Sequence[Heard], orders: Sequence[Heard]) -> bool:
    """Whether the line before or after makes a command conditional: "si Bob relance," + "je suis"."""
    at = {place: one for one in heard for place in one.places}
    return any(_hedges(at.get(order.places[0] - 1), order, at.get(order.places[-1] + 1)) for order in orders)


def _hedges(before: Heard | None, order: Heard, after: Heard | None) -> bool:
    leads = before is not None and _leads_into(before)
    return leads or (after is not None and order.line.text[-1:] not in ENDS and _begins_condition(after))


def _leads_into(before: Heard) -> bool:
    """A line with a "not" or an "if" that has not come to its end."""
    text, said = before.line.text, before.sentence
    if before.sort not in {"talk", "mention"} or not said.has("neg", "denial", "cond") or text[-1:] in ENDS:
        return False
    return (
        text.endswith(",") or len(text) >= WRAPPED or (bool(said.atoms) and said.atoms[-1].kind in UNFINISHED)
    )


def _begins_condition(after: Heard) -> bool:
    first = next((atom for atom in after.sentence.atoms if atom.kind not in BREAKS), None)
    return first is not None and first.kind in {"cond", "or"} and after.line.text[:1].islower()


def taken_back(heard: Sequence[Heard], orders: Sequence[Heard]) -> bool:
    """Whether a later line of known words takes a command back: "no, call", "no, 6", "I do not fold"."""
    ordered = {move.do for order in orders for move in order.readings}
    last = max(order.places[-1] for order in orders)
    later = [one for one in heard if one.places[0] > last]
    return any(
        (one.sort in {"mention", "number"} or one.sentence.has("num"))
        and _second_thought(one.sentence, ordered)
        for one in later
    )


NAMED = frozenset({"verb", "num", "card", "space", "row", "column", "ordinal", "to", "by", "unit"})
"""What a second thought may name beside its "no" and its politeness."""


def _second_thought(said: Sentence, ordered: set[str]) -> bool:
    words = [atom for atom in said.atoms if atom.kind not in BREAKS]
    if any(atom.kind not in POLITE | NAMED | {"neg", "denial"} for atom in words):
        return False
    if words[0].kind in {"retract", "denial"} or words[0].written in DENIALS:
        return True
    return said.has("neg") and not ordered.isdisjoint(str(verb.value) for verb in said.verbs)
