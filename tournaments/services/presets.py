"""What an organiser starts from: a game's preset and the habits of a contest around it."""

from __future__ import annotations

from typing import Any

TABLE_NAMES = ["Rubis", "Saphir", "Émeraude", "Topaze", "Opale", "Jade", "Onyx", "Perle", "Ambre", "Grenat"]
_BLINDS = [(1, 10, 20), (6, 15, 30), (11, 25, 50), (16, 50, 100), (21, 100, 200), (26, 200, 400)]

PRESETS: dict[str, dict[str, Any]] = {
    "shangri": {
        "game": "holdem",
        "rules": {"preset": "shangri"},
        "fields": {
            "fee_amount": 1,
            "fee_unit": "food ration",
            "table_names": TABLE_NAMES,
            "prizes": [
                {"alcohol (ml)": 4000, "cannabis (g)": 1500},
                {"alcohol (ml)": 2000, "cannabis (g)": 500},
                {"alcohol (ml)": 1000},
            ],
            "prize_units": {"alcohol (ml)": 1, "cannabis (g)": 1},
        },
    },
    "shangri-draft": {
        "game": "holdem",
        "rules": {"preset": "shangri-draft"},
        "fields": {"fee_amount": 1, "fee_unit": "food ration", "table_names": TABLE_NAMES},
    },
    "holdem": {
        "game": "holdem",
        "rules": {
            "preset": "holdem",
            "starting_stack": 1000,
            "hands": 12,
            "levels": [
                {"from_hand": hand, "small_blind": small, "big_blind": big, "ante": 0, "big_blind_ante": 0}
                for hand, small, big in _BLINDS
            ],
        },
        "fields": {"table_names": TABLE_NAMES},
    },
}
"""Name -> game, rules (a game's preset with overrides) and the first values of the contest's fields."""
