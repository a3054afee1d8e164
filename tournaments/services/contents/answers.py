"""The answer to a letter: what was understood, what came of it, what is possible now."""

from __future__ import annotations

from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.core import Json
from referee.picking import read_left
from tournaments import models, wording
from tournaments.services import absences, advances, holding, links, packing, views
from tournaments.services.contents.content import Content
from tournaments.services.contents.contests import dates_of, plays_in_advance
from tournaments.services.contents.tables import own_sight, standing, told
from tournaments.wording import proposals as proposal_words
from tournaments.wording.advances import left
from tournaments.wording.letters import COMMANDS


def answer(notice: models.Notice) -> Content | None:
    """Every letter of a person gets one. The result stands in the letter's outcome (``services.inbox``)."""
    letter = models.Letter.objects.filter(pk=notice.data.get("letter")).first()
    if letter is None:
        return None
    result = letter.outcome
    if result["result"] in _ASKING:
        return _asking(notice, letter)
    sight = own_sight(notice)
    context: dict[str, Any] = {
        **(standing(sight) if sight else {}),
        **_RESULTS[result["result"]](result, sight),
    }
    context["subject"] = letter.subject
    command = context.get("command")
    whole = command == "status"
    if command == "help":
        context |= plays_in_advance(notice)
    if notice.user_id and (whole or sight is None):
        context["tables"] = _other_tables(notice, sight, whole=whole)
    if notice.user_id and whole:
        context["entries"] = _waiting(notice)
    turn = sight.turn if sight else None
    return Content(context.pop("about"), context, turn, word=_word(notice))


def _word(notice: models.Notice) -> str:
    """By which an answer confirms the letter that waits for it."""
    held = models.Letter.objects.filter(pk=notice.data.get("hold") or 0).first()
    return holding.word(held) if held else ""


def _asking(notice: models.Notice, letter: models.Letter) -> Content | None:
    """A question, or the way on: letters about no table."""
    result, contest = letter.outcome, notice.contest
    about, context = _ASKING[result["result"]](result, notice)
    context |= {
        **(dates_of(contest) if contest else {}),
        "known": notice.user_id is not None,
        "answerable": notice.data.get("hold") is not None,
    }
    template = _TEMPLATES.get(result["result"], result["result"])
    return Content(about, context, word=_word(notice), template=template)


def _confirm(result: Json, notice: models.Notice) -> tuple[str, dict[str, Any]]:
    what, contest, table = result["what"], notice.contest, notice.table
    context: dict[str, Any] = {"do": what["do"], "table": table, "name": what.get("name", "")}
    if what["do"] == "advance":
        condition = what["condition"]
        context["left"] = left(read_left(condition)) if condition else ""
        context["deadline"] = wording.instant(notice.turn.deadline_at) if notice.turn else ""
    if what["do"] == "move":
        assert table is not None, "a move is said at a table"
        context["move"] = wording.move(what["move"], table.game)
        context["below"] = table.game not in views.OPEN
        context["deadline"] = wording.instant(notice.turn.deadline_at) if notice.turn else ""
    context["asked"] = what.get("asked", "")
    if what["do"] == "register" and contest is None:
        context["contests"] = _open_now()
    if contest is not None:
        context["drawn"] = contest.state in (contest.State.SEATED, contest.State.RUNNING)
    return _("please confirm"), context


def _which(result: Json, notice: models.Notice) -> tuple[str, dict[str, Any]]:
    command = result["command"]
    entered = models.Entry.objects.filter(user=notice.user_id or 0).exclude(state="withdrawn")
    going_on = entered.exclude(contest__state__in=["provisional", "final", "cancelled"])
    names = [{"name": one.contest.name, "closes": ""} for one in going_on.select_related("contest")]
    found = _open_now() if command == "register" else names
    return _(COMMANDS[command]), {"command": command, "contests": found}


def _open_now() -> list[dict[str, str]]:
    found = models.Contest.objects.filter(state=models.Contest.State.REGISTRATION, friends=False)
    return [
        {"name": one.name, "closes": wording.instant(one.closes_at)}
        for one in found.order_by("closes_at", "id")[:50]
    ]


def _called(result: Json, notice: models.Notice) -> tuple[str, dict[str, Any]]:
    """By a letter that opened a case or added to one; without a table the organiser is told, no more."""
    one = models.Case.objects.select_related("table__contest__organiser").filter(pk=result.get("case") or 0)
    found = one.first()
    contest = found.table.contest if found else notice.contest
    context = {"organiser": contest.organiser.name if contest else "", "added": result["result"] == "said"}
    if found is not None:
        context |= {"case": found.number, "of": found.table.name, "page": links.case_link(found)}
        context["own"] = notice.user_id == found.caller_id
    return _("the referee"), context


def _done(result: Json, notice: models.Notice) -> tuple[str, dict[str, Any]]:
    entry = models.Entry.objects.filter(pk=result["entry"]).first()
    return _(COMMANDS[result["do"]]), {"do": result["do"], "entry": entry}


