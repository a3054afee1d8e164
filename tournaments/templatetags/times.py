"""Moments and lengths in templates: ``when``, ``when_short``, ``when_in``, ``day``, ``span``, ``left``."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.doors.web import times

register = template.Library()


@register.filter
def when(at: datetime | None) -> SafeString | str:
    """An instant in the reader's zone."""
    return when_in(at, None)


@register.filter
def when_in(at: datetime | None, zone: str | None) -> SafeString | str:
    if at is None:
        return ""
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), times.instant(at, zone))


@register.filter
def when_short(at: datetime) -> SafeString:
    """An instant in a long list; the whole of it stands in the title."""
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', at.isoformat(), times.instant(at), times.short(at)
    )


@register.filter
def day(at: datetime | None) -> SafeString | str:
    """The date alone, where the hour does not matter any more."""
    return "" if at is None else format_html('<time datetime="{}">{}</time>', at.isoformat(), times.day(at))


@register.filter
def span(length: timedelta | float | None) -> str:
    return "" if length is None else times.span(length)


@register.simple_tag
def left(at: datetime | None) -> SafeString | str:
    """What is left until an instant; the page's script keeps it true."""
    if at is None:
        return ""
    shapes = times.left_shapes()
    return format_html(
        '<span class="left" data-until="{}" data-days="{}" data-hours="{}" data-minutes="{}" data-over="{}">'
        "{}</span>",
        at.isoformat(),
        shapes["days"],
        shapes["hours"],
        shapes["minutes"],
        shapes["over"],
        times.left(at - timezone.now()),
    )
