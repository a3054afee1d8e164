"""The Celery application. Tasks only wake people up: the rows in the database are the truth."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

app = Celery("tournaments")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tournaments.doors"], related_name="clock")
app.autodiscover_tasks(["tournaments.doors.mail"], related_name="tasks")
