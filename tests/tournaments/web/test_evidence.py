"""Evidence with a ruling: what is taken, who may open it, and that it is never shown as a page."""

from __future__ import annotations

import hashlib
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from referee.core import Illegal
from tests import factories
from tests.tournaments.test_exports import checked, exported
from tests.tournaments.web.tabling import address, player
from tests.tournaments.web.test_rulings import page
from tournaments.models import Evidence, LedgerEntry, Notice, Table
from tournaments.services import exhibits, rulings

pytestmark = pytest.mark.django_db

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"\0" * 40
EML = b"From: bob@players.example\r\nDate: Mon, 30 Nov 2026 10:00:00 +0100\r\nSubject: hm\r\n\r\ncall\r\n"
HTML = b"<!doctype html><script>alert(1)</script>"
SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'


def rule(
    client: Client, table: Table, file: bytes | None = None, name: str = "x.png", **more: str
) -> HttpResponse:
    seen = str(Table.objects.get(pk=table.pk).last_event)
    fields: dict[str, object] = {"do": "remove", "seat": "B", "seen": seen, "once": "o"}
    fields |= {"reason": "Two letters.", **more}
    if file is not None:
        fields["file"] = SimpleUploadedFile(name, file, content_type="text/html")
    client.force_login(table.contest.organiser)
    return client.post(page(table), fields)


def where(table: Table, number: int = 1) -> str:
    return f"{address(table)}ruling/{table.events.get(kind='ruling').number}/{number}/"


def test_it_is_kept_sealed_and_its_hash_stands_in_the_ledger(client: Client, table: Table) -> None:
    assert rule(client, table, PNG, evidence="He wrote: *call*").status_code == 302
    text, image = Evidence.objects.order_by("number")
    assert (text.kind, bytes(text.data)) == ("text", b"He wrote: *call*")
    assert (image.kind, bytes(image.data)) == ("png", PNG)
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM tournaments_evidence")
        assert not any(PNG[:8] in bytes(row[0]) or b"call" in bytes(row[0]) for row in cursor.fetchall())
    said = [json.loads(body)["data"] for body in LedgerEntry.objects.values_list("body", flat=True)]
    (entry,) = [data for data in said if "evidence" in data]
    assert entry["reason"] == "Two letters."
    assert len({bytes(text.salt), bytes(image.salt)}) == 2
    assert entry["evidence"] == [
        hashlib.sha256(bytes(text.salt) + b"He wrote: *call*").hexdigest(),
        hashlib.sha256(bytes(image.salt) + PNG).hexdigest(),
    ]
    assert hashlib.sha256(b"He wrote: *call*").hexdigest() not in str(said), "few words could be guessed"
    assert checked(exported(table.contest)).problems == []


@pytest.mark.parametrize(
    ("file", "media"), [(PNG, "image/png"), (EML, "message/rfc822"), (b"GIF89a" + PNG, "image/gif")]
)
def test_it_is_a_download_of_the_kind_that_its_content_says(
    client: Client, table: Table, file: bytes, media: str
) -> None:
    rule(client, table, file, name="evil.html")
    for user in (table.contest.organiser, player(table, "B")):
        client.force_login(user)
        answer = client.get(where(table))
        assert (answer.status_code, answer.content, answer["Content-Type"]) == (200, file, media)
        assert answer["Content-Disposition"].startswith('attachment; filename="evidence-')
        assert "evil" not in answer["Content-Disposition"]
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"


@pytest.mark.parametrize("who", ["A", "zoe", "oscar", None])
def test_nobody_else_opens_it_but_all_read_its_fingerprint(
    client: Client, table: Table, who: str | None
) -> None:
    rule(client, table, PNG)
    client.logout()
    if who is not None:
        client.force_login(player(table, "A") if who == "A" else factories.organiser(who))
    assert client.get(where(table)).status_code == (403 if who else 302)
    shown = client.get(where(table).removesuffix("1/")).text
    (kept,) = Evidence.objects.all()
    assert kept.sha256 in shown
    assert bytes(kept.salt).hex() not in shown
    assert where(table) not in shown
    assert "1 piece of evidence" in client.get(address(table)).text
    assert client.get(where(table, 2)).status_code == (404 if who else 302)
    assert client.get(f"{address(table)}ruling/1/").status_code == 404


def test_who_may_open_it_can_compute_its_fingerprint_an_older_one_too(client: Client, table: Table) -> None:
    rule(client, table, PNG, evidence="call")
    old = Evidence.objects.get(number=2)
    Evidence.objects.filter(pk=old.pk).update(salt=b"", sha256=hashlib.sha256(PNG).hexdigest())
    client.force_login(player(table, "B"))
    shown = client.get(where(table).removesuffix("1/")).text
    (salt,) = re.findall(r"Salt: <code[^>]*>([0-9a-f]{32})<", shown)
    for number, salted in ((1, bytes.fromhex(salt)), (2, b"")):
        data = client.get(where(table, number)).content
        assert hashlib.sha256(salted + data).hexdigest() in shown


def test_a_ruling_about_the_whole_deal_concerns_the_whole_table(client: Client, table: Table) -> None:
    assert rule(client, table, EML, do="void", deal="1").status_code == 302
    client.force_login(player(table, "E"))
    assert client.get(where(table)).status_code == 200


