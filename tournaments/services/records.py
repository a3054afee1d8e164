"""A table's game record (record.md): rebuilt from its events, whole or as one reader may see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from referee import record, undoing
from referee.core import Fact, Json, Move, Refusal
from referee.games import GAMES
from tournaments import models
from tournaments.models import Contest, Event
from tournaments.services import choices, draws, proofs, sealing, sitting, timebanks

OPEN_TO_ALL = (Contest.State.FINAL, Contest.State.CANCELLED)
"""Once a contest is here, its draws are published and every card may be seen."""


@dataclass(frozen=True, slots=True)
class Retraced:
    """One event, and what follows from its input: facts, or the refusal that it would meet now."""

    event: Event
    state: Any
    facts: tuple[Json, ...]
    refusal: Refusal | None = None


def retrace(table: models.Table) -> Iterator[Retraced]:
    """Play a table again from the inputs of its events; those that only move the clock are left out."""
    game, events = GAMES[table.game], events_of(table)
    state = game.start(_rules(table, events), letters(table))
    course: list[tuple[int, Any]] = [(0, state)]
    for event in events:
        asked = choices.asked_of(event)
        if undoing.is_undo(asked):
            assert asked is not None
            state = _state_after(course, asked["to"])
            course.append((event.number, state))
            yield Retraced(event, state, tuple(undoing.facts(asked)))
            continue
        try:
            if event.kind == Event.Kind.DEAL and asked is not None:
                state, facts = game.deal(state, asked["setup"], *_drawn(table, asked))
            elif asked is not None and "do" in asked:
                state, facts = game.apply(state, event.seat, Move.from_json(asked))
            else:
                continue
        except Refusal as refusal:
            yield Retraced(event, state, (), refusal)
        else:
            course.append((event.number, state))
            yield Retraced(event, state, tuple(_json(fact) for fact in facts))


def state_at(table: models.Table, number: int) -> Any:
    """The state right after an event, played again from the inputs. 0: before the first deal."""
    events = events_of(table)
    state = GAMES[table.game].start(_rules(table, events), letters(table))
    for step in retrace(table):
        if step.event.number > number:
            break
        state = step.state
    return state


def _state_after(course: list[tuple[int, Any]], number: int) -> Any:
    return next(state for at, state in reversed(course) if at <= number)


def live(events: Iterable[Event]) -> list[Event]:
    """The events that still count: what was taken back, and the rulings that took it back, left out."""
    kept: list[Event] = []
    for event in events:
        if undoing.is_undo(event.input):
            kept = [one for one in kept if one.number <= back_to(event)]
        else:
            kept.append(event)
    return kept


def cards_of(table: models.Table, events: list[Event]) -> frozenset[str]:
    """The cards with which the last of these deals is played, in no order."""
    asked = next((one.input for one in reversed(events) if one.kind == Event.Kind.DEAL), None)
    return frozenset(_drawn(table, asked)[0]) if asked is not None else frozenset()


def back_to(event: Event) -> int:
    """The number of the last event that still counts after a ruling took something back."""
    return int((event.input or {})["to"])


@transaction.atomic
def differences(table_id: int) -> list[str]:
    """Where the stored facts or the stored state do not follow from the stored inputs; empty: nowhere."""
    table = models.Table.objects.select_for_update(of=("self",)).select_related("contest").get(pk=table_id)
    game, problems = GAMES[table.game], []
    last = None
    for last in retrace(table):
        if last.refusal is not None:
            problems.append(f"event {last.event.number}: refused, {last.refusal}")
        elif list(last.facts) != last.event.facts:
            problems.append(f"event {last.event.number}: other facts follow from its input")
    if last is not None and game.dump(last.state) != sealing.unseal_json(table.snapshot):
        problems.append("the stored state is another one than the events lead to")
    return problems


def full(table: models.Table) -> Json:
    """The whole record, decks included. For readers only once the contest has ended: see ``offered``."""
    return _document(table, live(events_of(table)))


def opened(contest: Contest) -> bool:
    """Everybody may see every card of a contest: it has ended, and its seeds are for all."""
    return contest.state in OPEN_TO_ALL and contest.seeds_for_all


def offered(table: models.Table, seat: str | None, *, seeds: bool = False) -> Json:
    """What a reader may download: a view of his while the contest runs, everything after its end.

    ``seeds``: he may see them, also where not everybody may.
    """
    events = live(events_of(table))
    document = _document(table, events)
    if seeds or opened(table.contest):
        return document
    return _veiled(table, document, seat, _secret(table, events, seat))


def _veiled(table: models.Table, document: Json, seat: str | None, secret: set[tuple[int, int]]) -> Json:
    """The record as ``seat`` (None: the public) may see it: what his view never showed him is null, and so is
    what it showed another player who had the seat before him.

    Secret choices that are not turned up yet stand beside the actions, as the seats that have ``chosen``, so
    that what is there replays.
    """
    game = GAMES[document["game"]]
    first = sitting.first_own_deal(table, seat) if seat else 1
    numbers = [deal["number"] for deal in document["deals"]]
    seen: dict[int, set[str]] = {}
    lots: dict[int, Json] = {}
    for step in record.steps(document):
        eyes = seat if numbers[step.deal] >= first else None
        seen.setdefault(step.deal, set()).update(undoing.texts(game.view(step.state, eyes)))
        lots[step.deal] = game.lots(step.state, eyes)
    deals = []
    for place, deal in enumerate(document["deals"]):
        shown = {key: value for key, value in deal.items() if key not in ("lots", "actions")}
        shown["deck"] = [card if card in seen[place] else None for card in deal["deck"]]
        shown["draw"] = {**deal["draw"], "openings": proofs.openings(table, deal["draw"], seen[place])}
        if lots[place]:
            shown["lots"] = lots[place]
        hidden = [(place, index) in secret for index in range(len(deal["actions"]))]
        acted = list(zip(deal["actions"], hidden, strict=True))
        if any(hidden):
            shown["chosen"] = sorted(action["seat"] for action, is_secret in acted if is_secret)
        deals.append({**shown, "actions": [action for action, is_secret in acted if not is_secret]})
    return {**document, "view": seat or "public", "deals": deals}


def _document(table: models.Table, events: list[Event]) -> Json:
    deals: list[Json] = []
    there = sitting.roll(table)
    for event in events:
        asked = choices.asked_of(event)
        if event.kind == Event.Kind.DEAL and asked is not None:
            deck, lots = _drawn(table, asked)
            deals.append(record.deal_entry(asked["number"], asked["setup"], deck, lots=lots))
            deals[-1]["draw"] = asked["deck"]
            deals[-1] |= timebanks.in_record(event)
        elif asked is not None and "do" in asked:
            deals[-1]["actions"].append({"seat": event.seat, **asked, **_beside(event, there)})
        if deals:
            timebanks.note(deals[-1], event)
    head = record.document(GAMES[table.game], _rules(table, events), letters(table), deals)
    players = {seat.letter: seat.entry.name for seat in there.seats}
    return {**head, "contest": table.contest.name, "table": table.name, "players": players}


def _secret(table: models.Table, events: list[Event], seat: str | None) -> set[tuple[int, int]]:
    """(deal, action) of the choices of others that are not turned up, by their places in the document."""
    found: set[tuple[int, int]] = set()
    deal, action, hidden = -1, -1, choices.secret(table, events)
    for event in events:
        asked = choices.asked_of(event)
        if event.kind == Event.Kind.DEAL:
            deal, action = deal + 1, -1
        elif asked is not None and "do" in asked:
            action += 1
            if event.seat != seat and event.number in hidden:
                found.add((deal, action))
    return found


def events_of(table: models.Table) -> list[Event]:
    return list(table.events.select_related("actor").order_by("number"))


def letters(table: models.Table) -> list[str]:
    """The seats of a table in their original order."""
    return sorted(
        table.table_seats.values_list("letter", flat=True), key=lambda letter: (len(letter), letter)
    )


def _rules(table: models.Table, events: list[Event]) -> Json:
    """The rules that the first deal was begun with; before it, those of the contest."""
    first = next((event.input for event in events if event.kind == Event.Kind.DEAL and event.input), None)
    rules: Json = first["rules"] if first else table.contest.rules
    return rules


def _drawn(table: models.Table, asked: Json) -> tuple[list[str], dict[str, list[list[str]]]]:
    """The deck and the lots of a deal, as they were drawn."""
    deck = list(draws.order_of(asked["deck"]["series"], asked["deck"]["n"]))
    lots = {
        name: [list(draws.order_of(f"{table.ref}/lots", lot["n"])) for lot in wanted]
        for name, wanted in asked["lots"].items()
    }
    return deck, lots


def _beside(event: Event, there: sitting.Roll) -> Json:
    """What a record may say of an action without changing the game. ``by``: who entered it for the player,
    or who made it and has the seat no more."""
    beside: Json = {"when": event.received_at.isoformat(), "via": event.origin}
    if event.entered and event.actor is not None:
        beside["by"] = event.actor.name
    elif sitting.is_past(there, event):
        beside["by"] = there.at(event.number)[event.seat]
    if comment := choices.comment_of(event):
        beside["comment"] = comment
    return beside


def _json(fact: Fact) -> Json:
    return fact.to_json()
