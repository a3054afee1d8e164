"""Numbers and instants that are none, or of another world: a sentence, and the pages stay as they were."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import factories

pytestmark = pytest.mark.django_db
ODD = ["²", "٣", "-1", "9" * 5000, "1\0", "😀", ""]


@pytest.mark.parametrize("odd", ODD)
def test_an_id_that_is_no_number_is_refused(client: Client, odd: str) -> None:
    contest = factories.seated(5)
    client.force_login(contest.organiser)
    here = f"/c/{contest.slug}"
    for where, name in [("croupiers/remove", "user"), ("tables/1", "user"), ("prizes", "award")]:
        if odd or where != "tables/1":  # nobody is a choice there
            assert client.post(f"{here}/manage/{where}/", {name: odd}).status_code == 422
    assert client.post(f"{here}/entries/mark/", {"entry": odd, "mark": "withdrawn"}).status_code == 422
    assert not contest.entries.filter(state="withdrawn").exists()


@pytest.mark.parametrize("odd", ["9999-12-31T23:59", "0001-01-01T00:00", "2027-13-01T00:00", *ODD])
def test_registration_is_never_extended_beyond_the_calendar(client: Client, odd: str) -> None:
    contest = factories.open_contest(1)
    client.force_login(contest.organiser)
    typed = {"extend-closes_local": odd, "extend-reason": "a storm"}
    assert client.post(f"/c/{contest.slug}/manage/extend/", typed).status_code == 422
    assert client.get(f"/c/{contest.slug}/").status_code == 200
