"""The digest: one letter a local day, about what happened since the last one; turns stay letters at once."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from referee.core import Move
from tests import factories
from tests.tournaments.mail.conftest import a_reply, take, turn_of
from tests.tournaments.test_sweep import in_threads
from tournaments import models, wording
from tournaments.channels import Outgoing, Undeliverable
from tournaments.models import Notice
from tournaments.services import (
    clock,
    composing,
    digests,
    people,
    post,
    reminders,
    rulings,
    standings,
    sweep,
    tables,
    views,
)

pytestmark = pytest.mark.django_db

PARIS = ZoneInfo("Europe/Paris")


class Clock:
    """The service's clock, put forward by hand; rows of the past keep their real instants."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        real, self.ahead = clock.now, timedelta()
        monkeypatch.setattr(clock, "now", lambda: real() + self.ahead)

    def to(self, at: datetime) -> None:
        self.ahead += at - clock.now()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Outgoing]:
    """Letters that a mail server has taken."""
    taken: list[Outgoing] = []
    monkeypatch.setattr("tournaments.channels.email.EmailChannel.send", lambda self, one: taken.append(one))
    return taken


def wants_digest(user: models.User | None, hour: int = 19, **fields: Any) -> models.User:
    assert user is not None
    fields = {"turn_letters": True, "timezone": "Europe/Paris", **fields}
    models.User.objects.filter(pk=user.pk).update(
        notices="digest", digest_hour=hour, digest_since=clock.now(), **fields
    )
    user.refresh_from_db()
    return user


def next_hour(hour: int = 19, zone: ZoneInfo = PARIS, days: int = 0) -> datetime:
    """Shortly after the next time that the hour strikes."""
    local = clock.now().astimezone(zone)
    at = local.replace(hour=hour, minute=5, second=0)
    later = at if at > local else at + timedelta(days=1)
    return (later + timedelta(days=days)).astimezone(UTC)


def play(table: models.Table, move: Move, comment: str = "") -> models.Turn:
    turn = turn_of(table)
    seat, key = turn.seat.letter, f"m{turn.pk}"
    tables.play(table.pk, kind="move", key=key, origin="web", seat=seat, move=move, comment=comment, text="x")
    return turn


def everybody_else(table: models.Table) -> list[models.User]:
    """Those who are not awaited."""
    return [
        seat.entry.user
        for seat in table.table_seats.select_related("entry__user").exclude(pk=turn_of(table).seat_id)
        if seat.entry.user is not None
    ]


def digests_of(user: models.User, sent: list[Outgoing]) -> list[Outgoing]:
    return [one for one in sent if one.to == user.email and "digest" in one.subject]


def strike(time: Clock, sent: list[Outgoing], days: int = 0, hour: int = 19) -> None:
    """The hour comes, the sweep and the post run."""
    time.to(next_hour(hour, days=days))
    digests.write_due()
    post.send_due()


def test_a_day_of_a_digest_player(table: models.Table, time: Clock, sent: list[Outgoing]) -> None:
    reader = wants_digest(everybody_else(table)[-1])
    play(table, Move("raise", {"to": 2}), comment="Here we go")
    post.send_due()
    assert not digests_of(reader, sent), "not before its hour"
    assert digests.write_due() == 0
    strike(time, sent)
    [letter] = digests_of(reader, sent)
    assert "Here we go" in letter.text
    assert "Table Rubis, Grand tour" in letter.text
    assert re.search(r"The table now waits for \w+\.", letter.text)
    assert letter.headers["Auto-Submitted"] == "auto-generated"
    assert digests.write_due() == 0
    assert post.send_due() == 0


def test_what_was_told_is_not_told_again_and_nothing_is_left_out(
    table: models.Table, time: Clock, sent: list[Outgoing]
) -> None:
    reader = wants_digest(everybody_else(table)[-1])
    play(table, Move("raise", {"to": 2}), comment="first word")
    strike(time, sent)
    play(table, Move("call"), comment="second word")
    play(table, Move("call"), comment="third word")
    strike(time, sent)
    first, second = digests_of(reader, sent)
    assert ("first word" in first.text, "second word" in first.text) == (True, False)
    assert ("first word" in second.text, "second word" in second.text) == (False, True)
    assert "third word" in second.text


