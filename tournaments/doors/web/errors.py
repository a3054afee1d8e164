"""Pages for what is not there, not allowed, broken or away; each with a way back."""

from __future__ import annotations

import sys

from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import ConnectionError as RedisError
from redis.exceptions import TimeoutError as RedisTimeout

from tournaments.doors.web.refusals import way_back

_OUTAGES = (OperationalError, InterfaceError, BrokerError, RedisError, RedisTimeout)
RETRY_SECONDS = 30


def is_outage(error: BaseException | None) -> bool:
    """The database or the broker is away (or too busy to answer): nothing was changed."""
    return isinstance(error, _OUTAGES)


def not_taken(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """What was sent cannot even be looked at: too large, in too many fields, or damaged."""
    return _bare(request, "400.html", 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "404.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """A mistake of ours; or an outage that struck outside the views."""
    if is_outage(sys.exception()):
        return unavailable(request)
    return _bare(request, "500.html", 500)


def unavailable(request: HttpRequest) -> HttpResponse:
    response = _bare(request, "503.html", 503)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def _bare(request: HttpRequest, template: str, status: int) -> HttpResponse:
    """A page made of nothing but the language: neither database nor session is asked."""
    with translation.override(translation.get_language() or translation.get_language_from_request(request)):
        language = translation.get_language()
        page = render_to_string(template, {"language": language, "path": _again(request)})
    return HttpResponse(page, status=status, headers={"Content-Language": language or "en"})


def _again(request: HttpRequest) -> str:
    """Where to try again: the page itself, or the one with the form that was sent; a form's own address may
    show nothing."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    try:
        return way_back(request)
    except DisallowedHost:
        return "/"
