"""Another address for one's letters, and the links that confirm or undo it; and the link that ends a digest.

A GET shows, and changes nothing: programs follow the links of letters.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from referee.core import Refusal, Stale
from tournaments import wording
from tournaments.doors.web import profile
from tournaments.doors.web.access import person, posted, signed_in
from tournaments.doors.web.forms import AddressForm
from tournaments.doors.web.refusals import refuse
from tournaments.services import addresses, stopping


@posted("profile")
@signed_in
def ask(request: HttpRequest) -> HttpResponse:
    form = AddressForm(request.POST)
    if form.is_valid():
        try:
            change = addresses.ask(person(request), form.cleaned_data["address"])
        except Refusal as refusal:
            form.add_error("address", wording.refusal(refusal))
        else:
            said = {"new": change.new}
            messages.success(request, _("A letter is on its way to %(new)s. Answer it there.") % said)
            return redirect("profile")
    return profile.show(request, asking=form, status=422)


@posted("profile")
@signed_in
def drop(request: HttpRequest) -> HttpResponse:
    addresses.drop(person(request))
    messages.success(request, _("Your address stays as it is."))
    return redirect("profile")


def confirm(request: HttpRequest, word: str) -> HttpResponse:
    """The new address agrees, signed in or not: its word is known to its reader alone."""
    change = addresses.of(word)
    if change is None or not (addresses.can_be_confirmed(change) or request.method == "POST"):
        return refuse(request, Stale("ADDRESS_OVER"), back=reverse("lobby"))
    if request.method != "POST":
        return render(request, "account/address.html", {"change": change})
    try:
        change = addresses.confirm(change.pk)
    except Refusal as refusal:
        return refuse(request, refusal, back=reverse("lobby"))
    messages.success(request, _("Letters go to %(new)s from now on.") % {"new": change.new})
    return redirect("profile" if request.user == change.user else "lobby")


def undo(request: HttpRequest, word: str) -> HttpResponse:
    """The old address takes it back."""
    change = addresses.of_undo(word)
    if change is None or not addresses.can_be_undone(change):
        return refuse(request, Stale("ADDRESS_OVER"), back=reverse("lobby"))
    if request.method != "POST":
        return render(request, "account/address_undo.html", {"change": change})
    try:
        change = addresses.undo(change.pk)
    except Refusal as refusal:
        return refuse(request, refusal, back=reverse("lobby"))
    messages.success(request, _("Taken back: letters go to %(old)s.") % {"old": change.old})
    return redirect("account_login")


@csrf_exempt  # a mail provider presses it for its reader (RFC 8058): it has no cookie, and needs none
def stop(request: HttpRequest, word: str) -> HttpResponse:
    """No letters but those of his turns. GET shows the button; one POST by who has the letter does it."""
    user = stopping.of(word)
    if user is None:
        return refuse(request, Stale("NO_SUCH_LETTERS"), back=reverse("lobby"))
    if request.method != "POST":
        return render(request, "account/stop.html", {"reader": user})
    stopping.stop(user)
    return render(request, "account/stop.html", {"reader": user, "stopped": True})