def test_nothing_happened_nothing_is_sent(table: models.Table, time: Clock, sent: list[Outgoing]) -> None:
    reader = wants_digest(everybody_else(table)[-1])
    play(table, Move("raise", {"to": 2}))
    models.Turn.objects.filter(closed_at__isnull=True).update(deadline_at=clock.now() + timedelta(days=9))
    strike(time, sent)
    strike(time, sent)
    strike(time, sent)
    assert len(digests_of(reader, sent)) == 1
    assert Notice.objects.filter(kind="digest", user=reader, dropped_at__isnull=False).count() == 2


def test_what_a_player_did_himself_is_no_news_to_him(
    table: models.Table, time: Clock, sent: list[Outgoing]
) -> None:
    turn = turn_of(table)
    reader = wants_digest(turn.seat.entry.user)
    play(table, Move("raise", {"to": 2}))
    strike(time, sent)
    assert not digests_of(reader, sent)


def test_his_own_open_turn_stands_in_it_with_its_deadline_and_what_silence_means(
    table: models.Table, time: Clock, sent: list[Outgoing]
) -> None:
    turn = turn_of(table)
    reader = wants_digest(turn.seat.entry.user)
    table.turns.update(deadline_at=clock.now() + timedelta(days=5))
    strike(time, sent)
    [letter] = digests_of(reader, sent)
    assert "IT IS YOUR TURN, until" in letter.text
    assert "If you let it pass, this is done for you" in letter.text
    assert "+01:00" in letter.text or "+02:00" in letter.text
    assert composing.address(turn) in letter.reply_to


def test_the_only_open_turn_is_played_by_an_answer_to_the_digest(
    table: models.Table, time: Clock, sent: list[Outgoing]
) -> None:
    turn = turn_of(table)
    wants_digest(turn.seat.entry.user, turn_letters=False)
    table.turns.update(deadline_at=clock.now() + timedelta(days=5))
    strike(time, sent)
    digest = next(one for one in sent if "digest" in one.subject)
    raw = a_reply(turn, "raise to 2", To=composing.address(), In_Reply_To=digest.message_id)
    letter = take(raw, turn, recipient=composing.address())
    assert letter.state == "played", letter.outcome


def test_a_digest_about_several_turns_plays_none_of_them_by_guessing(
    time: Clock, sent: list[Outgoing]
) -> None:
    first = factories.table_of(factories.running(5, name="First tour"))
    reader = turn_of(first).seat.entry.user
    second = factories.table_of(factories.running(5, name="Second tour"))
    while turn_of(second).seat.entry.user != reader:
        play(second, Move("call") if _may_call(second) else Move("raise", {"to": 1}))
    wants_digest(reader)
    models.Turn.objects.filter(closed_at__isnull=True).update(deadline_at=clock.now() + timedelta(days=5))
    strike(time, sent)
    [letter] = digests_of(reader, sent) if reader else []
    assert letter.text.count("IT IS YOUR TURN") == 2
    assert "the subject given there" in letter.text
    turn = turn_of(first)
    for one in (turn, turn_of(second)):
        assert f"{one.table.name} [#" in letter.text
    raw = a_reply(turn, "raise to 2", To=composing.address(), In_Reply_To=letter.message_id)
    answer = take(raw, turn, recipient=composing.address())
    assert (answer.state, answer.outcome["refusal"]["code"]) == ("answered", "NO_TURN")
    subject = re.search(r"The subject for your move: (.+)", letter.text)
    assert subject is not None
    named = a_reply(turn, "raise to 2", To=composing.address(), Subject=subject[1], Message_ID="<n@x.y>")
    assert take(named, turn, recipient=composing.address()).state == "played"


def _may_call(table: models.Table) -> bool:
    options = views.look(table.pk, turn_of(table).seat.letter).options or {}
    return bool(options["call"])


# --- a digest costs nobody his turn


def test_a_digest_player_still_gets_his_turns_and_reminders_at_once(table: models.Table) -> None:
    models.User.objects.update(notices="digest")
    play(table, Move("raise", {"to": 2}))
    turn = turn_of(table)
    assert Notice.objects.filter(kind="turn", turn=turn).exists()
    opened = clock.now() - timedelta(hours=20)
    models.Turn.objects.filter(pk=turn.pk).update(opened_at=opened, deadline_at=opened + timedelta(hours=24))
    assert reminders.write_due() == 1
    for kind in ("turn", "reminder"):
        assert composing.compose(Notice.objects.get(kind=kind, turn=turn)) is not None
    assert not Notice.objects.filter(kind__in=["event", "deal"]).exists()


