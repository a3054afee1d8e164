"""A league's pages: standings with their reasons, rounds, absences, the captain's part of the desk."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.test_leagues import entry, league, say_the_silence
from tournaments import models
from tournaments.services import contests, sweep
from tournaments.services.contents import content_of
from tournaments.services.leagues import byes

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> models.Contest:
    """One round of two players is over, carol was away; the second of all three is being played."""
    contest = league(3, rounds=3, rounds_early=True)
    carol = entry(contest, "carol")
    byes.announce(carol.pk, carol.user, 1)
    contests.start(contest.pk, contest.organiser)
    say_the_silence(contest.tables.get(), but="bob", most=1)
    table = contest.tables.get()
    models.Seat.objects.filter(table=table).update(automatic=True)
    sweep.sweep()
    contest.refresh_from_db()
    return contest


def test_a_league_from_the_page_of_a_player_and_of_the_captain(
    client: Client, season: models.Contest, django_assert_max_num_queries: Any
) -> None:
    client.force_login(factories.person("alice"))
    address = f"/c/{season.slug}/league/"
    with django_assert_max_num_queries(45):
        page = client.get(address).text
    assert "Division 1" in page
    assert "absent, as announced" in page
    assert "absent without a word" in page  # bob
    assert "Points over the rounds" in page
    assert "I am absent in round 3" in page
    assert "I am absent in round 2" not in page
    sent = client.post(f"{address}absence/", {"round": "3", "do": "away"}, follow=True)
    assert "You are absent in this round." in sent.text
    assert "I play round 3 after all" in sent.text
    late = client.post(f"{address}absence/", {"round": "2", "do": "away"})
    assert late.status_code == 409
    assert "is paired already" in late.text
    assert "Standings, rounds and dates" in client.get(f"/c/{season.slug}/").text
    captains_part(client, season)
    letters(season)


def captains_part(client: Client, season: models.Contest) -> None:
    client.force_login(season.organiser)
    desk = f"/c/{season.slug}/manage/"
    page = client.get(desk).text
    assert "Who is awaited" in page
    assert "absent in round 3" in page
    carol = entry(season, "carol")
    client.post(f"{desk}bye/", {"entry": carol.pk, "round": "3", "do": "away"})
    assert carol.byes.filter(number=3).exists()
    client.post(f"{desk}bye/", {"entry": carol.pk, "round": "3", "do": "come"})
    assert not carol.byes.filter(number=3).exists()
    early = client.post(f"{desk}next-season/", {"name": "Next"})
    assert early.status_code == 409
    assert "will be absent in round 3" in client.get(f"/c/{season.slug}/log/").text


def letters(season: models.Contest) -> None:
    """Each member is told of the divisions, his table in each round, and the standings after it."""
    told: dict[str, list[str]] = {}
    for notice in season.notices.select_related("user").order_by("id"):
        content = content_of(notice)
        if content is not None:
            told.setdefault(notice.kind, []).append(str(content.about))
    assert len(told["divisions"]) == 3
    assert len(told["round"]) == 3
    assert len(told["seated"]) == 2 + 3


def test_a_tournament_has_no_standings_of_a_league(client: Client) -> None:
    assert client.get(f"/c/{factories.open_contest(2).slug}/league/").status_code == 404