def _played(result: Json, sight: views.Sight | None) -> dict[str, Any]:
    assert sight is not None
    event = sight.table.events.select_related("actor").filter(number=result["event"]).first()
    if event is not None and event.sealed_input is not None:
        # Neither the subject nor the first line, which mail programs show in their lists, names a card.
        return {"about": _("your choice is kept"), "kept": True, "happened": told([event], sight)}
    move = wording.move(result["move"], sight.table.game, facts=event.facts if event else ())
    return {
        "about": _("“%(move)s” is played") % {"move": move},
        "played": move,
        "happened": told([event], sight) if event else [],
    }


def _refused(result: Json, sight: views.Sight | None) -> dict[str, Any]:
    refusal = packing.unpack(result["refusal"])
    names, game = (sight.names, sight.table.game) if sight else ({}, "")
    said = wording.refusal(refusal, None, names, game, may=sight.options if sight else None)
    about = _("not played") if sight and refusal.code not in _NO_MOVE else _("nothing was done")
    return {"about": about, "refused": said}


def _dry(result: Json, sight: views.Sight | None) -> dict[str, Any]:
    assert sight is not None
    move = wording.move(result["move"], sight.table.game, may=sight.options)
    return {"about": _("only asked"), "asked": move, "below": sight.table.game not in views.OPEN}


def _command(result: Json, sight: views.Sight | None) -> dict[str, Any]:
    command = result["command"]
    return {"about": _(COMMANDS.get(command, "letters")), "command": command}


def _voted(result: Json, sight: views.Sight | None) -> dict[str, Any]:
    one = models.Proposal.objects.get(pk=result["proposal"])
    said = {"number": one.number}
    yes, no = _("You agreed to proposal %(number)s."), _("You refused proposal %(number)s.")
    about = _("your answer to proposal %(number)s") % said
    return {"about": about, "voted": (yes if result["agrees"] else no) % said}


def _absent(result: Json, sight: views.Sight | None) -> dict[str, Any]:
    """The days that are declared now, and how many are left."""
    one = models.Absence.objects.select_related("contest", "user").get(pk=result["absence"])
    left = absences.own(one.contest, one.user).left
    said = {"first": date_format(one.first), "last": date_format(one.last), "contest": one.contest.name}
    lines = [
        _("%(contest)s: you are away on %(first)s.") % said
        if one.first == one.last
        else _("%(contest)s: you are away from %(first)s to %(last)s, both days included.") % said,
        ngettext("%(n)d day of absence is left to you.", "%(n)d days of absence are left to you.", left)
        % {"n": left},
        _("Your table sees it. A deadline that runs already stays as it is."),
    ]
    return {"about": _("your absence"), "voted": " ".join(lines)}


def _later(result: Json, sight: views.Sight | None) -> dict[str, Any]:
    """What was left in advance, or taken back: only ever in the answer to the player himself."""
    about = _("your move in advance")
    if "dry" in result:
        condition = result["dry"]["condition"]
        asked = left(read_left(condition)) if condition else ""
        return {"about": _("only asked"), "asked_later": asked, "asked_back": not condition}
    if "was" in result:
        return {"about": about, "taken_back": True, "was": result["was"]}
    kept = advances.kept(sight) if sight is not None else []
    stands = " ".join(left(one.condition) for one in kept if not one.over)
    return {"about": about, "later": True, "left": stands}


_NO_MOVE = frozenset((*proposal_words.REFUSALS, "CHOICE_UNPROVEN"))
"""Refusals of what was no move."""
_TEMPLATES = {"confirm": "asking", "said": "called"}
_RESULTS = {
    "later": _later,
    "played": _played,
    "refused": _refused,
    "dry": _dry,
    "command": _command,
    "voted": _voted,
    "absent": _absent,
}
_ASKING = {"confirm": _confirm, "which": _which, "called": _called, "said": _called, "done": _done}


def _other_tables(notice: models.Notice, sight: views.Sight | None, *, whole: bool) -> list[dict[str, Any]]:
    """The reader's tables that are played, but the one that the answer is about: each with his deadline, or
    with who is awaited; ``whole``: as his own view shows them."""
    seats = (
        models.Seat.objects.filter(entry__user=notice.user_id or 0, table__state__in=["playing", "paused"])
        .exclude(table=sight.table.pk if sight else None)
        .order_by("table_id")
        .values_list("table_id", "letter")
    )
    return [_table(views.look(table, letter), whole=whole) for table, letter in seats]


def _waiting(notice: models.Notice) -> list[dict[str, Any]]:
    """The contests that the reader is entered in and plays no table of now: before the draw, or after."""
    entered = models.Entry.objects.filter(user=notice.user_id).exclude(state="withdrawn")
    going_on = entered.exclude(contest__state__in=["draft", "provisional", "final", "cancelled"])
    playing = models.Seat.objects.filter(table__state__in=["playing", "paused"]).values("entry")
    found = going_on.exclude(pk__in=playing).select_related("contest").order_by("contest_id")
    return [{**dates_of(one.contest), "name": one.name, "reserve": one.state == "reserve"} for one in found]


def _table(sight: views.Sight, *, whole: bool) -> dict[str, Any]:
    stands, turn = standing(sight), sight.turn
    return {
        "table": sight.table.name,
        "deadline": stands["deadline"] if turn and turn.remaining is None else "",
        "paused": stands["paused"],
        "awaited": stands["awaited"],
        "lines": [*stands["situation"], *stands["own"]] if whole else [],
        "link": links.turn_link(turn) if turn else stands["table_link"],
    }
