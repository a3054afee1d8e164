"""The live server of the browser tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.staticfiles import handlers


@pytest.fixture(scope="session", autouse=True)
def files_as_in_production() -> Iterator[None]:
    """The pages' files come from WhiteNoise, under the names that the pages give them.

    The live server's own handler looks for the names in the source folders and finds none.
    """

    def as_they_are(application: Callable[..., Any]) -> Callable[..., Any]:
        return application

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handlers, "StaticFilesHandler", as_they_are)
        yield
