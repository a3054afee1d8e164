"""Django's admin, for the staff: people and their rights; contests to look at, never to change.

Sealed columns (states, seeds, orders, secret choices, letters) are in no list and on no page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.services import letterbox

if TYPE_CHECKING:
    UserAdmin = admin.ModelAdmin[models.User]
    AnyAdmin = admin.ModelAdmin[Any]
else:
    UserAdmin = AnyAdmin = admin.ModelAdmin


class PeopleAdmin(UserAdmin):
    """Who may open contests, who is staff."""

    list_display = (
        "name",
        "email",
        "language",
        "is_organiser",
        "is_staff",
        "is_active",
        "joined_at",
        "bounced_at",
    )
    list_filter = ("is_organiser", "is_staff", "is_active", "language")
    search_fields = ("name", "email")
    fields = ("email", "name", "language", "timezone", "notices", "is_organiser", "is_active", "is_staff")
    actions = ("make_organisers",)

    @admin.action(description=_("May open contests"))
    def make_organisers(self, request: HttpRequest, queryset: Any) -> None:
        queryset.update(is_organiser=True)

    def save_model(self, request: HttpRequest, obj: models.User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data:
            letterbox.moved(obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """People stay: their names stand in records."""
        return False


class ReadOnlyAdmin(AnyAdmin):
    """To look at. A table changes through its one door alone."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ContestAdmin(ReadOnlyAdmin):
    list_display = ("name", "state", "organiser", "preset", "closes_at", "audit")
    list_filter = ("state", "preset")
    search_fields = ("name",)
    exclude = ("share_token",)

    @admin.display(description=_("Audit review"))
    def audit(self, row: models.Contest) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("ledger", args=[row.slug]), _("Audit log"))


class NoticeAdmin(ReadOnlyAdmin):
    """Delivery: what is waiting, since when, and why."""

    list_display = ("kind", "user", "contest", "created_at", "sent_at", "attempts", "trouble")
    list_filter = ("kind",)
    fields = (
        "kind",
        "user",
        "contest",
        "table",
        "created_at",
        "sent_at",
        "attempts",
        "trouble",
        "dropped_at",
    )


def register() -> None:
    """Called when the application is ready."""
    admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
    admin.site.site_header = _("The referee's staff")
    admin.site.register(models.User, PeopleAdmin)
    admin.site.register(models.Contest, ContestAdmin)
    admin.site.register(models.Notice, NoticeAdmin)
