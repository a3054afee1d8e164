"""Draws and what goes into them, in words: levels, refusals, lines of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.models import Contest
from tournaments.wording.small import hours, instant, listed

REFUSALS = {
    "NO_SEEDS": gettext_noop(
        "No seeds are left that were committed for this draw. The organiser has to rule."
    ),
    "NO_COMMITMENT": gettext_noop(
        "Your browser sent no commitment. It makes one by itself where JavaScript is allowed; without it you "
        "play all the same, only without a share in the draws."
    ),
    "SHARES_FIXED": gettext_noop(
        "Values of other players are known already, so nobody can take a share any more. You play all the "
        "same."
    ),
    "NO_SHARE": gettext_noop(
        "You committed to no value while registration was open: you count as missing in the draws, and play "
        "all the same."
    ),
    "NO_VALUE": gettext_noop("A value is 64 signs long: the digits 0 to 9 and the letters a to f."),
    "WRONG_VALUE": gettext_noop(
        "That is not the value you committed to. Look in the browser you registered with, or at what you "
        "wrote down; you can try again."
    ),
    "CHECKIN_NOT_YET": gettext_noop("Registration is still open: check in once it has closed."),
    "CHECKIN_OVER": gettext_noop(
        "The check-in is over: your value is not used, and you count as missing. You play all the same."
    ),
    "CHECKIN_RUNS": gettext_noop("Players are still checking in: the draw waits for them."),
    "BEACON_AWAITED": gettext_noop("The draw waits for the public value that was announced."),
    "BEACON_TOO_EARLY": gettext_noop(
        "The public value must come out after the last player could check in. Choose a later one."
    ),
    "BEACON_NOT_OUT": gettext_noop("The public value is not out yet. Enter it after the announced instant."),
    "BEACON_KNOWN": gettext_noop("The public value is entered already: it is never exchanged."),
    "NO_BEACON": gettext_noop("This contest has announced no public value."),
    "NO_SOURCE": gettext_noop("Say exactly which public numbers count, so that everybody can look them up."),
    "NO_ADDRESS": gettext_noop("Give the address where everybody can look the numbers up."),
    "NO_NUMBERS": gettext_noop("There are no numbers in that: write 1 to 40 of them, in digits."),
    "NO_ROUND": gettext_noop("That is not a round as a drand relay gives it: paste its whole JSON text."),
    "NOT_THE_ROUND": gettext_noop("That is another round than the one that was announced."),
    "BAD_SIGNATURE": gettext_noop("The network did not sign that: look at what was pasted."),
    "NO_PAIRING": gettext_noop(
        "The server cannot check the network's signature: it lacks the optional package py-ecc."
    ),
    "TWO_AUDITORS": gettext_noop("Name both people who are to see the seeds, or let everybody see them."),
}
WITH = {
    "CHECKIN_NOT_YET": (
        "closes",
        gettext_noop("Registration is open until %(closes)s: check in once it has closed."),
    ),
    "CHECKIN_OVER": (
        "closes",
        gettext_noop(
            "The check-in ended on %(closes)s: your value is not used, and you count as missing. You play "
            "all the same."
        ),
    ),
    "CHECKIN_RUNS": (
        "closes",
        gettext_noop(
            "Players may check in until %(closes)s: the draw waits until then, or until all are there."
        ),
    ),
    "BEACON_AWAITED": (
        "at",
        gettext_noop("The draw waits for the public value of %(at)s, which has to be entered after that."),
    ),
    "BEACON_TOO_EARLY": (
        "at",
        gettext_noop(
            "The public value comes out on %(at)s, and the last player can check in until %(closes)s: it "
            "must come later."
        ),
    ),
    "BEACON_NOT_OUT": ("at", gettext_noop("The public value comes out on %(at)s: enter it after that.")),
    "NOT_THE_ROUND": ("wanted", gettext_noop("That is round %(found)s; the announced one is %(wanted)s.")),
}


def level(letter: str) -> str:
    """What a level means, in one line."""
    return {
        "A": _("Level A: a public value that came out later than every input."),
        "B": _("Level B: the value of at least one player, fixed before the operator knew it."),
        "C": _("Level C: the operator’s seeds alone; not provably fair."),
    }[letter]


_REASONS = {"other players are drawn now": gettext_noop("other players are drawn now")}


def void_reason(text: str) -> str:
    """Why a draw is void: in the reader's language where the service itself says so, else as it was given."""
    return _(_REASONS[text]) if text in _REASONS else text


class Drawn(Protocol):
    """What a name is made from."""

    @property
    def what(self) -> str: ...
    @property
    def deal(self) -> int: ...
    @property
    def table(self) -> Any: ...
    @property
    def row(self) -> Any: ...


def name(proof: Drawn) -> str:
    """A draw in words: what was drawn, and where."""
    said = {"table": proof.table.name if proof.table else "", "deal": proof.deal, "n": proof.row.n}
    if proof.what == "deck" and proof.deal and proof.table.one_deal:
        return _("%(table)s, deck of the game") % said
    if proof.what == "deck" and proof.deal:
        return _("%(table)s, deck of deal %(deal)s") % said
    if proof.what == "deck":
        return _("%(table)s, deck number %(n)s") % said
    if proof.what == "lots":
        return _("%(table)s, lot number %(n)s") % said
    return {"seating": _("Seats"), "prizes": _("Prizes, lot number %(n)s") % said}[proof.what]


