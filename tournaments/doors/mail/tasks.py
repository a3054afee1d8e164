"""Celery tasks of the mail door. Each may run twice, or not at all: the rows are the truth."""

from __future__ import annotations

from celery import shared_task

from tournaments.doors.mail import imap
from tournaments.services import letters, post


@shared_task(name="tournaments.read_letters", ignore_result=True)
def read_letters() -> None:
    """Read what has come in."""
    letters.read_due()


@shared_task(name="tournaments.fetch_mail", ignore_result=True)
def fetch_mail() -> None:
    """Look into the mailbox; what is fetched is stored before it is marked."""
    imap.fetch()


@shared_task(name="tournaments.send", ignore_result=True)
def send() -> None:
    """Send what is due."""
    post.send_due()
