"""The form of a contest with its rows, and the contest that it would be: for the page and its preview."""

from __future__ import annotations

from copy import copy
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils.translation import gettext as _

from referee.contests.deadlines import local_instant
from referee.core import Refusal
from referee.games import GAMES
from tournaments import models, wording
from tournaments.doors.web.forms import ContestForm, Levels, Prizes, Rows
from tournaments.doors.web.options import options_of
from tournaments.models import Contest
from tournaments.services.presets import PRESETS

_AMOUNTS = ("small_blind", "big_blind", "ante", "big_blind_ante")
_PLAIN = (
    *("name", "words", "place", "languages", "zone", "cap", "table_rule", "turn_seconds", "grace_seconds"),
    *("absence_days", "bank_seconds", "increment_seconds", "week_seconds", "fee_amount", "fee_unit"),
    *("sponsor", "sponsor_group", "drawn_by", "beacon_source", "checkin_seconds", "rounds"),
    "round_days",
)
"""What form and contest call the same and hold alike."""
AUDITORS = ("auditor_1", "auditor_2")
_NOT_FIELDS = (
    *("name", "closes_local", "zone", "starts_local", "beacon_local", "croupier"),
    *AUDITORS,
)


class Sheet:
    """The form of a contest with the rows of its prizes and levels.

    ``base`` is the contest as it stands (or would begin), ``typed`` what was sent.
    """

    def __init__(self, base: Contest, typed: QueryDict | None = None) -> None:
        self.base, initial = base, _initial(base)
        prizes, levels = initial.pop("prizes"), initial.pop("levels")
        self.form = ContestForm(typed, game=base.game, league=bool(base.rounds), initial=initial)
        self.options = tuple(options_of(base.game))
        fresh = typed is None
        self.prizes: Rows = Prizes(typed, initial=prizes if fresh else None, prefix="prizes")
        self.levels: Rows = Levels(typed, initial=levels if fresh else None, prefix="levels")

    def is_valid(self) -> bool:
        # Each is asked: all that is wrong is shown at once.
        return all([self.form.is_valid(), self.prizes.is_valid(), self.levels.is_valid()])

    def fields(self) -> dict[str, Any]:
        """What the services take: ``rules``, the fields of the contest, ``starts_at`` as an instant."""
        typed = self.form.cleaned_data
        start = typed["starts_local"]
        prizes, units = _goods(self.prizes.filled())
        return {
            **{key: value for key, value in typed.items() if key not in (*_NOT_FIELDS, *self.options)},
            "starts_at": local_instant(start, typed["zone"]) if start else None,
            "beacon_at": local_instant(typed["beacon_local"], typed["zone"])
            if typed["beacon_local"]
            else None,
            "prizes": prizes,
            "prize_units": units,
            "closes_local": typed["closes_local"],
            "zone": typed["zone"],
            "rules": {**{key: typed[key] for key in self.options}, **self._levels()},
        }

    def _levels(self) -> dict[str, Any]:
        """Nothing in a game without stakes."""
        return {"levels": _levels(self.levels.filled())} if "levels" in self.base.rules else {}

    def would_be(self) -> Contest:
        """The contest as typed, never saved: what is missing or wrong is as in ``base``."""
        contest, form = copy(self.base), self.form
        if not form.is_bound:
            return contest
        valid, typed = self.is_valid(), form.cleaned_data
        for key in (*_PLAIN, "automatic", "draw_unpaid", "seeds_for_all", "table_names", "rounds_early"):
            if key in typed:
                setattr(contest, key, typed[key])
        self._when(contest)
        if not self.prizes.total_error_count():
            contest.prizes, contest.prize_units = _goods(self.prizes.filled())
        options: dict[str, Any] = {key: typed[key] for key in self.options if key in typed}
        if not self.levels.total_error_count():
            options |= self._levels()
        try:
            contest.rules = GAMES[contest.game].rules({**contest.rules, **options})
        except Refusal as refusal:
            if valid:
                form.add_error(None, wording.refusal(refusal))
        return contest

    def _when(self, contest: Contest) -> None:
        typed = self.form.cleaned_data
        local = typed.get("closes_local") or contest.closes_local.replace(tzinfo=None)
        contest.closes_local = local.replace(tzinfo=UTC)
        contest.closes_at = local_instant(local, contest.zone)
        if "starts_local" in typed:
            start = typed["starts_local"]
            contest.starts_at = local_instant(start, contest.zone) if start else None
        if "beacon_local" in typed:
            out = typed["beacon_local"]
            contest.beacon_at = local_instant(out, contest.zone) if out else None


