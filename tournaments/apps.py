"""The Django application: what has to be known before the first request."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class TournamentsConfig(AppConfig):
    """Registers the staff's pages and what follows a migration."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournaments import checks  # noqa: F401 (registers them)
        from tournaments.doors.admin import pages
        from tournaments.privileges import grant

        pages.register()
        post_migrate.connect(grant, sender=self)
