"""The ledger in the database: it appends by itself and refuses everything else, whoever asks."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import IntegrityError, connection, connections, transaction
from django.db.transaction import TransactionManagementError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg import sql

from referee.core import Json
from referee.ledger import Head, body_hash, checkpoint_of_line, verify_ledger
from tests import factories
from tournaments import models
from tournaments.services import ledger

INSTANT = datetime(2026, 1, 2, 3, 4, 5, 6, UTC)
MANAGE = Path(__file__).parents[2] / "manage.py"
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=3),
    max_leaves=6,
)
REFUSED = "only appended to|moves with an entry alone|ledger of contest"
CHANGES = (
    "UPDATE tournaments_ledgerentry SET body = body",
    "UPDATE tournaments_ledgerentry SET link = repeat('0', 64) WHERE seq = 1",
    "UPDATE tournaments_ledgerentry SET kind = 'x' WHERE false",
    "DELETE FROM tournaments_ledgerentry WHERE seq = (SELECT max(seq) FROM tournaments_ledgerentry)",
    "TRUNCATE tournaments_ledgerentry",
    "TRUNCATE tournaments_contest CASCADE",
    "UPDATE tournaments_ledgerhead SET size = 1",
    "DELETE FROM tournaments_ledgerhead",
    "TRUNCATE tournaments_ledgerhead CASCADE",
    "INSERT INTO tournaments_ledgerhead SELECT contest_id + 1, chain, size, link, frontier"
    " FROM tournaments_ledgerhead",
    "MERGE INTO tournaments_ledgerentry old USING tournaments_ledgerentry new ON old.id = new.id"
    " WHEN MATCHED THEN UPDATE SET body = new.body",
    "INSERT INTO tournaments_ledgerentry SELECT * FROM tournaments_ledgerentry"
    " ON CONFLICT (contest_id, seq) DO UPDATE SET body = excluded.body",
)


def raw(contest: int, seq: int | None, kind: str, body: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_ledgerentry (contest_id, seq, kind, body) VALUES (%s, %s, %s, %s)",
            [contest, seq, kind, body],
        )


def written(chain: str, seq: Any, kind: str) -> str:
    return json.dumps({"chain": chain, "seq": seq, "type": kind})


@pytest.mark.django_db
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(st.dictionaries(st.sampled_from("abcd"), VALUES, max_size=3), max_size=9))
def test_the_database_hashes_as_the_rule_book_does(said: list[Json]) -> None:
    """Whatever the bodies say, both come to the same hashes, links and roots."""
    with transaction.atomic():
        contest = factories.draft()
        for data in said:
            ledger.append(contest, "note", data=data)
        exported = ledger.export(contest)
        assert verify_ledger(exported) == []
        head = Head(exported["chain"])
        for row in exported["rows"]:
            body = json.loads(row["body"])
            head, made = head.append(
                at=datetime.fromisoformat(body["ts"]),
                actor=body["actor"],
                kind=body["type"],
                ref=body["ref"],
                data=body["data"],
                salt=bytes.fromhex(body["salt"]),
            )
            assert made.to_json() == row
        assert head.checkpoint == checkpoint_of_line(ledger.checkpoint(contest))
        transaction.set_rollback(True)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("seq", "kind", "body"),
    [
        (5, "note", lambda chain: written(chain, 5, "note")),
        (1, "note", lambda chain: written(chain, 1, "note")),
        (None, "note", lambda chain: written(chain, 2, "note")),
        (2, "note", lambda chain: written(chain, 3, "note")),
        (2, "note", lambda chain: written(chain, "2 ", "note")),
        (2, "note", lambda chain: written("elsewhere/c9", 2, "note")),
        (2, "note", lambda chain: written(chain, 2, "table")),
        (2, "genesis", lambda chain: written(chain, 2, "genesis")),
        (2, "note", lambda chain: "{}"),
    ],
    ids=["ahead", "again", "none", "other seq", "odd seq", "other chain", "other kind", "genesis", "empty"],
)
def test_an_entry_of_another_place_is_refused(seq: int | None, kind: str, body: Any) -> None:
    contest = factories.draft()
    head = models.LedgerHead.objects.get(contest=contest)
    assert head.size == 2
    with pytest.raises(IntegrityError, match="ledger of contest"):
        raw(contest.pk, seq, kind, body(head.chain))
    raw(contest.pk, 2, "note", written(head.chain, 2, "note"))


@pytest.mark.django_db
def test_no_chain_begins_without_a_genesis_and_none_begins_twice() -> None:
    contest = factories.draft()
    with pytest.raises(IntegrityError, match="where 2 is next"), transaction.atomic():
        ledger.open_chain(contest)
    other = models.Contest.objects.get(pk=contest.pk)
    other.pk, other.slug, other.share_token = None, "other", "other"
    other.save(force_insert=True)
    with pytest.raises(models.LedgerHead.DoesNotExist):
        ledger.append(other, "note")
    with pytest.raises(IntegrityError, match="of another place"):
        raw(other.pk, 0, "note", written("x/c", 0, "note"))


@pytest.mark.django_db(transaction=True)
def test_an_entry_without_a_transaction_is_refused() -> None:
    """Between taking the head and the insert nobody else may come."""
    contest = factories.draft()
    with pytest.raises(TransactionManagementError):
        ledger.append(contest, "note")


@pytest.mark.django_db(transaction=True)
def test_eight_writers_make_one_chain() -> None:
    """Real connections at once: through the service, and past it with the seq that each believes is next."""
    contest = factories.draft()
    chain = models.LedgerHead.objects.get(contest=contest).chain

    def write(number: int) -> int:
        try:
            forked = 0
            for turn in range(25):
                with transaction.atomic():
                    ledger.append(contest, "note", data={"writer": number, "turn": turn})
                seen = models.LedgerHead.objects.get(contest=contest).size
                try:
                    raw(contest.pk, seen, "past", written(chain, seen, "past"))
                except IntegrityError:
                    forked += 1
            return forked
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        forked = sum(pool.map(write, range(8)))
    seqs = list(contest.ledger.values_list("seq", flat=True))
    assert seqs == list(range(2 + 8 * 25 + 8 * 25 - forked))
    exported = ledger.export(contest)
    for row in exported["rows"]:
        if '"type": "past"' in row["body"]:
            row["body"] = None  # not canonical: only their places count here
    assert verify_ledger(exported) == []
    turns = [json.loads(one.body)["data"] for one in contest.ledger.filter(kind="note")]
    assert {(one["writer"], one["turn"]) for one in turns} == {(w, t) for w in range(8) for t in range(25)}


# --- a database of its own, with the triggers and the roles as in production

BEGIN = "from tests import factories; contest = factories.draft(); print(contest.pk)"


def manage(env: dict[str, str], *words: str) -> None:
    command = [sys.executable, str(MANAGE), *words]
    done = subprocess.run(command, env=os.environ | env, check=False, timeout=300, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


@pytest.fixture(scope="module")
def place() -> Iterator[tuple[str, str]]:
    """A database as the run book makes it, with a contest of two entries: for the role that owns the tables,
    here a superuser, and for the service's, which owns nothing."""
    server, role = os.environ["DATABASE_URL"], f"service_{secrets.token_hex(6)}"
    head, _, address = server.rpartition("/")[0].partition("@")
    name = sql.Identifier(role)
    urls = f"{head}@{address}/{role}", f"postgresql://{role}@{address}/{role}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE ROLE {} LOGIN").format(name))
        admin.execute(sql.SQL("CREATE DATABASE {}").format(name))
        manage({"DATABASE_URL": urls[0], "DATABASE_SERVICE_ROLE": role}, "migrate", "-v", "0")
        manage({"DATABASE_URL": urls[1]}, "shell", "-v", "0", "-c", BEGIN)
        yield urls
        admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))
        admin.execute(sql.SQL("DROP ROLE {}").format(name))


