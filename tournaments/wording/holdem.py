"""Hold'em in sentences (facts and options: ``referee.games.holdem``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.wording.hands import cards, hand
from tournaments.wording.small import chips, listed

type Data = Mapping[str, Any]
type Names = Mapping[str, str]


def _who(data: Data, names: Names) -> str:
    seat = data["seat"]
    return names.get(seat, seat)


def _stacks(data: Data, names: Names) -> str:
    return ", ".join(f"{names.get(seat, seat)} {count}" for seat, count in data["stacks"].items())


def _deal(data: Data, names: Names) -> str:
    begins = _("Deal %(number)s begins.") % {"number": data["number"]}
    if data.get("opener"):
        first = names.get(data["opener"], data["opener"])
        return begins + " " + _("%(name)s opens both betting rounds.") % {"name": first}
    if data.get("button"):
        return (
            begins + " " + _("%(name)s has the button.") % {"name": names.get(data["button"], data["button"])}
        )
    return begins


def _ante(data: Data, names: Names) -> str:
    said = {"name": _who(data, names), "chips": chips(data["amount"])}
    if data.get("all_in"):
        return _("%(name)s puts in the last %(chips)s as ante: all-in.") % said
    return _("%(name)s puts in an ante of %(chips)s.") % said


def _blind(data: Data, names: Names) -> str:
    said = {"name": _who(data, names), "chips": chips(data["amount"])}
    sentence = (
        _("%(name)s posts the small blind: %(chips)s.")
        if data["blind"] == "small"
        else _("%(name)s posts the big blind: %(chips)s.")
    ) % said
    return sentence + " " + _("All-in.") if data.get("all_in") else sentence


def _big_blind_ante(data: Data, names: Names) -> str:
    said = {"name": _who(data, names), "chips": chips(data["amount"])}
    return _("%(name)s posts the ante for the table: %(chips)s.") % said


def _dealt(data: Data, names: Names) -> str:
    who = listed([names.get(seat, seat) for seat in data["seats"]])
    return _("Two closed cards each are dealt to %(names)s.") % {"names": who}


def _street(data: Data, names: Names) -> str:
    if not data["cards"]:
        return _("The first betting round begins.")
    if len(data["cards"]) == len(data["board"]):
        return _("The board is turned up: %(cards)s.") % {"cards": cards(data["board"])}
    said = {"cards": cards(data["cards"]), "board": cards(data["board"])}
    return _("Turned up: %(cards)s. The board now: %(board)s.") % said


def _timed_out(data: Data, names: Names) -> str:
    if data["deemed"] == "check":
        return _("The time of %(name)s is up: this counts as a check.") % {"name": _who(data, names)}
    return _("The time of %(name)s is up: this counts as a fold.") % {"name": _who(data, names)}


def _folded(data: Data, names: Names) -> str:
    return _("%(name)s folds.") % {"name": _who(data, names)}


def _checked(data: Data, names: Names) -> str:
    return _("%(name)s checks.") % {"name": _who(data, names)}


def _called(data: Data, names: Names) -> str:
    said = {"name": _who(data, names), "chips": chips(data["added"]), "to": data["to"]}
    if data.get("all_in"):
        return _("%(name)s calls with the last %(chips)s: all-in.") % said
    return _("%(name)s calls: adds %(chips)s, %(to)s in all.") % said


def _bet(data: Data, names: Names) -> str:
    said = {"name": _who(data, names), "chips": chips(data["to"])}
    return (
        _("%(name)s bets all: %(chips)s.") if data.get("all_in") else _("%(name)s bets %(chips)s.")
    ) % said


def _raised(data: Data, names: Names) -> str:
    said = {"name": _who(data, names), "to": data["to"], "by": data["by"], "added": chips(data["added"])}
    if data.get("all_in"):
        return _("%(name)s raises to %(to)s: all-in.") % said
    return _("%(name)s raises to %(to)s (%(by)s more; adds %(added)s).") % said


def _removed(data: Data, names: Names) -> str:
    said = {"name": _who(data, names), "chips": chips(data.get("chips") or 0)}
    if data["stack"] == "leaves":
        return _("%(name)s is taken out by the referee; %(chips)s leave play.") % said
    return _("%(name)s is taken out by the referee.") % said


def _uncalled(data: Data, names: Names) -> str:
    said = {"name": _who(data, names), "chips": chips(data["amount"])}
    return _("%(chips)s that nobody called: back to %(name)s.") % said


def _opened(data: Data, names: Names) -> str:
    return _("%(name)s opens %(cards)s.") % {"name": _who(data, names), "cards": cards(data["cards"])}


def _shown(data: Data, names: Names) -> str:
    said = {
        "name": _who(data, names),
        "cards": cards(data["cards"]),
        "hand": hand(data["category"], data["best"], data.get("value") or ()),
    }
    return _("%(name)s shows %(cards)s: %(hand)s.") % said


def _pot(data: Data, names: Names) -> str:
    said = {"pot": _pot_name(data), "chips": chips(data["amount"])}
    wins = data["wins"]
    if len(wins) == 1:
        winner = next(iter(wins))
        return _("%(name)s wins %(pot)s: %(chips)s.") % {**said, "name": names.get(winner, winner)}
    shares = ", ".join(f"{names.get(seat, seat)} {count}" for seat, count in wins.items())
    return _("Shared: %(pot)s (%(chips)s): %(shares)s.") % {**said, "shares": shares}


def _pot_name(data: Data) -> str:
    if data.get("pots", 1) == 1:
        return _("the pot")
    if data["pot"] == 0:
        return _("the main pot")
    return _("side pot %(number)s") % {"number": data["pot"]}


def _out(data: Data, names: Names) -> str:
    return _("%(name)s has no chips left and is out of the contest.") % {"name": _who(data, names)}


def _deal_over(data: Data, names: Names) -> str:
    said = {"number": data["number"], "stacks": _stacks(data, names)}
    return _("Deal %(number)s is over. Chips: %(stacks)s.") % said


def _match_over(data: Data, names: Names) -> str:
    return _("The table has played its last deal.")


FACTS: dict[str, Callable[[Data, Names], str]] = {
    "deal": _deal,
    "ante": _ante,
    "blind": _blind,
    "big_blind_ante": _big_blind_ante,
    "dealt": _dealt,
    "street": _street,
    "timed_out": _timed_out,
    "folded": _folded,
    "checked": _checked,
    "called": _called,
    "bet": _bet,
    "raised": _raised,
    "removed": _removed,
    "uncalled": _uncalled,
    "opened": _opened,
    "shown": _shown,
    "pot": _pot,
    "out": _out,
    "deal_over": _deal_over,
    "match_over": _match_over,
}

_MOVES = {
    "fold": gettext_noop("fold"),
    "check": gettext_noop("check"),
    "call": gettext_noop("call"),
    "raise": gettext_noop("raise to %(to)s"),
    "all-in": gettext_noop("all-in"),
    "timeout": gettext_noop("time-out"),
    "remove": gettext_noop("taken out by the referee"),
}


def move(asked: Data, may: Data | None = None, facts: Iterable[Data] = ()) -> str:
    """A move as one says it: ``raise to 5``, or ``bet 5`` where nobody has bet yet."""
    if asked["do"] == "raise" and _opens(may, facts):
        return _("bet %(to)s") % dict(asked)
    return _(_MOVES[asked["do"]]) % dict(asked)


def _opens(may: Data | None, facts: Iterable[Data]) -> bool:
    """Whether a raise is a street's first bet: its fact says so, before it is played the options do."""
    happened = [data["fact"] for data in facts if data["fact"] in ("bet", "raised")]
    if happened:
        return bool(happened[0] == "bet")
    return may is not None and not may.get("price", True)


