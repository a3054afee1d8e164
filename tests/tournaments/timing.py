"""Time that goes by in a test: the database's clock, as the service reads it, so much ahead."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.models import DateTimeField, ExpressionWrapper, Func, Value

from tournaments.services import clock, desk


class Hours:
    """``pass_by(10)``: ten hours go by. Deadlines and the ledger stay what they are."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.ahead, real = timedelta(0), clock.now

        def now() -> datetime:
            return real() + self.ahead

        def stamp(**given: Any) -> ExpressionWrapper:
            return ExpressionWrapper(Func(**given) + Value(self.ahead), output_field=DateTimeField())

        patch.setattr(clock, "now", now)
        patch.setattr(desk, "Func", stamp)

    def pass_by(self, hours: float) -> None:
        self.ahead += timedelta(hours=hours)
