"""What the pages of contests say with few words: states, goods, fees, table rules, presets."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments import wording
from tournaments.doors.web.markdown import to_html
from tournaments.models import Award, Contest, Entry
from tournaments.services import fees
from tournaments.services.projections import Outlook
from tournaments.wording import banks
from tournaments.wording.contests import preset
from tournaments.wording.refusals import CHOICES

register = template.Library()

_BADGES = {
    Contest.State.DRAFT: "wait",
    Contest.State.REGISTRATION: "on",
    Contest.State.RUNNING: "on",
    Contest.State.CANCELLED: "off",
}


@register.filter
def time_terms(contest: Contest) -> str:
    """How long one may think."""
    return banks.limit(contest)


@register.filter
def state_badge(state: str) -> str:
    """The colour of a state's badge; its word says the same."""
    return _BADGES.get(Contest.State(state), "")


@register.filter
def markdown(text: str) -> SafeString:
    return to_html(text)


@register.filter
def goods(award: Award) -> str:
    return wording.amount(award.amount, award.good)


@register.filter
def counted(count: int, game: str) -> str:
    """Chips, or points where a game has those."""
    return wording.counted(count, game)


@register.filter
def counted_in(game: str) -> str:
    """The heading of what a ranking counts."""
    return _("Chips") if game == "holdem" else _("Points")


@register.simple_tag
def goods_of(amount: int, good: str) -> str:
    return wording.amount(amount, good)


@register.filter
def table_rule(rule: str) -> str:
    """How players become tables, as a heading."""
    return {
        Contest.Tables.FEWEST: _("As few tables as possible"),
        Contest.Tables.SMALLEST: _("Tables as small as possible"),
        Contest.Tables.EXCEPTION: _("An exception: smaller tables"),
        Contest.Tables.ONE_OF_NINE: _("One table of nine"),
    }[Contest.Tables(rule)]


@register.filter
def too_long(outlook: Outlook) -> bool:
    return any(plan.chosen and plan.too_long for plan in outlook.plans)


@register.filter
def can_be_smaller(outlook: Outlook) -> bool:
    """The other way to split would be shorter."""
    chosen = [plan.length for plan in outlook.plans if plan.chosen]
    return any(plan.length < length for plan in outlook.plans for length in chosen)


@register.filter
def fee_state(entry: Entry, contest: Contest) -> str:
    """Where the fee of an entry stands; a fee is never waived, only paid by somebody."""
    where = fees.standing(entry, contest)
    if where == fees.PAID:
        if entry.paid_by == "self":
            return _("fee paid")
        who = (contest.sponsor or _("the sponsor")) if entry.paid_by == "sponsor" else entry.paid_by
        return _("fee paid by %(name)s") % {"name": who}
    return {
        fees.UNPAID: _("fee not paid yet"),
        fees.BACK: _("fee to be given back"),
        fees.RETURNED: _("fee given back"),
    }.get(where, _("no fee due"))


@register.filter
def fee_badge(entry: Entry, contest: Contest) -> str:
    """The colour of that; its words say the same."""
    return {fees.PAID: "on", fees.UNPAID: "wait", fees.BACK: "wait"}.get(fees.standing(entry, contest), "")


@register.filter
def preset_name(name: str) -> str:
    return preset(name)


@register.filter
def choice_name(choice: str) -> str:
    """What an organiser may choose for a number that cannot be split."""
    text = _(CHOICES.get(choice, choice))
    return text[:1].upper() + text[1:]


@register.filter
def choice_decides(choice: str, players: int) -> str:
    """The button that takes a choice: it names what is decided."""
    if choice == "one-table":
        return _("Decide: one table of nine")
    if choice == "reserve":
        return _("Decide: the last entrant steps back")
    return _("Decide: tables of 5 and 4") if players == 9 else _("Decide: one small table")


@register.filter
def choice_follows(choice: str, players: int) -> str:
    """What follows from a choice."""
    if choice == "extension":
        return _("Registration opens again until a later instant; everybody entered gets a letter.")
    if choice == "exception":
        if players == 9:
            return _("Two tables, of 5 and 4. The exception and its reason stand on the contest's page.")
        return _("One small table. The exception and its reason stand on the contest's page.")
    if choice == "one-table":
        return _("All nine sit at one table; it takes longer.")
    return _("Eight play at one table. Whoever registered last is first reserve and gets the fee back.")
