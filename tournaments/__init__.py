"""The service: people, time, storage and mail around the rule book."""

from tournaments.celery import app as celery_app

__all__ = ["celery_app"]
