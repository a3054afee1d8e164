"""The log: no line of it holds a word that lets somebody in."""

from __future__ import annotations

import logging
import re

_WORD = re.compile(r"(/(?:t|claim|draft|demo/in|address/confirm|address/undo|letters/stop)/)[^/\s?'\"]+")


class Discreet(logging.Filter):
    """Takes the secret word out of an address: a request that fails is logged with its path."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        hidden = _WORD.sub(r"\1…", message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        return True