@pytest.mark.parametrize("do", ["extend", "pause", "resume"])
def test_it_is_kept_with_what_moves_a_clock(client: Client, table: Table, do: str) -> None:
    olga = table.contest.organiser
    if do == "resume":
        rulings.pause_table(table, olga, reason="A storm.", key="p")
    client.force_login(olga)
    fields = {"do": do, "once": "o", "evidence": "The mast is down.", "seat": "A" if do == "extend" else ""}
    given = {**fields, "expected": "1", "hours": "3", "reason": "A storm."}
    refused = client.post(f"{address(table)}staff/", {**given, "file": SimpleUploadedFile("x", HTML)})
    assert refused.status_code == 422
    assert refused.text.count("no image") == 1
    assert ">The mast is down.</textarea>" in refused.text
    assert Evidence.objects.count() == 0
    file = SimpleUploadedFile("x", PNG)
    assert client.post(f"{address(table)}staff/", {**given, "file": file}).status_code == 302
    event = table.events.latest("number")
    assert [one.kind for one in exhibits.listed(event)] == ["text", "png"]
    client.force_login(player(table, "A"))
    assert client.get(f"{address(table)}ruling/{event.number}/2/").content == PNG


def test_the_whole_contest_is_cancelled_from_the_desk_and_its_tables_keep_why(
    client: Client, table: Table
) -> None:
    trudy = factories.person("trudy")
    Table.objects.filter(pk=table.pk).update(croupier=trudy)
    given = {"do": "cancel", "reason": "A flood.", "evidence": "The cellar."}
    client.force_login(trudy)
    assert "Cancel the contest" not in client.get(page(table)).text
    assert client.post(page(table), given).status_code == 403
    assert rule(client, table, do="cancel", reason=" ").status_code == 422
    assert rule(client, table, PNG, **given).status_code == 302
    table.refresh_from_db()
    assert (table.state, table.contest.state) == ("void", "cancelled")
    event = table.events.latest("number")
    assert (event.reason, event.evidence) == ("A flood.", 2)
    assert Notice.objects.filter(kind="cancelled").count() == 5
    client.force_login(player(table, "C"))
    assert client.get(f"{address(table)}ruling/{event.number}/1/").content == b"The cellar."
    assert "Reason: A flood." in client.get(address(table)).text
    assert checked(exported(table.contest)).problems == []


def test_what_is_ruled_for_all_tables_is_kept_at_each(client: Client) -> None:
    contest = factories.running(10)
    client.force_login(contest.organiser)
    there = f"/c/{contest.slug}/manage"
    for what, do in (("pause", "pause"), ("pause", "resume"), ("cancel", "")):
        given = {"do": do, f"{what}-reason": "A flood.", f"{what}-evidence": "The cellar."}
        refused = client.post(f"{there}/{what}/", {**given, f"{what}-file": SimpleUploadedFile("x", SVG)})
        assert "no image" in refused.text
        assert "The cellar.</textarea>" in refused.text
        assert client.post(f"{there}/{what}/", given).status_code == 302
    events = [one.event for one in Evidence.objects.select_related("event").order_by("event__number")]
    assert [(one.kind, one.table.number) for one in events].count(("ruling", 2)) == 1
    assert [one.kind for one in events] == ["pause", "pause", "resume", "resume", "ruling", "ruling"]


def test_before_there_are_tables_nothing_can_keep_it(client: Client) -> None:
    contest = factories.open_contest(2)
    client.force_login(contest.organiser)
    assert "cancel-evidence" not in client.get(f"/c/{contest.slug}/manage/").text


def test_that_another_of_the_staff_looked_is_noted(client: Client, table: Table) -> None:
    rule(client, table, PNG)
    trudy = factories.person("trudy")
    Table.objects.filter(pk=table.pk).update(croupier=trudy)
    client.force_login(trudy)
    assert client.get(where(table)).status_code == 200
    (entry,) = LedgerEntry.objects.filter(kind="looked")
    assert f'"actor":"u{trudy.pk}"' in entry.body


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (PNG + b"\0" * exhibits.MOST_BYTES, "That file is too large: 1 MB is the most."),
        (HTML, "no image"),
        (SVG, "no image"),
        (b"%PDF-1.7", "no image"),
    ],
)
def test_what_is_too_large_or_of_another_kind_is_refused_and_the_words_stay(
    client: Client, table: Table, file: bytes, said: str
) -> None:
    before = LedgerEntry.objects.count()
    answer = rule(client, table, file, evidence="What he wrote to me.")
    assert answer.status_code == 422
    assert said in answer.text
    assert 'value="Two letters."' in answer.text
    assert ">What he wrote to me.</textarea>" in answer.text
    assert (LedgerEntry.objects.count(), Evidence.objects.count()) == (before, 0)


def test_the_largest_that_is_taken(client: Client, table: Table) -> None:
    assert rule(client, table, PNG + b"\0" * (exhibits.MOST_BYTES - len(PNG))).status_code == 302
    assert Evidence.objects.get().size == exhibits.MOST_BYTES


@given(
    st.binary(max_size=60), st.sampled_from([b"", b"\xff\xd8\xff", b"RIFF0000WEBPVP8 ", b"From: a\r\n", EML])
)
def test_whatever_comes_is_of_a_known_kind_or_refused(tail: bytes, head: bytes) -> None:
    try:
        piece = exhibits.of_file(head + tail)
    except Illegal:
        return
    assert piece.kind in exhibits.TYPES
    assert not piece.data.lstrip().startswith(b"<")
