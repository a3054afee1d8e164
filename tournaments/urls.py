"""The addresses of the service."""

from django.contrib import admin
from django.urls import include, path

from tournaments.doors.mail.webhook import mailgun

urlpatterns = [
    path("staff/", admin.site.urls),
    path("mail/mailgun/mime/", mailgun, name="mailgun"),
    path("", include("tournaments.doors.web.urls")),
]

handler400 = "tournaments.doors.web.errors.not_taken"
handler403 = "tournaments.doors.web.errors.forbidden"
handler404 = "tournaments.doors.web.errors.not_found"
handler500 = "tournaments.doors.web.errors.broken"
