"""An answer to a proposal, by letter: ``agree`` or ``refuse`` as a line of its own.

In an answer to our letter about the proposal the word is enough; in any other letter about the table the
number of the proposal belongs to it, for there the same words may be talk.
"""

from __future__ import annotations

from django.db.models import QuerySet

from referee.core import Ambiguous, Json, Refusal, Unreadable
from referee.grammar.ballots import Ballot, read_ballots
from tournaments import models
from tournaments.models import Proposal
from tournaments.services import electorate, proposals, sealing
from tournaments.services.inbox import texts
from tournaments.services.inbox.case import Case, State, Verdict


def voted(case: Case) -> Verdict | None:
    """What a From alone says counts for nothing here: the way is named."""
    if case.player is None or case.held is not None or case.was_played:
        return None
    about = _answered(case)
    try:
        said = _said(case, about)
        if said is None:
            return None
        about = about or _numbered(case, said)
        if about is None:
            return None
        if not case.proven:
            raise Unreadable("VOTE_UNPROVEN")
        return _vote(case, about, said)
    except Refusal as refusal:
        return case.refused(refusal, sign_of_life=False)


def _answered(case: Case) -> Proposal | None:
    """The proposal of the letter of ours that is answered. Only its reader knew that letter's name."""
    if case.carrier != "answer":
        return None
    named = [sealing.token_hash(one) for one in case.read.answers]
    ours = models.Notice.objects.filter(message_id__in=named, kind="proposal", user=case.player).first()
    return _rows().filter(pk=ours.data["proposal"]).first() if ours is not None else None


def _numbered(case: Case, said: Ballot) -> Proposal | None:
    """The one of that number, at the table that the letter is about."""
    if case.table is None or said.number is None:
        return None
    found = _rows().filter(table=case.table, number=said.number).first()
    there = found is not None and electorate.voice(found, case.player or found.proposer) is not None
    return found if there else None


def _rows() -> QuerySet[Proposal]:
    return Proposal.objects.select_related("table__contest__organiser", "proposer")


def _said(case: Case, about: Proposal | None) -> Ballot | None:
    """Above the quotation first. Refusal: Ambiguous TWO_COMMANDS, also for one beside a move."""
    for text in texts.texts(case):
        found, rest = read_ballots(text)
        wanted = (None, about.number) if about is not None else None
        found = [one for one in found if (one.number in wanted if wanted else one.number is not None)]
        if found:
            if len({one.agrees for one in found}) > 1 or texts.say_commands(case, rest):
                raise Ambiguous("TWO_COMMANDS")
            return found[0]
    return None


def _vote(case: Case, about: Proposal, said: Ballot) -> Verdict:
    assert case.player is not None
    case.table, case.contest, case.turn = about.table, about.table.contest, None
    seats = about.table.table_seats.filter(entry__user=case.player)
    case.seat = seats.values_list("letter", flat=True).first()
    proposals.vote(about.pk, case.player, agrees=said.agrees, via="mail")
    result: Json = {"result": "voted", "proposal": about.pk, "agrees": said.agrees}
    return Verdict(State.ANSWERED, result, case.player)
