"""Texts to copy into a forum: what everybody may see, in BBCode or Markdown, in the active language.

Built from the public's view alone, whoever copies them. Instants stand in the contest's own zone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import wording
from tournaments.models import Contest, Entry, Table
from tournaments.services import history, ledger, links, moments, standings, views
from tournaments.services.leagues import results
from tournaments.services.markup import BBCODE, MARKDOWN, Markup
from tournaments.services.retelling import retell
from tournaments.wording import banks, leagues
from tournaments.wording.contests import preset
from tournaments.wording.seats import game_name

_SHOWN_WITH = {"pot", "uncalled", "out", "shown", "opened", "deal_over", "match_over"}


@dataclass(frozen=True, slots=True)
class Text:
    """One text in both ways of writing it."""

    key: str
    title: Any
    bbcode: str
    markdown: str


def of_contest(contest: Contest) -> list[Text]:
    """Announcement, entries and (once there are tables) the ranking."""
    texts = [
        _text("announcement", gettext_lazy("Announcement"), contest, lambda m: announcement(contest, m)),
        _text("entries", gettext_lazy("Entries"), contest, lambda m: entries(contest, m)),
    ]
    if contest.state in (Contest.State.RUNNING, Contest.State.PROVISIONAL, Contest.State.FINAL):
        texts.append(_text("ranking", gettext_lazy("Ranking"), contest, lambda m: ranking(contest, m)))
    return texts


def of_table(sight: views.Sight) -> list[Text]:
    """The situation now, and the deal that ended last."""
    table, contest = sight.table, sight.contest
    public = sight if sight.seat is None else views.look(table.pk, None)
    texts = [_text("situation", gettext_lazy("Situation now"), contest, lambda m: situation(public, m))]
    if _last_deal(public):
        title = gettext_lazy("The game") if table.one_deal else gettext_lazy("Last deal")
        texts.append(_text("last-deal", title, contest, lambda m: last_deal(public, m)))
    return texts


def _text(key: str, title: Any, contest: Contest, write: Callable[[Markup], str]) -> Text:
    """Its last line is the checkpoint of the ledger, as in every letter: whoever keeps the post can prove
    a rewrite. Nothing is marked up in it."""
    line = ledger.checkpoint(contest) if contest.pk else ""
    with timezone.override(ZoneInfo(contest.zone)):
        return Text(key, title, *(m.paragraphs(write(m), line) for m in (BBCODE, MARKDOWN)))


def announcement_of(contest: Contest, croupiers: Sequence[str]) -> Text:
    """The announcement of a contest that need not be saved yet."""
    title = gettext_lazy("Announcement")
    return _text("announcement", title, contest, lambda m: announcement(contest, m, croupiers))


def announcement(contest: Contest, m: Markup, croupiers: Sequence[str] | None = None) -> str:
    """What a contest is, when registration closes and where one enters. ``croupiers``: else as stored."""
    named = _croupiers(contest) if croupiers is None else croupiers
    facts = [
        _line(m, _("Organiser"), m.safe(contest.organiser.name)),
        _line(m, _("Game"), _game(contest)),
        _closing(contest, m),
        _line(m, _("Place of registration"), m.safe(contest.place)),
        _line(m, _("Entry fee"), _fee(contest, m)),
        _line(m, _("Time to speak"), banks.limit(contest)),
        _line(m, _("Croupiers"), wording.listed([m.safe(name) for name in named])),
    ]
    prizes = [
        _line(m, _("Place %(number)s") % {"number": place}, m.safe(_goods(goods)))
        for place, goods in enumerate(contest.prizes, start=1)
        if goods
    ]
    return m.paragraphs(
        m.bold(m.safe(contest.name)),
        retell(contest.words, m),
        m.items([fact for fact in facts if fact]),
        m.items([m.safe(line) for line in wording.rules(contest.rules, contest.game)]),
        m.bold(_("Prizes")) if prizes else "",
        m.items(prizes) if prizes else "",
        m.link(links.contest_link(contest), _("Enter, watch, play")),
    )


def entries(contest: Contest, m: Markup) -> str:
    """Who plays, in the order of registration, and who waits for a place."""
    rows = list(contest.entries.order_by("number"))
    present = [m.safe(row.name) for row in rows if row.state == Entry.State.IN]
    waiting = [m.safe(row.name) for row in rows if row.state == Entry.State.RESERVE]
    count = len(present)
    title = ngettext("%(count)s entrant", "%(count)s entrants", count) % {"count": count}
    return m.paragraphs(
        m.bold(f"{m.safe(contest.name)} · {title}"),
        m.items(present) if present else "",
        m.bold(_("Reserve list")) if waiting else "",
        m.items(waiting) if waiting else "",
        m.link(links.contest_link(contest), _("Enter, watch, play")),
    )


def situation(sight: views.Sight, m: Markup) -> str:
    """A table as it lies open before everybody, and whose move is awaited until when."""
    names = {letter: m.bold(name) for letter, name in _names(sight, m).items()}
    lines = wording.situation(sight.view, names, sight.table.game)
    return m.paragraphs(
        m.bold(f"{m.safe(sight.table.name)} · {m.safe(sight.contest.name)}"),
        m.items(lines or [f"{letter} {name}" for letter, name in names.items()]),
        "\n\n".join(awaited(sight, m)),
        m.link(links.table_link(sight.table), _("To the table")),
    )


def awaited(sight: views.Sight, m: Markup) -> list[str]:
    """One sentence for each open turn."""
    if sight.table.state == Table.State.PAUSED:
        return [_("The table is paused.")]
    names = _names(sight, m)
    return [
        _("%(name)s is to speak, until %(deadline)s.")
        % {"name": m.bold(names[letter]), "deadline": wording.instant(turn.deadline_at)}
        for letter, turn in sorted(sight.turns.items())
    ]


def last_deal(sight: views.Sight, m: Markup) -> str:
    """How the deal that ended last went: board, opened hands, pots, chips."""
    number = _last_deal(sight)
    lines: list[str] = []
    for event in history.events_of_deal(sight.table, number):
        told = [fact for fact in event.facts if fact["fact"] in _SHOWN_WITH or fact.get("board")]
        names = {letter: m.safe(name) for letter, name in sight.names_at(event.number).items()}
        lines += wording.log(told, names, sight.table.game)
    title = _("Deal %(number)s") % {"number": number}
    if sight.table.one_deal:
        title = _("The game")
    return m.paragraphs(
        m.bold(f"{m.safe(sight.table.name)} · {m.safe(sight.contest.name)} · {title}"),
        m.items(lines),
        m.link(links.table_link(sight.table), _("To the table")),
    )


def ranking(contest: Contest, m: Markup) -> str:
    """The places: final, or as they would be if everything ended now."""
    if contest.rounds:
        return _of_league(contest, m)
    final = contest.state in (Contest.State.PROVISIONAL, Contest.State.FINAL)
    prizes = _prizes(contest)
    lines = [
        _place(
            m,
            line.place,
            line.entry.name,
            wording.counted(line.chips, contest.game),
            prizes.get(line.entry.pk, {}),
        )
        for line in standings.standings(contest)
    ]
    title = _("Ranking") if final else _("Ranking so far")
    return m.paragraphs(
        m.bold(f"{m.safe(contest.name)} · {title}"),
        m.items(lines),
        m.link(links.contest_link(contest), _("To the contest")),
    )


def _of_league(contest: Contest, m: Markup) -> str:
    """The standings of each division, with their points."""
    names = {entry.ref: entry.name for entry in contest.entries.only("number", "name")}
    parts = []
    for number, lines in results.lines_of(contest).items():
        parts.append(m.bold(_("Division %(number)s") % {"number": number}))
        points = [(one, leagues.fraction(one.points)) for one in lines]
        parts.append(
            m.items([f"{one.place}. {m.bold(m.safe(names[one.player]))}: {had}" for one, had in points])
        )
    title = m.bold(f"{m.safe(contest.name)} · {_('Standings')}")
    return m.paragraphs(title, *parts, m.link(links.page("league", contest.slug), _("To the contest")))


def _closing(contest: Contest, m: Markup) -> str:
    """When registration closes; afterwards when it really did, which may be before that hour."""
    closed = moments.closed_at(contest)
    if closed is not None:
        return _line(m, _("Registration closed"), wording.instant(closed))
    is_open = contest.state in (Contest.State.DRAFT, Contest.State.REGISTRATION)
    return _line(m, _("Registration closes"), wording.instant(contest.closes_at)) if is_open else ""


def _prizes(contest: Contest) -> dict[int, dict[str, int]]:
    """Entry -> what he gets; empty before the end."""
    return {
        entry: {award.good: award.amount for award in awards}
        for entry, awards in standings.awards(contest).items()
        if entry is not None
    }


def _place(m: Markup, number: int, name: str, stands: str, prize: dict[str, int]) -> str:
    line = f"{number}. {m.bold(m.safe(name))}: {stands}"
    return f"{line} ({m.safe(_goods(prize))})" if prize else line


def _names(sight: views.Sight, m: Markup) -> dict[str, str]:
    return {letter: m.safe(name) for letter, name in sight.names.items()}


def _last_deal(sight: views.Sight) -> int:
    """The number of the deal that ended last; 0: none has."""
    deal = int(sight.table.deal_number)
    return deal if sight.result is not None else max(deal - 1, 0)


def _line(m: Markup, label: str, text: str) -> str:
    return f"{m.bold(label)}: {text}" if text else ""


def _game(contest: Contest) -> str:
    return f"{game_name(contest.game)} ({preset(contest.preset)})"


def _fee(contest: Contest, m: Markup) -> str:
    if not contest.fee_amount:
        return ""
    fee = wording.amount(contest.fee_amount, contest.fee_unit)
    if contest.sponsor:
        fee += ". " + _("%(sponsor)s pays for whoever asks") % {"sponsor": contest.sponsor}
    return m.safe(fee)


def _goods(goods: dict[str, int]) -> str:
    return wording.listed([wording.amount(count, good) for good, count in goods.items()])


def _croupiers(contest: Contest) -> Sequence[str]:
    return [one.user.name for one in contest.croupiers.select_related("user").order_by("id")]
