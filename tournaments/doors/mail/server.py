"""An SMTP server in the foreground: what the inbox and the demo's catcher share."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import close_old_connections, connections

from tournaments.services.letters import LARGEST

log = logging.getLogger(__name__)
# aiosmtpd writes addresses, and so the tokens in them, into its log at INFO.
logging.getLogger("mail.log").setLevel(logging.WARNING)

AT_ONCE = 4
"""Threads, and so database connections, of one server."""
TRY_AGAIN = "451 4.3.0 Not stored, please try again later"
_GRACE_SECONDS = 5.0


class Handler(Protocol):
    """The hooks of a server. Whatever goes wrong in one is answered with TRY_AGAIN, without its text."""

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str: ...

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str: ...

    async def handle_exception(self, error: Exception) -> str: ...


class Careful:
    """Runs database work in threads; any trouble is temporary for the other side."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="smtp")

    async def ask[T](self, question: Callable[[], T]) -> T:
        """Run ``question`` in a thread that has the database to itself, and gives it back."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _with_database, question)

    async def handle_exception(self, error: Exception) -> str:
        log.error("a letter was not taken: %s", type(error).__name__)
        return TRY_AGAIN


def _with_database[T](question: Callable[[], T]) -> T:
    close_old_connections()
    try:
        return question()
    finally:
        connections.close_all()


class _Protocol(SMTP):
    # A long line is no reason to lose a letter: it is stored as it came, whole.
    line_length_limit = LARGEST + 2


async def serve(handler: Handler, host: str, port: int, ready: Callable[[int], Any] | None = None) -> None:
    """Serve until SIGTERM or SIGINT; a letter that is just being taken is finished first."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for signum in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(signum, stop.set)

    def conversation() -> SMTP:
        return _Protocol(
            handler,
            loop=loop,
            data_size_limit=LARGEST,
            enable_SMTPUTF8=True,
            hostname="localhost",
            ident="SMTP",
            timeout=120,
        )

    server = await loop.create_server(conversation, host, port)
    if ready is not None:
        ready(server.sockets[0].getsockname()[1])
    await stop.wait()
    server.close()
    await _finish()


async def _finish() -> None:
    """Let running conversations end, for a moment; those that only wait are cut off."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        _, late = await asyncio.wait(others, timeout=0.3)
        busy = [task for task in late if _stores(task)]
        if busy:
            await asyncio.wait(busy, timeout=_GRACE_SECONDS)
        for task in late:
            task.cancel()


def _stores(task: asyncio.Task[Any]) -> bool:
    """Whether a conversation waits for the database, and not for its peer."""
    return any(name.startswith("handle_") for name in _names(task))


def _names(task: asyncio.Task[Any]) -> list[str]:
    names, coroutine = [], task.get_coro()
    while coroutine is not None:
        names.append(getattr(coroutine, "__name__", ""))
        coroutine = getattr(coroutine, "cr_await", None)
    return names
