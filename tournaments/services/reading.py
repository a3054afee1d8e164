"""Looking without a hand: what runs in here cannot write, whatever it calls. The database itself refuses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def read_only() -> Iterator[None]:
    """A transaction, or a savepoint of one, in which every write ends in an error of the database."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION READ ONLY")
        yield
