"""What the writer himself wrote: the quoted letter, its headings and the signature are cut.

The quotation is found by strings of ours (``Ours``), which may be broken over up to three lines,
and by its ">" marks; never by a mail program's words in some language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from referee.letters.clean import OVERRIDES, plain
from referee.letters.ours import TAG, Ours

WRAPPED_LINES = 3

_QUOTE = re.compile(r"\s{0,3}>")
_LABEL = re.compile(r"\s*[*_]*[^\W\d_][^:<>@]{0,24}?[*_]*\s*:[*_]*\s+\S")
"""A line of a block of headers in the text: ``De : …``, ``*From:* …``."""

_RULE = re.compile(r"\s*(?:[-_=*—–]{3,}|[-_=*—–]{2,}[^\d]{1,60}[-_=*—–]{2,})\s*\Z")
"""A line of dashes, with or without words between them: ``-----Message d'origine-----``."""

_DATE = re.compile(r"\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b20\d\d-\d\d-\d\d\b")
_YEAR = re.compile(r"\b20\d\d\b")
_DAY = re.compile(r"(?<!\d)\d{1,2}(?!\d)")


@dataclass(frozen=True, slots=True)
class Cut:
    """``text``: what he wrote. ``below``: what else stands unquoted below a quotation by ">".

    ``why``: nothing · address · name · marker · subject · quote; ``line`` counts from 1 (0: none).
    """

    text: str
    below: str
    why: str
    line: int


def cut(text: str, ours: Ours) -> Cut:
    """Cut a letter's text. Only where nothing stands above the quotation, what is below is read."""
    lines = text.split("\n")
    found = _anchor(lines, ours)
    why, start = found or ("nothing", len(lines))
    end = _heading_start(lines, start, ours) if found else start
    above = _own(lines[:end])
    below = _own(_after_quotation(lines[start:], ours)) if found else ""
    if not found and any(_QUOTE.match(line) for line in lines):
        why = "quote"
        start = end = next(at for at, line in enumerate(lines) if _QUOTE.match(line))
    return Cut(above or below, below if above else "", why, end + 1 if why != "nothing" else 0)


def _anchor(lines: Sequence[str], ours: Ours) -> tuple[str, int] | None:
    """The first unquoted line in which a string of ours begins, and which one."""
    for at, line in enumerate(lines):
        if _QUOTE.match(line) or not line.strip():
            continue
        why = _begins_here(_window(lines, at), ours)
        if why:
            return why, at
    return None


def _window(lines: Sequence[str], at: int) -> list[str]:
    """A line and those after it that may be its continuation."""
    window: list[str] = []
    for line in lines[at : at + WRAPPED_LINES]:
        if not line.strip():
            break
        window.append(line)
    return window


def _begins_here(window: Sequence[str], ours: Ours) -> str:
    """Which string of ours begins in the first line of the window; ``""``: none."""
    joined, rest = plain("".join(window)), plain("".join(window[1:]))
    if (pattern := ours.address_pattern) and len(pattern.findall(joined)) > len(pattern.findall(rest)):
        return "address"
    for marker in ours.markers:
        wanted = plain(marker)
        if wanted and joined.count(wanted) > rest.count(wanted):
            return "marker"
    if _LABEL.match(window[0]) and TAG.search(window[0]):
        return "subject"
    return "name" if _names_us(window, ours) else ""


def _names_us(window: Sequence[str], ours: Ours) -> bool:
    """Our From name in a line with a date that introduces something: ``…, Referee …:``.

    The name alone is no sign: people write to the referee by name.
    """
    name = plain(ours.name)
    if not name:
        return False
    for size in range(1, len(window) + 1):
        together = " ".join(window[:size])
        if name not in plain(together) or not dated(together):
            continue
        if OVERRIDES.sub("", together).rstrip().endswith((":", "-", "—")) and name in plain(together):
            return name not in plain("".join(window[1:])) or dated(window[0])
    return False


def dated(line: str) -> bool:
    """A full date: in digits, or a year and a day's number."""
    if _DATE.search(line):
        return True
    year = _YEAR.search(line)
    return bool(year and _DAY.search(line[: year.start()] + " " + line[year.end() :]))


