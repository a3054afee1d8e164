"""A player's own page: where he is awaited, where he plays, how he did."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.doors.web import needs
from tournaments.models import User
from tournaments.services import turns


@require_safe
@never_cache
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    context = {"mine": turns.of(request.user), "needs": needs.lines(request.user)}
    return render(request, "tables/mine.html", context)
