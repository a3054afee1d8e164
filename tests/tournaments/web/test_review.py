"""Audit review: the ledger with its filters, one entry with its proof; who may; nothing can be written."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.tournaments.web.tabling import player
from tournaments import models
from tournaments.models import Contest, Event, Letter, Table
from tournaments.services import composing, evidence, ledger, letters, noting, post, review, rulings, sweep
from tournaments.wording import ledger as wording

pytestmark = pytest.mark.django_db

REASON = "A hailstorm broke the windows."
TRIGGERS = "tournaments_ledgerentry"


def place(contest: Contest, seq: int | None = None, **query: str) -> str:
    more = (contest.slug,) if seq is None else (contest.slug, seq)
    return reverse("ledger" if seq is None else "ledger-entry", args=more) + (
        f"?{urlencode(query)}" if query else ""
    )


def root() -> models.User:
    return factories.person("root", is_superuser=True, is_staff=True)


@pytest.fixture
def olga(client: Client) -> Client:
    client.force_login(factories.organiser())
    return client


@pytest.fixture
def two() -> Contest:
    """Two tables; something happened at both, a ruling with a reason at the second."""
    contest = factories.running(10)
    first, second = contest.tables.order_by("number")
    factories.act(first, "raise 2", "fold")
    factories.act(second, "fold")
    rulings.pause_table(second, contest.organiser, reason=REASON, key="p")
    with transaction.atomic():
        for _ in range(30):
            ledger.append(contest, "time", data={"seconds": 86400}, actor=f"u{contest.organiser_id}")
    return contest


def seqs(client: Client, contest: Contest, **query: str) -> list[int]:
    page = client.get(place(contest, **query))
    assert page.status_code == 200
    return [int(found) for found in re.findall(r'<span class="seq">(\d+)</span>', page.text)]


def of_kind(contest: Contest, kind: str) -> list[int]:
    return list(contest.ledger.filter(kind=kind).order_by("-seq").values_list("seq", flat=True))


def said(contest: Contest, wanted: Any) -> list[int]:
    """The newest fifty whose body is so, read one by one: what the indexes are held against."""
    rows = contest.ledger.order_by("-seq").values_list("seq", "body")
    return [seq for seq, body in rows if wanted(json.loads(body))][: review.AT_ONCE]


# --- the list


def test_the_newest_come_first_or_the_oldest_page_by_page(olga: Client, two: Contest) -> None:
    size = two.ledger_head.size
    assert size > review.AT_ONCE
    newest = seqs(olga, two)
    assert newest == list(range(size - 1, size - 1 - review.AT_ONCE, -1))
    oldest = seqs(olga, two, order="old")
    assert oldest == list(range(review.AT_ONCE))
    walked, there = newest, newest
    while there[-1] > 0:
        page = olga.get(place(two, before=str(there[-1]))).text
        assert f"after={there[-1] - 1}#list" in page
        there = seqs(olga, two, before=str(there[-1]))
        walked = walked + there
    assert walked == list(range(size - 1, -1, -1))
    assert seqs(olga, two, after=str(newest[-1] - 2)) == list(range(newest[-1] - 1 + 49, newest[-1] - 2, -1))
    assert "Older" not in olga.get(place(two, before="9")).text


def test_each_filter_finds_what_reading_all_entries_finds(olga: Client, two: Contest) -> None:
    second = factories.table_of(two, 2)
    bob = second.table_seats.select_related("entry").get(letter="B").entry
    of_second = f"{second.ref}"
    wanted: dict[str, tuple[str, Any]] = {
        "kind": ("table", lambda body: body["type"] == "table"),
        "table": (second.ref, lambda body: re.match(rf"{of_second}(\W|$)", body["ref"])),
        "door": ("web", lambda body: body["data"].get("origin") == "web"),
        "actor": (f"u{two.organiser_id}", lambda body: body["actor"] == f"u{two.organiser_id}"),
        "player": (
            bob.ref,
            lambda body: (
                body["ref"] == bob.ref
                or body["actor"] == f"u{bob.user_id}"
                or (body["ref"].startswith(f"{second.ref}#") and body["data"]["seat"] == "B")
            ),
        ),
    }
    for name, (value, holds) in wanted.items():
        found = said(two, holds)
        assert found, name
        assert seqs(olga, two, **{name: value}) == found, name
    both = said(two, lambda body: wanted["table"][1](body) and wanted["door"][1](body))
    assert seqs(olga, two, table=second.ref, door="web") == both


def test_words_are_found_and_left_out(olga: Client, two: Contest) -> None:
    (event,) = Event.objects.filter(reason=REASON)
    (entry,) = said(two, lambda body: body["ref"] == f"{event.table.ref}#{event.number}")
    assert seqs(olga, two, q="hailstorm windows") == [entry]
    assert seqs(olga, two, q='"broke the windows"') == [entry]
    assert seqs(olga, two, q="hailstorm -windows") == []
    other = factories.running(5, name="Elsewhere")
    assert seqs(olga, other, q="hailstorm") == []
    page = olga.get(place(two, q="zebra"))
    assert "No entry is like that." in page.text
    for odd in ("'", "& | !", ":*", "<->", '"', "((", "\\", "a" * 200, "–", "d'accord"):
        assert olga.get(place(two, q=odd)).status_code == 200, odd


def test_a_span_of_time_is_read_on_the_readers_clock(olga: Client, two: Contest) -> None:
    at = review.lines(two, [two.ledger.order_by("-seq")[0]])[0].at
    near = {"since": (at - timedelta(hours=6)), "until": (at + timedelta(hours=6))}
    local = {name: f"{moment.astimezone():%Y-%m-%dT%H:%M}" for name, moment in near.items()}
    assert len(seqs(olga, two, **local)) == review.AT_ONCE
    assert seqs(olga, two, since=local["until"]) == []
    assert seqs(olga, two, until=local["since"]) == []


def test_what_cannot_be_looked_for_is_said_and_stays(olga: Client, two: Contest) -> None:
    odd = {"since": "yesterday", "kind": "nonsense", "table": "c999/table-1", "q": "x" * 201, "player": "\0"}
    for name, value in odd.items():
        page = olga.get(place(two, **{name: value, "actor": "system"}))
        assert page.status_code == 422, name
        assert 'aria-invalid="true"' in page.text
        assert re.search(r'<option value="system" selected>', page.text)
        assert "seq" not in re.findall(r'<span class="(\w+)">', page.text)

    for name in ("q", "table", "since"):
        assert "\u202e" not in olga.get(place(two, **{name: "gnp\u202e"})).text, "a link may hold anything"
    for nowhere in ("-1", "x", "9" * 30, ""):
        assert olga.get(place(two, before=nowhere)).status_code == 200
        assert olga.get(place(two, after=nowhere)).status_code == 200


def test_as_many_queries_for_many_entries_as_for_few(
    olga: Client, two: Contest, django_assert_max_num_queries: Any
) -> None:
    with CaptureQueriesContext(connection) as few:
        assert len(seqs(olga, two, kind="ranking")) == 0
    with django_assert_max_num_queries(len(few) + 2):
        seqs(olga, two)
    with django_assert_max_num_queries(22):
        seqs(olga, two, player="p1", q="fold", door="web")
    with django_assert_max_num_queries(24):
        olga.get(place(two, two.ledger_head.size - 1))


def test_every_kind_that_the_service_appends_has_its_words() -> None:
    sources = Path(review.__file__).parent.rglob("*.py")
    text = "\n".join(path.read_text() for path in sources)
    found = set(re.findall(r'ledger\.append\(\s*[\w.]+,\s*"([a-z-]+)"', text))
    assert len(found) > 20
    assert found | {"genesis", "letters", "notices", "pause", "resume"} <= set(wording.KINDS)


# --- one entry


def test_an_entry_is_told_shown_as_stored_and_proven(olga: Client, two: Contest) -> None:
    (event,) = Event.objects.filter(reason=REASON)
    (seq,) = said(two, lambda body: body["ref"] == f"{event.table.ref}#{event.number}")
    page = olga.get(place(two, seq)).text
    row = two.ledger.get(seq=seq)
    assert "The table is paused" in page
    assert f"Reason: {REASON}" in page
    assert row.body.replace('"', "&quot;") in page
    for proven in (row.body_hash, row.link, two.ledger.get(seq=seq - 1).link, ledger.checkpoint(two)):
        assert f'<code class="hex">{proven}</code>' in page
    assert "All of it was computed anew just now, and holds." in page
    assert "The table’s own record says the same." in page
    assert "A ruling, a pause or its end" in page
    assert olga.get(place(two, two.ledger_head.size)).status_code == 404


def test_every_proof_holds_against_the_newest_checkpoint(two: Contest) -> None:
    for row in two.ledger.all():
        found = evidence.proof(two, row)
        assert found.holds, row.seq
        assert found.inclusion.size == two.ledger_head.size
        assert (found.before == "0" * 64) == (row.seq == 0)


CHANGED = {
    "body = replace(body, 'hailstorm', 'snowstorm')": {"hash_holds", "included", "link_holds"},
    "body = replace(body, ',', ', ')": {"canonical", "hash_holds", "included", "link_holds"},
    "body_hash = repeat('0', 64)": {"hash_holds"},
    "link = repeat('0', 64)": {"link_holds"},
}


def test_a_changed_entry_is_named_on_its_page(olga: Client, two: Contest) -> None:
    """By whoever owns the tables: the triggers are off while he writes."""
    (event,) = Event.objects.filter(reason=REASON)
    (seq,) = said(two, lambda body: body["ref"] == f"{event.table.ref}#{event.number}")
    parts = {"canonical", "hash_holds", "link_holds", "included"}
    for change, named in CHANGED.items():
        sure = transaction.savepoint_create()
        tamper(f"UPDATE {TRIGGERS} SET {change} WHERE seq = {seq} AND contest_id = {two.pk}")
        found = evidence.proof(two, two.ledger.get(seq=seq))
        assert {part for part in parts if not getattr(found, part)} == named
        page = olga.get(place(two, seq)).text
        assert "Something does not hold: this entry is not as it was written." in page
        assert page.count("does not hold</span>") == len(named)
        transaction.savepoint_rollback(sure)


def tamper(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {TRIGGERS} DISABLE TRIGGER USER")
        cursor.execute(statement)
        cursor.execute(f"ALTER TABLE {TRIGGERS} ENABLE ALWAYS TRIGGER ledger_append")
        cursor.execute(f"ALTER TABLE {TRIGGERS} ENABLE ALWAYS TRIGGER ledger_no_change")


def test_a_time_out_leads_to_why(olga: Client, two: Contest) -> None:
    table = two.tables.get(number=1)
    factories.move_clock(table, minutes=1)
    assert sweep.time_out(factories.open_turns(table)[0].pk)
    event = table.events.get(kind="timeout")
    (seq,) = said(two, lambda body: body["data"].get("kind") == "timeout")
    why = reverse("why", args=[two.slug, 1, event.number])
    assert f'href="{why}"' in olga.get(place(two, seq)).text
    assert olga.get(why).status_code == 200


def test_an_event_that_says_something_else_is_named(olga: Client, two: Contest) -> None:
    (event,) = Event.objects.filter(reason=REASON)
    (seq,) = said(two, lambda body: body["ref"] == f"{event.table.ref}#{event.number}")
    Event.objects.filter(pk=event.pk).update(reason="Nothing of the kind.")
    assert "says something else than this entry" in olga.get(place(two, seq)).text


def test_an_event_by_letter_leads_to_its_letter_and_its_notices(olga: Client) -> None:
    table = factories.table_of(factories.running(5))
    letter = arrived(table, "raise to 3")
    assert letter.state == Letter.State.PLAYED
    (seq,) = said(table.contest, lambda body: body["data"].get("origin") == "mail")
    page = olga.get(place(table.contest, seq)).text
    assert f'href="/c/{table.contest.slug}/letters/{letter.pk}/"' in page
    assert "about to be sent" in page
    email = player(table, "A").email
    assert email not in page
    post.send_due()
    noting.note_mail()
    assert "handed to the mail server" in olga.get(place(table.contest, seq)).text
    told = {kind: of_kind(table.contest, kind) for kind in ("letters", "notices")}
    assert f"/letters/{letter.pk}/" in olga.get(place(table.contest, told["letters"][0])).text
    shown = olga.get(place(table.contest, told["notices"][0])).text
    assert "handed to the mail server" in shown
    assert email not in shown
    olga.force_login(root())
    assert email in olga.get(place(table.contest, seq)).text


# --- looking at what is protected


def test_looking_at_a_letter_as_it_came_is_an_entry_of_its_own(client: Client) -> None:
    """Each time, by whom and which one: no word of it. Who may not look leaves nothing behind."""
    contest = factories.running(5)
    letter = arrived(factories.table_of(contest), "raise to 3, says the yellow submarine")
    path = reverse("letter-raw", args=[contest.slug, letter.pk])
    for user in (player(factories.table_of(contest), "A"), factories.organiser("oscar")):
        client.force_login(user)
        assert client.get(path).status_code == 403
    client.force_login(contest.organiser)
    assert client.get(reverse("letter-raw", args=[contest.slug, letter.pk + 1])).status_code == 404
    assert client.head(path).status_code == 405
    assert of_kind(contest, "looked") == []
    assert "noted in the audit log" in client.get(reverse("letter-in", args=[contest.slug, letter.pk])).text
    assert client.get(path).status_code == 200
    client.force_login(root())
    assert client.get(path).status_code == 200
    bodies = [json.loads(contest.ledger.get(seq=seq).body) for seq in of_kind(contest, "looked")]
    assert [one["actor"] for one in bodies] == [f"u{root().pk}", f"u{contest.organiser_id}"]
    assert {(one["ref"], *one["data"].items()) for one in bodies} == {
        (f"letter/{letter.pk}", ("what", "letter"))
    }
    assert f"looked at letter {letter.pk} as it came in." in client.get(place(contest)).text
    assert "looked at letter" not in client.get(reverse("contest-log", args=[contest.slug])).text


def arrived(table: Table, words: str) -> Letter:
    """A letter of whoever is to speak, read."""
    (turn,) = factories.open_turns(table)
    sender, to = player(table, turn.seat.letter).email, composing.address(turn)
    head = f"From: {sender}\nTo: {to}\nMessage-ID: <r@mail.example>\nSubject: x\n\n"
    letter = letters.receive(f"{head}{words}\n".encode(), letters.Envelope(sender, to, "smtp"))
    letters.read(letter.pk)
    letter.refresh_from_db()
    return letter
