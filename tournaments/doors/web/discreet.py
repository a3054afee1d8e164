"""The log and the reports of errors: no line of them holds a word that lets somebody in, and no card.

States hold decks and hands, as codes and as numbers, and an error may say of itself what it met: of an error
it is told where it happened and of which kind it was, no value.
"""

from __future__ import annotations

import logging
import re
from traceback import StackSummary, TracebackException
from types import FrameType
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.views.debug import ExceptionReporter, SafeExceptionReporterFilter

_WORD = re.compile(r"(/(?:t|claim|draft|demo/in|address/confirm|address/undo|letters/stop)/)[^/\s?'\"]+")
_HIDDEN = "…"
_SAID = (OSError, ImportError, OperationalError, ImproperlyConfigured, AttributeError, NameError)
"""Errors whose own words are about files, servers and programs, never about a game."""


class Discreet(logging.Filter):
    """Takes the secret word out of an address: a request that fails is logged with its path. And what an
    error says of itself, where the line repeats it."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        hidden = _WORD.sub(r"\1…", message)
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        if error is not None and not isinstance(error, _SAID):
            for said in filter(None, (repr(error), str(error))):
                hidden = hidden.replace(said, type(error).__name__)
        if hidden != message:
            record.msg, record.args = hidden, ()
        return True


class Line(logging.Formatter):
    """A line of the log, and below it where an error happened."""

    def formatException(self, ei: Any) -> str:
        lines: list[str] = []
        error: BaseException | None = ei[1]
        while error is not None:
            stack = StackSummary.from_list(TracebackException.from_exception(error).stack)
            told = ["Traceback (most recent call last):\n", *stack.format(), _named(error)]
            lines = [*told, "\n\nwhich led to\n\n", *lines] if lines else told
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "".join(lines)


class Closed(SafeExceptionReporterFilter):
    """What was sent may be a secret choice. While DEBUG is set nothing is hidden from whoever develops."""

    def get_post_parameters(self, request: HttpRequest | None) -> Any:
        if request is None or not self.is_active(request):
            return super().get_post_parameters(request)
        return dict.fromkeys(request.POST, self.cleansed_substitute)

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: FrameType) -> Any:
        if not self.is_active(request):
            return super().get_traceback_frame_variables(request, tb_frame)
        return [(name, self.cleansed_substitute) for name in tb_frame.f_locals]


class Report(ExceptionReporter):
    """What is mailed to the ADMINS, or shown while DEBUG is set."""

    def get_traceback_data(self) -> Any:
        data = super().get_traceback_data()
        if self.filter.is_active(self.request):
            said = _HIDDEN if not isinstance(self.exc_value, _SAID) else data.get("exception_value")
            data |= {"exception_value": said, "exception_notes": "", "unicode_hint": ""}
            for frame in data.get("frames", ()):
                if frame.get("exc_cause") is not None:
                    frame["exc_cause"] = type(frame["exc_cause"]).__name__
        return data

    def get_traceback_text(self) -> SafeString:
        return _without_words(super().get_traceback_text())

    def get_traceback_html(self) -> SafeString:
        return _without_words(super().get_traceback_html())


def _without_words(page: SafeString) -> SafeString:
    return SafeString(_WORD.sub(r"\1…", page))  # what Django has escaped, less a part of it


def _named(error: BaseException) -> str:
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    return f"{name}: {error if isinstance(error, _SAID) else _HIDDEN}"
