"""A game of Saint Poker through the one door: secret choices, lots, pick-up, records for one reader."""

from __future__ import annotations

import json
import random
import re
import secrets
from typing import Any

import pytest
from django.test import Client

from referee import record
from referee.core import Illegal, Json, Move
from referee.games import GAMES
from tests import factories
from tests.referee.saint.tools import cards_in, deck_of
from tests.tournaments.web.tabling import address, sit
from tournaments import models, wording
from tournaments.services import contests, records, rulings, speaking, sweep, tables, views

pytestmark = pytest.mark.django_db
GAME = GAMES["saint"]


def saint_table(players: int = 3, **fields: object) -> models.Table:
    """A table of the preset, its game begun. Olga organises and does not play."""
    return factories.table_of(factories.running(players, preset="saint", **fields))


def play(table: models.Table, seat: str, move: Move, **asked: Any) -> None:
    tables.play(table.pk, kind="move", seat=seat, move=move, key=secrets.token_hex(8), origin="web", **asked)


def awaited(table: models.Table) -> list[str]:
    return [turn.seat.letter for turn in factories.open_turns(table)]


def some_move(table: models.Table, seat: str, chance: random.Random) -> Move:
    may = views.look(table.pk, seat).options
    assert may is not None
    return Move(may["do"], {"cards": chance.sample(may["cards"], may["count"])})


def play_some(table: models.Table, moves: int, chance: random.Random) -> models.Table:
    """That many random moves, now and then a time-out, in any order of those who are awaited."""
    for _ in range(moves):
        letters = awaited(table)
        if not letters:
            break
        if chance.random() < 0.1:
            factories.move_clock(table, seconds=1)
            sweep.sweep()
            continue
        seat = chance.choice(letters)
        play(table, seat, some_move(table, seat, chance), comment=f"so says {seat}")
    return models.Table.objects.select_related("contest").get(pk=table.pk)


@pytest.mark.parametrize(
    ("players", "sizes"), [(2, [2]), (5, [5]), (6, [3, 3]), (7, [4, 3]), (9, [3, 3, 3]), (10, [4, 3, 3])]
)
def test_its_players_are_split_into_tables_of_two_to_five(players: int, sizes: list[int]) -> None:
    contest = factories.seated(players, preset="saint")
    assert [table.table_seats.count() for table in contest.tables.order_by("number")] == sizes


def test_one_player_alone_is_not_seated() -> None:
    contest = factories.open_contest(1, preset="saint")
    contests.close(contest.pk, contest.organiser)
    with pytest.raises(Illegal) as refused:
        contests.draw(contest.pk, contest.organiser)
    assert refused.value.code == "CANNOT_SEAT"
    assert "2 to 5 seats" in wording.refusal(refused.value, game="saint")


def test_what_is_said_with_a_secret_choice_waits_with_it() -> None:
    table = saint_table(2)
    card = views.look(table.pk, "A").view["seats"]["A"]["cards"][0]
    said = speaking.speak(
        table.pk,
        "A",
        f"river {card}\nMy {card} swims alone.",
        language="en",
        key="k",
        origin="mail",
    )
    event = table.events.get(seat="A")
    assert said.outcome is not None
    assert (event.input, event.text, event.comment) == (None, "", "")
    again = speaking.known(table.pk, "A", "k")
    assert again is not None
    assert again.comment == f"My {card} swims alone."
    other = views.look(table.pk, "B").view["seats"]["B"]["cards"][0]
    play(table, "B", Move("river", {"cards": [other]}), comment="splash")
    comments = table.events.filter(seat__in="AB").order_by("number").values_list("comment", flat=True)
    assert list(comments) == [f"My {card} swims alone.", "splash"]


@pytest.mark.parametrize("seed", range(4))
def test_a_record_for_one_reader_replays_to_what_he_has_seen_at_any_time(seed: int) -> None:
    chance = random.Random(seed)
    count = chance.choice((2, 3, 5))
    table = play_some(saint_table(count), chance.randrange(1, 14 * count), chance)
    whole = records.full(table)
    assert records.differences(table.pk) == []
    for reader in [*"ABCDE"[:count], None]:
        offered = records.offered(table, reader)
        assert record.check(offered) == []
        hidden = len(whole["deals"][0]["actions"]) - len(offered["deals"][0]["actions"])
        assert hidden == len(offered["deals"][0].get("chosen", []))
        seen = record.views(whole, reader)
        before = len(seen) - hidden - bool(hidden and seen[-1]["seats"].get(reader, {}).get("chosen"))
        assert record.views(offered, reader)[:before] == seen[:before]
        assert cards_in(offered) == cards_in(seen)


