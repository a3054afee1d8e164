"""``{% icon "clock" %}``: a small drawing beside a word. It never stands alone, so that it has no name."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """The symbol of this name in static/icons.svg, in the colour and size of the text around it."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>', static("icons.svg"), name
    )
