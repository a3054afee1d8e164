"""Draws on the pages: a share by the form, the proof of each draw, and who may have which opening."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from referee.draws import document_level, verify_document
from tests import factories
from tests.tournaments.draws.sharing import check_in, closed, commitment, value_of
from tournaments import models
from tournaments.models import Contest
from tournaments.services import contests, draws

pytestmark = pytest.mark.django_db


def as_(name: str | None) -> Client:
    client = Client()
    if name is not None:
        client.force_login(factories.organiser() if name == "olga" else factories.person(name))
    return client


def running_b() -> Contest:
    contest = closed(["alice", "bob"], prizes=[])
    check_in(contest, "alice", "bob")
    contests.draw(contest.pk, contest.organiser)
    contests.start(contest.pk, contest.organiser)
    return Contest.objects.get(pk=contest.pk)


def deck_of(contest: Contest) -> models.Draw:
    return contest.draws.get(kind="deck")


def file_of(client: Client, contest: Contest, row: models.Draw) -> Any:
    response = client.get(f"/c/{contest.slug}/draws/{row.pk}/draw.json")
    assert response.status_code == 200
    return response.json()


# --- a share


def test_the_form_takes_the_commitment_and_then_the_value() -> None:
    contest = factories.open_contest(5)
    alice = as_("alice")
    page = alice.get(f"/c/{contest.slug}/").text
    assert f'data-contest="{contest.ref}" data-player="p1"' in page
    word = commitment(contest, "alice")
    sent = alice.post(f"/c/{contest.slug}/share/", {"commit": word})
    assert (sent.status_code, sent.headers["Location"]) == (302, f"/c/{contest.slug}/#share")
    assert f'data-commit="{word}"' in alice.get(f"/c/{contest.slug}/").text
    contests.close(contest.pk, contest.organiser)
    assert "Check in" in alice.get(f"/c/{contest.slug}/").text
    wrong = alice.post(f"/c/{contest.slug}/check-in/", {"value": "00" * 32})
    assert wrong.status_code == 422
    assert "not the value you committed to" in wrong.text
    alice.post(f"/c/{contest.slug}/check-in/", {"value": value_of("alice").hex()})
    assert "Your value goes into every draw" in alice.get(f"/c/{contest.slug}/").text


def test_only_its_owner_sees_a_form_and_nobody_sees_a_value_of_others() -> None:
    contest = closed(["alice"])
    for name in (None, "bob", "olga", "zoe"):
        page = as_(name).get(f"/c/{contest.slug}/").text
        assert models.Share.objects.get().commit not in page
        assert 'name="value"' not in page


@pytest.mark.parametrize("act", ["share", "check-in"])
def test_a_get_changes_nothing_and_strangers_sign_in_first(act: str) -> None:
    contest = factories.open_contest(1)
    assert as_("alice").get(f"/c/{contest.slug}/{act}/").status_code == 302
    assert as_(None).post(f"/c/{contest.slug}/{act}/", {}).status_code == 403
    refused = as_("zoe").post(f"/c/{contest.slug}/{act}/", {"commit": "ab" * 32, "value": "ab" * 32})
    assert "You are not entered" in refused.text
    assert not models.Share.objects.exists()


def test_who_registers_goes_on_to_his_share_by_himself() -> None:
    contest = factories.open_contest(1)
    client = as_("bob")
    there = client.post(f"/c/{contest.slug}/register/", {}, follow=True)
    assert 'data-auto="1"' in there.text
    assert 'data-auto="1"' not in client.get(f"/c/{contest.slug}/").text


# --- proofs


def test_the_level_stands_beside_every_draw_and_leads_to_its_page() -> None:
    contest = running_b()
    deck, seats = deck_of(contest), contest.draws.get(kind="seating", state="revealed")
    for page in (f"/c/{contest.slug}/1/", f"/c/{contest.slug}/"):
        text = as_(None).get(page).text
        assert f'href="/c/{contest.slug}/draws/{deck.pk}/"' in text
        assert "level B" in text
    listed = as_(None).get(f"/c/{contest.slug}/draws/").text
    for row in (deck, seats):
        assert f'href="/c/{contest.slug}/draws/{row.pk}/"' in listed
        shown = as_(None).get(f"/c/{contest.slug}/draws/{row.pk}/").text
        assert row.deck_commit in shown
        assert "python -m referee verify" in shown


def test_before_the_end_each_player_has_the_openings_of_his_own_cards_and_no_others() -> None:
    contest = running_b()
    deck, table = deck_of(contest), factories.table_of(contest)
    order = draws.order_of(deck.series, deck.n)
    for seat in table.table_seats.select_related("entry__user"):
        document = file_of(as_(seat.entry.name), contest, deck)
        assert document["revealed"] is None
        assert verify_document(document) == []
        own = [p for one in deck.dealt if one["to"] == seat.entry.ref for p in one["pos"]]
        assert len(own) == 2
        assert [one["pos"] for one in document["published"]["openings"]] == own
        assert [one["label"] for one in document["published"]["openings"]] == [order[p] for p in own]
    for name in (None, "olga", "zoe"):
        assert file_of(as_(name), contest, deck)["published"]["openings"] == []


def test_positions_are_dealt_without_a_gap_and_the_board_follows() -> None:
    contest = running_b()
    deck, table = deck_of(contest), factories.table_of(contest)
    factories.act(table, "raise 1", "call", "call", "call", "call")
    document = file_of(as_(None), contest, deck)
    deals = document["published"]["deals"]
    flat = [p for one in deals for p in one["pos"]]
    assert flat == list(range(len(flat)))
    assert deals[-1]["to"] == "board"
    shown = {one["pos"] for one in document["published"]["openings"]}
    assert set(deals[-1]["pos"]) <= shown
    assert verify_document(document) == []


def test_a_changed_opening_is_found_before_the_end_too() -> None:
    contest = running_b()
    document = file_of(as_("alice"), contest, deck_of(contest))
    opening = document["published"]["openings"][0]
    opening["label"] = "As" if opening["label"] != "As" else "Ks"
    assert verify_document(document) == ["published.openings[0]: does not lead to deck_commit"]
    again = file_of(as_("alice"), contest, deck_of(contest))
    again["published"]["openings"] *= 2
    assert any("opened twice" in line for line in verify_document(again))


def test_at_the_end_the_file_has_everything_and_the_command_checks_it(tmp_path: Path) -> None:
    contest = factories.play_out(running_b())
    deck = contest.draws.filter(kind="deck").first()
    assert deck is not None
    document = file_of(as_(None), contest, deck)
    assert document_level(document) == "B"
    assert len(document["published"]["openings"]) == 52
    assert [one["to"] for one in document["published"]["deals"]][-1] == "board"
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(document))
    done = subprocess.run(
        [sys.executable, "-m", "referee", "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_with_auditors_folded_cards_stay_closed_for_all_others() -> None:
    contest = factories.draft(seeds_for_all=False, prizes=[])
    for name in ("ivan", "judy"):
        models.Auditor.objects.create(contest=contest, user=factories.person(name))
    contests.announce(contest.pk, contest.organiser)
    from tournaments.services import registration

    for name in factories.NAMES[:5]:
        registration.register(contest.pk, factories.person(name))
    assert "ivan and judy" in as_("zoe").get(f"/c/{contest.slug}/").text
    contests.close(contest.pk, contest.organiser)
    contests.draw(contest.pk, contest.organiser)
    contests.start(contest.pk, contest.organiser)
    contest = factories.play_out(Contest.objects.get(pk=contest.pk))
    deck = contest.draws.filter(kind="deck").first()
    assert deck is not None
    for name in (None, "alice", "olga"):
        assert file_of(as_(name), contest, deck)["revealed"] is None
        record = as_(name).get(f"/c/{contest.slug}/1/record.json").json()
        assert None in record["deals"][0]["deck"]
        kinds = {one["published"]["kind"] for one in as_(name).get(f"/c/{contest.slug}/draws.json").json()}
        assert kinds == {"seating"}
    auditor = file_of(as_("ivan"), contest, deck)
    assert auditor["revealed"]["seed"]
    assert verify_document(auditor) == []
    record = as_("judy").get(f"/c/{contest.slug}/1/record.json").json()
    assert None not in record["deals"][0]["deck"]


def test_the_record_of_a_seat_holds_the_openings_of_the_cards_in_it() -> None:
    contest = running_b()
    seat = factories.table_of(contest).table_seats.select_related("entry").first()
    assert seat is not None
    record = as_(seat.entry.name).get(f"/c/{contest.slug}/1/record.json").json()
    known = [card for card in record["deals"][0]["deck"] if card]
    assert sorted(one["label"] for one in record["deals"][0]["draw"]["openings"]) == sorted(known)


# --- the organiser


def test_the_organiser_enters_the_numbers_on_his_desk_and_the_draw_goes_on() -> None:
    from datetime import timedelta

    from tournaments.services import clock

    at = clock.now() + timedelta(days=5)
    contest = closed([], drawn_by="numbers", beacon_source="Friday's lottery", beacon_at=at)
    models.Inputs.objects.filter(contest=contest).update(due_at=clock.now() - timedelta(minutes=1))
    olga = as_("olga")
    assert "Friday&#x27;s lottery" in olga.get(f"/c/{contest.slug}/manage/").text
    wrong = olga.post(f"/c/{contest.slug}/manage/beacon/", {"beacon-brought": "none"})
    assert wrong.status_code == 422
    typed = {"beacon-brought": "7 1 3", "beacon-address": "https://lottery.example/"}
    assert olga.post(f"/c/{contest.slug}/manage/beacon/", typed).status_code == 302
    while contests.advance(contest.pk):
        pass
    assert deck_of(contest).level == "A"
    assert as_("alice").post(f"/c/{contest.slug}/manage/beacon/", typed).status_code == 403


def test_the_form_of_a_contest_offers_the_kinds_of_draw_and_keeps_what_is_chosen() -> None:
    olga = as_("olga")
    page = olga.get("/new/shangri/").text
    assert re.search(r'value="players"[^>]*checked', page)
    assert all(f'name="drawn_by" value="{kind}"' in page for kind in ("players", "numbers", "drand"))
