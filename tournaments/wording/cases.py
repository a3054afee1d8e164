"""Refusals of the referee's desk: cases, rulings, votes, absences."""

from __future__ import annotations

from django.utils.translation import gettext_noop

REFUSALS = {
    "TOO_MANY_CALLS": gettext_noop("You have written to the referee often lately. Please wait a little."),
    "CASE_CLOSED": gettext_noop("This case is closed. If there is more to be said, call the referee again."),
    "NO_WORD": gettext_noop(
        "A case is closed with a word to the table, or by a ruling. Write or choose one."
    ),
    "NO_SUCH_RULING": gettext_noop("No such ruling was made at this table since the case was opened."),
    "LEDGER_BAD": gettext_noop("The audit log of this contest does not hold any more."),
    "NOBODY_JUDGES": gettext_noop("A player calls the referee, and nobody may judge there: name a croupier."),
}

REFUSALS |= {
    "REVEALED": gettext_noop(
        "A card was turned up since: nothing can be taken back beyond it. Void the deal."
    ),
    "TABLE_MOVED": gettext_noop("Something was played while you were deciding. Look again."),
    "NOTHING_TO_VOID": gettext_noop("That deal is not the one that is being played. Look again."),
    "REMOVED": gettext_noop("That player is out already: the seat folds by itself."),
    "BETWEEN_DEALS": gettext_noop(
        "Chips leave play only while a deal is played. Rule again once it has begun."
    ),
    "ENTERED_ALREADY": gettext_noop("That person is entered in this contest already."),
    "EVIDENCE_TOO_LARGE": gettext_noop(
        "That file is too large: 1 MB is the most. Nothing was ruled; choose a smaller one."
    ),
    "EVIDENCE_KIND": gettext_noop(
        "That file is no image (PNG, JPEG, GIF, WebP) and no letter (.eml). Nothing was ruled; choose "
        "another, or paste what it says as text."
    ),
    "RULES_HERE": gettext_noop("Whoever rules here cannot take a seat at this table."),
}

REFUSALS |= {
    "NO_ABSENCES": gettext_noop("This contest gives no days of absence."),
    "ABSENCE_BACKWARDS": gettext_noop("The last day comes before the first. Turn them round."),
    "ABSENCE_LATE": gettext_noop("Absence is declared ahead: the first day is tomorrow or later."),
    "BAD_DAYS": gettext_noop(
        "Which days? Write one of these lines, alone: ABSENT UNTIL <day>, or ABSENT FROM <day> TO <day>; a"
        " day is “Monday”, “5 May” or “2026-05-03”."
    ),
    "ABSENCE_FAR": gettext_noop("That lies too far ahead. Declare it when the time comes nearer."),
    "ABSENCE_TWICE": gettext_noop("You have declared some of these days already."),
    "ABSENCE_TOO_LONG": gettext_noop("That is more days than you have left in this contest."),
    "ABSENCE_BEGUN": gettext_noop("It has begun already: it can be taken back ahead only."),
    "ABSENCE_USED": gettext_noop("A deadline was set by it already: it cannot be taken back any more."),
}

REFUSALS |= {
    "PLAYS_IN_CONTEST": gettext_noop(
        "Whoever plays in this contest, or has played, sees no hidden card of it. "
        "Somebody else of the staff has to look."
    ),
    "NOTHING_SEALED": gettext_noop("That lies open, or is not there any more. Look again at what is sealed."),
    "NOTHING_TO_REPORT": gettext_noop("There is nothing to report on before the contest has begun."),
    "NOTHING_CHOSEN": gettext_noop("Choose what you must see."),
    "SEEN_ONCE": gettext_noop(
        "These cards were shown once already. Who must see them again breaks the seal again."
    ),
}

WITH = {
    "LEDGER_BAD": (
        "fault",
        gettext_noop(
            "The audit log of this contest does not hold any more. The check names first: “%(fault)s”"
        ),
    ),
    "TOO_MANY_CALLS": (
        "again",
        gettext_noop("You have written to the referee often lately. You can write again from %(again)s on."),
    ),
    "NOBODY_JUDGES": (
        "name",
        gettext_noop(
            "%(name)s (%(table)s) calls the referee. You play there, and nobody else rules: name a croupier."
        ),
    ),
}
