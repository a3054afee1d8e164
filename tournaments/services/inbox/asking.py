"""Commands about contests, and what waits for a mere answer: register, withdraw, the referee, a fresh move.

What a From alone asks for is not done: it is held, and its reader is asked. His answer, whatever its own
words are not, proves that he reads the mailbox; then the held letter counts as of its own arrival.
"""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.db import transaction

from referee import grammar
from referee.core import Illegal, Json, Move, Refusal, Stale, Unreadable
from tournaments import models
from tournaments.models import Contest, Entry
from tournaments.services import addresses, packing, registration, rights, speaking
from tournaments.services.inbox import calling, texts
from tournaments.services.inbox.case import Case, State, Verdict

_OVER = (Contest.State.PROVISIONAL, Contest.State.FINAL, Contest.State.CANCELLED, Contest.State.DRAFT)
_DRAWN = (Contest.State.SEATED, Contest.State.RUNNING)


def open_contests() -> list[Contest]:
    """Those that can be entered now, the first to close first."""
    return list(Contest.objects.filter(state=Contest.State.REGISTRATION).order_by("closes_at", "id")[:50])


def known_writer(case: Case) -> Verdict | None:
    """12: somebody unknown who asks for it, or how one plays, gets the way to register; nobody else does."""
    if case.player is not None or case.held is not None:
        return None
    found = open_contests()
    said = texts.said(case, [one.name for one in found])
    if said not in ("register", "help"):
        return Verdict(State.IGNORED, {"why": "an unknown sender, about no turn"})
    return _register(case, found, said)


# --- commands


def command(case: Case, name: str) -> Verdict:
    """A command that is no move, by somebody who has an account."""
    assert case.player is not None
    if name == "register":
        return _register(case, open_contests())
    if name == "withdraw":
        return _withdraw(case)
    if name == "referee":
        return _referee(case)
    key = ""
    if name == "status":
        _about_his_table(case)
    if name == "help":
        _about_his_contest(case)
        key = f"answer:help:{case.player.pk}:{case.letter.received_at:%Y-%m-%d}"
    return Verdict(State.ANSWERED, {"result": "command", "command": name}, case.player, key)


def _about_his_table(case: Case) -> None:
    """Who asks about no table in words plays at one, as a rule: the answer is about that."""
    if case.table is not None:
        return
    seats = models.Seat.objects.filter(entry__user=case.player, table__state__in=["playing", "paused"])
    found = list(seats.select_related("table__contest")[:2])
    if len(found) == 1:
        case.table, case.seat = found[0].table, found[0].letter


def _about_his_contest(case: Case) -> None:
    """The same for help: its letter has the name, the thread and the audit log of his contest."""
    entry = entry_of(case) if case.table is None else None
    if entry is not None:
        case.contest = entry.contest


def _register(case: Case, found: list[Contest], asked: str = "register") -> Verdict:
    case.contest = texts.named(case, found) or (found[0] if len(found) == 1 else None)
    case.table = case.seat = None
    if not found or (case.contest is None and case.player is not None):
        return _to_writer(case, State.ANSWERED, {"result": "which", "command": "register"})
    what: Json = {"do": "register", "contest": case.contest.pk if case.contest else None}
    if case.player is None:
        spoken = texts.language_of(case, asked)
        what |= {"name": texts.name_of(case), "language": spoken or _language(case.contest), "asked": asked}
    elif case.proven:
        return _done(case, what, case.letter)
    return hold(case, what)


def _withdraw(case: Case) -> Verdict:
    entry = entry_of(case)
    if entry is None:
        return _to_writer(case, State.ANSWERED, {"result": "which", "command": "withdraw"})
    case.contest = entry.contest
    what: Json = {"do": "withdraw", "contest": entry.contest_id}
    if case.proven and entry.contest.state not in _DRAWN:
        return _done(case, what, case.letter)
    return hold(case, what)


def entry_of(case: Case) -> Entry | None:
    """The entry that is meant: of the contest that is named or written about, or the only one."""
    mine = Entry.objects.filter(user=case.player).exclude(state=Entry.State.WITHDRAWN)
    found = list(mine.exclude(contest__state__in=_OVER).select_related("contest")[:50])
    contest = texts.named(case, [one.contest for one in found])
    about = contest or (case.table.contest if case.table else case.contest)
    if about is not None:
        found = [one for one in found if one.contest_id == about.pk]
    return found[0] if len(found) == 1 else None


def _referee(case: Case) -> Verdict:
    """A case at his table; by a From alone it is opened when its reader has answered."""
    verdict, what = calling.wish(case, entry_of(case))
    if what:
        return hold(case, what)
    return verdict or _to_writer(case, State.ANSWERED, {"result": "which", "command": "referee"})


# --- held until it is confirmed


def hold(case: Case, what: Json) -> Verdict:
    """Nothing is done yet; the reader of the letter's address is asked, once for the same thing."""
    verdict = _to_writer(case, State.HELD, {"result": "confirm", "what": what})
    about = f"{case.turn.pk if case.turn else ''}|{case.read.sender}|{sorted(what.items())}"
    day = f"{case.letter.received_at:%Y-%m-%d}"
    verdict.answer_key = f"answer:confirm:{day}:{hashlib.sha256(about.encode()).hexdigest()[:40]}"
    return verdict


