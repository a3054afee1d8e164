"""Breaking a seal: who of the staff must see a hidden card says why, and the whole table is told first.

The only way for hidden cards to reach a person whose cards they are not. They are shown in the answer to that
one request: whoever wants to see them again breaks the seal again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from referee import undoing
from referee.core import Json, Stale
from referee.games import GAMES
from tournaments import models
from tournaments.models import Draw, Entry, Event, Table
from tournaments.services import choices, draws, records, rights, sitting, tables, typed
from tournaments.services.desk import Outcome
from tournaments.services.seals import CHOICE, DECK, HAND

LONGEST_REASON = 400


@dataclass(frozen=True, slots=True)
class Seal:
    """What can be opened at a table: known to everybody that it is there. ``word`` names it in a form;
    ``void``: of a deal that does not count."""

    what: str
    deal: int
    draw: int
    seat: str = ""
    void: bool = False

    @property
    def word(self) -> str:
        return f"{self.what}:{self.seat or self.draw}"


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that lay under a seal, and whose they are: a seat's letter, "board", or "" for what nobody has
    got. ``places``: their positions in the deck, from 0; none of cards that are not shown as a deck."""

    to: str
    cards: Sequence[str] = field(repr=False)
    places: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Unsealed:
    """What lay under it. ``words``: what was said with a secret choice. ``event``: the table's line of it."""

    seal: Seal
    event: int
    cards: Sequence[Cards] = field(repr=False)
    words: str = field(default="", repr=False)


def may_break(user: rights.Person, table: Table) -> bool:
    """Whoever rules at the table, and neither plays in the contest nor ever did."""
    if not isinstance(user, models.User) or not rights.rules_at(user, table):
        return False
    entries = Entry.objects.filter(contest=table.contest_id, user=user)
    plays = entries.filter(Q(seat__isnull=False) | ~Q(state=Entry.State.WITHDRAWN)).exists()
    return not plays and not sitting.was_replaced(table.contest_id, user)


def there(table: Table) -> list[Seal]:
    """What lies under a seal at a table, in the order of a page; nothing once everybody may see it."""
    if records.opened(table.contest):
        return []
    events = records.events_of(table)
    dealt = _dealt(table, events)
    if not dealt:
        return []
    last = dealt[-1]
    found = [*_choices(table, events, last), *_hands(table, last)]
    return found + [Seal(DECK, deal, row.n, void=row.state == Draw.State.VOID) for deal, row in dealt[::-1]]


def break_seal(table: Table, by: models.User, word: str, *, reason: str, key: str) -> Unsealed:
    """Tell the table and the ledger; then the cards, once: the same ``key`` again shows none.

    Refusals: Illegal NOT_ALLOWED, PLAYS_IN_CONTEST, NO_REASON, NOTHING_CHOSEN; Stale NOTHING_SEALED,
    SEEN_ONCE.
    """
    rights.must(rights.rules_at(by, table))
    rights.must(may_break(by, table), "PLAYS_IN_CONTEST")
    reason = typed.line(reason, LONGEST_REASON)
    rights.must(bool(reason), "NO_REASON")
    rights.must(bool(word), "NOTHING_CHOSEN")
    seal = next((one for one in there(table) if one.word == word), None)
    done = _announced(table, by, seal, reason, key)
    if done.repeated or seal is None:
        raise Stale("SEEN_ONCE")
    cards, words = _under(table, seal, done.number)
    return Unsealed(seal, done.number, cards, words)


def _announced(table: Table, by: models.User, seal: Seal | None, reason: str, key: str) -> Outcome:
    first = table.events.filter(key=key).first()
    if first is not None:
        return Outcome.of(first, repeated=True)
    if seal is None:
        raise Stale("NOTHING_SEALED")
    data: Json = {"ruling": "unseal", "what": seal.what, "deal": seal.deal, "draw": seal.draw}
    return tables.play(
        table.pk,
        kind="ruling",
        origin="staff",
        seat=seal.seat or None,
        actor=by,
        reason=reason,
        data=data,
        key=key,
    )


def _dealt(table: Table, events: Sequence[Event]) -> list[tuple[int, Draw]]:
    """The decks that were dealt here, void ones too: (deal, draw) in their order."""
    rows = {row.n: row for row in Draw.objects.filter(series=table.ref).exclude(deck_commit="")}
    asked = [
        (one.deal, one.input["deck"]["n"]) for one in events if one.kind == Event.Kind.DEAL and one.input
    ]
    return [(deal, rows[number]) for deal, number in asked if number in rows]


def _hands(table: Table, last: tuple[int, Draw]) -> list[Seal]:
    """Of the newest deal: of the seats that were dealt cards."""
    deal, row = last
    to = {one["to"] for one in row.dealt}
    seats = table.table_seats.select_related("entry").order_by("letter")
    return [Seal(HAND, deal, row.n, seat.letter) for seat in seats if seat.entry.ref in to]


def _choices(table: Table, events: Sequence[Event], last: tuple[int, Draw]) -> list[Seal]:
    kept = records.live(events)
    hidden = choices.secret(table, kept)
    seats = sorted({one.seat for one in kept if one.number in hidden})
    return [Seal(CHOICE, last[0], last[1].n, seat) for seat in seats]


def _under(table: Table, seal: Seal, event: int) -> tuple[list[Cards], str]:
    """As it lay when the table was told, by the event of that number."""
    if seal.what == DECK:
        return _deck(table, Draw.objects.select_related("contest").get(series=table.ref, n=seal.draw)), ""
    if seal.what == HAND:
        state = records.state_at(table, event)
        own = GAMES[table.game].view(state, seal.seat)["seats"][seal.seat]["cards"]
        return [Cards(seal.seat, list(undoing.texts(own)))], ""
    before = records.live(one for one in records.events_of(table) if one.number < event)
    made = next(one for one in reversed(before) if one.seat == seal.seat and one.sealed_input is not None)
    asked = choices.asked_of(made) or {}
    return [Cards(seal.seat, list(asked.get("cards", ())))], choices.comment_of(made)


def _deck(table: Table, row: Draw) -> list[Cards]:
    """All of it, by whom its cards went to at the deal; last what nobody got then."""
    order, went = draws.labels(row), dict[str, list[int]]()
    for one in row.dealt:
        went.setdefault(one["to"], []).extend(one["pos"])
    rest = sum(len(places) for places in went.values())
    went[""] = list(range(rest, len(order)))
    letters = {seat.entry.ref: seat.letter for seat in table.table_seats.select_related("entry")}
    return [
        Cards(letters.get(to, to), [order[place] for place in places], places) for to, places in went.items()
    ]