def _goods(rows: list[dict[str, Any]]) -> tuple[list[dict[str, int]], dict[str, int]]:
    """Rows of (place, amount, good) as one object of goods per place; places without goods are empty."""
    last = max((row["place"] for row in rows), default=0)
    prizes: list[dict[str, int]] = [{} for _place in range(last)]
    units: dict[str, int] = {}
    for row in rows:
        good = " ".join(row["good"].split())
        prizes[row["place"] - 1][good] = prizes[row["place"] - 1].get(good, 0) + row["amount"]
        units[good] = max(units.get(good, 1), row["unit"] or 1)
    return prizes, units


def _levels(rows: list[dict[str, Any]]) -> list[dict[str, int]]:
    levels = [{"from_hand": row["from_hand"], **{key: row[key] or 0 for key in _AMOUNTS}} for row in rows]
    return sorted(levels, key=lambda level: level["from_hand"])


def _initial(contest: Contest) -> dict[str, Any]:
    """A contest as its form shows it."""
    prizes = [
        {"place": place, "amount": amount, "good": good, "unit": contest.prize_units.get(good, 1)}
        for place, goods in enumerate(contest.prizes, start=1)
        for good, amount in goods.items()
    ]
    auditors = contest.auditors.select_related("user").order_by("id") if contest.pk else ()
    return {
        **dict(zip(AUDITORS, [one.user.email for one in auditors], strict=False)),
        **{key: getattr(contest, key) for key in _PLAIN},
        **{key: contest.rules.get(key) for key in options_of(contest.game)},
        "closes_local": contest.closes_local.replace(tzinfo=None),
        "starts_local": _local(contest.starts_at, contest.zone),
        "beacon_local": _local(contest.beacon_at, contest.zone),
        "seeds_for_all": "1" if contest.seeds_for_all else "0",
        "automatic": "1" if contest.automatic else "0",
        "draw_unpaid": "1" if contest.draw_unpaid else "0",
        "rounds_early": "1" if contest.rounds_early else "0",
        "table_names": "\n".join(contest.table_names),
        "prizes": prizes,
        "levels": contest.rules.get("levels", []),
    }


def _local(at: datetime | None, zone: str) -> datetime | None:
    return at.astimezone(ZoneInfo(zone)).replace(tzinfo=None) if at else None


def fresh(preset: str, user: models.User, zone: str) -> Contest:
    """What a new contest would be, unsaved: a week to register, closing at eight in the evening."""
    plan = PRESETS[preset]
    evening = datetime.now(ZoneInfo(zone)).replace(hour=20, minute=0, second=0, microsecond=0, tzinfo=UTC)
    closes = evening + timedelta(days=7)
    fields = {"languages": [user.language], **_in_words(plan["fields"])}
    return Contest(
        preset=preset,
        game=plan["game"],
        rules=GAMES[plan["game"]].rules(plan["rules"]),
        organiser=user,
        zone=zone,
        closes_at=local_instant(closes.replace(tzinfo=None), zone),
        closes_local=closes,
        **fields,
    )


def _in_words(fields: dict[str, Any]) -> dict[str, Any]:
    """The goods of a preset in the reader's language: from then on they are the organiser's own words."""
    said = dict(fields)
    if said.get("fee_unit"):
        said["fee_unit"] = _(said["fee_unit"])
    said["prizes"] = [{_(good): count for good, count in goods.items()} for goods in fields.get("prizes", [])]
    said["prize_units"] = {_(good): unit for good, unit in fields.get("prize_units", {}).items()}
    return said
