"""A person's own choices: his name, language, time zone, and which letters he wants and when."""

from __future__ import annotations

from zoneinfo import available_timezones

from django.conf import settings

from referee.core import Illegal
from tournaments import models
from tournaments.services import clock, rights, typed


def set_language(user: models.User, language: str) -> None:
    """Refusal: Illegal MALFORMED for a language that the service does not speak."""
    rights.must(language in dict(settings.LANGUAGES), "MALFORMED", where="language")
    user.language = language
    user.save(update_fields=["language"])


def update(
    user: models.User,
    *,
    name: str,
    language: str,
    timezone: str,
    notices: str,
    four_colours: bool = False,
    turn_letters: bool = True,
    digest_hour: int | None = None,
) -> None:
    """Change a profile. Entries keep the name they were made with.

    Refusals: Illegal NO_NAME, UNKNOWN_ZONE, MALFORMED.
    """
    name = typed.line(name, 40)
    rights.must(bool(name), "NO_NAME")
    rights.must(timezone in available_timezones(), "UNKNOWN_ZONE", zone=timezone)
    hour = user.digest_hour if digest_hour is None else digest_hour
    rights.must(hour in range(24), "MALFORMED", where="digest_hour")
    user.name, user.timezone, user.four_colours, user.digest_hour = name, timezone, four_colours, hour
    user.save(update_fields=["name", "timezone", "four_colours", "digest_hour"])
    choose_letters(user, notices, turn_letters=turn_letters)
    set_language(user, language)


def choose_letters(user: models.User, notices: str, *, turn_letters: bool | None = None) -> None:
    """Which letters he gets. Letters of his turns can be given up beside a digest alone (None: as it was);
    whoever leaves the digest gets them again, and does not lose them by coming back to it.

    Refusal: Illegal MALFORMED.
    """
    rights.must(notices in models.User.Notices.values, "MALFORMED", where="notices")
    digest = notices == models.User.Notices.DIGEST
    if digest and user.notices != notices:
        user.digest_since = clock.now()
    kept = user.turn_letters if turn_letters is None else turn_letters
    user.notices, user.turn_letters = notices, kept or not digest
    user.save(update_fields=["notices", "turn_letters", "digest_since"])


def by_address(address: str) -> models.User:
    """Refusal: Illegal NO_SUCH_PERSON."""
    user = models.User.objects.filter(email__iexact=address.strip(), is_active=True).first()
    if user is None:
        raise Illegal("NO_SUCH_PERSON", address=address.strip())
    return user
