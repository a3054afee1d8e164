"""Players who answer their letters, each in his time: some by the page, some by mail."""

from __future__ import annotations

import smtplib
import time
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import timedelta
from random import Random

from django.conf import settings

from referee.core import Move
from tournaments.management.bots.browser import AWAY, Browser, Form, Page
from tournaments.management.bots.letters import Invitation, invitations
from tournaments.management.bots.replies import recipient, reply
from tournaments.models import User
from tournaments.services import clock, views
from tournaments.services.demo import judging, shares, speech

DOOR_TROUBLE = (*AWAY, smtplib.SMTPException)
_AGAIN_SECONDS = 45.0
"""An answer that did not close its turn by then is given again, by the page."""
_TROUBLE_SECONDS = 5.0
"""How long a letter waits that could not be answered; the others are answered meanwhile."""

type Say = Callable[[str], None]


class Troupe:
    """``seconds``: how long they think, about; ``mail``: the share of answers given by mail."""

    def __init__(
        self, people: Callable[[], Iterable[User]], *, seconds: float, mail: float = 0.5, say: Say = print
    ) -> None:
        self._people, self._seconds, self._mail, self._say = people, seconds, mail, say
        self._rest: dict[int, float] = {}
        self._answered: set[int] = set()
        self.sent: Counter[str] = Counter()

    def look(self) -> int:
        """Answer every letter whose time has come; how many. DatabaseError where the database is away."""
        now, answered = clock.now(), 0
        if there := shares.give_all():
            self._say(f"{there} bots checked in for a draw")
        waiting = invitations(self._people())
        self._forget({one.turn.pk for one in waiting})
        for one in waiting:
            if one.caught_at + self._thinks(one) <= now and time.monotonic() >= self._rest.get(
                one.turn.pk, 0
            ):
                answered += self._try(one)
        return answered

    def _thinks(self, one: Invitation) -> timedelta:
        return timedelta(seconds=self._seconds * Random(f"{one.seed}|pace").uniform(0.5, 1.5))  # noqa: S311

    def _writes(self, one: Invitation) -> bool:
        return Random(f"{one.seed}|habit").random() < self._mail  # noqa: S311

    def _forget(self, open_turns: set[int]) -> None:
        self._rest = {turn: until for turn, until in self._rest.items() if turn in open_turns}
        self._answered &= open_turns

    def _try(self, one: Invitation) -> bool:
        """A door that is away is no end: the letter is answered later."""
        turn = one.turn.pk
        try:
            done = self._answer(one, by_mail=turn not in self._answered and self._writes(one))
        except (*DOOR_TROUBLE, LookupError) as error:
            self._say(f"{one.player.name} could not answer: {type(error).__name__}: {error}")
            self._rest[turn] = time.monotonic() + _TROUBLE_SECONDS
            return False
        if done:
            self._answered.add(turn)
        self._rest[turn] = time.monotonic() + _AGAIN_SECONDS
        return done

    def _answer(self, one: Invitation, *, by_mail: bool) -> bool:
        sight = views.look(one.turn.table_id, one.turn.seat.letter)
        if sight.turn is None or sight.turn.pk != one.turn.pk or sight.options is None:
            return False
        move = judging.move_of(sight, one.seed)
        line = judging.line_of(sight, move, one.player.language, one.seed)
        way = "mail" if by_mail else "page"
        if by_mail:
            _by_mail(one, line)
        else:
            _by_page(one, move, line)
        self.sent[way] += 1
        where = f"{one.turn.table.contest.name}, {one.turn.table.name}"
        self._say(f"{where}: {one.player.name} by {way}: {move.do} {move.args.get('to', '')}".rstrip())
        return True


_ASKED = 'data-asks="all-in"'
"""What a page holds that asks whether somebody means it."""


def _by_mail(one: Invitation, line: str) -> None:
    language = one.player.language
    role = speech.role_play(language, seed=one.seed)
    words = f"{role}\n\n{line}" if role else line
    answer = reply(one.letter, one.player.name, one.player.email, words, language, seed=one.seed)
    with smtplib.SMTP(settings.SMTP_DOOR_HOST, settings.SMTP_DOOR_PORT, timeout=20) as door:
        door.send_message(answer, one.player.email, [recipient(answer)])


def _by_page(one: Invitation, move: Move, line: str) -> None:
    """Open the link of the letter, then press a button, or write a line as some people prefer."""
    if one.link is None:
        raise LookupError(f"a letter without a link: {one.letter['Message-ID']}")
    browser = Browser(settings.SITE_URL, one.player.language)
    page = _answered(browser.get(one.link))
    try:
        form = page.form("words", "expected", "comment")
    except LookupError:
        return  # the turn was over when the page came
    role = speech.role_play(one.player.language, seed=one.seed)
    button, values = _pressed(one, form, move, line)
    answer = _answered(browser.send(page, form, {"comment": role, **values}, button))
    if _ASKED in answer.text:  # all the chips by number: the page asks once
        browser.send(answer, answer.form("words", "expected", "comment"), {}, ("do", "all-in"))


def _answered(page: Page) -> Page:
    """Raises OSError for a page that says that the service is away; a refusal is an answer."""
    if page.status >= 500:
        raise OSError(f"the page answered {page.status}")
    return page


def _pressed(
    one: Invitation, form: Form, move: Move, line: str
) -> tuple[tuple[str, str], dict[str, str | list[str] | None]]:
    buttons = {value: (name, value) for name, value in form.buttons if name == "do"}
    talks = Random(f"{one.seed}|talks").random() < 0.3  # noqa: S311
    if move.do not in buttons or (talks and "words" in buttons):
        return ("do", "words"), {"words": line}
    return buttons[move.do], _typed(move)


def _typed(move: Move) -> dict[str, str | list[str] | None]:
    """What a button leaves to be filled in."""
    if move.do == "raise":
        return {"to": str(move.args["to"])}
    return {"cards": list(move.args["cards"])} if "cards" in move.args else {}
