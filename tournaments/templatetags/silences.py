"""``{% if_nothing sight silent %}``: what is done if nothing comes from the reader until his deadline."""

from __future__ import annotations

from django import template

from tournaments.doors.web import times
from tournaments.services import advances, views
from tournaments.wording.advances import if_nothing as sentence

register = template.Library()


@register.simple_tag
def if_nothing(sight: views.Sight, silent: advances.Silent) -> str:
    deadline = times.instant(sight.turn.deadline_at) if sight.turn is not None else ""
    return sentence(silent.move, deadline, sight.table.game, sight.options, left=silent.left)
