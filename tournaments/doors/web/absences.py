"""A player's days of absence in a contest: what is left, what he declared, and taking it back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from referee.core import Illegal, Refusal
from tournaments.doors.web import tablepage
from tournaments.doors.web.access import find, person, signed_in
from tournaments.doors.web.refusals import refuse
from tournaments.models import Absence, Contest
from tournaments.services import absences

PAGE = "contests/absence.html"


class Day(forms.DateInput):
    """A date as browsers pick one."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class AbsenceForm(forms.Form):
    first = forms.DateField(label=gettext_lazy("First day away"), widget=Day)
    last = forms.DateField(label=gettext_lazy("Last day away"), widget=Day)


@never_cache
@signed_in
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """For who is entered. POST declares days (``do``: declare) or takes some back (undo)."""
    contest = find(request, slug)
    if absences.entry_of(contest, request.user) is None:
        return refuse(request, Illegal("NOT_ENTERED"), back=reverse("contest", args=[slug]))
    if request.method != "POST":
        return render(request, PAGE, _context(request, contest, AbsenceForm()))
    return _undo(request, contest) if request.POST.get("do") == "undo" else _declare(request, contest)


def _declare(request: HttpRequest, contest: Contest) -> HttpResponse:
    form = AbsenceForm(request.POST)
    if not form.is_valid():
        return render(request, PAGE, _context(request, contest, form), status=422)
    days = form.cleaned_data
    try:
        absences.declare(contest.pk, person(request), days["first"], days["last"])
    except Refusal as refusal:
        return refuse(request, refusal, template=PAGE, context=_context(request, contest, form))
    messages.success(request, _("You are away on these days. Your table sees it."))
    return redirect("absence", contest.slug)


def _undo(request: HttpRequest, contest: Contest) -> HttpResponse:
    try:
        absences.undo(contest.pk, person(request), tablepage.whole(request.POST.get("absence")) or 0)
    except Absence.DoesNotExist:
        raise Http404 from None
    except Refusal as refusal:
        return refuse(request, refusal, template=PAGE, context=_context(request, contest, AbsenceForm()))
    messages.success(request, _("These days are taken back."))
    return redirect("absence", contest.slug)


def _context(request: HttpRequest, contest: Contest, form: AbsenceForm) -> dict[str, Any]:
    own = absences.own(contest, person(request))
    rows = [{"absence": one, "may_undo": one.pk in own.may_undo} for one in own.listed]
    return {"contest": contest, "form": form, "own": own, "rows": rows}
