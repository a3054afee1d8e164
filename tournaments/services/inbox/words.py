"""The later checks: what the writer says, and whether it can be played now; the last one plays it."""

from __future__ import annotations

from referee import grammar
from referee.core import Illegal, Json, Move, Refusal, Stale, Unreadable
from referee.games import GAMES
from tournaments import models
from tournaments.models import Event, Letter
from tournaments.services import speaking, views
from tournaments.services.inbox import asking, texts
from tournaments.services.inbox.case import Case, State, Verdict, turns

_SILENT = ("NO_COMMAND", "NOTHING_WRITTEN", "PLACEHOLDER", "MISSPELT")

# commands that need no turn


def no_command(case: Case) -> Verdict | None:
    """status, help, register, withdraw, referee, where no turn is open that the letter could play."""
    if case.turn is not None and case.turn.closed_at is None:
        return None
    names = models.Contest.objects.filter(entries__user=case.player).values_list("name", flat=True)
    contests = [one.name for one in asking.open_contests()]
    said = texts.said(case, [*names, *contests])
    return asking.command(case, said) if said and said != "yes" else None


# 11 again: from here on a letter is about a turn


def about_a_turn(case: Case) -> Verdict | None:
    """Words of a player about no turn are not guessed at: the answer says how to tie them to one."""
    if case.turn is not None:
        return None
    if case.table is not None and case.seat is not None and not case.carrier:
        return case.refused(Illegal("NOT_YOUR_TURN"))
    case.offered = _open_turn(case)
    return case.refused(Illegal("NO_TURN"))


def _open_turn(case: Case) -> models.Turn | None:
    """The open turn that the answer is about: of the table that was written about, or the only one."""
    mine = turns().filter(closed_at__isnull=True, seat__entry__user=case.player)
    if case.table is not None:
        mine = mine.filter(table=case.table)
    found = list(mine[:2])
    if len(found) != 1:
        return None
    case.table, case.seat = found[0].table, found[0].seat.letter
    turn: models.Turn = found[0]
    return turn


# 14, 15


def turn_open(case: Case) -> Verdict | None:
    """A turn that is over stays as it was played; by this very letter, perhaps."""
    turn = case.turn
    assert turn is not None
    if turn.closed_at is None:
        return None
    if case.was_played:
        return None
    return case.refused(_over(case, turn), sign_of_life=False)


def _over(case: Case, turn: models.Turn) -> Refusal:
    done = (
        Event.objects.filter(
            table_id=turn.table_id,
            turn=turn.number,
            seat=turn.seat.letter,
            kind__in=[Event.Kind.MOVE, Event.Kind.TIMEOUT],
        )
        .order_by("number")
        .first()
    )
    received = case.letter.received_at
    if done is not None and done.kind == Event.Kind.MOVE:
        # A sealed choice is not said back: the answer may be read by others before it is turned up.
        said = {"move": Move.from_json(done.input), "facts": done.facts} if done.input else {}
        return Stale("TURN_PLAYED", at=done.received_at, **said)
    if done is not None and received > turn.deadline_at:
        return Stale("TOO_LATE", deadline=turn.deadline_at, received=received)
    if done is not None:
        return Stale("TURN_TIMED_OUT", at=done.created_at)
    return Stale("TURN_OVER")


def in_time(case: Case) -> Verdict | None:
    """Received by the deadline, by the database's clock; never by the Date header.

    A letter before it that only its From vouched for was a sign of life, if this one shows who wrote it.
    """
    turn, received = case.turn, case.letter.received_at
    assert turn is not None
    if turn.closed_at is not None or turn.remaining is not None or received <= turn.deadline_at:
        return None
    if case.spoke_before() and received <= turn.deadline_at:
        return None
    late = Stale("TOO_LATE", deadline=turn.deadline_at, received=received)
    return case.refused(late, sign_of_life=False)


# 16 to 20


def something_written(case: Case) -> Verdict | None:
    return None if any(texts.texts(case)) else case.refused(Unreadable("NOTHING_READ"))


def one_version(case: Case) -> Verdict | None:
    """The plain and the formatted part of a letter must not say different moves."""
    if case.read.other is None or case.was_played:
        return None
    plain, other = _moves(case, case.read.text), _moves(case, case.read.other)
    if other is None or plain == other:
        return None
    if plain is None and case.read.below and _moves(case, case.read.below) == other:
        return None
    return case.refused(Unreadable("TWO_VERSIONS"))


