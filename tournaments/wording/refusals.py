"""Refusals in sentences: each says what is possible now."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from referee.core import Ambiguous, Move, Refusal
from tournaments.wording import addresses, advances, cases, draws, games, hands, proposals, saint
from tournaments.wording.small import instant, listed, span

# What a player's move may run into (record.md), the games' codes first.
_PLAIN = {
    **addresses.REFUSALS,
    "MALFORMED": gettext_noop("This could not be read. Please fill in the form again."),
    "UNKNOWN_SEAT": gettext_noop("Nobody has this seat at the table."),
    "UNKNOWN_ACTION": gettext_noop("This game does not have that move."),
    "GAME_OVER": gettext_noop(
        "The deal is over: nothing more is played in it. The next one begins by itself."
    ),
    "WRONG_PHASE": gettext_noop("That is not possible in this part of the deal."),
    "NOT_YOUR_TURN": gettext_noop("It is not your turn: you will get a letter when it is."),
    "NO_CHECK": gettext_noop("There is no check in this game: leave the deal, or put in at least 1 chip."),
    "MUST_CALL": gettext_noop("There is a bet: match it, raise it, or leave the deal."),
    "NOTHING_TO_CALL": gettext_noop("There is no bet that could be matched."),
    "RAISE_TOO_SMALL": gettext_noop("That raise is too small."),
    "RAISE_TOO_LARGE": gettext_noop("That is more than the chips you have."),
    "NOT_REOPENED": gettext_noop(
        "The last all-in was too small to open the betting again for you: match it or leave the deal."
    ),
    "NOBODY_TO_CALL": gettext_noop("Nobody could match a raise any more: match the bet or leave the deal."),
    "OUT_OF_PYRAMID": gettext_noop("There is no such place in the pyramid. Rows and places count from 1."),
    "OCCUPIED": gettext_noop("A block already lies there. Choose a free place."),
    "NO_BLOCK": gettext_noop("No block lies there. Choose a place that has one."),
    "UNSUPPORTED": gettext_noop("Nothing would hold a block there: the two below it come first."),
    "COVERED": gettext_noop("That block is covered by others. Choose one that lies free."),
    "NOT_TURNED_UP": gettext_noop("That card is not turned up yet. Choose one that is."),
    "JOKER": gettext_noop("A joker cannot be used for that. Choose another card."),
    "NO_SUCH_HAND": gettext_noop("There is no such hand. Hands count from 1."),
    "HAND_FULL": gettext_noop("That hand is full. Choose another one."),
    # the one door
    "TURN_OVER": gettext_noop("That turn is over: nothing was changed."),
    "TOO_LATE": gettext_noop("Too late: the time for this turn was up. Nothing was changed."),
    "NOT_DUE": gettext_noop("It is too early for that: the time still runs."),
    "TABLE_OVER": gettext_noop(
        "This table does not play (any more). The page of the contest shows how it stands."
    ),
    "PAUSED": gettext_noop(
        "The table is paused and nobody's time runs. You will get a letter when it goes on: play then."
    ),
    **advances.REFUSALS,
    **draws.REFUSALS,
    **cases.REFUSALS,
    **proposals.REFUSALS,
    **saint.REFUSALS,
    "NOT_PAUSED": gettext_noop("The table is not paused: it goes on already."),
    "CONTEST_PAUSED": gettext_noop("The whole contest is paused: let the contest go on, then its tables do."),
    "NOT_SIGNED_IN": gettext_noop(
        "Nothing was played: sign in first, or follow the link in your newest letter. Then you can play here."
    ),
    "NOT_SEATED": gettext_noop("You do not sit at this table: you can watch it."),
    # contests and registration
    "NOT_ALLOWED": gettext_noop("You may not do that here. The organiser of the contest can help."),
    "NOT_OPEN": gettext_noop("Registration is not open yet. The organiser announces it."),
    "REGISTRATION_CLOSED": gettext_noop(
        "Registration is closed. The organiser may still extend it: ask there."
    ),
    "NAME_TAKEN": gettext_noop(
        "Somebody else already plays under that name. Change yours and register again."
    ),
    "NO_NAME": gettext_noop("A name is needed."),
    "NO_REASON": gettext_noop("A reason is needed: everybody at the table will see it."),
    "NOTHING_TICKED": gettext_noop("Tick at least one entry first."),
    "NOTHING_WRITTEN": gettext_noop("Nothing was written. Please write something and send it again."),
    "NO_SPONSOR": gettext_noop("This contest has no sponsor: register without one."),
    "BY_HAND": gettext_noop("That player has no account and gets no letters: tell the player yourself."),
    "HAS_ACCOUNT": gettext_noop("That player has an account and gets letters: ask for the move instead."),
    "NUDGED": gettext_noop("That player was asked within the last hour. Ask again later."),
    "LINK_FOR_THE_PLAYER": gettext_noop(
        "This link shows a player's cards at a table where you rule. It is for that player alone: pass it on unopened."
    ),
    "CLAIMED": gettext_noop("That player has an account by now: no link is needed any more."),
    "NOBODY_PAYS": gettext_noop("Say who paid the fee: it is never waived, only paid by somebody."),
    "NO_SUCH_CLAIM": gettext_noop(
        "This link was used already, or never existed. Ask the organiser for a new one."
    ),
    "ALREADY_ENTERED": gettext_noop("You are entered in this contest already: one entry for each person."),
    "CONTEST_OVER": gettext_noop("This contest is over. The lobby shows those that are open."),
    "PAIRED": gettext_noop("That round is paired already, or there is none: say it for a later one."),
    "DRAWN": gettext_noop("The tables are drawn already: this cannot be changed any more."),
    "NO_SUCH_PRESET": gettext_noop("There is no such preset. Choose one of the list."),
    "NOT_A_DRAFT": gettext_noop("The contest is announced already: only a draft can be changed."),
    "CLOSES_IN_THE_PAST": gettext_noop("Registration must close later than that. Choose a later moment."),
    "ONE_TABLE_ONLY": gettext_noop(
        "A contest that is played until one player holds all the chips has one table here: "
        "let in 8 entrants at most, or set a number of deals."
    ),
    "NOT_CLOSED": gettext_noop("Registration is still open: close it first."),
    "NOT_OFFERED": gettext_noop("That choice is not offered for this number of players."),
    "CANNOT_SPLIT": gettext_noop("This number of players cannot be split into tables of 5 to 8."),
    "NOT_SEATED_YET": gettext_noop("The tables are not drawn yet: draw them first."),
    "RUNNING": gettext_noop("The contest is running already."),
    "NOT_RUNNING": gettext_noop("The contest is not running: there is nothing to pause or resume."),
    "NOT_PROVISIONAL": gettext_noop("There is no provisional ranking that could be confirmed."),
    "NOT_FINAL": gettext_noop("The ranking is not final yet: prizes are handed out after that."),
    "UNKNOWN_ZONE": gettext_noop("There is no such time zone. Write it like Europe/Paris."),
    "NO_SUCH_PERSON": gettext_noop(
        "Nobody with that address has signed up here. Ask for the address of the account."
    ),
    "NOT_A_CROUPIER": gettext_noop("Name the person a croupier of the contest first."),
    "PLAYS_HERE": gettext_noop("Nobody rules at a table where he plays. Choose somebody else."),
    # words (the grammar's codes)
    "SECRET_HAND": gettext_noop(
        "In this game a move names cards that only the player may see, so nothing is tried out here and it is "
        "not said why a move cannot be played. Enter the player's words as they are, or let the player enter "
        "them."
    ),
    "NO_COMMAND": gettext_noop("No move was found in what you wrote. Write it on a line of its own."),
    "MENTIONED": gettext_noop(
        "A move is mentioned, and it is not clear that you make it. Write it alone; what else you say goes into the comment."
    ),
    "INSIDE_SENTENCE": gettext_noop(
        "A move is mentioned inside a sentence, and it is not clear that you make it. Write it on a line of its own."
    ),
    "MISSPELT": gettext_noop(
        "No move was found in what you wrote: a word looks misspelt. Write the move on a line of its own."
    ),
    "NUMBER_ALONE": gettext_noop("A number stands alone. Write the whole move with it, on one line."),
    "BAD_NUMBER": gettext_noop("The number cannot be read. Write it in digits, without dots or commas."),
    "AMOUNT_MISSING": gettext_noop("How many chips? Write the total after the word."),
    "AMOUNT_UNEXPECTED": gettext_noop("That move takes no number. Write it without one."),
    "AMOUNTS_DISAGREE": gettext_noop(
        "The numbers do not agree with each other, or with the bet. Write the total alone."
    ),
    "PLACEHOLDER": gettext_noop("Put your own number in the place of the example between < and >."),
    "BIDI_OVERRIDE": gettext_noop(
        "The line has hidden characters that change the order of writing. Please type it again."
    ),
    "WRONG_SEAT": gettext_noop("The line speaks for another seat than yours."),
    "TWO_READINGS": gettext_noop("What you wrote can mean two things. Write one of them alone."),
    "TWO_COMMANDS": gettext_noop("What you wrote says two different things. Write one of them alone."),
    "NOTHING_ASKED": gettext_noop(
        "Nothing was asked that could be answered with yes. Write the move itself."
    ),
    "BAD_CARD": gettext_noop("A card cannot be read. Write cards like Qs, 10h or Q♠."),
    "TOO_LONG": gettext_noop("That is too long. Please make it shorter."),
    "CARDS_MISSING": gettext_noop("The cards are missing: name them after the word."),
    "SPACE_MISSING": gettext_noop("Which place? Write its row and its column, like 2-5."),
    "HAND_MISSING": gettext_noop("Which hand? Write its number, from 1 to 3."),
    # letters
    "UNPARSABLE": gettext_noop("The letter cannot be opened. Please send it again as plain text."),
    "FROM": gettext_noop("The letter does not say clearly who wrote it."),
    "TWO_VERSIONS": gettext_noop(
        "The plain and the formatted text of the letter say different things. Please send plain text only."
    ),
    "NOTHING_READ": gettext_noop("Nothing that you wrote yourself was found in the letter."),
    "FOREIGN_SENDER": gettext_noop(
        "A letter that answers one to you came from an address that is not yours. Nothing was done."
    ),
    "FORWARDED": gettext_noop("The letter was forwarded. Please answer our letter yourself."),
    "NO_TURN": gettext_noop(
        "The letter does not say for which turn it is. Answer the letter that says it is your turn, or this one where your turn stands below. The word HELP in a line of its own brings all that can be written."
    ),
    "TURN_PLAYED": gettext_noop("That turn was played already: nothing was changed."),
    "TURN_TIMED_OUT": gettext_noop("That turn was over by time: nothing was changed."),
    "LETTER_QUARANTINED": gettext_noop(
        "A letter came in that cannot be opened; it is kept. Who wrote it may need your help."
    ),
    "NOT_AUTHENTIC": gettext_noop(
        "The mail servers say that this letter does not come from the address it names. Nothing was done. If you wrote it, please do it on the page."
    ),
    "NOT_CONFIRMED": gettext_noop(
        "It is not clear whether you agree, and nothing was done. Answer with the word yes alone, or with no words at all."
    ),
    "NOT_ENTERED": gettext_noop("You are not entered in that contest."),
    "REFEREE_CALLED": gettext_noop("A player calls the referee."),
}

_WITH: dict[str, tuple[str, str]] = {
    **advances.WITH,
    **draws.WITH,
    **cases.WITH,
    **proposals.WITH,
    **saint.WITH,
    "NOT_YOUR_TURN": (
        "awaited",
        gettext_noop("It is for %(awaited)s to speak: you will get a letter when it is your turn."),
    ),
    "MUST_CALL": (
        "to_call",
        gettext_noop(
            "There is a bet, and %(to_call)s more to match it: do that, raise it, or leave the deal."
        ),
    ),
    "RAISE_TOO_SMALL": ("min", gettext_noop("That raise is too small: the total must be at least %(min)s.")),
    "RAISE_TOO_LARGE": (
        "max",
        gettext_noop("You do not have that many chips: the total can be %(max)s at most."),
    ),
    "TOO_LATE": (
        "late",
        gettext_noop(
            "Too late by %(late)s: received %(received)s, the deadline was %(deadline)s. Nothing was changed."
        ),
    ),
    "NOT_DUE": ("deadline", gettext_noop("It is too early for that: the time runs until %(deadline)s.")),
    "PAUSED": (
        "since",
        gettext_noop(
            "The table is paused since %(since)s and nobody's time runs. You will get a letter when it goes on."
        ),
    ),
    "REGISTRATION_CLOSED": (
        "closes",
        gettext_noop("Registration closed on %(closes)s. The organiser may still extend it: ask there."),
    ),
    "NOT_OPEN": ("closes", gettext_noop("Registration is not open yet. It will close on %(closes)s.")),
    "NAME_TAKEN": (
        "name",
        gettext_noop("Somebody already plays under the name %(name)s. Change yours and register again."),
    ),
    "ALREADY_ENTERED": (
        "contest",
        gettext_noop("You are entered in %(contest)s already: one entry for each person."),
    ),
    "CLOSES_IN_THE_PAST": (
        "closes",
        gettext_noop(
            "Registration must close in the future, and later than %(closes)s. Choose a later moment."
        ),
    ),
    "REFEREE_CALLED": (
        "name",
        gettext_noop("%(name)s (%(table)s) calls the referee, and waits for your word: “%(words)s”"),
    ),
    "BY_HAND": (
        "name",
        gettext_noop("%(name)s has no account and gets no letters: tell the player yourself."),
    ),
    "HAS_ACCOUNT": (
        "name",
        gettext_noop("%(name)s has an account and gets letters: ask for the move instead."),
    ),
    "NUDGED": ("again", gettext_noop("%(name)s was asked on %(at)s. You can ask again from %(again)s on.")),
    "CLAIMED": ("name", gettext_noop("%(name)s has an account by now: no link is needed any more.")),
    "PAIRED": (
        "round",
        gettext_noop("Round %(round)s is paired already, or there is no such round: say it for a later one."),
    ),
    "NOT_ENTERED": ("contest", gettext_noop("You are not entered in %(contest)s.")),
    "MENTIONED": (
        "suggestion",
        gettext_noop(
            "Did you mean “%(suggestion)s”? Write it alone; what else you say goes into the comment."
        ),
    ),
    "INSIDE_SENTENCE": (
        "suggestion",
        gettext_noop(
            "A move is mentioned inside a sentence. Did you mean “%(suggestion)s”? If so, answer yes; else write the move on a line of its own."
        ),
    ),
    "MISSPELT": (
        "suggestion",
        gettext_noop(
            "A word looks misspelt. Did you mean “%(suggestion)s”? If so, answer yes; else write the move on a line of its own."
        ),
    ),
    "NUMBER_ALONE": (
        "suggestion",
        gettext_noop(
            "A number stands alone. Did you mean “%(suggestion)s”? If so, answer yes; else write the whole move on one line."
        ),
    ),
    "BAD_NUMBER": (
        "example",
        gettext_noop("The number “%(written)s” cannot be read. Write it in digits alone, like %(example)s."),
    ),
    "AMOUNT_MISSING": (
        "min",
        gettext_noop("How many chips? Write the total after the word: %(min)s at least, %(max)s at most."),
    ),
    "AMOUNTS_DISAGREE": (
        "numbers",
        gettext_noop(
            "The numbers %(numbers)s do not agree with each other, or with the bet. Write the total alone."
        ),
    ),
    "TOO_LONG": (
        "length",
        gettext_noop(
            "The comment has %(length)s characters, and %(most)s at most are kept: make it shorter."
        ),
    ),
    "WRONG_SEAT": (
        "written",
        gettext_noop("The line speaks for seat %(written)s, and you sit at seat %(seat)s."),
    ),
    "TWO_READINGS": (
        "readings",
        gettext_noop("What you wrote can mean %(readings)s. Write one of them alone."),
    ),
    "TWO_COMMANDS": (
        "readings",
        gettext_noop("What you wrote says two different moves: %(readings)s. Write one of them alone."),
    ),
    "FOREIGN_SENDER": (
        "sender",
        gettext_noop(
            "A letter that answers one to you came from %(sender)s, which is not your address here. Nothing was done. Write from your own address, or use the page."
        ),
    ),
    "TURN_PLAYED": (
        "move",
        gettext_noop("That turn was played already: “%(move)s”, received %(at)s. Nothing was changed."),
    ),
    "TURN_TIMED_OUT": ("at", gettext_noop("That turn was over by time on %(at)s. Nothing was changed.")),
    "CANNOT_SPLIT": (
        "choices",
        gettext_noop(
            "%(players)s players cannot be split into tables of 5 to 8. What you can do: %(choices)s."
        ),
    ),
    "NOT_OFFERED": (
        "choices",
        gettext_noop("That is not offered for this number. What you can do: %(choices)s."),
    ),
}
"""Code -> the parameter that it needs, and the sentence with it."""

_KNOWN_AGAIN = 20
CHOICES = {
    "extension": gettext_noop("extend registration"),
    "exception": gettext_noop("play smaller tables, as a recorded exception"),
    "one-table": gettext_noop("play one table of nine"),
    "reserve": gettext_noop("make the last entrant first reserve and return the fee"),
}
"""What an organiser may choose for a number of players that cannot be split (T5)."""


def refusal(
    refused: Refusal,
    options: Mapping[str, Any] | None = None,
    names: Mapping[str, str] | None = None,
    game: str = "holdem",
    *,
    about: str = "",
    may: Mapping[str, Any] | None = None,
) -> str:
    """Why nothing was played, and what is possible now.

    ``options``: of the seat that asked, where its turn is open; they are said at the end.
    ``about``: the name of its player, where the reader is somebody else (a croupier).
    ``may``: the same options where they are not to be said, for the names of moves alone.
    """
    said = _values(refused, names or {}, game, options if options is not None else may)
    needed, template = _WITH.get(refused.code, ("", ""))
    if not (needed and said.get(needed)):
        template = _PLAIN.get(refused.code, "")
    try:
        sentence = _(template) % said if template else _unknown(refused)
    except (KeyError, TypeError, ValueError):
        sentence = _(_PLAIN[refused.code])
    parts = [sentence]
    if refused.params.get("more_time"):
        parts.append(_("You get more time: until %(more_time)s.") % said)
    if options is not None:
        parts.append(games.options(options, game, about))
    return " ".join(parts)


def _unknown(refused: Refusal) -> str:
    return _("That is not possible now (%(code)s). The page of the table shows what is.") % {
        "code": refused.code
    }


def _short(written: str) -> str:
    """Enough of what somebody wrote for him to know it again."""
    return written if len(written) <= _KNOWN_AGAIN else f"{written[:_KNOWN_AGAIN]}…"


def _values(
    refused: Refusal, names: Mapping[str, str], game: str, may: Mapping[str, Any] | None
) -> dict[str, Any]:
    """The parameters as a sentence wants them: moments in words, seats by name, choices listed."""
    said: dict[str, Any] = {}
    for key, value in refused.params.items():
        if isinstance(value, datetime):
            said[key] = instant(value, seconds=refused.code == "TOO_LATE")
        elif key == "awaited" and isinstance(value, str):
            said[key] = names.get(value, value)
        elif isinstance(value, Move):
            said[key] = games.move(value, game, may=may, facts=refused.params.get("facts", ()))
        elif key == "numbers" and isinstance(value, list | tuple):
            said[key] = listed([str(one) for one in value])
        elif key == "card" and isinstance(value, str):
            said[key] = hands.named(value)
        elif key == "written":
            said[key] = _short(str(value))
        elif key == "choices":
            said[key] = listed([_(CHOICES.get(one, one)) for one in value])
        else:
            said[key] = value
    received, deadline = refused.params.get("received"), refused.params.get("deadline")
    if isinstance(received, datetime) and isinstance(deadline, datetime):
        said["late"] = span(received - deadline)
    if isinstance(refused, Ambiguous) and refused.readings:
        said["readings"] = _(" or ").join(f"“{games.move(one, game, may=may)}”" for one in refused.readings)
    return said
