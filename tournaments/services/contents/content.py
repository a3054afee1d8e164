"""What a letter of some kind says, before it is a letter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tournaments import models


@dataclass(slots=True)
class Content:
    """``about``: the subject after the table's name. ``turn``: the turn whose tokens it carries;
    ``word``: what an answer to it is addressed to, instead of the turn's.

    ``answers``: the Message-ID of the letter that is answered, without brackets.
    """

    about: str
    context: dict[str, Any] = field(default_factory=dict)
    turn: models.Turn | None = None
    word: str = ""
    template: str = ""
    answers: str = ""