def for_terms(contest: Contest) -> list[str]:
    """How draws are made and who sees the seeds, as the terms of a contest say it."""
    lines = [
        _("Seeds for every draw are committed before registration opens."),
        _(
            "Whoever registers with the browser takes a share: a value made there, which only its owner "
            "knows until the check-in. It lasts %(span)s from the closing on, less if all are there."
        )
        % {"span": hours(contest.checkin_seconds)},
    ]
    if contest.drawn_by == Contest.DrawnBy.NUMBERS and contest.beacon_at:
        said = {"source": contest.beacon_source, "at": instant(contest.beacon_at)}
        lines.append(_("Public numbers decide with them: %(source)s, of %(at)s.") % said)
    if contest.drawn_by == Contest.DrawnBy.DRAND:
        lines.append(
            _("A round of drand’s quicknet decides with them: the first one out after the check-in.")
        )
    lines.append(seeds_to(contest))
    return lines


def in_short(contest: Contest) -> str:
    """The same in two sentences, for the form."""
    by = {
        Contest.DrawnBy.PLAYERS: _("Drawn from seeds and the players’ own values."),
        Contest.DrawnBy.NUMBERS: _("Drawn from seeds, the players’ values and public numbers."),
        Contest.DrawnBy.DRAND: _("Drawn from seeds, the players’ values and a round of drand."),
    }[Contest.DrawnBy(contest.drawn_by)]
    to = _("Everybody sees the seeds at the end.")
    return f"{by} {to}" if contest.seeds_for_all else f"{by} " + _("Two auditors see the seeds at the end.")


def seeds_to(contest: Contest) -> str:
    """Who sees the seeds at the end, and what follows for folded cards. A query where not everybody does."""
    if contest.seeds_for_all:
        return _(
            "When the contest ends everybody sees the seeds, and can compute every card, folded ones too."
        )
    auditors = contest.auditors.select_related("user").order_by("id") if contest.pk else ()
    names = listed([one.user.name for one in auditors]) or _("two auditors")
    return _(
        "When the contest ends only %(names)s see the seeds; folded cards stay closed for all others."
    ) % {"names": names}


# --- the log

type Data = Mapping[str, Any]


def _opening(_ref: str, data: Data) -> str:
    return {
        "players": _("Draws: seeds of the operator and values of the players."),
        "numbers": _("Draws: seeds, values of the players, and public numbers: %(source)s."),
        "drand": _("Draws: seeds, values of the players, and a round of drand’s quicknet."),
    }[data["drawn_by"]] % {"source": data.get("source", "")}


def _commit(ref: str, _data: Data) -> str:
    return _("%(name)s committed to a value for the draws.") % {"name": ref}


def _value(ref: str, _data: Data) -> str:
    return _("%(name)s checked in.") % {"name": ref}


def _inputs(_ref: str, data: Data) -> str:
    count = len(data["roster"])
    said = {"at": instant(datetime.fromisoformat(data["closes"])), "n": count}
    line = ngettext(
        "Who counts in the draws was fixed: %(n)d entrant; values are taken until %(at)s.",
        "Who counts in the draws was fixed: %(n)d entrants; values are taken until %(at)s.",
        count,
    )
    beacon = data.get("beacon")
    if beacon is None:
        return line % said
    due = instant(datetime.fromisoformat(beacon["due"]))
    return line % said + " " + _("A public value comes out on %(due)s.") % {"due": due}


def _missing(_ref: str, data: Data) -> str:
    count = data["values"]
    return ngettext(
        "The check-in ended with %(n)d value.", "The check-in ended with %(n)d values.", count
    ) % {"n": count}


def _beacon(_ref: str, data: Data) -> str:
    line = _("The announced public value was entered.")
    return f"{line} {data['address']}" if data.get("address") else line


def _other_beacon(_ref: str, data: Data) -> str:
    said = {"source": data["source"], "at": instant(datetime.fromisoformat(data["due"]))}
    line = _("Other public numbers count from now on: %(source)s, of %(at)s.") % said
    return line + " " + _("Reason: %(reason)s") % {"reason": data["reason"]}


def _statement(_ref: str, data: Data) -> str:
    count = len(data["items"])
    return ngettext("A draw of %(n)d was announced.", "A draw of %(n)d was announced.", count) % {"n": count}


def _draw(_ref: str, data: Data) -> str:
    said = {"level": data["level"], "commit": data["commit"][:16]}
    return _("A draw was made, level %(level)s (%(commit)s…).") % said


def _void(_ref: str, data: Data) -> str:
    return _("A draw is void.") + " " + _("Reason: %(reason)s") % {"reason": void_reason(data["reason"])}


LOG: dict[str, Callable[[str, Data], str]] = {
    "opening": _opening,
    "commit": _commit,
    "value": _value,
    "inputs": _inputs,
    "missing": _missing,
    "beacon": _beacon,
    "other-beacon": _other_beacon,
    "statement": _statement,
    "draw": _draw,
    "void-draw": _void,
}
"""Kinds of entries of the ledger that are about draws."""
