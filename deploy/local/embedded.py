"""The database and the broker for a machine that has none: `with services(folder) as urls:`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from deploy.local.keeper import Keeper
from deploy.local.postgres import SERVICE, Postgres
from deploy.local.programs import OWNER_URL
from deploy.local.valkey import Valkey

__all__ = ["Keeper", "Postgres", "Valkey", "addresses", "services"]


def addresses(server: Postgres | Valkey) -> dict[str, str]:
    """As the service is to know it: a database by the role that owns nothing, beside it by its owner."""
    if isinstance(server, Valkey):
        return {"REDIS_URL": server.url}
    return {"DATABASE_URL": server.service_url, OWNER_URL: server.url, "DATABASE_SERVICE_ROLE": SERVICE}


@contextmanager
def services(
    home: Path | None = None, *, durable: bool = True, apart: bool = False
) -> Iterator[dict[str, str]]:
    """DATABASE_URL and REDIS_URL: those of the environment where it has them, else of servers that run
    meanwhile.

    Without `home` the data are in a temporary folder that goes with them. With `durable=False` the database
    is quick and careless, as tests want it. DATABASE_URL is that of the tables' owner; with `apart` that of
    the service, and the owner's stands beside it.
    """
    with ExitStack() as stack:
        keeper = stack.enter_context(Keeper())
        temporary = home is None
        home = home or Path(tempfile.mkdtemp(prefix="referee-"))
        urls = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL") if os.environ.get(name)}
        if "DATABASE_URL" not in urls:
            postgres = Postgres(home / "postgres", keeper, durable=durable)
            if temporary:
                keeper.remove_at_end(postgres.data.parent)
            stack.callback(postgres.stop)
            postgres.start()
            urls |= addresses(postgres) if apart else {"DATABASE_URL": postgres.url}
        if "REDIS_URL" not in urls:
            valkey = Valkey(home / "valkey", keeper)
            stack.callback(valkey.stop)
            valkey.start()
            urls["REDIS_URL"] = valkey.url
        if temporary:
            keeper.remove_at_end(home)
        yield urls
