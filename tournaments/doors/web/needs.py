"""What waits for an organiser or a croupier now, as links; and the clock's figures, for the staff."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from referee.core import Illegal
from tournaments import models
from tournaments.doors.web.access import signed_in
from tournaments.doors.web.refusals import refuse
from tournaments.models import Contest
from tournaments.services import health, needs
from tournaments.services.needs import Need
from tournaments.wording import needs as wording_needs

_ENTRIES = {needs.UNPAID: "unpaid", needs.BACK: "back", needs.BOUNCED: "bounced"}
_PARTS = {needs.POST: "#post", needs.PRIZES: "#prizes"}


def lines(user: object, contest: Contest | None = None) -> list[dict[str, Any]]:
    """For ``contests/parts/needs.html``: kind, text, address and contest of each, the most urgent first."""
    if not isinstance(user, models.User):
        return []
    found = needs.of(user) if contest is None else needs.of_contest(user, contest)
    return [
        {"kind": one.kind, "text": wording_needs.need(one), "address": _address(one), "contest": one.contest}
        for one in found
    ]


def _address(one: Need) -> str:
    if one.contest is None:
        return reverse("clock")
    slug = one.contest.slug
    if one.kind == needs.LEDGER:
        return reverse("ledger", args=[slug])
    if one.kind == needs.NAME:
        return reverse("manage", args=[slug]) + "#croupiers"
    if one.case is not None:
        return reverse("case", args=[slug, one.case.table.number, one.case.number])
    if one.proposal is not None:
        return reverse("proposal", args=[slug, one.proposal.table.number, one.proposal.number])
    if one.turn is not None:
        return reverse("tell", args=[slug, one.turn.table.number, one.turn.seat.letter])
    if one.kind in _ENTRIES:
        return f"{reverse('entries', args=[slug])}?show={_ENTRIES[one.kind]}"
    if one.kind == needs.UNREAD:
        return f"{reverse('letters-in', args=[slug])}?show=quarantined"
    return reverse("manage", args=[slug]) + _PARTS.get(one.kind, "")


@require_GET
@never_cache
@signed_in
def clock(request: HttpRequest) -> HttpResponse:
    """How the clock and the post are doing (clock.md 10)."""
    if not getattr(request.user, "is_staff", False):
        return refuse(request, Illegal("NOT_ALLOWED"))
    return render(request, "staff/clock.html", {"health": health.look()})
