"""``{{ comment|spoken }}``: what a player said with a move."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from tournaments.doors.web import markdown

register = template.Library()


@register.filter
def spoken(text: str) -> SafeString:
    return markdown.spoken(text)
