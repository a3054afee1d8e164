"""A deal of Pyramid Poker counted again from a record alone, by another way: no line of the game is used.

The pyramid is a dictionary of columns of text; hands are compared by the recount of Saint Poker.
"""

from __future__ import annotations

from typing import Any

from referee.core import Json
from tests.referee.saint.recount import five_value

WORTH = [-1, 0, 0, 0, 1, 1, 2, 3, 4]


class Recount:
    """``hands``: seat -> three lists; ``gone``: what left the game; ``stands``: space -> (seat, block)."""

    def __init__(self, document: Json) -> None:
        deal = document["deals"][0]
        deck = list(deal["deck"])
        self.wheel = document["rules"]["wheel"]
        self.supply = {"A": deck[0:30:2], "B": deck[1:30:2]}
        self.rest = deck[30:]
        self.stands: dict[tuple[int, int], tuple[str, str]] = {}
        self.hands: dict[str, list[list[str]]] = {"A": [[], [], []], "B": [[], [], []]}
        self.gone: list[str] = []
        self.three: list[str] = []
        self.fingers = ""
        for action in deal["actions"]:
            self.act(action["seat"], {**self.silence(action["seat"]), **action})

    def act(self, seat: str, action: Json) -> None:
        if "at" in action and any(self.supply.values()):
            self.stands[tuple(action["at"])] = (seat, self.supply[seat].pop(0))
        elif "at" in action:
            self.fingers = self.stands.pop(tuple(action["at"]))[1]
            if self.fingers[0] == "X":
                self.gone.append(self.fingers)
                self.three, self.rest = self.rest[:3], self.rest[3:]
        else:
            block = action.get("block", self.fingers)
            self.hands[seat][action["hand"]].append(block)
            self.gone += [one for one in self.three if one != block]
            self.three, self.fingers = [], ""

    def silence(self, seat: str) -> Json:
        """What a time-out would mean now."""
        hand = next((hand for hand in range(3) if len(self.hands[seat][hand]) < 5), -1)
        if self.three:
            return {"block": next(one for one in self.three if one[0] != "X"), "hand": hand}
        if self.fingers:
            return {"hand": hand}
        spaces = [(row, column) for row in range(8) for column in range(8 - row)]
        if any(self.supply.values()):
            return {"at": next(one for one in spaces if self.bears(one))}
        return {"at": next(one for one in spaces if one in self.stands and not self.laden(one))}

    def bears(self, space: tuple[int, int]) -> bool:
        row, column = space
        below = row == 0 or ((row - 1, column) in self.stands and (row - 1, column + 1) in self.stands)
        return space not in self.stands and below

    def laden(self, space: tuple[int, int]) -> bool:
        row, column = space
        return (row + 1, column - 1) in self.stands or (row + 1, column) in self.stands

    def result(self) -> dict[str, Any]:
        """Hands won, hand points, totals and points of two times three full hands."""
        values = {
            seat: [five_value(tuple(hand), self.wheel) for hand in three]
            for seat, three in self.hands.items()
        }
        won = {
            "A": sum(a > b for a, b in zip(values["A"], values["B"], strict=True)),
            "B": sum(b > a for a, b in zip(values["A"], values["B"], strict=True)),
        }
        worth = {
            seat: [5 if value == [8, 14] else WORTH[value[0]] for value in three]
            for seat, three in values.items()
        }
        total = {seat: sum(worth[seat]) + {2: 3, 3: 4}.get(won[seat], 0) for seat in "AB"}
        lead = total["A"] - total["B"]
        points = {"A": lead if lead > 0 else 0, "B": -lead if lead < 0 else 0}
        return {"values": values, "won": won, "worth": worth, "total": total, "points": points}
