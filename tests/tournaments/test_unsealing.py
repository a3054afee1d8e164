"""Breaking a seal: who may, that everybody is told before a card is seen, and that it stands nowhere."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from django.test import Client

from referee.core import Json, Stale
from tests import factories
from tests.tournaments.test_exports import Forgery, checked, exported, play_on, running
from tests.tournaments.test_saint_table import play, saint_table, some_move
from tests.tournaments.web.tabling import HANDS, address, drawn, player, shows
from tournaments import models
from tournaments.models import Notice, Table
from tournaments.services import composing, croupiers, records, rulings, sealing, unsealing, views

pytestmark = pytest.mark.django_db
REASON = "Two players report a marked deck."


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, "7h 9h Jd 2s 5h"))
    return factories.table_of(factories.running(5))


def page(table: Table) -> str:
    return f"{address(table)}seal/"


def send(client: Client, table: Table, seal: str, **fields: str) -> Any:
    return client.post(page(table), {"seal": seal, "reason": REASON, "once": "o", **fields})


def said(contest: models.Contest, kind: str) -> list[Json]:
    return [json.loads(row.body) for row in contest.ledger.filter(kind=kind).order_by("seq")]


def test_the_table_is_told_and_the_cards_are_shown_once(client: Client, table: Table) -> None:
    client.force_login(table.contest.organiser)
    before = client.get(page(table))
    assert not drawn(before.text)
    assert "The hand of" in before.text
    shown = send(client, table, "hand:A")
    assert sorted(drawn(shown.text)) == ["As", "Kd"]
    assert "no-store" in shown.headers["Cache-Control"]
    event = table.events.get(kind="ruling")
    assert (event.seat, event.reason) == ("A", REASON)
    letters = Notice.objects.filter(table=table, kind="staff", data__event=event.number)
    assert letters.count() == 5
    told = client.get(address(table)).text
    assert f"sees the hand of {player(table, 'A').name} in deal 1" in told
    assert f"Reason: {REASON}" in told
    again = send(client, table, "hand:A")
    assert again.status_code == 409
    assert not drawn(again.text)
    assert table.events.filter(kind="ruling").count() == 1


def test_a_whole_deck_says_to_whom_its_cards_went(client: Client, table: Table) -> None:
    client.force_login(table.contest.organiser)
    order = list(sealing.unseal_json(models.Draw.objects.get(series=table.ref, n=0).order))
    shown = send(client, table, "deck:0").text
    assert drawn(shown) == [*(card for seat in range(5) for card in order[seat:10:5]), *order[10:]]
    assert "Positions 10-51 of the deck" in shown


def test_everybody_reads_who_and_why_and_nobody_which_cards(client: Client, table: Table) -> None:
    contest = table.contest
    for seal in ("hand:A", "deck:0"):
        client.force_login(contest.organiser)
        send(client, table, seal, once=seal)
    (hand, deck) = said(contest, "seal")
    assert hand["actor"] == f"u{contest.organiser_id}"
    about = {"what": "hand", "deal": 1, "draw": 0, "seat": "A", "reason": REASON}
    assert hand["data"].items() >= about.items()
    assert "seat" not in deck["data"]
    client.force_login(factories.person("zoe"))
    log = client.get(f"/c/{contest.slug}/log/").text
    assert "A seal was broken" in log
    assert REASON in log
    notice = Notice.objects.filter(table=table, kind="staff", user=player(table, "B")).latest("pk")
    letter = composing.compose(notice)
    assert letter is not None
    assert "A seal is broken" in letter.text
    for text in (log, client.get(address(table)).text, letter.text.split("\n> ")[0]):
        assert not any(shows(text, card) for card in ("As", "Kd", "Qh", "Qs"))


@pytest.mark.parametrize("who", ["A", "croupier who plays", "outsider", "replaced", None])
def test_nobody_else_may_and_nobody_who_plays(client: Client, table: Table, who: str | None) -> None:
    contest = table.contest
    user: models.User | None = {"A": player(table, "A"), "outsider": factories.organiser("oscar")}.get(
        who or ""
    )
    if who == "croupier who plays":
        user = factories.person("grace")
        croupiers.add(contest.pk, contest.organiser, user.email)
        croupiers.assign(contest.pk, contest.organiser, table.number, user.pk)
        models.Entry.objects.create(contest=contest, user=user, name="grace", number=9, state="in")
    if who == "replaced":
        user = player(table, "B")
        zoe = factories.person("zoe")
        rulings.substitute(table, contest.organiser, "B", zoe.email, reason="ill", key="s")
        croupiers.add(contest.pk, contest.organiser, user.email)
        croupiers.assign(contest.pk, contest.organiser, table.number, user.pk)
    if user is not None:
        client.force_login(user)
    before = contest.ledger.count()
    sent = send(client, table, "hand:C")
    assert sent.status_code in (403, 422)
    assert not drawn(sent.text)
    assert client.get(page(table)).status_code == (sent.status_code if user else 302)
    assert contest.ledger.count() == before


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"reason": "  "}, 422), ({"seal": ""}, 422), ({"seal": "hand:Z"}, 409), ({"seal": "choice:A"}, 409)],
)
def test_what_is_wrong_is_said_and_shows_nothing(
    client: Client, table: Table, fields: dict[str, str], status: int
) -> None:
    client.force_login(table.contest.organiser)
    sent = send(client, table, fields.pop("seal", "hand:A"), **fields)
    assert sent.status_code == status
    assert 'role="alert"' in sent.text
    assert not drawn(sent.text)
    assert not said(table.contest, "seal")


def test_a_secret_choice_is_opened_with_its_words(client: Client) -> None:
    table = saint_table(3)
    move = some_move(table, "A", random.Random(1))
    play(table, "A", move, comment="my lucky one")
    client.force_login(table.contest.organiser)
    offered = re.findall(r'value="(\w+:\w+)"', client.get(page(table)).text)
    assert offered == ["choice:A", "hand:A", "hand:B", "hand:C", "deck:0"]
    shown = send(client, table, "choice:A")
    assert drawn(shown.text) == list(move.args["cards"])
    assert "my lucky one" in shown.text
    own = views.look(table.pk, "B").view["seats"]["B"]["cards"]
    assert drawn(send(client, table, "hand:B", once="p").text) == own
    for letter in "BC":
        play(table, letter, some_move(table, letter, random.Random(2)))
    table.refresh_from_db()
    with pytest.raises(Stale, match="NOTHING_SEALED"):
        unsealing.break_seal(table, table.contest.organiser, "choice:A", reason="late", key="k")
    assert records.differences(table.pk) == []


def test_a_table_that_is_over_leads_to_its_seals_while_its_contest_runs(client: Client) -> None:
    contest = factories.running(10)
    first, other = contest.tables.order_by("number")
    while factories.open_turns(first):
        seat = factories.open_turns(first)[0].seat.letter
        factories.act(first, "call" if (views.look(first.pk, seat).options or {})["call"] else "raise 1")
    assert Table.objects.get(pk=first.pk).state == "over"
    assert Table.objects.get(pk=other.pk).state == "playing"
    client.force_login(player(first, "A"))
    assert page(first) not in client.get(address(first)).text
    client.force_login(contest.organiser)
    assert page(first) in client.get(address(first)).text
    assert send(client, first, "deck:0").status_code == 200
    assert first.events.filter(kind="ruling").count() == 1


def test_nothing_is_sealed_once_everybody_sees_it(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    """The export knows the kind, and names a seal of which the table, or the ledger, was not told."""
    contest = running(monkeypatch, "holdem")
    table, olga = factories.table_of(contest), contest.organiser
    unsealing.break_seal(table, olga, "hand:B", reason=REASON, key="k")
    assert checked(exported(contest)).problems == []
    assert any(REASON in line for line in exported(contest)), "not withheld while it runs"
    play_on(contest)
    lines = exported(contest)
    report = checked(lines)
    assert report.problems == []
    assert ", 1 seals broken" in report.summary
    table.refresh_from_db()
    assert unsealing.there(table) == []
    client.force_login(olga)
    assert "Nothing lies under a seal" in client.get(page(table)).text
    place = Forgery(lines).find("seal")
    for forge, named in (
        (lambda of: of.bodies.pop(place), r"event \d+: a seal was broken, and no entry of its own says so"),
        (lambda of: of.bodies[place]["data"].update(seat="C"), "the table was told of another one"),
        (lambda of: of.bodies[place]["data"].update(event=1), "and the table was not told"),
        (lambda of: of.bodies[place]["data"].update(reason=" "), "without a reason"),
    ):
        forgery = Forgery(lines)
        forge(forgery)
        assert any(re.search(named, line) for line in checked(forgery.lines()).problems)
