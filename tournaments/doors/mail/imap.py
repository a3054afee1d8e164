"""Letters from a mailbox: fetched, stored and committed, and only then marked or moved.

Whatever goes wrong before the mark leaves the letter as it was, and the next look finds it again. Bytes go
from the mailbox into the database without being parsed; only the head is read, for the envelope.
"""

from __future__ import annotations

import imaplib
import logging
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import SplitResult, unquote, urlsplit

from django.conf import settings
from django.db import InterfaceError, OperationalError
from imap_tools import BaseMailBox, ImapToolsError, MailBox, MailBoxStartTls, MailBoxUnencrypted

from tournaments.doors.mail import envelopes
from tournaments.services import clock, letters, postbox

log = logging.getLogger(__name__)

SECONDS = 30
"""How long the mailbox's server may keep us waiting for one answer."""
_TROUBLE = (imaplib.IMAP4.error, ImapToolsError, OSError)
_ITEMS = f"(BODY.PEEK[]<0.{letters.LARGEST}> INTERNALDATE)"
"""Of a letter that is too large the beginning is kept, where the words stand: nobody waits for a 552."""


@dataclass(slots=True)
class Fetched:
    """What one look brought. ``left``: letters that could not be stored or marked, for the next look.

    ``trouble``: what ended the look before its end, "" where nothing did.
    """

    stored: int = 0
    again: int = 0
    left: int = 0
    trouble: str = ""


def fetch() -> Fetched:
    """Look into the mailbox of IMAP_URL once. Two at once do no harm: each letter is stored once."""
    done = Fetched()
    began, since = clock.now(), postbox.caught_up()
    try:
        with _open(urlsplit(settings.IMAP_URL)) as box:
            place = _place(box)
            for uid in box.uids("UNSEEN", charset=None):
                _take(box, place, uid, since, done)
    except _TROUBLE as error:
        done.trouble = type(error).__name__
        log.warning("the mailbox cannot be read to its end: %s", done.trouble)
    if not done.trouble and not done.left:
        postbox.catch_up(began)
    return done


@contextmanager
def _open(url: SplitResult) -> Iterator[BaseMailBox]:
    """Signed in, with the folder open; hung up at the end, however it ends."""
    box = _connect(url)
    try:
        user, password = unquote(url.username or ""), unquote(url.password or "")
        yield box.login(user, password, unquote(url.path.strip("/")) or "INBOX")
        box.logout()
    finally:
        with suppress(*_TROUBLE):
            box.client.shutdown()


def _connect(url: SplitResult) -> BaseMailBox:
    host = url.hostname or ""
    if url.scheme == "imaps":
        return MailBox(host, url.port or 993, timeout=SECONDS, ssl_context=ssl.create_default_context())
    if url.scheme == "imap+tls":
        context = ssl.create_default_context()
        return MailBoxStartTls(host, url.port or 143, timeout=SECONDS, ssl_context=context)
    return MailBoxUnencrypted(host, url.port or 143, timeout=SECONDS)


def _place(box: BaseMailBox) -> str:
    """The folder's name for ever: its server may number the letters anew, and then says so."""
    url = urlsplit(settings.IMAP_URL)
    _, found = box.client.response("UIDVALIDITY")
    validity = found[0].decode("ascii", "replace") if found and found[0] else "0"
    return f"imap:{url.username}@{url.hostname}{url.path}"[:150] + f";{validity}"


def _take(box: BaseMailBox, place: str, uid: str, since: datetime | None, done: Fetched) -> None:
    """One letter: stored, then marked. One that makes trouble is left; the next one is taken."""
    source = f"{place}/{uid}"
    try:
        if letters.stored(source):
            done.again += 1
        else:
            raw, stamp = _bytes(box, uid)
            wanted = envelopes.of(raw, "imap", source, postbox.arrived(stamp, since))
            letters.receive_all(raw, wanted)
            done.stored += 1
    except (imaplib.IMAP4.abort, OSError, OperationalError, InterfaceError):
        raise  # the mailbox or the database is away: what is left stays as it is
    except Exception as error:  # whatever one letter does, the next one is fetched
        log.error("letter %s of the mailbox was not stored: %s", uid, type(error).__name__)
        done.left += 1
        return
    _mark(box, uid)


def _bytes(box: BaseMailBox, uid: str) -> tuple[bytes, datetime | None]:
    """A letter as it lies there, and when it came. Not by imap-tools, which would parse it at once."""
    status, found = box.client.uid("FETCH", uid, _ITEMS)
    whole = next((one for one in found or [] if isinstance(one, tuple)), None)
    if status != "OK" or whole is None:
        raise LookupError("not to be had")
    raw: bytes = whole[1]
    if len(raw) >= letters.LARGEST:
        raw = raw[: raw.rfind(b"\n") + 1] or raw  # behind a whole line: "raise to 1" is no beginning of 15
    said = b" ".join(one[0] if isinstance(one, tuple) else one for one in found if one)
    return raw, _stamp(said)


def _stamp(said: bytes) -> datetime | None:
    """INTERNALDATE, in UTC."""
    found = re.search(rb'INTERNALDATE "([^"]+)"', said)
    try:
        return parsedate_to_datetime(found.group(1).decode("ascii")).astimezone(UTC) if found else None
    except ValueError:
        return None


def _mark(box: BaseMailBox, uid: str) -> None:
    """Read, or moved away: after this, the next look does not find it."""
    if settings.IMAP_DONE_FOLDER:
        if not box.folder.exists(settings.IMAP_DONE_FOLDER):
            box.folder.create(settings.IMAP_DONE_FOLDER)
        box.move(uid, settings.IMAP_DONE_FOLDER)
    else:
        box.flag(uid, "\\Seen", True)
