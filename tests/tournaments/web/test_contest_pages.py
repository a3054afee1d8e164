"""The lobby and a contest's page, for whoever looks; entering and leaving."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments.models import Contest, Entry, User
from tournaments.services import adjusting, clock, contests, registration, rulings

pytestmark = pytest.mark.django_db


def as_(client: Client, name: str) -> None:
    client.force_login(factories.organiser() if name == "olga" else factories.person(name))


def page_of(client: Client, contest: Contest) -> str:
    response = client.get(f"/c/{contest.slug}/")
    assert response.status_code == 200
    return response.text


# --- lobby


def test_an_empty_lobby_tells_what_will_stand_there(client: Client) -> None:
    page = client.get("/").text
    assert "No contest is open just now." in page
    assert "/account/sign-up/" in page
    assert "New contest" not in page


def test_the_lobby_sorts_contests_by_what_one_can_do_with_them(client: Client) -> None:
    factories.open_contest(3, name="Open cup", cap=12)
    factories.running(5, name="Running cup")
    factories.play_out(factories.running(5, name="Finished cup"))
    factories.draft(name="Hidden cup")
    as_(client, "alice")
    page = client.get("/").text
    assert page.index("Open for registration") < page.index("Open cup") < page.index("Being played")
    assert page.index("Being played") < page.index("Running cup") < page.index("Finished cup")
    assert "3 of 12 places taken" in page
    assert "1 d 23 h left" in page
    assert "you are entered" in page
    assert "won by" in page
    assert "Hidden cup" not in page
    as_(client, "olga")
    page = client.get("/").text
    assert "Hidden cup" in page
    assert 'href="/new/"' in page


def test_times_are_absolute_with_their_offset_in_the_readers_zone(client: Client) -> None:
    contest = factories.open_contest()
    far = factories.person("bob", timezone="Asia/Tokyo")
    client.force_login(far)
    assert "(+09:00)" in page_of(client, contest)
    assert "UTC+01:00" in page_of(client, contest) or "UTC+02:00" in page_of(client, contest)


# --- the page


def test_the_announcement_is_made_from_the_options_in_force(client: Client) -> None:
    contest = factories.open_contest(
        fee_amount=2, fee_unit="food ration", sponsor="The monastery", sponsor_group="the valley", cap=16
    )
    adjusting.set_turn_time(contest.pk, contest.organiser, seconds=6 * 3600)
    page = page_of(client, contest)
    for words in (
        "Everybody begins with 20 chips.",
        "There is no check",
        "In deal 1 seat A speaks first",
        "2 × food ration",
        "The monastery pays it for whoever asks, meant for: the valley.",
        "There is room for 16 entrants",
        "Each turn lasts 6 hours",
        "Entries whose fee is not paid at the closing are not drawn.",
        "then the published seed lets anybody compute them",
        "alcohol: 4000 ml",
    ):
        assert words in page, words


def test_ordinary_holdem_is_announced_with_its_own_rules(client: Client) -> None:
    page = page_of(client, factories.open_contest(preset="holdem", name="Twelve deals"))
    assert "The blinds begin at 10 and 20 and rise by deals." in page
    assert "The button moves round the table" in page
    assert "There is no check" not in page


def test_the_organisers_words_are_safe_markdown(client: Client) -> None:
    words = (
        "**Welcome**\n\n<script>alert(1)</script> [here](javascript:alert(1)) ![x](https://spy.example/x.png)"
    )
    page = page_of(client, factories.open_contest(words=words))
    assert "<strong>Welcome</strong>" in page
    assert "<script>alert" not in page
    assert 'href="javascript' not in page
    assert "<img" not in page


def test_both_projected_ends_stand_beside_the_wanted_week_with_remedies(client: Client) -> None:
    page = page_of(client, factories.open_contest(16))
    assert "Tables of 8 + 8: at least 32 days" in page
    assert "Tables of 6 + 5 + 5: at least 24 days" in page
    assert "Longer than the 7 days wanted." in page
    assert "5 hours 15 minutes would do" in page


def test_an_impossible_number_is_said(client: Client) -> None:
    assert "9 players cannot be split into tables of 5 to 8." in page_of(client, factories.open_contest(9))


def test_a_running_contest_shows_who_is_awaited_and_the_ranking(client: Client) -> None:
    contest = factories.running(5)
    turn = factories.open_turns(factories.table_of(contest))[0]
    page = page_of(client, contest)
    assert f"Waiting for <strong>{turn.seat.entry.name}</strong>" in page
    assert "Ranking now" in page
    assert f'href="/c/{contest.slug}/1/"' in page
    part = client.get(f"/c/{contest.slug}/", headers={"HX-Request": "true"}).text
    assert part.strip().startswith('<div id="live"')
    assert "<html" not in part


def test_a_paused_contest_says_since_when(client: Client) -> None:
    contest = factories.running(5)
    rulings.pause_contest(contest.pk, contest.organiser, reason="storm")
    assert "All tables are paused since" in page_of(client, contest)


def test_a_finished_contest_shows_places_prizes_and_proof(client: Client, tmp_path: Path) -> None:
    contest = factories.play_out(
        factories.running(6, prizes=[{"alcohol (ml)": 4000}, {"alcohol (ml)": 1000}])
    )
    page = page_of(client, contest)
    assert "Final ranking" in page
    assert "alcohol" in page[page.index("Final ranking") :]
    response = client.get(f"/c/{contest.slug}/draws.json")
    assert response.headers["Content-Disposition"] == f'attachment; filename="{contest.slug}-draws.json"'
    file = tmp_path / "draws.json"
    file.write_bytes(response.content)
    verified = subprocess.run(
        [sys.executable, "-m", "referee", "verify", str(file)], capture_output=True, text=True
    )
    assert verified.returncode == 0, verified.stdout + verified.stderr
    broken = json.loads(response.content)
    broken[0]["revealed"]["seed"] = "00" * 32
    file.write_text(json.dumps(broken))
    wrong = subprocess.run(
        [sys.executable, "-m", "referee", "verify", str(file)], capture_output=True, text=True
    )
    assert wrong.returncode == 1


def test_no_deck_of_a_running_contest_is_in_the_file(client: Client) -> None:
    contest = factories.running(5)
    documents = client.get(f"/c/{contest.slug}/draws.json").json()
    assert [one["published"]["t"] for one in documents] == [f"{contest.ref}/seating"]


def test_a_cancelled_contest_says_why_and_lists_nobody(client: Client) -> None:
    contest = factories.open_contest(["alice", "bob"])
    contests.cancel(contest.pk, contest.organiser, "too few players")
    page = page_of(client, contest)
    assert "too few players" in page
    assert "bob" not in page


def test_the_log_says_what_was_changed_by_whom(client: Client) -> None:
    contest = factories.open_contest(["alice"])
    later = contest.closes_local.replace(tzinfo=None) + timedelta(days=1)
    contests.extend(contest.pk, contest.organiser, closes_local=later, reason="the post is slow")
    page = client.get(f"/c/{contest.slug}/log/").text
    assert "Reason: the post is slow" in page
    assert "alice registered." in page
    assert "olga" in page


def test_texts_for_a_forum_are_a_click_away(client: Client) -> None:
    contest = factories.open_contest(["alice"])
    link = f"/c/{contest.slug}/copy/"
    assert link in page_of(client, contest)
    page = client.get(link).text
    assert "[b]" in page
    assert "alice" in page
    hidden = factories.draft(name="Hidden")
    assert client.get(f"/c/{hidden.slug}/copy/").status_code == 404


# --- entering and leaving


def test_registering_takes_one_form_and_twice_is_once(client: Client) -> None:
    contest = factories.open_contest()
    as_(client, "alice")
    for _ in range(2):
        response = client.post(f"/c/{contest.slug}/register/", follow=True)
        assert "You are entered." in response.text
    assert contest.entries.count() == 1
    assert "You, alice" in page_of(client, contest)


def test_a_stranger_who_registers_is_asked_who_he_is(client: Client) -> None:
    contest = factories.open_contest()
    response = client.post(f"/c/{contest.slug}/register/")
    assert response.status_code == 403
    assert f"/account/sign-in/?next=/c/{contest.slug}/" in response.text.replace("%2F", "/")
    assert not contest.entries.exists()


def test_the_sponsor_is_asked_by_a_tick(client: Client) -> None:
    contest = factories.open_contest(fee_amount=1, fee_unit="food ration", sponsor="The monastery")
    as_(client, "alice")
    assert 'name="sponsored"' in page_of(client, contest)
    client.post(f"/c/{contest.slug}/register/", {"sponsored": "1"})
    assert contest.entries.get().paid_by == "sponsor"
    assert "The monastery pays your fee." in page_of(client, contest)


def test_a_full_contest_has_a_reserve_list(client: Client) -> None:
    contest = factories.open_contest(5, cap=5)
    as_(client, "trudy")
    assert "All places are taken" in page_of(client, contest)
    response = client.post(f"/c/{contest.slug}/register/", follow=True)
    assert "You are on the reserve list" in response.text


def test_a_name_that_is_taken_is_refused_with_a_way_to_change_it(client: Client) -> None:
    contest = factories.open_contest(["alice"])
    client.force_login(_renamed("bob", "Alice"))
    response = client.post(f"/c/{contest.slug}/register/")
    assert response.status_code == 422
    assert "already plays under the name" in response.text
    assert 'href="/profile/"' in response.text
    assert contest.entries.count() == 1


def _renamed(name: str, display: str) -> User:
    user = factories.person(name)
    user.name = display
    user.save()
    return user


def test_too_late_is_too_late_and_says_until_when_it_was(client: Client) -> None:
    contest = factories.open_contest()
    Contest.objects.filter(pk=contest.pk).update(closes_at=clock.now() - timedelta(seconds=5))
    as_(client, "alice")
    response = client.post(f"/c/{contest.slug}/register/")
    assert response.status_code == 409
    assert "Registration closed on" in response.text
    assert not contest.entries.exists()


def test_withdrawing_asks_once_and_says_what_follows(client: Client) -> None:
    contest = factories.open_contest(["alice", "bob"])
    as_(client, "alice")
    assert "Your place goes to the first on the reserve list." in page_of(client, contest)
    response = client.post(f"/c/{contest.slug}/withdraw/", follow=True)
    assert "You have withdrawn." in response.text
    assert contest.entries.get(name="alice").state == Entry.State.WITHDRAWN
    client.post(f"/c/{contest.slug}/register/")
    assert contest.entries.get(name="alice").state == Entry.State.IN


def test_withdrawing_after_the_draw_folds_the_seat(client: Client) -> None:
    contest = factories.running(["alice", "bob", "carol", "dave", "erin"])
    as_(client, "carol")
    assert "your seat folds at once" in page_of(client, contest)
    client.post(f"/c/{contest.slug}/withdraw/")
    assert contest.entries.get(name="carol").seat.automatic


def test_a_withdrawal_from_a_finished_contest_is_refused(client: Client) -> None:
    contest = factories.play_out(factories.running(["alice", "bob", "carol", "dave", "erin"]))
    as_(client, "alice")
    response = client.post(f"/c/{contest.slug}/withdraw/")
    assert response.status_code == 409
    assert "This contest is over." in response.text


# --- drafts and claims


def test_a_draft_is_seen_by_its_link_and_anybody_there_may_remark(client: Client) -> None:
    contest = factories.draft(words="Come in.")
    link = f"/draft/{contest.share_token}/"
    assert "Come in." in client.get(link).text
    typed = {"name": "Bob", "text": "Tuesday is *better*."}
    for _ in range(2):
        assert client.post(link, typed).status_code == 302
    page = client.get(link).text
    assert page.count("Tuesday is <em>better</em>.") == 1
    assert contest.comments.count() == 1


def test_a_draft_leads_to_no_page_that_its_reader_may_not_see(client: Client) -> None:
    """Who has only the link gets neither the log nor an invitation to enter."""
    page = client.get(f"/draft/{factories.draft().share_token}/").text
    paths = set(re.findall(r'href="(/[^"?#]*)', page)) - {"/static/icon.svg"}
    assert "/" in paths
    assert {
        path for path in paths if not path.startswith("/static/") and client.get(path).status_code >= 400
    } == set()
    assert "Be the first" not in page


def test_an_empty_remark_is_refused_and_nothing_typed_is_lost(client: Client) -> None:
    contest = factories.draft()
    response = client.post(f"/draft/{contest.share_token}/", {"name": "", "text": "Tuesday is better."})
    assert response.status_code == 422
    assert "Tuesday is better." in response.text
    assert not contest.comments.exists()


def test_the_link_of_a_draft_leads_to_the_contest_once_it_is_announced(client: Client) -> None:
    contest = factories.draft()
    contests.announce(contest.pk, contest.organiser)
    link = f"/draft/{contest.share_token}/"
    assert client.get(link).headers["Location"] == f"/c/{contest.slug}/"
    response = client.post(link, {"name": "Bob", "text": "Too late?"})
    assert response.status_code == 409
    assert client.get("/draft/no-such-link/").status_code == 404


def test_a_claim_link_shows_first_and_takes_the_place_by_a_form(client: Client) -> None:
    contest = factories.open_contest()
    entry, word = registration.add_entrant(contest.pk, contest.organiser, "Zoe")
    page = client.get(f"/claim/{word}/").text
    assert "Zoe" in page
    assert f"/account/sign-in/?next=%2Fclaim%2F{word}%2F" in page
    assert client.post(f"/claim/{word}/").status_code == 403
    as_(client, "alice")
    client.get(f"/claim/{word}/")
    entry.refresh_from_db()
    assert entry.user is None
    for _ in range(2):
        assert client.post(f"/claim/{word}/").headers["Location"] == f"/c/{contest.slug}/"
    entry.refresh_from_db()
    assert entry.user == factories.person("alice")
    as_(client, "bob")
    response = client.get(f"/claim/{word}/")
    assert response.status_code == 409
    assert "This link was used already" in response.text


def test_a_claim_by_somebody_who_is_entered_already_is_refused(client: Client) -> None:
    contest = factories.open_contest(["alice"])
    entry, word = registration.add_entrant(contest.pk, contest.organiser, "Zoe")
    as_(client, "alice")
    response = client.post(f"/claim/{word}/")
    assert response.status_code == 422
    entry.refresh_from_db()
    assert entry.user is None


# --- how many queries


@pytest.mark.parametrize("path", ["/", "/c/grand-tour/", "/c/grand-tour/entries/", "/c/grand-tour/manage/"])
def test_pages_make_as_many_queries_for_many_entrants_as_for_few(client: Client, path: str) -> None:
    contest = factories.open_contest(5, fee_amount=1, fee_unit="ration", sponsor="The monastery")
    as_(client, "olga")
    few = _queries(client, path)
    for name in factories.NAMES[5:]:
        registration.register(contest.pk, factories.person(name))
    factories.open_contest(2, name="Another")
    assert _queries(client, path) == few


@pytest.mark.parametrize("path", ["/c/grand-tour/", "/c/grand-tour/manage/", "/c/grand-tour/log/"])
def test_and_for_many_tables_as_for_one(client: Client, path: str) -> None:
    as_(client, "olga")
    counts = []
    for players in (5, 20):
        contest = factories.running(players)
        counts.append(_queries(client, path.replace("grand-tour", contest.slug)))
    assert counts[0] == counts[1]


def _queries(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200
    return len(found)


@pytest.mark.parametrize(
    "path", ["/draft/%00/", "/claim/%00/", "/c/%00/", "/new/%00/", "/draft/x/", "/claim/y/"]
)
def test_nonsense_in_an_address_is_not_there(client: Client, path: str) -> None:
    client.force_login(factories.organiser())
    assert client.get(path).status_code in (404, 409)


@pytest.mark.parametrize(
    "path", ["register", "entries/mark", "entries/add", "manage/prizes", "manage/croupiers/remove"]
)
def test_nonsense_in_a_form_is_refused_not_broken(client: Client, path: str) -> None:
    contest = factories.open_contest(1)
    client.force_login(factories.organiser())
    junk = {
        "entry": "9" * 40,
        "mark": "paid",
        "paid_by": "\x00",
        "name": "\x00",
        "once": "\x00",
        "sponsored": "\x00",
    }
    response = client.post(
        f"/c/{contest.slug}/{path}/", {**junk, "award": "9" * 40, "user": "-1"}, follow=True
    )
    assert response.status_code < 500
