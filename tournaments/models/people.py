"""Players, organisers and staff: one custom user, known by a mail address."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    """Creates people by their address."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.name = user.name or user.email.partition("@")[0][:40]
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        return self.create_user(
            email, password, is_staff=True, is_superuser=True, is_organiser=True, **fields
        )


class User(AbstractBaseUser, PermissionsMixin):
    """A person. ``name`` is what others see; the address is seen by nobody but the staff."""

    class Notices(models.TextChoices):
        TURNS = "turns", _("my turns")
        DEALS = "deals", _("my turns and the end of each deal")
        EVERYTHING = "everything", _("everything that happens at my tables")
        DIGEST = "digest", _("one digest a day, beside my turns")

    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=40)
    language = models.CharField(_("language"), max_length=5, default="en")
    timezone = models.CharField(_("time zone"), max_length=64, default="Europe/Paris")
    notices = models.CharField(_("letters"), max_length=10, choices=Notices.choices, default=Notices.DEALS)
    turn_letters = models.BooleanField(
        default=True, help_text=_("Letters and reminders at the own turns; off only beside a digest.")
    )
    digest_hour = models.PositiveSmallIntegerField(
        _("hour of the digest"), default=19, help_text=_("On the clock of the own time zone.")
    )
    digest_since = models.DateTimeField(
        null=True, blank=True, help_text=_("Since when digests were chosen: none is due for an hour before.")
    )
    four_colours = models.BooleanField(
        _("four colours"), default=False, help_text=_("Clubs green and diamonds blue, on your pages.")
    )
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    is_organiser = models.BooleanField(
        default=False, help_text=_("May open contests and be their organiser.")
    )
    is_bot = models.BooleanField(default=False, help_text=_("A demo player."))
    joined_at = models.DateTimeField(default=now)
    bounced_at = models.DateTimeField(
        null=True, blank=True, help_text=_("Since when letters to the address come back; empty: they arrive.")
    )
    bounce = models.CharField(max_length=120, blank=True, help_text=_("The status of the last report."))

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="one_user_per_address"),
            models.CheckConstraint(condition=~models.Q(name=""), name="user_has_a_name"),
            models.CheckConstraint(condition=models.Q(digest_hour__lte=23), name="user_digest_hour"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def told_of_turns(self) -> bool:
        """Whether his turns are told by letters at once: always, unless he gave them up for the digest."""
        return self.turn_letters or self.notices != self.Notices.DIGEST

    def get_short_name(self) -> str:
        return self.name
