"""Who may review a ledger, and that none of its pages can write."""

from __future__ import annotations

import csv
import io
import re
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, reverse
from hypothesis import given
from hypothesis import strategies as st

from tests import factories
from tests.tournaments.web.tabling import address, player
from tests.tournaments.web.test_review import REASON, of_kind, place, root, said, seqs, two
from tournaments import models
from tournaments.doors.web import urls
from tournaments.models import Contest, LedgerEntry, Table
from tournaments.services import evidence, noting, post, reading, review, tabular

pytestmark = pytest.mark.django_db
__all__ = ["two"]

# --- who may


def reads(client: Client, contest: Contest) -> list[str]:
    return [place(contest), place(contest, 3)]


def test_nobody_else_sees_anything_of_it(client: Client, two: Contest) -> None:
    for who in (None, "alice", "oscar", "mallory"):
        if who is not None:
            client.force_login(factories.organiser(who) if who == "oscar" else factories.person(who))
        for path in (*reads(client, two), reverse("audit")):
            answer = client.get(path)
            assert answer.status_code == (403 if who else 302), path
            assert "computed anew" not in answer.text


def test_the_staff_sees_every_contest_and_an_organiser_his_own(client: Client, two: Contest) -> None:
    client.force_login(two.organiser)
    assert two.name in client.get(reverse("audit")).text
    client.force_login(root())
    page = client.get(reverse("audit")).text
    assert f'href="{place(two)}"' in page
    for path in reads(client, two):
        assert client.get(path).status_code == 200
    draft = factories.draft(name="Not yet")
    assert client.get(place(draft)).status_code == 200
    client.force_login(factories.person("mallory"))
    assert client.get(place(draft)).status_code == 404


def test_a_croupier_sees_his_tables_only(client: Client, two: Contest) -> None:
    trudy = factories.person("trudy")
    two.croupiers.create(user=trudy)
    client.force_login(trudy)
    assert "No entry about a table of yours yet." in client.get(place(two)).text
    two.tables.filter(number=2).update(croupier=trudy)
    second = factories.table_of(two, 2)
    about = said(two, lambda body: re.match(rf"{second.ref}(\W|$)", body["ref"]))
    assert seqs(client, two) == about
    assert two.name in client.get(reverse("audit")).text
    assert client.get(place(two, about[0])).status_code == 200
    others = set(range(two.ledger_head.size)) - set(about)
    first = factories.table_of(two, 1)
    for seq in (0, max(others), min(others - {0})):
        assert client.get(place(two, seq)).status_code == 404, seq
    page = client.get(place(two)).text
    assert first.name not in page
    assert client.get(place(two, table=first.ref)).status_code == 422
    models.Seat.objects.filter(table=second, letter="A").update(entry=_entry(two, trudy))
    assert seqs(client, two) == [], "who plays there does not rule there"


def _entry(contest: Contest, user: models.User) -> models.Entry:
    return contest.entries.create(user=user, name=user.name, number=99)


def test_who_organises_and_plays_reviews_no_letters_before_the_end(client: Client) -> None:
    contest = factories.running(["olga", "alice", "bob", "carol", "dave"])
    post.send_due()
    noting.note_mail()
    (seq,) = of_kind(contest, "notices")
    client.force_login(contest.organiser)
    assert client.get(place(contest, seq)).status_code == 404
    assert seq not in seqs(client, contest)
    moved = of_kind(contest, "table")[0]
    page = client.get(place(contest, moved)).text
    assert "for others to review until its end" in page
    assert "handed to the mail server" not in page
    Contest.objects.filter(pk=contest.pk).update(state=Contest.State.FINAL)
    assert client.get(place(contest, seq)).status_code == 200


# --- read-only by construction

PAGES = [one.name for one in urls.reviewing if isinstance(one, URLPattern) and one.name != "ledger-verify"]


_LOOKS = ("SELECT", "RELEASE")
_ROW_BY_ROW = {name: ("SAVEPOINT", "SET", "DECLARE") if name == "ledger-csv" else () for name in PAGES}
"""A table goes on when the view is over: in a transaction of its own, of the same kind."""


def paths(contest: Contest) -> dict[str, str]:
    with_args = {"audit": (), "ledger-entry": (contest.slug, 3)}
    return {str(name): reverse(str(name), args=with_args.get(str(name), (contest.slug,))) for name in PAGES}


def test_nothing_but_get_is_taken(client: Client, two: Contest) -> None:
    client.force_login(root())
    before = LedgerEntry.objects.count()
    for name, path in paths(two).items():
        for method in ("post", "put", "patch", "delete"):
            assert getattr(client, method)(path).status_code == 405, (name, method)
    assert LedgerEntry.objects.count() == before