def confirmed(case: Case) -> Verdict | None:
    """11: an answer to our question: a mere one, or yes, does what the held letter asked for."""
    held = case.held
    if held is None:
        return None
    what = held.outcome["what"]
    if what["do"] == "advance":
        return None
    agreed = agrees(case)
    if what["do"] == "move":
        # Words of his own make it a letter about that turn like any other.
        return _play(case, held, what) if agreed and held.state == State.HELD else None
    if what["do"] == "referee":
        return _called(case, held, what) if agreed and held.state == State.HELD else None
    case.contest = Contest.objects.filter(pk=what["contest"] or 0).first()
    if not agreed:
        return _refused(case, Unreadable("NOT_CONFIRMED"))
    if what["contest"] is None:
        found = open_contests()
        case.contest = texts.named(case, found) or (found[0] if len(found) == 1 else None)
        if case.contest is None:
            return _to_writer(case, State.ANSWERED, {"result": "which", "command": "register"})
        what = {**what, "contest": case.contest.pk}
    return _done(case, what, held)


def _called(case: Case, held: models.Letter, what: Json) -> Verdict:
    verdict = calling.opened(case, what, held)
    close(held, case.letter, State.ANSWERED)
    return verdict


def agrees(case: Case) -> bool:
    """No words, yes, or the same command again; a name and a contest may stand beside it."""
    names = [one.name for one in open_contests()]
    for text in texts.texts(case):
        lines = [texts.without_contests(line, names) for line in texts.without_name(text).splitlines()]
        rest = "\n".join(line for line in lines if line.strip())
        if rest and not _is_yes(rest, case):
            return False
    return True


def _is_yes(text: str, case: Case) -> bool:
    assert case.held is not None
    try:
        said = grammar.read_command(text, case.language).command
    except Refusal:
        return False
    return said in ("yes", case.held.outcome["what"]["do"])


def _play(case: Case, held: models.Letter, what: Json) -> Verdict:
    turn = case.turn
    assert turn is not None
    try:
        outcome = speaking.act(
            turn.table_id,
            turn.seat.letter,
            Move.from_json(what["move"]),
            key=Case(held, case.ours, turn=turn).key,
            origin="mail",
            expected=turn.number,
            received=held.received_at,
            actor=case.player,
            text=what["text"],
            comment=what["comment"],
        )
    except Refusal as refusal:
        return case.refused(refusal, sign_of_life=not isinstance(refusal, Stale))
    close(held, case.letter, State.PLAYED)
    result = {"result": "played", "move": what["move"], "event": outcome.number, "confirms": held.pk}
    return Verdict(State.PLAYED, result, case.player)


def _done(case: Case, what: Json, asked: models.Letter) -> Verdict:
    """Register or withdraw; the notice that this writes is the answer, unless it had been done before."""
    contest = Contest.objects.get(pk=what["contest"])
    case.contest, case.table, case.seat, case.turn = contest, None, None, None
    unknown = case.player is None
    before = models.Notice.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    try:
        with transaction.atomic():
            entry = _enter(case, contest, what, asked) if what["do"] == "register" else _leave(case, contest)
            told = _told(case, what, entry, before)
            if asked.pk != case.letter.pk:
                close(asked, case.letter, State.ANSWERED)
    except Refusal as refusal:
        case.player = None if unknown else case.player
        return _refused(case, refusal)
    result = {"result": "done", "do": what["do"], "entry": entry.pk}
    return Verdict(State.ANSWERED, result, None if told else case.player)


def _told(case: Case, what: Json, entry: Entry, before: int) -> bool:
    """Whether a notice was written just now; it is the answer, and knows which letter it answers."""
    kind = {"register": "registered", "withdraw": "withdrawn"}[what["do"]]
    row = models.Notice.objects.filter(pk__gt=before, kind=kind, data__entry=entry.pk).first()
    if row is None:
        return False
    row.data["letter"] = case.letter.pk
    row.save(update_fields=["data"])
    return True


def _enter(case: Case, contest: Contest, what: Json, asked: models.Letter) -> Entry:
    """An unknown writer has shown by his answer that the address is his: he gets an account."""
    if case.player is None:
        rights.must(addresses.is_free(case.read.sender), "ADDRESS_KEPT")
        case.player = models.User.objects.create_user(
            case.read.sender,
            name=texts.own_name(case) or what["name"],
            language=what["language"],
            timezone=settings.TIME_ZONE_DEFAULT,
        )
    return registration.register(contest.pk, case.player, received=asked.received_at)


def _leave(case: Case, contest: Contest) -> Entry:
    assert case.player is not None
    entry = contest.entries.filter(user=case.player).first()
    if entry is None:
        raise Illegal("NOT_ENTERED", contest=contest.name)
    return registration.withdraw(entry.pk, case.player)


def close(held: models.Letter, by: models.Letter, state: models.Letter.State) -> None:
    held.state, held.outcome = state, {**held.outcome, "confirmed": by.pk}
    held.save(update_fields=["state", "outcome"])


def _refused(case: Case, refusal: Refusal) -> Verdict:
    return _to_writer(case, State.ANSWERED, {"result": "refused", "refusal": packing.pack(refusal)})


def _to_writer(case: Case, state: models.Letter.State, outcome: Json) -> Verdict:
    """To the player, or to somebody who has no account (yet)."""
    if case.player is not None:
        return Verdict(state, outcome, case.player)
    what = outcome.get("what") or (case.held.outcome["what"] if case.held else {})
    verdict = Verdict(state, outcome, address=case.read.sender)
    verdict.language = what.get("language") or _spoken(case) or _language(case.contest)
    if state == State.ANSWERED and case.held is None:
        day, who = f"{case.letter.received_at:%Y-%m-%d}", hashlib.sha256(case.read.sender.encode())
        verdict.answer_key = f"answer:stranger:{day}:{who.hexdigest()[:40]}"
    return verdict


def _spoken(case: Case) -> str:
    return texts.language_of(case, "register") or texts.language_of(case, "help")


def _language(contest: Contest | None) -> str:
    return next(iter(contest.languages), "") if contest else ""
