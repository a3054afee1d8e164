"""Who may open which page: what is not visible is not there, who is unknown signs in first."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from referee.core import Illegal
from tournaments import models
from tournaments.doors.web.refusals import refuse
from tournaments.models import Contest
from tournaments.services import rights

type View = Callable[..., HttpResponseBase]


def person(request: HttpRequest) -> models.User:
    """The signed-in reader; views behind ``signed_in`` have one."""
    assert isinstance(request.user, models.User)
    return request.user


def find(request: HttpRequest, slug: str) -> Contest:
    """A contest that the reader may see: a draft is there for its organiser and croupiers alone."""
    contest = Contest.objects.select_related("organiser").filter(slug=slug).first()
    if contest is None:
        raise Http404
    if contest.state == Contest.State.DRAFT and not rights.helps_with(request.user, contest):
        raise Http404
    return contest


def sign_in(request: HttpRequest, back: str | None = None) -> HttpResponse:
    """To the sign-in page and back. A form that was sent is answered: nothing was done."""
    here = back or (request.get_full_path() if request.method == "GET" else reverse("lobby"))
    address = f"{reverse('account_login')}?{urlencode({'next': here})}"
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(address)
    if request.method == "GET":
        return redirect(address)
    return render(request, "sign_in_first.html", {"address": address}, status=403)


def signed_in(view: View) -> View:
    @wraps(view)
    def wrapper(request: HttpRequest, *args: object, **named: object) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return sign_in(request)
        return view(request, *args, **named)

    return wrapper


def for_organiser(view: View) -> View:
    """``view(request, contest, …)`` for the contest's organiser; others are refused by name."""
    return _for(view, lambda request, contest: rights.organises(request.user, contest))


def for_helpers(view: View) -> View:
    """The same for the organiser and the croupiers of the contest."""
    return _for(view, lambda request, contest: rights.helps_with(request.user, contest))


def _for(view: View, allowed: Callable[[HttpRequest, Contest], bool]) -> View:
    @wraps(view)
    def wrapper(request: HttpRequest, slug: str, **named: object) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return sign_in(request, None if request.method == "GET" else reverse("manage", args=[slug]))
        contest = find(request, slug)
        if not allowed(request, contest):
            return refuse(request, Illegal("NOT_ALLOWED"), back=reverse("contest", args=[slug]))
        return view(request, contest, **named)

    return wrapper


def posted(page: str) -> Callable[[View], View]:
    """A view for POST alone; who opens its address is led to the page with the form."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: object, **named: object) -> HttpResponseBase:
            if request.method != "POST":
                return redirect(reverse(page, args=[named["slug"]] if "slug" in named else []))
            return view(request, *args, **named)

        return wrapper

    return decorate
