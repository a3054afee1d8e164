"""Addresses that stand in letters: absolute, and with a secret word only where they open a turn."""

from __future__ import annotations

from django.conf import settings
from django.urls import NoReverseMatch, reverse

from tournaments import models
from tournaments.services import sealing


def turn_word(turn: models.Turn) -> str:
    """What the tokens of a turn are made of (``services.desk``)."""
    return f"{turn.table.ref}|{turn.seat.letter}|{turn.number}"


def mail_token(turn: models.Turn) -> str:
    return sealing.token("mail", turn_word(turn))


def tag(turn: models.Turn) -> str:
    """The short tag of a subject, without ``[#]``."""
    return sealing.token("tag", turn_word(turn), 6)


def turn_link(turn: models.Turn) -> str:
    """Opens that turn's page, signed in for its table only. A GET shows, it never plays."""
    return f"{settings.SITE_URL}/t/{sealing.token('link', turn_word(turn))}/"


def contest_link(contest: models.Contest) -> str:
    return page("contest", contest.slug)


def table_link(table: models.Table) -> str:
    return page("table", table.contest.slug, table.number)


def case_link(case: models.Case) -> str:
    return page("case", case.table.contest.slug, case.table.number, case.number)


def proposal_link(one: models.Proposal) -> str:
    return page("proposal", one.table.contest.slug, one.table.number, one.number)


def page(name: str, *args: object) -> str:
    """A page of the site by its name in the addresses; the front page where there is none."""
    try:
        return settings.SITE_URL + reverse(name, args=args)
    except NoReverseMatch:
        return f"{settings.SITE_URL}/"
