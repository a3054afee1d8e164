"""Checking a draw from what was published and revealed, without any trust in the operator.

``verify_document`` gives one line per problem and none for a good draw; nothing that
can stand in a JSON document makes it raise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from referee.contests.tables import seat_players
from referee.draws.documents import level
from referee.draws.drawing import Draw, opening_matches
from referee.draws.encoding import sha256
from referee.draws.entropy import MIN_VALUE, player_commit
from referee.draws.items import is_canonical_deck
from referee.draws.reading import Malformed, Node, Opening, Published, Revealed, read_published, read_revealed
from referee.draws.seeds import seed_matches
from referee.draws.shuffle import stream_bytes
from referee.ledger.canonical import canonical

QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
QUICKNET_GENESIS, QUICKNET_PERIOD = 1692803367, 3
"""drand's quicknet: round r is out at genesis + (r - 1) * 3 seconds."""


def verify_document(document: Any) -> list[str]:
    """The problems of one draw ``{"published": …, "revealed": …}`` or of a list of them.

    One line each, naming what is wrong; an empty list means that every commitment,
    opening and position fits and that the order follows from the inputs. With an
    ``expect`` object beside them, its values are compared too. Before the end ``revealed``
    is null: then the openings and positions are checked against the commitment. Source: draws.md.
    """
    if not isinstance(document, list):
        lines = list(_draw_problems(document))
    else:
        lines = [
            f"draw {index}: {line}" for index, draw in enumerate(document) for line in _draw_problems(draw)
        ]
        lines += _dealt_twice(document)
    return [" ".join(line.split()) for line in lines]  # names come from the document: one line stays one


def document_level(document: Any, *, beacon: bool = True) -> str:
    """The level A, B or C of a draw's document (draws.md, "Level"); C where it is sealed or unreadable.

    beacon  False: it is known from elsewhere that its beacon proves nothing
    """
    try:
        pub, rev = _read(document)
    except Malformed:
        return "C"
    counted = {player for player, value in rev.values.items() if _value_problem(pub, player, value) is None}
    return level(dict.fromkeys(counted), beacon and rev.beacon.used and not list(_beacon_problems(pub, rev)))


def drawn_order(document: Any) -> tuple[str, ...] | None:
    """The order that a draw's inputs give, whatever was made of it; None where they cannot be read."""
    try:
        return tuple(_redraw(*_read(document)).order)
    except Malformed:
        return None


def _read(document: Any) -> tuple[Published, Revealed]:
    root = Node(document, "")
    if not isinstance(document, dict):
        raise Malformed("a draw is an object with published and revealed")
    for key in ("published", "revealed"):
        if key not in document:
            raise Malformed(f"{key} is missing")
    return read_published(root["published"]), read_revealed(root["revealed"])


def _draw_problems(document: Any) -> Iterator[str]:
    if isinstance(document, dict) and "revealed" in document and document["revealed"] is None:
        yield from _sealed_problems(document)
        return
    try:
        pub, rev = _read(document)
    except Malformed as error:
        yield str(error)
        return
    yield from _list_problems(pub)
    yield from _value_problems(pub, rev)
    yield from _beacon_problems(pub, rev)
    yield from _cut_problems(pub, rev)
    yield from _position_problems(pub)
    draw = _redraw(pub, rev)
    yield from _seed_problems(pub, rev, draw)
    yield from _deck_problems(pub, draw)
    yield from _opening_problems(pub, draw)
    if document.get("expect") is not None:
        yield from _expected_problems(document["expect"], draw)


def _sealed_problems(document: dict[str, Any]) -> Iterator[str]:
    """Of a draw whose seed is not open yet: what can be said from its commitment alone."""
    if "published" not in document:
        yield "published is missing"
        return
    try:
        pub = read_published(Node(document, "")["published"])
    except Malformed as error:
        yield str(error)
        return
    yield from _list_problems(pub)
    yield from _position_problems(pub)
    yield from _sealed_openings(pub)