def test_every_page_runs_where_nothing_can_be_written(
    client: Client, two: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a page calls: the first thing it asks of the database is to refuse every write."""
    client.force_login(root())
    for name, path in paths(two).items():
        with CaptureQueriesContext(connection) as seen:
            answer = client.get(path)
            assert answer.status_code == 200
            assert answer.getvalue() if answer.streaming else answer.content
        said_sql = [one["sql"] for one in seen.captured_queries]
        start = said_sql.index("SET TRANSACTION READ ONLY")
        assert all(
            sql.startswith("SAVEPOINT") or "django_session" in sql or "tournaments_user" in sql
            for sql in said_sql[:start]
        ), name
        assert {sql.split()[0] for sql in said_sql[start + 1 :]} <= {*_LOOKS, *_ROW_BY_ROW[name]}, name
        assert not [sql for sql in said_sql if sql.startswith("SET") and not sql.endswith(" READ ONLY")]

    def writes(*_args: object, **_named: object) -> Any:
        Table.objects.filter(contest=two).update(name="x")

    monkeypatch.setattr(review, "of", writes)
    monkeypatch.setattr(evidence, "of", writes)
    monkeypatch.setattr(review, "reviewed", writes)
    for path in paths(two).values():
        with pytest.raises(DatabaseError, match="read-only transaction"):
            client.get(path)
    monkeypatch.undo()
    monkeypatch.setattr(review, "all_lines", writes)
    with pytest.raises(DatabaseError, match="read-only transaction"):
        client.get(paths(two)["ledger-csv"]).getvalue()


def test_after_a_look_everything_can_be_written_again(two: Contest) -> None:
    with reading.read_only():
        assert two.ledger.count()
    assert Table.objects.filter(contest=two).update(between=False)


def test_the_table_leads_nowhere_and_the_desk_leads_here(client: Client, two: Contest) -> None:
    client.force_login(two.organiser)
    assert place(two) in client.get(reverse("manage", args=[two.slug])).text
    client.force_login(player(factories.table_of(two), "A"))
    assert "audit/" not in client.get(address(factories.table_of(two))).text


# --- as a table


def rows_of(client: Client, contest: Contest, query: str = "") -> list[dict[str, str]]:
    answer = client.get(reverse("ledger-csv", args=[contest.slug]) + query)
    assert answer.headers["Content-Type"].startswith("text/csv")
    text = answer.getvalue().decode()
    assert text[0] == tabular.MARK
    return list(csv.DictReader(io.StringIO(text[1:], newline="")))


def test_what_is_found_comes_as_a_table_too(client: Client, two: Contest) -> None:
    client.force_login(two.organiser)
    every = rows_of(client, two)
    assert [int(row["number"]) for row in every] == list(range(two.ledger_head.size - 1, -1, -1))
    bodies = dict(two.ledger.values_list("seq", "body"))
    assert all(row["body"] == bodies[int(row["number"])] for row in every)
    (found,) = rows_of(client, two, "?q=hailstorm")
    assert found["in words"].endswith(f"Reason: {REASON}")
    assert (found["Who did it"], found["Table"]) == ("olga", factories.table_of(two, 2).name)
    table = factories.table_of(two, 2)
    assert [int(row["number"]) for row in rows_of(client, two, f"?table={table.ref}&order=old")] == (
        sorted(seqs(client, two, table=table.ref))
    )
    assert client.get(reverse("ledger-csv", args=[two.slug]) + "?kind=zebra").status_code == 302
    client.force_login(player(table, "A"))
    assert client.get(reverse("ledger-csv", args=[two.slug])).status_code == 403


def test_a_table_of_any_length_takes_as_many_queries(client: Client, two: Contest) -> None:
    client.force_login(two.organiser)
    counts = []
    for query in ("?q=hailstorm", ""):
        with CaptureQueriesContext(connection) as seen:
            rows_of(client, two, query)
        counts.append(len(seen))
    assert counts[1] <= counts[0] + 1


@given(text=st.text(max_size=12) | st.from_regex(r"[ \t]*[=+\-@][A-Z(1]*", fullmatch=True))
def test_no_cell_is_a_formula(text: str) -> None:
    (cell,) = next(csv.reader(io.StringIO("".join(list(tabular.lines([[text]]))[1:]), newline="")), [""])
    assert cell.lstrip(" \u00a0")[:1] not in ("=", "+", "-", "@", "\t", "\r", "\n")
    assert cell.removeprefix("'") == text.replace("\0", "").removeprefix("'")
