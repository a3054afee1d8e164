"""The answer to a letter: what was understood, what came of it, what is possible now."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from referee.core import Illegal, Json
from tournaments import models, wording
from tournaments.services import links, packing, views
from tournaments.services.contents.content import Content
from tournaments.services.contents.tables import standing, told

_COMMANDS = {
    "status": gettext_noop("how things stand"),
    "help": gettext_noop("how to play by letter"),
    "register": gettext_noop("registration"),
    "withdraw": gettext_noop("withdrawal"),
    "referee": gettext_noop("the referee"),
}


def answer(notice: models.Notice) -> Content | None:
    """Every letter of a person gets one. The result stands in the letter's outcome (``services.inbox``)."""
    letter = models.Letter.objects.filter(pk=notice.data.get("letter")).first()
    if letter is None:
        return None
    seat = notice.data.get("seat")
    sight = views.look(notice.table_id, seat) if notice.table_id and seat else None
    result = letter.outcome
    context: dict[str, Any] = {
        **(standing(sight) if sight else {}),
        **_RESULTS[result["result"]](result, sight),
    }
    context["received"] = wording.instant(letter.received_at, seconds=True)
    context["subject"] = letter.subject
    if context.pop("elsewhere", False) or sight is None:
        context["tables"] = _awaited_at(notice)
    turn = sight.turn if sight else None
    return Content(context.pop("about"), context, turn, answers=letter.message_id)


def _played(result: Json, sight: views.Sight | None) -> dict[str, Any]:
    assert sight is not None
    event = sight.table.events.select_related("actor").filter(number=result["event"]).first()
    move = wording.move(result["move"], sight.table.game, facts=event.facts if event else ())
    return {
        "about": _("“%(move)s” is played") % {"move": move},
        "played": move,
        "happened": told([event], sight) if event else [],
    }


def _refused(result: Json, sight: views.Sight | None) -> dict[str, Any]:
    refusal = packing.unpack(result["refusal"])
    names, game = (sight.names, sight.table.game) if sight else ({}, "holdem")
    said = wording.refusal(refusal, None, names, game, may=sight.options if sight else None)
    return {"about": _("not played"), "refused": said}


def _dry(result: Json, sight: views.Sight | None) -> dict[str, Any]:
    may = sight.options if sight else None
    move = wording.move(result["move"], sight.table.game if sight else "holdem", may=may)
    return {"about": _("only asked"), "asked": move}


def _command(result: Json, sight: views.Sight | None) -> dict[str, Any]:
    command = result["command"]
    context: dict[str, Any] = {"about": _(_COMMANDS.get(command, "letters")), "command": command}
    if command not in ("status", "help"):
        context["refused"] = wording.refusal(Illegal("ON_THE_PAGE"))
    return context | {"elsewhere": command == "status"}


_RESULTS = {"played": _played, "refused": _refused, "dry": _dry, "command": _command}


def _awaited_at(notice: models.Notice) -> list[dict[str, str]]:
    """The reader's tables that are played, each with his deadline where he is awaited."""
    seats = (
        models.Seat.objects.filter(entry__user=notice.user_id or 0, table__state__in=["playing", "paused"])
        .select_related("table__contest")
        .order_by("table_id")
    )
    found = []
    for seat in seats:
        turn = seat.turns.filter(closed_at__isnull=True).select_related("table", "seat").first()
        found.append(
            {
                "table": seat.table.name,
                "deadline": wording.instant(turn.deadline_at) if turn else "",
                "link": links.turn_link(turn) if turn else links.table_link(seat.table),
            }
        )
    return found
