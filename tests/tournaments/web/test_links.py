"""The link in a letter: one seat of one table, for one turn."""

from __future__ import annotations

import io
import logging

import pytest
from django.test import Client

from tests import factories
from tests.tournaments.web.tabling import address, awaited, form, player, send, shows
from tournaments import models
from tournaments.doors.web.discreet import Discreet
from tournaments.services import links, registration

pytestmark = pytest.mark.django_db


def path_of(table: models.Table) -> str:
    turn = factories.open_turns(table)[0]
    return links.turn_link(models.Turn.objects.select_related("table", "seat").get(pk=turn.pk)).removeprefix(
        "http://testserver"
    )


def test_it_opens_its_turns_page_and_does_not_stay_in_the_address_bar(
    client: Client, table: models.Table
) -> None:
    link = path_of(table)
    answer = client.get(link)
    assert answer.status_code == 302
    assert answer.headers["Location"] == address(table)
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    page = client.get(address(table)).text
    assert f"Your turn, {player(table, 'A').name}" in page
    assert "by the link in a letter: for this turn at table Rubis only" in page
    assert shows(page, "As")
    assert link.split("/")[2] not in page


def test_opening_it_plays_nothing_however_often_and_by_whom(client: Client, table: models.Table) -> None:
    link = path_of(table)
    for _ in range(3):
        client.get(link, {"do": "fold"})
    assert client.head(link).status_code == 302
    assert client.post(link, {"do": "fold"}).status_code == 405
    assert awaited(table) == "A"
    assert table.last_event == 1


def test_it_plays_for_its_seat(client: Client, table: models.Table) -> None:
    client.get(path_of(table))
    page = client.post(
        f"{address(table)}act/",
        {**form(client.get(address(table)), f"{address(table)}act/"), "do": "raise", "to": "2"},
        follow=True,
    )
    assert "Understood: bet 2." in page.text
    event = table.events.get(kind="move")
    assert (event.seat, event.origin, event.actor) == ("A", "link", player(table, "A"))


def test_after_its_turn_it_shows_the_publics_page_and_says_so(client: Client, table: models.Table) -> None:
    client.get(path_of(table))
    fields = form(client.get(address(table)), f"{address(table)}act/")
    factories.act(table, "raise 2")
    page = client.get(address(table)).text
    assert (
        "The turn of the letter&#x27;s link is over" in page
        or "The turn of the letter's link is over" in page
    )
    assert not shows(page, "As")
    assert 'class="moves"' not in page
    refused = send(client, table, fields, do="fold")
    assert refused.status_code == 409
    assert "That turn is over" in refused.text


def test_a_link_that_comes_too_late_shows_the_publics_page(client: Client, table: models.Table) -> None:
    link = path_of(table)
    factories.act(table, "raise 2")
    page = client.get(link, follow=True).text
    assert "link is over" in page
    assert not shows(page, "As")


def test_it_dies_with_its_turn_and_never_opens_the_seats_next_one(
    client: Client, table: models.Table
) -> None:
    client.get(path_of(table))
    fields = form(client.get(address(table)), f"{address(table)}act/")
    factories.act(table, "raise 2", "raise 4", "fold", "fold", "fold")
    assert awaited(table) == "A"
    page = client.get(address(table)).text
    assert 'class="moves"' not in page
    assert not shows(page, "As")
    next_turn = {**fields, "expected": str(factories.open_turns(table)[0].number), "once": "next"}
    assert send(client, table, next_turn, do="fold").status_code == 409
    assert awaited(table) == "A"


def test_the_same_form_twice_is_one_move_and_one_answer(client: Client, table: models.Table) -> None:
    client.get(path_of(table))
    fields = form(client.get(address(table)), f"{address(table)}act/")
    answers = [send(client, table, fields, do="raise", to="2") for _ in range(2)]
    assert {answer.headers["Location"] for answer in answers} == {f"{address(table)}?said=2"}
    assert table.events.filter(kind="move").count() == 1


