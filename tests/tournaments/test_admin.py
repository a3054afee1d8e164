"""The staff's pages: for people's rights and for looking; no sealed column is on them."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.db import models as fields
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments import models

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(models.User.objects.create_superuser("zoe@staff.example", name="zoe"))
    return client


def test_the_staff_makes_somebody_an_organiser(staff: Client) -> None:
    alice = factories.person("alice")
    url = reverse("admin:tournaments_user_changelist")
    staff.post(url, {"action": "make_organisers", "_selected_action": [alice.pk]})
    alice.refresh_from_db()
    assert alice.is_organiser


def test_no_registered_page_shows_a_sealed_column() -> None:
    for model, page in admin.site._registry.items():
        if model._meta.app_label != "tournaments":
            continue
        shown = set(page.fields or [field.name for field in model._meta.fields]) - set(page.exclude or ())
        sealed = {field.name for field in model._meta.fields if isinstance(field, fields.BinaryField)}
        assert not shown & sealed, model
        assert model not in (models.Table, models.Event, models.SeedBatch, models.Draw, models.Letter)


def test_contests_can_be_looked_at_and_not_changed(staff: Client) -> None:
    contest = factories.draft()
    url = reverse("admin:tournaments_contest_change", args=[contest.pk])
    page = staff.get(url)
    assert page.status_code == 200
    assert contest.share_token not in page.content.decode()
    assert staff.post(url, {"name": "mine"}).status_code == 403


def test_the_staff_is_led_to_the_audit_review(staff: Client) -> None:
    contest = factories.draft()
    assert f'href="{reverse("audit")}"' in staff.get(reverse("admin:index")).text
    listed = staff.get(reverse("admin:tournaments_contest_changelist")).text
    assert f'href="{reverse("ledger", args=[contest.slug])}"' in listed
    staff.force_login(factories.person("bob", is_staff=True))
    assert reverse("audit") not in staff.get(reverse("admin:index")).text


def test_a_player_is_sent_away() -> None:
    client = Client()
    client.force_login(factories.person("alice"))
    assert client.get(reverse("admin:index")).status_code == 302
