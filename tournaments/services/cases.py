"""Calling the referee: a player opens a case at his table, who rules there answers and closes it.

What is said in a case is read by its player and by those who may judge it. The table sees that it was
opened and how it ended. Nobody judges a case of a table where he plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from referee.core import Illegal, Stale
from tournaments import models
from tournaments.models import Case, CaseWord, Contest, Entry, Event, Seat, Table
from tournaments.services import casebook, clock, ledger, notices, rights, tables, typed

MOST_WORDS, MOST_CASES = 6, 5
"""What one player may write at a table in an hour, and how many cases he may open there in a day."""
LONGEST, LONGEST_WORD, _ABOUT = 2000, 400, 120
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_CLOSED = (Contest.State.FINAL, Contest.State.CANCELLED)
_RULINGS = (Event.Kind.RULING, Event.Kind.PAUSE, Event.Kind.RESUME)


@transaction.atomic
def call(table: int, by: models.User, text: str, *, key: str, via: str) -> CaseWord:
    """Open a case, or add to the one that is open; the same ``key`` again is the first answer.

    Refusals: Illegal NOT_SEATED, NOTHING_WRITTEN, TOO_MANY_CALLS; Stale CONTEST_OVER. Table.DoesNotExist.
    """
    row = _locked(table)
    known = _known(row, by, key)
    if known is not None:
        return known
    seat = row.table_seats.filter(entry__user=by).first()
    if seat is None:
        raise Illegal("NOT_SEATED")
    words = _written(text)
    _must_be_open(row)
    case = row.cases.filter(caller=by, closed_at__isnull=True).first()
    now = clock.now()
    _not_too_many(row, by, now, new=case is None)
    opened = case or _open(row, seat, by, words, now)
    said = _add(opened, by, words, key, via, now)
    if case is None:
        _log(opened, by, casebook.OPENED, f"case:{opened.number}", via)
    else:
        _note(said)
    return said


@transaction.atomic
def say(case: int, by: models.User, text: str, *, key: str, via: str) -> CaseWord:
    """A further word of the player, or the answer of one who may judge it: it goes to him as a letter.

    Refusals: Illegal NOT_ALLOWED, NOTHING_WRITTEN, TOO_MANY_CALLS; Stale CASE_CLOSED. Case.DoesNotExist.
    """
    row = Case.objects.select_related("table__contest").get(pk=case)
    table = _locked(row.table_id)
    rights.must(may_read(by, row))
    known = _known(table, by, key)
    if known is not None:
        return known
    row = _open_one(case)
    words, now = _written(text), clock.now()
    if by.pk == row.caller_id:
        _not_too_many(table, by, now)
    said = _add(row, by, words, key, via, now)
    _note(said)
    return said


@transaction.atomic
def close(
    case: int, by: models.User, *, word: str = "", ruling: int | None = None, key: str, via: str = "staff"
) -> Case:
    """End a case with a word that the whole table reads, or by a ruling (the number of its event).

    Twice with the same ``key`` is once. Refusals: Illegal NOT_ALLOWED, NO_WORD, NO_SUCH_RULING;
    Stale CASE_CLOSED. Case.DoesNotExist.
    """
    row = Case.objects.select_related("table__contest").get(pk=case)
    table = _locked(row.table_id)
    rights.must(may_judge(by, row))
    if table.events.filter(key=_closing(row, key)).exists():
        return Case.objects.get(pk=case)
    row = _open_one(case)
    said = typed.line(word, LONGEST_WORD)
    event = next((one for one in rulings_since(row) if one.number == ruling), None)
    rights.must(ruling is None or event is not None, "NO_SUCH_RULING")
    rights.must(event is not None or bool(said), "NO_WORD")
    row.closed_at, row.closed_by, row.word, row.ruling = clock.now(), by, said, event
    row.ending = Case.Ending.RULING if event is not None else Case.Ending.WORD
    row.waits = False
    row.save()
    _tell_player(row, f"closed:{row.pk}")
    _log(row, by, casebook.CLOSED, _closing(row, key), via)
    return row


# --- who may


def may_judge(user: rights.Person, case: Case) -> bool:
    """Whoever rules at the table, and does not play there."""
    return rights.rules_at(user, case.table)


def may_read(user: rights.Person, case: Case) -> bool:
    return user.pk == case.caller_id or may_judge(user, case)


def of_contest(user: models.User, contest: Contest) -> QuerySet[Case]:
    """The cases that this person may judge: of his tables alone, and of none where he plays."""
    rows = Case.objects.filter(table__contest=contest).exclude(table__table_seats__entry__user=user)
    if not rights.organises(user, contest):
        rows = rows.filter(table__croupier=user)
    return rows.select_related("table", "caller", "closed_by").defer("table__snapshot")


def own(table: Table, user: rights.Person) -> list[Case]:
    """A player's cases at a table, the newest first."""
    return list(table.cases.filter(caller_id=user.pk or 0)) if user.is_authenticated else []


def open_at(table: Table, user: models.User) -> list[Case]:
    """What is open at a table and concerns this person: his own case, or all where he rules."""
    rows = table.cases.filter(closed_at__isnull=True).select_related("caller")
    if not rights.rules_at(user, table):
        rows = rows.filter(caller=user)
    return list(rows.order_by("number"))


