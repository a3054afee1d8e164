"""`make run`: everything in the foreground, until Ctrl-C (or SIGTERM, or a closed terminal).

Sets up and starts the database and the broker (unless DATABASE_URL and REDIS_URL name others), migrates,
makes the demo where there is none, then keeps the programs running. A second Ctrl-C shortens the farewell.
"""

from __future__ import annotations

import argparse
import fcntl
import http.client
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import ExitStack
from typing import IO, Any

from deploy.local import environment
from deploy.local.embedded import Keeper, Postgres, Valkey, addresses
from deploy.local.programs import BANNER, PROGRAMS, ROOT, STEPS
from deploy.local.supervisor import Console, Running, do, end_all

VAR = ROOT / "var"


class Ended(Exception):
    """Asked to end before everything had started."""


class Run:
    """One run of everything: started by `work`, ended in order whatever happens."""

    def __init__(self, port: int, keeper: Keeper) -> None:
        self._port = port
        self._keeper = keeper
        self._asked, self._hurry = threading.Event(), threading.Event()
        self._servers: list[Postgres | Valkey] = []
        self._running: list[Running] = []
        names = [program.name for program in (*STEPS, *PROGRAMS)]
        self._say = Console([*names, "database", "broker", "run"]).say
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._hear)

    def work(self) -> None:
        try:
            env = environment.demo(self._port, VAR, self._serve())
            self._steps(env)
            self._start(env)
            self._watch(env)
        except Ended:
            pass
        finally:
            self._say("run", "ending")
            end_all(self._running, self._hurry)
            for server in reversed(self._servers):
                server.stop()

    def _hear(self, _number: int, _frame: Any) -> None:
        if self._asked.is_set():
            self._hurry.set()
        self._asked.set()

    def _serve(self) -> dict[str, str]:
        """The addresses of the database and the broker; what the environment does not name is started."""
        urls = {}
        wanted = {"DATABASE_URL": ("database", Postgres), "REDIS_URL": ("broker", Valkey)}
        for variable, (name, kind) in wanted.items():
            if os.environ.get(variable):
                urls[variable] = os.environ[variable]
                continue
            server = kind(VAR / name, self._keeper)
            self._servers.append(server)
            server.start()
            self._say(name, f"an embedded one runs, its data in var/{name}")
            urls |= addresses(server)
        return urls

    def _steps(self, env: Mapping[str, str]) -> None:
        for step in STEPS:
            if self._asked.is_set():
                raise Ended
            if not step.exists():
                self._say("run", f"left out: manage.py {step.command} is not there yet")
                continue
            code = do(step, self._keeper, step.environment(env), self._say, self._asked)
            if code and not self._asked.is_set():
                sys.exit(f"{step.name} failed ({code}); nothing was started")

    def _start(self, env: Mapping[str, str]) -> None:
        for program in PROGRAMS:
            if self._asked.is_set():
                raise Ended
            if program.exists():
                self._running.append(Running(program, self._keeper, program.environment(env), self._say))
            else:
                self._say("run", f"left out: manage.py {program.command} is not there yet")

    def _watch(self, env: Mapping[str, str]) -> None:
        threading.Thread(target=self._welcome, args=(env,), daemon=True).start()
        while not self._asked.wait(0.5):
            for server in self._servers:
                if not server.alive():
                    self._say("run", f"{type(server).__name__} ended and is started again")
                    server.start()
            for one in self._running:
                one.look()

    def _welcome(self, env: Mapping[str, str]) -> None:
        """Once the web answers: where to look."""
        while not _answers(self._port):
            if self._asked.wait(0.3):
                return
        text = f"The lobby: {env['SITE_URL']}/"
        if BANNER.exists():
            done = subprocess.run(BANNER.argv, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
            text = done.stdout if done.returncode == 0 else f"{text}\n{done.stderr}"
        if not self._asked.is_set():
            print(f"\n{'=' * 78}\n{text.strip()}\nCtrl-C ends everything.\n{'=' * 78}\n", flush=True)


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status < 500
    except OSError:
        return False
    finally:
        connection.close()


def _alone() -> IO[str]:
    """Only one run per clone; the file stays locked while this process lives."""
    VAR.mkdir(mode=0o700, exist_ok=True)
    lock = (VAR / "run.lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        sys.exit(f"make run is under way here already: {lock.read().strip()}")
    return lock


def main() -> None:
    parser = argparse.ArgumentParser(prog="make run")
    parser.add_argument("--port", type=int, default=8000)
    port: int = parser.parse_args().port
    with ExitStack() as stack:
        lock = stack.enter_context(_alone())
        lock.truncate(0)
        lock.write(f"process {os.getpid()}, http://127.0.0.1:{port}/\n")
        lock.flush()
        if environment.port_near(port) != port:
            sys.exit(
                f"something listens on port {port} already: make run PORT={environment.port_near(port + 100)}"
            )
        keeper = stack.enter_context(Keeper())
        try:
            Run(port, keeper).work()
        except RuntimeError as error:
            sys.exit(f"make run: {error}")


if __name__ == "__main__":
    main()
