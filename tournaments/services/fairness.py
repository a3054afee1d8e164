"""The fairness report of a contest: figures about pairs, closed until somebody says why he opens it.

Made of what everybody could see at the tables, and of the mail addresses that the service knows anyway.
Network addresses are not stored, so nothing is said of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db.models.functions import Lower

from referee.core import Stale
from referee.fairness import Deal, Figures, Reader, Turn, both_ways, figures
from tournaments import models
from tournaments.models import Contest, Event, Table
from tournaments.services import looking, records, rights, typed

WHAT = "fairness"
_WITH_TABLES = (Contest.State.RUNNING, Contest.State.PROVISIONAL, Contest.State.FINAL)
_TURNS = (Event.Kind.MOVE, Event.Kind.TIMEOUT)


@dataclass(frozen=True, slots=True)
class Mail:
    """What is known of two players' addresses. ``domain``: both have one at the same provider, as have so
    many of the contest's players (0: they have not); ``mailbox``: they had one and the same address;
    ``letters``: letters of the one that came from the other's address."""

    domain: int = 0
    mailbox: bool = False
    letters: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    one: Figures
    other: Figures
    mail: Mail


@dataclass(frozen=True, slots=True)
class TableReport:
    """``deals``: that are over, and so counted."""

    table: Table
    names: Mapping[str, str]
    deals: int
    pairs: Sequence[Pair]


@dataclass(frozen=True, slots=True)
class Report:
    """``accounts``: players whose address is known; ``alike``: pairs of them, of all ``of``, who have theirs
    at the same provider; ``left_out``: tables where the reader plays himself."""

    tables: Sequence[TableReport]
    accounts: int
    alike: int
    of: int
    left_out: int


def there(contest: Contest) -> bool:
    """Whether there is anything to report on."""
    return contest.state in _WITH_TABLES


def open_report(contest: Contest, by: models.User, reason: str) -> Report:
    """Each opening is an entry of the ledger, with its reason. Refusals: Illegal NOT_ALLOWED, NO_REASON;
    Stale NOTHING_TO_REPORT.
    """
    rights.must(rights.organises(by, contest))
    if not there(contest):
        raise Stale("NOTHING_TO_REPORT")
    reason = typed.line(reason, looking.LONGEST_REASON)
    rights.must(bool(reason), "NO_REASON")
    looking.looked(contest, by, WHAT, "", reason)
    return _report(contest, by)


def _report(contest: Contest, by: models.User) -> Report:
    tables = list(contest.tables.select_related("contest").defer("snapshot").order_by("number"))
    mine = [table for table in tables if rights.rules_at(by, table)]
    users = list(models.User.objects.filter(entries__seat__table__contest=contest).distinct())
    domains = Counter(_domain(user) for user in users)
    alike = sum(count * (count - 1) // 2 for count in domains.values())
    of = len(users) * (len(users) - 1) // 2
    shown = [_table(table, domains) for table in mine]
    return Report(shown, len(users), alike, of, len(tables) - len(mine))


def _table(table: Table, domains: Mapping[str, int]) -> TableReport:
    seats = list(table.table_seats.select_related("entry__user").order_by("letter"))
    deals = deals_of(table)
    mail = _mail(table, seats, domains)
    order = [seat.letter for seat in seats]
    pairs = [
        Pair(one, other, mail[frozenset((one.one, one.other))])
        for one, other in both_ways(figures(deals), order)
    ]
    return TableReport(table, {seat.letter: seat.entry.name for seat in seats}, len(deals), pairs)


def deals_of(table: Table) -> list[Deal]:
    """The deals of a table that are over, as they count: what a ruling took back is left out."""
    events = table.events.defer("sealed_input", "text", "comment").order_by("number")
    by_deal: defaultdict[int, list[Event]] = defaultdict(list)
    for event in records.live(events):
        if event.deal:
            by_deal[event.deal].append(event)
    read = _holdem if table.game == "holdem" else _other
    playing = 0 if table.between or table.state in (Table.State.OVER, Table.State.VOID) else table.deal_number
    found = (read(table, events) for deal, events in sorted(by_deal.items()) if deal != playing)
    return [deal for deal in found if deal is not None]


def _holdem(_table: Table, events: Iterable[Event]) -> Deal | None:
    reader = Reader()
    for event in events:
        reader.take(event.facts, seat=event.seat, at=_at(event), moved=_own(event))
    return reader.deal()


def _other(table: Table, events: Iterable[Event]) -> Deal | None:
    """A game without bets: only when moves were made."""
    players = tuple(records.letters(table))
    return Deal(players, tuple(Turn(event.seat, _at(event)) for event in events if _own(event)))


def _own(event: Event) -> bool:
    """A turn of the player himself, played or let pass: not what follows from his having left."""
    return event.kind in _TURNS and event.origin != "automatic"


def _at(event: Event) -> int | None:
    return None if event.kind == Event.Kind.TIMEOUT else int(event.received_at.timestamp())


def _mail(
    table: Table, seats: Sequence[models.Seat], domains: Mapping[str, int]
) -> dict[frozenset[str], Mail]:
    users = {seat.letter: seat.entry.user for seat in seats}
    boxes = {letter: _addresses(user) if user else set() for letter, user in users.items()}
    sent = _senders(table)
    found = {}
    for one, other in combinations(users, 2):
        first, second = users[one], users[other]
        same = first is not None and second is not None and _domain(first) == _domain(second)
        found[frozenset((one, other))] = Mail(
            domains[_domain(first)] if same and first else 0,
            bool(boxes[one] & boxes[other]),
            sum(sent[one, box] for box in boxes[other]) + sum(sent[other, box] for box in boxes[one]),
        )
    return found


def _addresses(user: models.User) -> set[str]:
    """All that an account ever had."""
    changes = user.address_changes.filter(confirmed_at__isnull=False).values_list("old", "new")
    return {user.email.lower(), *(address.lower() for pair in changes for address in pair)}


def _senders(table: Table) -> Counter[tuple[str, str]]:
    """(seat, From) -> letters about its turns."""
    letters = models.Letter.objects.filter(turn__table=table).annotate(by=Lower("sender"))
    return Counter(letters.values_list("turn__seat__letter", "by"))


def _domain(user: models.User) -> str:
    return user.email.rpartition("@")[2].lower()
