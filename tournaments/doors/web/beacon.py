"""The organiser brings the public value that a draw waits for, or rules that another one counts."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from referee.contests.deadlines import local_instant
from tournaments.doors.web import manage
from tournaments.doors.web.access import for_organiser, person, posted
from tournaments.doors.web.beaconforms import BeaconForm, OtherBeaconForm
from tournaments.models import Contest
from tournaments.services import inputs


@posted("manage")
@for_organiser
def enter(request: HttpRequest, contest: Contest) -> HttpResponse:
    user = person(request)

    def do(typed: dict[str, Any]) -> object:
        return inputs.enter_beacon(contest.pk, user, typed["brought"], address=typed["address"])

    form = BeaconForm(contest, request.POST, prefix="beacon")
    done = _("The public value is entered; it is never exchanged.")
    return manage.act(request, contest, "beacon_form", form, do, done)


@posted("manage")
@for_organiser
def exchange(request: HttpRequest, contest: Contest) -> HttpResponse:
    user = person(request)

    def do(typed: dict[str, Any]) -> object:
        at = local_instant(typed["at_local"], contest.zone)
        source, reason = typed["source"], typed["reason"]
        return inputs.exchange_beacon(contest.pk, user, source=source, at=at, reason=reason)

    form = OtherBeaconForm(request.POST, prefix="other")
    done = _("Other public numbers count from now on.")
    return manage.act(request, contest, "other_form", form, do, done)
