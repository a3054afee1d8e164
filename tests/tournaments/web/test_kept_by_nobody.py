"""What a browser, a proxy or the back button may keep: nothing that is one reader's alone."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import factories
from tournaments.services import contests, registration

pytestmark = pytest.mark.django_db


def test_no_page_of_somebody_signed_in_is_kept() -> None:
    """A place's claim link, a draft's link, an address: after signing out no back button shows them."""
    contest = factories.running(5)
    contest_pages = ("", "manage/", "entries/?added=k", "log/", "copy/", "1/", "1/copy/", "1/replay/9/")
    pages = [f"/c/{contest.slug}/{page}" for page in contest_pages]
    for who in (contest.organiser, factories.person("alice")):
        client = Client()
        client.force_login(who)
        for page in (*pages, "/", "/my/", "/profile/", "/new/", "/new/shangri/", "/clock/", "/no-such-page/"):
            kept = client.get(page).headers.get("Cache-Control", "")
            assert {"no-store", "private"} <= set(kept.split(", ")), page


def test_addresses_with_a_secret_word_are_kept_by_nobody(client: Client) -> None:
    draft = factories.draft()
    contest = factories.open_contest(0, name="Other")
    registration.add_entrant(contest.pk, contest.organiser, name="Zoe", key="k")
    word = registration.claim_word(contest, "k")
    for page in (f"/draft/{draft.share_token}/", f"/claim/{word}/"):
        answer = client.get(page)
        assert answer.status_code == 200
        assert "no-store" in answer.headers["Cache-Control"]
        assert answer.headers["Referrer-Policy"] in ("same-origin", "no-referrer")


def test_a_part_of_a_page_never_stands_in_for_the_whole(client: Client) -> None:
    """Both come from one address: without this the back button shows the part alone."""
    contest = factories.running(5)
    for asked in ({}, {"HX-Request": "true"}):
        answer = client.get(f"/c/{contest.slug}/", headers=asked)
        assert "HX-Request" in answer.headers["Vary"].split(", ")


@pytest.mark.parametrize("name", ["News", "news", "Log", "Manage", "Live", "1"])
def test_a_contest_may_be_called_like_a_part_of_an_address(client: Client, name: str) -> None:
    """The poll of a table loads no reader; a contest whose address ends alike does."""
    contest = factories.draft(name=name)
    contests.announce(contest.pk, contest.organiser)
    reader = factories.person("alice", language="fr", timezone="Asia/Tokyo")
    client.force_login(reader)
    page = client.get(f"/c/{contest.slug}/").text
    assert '<html lang="fr"' in page
    assert "(+09:00)" in page
