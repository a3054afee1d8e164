"""What one reader may check of a draw: its document for ``referee verify``, as far as it is open to him."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from referee.core import Json
from tournaments import models
from tournaments.models import Contest, Draw
from tournaments.services import draws, positions, sitting, views
from tournaments.services.rights import Person

_ENDED = (Contest.State.FINAL, Contest.State.CANCELLED)


@dataclass(frozen=True, slots=True)
class Proof:
    """A draw with its place in the contest. ``table`` None: seats or prizes; ``deal``: the deal's number.

    Rows are shown to everybody: nothing sealed is in ``row`` but what no template asks for.
    """

    row: Draw
    table: models.Table | None
    deal: int = 0
    lots: bool = False

    @property
    def what(self) -> str:
        """seating, prizes, deck or lots."""
        if self.table is None:
            return "prizes" if self.row.series.endswith("/prizes") else "seating"
        return "lots" if self.lots else "deck"


def levels(contest: Contest) -> list[Draw]:
    """One draw of the seats and the newest of a deck, for the marks on the contest's page. One query."""
    rows = contest.draws.exclude(deck_commit="").exclude(state=Draw.State.VOID)
    found: dict[bool, Draw] = {}
    for row in rows.defer("order", "published", "revealed").order_by("pk"):
        if row.kind in ("seating", "deck"):
            found[row.kind == "deck"] = row
    return [found[kind] for kind in sorted(found)]


def may_see_seeds(contest: Contest, reader: Person) -> bool:
    """At the end: everybody, or the two auditors that were named before registration opened."""
    if contest.state not in _ENDED:
        return False
    return contest.seeds_for_all or contest.auditors.filter(user_id=reader.pk or 0).exists()


def listed(contest: Contest) -> list[Proof]:
    """Every draw of a contest in the order in which they were made; lots of a deal behind its deck."""
    tables = {table.ref: table for table in contest.tables.defer("snapshot").select_related("contest")}
    rows = list(contest.draws.defer("order", "published", "revealed").order_by("created_at", "pk"))
    deals = _deals(contest)
    return [_placed(row, tables, deals) for row in rows]


def find(contest: Contest, pk: int) -> Proof:
    """Draw.DoesNotExist."""
    row = contest.draws.select_related("contest").get(pk=pk)
    tables = {table.ref: table for table in contest.tables.defer("snapshot").select_related("contest")}
    return _placed(row, tables, _deals(contest))


def of_latest_deal(table: models.Table) -> Draw | None:
    """The draw of the deck that was dealt last; None before it. One query."""
    rows: QuerySet[Draw] = Draw.objects.defer("order", "published", "revealed")
    dealt = rows.filter(series=table.ref, state__in=(Draw.State.DEALT, Draw.State.REVEALED))
    return dealt.order_by("-n").first()


def _deals(contest: Contest) -> dict[tuple[str, int], int]:
    """(series, n) -> the number of the deal that was dealt from it."""
    events = models.Event.objects.filter(table__contest=contest, kind=models.Event.Kind.DEAL)
    found: dict[tuple[str, int], int] = {}
    asked: Any
    for deal, asked in events.values_list("deal", "input"):
        deck = asked["deck"]
        found[deck["series"], deck["n"]] = deal
        for lots in asked["lots"].values():
            found |= {(f"{deck['series']}/lots", lot["n"]): deal for lot in lots}
    return found


def _placed(row: Draw, tables: dict[str, models.Table], deals: dict[tuple[str, int], int]) -> Proof:
    lots = row.series.endswith("/lots")
    table = tables.get(row.series.removesuffix("/lots"))
    return Proof(row, table, deals.get((row.series, row.n), 0), lots)


def document(proof: Proof, reader: Person) -> Json | None:
    """``{"published": …, "revealed": …}``; ``revealed`` is null as long as the reader may not see the seed,
    and the openings are those of the cards that he may see. None before the draw."""
    row = proof.row
    if not row.deck_commit:
        return None
    opened = draws.opens_at_once(row) or may_see_seeds(row.contest, reader)
    if row.revealed is not None and opened:
        return {"published": row.published, "revealed": row.revealed}
    seen = visible(proof, reader)
    known = {**row.published, "openings": _proven(row, seen), "deals": _deals_said(proof)}
    return {"published": known, "revealed": None}


def _deals_said(proof: Proof) -> list[Json]:
    """To whom positions went, the board as far as it lies open."""
    if proof.table is None or proof.lots:
        return list(proof.row.dealt)
    return positions.with_board(proof.row, positions.in_facts(proof.table, proof.deal, proof.row))


def visible(proof: Proof, reader: Person) -> list[int]:
    """The positions whose cards lie open for this reader: shown to all, or his own. What somebody else held
    in his seat before him is not his."""
    if proof.table is None or proof.lots or not proof.deal:
        return []
    found = set(positions.in_facts(proof.table, proof.deal, proof.row))
    seat = proof.table.table_seats.select_related("entry").filter(entry__user_id=reader.pk or 0).first()
    if seat is not None and proof.deal >= sitting.first_own_deal(proof.table, seat.letter):
        found |= {place for one in proof.row.dealt if one["to"] == seat.entry.ref for place in one["pos"]}
        if proof.table.deal_number == proof.deal and proof.row.state == Draw.State.DEALT:
            sight = views.look(proof.table.pk, seat.letter)
            found |= positions.in_view(proof.row, sight.view)
    return sorted(found)


def _proven(row: Draw, places: Sequence[int]) -> list[Json]:
    """Their openings; one that would show another card than the deal did is left out: it proves nothing."""
    order = draws.labels(row)
    return [one for one in draws.openings(row, places) if one["label"] == order[one["pos"]]]


def openings(table: models.Table, deal: Json, known: set[str]) -> list[Json]:
    """For a record's ``draw``: the openings of the cards in it that its reader has seen."""
    row = Draw.objects.select_related("contest").get(series=deal["series"], n=deal["n"])
    order = draws.labels(row)
    return _proven(row, [place for place, label in enumerate(order) if label in known])