def options(may: Data, name: str = "") -> str:
    """What a seat may do now, as one sentence to its player, or about the player of that name."""
    able = [_("fold")] if may.get("fold", True) else []
    if may.get("check"):
        able.append(_("check"))
    if may.get("call"):
        able.append(_("call (%(chips)s)") % {"chips": chips(may["to_call"])})
    if may.get("raise"):
        able.append(_raise_option(may))
    if may.get("all_in") is not None:
        able.append(_("go all-in (%(to)s in all)") % {"to": may["all_in"]})
    if name:
        return _("%(name)s can %(moves)s.") % {"name": name, "moves": _either(able)}
    return _("You can %(moves)s.") % {"moves": _either(able)}


def _raise_option(may: Data) -> str:
    limits = may["raise"]
    said = {"min": limits["min"], "max": limits["max"]}
    if limits["min"] == limits["max"]:
        return (_("raise to %(max)s") if may.get("price") else _("bet %(max)s")) % said
    if may.get("price"):
        return _("raise to a total of %(min)s to %(max)s") % said
    return _("bet %(min)s to %(max)s") % said


def _either(items: list[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    return _("%(first)s or %(last)s") % {"first": ", ".join(items[:-1]), "last": items[-1]}


def merged(facts: list[Data], names: Names) -> list[str]:
    """Facts as a reader wants them: antes in one sentence, a time-out without the move it stands for."""
    said: list[str] = []
    at = 0
    while at < len(facts):
        data = facts[at]
        same = _same_antes(facts[at:])
        if same > 1:
            who = listed([_who(one, names) for one in facts[at : at + same]])
            said.append(
                _("Antes of %(chips)s each: %(names)s.") % {"chips": chips(data["amount"]), "names": who}
            )
            at += same
            continue
        said.append(FACTS[data["fact"]](data, names))
        skips = (
            data["fact"] == "timed_out" and at + 1 < len(facts) and facts[at + 1].get("seat") == data["seat"]
        )
        at += 2 if skips else 1
    return said


def _same_antes(facts: list[Data]) -> int:
    """How many facts at the beginning are the same ante, paid in full."""
    first = facts[0]
    if first["fact"] != "ante" or first.get("all_in"):
        return 0
    count = 0
    for data in facts:
        if data["fact"] != "ante" or data["amount"] != first["amount"] or data.get("all_in"):
            break
        count += 1
    return count
