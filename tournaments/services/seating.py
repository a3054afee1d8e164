"""From a closed list to tables, and from finished tables to a ranking with prizes."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from django.db import transaction

from referee.contests.prizes import award, settle_lot
from referee.contests.ranking import Outcome, Place, rank
from referee.contests.tables import (
    FEWEST_SEATS,
    seat_letters,
    seat_players,
    sizes_by_choice,
    small_sizes,
    table_sizes,
)
from referee.core import Illegal, Stale
from referee.games import GAMES
from tournaments import models
from tournaments.models import Award, Contest, Entry, Placing, Table
from tournaments.services import clock, draws, inputs, ledger, notices, positions, rights, sealing, views
from tournaments.services.leagues import extent
from tournaments.services.registration import locked

_SPARE = 8
"""Seeds beyond the deals that can be played: void deals keep their numbers."""
_ENDLESS = 400
"""Seeds for a table whose game has no fixed number of deals."""
_CHOICES = {
    "exception": Contest.Tables.EXCEPTION,
    "one-table": Contest.Tables.ONE_OF_NINE,
}


def series_of(row: Contest) -> list[tuple[str, int]]:
    """Every series of draws that the contest can need, with its count of seeds."""
    hands = GAMES[row.game].deals(row.rules) or _ENDLESS
    most = extent.most_tables(row) if row.rounds else _most_tables(row)
    tables = [f"{row.ref}/table-{number}" for number in range(1, most + 1)]
    return [
        (f"{row.ref}/seating", _SPARE),
        (f"{row.ref}/prizes", max(64, sum(map(len, row.prizes)))),
        *((series, hands + _SPARE) for series in tables),
        *((f"{series}/lots", 8 * _SPARE) for series in tables),
    ]


def _most_tables(row: Contest) -> int:
    """As many as all entrants could need, and one more."""
    smallest = min(FEWEST_SEATS, max(GAMES[row.game].seats[1] - 2, GAMES[row.game].seats[0]))
    return max(row.cap // smallest, 1) + 1


def players(row: Contest) -> list[Entry]:
    """Who is drawn, in the canonical order: that of registration."""
    return list(row.entries.filter(state=Entry.State.IN).select_related("user").order_by("number"))


def sizes(row: Contest, count: int) -> tuple[int, ...]:
    """The tables for ``count`` players: of 5 to 8 seats, or as small as the game asks for.

    Refusals: Illegal CANNOT_SPLIT, CANNOT_SEAT, both with ``choices``.
    """
    rule, seats = row.table_rule, GAMES[row.game].seats
    if seats[1] <= FEWEST_SEATS:
        return small_sizes(count, seats)
    if rule == Contest.Tables.EXCEPTION and count and not _splits(count):
        return sizes_by_choice(count, "exception")
    if rule == Contest.Tables.ONE_OF_NINE and count == 9:
        return (9,)
    return table_sizes(count, smallest=rule == Contest.Tables.SMALLEST)


def _splits(count: int) -> bool:
    try:
        table_sizes(count)
    except Illegal:
        return False
    return True


def decide(row: Contest, choice: str, reason: str) -> None:
    """Take one of the choices offered for an impossible number. Refusal: Illegal NOT_OFFERED."""
    present = players(row)
    sizes_by_choice(len(present), choice)
    if choice == "reserve":
        last = present[-1]
        last.state = Entry.State.DROPPED
        last.save(update_fields=["state"])
        notices.tell(row, "dropped", [last], once=f"dropped:{row.closes_at.isoformat()}")
        return
    row.table_rule, row.table_rule_reason = _CHOICES[choice], reason[:200]
    row.save(update_fields=["table_rule", "table_rule_reason"])


def announce_seats(row: Contest) -> None:
    """State who will be drawn, before anything that goes into the draw is known. The row is locked."""
    present = [entry.ref for entry in players(row)]
    if present:
        over = row.inputs.closed_at is not None
        draws.state(row, f"{row.ref}/seating", "seating", present, closed=over, announced=True)


def seat(row: Contest) -> list[Table]:
    """Draw the seats by an auditable lot, opened at once. The contest's row is locked.

    Refusals: Illegal CANNOT_SPLIT; Stale CHECKIN_RUNS, BEACON_AWAITED.
    """
    present = players(row)
    if not present:
        raise Illegal("CANNOT_SPLIT", players=0, choices=("extension",))
    shape = sizes(row, len(present))
    inputs.must_be_complete(row)
    drawn = draws.draw(row, f"{row.ref}/seating", "seating", [entry.ref for entry in present])
    draws.note(row, drawn, "seating")
    by_ref = {entry.ref: entry for entry in present}
    names = _names(row, len(shape))
    made = [
        make_table(row, number, names[number - 1], [by_ref[ref] for ref in refs])
        for number, refs in enumerate(seat_players(drawn.order, len(shape)), start=1)
    ]
    draws.reveal(models.Draw.objects.select_related("contest").get(series=drawn.series, n=drawn.number))
    plan = {table.name: [one.entry.ref for one in table.table_seats.all()] for table in made}
    ledger.append(row, "seating", ref=f"{drawn.series}#{drawn.number}", data={"tables": _ascii(plan)})
    return made


def _ascii(plan: dict[str, list[str]]) -> list[dict[str, object]]:
    return [{"name": name, "seats": refs} for name, refs in plan.items()]


def _names(row: Contest, tables: int) -> list[str]:
    """The chosen names in their order, then numbers; no two tables have the same."""
    chosen = list(dict.fromkeys(row.table_names))[:tables]
    numbers = (str(number) for number in itertools.count(len(chosen) + 1) if str(number) not in chosen)
    return [*chosen, *itertools.islice(numbers, tables - len(chosen))]


def make_table(row: Contest, number: int, name: str, present: Sequence[Entry]) -> Table:
    """A table with these players at A, B, C …; it has not begun."""
    game = GAMES[row.game]
    letters = seat_letters(len(present))
    table = Table.objects.create(
        contest=row,
        number=number,
        name=name,
        game=row.game,
        croupier=_croupier(row, number, present),
        snapshot=sealing.seal_json(game.dump(game.start(game.rules(row.rules), letters))),
    )
    models.Seat.objects.bulk_create(
        models.Seat(table=table, entry=entry, letter=letter)
        for letter, entry in zip(letters, present, strict=True)
    )
    return table


def _croupier(row: Contest, number: int, present: Sequence[Entry]) -> models.User | None:
    """The next croupier who does not play here; the organiser where nobody else can; else nobody."""
    playing = {entry.user_id for entry in present}
    able = [one.user for one in row.croupiers.select_related("user").order_by("id")]
    able = [user for user in able or [row.organiser] if user.pk not in playing]
    if not able and row.organiser_id not in playing:
        able = [row.organiser]
    return able[(number - 1) % len(able)] if able else None


def finish(contest: int) -> bool:
    """When the last table is over: ranking, prizes, seeds opened, everybody told. True where it was done."""
    with transaction.atomic():
        row = locked(contest)
        if row.state != Contest.State.RUNNING or row.tables.exclude(state=Table.State.OVER).exists():
            return False
        ranking = ranking_of(row)
        _place(row, ranking)
        row.state = Contest.State.PROVISIONAL
        row.save(update_fields=["state"])
        ledger.append(row, "ranking", data={"places": _places(ranking)})
        _award(row, ranking)
        if row.automatic:
            conclude(row)
    return True


def confirm(contest: int, by: models.User) -> Contest:
    """The organiser makes a provisional ranking final. Refusal: Stale NOT_PROVISIONAL."""
    with transaction.atomic():
        row = locked(contest)
        rights.must(rights.organises(by, row))
        if row.state != Contest.State.PROVISIONAL:
            raise Stale("NOT_PROVISIONAL", state=str(row.state))
        conclude(row)
    return row


def conclude(row: Contest) -> None:
    """The ranking is final: all seeds are opened, everybody is told. The contest's row is locked."""
    row.state, row.finished_at = Contest.State.FINAL, clock.now()
    row.save(update_fields=["state", "finished_at"])
    positions.complete(row)
    draws.reveal_all(row)
    ledger.append(row, "contest", data={"state": "final"})
    notices.tell(row, "final", [one.entry for one in row.placings.select_related("entry")], once="final")


