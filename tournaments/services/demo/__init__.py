"""The demo: its people, its contests, its bots' judgement, and the links that let a visitor in.

Nothing of it works unless ``settings.DEMO`` says so.
"""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.core.exceptions import ImproperlyConfigured

from tournaments import models

_SALT = "tournaments.demo.in"
_GOOD_FOR = 7 * 24 * 60 * 60


def must_be_demo() -> None:
    """Raises ImproperlyConfigured where this is a real service: a demo link would let anybody in."""
    if not settings.DEMO:
        raise ImproperlyConfigured("This is not a demo: DEMO is not set.")


def sign(user: models.User) -> str:
    """The word of a demo sign-in link, ``/demo/in/<word>/``."""
    must_be_demo()
    return signing.dumps(user.pk, salt=_SALT)


def unsign(word: str) -> models.User | None:
    """Whom a demo sign-in link lets in; None where it is none of ours, or this is no demo."""
    if not settings.DEMO:
        return None
    try:
        key = signing.loads(word, salt=_SALT, max_age=_GOOD_FOR)
    except signing.BadSignature:
        return None
    return models.User.objects.filter(pk=key, is_active=True).first()
