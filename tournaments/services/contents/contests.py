"""Letters about a contest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.core import Illegal
from tournaments import models, wording
from tournaments.services import links, sharing, standings
from tournaments.services.contents.content import Content
from tournaments.wording import banks

_EXCEPTIONS = (models.Contest.Tables.EXCEPTION, models.Contest.Tables.ONE_OF_NINE)


def registered(notice: models.Notice) -> Content | None:
    entry = _entry(notice)
    if entry is None:
        return None
    reserve = entry.state == models.Entry.State.RESERVE
    about = _("you are on the reserve list") if reserve else _("you are registered")
    return Content(about, {**dates_of(entry.contest), "entry": entry, "reserve": reserve})


def reserve(notice: models.Notice) -> Content | None:
    entry = _entry(notice)
    if entry is None or entry.state != models.Entry.State.IN:
        return None
    return Content(_("a place has become free for you"), {**dates_of(entry.contest), "entry": entry})


def withdrawn(notice: models.Notice) -> Content | None:
    entry = _entry(notice)
    if entry is None or entry.state != models.Entry.State.WITHDRAWN:
        return None
    seated = models.Seat.objects.filter(entry=entry).exists()
    context = {**dates_of(entry.contest), "entry": entry, "seated": seated}
    return Content(_("you have withdrawn"), context)


def seated(notice: models.Notice) -> Content | None:
    entry = _entry(notice)
    seat = (
        models.Seat.objects.select_related("table__croupier")
        .filter(entry=entry, **({"table": notice.data["table"]} if "table" in notice.data else {}))
        .first()
        if entry
        else None
    )
    if entry is None or seat is None:
        return None
    table = seat.table
    context = {
        **dates_of(entry.contest),
        "entry": entry,
        "table": table,
        "seat": seat.letter,
        "croupier": table.croupier.name if table.croupier else "",
        "players": [
            f"{one.letter} · {one.entry.name}" for one in table.table_seats.select_related("entry").all()
        ],
        "exception": _exception(table),
        "rules": wording.rules(entry.contest.rules, entry.contest.game),
        "leaves": entry.contest.game == "holdem",
        "lists": entry.contest.game == "saint",
        "round": table.round,
        "ends": wording.instant(table.closes_at) if table.closes_at else "",
    }
    return Content(_("you sit at seat %(seat)s") % {"seat": seat.letter}, context)


def plays_in_advance(notice: models.Notice) -> dict[str, bool]:
    """``leaves``: whether a move may be left in advance at the table of the letter, or where it is about none
    in anything that its reader plays; ``lists``: cards at Saint Poker, likewise; ``checks``: whether one may
    check there."""
    found = [notice.table.contest] if notice.table else _entered(notice)
    leaving = [one for one in found if one.game == "holdem"]
    lists = any(one.game == "saint" for one in found)
    return {"leaves": bool(leaving), "lists": lists, "checks": any(one.rules.get("check") for one in leaving)}


def _entered(notice: models.Notice) -> list[models.Contest]:
    entries = models.Entry.objects.filter(user=notice.user_id or 0).exclude(state="withdrawn")
    return [entry.contest for entry in entries.select_related("contest")]


def _exception(table: models.Table) -> str:
    """Why a table has another number of seats than the rules want (T5); empty where it has not."""
    contest, count = table.contest, table.table_seats.count()
    if contest.table_rule not in _EXCEPTIONS or 5 <= count <= 8:
        return ""
    said = {"seats": count, "reason": contest.table_rule_reason}
    return (
        ngettext(
            "By exception this table has %(seats)s seat. Reason: %(reason)s",
            "By exception this table has %(seats)s seats. Reason: %(reason)s",
            count,
        )
        % said
    )


def check_in(notice: models.Notice) -> Content | None:
    """To whoever committed to a value and has not given it yet."""
    entry = _entry(notice)
    if entry is None:
        return None
    standing = sharing.of(entry.contest, entry)
    if standing.step != sharing.CHECK_IN or standing.inputs is None:
        return None
    until = wording.instant(standing.inputs.closes_at)
    return Content(_("check in for the draws"), {**dates_of(entry.contest), "entry": entry, "until": until})


def closing(notice: models.Notice) -> Content | None:
    contest = notice.contest
    if contest is None or contest.state not in (
        models.Contest.State.REGISTRATION,
        models.Contest.State.CLOSED,
    ):
        return None
    context = {**dates_of(contest), "reason": notice.data.get("reason", "")}
    return Content(_("registration is extended"), context)


def with_reason(about: str) -> Callable[[models.Notice], Content | None]:
    def content(notice: models.Notice) -> Content | None:
        if notice.contest is None:
            return None
        context = {
            **dates_of(notice.contest),
            "entry": _entry(notice),
            "reason": notice.data.get("reason", ""),
        }
        return Content(_(about), context)

    return content


def final(notice: models.Notice) -> Content | None:
    contest = notice.contest
    if contest is None:
        return None
    placings, won = standings.placed(contest), standings.awards(contest)
    own = next((one for one in placings if one.entry_id == notice.data.get("entry")), None)
    context = {
        **dates_of(contest),
        "ranking": [_ranked(one, won.get(one.entry_id, ())) for one in placings],
        "place": own.place if own else None,
        "prizes": _goods(won.get(own.entry_id, ())) if own else "",
    }
    return Content(_("the final ranking"), context)


def _ranked(one: models.Placing, awards: Sequence[models.Award]) -> dict[str, Any]:
    chips = wording.counted(one.chips, one.contest.game)
    return {"place": one.place, "name": one.entry.name, "chips": chips, "prizes": _goods(awards)}


def _goods(awards: Sequence[models.Award]) -> str:
    return wording.listed([wording.amount(award.amount, award.good) for award in awards])


def needs(notice: models.Notice) -> Content | None:
    """Something waits for the organiser."""
    contest = notice.contest
    if contest is None:
        return None
    data = notice.data
    params = {key: value for key, value in data.items() if key != "code"}
    sentence = wording.refusal(Illegal(str(data.get("code", "")), **params))
    case = models.Case.objects.select_related("table__contest").filter(pk=data.get("case") or 0).first()
    context = {
        **dates_of(contest),
        "sentence": sentence,
        "case_page": links.case_link(case) if case else "",
        "ledger_page": links.page("ledger", contest.slug) if data.get("ledger") else "",
    }
    return Content(_("something waits for you"), context)


def plain(notice: models.Notice) -> Content | None:
    """A kind that nobody wrote a letter for: the contest's page says the rest."""
    if notice.contest is None:
        return None
    return Content(_("news"), dates_of(notice.contest), template="news")


def _entry(notice: models.Notice) -> models.Entry | None:
    key = notice.data.get("entry")
    return models.Entry.objects.select_related("contest").filter(pk=key).first() if key else None


_OPEN = (models.Contest.State.DRAFT, models.Contest.State.REGISTRATION)


def dates_of(contest: models.Contest) -> dict[str, Any]:
    return {
        "contest": contest,
        "link": links.contest_link(contest),
        "closes": wording.instant(contest.closes_at) if contest.state in _OPEN else "",
        "starts": wording.instant(contest.starts_at) if contest.starts_at else "",
        "turn_length": banks.limit(contest),
        "fee": f"{contest.fee_amount} × {contest.fee_unit}" if contest.fee_amount else "",
    }
