"""Hidden cards are nowhere: not in the admin, the log, the report of an error, or what a worker is asked."""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from celery import current_app
from django.contrib import admin
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils.log import AdminEmailHandler

from tests import factories
from tests.tournaments.mail.conftest import a_reply, take
from tests.tournaments.test_saint_table import saint_table, some_move
from tests.tournaments.web.tabling import address, form, player
from tournaments import models
from tournaments.doors.web.discreet import Line
from tournaments.models import Table
from tournaments.services import composing, desk, letters, links, post, sweep, tables, views

pytestmark = pytest.mark.django_db
HANDS = {"A": "Kd Kc", "B": "Qh Qs", "C": "Jd Jh", "D": "Tc Td", "E": "Ks Kh"}
HIDDEN = tuple(" ".join(HANDS.values()).split())


def found(text: str, cards: tuple[str, ...] = HIDDEN) -> list[str]:
    return [card for card in cards if re.search(rf"(?<![A-Za-z0-9]){card}(?![A-Za-z0-9])", text)]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, "7h 9h 2d 2s 5h"))
    return factories.table_of(factories.running(5))


def _admin_pages() -> Iterator[str]:
    yield reverse("admin:index")
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        for row in model._default_manager.all()[:20]:
            yield reverse(f"{name}_change", args=[row.pk])
            yield reverse(f"{name}_history", args=[row.pk])


def _played(table: Table) -> None:
    """Moves, a letter, one that cannot be read, a refusal, a time-out, what was said in advance."""
    factories.act(table, "raise 2", "call")
    for words in ("raise to 2 and I hold Jd Jh", "raise to 999"):
        turn = factories.open_turns(table)[0]
        take(a_reply(turn, words), turn)
    factories.move_clock(table, seconds=1)
    models.Letter.objects.filter(state="unread").delete()
    sweep.sweep()
    post.send_due()


def test_the_admin_the_log_and_the_workers_see_none(
    table: Table,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(current_app, "send_task", lambda *args, **named: asked.append((args, named)))
    caplog.set_level(logging.DEBUG)
    with django_capture_on_commit_callbacks(execute=True):
        _played(table)
    assert asked, "the workers were woken"
    assert not found(repr(asked))
    assert not found(
        "\n".join(f"{one.getMessage()} {one.args!r}" for one in caplog.records if "sql" not in one.__dict__)
    )
    client = Client()
    client.force_login(models.User.objects.create_superuser("zoe@staff.example", name="zoe"))
    pages = 0
    for path in _admin_pages():
        shown = client.get(path)
        assert shown.status_code == 200, path
        assert not found(shown.text), path
        pages += 1
    assert pages > 10


def test_no_task_takes_anything_but_its_name() -> None:
    current_app.loader.import_default_modules()
    ours = {name: task for name, task in current_app.tasks.items() if name.startswith("tournaments.")}
    assert len(ours) >= 5
    for name, task in ours.items():
        assert task.run.__code__.co_argcount == 0, name


def _report(client: Client, path: str, fields: Any, settings: Any) -> str:
    """What is mailed to the ADMINS when a page breaks, as HTML too, with all that a frame holds."""
    settings.ADMINS = ["root@staff.example"]
    handler, log = AdminEmailHandler(include_html=True), logging.getLogger("django.request")
    log.addHandler(handler)
    client.raise_request_exception = False
    try:
        assert client.post(path, fields).status_code == 500
    finally:
        log.removeHandler(handler)
    letters = [one for one in mail.outbox if "root@staff.example" in one.to]
    pages = [content for one in letters for content, kind in one.alternatives if kind == "text/html"]
    assert pages
    return "\n".join([*pages, *(f"{one.subject}\n{one.body}" for one in letters)])


def _broken(self: desk.Desk, state: Any) -> None:
    deck = views.GAMES[self.table.game].dump(state)["deal"]["deck"]
    raise ValueError(f"a deck in the words of an error: {HIDDEN[0]}, {HIDDEN[1]}, {deck}")


def test_the_report_of_an_error_says_where_and_no_card(
    table: Table,
    client: Client,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    fields = form(_signed_in(client, table), f"{address(table)}act/")
    monkeypatch.setattr(desk.Desk, "settle", _broken)
    told = _report(
        client, f"{address(table)}act/", {**fields, "words": "raise to 3", "comment": "Kd"}, settings
    )
    assert "in _broken" in told
    assert "ValueError" in told
    assert not found(told)
    assert "24, 36, 22" not in told, "nor as numbers"
    (record,) = [one for one in caplog.records if one.name == "django.request" and one.exc_info]
    line = Line("%(message)s").format(record)
    assert "ValueError" in line
    assert not found(line)
    assert "24, 36, 22" not in line


def _signed_in(client: Client, table: Table) -> Any:
    seat = factories.open_turns(table)[0].seat.letter
    client.force_login(player(table, seat))
    return client.get(address(table))


def test_the_report_of_a_secret_choice_that_broke_says_not_which(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = saint_table(3)
    fields = form(_signed_in(client, table), f"{address(table)}act/")
    seat = factories.open_turns(table)[0].seat.letter
    move = some_move(table, seat, random.Random(1))
    monkeypatch.setattr(tables, "_apply", lambda *args: [][1])
    fields |= {"do": move.do, "named": "cards"}
    told = _report(client, f"{address(table)}act/", {**fields, "cards": move.args["cards"]}, settings)
    assert "IndexError" in told
    assert not found(told, tuple(move.args["cards"]))


def test_of_a_letter_that_broke_the_log_says_where_and_not_what_it_said(
    table: Table, settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the log nor what is mailed to the ADMINS, nor the row that the organiser finds."""
    settings.ADMINS = ["root@staff.example"]
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(desk.Desk, "settle", _broken)
    turn, log, handler = factories.open_turns(table)[0], logging.getLogger(), AdminEmailHandler()
    raw = a_reply(turn, "raise to 3\n\nMy samovar and Kd")
    letter = letters.receive(raw, letters.Envelope("a@b.example", composing.address(turn), "smtp"))
    log.addHandler(handler)
    try:
        states = [letters.read(letter.pk) for _ in range(5)]
    finally:
        log.removeHandler(handler)
    assert states == ["unread"] * 4 + ["quarantined"]
    letter.refresh_from_db()
    assert letter.outcome["trouble"] == "ValueError"
    told = [Line("%(message)s").format(one) for one in caplog.records]
    told += [f"{one.subject}\n{one.body}" for one in mail.outbox if "root@staff.example" in one.to]
    assert any(f"letter {letter.pk} cannot be read: ValueError at " in one for one in told)
    for secret in ("samovar", links.mail_token(turn), "24, 36, 22"):
        assert not [one for one in told if secret in one]
    assert not found("\n".join(told) + str(letter.outcome))


def test_whoever_develops_sees_it_all(
    table: Table, client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test of the tests: the report would hold cards."""
    settings.DEBUG = True
    fields = form(_signed_in(client, table), f"{address(table)}act/")
    monkeypatch.setattr(desk.Desk, "settle", _broken)
    told = _report(client, f"{address(table)}act/", {**fields, "words": "raise to 3"}, settings)
    assert set(found(told)) >= {"Kd", "Kc"}
    assert "24, 36, 22" in told
