"""What must be true at the end: by the pages, by downloaded files, by the rule book's tools."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from deploy.check.world import Failed, World
from deploy.local.programs import python
from tournaments import models
from tournaments.management.bots.browser import Browser, Page
from tournaments.services import sealing

CHIPS = 20
PLAYERS = 13


@dataclass(frozen=True)
class Line:
    """A line of the final ranking as the contest page shows it."""

    place: int
    name: str
    chips: int
    prizes: str


class Rows(HTMLParser):
    """The rows of all tables of a page, as texts of their cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self._cell = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th") and self.rows:
            self.rows[-1].append("")
            self._cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._cell = False

    def handle_data(self, data: str) -> None:
        if self._cell:
            self.rows[-1][-1] = " ".join(f"{self.rows[-1][-1]} {data}".split())


def expect(what: str, came: object, wanted: object) -> None:
    if came != wanted:
        raise Failed(f"expected: {what}: {wanted}; came {came}")


def ranking_shown(page: Page, names: list[str]) -> list[Line]:
    """The ranking with chips and prizes, read from the contest's page."""
    found: dict[str, Line] = {}
    for row in Rows(page.text).rows:
        line = _line(row, names)
        if line is not None:
            found.setdefault(line.name, line)
    return sorted(found.values(), key=lambda line: (line.place, line.name))


def _line(row: list[str], names: list[str]) -> Line | None:
    """place · name … chips … prizes: the cells that are numbers, and the one that is a name."""
    name = next(
        (name for name in names if any(cell == name or cell.startswith(f"{name} ") for cell in row)), None
    )
    place = re.match(r"\d+", row[0]) if row else None
    numbers = [int(cell) for cell in row[1:] if cell.isdigit()]
    if name is None or place is None or not numbers:
        return None
    return Line(int(place[0]), name, numbers[0], row[-1] if not row[-1].isdigit() else "")


def _checked(world: World, page: Page) -> list[dict[str, dict[str, Any]]]:
    file = world.folder / "draws.json"
    file.write_bytes(Browser(world.site).download(page.link("draws.json")))
    world.do("verify", *python("-m", "referee", "verify", str(file)))
    documents: list[dict[str, dict[str, Any]]] = json.loads(file.read_text())
    return documents


def draws_checked(world: World, page: Page) -> int:
    """Every opened draw of any contest; how many there are."""
    return len(_checked(world, page))


def draws_verified(world: World, page: Page) -> int:
    """Every draw of the contest by the file that its page offers; how many there are."""
    documents = _checked(world, page)
    kinds = [document["published"]["t"] for document in documents]
    if not any("seating" in kind for kind in kinds) or sum("/table-" in kind for kind in kinds) < 4:
        raise Failed(f"expected: draws of the seating and of two deals at each of two tables; came {kinds}")
    _a_changed_file_is_found_out(world, documents)
    return len(documents)


def _a_changed_file_is_found_out(world: World, documents: list[dict[str, dict[str, object]]]) -> None:
    """The verification could fail: one seed changed, and it says so."""
    spoilt = json.loads(json.dumps(documents))
    seed = spoilt[0]["revealed"]["seed"]
    spoilt[0]["revealed"]["seed"] = ("0" if seed[0] != "0" else "1") + seed[1:]
    file = world.folder / "spoilt.json"
    file.write_text(json.dumps(spoilt))
    try:
        world.do("verify", *python("-m", "referee", "verify", str(file)))
    except Failed:
        return
    raise Failed("expected: a draw with another seed is not verified; it was")


def records_replayed(world: World, contest: Page, tables: int) -> dict[str, int]:
    """Each table's record, downloaded and replayed without the service: name -> chips at the end."""
    chips: dict[str, int] = {}
    for number in range(1, tables + 1):
        file = world.folder / f"table-{number}.json"
        address = urljoin(contest.url, f"{number}/record.json")
        file.write_bytes(Browser(world.site).download(address))
        world.do("verify", *python("-m", "referee", "verify", str(file)))
        played = json.loads(world.do("replay", *python("-m", "referee", "replay", str(file))))
        players = json.loads(file.read_text())["players"]
        chips |= {players[seat]: stack for seat, stack in played["result"]["stacks"].items()}
    return chips


def nothing_left(contest: models.Contest) -> None:
    """No notice unsent or sent to nobody, no letter unread, no turn open."""
    unsent = models.Notice.objects.filter(sent_at__isnull=True, dropped_at__isnull=True)
    expect("notices unsent", list(unsent.values_list("kind", "trouble")), [])
    names = models.CaughtLetter.objects.values_list("message_id", flat=True)
    caught = {sealing.token_hash(name.strip("<>")) for name in names}
    sent = models.Notice.objects.filter(sent_at__isnull=False).values_list("message_id", flat=True)
    expect("notices sent whose letter came nowhere", [name for name in sent if name not in caught], [])
    letters = models.Letter.objects
    expect("letters unread", letters.filter(state=models.Letter.State.UNREAD).count(), 0)
    expect("letters in quarantine", letters.filter(state=models.Letter.State.QUARANTINED).count(), 0)
    open_turns = models.Turn.objects.filter(table__contest=contest, closed_at__isnull=True)
    expect("turns still open", open_turns.count(), 0)
