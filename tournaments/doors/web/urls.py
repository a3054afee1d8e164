"""Every page's address. GET shows, POST does."""

from __future__ import annotations

from allauth.account import views as allauth
from django.urls import URLPattern, URLResolver, path

from tournaments.doors.web import lobby

# --- signing in: a code by mail

account: list[URLPattern | URLResolver] = [
    path("account/sign-in/", allauth.request_login_code, name="account_login"),
    path("account/sign-in/", allauth.request_login_code, name="account_request_login_code"),
    path("account/sign-in/code/", allauth.confirm_login_code, name="account_confirm_login_code"),
    path("account/sign-up/", allauth.signup, name="account_signup"),
    path("account/sign-up/code/", allauth.email_verification_sent, name="account_email_verification_sent"),
    path("account/sign-out/", allauth.logout, name="account_logout"),
    path("account/inactive/", allauth.account_inactive, name="account_inactive"),
]

# --- lobby, contests, organiser's pages, profile

contests: list[URLPattern | URLResolver] = [
    path("", lobby.lobby, name="lobby"),
    path("language/", lobby.set_language, name="set-language"),
]

# --- tables, my turns, letters

tables: list[URLPattern | URLResolver] = []

urlpatterns = account + contests + tables
