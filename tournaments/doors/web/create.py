"""A contest from a preset, without code; and the draft edited with the same form."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from referee.contests.deadlines import local_instant
from referee.core import Illegal, Refusal
from referee.games import GAMES
from tournaments import wording
from tournaments.doors.web.access import for_organiser, person, signed_in
from tournaments.doors.web.fields import zones
from tournaments.doors.web.forms import ContestForm, Levels, Prizes, Rows
from tournaments.doors.web.refusals import refuse, status_of
from tournaments.models import Contest
from tournaments.services import contests, rights
from tournaments.services.presets import PRESETS

_AMOUNTS = ("small_blind", "big_blind", "ante", "big_blind_ante")
_OPTIONS = ("starting_stack", "hands")
_NOT_FIELDS = ("name", "closes_local", "zone", "starts_local", *_OPTIONS)


class Sheet:
    """The form of a contest with the rows of its prizes and levels."""

    def __init__(self, initial: dict[str, Any], typed: QueryDict | None = None) -> None:
        prizes, levels = initial.pop("prizes"), initial.pop("levels")
        self.form = ContestForm(typed, initial=initial)
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
            **{key: value for key, value in typed.items() if key not in _NOT_FIELDS},
            "starts_at": local_instant(start, typed["zone"]) if start else None,
            "prizes": prizes,
            "prize_units": units,
            "closes_local": typed["closes_local"],
            "zone": typed["zone"],
            "rules": {
                **{key: typed[key] for key in _OPTIONS},
                "levels": _levels(self.levels.filled()),
            },
        }


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
    starts = contest.starts_at.astimezone(ZoneInfo(contest.zone)) if contest.starts_at else None
    plain = (
        *(
            "name",
            "words",
            "place",
            "languages",
            "zone",
            "cap",
            "table_rule",
            "turn_seconds",
            "grace_seconds",
        ),
        *("week_seconds", "fee_amount", "fee_unit", "sponsor", "sponsor_group"),
    )
    return {
        **{key: getattr(contest, key) for key in plain},
        **{key: contest.rules.get(key) for key in _OPTIONS},
        "closes_local": contest.closes_local.replace(tzinfo=None),
        "starts_local": starts.replace(tzinfo=None) if starts else None,
        "automatic": "1" if contest.automatic else "0",
        "draw_unpaid": "1" if contest.draw_unpaid else "0",
        "table_names": "\n".join(contest.table_names),
        "prizes": prizes,
        "levels": contest.rules.get("levels", []),
    }


def _fresh(preset: str, user_zone: str, language: str) -> Contest:
    """What a new contest would be, unsaved: a week to register, closing at eight in the evening."""
    plan = PRESETS[preset]
    evening = datetime.now(ZoneInfo(user_zone)).replace(
        hour=20, minute=0, second=0, microsecond=0, tzinfo=UTC
    )
    fields = {"languages": [language], **plan["fields"]}
    return Contest(
        preset=preset,
        game=plan["game"],
        rules=GAMES[plan["game"]].rules(plan["rules"]),
        zone=user_zone,
        closes_local=evening + timedelta(days=7),
        **fields,
    )


@require_GET
@signed_in
def choose(request: HttpRequest) -> HttpResponse:
    """Which preset."""
    if not rights.may_open_contests(request.user):
        return refuse(request, Illegal("NOT_ALLOWED"))
    presets = [
        (name, wording.rules(GAMES[plan["game"]].rules(plan["rules"]), plan["game"]))
        for name, plan in PRESETS.items()
    ]
    return render(request, "contests/choose_preset.html", {"presets": presets})


@signed_in
def new(request: HttpRequest, preset: str) -> HttpResponse:
    if not rights.may_open_contests(request.user):
        return refuse(request, Illegal("NOT_ALLOWED"))
    if preset not in PRESETS:
        raise Http404
    user = person(request)
    typed = request.POST if request.method == "POST" else None
    sheet = Sheet(_initial(_fresh(preset, timezone.get_current_timezone_name(), user.language)), typed)
    if typed is None:
        return _sheet(request, sheet, preset=preset)
    if not sheet.is_valid():
        return _sheet(request, sheet, preset=preset, status=422)
    try:
        key = request.POST.get("once", "")[:64]
        contest = contests.create(user, preset, sheet.form.cleaned_data["name"], key=key, **sheet.fields())
    except Refusal as refusal:
        return _refused(request, sheet, refusal, preset=preset)
    messages.success(
        request, _("The draft is saved. Only people who have its link see it until you announce it.")
    )
    return redirect("manage", contest.slug)


@for_organiser
def edit(request: HttpRequest, contest: Contest) -> HttpResponse:
    if contest.state != Contest.State.DRAFT:
        return redirect("manage", contest.slug)
    typed = request.POST if request.method == "POST" else None
    sheet = Sheet(_initial(contest), typed)
    if typed is None:
        return _sheet(request, sheet, contest=contest)
    if not sheet.is_valid():
        return _sheet(request, sheet, contest=contest, status=422)
    try:
        contests.edit(contest.pk, person(request), name=sheet.form.cleaned_data["name"], **sheet.fields())
    except Refusal as refusal:
        return _refused(request, sheet, refusal, contest=contest)
    messages.success(request, _("The draft is saved."))
    return redirect("manage", contest.slug)


def _refused(request: HttpRequest, sheet: Sheet, refusal: Refusal, **context: Any) -> HttpResponse:
    """What the services found wrong stands at the top of the form; nothing typed is lost."""
    sheet.form.add_error(None, wording.refusal(refusal))
    return _sheet(request, sheet, status=status_of(refusal), **context)


def _sheet(request: HttpRequest, sheet: Sheet, status: int = 200, **context: Any) -> HttpResponse:
    page = {"form": sheet.form, "prizes": sheet.prizes, "levels": sheet.levels, "zones": zones(), **context}
    return render(request, "contests/edit.html", page, status=status)
