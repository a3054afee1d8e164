"""Letters of a case: an answer to the player who called the referee, and how it ended."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments import models, wording
from tournaments.services import links, sitting
from tournaments.services.contents.content import Content
from tournaments.services.contents.contests import dates_of


def case(notice: models.Notice) -> Content | None:
    rows = models.Case.objects.select_related("table__contest", "closed_by", "ruling__actor")
    one = rows.filter(pk=notice.data.get("case") or 0).first()
    if one is None or notice.contest is None:
        return None
    said = one.words.select_related("author").filter(pk=notice.data.get("word") or 0).first()
    closed = said is None
    context = {
        **dates_of(notice.contest),
        "case": one.number,
        "of": one.table.name,
        "page": links.case_link(one),
        "closed": closed,
        "by_ruling": closed and one.ruling is not None,
        "by": said.author.name if said else "",
        "lines": said.text.splitlines() if said else _ending(one),
    }
    about = _("your case is closed") if closed else _("the referee answers")
    return Content(about, context)


def _ending(one: models.Case) -> list[str]:
    """The word that closed it, or the ruling with its reason."""
    lines = [one.word] if one.word else []
    if one.ruling is not None:
        names = sitting.roll(one.table).at(one.ruling.number)
        lines += wording.log(one.ruling.facts, names, one.table.game)
        if one.ruling.reason:
            lines.append(_("The reason given: %(reason)s") % {"reason": one.ruling.reason})
    return lines