def ranking_of(row: Contest) -> tuple[Place, ...]:
    """The ranking over all tables as it stands; players by their ids in draws (T9)."""
    return rank(outcomes_of(row))


def outcomes_of(row: Contest) -> dict[str, Outcome]:
    """How every player stands, by his id in draws. Four queries, however many tables there are."""
    outcomes: dict[str, Outcome] = {}
    out = _out(row)
    for table in row.tables.prefetch_related("table_seats__entry"):
        chips = views.stacks(table)
        for seat in table.table_seats.all():
            stack, lost = chips.get(seat.letter, 0), out.get((table.pk, seat.letter), (None, 0))
            outcomes[seat.entry.ref] = Outcome(stack) if stack else Outcome(0, *lost)
    return outcomes


def _out(row: Contest) -> dict[tuple[int, str], tuple[int, int]]:
    """Who lost his last chip, by table and seat: in which deal, and his stack at its start."""
    events = models.Event.objects.filter(table__contest=row, facts__contains=[{"fact": "out"}])
    return {
        (event.table_id, fact["seat"]): (event.deal, fact["stack"])
        for event in events.only("table_id", "deal", "facts").order_by("table_id", "number")
        for fact in event.facts
        if fact["fact"] == "out"
    }


def _places(ranking: Sequence[Place]) -> list[dict[str, object]]:
    return [{"place": place.number, "players": list(place.players)} for place in ranking]


def _place(row: Contest, ranking: Sequence[Place]) -> None:
    entries = {entry.ref: entry for entry in row.entries.all()}
    outcomes = outcomes_of(row)
    Placing.objects.bulk_create(
        Placing(contest=row, entry=entries[player], place=place.number, chips=outcomes[player].chips)
        for place in ranking
        for player in place.players
    )


def _award(row: Contest, ranking: Sequence[Place]) -> None:
    entries = {entry.ref: entry for entry in row.entries.all()}
    plan = award(ranking, row.prizes, row.prize_units)
    shares = {player: dict(goods) for player, goods in plan.shares.items()}
    for lot in plan.lots:
        drawn = draws.draw(row, f"{row.ref}/prizes", "lots", lot.players)
        draws.note(row, drawn, "lots")
        draws.reveal(models.Draw.objects.select_related("contest").get(series=drawn.series, n=drawn.number))
        for player, units in settle_lot(lot, drawn.order).items():
            shares[player][lot.good] += units
    rows = [
        Award(contest=row, entry=entries[player], good=good, amount=amount)
        for player, goods in shares.items()
        for good, amount in goods.items()
        if amount
    ]
    kept = [
        Award(contest=row, entry=None, good=good, amount=amount)
        for good, amount in plan.kept.items()
        if amount
    ]
    Award.objects.bulk_create(rows + kept)
