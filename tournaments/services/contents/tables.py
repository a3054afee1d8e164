"""Letters about a table. Everything comes from the reader's own view (``views.look``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from referee import grammar
from referee.games import GAMES
from tournaments import models, wording
from tournaments.services import advances, exposure, history, links, views
from tournaments.services.contents.content import Content
from tournaments.wording import banks
from tournaments.wording.advances import if_nothing, lapsed

Event = models.Event
_OWN_ACTS = (Event.Kind.MOVE, Event.Kind.TIMEOUT)
MOST_EVENTS = 80
"""Events told in one letter; a longer log is on the page."""


def turn(notice: models.Notice) -> Content | None:
    turn = notice.turn
    if turn is None or turn.closed_at is not None:
        return None
    sight = views.look(turn.table_id, turn.seat.letter)
    context = {**standing(sight), "happened": told(since_own_act(sight), sight)}
    return Content(_("your turn"), context, turn)


def deal(notice: models.Notice) -> Content | None:
    sight = own_sight(notice)
    if sight is None:
        return None
    number = notice.data.get("deal", sight.table.deal_number)
    events = events_of(sight, deal=number, up_to=notice.data.get("event"))
    if events and all(one.kind == Event.Kind.RULING for one in events):
        return None  # it is void: a letter of its own says so
    context = {**standing(sight), "happened": told(events, sight), "deal": number}
    about = _("deal %(number)s is over") % {"number": number}
    if sight.table.one_deal:
        about = _("the game is over")
    return Content(about, context, sight.turn)


def event(notice: models.Notice) -> Content | None:
    sight = own_sight(notice)
    if sight is None:
        return None
    event = sight.table.events.filter(number=notice.data.get("event")).first()
    if event is None:
        return None
    happened = told(history.still_told(sight.table, _with_note(event)), sight)
    if not happened:
        return None
    return Content(_("what happened"), {**standing(sight), "happened": happened}, sight.turn)


def _with_note(event: Event) -> list[Event]:
    """What was left in advance has an event of its own that says so, just before."""
    if event.origin != "advance":
        return [event]
    note = Event.objects.filter(table=event.table_id, key=f"{event.key}:left")
    return [*note.defer("sealed_input").select_related("actor"), event]


def staff(notice: models.Notice) -> Content | None:
    """A pause, its end, an extension or another ruling, with its reason."""
    sight = own_sight(notice)
    if sight is None:
        return None
    event = sight.table.events.select_related("actor").filter(number=notice.data.get("event")).first()
    if event is None:
        return None
    about = {
        Event.Kind.PAUSE: _("the table is paused"),
        Event.Kind.RESUME: _("the table goes on"),
    }.get(Event.Kind(event.kind), _("a ruling"))
    context = {
        **standing(sight),
        "facts": wording.log(event.facts, sight.names_at(event.number), sight.table.game),
        "reason": event.reason,
        "by": event.actor.name if event.actor else "",
        **_seen(event),
    }
    return Content(about, context, sight.turn)


def _seen(event: Event) -> dict[str, str]:
    """Who has seen what of the play that a ruling takes back: the whole table reads it."""
    found = exposure.of_ruling(event)
    if found is None:
        return {}
    cards, seen = found
    shown, readers = wording.cards(cards) if cards else "", wording.listed(seen.names)
    return {"back": "yes", "cards": shown, "readers": readers}


def reminder(notice: models.Notice) -> Content | None:
    """All tables at which the reader is awaited now: one letter, whatever was due when it was written."""
    turns = (
        models.Turn.objects.filter(
            closed_at__isnull=True, remaining__isnull=True, seat__entry__user=notice.user_id or 0
        )
        .select_related("table__contest", "seat")
        .order_by("deadline_at")
    )
    waiting = [turn for turn in turns if not turn.seat.automatic]
    if not waiting:
        return None
    first = next((turn for turn in waiting if turn.pk == notice.turn_id), waiting[0])
    sight = views.look(first.table_id, first.seat.letter)
    others = [_other(turn) for turn in waiting if turn.pk != first.pk]
    return Content(_("you are awaited"), {**standing(sight), "others": others}, first)


def nudge(notice: models.Notice) -> Content | None:
    """The staff asks for one move: what a reminder says, for as long as that turn is open."""
    if notice.turn is None or notice.turn.closed_at is not None:
        return None
    content = reminder(notice)
    if content is not None:
        by = models.User.objects.filter(pk=notice.data.get("by")).first()
        content.about = _("you are asked for your move")
        content.context["by"] = by.name if by else ""
    return content


def _other(turn: models.Turn) -> dict[str, str]:
    deadline = wording.instant(turn.deadline_at)
    return {"table": turn.table.name, "deadline": deadline, "link": links.turn_link(turn)}


def own_sight(notice: models.Notice) -> views.Sight | None:
    """What its reader sees at his own seat; None where it is not his (any more)."""
    letter = notice.data.get("seat")
    if not (notice.table_id and letter):
        return None
    sight = views.look(notice.table_id, letter)
    return sight if sight.seats[letter].entry.user_id == notice.user_id else None


def standing(sight: views.Sight) -> dict[str, Any]:
    """What every letter about a table may say to this reader."""
    turn, game = sight.turn, sight.table.game
    own = sight.seats[sight.seat] if sight.seat else None
    silent = advances.silence(sight)
    deadline = wording.instant(turn.deadline_at) if turn else ""
    kept = advances.kept(sight)
    return {
        "table": sight.table,
        "table_link": links.table_link(sight.table),
        "seat": sight.seat,
        "paused": sight.table.state == models.Table.State.PAUSED,
        "over": sight.table.state in (models.Table.State.OVER, models.Table.State.VOID),
        "situation": wording.situation(sight.view, sight.names, game),
        "own": wording.own(sight.view, game),
        "awaited": _awaited(sight),
        "examples": examples(sight),
        "deadline": deadline,
        "bank": banks.held(sight.contest, own, awaited=True) if turn and own else "",
        "silence": if_nothing(silent.move, deadline, game, sight.options, left=silent.left) if silent else "",
        "lapsed": " ".join(lapsed(one.condition, one.over) for one in kept if one.over),
    }


def examples(sight: views.Sight) -> tuple[str, ...]:
    """What the reader may write now, in capitals with placeholders: never itself a command."""
    if sight.seat is None or sight.options is None:
        return ()
    opened = views.state_of(sight.table.pk)
    return grammar.examples(GAMES[opened.game], opened.state, sight.seat, get_language() or "en")


def _awaited(sight: views.Sight) -> str:
    return wording.listed([sight.names[letter] for letter in sorted(sight.turns) if letter != sight.seat])


def since_own_act(sight: views.Sight) -> list[Event]:
    """What happened since the reader last did something here (or was timed out)."""
    own = (
        sight.table.events.filter(seat=sight.seat, kind__in=_OWN_ACTS)
        .exclude(origin="advance")  # what was done for him while he was away is news to him
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
    )
    return events_of(sight, after=own or 0)


def events_of(
    sight: views.Sight,
    *,
    after: int = 0,
    deal: int | None = None,
    up_to: int | None = None,
    most: int | None = MOST_EVENTS,
) -> list[Event]:
    """In their order, without what does not count any more; of more than ``most`` the last ones."""
    found = sight.table.events.filter(number__gt=after).defer("sealed_input").select_related("actor")
    if deal is not None:
        found = found.filter(deal=deal)
    if up_to is not None:
        found = found.filter(number__lte=up_to)
    return history.still_told(sight.table, list(found.order_by("-number")[:most])[::-1])


def told(events: Iterable[Event], sight: views.Sight) -> list[str]:
    """Events in sentences: the facts, what was said with them, who entered them and why."""
    lines: list[str] = []
    for event in events:
        names = sight.names_at(event.number)
        lines += wording.log(event.facts, names, sight.table.game)
        if event.entered and event.actor:
            lines.append(_("(entered by %(name)s)") % {"name": event.actor.name})
        if event.comment:
            said = {
                "name": names.get(event.seat, event.seat),
                "words": " / ".join(event.comment.split("\n")),
            }
            lines.append(_("%(name)s says: “%(words)s”") % said)
        if event.reason:
            lines.append(_("The reason given: %(reason)s") % {"reason": event.reason})
    return lines
