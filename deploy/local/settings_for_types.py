"""The settings for mypy's Django plugin, which imports them wherever it is started."""

import os

from deploy.local.pytest_services import ENVIRONMENT, NOWHERE

for name, value in (ENVIRONMENT | NOWHERE).items():
    os.environ.setdefault(name, value)

from tournaments.settings import *  # noqa: E402, F403
