"""Letters that a mail service brings by HTTP: Mailgun's route, its signature checked by anymail.

The letter is taken as it came, byte for byte, and stored before the answer. The signature does not cover the
letter, but its token is used once: whoever saw a request cannot send another letter with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl

from anymail.webhooks.mailgun import MailgunInboundWebhookView
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

from tournaments.services import letters

NEVER, LATER = 406, 429
"""What Mailgun takes for "do not try again", and anything else for "try again"."""


class _Signed(MailgunInboundWebhookView):  # type: ignore[misc]
    """anymail checks the signature; what it would parse is left alone until it is stored."""

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.content_type == "multipart/form-data":
            request.encoding = "latin-1"  # one character a byte
        self.run_validators(request)
        return HttpResponse(status=_take(_fields(request), getattr(request, "arrived", None)))


@csrf_exempt
def mailgun(request: HttpRequest) -> HttpResponseBase:
    """The door is there only where its key is."""
    if not settings.MAILGUN_SIGNING_KEY:
        raise Http404
    return _Signed.as_view(webhook_signing_key=settings.MAILGUN_SIGNING_KEY)(request)  # type: ignore[no-any-return]


def _fields(request: HttpRequest) -> Mapping[str, str]:
    """The form's fields, one character a byte."""
    if request.content_type == "multipart/form-data":
        return request.POST.dict()
    return dict(parse_qsl(request.body.decode("latin-1"), keep_blank_values=True, encoding="latin-1"))


def _take(fields: Mapping[str, str], arrived: float | None) -> int:
    raw, recipient = fields.get("body-mime", "").encode("latin-1"), fields.get("recipient", "")
    sender = fields.get("sender", "")
    if not raw or len(raw) > letters.LARGEST or not letters.knows(recipient):
        return NEVER
    if letters.too_many(sender, recipient):
        return LATER
    source = f"mailgun:{fields['token']}"
    letters.receive(raw, letters.Envelope(sender, recipient, "webhook", arrived, source=source))
    return 200
