"""Who plays in the demo: alice and bob for the visitor, olga who organises, and the bots."""

from __future__ import annotations

from typing import NamedTuple

from tournaments import models
from tournaments.models import User

DOMAIN = "demo.example"


class Part(NamedTuple):
    """One of the cast; ``zone`` and ``language`` are what letters and pages are made in."""

    name: str
    language: str = "en"
    zone: str = "Europe/London"
    letters: str = User.Notices.DEALS


PEOPLE = (
    Part("Alice"),
    Part("Bob", "fr", "Europe/Paris"),
    Part("Carol", "fr", "America/Montreal"),
    Part("Olga"),
    Part("Zed"),
)
"""Humans: nobody plays for them."""

BOTS = (
    *(Part("Dave"), Part("Émile", "fr", "Europe/Paris"), Part("Frank", zone="America/New_York")),
    *(Part("Grâce", "fr", "Europe/Brussels"), Part("Heidi"), Part("Ivan", "it", "Europe/Rome")),
    *(
        Part("Judy"),
        Part("Klara", "fr", "Europe/Zurich", User.Notices.EVERYTHING),
        Part("Mike", zone="Australia/Sydney"),
    ),
    *(Part("Nina", "it", "Europe/Rome"), Part("Oscar"), Part("Zoé", "fr", "Europe/Paris")),
)

_PLAIN = str.maketrans("éâ", "ea")


def address(name: str) -> str:
    return f"{name.lower().translate(_PLAIN)}@{DOMAIN}"


def person(name: str) -> User:
    """One of the cast. DoesNotExist before ``gather``."""
    return User.objects.get(email=address(name))


def gather() -> None:
    """Everybody, made at the first call; who is there already stays as he is."""
    for part in (*PEOPLE, *BOTS):
        if not User.objects.filter(email=address(part.name)).exists():
            _make(part)


def _make(part: Part) -> None:
    make = User.objects.create_superuser if part.name == "Zed" else User.objects.create_user
    user = make(
        address(part.name),
        name=part.name,
        language=part.language,
        timezone=part.zone,
        notices=part.letters,
        is_bot=part in BOTS,
    )
    if part.name == "Olga":
        user.is_organiser = True
        user.save(update_fields=["is_organiser"])


def bots() -> list[models.User]:
    return list(User.objects.filter(is_bot=True).order_by("pk"))