def _sealed_openings(pub: Published) -> Iterator[str]:
    positions = Counter(opening.position for opening in pub.openings)
    shown = Counter(opening.label for opening in pub.openings)
    for position in (position for position, times in positions.items() if times > 1):
        yield f"published.openings: position {position} is opened twice"
    for label in (label for label, times in shown.items() if times > pub.items.count(label)):
        yield f"published.openings: {label} is opened more often than it is in the deck"
    for index, opening in enumerate(pub.openings):
        if opening.position >= len(pub.items) or not _proven(pub, opening):
            yield f"published.openings[{index}]: does not lead to deck_commit"


def _redraw(pub: Published, rev: Revealed) -> Draw:
    return Draw(
        contest=pub.contest,
        series=pub.series,
        number=pub.number,
        items=pub.items,
        seed=rev.seed,
        roster=pub.roster,
        values=rev.values,
        beacon=rev.beacon,
        cut_roster=pub.cut_roster,
        cuts=rev.cuts,
    )


def _list_problems(pub: Published) -> Iterator[str]:
    for name, roster in (("roster", pub.roster), ("cut_roster", pub.cut_roster)):
        for player in (player for player, times in Counter(roster).items() if times > 1):
            yield f"published.{name}: {player!r} stands there twice"
    for player in pub.commits:
        if player not in pub.players:
            yield f"published.commits: {player!r} is not in the roster"
    if pub.kind == "seating" and len(set(pub.items)) < len(pub.items):
        yield "published.items: somebody stands twice among the players to be seated"
    if pub.kind == "deck" and not is_canonical_deck(pub.items):
        yield "published.items: not a deck in its canonical order: its order was chosen"


def _value_problem(pub: Published, player: str, value: bytes) -> str | None:
    where = f"revealed.values: {player!r}"
    if player not in pub.players:
        return f"{where} is not in the roster"
    if player not in pub.commits:
        return f"{where} committed to nothing at registration: the value came late"
    if len(value) < MIN_VALUE:
        return f"{where}: a value has at least {MIN_VALUE} bytes"
    if player_commit(pub.contest, player, value) != pub.commits[player]:
        return f"{where}: the value is not the one committed at registration"
    return None


def _value_problems(pub: Published, rev: Revealed) -> Iterator[str]:
    for player, value in rev.values.items():
        if problem := _value_problem(pub, player, value):
            yield problem


def _beacon_problems(pub: Published, rev: Revealed) -> Iterator[str]:
    beacon = rev.beacon
    if (pub.chain, pub.round) != (beacon.chain, beacon.round):
        yield "revealed.beacon: not the source and round that were announced"
    if beacon.used and not beacon.randomness:
        yield "revealed.beacon.randomness: missing for the announced round"
    if beacon.randomness and not beacon.chain:
        yield "revealed.beacon.randomness: no source was announced"
    if rev.signature is not None and sha256(rev.signature) != beacon.randomness:
        yield "revealed.beacon.signature: the randomness is not its hash"
    if pub.chain == QUICKNET:
        out_at = QUICKNET_GENESIS + (pub.round - 1) * QUICKNET_PERIOD
        if out_at <= pub.inputs_close:
            yield "published.beacon.round: it was out before the inputs were closed"


def _cut_problems(pub: Published, rev: Revealed) -> Iterator[str]:
    for player in rev.cuts:
        if player not in pub.cut_roster:
            yield f"revealed.cuts: {player!r} is not in the cut roster"
    if rev.cuts and not rev.beacon.used:
        yield "revealed.cuts: a cut without a later beacon lets the last speaker choose the order"


def _position_problems(pub: Published) -> Iterator[str]:
    for expected, position in enumerate(pub.positions):
        if position != expected:
            what = "dealt twice or out of turn" if position < expected else f"position {expected} was skipped"
            yield f"published.deals: position {position} where {expected} is next: {what}"
            return
    if len(pub.positions) > len(pub.items):
        yield f"published.deals: {len(pub.positions)} positions of {len(pub.items)} items"


