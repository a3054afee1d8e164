"""The embedded Valkey: a password, a port that stays, another one's port."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from deploy.local import valkey
from deploy.local.embedded import Keeper, Valkey


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Valkey]:
    with Keeper() as keeper:
        one = Valkey(tmp_path / "valkey", keeper)
        yield one
        one.stop()


def test_it_answers_only_who_knows_the_password(server: Valkey) -> None:
    server.start()
    with redis.Redis.from_url(server.url) as client:
        assert client.ping()
    port = client.connection_pool.connection_kwargs["port"]
    with redis.Redis(port=port) as stranger, pytest.raises(redis.AuthenticationError):
        stranger.ping()


def test_the_password_stands_in_no_command_line(server: Valkey) -> None:
    server.start()
    assert server.process is not None
    password = server.url.partition("@")[0].rpartition(":")[2]
    assert len(password) == 32
    assert password not in Path(f"/proc/{server.process.pid}/cmdline").read_text()


def test_a_restart_keeps_the_address(server: Valkey) -> None:
    server.start()
    before = server.url
    assert server.process is not None
    server.process.kill()
    server.process.wait()
    assert not server.alive()
    server.start()
    assert server.url == before
    with redis.Redis.from_url(server.url) as client:
        assert client.ping()


def test_a_port_that_somebody_took_meanwhile_is_given_up(
    server: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        ports = iter([taken, valkey.free_port()])
        monkeypatch.setattr(valkey, "free_port", lambda: next(ports))
        server.start()
        assert f":{taken}/" not in server.url
        with redis.Redis.from_url(server.url) as client:
            assert client.ping()
