"""``{% field form.name %}``, ``{% errors_of form %}``, ``{% once %}``: forms as every page shows them."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms, template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.inclusion_tag("parts/field.html")
def field(bound: forms.BoundField, label: str = "", help_text: str = "") -> dict[str, Any]:
    """A label, its input, what helps, and what is wrong: next to each other, and tied for screen readers."""
    return {
        "field": bound,
        "control": _control(bound),
        "label": label or bound.label,
        "help_text": help_text or bound.help_text,
        "is_check": isinstance(bound.field.widget, forms.CheckboxInput),
        "is_group": isinstance(bound.field.widget, forms.RadioSelect),
    }


def _control(bound: forms.BoundField) -> SafeString:
    """Each of several inputs in one line says what helps and what is wrong: no fieldset says it for them."""
    several = isinstance(bound.field.widget, forms.MultiWidget)
    described = bound.aria_describedby if several else None
    return bound.as_widget(attrs={"aria-describedby": described} if described else None)


@register.inclusion_tag("parts/errors.html")
def errors_of(form: forms.BaseForm) -> dict[str, Any]:
    """What is wrong with the form as a whole."""
    return {"form": form}


@register.simple_tag(takes_context=True)
def once(context: template.Context) -> SafeString:
    """A one-time key: the same form sent twice is one order. A form shown again keeps its key."""
    request = context.get("request")
    given = request.POST.get("once", "") if request is not None else ""
    return format_html('<input type="hidden" name="once" value="{}">', given or secrets.token_hex(16))
