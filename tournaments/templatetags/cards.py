"""``{% card code %}`` and ``{% cards codes %}``: cards as the pages draw them, closed ones too.

A card is one SVG with its name for a screen reader ("queen of spades"); the suits and the back are
drawn in ``cards.svg``. A card that lies face down has no name, and nothing in it tells which it is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments import wording

register = template.Library()

_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_FEW = 5
"""More cards than this are not laid over each other: a narrow window breaks them into lines."""
_SLOT = mark_safe('<span class="slot" aria-hidden="true"></span>')


@register.simple_tag
def card(code: str | None, *, counts: bool = False, quiet: bool = False) -> SafeString:
    """One card; None is a card that lies face down.

    ``counts``: it is one of the five that make the hand. ``quiet``: a screen reader leaves it out,
    because it stands on the same page a second time.
    """
    return _card(code, counts, quiet, get_language())


@lru_cache(maxsize=1024)
def _card(code: str | None, counts: bool, quiet: bool, _language: str | None) -> SafeString:
    """There are few cards, and they stand on every page."""
    if code is None:
        return _drawn("closed", "back", mark_safe('aria-hidden="true"'), "")
    suit = _SUITS.get(code[-1:], "joker")
    named = wording.card_name(code)
    if counts:
        named = _("%(card)s, counts") % {"card": named}
    told = mark_safe('aria-hidden="true"') if quiet else format_html('role="img" aria-label="{}"', named)
    symbol = "x" if suit == "joker" else code[-1]
    return _drawn(f"{suit} counts" if counts else suit, symbol, told, _index(wording.card_index(code)))


def _drawn(look: str, symbol: str, told: SafeString, index: SafeString | str) -> SafeString:
    return format_html(
        '<svg class="card {}" viewBox="0 0 60 84" {}><use href="{}#{}"/>{}</svg>',
        *(look, told, static("cards.svg"), symbol, index),
    )


def _index(rank: str) -> SafeString:
    """The rank in the corner; two signs are set as narrow as one."""
    narrow = mark_safe(' textLength="30" lengthAdjust="spacingAndGlyphs"') if len(rank) > 1 else ""
    return format_html('<text x="5" y="29"{}>{}</text>', narrow, rank)


@register.simple_tag
def cards(
    codes: Sequence[str | None] | None,
    look: str = "",
    *,
    best: Collection[str] | None = None,
    slots: int = 0,
    quiet: bool = False,
) -> SafeString:
    """Cards side by side. ``look``: ``hand`` lays them over each other, ``board`` does not.

    ``best``: those of them that count. ``slots``: places for cards that are still to come.
    """
    known = list(codes or ())
    drawn = [(card(code, counts=code in (best or ()), quiet=bool(quiet)),) for code in known]
    drawn += [(_SLOT,)] * (slots - len(known))
    look += " many" if look == "hand" and len(drawn) > _FEW else ""
    return format_html('<span class="cards {}">{}</span>', look, format_html_join(" ", "{}", drawn))


@register.simple_tag
def disc() -> SafeString:
    """A chip, drawn beside a number that says how many."""
    return format_html(
        '<svg class="disc" viewBox="0 0 24 24" aria-hidden="true"><use href="{}#chip"/></svg>',
        static("cards.svg"),
    )
