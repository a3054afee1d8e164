"""Who runs the embedded PostgreSQL, which refuses to run as root.

Three ways, none of which adds a user or touches a permission outside the project:

* `direct`: we are not root (or the data belong to somebody else: then that somebody runs it);
* `mapped`: root, in a user namespace where root's own files seem to belong to an ordinary user;
* `lent`: root where namespaces are forbidden: an existing unprivileged account runs a copy of the binaries,
  with data and copy in a private folder of its own below /var/tmp, since it cannot pass through folders
  that are private to root.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PREFERRED = ("postgres", "nobody", "daemon")


@dataclass(frozen=True)
class Account:
    """`prefix` goes before each command, `identity` to Popen; `owner` owns what the server writes."""

    way: str
    prefix: tuple[str, ...] = ()
    owner: pwd.struct_passwd | None = None

    @property
    def identity(self) -> dict[str, Any]:
        if self.owner is None:
            return {}
        return {"user": self.owner.pw_uid, "group": self.owner.pw_gid, "extra_groups": []}

    def own(self, path: Path) -> None:
        """Gives a folder that we made to the account."""
        if self.owner is not None:
            os.chown(path, self.owner.pw_uid, self.owner.pw_gid)


def mapped(writable: Path, runnable: Path) -> Account | None:
    """The namespace way, or None where it is forbidden or where the two paths cannot be used in it."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return None
    # initdb looks its user up, so the number must be one that has an entry; 65534 also stands for "not
    # mapped".
    known = [entry.pw_uid for entry in pwd.getpwall() if entry.pw_uid not in (0, 65534)]
    if not known:
        return None
    prefix = (unshare, "-U", f"--map-user={known[0]}", "--")
    test = '[ "$(id -u)" -ne 0 ] && [ -w "$1" ] && [ -x "$2" ]'
    probe = subprocess.run(
        [*prefix, "/bin/sh", "-c", test, "probe", str(writable), str(runnable)],
        capture_output=True,
        check=False,
    )
    return Account("mapped", prefix) if probe.returncode == 0 else None


def lent() -> Account:
    """An unprivileged account that exists."""
    entries = {entry.pw_name: entry for entry in pwd.getpwall() if entry.pw_uid != 0}
    for name in (*PREFERRED, *entries):
        if name in entries:
            return Account("lent", owner=entries[name])
    raise RuntimeError("PostgreSQL cannot run as root, and this machine has no other user")


def choose(data: Path, runnable: Path) -> Account:
    """The account for a data folder: its owner's where there is one, else the first way that works here."""
    if os.geteuid() != 0:
        if data.exists() and data.stat().st_uid != os.geteuid():
            raise RuntimeError(f"{data} belongs to another user: run as that user, or remove the folder")
        return Account("direct")
    if data.exists() and (uid := data.stat().st_uid) != 0:
        return Account("direct", owner=pwd.getpwuid(uid))
    return mapped(data.parent, runnable) or lent()
