"""All entries of a contest on one screen: fees, entrants without an account, withdrawals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from referee.core import Illegal, Refusal
from tournaments import wording
from tournaments.doors.web.access import for_helpers, for_organiser, person, posted
from tournaments.doors.web.forms import EntrantForm
from tournaments.doors.web.refusals import refuse, status_of
from tournaments.doors.web.tablepage import whole
from tournaments.models import Contest, Entry
from tournaments.services import bounces, fees, overview, registration, rights, typed
from tournaments.wording import contests as wording_contests

PAGE = "contests/entries.html"
_OVER = (Contest.State.FINAL, Contest.State.CANCELLED)

type Picks = Callable[[Entry, Contest], bool]


def _fee_is(where: str) -> Picks:
    return lambda entry, contest: fees.standing(entry, contest) == where


def _state_is(state: str) -> Picks:
    return lambda entry, _contest: entry.state == state


_FILTERS: dict[str, tuple[Any, Picks]] = {
    "all": (_("All"), lambda _entry, _contest: True),
    "unpaid": (_("Fee not paid"), _fee_is(fees.UNPAID)),
    "sponsor": (_("By the sponsor"), lambda entry, _contest: entry.paid_by == "sponsor"),
    "back": (_("To be given back"), _fee_is(fees.BACK)),
    "reserve": (_("Reserve list"), _state_is(Entry.State.RESERVE)),
    "withdrawn": (_("Withdrawn"), _state_is(Entry.State.WITHDRAWN)),
    "no-account": (_("No account"), lambda entry, _contest: entry.user_id is None),
    "bounced": (_("Letters come back"), lambda entry, _contest: _bounced(entry)),
}
"""What may be shown alone: its name, and which entries those are."""


def _bounced(entry: Entry) -> bool:
    """Letters do not reach this entrant, who still wants them."""
    there = entry.user is not None and entry.state != Entry.State.WITHDRAWN
    return there and entry.user is not None and bounces.of_user(entry.user) is not None


@require_GET
@for_helpers
def show(request: HttpRequest, contest: Contest) -> HttpResponse:
    return render(request, PAGE, _context(request, contest))


def _context(request: HttpRequest, contest: Contest, **extra: Any) -> dict[str, Any]:
    entries = list(overview.entries(contest))
    show = _shown(request)
    listed = [entry for entry in entries if _FILTERS[show][1](entry, contest)]
    key = request.GET.get("added", "")
    totals = fees.totals(entries, contest)
    return {
        "contest": contest,
        "entries": entries,
        "listed": listed,
        "show": show,
        "tabs": _tabs(entries, contest),
        "fee": wording_contests.fee(contest),
        "totals": totals,
        "sums": _sums(totals, contest),
        "unpaid": [entry for entry in entries if fees.standing(entry, contest) == fees.UNPAID],
        "unclaimed": _unclaimed(entries, contest),
        "form": EntrantForm(),
        "organises": rights.organises(request.user, contest),
        "over": contest.state in _OVER,
        "before_closing": contest.state == Contest.State.REGISTRATION,
        "added": _added(request, contest, key) if key else None,
        "bounced": [entry.pk for entry in entries if _bounced(entry)],
        "ticked": [entry.pk for entry in listed] if request.GET.get("tick") == "all" else [],
        **extra,
    }


def _unclaimed(entries: Sequence[Entry], contest: Contest) -> list[Entry]:
    """Those whose place can still be taken with a claim link."""
    if contest.state in _OVER:
        return []
    return [entry for entry in entries if entry.user_id is None and entry.state != Entry.State.WITHDRAWN]


def _shown(request: HttpRequest) -> str:
    """Which part of the list is asked for; a form brings it along."""
    asked = request.POST.get("show") or request.GET.get("show") or "all"
    return asked if asked in _FILTERS else "all"


def _tabs(entries: Sequence[Entry], contest: Contest) -> list[dict[str, Any]]:
    """The filters that would show something, each with its count."""
    found = []
    for name, (label, picks) in _FILTERS.items():
        count = sum(picks(entry, contest) for entry in entries)
        if count or name == "all":
            found.append({"name": name, "label": label, "count": count})
    return found


def _sums(totals: fees.Totals, contest: Contest) -> dict[str, Any]:
    """The totals in units of the fee."""
    return {
        "self": wording_contests.fee(contest, totals.by["self"]),
        "sponsor": wording_contests.fee(contest, totals.sponsor),
        "others": [(name, wording_contests.fee(contest, count)) for name, count in totals.others],
        "unpaid": wording_contests.fee(contest, totals.unpaid),
        "back": wording_contests.fee(contest, totals.back),
    }


def _added(request: HttpRequest, contest: Contest, key: str) -> dict[str, Any] | None:
    """The entrant whose claim link was just made; no other page shows it."""
    word = registration.claim_word(contest, key)
    entry = registration.claimable(word)
    if entry is None or entry.user_id is not None:
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
@for_helpers
def link(request: HttpRequest, contest: Contest) -> HttpResponse:
    """A new claim link for somebody without an account; the old one is dead."""
    entry = whole(request.POST.get("entry")) or 0
    key = f"{entry}-{request.POST.get('once', '')[:64]}"
    try:
        if not contest.entries.filter(pk=entry).exists():
            raise Illegal("MALFORMED", where="entry")
        registration.renew_claim(contest.pk, person(request), entry, key=key)
    except Refusal as refusal:
        return refuse(request, refusal, template=PAGE, context=_context(request, contest))
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
        own = list(contest.entries.filter(pk__in=ids).order_by("number").values_list("pk", flat=True))
        count = do(request, contest, own)
    except Refusal as refusal:
        ticked = {**_context(request, contest), "ticked": ids}
        return refuse(request, refusal, template=PAGE, context=ticked)
    messages.success(
        request, ngettext("%(n)d entry was marked.", "%(n)d entries were marked.", count) % {"n": count}
    )
    show = _shown(request)
    return redirect(reverse("entries", args=[contest.slug]) + (f"?show={show}" if show != "all" else ""))


def _paid(request: HttpRequest, contest: Contest, ids: list[int]) -> int:
    paid_by = typed.line(request.POST.get("paid_by", ""), 80) or "self"
    return registration.mark_paid(contest.pk, person(request), ids, paid_by=paid_by)


def _paid_by_sponsor(request: HttpRequest, contest: Contest, ids: list[int]) -> int:
    return registration.mark_paid(contest.pk, person(request), ids, paid_by="sponsor")


def _unpaid(request: HttpRequest, contest: Contest, ids: list[int]) -> int:
    return sum(registration.mark_unpaid(contest.pk, person(request), entry) for entry in ids)


def _returned(request: HttpRequest, contest: Contest, ids: list[int]) -> int:
    return sum(registration.mark_returned(contest.pk, person(request), entry) for entry in ids)


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
