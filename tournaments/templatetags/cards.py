"""``{% card code %}`` and ``{% cards codes %}``: cards as the pages show them, closed ones too."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from tournaments import wording

register = template.Library()

_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


@register.simple_tag
def card(code: str | None) -> SafeString:
    """One card: its index and its suit; None is a card that lies face down."""
    if code is None:
        return mark_safe('<span class="card closed" aria-hidden="true"></span>')
    return format_html('<span class="card {}">{}</span>', _SUITS.get(code[-1:], "joker"), wording.card(code))


@register.simple_tag
def cards(codes: Sequence[str | None] | None) -> SafeString:
    return format_html(
        '<span class="cards">{}</span>', format_html_join(" ", "{}", ((card(code),) for code in codes or ()))
    )
