"""New contests as a feed: what everybody may see of them, for reader programs."""

from __future__ import annotations

import re
from datetime import datetime

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from tournaments.models import Contest
from tournaments.services import lobby
from tournaments.wording.contests import in_short

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold: one such sign in a name, and no reader program would read the feed."""


class Contests(Feed):  # type: ignore[type-arg]
    """The newest contests that were announced, each with its closing in its own time zone."""

    feed_type = Atom1Feed

    def title(self) -> str:
        return _("%(site)s: contests as they are announced") % {"site": settings.SITE_NAME}

    def subtitle(self) -> str:
        return _("Card tournaments played at the pace of letters: open, running and finished.")

    def link(self) -> str:
        return reverse("lobby")

    def items(self) -> list[Contest]:
        return lobby.newest()

    def item_title(self, item: Contest) -> str:
        return _NO_XML.sub("", item.name)

    def item_description(self, item: Contest) -> str:
        return _NO_XML.sub("", in_short(item))

    def item_link(self, item: Contest) -> str:
        return reverse("contest", args=[item.slug])

    def item_pubdate(self, item: Contest) -> datetime:
        return item.created_at
