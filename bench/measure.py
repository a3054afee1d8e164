"""A row of the table, and how a rate is taken fairly on a noisy machine."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True)
class Row:
    """One line: what, ours, theirs, the ratio of the two medians, the aim."""

    what: str
    ours: str
    theirs: str = ""
    ratio: float | None = None
    aim: str = ""

    def cells(self) -> tuple[str, str, str, str, str]:
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        return self.what, self.ours, self.theirs, ratio, self.aim


def rates(jobs: Sequence[Callable[[], int]], *, rounds: int = 5) -> list[float]:
    """Median count a second of each job; the jobs take turns, so that a slow moment hits all."""
    seen: list[list[float]] = [[] for _ in jobs]
    for job in jobs:
        job()
    for _ in range(rounds):
        for index, job in enumerate(jobs):
            start = time.perf_counter()
            count = job()
            seen[index].append(count / (time.perf_counter() - start))
    return [statistics.median(one) for one in seen]


def table(rows: Sequence[Row]) -> str:
    """The rows as a Markdown table."""
    head = ("what", "ours", "compared with", "ours / theirs", "aim")
    lines = [head, tuple("---" for _ in head), *(row.cells() for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |"
        for line in lines
    )


def page(command: str, text: str) -> str:
    """What is kept of a run: the command, the day, the machine, and ``text``."""
    where = f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores"
    return f"# Measurements\n\n`{command}` on {datetime.now(UTC):%Y-%m-%d}, {where}.\n\n{text}\n"
