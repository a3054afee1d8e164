"""Forms sent again: the same twice is one act; filled in anew, or without the page's word, another."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests import factories
from tests.tournaments.web.tabling import address, awaited, player
from tournaments import models
from tournaments.models import CaseWord, Table

pytestmark = pytest.mark.django_db

type Count = Callable[[Table], int]


def _rulings(table: Table) -> int:
    return table.events.filter(kind="ruling").count()


def _words(table: Table) -> int:
    return CaseWord.objects.filter(case__table=table).count()


def _extend(table: Table, hours: str) -> dict[str, str]:
    return {"do": "extend", "seat": awaited(table), "expected": "1", "hours": hours, "reason": "A storm."}


def _remove(_table: Table, seat: str) -> dict[str, str]:
    return {"do": "remove", "seat": seat, "reason": "He is gone."}


def _call(_table: Table, words: str) -> dict[str, str]:
    return {"words": words}


def _seal(_table: Table, seal: str) -> dict[str, str]:
    return {"seal": seal, "reason": "A marked deck."}


@pytest.mark.parametrize(
    ("page", "fields", "first", "other", "count"),
    [
        ("staff", _extend, "1", "2", _rulings),
        ("rulings", _remove, "D", "E", _rulings),
        ("seal", _seal, "hand:A", "hand:B", _rulings),
        ("call", _call, "Help!", "And what of deal 2?", _words),
    ],
)
def test_the_same_form_twice_is_one_act_and_another_content_is_another(
    client: Client,
    table: Table,
    page: str,
    fields: Callable[[Table, str], dict[str, str]],
    first: str,
    other: str,
    count: Count,
) -> None:
    client.force_login(player(table, "C") if page == "call" else table.contest.organiser)
    one, two = fields(table, first), fields(table, other)
    for said, acts in ((one, 1), (one, 1), (two, 2)):
        answer = client.post(f"{address(table)}{page}/", {**said, "once": "k"})
        assert count(table) == acts, answer.text
    assert answer.status_code in (200, 302)


def test_without_the_word_of_the_page_each_is_an_act_of_its_own(client: Client, table: Table) -> None:
    client.force_login(table.contest.organiser)
    for hours in "12":
        client.post(f"{address(table)}staff/", _extend(table, hours))
    assert _rulings(table) == 2


def test_a_form_without_its_field_takes_the_table_from_nobody(client: Client, table: Table) -> None:
    organiser = table.contest.organiser
    models.Table.objects.filter(pk=table.pk).update(croupier=organiser)
    client.force_login(organiser)
    where = f"/c/{table.contest.slug}/manage/tables/{table.number}/"
    assert client.post(where, {}).status_code == 422
    table.refresh_from_db()
    assert table.croupier == organiser
    assert client.post(where, {"user": ""}).status_code == 302
    table.refresh_from_db()
    assert table.croupier is None


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_what_is_too_large_or_damaged_is_answered_by_a_page_with_a_way_back(
    client: Client, settings: Settings, language: str
) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE, settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 300, 5
    titles = {
        "en": "This could not be taken",
        "fr": "Cela n'a pas pu être reçu",
        "it": "Non è stato possibile riceverlo",
    }
    client.force_login(factories.person("alice", language=language))
    where, came_from = "/profile/address/", {"referer": "http://testserver/profile/"}
    sent = (
        client.post(where, {"name": "x" * 400}, headers=came_from),
        client.post(where, {f"n{number}": "" for number in range(6)}, headers=came_from),
        client.post(where, b"--", content_type="multipart/form-data", headers=came_from),
    )
    for answer in sent:
        assert answer.status_code == 400
        assert titles[language] in answer.text
        assert 'href="http://testserver/profile/"' in answer.text, "the address of the form shows nothing"
    elsewhere = client.post(where, {"name": "x" * 400}, headers={"host": "elsewhere.example"})
    assert (elsewhere.status_code, "elsewhere" in elsewhere.text) == (400, False)
