"""Leagues in words: entries of the ledger, tie-breaks, fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Contest
from tournaments.wording.small import instant, listed

type Data = Mapping[str, Any]


class Reason(Protocol):
    """A criterion and what it found; ``own`` is None where it does not apply."""

    @property
    def criterion(self) -> str: ...
    @property
    def own(self) -> Fraction | None: ...
    @property
    def values(self) -> Sequence[tuple[str, Fraction]]: ...
    @property
    def equals(self) -> int: ...


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


def zone(name: str, *, over: bool) -> str:
    """Where a place leads."""
    if over:
        return {"champion": _("champion"), "up": _("goes up"), "down": _("goes down")}.get(name, "")
    return {"champion": _("leads"), "up": _("would go up"), "down": _("would go down")}.get(name, "")


def cell(what: str, points: Fraction | None, mark: str) -> str:
    """What a player has of a round, in as few signs as a column has room for."""
    if what == "none":
        return "–"
    if what == "playing":
        return "…"
    sign = {"bye": "○", "alone": "●"}.get(what, "✕" if mark else "")
    return f"{fraction(points) if points is not None else ''}{sign}" or "·"


def cell_in_words(what: str, table: str, mark: str) -> str:
    said = {
        "none": _("not there"),
        "bye": _("absent, as announced"),
        "alone": _("alone, for want of opponents"),
        "playing": _("table %(table)s, being played") % {"table": table},
    }.get(what)
    if said is None:
        said = _("table %(table)s") % {"table": table}
    more = {"forfeit": _("out of time"), "no_show": _("absent without a word")}.get(mark)
    return f"{said}: {more}" if more else said


def reasons(why: Sequence[Reason], behind: str | None) -> list[str]:
    """Each criterion that looked at a place, in order; then what parts it from the line above."""
    lines = [_reason(one) for one in why]
    if behind is not None:
        lines.append(_("Behind the line above by: %(criterion)s.") % {"criterion": criterion(behind)})
    return lines


def _reason(one: Reason) -> str:
    said = {"criterion": criterion(one.criterion), "own": fraction(one.own)}
    if one.own is None:
        if one.criterion == "head_to_head":
            return _("Head-to-head does not apply: not all of the equals have met.")
        return _("The deciding game was not between all of the equals.")
    if one.criterion == "points":
        line = _("%(own)s table points.") % said
        more = ngettext(
            "As many as %(n)d other player.", "As many as %(n)d other players.", one.equals - 1
        ) % {"n": one.equals - 1}
        return f"{line} {more}" if one.equals > 1 else line
    said["values"] = "; ".join(f"{name} {fraction(value)}" for name, value in one.values)
    return _("By %(criterion)s: %(values)s.") % said


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