@pytest.mark.parametrize("reader", ["A", "B", None])
def test_no_page_text_or_record_of_another_tells_a_choice_before_it_is_turned_up(
    client: Client, monkeypatch: pytest.MonkeyPatch, reader: str | None
) -> None:
    factories.stack_decks(monkeypatch, deck_of(3, {"C": "7h 8h"}))
    told: list[list[str]] = []
    for card in ("7h", "8h"):
        table = saint_table(3, name=f"Grand {len(told)}")
        if reader:
            sit(client, table, reader)
        play(table, "C", Move("river", {"cards": [card]}), comment=f"{card} it is")
        texts = [json.dumps([views.look(table.pk, reader).view, _stored(table)])]
        for path in ("", "live/?turn=0", "copy/", "record.json"):
            page = client.get(f"{address(table)}{path}")
            assert page.status_code == 200, path
            assert "it is" not in page.text or card not in page.text
            if path == "record.json":
                texts.append(json.dumps([page.json()["deals"][0]["actions"], cards_of(page.json())]))
        told.append(texts)
    assert told[0] == told[1]


def _stored(table: models.Table) -> list[list[object]]:
    """All of the rows that is not sealed."""
    fields = ("kind", "seat", "input", "facts", "text", "comment", "reason")
    return [list(row) for row in table.events.exclude(kind="deal").values_list(*fields)]


def cards_of(document: Json) -> list[str | None]:
    return list(document["deals"][0]["deck"])


def test_a_whole_game_by_silence_ranks_its_players_and_its_lots_are_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = saint_table(2)
    for _ in range(60):
        factories.move_clock(table, seconds=1)
        sweep.sweep()
        table.refresh_from_db()
        if table.state == "over":
            break
    table.contest.refresh_from_db()
    assert (table.state, table.contest.state) == ("over", "final")
    assert models.Draw.objects.filter(series=f"{table.ref}/lots").count() == 8
    result = record.replay(records.full(table))["result"]
    placings = {
        one.entry.seat.letter: (one.place, one.chips)
        for one in table.contest.placings.select_related("entry")
    }
    assert placings == {seat: (result["places"][seat], result["scores"][seat]) for seat in "AB"}
    assert records.differences(table.pk) == []


def test_who_leaves_has_the_lowest_cards_played_for_him_and_the_log_says_so() -> None:
    table = saint_table(2)
    tables.leave_seat(table.pk, "B")
    tables.go_on(table.pk)
    assert awaited(table) == ["A"]
    names = views.look(table.pk, None).names
    said = [line for event in table.events.all() for line in wording.log(event.facts, names, "saint")]
    assert any("lowest cards are played" in line for line in said)
    assert not any("It happened" in line or "folds" in line for line in said)


@pytest.mark.parametrize("ruling", ["take back", "substitute"])
def test_a_ruling_between_choices_turns_none_of_them_up(ruling: str) -> None:
    """It opens the phase anew: a choice that still counts stays secret, one that was taken back for ever."""
    table, olga = saint_table(3), factories.organiser()
    first, second = (own(table, seat)[0] for seat in "AB")
    play(table, "A", Move("river", {"cards": [first]}), comment=f"{first}, says A")
    play(table, "B", Move("river", {"cards": [second]}), comment=f"{second}, says B")
    table.refresh_from_db()
    asked = {"reason": "A slip.", "key": "ruling"}
    if ruling == "take back":
        rulings.take_back(table, olga, table.last_event, seen=table.last_event, **asked)
    else:
        rulings.substitute(table, olga, "C", factories.person("zoe").email, **asked)
    table.refresh_from_db()
    offered = json.dumps(records.offered(table, "C")["deals"][0]["actions"])
    assert first not in offered
    assert not [text for text in table.events.values_list("comment", flat=True) if text]
    for seat in awaited(table):
        play(table, seat, Move("river", {"cards": [own(table, seat)[-1]]}))
    said = list(table.events.exclude(comment="").values_list("comment", flat=True))
    assert said == (
        [f"{first}, says A"] if ruling == "take back" else [f"{first}, says A", f"{second}, says B"]
    )
    table.refresh_from_db()
    assert records.differences(table.pk) == []
    assert record.check(records.offered(table, "C")) == []


def test_rounds_are_spoken_of_and_never_a_deal(client: Client) -> None:
    table = play_some(saint_table(2), 11, random.Random(5))
    sit(client, table, "A")
    slug = table.contest.slug
    pages = {path: client.get(path).text for path in (address(table), f"/c/{slug}/", "/my/", "/")}
    without = [place for place, page in pages.items() if "round 2 of 8" not in page]
    assert without == ([] if "A" in awaited(table) else ["/my/"])
    assert "<h3>Round 2</h3>" in pages[address(table)]
    assert "<h3>Round 1</h3>" in pages[address(table)]
    for page in pages.values():
        assert not re.search(r"\bdeals? \d", re.sub(r"<[^>]*>", "", page), re.IGNORECASE)


def own(table: models.Table, seat: str) -> list[str]:
    cards: list[str] = views.look(table.pk, seat).view["seats"][seat]["cards"]
    return cards
