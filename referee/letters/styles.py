"""Which text of an HTML letter a reader cannot see: hidden, of no size, or of its ground's colour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

type Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
_NEAR = 16
"""Two colours that differ by less in each of red, green and blue cannot be told apart."""
_SMALLEST = 2.0
"""Pixels or points of a type size that nobody reads."""
_AWAY = 100.0
"""So many pixels outside the page is out of sight."""

_NAMED: dict[str, Colour] = {
    "white": WHITE,
    "black": BLACK,
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "ghostwhite": (248, 248, 255),
    "whitesmoke": (245, 245, 245),
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "gray": (128, 128, 128),
    "grey": (128, 128, 128),
}
_NUMBER = re.compile(r"(-?\d{0,9}(?:\.\d{0,9})?)([a-z%]*)")
_RGB = re.compile(r"rgba?\((\d{1,3})[,\s]+(\d{1,3})[,\s]+(\d{1,3})(?:[,/\s]+([\d.]{1,9})%?)?\)")
_HSL = re.compile(r"hsla?\([^,\s/()]{1,12}[,\s]+[\d.]{1,9}%[,\s]+(\d{1,3})%\)")
_SELECTOR = re.compile(r"([a-z][a-z0-9]*|\*)?(?:\.([\w-]+)|#([\w-]+))?")


@dataclass(frozen=True, slots=True)
class Look:
    """How text looks inside an element. A colour that cannot be decided is None, and counts as seen."""

    ink: Colour | None = BLACK
    ground: Colour | None = WHITE
    tiny: bool = False

    @property
    def unseen(self) -> bool:
        same = self.ink is not None and self.ground is not None and _near(self.ink, self.ground)
        return self.tiny or same


def _near(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) < _NEAR for a, b in zip(one, other, strict=True))


def declarations(style: str) -> dict[str, str]:
    """``display:none; color:#fff`` as a mapping; what stands later counts."""
    found: dict[str, str] = {}
    if not style:
        return found
    for one in re.sub(r"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/", "", style.lower()).split(";"):
        name, colon, value = one.partition(":")
        if colon:
            found[name.strip()] = value.replace("!important", "").strip()
    return found


def hides(style: Mapping[str, str]) -> bool:
    """Whether an element of this style, with all that is in it, is out of sight."""
    if not style:
        return False
    if style.get("display") == "none" or style.get("mso-hide") == "all":
        return True
    if style.get("visibility") in ("hidden", "collapse") or "inset(100%" in style.get("clip-path", ""):
        return True
    if "rect(0" in style.get("clip", "") or re.search(r"scale[xy]?\(0\)", style.get("transform", "")):
        return True
    if (opacity := _size(style.get("opacity", ""))) is not None and opacity < 0.05:
        return True
    if any(_size(style.get(one, "")) == 0 for one in ("height", "max-height", "width", "max-width")):
        return True
    outside = (
        _size(style.get(one, "")) for one in ("text-indent", "left", "top", "margin-left", "margin-top")
    )
    return any(size is not None and size <= -_AWAY for size in outside)


def no_margins(style: Mapping[str, str]) -> bool:
    """Whether a paragraph of this style stands close to the next."""
    around = style.get("margin", "").split() or [style.get("margin-top", ""), style.get("margin-bottom", "")]
    return all(_size(one) == 0 for one in around)


def inside(look: Look, style: Mapping[str, str], attributes: Mapping[str, str]) -> Look:
    """How text looks inside an element, from how it looks around it."""
    if not style and not attributes:
        return look
    ink, ground, tiny = look.ink, look.ground, look.tiny
    if "color" in attributes:
        ink = colour(attributes["color"])
    if "bgcolor" in attributes:
        ground = colour(attributes["bgcolor"])
    if "color" in style and style["color"] not in ("inherit", ""):
        ink = ground if _transparent(style["color"]) else colour(style["color"])
    for name in ("background", "background-color"):
        value = style.get(name, "")
        if value not in ("inherit", "none", "initial", "") and not _transparent(value):
            ground = colour(value)
    if "background-image" in style or "background" in attributes:
        ground = None
    if "font-size" in style:
        tiny = _too_small(style["font-size"], tiny)
    return Look(ink, ground, tiny)


def _too_small(size: str, tiny: bool) -> bool:
    number, relative = _size(size), size.endswith(("em", "%")) and not size.endswith("rem")
    if number is None:
        return tiny and size in ("inherit", "smaller", "larger")
    return number == 0 or (tiny if relative else number < _SMALLEST and not size.endswith("rem"))


def _size(value: str) -> float | None:
    """The number of a length, whatever its unit; None where it is none."""
    found = _NUMBER.fullmatch(value.strip())
    try:
        return float(found.group(1)) if found else None
    except ValueError:
        return None


def _transparent(value: str) -> bool:
    found = _RGB.fullmatch(value)
    alpha = found.group(4) if found else None
    return value == "transparent" or (alpha is not None and _size(alpha) == 0)


def colour(value: str) -> Colour | None:
    """Red, green and blue of a colour as style sheets write it; None where it cannot be told."""
    value = value.strip().lower()
    if value in _NAMED:
        return _NAMED[value]
    if found := re.fullmatch(r"#?([0-9a-f]{3}|[0-9a-f]{6})", value):
        digits = found.group(1)
        digits = "".join(2 * one for one in digits) if len(digits) == 3 else digits
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    if found := _HSL.fullmatch(value):
        return {"0": BLACK, "100": WHITE}.get(found.group(1))
    if found := _RGB.fullmatch(value):
        return int(found.group(1)), int(found.group(2)), int(found.group(3))
    return None


class Sheet:
    """The rules of a letter's style elements that name one element, class or id; others are left alone."""

    def __init__(self) -> None:
        self._rules: list[tuple[str, str, str, str]] = []

    def add(self, text: str) -> None:
        for selectors, body in _rules(text):
            for one in selectors.split(","):
                if (found := _SELECTOR.fullmatch(one.strip())) and one.strip():
                    tag, name, key = (part or "" for part in found.groups())
                    self._rules.append((tag, name, key, body))
        del self._rules[500:]

    def style_of(self, tag: str, attributes: Mapping[str, str]) -> str:
        """The declarations for an element, those of its own ``style`` last."""
        if not self._rules:
            return attributes.get("style", "")
        classes, key = attributes.get("class", "").lower().split(), attributes.get("id", "").lower()
        found = [
            body
            for wanted, name, wanted_key, body in self._rules
            if wanted in ("", "*", tag)
            and (not name or name in classes)
            and (not wanted_key or wanted_key == key)
        ]
        return ";".join((*found, attributes.get("style", "")))


def _rules(text: str) -> Iterator[tuple[str, str]]:
    """Selectors and bodies; what stands inside ``@media`` holds for some screens only, and is no rule."""
    text = re.sub(r"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/|<!--|-->", "", text.lower())
    opened: list[str] = []
    after = 0
    for brace in re.finditer(r"[{}]", text):
        before, after = text[after : brace.start()], brace.end()
        if brace.group() == "{":
            opened.append(before.strip())
        elif opened:
            selectors = opened.pop()
            if not opened and not selectors.startswith("@"):
                yield selectors, before
