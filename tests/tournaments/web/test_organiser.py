"""A contest led from its first draft to its prizes, through the organiser's pages alone."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tournaments.models import Contest, Entry, Table
from tournaments.services import contests, registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga(client: Client) -> Client:
    client.force_login(factories.organiser())
    return client


def typed_in(page: str) -> dict[str, Any]:
    """What a browser would send if the form were sent as it stands."""
    form = page[page.index('class="sheet"') : page.index("</form>", page.index('class="sheet"'))]
    typed: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = (re.search(rf'{key}="([^"]*)"', tag) for key in ("name", "value"))
        kind = re.search(r'type="([^"]*)"', tag)
        if name is None or (kind and kind[1] in ("radio", "checkbox") and "checked" not in tag):
            continue
        typed[name[1]] = unescape(value[1]) if value else ""
    for name, inside in re.findall(r'<textarea name="([^"]*)"[^>]*>\n?(.*?)</textarea>', form, re.DOTALL):
        typed[name] = unescape(inside)
    for name, inside in re.findall(r'<select name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', inside)
        typed[name] = chosen[1] if chosen else ""
    return typed


def post(client: Client, contest: Contest, where: str, **typed: Any) -> Any:
    return client.post(f"/c/{contest.slug}/manage/{where}/", typed)


def closes(contest: Contest, **more: float) -> str:
    later: datetime = contest.closes_local + timedelta(**more)
    return later.strftime("%Y-%m-%dT%H:%M")


def test_a_contest_from_the_preset_to_its_last_prize_without_code(olga: Client) -> None:
    typed = typed_in(olga.get("/new/shangri/").text) | {
        "name": "Shangri-là tour",
        "automatic": "0",
        "fee_amount": "0",
    }
    made = olga.post("/new/shangri/", typed)
    contest = Contest.objects.get()
    assert made.headers["Location"] == f"/c/{contest.slug}/manage/"
    assert (contest.rules["starting_stack"], contest.rules["hands"]) == (20, 2)
    assert contest.prizes[0] == {"alcohol (ml)": 4000, "cannabis (g)": 1500}
    for step in ("announce", "close", "draw", "start"):
        if step == "close":
            for name in factories.NAMES[:6]:
                player = Client()
                player.force_login(factories.person(name))
                player.post(f"/c/{contest.slug}/register/")
        done = post(olga, contest, f"step/{step}")
        assert done.status_code == 302, (step, done.text)
    factories.play_out(contest)
    assert contest.state == Contest.State.PROVISIONAL
    assert "Provisional ranking" in olga.get(f"/c/{contest.slug}/").text
    post(olga, contest, "step/confirm")
    award = contest.awards.first()
    assert award is not None
    for _ in range(2):
        assert post(olga, contest, "prizes", award=award.pk).status_code == 302
    award.refresh_from_db()
    assert award.handed_by == factories.organiser()
    assert "handed out" in olga.get(f"/c/{contest.slug}/").text


def test_the_same_form_sent_twice_makes_one_contest(olga: Client) -> None:
    typed = typed_in(olga.get("/new/shangri/").text) | {"name": "Once"}
    first, second = olga.post("/new/shangri/", typed), olga.post("/new/shangri/", typed)
    assert first.headers["Location"] == second.headers["Location"]
    assert Contest.objects.count() == 1


def test_the_form_takes_prizes_levels_zone_and_start(olga: Client) -> None:
    typed = typed_in(olga.get("/new/holdem/").text) | {
        "name": "All of it",
        "zone": "Asia/Tokyo",
        "closes_local": "2027-03-01T20:00",
        "starts_local": "2027-03-02T09:30",
        "turn_seconds_0": "90",
        "turn_seconds_1": "minutes",
        "hands": "7",
        "table_names": "Nord\n\n  Süd  ",
        "table_rule": "smallest",
        "draw_unpaid": "1",
        "fee_amount": "3",
        "fee_unit": "candle",
        "sponsor": "The abbey",
        "languages": ["en", "it"],
        "prizes-0-place": "2",
        "prizes-0-amount": "5",
        "prizes-0-good": "pears",
        "prizes-1-place": "1",
        "prizes-1-amount": "9",
        "prizes-1-good": "pears",
        "prizes-1-unit": "3",
    }
    response = olga.post("/new/holdem/", typed)
    assert response.status_code == 302
    contest = Contest.objects.get()
    assert contest.prizes == [{"pears": 9}, {"pears": 5}]
    assert contest.prize_units == {"pears": 3}
    assert contest.closes_at.isoformat() == "2027-03-01T11:00:00+00:00"
    assert contest.starts_at is not None
    assert contest.starts_at.isoformat() == "2027-03-02T00:30:00+00:00"
    assert (contest.turn_seconds, contest.rules["hands"], contest.table_names) == (5400, 7, ["Nord", "Süd"])
    assert len(contest.rules["levels"]) == 6
    assert (contest.draw_unpaid, contest.table_rule, contest.languages) == (True, "smallest", ["en", "it"])
    again = typed_in(olga.get(f"/c/{contest.slug}/edit/").text)
    assert (again["closes_local"], again["starts_local"]) == ("2027-03-01T20:00", "2027-03-02T09:30")


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("name", "  ", "required"),
        ("name", "\u202e\u200b", "required"),
        ("closes_local", "tomorrow", "A date and an hour are wanted"),
        ("closes_local", "9999-12-31T23:59", "A date and an hour are wanted"),
        ("closes_local", "0001-01-01T00:00", "A date and an hour are wanted"),
        ("grace_seconds_0", "99999", "Thirty days at most."),
        ("week_seconds_0", "99999", "Two years at most."),
        ("levels-0-big_blind", "9" * 19, "less than or equal to"),
        ("zone", "Mars/Olympus", "There is no such time zone"),
        ("cap", "0", "greater than or equal to 1"),
        ("turn_seconds_0", "-3", "greater than or equal to 1"),
        ("starts_local", "2020-01-01T10:00", "Play starts after registration has closed."),
        ("sponsor", "The abbey", "Without a fee there is nothing to sponsor."),
        ("table_names", "Rubis\nrubis", "Two tables have the same name."),
        ("prizes-0-amount", "many", "Enter a whole number."),
        ("levels-1-from_hand", "1", "Two levels begin with the same deal."),
        ("hands", "", "required"),
    ],
)
def test_what_is_wrong_is_said_next_to_it_and_nothing_typed_is_lost(
    olga: Client, field: str, value: str, says: str
) -> None:
    typed = typed_in(olga.get("/new/shangri/").text) | {
        "name": "Keep me",
        "fee_amount": "0",
        "words": "My words.",
    }
    response = olga.post("/new/shangri/", {**typed, field: value})
    assert response.status_code == 422
    assert says in unescape(response.text)
    assert "My words." in response.text
    kept = typed_in(response.text)
    assert kept[field].strip() == value.strip()
    assert kept["once"] == typed["once"]
    assert not Contest.objects.exists()


def test_a_draft_is_edited_and_previewed_and_its_remarks_are_read(olga: Client) -> None:
    contest = factories.draft()
    contests.comment(contest.pk, user=None, name="bob", text="Longer, please.")
    typed = typed_in(olga.get(f"/c/{contest.slug}/edit/").text)
    assert (
        olga.post(f"/c/{contest.slug}/edit/", {**typed, "name": "New name", "cap": "20"}).status_code == 302
    )
    contest.refresh_from_db()
    assert (contest.name, contest.cap) == ("New name", 20)
    desk = olga.get(f"/c/{contest.slug}/manage/").text
    assert "Longer, please." in desk
    assert f"/draft/{contest.share_token}/" in desk
    assert "This is a preview" in olga.get(f"/c/{contest.slug}/").text


def test_rows_of_prizes_are_kept_changed_and_taken_out(olga: Client) -> None:
    contest = factories.draft(prizes=[{"pears": 3}, {"pears": 2}, {"plums": 1}])
    typed = typed_in(olga.get(f"/c/{contest.slug}/edit/").text)
    out = {f"prizes-1-{key}": "" for key in ("place", "amount", "good", "unit")}
    assert olga.post(f"/c/{contest.slug}/edit/", {**typed, **out, "prizes-0-amount": "4"}).status_code == 302
    contest.refresh_from_db()
    assert contest.prizes == [{"pears": 4}, {}, {"plums": 1}]


def test_an_announced_contest_is_not_edited_any_more(olga: Client) -> None:
    contest = factories.open_contest()
    typed = {"name": "Other"}
    assert olga.post(f"/c/{contest.slug}/edit/", typed).headers["Location"] == f"/c/{contest.slug}/manage/"
    contest.refresh_from_db()
    assert contest.name == "Grand tour"


def test_a_closing_in_the_past_cannot_be_announced(olga: Client) -> None:
    contest = factories.draft(days=-1)
    response = post(olga, contest, "step/announce")
    assert response.status_code == 422
    assert "Registration must close in the future" in response.text


def test_a_step_sent_twice_is_done_once_and_out_of_turn_it_is_refused(olga: Client) -> None:
    contest = factories.draft()
    for _ in range(2):
        assert post(olga, contest, "step/announce").status_code == 302
    response = post(olga, contest, "step/start")
    assert response.status_code == 409
    assert "The tables are not drawn yet" in response.text
    assert post(olga, contest, "step/nonsense").status_code == 404


def test_registration_is_extended_with_a_reason(olga: Client) -> None:
    contest = factories.open_contest()
    late = closes(contest, days=1)
    refused = post(olga, contest, "extend", **{"extend-closes_local": late, "extend-reason": " "})
    assert refused.status_code == 422
    assert late in refused.text
    early = post(
        olga,
        contest,
        "extend",
        **{"extend-closes_local": closes(contest, hours=-1), "extend-reason": "The post"},
    )
    assert early.status_code == 422
    assert "Choose a later moment" in early.text
    assert "The post" in early.text
    assert (
        post(
            olga, contest, "extend", **{"extend-closes_local": late, "extend-reason": "The post"}
        ).status_code
        == 302
    )
    contest.refresh_from_db()
    assert contest.closes_local.strftime("%Y-%m-%dT%H:%M") == late


def test_t5_nine_players_the_choices_in_order_with_what_follows(olga: Client) -> None:
    contest = factories.open_contest(9)
    post(olga, contest, "step/close")
    refused = post(olga, contest, "step/draw")
    assert refused.status_code == 422
    places = [
        refused.text.index(f"{n}. {word}")
        for n, word in enumerate(("Extend", "Play sm", "Play one", "Make"), 1)
    ]
    assert places == sorted(places)
    assert "Two tables, of 5 and 4." in refused.text
    assert "That is ivan." in refused.text
    without = post(olga, contest, "choose", **{"choice-choice": "exception", "choice-reason": ""})
    assert without.status_code == 422
    wrong = post(olga, contest, "choose", **{"choice-choice": "three tables", "choice-reason": "why not"})
    assert wrong.status_code == 422
    assert (
        post(
            olga, contest, "choose", **{"choice-choice": "exception", "choice-reason": "all came"}
        ).status_code
        == 302
    )
    post(olga, contest, "step/draw")
    assert [table.table_seats.count() for table in contest.tables.all()] == [5, 4]
    assert "Reason: all came" in olga.get(f"/c/{contest.slug}/").text


def test_t8_the_time_and_t5_the_split_are_chosen_on_the_desk(olga: Client) -> None:
    contest = factories.open_contest(16)
    typed = {"turn-turn_seconds_0": "90", "turn-turn_seconds_1": "minutes"}
    assert post(olga, contest, "turn-time", **typed).status_code == 302
    assert post(olga, contest, "turn-time", **{**typed, "turn-turn_seconds_0": "x"}).status_code == 422
    assert post(olga, contest, "turn-time", **{**typed, "turn-turn_seconds_1": "days"}).status_code == 422
    assert post(olga, contest, "table-rule", rule="smallest").status_code == 302
    assert post(olga, contest, "table-rule", rule="largest").status_code == 422
    contest.refresh_from_db()
    assert (contest.turn_seconds, contest.table_rule) == (5400, "smallest")


def test_cancelling_wants_a_reason_and_voids_the_tables(olga: Client) -> None:
    contest = factories.running(5)
    assert post(olga, contest, "cancel", **{"cancel-reason": ""}).status_code == 422
    assert post(olga, contest, "cancel", **{"cancel-reason": "the server sinks"}).status_code == 302
    assert contest.tables.get().state == Table.State.VOID
    assert "the server sinks" in olga.get(f"/c/{contest.slug}/").text


def test_the_contest_is_paused_and_goes_on_with_a_reason(olga: Client) -> None:
    contest = factories.running(10)
    assert post(olga, contest, "pause", do="pause", **{"pause-reason": " "}).status_code == 422
    assert post(olga, contest, "pause", do="pause", **{"pause-reason": "a storm"}).status_code == 302
    assert {table.state for table in contest.tables.all()} == {Table.State.PAUSED}
    assert "Let all tables go on" in olga.get(f"/c/{contest.slug}/manage/").text
    assert post(olga, contest, "pause", do="resume", **{"pause-reason": "the sun"}).status_code == 302
    assert {table.state for table in contest.tables.all()} == {Table.State.PLAYING}


def test_who_is_awaited_over_all_tables_stands_on_the_desk(olga: Client) -> None:
    contest = factories.running(13)
    names = [factories.open_turns(table)[0].seat.entry.name for table in contest.tables.all()]
    desk = olga.get(f"/c/{contest.slug}/manage/").text
    assert all(f"<strong>{name}</strong>" in desk for name in names)
    part = olga.get(f"/c/{contest.slug}/manage/", headers={"HX-Request": "true"}).text
    assert part.strip().startswith("<section")
    assert all(name in part for name in names)


def test_croupiers_are_named_by_address_and_set_to_tables(olga: Client) -> None:
    contest = factories.seated(["alice", "bob", "carol", "dave", "erin"])
    trudy = factories.person("trudy")
    unknown = post(olga, contest, "croupiers", **{"croupier-email": "nobody@players.example"})
    assert unknown.status_code == 422
    assert "Nobody with that address has signed up here" in unknown.text
    assert "nobody@players.example" in unknown.text
    assert post(olga, contest, "croupiers", **{"croupier-email": trudy.email}).status_code == 302
    assert post(olga, contest, "tables/1", user=trudy.pk).status_code == 302
    assert contest.tables.get().croupier == trudy
    player = factories.person("alice")
    assert post(olga, contest, "tables/1", user=player.pk).status_code == 422
    assert post(olga, contest, "tables/1", user="nonsense").status_code == 422
    assert post(olga, contest, "tables/9", user=trudy.pk).status_code == 404
    assert post(olga, contest, "croupiers/remove", user=trudy.pk).status_code == 302
    assert contest.tables.get().croupier == contest.organiser


# --- entries


def mark(client: Client, contest: Contest, what: str, *entries: Entry, **typed: str) -> Any:
    return client.post(
        f"/c/{contest.slug}/entries/mark/", {"mark": what, "entry": [one.pk for one in entries], **typed}
    )


def test_fees_are_marked_in_bulk_on_one_screen(olga: Client) -> None:
    contest = factories.open_contest(6, fee_amount=1, fee_unit="ration", sponsor="The monastery")
    first, second, third, *_ = contest.entries.all()
    assert mark(olga, contest, "paid", first, second).status_code == 302
    assert mark(olga, contest, "paid", third, paid_by="her aunt").status_code == 302
    page = olga.get(f"/c/{contest.slug}/entries/").text
    assert "3 fees are not paid yet." in page
    assert "fee paid by her aunt" in page
    assert mark(olga, contest, "withdrawn", first).status_code == 302
    assert mark(olga, contest, "returned", first, second).status_code == 302
    assert mark(olga, contest, "unpaid", second).status_code == 302
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.returned_at is not None
    assert (second.paid_at, second.returned_at) == (None, None)


def test_the_sponsors_total_is_shown(olga: Client) -> None:
    contest = factories.open_contest(1, fee_amount=2, fee_unit="ration", sponsor="The monastery")
    for name in ("bob", "carol"):
        registration.register(contest.pk, factories.person(name), sponsored=True)
    assert mark(olga, contest, "sponsor", contest.entries.get(name="alice")).status_code == 302
    assert "The monastery owes 6 × ration in all." in olga.get(f"/c/{contest.slug}/entries/").text
    assert "The monastery owes 6 × ration in all." in olga.get(f"/c/{contest.slug}/manage/").text


def test_nothing_ticked_or_an_unknown_mark_is_refused_and_ticks_stay(olga: Client) -> None:
    contest = factories.open_contest(5, fee_amount=1, fee_unit="ration")
    entry = contest.entries.all()[0]
    assert "Tick at least one entry first." in mark(olga, contest, "paid").text
    response = mark(olga, contest, "painted", entry)
    assert response.status_code == 422
    assert re.search(rf'value="{entry.pk}"[^>]* checked', response.text)


def test_an_entry_of_another_contest_is_left_alone(olga: Client) -> None:
    mine = factories.open_contest(2, name="Mine", fee_amount=1, fee_unit="ration")
    other = factories.open_contest(2, name="Other", fee_amount=1, fee_unit="ration")
    mark(olga, mine, "paid", other.entries.all()[0])
    mark(olga, mine, "withdrawn", other.entries.all()[1])
    assert not other.entries.exclude(paid_at=None).exists()
    assert other.entries.filter(state=Entry.State.IN).count() == 2


def test_an_entrant_without_an_account_gets_a_claim_link_shown_once(olga: Client) -> None:
    contest = factories.open_contest()
    page = olga.get(f"/c/{contest.slug}/entries/").text
    once = re.findall(r'name="once" value="([^"]+)"', page)[0]
    typed = {"name": "Zoe the wanderer", "once": once}
    response = olga.post(f"/c/{contest.slug}/entries/add/", typed)
    assert (
        olga.post(f"/c/{contest.slug}/entries/add/", typed).headers["Location"]
        == response.headers["Location"]
    )
    shown = olga.get(response.headers["Location"]).text
    link = re.findall(r'value="(http[^"]*/claim/[^"]+)"', shown)[0]
    assert contest.entries.count() == 1
    again = olga.get(f"/c/{contest.slug}/entries/").text
    assert "/claim/" not in again
    assert again.index('id="add"') < again.index('id="list"'), "above those who are in"
    visitor = Client()
    assert "Zoe the wanderer" in visitor.get(link.removeprefix("http://testserver")).text
    taken = olga.post(f"/c/{contest.slug}/entries/add/", {"name": "zoe the WANDERER", "once": "another"})
    assert taken.status_code == 422
    assert "already plays under the name" in taken.text
    assert "zoe the WANDERER" in taken.text


def test_a_croupier_may_add_an_entrant_too(client: Client) -> None:
    contest = factories.open_contest()
    contest.croupiers.create(user=factories.person("trudy"))
    client.force_login(factories.person("trudy"))
    assert client.post(f"/c/{contest.slug}/entries/add/", {"name": "Zoe", "once": "k"}).status_code == 302
    assert contest.entries.get().entered_by == factories.person("trudy")


def test_the_desk_speaks_french(olga: Client) -> None:
    contest = factories.open_contest(9, fee_amount=1, fee_unit="ration", sponsor="Le monastère")
    page = olga.get(f"/c/{contest.slug}/manage/?lang=fr").text
    assert "Prolonger les inscriptions" in page
    assert "9 joueurs sont inscrits." in page
