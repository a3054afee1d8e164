"""What happens to every request: the moment of its arrival, its language, its reader; and outages."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers, patch_vary_headers

from tournaments.doors.web import errors

type Respond = Callable[[HttpRequest], HttpResponseBase]


def arrival(respond: Respond) -> Respond:
    """Notes when a request came in: a move counts by its arrival, however long it waits afterwards."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        request.arrived = time.monotonic()  # type: ignore[attr-defined]
        return respond(request)

    return middleware


class away:
    """The database or the broker is away: a page that says so, made without either.

    This answers what fails in a view; what fails in another middleware comes to ``errors.broken``.
    """

    def __init__(self, respond: Respond) -> None:
        self.respond = respond

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.respond(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return errors.unavailable(request) if errors.is_outage(error) else None


_DEPENDS_ON = ("Accept-Language", "Cookie", "HX-Request")
"""Beside its address: a part of a page comes from the address of the whole one."""


def language(respond: Respond) -> Respond:
    """``?lang=``, else the cookie, else what the browser asks for. A signed-in reader's own: ``reader``."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        translation.activate(asked_language(request) or translation.get_language_from_request(request))
        try:
            response = respond(request)
            patch_vary_headers(response, _DEPENDS_ON)
            response.headers.setdefault(
                "Content-Language", translation.get_language() or settings.LANGUAGE_CODE
            )
            return response
        finally:
            translation.deactivate()

    return middleware


def asked_language(request: HttpRequest) -> str | None:
    """The language that the address itself names."""
    word = request.GET.get("lang", "")
    return word if word in dict(settings.LANGUAGES) else None


_QUIET = re.compile(r"/c/[^/]+/\d+/news/")
"""The address that is asked every few seconds: it needs no reader, so it loads none."""
_SECRET = re.compile(r"/(?:claim|draft|address|letters/stop)/")
"""Addresses that hold a word which lets somebody in."""


def reader(respond: Respond) -> Respond:
    """The signed-in reader's language and time zone; and that his pages are kept by no cache and no history:
    they hold what is his alone (links to hand out, an address), and he may sign out."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if _QUIET.fullmatch(request.path_info):
            return respond(request)
        user = request.user
        known = user.is_authenticated
        if user.is_authenticated and not asked_language(request):
            translation.activate(user.language)
        with timezone.override(zone_of(user.timezone if user.is_authenticated else "")):
            response = respond(request)
        if (known or _SECRET.match(request.path_info)) and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    return middleware


def zone_of(name: str) -> ZoneInfo:
    """A name that the time zone database does not know (any more) keeps nobody out."""
    try:
        return ZoneInfo(name or settings.TIME_ZONE_DEFAULT)
    except (ValueError, KeyError, OSError):
        return ZoneInfo(settings.TIME_ZONE_DEFAULT)
