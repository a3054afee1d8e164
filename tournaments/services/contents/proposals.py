"""Letters about a proposal: that it was made, with how to answer it, and that it took no effect."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments import models, wording
from tournaments.services import ballots, electorate, exposure, links, proposals, sitting
from tournaments.services.contents.content import Content
from tournaments.services.contents.contests import dates_of


def proposal(notice: models.Notice) -> Content | None:
    """None where it is decided, or cannot be answered any more, before the letter went out."""
    rows = models.Proposal.objects.select_related("table__contest__organiser", "table__croupier", "proposer")
    one = rows.filter(pk=notice.data.get("proposal") or 0).first()
    if one is None or notice.contest is None:
        return None
    over = notice.data.get("when") == "over"
    if not over and not proposals.is_open(one):
        return None
    asked = not over and notice.user is not None and electorate.voice(one, notice.user) is not None
    names = sitting.roll(one.table).at(one.seen)
    context: dict[str, Any] = {
        **dates_of(notice.contest),
        "number": one.number,
        "of": one.table.name,
        "over": over,
        "asked": asked and not one.votes.filter(user=notice.user).exists(),
        "lines": _lines(one, names, over=over),
        "reason": one.reason,
        "by": one.proposer.name,
        "page": links.proposal_link(one),
        **_exposed(one, asked=asked),
    }
    about = _("a proposal is over") if over else _("a proposal is made")
    return Content(about, context)


def _lines(one: models.Proposal, names: dict[str, str], *, over: bool) -> list[str]:
    """What is proposed, and how it ended."""
    end = [{"fact": ballots.OVER, "proposal": one.number, "how": one.state}] if over else []
    return wording.log([one.said, *end], names, one.table.game)


def _exposed(one: models.Proposal, *, asked: bool) -> dict[str, Any]:
    """Who has seen what since: for whoever is asked to go back."""
    first = one.table.events.filter(number=one.event).first() if asked and one.event else None
    if first is None:
        return {}
    readers = exposure.since(one.table, first).readers
    cards = exposure.turned_up(one.table, first)
    return {
        "cards": wording.cards(cards) if cards else "",
        "readers": wording.listed([reader.name for reader in readers]),
    }
