"""What an organiser starts from: a game's preset and the habits of a contest around it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop

from referee.contests.timebank import USUAL

TABLE_NAMES = ["Rubis", "Saphir", "Émeraude", "Topaze", "Opale", "Jade", "Onyx", "Perle", "Ambre", "Grenat"]
_RATION = gettext_noop("food ration")
_ALCOHOL, _CANNABIS = gettext_noop("alcohol (ml)"), gettext_noop("cannabis (g)")
"""What is handed over and given, in the organiser's words once he begins with a preset."""
_BLINDS = [(1, 10, 20), (6, 15, 30), (11, 25, 50), (16, 50, 100), (21, 100, 200), (26, 200, 400)]

PRESETS: dict[str, dict[str, Any]] = {
    "shangri": {
        "game": "holdem",
        "rules": {"preset": "shangri"},
        "fields": {
            "fee_amount": 1,
            "fee_unit": _RATION,
            "table_names": TABLE_NAMES,
            "prizes": [
                {_ALCOHOL: 4000, _CANNABIS: 1500},
                {_ALCOHOL: 2000, _CANNABIS: 500},
                {_ALCOHOL: 1000},
            ],
            "prize_units": {_ALCOHOL: 1, _CANNABIS: 1},
        },
    },
    "shangri-draft": {
        "game": "holdem",
        "rules": {"preset": "shangri-draft"},
        "fields": {"fee_amount": 1, "fee_unit": _RATION, "table_names": TABLE_NAMES},
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
    "saint": {"game": "saint", "rules": {"preset": "saint"}, "fields": {"table_names": TABLE_NAMES}},
    "league": {
        "game": "saint",
        "rules": {"preset": "saint"},
        "fields": {
            "table_names": TABLE_NAMES,
            "rounds": 5,
            "round_days": 21,
            "cap": 32,
            "bank_seconds": int(USUAL.start.total_seconds()),
        },
    },
}
"""Name -> game, rules (a game's preset with overrides) and the first values of the contest's fields."""
