"""The life of a contest (contests.md section 1): T1-T13 as far as they need no page."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from referee.core import Illegal, Stale
from referee.draws import verify_document
from referee.ledger import verify_ledger
from tests import factories
from tournaments import models
from tournaments.models import Contest, Entry, Table
from tournaments.services import clock, contests, draws, fees, ledger, registration, rulings, seating, sweep

pytestmark = pytest.mark.django_db


def play_out(contest: Contest) -> None:
    """Everybody is silent until the end."""
    for _ in range(400):
        playing = contest.tables.filter(state=Table.State.PLAYING)
        if not playing.exists():
            break
        for table in playing:
            factories.move_clock(table, seconds=1)
        sweep.sweep()
    sweep.sweep()
    contest.refresh_from_db()


def test_thirteen_players_two_tables_one_ranking_and_prizes() -> None:
    contest = factories.running(13, prizes=[{"alcohol": 4000}, {"alcohol": 2000}, {"alcohol": 1000}])
    assert [table.table_seats.count() for table in contest.tables.all()] == [7, 6]
    play_out(contest)
    assert contest.state == Contest.State.FINAL
    assert sum(contest.placings.values_list("chips", flat=True)) == 13 * 20
    assert contest.placings.count() == 13
    assert sum(contest.awards.values_list("amount", flat=True)) == 7000


def test_every_draw_of_a_finished_contest_verifies_and_so_does_the_ledger() -> None:
    contest = factories.running(5)
    play_out(contest)
    documents = draws.documents(contest)
    assert {document["published"]["t"] for document in documents} >= {
        f"{contest.ref}/seating",
        f"{contest.ref}/table-1",
    }
    assert verify_document(documents) == []
    assert verify_ledger(ledger.export(contest)) == []


@pytest.mark.parametrize("players", [1, 2, 3, 4, 9])
def test_t5_impossible_numbers_are_refused_and_the_organiser_is_told_once(players: int) -> None:
    contest = factories.open_contest(players)
    contests.close(contest.pk, contest.organiser)
    with pytest.raises(Illegal) as refused:
        contests.draw(contest.pk, contest.organiser)
    assert refused.value.code == "CANNOT_SPLIT"
    assert refused.value.params["choices"][0] == "extension"
    for _ in range(3):
        assert not contests.advance(contest.pk)
    assert models.Notice.objects.filter(kind="needs", user=contest.organiser).count() == 1


@pytest.mark.parametrize(("choice", "sizes"), [("exception", [5, 4]), ("one-table", [9]), ("reserve", [8])])
def test_t5_nine_players_after_the_organisers_choice(choice: str, sizes: list[int]) -> None:
    contest = factories.open_contest(9)
    contests.close(contest.pk, contest.organiser)
    contests.choose(contest.pk, contest.organiser, choice, "nobody shall be left out")
    contests.draw(contest.pk, contest.organiser)
    assert [table.table_seats.count() for table in contest.tables.all()] == sizes


def test_t4_exactly_the_closing_instant_is_in_time() -> None:
    contest = factories.open_contest()
    registration.register(contest.pk, factories.person("alice"), received=contest.closes_at)
    late = contest.closes_at + timedelta(microseconds=1)
    with pytest.raises(Stale) as refused:
        registration.register(contest.pk, factories.person("bob"), received=late)
    assert refused.value.code == "REGISTRATION_CLOSED"


def test_t4_after_the_cap_on_the_reserve_list_and_up_again() -> None:
    contest = factories.open_contest(6, cap=5)
    last = contest.entries.get(number=6)
    assert last.state == Entry.State.RESERVE
    registration.withdraw(contest.entries.get(number=2).pk, factories.person("bob"))
    last.refresh_from_db()
    assert last.state == Entry.State.IN


def test_t4_unpaid_entries_are_not_drawn_unless_chosen() -> None:
    contest = factories.open_contest(7, fee_amount=1, fee_unit="food ration")
    paid = list(contest.entries.values_list("pk", flat=True)[:6])
    assert registration.mark_paid(contest.pk, contest.organiser, paid) == 6
    assert registration.mark_paid(contest.pk, contest.organiser, paid) == 0
    contests.close(contest.pk, contest.organiser)
    contests.draw(contest.pk, contest.organiser)
    assert models.Seat.objects.filter(table__contest=contest).count() == 6
    assert contest.entries.get(number=7).state == Entry.State.UNPAID


def test_t3_the_sponsor_pays_and_sees_his_total() -> None:
    contest = factories.open_contest(fee_amount=2, fee_unit="ration", sponsor="The monastery")
    entry = registration.register(contest.pk, factories.person("alice"), sponsored=True)
    registration.register(contest.pk, factories.person("bob"))
    assert (entry.paid_by, entry.paid_at is not None) == ("sponsor", True)
    assert fees.totals_of(contest).sponsor == 1


def test_t4_an_extension_opens_registration_again() -> None:
    contest = factories.open_contest(4)
    contests.close(contest.pk, contest.organiser)
    later = contest.closes_local.replace(tzinfo=None) + timedelta(days=1)
    contests.extend(contest.pk, contest.organiser, closes_local=later, reason="one more is wanted")
    registration.register(contest.pk, factories.person("erin"))
    contest.refresh_from_db()
    assert contest.state == Contest.State.REGISTRATION


def later(contest: models.Contest) -> datetime:
    """A day after registration closes, on the clock of the contest."""
    local: datetime = contest.closes_local.replace(tzinfo=None) + timedelta(days=1)
    return local


def test_t4_who_has_not_paid_is_told_at_each_closing() -> None:
    contest = factories.open_contest(2, fee_amount=1, fee_unit="candle", automatic=False)
    contests.close(contest.pk, contest.organiser)
    contest.refresh_from_db()
    contests.extend(contest.pk, contest.organiser, closes_local=later(contest), reason="a fair")
    assert [entry.state for entry in contest.entries.all()] == ["in", "in"]
    contests.close(contest.pk, contest.organiser)
    assert models.Notice.objects.filter(kind="unpaid").count() == 4


@pytest.mark.parametrize("again", ["an extension", "a withdrawal"])
def test_t5_the_ninth_who_became_first_reserve_moves_up(again: str) -> None:
    contest = factories.open_contest(9, automatic=False)
    contests.close(contest.pk, contest.organiser)
    contests.choose(contest.pk, contest.organiser, "reserve", "eight fit")
    contest.refresh_from_db()
    ninth = contest.entries.get(number=9)
    assert ninth.state == "dropped"
    if again == "an extension":
        contests.extend(contest.pk, contest.organiser, closes_local=later(contest), reason="a fair")
    else:
        registration.withdraw(contest.entries.get(number=1).pk, contest.organiser)
    ninth.refresh_from_db()
    assert ninth.state == "in"


def test_t13_a_withdrawal_and_its_seat_are_one_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash never leaves a seat waiting for somebody who is no longer there."""
    entry = factories.running(5).entries.get(number=1)

    def crash(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(registration.tables, "leave_seat", crash)
    with pytest.raises(MemoryError):
        registration.withdraw(entry.pk, factories.organiser())
    entry.refresh_from_db()
    assert (entry.state, entry.seat.automatic) == ("in", False)


@pytest.mark.parametrize(("first", "second"), [("ẞ", "ß"), ("İvan", "ivan"), ("ϴ", "θ"), ("Zoé", "ZOÉ")])
def test_names_that_the_database_holds_for_the_same_are_refused(first: str, second: str) -> None:
    contest = factories.open_contest(0)
    registration.add_entrant(contest.pk, contest.organiser, first)
    with pytest.raises(Illegal) as taken:
        registration.add_entrant(contest.pk, contest.organiser, second)
    assert taken.value.code == "NAME_TAKEN"


def test_closing_draw_and_start_happen_by_themselves_at_their_instants() -> None:
    contest = factories.open_contest(5)
    assert sweep.sweep().advanced == 0
    Contest.objects.filter(pk=contest.pk).update(closes_at=clock.now() - timedelta(seconds=1))
    assert sweep.sweep().advanced == 3
    contest.refresh_from_db()
    assert contest.state == Contest.State.RUNNING


def test_a_manual_contest_waits_for_the_organiser() -> None:
    contest = factories.open_contest(5, automatic=False)
    Contest.objects.filter(pk=contest.pk).update(closes_at=clock.now() - timedelta(seconds=1))
    assert sweep.sweep().advanced == 0


def test_registering_twice_is_one_entry() -> None:
    contest = factories.open_contest(1)
    again = registration.register(contest.pk, factories.person("alice"))
    assert contest.entries.get() == again


@pytest.mark.parametrize("chosen", [["2"], ["Rubis", "Rubis"], ["2", "1", "Rubis"]])
def test_no_two_tables_have_the_same_name(chosen: list[str]) -> None:
    names = [table.name for table in factories.seated(10, table_names=chosen).tables.all()]
    assert len(set(names)) == 2
    assert names[0] == chosen[0]


def test_t7_an_entrant_by_name_claims_his_seat_and_nobody_else_can() -> None:
    contest = factories.open_contest(4)
    entry, word = registration.add_entrant(contest.pk, contest.organiser, "Old Tom")
    erin = factories.person("erin")
    assert registration.claim(word, erin).user == erin
    with pytest.raises(Stale):
        registration.claim(word, factories.person("frank"))
    entry.refresh_from_db()
    assert word not in str(models.Entry.objects.filter(pk=entry.pk).values().get())


def test_t1_a_croupier_never_deals_where_he_plays() -> None:
    alice = factories.person("alice")
    contest = factories.open_contest(10)
    models.Croupier.objects.create(contest=contest, user=alice)
    contests.close(contest.pk, contest.organiser)
    contests.draw(contest.pk, contest.organiser)
    for table in contest.tables.all():
        assert not table.table_seats.filter(entry__user=table.croupier).exists()


def test_t13_a_withdrawal_after_the_draw_folds_the_seat_whenever_it_would_speak() -> None:
    contest = factories.running(5)
    table = factories.table_of(contest)
    first = factories.open_turns(table)[0].seat
    registration.withdraw(first.entry.pk, first.entry.user)
    assert factories.open_turns(table)[0].seat.letter == "B"


def test_pausing_a_contest_stops_every_table_and_a_stranger_cannot() -> None:
    contest = factories.running(10)
    with pytest.raises(Illegal):
        rulings.pause_contest(contest.pk, factories.person("mallory", is_organiser=True), reason="mine")
    rulings.pause_contest(contest.pk, contest.organiser, reason="the forum is away")
    assert set(contest.tables.values_list("state", flat=True)) == {"paused"}
    rulings.resume_contest(contest.pk, contest.organiser, reason="it is back")
    assert set(contest.tables.values_list("state", flat=True)) == {"playing"}


def test_a_cancelled_contest_voids_its_tables_and_says_why() -> None:
    contest = factories.running(5)
    contests.cancel(contest.pk, contest.organiser, "not enough time")
    assert factories.table_of(contest).state == "void"
    assert models.Notice.objects.filter(kind="cancelled").count() == 5


def test_prizes_are_handed_out_once() -> None:
    contest = factories.running(5, prizes=[{"alcohol": 4000}])
    play_out(contest)
    award = contest.awards.first()
    first = rulings.hand_out(award.pk, contest.organiser).handed_at
    assert rulings.hand_out(award.pk, contest.organiser).handed_at == first


def test_t10_a_lot_for_each_of_many_goods_that_cannot_be_shared() -> None:
    contest = factories.seated(5, prizes=[{f"book {number}": 1 for number in range(70)}])
    contest.tables.update(state=Table.State.OVER, over_at=clock.now())
    Contest.objects.filter(pk=contest.pk).update(state=Contest.State.RUNNING)
    assert contests.advance(contest.pk)
    assert contest.awards.count() == 70
    assert contest.draws.filter(series=f"{contest.ref}/prizes").count() == 70


def test_the_ranking_can_be_asked_for_at_any_time() -> None:
    contest = factories.running(5)
    assert [place.number for place in seating.ranking_of(contest)] == [1]


def test_played_to_the_last_chip_a_contest_has_one_table() -> None:
    level = {"from_hand": 1, "small_blind": 1, "big_blind": 2, "ante": 0, "big_blind_ante": 0}
    rules = {"starting_stack": 20, "hands": None, "levels": [level]}
    with pytest.raises(Illegal) as refused:
        factories.open_contest(0, preset="holdem", rules=rules)
    assert refused.value.code == "ONE_TABLE_ONLY"
    assert factories.running(5, preset="holdem", rules=rules, cap=8, name="Small").state == "running"
