"""The chart of the chips as it is drawn: nothing of its scales lies over anything else or outside."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Page

from tournaments.doors.web import chart
from tournaments.services import chips

pytestmark = pytest.mark.browser

SCALE = "nodes => nodes.map(one => { const box = one.getBBox(); return [box.x, box.x + box.width, box.y]; })"
"""Of each text its left, its right, its top."""


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("deals", [2, 6, 12])
def test_a_scale_of_thousands_stays_in_the_picture_and_apart(page: Page, language: str, deals: int) -> None:
    course = chips.Course(deals, dict.fromkeys("ABCDEF", (1000,) * deals + (3000,)))
    drawn = chart.draw(course, dict.fromkeys(course.stacks, "alice"))
    with translation.override(language):
        html = render_to_string("tables/_chips.html", {"chart": drawn})
    page.set_content(f"<style>svg text {{ font: 12px sans-serif; }}</style>{html}")
    texts = page.locator(".scale text").evaluate_all(SCALE)
    assert min(left for left, _right, _top in texts) >= 0
    below = sorted((left, right) for left, right, top in texts if top > drawn.bottom)
    assert len(below) == len(drawn.marks)
    assert all(right < left for (_, right), (left, _) in pairwise(below))