def waiting(user: models.User) -> QuerySet[Case]:
    """Open cases over all contests where this person organises or rules; ``plays``: at that very table."""
    sits = Seat.objects.filter(table=OuterRef("table"), entry__user=user)
    rows = Case.objects.filter(
        Q(table__croupier=user) | Q(table__contest__organiser=user), closed_at__isnull=True
    )
    shown = rows.annotate(plays=Exists(sits)).select_related("table__contest", "caller")
    return shown.defer("table__snapshot").order_by("-waits", "opened_at")


def without_judge(table: Table) -> bool:
    """Nobody may judge here: the organiser plays at the table, and there is no other croupier."""
    named = [user for user in (table.croupier, table.contest.organiser) if user is not None]
    return not any(rights.rules_at(user, table) for user in named)


def rulings_since(case: Case) -> Sequence[Event]:
    """Rulings at the table since the case was opened, the newest first: one of them may close it."""
    found = case.table.events.filter(kind__in=_RULINGS, created_at__gte=case.opened_at)
    return list(found.select_related("actor").order_by("-number")[:10])


def name_of(case: Case) -> str:
    """Its player's name at the table; another may have his seat by now."""
    entry = Entry.objects.filter(contest=case.table.contest_id, user=case.caller_id).first()
    return entry.name if entry is not None else case.caller.name


# --- parts


def _locked(table: int) -> Table:
    rows = Table.objects.select_for_update(of=("self",)).select_related("contest__organiser", "croupier")
    return rows.defer("snapshot").get(pk=table)


def _open_one(case: int) -> Case:
    row = Case.objects.select_related("table__contest", "caller").get(pk=case)
    if row.closed_at is not None:
        raise Stale("CASE_CLOSED", number=row.number, at=row.closed_at)
    return row


def _must_be_open(table: Table) -> None:
    if table.contest.state in _CLOSED:
        raise Stale("CONTEST_OVER", state=str(table.contest.state))


def _known(table: Table, by: models.User, key: str) -> CaseWord | None:
    return CaseWord.objects.filter(case__table=table, author=by, key=key).select_related("case").first()


def _written(text: str) -> str:
    words = typed.text(text, LONGEST)
    rights.must(bool(words), "NOTHING_WRITTEN")
    return words


def _not_too_many(table: Table, by: models.User, now: datetime, *, new: bool = False) -> None:
    mine = CaseWord.objects.filter(case__table=table, author=by, at__gt=now - _HOUR).order_by("at")
    times = list(mine.values_list("at", flat=True))
    if len(times) >= MOST_WORDS:
        raise Illegal("TOO_MANY_CALLS", again=times[-MOST_WORDS] + _HOUR)
    opened = table.cases.filter(caller=by, opened_at__gt=now - _DAY).order_by("opened_at")
    days = list(opened.values_list("opened_at", flat=True)) if new else []
    if len(days) >= MOST_CASES:
        raise Illegal("TOO_MANY_CALLS", again=days[-MOST_CASES] + _DAY)


def _open(table: Table, seat: Seat, by: models.User, words: str, now: datetime) -> Case:
    return Case.objects.create(
        table=table,
        number=table.cases.count() + 1,
        caller=by,
        seat=seat.letter,
        about=typed.line(words, _ABOUT),
        opened_at=now,
    )


def _add(case: Case, by: models.User, words: str, key: str, via: str, now: datetime) -> CaseWord:
    judge = by.pk != case.caller_id
    said = case.words.create(author=by, judge=judge, text=words, via=via, key=key, at=now)
    if case.waits == judge:
        case.waits = not judge
        case.save(update_fields=["waits"])
    if judge:
        _tell_player(case, f"answer:{said.pk}", said.pk)
    else:
        _tell_judge(case, said)
    return said


def _note(said: CaseWord) -> None:
    """In the ledger stands that somebody wrote, never what."""
    what = "answered" if said.judge else "said"
    data = {"case": said.case.number, "what": what, "via": said.via}
    table = said.case.table
    ledger.append(table.contest, "case", ref=table.ref, data=data, actor=f"u{said.author_id}", at=said.at)


def _log(case: Case, by: models.User, what: str, key: str, via: str) -> None:
    data = {"case": case.number, "what": what}
    if what == casebook.CLOSED:
        data |= {"ending": str(case.ending), "event": case.ruling.number if case.ruling else None}
    tables.play(
        case.table_id,
        kind="case",
        key=key,
        origin=via,
        seat=case.seat,
        actor=by,
        data=data,
        reason=case.word if what == casebook.CLOSED else "",
    )


def _closing(case: Case, key: str) -> str:
    return f"case:{case.number}:{key}"[:120]


def _tell_player(case: Case, once: str, word: int | None = None) -> None:
    notices.tell_person(
        case.caller,
        "case",
        key=f"case:{once}",
        contest=case.table.contest,
        table=case.table,
        data={"case": case.pk, "word": word, "seat": case.seat},
    )


def _tell_judge(case: Case, said: CaseWord) -> None:
    """The croupier of the table; without one the organiser, also where he plays and can only name one."""
    table, contest = case.table, case.table.contest
    code = "NOBODY_JUDGES" if without_judge(table) else "REFEREE_CALLED"
    croupier = table.croupier
    reader = croupier if croupier is not None and rights.rules_at(croupier, table) else contest.organiser
    data = {"code": code, "name": name_of(case), "table": table.name, "case": case.pk}
    if code == "REFEREE_CALLED":
        data["words"] = " / ".join(line for line in said.text.splitlines() if line.strip())
    notices.tell_person(reader, "needs", key=f"needs:case:{said.pk}", contest=contest, table=table, data=data)
