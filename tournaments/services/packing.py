"""A refusal as JSON and back, for what is told later in a letter."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from referee.core import Ambiguous, Illegal, Json, Move, Refusal, Stale, Unreadable

_KINDS: dict[str, type[Refusal]] = {
    kind.__name__: kind for kind in (Unreadable, Ambiguous, Illegal, Stale, Refusal)
}


def pack(refusal: Refusal) -> Json:
    """Kind, code, parameters and readings; moments and moves keep what they are."""
    packed: Json = {
        "kind": refusal.kind,
        "code": refusal.code,
        "params": {key: _plain(value) for key, value in refusal.params.items()},
    }
    if isinstance(refusal, Ambiguous):
        packed["readings"] = [move.to_json() for move in refusal.readings]
    return packed


def unpack(packed: Json) -> Refusal:
    """The refusal that ``pack`` wrote."""
    params = {key: _rich(value) for key, value in packed["params"].items()}
    if packed["kind"] == "Ambiguous":
        return Ambiguous(
            packed["code"], [Move.from_json(one) for one in packed.get("readings", [])], **params
        )
    return _KINDS.get(packed["kind"], Refusal)(packed["code"], **params)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return {"at": value.isoformat()}
    if isinstance(value, Move):
        return {"move": value.to_json()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {"object": {str(key): _plain(one) for key, one in value.items()}}
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _rich(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_rich(one) for one in value)
    if isinstance(value, dict):
        if "at" in value:
            return datetime.fromisoformat(value["at"])
        if "move" in value:
            return Move.from_json(value["move"])
        return {key: _rich(one) for key, one in value["object"].items()}
    return value