def test_who_gave_up_letters_of_turns_gets_none_and_no_reminders(table: models.Table) -> None:
    models.User.objects.update(notices="digest", turn_letters=False)
    play(table, Move("raise", {"to": 2}))
    turn = turn_of(table)
    assert not Notice.objects.filter(kind="turn", turn=turn).exists()
    opened = clock.now() - timedelta(hours=20)
    models.Turn.objects.filter(pk=turn.pk).update(opened_at=opened, deadline_at=opened + timedelta(hours=24))
    assert reminders.write_due() == 0


def test_what_was_given_up_counts_at_sending_too(table: models.Table) -> None:
    notice = Notice.objects.get(kind="turn", turn=turn_of(table))
    models.User.objects.filter(pk=notice.user_id).update(notices="digest", turn_letters=False)
    assert composing.compose(Notice.objects.get(pk=notice.pk)) is None


def test_giving_up_means_nothing_beside_another_choice(table: models.Table) -> None:
    models.User.objects.update(notices="turns", turn_letters=False)
    play(table, Move("raise", {"to": 2}))
    assert Notice.objects.filter(kind="turn", turn=turn_of(table)).exists()


def test_what_the_staff_decides_is_told_at_once(table: models.Table) -> None:
    models.User.objects.update(notices="digest", turn_letters=False)
    rulings.pause_table(table, table.contest.organiser, reason="a storm", key="p")
    assert Notice.objects.filter(kind="staff").count() == 5


# --- exactly one a local day


@pytest.mark.django_db(transaction=True)
def test_two_sweepers_and_a_repeated_tick_write_one_row(table: models.Table, time: Clock) -> None:
    reader = wants_digest(everybody_else(table)[-1])
    time.to(next_hour())
    assert in_threads(sweep.sweep, sweep.sweep) == []
    sweep.sweep()
    assert Notice.objects.filter(kind="digest", user=reader).count() == 1


def test_a_change_of_hour_or_zone_gives_no_second_digest_that_day(table: models.Table, time: Clock) -> None:
    reader = wants_digest(everybody_else(table)[-1], 10)
    time.to(next_hour(10))
    assert digests.write_due() == 1
    chosen = {"name": reader.name, "language": "en", "notices": "digest"}
    people.update(reader, timezone="Europe/Paris", digest_hour=11, **chosen)
    time.to(next_hour(11))
    assert digests.write_due() == 0
    people.update(reader, timezone="Pacific/Honolulu", digest_hour=12, **chosen)
    time.ahead += timedelta(hours=20)
    assert digests.write_due() == 0, "there it is still the same day"


@pytest.mark.parametrize("hour", [0, 2, 3])
@pytest.mark.parametrize("night", ["2027-03-28", "2027-10-31"])
def test_both_nights_of_the_time_change_have_one_digest_each(
    table: models.Table, time: Clock, hour: int, night: str
) -> None:
    day = datetime.fromisoformat(night).replace(tzinfo=PARIS)
    time.to(day.astimezone(UTC) - timedelta(days=2))
    reader = wants_digest(everybody_else(table)[-1], hour)
    start = clock.now()
    for step in range(3 * 24 * 2):  # half an hour each
        time.to(start + timedelta(minutes=30 * step))
        digests.write_due()
    days = sorted(one.data["day"] for one in Notice.objects.filter(kind="digest", user=reader))
    assert len(days) == len(set(days))
    assert {(day + timedelta(days=off)).date().isoformat() for off in (-1, 0)} <= set(days)


def test_who_chooses_it_in_the_evening_is_not_sent_the_hour_that_is_over(
    table: models.Table, time: Clock
) -> None:
    reader = everybody_else(table)[-1]
    time.to(next_hour(20))
    chosen = {"name": reader.name, "language": "en", "timezone": "Europe/Paris", "notices": "digest"}
    people.update(reader, digest_hour=19, **chosen)
    assert digests.write_due() == 0
    time.to(next_hour(19))
    assert digests.write_due() == 1


