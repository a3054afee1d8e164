"""All entries of a contest on one screen: fees, entrants without an account, withdrawals."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from referee.core import Illegal, Refusal
from tournaments import wording
from tournaments.doors.web.access import for_helpers, for_organiser, person, posted
from tournaments.doors.web.forms import EntrantForm, PaidForm
from tournaments.doors.web.refusals import refuse, status_of
from tournaments.doors.web.tablepage import whole
from tournaments.models import Contest, Entry
from tournaments.services import overview, registration, rights, typed
from tournaments.wording import contests as wording_contests

PAGE = "contests/entries.html"


@require_GET
@for_helpers
def show(request: HttpRequest, contest: Contest) -> HttpResponse:
    return render(request, PAGE, _context(request, contest))


def _context(request: HttpRequest, contest: Contest, **extra: Any) -> dict[str, Any]:
    entries = list(overview.entries(contest))
    key = request.GET.get("added", "")
    return {
        "contest": contest,
        "entries": entries,
        "fee": wording_contests.fee(contest),
        "sponsor_total": registration.sponsor_total(contest) if contest.sponsor else None,
        "sponsor_fee": wording_contests.fee(contest, len([entry for entry in entries if _sponsored(entry)])),
        "unpaid": [entry for entry in entries if entry.state == Entry.State.IN and entry.paid_at is None],
        "form": EntrantForm(),
        "paid_form": PaidForm(),
        "organises": rights.organises(request.user, contest),
        "added": _added(request, contest, key) if key else None,
        **extra,
    }


def _sponsored(entry: Entry) -> bool:
    return (
        entry.sponsored and entry.returned_at is None and entry.state in (Entry.State.IN, Entry.State.RESERVE)
    )


def _added(request: HttpRequest, contest: Contest, key: str) -> dict[str, Any] | None:
    """The entrant that was just added, and his claim link; no other page shows it."""
    word = registration.claim_word(contest, key)
    entry = registration.claimable(word)
    if entry is None:
        return None
    return {"entry": entry, "link": request.build_absolute_uri(reverse("claim", args=[word]))}


@posted("entries")
@for_helpers
def add(request: HttpRequest, contest: Contest) -> HttpResponse:
    """Somebody without an account, by name (T7)."""
    form = EntrantForm(request.POST)
    key = request.POST.get("once", "")[:64]
    if not form.is_valid():
        return render(request, PAGE, _context(request, contest, form=form), status=422)
    try:
        registration.add_entrant(contest.pk, person(request), key=key, **form.cleaned_data)
    except Refusal as refusal:
        field = "name" if refusal.code in ("NAME_TAKEN", "NO_NAME") else None
        form.add_error(field, wording.refusal(refusal))
        return render(request, PAGE, _context(request, contest, form=form), status=status_of(refusal))
    return redirect(f"{reverse('entries', args=[contest.slug])}?added={key}")


@posted("entries")
@for_organiser
def mark(request: HttpRequest, contest: Contest) -> HttpResponse:
    """One mark for all ticked entries: paid (by whom), not paid, given back, withdrawn."""
    ids = [number for one in request.POST.getlist("entry") if (number := whole(one)) is not None]
    do = _MARKS.get(request.POST.get("mark", ""))
    try:
        if do is None:
            raise Illegal("MALFORMED", where="mark")
        if not ids:
            raise Illegal("NOTHING_TICKED")
        own = list(contest.entries.filter(pk__in=ids).values_list("pk", flat=True))
        count = do(request, contest, own)
    except Refusal as refusal:
        ticked = {**_context(request, contest), "ticked": ids}
        return refuse(request, refusal, template=PAGE, context=ticked)
    messages.success(
        request, ngettext("%(n)d entry was marked.", "%(n)d entries were marked.", count) % {"n": count}
    )
    return redirect("entries", contest.slug)


def _paid(request: HttpRequest, contest: Contest, ids: list[int]) -> int:
    paid_by = typed.line(request.POST.get("paid_by", ""), 80) or "self"
    return registration.mark_paid(contest.pk, person(request), ids, paid_by=paid_by)


def _paid_by_sponsor(request: HttpRequest, contest: Contest, ids: list[int]) -> int:
    return registration.mark_paid(contest.pk, person(request), ids, paid_by="sponsor")


def _unpaid(request: HttpRequest, contest: Contest, ids: list[int]) -> int:
    for entry in ids:
        registration.mark_unpaid(contest.pk, person(request), entry)
    return len(ids)


def _returned(request: HttpRequest, contest: Contest, ids: list[int]) -> int:
    for entry in ids:
        registration.mark_returned(contest.pk, person(request), entry)
    return len(ids)


def _withdrawn(request: HttpRequest, contest: Contest, ids: list[int]) -> int:
    for entry in ids:
        registration.withdraw(entry, person(request))
    return len(ids)


_MARKS = {
    "paid": _paid,
    "sponsor": _paid_by_sponsor,
    "unpaid": _unpaid,
    "returned": _returned,
    "withdrawn": _withdrawn,
}
