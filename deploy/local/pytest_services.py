"""pytest: one PostgreSQL and one Valkey for the whole run, before anything reads the settings.

Started once, by the controller of pytest-xdist (or by the only process); the workers find the addresses in
the environment, each with a test database and a broker number of its own. They end with the run, however it
ends. Loaded by `addopts` in pyproject.toml, since a conftest.py would come too late: pytest-django reads
the settings first.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest

from deploy.local.embedded import services

ROOT = Path(__file__).resolve().parent.parent.parent
# A run of these alone starts no service and no Django: the rule book stands on its own, its tests too.
ALONE = ("tests/referee", "tests/deploy", "tests/test_house.py")
STARTED = "TEST_SERVICES"
# Known values, so that no test depends on the environment it was started in. The keys protect nothing.
ENVIRONMENT = {
    "SECRET_KEY": "for-tests-only-" + "0123456789" * 5,
    "SEAL_KEYS": "dGVzdHMtb25seS10ZXN0cy1vbmx5LXRlc3RzLW9ubHk=",
    "DEBUG": "0",
    "DEMO": "0",
    "SITE_URL": "http://testserver",
    "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
    "MAILER_URL": "smtp://127.0.0.1:9",
    "LOG_LEVEL": "WARNING",
}
NOWHERE = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:9/none", "REDIS_URL": "redis://127.0.0.1:9/0"}

_running = ExitStack()


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(args: list[str]) -> Generator[None]:
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker and os.environ[STARTED] == "1":
        _own_number(worker)
    elif STARTED not in os.environ:
        _start(args)
    return (yield)


def pytest_unconfigure() -> None:
    _running.close()


def _start(args: list[str]) -> None:
    os.environ.update(ENVIRONMENT)
    if _alone(args):
        os.environ[STARTED] = "none"
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")
    os.environ.update(_running.enter_context(services(durable=False)), **{STARTED: "1"})
    if (ROOT / "manage.py").exists():
        _collect_static()


def _collect_static() -> None:
    """The pages name their files by content, as in production; so the files must have been collected.
    And they speak other languages only from compiled catalogues."""
    os.environ["STATIC_ROOT"] = _running.enter_context(tempfile.TemporaryDirectory(prefix="referee-static-"))
    for words in (["messages", "--compile"], ["collectstatic", "--noinput", "-v", "0"]):
        command = [sys.executable, str(ROOT / "manage.py"), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stderr, file=sys.stderr)


def _alone(args: list[str]) -> bool:
    named = [Path(arg.partition("::")[0]) for arg in args if not arg.startswith("-")]
    paths = [path.resolve() for path in named if path.exists()]
    homes = [ROOT / home for home in ALONE]
    return bool(paths) and all(any(path.is_relative_to(home) for home in homes) for path in paths)


def _own_number(worker: str) -> None:
    """gw0 takes number 1 of the broker, gw1 number 2: one worker's FLUSHDB must not meet another's tests."""
    address, _, _ = os.environ["REDIS_URL"].rpartition("/")
    os.environ["REDIS_URL"] = f"{address}/{int(worker.removeprefix('gw')) + 1}"
