"""One press in a mail program, and only letters of one's turns come (RFC 8058, List-Unsubscribe).

Big providers ask for it in letters that come by subscription. Here those are digests, ends of deals and
single events; a turn is no subscription, and no button that somebody else's program shows can end it.
"""

from __future__ import annotations

from tournaments.models import Notice, User
from tournaments.services import links, people, sealing

KINDS = ("digest", "deal", "event")


def headers(notice: Notice) -> dict[str, str]:
    """For letters that can be done without."""
    if notice.kind not in KINDS or notice.user_id is None:
        return {}
    return {
        "List-Unsubscribe": f"<{links.page('stop-letters', word(notice.user_id))}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def word(user: int) -> str:
    return sealing.signed("stop-letters", user)


def of(token: str) -> User | None:
    number = sealing.number_of("stop-letters", token)
    return None if number is None else User.objects.filter(pk=number, is_active=True).first()


def stop(user: User) -> None:
    """Twice is once."""
    people.choose_letters(user, User.Notices.TURNS)
