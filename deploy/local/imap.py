"""An IMAP server for the tests: Debian's dovecot where it is, or may be brought; else pymap, in memory.

As a command it brings dovecot, in CI alone: elsewhere the package would begin to serve. Either runs as a
process of its own, on loopback, and keeps its letters in a folder of its own.
"""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.local.browser import apt

_CONF = """
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
mail_location = maildir:{folder}/mail/%u
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/mail/%u
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
"""


@dataclass(frozen=True, slots=True)
class Server:
    """A running server with one mailbox."""

    port: int
    user: str
    password: str

    @property
    def url(self) -> str:
        return f"imap://{self.user}:{self.password}@127.0.0.1:{self.port}"


def dovecot() -> str | None:
    return shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


@contextmanager
def serve(kind: str) -> Iterator[Server]:
    """Run a server of this kind (``dovecot``, ``pymap``) until the end of the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with tempfile.TemporaryDirectory(prefix="imap-") as folder:
        begin = _dovecot if kind == "dovecot" else _pymap
        process, server = begin(Path(folder), port)
        try:
            _wait(process, port)
            yield server
        finally:
            process.terminate()
            process.wait(timeout=20)


def _dovecot(folder: Path, port: int) -> tuple[subprocess.Popen[bytes], Server]:
    """It will not serve as root: there it becomes nobody."""
    root = os.geteuid() == 0
    entry = pwd.getpwnam("nobody") if root else pwd.getpwuid(os.geteuid())
    if root:
        os.chown(folder, entry.pw_uid, entry.pw_gid)
    server = Server(port, "play", "loopback")
    values = {"folder": folder, "port": port, "password": server.password}
    conf = _CONF.format(user=entry.pw_name, group=grp.getgrgid(entry.pw_gid).gr_name, **values)
    (folder / "dovecot.conf").write_text(conf)
    command = [dovecot() or "dovecot", "-F", "-c", str(folder / "dovecot.conf")]
    if root:
        return subprocess.Popen(command, user=entry.pw_uid, group=entry.pw_gid, extra_groups=[]), server
    return subprocess.Popen(command), server


def _pymap(folder: Path, port: int) -> tuple[subprocess.Popen[bytes], Server]:
    """Its demonstration data come with it; who wants an empty mailbox empties it."""
    code = "from pymap.main import main; main()"
    words = ["--host", "127.0.0.1", "--port", str(port), "--no-tls", "dict", "--demo-data"]
    command = [sys.executable, "-W", "ignore", "-c", code, *words]
    return subprocess.Popen(command, cwd=folder), Server(port, "demouser", "demopass")


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    limit = time.monotonic() + 30
    while process.poll() is None and time.monotonic() < limit:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as peer:
                if peer.recv(64).startswith(b"* OK"):
                    return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the IMAP server does not start")


def main() -> None:
    """Bring Debian's dovecot where that may be done without asking; without it, pymap serves alone."""
    if dovecot() or os.environ.get("CI") != "true" or not (command := apt()):
        return
    print("Installing Debian's package dovecot-imapd, for the tests of the mailbox.", flush=True)
    for words in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", "dovecot-imapd"]):
        subprocess.run([*command, *words], check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
