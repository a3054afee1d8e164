"""Draws as anybody may check them, and a player's share in them: commit, check in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from referee.core import Refusal
from tournaments import wording
from tournaments.doors.web import contest as pages
from tournaments.doors.web.access import find, person, posted, sign_in
from tournaments.doors.web.refusals import status_of
from tournaments.models import Contest, Draw
from tournaments.services import clock, inputs, proofs, sharing
from tournaments.wording import draws as words

State = Draw.State
_STEPS = (State.OPEN, State.CLOSED)
_LONGEST = 400
"""A value as somebody types it, with blanks; a commitment is shorter. More is cut, and refused by name."""


@require_GET
def listed(request: HttpRequest, slug: str) -> HttpResponse:
    """All draws of a contest, what went into them, and what the levels mean."""
    contest = find(request, slug)
    context = {
        "contest": contest,
        "lines": [_line(one) for one in proofs.listed(contest)],
        "batches": contest.seed_batches.count(),
        "players": sharing.listed(contest),
        "inputs": getattr(contest, "inputs", None),
        "seeds_to": words.seeds_to(contest),
        "terms": words.for_terms(contest),
        "levels": [(letter, words.level(letter)) for letter in "ABC"],
        "opened": contest.state in (Contest.State.FINAL, Contest.State.CANCELLED),
        "sees_seeds": proofs.may_see_seeds(contest, request.user),
    }
    return render(request, "draws/list.html", context)


def _line(one: proofs.Proof) -> dict[str, Any]:
    return {
        "row": one.row,
        "name": words.name(one),
        "level": words.level(one.row.level),
        "drawn": bool(one.row.deck_commit),
        "reason": words.void_reason(one.row.void_reason),
    }


def _found(request: HttpRequest, slug: str, pk: int) -> tuple[Contest, proofs.Proof]:
    contest = find(request, slug)
    try:
        return contest, proofs.find(contest, pk)
    except Draw.DoesNotExist:
        raise Http404 from None


@require_GET
def shown(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One draw: its level in plain words, the check in the browser, the file and the command."""
    contest, proof = _found(request, slug, pk)
    document = proofs.document(proof, request.user)
    context = {
        "contest": contest,
        "proof": proof,
        "row": proof.row,
        "name": words.name(proof),
        "level": words.level(proof.row.level),
        "reason": words.void_reason(proof.row.void_reason),
        "document": document,
        "published": proof.row.published,
        "opened": bool(document and document["revealed"]),
        "cards": _cards(contest, document),
        "inputs": getattr(contest, "inputs", None),
        "players": sharing.listed(contest),
        "seeds_to": words.seeds_to(contest),
        "file": _file_name(contest, proof),
    }
    return render(request, "draws/draw.html", context)


def _cards(contest: Contest, document: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The openings in the order of the deck; entrants by their names."""
    if document is None:
        return []
    names = {entry.ref: entry.name for entry in contest.entries.only("number", "name")}
    found = sorted(document["published"]["openings"], key=lambda one: int(one["pos"]))
    return [{**one, "name": names.get(one["label"], one["label"])} for one in found]


def _file_name(contest: Contest, proof: proofs.Proof) -> str:
    series = proof.row.series.partition("/")[2].replace("/", "-")
    return f"{contest.slug}-{series}-{proof.row.n}.json"


@require_GET
def file(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The same draw for ``python -m referee verify``, with the openings that the reader may have."""
    contest, proof = _found(request, slug, pk)
    document = proofs.document(proof, request.user)
    if document is None:
        raise Http404
    response = JsonResponse(document, json_dumps_params={"indent": 1})
    response.headers["Content-Disposition"] = f'attachment; filename="{_file_name(contest, proof)}"'
    response.headers["Cache-Control"] = "no-store"
    return response


# --- a player's share


@posted("contest")
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """Commit to a value that stays in the browser."""
    return _give(request, slug, inputs.commit, "commit", "")


@posted("contest")
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the value that was committed to."""
    done = _("You are checked in: your value goes into every draw of this contest.")
    return _give(request, slug, inputs.check_in, "value", done)


def _give(
    request: HttpRequest, slug: str, give: Callable[..., object], field: str, done: str
) -> HttpResponse:
    """Hand what was sent in ``field`` to the service, which counts it by its arrival."""
    contest = find(request, slug)
    here = reverse("contest", args=[slug])
    if not request.user.is_authenticated:
        return sign_in(request, here)
    received = clock.arrived(request.arrived)  # type: ignore[attr-defined]
    try:
        give(contest.pk, person(request), request.POST.get(field, "")[:_LONGEST], received=received)
    except Refusal as refusal:
        return _refused(request, contest, refusal)
    if done:
        messages.success(request, done)
    return redirect(f"{here}#share")


def _refused(request: HttpRequest, contest: Contest, refusal: Refusal) -> HttpResponse:
    context = pages.context(request, contest)
    context["share"] = {**(context["share"] or {}), "refusal": wording.refusal(refusal)}
    return render(request, pages.PAGE, context, status=status_of(refusal))
