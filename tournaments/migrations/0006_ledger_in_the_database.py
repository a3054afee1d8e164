"""The database appends to the ledger itself, and refuses everything else (draws.md, "The ledger").

All triggers are ENABLE ALWAYS: they fire also with session_replication_role = replica. The functions run with
the rights of their owner, so that a role which may only insert four columns and read can append; their
search_path ends in pg_temp, so that no temporary table of the caller's stands in for the head.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

CONVERT = """
UPDATE tournaments_ledgerentry SET kind = body::json ->> 'type';
UPDATE tournaments_ledgerhead SET
    chain = head ->> 'chain',
    link = head ->> 'link',
    size = (head -> 'frontier' ->> 'size')::bigint,
    frontier = decode(
        (SELECT coalesce(string_agg(node, '' ORDER BY place), '')
         FROM jsonb_array_elements_text(head -> 'frontier' -> 'nodes') WITH ORDINALITY AS nodes (node, place)),
        'hex');
"""

FUNCTIONS = r"""
CREATE FUNCTION ledger_take(contest bigint) RETURNS TABLE (chain text, size bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    SELECT head.chain, head.size FROM tournaments_ledgerhead AS head WHERE head.contest_id = contest FOR UPDATE
$$;

CREATE FUNCTION ledger_append() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
DECLARE
    head tournaments_ledgerhead%ROWTYPE;
    said json := NEW.body::json;
    node bytea;
    rest bigint;
    opening boolean;
BEGIN
    SELECT * INTO head FROM tournaments_ledgerhead WHERE contest_id = NEW.contest_id FOR UPDATE;
    opening := NOT FOUND;
    IF opening THEN
        head.contest_id := NEW.contest_id;
        head.chain := said ->> 'chain';
        head.size := 0;
        head.link := repeat('0', 64);
        head.frontier := '';
    END IF;
    IF NEW.seq IS DISTINCT FROM head.size THEN
        RAISE EXCEPTION 'ledger of contest %: entry % where % is next', NEW.contest_id, NEW.seq, head.size
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF said ->> 'seq' IS DISTINCT FROM head.size::text OR said ->> 'chain' IS DISTINCT FROM head.chain
        OR said ->> 'type' IS DISTINCT FROM NEW.kind OR (NEW.kind = 'genesis') IS DISTINCT FROM opening THEN
        RAISE EXCEPTION 'ledger of contest %: the body of entry % is of another place', NEW.contest_id, NEW.seq
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    node := sha256('\x00'::bytea || convert_to(NEW.body, 'UTF8'));
    NEW.body_hash := encode(node, 'hex');
    NEW.link := encode(sha256('\x01'::bytea || int8send(NEW.seq) || decode(head.link, 'hex') || node), 'hex');
    rest := head.size;
    WHILE rest % 2 = 1 LOOP
        node := sha256('\x01'::bytea || substring(head.frontier FROM length(head.frontier) - 31) || node);
        head.frontier := substring(head.frontier FOR length(head.frontier) - 32);
        rest := rest / 2;
    END LOOP;
    IF opening THEN
        INSERT INTO tournaments_ledgerhead (contest_id, chain, size, link, frontier)
        VALUES (head.contest_id, head.chain, 1, NEW.link, head.frontier || node);
    ELSE
        UPDATE tournaments_ledgerhead SET size = head.size + 1, link = NEW.link, frontier = head.frontier || node
        WHERE contest_id = NEW.contest_id;
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% of %: the ledger is only appended to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;

-- The head moves with an entry alone: then this trigger fires inside that of the entry.
CREATE FUNCTION ledger_guard_head() RETURNS trigger LANGUAGE plpgsql SET search_path = {schema}, pg_temp AS $$
BEGIN
    IF pg_trigger_depth() < 2 THEN
        RAISE EXCEPTION '% of %: it moves with an entry alone', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER ledger_append BEFORE INSERT ON tournaments_ledgerentry
    FOR EACH ROW EXECUTE FUNCTION ledger_append();
CREATE TRIGGER ledger_no_change BEFORE UPDATE OR DELETE ON tournaments_ledgerentry
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON tournaments_ledgerentry
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER ledger_head_moves BEFORE INSERT OR UPDATE ON tournaments_ledgerhead
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_guard_head();
CREATE TRIGGER ledger_head_stays BEFORE DELETE ON tournaments_ledgerhead
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON tournaments_ledgerhead
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

ALTER TABLE tournaments_ledgerentry ENABLE ALWAYS TRIGGER ledger_append;
ALTER TABLE tournaments_ledgerentry ENABLE ALWAYS TRIGGER ledger_no_change;
ALTER TABLE tournaments_ledgerentry ENABLE ALWAYS TRIGGER ledger_no_truncate;
ALTER TABLE tournaments_ledgerhead ENABLE ALWAYS TRIGGER ledger_head_moves;
ALTER TABLE tournaments_ledgerhead ENABLE ALWAYS TRIGGER ledger_head_stays;
ALTER TABLE tournaments_ledgerhead ENABLE ALWAYS TRIGGER ledger_no_truncate;
"""

REMOVE = """
DROP FUNCTION ledger_append() CASCADE;
DROP FUNCTION ledger_refuse() CASCADE;
DROP FUNCTION ledger_guard_head() CASCADE;
DROP FUNCTION ledger_take(bigint);
"""


def guard(apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(current_schema())")
        schema = cursor.fetchone()[0]
    schema_editor.execute(FUNCTIONS.replace("{schema}", schema), params=None)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0005_moves_left_in_advance")]

    operations = [
        migrations.AddField("ledgerentry", "kind", models.CharField(default="", max_length=20), False),
        migrations.AddField(
            "ledgerhead",
            "chain",
            models.TextField(default="", help_text="The chain's name, which every body bears."),
            False,
        ),
        migrations.AddField(
            "ledgerhead",
            "size",
            models.PositiveBigIntegerField(
                default=0, help_text="How many entries there are: the next one's seq."
            ),
            False,
        ),
        migrations.AddField("ledgerhead", "link", models.CharField(default="", max_length=64), False),
        migrations.AddField(
            "ledgerhead",
            "frontier",
            models.BinaryField(
                default=b"", help_text="The roots of the tree's full subtrees, the largest first."
            ),
            False,
        ),
        migrations.RunSQL(CONVERT, migrations.RunSQL.noop),
        # Rows that were changed just now have events pending, with which no column can be dropped.
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.RemoveField("ledgerhead", "head"),
        migrations.AlterField(
            "ledgerhead",
            "contest",
            models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                primary_key=True,
                related_name="ledger_head",
                serialize=False,
                to="tournaments.contest",
            ),
        ),
        migrations.AlterField(
            "ledgerentry",
            "contest",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="ledger", to="tournaments.contest"
            ),
        ),
        migrations.AddIndex(
            "ledgerentry", models.Index(fields=["contest", "kind", "seq"], name="ledger_kind")
        ),
        migrations.RunPython(guard, lambda _apps, editor: editor.execute(REMOVE)),
    ]
