"""What every page knows."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation


def site(request: HttpRequest) -> dict[str, Any]:
    """The service's name, the reader's language, whether this is the demo."""
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "demo": settings.DEMO,
        "language": translation.get_language(),
        "languages": settings.LANGUAGES,
        "here": request.get_full_path(),
    }
