"""What is sent as evidence with a ruling: a text that was pasted, a file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from referee.core import Refusal
from tournaments import wording
from tournaments.doors.web.forms import ReasonForm
from tournaments.models import Contest, Table
from tournaments.services import exhibits, rights
from tournaments.services.exhibits import Piece

WRONG = ("EVIDENCE_TOO_LARGE", "EVIDENCE_KIND")
"""Refusals that belong to the field of the file."""
ACCEPT = "image/png,image/jpeg,image/gif,image/webp,.eml,message/rfc822"


def sent(request: HttpRequest, text: str) -> list[Piece]:
    """The text and the file. Refusals: Illegal EVIDENCE_TOO_LARGE, EVIDENCE_KIND."""
    return [*exhibits.of_text(text), *_of_file(request.FILES.get("file"))]


def _of_file(file: object) -> list[Piece]:
    if not isinstance(file, UploadedFile) or not file.size:
        return []
    rights.must(file.size <= exhibits.MOST_BYTES, "EVIDENCE_TOO_LARGE")
    return [exhibits.of_file(file.read())]


class RulingForm(ReasonForm):
    """A ruling about all tables of a contest: its reason and, where a table can keep it, its evidence."""

    evidence = forms.CharField(
        label=_("Text, pasted"),
        max_length=exhibits.MOST_TEXT,
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )
    file = forms.FileField(
        label=_("An image or a letter (.eml), up to 1 MB"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ACCEPT}),
    )

    def __init__(self, contest: Contest, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        if contest.tables.exclude(state__in=[Table.State.OVER, Table.State.VOID]).exists():
            return
        del self.fields["evidence"], self.fields["file"]

    def clean_file(self) -> list[Piece]:
        try:
            return _of_file(self.cleaned_data["file"])
        except Refusal as refusal:
            raise forms.ValidationError(wording.refusal(refusal)) from None

    def ruling(self) -> dict[str, Any]:
        """What the service is asked."""
        pieces = [
            *exhibits.of_text(self.cleaned_data.get("evidence", "")),
            *self.cleaned_data.get("file", []),
        ]
        return {"reason": self.cleaned_data["reason"], "evidence": pieces}
