"""The letters that came in for a contest, as its organiser and its croupiers may see them.

Nobody learns here what his own pages would not tell him. Words, moves and answers are those that the public
may know by now: in games whose moves name cards of a hand nothing is said back before the move lies open, a
line that names a card is held back until the contest's draws are published, and who plays at a table himself
sees no letter of it. Tokens are cut out everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import BigIntegerField, Count, Q, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from referee import letters as reader
from referee.core import Json, Unreadable
from referee.grammar.cards import card_at
from referee.grammar.text import clean, tokens
from tournaments import models
from tournaments.models import Contest, Event, Letter
from tournaments.services import clock, inbox, leaving, letters, looking, records, rights, typed, views
from tournaments.services.inbox import proof, texts
from tournaments.services.rights import Person, must

State = Letter.State

_REFUSED = Q(outcome__result="refused")
FILTERS: dict[str, Q] = {
    "all": Q(),
    "unread": Q(state=State.UNREAD),
    "refused": _REFUSED & ~Q(state=State.HELD),
    "held": Q(state=State.HELD),
    "quarantined": Q(state=State.QUARANTINED),
    "bounced": Q(outcome__why="a bounce"),
}
"""What may be shown alone."""

CUT = "…"
_SECRETS = re.compile(
    r"\[#[A-Za-z0-9]{4,16}\]|<?\b(?:turn|note|thread)\.[^<>\s@]{6,}(?:@[^<>\s]*>?)?|(?<=/t/)[\w.~-]{6,}"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A letter in the list. ``name``: of its player, "" where nobody here has written it."""

    letter: Letter
    name: str
    subject: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A letter on its own page.

    words     what its writer wrote himself; None: held back
    cut       why a quotation was found below or among them, and in which line
    outcome   move, refusal, command …; empty where it is held back
    hidden    lines of the words that are held back, since they name cards
    sender    its From, for the organiser alone, where that is not the address of an account
    answer    the answer's row, if the letter got one
    raw       may be downloaded whole; else its head alone
    """

    letter: Letter
    name: str
    table: models.Table | None
    subject: str
    words: Sequence[str] | None
    cut: tuple[str, int]
    hidden: int
    outcome: Json
    sender: str
    answer: models.Notice | None
    raw: bool


# --- which letters


def of_contest(user: Person, contest: Contest) -> QuerySet[Letter]:
    """All for the organiser, for a croupier those of his tables; the bytes stay where they are.

    Refusal: Illegal NOT_ALLOWED.
    """
    must(rights.helps_with(user, contest))
    assert isinstance(user, models.User)
    found = contest.letters.defer("raw").select_related("turn__seat__entry", "turn__table", "contest")
    if not rights.organises(user, contest):
        found = found.filter(turn__table__croupier=user)
    if not records.opened(contest):
        found = found.exclude(outcome__has_key="later")  # that a move was left in advance is secret
    own = list(contest.tables.filter(table_seats__entry__user=user).values_list("pk", flat=True))
    if own:
        about = Q(turn__table__in=own) | Q(pk__in=_answered_at(own))
        for there in _addresses_at(own):
            about |= Q(sender__in=there) | Q(envelope_from__in=there)
        found = found.exclude(about & ~Q(sender=user.email.lower()))
    return found.order_by("-received_at", "-id")


def _addresses_at(tables: Sequence[int]) -> list[QuerySet[Any, Any]]:
    """Of the players of these tables: those that they have, and those that they had."""
    there = models.User.objects.filter(entries__seat__table__in=tables)
    had = models.AddressChange.objects.filter(user__in=there, confirmed_at__isnull=False)
    return [there.values("email"), had.values("old"), had.values("new")]


def _answered_at(tables: Sequence[int]) -> QuerySet[Any, Any]:
    """The letters whose answers were about these tables, whoever sits there by now."""
    answers = models.Notice.objects.filter(kind="answer", table__in=tables)
    return answers.annotate(about=Cast(KT("data__letter"), BigIntegerField())).values("about")


def counts(found: QuerySet[Letter]) -> dict[str, int]:
    """How many letters each filter would show. One query."""
    asked: dict[str, Any] = {name: Count("pk", filter=picks) for name, picks in FILTERS.items() if picks}
    return dict(found.order_by().aggregate(all=Count("pk"), **asked))


def lines(page: Iterable[Letter], contest: Contest) -> list[Line]:
    """The letters of one page of the list. One query more."""
    rows = list(page)
    names = _names(contest, [row.sender for row in rows])
    return [Line(row, _name(row, names), _subject(row)) for row in rows]


def _names(contest: Contest, senders: Sequence[str]) -> dict[str, str]:
    entries = contest.entries.filter(user__email__in={one for one in senders if one})
    return {email.lower(): name for email, name in entries.values_list("user__email", "name")}


def _name(row: Letter, names: dict[str, str]) -> str:
    return row.turn.seat.entry.name if row.turn is not None else names.get(row.sender, "")


# --- one letter


def opened(user: Person, contest: Contest, number: int) -> Opened:
    """Letter.DoesNotExist for one that this person may not see. Refusal: Illegal NOT_ALLOWED."""
    row = of_contest(user, contest).defer(None).get(pk=number)
    name = _name(row, _names(contest, [row.sender]))
    closed, shown = _held_back(row), _shown(row)
    written, cut = ([], ("", 0)) if closed else _words(row)
    if row.state == State.UNREAD and not shown and any(map(leaving.speaks_of_it, written)):
        closed, written = True, []
    kept = [[line for line in text.splitlines() if shown or not names_card(line)] for text in written]
    lost = sum(len(text.splitlines()) for text in written) - sum(len(text) for text in kept)
    return Opened(
        row,
        name,
        row.turn.table if row.turn is not None else None,
        _subject(row),
        None if closed else ["\n".join(text).strip() for text in kept if any(text)],
        cut,
        lost,
        {} if closed else _outcome(row, shown, rights.organises(user, contest)),
        _foreign(row) if rights.organises(user, contest) else "",
        models.Notice.objects.filter(kind="answer", data__letter=row.pk).select_related("user").first(),
        rights.organises(user, contest) and _whole(row),
    )


def _shown(row: Letter) -> bool:
    """Every card of the contest may be seen."""
    return row.contest is not None and records.opened(row.contest)


def _whole(row: Letter) -> bool:
    """Nothing that the letter may quote is secret: no card was dealt yet, or all are shown."""
    assert row.contest is not None
    return _shown(row) or not row.contest.tables.filter(deal_number__gt=0).exists()


def _held_back(row: Letter) -> bool:
    """Whether it is not said yet what a letter says: its move may name what still lies face down."""
    assert row.contest is not None
    if row.contest.game in views.OPEN or _whole(row):
        return False
    if row.turn is None:
        return True
    event = row.turn.table.events.filter(number=row.outcome.get("event") or 0).only("input").first()
    return event is None or event.input is None or event.kind != Event.Kind.MOVE


def _outcome(row: Letter, shown: bool, organises: bool) -> Json:
    """What came of it, without what its refusal quotes of the letter: an address, a line with cards."""
    packed = row.outcome.get("refusal")
    if packed is None:
        return dict(row.outcome)
    params = dict(packed["params"])
    for key, value in params.items():
        if (key == "sender" and not organises) or (
            isinstance(value, str) and not shown and names_card(value)
        ):
            params[key] = CUT
    return {**row.outcome, "refusal": {**packed, "params": params}}


def _foreign(row: Letter) -> str:
    known = models.User.objects.filter(email__iexact=row.sender).exists()
    return "" if known else row.sender


def _words(row: Letter) -> tuple[list[str], tuple[str, int]]:
    """What the writer wrote himself, and where that ended; nothing where the letter cannot be read."""
    if row.state == State.QUARANTINED:
        return [], ("", 0)
    case = inbox.Case(row, letters.ours())
    try:
        case.found = reader.read(
            bytes(row.raw), case.ours, recipients=[row.envelope_to], envelope_from=row.envelope_from
        )
    except Unreadable:
        return [], ("", 0)
    found = case.read.cut
    written = [typed.text(without_secrets(text), len(text)) for text in texts.texts(case)]
    return written, (found.why, found.line)


def names_card(line: str) -> bool:
    """Whether a line names a card, in any language: our own letters, quoted, would."""
    found = tokens(clean(line))
    return any(
        card_at(found, place, language)[0] for place in range(len(found)) for language in ("en", "fr", "it")
    )


def _subject(row: Letter) -> str:
    subject = typed.line(without_secrets(row.subject), len(row.subject))
    return CUT if not _shown(row) and (names_card(subject) or _held_back(row)) else subject


def without_secrets(text: str) -> str:
    """Every word of ours cut out: tags, tokens in addresses and Message-IDs, links of one turn."""
    pattern = letters.ours().address_pattern
    text = pattern.sub(CUT, text) if pattern else text
    return _SECRETS.sub(CUT, text)


# --- for the organiser alone


def download(user: Person, contest: Contest, number: int) -> bytes:
    """A letter as it came, our tokens cut out; its head alone while it may quote cards that are secret.

    The look is noted in the contest's ledger before anything is shown. Refusal: Illegal NOT_ALLOWED.
    """
    must(rights.organises(user, contest))
    assert isinstance(user, models.User)
    row = of_contest(user, contest).defer(None).get(pk=number)
    looking.looked(contest, user, "letter", f"letter/{row.pk}")
    raw = bytes(row.raw)
    if not _whole(row):
        head = proof.head_of(raw)
        raw = "".join(f"{name}: {_folded(str(value))}\n" for name, value in head.items()).encode(
            "utf-8", "replace"
        )
    return without_secrets(raw.decode("latin-1")).replace(CUT, "...").encode("latin-1", "replace")


def _folded(value: str) -> str:
    """A header's value in one line, without what could be a card: that of the subject is shown elsewhere."""
    value = " ".join(value.split())
    return CUT if names_card(value) else value


def see(user: Person, contest: Contest, number: int) -> bool:
    """The organiser has looked at a letter that could not be read; whether he had not before.

    Refusal: Illegal NOT_ALLOWED.
    """
    must(rights.organises(user, contest))
    found = of_contest(user, contest).filter(pk=number, state=State.QUARANTINED, seen_at__isnull=True)
    return bool(
        Letter.objects.filter(pk__in=list(found.values_list("pk", flat=True))).update(seen_at=clock.now())
    )


__all__ = ["FILTERS", "Line", "Opened", "counts", "download", "lines", "of_contest", "opened", "see"]
