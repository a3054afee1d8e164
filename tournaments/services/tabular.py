"""Rows as CSV for spreadsheets, a line at a time; no cell can be a formula there."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

MARK = "\ufeff"
"""At the beginning: by it spreadsheets know the encoding."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def safe(cell: object) -> str:
    """A text that a spreadsheet shows as it is: an apostrophe stands before what could be a formula."""
    text = str(cell).replace("\0", "")
    return f"'{text}" if text.lstrip(" \u00a0").startswith(_FORMULA) else text


def lines(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Each row as it is to be sent."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    yield MARK
    for row in rows:
        writer.writerow([safe(cell) for cell in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
