"""Letters about a change of address: to the new one, and to the old one."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from tournaments import wording
from tournaments.models import AddressChange, Notice
from tournaments.services import addresses, links
from tournaments.services.contents.content import Content


def confirm(notice: Notice) -> Content | None:
    """To the new address, with what confirms it: a link with a button, or a mere answer."""
    change = _change(notice)
    if change is None or not addresses.can_be_confirmed(change):
        return None
    word = addresses.word(change)
    context = {
        "change": change,
        "until": wording.instant(change.asked_at + addresses.GOOD),
        "page": links.page("address-confirm", word),
    }
    return Content(_("is this your address?"), context, word=word, template="address")


def taken(notice: Notice) -> Content | None:
    """To an address that is another account's: its owner alone learns it."""
    change = _change(notice)
    if change is None:
        return None
    return Content(_("your address"), {"page": links.page("account_login")}, template="address_taken")


def asked(notice: Notice) -> Content | None:
    """To the old address, at once."""
    change = _change(notice)
    if change is None or not addresses.can_be_undone(change):
        return None
    context = {"change": change, "page": links.page("address-undo", addresses.undo_word(change))}
    return Content(_("another address for your letters"), context, template="address_asked")


def changed(notice: Notice) -> Content | None:
    """To the old address: the last letter that goes there."""
    change = _change(notice)
    if change is None or not addresses.can_be_undone(change) or change.kept_until is None:
        return None
    context = {
        "change": change,
        "until": wording.instant(change.kept_until),
        "page": links.page("address-undo", addresses.undo_word(change)),
    }
    return Content(_("your letters go elsewhere now"), context, template="address_changed")


def now_here(undone: bool) -> Callable[[Notice], Content | None]:
    """To the address that holds now."""

    def content(notice: Notice) -> Content | None:
        change = _change(notice)
        if change is None or (change.undone_at is not None) != undone:
            return None
        context = {"change": change, "undone": undone, "page": links.page("profile")}
        return Content(_("your letters come here now"), context, template="address_done")

    return content


def _change(notice: Notice) -> AddressChange | None:
    return AddressChange.objects.select_related("user").filter(pk=notice.data.get("change") or 0).first()


KINDS: dict[str, Callable[[Notice], Content | None]] = {
    "address": confirm,
    "address-taken": taken,
    "address-asked": asked,
    "address-changed": changed,
    "address-done": now_here(undone=False),
    "address-undone": now_here(undone=True),
}
