"""A letter on its way through the checks, and how it ends."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet

from referee.core import Json, Refusal
from referee.letters import LetterRead, Ours
from tournaments import models
from tournaments.models import Letter
from tournaments.services import holding, packing, tables

State = Letter.State


@dataclass(slots=True)
class Verdict:
    """How a letter ends.

    ``answer``: the person who gets one, or ``address``: somebody without an account, in ``language``;
    ``answer_key``: at most one for this key.
    """

    state: Letter.State
    outcome: Json = field(default_factory=dict)
    answer: models.User | None = None
    answer_key: str = ""
    address: str = ""
    language: str = ""


@dataclass(slots=True)
class Case:
    """A letter on its way through the checks."""

    letter: Letter
    ours: Ours
    checks: list[list[str]] = field(default_factory=list)
    found: LetterRead | None = None
    turn: models.Turn | None = None
    table: models.Table | None = None
    seat: str | None = None
    contest: models.Contest | None = None
    player: models.User | None = None
    """Who the letter must be from: the player of the turn, or of the letter that is answered."""
    carrier: str = ""
    """What ties the letter to something that only its reader knows; "" where its From says all."""
    auth: str = "none"
    """What our mail server found out about its From: ``pass``, ``fail``, ``none``."""
    offered: models.Turn | None = None
    """The turn that the answer shows, where the letter itself names none."""
    held: Letter | None = None
    """The letter that this one confirms."""
    more_time: datetime | None = None
    """The new deadline, where this letter has shown that its writer spoke before."""

    @property
    def read(self) -> LetterRead:
        assert self.found is not None
        return self.found

    @property
    def key(self) -> str:
        """The same for the same letter, by whichever door and however often it came."""
        about = f"turn {self.turn.pk}" if self.turn else self.letter.envelope_to
        name = self.letter.message_id or self.letter.body_hash
        return "mail:" + hashlib.sha256(f"{about}|{self.letter.sender}|{name}".encode()).hexdigest()

    @property
    def proven(self) -> bool:
        """Its writer knows a word of ours, or the server vouches for him: a From alone is easily forged.

        The word of a turn dies with it: whoever kept an old letter of ours proves nothing by it.
        """
        return self.auth == "pass" or (self.carrier != "" and self._word_lives)

    @property
    def _word_lives(self) -> bool:
        over = self.held is None and self.turn is not None and self.turn.closed_at is not None
        return not over or self.was_played

    @property
    def language(self) -> str:
        return self.player.language if self.player else "en"

    def refused(self, refusal: Refusal, *, sign_of_life: bool = True) -> Verdict:
        """An answer that says why nothing was played.

        The awaited player has spoken, and gets more time; unless somebody else may have written it.
        """
        turn = self.turn
        if self.more_time is not None:
            refusal.params.setdefault("more_time", self.more_time)
        if sign_of_life and self.proven and turn is not None and "more_time" not in refusal.params:
            more = tables.sign_of_life(
                turn.table_id,
                turn.seat.letter,
                expected=turn.number,
                received=self.letter.received_at,
                origin="mail",
            )
            if more is not None:
                refusal.params["more_time"] = more
        result = {"result": "refused", "refusal": packing.pack(refusal)}
        return Verdict(State.ANSWERED, result, self.player)

    def spoke_before(self) -> bool:
        """Give the time for an earlier letter of this turn, which only its From vouched for, now that this
        one is the player's own; whether that moved the deadline."""
        turn = self.turn
        at = holding.spoke(turn) if turn is not None and self.proven else None
        if turn is None or at is None:
            return False
        self.more_time = tables.sign_of_life(
            turn.table_id, turn.seat.letter, expected=turn.number, received=at, origin="mail"
        )
        turn.refresh_from_db(fields=["deadline_at", "alive_at"])
        return self.more_time is not None

    @property
    def was_played(self) -> bool:
        """This very letter has been played before, and the reading was interrupted after that."""
        turn = self.turn
        return turn is not None and models.Event.objects.filter(table_id=turn.table_id, key=self.key).exists()


def turns() -> QuerySet[models.Turn]:
    """Turns with all that a case asks of them."""
    return models.Turn.objects.select_related("table__contest", "seat__entry__user")
