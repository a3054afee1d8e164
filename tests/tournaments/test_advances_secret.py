"""Noninterference: until it acts, whether something is left in advance changes nothing for anybody else."""

from __future__ import annotations

import json
import os
import re
from itertools import zip_longest
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.advance import Condition
from tests import factories
from tests.tournaments.mail.test_mail_advance import a_letter_of_ours, mail
from tests.tournaments.web.tabling import address, form, sit
from tournaments import models
from tournaments.services import advances, clock, composing, letters, noting, post, sweep, views

pytestmark = pytest.mark.django_db(transaction=True)

OTHERS = "ABDE"


@pytest.fixture
def table() -> models.Table:
    table = factories.table_of(factories.running(5))
    factories.act(table, "raise 2")
    return table


def comparable(text: str) -> str:
    """A page without what is new at each request."""
    text = re.sub(r'name="(?:csrfmiddlewaretoken|once)" value="[^"]*"', "", text)
    text = re.sub(r'<span class="left"[^>]*>[^<]*</span>', "", text)
    text = re.sub(r'<(ul|ol)[^>]*class="[^"]*miles.*?</\1>', "", text, flags=re.DOTALL)  # counted from now on
    return re.sub(r"X-CSRFToken[^}]*|nonce=\"[^\"]*\"|<time data-left[^>]*>[^<]*</time>", "", text)


def readers(table: models.Table) -> list[Client]:
    """Who speaks, another player, the organiser, an outsider, the public."""
    awaited, other, olga, zoe, public = (Client() for _ in range(5))
    sit(awaited, table, "B")
    sit(other, table, "E")
    olga.force_login(table.contest.organiser)
    zoe.force_login(factories.person("zoe"))
    return [awaited, other, olga, zoe, public]


def pages(table: models.Table, clients: list[Client]) -> list[tuple[int, str, str]]:
    """What everybody else is shown, with the tag of the poll."""
    slug, here = table.contest.slug, address(table)
    places = [here, *(f"{here}{part}" for part in ("news/", "live/", "copy/", "record.json"))]
    places += [reverse("contest", args=[slug]), reverse("contest-log", args=[slug]), reverse("my-turns"), "/"]
    places += [reverse("manage", args=[slug]), reverse("letters-in", args=[slug])]
    seen = []
    for client in clients:
        for place in places:
            answer = client.get(place)
            seen.append((answer.status_code, answer.headers.get("ETag", ""), comparable(answer.text)))
    return seen


def other_lines(before: list[tuple[int, str, str]], after: list[tuple[int, str, str]]) -> list[str]:
    found = []
    for one, other in zip(before, after, strict=True):
        found += [] if one[:2] == other[:2] else [f"{one[:2]} {other[:2]}"]
        pairs = zip_longest(one[2].splitlines(), other[2].splitlines())
        found += [f"{line} -> {new}" for line, new in pairs if line != new][:3]
    return found


def rows(table: models.Table) -> dict[str, Any]:
    """What is written down about anybody else, and how many rows there are of it."""
    others = models.Notice.objects.exclude(user=table.table_seats.get(letter="C").entry.user)
    table.refresh_from_db()
    turns = models.Turn.objects.order_by("pk")
    return {
        "notices": list(
            others.order_by("pk").values_list("kind", "key", "retry_at", "sent_at", "dropped_at")
        ),
        "ledger": list(models.LedgerEntry.objects.order_by("pk").values_list("body_hash", flat=True)),
        "events": list(table.events.order_by("pk").values_list("number", "key")),
        "turns": list(turns.values("number", "deadline_at", "closed_at", "alive_at")),
        "table": (table.last_event, table.turn_number, table.state),
        "views": [views.look(table.pk, seat).view for seat in (*OTHERS, None)],
        "letters": [composed(notice) for notice in others.filter(table=table).order_by("pk")],
    }


def composed(notice: models.Notice) -> tuple[str, str, str] | None:
    letter = composing.compose(notice)
    return (letter.subject, letter.text, letter.html) if letter is not None else None


def by_the_form(table: models.Table) -> None:
    client = Client()
    sit(client, table, "C")
    action = f"{address(table)}later/"
    hidden = form(client.get(address(table)), action)
    assert client.post(action, {**hidden, "do": "call-up-to", "limit": "5"}).status_code == 302


def in_words(table: models.Table) -> None:
    client = Client()
    sit(client, table, "C")
    action = f"{address(table)}later/"
    fields = {**form(client.get(address(table)), action), "do": "words", "words": "fold to any bet"}
    assert client.post(action, fields).status_code == 302


def in_words_and_back(table: models.Table) -> None:
    in_words(table)
    client = Client()
    sit(client, table, "C")
    client.post(f"{address(table)}later/", {"do": "withdraw"})


def refused(table: models.Table) -> None:
    client = Client()
    sit(client, table, "C")
    action = f"{address(table)}later/"
    hidden = form(client.get(address(table)), action)
    assert client.post(action, {**hidden, "do": "call-up-to", "limit": "1"}).status_code == 422