def _moves(case: Case, text: str) -> Move | None:
    """The move that a text says at this table now, if it says one."""
    try:
        return _reading(case, text).move
    except Refusal:
        return None


def _reading(case: Case, text: str) -> grammar.Reading:
    assert case.turn is not None
    opened_state = views.state_of(case.turn.table_id)
    game = GAMES[opened_state.game]
    return grammar.read(game, opened_state.state, case.turn.seat.letter, text, case.language)


# 12 again: a fresh letter


def believed(case: Case) -> Verdict | None:
    """What a From alone says is not played: its reader is asked first, and his mere answer is enough.

    Its "yes" agrees to nothing: our question went to the player, and the answer to it is tied to that letter.
    """
    if case.proven:
        return None
    text = _chosen(case)
    try:
        said = _reading(case, text)
    except Refusal as refusal:
        return case.refused(refusal)
    if said.command == "yes":
        return case.refused(Unreadable("NOTHING_ASKED"))
    if said.command is not None:
        return asking.command(case, said.command)
    if said.move is None or said.dry:
        return None
    what: Json = {"do": "move", "move": said.move.to_json(), "text": text, "comment": said.comment}
    return asking.hold(case, what)


# 21


def played(case: Case) -> Verdict:
    """Through the one door. Above the quotation first; below it only where that is no command at all."""
    try:
        said = _speak(case, _chosen(case))
    except Refusal as refusal:
        verdict = case.refused(refusal)
        suggestion = refusal.params.get("suggestion")
        if isinstance(suggestion, Move):
            verdict.outcome["suggestion"] = suggestion.to_json()
        return verdict
    if said.command is not None:
        return _command(case, said.command)
    return _done(case, said)


def _command(case: Case, command: str) -> Verdict:
    return _agreed(case) if command == "yes" else asking.command(case, command)


def _chosen(case: Case) -> str:
    """Below the quotation where nothing is said above it; a slip of the pen there is not looked at twice."""
    written = texts.texts(case)
    if len(written) > 1 and (why := _silent(case, written[0])):
        return written[0] if why == "MISSPELT" and _silent(case, written[1]) else written[1]
    return written[0]


def _silent(case: Case, text: str) -> str:
    """Why a text says nothing; "" where it says something."""
    try:
        _reading(case, text)
    except Unreadable as refusal:
        return refusal.code if refusal.code in _SILENT else ""
    except Refusal:
        return ""
    return ""


def _speak(case: Case, text: str) -> speaking.Said:
    turn, letter = case.turn, case.letter
    assert turn is not None
    return speaking.speak(
        turn.table_id,
        turn.seat.letter,
        text,
        language=case.language,
        key=case.key,
        origin="mail",
        expected=turn.number,
        received=letter.received_at,
        actor=case.player,
    )


def _done(case: Case, said: speaking.Said) -> Verdict:
    move = said.move.to_json() if said.move else None
    if said.outcome is None:
        result: Json = {"result": "dry", "move": move}
        return Verdict(State.ANSWERED, result, case.player)
    result = {"result": "played", "move": move, "event": said.outcome.number}
    return Verdict(State.PLAYED, result, case.player)


def _agreed(case: Case) -> Verdict:
    """ "Yes" to the question of our last answer about this turn; not to one that a forged letter led to."""
    turn = case.turn
    assert turn is not None
    before = Letter.objects.filter(
        turn=turn, sender=case.letter.sender, state=State.ANSWERED, outcome__proven=True
    )
    last = before.exclude(pk=case.letter.pk).order_by("-received_at", "-id").first()
    asked = last.outcome.get("suggestion") if last else None
    if not asked:
        return case.refused(Unreadable("NOTHING_ASKED"))
    try:
        outcome = speaking.act(
            turn.table_id,
            turn.seat.letter,
            Move.from_json(asked),
            key=case.key,
            origin="mail",
            expected=turn.number,
            received=case.letter.received_at,
            actor=case.player,
            text=case.read.text,
        )
    except Refusal as refusal:
        return case.refused(refusal)
    return Verdict(State.PLAYED, {"result": "played", "move": asked, "event": outcome.number}, case.player)
