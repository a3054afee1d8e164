"""What the pages of the referee's desk show: cases, rulings, votes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests import factories
from tournaments.services import cases

if TYPE_CHECKING:
    from tests.browser.world import World


def build(world: World) -> None:
    _called(world)


def _called(world: World) -> None:
    """Two players call the referee at the table of the side pots: one is answered, one case is closed."""
    table, olga = world.tables["side_pots"], factories.organiser()
    first, second = (
        seat.entry.user for seat in table.table_seats.select_related("entry__user").order_by("letter")[:2]
    )
    assert first is not None
    assert second is not None
    world.callers = [first, second]
    said = cases.call(
        table.pk, first, "Was my letter of Sunday read? I *called* before ten.", key="w1", via="mail"
    )
    answer = "It came at 10:04, with this line alone:\n\ncall, I think"
    cases.say(said.case_id, olga, answer, key="w2", via="web")
    cases.say(said.case_id, first, "Then the fold is fair. Thank you for looking.", key="w3", via="web")
    other = cases.call(table.pk, second, "Two of us sit in one room.", key="w4", via="web")
    word = "Sitting together is no offence; speaking of hands is."
    cases.close(other.case_id, olga, word=word, key="w5")
