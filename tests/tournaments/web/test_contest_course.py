"""A contest's page: its course as a line, tables at a glance, chips over all tables, what it asks again."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referee.games import GAMES
from tests import factories
from tests.tiny import TinyGame
from tests.tournaments.draws import sharing
from tests.tournaments.web.tabling import address
from tournaments import models
from tournaments.doors.web import timeline as drawing
from tournaments.models import Contest
from tournaments.services import (
    clock,
    contests,
    forum,
    moments,
    overview,
    presets,
    projections,
    registration,
    standings,
)
from tournaments.services import timeline as timelines

pytestmark = pytest.mark.django_db

State = Contest.State
LATER = {"HX-Request": "true"}


def page_of(client: Client, contest: Contest) -> str:
    return client.get(f"/c/{contest.slug}/").text


def course_of(contest: Contest) -> list[timelines.Mile]:
    outlook = projections.outlook(contest) if contest.state in (State.REGISTRATION, State.SEATED) else None
    return timelines.course(contest, moments.moments(contest), outlook, overview.glances(contest))


# --- the course


def test_before_the_start_the_ends_follow_from_the_start() -> None:
    contest = factories.open_contest(16)
    miles = {mile.kind: mile for mile in course_of(contest)}
    assert list(miles) == ["announced", "closes", "starts", "wanted", "quick", "all_time", "raises"]
    assert miles["closes"].at == contest.closes_at
    start = miles["starts"].at
    assert miles["wanted"].at - start == timedelta(days=7)
    assert miles["all_time"].at - start == timedelta(days=32)
    assert miles["quick"].at - start == timedelta(days=8)
    assert miles["raises"].at - start == timedelta(days=60)  # 2 deals x 2 rounds x 15 turns x 24 h
    assert [mile.past for mile in miles.values()] == [True, *[False] * 6]


def test_the_end_of_the_check_in_stands_between_the_closing_and_the_start() -> None:
    contest = factories.open_contest(16)
    sharing.commit(contest, "alice")
    miles = {mile.kind: mile.at for mile in course_of(contest)}
    assert list(miles)[:4] == ["announced", "closes", "checked", "starts"]
    assert miles["checked"] - miles["closes"] == timedelta(seconds=contest.checkin_seconds)
    assert miles["starts"] == miles["checked"]
    assert "Check-in ends" in page_of(Client(), contest)
    contests.close(contest.pk, contest.organiser)
    contest = Contest.objects.get(pk=contest.pk)
    miles = {mile.kind: mile.at for mile in course_of(contest)}
    assert miles["checked"] == contest.inputs.closes_at


def test_while_it_is_played_the_end_comes_nearer_with_each_turn() -> None:
    contest = factories.running(5)
    table = factories.table_of(contest)
    ends = []
    for words in ("raise 2", "fold", "call"):
        [end] = [mile.at for mile in course_of(contest) if mile.kind == "all_time"]
        ends.append(end)
        factories.act(table, words)
    assert all(timedelta(hours=23) < before - after < timedelta(hours=25) for before, after in pairwise(ends))
    assert timedelta(days=19, hours=23) < ends[0] - clock.now() < timedelta(days=20, hours=1)


def test_a_finished_contest_has_its_end_and_no_guesses() -> None:
    contest = factories.play_out(factories.running(5))
    miles = course_of(contest)
    assert [mile.kind for mile in miles] == ["announced", "closed", "started", "ended"]
    assert all(mile.past for mile in miles)
    assert miles[-1].at == contest.finished_at


def test_a_match_until_one_has_everything_has_no_projected_end(client: Client) -> None:
    contest = factories.open_contest(5, preset="holdem", cap=8, rules={"hands": None})
    assert [mile.kind for mile in course_of(contest)] == ["announced", "closes", "starts"]
    assert "The course of the contest" in page_of(client, contest)


def test_marks_stand_apart_in_their_order_inside_the_picture() -> None:
    now = clock.now()
    at = [now + timedelta(minutes=minutes) for minutes in (0, 1, 2, 3, 4, 90000, 90001)]
    drawn = drawing.draw([timelines.Mile("wanted", moment) for moment in at], now)
    assert drawn is not None
    places = [mark.x for mark in drawn.marks]
    assert all(after - before >= 27 for before, after in pairwise(places))
    assert places[0] > 0
    assert places[-1] < drawn.width
    assert drawn.now == places[0]
    assert drawing.draw([timelines.Mile("closes", now)], now) is None


# --- a closing before its hour


def test_a_contest_closed_early_never_says_its_old_hour_again(client: Client) -> None:
    contest = factories.seated(5, days=4)
    old = contest.closes_at
    assert old - clock.now() > timedelta(days=3)
    page = page_of(client, contest)
    text = forum.of_contest(contest)[0].bbcode
    assert "Registration closed on " in page
    assert "[b]Registration closed[/b]: " in text
    for said in (page, text):
        assert f"{old:%A} {old.day} {old:%B}" not in said
        assert old.isoformat() not in said
    closed = moments.closed_at(contest)
    assert closed is not None
    assert abs(closed - clock.now()) < timedelta(minutes=1)


def test_who_comes_after_an_early_closing_is_told_when_it_was(client: Client) -> None:
    contest = factories.seated(5, days=4)
    client.force_login(factories.person("trudy"))
    response = client.post(f"/c/{contest.slug}/register/")
    assert response.status_code == 409
    old = contest.closes_at
    assert "Registration closed on" in response.text
    assert f"{old:%A} {old.day} {old:%B}" not in response.text


def test_while_registration_is_open_its_hour_stands(client: Client) -> None:
    contest = factories.open_contest(2)
    assert moments.closed_at(contest) is None
    assert "that instant is still in time" in page_of(client, contest)


def test_the_draw_is_not_announced_once_it_is_over(client: Client) -> None:
    words = "The draw of the seats and the start follow by themselves."
    assert words in page_of(client, factories.open_contest(2))
    assert words not in page_of(client, factories.running(5))


# --- every option in words


@pytest.mark.parametrize(
    ("preset", "rules", "words"),
    [
        ("shangri-draft", {}, "there are neither antes nor blinds"),
        ("shangri", {}, "A raise may be as small as 1 chip and as large as all your chips."),
        ("shangri", {"check": True}, "With no bet to match you may check."),
        ("shangri", {"silence": "check"}, "checks if that is free, else folds"),
        ("shangri", {"speaking": "button"}, "The button moves round the table"),
        ("shangri", {"streets": [0, 3, 1, 1]}, "Board cards turned up before each of them: 0, 3, 1 and 1."),
        ("shangri", {"raises": "full"}, "A raise is at least as large as the one before it"),
        ("holdem", {}, "from deal 6 on blinds 15 and 30; from deal 11 on blinds 25 and 50"),
        ("holdem", {}, "those who have spoken may only call or fold"),
        ("shangri", {}, "chips that do not divide go one each"),
        ("shangri", {}, "The part of a bet that nobody called goes back first."),
    ],
)
def test_an_option_in_force_stands_in_the_rules(
    client: Client, preset: str, rules: dict[str, object], words: str
) -> None:
    assert words in page_of(client, factories.open_contest(preset=preset, rules=rules))


def test_levels_with_all_they_can_hold_are_told() -> None:
    from tournaments import wording

    level = {"small_blind": 1, "big_blind": 2, "ante": 3, "big_blind_ante": 4}
    options = {**factories.draft().rules, "levels": [{**level, "from_hand": 2}, {**level, "from_hand": 5}]}
    told = " ".join(wording.rules(options))
    for words in (
        "Nothing is put in before deal 2.",
        "The blinds begin at 1 and 2",
        "an ante of 3 chips",
        "an ante of 4 chips for the whole table",
        "from deal 5 on blinds 1 and 2, ante 3 and ante of the big blind 4",
    ):
        assert words in told


# --- tables and ranking


def test_a_table_at_a_glance_has_a_bar_for_each_seat_and_its_leader(client: Client) -> None:
    contest = factories.running(6)
    table = factories.table_of(contest)
    factories.act(table, "raise 1", *["fold"] * 5)
    page = page_of(client, contest)
    assert "deal 2 of 2" in page
    assert page.count("<rect x=") == 6
    leader = standings.standings(contest)[0]
    found = re.search(r'<li class="leads">.*?name">(\w+)</span> <span class="chips">(\d+)<', page)
    assert found is not None
    assert (found[1], int(found[2])) == (leader.entry.name, leader.chips)


def test_equal_places_are_marked_as_shared_and_the_readers_row_is_his(client: Client) -> None:
    contest = factories.running(5)
    mine = contest.entries.get(seat__letter="C")
    client.force_login(mine.user)
    page = page_of(client, contest)
    assert page.count(" shared</span>") == 5
    row = re.search(r'<tr class="mine">.*?</tr>', page, re.DOTALL)
    assert row is not None
    assert mine.name in row[0]
    assert "Place 1 of 5" in page


def test_a_reserve_knows_how_many_stand_before_him(client: Client) -> None:
    contest = factories.open_contest(7, cap=5)
    client.force_login(factories.person("grace"))
    page = page_of(client, contest)
    assert "1 stands before you on the reserve list." in page
    assert page.index("Reserve list, in its order") < page.index("6. frank") < page.index("7. grace")


def test_who_withdrew_reads_no_fee_as_paid(client: Client) -> None:
    contest = factories.open_contest(2, fee_amount=1, fee_unit="ration", sponsor="The monastery")
    registration.register(contest.pk, factories.person("trudy"), sponsored=True)
    entry = contest.entries.get(name="trudy")
    registration.withdraw(entry.pk, entry.user)
    client.force_login(contest.organiser)
    page = page_of(client, contest)
    row = page[page.index("3. trudy") :]
    assert "fee paid by" not in row[: row.index("</li>")]


def test_goods_stand_in_one_order_in_prizes_ranking_and_texts(client: Client) -> None:
    prizes = [{"zither": 1, "ale (ml)": 500}, {"ale (ml)": 300, "zither": 1}]
    contest = factories.play_out(factories.running(5, prizes=prizes))
    contest.refresh_from_db()
    order = standings.goods_in_order(contest)
    page = page_of(client, contest)
    cells = re.findall(r'<td class="prize">(.*?)</td>', page, re.DOTALL)
    texts = {one.key: one.markdown for one in forum.of_contest(contest)}
    told = [
        page[page.index('<ol class="panel prizes">') :],
        texts["announcement"],
        texts["ranking"],
        cells[0],
    ]
    names = [good.partition(" ")[0] for good in order]
    for text in told:
        assert text.index(names[0]) < text.index(names[1]), text[:200]


# --- chips over all tables


def test_chips_over_all_tables_show_the_best_and_the_reader(client: Client) -> None:
    contest = factories.running(16, cap=20)
    assert "chips-chart" not in page_of(client, contest)
    for table in contest.tables.all():
        while table.deal_number < 2:
            factories.act(table, "fold")
            table.refresh_from_db()
    last = standings.standings(contest)[-1].entry
    page = page_of(client, contest)
    assert page.count('<g class="course ') == 8
    client.force_login(last.user)
    page = page_of(client, contest)
    assert page.count('<g class="course ') == 9
    assert page.count(' mine"><polyline') == 1


def test_a_line_ends_where_its_table_has_come_to(client: Client) -> None:
    contest = factories.running(11)
    first, second = contest.tables.order_by("number")
    while factories.open_turns(first):
        factories.act(first, "fold")
    while second.deal_number < 2:
        factories.act(second, "fold")
        second.refresh_from_db()
    points = [len(one.split()) for one in re.findall(r'<polyline points="([^"]+)"', page_of(client, contest))]
    assert sorted(set(points)) == [2, 3]
    assert "–</td>" in page_of(client, contest)


# --- what a page that is open asks again


def test_nothing_new_costs_one_query_and_no_page(client: Client) -> None:
    contest = factories.running(5)
    page = page_of(client, contest)
    tag = re.search(r'"If-None-Match": "\\&quot;([^"]+)\\&quot;"', page) or re.search(
        r'"If-None-Match": "\\"([^"\\]+)\\""', page
    )
    assert tag is not None
    path, asked = f"/c/{contest.slug}/", {**LATER, "If-None-Match": f'"{tag[1]}"'}
    with CaptureQueriesContext(connection) as found:
        response = client.get(path, headers=asked)
    assert response.status_code == 304
    assert response.content == b""
    assert len(found) == 1
    factories.act(factories.table_of(contest), "raise 1")
    response = client.get(path, headers=asked)
    assert response.status_code == 200
    assert tag[1] not in response.text
    assert client.get(path, headers={"If-None-Match": f'"{tag[1]}"'}).status_code == 200


def test_a_pause_and_an_end_are_news(client: Client) -> None:
    contest = factories.running(5)
    stamps = {overview.stamp(contest.slug)}
    Contest.objects.filter(pk=contest.pk).update(paused_at=clock.now())
    stamps.add(overview.stamp(contest.slug))
    Contest.objects.filter(pk=contest.pk).update(state=State.PROVISIONAL)
    stamps.add(overview.stamp(contest.slug))
    assert len(stamps) == 3
    assert overview.stamp(factories.draft().slug) is None
    assert overview.stamp("no-such-contest") is None


def test_the_poll_of_a_draft_is_not_there_for_strangers(client: Client) -> None:
    hidden = factories.draft()
    assert client.get(f"/c/{hidden.slug}/", headers=LATER).status_code == 404


# --- a link that is passed on


def test_a_shared_link_has_a_title_and_a_summary_and_no_secret(client: Client) -> None:
    contest = factories.running(5, name='Tour "of" <valleys>')
    table = factories.table_of(contest)
    seat = factories.open_turns(table)[0].seat
    client.force_login(seat.entry.user)
    factories.act(table, "fold", "fold", "fold", "fold")
    for path in (f"/c/{contest.slug}/", address(table), f"{address(table)}replay/1/"):
        head = client.get(path).text.partition("</head>")[0]
        metas = dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', head))
        assert "Tour &quot;of&quot; &lt;valleys&gt;" in metas["og:title"] + metas["og:description"], path
        assert metas["og:description"] == metas["description"]
        assert metas["og:url"].endswith(path)
        assert not re.search("[♠♥♦♣]", head)
        assert seat.entry.user.email not in head


def test_the_summary_of_a_finished_contest_names_its_winner(client: Client) -> None:
    contest = factories.play_out(factories.running(5))
    winner = models.Placing.objects.filter(contest=contest, place=1).select_related("entry")[0].entry.name
    head = page_of(client, contest).partition("</head>")[0]
    assert f"Won by {winner}" in head


def test_contests_are_summed_up_in_every_language(client: Client) -> None:
    contest = factories.open_contest(1)
    assert "Les inscriptions sont ouvertes" in client.get(f"/c/{contest.slug}/?lang=fr").text
    assert "Le iscrizioni sono aperte" in client.get(f"/c/{contest.slug}/?lang=it").text


def test_a_game_without_pages_of_its_own_has_a_contest_like_the_others(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "tiny", TinyGame())
    monkeypatch.setitem(presets.PRESETS, "tiny", {"game": "tiny", "rules": {}, "fields": {}})
    contest = factories.running(5, preset="tiny")
    client.force_login(factories.person("alice"))
    for path in ("/", "/my/", f"/c/{contest.slug}/"):
        assert "Grand tour" in client.get(path).text
