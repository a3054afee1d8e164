"""The game record: one JSON document per table, enough to replay it anywhere (record.md).

Generic over the register of games: what a deal needs beside its deck, lots and actions is handed
to the game as the deal's setup, and only the game knows what its actions mean.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from referee.core import Fact, Game, Illegal, Json, Move, Refusal, Seat
from referee.games import GAMES
from referee.sentences import sentence

FORMAT = "referee-record/1"

BESIDE = ("when", "via", "by", "comment")
"""Keys that may stand in an action of any kind; they do not change the game."""

_NOT_SETUP = ("deck", "lots", "actions", "facts", "result")


class BadRecord(ValueError):
    """The document cannot be read: ``where`` in it, and why."""

    def __init__(self, where: str, why: str) -> None:
        self.where = where
        super().__init__(f"{where}: {why}" if where else why)


class Step(NamedTuple):
    """The state after a deal has begun (``action`` None) or after one of its actions.

    deal, action  places in the document, counted from 0
    state         unchanged where the action was refused
    facts         what happened, empty where the action was refused
    refused       the refusal, or None
    """

    deal: int
    action: int | None
    state: Any
    facts: tuple[Fact, ...]
    refused: Refusal | None = None


def load(text: str | bytes) -> object:
    """The JSON value of a text. Raises BadRecord, also for nesting too deep and text that is not UTF-8."""
    try:
        return json.loads(text)
    except RecursionError:
        raise BadRecord("", "nested too deeply") from None
    except ValueError as error:
        raise BadRecord("", f"not JSON: {error}") from None


def read(text: str | bytes) -> Json:
    """A document from its text, its outline checked. Raises BadRecord."""
    return outlined(load(text))


def outlined(document: object) -> Json:
    """The same document. Raises BadRecord where a part that every record has is missing or wrong."""
    if not isinstance(document, dict):
        _bad("", "a JSON object is wanted")
    if document.get("format") != FORMAT:
        _bad("format", f"{FORMAT!r} is wanted")
    name = document.get("game")
    if not isinstance(name, str) or name not in GAMES:
        _bad("game", f"one of {', '.join(GAMES)} is wanted")
    if not isinstance(document.get("rules"), dict | str):
        _bad("rules", "an object of options is wanted")
    for key in ("seats", "deals"):
        if not isinstance(document.get(key), list):
            _bad(key, "a list is wanted")
    for place, deal in enumerate(document["deals"]):
        if not isinstance(deal, dict):
            _bad(f"deals[{place}]", "an object is wanted")
        for key in ("deck", "actions"):
            if not isinstance(deal.get(key), list):
                _bad(f"deals[{place}].{key}", "a list is wanted")
    return document


def write(document: Json) -> str:
    """The document as text: two spaces deep to the deal, one line per action or list of cards."""
    head = {key: value for key, value in document.items() if key != "deals"}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    deals = ",\n".join(_deal_text(deal) for deal in document["deals"])
    lines.append('  "deals": [\n' + deals + "\n  ]" if deals else '  "deals": []')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _deal_text(deal: Json) -> str:
    lines = [
        f"      {json.dumps(key)}: {json.dumps(value)}" for key, value in deal.items() if key != "actions"
    ]
    actions = ",\n".join(f"        {json.dumps(action)}" for action in deal["actions"])
    lines.append('      "actions": [\n' + actions + "\n      ]" if actions else '      "actions": []')
    return "    {\n" + ",\n".join(lines) + "\n    }"


def document(game: Game[Any], rules: Mapping[str, Any], seats: Sequence[Seat], deals: Sequence[Json]) -> Json:
    """A record of a table. ``rules``: every option; ``deals``: made by ``deal_entry``."""
    return {
        "format": FORMAT,
        "game": game.name,
        "rules": game.rules(rules),
        "seats": list(seats),
        "deals": list(deals),
    }


def deal_entry(
    number: int,
    setup: Mapping[str, Any],
    deck: Sequence[str | None],
    actions: Sequence[tuple[Seat, Move]] = (),
    lots: Mapping[str, Any] | None = None,
) -> Json:
    """A deal of a record: its setup and lots as drawn, its actions in order.

    A lot that was drawn once decides the key of its name: the first of its order stands there, too,
    so that a copy without the lots still says who it was.
    """
    decided = {name: orders[0][0] for name, orders in (lots or {}).items() if len(orders) == 1}
    entry: Json = {"number": number, **decided, **setup, "deck": list(deck)}
    if lots:
        entry["lots"] = dict(lots)
    entry["actions"] = [{"seat": seat, **move.to_json()} for seat, move in actions]
    return entry


def start(document: Json) -> Any:
    """The match before its first deal. Raises BadRecord (rules, seats)."""
    try:
        return GAMES[document["game"]].start(document["rules"], document["seats"])
    except Illegal as refusal:
        raise BadRecord("", str(refusal.params.get("where", refusal))) from None


def steps(document: Json) -> Iterator[Step]:
    """Play a document through. Raises BadRecord where a deal cannot begin."""
    game = GAMES[document["game"]]
    state = start(document)
    for place, deal in enumerate(document["deals"]):
        setup = {key: value for key, value in deal.items() if key not in _NOT_SETUP}
        try:
            state, facts = game.deal(state, setup, deal["deck"], deal.get("lots"))
        except Illegal as refusal:
            _bad(f"deals[{place}]", _why_no_deal(refusal))
        yield Step(place, None, state, facts)
        for index, action in enumerate(deal["actions"]):
            try:
                state, facts = _act(game, state, action)
            except Refusal as refusal:
                yield Step(place, index, state, (), refusal)
            else:
                yield Step(place, index, state, facts)


def _why_no_deal(refusal: Illegal) -> str:
    if refusal.code == "WRONG_PHASE":
        return "the deal before it is not over"
    if refusal.code == "GAME_OVER":
        return "the match is over before it"
    return str(refusal.params.get("where", refusal))


def _act(game: Game[Any], state: Any, action: object) -> tuple[Any, tuple[Fact, ...]]:
    """Play an action of a document. Refusals: MALFORMED before all others."""
    if not isinstance(action, dict) or not isinstance(action.get("seat"), str):
        raise Illegal("MALFORMED", where="an object with a seat is wanted")
    move = Move.from_json(
        {key: value for key, value in action.items() if key != "seat" and key not in BESIDE}
    )
    return game.apply(state, action["seat"], move)


def replay(document: Json) -> Json:
    """What a document comes to: the shape of record.md, "Command line". Raises BadRecord."""
    game = GAMES[document["game"]]
    deals: list[Json] = []
    state = None
    for step in steps(document):
        state = step.state
        awaited = list(game.awaiting(state))
        if step.action is None:
            deals.append({"awaiting_at_start": awaited, "awaiting_after": [], "refused": []})
        else:
            deals[-1]["awaiting_after"].append(awaited)
        if step.refused:
            refused = {"index": step.action, "code": step.refused.code, "message": sentence(step.refused)}
            deals[-1]["refused"].append(refused)
        deals[-1]["options"] = {seat: game.options(state, seat) for seat in awaited} or None
        deals[-1] |= {"result": game.result(state), **game.beside(state)}
    return {"deals": deals, "result": None if state is None else game.final(state)}


def end(document: Json) -> Any:
    """The state at the end of a document. Raises BadRecord."""
    state = start(document)
    for step in steps(document):
        state = step.state
    return state


def views(document: Json, seat: Seat | None) -> list[Json]:
    """What a seat (None: the public) may know after each start and after every action.

    Raises BadRecord, also for a seat that is not at the table.
    """
    if seat is not None and seat not in document["seats"]:
        _bad("seats", f"{seat!r} is not among them")
    game = GAMES[document["game"]]
    return [game.view(step.state, seat) for step in steps(document)]


def check(document: Json) -> list[str]:
    """What is wrong with a record that should be in order, one line a problem; empty: nothing.

    Every action is legal, each deal begins as the one before it left the table, and facts and
    results that stand in the document follow from its inputs. Raises BadRecord.
    """
    game = GAMES[document["game"]]
    problems: list[str] = []
    before = None
    played: list[Step] = []
    for step in steps(document):
        if step.action is None:
            problems += _check_deal(game, document, played)
            played = []
            problems += _check_setup(game, document, step, before)
        if step.refused:
            problems.append(f"deals[{step.deal}].actions[{step.action}]: {step.refused}")
        played.append(step)
        before = step.state
    problems += _check_deal(game, document, played)
    if before is not None and "result" in document:
        problems += _differs("result", document["result"], game.final(before))
    return problems


def _check_setup(game: Game[Any], document: Json, step: Step, before: Any) -> list[str]:
    """From the second deal on, the setup must be the one that the rules ask for."""
    wanted = game.next_deal(before) if before is not None else None
    if wanted is None:
        return []
    deal = document["deals"][step.deal]
    return [
        f"deals[{step.deal}].{key}: {deal[key]!r} stands there, by the rules {value!r}"
        for key, value in {"number": wanted.number, **wanted.setup}.items()
        if key in deal and not _fits(deal[key], value)
    ]


def _check_deal(game: Game[Any], document: Json, played: Sequence[Step]) -> list[str]:
    if not played:
        return []
    place = played[0].deal
    deal = document["deals"][place]
    problems = []
    if "facts" in deal:
        facts = [[fact.to_json() for fact in step.facts] for step in played]
        if deal["facts"] != facts:
            problems.append(f"deals[{place}].facts: they do not follow from the actions")
    state = played[-1].state
    for key, follows in {"result": game.result(state), **game.beside(state)}.items():
        if key in deal:
            problems += _differs(f"deals[{place}].{key}", deal[key], follows)
    return problems


def _differs(where: str, stated: object, follows: object) -> list[str]:
    return [] if _fits(stated, follows) else [f"{where}: it does not follow from the actions"]


def _fits(stated: object, follows: object) -> bool:
    """Keys that stand there must come out equal; more keys may come."""
    if isinstance(stated, dict) and isinstance(follows, dict):
        return all(key in follows and _fits(value, follows[key]) for key, value in stated.items())
    if isinstance(stated, list) and isinstance(follows, list):
        return len(stated) == len(follows) and all(map(_fits, stated, follows))
    return stated == follows


def _bad(where: str, why: str) -> NoReturn:
    raise BadRecord(where, why)
