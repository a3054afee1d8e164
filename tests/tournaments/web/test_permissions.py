"""Who may open and send what: every page of a contest, for every role. No page is left out."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.doors.web import urls
from tournaments.models import Contest, LedgerEntry
from tournaments.services import croupiers

pytestmark = pytest.mark.django_db

FOR_ALL = {"lobby", "set-language", "profile", "claim", "draft", "contest", "register", "withdraw"} | {
    *("league", "league-absence"),
    *("absence", "contest-log", "contest-draws", "contest-export", "contest-copies", "contests-feed"),
    *("draws", "draw", "draw-file", "share", "check-in", "friends", "stop-letters"),
    *("address-ask", "address-confirm", "address-drop", "address-undo"),
}
FOR_CREATORS = {"new", "new-from"}
FOR_HELPERS = {"manage", "entries", "entry-add", "entry-link", "ask", "ask-all"}
FOR_ORGANISER = {
    *("edit", "step", "extend", "choose", "cancel", "pause", "turn-time", "table-rule"),
    *("croupier", "croupier-away", "croupier-at", "hand-out", "entries-mark"),
    *("beacon", "other-beacon"),
    *("fairness", "league-bye", "league-next"),
}
SHOWN = {"manage", "entries"}
"""Pages without a form of their own."""
STAFF = sorted(FOR_HELPERS | FOR_ORGANISER)


def address(name: str, contest: Contest) -> str:
    more = {"step": {"step": "close"}, "croupier-at": {"number": 1}, "ask": {"turn": 1}}.get(name, {})
    return reverse(name, kwargs={"slug": contest.slug, **more})


def sign_in(client: Client, role: str) -> None:
    people = {"player": "alice", "croupier": "trudy", "other organiser": "oscar", "organiser": "olga"}
    if role != "anonymous":
        name = people[role]
        user = factories.organiser(name) if "organiser" in role else factories.person(name)
        client.force_login(user)


@pytest.fixture
def contest() -> Contest:
    contest = factories.seated(6)
    factories.person("trudy")
    croupiers.add(contest.pk, contest.organiser, "trudy@players.example")
    return contest


def test_every_page_of_contests_has_its_row_here() -> None:
    names = {pattern.name for pattern in urls.contests}  # type: ignore[union-attr]
    assert names <= FOR_ALL | FOR_CREATORS | FOR_HELPERS | FOR_ORGANISER


def test_strangers_sign_in_first_and_nothing_they_send_is_done(client: Client, contest: Contest) -> None:
    before = LedgerEntry.objects.count()
    for name in STAFF:
        shown = client.get(address(name, contest), follow=True)
        assert shown.redirect_chain[-1][0].startswith("/account/sign-in/?next="), name
        sent = client.post(address(name, contest), {"reason": "because"})
        assert sent.status_code == (405 if name in SHOWN else 403), name
        if name not in SHOWN:
            assert f"/account/sign-in/?next=/c/{contest.slug}/manage/" in sent.text.replace("%2F", "/"), name
    assert LedgerEntry.objects.count() == before


@pytest.mark.parametrize("role", ["player", "other organiser"])
def test_players_and_other_organisers_are_refused(client: Client, contest: Contest, role: str) -> None:
    sign_in(client, role)
    before = LedgerEntry.objects.count()
    for name in STAFF:
        method = client.get if name in SHOWN else client.post
        for response in (client.get(address(name, contest), follow=True), method(address(name, contest))):
            assert response.status_code == 403, name
            assert "You may not do that here" in response.text, name
            assert f'href="/c/{contest.slug}/"' in response.text, name
    assert LedgerEntry.objects.count() == before


def test_a_croupier_helps_with_entries_and_no_more(client: Client, contest: Contest) -> None:
    sign_in(client, "croupier")
    for name in STAFF:
        response = (
            client.get(address(name, contest)) if name in SHOWN else client.post(address(name, contest))
        )
        assert (response.status_code == 403) == (name in FOR_ORGANISER), name
        assert response.status_code < 500, name


def test_the_organiser_may_send_them_all(client: Client, contest: Contest) -> None:
    sign_in(client, "organiser")
    for name in STAFF:
        response = (
            client.get(address(name, contest)) if name in SHOWN else client.post(address(name, contest))
        )
        assert response.status_code not in (403, 404, 405, 500), name


@pytest.mark.parametrize("role", ["player", "other organiser"])
def test_a_draft_is_not_there_for_others(client: Client, role: str) -> None:
    contest = factories.draft(name="Secret plans")
    sign_in(client, role)
    for name in {*STAFF, "contest", "contest-log", "contest-draws"}:
        response = client.get(address(name, contest), follow=True)
        assert response.status_code == 404, name
        assert "Secret plans" not in response.text, name
        assert 'href="/"' in response.text, name
    for name in ("register", "withdraw", *FOR_ORGANISER):
        assert client.post(address(name, contest)).status_code == 404, name


@pytest.mark.parametrize("path", ["/new/", "/new/shangri/"])
def test_only_organisers_create_contests(client: Client, path: str) -> None:
    assert client.get(path).status_code == 302
    sign_in(client, "player")
    assert client.get(path).status_code == 403
    assert client.post(path, {"name": "Mine"}).status_code in (403, 405)
    assert not Contest.objects.exists()


def test_every_form_wants_its_token(contest: Contest) -> None:
    careful = Client(enforce_csrf_checks=True)
    sign_in(careful, "organiser")
    for name in set(STAFF) - SHOWN:
        response = careful.post(address(name, contest))
        assert response.status_code == 403
        assert "Please send it once more" in response.text


def test_no_page_changes_anything_when_it_is_only_looked_at(client: Client, contest: Contest) -> None:
    sign_in(client, "organiser")
    before = (LedgerEntry.objects.count(), contest.entries.count(), contest.croupiers.count())
    for name in [*STAFF, "contest", "register", "withdraw", "contest-log", "contest-draws"]:
        assert client.get(address(name, contest), follow=True).status_code == 200
    contest.refresh_from_db()
    assert (LedgerEntry.objects.count(), contest.entries.count(), contest.croupiers.count()) == before
    assert contest.state == Contest.State.SEATED
