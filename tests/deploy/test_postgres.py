"""The embedded PostgreSQL: both ways of root, private folders, long paths, crashes."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from deploy.local import accounts, guard
from deploy.local.embedded import Keeper, Postgres
from deploy.local.postgres import SERVICE, binaries

both_ways = pytest.mark.parametrize("way", ["mapped", "lent"], indirect=True)
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="the two ways are root's")


def forbid_namespaces(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """As in a container without them: the tool is there and may not."""
    folder.mkdir()
    (folder / "unshare").write_text("#!/bin/sh\necho 'unshare failed: Operation not permitted' >&2\nexit 1\n")
    (folder / "unshare").chmod(0o755)
    patch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def way(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    wanted: str = request.param
    if wanted == "lent":
        forbid_namespaces(monkeypatch, tmp_path / "bin")
    elif accounts.mapped(tmp_path, binaries() / "bin" / "postgres") is None:
        pytest.skip("user namespaces are forbidden here")
    return wanted


class Start(Protocol):
    def __call__(self, home: Path, *, durable: bool = False) -> Postgres: ...


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts servers that end, and whose folders go, with the test."""
    servers = []
    with Keeper() as keeper:

        def one(home: Path, *, durable: bool = False) -> Postgres:
            server = Postgres(home, keeper, durable=durable)
            keeper.remove_at_end(server.data.parent)
            servers.append(server)
            server.start()
            return server

        yield one
        for server in servers:
            server.stop()


