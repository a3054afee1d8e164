"""Lines that leave a move in advance: tests/vectors/grammar/advance.json."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.core import Json, Refusal
from referee.grammar.advance import Here, Said, read_advance
from referee.grammar.moments import read_moment
from tests.referee.grammar.grammar_states import HOLDEM, VECTORS, state

CASES: list[Json] = json.loads((VECTORS / "advance.json").read_text(encoding="utf-8"))
MONDAY = "2026-11-30T09:00:00+00:00"
HERE = Here(datetime.fromisoformat(MONDAY), "Europe/Paris")


def outcome(text: str, lang: str, seat: str = "E") -> object:
    try:
        found = read_advance(HOLDEM, state("facing-2"), seat, text, lang, HERE)
    except Refusal as refusal:
        return {"refused": refusal.code}
    if found is None or found.condition is None:
        return found and ("withdraw" if not found.dry else "withdraw?")
    given = found.condition.to_json() | {"dry": found.dry}
    assert (given.pop("deal"), given.pop("street"), given.pop("even_free")) == (1, 0, False)
    return {key: value for key, value in given.items() if value not in (0, False, "street", None)}


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_every_line_is_read_as_it_is_meant(lang: str) -> None:
    """Whatever the letter's own language, and whether it is the writer's turn or not."""
    for seat in "CE":
        wrong = [
            (case["text"], found)
            for case in CASES
            if (found := outcome(case["text"], lang, seat)) != case["expect"]
        ]
        assert not wrong


WRAPPED = {
    "en": "call up to 5|until|Tuesday 18:00",
    "fr": "je suis jusqu'à 5|jusqu'à|mardi|18h00",
    "it": "vedo fino a 5|fino a|martedì|18:00",
}


@pytest.mark.parametrize("lang", WRAPPED)
def test_a_mail_program_may_wrap_such_a_line_between_any_words(lang: str) -> None:
    words = WRAPPED[lang].replace("|", " ").split()
    whole = outcome(" ".join(words), lang)
    assert whole == {"do": "call-up-to", "to": 5, "until": "2026-12-01T17:00:00+00:00"}
    for place in range(1, len(words)):
        text = f"Hello.\n{' '.join(words[:place])}\n{' '.join(words[place:])}\n\nBob"
        assert outcome(text, lang) == whole, text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("call up to 5 until Tuesday\n\n18:00", {"refused": "BAD_MOMENT"}),
        ("call up to 5 until Tuesday\n18:00 is when I dine", {"refused": "BAD_MOMENT"}),
        ("call up to 5 until Tuesday\ncall up to 5 until 18:00", {"refused": "BAD_MOMENT"}),
        ("call up to 5 until 18:00\nTuesday suits me", {"do": "call-up-to", "to": 5, "until": "18:00"}),
        ("call up to 5\nuntil I say so", {"refused": "INSIDE_SENTENCE"}),
        ("I would not\ncall up to 5 until Tuesday\n18:00", {"refused": "INSIDE_SENTENCE"}),
    ],
)
def test_what_is_no_such_line_as_a_whole_is_not_made_one(text: str, found: Json) -> None:
    read = outcome(text, "en")
    if isinstance(read, dict) and "until" in read:
        read["until"] = f"{datetime.fromisoformat(read['until']).astimezone(ZoneInfo(HERE.zone)):%H:%M}"
    assert read == found


def test_taking_back_is_no_condition() -> None:
    taken = read_advance(HOLDEM, state("facing-2"), "E", "withdraw my advance move", "en", HERE)
    assert taken == Said(None)


MOMENTS: list[Json] = json.loads((VECTORS / "moments.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", MOMENTS, ids=lambda case: case["text"])
def test_a_moment_is_read_at_the_writers_clock(case: Json) -> None:
    now, zone = datetime.fromisoformat(case.get("now", MONDAY)), case.get("zone", "Europe/Paris")
    try:
        found: object = read_moment(case["text"], now, zone).isoformat()
    except Refusal as refusal:
        found = refusal.code
    assert found == case["expect"]


@given(
    st.text(max_size=60) | st.from_regex(r"[a-z]{2,9} ?[0-9]{1,2}[ :h.][0-9]{0,2}( [ap]m)?", fullmatch=True)
)
def test_whatever_is_written_a_moment_lies_ahead_or_is_refused_by_name(text: str) -> None:
    try:
        found = read_moment(text, HERE.at, HERE.zone)
    except Refusal as refusal:
        assert refusal.code in ("BAD_MOMENT", "UNTIL_PAST")  # noqa: PT017
    else:
        assert found > HERE.at


@given(
    st.from_regex(
        r"([0-9]{4}-[0-9]{2}-[0-9]{2}|tue|[0-9]{1,2} feb [0-9]{4})"
        r" [0-9]{2}:[0-9]{2}( \([+-][0-9]{2}:[0-9]{2}\))?",
        fullmatch=True,
    ),
    st.sampled_from(["Europe/Paris", "Pacific/Kiritimati", "Etc/GMT+12", "UTC"]),
)
@example("Tuesday 18:00 (+25:00)", "UTC")
@example("Tuesday 18:00 (+23:99)", "UTC")
@example("9999-12-31 23:59 (-12:00)", "Europe/Paris")
@example("9999-12-31 12:00", "UTC")
@example("0001-01-01 00:00 (+12:00)", "Europe/Paris")
def test_a_moment_has_its_place_in_every_calendar_or_is_refused(text: str, zone: str) -> None:
    """Whoever reads it, in whatever zone, is shown it: no page and no letter breaks at what was left."""
    try:
        found = read_moment(text, HERE.at, zone)
    except Refusal as refusal:
        assert refusal.code in ("BAD_MOMENT", "UNTIL_PAST")  # noqa: PT017
        found = refusal.params.get("until", HERE.at)
    for away in (-24, 24):
        assert found.astimezone(UTC) + timedelta(hours=away)
