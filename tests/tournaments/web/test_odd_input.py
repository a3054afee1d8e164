"""Numbers and instants that are none, or of another world: a sentence, and the pages stay as they were."""

from __future__ import annotations

import time

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.tournaments.web.tabling import address, player
from tournaments import models
from tournaments.doors.web import forms

pytestmark = pytest.mark.django_db
ODD = ["²", "٣", "-1", "9" * 5000, "1\0", "😀", ""]


@pytest.mark.parametrize("odd", ODD)
def test_an_id_that_is_no_number_is_refused(client: Client, odd: str) -> None:
    contest = factories.seated(5)
    client.force_login(contest.organiser)
    here = f"/c/{contest.slug}"
    for where, name in [("croupiers/remove", "user"), ("tables/1", "user"), ("prizes", "award")]:
        if odd or where != "tables/1":  # nobody is a choice there
            assert client.post(f"{here}/manage/{where}/", {name: odd}).status_code == 422
    assert client.post(f"{here}/entries/mark/", {"entry": odd, "mark": "withdrawn"}).status_code == 422
    assert not contest.entries.filter(state="withdrawn").exists()


@pytest.mark.parametrize("odd", ["9999-12-31T23:59", "0001-01-01T00:00", "2027-13-01T00:00", *ODD])
def test_registration_is_never_extended_beyond_the_calendar(client: Client, odd: str) -> None:
    contest = factories.open_contest(1)
    client.force_login(contest.organiser)
    typed = {"extend-closes_local": odd, "extend-reason": "a storm"}
    assert client.post(f"/c/{contest.slug}/manage/extend/", typed).status_code == 422
    assert client.get(f"/c/{contest.slug}/").status_code == 200


MOVES = (
    "remove",
    "timeout",
    "default",
    "deal",
    "ALL-IN",
    "",
    "ask",
    "size 3",
    "size x",
    "\0",
    "raise",
    "fold",
)


@pytest.mark.parametrize("do", MOVES)
def test_a_form_that_no_page_sent_plays_nothing(client: Client, table: models.Table, do: str) -> None:
    """Another turn's number, or none; a move that is none; an amount that is none."""
    client.force_login(player(table, "A"))
    turn = table.turn_number
    odd = [{"expected": wrong, "to": "2"} for wrong in (str(turn + 1), str(turn - 1), "0", "-1", "", "²")]
    if do != "fold":
        odd += [{"expected": str(turn), "to": to} for to in ("-1", "1e3", "٣", "9" * 12, "2.5", "\0")]
    for number, typed in enumerate(odd):
        answer = client.post(f"{address(table)}act/", {"do": do, "once": f"{number}", "was": "", **typed})
        assert answer.status_code < 500, typed
        assert table.events.filter(kind="move").count() == 0, typed


READ: tuple[str, ...] = (
    "call",
    "raise 2",
    "\0" * 50,
    "9" * 4000,
    "1 " * 2000,
    "raise to " * 400,
    "x" * 10**6,
    "\u202efold",
)
READ += (
    '"' * 4000,
    "> " * 2000,
    "all in " * 500,
    "raise 2\n" * 500,
    "１２" * 2000,
    "\n" * 4000,
    "to 3 or " * 500,
)


def test_a_reading_writes_nothing_and_takes_no_time(client: Client, table: models.Table) -> None:
    client.force_login(player(table, "A"))
    for words in READ:
        begun = time.process_time()
        with CaptureQueriesContext(connection) as asked:
            assert client.post(f"{address(table)}read/", {"words": words}).status_code == 200
        assert time.process_time() - begun < 1, words[:20]
        assert {query["sql"].split()[0] for query in asked.captured_queries} <= {"SELECT"}, words[:20]
    client.force_login(table.contest.organiser)
    assert client.post(f"{address(table)}read/", {"words": "call"}).status_code == 403
    assert Client().post(f"{address(table)}read/", {"words": "call"}).status_code == 403
    assert client.get(f"{address(table)}read/").status_code == 405
    assert (
        Client(enforce_csrf_checks=True).post(f"{address(table)}read/", {"words": "call"}).status_code == 403
    )


@pytest.mark.parametrize("rows", [forms.Prizes, forms.Levels])
def test_a_form_has_no_more_rows_than_there_may_be(rows: type[forms.Rows]) -> None:
    """A number of rows made up makes no page that takes seconds."""
    sent = rows({"form-TOTAL_FORMS": "9" * 20, "form-INITIAL_FORMS": "0"})
    assert len(sent.forms) <= 200
    assert not sent.is_valid()
