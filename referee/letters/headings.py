"""The heading of a quotation: ``On …, Referee wrote:``, or a block of headers ``From: … Sent: …``.

No word of a language is known here: a heading is told by dates, colons, and strings of ours in it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from referee.letters.clean import plain
from referee.letters.ours import TAG, Ours

WRAPPED_LINES = 3
"""Over so many lines a mail program may break its heading."""

QUOTE = re.compile(r"\s{0,3}>")
LABEL = re.compile(r"\s{0,9}[*_]{0,3}[^\W\d_][^:<>@]{0,24}?[*_]{0,3}\s{0,3}:[*_]{0,3}(?:\s+\S|\s*\Z)")
"""A line of a block of headers in the text: ``De : …``, ``*From:* …``."""

_WORD_LABEL = re.compile(r"\s{0,9}[*_]{0,3}[^\W\d_]{2,12}[*_]{0,3}\s{0,3}:[*_]{0,3}\s+\S")
"""The label of a header; that of a seat, ``A : se couche``, is one letter."""

_RULE = re.compile(r"\s*(?:[-_=*—–]{3,}|[-_=*—–]{2,}[^\d]{1,60}[-_=*—–]{2,})\s*\Z")
"""A line of dashes, with or without words between them: ``-----Message d'origine-----``."""

_ARROWS = re.compile(r">{2,3} [^>\s][^\n]{1,300} >{2,3}\Z")
_MARKED = re.compile(r"([A-Z][A-Za-z]{0,2})>(?: |\Z)")
_INITIALS = 3
"""So many lines with the same initials before ``>`` are a quotation, and no word of somebody's."""

_DATE = re.compile(r"\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b20\d\d-\d\d-\d\d\b")
_YEAR = re.compile(r"\b20\d\d\b")
_DAY = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_TIME = re.compile(r"(?<![\d.])\d{1,2}\s?[:.h]\s?\d{2}(?!\d)")
_WORDS = r"(?:[^\W\d_]{1,12}\.?,?[\s-]+){1,3}"
_WHOLE = re.compile(rf"{_DATE.pattern}|\b\d{{1,2}}(?:er|st|nd|rd|th|º|°)?[\s.-]+{_WORDS}20\d\d\b"
                    r"|[^\W\d_]{3,}\.?\s+\d{1,2},?\s+20\d\d\b")  # fmt: skip
"""A date with its day, month and year side by side: ``3 nov. 2026``, ``Nov 3, 2026``."""

_HEADERS = 6
"""Lines of a block of headers above the one that names us."""


def is_rule(line: str) -> bool:
    return len(line) < 200 and bool(_RULE.match(line))


def rule_names_us(line: str, ours: Ours) -> bool:
    """``---- Referee a écrit ----``, as some telephones put it."""
    return is_rule(line) and any(name in plain(line) for name in ours.names)


def rule_heads_us(lines: Sequence[str], at: int, ours: Ours) -> bool:
    """``------ Message d'origine ------`` right above ``De "Referee" <play@…>``: headers without colons."""
    if not is_rule(lines[at]) or not any(sign.isalpha() for sign in lines[at]) or not ours.address_pattern:
        return False
    heads = takewhile(lambda line: line.strip() and not QUOTE.match(line), lines[at + 1 : at + 1 + _HEADERS])
    return any(ours.address_pattern.search(plain(line)) for line in heads)


def arrows_name_us(line: str, ours: Ours) -> bool:
    """``>>> Referee <play@…> 30/11/2026 10:59 >>>``, and below it our letter without a mark."""
    pattern = ours.address_pattern
    return bool(pattern and _ARROWS.match(line.strip()) and pattern.search(plain(line)) and dated(line))


def without_initials(lines: Sequence[str]) -> list[str]:
    """``R> Rubis: it is your turn`` as ``> Rubis: it is your turn``: some programs quote with initials."""
    marked = [_MARKED.match(line) for line in lines]
    often = Counter(found.group(1) for found in marked if found)
    return [
        line[found.end(1) :] if found and often[found.group(1)] >= _INITIALS else line
        for line, found in zip(lines, marked, strict=True)
    ]


def dated(line: str) -> bool:
    """A full date: in digits, or a year and a day's number."""
    if _DATE.search(line):
        return True
    year = _YEAR.search(line)
    return bool(year and _DAY.search(line[: year.start()] + " " + line[year.end() :]))


def timed(line: str) -> bool:
    """A full date with a time of day, as mail programs write them and people hardly do."""
    return dated(line) and _TIME.search(_DATE.sub(" ", line)) is not None


def value_of(line: str) -> str:
    """What follows the colon of a header."""
    return line.partition(":")[2].strip(" *_")


def names_our_letter(value: str, ours: Ours) -> bool:
    """Whether a header's value is our name, with or without an address, or a subject of ours."""
    name, found = plain(ours.name), plain(value).strip("\"'")
    if TAG.search(value) or (ours.subject and found.endswith(plain(ours.subject))):
        return True
    return bool(name) and (
        found == name or found.startswith((f"{name}<", f'{name}"<', f"{name}[", f"{name}("))
    )


