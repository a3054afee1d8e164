"""What stands in a contest's ledger: everything of note; no name, no address, no card that nobody saw."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.games import GAMES as RULES
from tests import factories
from tests.tournaments.mail.conftest import a_reply, take, turn_of
from tests.tournaments.test_exports import GAMES, checked, exported, play_on, running
from tournaments import models
from tournaments.services import (
    absences,
    clock,
    contests,
    croupiers,
    looking,
    noting,
    nudges,
    records,
    registration,
    rulings,
    sweep,
    unsealing,
)

pytestmark = pytest.mark.django_db


def entries(contest: models.Contest, *kinds: str) -> list[Any]:
    rows = contest.ledger.order_by("seq")
    return [json.loads(row.body) for row in (rows.filter(kind__in=kinds) if kinds else rows)]


def texts(value: Any) -> Iterator[str]:
    """Every text in a value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def sent(contest: models.Contest) -> None:
    """As if the mail server had taken what was due."""
    models.Notice.objects.filter(contest=contest).update(sent_at=clock.now(), attempts=1)


@pytest.mark.parametrize("game", GAMES)
def test_no_name_no_address_and_no_card_that_was_not_shown(
    monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """A contest with its staff, its letters and its notices, in its middle and at its end."""
    contest = running(monkeypatch, game)
    table = factories.table_of(contest)
    turn = factories.open_turns(table)[0]
    nudges.nudge(turn.pk, contest.organiser)
    rulings.extend_turn(table, contest.organiser, turn.seat.letter, seconds=60, reason="a flood", key="x")
    take(a_reply(turn, "pass me the salt"), turn)
    play_on(contest, 7)
    sent(contest)
    noting.note_mail()
    _scan(contest)
    play_on(contest)
    assert contest.state == models.Contest.State.FINAL
    sent(contest)
    noting.note_mail()
    _scan(contest)
    assert checked(exported(contest)).problems == []


def _scan(contest: models.Contest) -> None:
    table = factories.table_of(contest)
    game, shown = RULES[contest.game], set[str]()
    for step in records.retrace(table):
        shown |= {*texts(game.view(step.state, None)), *texts(list(step.facts))}
    decks = models.Draw.objects.filter(contest=contest, kind="deck")
    cards = {card for row in decks for card in row.published["items"]}
    people = {f"{value}".lower() for row in models.User.objects.values_list("name", "email") for value in row}
    people |= {name.lower() for name in contest.entries.values_list("name", flat=True)}
    for entry in entries(contest):
        said = set(texts(entry))
        assert said & cards <= shown, entry
        words = {word for text in said for word in re.findall(r"[^\W\d_]+", text.lower())}
        assert not words & people, entry
        assert not any("@" in text for text in said), entry
        assert not any(re.search(r"\b\d{1,3}(\.\d{1,3}){3}\b|::", text) for text in said), entry


def test_everything_of_note_is_in_it() -> None:
    """One contest in which each of these happens once."""
    contest = factories.draft(fee_amount=1, cap=7)
    olga = contest.organiser
    contests.edit(contest.pk, olga, cap=6, absence_days=2, words="Bring tea.")
    contests.edit(contest.pk, olga, cap=6)
    contests.announce(contest.pk, olga)
    for name in factories.NAMES[:6]:
        registration.register(contest.pk, factories.person(name))
    tomorrow = clock.now().date() + clock.timedelta(days=2)
    absences.declare(contest.pk, factories.person("alice"), tomorrow, tomorrow)
    registration.mark_paid(
        contest.pk, olga, contest.entries.exclude(name="frank").values_list("pk", flat=True)
    )
    contests.close(contest.pk, olga)
    contests.draw(contest.pk, olga)
    contests.start(contest.pk, olga)
    contest.refresh_from_db()
    table = factories.table_of(contest)
    croupiers.add(contest.pk, olga, factories.person("carl").email)
    rulings.pause_contest(contest.pk, olga, reason="a storm")
    rulings.resume_contest(contest.pk, olga, reason="it is over")
    turn = turn_of(table)
    take(a_reply(turn, "raise to 2"), turn)
    take(a_reply(turn_of(table), "raise to 400"), turn_of(table))
    unsealing.break_seal(table, olga, "hand:A", reason="a doubt", key="seal")
    looking.looked(contest, olga, "fairness", "", "a doubt")
    models.Heartbeat.objects.create(name=sweep.HEART, at=clock.now() - clock.timedelta(hours=1))
    sweep.after_outage()
    factories.move_clock(table, seconds=1)
    models.Letter.objects.filter(state="unread").delete()
    sweep.sweep()
    sent(contest)
    noting.note_mail()
    kinds = {entry["type"] for entry in entries(contest)}
    assert kinds >= {
        *(
            "genesis",
            "created",
            "opening",
            "seeds",
            "contest",
            "entry",
            "inputs",
            "missing",
            "draw",
            "seating",
        ),
        *("croupier", "pause", "resume", "table", "letters", "notices", "outage"),
        *("edited", "absence", "seal", "looked"),
    }
    (edited,) = entries(contest, "edited")
    assert edited["data"] == {"fields": ["absence_days", "cap", "words"]}, "what, once, and not the words"
    whats = {entry["data"]["what"] for entry in entries(contest, "entry")}
    assert whats >= {"registered", "paid", "not-drawn"}
    events = {entry["data"]["kind"] for entry in entries(contest, "table")}
    assert events >= {"deal", "move", "timeout", "pause", "resume"}


def test_letters_and_notices_are_noted_once_and_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many they are: an entry for a hundred; what is not sent yet waits for another time."""
    contest = factories.running(5)
    table = factories.table_of(contest)
    turn = turn_of(table)
    for words in ("raise to 2", "raise to 3", "hello"):
        take(a_reply(turn, words), turn)
    waiting = models.Notice.objects.filter(contest=contest)
    first = waiting.order_by("pk").first()
    sent(contest)
    assert first is not None
    waiting.filter(pk=first.pk).update(sent_at=None)
    monkeypatch.setattr(noting, "BATCH", 4)
    count = waiting.count() - 1
    for _ in range(count // 4 + 2):
        noting.note_mail()
    letters = [one for entry in entries(contest, "letters") for one in entry["data"]["letters"]]
    assert [one["result"] for one in letters] == ["played", "refused", "refused"]
    assert letters[0]["event"] == table.events.get(kind="move").number
    assert all("raise" not in json.dumps(one) for one in letters)
    noted = [len(entry["data"]["notices"]) for entry in entries(contest, "notices")]
    assert sum(noted) == count
    assert max(noted) == 4
    assert noting.note_mail() == 0
    waiting.filter(pk=first.pk).update(dropped_at=clock.now())
    assert noting.note_mail() == 1
    (last,) = entries(contest, "notices")[-1]["data"]["notices"]
    assert (last["id"], "dropped" in last, "sent" in last) == (first.pk, True, False)


def test_a_move_costs_the_ledger_two_statements() -> None:
    """The head is taken, the entry is sent: the rest is the database's."""
    contest = factories.running(5)
    with CaptureQueriesContext(
        connection,
    ) as seen:
        factories.act(factories.table_of(contest), "raise 1")
    about = [one["sql"] for one in seen.captured_queries if "ledger" in one["sql"]]
    assert [sql.split(" ")[0] for sql in about] == ["SELECT", "INSERT"]
