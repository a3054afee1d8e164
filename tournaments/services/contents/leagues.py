"""Letters about a league: the divisions and dates, and the standings after a round."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments import models, wording
from tournaments.services import links
from tournaments.services.contents.content import Content
from tournaments.services.leagues import results
from tournaments.wording import leagues


def divisions(notice: models.Notice) -> Content | None:
    """To each member: who is in his division, and when the rounds begin."""
    own = _member(notice)
    if own is None:
        return None
    members = models.Member.objects.filter(contest=own.contest, division=own.division)
    context = {
        **_about(own),
        "division": own.division,
        "players": [one.entry.name for one in members.select_related("entry").order_by("place")],
        "rounds": [
            {"number": one.number, "start": wording.instant(one.starts_at)}
            for one in own.contest.season.all()
        ],
    }
    return Content(_("the divisions are drawn"), context)


def after_round(notice: models.Notice) -> Content | None:
    """To each member: the standings of his division, and when the next round begins."""
    own, number = _member(notice), int(notice.data.get("round") or 0)
    if own is None:
        return None
    names = {entry.ref: entry.name for entry in own.contest.entries.only("number", "name")}
    lines = results.lines_of(own.contest, number).get(own.division, ())
    following = own.contest.season.filter(number__gt=number, opened_at__isnull=True).first()
    context = {
        **_about(own),
        "round": number,
        "place": next((line.place for line in lines if line.player == own.entry.ref), None),
        "lines": [
            {"place": one.place, "name": names[one.player], "points": leagues.fraction(one.points)}
            for one in lines
        ],
        "following": wording.instant(following.starts_at) if following is not None else "",
    }
    return Content(_("round %(round)s is over") % {"round": number}, context)


def _member(notice: models.Notice) -> models.Member | None:
    found = models.Member.objects.filter(entry=notice.data.get("entry") or 0)
    return found.select_related("contest", "entry").first()


def _about(own: models.Member) -> dict[str, Any]:
    contest = own.contest
    return {"contest": contest, "link": links.page("league", contest.slug)}


KINDS = {"divisions": divisions, "round": after_round}
