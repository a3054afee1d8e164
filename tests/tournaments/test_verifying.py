"""The nightly check of every ledger, and the one that somebody asked for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments import models
from tournaments.doors import clock as tasks
from tournaments.models import Contest, Notice, Verification
from tournaments.services import clock, composing, ledger, needs, noting, post, verifying

pytestmark = pytest.mark.django_db
ENTRY = "tournaments_ledgerentry"


def rewrite(contest: Contest, statement: str) -> None:
    """By whoever owns the tables, with the triggers off."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {ENTRY} DISABLE TRIGGER USER")
        cursor.execute(statement, [contest.pk])
        for trigger in ("ledger_append", "ledger_no_change", "ledger_no_truncate"):
            cursor.execute(f"ALTER TABLE {ENTRY} ENABLE ALWAYS TRIGGER {trigger}")


def of(contest: Contest) -> Verification:
    return Verification.objects.get(contest=contest)


def test_a_contest_is_good_while_it_runs_and_at_its_end() -> None:
    """With what came of letters and notices: nothing is withheld from the check."""
    contest = factories.running(5)
    post.send_due()
    noting.note_mail()
    tasks.verify()
    first = of(contest)
    assert (first.good, first.fault, first.since) == (True, "", None)
    assert first.entries == models.LedgerHead.objects.get(contest=contest).size
    factories.play_out(contest)
    assert verifying.verify(contest.pk) is not None
    later = of(contest)
    assert later.good
    assert later.entries > first.entries
    assert later.checkpoint != first.checkpoint


def test_what_was_not_checked_since_the_night_began_or_was_asked_for_is_due() -> None:
    first, second = factories.draft(name="One"), factories.draft(name="Two")
    now = clock.now()
    assert verifying.due() == [first.pk, second.pk]
    assert verifying.run() == 2
    assert verifying.due() == []
    assert verifying.due(now + timedelta(hours=25)) == [first.pk, second.pk]
    verifying.ask(second)
    assert verifying.due() == [second.pk]
    verifying.run()
    assert of(second).asked_at is None
    zone = ZoneInfo(settings.TIME_ZONE_DEFAULT)
    for at, night in {
        datetime(2026, 3, 29, 12, tzinfo=UTC): datetime(
            2026, 3, 29, 3, tzinfo=zone
        ),  # the clock went forward
        datetime(2026, 10, 25, 1, tzinfo=UTC): datetime(2026, 10, 24, 3, tzinfo=zone),  # and back
        datetime(2026, 7, 1, 1, tzinfo=UTC): datetime(2026, 7, 1, 3, tzinfo=zone),
    }.items():
        assert verifying.last_night(at) == night


def test_a_changed_entry_is_told_to_the_staff_and_stands_among_what_needs_them() -> None:
    contest, other = factories.open_contest(3), factories.draft(name="Other")
    olga, root = contest.organiser, factories.person("root", is_superuser=True, is_staff=True)
    oscar = factories.organiser("oscar")
    verifying.run()
    rewrite(contest, f"UPDATE {ENTRY} SET body = replace(body, '\"p1\"', '\"p9\"') WHERE contest_id = %s")
    verifying.verify(contest.pk)
    found = of(contest)
    assert "body_hash is not the hash of the body" in found.fault
    assert of(other).good
    assert [one.contest for one in needs.of(root) if one.kind == needs.LEDGER] == [contest]
    assert needs.LEDGER in [one.kind for one in needs.of_contest(olga, contest)]
    assert needs.of(oscar) == []
    (notice,) = Notice.objects.filter(kind="needs", data__code="LEDGER_BAD")
    letter = composing.compose(notice)
    assert notice.user == root
    assert letter is not None
    assert "does not hold any more" in letter.text
    assert found.fault in " ".join(letter.text.split())
    assert reverse("ledger", args=[contest.slug]) in letter.text
    verifying.verify(contest.pk)
    assert of(contest).since == found.since
    assert Notice.objects.filter(kind="needs", data__code="LEDGER_BAD").count() == 1, "told once"
    rewrite(contest, f"UPDATE {ENTRY} SET body = replace(body, '\"p9\"', '\"p1\"') WHERE contest_id = %s")
    verifying.verify(contest.pk)
    assert of(contest).good
    assert needs.LEDGER not in [one.kind for one in needs.of(root)]


def test_a_history_that_is_in_order_in_itself_but_another_than_last_night_is_named() -> None:
    """Cut off behind, and gone on from there: each hash and each link is right."""
    contest = factories.open_contest(2)
    verifying.verify(contest.pk)
    held = of(contest).checkpoint
    Verification.objects.filter(contest=contest).update(
        checkpoint=held.replace(held.split("\n")[2], "A" * 43 + "=")
    )
    verifying.verify(contest.pk)
    found = of(contest)
    assert "the check before: another history" in found.fault
    assert found.checkpoint.endswith("A" * 43 + "=\n"), "what held last is what counts until somebody looks"


def test_where_there_is_no_staff_the_organiser_is_told() -> None:
    contest = factories.draft()
    rewrite(contest, f"UPDATE {ENTRY} SET link = repeat('0', 64) WHERE seq = 1 AND contest_id = %s")
    verifying.verify(contest.pk)
    assert Notice.objects.get(kind="needs").user == contest.organiser


def test_one_that_cannot_be_checked_keeps_no_other_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = factories.draft(name="One"), factories.draft(name="Two")
    real = verifying._check

    def check(row: Contest, before: str) -> tuple[int, str, str]:
        if row.pk == first.pk:
            raise KeyError("secret words")
        return real(row, before)

    monkeypatch.setattr(verifying, "_check", check)
    assert verifying.run() == 1
    assert of(second).good
    assert "could not be checked: KeyError" in caplog.text
    assert "secret words" not in caplog.text


def test_the_button_asks_and_the_page_says_how_it_stands(client: Client) -> None:
    contest = factories.draft()
    page, button = (reverse(name, args=[contest.slug]) for name in ("ledger", "ledger-verify"))
    trudy = factories.person("trudy")
    contest.croupiers.create(user=trudy)
    client.force_login(trudy)
    assert client.post(button).status_code == 403
    client.force_login(contest.organiser)
    assert "Not checked yet." in client.get(page).text
    assert client.get(button).url == page
    for method in ("put", "patch", "delete"):
        assert getattr(client, method)(button).status_code == 405
    assert not Verification.objects.exists()
    assert client.post(button).status_code == 302
    assert "It is about to be checked" in client.get(page).text
    tasks.verify()
    size = ledger.checkpoint(contest).split()[1]
    assert f"{size} entries, all good." in client.get(page).text
    assert "verified</span>" in client.get(reverse("audit")).text
    Verification.objects.filter(contest=contest).update(fault="row 3: <odd>", since=clock.now())
    assert "row 3: &lt;odd&gt;" in client.get(page).text
    assert "does not hold</span>" in client.get(reverse("audit")).text
