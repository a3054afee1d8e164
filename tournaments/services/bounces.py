"""Letters of ours that come back: noted at the notice and at the address, for the player and the organiser.

A report is believed where it knows what only its letter's way knew: the signed word of the envelope's sender,
or the Message-ID. A letter is tried again for ever all the same; what is noted is for people to see.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet

from tournaments import models
from tournaments.services import clock, sealing

CAME_BACK = "came back"
_STATUS = re.compile(rb"^Status:\s*([245]\.\d{1,3}\.\d{1,3})", re.IGNORECASE | re.MULTILINE)
_ACTION = re.compile(rb"^Action:\s*([a-z]+)", re.IGNORECASE | re.MULTILINE)
_IN_WORDS = re.compile(rb"\b5\d\d[ -]#?(5\.\d{1,3}\.\d{1,3})\b")
_NAME = r"<((?:turn|note)\.([a-z0-9]{6,64})\.(\d{1,18})@%s)>"


@dataclass(frozen=True, slots=True)
class Bounce:
    """Letters to this person come back: since when, and with which status ("5.1.1", "550")."""

    since: datetime
    status: str


def word(notice: models.Notice) -> str:
    """Stands in the envelope's sender of a letter: reports about it come to that address."""
    return sealing.signed("bounce", notice.pk)


def of(token: str | None) -> models.Notice | None:
    """The letter that such an address is about."""
    number = sealing.number_of("bounce", token)
    return None if number is None else _known().filter(pk=number).first()


def about(raw: bytes, token: str | None) -> models.Notice | None:
    """The letter of ours that a report is about, where it knows what only that letter's way knew."""
    return of(token) or _by_name(raw)


def note(raw: bytes, notice: models.Notice | None) -> bool:
    """Note a report about a letter of ours; whether it says that the letter came back for good."""
    if notice is None:
        return False
    action, status = _ACTION.search(raw), _STATUS.search(raw) or _IN_WORDS.search(raw)
    code = status.group(1).decode() if status else ""
    delayed = action is not None and action.group(1).lower() in (
        b"delayed",
        b"delivered",
        b"relayed",
        b"expanded",
    )
    if delayed or not (code.startswith("5") or (action and action.group(1).lower() == b"failed")):
        return False
    _mark(notice, code, CAME_BACK)
    return True


def refused(notice: models.Notice, code: str) -> None:
    """The address was refused for good when the letter was handed over."""
    _mark(notice, code, f"recipient refused: {code}")


def arrives(user: models.User) -> None:
    """He has answered a letter of ours, or typed a code that stood in one: they reach him."""
    if user.bounced_at is not None:
        models.User.objects.filter(pk=user.pk).update(bounced_at=None, bounce="")


def address_changed(user: models.User) -> None:
    """What came back went to another address."""
    arrives(user)


def of_user(user: models.User) -> Bounce | None:
    """What the player's own page may show; None where nothing came back since he last answered."""
    return Bounce(user.bounced_at, user.bounce) if user.bounced_at else None


def among(contest: models.Contest) -> list[models.Entry]:
    """The entrants whom letters do not reach, for the organiser; each with its ``user``."""
    taking_part = contest.entries.exclude(state=models.Entry.State.WITHDRAWN)
    return list(taking_part.filter(user__bounced_at__isnull=False).select_related("user").order_by("number"))


def _mark(notice: models.Notice, status: str, trouble: str) -> None:
    models.Notice.objects.filter(pk=notice.pk).update(trouble=trouble)
    user = notice.user
    if user is not None and notice.address.lower() in ("", user.email.lower()):
        # A letter that went to the address he had before says nothing of the one he has now.
        since = user.bounced_at or clock.now()
        models.User.objects.filter(pk=user.pk).update(bounced_at=since, bounce=status[:120])


def _known() -> QuerySet[models.Notice]:
    return models.Notice.objects.select_related("user", "turn", "contest")


def _by_name(raw: bytes) -> models.Notice | None:
    """By the Message-ID of the letter that is returned, whose secret word has to be right."""
    pattern = re.compile((_NAME % re.escape(settings.MAIL_DOMAIN)).encode(), re.IGNORECASE)
    for found in pattern.finditer(raw):
        name, secret, number = (part.decode().lower() for part in found.groups())
        notice = _known().filter(pk=int(number)).first()
        if notice is not None and _is_name(notice, name, secret):
            return notice
    return None


def _is_name(notice: models.Notice, name: str, secret: str) -> bool:
    if sealing.is_hash_of(notice.message_id, name) or sealing.same(
        secret, sealing.token("note", notice.pk, 16)
    ):
        return True
    return notice.turn is not None and sealing.is_hash_of(notice.turn.mail_hash, secret)
