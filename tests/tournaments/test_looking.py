"""What the staff looks at stands in the ledger: each time, by whom, what, and why."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests import factories
from tests.tournaments.test_exports import Forgery, checked, exported
from tournaments.services import looking

pytestmark = pytest.mark.django_db


def test_each_look_is_an_entry_and_the_reason_one_line() -> None:
    contest = factories.open_contest(2)
    looking.looked(contest, contest.organiser, "letter", "letter/12")
    looking.looked(contest, contest.organiser, "letter", "letter/12", reason="  alice\nasked\u202e ")
    looking.looked(contest, contest.organiser, "fairness", "")
    found: list[Any] = [json.loads(row.body) for row in looking.looks(contest, "letter")]
    assert [one["data"] for one in found] == [{"what": "letter", "reason": "alice asked"}, {"what": "letter"}]
    assert {(one["ref"], one["actor"]) for one in found} == {("letter/12", f"u{contest.organiser_id}")}


def test_looks_are_withheld_until_the_end_and_what_is_none_is_named() -> None:
    contest = factories.running(5)
    looking.looked(contest, contest.organiser, "letter", "letter/12")
    assert checked(exported(contest)).problems == []
    assert all('"letter/12"' not in line for line in exported(contest))
    factories.play_out(contest)
    report = checked(exported(contest))
    assert (report.problems, report.summary.endswith(", 1 looks of the staff")) == ([], True)
    forgery = Forgery(exported(contest))
    del forgery.bodies[forgery.find("looked")]["data"]["what"]
    assert any("'looked' cannot be read" in line for line in checked(forgery.lines()).problems)