def is_header(line: str, ours: Ours) -> bool:
    """``Envoyé : mardi 3 novembre 2026`` and its like; never a player's own ``A : se couche``."""
    if not LABEL.match(line):
        return False
    value = value_of(line)
    return "@" in value or dated(value) or names_our_letter(value, ours)


def begins_block(lines: Sequence[str], at: int, ours: Ours) -> bool:
    """Whether a header that names us or our letter stands here, beside another with a date."""
    if not LABEL.match(lines[at]) or not names_our_letter(value_of(lines[at]), ours):
        return False
    near = lines[max(at - 3, 0) : at + 4]
    return any(line is not lines[at] and LABEL.match(line) and dated(value_of(line)) for line in near)


def start_of(lines: Sequence[str], at: int, ours: Ours) -> int:
    """The line where a heading begins, of which one line is known."""
    start = at
    if is_rule(lines[at]):
        return above_rules(lines, at)
    if LABEL.match(lines[at]):
        start = _above_headers(lines, at, ours)
    else:
        while start and at - start < WRAPPED_LINES - 1 and _goes_on(lines, start, at, ours):
            start -= 1
    return above_rules(lines, start)


def above_rules(lines: Sequence[str], start: int) -> int:
    """Up over blank lines and lines of dashes."""
    while start and (not lines[start - 1].strip() or is_rule(lines[start - 1])):
        start -= 1
    return start


def _above_headers(lines: Sequence[str], at: int, ours: Ours) -> int:
    """Up over the other headers of the block, and over what announces it."""
    start = top = at
    # Message du 03/11/26 20:00, without a colon, begins the block of one French provider.
    while top and (LABEL.match(lines[top - 1]) or (_wrapped_date(lines[top - 1]) and timed(lines[top - 1]))):
        top -= 1
        if is_header(lines[top], ours) or not LABEL.match(lines[top]):
            start = top
    # De : somebody whom the reader's address book calls so, above Envoyé : mardi 3 novembre 2026
    if start and dated(value_of(lines[start])) and not _tells_sender(lines[at], ours):
        start -= bool(_WORD_LABEL.match(lines[start - 1]))
    # A subject of which we know nothing, below -------- Message transféré --------
    top = start
    while top and start - top < _HEADERS and LABEL.match(lines[top - 1]):
        top -= 1
    if top < start and top and is_rule(lines[top - 1]):
        return top
    # Begin forwarded message: · Début du message transféré : · Inizio messaggio inoltrato:
    over = start
    while over and not lines[over - 1].strip():
        over -= 1
    if (
        ours.forwarded
        and over
        and lines[over - 1].rstrip().endswith(":")
        and 2 <= len(lines[over - 1].split()) <= 6
    ):
        return over - 1
    return start


def _tells_sender(line: str, ours: Ours) -> bool:
    value = plain(value_of(line)).strip("\"'")
    return "@" in value or value.startswith(ours.names)


def _goes_on(lines: Sequence[str], start: int, at: int, ours: Ours) -> bool:
    """Whether the line above ``start`` is the beginning of the heading that ends at ``at`` or below."""
    above, here = lines[start - 1], " ".join(lines[start : at + 1])
    bare, whole = above.strip(), _WHOLE.search(here) is not None
    if not bare or QUOTE.match(above):
        return False
    # Il giorno mar 3 nov | 2026 alle ore 20:00 Referee …
    if not whole and (_wrapped_date(above) or _WHOLE.search(f"{bare} {here.strip()}")):
        return True
    if bare.endswith((".", "!", "?")):
        return False
    # <td>From:</td> | <td>Referee &lt;play@poker.example&gt;</td>
    if LABEL.match(above) and not value_of(above) and not here.rstrip().endswith(":"):
        return True
    # … Referee | <play@poker.example> a écrit :
    return here.lstrip().startswith(("<", "[", "(")) and plain(bare).endswith(ours.names)


def _wrapped_date(line: str) -> bool:
    """The first line of a heading that goes on in the next: a date, and no end of a sentence."""
    bare = line.strip()
    return bool(bare) and dated(bare) and not bare.endswith((".", "!", "?")) and not QUOTE.match(line)


def drop_above_quotation(kept: list[str], ours: Ours) -> None:
    """Take away the heading right above a quotation by ">": a date or our name with a colon, or dashes."""
    end = len(kept)
    while end and len(kept) - end < WRAPPED_LINES and (not kept[end - 1].strip() or is_rule(kept[end - 1])):
        end -= 1
    if any(is_rule(line) for line in kept[end:]):
        del kept[end:]
    for size in range(1, WRAPPED_LINES + 1):
        block = kept[max(end - size, 0) : end]
        if len(block) < size or not all(line.strip() for line in block):
            break
        together = " ".join(block)
        if block[-1].rstrip().endswith(":") and (_WHOLE.search(together) or dated(together)):
            del kept[end - size :]
            return
    if (
        end
        and kept[end - 1].rstrip().endswith(":")
        and ours.name
        and plain(ours.name) in plain(kept[end - 1])
    ):
        del kept[end - 1 :]