def _heading_start(lines: Sequence[str], at: int, ours: Ours) -> int:
    """Where the heading of the quotation begins: a wrapped date, other headers, a line of dashes."""
    start = at
    if _LABEL.match(lines[at]):
        while start and _header_of_quotation(lines[start - 1], ours):
            start -= 1
    else:
        while start and at - start < WRAPPED_LINES - 1 and _wrapped_date(lines[start - 1]):
            start -= 1
    while start and (not lines[start - 1].strip() or _RULE.match(lines[start - 1])):
        start -= 1
    return start


def _header_of_quotation(line: str, ours: Ours) -> bool:
    """``Envoyé : mardi 3 novembre 2026`` and its like; never a player's own ``A : se couche``."""
    if not _LABEL.match(line):
        return False
    value = line.partition(":")[2]
    return "@" in value or dated(value) or bool(TAG.search(value)) or plain(value) == plain(ours.name)


def _wrapped_date(line: str) -> bool:
    """The first line of a heading that goes on in the next: a date, and no end of a sentence."""
    bare = line.strip()
    return bool(bare) and dated(bare) and not bare.endswith((".", "!", "?"))


def _after_quotation(lines: Sequence[str], ours: Ours) -> list[str]:
    """The unquoted lines below the quotation's beginning; below its end where nothing marks it."""
    first = next((at for at, line in enumerate(lines) if _QUOTE.match(line)), None)
    if first is not None:
        return [line for line in lines[first:] if not _QUOTE.match(line)]
    ends = [plain(end) for end in ours.ends if plain(end)]
    last = max((at for at, line in enumerate(lines) if any(end in plain(line) for end in ends)), default=None)
    return list(lines[last + 1 :]) if last is not None else []


def _own(lines: Sequence[str]) -> str:
    """Without quoted lines, the headings of quotations, the signature and blank ends."""
    kept: list[str] = []
    for at, line in enumerate(lines):
        if _QUOTE.match(line):
            if at == 0 or not _QUOTE.match(lines[at - 1]):
                _drop_heading(kept)
            continue
        kept.append(line.rstrip())
    kept = kept[: _signature(kept)]
    while kept and (not kept[-1].strip() or _RULE.match(kept[-1])):
        kept.pop()
    while kept and not kept[0].strip():
        kept.pop(0)
    return "\n".join(kept).strip()


def _drop_heading(kept: list[str]) -> None:
    """Take away the dated lines ending in a colon that stand right above a quotation by ">"."""
    end = len(kept)
    while end and not kept[end - 1].strip():
        end -= 1
    for size in range(1, WRAPPED_LINES + 1):
        block = kept[max(end - size, 0) : end]
        if len(block) < size or not all(line.strip() for line in block):
            return
        if block[-1].rstrip().endswith(":") and dated(" ".join(block)):
            del kept[end - size :]
            return


def _signature(lines: Sequence[str]) -> int:
    """The line at which the signature begins; the number of lines where there is none."""
    for at, line in enumerate(lines):
        if line in ("-- ", "--", "—") or _BY_DEVICE.match(line.strip()):
            return at
    return len(lines)


_BY_DEVICE = re.compile(
    # Sent from my iPhone · Sent with Proton Mail secure email. · Sent from Outlook for Android
    r"(?:sent (?:from|with|via|using) (?:my |the |an? )?[^,;:!?]{2,60}"
    # Envoyé de mon iPhone · Envoyé à partir de Outlook pour Android · Envoyé depuis mon appareil Galaxy
    r"|envoyée? (?:de|du|depuis|avec|via|à partir d[eu]|à l['’]aide d[eu]) [^,;:!?]{2,60}"
    # Inviato da iPhone · Inviato dal mio telefono Android con K-9 Mail. · Inviato con Proton Mail
    r"|inviat[oa] (?:da|dal|con|tramite|via) [^,;:!?]{2,60}"
    # Get Outlook for iOS · Télécharger Outlook pour iOS · Scarica Outlook per Android
    r"|(?:get|download|télécharge[rz]|obten(?:ir|ez)|scarica|ottieni) (?:[\w’']+ ){0,3}outlook"
    r" (?:for|pour|per) \w+"
    r")(?:\s*<https?:\S+>)?\s*(?:please excuse .*|veuillez excuser .*|perdonate .*)?\Z",
    re.IGNORECASE,
)
