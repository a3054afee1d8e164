"""System checks: what must never be started."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import Error, Tags, register

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def in_production() -> bool:
    """Real people can reach this: an address that is not this machine's alone, whatever DEBUG says."""
    site = urlsplit(settings.SITE_URL)
    return site.scheme == "https" or site.hostname not in _LOOPBACK


@register(Tags.security)
def no_demo_in_production(app_configs: Any, **kwargs: Any) -> list[Error]:
    """The demo shows every letter that goes out, and signs anybody in."""
    if not settings.DEMO or not in_production():
        return []
    return [
        Error(
            "DEMO is set on a service that real people can reach.",
            hint="Unset DEMO. A demo's SITE_URL is http:// on 127.0.0.1 or localhost.",
            id="tournaments.E001",
        )
    ]
