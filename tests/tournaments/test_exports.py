"""A contest's export: it checks from the first entry to the last card, and every attack on it is named."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from referee.audit import Report, verify_export
from referee.core import Json
from referee.ledger import Head, checkpoint_line, checkpoint_of_line
from tests import factories
from tests.tournaments.draws import sharing
from tournaments import models
from tournaments.services import contests, exports, ledger, presets, tables, views

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
GAMES = {"holdem": "shangri", "pyramid": "pyramid", "saint": "saint"}


def running(monkeypatch: pytest.MonkeyPatch, game: str) -> models.Contest:
    """Hold'em of five, two of whom take part in the draws; a duel of the others."""
    if game == "holdem":
        contest = sharing.closed(["alice", "bob"], 5)
        sharing.check_in(contest, "alice", "bob")
    else:
        plan: Json = {"game": game, "rules": {"preset": GAMES[game]}, "fields": {}}
        monkeypatch.setitem(presets.PRESETS, "duel", plan)
        contest = factories.open_contest(2, preset="duel")
        contests.close(contest.pk, contest.organiser)
        exception = models.Contest.Tables.EXCEPTION
        models.Contest.objects.filter(pk=contest.pk).update(table_rule=exception)
    contest.refresh_from_db()
    if contest.state == models.Contest.State.CLOSED:
        contests.draw(contest.pk, contest.organiser)
    contest.refresh_from_db()
    contests.start(contest.pk, contest.organiser)
    contest.refresh_from_db()
    return contest


def play_on(contest: models.Contest, most: int = 5000) -> None:
    """What silence would do, said aloud; in hold'em calls, so that hands are shown."""
    table = factories.table_of(contest)
    for number in range(most):
        turns = factories.open_turns(table)
        if not turns:
            break
        seat = turns[0].seat.letter
        sight = views.look(table.pk, seat)
        move = sight.silence
        if contest.game == "holdem":
            factories.act(table, "call" if (sight.options or {})["call"] else "raise 1")
            continue
        assert move is not None
        key = f"{contest.pk} {number} {seat}"
        tables.play(table.pk, kind="move", key=key, origin="web", seat=seat, move=move)
    contests.advance(contest.pk)
    contest.refresh_from_db()


def exported(contest: models.Contest, name: str = "") -> list[str]:
    reader = factories.person(name) if name else AnonymousUser()
    return list(exports.lines(contest, reader))


def checked(lines: list[str], *checkpoints: str) -> Report:
    return verify_export(lines, [(f"old {n}", checkpoint_of_line(one)) for n, one in enumerate(checkpoints)])