@pytest.fixture
def real(place: tuple[str, str]) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(place[0], autocommit=True) as owner:
        yield owner


@pytest.fixture
def served(place: tuple[str, str]) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(place[1], autocommit=True) as service:
        yield service


def state(database: psycopg.Connection[Any]) -> list[Any]:
    return [
        database.execute(f"SELECT * FROM tournaments_{table} ORDER BY 1").fetchall()
        for table in ("ledgerentry", "ledgerhead")
    ]


def test_nothing_but_an_insert_gets_past_the_triggers(real: psycopg.Connection[Any]) -> None:
    """Neither as the owner, who is a superuser here, nor in a session that switches triggers off."""
    before = state(real)
    assert [len(rows) for rows in before] == [2, 1]
    for role in ("origin", "replica", "local"):
        real.execute(f"SET session_replication_role = {role}")
        for change in CHANGES:
            with pytest.raises(psycopg.DatabaseError, match=REFUSED):
                real.execute(change)
        assert state(real) == before


def test_a_replica_session_cannot_write_an_entry_of_its_own(real: psycopg.Connection[Any]) -> None:
    """The hashes are the database's there too, whatever the statement says they are."""
    real.execute("SET session_replication_role = replica")
    contest, chain = real.execute("SELECT contest_id, chain FROM tournaments_ledgerhead").fetchone() or ()
    zero = "0" * 64
    statement = (
        "INSERT INTO tournaments_ledgerentry (contest_id, seq, kind, body, body_hash, link)"
        " VALUES (%s, %s, 'note', %s, %s, %s)"
    )
    with pytest.raises(psycopg.errors.IntegrityError, match="where 2 is next"):
        real.execute(statement, [contest, 7, written(chain, 7, "note"), zero, zero])
    with real.transaction(force_rollback=True):
        real.execute(statement, [contest, 2, written(chain, 2, "note"), zero, zero])
        found = real.execute("SELECT body, body_hash, link FROM tournaments_ledgerentry WHERE seq = 2")
        last = found.fetchone()
    assert last is not None
    assert last[1] == body_hash(last[0]).hex()
    assert last[2] != zero


