"""What the writer himself wrote: the quoted letter, its headings and the signature are cut.

The quotation is found by strings of ours (``Ours``), which may be broken over up to three lines,
by its ">" marks and by a mail program's markup; never by a mail program's words in some language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import dropwhile, product, takewhile

from referee.letters import headings, signature
from referee.letters.clean import OVERRIDES, plain
from referee.letters.headings import LABEL, QUOTE, WRAPPED_LINES, dated, timed
from referee.letters.hypertext import BEGINS
from referee.letters.ours import CHECKPOINT, TAG, Ours

_VERB = re.compile(r"[^:\d?!]{0,40}:")
"""What stands between our address and the colon of a heading: ``> a écrit :``."""


_FORMS: tuple[Callable[[Sequence[str]], str], ...] = (
    lambda window: plain("".join(window)),
    lambda window: OVERRIDES.sub("", " ".join(window)).casefold(),
)
"""Lines as one: broken anywhere, also inside our address; and with blanks, which part it from words."""


@dataclass(frozen=True, slots=True)
class Cut:
    """``text``: what he wrote. ``below``: what else stands unquoted below a quotation by ">".

    ``why``: nothing · address · name · marker · subject · markup · quote; ``line`` counts from 1 (0: none).
    """

    text: str
    below: str
    why: str
    line: int


def cut(text: str, ours: Ours) -> Cut:
    """Cut a letter's text.

    Words between the lines of a quotation are read with those above it. What stands below it is read
    where there are no others.
    """
    lines = headings.without_initials(text.split("\n"))
    found = _anchor(lines, ours)
    if not found:
        first = next((at for at, line in enumerate(lines) if QUOTE.match(line)), None)
        if first is None:
            return Cut(_own(lines, ours), "", "nothing", 0)
        return Cut(_own(lines, ours), "", "quote", first + 1)
    why, at = found
    end = headings.above_rules(lines, at) if why == "markup" else headings.start_of(lines, at, ours)
    above = _own(lines[:end], ours)
    within, below = _after(lines[at:], ours)
    if not above:
        return Cut(_own([*within, *below], ours), "", why, end + 1)
    between = _own(within, ours)
    if between:  # who answers line by line goes on below the last one
        return Cut(f"{above}\n\n{_own([*within, *below], ours)}", "", why, end + 1)
    return Cut(above, _own(below, ours), why, end + 1)


def _anchor(lines: Sequence[str], ours: Ours) -> tuple[str, int] | None:
    """The first unquoted line in which a string of ours begins, and which one."""
    for at, line in enumerate(lines):
        if headings.arrows_name_us(line, ours):
            return "address", at
        if QUOTE.match(line) or not line.strip():
            continue
        if line == BEGINS:
            return "markup", at
        why = _begins_here(_window(lines, at), ours)
        if why:
            return why, at
        if headings.rule_heads_us(lines, at, ours):
            return "address", at
        if headings.begins_block(lines, at, ours) or headings.rule_names_us(line, ours):
            return "name", at
    return None


def _window(lines: Sequence[str], at: int) -> list[str]:
    """A line and those after it that may be its continuation."""
    window: list[str] = []
    for line in lines[at : at + WRAPPED_LINES]:
        if not line.strip() or QUOTE.match(line):
            break
        window.append(line)
    return window


def _begins_here(window: Sequence[str], ours: Ours) -> str:
    """Which string of ours begins in the first line of the window; ``""``: none."""
    joined, rest = plain("".join(window)), plain("".join(window[1:]))
    pattern = ours.address_pattern
    begins = pattern is not None and any(
        len(pattern.findall(form(window))) > len(pattern.findall(form(window[1:]))) for form in _FORMS
    )
    if pattern is not None and begins and _introduces(window, pattern):
        return "address"
    for marker in ours.markers:
        wanted = plain(marker)
        if wanted and joined.count(wanted) > rest.count(wanted):
            return "marker"
    if LABEL.match(window[0]) and TAG.search(window[0]):
        return "subject"
    return "name" if any(_names_us(window, name) for name in ours.names) else ""


def _introduces(window: Sequence[str], address: re.Pattern[str]) -> bool:
    """Whether lines that hold our address are a heading, and no sentence about us."""
    for size, form in product(range(1, len(window) + 1), _FORMS):
        if found := address.search(form(window[:size])):
            after = form(window)[found.end() :]
            heads = LABEL.match(window[0]) or headings.is_rule(window[0]) or _VERB.match(after)
            return bool(heads) or dated(" ".join(window[:size])) or _stands_alone(window, found)
    return False


def _stands_alone(window: Sequence[str], found: re.Match[str]) -> bool:
    """``Referee <play@…>``, and nothing else, above ``30/11/2026 10:59``: headers without labels."""
    before, after = found.string[: found.start()], found.string[found.end() : len(plain(window[0]))]
    return len(before) < 80 and not after.strip("<>[]()'\" ") and len(window) > 1 and timed(window[1])


def _names_us(window: Sequence[str], name: str) -> bool:
    """A name of ours in a line with a date and a time that introduces something: ``…, Referee …:``.

    The name alone is no sign: people write to the referee by name, and of what he said on which day.
    """
    if name not in plain("".join(window)):
        return False
    for size in range(1, len(window) + 1):
        together = " ".join(window[:size])
        if name not in plain(together) or not timed(together):
            continue
        if OVERRIDES.sub("", together).rstrip().endswith((":", "-", "—")):
            later = window[1:size]
            return name not in plain("".join(later)) or (dated(window[0]) and not timed(" ".join(later)))
    return False


def _after(lines: Sequence[str], ours: Ours) -> tuple[list[str], list[str]]:
    """From the heading on: unquoted lines between quoted ones, and those below the quotation.

    Where no ">" marks it, below is what follows the last lines of a letter of ours.
    """
    quoted = [
        at for at, line in enumerate(lines) if QUOTE.match(line) and not headings.arrows_name_us(line, ours)
    ]
    if quoted and _only_heading(lines[: quoted[0]]):
        within = [
            line
            for at, line in enumerate(lines[: quoted[-1]])
            if at > quoted[0] and not QUOTE.match(line) and not _left_over(lines, at)
        ]
        return within, list(lines[quoted[-1] + 1 :])
    ends = [plain(end) for end in ours.ends if plain(end)]
    closing = [at for at, line in enumerate(lines) if _closes(line, ends)]
    return [], list(lines[closing[-1] + 1 :]) if closing else []


def _closes(line: str, ends: Sequence[str]) -> bool:
    """Whether a line stands in the last lines of a letter of ours: a string of theirs, or the checkpoint."""
    return CHECKPOINT.search(line) is not None or any(end in plain(line) for end in ends)


def _only_heading(lines: Sequence[str]) -> bool:
    """Whether these lines, down to the first with a mark, are the heading alone and no letter."""
    shown = [line.strip() for line in lines if line != BEGINS and not headings.is_rule(line)]
    heading = list(takewhile(bool, dropwhile(lambda line: not line, shown)))
    if len([line for line in shown if line]) > len(heading):
        return False
    rest = [line for line in heading if not LABEL.match(line)]
    return len(rest) <= (1 if heading and LABEL.match(heading[0]) else WRAPPED_LINES)


def _left_over(lines: Sequence[str], at: int) -> bool:
    """The end of a quoted line that a mail program broke, and left without its mark."""
    if not 0 < at < len(lines) - 1 or not QUOTE.match(lines[at - 1]) or not QUOTE.match(lines[at + 1]):
        return False
    return signature.wrapped(lines[at - 1], lines[at])


def _own(lines: Sequence[str], ours: Ours) -> str:
    """Without quoted lines, the headings of quotations, the signature and blank ends."""
    kept: list[str] = []
    for at, line in enumerate(lines):
        if QUOTE.match(line):
            if at == 0 or not QUOTE.match(lines[at - 1]):
                headings.drop_above_quotation(kept, ours)
        elif line != BEGINS and not _left_over(lines, at):
            kept.append(line.rstrip())
    return "\n".join(signature.without(kept)).strip()
