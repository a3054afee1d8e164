"""What the audit review finds entries by: marks, words and the moment, from the body as it is stored.

Indexes of expressions alone: no row of the ledger changes. The functions take nothing but the body, call none
of ours (a dump is restored without a search_path), and read whatever the ledger holds already. Their cost keeps
the planner from reading a whole chain with them.
"""

import django.contrib.postgres.indexes
from django.db import migrations, models

FUNCTIONS = r"""
CREATE FUNCTION ledger_marks(body text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 5000 AS $$
DECLARE
    -- jsonb knows no NUL; behind an escaped backslash the same signs are mere text, and stay in order.
    said jsonb := replace(body, '\u0000', '\ufffd')::jsonb;
    home text := coalesce(substring(said ->> 'chain' FROM '[^/]+$'), '');
    data jsonb := said -> 'data';
    place text := substring(said ->> 'ref' FROM '^c[0-9]+/table-[0-9]+');
    many text := said ->> 'type';
    marks text[] := ARRAY[
        'actor ' || (said ->> 'actor'),
        'entry ' || substring(said ->> 'ref' FROM '^p[0-9]+$'),
        'table ' || coalesce(place, data ->> 'table'),
        'seat ' || place || '/' || nullif(data ->> 'seat', ''),
        'user ' || (data ->> 'user'),
        'door ' || (data ->> 'origin')
    ];
BEGIN
    IF many IN ('letters', 'notices') AND jsonb_typeof(data -> many) = 'array' THEN
        SELECT marks || coalesce(array_agg(DISTINCT mark), '{}') INTO marks
        FROM jsonb_array_elements(data -> many) AS one,
            LATERAL (VALUES
                ('table ' || (one ->> 'table')),
                ('seat ' || (one ->> 'table') || '/' || (one ->> 'seat')),
                ('user ' || (one ->> 'to')),
                ('door ' || (one ->> 'via'))) AS found (mark);
    END IF;
    -- A chain ends in its contest, so that no list of the index mixes two of them.
    RETURN ARRAY(SELECT home || ' ' || mark FROM unnest(marks) AS mark WHERE mark IS NOT NULL);
END
$$;

-- More than a tsvector can hold is not searched, and never keeps an entry out of the ledger.
CREATE FUNCTION ledger_words(body text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 5000 AS $$
DECLARE
    said jsonb := replace(body, '\u0000', '\ufffd')::jsonb;
    home tsvector := array_to_tsvector(ARRAY['chain' || coalesce(substring(said ->> 'chain' FROM '[^/]+$'), '')]);
BEGIN
    IF length(body) > 200000 THEN
        RETURN home;
    END IF;
    said := said - 'chain' - 'salt' - 'ts' - 'v';
    RETURN home || jsonb_to_tsvector('pg_catalog.simple', said, '["string", "numeric"]');
END
$$;

-- From its end, where no text of anybody's stands before it; another body than ours has no moment.
CREATE FUNCTION ledger_at(body text) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 500 AS $$
BEGIN
    RETURN substring(right(body, 200)
        FROM '"ts":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)","type":"[a-z-]*","v":1\}$')::timestamptz;
END
$$;
"""

REMOVE = """
DROP FUNCTION ledger_at(text);
DROP FUNCTION ledger_words(text);
DROP FUNCTION ledger_marks(text);
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_friends_and_sealed_letters")]

    operations = [
        migrations.RunSQL(FUNCTIONS, REMOVE),
        migrations.AddIndex(
            "ledgerentry",
            django.contrib.postgres.indexes.GinIndex(
                models.Func("body", function="ledger_marks"), name="ledger_marked"
            ),
        ),
        migrations.AddIndex(
            "ledgerentry",
            django.contrib.postgres.indexes.GinIndex(
                models.Func("body", function="ledger_words"), name="ledger_worded"
            ),
        ),
        migrations.AddIndex(
            "ledgerentry",
            models.Index("contest", models.Func("body", function="ledger_at"), name="ledger_moment"),
        ),
    ]
