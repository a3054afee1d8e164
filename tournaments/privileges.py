"""What the service's own role may do in the database, where another role owns the tables.

``manage.py migrate``, run by the owner, gives the role named by DATABASE_SERVICE_ROLE what it needs, each
time anew: to read and write rows everywhere, but of the ledger to read, and to insert the four columns from
which the database makes an entry. Who owns the tables could switch their triggers off; this role cannot.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import connections, transaction
from psycopg import sql

_GRANTS = """
GRANT USAGE ON SCHEMA {schema} TO {role};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {role};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {schema} TO {role};
REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {role};
REVOKE ALL ON tournaments_ledgerentry, tournaments_ledgerhead FROM {role};
GRANT SELECT ON tournaments_ledgerentry, tournaments_ledgerhead TO {role};
GRANT INSERT (contest_id, seq, kind, body) ON tournaments_ledgerentry TO {role};
REVOKE EXECUTE ON FUNCTION ledger_take(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_take(bigint) TO {role};
"""


def grant(using: str = "default", plan: Any = (), **_signal: Any) -> None:
    """After a migration. Nothing to do where the service owns its tables."""
    if not settings.DATABASE_SERVICE_ROLE or any(backwards for _, backwards in plan):
        return
    with transaction.atomic(using), connections[using].cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        names = {
            "schema": sql.Identifier(cursor.fetchone()[0]),
            "role": sql.Identifier(settings.DATABASE_SERVICE_ROLE),
        }
        cursor.execute(sql.SQL(_GRANTS).format(**names))