def ask(server: Postgres, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(server.url) as connection:
        cursor = connection.execute(query)  # type: ignore[call-overload]
        return list(cursor.fetchall()) if cursor.description else []


def surroundings(*paths: Path) -> dict[str, object]:
    """The users of the machine, and who may do what in each folder on the way to the paths."""
    seen: dict[str, object] = {name: Path("/etc", name).read_bytes() for name in ("passwd", "group")}
    for path in paths:
        for folder in (path.resolve(), *path.resolve().parents):
            about = folder.stat()
            seen[str(folder)] = (stat.S_IMODE(about.st_mode), about.st_uid, about.st_gid)
    return seen


@root_only
@both_ways
def test_users_and_permissions_outside_stay_as_they_were(tmp_path: Path, start: Start, way: str) -> None:
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    places = (private, binaries() / "bin" / "postgres", Path("/var/tmp"))
    before = surroundings(*places)
    server = start(private / "postgres")
    assert ask(server, "SELECT 6 * 7") == [(42,)]
    assert surroundings(*places) == before
    server.stop()
    assert surroundings(*places) == before


@root_only
@both_ways
def test_it_never_runs_as_root_and_nobody_else_can_look_in(tmp_path: Path, start: Start, way: str) -> None:
    server = start(tmp_path / "postgres")
    assert server.account.way == way
    assert server.process is not None
    for pid in guard.members(os.getpgid(server.process.pid)):
        if "postgres" in Path(f"/proc/{pid}/cmdline").read_text():
            outside = os.stat(f"/proc/{pid}").st_uid
            own_namespace = os.readlink(f"/proc/{pid}/ns/user") != os.readlink("/proc/self/ns/user")
            assert own_namespace if way == "mapped" else outside != 0
    sockets = Path(str(conninfo_to_dict(server.url)["host"]))
    for folder in (sockets, server.data):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@root_only
@both_ways
def test_a_second_start_goes_on_with_the_data(tmp_path: Path, start: Start, way: str) -> None:
    first = start(tmp_path / "postgres")
    ask(first, "CREATE TABLE kept AS SELECT 20 AS chips")
    first.stop()
    second = start(tmp_path / "postgres")
    assert second.data == first.data
    assert ask(second, "SELECT chips FROM kept") == [(20,)]


@root_only
@pytest.mark.parametrize("way", ["mapped"], indirect=True)
def test_data_move_when_namespaces_become_forbidden(tmp_path: Path, start: Start, way: str) -> None:
    first = start(tmp_path / "postgres")
    assert first.account.way == way
    ask(first, "CREATE TABLE kept AS SELECT 20 AS chips")
    first.stop()
    with pytest.MonkeyPatch.context() as patch:
        forbid_namespaces(patch, tmp_path / "bin")
        second = start(tmp_path / "postgres")
        assert second.data != first.data
        assert ask(second, "SELECT chips FROM kept") == [(20,)]
        second.stop()
    # And there they stay when namespaces are allowed again.
    assert ask(start(tmp_path / "postgres"), "SELECT chips FROM kept") == [(20,)]


def test_paths_may_be_longer_than_a_socket_name(tmp_path: Path, start: Start) -> None:
    home = tmp_path / ("long" * 25) / ("longer" * 20) / "postgres"
    assert ask(start(home), "SELECT 1") == [(1,)]


def test_a_process_that_took_the_old_number_is_no_postgres(tmp_path: Path, start: Start) -> None:
    server = start(tmp_path / "postgres", durable=True)
    ask(server, "CREATE TABLE kept AS SELECT 20 AS chips")
    assert server.process is not None
    server.process.kill()
    server.process.wait()
    stale = server.data / "postmaster.pid"
    old = stale.read_text().splitlines()
    stale.write_text("\n".join([str(os.getpid()), *old[1:]]) + "\n")
    server.start()
    assert ask(server, "SELECT chips FROM kept") == [(20,)]


def test_a_folder_has_one_server(tmp_path: Path, start: Start) -> None:
    start(tmp_path / "postgres")
    with pytest.raises(RuntimeError, match="in use by another process"):
        start(tmp_path / "postgres")


def test_half_a_data_folder_is_made_anew(tmp_path: Path, start: Start) -> None:
    (tmp_path / "postgres" / "data.new").mkdir(parents=True)
    (tmp_path / "postgres" / "data.new" / "PG_VERSION").write_text("18")
    assert ask(start(tmp_path / "postgres"), "SELECT 1") == [(1,)]


OWNER = """
import sys, time
from pathlib import Path
from deploy.local.embedded import Keeper, Postgres, Valkey
keeper = Keeper()
servers = [Postgres(Path(sys.argv[1]) / "postgres", keeper), Valkey(Path(sys.argv[1]) / "valkey", keeper)]
for server in servers:
    server.start()
print(servers[0].url, servers[0].process.pid, servers[1].process.pid, flush=True)
time.sleep(600)
"""


def test_a_killed_owner_leaves_nothing_and_the_data_are_whole(tmp_path: Path, start: Start) -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    url, first, second = owner.stdout.readline().split()
    group = os.getpgid(int(first))
    assert {int(first), int(second)} < set(guard.members(group))
    sockets = Path(str(conninfo_to_dict(url)["host"]))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 20 AS chips")
        owner.send_signal(signal.SIGKILL)
        owner.communicate()
        # The open connection does not keep the server: after a while the guard no longer waits for clients.
        limit = time.monotonic() + 25
        while (guard.members(group) or sockets.exists()) and time.monotonic() < limit:
            time.sleep(0.1)
    assert guard.members(group) == []
    assert not sockets.exists()
    assert ask(start(tmp_path / "postgres"), "SELECT chips FROM kept") == [(20,)]


def test_the_role_of_the_service_is_made_once_and_owns_nothing(tmp_path: Path, start: Start) -> None:
    """As the run book makes it, again and again; and as an embedded server brings it."""
    server = start(tmp_path / "postgres")
    psql, file = binaries() / "bin" / "psql", Path(__file__).parents[2] / "deploy" / "role.sql"
    about = "SELECT rolsuper, rolcanlogin, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = '{}'"
    assert ask(server, about.format(SERVICE)) == [(False, True, False, False)]
    ask(server, f"DROP ROLE {SERVICE}")
    for password in ("first", "a 'second'"):
        command = [str(psql), "-X", server.url, "--set", f"password={password}", "--file", str(file)]
        subprocess.run(command, check=True, capture_output=True)
        assert ask(server, about.format(SERVICE)) == [(False, True, False, False)]
        with psycopg.connect(server.service_url) as service:
            assert service.execute("SELECT current_user").fetchone() == (SERVICE,)
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                service.execute("CREATE TABLE mine (id int)")
