"""The Django application: what has to be known before the first request."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Registers the staff's pages."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournaments import checks  # noqa: F401 (registers them)
        from tournaments.doors.admin import pages

        pages.register()