@pytest.mark.parametrize("game", GAMES)
def test_an_export_is_good_while_a_contest_runs_and_whole_after_its_end(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    contest = running(monkeypatch, game)
    early = ledger.checkpoint(contest)
    play_on(contest, 6)
    for name in ("", "alice", "olga"):
        report = checked(exported(contest, name), early)
        assert report.problems == []
        assert "0 of 1 tables played again" in report.summary
    later = ledger.checkpoint(contest)
    play_on(contest)
    assert contest.state == models.Contest.State.FINAL
    report = checked(exported(contest), early, later)
    assert report.problems == []
    assert "1 of 1 tables played again" in report.summary
    assert "(0 withheld), 2 checkpoints given" in report.summary
    level = "B" if game == "holdem" else "C"
    assert re.search(rf"\d+ draws \(\d+ {level}\)", report.summary)


@pytest.fixture(scope="module")
def whole(django_db_setup: None, django_db_blocker: Any) -> tuple[list[str], list[str]]:
    """The export of a hold'em contest that has ended, and checkpoints from its middle and its end."""
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch, transaction.atomic():
        contest = running(patch, "holdem")
        early = ledger.checkpoint(contest)
        play_on(contest)
        found = exported(contest), [early, ledger.checkpoint(contest)]
        transaction.set_rollback(True)
    return found


class Forgery:
    """An export taken apart, to be put together again as somebody would who keeps the whole database."""

    def __init__(self, lines: list[str]) -> None:
        parsed = [json.loads(line) for line in lines]
        self.head = parsed[0]
        self.bodies: list[Json] = [one["body"] for one in parsed if "seq" in one]
        self.draws: list[Json] = [one["draw"] for one in parsed if "draw" in one]
        self.tables: list[Json] = [one["table"] for one in parsed if "table" in one]

    def find(self, kind: str, ref: str = "") -> int:
        return next(
            place
            for place, body in enumerate(self.bodies)
            if body["type"] == kind and body["ref"].startswith(ref)
        )

    def draw(self, series: str) -> Json:
        return next(one for one in self.draws if one["published"]["t"].endswith(series))

    def move(self, place: int, behind: int) -> None:
        body = self.bodies.pop(place)
        self.bodies.insert(behind, body)

    def lines(self) -> list[str]:
        """Everything hashed and linked anew."""
        head, rows = Head(self.head["chain"]), []
        for body in self.bodies:
            head, row = head.append(
                at=datetime.fromisoformat(body["ts"]),
                actor=body["actor"],
                kind=body["type"],
                ref=body["ref"],
                data=body["data"],
                salt=bytes.fromhex(body["salt"]),
            )
            rows.append(exports.entry_line(row.seq, row.body, row.body_hash.hex(), row.link.hex()))
        first = {**self.head, "entries": len(rows), "checkpoint": checkpoint_line(head.checkpoint)}
        others = [{"draw": one} for one in self.draws] + [{"table": one} for one in self.tables]
        return [json.dumps(first), *rows, *(json.dumps(one) for one in others)]


def swapped_card(of: Forgery) -> None:
    openings = of.draw("/table-1")["published"]["openings"]
    openings[0]["label"], openings[1]["label"] = openings[1]["label"], openings[0]["label"]


def another_deck(of: Forgery) -> None:
    """A second deck, in order in itself, for a deal that was announced."""
    first, second = [one for one in of.draws if one["published"]["t"].endswith("/table-1")][:2]
    place = of.draws.index(first)
    of.draws[place] = {**second, "published": {**second["published"]}}
    of.draws.remove(second)


def skipped_position(of: Forgery) -> None:
    deals = of.draw("/table-1")["published"]["deals"]
    deals[-1]["pos"] = [place + 1 for place in deals[-1]["pos"]]


def other_positions(of: Forgery) -> None:
    """The second card goes to another player than the deal said; no position is left out."""
    deals = of.draw("/table-1")["published"]["deals"]
    deals[0]["to"], deals[1]["to"] = deals[1]["to"], deals[0]["to"]


def late_value(of: Forgery) -> None:
    of.move(of.find("value"), of.find("missing"))


def made_up_value(of: Forgery) -> None:
    del of.bodies[of.find("value")]


def left_out_value(of: Forgery) -> None:
    del of.draw("/seating")["revealed"]["values"]["p1"]


def late_seeds(of: Forgery) -> None:
    of.move(of.find("seeds", of.draw("/table-1")["published"]["t"]), of.find("value"))


def other_seeds(of: Forgery) -> None:
    again = of.bodies[of.find("seeds")]
    changed = {**again, "data": {**again["data"], "commit": "00" * 32}}
    of.bodies.insert(of.find("value"), changed)


def changed_roster(of: Forgery) -> None:
    of.bodies[of.find("inputs")]["data"]["roster"].pop()


def other_seats(of: Forgery) -> None:
    seats = of.bodies[of.find("seating")]["data"]["tables"][0]["seats"]
    seats[0], seats[1] = seats[1], seats[0]


def other_facts(of: Forgery) -> None:
    moves = [body for body in of.bodies if body["data"].get("kind") == "move"]
    moves[3]["data"]["facts"][0]["seat"] = "Z"


def other_move(of: Forgery) -> None:
    moves = [body for body in of.bodies if body["data"].get("kind") == "move"]
    moves[3]["data"]["input"] = {"do": "fold"}


def lost_event(of: Forgery) -> None:
    moves = [body for body in of.bodies if body["data"].get("kind") == "move"]
    of.bodies.remove(moves[3])


def other_rules(of: Forgery) -> None:
    deals = [body for body in of.bodies if body["data"].get("kind") == "deal"]
    deals[1]["data"]["input"]["rules"]["starting_stack"] += 1


def other_stacks(of: Forgery) -> None:
    deals = [body for body in of.bodies if body["data"].get("kind") == "deal"]
    stacks = deals[1]["data"]["input"]["setup"]["stacks"]
    stacks[next(iter(stacks))] += 1


def lost_draw(of: Forgery) -> None:
    of.draws.remove(of.draw("/table-1"))


def lost_table(of: Forgery) -> None:
    of.tables.clear()


@pytest.mark.parametrize(
    ("attack", "named"),
    [
        (swapped_card, r"draw .*/table-1 #0: published.openings\[0\]: .*: a swapped card"),
        (another_deck, r"/table-1 #0: row \d+ announces it, here it is missing"),
        (skipped_position, r"draw .*/table-1 #0: published.deals: position .* was skipped"),
        (other_positions, r"draw .*/table-1 #0: its positions went to others than row \d+ says"),
        (late_value, r"a late value was mixed in: of p1, of row \d+"),
        (made_up_value, r"a value was mixed in: no entry holds that of p1"),
        (left_out_value, r"draw .*/seating #0: the value of p1 \(row \d+\) was left out"),
        (late_seeds, r"the seeds of .*/table-1 are committed after the first value of a player"),
        (other_seeds, r"row \d+: other seeds for .* than row \d+ committed"),
        (changed_roster, r"draw .*: the roster was changed: row \d+ fixed others"),
        (other_seats, r"draw .*/seating #0: the seats in row \d+ are not those that were drawn"),
        (other_facts, r"/table-1: row \d+, event \d+: other facts follow from its input"),
        (other_move, r"/table-1: row \d+, event \d+: other facts follow from its input"),
        (lost_event, r"/table-1: row \d+, event \d+: event \d+ is next"),
        (other_rules, r"/table-1: row \d+, event \d+: the rules were changed"),
        (other_stacks, r"/table-1: row \d+, event \d+: the deal is begun otherwise than the rules ask"),
        (lost_draw, r"draw .*/table-1 #0: row \d+ announces it, here it is missing"),
        (lost_table, r"/table-1: it has entries, and no line of its own"),
    ],
)
def test_an_attack_by_whoever_owns_the_database_is_named(
    whole: tuple[list[str], list[str]], attack: Callable[[Forgery], None], named: str
) -> None:
    """The chain is hashed anew and in order; what gives the attack away is all the rest, and old letters."""
    lines, checkpoints = whole
    assert checked(Forgery(lines).lines(), *checkpoints).problems == []
    forgery = Forgery(lines)
    attack(forgery)
    found = checked(forgery.lines())
    assert any(re.search(named, line) for line in found.problems), found.problems
    if forgery.bodies != Forgery(lines).bodies:
        assert any("old 1: " in line for line in checked(forgery.lines(), *checkpoints).problems)


def test_an_edited_body_is_named(whole: tuple[list[str], list[str]]) -> None:
    lines = list(whole[0])
    place = next(n for n, line in enumerate(lines) if '"type":"seating"' in line)
    lines[place] = lines[place].replace('"p1"', '"p2"', 1)
    assert f"row {place - 1}: body_hash is not the hash of the body" in checked(lines).problems


def test_a_rewritten_chain_meets_an_old_checkpoint(whole: tuple[list[str], list[str]]) -> None:
    lines, (early, late) = whole
    forgery = Forgery(lines)
    forgery.bodies[2]["data"]["count"] = 1
    size, end = early.split(" ")[1], late.split(" ")[1]
    found = checked(forgery.lines(), early, late).problems
    assert f"old 0: another history of the first {size} entries" in found
    assert f"old 1: another history of the first {end} entries" in found


def test_a_truncated_tail_meets_a_later_checkpoint(whole: tuple[list[str], list[str]]) -> None:
    lines, (_, late) = whole
    forgery = Forgery(lines)
    size = len(forgery.bodies)
    del forgery.bodies[-2:]
    assert (
        f"old 0: speaks of {size} entries, here are {size - 2}: the end is missing"
        in checked(forgery.lines(), late).problems
    )
    cut = [line for line in lines if not line.startswith(f'{{"seq":{size - 1},')]
    assert any(
        f"line 1 announces {size} entries" in line or "the check stops here" in line
        for line in checked(cut).problems
    )


def test_a_withheld_body_in_a_full_export_is_named(whole: tuple[list[str], list[str]]) -> None:
    lines = list(whole[0])
    lines[3] = re.sub(r'"body":.*', '"body":null}', lines[3])
    assert "1 bodies are withheld, though nothing should be" in checked(lines).problems


def test_any_line_may_be_anything(whole: tuple[list[str], list[str]]) -> None:
    """A report, whatever stands there; no traceback."""
    lines = whole[0]
    odd = ("", "null", "[]", '{"draw":null}', '{"table":{"ref":1}}', '{"seq":1}', "\ud800", "{" * 9)
    for place in range(1, len(lines), 7):
        for rubbish in odd:
            assert checked([*lines[:place], rubbish, *lines[place + 1 :]]).problems
    for key, value in json.loads(lines[0]).items():
        for other in (None, [], "x", -1):
            with suppress(ValueError):
                changed = {**json.loads(lines[0]), key: other}
                assert (
                    checked([json.dumps(changed), *lines[1:]]).problems
                    or other == value
                    or key in ("contest", "game", "state")
                )


def test_it_comes_by_the_page_and_by_the_command_and_is_checked_alone(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As a member does it: the file, an old line, an old letter, and the rule book alone."""
    contest = running(monkeypatch, "holdem")
    line = ledger.checkpoint(contest)
    play_on(contest)
    page = client.get(f"/c/{contest.slug}/export.jsonl")
    assert page.status_code == 200
    assert page.headers["Content-Disposition"] == f'attachment; filename="{contest.slug}.jsonl"'
    file, letter = tmp_path / "contest.jsonl", tmp_path / "old.eml"
    file.write_bytes(page.getvalue())
    written = tmp_path / "by-command.jsonl"
    call_command("export", contest.ref, output=written)
    assert written.read_bytes() == file.read_bytes()
    letter.write_text(
        "From: referee@x.example\nSubject: old\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
        f"Content-Transfer-Encoding: quoted-printable\n\nHello,\n> {line.replace('=', '=3D')}\n"
    )
    for given in (line, str(letter)):
        done = verify(str(file), "--checkpoint", given)
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr.startswith(f"{file}: good. {models.LedgerHead.objects.get(contest=contest).size}")
    other = line.replace(" ", "x ", 1)
    done = verify(str(file), "--checkpoint", other)
    assert done.returncode == 1
    assert "of the chain" in done.stdout
    assert verify(str(file), "--checkpoint", "nothing of the kind").returncode == 2


def verify(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "referee", "verify", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


def test_a_draft_is_exported_to_nobody_who_cannot_see_it(client: Client) -> None:
    contest = factories.draft()
    assert client.get(f"/c/{contest.slug}/export.jsonl").status_code == 404
