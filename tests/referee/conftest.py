"""Settings for the tests of the rule book."""

from __future__ import annotations

from hypothesis import settings

# Two cores run the whole suite in parallel: a slow moment of the machine is no failed example.
settings.register_profile("house", deadline=None)
settings.load_profile("house")
