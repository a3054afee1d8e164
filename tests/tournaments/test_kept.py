"""The copies that tests begin with are what the services made, and are not taken where they would not be."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from referee.audit import verify_export
from tests import factories, kept
from tournaments import models
from tournaments.services import exports, records

pytestmark = pytest.mark.django_db


def made() -> tuple[int, list[str]]:
    """A contest that is gone again: its key and its export."""
    with transaction.atomic():
        contest = factories.running(5, name="Kept")
        lines = list(exports.lines(contest, AnonymousUser()))
        assert verify_export(lines).problems == []
        assert records.differences(factories.table_of(contest).pk) == []
        factories.act(factories.table_of(contest), "raise 2")
        transaction.set_rollback(True)
    return contest.pk, lines


def test_a_copy_is_what_was_made_and_plays_on() -> None:
    assert made() == made()


def test_nothing_is_copied_beside_anybody_or_under_other_settings(settings: Any) -> None:
    first, _ = made()
    with transaction.atomic():
        factories.person("zoe")
        assert factories.running(5, name="Kept").pk > first
        transaction.set_rollback(True)
    with transaction.atomic(), kept.anew():
        assert factories.running(5, name="Kept").pk > first
        transaction.set_rollback(True)
    settings.SITE_URL = "http://elsewhere.example"
    assert factories.running(5, name="Kept").pk > first
    assert models.Contest.objects.count() == 1
