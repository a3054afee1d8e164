"""Notices as letters, over SMTP."""

from __future__ import annotations

import smtplib
from contextlib import suppress
from email.policy import default as default_policy
from types import TracebackType
from typing import Any, Self

from django.core.mail import EmailMultiAlternatives, mailers
from django.core.mail.backends.base import BaseEmailBackend

from tournaments.channels.outgoing import Outgoing, Undeliverable

_DOWN = (smtplib.SMTPServerDisconnected, smtplib.SMTPConnectError, smtplib.SMTPHeloError)


class _Letter(EmailMultiAlternatives):
    """Headers are not folded below what a line may be: folding a long Message-ID would encode it."""

    def message(self, *, policy: Any = default_policy) -> Any:
        message = super().message(policy=policy)
        message.policy = policy.clone(max_line_length=900)
        return message


class EmailChannel:
    """One SMTP conversation for a batch of letters, opened at the first."""

    def __init__(self) -> None:
        self._backend: BaseEmailBackend | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._hang_up()

    def send(self, letter: Outgoing) -> None:
        """Returns after the server's 250 for the whole letter. Raises Undeliverable."""
        message = _Letter(
            letter.subject,
            letter.text,
            letter.envelope or letter.sender,
            [letter.to],
            reply_to=[letter.reply_to],
            headers={"From": letter.sender, **letter.headers},
        )
        message.attach_alternative(letter.html, "text/html")
        try:
            self._connected().send_messages([message])
        except smtplib.SMTPRecipientsRefused as error:
            code, _ = next(iter(error.recipients.values()), (0, b""))
            for_good = str(code) if 500 <= code <= 599 else ""
            raise Undeliverable(f"recipient refused: {code}", refused=for_good) from error
        except (smtplib.SMTPException, OSError) as error:
            self._hang_up()
            raise Undeliverable(_trouble(error), down=_is_down(error)) from error
        except ValueError as error:  # an address that is none
            raise Undeliverable("no valid address") from error

    def _connected(self) -> BaseEmailBackend:
        """The conversation, begun with the first letter and kept for the others."""
        if self._backend is None:
            backend = mailers.default
            backend.open()
            self._backend = backend
        return self._backend

    def _hang_up(self) -> None:
        backend, self._backend = self._backend, None
        if backend is not None:
            with suppress(smtplib.SMTPException, OSError):
                backend.close()


def _is_down(error: Exception) -> bool:
    """The server is away (or was lost in the middle): the next letter would not go out either."""
    return isinstance(error, _DOWN) or not isinstance(error, smtplib.SMTPException)


def _trouble(error: Exception) -> str:
    """For the organiser's eyes: the kind and the server's number, never its text."""
    code = getattr(error, "smtp_code", None)
    return f"{type(error).__name__} {code}" if code else type(error).__name__
