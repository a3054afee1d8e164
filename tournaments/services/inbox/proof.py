"""Whether a letter is from whom it says: what our own mail server found out, and what a mere answer proves.

Only Authentication-Results under our own name (MAIL_AUTHSERV_ID) count, and of those the topmost: our server
writes it above all that came in, and strips what others wrote under its name. A topmost one that cannot be
read says nothing: what stands below it may be the writer's.
"""

from __future__ import annotations

import logging
import re
from email import message_from_bytes, policy
from email.message import Message
from typing import Any, Literal

import authres
from django.conf import settings

from referee.core import Illegal
from tournaments.services.inbox.case import Case, State, Verdict

log = logging.getLogger(__name__)

type Answer = Literal["pass", "fail", "none"]

_HEADER = "Authentication-Results"
_COMMENT = re.compile(r"\([^()]*\)")
_LONGEST = 8_000
"""Characters of such a header: servers write some hundred."""


def authenticated(case: Case) -> Verdict | None:
    """10: what the server found out about the From; it ends nothing, the checks below ask for it."""
    case.auth = results(bytes(case.letter.raw), case.read.sender)
    return None


def results(raw: bytes, sender: str) -> Answer:
    """pass, fail or none, for the domain of this From."""
    wanted = settings.MAIL_AUTHSERV_ID.strip().lower()
    if not wanted:
        return "none"
    for value in head_of(raw).get_all(_HEADER) or []:
        if _name(str(value)) == wanted:
            found = _parsed(str(value))
            ours = found is not None and str(found.authserv_id).lower() == wanted
            return _weigh(found, sender.rpartition("@")[2]) if ours else "none"
    return "none"


def _name(value: str) -> str:
    """Whose header it says it is: its first word, without comments; "" where it has none."""
    words = _COMMENT.sub(" ", value[:_LONGEST].partition(";")[0]).split()
    return words[0].strip('"').lower() if words else ""


def _parsed(value: str) -> Any | None:
    """The header, or None: not every server keeps to its grammar."""
    if len(value) > _LONGEST:
        return None
    try:
        return authres.AuthenticationResultsHeader.parse(f"{_HEADER}: {' '.join(value.split())}")
    except Exception as error:  # authres raises more than its own errors for what strangers write
        log.info("a header %s cannot be read: %s", _HEADER, type(error).__name__)
        return None


def _weigh(found: Any, domain: str) -> Answer:
    """DMARC says it all, where it was asked; else a pass of DKIM or SPF for the domain itself."""
    said = [(str(one.method).lower(), str(one.result).lower(), _properties(one)) for one in found.results]
    dmarc = [result for method, result, about in said if method == "dmarc" and _same(about, "from", domain)]
    if "fail" in dmarc:
        return "fail"
    if "pass" in dmarc:
        return "pass"
    for method, result, about in said:
        named = {"dkim": ("d", "i"), "spf": ("mailfrom",)}.get(method, ())
        if result == "pass" and any(_same(about, name, domain) for name in named if name in about):
            return "pass"
    failed = any(method in ("dkim", "spf") and result == "fail" for method, result, _ in said)
    return "fail" if failed else "none"


def _properties(one: Any) -> dict[str, str]:
    return {str(each.name).lower(): str(each.value).lower() for each in one.properties}


def _same(about: dict[str, str], name: str, domain: str) -> bool:
    """Whether a property names this domain, bare or behind an @; one that is left out is no other's."""
    return about.get(name, domain).rpartition("@")[2] == domain


def believed_by_the_server(case: Case) -> Verdict | None:
    """10: what fails is held. The player is asked, at his own address, to say it on the page."""
    if case.auth != "fail":
        return None
    if case.player is None:
        return Verdict(State.IGNORED, {"why": "an unknown sender whose address is not his"})
    verdict = case.refused(Illegal("NOT_AUTHENTIC", sender=case.read.sender))
    verdict.state = State.HELD
    verdict.answer_key = f"answer:auth:{case.player.pk}:{case.letter.received_at:%Y-%m-%d}"
    if case.turn is not None:
        verdict.answer_key += f":{case.turn.pk}"
    return verdict


def head_of(raw: bytes) -> Message:
    """The head of a letter, for what only one check asks of it."""
    return message_from_bytes(raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0], policy=policy.compat32)
