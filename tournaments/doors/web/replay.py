"""A deal that is over, to look at again step by step: what its table showed the reader, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from referee.core import View
from tournaments import wording
from tournaments.doors.web import board, showdown, tablepage
from tournaments.doors.web.board import SeatLine
from tournaments.doors.web.showdown import Ending, PotLine
from tournaments.doors.web.tablepage import Seen
from tournaments.services import replays, sitting
from tournaments.services.replays import Moment


@dataclass(frozen=True, slots=True)
class Stage:
    """One step as the page shows it; the names are those that the boards of the games read."""

    step: int
    moment: Moment
    name: str
    sentences: Sequence[str]
    view: View
    seats: Sequence[SeatLine]
    pots: Sequence[PotLine]
    ending: Ending | None
    standing: Sequence[str]

    @property
    def turned(self) -> bool:
        return board.turned(self.moment.facts)


@require_safe
@never_cache
def show(request: HttpRequest, slug: str, number: int, deal: int) -> HttpResponse:
    """The page at one step (``?step=``, from 1); one that there is not is the nearest that there is."""
    seen = tablepage.look(request, slug, number)
    stages = _stages(seen, deal)
    asked = tablepage.whole(request.GET.get("step")) or 1
    step = min(max(asked, 1), len(stages))
    context = {
        **_common(seen, deal),
        "stage": stages[step - 1],
        "stages": stages,
        "last": len(stages),
        "previous": step - 1,
        "next": step + 1 if step < len(stages) else 0,
        "reader": _reader(seen, deal),
        "deals": seen.finished,
    }
    return render(request, "tables/replay.html", context)


@require_safe
@never_cache
def steps(request: HttpRequest, slug: str, number: int, deal: int) -> HttpResponse:
    """All steps at once, for a slider that need not ask again."""
    seen = tablepage.look(request, slug, number)
    context = {**_common(seen, deal), "stages": _stages(seen, deal)}
    return render(request, "tables/replay_steps.html", context)


def _common(seen: Seen, deal: int) -> dict[str, Any]:
    template = board.template("boards", seen.table.game)
    return {"table": seen.table, "contest": seen.sight.contest, "deal": deal, "board_template": template}


def _reader(seen: Seen, deal: int) -> str | None:
    """Whose eyes: a player's own seat, in the deals in which it was his. A letter's link is for one turn, and
    shows no deal that is over."""
    seat = None if seen.visitor.by_link else seen.sight.seat
    own = seat is not None and deal >= sitting.first_own_deal(seen.table, seat)
    return seat if own else None


def _stages(seen: Seen, deal: int) -> list[Stage]:
    """Http404 unless this deal is over."""
    reader = _reader(seen, deal)
    moments = replays.moments(seen.table, deal, reader) if deal in seen.finished else []
    if not moments:
        raise Http404
    return [_stage(seen, place, moment, reader) for place, moment in enumerate(moments, 1)]


def _stage(seen: Seen, place: int, moment: Moment, reader: str | None) -> Stage:
    names, game = seen.sight.names_at(moment.number), seen.table.game
    return Stage(
        place,
        moment,
        names.get(moment.seat, ""),
        wording.log(moment.facts, names, game),
        moment.view,
        board.then(moment.view, names, moment.awaited, reader),
        showdown.pots(moment.view.get("pots") or [], names),
        showdown.of_view(moment.view, names, game),
        wording.situation(moment.view, names, game),
    )
