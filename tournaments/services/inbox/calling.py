"""Calling the referee by letter: the word opens a case, and an answer to a letter of a case adds to it."""

from __future__ import annotations

from referee.core import Json, Refusal
from tournaments import models
from tournaments.models import Contest, Entry, Letter
from tournaments.services import cases, notices, sealing
from tournaments.services.inbox import texts
from tournaments.services.inbox.case import Case, State, Verdict

_OF_A_CASE = ("case", "needs")


def in_a_case(case: Case) -> Verdict | None:
    """An answer to a letter of a case is a word in that case: from its player, or from who judges it.

    Nothing in it is a move: two people talk, and the answer says so.
    """
    about = _answered(case)
    if about is None or case.player is None:
        return None
    case.table, case.contest = about.table, about.table.contest
    case.seat = about.seat if case.player.pk == about.caller_id else None
    try:
        said = cases.say(about.pk, case.player, words(case), key=case.key, via="mail")
    except Refusal as refusal:
        return case.refused(refusal, sign_of_life=False)
    return _noted(case, said, "said")


def _answered(case: Case) -> models.Case | None:
    """The case of the letter of ours that is answered. Only its reader knew that letter's name."""
    if case.carrier != "answer":
        return None
    named = [sealing.token_hash(one) for one in case.read.answers]
    ours = models.Notice.objects.filter(
        message_id__in=named, kind__in=_OF_A_CASE, user=case.player, data__case__isnull=False
    ).first()
    if ours is None:
        return None
    return models.Case.objects.select_related("table__contest").filter(pk=ours.data["case"]).first()


def wish(case: Case, entry: Entry | None) -> tuple[Verdict | None, Json]:
    """What "call the referee" comes to: a verdict, or what is held because a From alone asks for it."""
    table = _table(case, entry)
    if table is None:
        return _before_the_draw(case, entry)
    case.table, case.contest = table, table.contest
    what: Json = {"do": "referee", "contest": table.contest_id, "table": table.pk, "text": words(case)}
    return (opened(case, what, case.letter), {}) if case.proven else (None, what)


def opened(case: Case, what: Json, asked: Letter) -> Verdict:
    """Open the case (or add to the open one). ``asked``: the letter that asked for it, held till now."""
    assert case.player is not None
    if what["table"] is None:
        return _tell_organiser(case, Contest.objects.get(pk=what["contest"]), what["text"], asked)
    table = models.Table.objects.select_related("contest").get(pk=what["table"])
    case.table, case.contest, case.turn = table, table.contest, None
    case.seat = table.table_seats.filter(entry__user=case.player).values_list("letter", flat=True).first()
    key = Case(asked, case.ours).key
    try:
        said = cases.call(table.pk, case.player, what["text"], key=key, via="mail")
    except Refusal as refusal:
        return case.refused(refusal, sign_of_life=False)
    return _noted(case, said, "called")


def words(case: Case) -> str:
    return "\n".join(line for text in texts.texts(case) for line in text.splitlines())


def _noted(case: Case, said: models.CaseWord, result: str) -> Verdict:
    return Verdict(State.ANSWERED, {"result": result, "case": said.case_id}, case.player)


def _table(case: Case, entry: Entry | None) -> models.Table | None:
    """The table that is written about, if he sits there; else that of his only entry."""
    seats = models.Seat.objects.filter(entry__user=case.player).select_related("table__contest")
    seat = seats.filter(table=case.table).first() if case.table else None
    if seat is None and entry is not None:
        seat = seats.filter(entry=entry).first()
    return seat.table if seat else None


def _before_the_draw(case: Case, entry: Entry | None) -> tuple[Verdict | None, Json]:
    """There is nothing to rule yet: the organiser gets the words as a letter."""
    case.contest = entry.contest if entry else case.contest
    if case.contest is None:
        return None, {}
    what: Json = {"do": "referee", "contest": case.contest.pk, "table": None, "text": words(case)}
    return (opened(case, what, case.letter), {}) if case.proven else (None, what)


def _tell_organiser(case: Case, contest: Contest, text: str, asked: Letter) -> Verdict:
    assert case.player is not None
    case.contest = contest
    entry = contest.entries.filter(user=case.player).first()
    data = {
        "code": "REFEREE_CALLED",
        "name": entry.name if entry else case.player.name,
        "table": contest.name,
        "words": " / ".join(line for line in text.splitlines() if line)[:1000],
        "number": asked.pk,
    }
    key = f"needs:referee:{contest.pk}:{case.player.pk}:{asked.received_at:%Y-%m-%dT%H}"
    notices.tell_person(contest.organiser, "needs", key=key, contest=contest, data=data)
    return Verdict(State.ANSWERED, {"result": "called"}, case.player)
