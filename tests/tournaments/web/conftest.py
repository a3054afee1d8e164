"""What tests of the table's pages start from."""

from __future__ import annotations

import pytest

from tests import factories
from tests.tournaments.web.tabling import BOARD, HANDS
from tournaments import models


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> models.Table:
    """A table of five in its first deal, with known hands and board; seat A is to speak."""
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, BOARD))
    return factories.table_of(factories.running(5))
