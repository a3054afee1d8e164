"""A person's own page; and the link that ties an entry made by name to a person."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from referee.core import Refusal, Stale
from tournaments import wording
from tournaments.doors.web.access import person, sign_in, signed_in
from tournaments.doors.web.fields import zones
from tournaments.doors.web.forms import AddressForm, ProfileForm
from tournaments.doors.web.refusals import refuse
from tournaments.models import User
from tournaments.services import addresses, bounces, people, registration

_FIELDS = ("name", "language", "timezone", "notices", "digest_hour", "four_colours")
_AT = {"NO_NAME": "name", "UNKNOWN_ZONE": "timezone"}
"""The field that a refusal is about."""


@signed_in
def profile(request: HttpRequest) -> HttpResponse:
    user = person(request)
    form = ProfileForm(request.POST or None, initial=_initial(user))
    if request.method == "POST" and form.is_valid():
        try:
            data = form.cleaned_data
            people.update(user, turn_letters=not data.pop("digest_only"), **data)
        except Refusal as refusal:
            form.add_error(_AT.get(refusal.code), wording.refusal(refusal))
        else:
            with translation.override(user.language):
                messages.success(request, _("Saved."))
            return redirect("profile")
    return show(request, form, status=422 if request.method == "POST" else 200)


def show(
    request: HttpRequest, form: ProfileForm | None = None, asking: AddressForm | None = None, *, status: int
) -> HttpResponse:
    """The page with its two forms, one of them as it was refused."""
    user = person(request)
    context = {
        "form": form or ProfileForm(initial=_initial(user)),
        "asking": asking or AddressForm(),
        "zones": zones(),
        "bounce": bounces.of_user(user),
        "waiting": addresses.waiting(user),
        "undoable": addresses.undoable(user),
        "kept_days": addresses.KEPT.days,
    }
    return render(request, "account/profile.html", context, status=status)


def _initial(user: User) -> dict[str, object]:
    return {key: getattr(user, key) for key in _FIELDS} | {"digest_only": not user.told_of_turns}


def claim(request: HttpRequest, word: str) -> HttpResponse:
    """GET shows whose place it is; POST takes it. A program that follows links changes nothing."""
    entry = registration.claimable(word)
    taken = entry is not None and entry.user is not None and entry.user != request.user
    if entry is None or taken:
        return refuse(request, Stale("NO_SUCH_CLAIM"), back=reverse("lobby"))
    if request.method != "POST":
        query = urlencode({"next": request.path})
        return render(
            request, "contests/claim.html", {"entry": entry, "contest": entry.contest, "query": query}
        )
    if not request.user.is_authenticated:
        return sign_in(request, request.path)
    try:
        registration.claim(word, person(request))
    except Refusal as refusal:
        return refuse(request, refusal, back=reverse("contest", args=[entry.contest.slug]))
    messages.success(request, _("The place is yours: letters about it now come to you."))
    return redirect("contest", entry.contest.slug)
