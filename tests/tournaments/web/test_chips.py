"""Chips over the deals: the numbers, and the chart that the page of a table draws of them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests import factories
from tests.tournaments.web.tabling import address, sit
from tournaments import models
from tournaments.doors.web import chart
from tournaments.services import chips, views

pytestmark = pytest.mark.django_db

FIRST_DEAL = ("raise 2", "call", "fold", "fold", "call", "raise 1", "fold", "call")


@pytest.fixture
def over(table: models.Table) -> models.Table:
    """The first deal is over, the second is being played."""
    factories.act(table, *FIRST_DEAL)
    return table


def test_chips_are_counted_before_the_first_deal_and_after_each(over: models.Table) -> None:
    sight = views.look(over.pk, None)
    course = chips.course(sight)
    assert course is not None
    ended = over.events.filter(deal=1).order_by("number").last()
    assert ended is not None
    stacks = next(fact["stacks"] for fact in ended.facts if fact["fact"] == "deal_over")
    assert course.deals == 1
    assert {letter: line[1] for letter, line in course.stacks.items()} == stacks
    assert {line[0] for line in course.stacks.values()} == {20}
    factories.play_out(over.contest)
    course = chips.course(views.look(over.pk, None))
    assert course is not None
    assert course.deals == 2
    assert [sum(line[deal] for line in course.stacks.values()) for deal in range(3)] == [100] * 3


def test_who_is_out_has_no_chips_from_then_on(table: models.Table) -> None:
    factories.act(table, "all-in", "all-in", "fold", "fold", "fold")
    course = chips.course(views.look(table.pk, None))
    assert course is not None
    assert sorted(line[1] for line in course.stacks.values()) == [0, 18, 18, 18, 46]
    factories.play_out(table.contest)
    course = chips.course(views.look(table.pk, None))
    assert course is not None
    assert min(line[2] for line in course.stacks.values()) == 0


def test_the_chart_comes_with_the_first_deal_that_is_over(
    client: Client, table: models.Table, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    assert "chips-chart" not in client.get(address(table)).text
    factories.act(table, *FIRST_DEAL)
    sit(client, table, "B")
    with django_assert_max_num_queries(9):
        page = client.get(address(table)).text
    assert page.count('<g class="course ') == 5
    assert page.count('class="course course-1 mine"') == 1
    assert '<th scope="row">1</th>' in page


def test_labels_never_cover_each_other_and_stay_in_the_picture() -> None:
    course = chips.Course(2, {letter: (20, 20, 20 if letter < "H" else 0) for letter in "ABCDEFGHIJ"})
    drawn = chart.draw(course, dict.fromkeys(course.stacks, "somebody with a name"))
    places = sorted(line.label for line in drawn.lines)
    assert all(below - above >= 16 for above, below in pairwise(places))
    assert places[0] >= 0
    assert places[-1] <= drawn.bottom
    assert [mark.value for mark in drawn.chips] == [0, 5, 10, 15, 20]
    assert {len(line.short) for line in drawn.lines} == {9}