def test_after_an_outage_it_comes_late_and_not_the_next_day(table: models.Table, time: Clock) -> None:
    wants_digest(everybody_else(table)[-1])
    time.to(next_hour(19) + timedelta(hours=8))
    assert digests.write_due() == 1
    time.to(next_hour(19) + timedelta(hours=14))
    assert digests.write_due() == 0


def test_a_digest_that_could_not_go_out_gives_way_to_the_next_one(
    table: models.Table, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = wants_digest(everybody_else(table)[-1])
    play(table, Move("raise", {"to": 2}), comment="not lost")
    models.Turn.objects.filter(closed_at__isnull=True).update(deadline_at=clock.now() + timedelta(days=9))

    def away(self: object, letter: Outgoing) -> None:
        raise Undeliverable("a trouble of this letter")

    taken: list[Outgoing] = []
    with monkeypatch.context() as patch:
        patch.setattr("tournaments.channels.email.EmailChannel.send", away)
        strike(time, taken)
        time.to(next_hour(19))
        digests.write_due()
    first, second = Notice.objects.filter(kind="digest", user=reader).order_by("pk")
    assert (first.sent_at, first.attempts > 0) == (None, True)
    monkeypatch.setattr("tournaments.channels.email.EmailChannel.send", lambda self, one: taken.append(one))
    time.ahead += timedelta(hours=7)
    post.send_due()
    [letter] = digests_of(reader, taken)
    assert "not lost" in letter.text
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.dropped_at is not None
    assert second.sent_at is not None
    assert second.data["told"] == {str(table.pk): models.Table.objects.get(pk=table.pk).last_event}


def test_a_letter_that_failed_has_told_nothing(
    table: models.Table, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    wants_digest(everybody_else(table)[-1])
    play(table, Move("raise", {"to": 2}))

    def away(self: object, letter: Outgoing) -> None:
        raise Undeliverable("away", down=True)

    monkeypatch.setattr("tournaments.channels.email.EmailChannel.send", away)
    strike(time, [])
    assert "told" not in Notice.objects.get(kind="digest").data


# --- what stands in it


def places(contest: models.Contest) -> dict[int | None, int]:
    return {line.entry.user_id: line.place for line in standings.standings(contest)}


def test_the_end_of_a_table_and_a_place_that_moved_are_told(time: Clock, sent: list[Outgoing]) -> None:
    contest = factories.running(5)
    table = factories.table_of(contest)
    readers = [wants_digest(user) for user in everybody_else(table)]
    play(table, Move("raise", {"to": 2}))
    strike(time, sent)
    before = places(contest)
    factories.play_out(contest)
    strike(time, sent)
    after = places(contest)
    reader = next(one for one in readers if before[one.pk] != after[one.pk])
    letter = digests_of(reader, sent)[-1]
    assert "This table has ended." in letter.text
    assert "Your place in the ranking" in letter.text
    strike(time, sent)
    assert digests_of(reader, sent)[-1] is letter, "an ended table is told of once"


def test_cards_stand_in_it_for_their_owner_alone(
    table: models.Table, time: Clock, sent: list[Outgoing]
) -> None:
    for user in models.User.objects.filter(entries__isnull=False):
        wants_digest(user)
    play(table, Move("raise", {"to": 2}))
    strike(time, sent)
    hands = {}
    for seat in table.table_seats.select_related("entry__user"):
        [line] = wording.own(views.look(table.pk, seat.letter).view, table.game)
        assert seat.entry.user is not None
        hands[seat.entry.user.email] = line
    written = [one for one in sent if "digest" in one.subject]
    assert len(written) > 1
    for letter in written:
        assert hands[letter.to] in letter.text
        for address, cards in hands.items():
            assert address == letter.to or cards not in letter.text


@pytest.mark.parametrize("language", ["fr", "it"])
def test_it_speaks_the_readers_language(
    table: models.Table, time: Clock, sent: list[Outgoing], language: str
) -> None:
    reader = wants_digest(everybody_else(table)[-1], language=language)
    play(table, Move("raise", {"to": 2}))
    strike(time, sent)
    letter = [one for one in sent if one.to == reader.email][-1]
    assert {"fr": "résumé", "it": "riepilogo"}[language] in letter.text.lower()
