"""An answer to the letter that asks whether an address is its reader's."""

from __future__ import annotations

from referee import grammar
from referee.core import Refusal, Unreadable
from tournaments.services import addresses, packing
from tournaments.services.inbox import texts
from tournaments.services.inbox.case import Case, State, Verdict


def address_confirmed(case: Case) -> Verdict | None:
    """11: from the new address itself, with the word that went there; a mere answer, or yes.

    What a machine wrote has ended before this: an absence note agrees to nothing.
    """
    carriers = case.read.carriers
    change = addresses.of(carriers.recipient) or addresses.of(carriers.in_reply_to)
    if change is None:
        return None
    if case.auth == "fail" or case.read.forwarded or case.read.sender != change.new.lower():
        return Verdict(State.IGNORED, {"why": "an address that another agreed to"})
    if not _agrees(case):
        return _refused(case, Unreadable("NOT_CONFIRMED"), change.user.language)
    try:
        addresses.confirm(change.pk)
    except Refusal as refusal:
        return _refused(case, refusal, change.user.language)
    # The letter that this wrote to the new address is the answer.
    return Verdict(State.ANSWERED, {"result": "done", "do": "address"})


def _agrees(case: Case) -> bool:
    return all(not text.strip() or _is_yes(text) for text in texts.texts(case))


def _is_yes(text: str) -> bool:
    try:
        return grammar.read_command(text, "en").command == "yes"
    except Refusal:
        return False


def _refused(case: Case, refusal: Refusal, language: str) -> Verdict:
    outcome = {"result": "refused", "refusal": packing.pack(refusal)}
    return Verdict(State.ANSWERED, outcome, address=case.read.sender, language=language)
