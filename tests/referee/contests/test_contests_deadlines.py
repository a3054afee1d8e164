"""Deadline arithmetic: clock.md, contests.md T4, T8, T11."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.contests import deadlines, projection
from referee.contests.tables import table_sizes
from referee.core import Illegal

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ROME = ZoneInfo("Europe/Rome")
SPRING = datetime(2026, 3, 28, 20, tzinfo=ROME)
"""The evening before the clocks go from 02:00 to 03:00."""
AUTUMN = datetime(2026, 10, 24, 20, tzinfo=ROME)
"""The evening before they go from 03:00 back to 02:00."""


def wall(text: str) -> datetime:
    """What a clock on the wall shows: an hour without a zone."""
    return datetime.fromisoformat(text)


instants = st.datetimes(wall("2000-01-01"), wall("2100-01-01"), timezones=st.just(UTC))
spans = st.timedeltas(timedelta(0), timedelta(days=60))


def at(day: int, hour: int, minute: int = 0, month: int = 3) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(("opened", "shown"), [(SPRING, 21), (AUTUMN, 19)])
def test_twenty_four_hours_are_elapsed_in_the_nights_of_the_time_change(opened: datetime, shown: int) -> None:
    ends = deadlines.deadline(opened, 24 * HOUR)
    assert ends - opened.astimezone(UTC) == 24 * HOUR
    assert ends.astimezone(ROME).hour == shown
    assert ends.tzinfo is UTC


def test_exactly_the_deadline_is_in_time() -> None:
    assert deadlines.in_time(NOW, NOW)
    assert not deadlines.in_time(NOW + timedelta(microseconds=1), NOW)
    assert deadlines.in_time(NOW.astimezone(ROME), NOW)


def test_reminders_come_at_half_and_at_four_fifths() -> None:
    assert deadlines.reminders(NOW, NOW + 10 * HOUR) == (NOW + 5 * HOUR, NOW + 8 * HOUR)


@given(instants, spans)
def test_reminders_lie_inside_the_turn(opened: datetime, length: timedelta) -> None:
    half, late = deadlines.reminders(opened, opened + length)
    assert opened <= half <= late <= opened + length
    assert abs(2 * (half - opened) - length) <= timedelta(microseconds=1)


def test_reminders_are_elapsed_too() -> None:
    half, _ = deadlines.reminders(SPRING, deadlines.deadline(SPRING, 24 * HOUR))
    assert half.astimezone(ROME) == datetime(2026, 3, 29, 9, tzinfo=ROME)


def test_an_extension_adds_to_the_deadline_or_to_now() -> None:
    assert deadlines.extended(NOW + HOUR, NOW, 6 * HOUR) == NOW + 7 * HOUR
    assert deadlines.extended(NOW - HOUR, NOW, 6 * HOUR) == NOW + 6 * HOUR
    with pytest.raises(ValueError, match="gives time"):
        deadlines.extended(NOW, NOW, timedelta(0))


@given(instants, spans, spans)
def test_a_pause_gives_back_what_was_left(ends: datetime, before: timedelta, pause: timedelta) -> None:
    paused_at = ends - before
    left = deadlines.remaining(ends, paused_at)
    assert deadlines.resumed(paused_at + pause, left) == ends + pause


def test_an_overdue_turn_has_nothing_left() -> None:
    assert deadlines.remaining(NOW, NOW + HOUR) == timedelta(0)


@pytest.mark.parametrize(
    ("gap", "expected"), [(5 * MINUTE, None), (5 * MINUTE + timedelta(microseconds=1), True), (HOUR, True)]
)
def test_more_than_five_minutes_are_an_outage(gap: timedelta, expected: bool | None) -> None:
    assert deadlines.outage(NOW, NOW + gap) == (gap if expected else None)


@pytest.mark.parametrize(
    ("ends", "moved"),
    [
        (at(1, 20), at(1, 22)),  # after the outage: by the gap
        (at(1, 13, 30), at(1, 15, 30)),  # inside, and the gap gives more than an hour
        (at(1, 12, 30), at(1, 15)),  # inside, near its beginning: one hour from its end
        (at(1, 14), at(1, 16)),  # at its end
        (at(1, 12), at(1, 14)),  # before it: overdue already, by the gap and no more
    ],
)
def test_an_outage_moves_every_open_deadline_by_its_gap(ends: datetime, moved: datetime) -> None:
    assert deadlines.after_outage(ends, at(1, 12), at(1, 14)) == moved


@given(
    instants,
    st.timedeltas(timedelta(0), timedelta(days=3)),
    st.timedeltas(timedelta(days=-2), timedelta(days=9)),
)
def test_after_an_outage_nobody_has_less(last_beat: datetime, gap: timedelta, after: timedelta) -> None:
    ends, now = last_beat + after, last_beat + gap
    moved = deadlines.after_outage(ends, last_beat, now)
    if gap <= 5 * MINUTE:
        assert moved == ends
        return
    assert moved - ends >= gap
    if last_beat < ends <= now:
        assert moved - now >= HOUR


def test_a_short_silence_changes_nothing() -> None:
    assert deadlines.after_outage(NOW, NOW - MINUTE, NOW + MINUTE) == NOW


@pytest.mark.parametrize(
    ("local", "instant"),
    [
        (wall("2026-01-06 20:00"), at(6, 19, month=1)),
        (wall("2026-07-07 20:00"), at(7, 18, month=7)),
        (wall("2026-03-29 01:59"), at(29, 0, 59)),
        (wall("2026-03-29 02:30"), at(29, 1, 30)),  # left out: shown as 03:30
        (wall("2026-03-29 03:00"), at(29, 1, 0)),
        (wall("2026-10-25 01:59"), at(24, 23, 59, month=10)),
        (wall("2026-10-25 02:30"), at(25, 1, 30, month=10)),  # twice: the later one
        (wall("2026-10-25 03:00"), at(25, 2, 0, month=10)),
    ],
)
def test_a_local_hour_is_an_instant_in_both_nights_of_the_change(local: datetime, instant: datetime) -> None:
    assert deadlines.local_instant(local, "Europe/Rome") == instant


def test_a_left_out_hour_is_shown_with_the_offset_after_the_change() -> None:
    shown = deadlines.local_instant(wall("2026-03-29 02:30"), "Europe/Rome").astimezone(ROME)
    assert (shown.hour, shown.minute, shown.utcoffset()) == (3, 30, 2 * HOUR)


@given(
    st.datetimes(wall("2000-01-01"), wall("2030-01-01")),
    st.sampled_from(["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"]),
)
def test_a_local_hour_that_exists_reads_the_same_on_the_wall(local: datetime, zone: str) -> None:
    shown = deadlines.local_instant(local, zone).astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0)
    assert shown == local or timedelta(0) < shown - local <= HOUR


@pytest.mark.parametrize("zone", ["Nowhere/Town", "", "../etc/passwd", "/etc/passwd", "Europe", "a\0b"])
def test_an_unknown_zone_is_refused(zone: str) -> None:
    with pytest.raises(Illegal) as refused:
        deadlines.local_instant(wall("2026-01-01"), zone)
    assert (refused.value.code, refused.value.params) == ("UNKNOWN_ZONE", {"zone": zone})


@pytest.mark.parametrize(
    ("local", "zone"),
    [(NOW, "UTC"), (wall("0001-01-01"), "Asia/Tokyo"), (wall("9999-12-31 23:59"), "America/Lima")],
)
def test_what_is_no_local_hour_is_refused(local: datetime, zone: str) -> None:
    with pytest.raises(Illegal, match="MALFORMED"):
        deadlines.local_instant(local, zone)


@pytest.mark.parametrize(
    "call",
    [
        lambda bare: deadlines.deadline(bare, HOUR),
        lambda bare: deadlines.in_time(NOW, bare),
        lambda bare: deadlines.reminders(NOW, bare),
        lambda bare: deadlines.extended(bare, NOW, HOUR),
        lambda bare: deadlines.remaining(NOW, bare),
        lambda bare: deadlines.resumed(bare, HOUR),
        lambda bare: deadlines.outage(bare, NOW),
        lambda bare: deadlines.after_outage(bare, NOW, NOW),
    ],
)
def test_an_instant_without_a_zone_is_refused(call: Callable[[datetime], object]) -> None:
    with pytest.raises(ValueError, match="zone"):
        call(wall("2026-03-01 12:00"))


def test_t8_two_deals_of_eight_seats_at_a_day_a_turn_take_32_days() -> None:
    found = projection.projection(NOW, table_sizes(8), deals=2, rounds=2, limit=24 * HOUR)
    assert found.length == timedelta(days=32)
    assert found.ends == NOW + timedelta(days=32)


def test_t5_both_ends_stand_side_by_side() -> None:
    fewest, smallest = projection.both_projections(NOW, 24, deals=2, rounds=2, limit=24 * HOUR)
    assert (fewest.sizes, fewest.length) == ((8, 8, 8), timedelta(days=32))
    assert (smallest.sizes, smallest.length) == ((6, 6, 6, 6), timedelta(days=24))


def test_t5_an_impossible_number_has_no_projected_end() -> None:
    with pytest.raises(Illegal, match="CANNOT_SPLIT"):
        projection.both_projections(NOW, 9, deals=2, rounds=2, limit=24 * HOUR)


@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 4), st.timedeltas(HOUR, timedelta(days=30)))
def test_t8_the_limit_that_fits_is_the_longest(
    seats: int, deals: int, rounds: int, wanted: timedelta
) -> None:
    limit = projection.limit_that_fits(wanted, [seats], deals=deals, rounds=rounds)
    assert projection.least_length([seats], deals=deals, rounds=rounds, limit=limit) <= wanted
    more = limit + timedelta(seconds=1)
    assert projection.least_length([seats], deals=deals, rounds=rounds, limit=more) > wanted


def test_t8_a_week_for_eight_seats_leaves_five_hours_and_a_quarter() -> None:
    assert projection.limit_that_fits(timedelta(days=7), [8], deals=2, rounds=2) == 5 * HOUR + 15 * MINUTE


@pytest.mark.parametrize(
    ("sizes", "deals", "rounds", "limit"),
    [([], 2, 2, HOUR), ([8], 0, 2, HOUR), ([8], 2, 0, HOUR), ([8], 2, 2, 0 * HOUR), ([0], 2, 2, HOUR)],
)
def test_t8_nothing_is_projected_from_nothing(
    sizes: list[int], deals: int, rounds: int, limit: timedelta
) -> None:
    with pytest.raises(Illegal, match="MALFORMED"):
        projection.least_length(sizes, deals=deals, rounds=rounds, limit=limit)


# --- absence (clock.md 7)


def test_no_time_runs_within_days_of_absence() -> None:
    """A turn of a day that opens at noon: a day away from midnight on makes it end a day later."""
    noon, day = datetime(2026, 12, 1, 12, tzinfo=UTC), timedelta(days=1)
    midnight = datetime(2026, 12, 2, tzinfo=UTC)
    assert deadlines.away_deadline(noon, day, []) == noon + day
    assert deadlines.away_deadline(noon, day, [(midnight, midnight + day)]) == noon + 2 * day
    within = [(midnight - 3 * day, midnight + 2 * day)]
    assert deadlines.away_deadline(noon, day, within) == midnight + 3 * day, (
        "opened while away: all of it from the end"
    )
    assert deadlines.away_deadline(noon, day, [(noon + day, noon + 3 * day)]) == noon + day, (
        "it begins as the turn ends"
    )


spans = st.tuples(st.integers(-50, 100), st.integers(1, 40))


@given(st.integers(1, 60), st.lists(spans, max_size=4))
@settings(max_examples=60)
def test_outside_of_all_absences_a_turn_has_exactly_its_time(
    limit: int, hours: list[tuple[int, int]]
) -> None:
    opened, hour = datetime(2026, 12, 1, tzinfo=UTC), timedelta(hours=1)
    away = [(opened + hour * begin, opened + hour * (begin + length)) for begin, length in hours]
    ends = deadlines.away_deadline(opened, limit * hour, away)
    at = [opened + hour * n for n in range(int((ends - opened) / hour))]
    runs = [moment for moment in at if not any(begin <= moment < end for begin, end in away)]
    assert len(runs) == limit
    assert deadlines.away_deadline(opened, limit * hour, away[::-1]) == ends
