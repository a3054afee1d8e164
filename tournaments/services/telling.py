"""What the staff may write to a player who has no account: only what lies open before everybody.

His cards are not in it: who rules at a table does not know them.
"""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments import wording
from tournaments.models import Contest, Turn
from tournaments.services import views
from tournaments.wording.contests import LANGUAGES


@dataclass(frozen=True, slots=True)
class Message:
    """The text in one language: its code, its own name."""

    language: str
    name: str
    text: str


def messages(turn: Turn, link: str = "") -> list[Message]:
    """One text for each language of the contest that we speak; without any, in the organiser's."""
    with timezone.override(ZoneInfo(turn.table.contest.zone)):
        return [
            Message(code, LANGUAGES[code], _in(code, turn, link)) for code in _languages(turn.table.contest)
        ]


def _languages(contest: Contest) -> list[str]:
    spoken = dict(settings.LANGUAGES)
    return [code for code in contest.languages if code in spoken] or [contest.organiser.language]


def _in(language: str, turn: Turn, link: str) -> str:
    with translation.override(language):
        return "\n\n".join(part for part in _parts(turn, link) if part)


def _parts(turn: Turn, link: str) -> list[str]:
    sight = views.look(turn.table_id, None)
    game, letter, name = sight.table.game, turn.seat.letter, turn.seat.entry.name
    may, silence = views.open_options(sight.table, letter)
    said = {"table": sight.table.name, "name": name, "seat": letter}
    until = [_("Your deadline: %(deadline)s") % {"deadline": wording.instant(turn.deadline_at)}]
    if silence is not None:
        silent = {"silence": wording.move(silence, game)}
        until.append(_("If you let it pass, this is done for you: “%(silence)s”.") % silent)
    return [
        _("%(table)s: it is your turn, %(name)s (seat %(seat)s).") % said,
        "\n".join(until),
        "\n".join(wording.situation(sight.view, sight.names, game)),
        wording.options(may, game) if may is not None else "",
        _("Answer me with your move on a line of its own; whatever else you write is shown with it."),
        _("Your cards, for this turn only (do not pass this link on):") + "\n" + link if link else "",
    ]
