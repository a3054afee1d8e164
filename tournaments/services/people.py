"""A person's own choices: his name, language, time zone, and which letters he wants."""

from __future__ import annotations

from zoneinfo import available_timezones

from django.conf import settings

from referee.core import Illegal
from tournaments import models
from tournaments.services import rights, typed


def set_language(user: models.User, language: str) -> None:
    """Refusal: Illegal MALFORMED for a language that the service does not speak."""
    rights.must(language in dict(settings.LANGUAGES), "MALFORMED", where="language")
    user.language = language
    user.save(update_fields=["language"])


def update(
    user: models.User, *, name: str, language: str, timezone: str, notices: str, four_colours: bool = False
) -> None:
    """Change a profile. Entries keep the name they were made with.

    Refusals: Illegal NO_NAME, UNKNOWN_ZONE, MALFORMED.
    """
    name = typed.line(name, 40)
    rights.must(bool(name), "NO_NAME")
    rights.must(timezone in available_timezones(), "UNKNOWN_ZONE", zone=timezone)
    rights.must(notices in models.User.Notices.values, "MALFORMED", where="notices")
    user.name, user.timezone, user.notices, user.four_colours = name, timezone, notices, four_colours
    user.save(update_fields=["name", "timezone", "notices", "four_colours"])
    set_language(user, language)


def by_address(address: str) -> models.User:
    """Refusal: Illegal NO_SUCH_PERSON."""
    user = models.User.objects.filter(email__iexact=address.strip(), is_active=True).first()
    if user is None:
        raise Illegal("NO_SUCH_PERSON", address=address.strip())
    return user
