"""A letter that came in, in sentences for the organiser: what each check asks, and how the letter ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.wording import games
from tournaments.wording.refusals import refusal as refused_as

type Outcome = Mapping[str, Any]

CHECKS = {
    "opened": gettext_noop("Opening it, and its one writer"),
    "no_bounce": gettext_noop("Reports of letters that came back"),
    "no_machine": gettext_noop("Letters that a machine wrote"),
    "authenticated": gettext_noop("What our mail server found out about the writer"),
    "address_confirmed": gettext_noop("Answers that confirm an address"),
    "tied": gettext_noop("Its turn, its table, its player"),
    "no_duplicate": gettext_noop("The same letter, received before"),
    "believed_by_the_server": gettext_noop("A forged writer’s address"),
    "from_the_player": gettext_noop("The player’s own address"),
    "not_forwarded": gettext_noop("Forwarded letters"),
    "known_writer": gettext_noop("Writers whom nobody here knows"),
    "confirmed_in_advance": gettext_noop("Answers to a question about a move in advance"),
    "in_a_case": gettext_noop("Answers in a case of the referee"),
    "voted": gettext_noop("Answers to a proposal"),
    "confirmed": gettext_noop("Answers to a question of ours"),
    "letters_chosen": gettext_noop("Which letters its writer wants"),
    "absence_declared": gettext_noop("Days of absence"),
    "no_command": gettext_noop("Wishes that need no turn"),
    "left_in_advance": gettext_noop("A move left in advance"),
    "about_a_turn": gettext_noop("A turn that it is about"),
    "turn_open": gettext_noop("A turn that is over"),
    "in_time": gettext_noop("The deadline"),
    "something_written": gettext_noop("Words of its writer"),
    "one_version": gettext_noop("Two parts that do not say the same"),
    "believed": gettext_noop("A proof of its writer"),
    "played": gettext_noop("The move itself"),
}
"""What each check of ``services.inbox`` looks for."""

AT_THE_DOOR = (
    gettext_noop("A recipient that is known here"),
    gettext_noop("Not one of too many letters"),
    gettext_noop("Not too large"),
    gettext_noop("Stored as it came, then acknowledged"),
)
"""What every letter has passed that stands here at all: each of these is refused at the door otherwise."""

_CUTS = {
    "address": gettext_noop("What stands from line %(line)s on quotes us: our address stands there."),
    "name": gettext_noop("What stands from line %(line)s on quotes us: our name stands there."),
    "marker": gettext_noop("What stands from line %(line)s on is a letter of ours, by its first line."),
    "subject": gettext_noop("What stands from line %(line)s on quotes us: our subject stands there."),
    "markup": gettext_noop(
        "What stands from line %(line)s on was marked as a quotation by the mail program."
    ),
    "quote": gettext_noop("The lines with “>” are a quotation."),
}

_WHY = {
    "an address that another agreed to": gettext_noop(
        "It agrees to a change of address, but did not come from that address."
    ),
    "not exactly one From": gettext_noop("It names no writer, or more than one."),
    "a bounce": gettext_noop("A letter of ours came back: this is the report."),
    "nobody holds this seat's account": gettext_noop("Nobody with an account has this seat."),
    "an unknown sender, with the word of another": gettext_noop(
        "Somebody unknown answered a question that went to another."
    ),
    "forwarded by an unknown sender": gettext_noop("Somebody unknown forwarded it."),
    "an unknown sender, about no turn": gettext_noop("Somebody unknown wrote it, about no turn."),
    "an unknown sender whose address is not his": gettext_noop(
        "Somebody unknown wrote it, under an address that is forged."
    ),
}
COMMANDS = {
    "status": gettext_noop("how things stand"),
    "help": gettext_noop("how to play by letter"),
    "register": gettext_noop("registration"),
    "withdraw": gettext_noop("withdrawal"),
    "referee": gettext_noop("the referee"),
    "letters": gettext_noop("which letters you get"),
    "absence": gettext_noop("days of absence"),
    "address": gettext_noop("another address"),
}
_DOORS = {
    "smtp": gettext_noop("the mail server (SMTP)"),
    "pipe": gettext_noop("the mail server (a pipe)"),
    "imap": gettext_noop("the mailbox (IMAP)"),
    "webhook": gettext_noop("the mail provider (a webhook)"),
}


def door(via: str) -> str:
    """By which door a letter came."""
    return _(_DOORS[via]) if via in _DOORS else via


def check(name: str) -> str:
    return _(CHECKS[name]) if name in CHECKS else name


def at_the_door() -> list[str]:
    return [_(text) for text in AT_THE_DOOR]


def cut(why: str, line: int) -> str:
    """Where the reading of the writer's own words ended, and why; "" where all of it is his."""
    return _(_CUTS[why]) % {"line": line} if why in _CUTS else ""


def understood(outcome: Outcome, game: str) -> str:
    """The move or the wish that was read from the letter; "" where none was."""
    what = outcome.get("what") or {}
    move = outcome.get("move") or outcome.get("suggestion") or what.get("move")
    if move:
        return _("“%(move)s”") % {"move": games.move(move, game)}
    asked = outcome.get("command") or what.get("do") or outcome.get("do")
    if outcome.get("result") == "called":
        asked = "referee"
    return _(COMMANDS[asked]) if asked in COMMANDS else ""


def ended(outcome: Outcome, refusal: Any, game: str) -> str:
    """What came of a letter, in one sentence; "" where it is not read yet. ``refusal``: unpacked."""
    if "again" in outcome:
        return _("It is the same letter as number %(number)s: its first answer stands.") % {
            "number": outcome["again"]
        }
    if "why" in outcome:
        return _why(str(outcome["why"]))
    if "trouble" in outcome:
        return _("It could not be read, and was not answered.")
    return _RESULTS[outcome["result"]](outcome, refusal, game) if outcome.get("result") in _RESULTS else ""


def _why(why: str) -> str:
    if why.startswith("machine mail"):
        return _("A machine wrote it: such letters are noted, and never answered.")
    return _(_WHY[why]) if why in _WHY else why


def _refused(outcome: Outcome, refusal: Any, game: str) -> str:
    return _("Nothing was played. The answer says: “%(said)s”") % {
        "said": refused_as(refusal, None, {}, game)
    }


def _played(outcome: Outcome, refusal: Any, game: str) -> str:
    return _("It was played: event %(event)s of the table.") % {"event": outcome.get("event", "")}


def _confirm(outcome: Outcome, refusal: Any, game: str) -> str:
    if "confirmed" in outcome:
        return _("It waited for its writer's word, which came with letter number %(number)s.") % {
            "number": outcome["confirmed"]
        }
    return _("It waits for its writer's word: a forged From alone does nothing.")


_RESULTS: dict[str, Callable[[Outcome, Any, str], str]] = {
    "refused": _refused,
    "played": _played,
    "confirm": _confirm,
    "dry": lambda outcome, refusal, game: _("It only asked what would happen: nothing was played."),
    "command": lambda outcome, refusal, game: _("It asked, and was answered."),
    "which": lambda outcome, refusal, game: _("It did not say which contest it means, and was asked."),
    "called": lambda outcome, refusal, game: _("It calls the referee, who was told."),
    "said": lambda outcome, refusal, game: _("It is an answer in a case of the referee, and stands there."),
    "voted": lambda outcome, refusal, game: (
        _("It agrees to a proposal.") if outcome["agrees"] else _("It refuses a proposal.")
    ),
    "absent": lambda outcome, refusal, game: _("It declares days of absence."),
    "done": lambda outcome, refusal, game: _("What it asked for is done."),
}
