"""What `make run` runs, as data."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
OWNER_URL = "DATABASE_OWNER_URL"
"""Where migrations run by another role than the service."""
COMMANDS = ROOT / "tournaments" / "management" / "commands"


@dataclass(frozen=True)
class Program:
    """A process that is to run all the time; `command` names the management command that it needs.

    `last` ones end when all others have ended. `owner`: it changes tables, as the role that owns them.
    """

    name: str
    argv: tuple[str, ...]
    command: str | None = None
    last: bool = False
    owner: bool = False

    def environment(self, env: Mapping[str, str]) -> dict[str, str]:
        """What it is to know: the owner's address under the name that is read, or not at all."""
        known = {name: value for name, value in env.items() if name != OWNER_URL}
        return known | {"DATABASE_URL": env[OWNER_URL]} if self.owner and OWNER_URL in env else known

    def exists(self) -> bool:
        return self.command is None or (COMMANDS / f"{self.command}.py").exists()


def python(*words: str) -> tuple[str, ...]:
    return (sys.executable, *words)


def manage(command: str, *words: str) -> tuple[str, ...]:
    return python(str(ROOT / "manage.py"), command, *words)


def _managed(name: str, command: str, *words: str) -> Program:
    return Program(name, manage(command, *words), command)


# In a container root is often the only user there is; Celery need not say so at each start.
_CELERY = ("-W", "ignore:You're running the worker", "-m", "celery", "--quiet", "-A", "tournaments")

# Done once, in this order, before anything runs.
STEPS = (
    Program("messages", manage("messages", "--compile")),
    Program("static", manage("collectstatic", "--noinput", "-v", "0")),
    Program("migrate", manage("migrate", "--noinput", "-v", "0"), owner=True),
    _managed("demo", "demo", "--setup"),
)
# Started in this order. The one that others send to ends last: no letter is to meet a closed door.
PROGRAMS = (
    Program("catcher", manage("catch_mail"), "catch_mail", last=True),
    Program("web", python("-m", "gunicorn", "-c", str(ROOT / "deploy" / "gunicorn_conf.py"))),
    Program("worker", python(*_CELERY, "worker", "-l", "WARNING", "--concurrency", "2", "-n", "worker@demo")),
    Program("beat", python(*_CELERY, "beat", "-l", "WARNING", "--pidfile=")),
    _managed("sweep", "sweep", "--loop"),
    _managed("smtp", "smtp"),
    _managed("bots", "bots"),
)
BANNER = _managed("links", "demo", "--links")
