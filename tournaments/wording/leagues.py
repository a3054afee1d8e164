"""Leagues in words: entries of the ledger, tie-breaks, fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Contest
from tournaments.wording.small import instant, listed

type Data = Mapping[str, Any]

CRITERIA: dict[str, Any] = {
    "points": gettext_lazy("table points"),
    "wins": gettext_lazy("table wins"),
    "head_to_head": gettext_lazy("head-to-head"),
    "opponents": gettext_lazy("average points of the opponents"),
    "share": gettext_lazy("share of all game points"),
    "decider": gettext_lazy("deciding game"),
}


def criterion(name: str) -> str:
    return str(CRITERIA[name])


def fraction(value: Fraction | None) -> str:
    """``22 2/3``: exact, as a whole number and a rest."""
    if value is None:
        return "–"
    whole, rest = divmod(value.numerator, value.denominator)
    if not rest:
        return str(whole)
    return f"{f'{whole} ' if whole else ''}{rest}/{value.denominator}"


def season(row: Contest) -> str:
    """Its rounds, and when each begins; empty for what is no league."""
    if not row.rounds:
        return ""
    said = {"rounds": row.rounds, "days": row.round_days}
    plan = _("A season of %(rounds)s rounds, one every %(days)s days.") % said
    if row.rounds_early:
        plan += " " + _("A round begins earlier if all games of the one before are over.")
    return plan


def terms(row: Contest) -> list[str]:
    """How a season is played and counted."""
    return [
        season(row),
        _(
            "A lot puts the players in order; divisions have 16 players at most, "
            "tables 3 to 5 where they can."
        ),
        _("At the end of a round its open games are finished by default moves."),
        _("Table points: 24 × (beaten + half of tied) / opponents. Who runs out of time gets none."),
        _(
            "One absence announced before the pairing is worth 12 points, "
            "not in the last round; later ones 0."
        ),
        _("Away twice without a word: withdrawn; the results stand."),
        _(
            "Equal points are told apart by table wins, head-to-head, the average points of the opponents, "
            "the share of all game points; then a deciding game for a title or a promotion."
        ),
        _("A quarter of each division goes up, as many go down; newcomers start at the bottom."),
    ]


def _league(_ref: str, data: Data) -> str:
    said = {"rounds": data["rounds"], "days": data["days"]}
    return _("A season of %(rounds)s rounds, one every %(days)s days.") % said


def _members(_ref: str, data: Data) -> str:
    count = data["count"]
    return ngettext(
        "%(count)s member of the season before was entered.",
        "%(count)s members of the season before were entered.",
        count,
    ) % {"count": count}


def _divisions(_ref: str, data: Data) -> str:
    groups = [f"{number}: {listed(group)}" for number, group in enumerate(data["groups"], start=1)]
    return _("The divisions, in the order drawn: %(groups)s.") % {"groups": "; ".join(groups)}


def _round(_ref: str, data: Data) -> str:
    ends = instant(datetime.fromisoformat(data["ends"]))
    said = {"round": data["round"], "count": len(data["tables"]), "ends": ends}
    line = ngettext(
        "Round %(round)s was opened with %(count)s table; it ends %(ends)s.",
        "Round %(round)s was opened with %(count)s tables; it ends %(ends)s.",
        len(data["tables"]),
    )
    away = _("Away, as announced: %(names)s.") % {"names": listed(data["byes"])} if data["byes"] else ""
    return f"{line % said} {away}".strip()


def _result(ref: str, data: Data) -> str:
    scores = ", ".join(f"{name} {score}" for name, score in data["scores"].items())
    line = _("Table %(table)s ended: %(scores)s.") % {"table": ref, "scores": scores}
    out = [*data["forfeits"], *data["no_shows"]]
    more = _("No table points, for want of own moves in time: %(names)s.") % {"names": listed(out)}
    return f"{line} {more}" if out else line


def _standings(_ref: str, data: Data) -> str:
    best = data["lines"][0] if data["lines"] else {"player": "", "points": ""}
    said = {"round": data["round"], "division": data["division"], "name": best["player"]}
    return _("Standings of division %(division)s after round %(round)s; first: %(name)s.") % said


def _bye(ref: str, data: Data) -> str:
    said = {"name": ref, "round": data["round"]}
    return {
        "announced": _("%(name)s will be absent in round %(round)s."),
        "taken-back": _("%(name)s will play in round %(round)s after all."),
    }[data["what"]] % said


LOG: dict[str, Callable[[str, Data], str]] = {
    "league": _league,
    "members": _members,
    "divisions": _divisions,
    "round": _round,
    "result": _result,
    "standings": _standings,
    "bye": _bye,
}
