"""The addresses that a visitor of the demo needs."""

from __future__ import annotations

from django.conf import settings

from tournaments.models import Table, Turn, User
from tournaments.services.demo import cast, sign


def sign_in(user: User) -> str:
    """Signs this person in by a mere visit: a demo's way, never a real service's."""
    return f"{settings.SITE_URL}/demo/in/{sign(user)}/"


def all_of_them() -> list[tuple[str, str]]:
    """(label, address): lobby, a player whose turn it is, the organiser, the letters that went out."""
    awaited = awaited_people()
    players = awaited or [cast.person("Alice")]
    word = "whose turn it is" if awaited else "a player; nobody is awaited just now"
    return [
        ("Lobby", f"{settings.SITE_URL}/"),
        *((f"{player.name}, {word}", sign_in(player)) for player in players),
        ("Olga, the organiser", sign_in(cast.person("Olga"))),
        ("Letters that went out", f"{settings.SITE_URL}/demo/mail/"),
    ]


def awaited_people() -> list[User]:
    """Humans of the demo who are to speak somewhere, alice first."""
    turns = Turn.objects.filter(
        closed_at__isnull=True,
        table__state=Table.State.PLAYING,
        seat__entry__user__is_bot=False,
        seat__entry__user__email__endswith=f"@{cast.DOMAIN}",
    ).select_related("seat__entry__user")
    people = {turn.seat.entry.user_id: turn.seat.entry.user for turn in turns}
    known = [person for person in people.values() if person is not None]
    return sorted(known, key=lambda person: (person.name != "Alice", person.name))
