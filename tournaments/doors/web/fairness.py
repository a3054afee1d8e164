"""The fairness report: closed, with what it is; and opened, in the answer to the form that says why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from referee.core import Refusal
from referee.fairness import Figure, Figures
from tournaments.doors.web import tablepage
from tournaments.doors.web.access import for_organiser, person
from tournaments.doors.web.refusals import refuse
from tournaments.models import Contest
from tournaments.services import fairness
from tournaments.services.fairness import Pair, TableReport
from tournaments.services.looking import LONGEST_REASON

_FIGURES = {
    "chips": gettext_lazy("Chips that went over"),
    "folds": gettext_lazy("Gave up against the other’s bet"),
    "checks": gettext_lazy("Checked with nobody but the other left"),
    "close": gettext_lazy("Moved within ten minutes of the other"),
    "silences": gettext_lazy("Let the time pass in the same deal"),
}


@never_cache
@for_organiser
def show(request: HttpRequest, contest: Contest) -> HttpResponse:
    context: dict[str, Any] = {"contest": contest, "there": fairness.there(contest), "most": LONGEST_REASON}
    if request.method != "POST":
        return render(request, "contests/fairness.html", context)
    reason = tablepage.written(request.POST, "reason", LONGEST_REASON)
    try:
        report = fairness.open_report(contest, person(request), reason)
    except Refusal as refusal:
        return refuse(
            request, refusal, template="contests/fairness.html", context={**context, "reason": reason}
        )
    context |= {"report": report, "tables": [_table(one) for one in report.tables]}
    return render(request, "contests/fairness.html", context)


def _table(found: TableReport) -> dict[str, Any]:
    return {"report": found, "pairs": [_pair(one, found.names) for one in found.pairs]}


def _pair(pair: Pair, names: Mapping[str, str]) -> dict[str, Any]:
    figures = [
        {"label": label, "lines": lines}
        for name, label in _FIGURES.items()
        if (lines := [*_lines(name, pair.one, names), *_lines(name, pair.other, names)])
    ]
    return {"one": names[pair.one.one], "other": names[pair.one.other], "figures": figures, "mail": pair.mail}


def _lines(name: str, found: Figures, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """One line; none where it could not have happened."""
    figure: Figure = getattr(found, name)
    if not figure.chances and not figure.expected:
        return []
    way = _("%(one)s to %(other)s") if name == "chips" else _("%(one)s with %(other)s")
    return [
        {
            "way": way % {"one": names[found.one], "other": names[found.other]},
            "seen": float(figure.seen),
            "expected": float(figure.expected),
            "chances": figure.chances,
        }
    ]
