"""The strings that we put into our letters, by which their quotation is recognised."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from referee.letters.clean import plain

WORD = r"[a-z0-9]{6,64}"
"""A secret word in an address or a Message-ID; case does not matter."""

TAG = re.compile(r"\[#([A-Za-z0-9]{4,16})\]")
"""The short tag of a subject: ``[#k7m2qx]``."""

MARKER = "##-"
"""Begins the first line of every letter of ours."""

CHECKPOINT = re.compile(r"(?:^|\s)[A-Za-z0-9+/]{43}=\s*\Z")
"""The root of the audit log, with which the last line of a letter of ours ends."""

_REPLY = re.compile(r"\s*(?:[^\W\d_]{1,5}\s?(?:\[\d+\])?\s?:\s*)+")
"""``Re:``, ``RE :``, ``R:``, ``Rif:``, ``TR:`` before a subject, several of them perhaps."""

FORWARDED = re.compile(r"\s*(?:fwd?|tr|wg|i|rv|inoltra?)\s*:", re.IGNORECASE)
"""``Fwd:``, ``TR :``, ``I:`` before the subject of a letter that is handed on."""

_SHORTEST_SUBJECT = 8
_SHORTEST_NAME = 4


@dataclass(frozen=True)
class Ours:
    """What is ours in a letter.

    addresses  the mailboxes that we read, ``play@poker.example``; ``play+word@poker.example``
               counts as the same one, with ``word`` as its token
    name       the From name of our letters
    markers    further strings that begin a quotation of ours, such as a marker line
    ends       strings that stand in the last lines of a letter of ours
    subject    the subject of the letter that is answered, where it can tell a quotation
    also       what the reader's address book calls us, by the To of the reply
    forwarded  the subject says that a letter of ours is handed on
    """

    addresses: tuple[str, ...] = ()
    name: str = ""
    markers: tuple[str, ...] = (MARKER,)
    ends: tuple[str, ...] = field(default=())
    subject: str = ""
    also: tuple[str, ...] = ()
    forwarded: bool = False

    def answered_by(self, subject: str, to: Iterable[tuple[str, str]] = ()) -> Ours:
        """The same, with our own subject and our names as the reply repeats them; ``to``: (name, address).

        A short subject or name tells nothing.
        """
        bare = _REPLY.sub("", subject, count=1).strip()
        known = _REPLY.match(subject) is not None and len(bare) >= _SHORTEST_SUBJECT
        names = tuple(name for name, address in to if self.owns(address) and len(name) >= _SHORTEST_NAME)
        forwarded = FORWARDED.match(subject) is not None
        return replace(self, subject=bare if known else "", also=names, forwarded=forwarded)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All names of ours, each as ``plain`` makes it, the longest first."""
        found = {plain(name) for name in (self.name, *self.also)} - {""}
        return tuple(sorted(found, key=len, reverse=True))

    def token_of(self, address: str) -> str | None:
        """The token in an address of ours: ``""`` where it has none, None where it is not ours."""
        local, _, domain = address.strip().strip("<>").lower().rpartition("@")
        base, _, token = local.partition("+")
        return token if f"{base}@{domain}" in self._known else None

    def owns(self, address: str) -> bool:
        return self.token_of(address) is not None

    def bare(self, address: str) -> str:
        """The address in lower case; one of ours without its token."""
        address = address.lower()
        if not self.token_of(address):
            return address
        local, _, domain = address.strip().strip("<>").rpartition("@")
        return f"{local.partition('+')[0]}@{domain}"

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(address.strip().lower() for address in self.addresses)

    @cached_property
    def address_pattern(self) -> re.Pattern[str] | None:
        """An address of ours inside text without blanks, with or without a token."""
        known = [address.partition("@") for address in sorted(self._known) if "@" in address]
        if not known:
            return None
        one = "|".join(
            rf"(?<![a-z0-9._+-]){re.escape(local)}(?:\+[a-z0-9]+)?@{re.escape(domain)}(?![a-z0-9-])"
            for local, _, domain in known
        )
        return re.compile(one)

    @cached_property
    def message_id_pattern(self) -> re.Pattern[str]:
        """``<turn.TOKEN.n@our domain>`` as our letters are named."""
        domains = "|".join(sorted({re.escape(address.rpartition("@")[2]) for address in self._known}))
        return re.compile(rf"<turn\.({WORD})\.[^@<>\s]*@(?:{domains or '(?!)'})>", re.IGNORECASE)
