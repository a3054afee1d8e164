"""A draft seen by its share link: what it will say, and a place for corrections by whoever has the link."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from referee.core import Refusal
from tournaments import models, wording
from tournaments.doors.web import contest as contest_page
from tournaments.doors.web.forms import CommentForm
from tournaments.doors.web.refusals import status_of
from tournaments.models import Contest
from tournaments.services import contests


def shared(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows the draft; POST adds a remark. An announced contest is shown by its own address."""
    contest = Contest.objects.select_related("organiser").filter(share_token=token).first()
    if contest is None:
        raise Http404
    if contest.state != Contest.State.DRAFT and request.method != "POST":
        return redirect("contest", contest.slug)
    user = request.user if isinstance(request.user, models.User) else None
    form = CommentForm(request.POST or None, initial={"name": user.name if user else ""})
    if request.method != "POST":
        return _page(request, contest, form)
    if not form.is_valid():
        return _page(request, contest, form, status=422)
    try:
        contests.comment(contest.pk, user=user, **form.cleaned_data)
    except Refusal as refusal:
        form.add_error(None, wording.refusal(refusal))
        return _page(request, contest, form, status=status_of(refusal))
    messages.success(request, _("Your remark stands below the draft."))
    return redirect("draft", token)


def _page(request: HttpRequest, contest: Contest, form: CommentForm, status: int = 200) -> HttpResponse:
    context = {
        **contest_page.context(request, contest),
        "form": form,
        "comments": contest.comments.select_related("user"),
        "shared": True,
    }
    return render(request, "contests/draft.html", context, status=status)