def test_every_trigger_fires_always(real: psycopg.Connection[Any]) -> None:
    found = real.execute(
        "SELECT tgrelid::regclass::text, tgname, tgenabled::text FROM pg_trigger WHERE tgname LIKE 'ledger%'"
    ).fetchall()
    assert {enabled for *_, enabled in found} == {"A"}
    assert len(found) == 6


SERVICE_MAY_NOT = (
    "INSERT INTO tournaments_ledgerentry (contest_id, seq, kind, body, link) SELECT 1, 2, 'x', '{}', ''",
    "INSERT INTO tournaments_ledgerentry (id, contest_id, seq, kind, body) SELECT 99, 1, 2, 'x', '{}'",
    "ALTER TABLE tournaments_ledgerentry DISABLE TRIGGER ledger_no_change",
    "DROP TRIGGER ledger_append ON tournaments_ledgerentry",
    "DROP TABLE tournaments_ledgerentry",
    "CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    "SET session_replication_role = replica",
    "CREATE TABLE tournaments_more (id bigint)",
    "DELETE FROM django_migrations",
)


def test_the_role_of_the_service_may_append_and_read_and_nothing_else(
    served: psycopg.Connection[Any],
) -> None:
    """Not even switch the guard off. What it owns, a temporary table, does not stand in for the head."""
    before = state(served)
    assert [len(rows) for rows in before] == [2, 1]
    for statement in (*CHANGES, *SERVICE_MAY_NOT):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            served.execute(statement)
    served.execute("CREATE TEMP TABLE tournaments_ledgerhead AS SELECT * FROM public.tournaments_ledgerhead")
    served.execute("UPDATE pg_temp.tournaments_ledgerhead SET size = 0")
    with pytest.raises(psycopg.errors.IntegrityError, match="where 2 is next"):
        served.execute(
            "INSERT INTO public.tournaments_ledgerentry (contest_id, seq, kind, body)"
            " SELECT contest_id, 0, 'genesis', %s FROM public.tournaments_ledgerhead",
            [written("x/c1", 0, "genesis")],
        )
    served.execute("DROP TABLE pg_temp.tournaments_ledgerhead")
    assert state(served) == before
    rights = served.execute(
        "SELECT (aclexplode(attacl)).privilege_type, attname FROM pg_attribute"
        " WHERE attrelid = 'tournaments_ledgerentry'::regclass ORDER BY attnum"
    ).fetchall()
    assert rights == [("INSERT", column) for column in ("seq", "body", "contest_id", "kind")]


def test_a_chain_written_before_goes_on_after_the_migration(process_env: dict[str, str]) -> None:
    """Heads kept as JSON and entries without a kind become what they are now, and the chain goes on."""
    manage(process_env, "migrate", "tournaments", "0005", "-v", "0")
    head = Head("x/c1")
    with psycopg.connect(process_env["DATABASE_URL"], autocommit=True) as database:
        database.execute("SET session_replication_role = replica")  # a chain without its contest
        for seq in range(7):
            kind = "note" if seq else "genesis"
            head, row = head.append(at=INSTANT, actor="u1", kind=kind, data={"n": seq}, salt=bytes(16))
            database.execute(
                "INSERT INTO tournaments_ledgerentry (contest_id, seq, body, body_hash, link)"
                " VALUES (1, %s, %s, %s, %s)",
                [seq, row.body, row.body_hash.hex(), row.link.hex()],
            )
        database.execute("INSERT INTO tournaments_ledgerhead VALUES (1, %s)", [json.dumps(head.to_json())])
    manage(process_env, "migrate", "-v", "0")
    with psycopg.connect(process_env["DATABASE_URL"], autocommit=True) as database:
        database.execute("SET session_replication_role = replica")
        _, row = head.append(at=INSTANT, actor="u1", kind="note", data={}, salt=bytes(16))
        database.execute(
            "INSERT INTO tournaments_ledgerentry (contest_id, seq, kind, body) VALUES (1, 7, 'note', %s)",
            [row.body],
        )
        last = database.execute("SELECT link FROM tournaments_ledgerentry WHERE seq = 7").fetchone()
        assert last == (row.link.hex(),)
        kinds = database.execute("SELECT DISTINCT kind FROM tournaments_ledgerentry ORDER BY 1").fetchall()
        assert kinds == [("genesis",), ("note",)]
