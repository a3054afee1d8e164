"""Letters that came in lie encrypted: neither their bytes nor what was understood of them stands in a row."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection

from tests import factories
from tournaments import models
from tournaments.models import sealed
from tournaments.services import clock

pytestmark = pytest.mark.django_db
OUTCOMES: tuple[dict[str, Any], ...] = (
    {"checks": [["opened", "passed"]], "proven": True, "result": "refused", "refusal": {"card": "Secret7h"}},
    {"result": "confirm", "what": {"do": "move", "move": {"cards": ["Secret7h"]}, "text": "Secret7h"}},
    {
        "result": "played",
        "event": 3,
        "move": {"do": "river", "cards": ["Secret7h"]},
        "suggestion": "Secret7h",
    },
    {"result": "command", "command": "help"},
    {},
)


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_a_row_tells_nothing_that_a_letter_says(outcome: dict[str, object]) -> None:
    factories.running(2, preset="saint")
    letter = models.Letter.objects.create(
        raw=b"Subject: x\n\nriver Secret7h",
        received_at=clock.now(),
        outcome=outcome,
        envelope_to="x",
        via="x",
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT raw, outcome::text FROM tournaments_letter WHERE id = %s", [letter.pk])
        raw, stored = cursor.fetchone()
    assert b"Secret7h" not in bytes(raw)
    assert "Secret7h" not in stored
    again = models.Letter.objects.get(pk=letter.pk)
    assert (again.raw, again.outcome) == (b"Subject: x\n\nriver Secret7h", outcome)


def test_how_a_letter_ended_can_be_asked_for() -> None:
    for outcome in OUTCOMES:
        models.Letter.objects.create(
            raw=b"x", received_at=clock.now(), outcome=outcome, envelope_to="x", via="x"
        )
    found = models.Letter.objects
    assert found.filter(outcome__result="refused").count() == 1
    assert found.filter(outcome__what__do__in=["move"]).count() == 1
    assert found.filter(outcome__has_key="command").count() == 1


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_what_is_closed_opens_again(outcome: dict[str, object]) -> None:
    assert sealed.opened(sealed.closed(outcome)) == outcome