def read_aloud(table: models.Table) -> None:
    client = Client()
    sit(client, table, "C")
    answer = client.post(f"{address(table)}read/", {"words": "call up to 5"})
    assert "than 5" in answer.text


def by_letter(table: models.Table) -> None:
    mail(table, "C", "check/fold", answers=a_letter_of_ours(table, "C"))


def by_a_from_alone(table: models.Table) -> None:
    assert mail(table, "C", "call up to 5").state == models.Letter.State.HELD


def unread(table: models.Table) -> None:
    """Its letter lies there and has not been read yet."""
    user = table.table_seats.get(letter="C").entry.user
    assert user is not None
    raw = f"From: {user.email}\nSubject: {table.name}\nMessage-ID: <u@x.example>\n\ncheck/fold\n".encode()
    letters.receive(raw, letters.Envelope(user.email, letters.ours().addresses[0], "smtp"))


WAYS = [by_the_form, in_words, in_words_and_back, refused, read_aloud, by_letter, by_a_from_alone, unread]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_nobody_else_can_tell(table: models.Table, way: Any) -> None:
    """Who speaks looks each time, the other readers in turn; with SLOW=1 all of them."""
    speaks, *more = readers(table)
    if os.environ.get("SLOW") != "1":
        more = [more[WAYS.index(way) % len(more)]]
    clients = [speaks, *more]
    shown, written = pages(table, clients), rows(table)
    way(table)
    assert other_lines(shown, pages(table, clients)) == []
    assert rows(table) == written
    advances.act_due()
    sweep.sweep()
    assert rows(table)["events"] == written["events"], "the turn of another: nothing is due"


def in_the_ledger() -> list[Any]:
    """All mail has gone out and is noted: what the chain holds, entry by entry."""
    models.Notice.objects.filter(sent_at__isnull=True).update(sent_at=clock.now(), attempts=1)
    while noting.note_mail():
        pass
    return list(models.LedgerEntry.objects.order_by("contest_id", "seq").values_list("kind", "body"))


def told(words: str) -> Any:
    return lambda table: mail(table, "C", words, answers="note.abcdefgh@example.org")


LETTERS = {"left": told("check/fold"), "refused": told("call up to 1"), "asked": told("? call up to 5")}
PAGES = {way.__name__: way for way in WAYS if way is not by_letter}


@pytest.mark.parametrize("way", [*LETTERS.values(), *PAGES.values()], ids=[*LETTERS, *PAGES])
def test_the_chain_does_not_grow_by_it(table: models.Table, way: Any) -> None:
    """Each letter and each page shows the length of the chain: an entry more, out of turn, would tell the
    others of a letter that asked for no turn, even while its body is withheld."""
    a_letter_of_ours(table, "C")
    written = in_the_ledger()
    way(table)
    assert in_the_ledger() == written
    contest = table.contest
    models.Contest.objects.filter(pk=contest.pk).update(state=models.Contest.State.CANCELLED)
    letters_of_it = models.Letter.objects.filter(contest=contest, read_at__isnull=False).count()
    later = in_the_ledger()[len(written) :]
    assert sum(len(json.loads(body)["data"]["letters"]) for kind, body in later if kind == "letters") == (
        letters_of_it
    ), "once nothing is secret, what came of each letter is noted"


@pytest.mark.parametrize(
    "condition",
    [
        None,
        Condition("fold-to-bet", 1, 0),
        Condition("call", 1, 0, to=2),
        Condition("call-up-to", 1, 0, to=4),
        Condition("call-up-to", 1, 0, to=18),
    ],
    ids=["nothing", "waits", "another price", "above the limit", "the last chip"],
)
def test_what_comes_to_nothing_leaves_no_trace_in_its_turn_either(
    table: models.Table, condition: Condition | None
) -> None:
    """The turn opens, it is weighed, its owner is asked as ever: what others see is what they would have seen
    had nothing been left. The runs are compared by their shape, as instants differ."""
    if condition is not None:
        advances.leave(table.pk, "C", condition)
    if condition is not None and condition.do == "fold-to-bet":
        advances.withdraw(table.pk, "C")
    factories.act(table, "raise 18" if condition is not None and condition.to == 18 else "raise 5")
    assert advances.act_due() == 0
    sweep.sweep()
    post.send_due()
    events = list(table.events.order_by("number").values_list("kind", "seat", "origin", "key"))
    assert [event[:3] for event in events if event[0] != "deal"] == [
        ("move", "A", "web"),
        ("move", "B", "web"),
    ]
    asked = models.Notice.objects.filter(kind="turn", table=table).order_by("pk")
    assert [notice.data["seat"] for notice in asked] == ["A", "B", "C"]
    assert asked.last().sent_at is not None, "its letter goes out in the same call"
    public = comparable(Client().get(address(table)).text)
    assert "advance" not in public
