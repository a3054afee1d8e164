"""Commands that go on until somebody stops them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType


def stopped_by_signals() -> threading.Event:
    """Set by SIGINT and SIGTERM, so that what is being done is done to its end first."""
    stop = threading.Event()

    def _stop(_signum: int, _frame: FrameType | None) -> None:
        stop.set()

    for signum in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signum, _stop)
    return stop


def again_and_again[T](once: Callable[[], T], every: float, *, loop: bool) -> T:
    """``once``; with ``loop`` again every so many seconds until a signal. The first answer."""
    if not loop:
        return once()
    stop = stopped_by_signals()
    first = once()
    while not stop.wait(every):
        once()
    return first