def test_it_gives_no_other_right(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at other tables, not to the player's own pages, not to the record of his cards."""
    contest = factories.running(10)
    table, other = factories.table_of(contest, 1), factories.table_of(contest, 2)
    client.get(path_of(table))
    assert "Your turn" in client.get(address(table)).text
    assert "Your turn" not in client.get(address(other)).text
    assert send(client, other, {"expected": "1", "once": "x"}, do="fold").status_code == 403
    assert client.get("/my/").status_code == 302
    assert "/account/sign-in/" in client.get("/my/").headers["Location"]
    assert not any(client.get(f"{address(table)}record.json").json()["deals"][0]["deck"])


def test_who_is_signed_in_and_sits_there_stays_himself(client: Client, table: models.Table) -> None:
    client.force_login(player(table, "C"))
    client.get(path_of(table))
    page = client.get(address(table)).text
    assert shows(page, "Qh")
    assert not shows(page, "As")
    assert 'class="moves"' not in page


def test_a_croupier_is_lent_no_seat_where_he_rules(client: Client, table: models.Table) -> None:
    client.force_login(table.contest.organiser)
    refused = client.get(path_of(table))
    assert refused.status_code == 422
    assert "pass it on unopened" in refused.text
    page = client.get(address(table)).text
    assert "For the croupier" in page
    assert not shows(page, "As")


def test_a_seat_lent_before_he_signed_in_is_taken_back(client: Client, table: models.Table) -> None:
    client.get(path_of(table))
    assert "Your turn" in client.get(address(table)).text
    lent = dict(client.session)
    client.force_login(table.contest.organiser)
    session = client.session
    session.update({key: value for key, value in lent.items() if not key.startswith("_auth")})
    session.save()
    page = client.get(address(table)).text
    assert "Your turn" not in page
    assert not shows(page, "As")


def test_an_organiser_who_plays_follows_his_own_letter(client: Client) -> None:
    contest = factories.running(["olga", "alice", "bob", "carol", "dave"])
    table = factories.table_of(contest)
    while factories.open_turns(table)[0].seat.entry.name != "olga":
        factories.act(table, "fold")
    client.force_login(contest.organiser)
    client.get(path_of(table))
    assert "Your turn, olga" in client.get(address(table)).text


def test_the_page_speaks_the_players_language(client: Client, table: models.Table) -> None:
    models.User.objects.update(language="fr", timezone="Asia/Tokyo")
    client.get(path_of(table))
    page = client.get(address(table)).text
    assert '<html lang="fr">' in page
    assert "(+09:00)" in page


@pytest.mark.parametrize("word", ["a" * 26, "x", "../etc"])
def test_a_word_of_nobodys_is_404(client: Client, table: models.Table, word: str) -> None:
    assert client.get(f"/t/{word}/").status_code == 404


def test_a_failed_request_is_logged_without_the_word_that_lets_in(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = factories.open_contest(0)
    _, word = registration.add_entrant(contest.pk, contest.organiser, "Zoé")
    (console,) = [one for one in logging.getLogger().handlers if any(map(_is_discreet, one.filters))]
    written = io.StringIO()
    monkeypatch.setattr(console, "stream", written)
    assert client.post(f"/claim/{word}/").status_code == 403
    assert "/claim/…/" in written.getvalue()
    assert word not in written.getvalue()


def _is_discreet(one: object) -> bool:
    return isinstance(one, Discreet)


def test_an_old_link_does_not_ask_somebody_to_sign_in_who_is(client: Client, table: models.Table) -> None:
    link = path_of(table)
    factories.act(table, "raise 2")
    client.force_login(factories.person("mallory"))
    page = client.get(link, follow=True).text
    assert "You are signed in as mallory, who does not sit here" in page
    assert "sign in, or follow" not in page
    client.force_login(player(table, "A"))
    page = client.get(link, follow=True).text
    assert "link is over" not in page
    assert "is to speak" in page
