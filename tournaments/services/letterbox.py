"""Which mailbox is a person's: the address of his account, and what the sign-in knows of it."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction

from referee.core import Illegal
from tournaments.models import User
from tournaments.services import bounces


def is_ours(address: str) -> bool:
    """Whether letters to it come to us: a player's letters would then be answered without an end."""
    local, _, domain = address.lower().rpartition("@")
    return domain == settings.MAIL_DOMAIN.lower() and local.partition("+")[0] == settings.MAIL_LOCALPART


def move(user: User, address: str) -> None:
    """Give him this address, which he has shown to be his. Refusal: Illegal ADDRESS_TAKEN."""
    user.email = address.lower()
    try:
        with transaction.atomic():
            user.save(update_fields=["email"])
            moved(user)
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    except IntegrityError as error:  # somebody else was first, this very moment
        raise Illegal("ADDRESS_TAKEN") from error


def moved(user: User) -> None:
    """He has another address: no code goes to an old one any more, and what came back went there."""
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.filter(email__iexact=user.email).exclude(user__email__iexact=user.email).delete()
    bounces.address_changed(user)