def _seed_problems(pub: Published, rev: Revealed, draw: Draw) -> Iterator[str]:
    if not pub.base <= pub.number < pub.base + pub.seeds:
        yield f"published.n: {pub.number} is outside the seeds committed ({pub.seeds} from {pub.base})"
    elif not seed_matches(
        pub.seed_commit, pub.series, pub.base, pub.seeds, pub.number, rev.seed, rev.seed_path
    ):
        if draw.deck_commit == pub.deck_commit:
            yield "revealed.seed_path: does not lead from the seed to seed_commit (path, seeds, base)"
        else:
            yield "revealed.seed: not the seed committed for this draw (seed, seed_path, series or number)"


def _deck_problems(pub: Published, draw: Draw) -> Iterator[str]:
    if draw.deck_commit == pub.deck_commit:
        return
    proven = [opening for opening in pub.openings if _proven(pub, opening)]
    if not proven:
        yield "published.deck_commit: not the order that the inputs give"
    elif any(opening.nonce == draw.nonce(opening.position) for opening in proven):
        yield "published.items: not the items that were drawn, or not in their order"
    else:
        yield "published.deck_commit: drawn from other inputs (seed, roster, values, cuts or beacon)"


def _proven(pub: Published, opening: Opening) -> bool:
    size = len(pub.items)
    return opening_matches(
        pub.deck_commit,
        pub.series,
        pub.number,
        size,
        opening.position,
        opening.label,
        opening.nonce,
        opening.path,
    )


def _opening_problems(pub: Published, draw: Draw) -> Iterator[str]:
    seen: set[int] = set()
    for index, opening in enumerate(pub.openings):
        where = f"published.openings[{index}]"
        if opening.position in seen:
            yield f"{where}: position {opening.position} is opened twice"
        seen.add(opening.position)
        if opening.position >= len(pub.items):
            yield f"{where}: there is no position {opening.position}"
        elif not _proven(pub, opening):
            yield f"{where}: {_opening_fault(pub, opening, draw)}"


def _opening_fault(pub: Published, opening: Opening, draw: Draw) -> str:
    if draw.deck_commit != pub.deck_commit:
        return "does not lead to deck_commit"
    drawn = draw.order[opening.position]
    if opening.label != drawn:
        return f"shows {opening.label} at position {opening.position}, drawn was {drawn}: a swapped card"
    if opening.nonce != draw.nonce(opening.position):
        return f"the nonce is not the one of position {opening.position}"
    return "the path does not lead to deck_commit"


def _expected_problems(expect: Any, draw: Draw) -> Iterator[str]:
    if not isinstance(expect, dict):
        yield "expect: not an object"
        return
    found: dict[str, Any] = {
        "e_t": draw.e_t.hex(),
        "e_d": draw.e_d.hex(),
        "key": draw.key.hex(),
        "stream64": stream_bytes(draw.key).hex(),
        "rejected": draw.rejected,
        "nonce0": draw.nonce(0).hex(),
        "order": list(draw.order),
        "order_sha256": sha256(canonical(list(draw.order)).encode("utf-8")).hex(),
    }
    tables = expect.get("tables")
    if isinstance(tables, list) and 0 < len(tables) <= len(draw.order):
        found["tables"] = [list(table) for table in seat_players(draw.order, len(tables))]
    for key, value in expect.items():
        if value is not None and (key in found or key == "tables") and found.get(key) != value:
            yield f"expect.{key}: not what the inputs give"


def _dealt_twice(documents: list[Any]) -> Iterator[str]:
    """Two decks for one number of one batch: the operator kept a second one up his sleeve."""
    first: dict[tuple[str, int, bytes], bytes] = {}
    for document in documents:
        try:
            pub, _ = _read(document)
        except Malformed:
            continue
        key = (pub.series, pub.number, pub.seed_commit)
        if first.setdefault(key, pub.deck_commit) != pub.deck_commit:
            yield f"{pub.series} number {pub.number}: two different decks from the same seeds"
