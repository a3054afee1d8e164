"""The addresses that a visitor of the demo needs."""

from __future__ import annotations

from django.conf import settings

from tournaments.models import Entry, Table, Turn, User
from tournaments.services import registration
from tournaments.services.demo import cast, sign, stage


def sign_in(user: User) -> str:
    """Lets a visitor in as this person by one button: a demo's way, never a real service's."""
    return f"{settings.SITE_URL}/demo/in/{sign(user)}/"


def all_of_them() -> list[tuple[str, str]]:
    """(label, address): lobby, the players (who are to speak first), the organiser, an admin, the letters."""
    awaited = awaited_people()
    waiting = [player for player in map(cast.person, ("Alice", "Bob")) if player not in awaited]
    return [
        ("Lobby", f"{settings.SITE_URL}/"),
        *((f"{player.name}, whose turn it is", sign_in(player)) for player in awaited),
        *((f"{player.name}, another player", sign_in(player)) for player in waiting),
        *((("A free chair in the league", chair),) if (chair := free_chair()) else ()),
        ("Olga, the organiser", sign_in(cast.person("Olga"))),
        ("Zed, an admin: audit review", sign_in(cast.person("Zed"))),
        ("Letters of both ways", f"{settings.SITE_URL}/demo/mail/"),
    ]


def free_chair() -> str:
    """Where somebody takes over the league's chair without a player; empty once it is taken."""
    entry = Entry.objects.filter(
        name=stage.FREE_CHAIR, contest__name=stage.LEAGUE, user=None, state=Entry.State.IN
    ).first()
    if entry is None:
        return ""
    return f"{settings.SITE_URL}/claim/{registration.claim_word(entry.contest, stage.FREE_CHAIR)}/"


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
