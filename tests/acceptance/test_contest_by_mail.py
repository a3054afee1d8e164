"""A whole contest from mail programs: three people without an account, who never open a page.

They register, play two deals, slip, ask, leave a move in advance and call the referee, each in his language;
three more of their kind withdraw before the draw. Their letters go through the running door, are read by a
worker, and what we write comes back through a real mail server. The two other seats play on pages.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from deploy.check.world import poll
from deploy.local.keeper import Keeper
from tests import factories
from tests.acceptance.mail_clients import part
from tests.acceptance.players import CARRIERS, SECONDS, Player, headline
from tests.tournaments.mail.conftest import ROOT, Program, service_env, start
from tournaments import models
from tournaments.services import contests, views

LANGUAGES = ("en", "fr", "it")
PLAYERS = ("Alice", "Bob", "Carol")
LEAVERS = ("Frank", "Grace", "Heidi")
ON_PAGES = ("dave", "erin")
CHIPS = 20
OVER = ("provisional", "final")
RAISES = 2
"""By each of those on pages, in each deal: so that everybody is asked often enough."""


@pytest.fixture
def catcher(transactional_db: None) -> Iterator[Program]:
    program = start("catch_mail", DEMO="1", SITE_URL="http://127.0.0.1:8000")
    yield program
    assert program.stop() == 0


@pytest.fixture
def door(catcher: Program) -> Iterator[Program]:
    program = start("smtp")
    yield program
    assert program.stop() == 0


@pytest.fixture
def clockwork(catcher: Program, tmp_path: Any) -> Iterator[None]:
    """A worker and a sweep, which send to the catcher."""
    env = service_env(MAILER_URL=f"smtp://127.0.0.1:{catcher.port}", SWEEP_SECONDS="0.5")
    worker = ("-W", "ignore:You're running the worker", "-m", "celery", "--quiet", "-A", "tournaments")
    commands = (
        (*worker, "worker", "-l", "WARNING", "--concurrency", "1", "-n", f"mail{os.getpid()}@test"),
        ("manage.py", "sweep", "--loop"),
    )
    with Keeper() as keeper, (tmp_path / "log").open("wb") as log:
        running = [
            keeper.spawn((sys.executable, *words), env=env, output=log, cwd=ROOT) for words in commands
        ]
        yield
        for process in running:
            process.terminate()
        for process in running:
            process.wait(20)
    assert "Traceback" not in (tmp_path / "log").read_text()


def register(player: Player) -> None:
    question = player.write(player.said.register)
    done = player.reply(question, player.said.yes)
    assert player.said.registered in headline(done)


def deal_by_letters(contest: models.Contest, people: list[Player]) -> None:
    """Until the contest has no open turn: who has a letter that says so plays, and so do the pages."""
    answered: set[str] = set()
    left: set[str] = set()

    def something_done() -> bool:
        contest.refresh_from_db()
        return contest.state in OVER or any(_act(one, answered, left) for one in people) or _pages(contest)

    while contest.state not in OVER:
        poll("somebody can play", something_done, seconds=SECONDS)


def _act(player: Player, answered: set[str], left: set[str]) -> bool:
    """One letter about his turn, where he has one that he did not answer yet."""
    said = player.said
    ours = player.newest(said.your_turn)
    if ours is None or ours["Message-ID"] in answered:
        return player.name not in left and _leave(player, left)
    answered.add(str(ours["Message-ID"]))
    if not _open(player):
        return False  # played for him meanwhile: what he left in advance
    if len(player.written) < 5:
        _about_everything(player, ours)
    move = said.call if said.may_call in part(ours, "plain") else said.bet
    assert said.played in headline(player.play(ours, move))
    return True


def _open(player: Player) -> bool:
    return models.Turn.objects.filter(
        closed_at__isnull=True, seat__entry__user__email=player.address
    ).exists()


def _about_everything(player: Player, ours: Any) -> None:
    """Before his first move: a slip, a question what would happen, and what else a player may want."""
    said = player.said
    slipped = headline(player.reply(ours, said.slip))
    assert any(one in slipped for one in said.not_understood)
    assert said.only_asked in headline(player.reply(ours, said.dry, "in-reply-to"))
    assert said.stands in headline(player.reply(ours, said.status, "tag"))
    assert said.how in headline(player.write(said.help))
    assert said.called in headline(player.reply(ours, said.referee))


def _leave(player: Player, left: set[str]) -> bool:
    """Once, while another is awaited: a call up to some price, in an answer to our newest letter."""
    seat = models.Seat.objects.filter(entry__user__email=player.address).first()
    if seat is None or not any(player.used):
        return False
    sight = views.look(seat.table_id, seat.letter)
    behind = sight.table.table_seats.filter(letter__in=sight.turns).exists() and not sight.turn
    if not behind or sight.view["price"] == 0 or _spoken(sight):
        return False
    left.add(player.name)
    answer = player.reply(player.letters()[-1], player.said.later)
    assert player.said.kept in headline(answer), part(answer, "plain")
    return True


def _spoken(sight: views.Sight) -> bool:
    """Nothing more may be asked of this seat in the betting round."""
    own = sight.view["seats"][sight.seat]
    return bool(own.get("bet", 0) == sight.view["price"])


def _pages(contest: models.Contest) -> bool:
    """The two who play on pages: each raises by a chip now and then, else he calls."""
    for turn in factories.open_turns(factories.table_of(contest)):
        if turn.seat.entry.name not in ON_PAGES:
            continue
        options = views.look(turn.table_id, turn.seat.letter).options or {}
        own = turn.table.events.filter(seat=turn.seat.letter, kind="move", input__do="raise").count()
        wanted = own < RAISES * turn.table.deal_number or not options["call"]
        factories.act(
            turn.table, f"raise {options['raise']['min']}" if wanted and options["raise"] else "call"
        )
        return True
    return False


def test_three_languages_play_a_contest_without_a_page(door: Program, clockwork: None) -> None:
    contest = factories.open_contest(ON_PAGES, cap=8, preset="shangri", fee_amount=0)
    languages = list(enumerate(LANGUAGES))
    people = [Player(PLAYERS[at], language, door.port, at) for at, language in languages]
    leavers = [Player(LEAVERS[at], language, door.port, at + 1) for at, language in languages]
    for person in (*people, *leavers):
        register(person)
    for leaver in leavers:
        registered = leaver.newest(leaver.said.registered)
        assert registered is not None
        assert leaver.said.withdrawn in headline(
            leaver.reply(registered, leaver.said.withdraw, "in-reply-to")
        )
    contests.close(contest.pk, contest.organiser)
    contests.draw(contest.pk, contest.organiser)
    contests.start(contest.pk, contest.organiser)
    contest.refresh_from_db()
    assert contest.entries.filter(state="in").count() == 5
    deal_by_letters(contest, people)
    poll("all letters are out", _nothing_waits, seconds=SECONDS)
    for player in (*people, *leavers):
        every_letter_has_one_answer(player)
        every_letter_of_ours_is_as_it_should_be(player)
    for player in people:
        assert player.used == set(CARRIERS)
    the_game_was_played(contest)


def _nothing_waits() -> bool:
    waiting = models.Notice.objects.filter(sent_at__isnull=True, dropped_at__isnull=True)
    unread = models.Letter.objects.filter(state="unread")
    return not waiting.exists() and not unread.exists()


def every_letter_has_one_answer(player: Player) -> None:
    counted = {words: len(player.answers(name)) for name, words in player.written.items()}
    assert set(counted.values()) == {1}, counted


def every_letter_of_ours_is_as_it_should_be(player: Player) -> None:
    """In the reader's language, in two forms, in the thread of its table, which the subject names.

    What came before he had an account is tied to the rest by the letters that it answers.
    """
    threads = set()
    for letter in player.letters():
        assert player.said.marker in part(letter, "plain").splitlines()[0]
        assert f'<html lang="{player.language}">' in part(letter, "html")
        assert re.match(r"(?:Rubis|Grand tour)\b", letter["Subject"]), letter["Subject"]
        assert letter["List-Id"]
        threads.add((str(letter["Subject"]).startswith("Rubis"), str(letter["References"]).split()[0]))
    of_table = {thread for at_table, thread in threads if at_table}
    of_contest = {thread for at_table, thread in threads if not at_table}
    assert len(of_table) <= 1
    assert len(of_contest) <= len(("before he had an account", "since"))
    assert not of_table & of_contest
    assert len(player.letters()) == len({letter["Message-ID"] for letter in player.letters()})


def the_game_was_played(contest: models.Contest) -> None:
    table = factories.table_of(contest)
    stacks = [seat["stack"] for seat in views.look(table.pk, None).view["seats"].values()]
    assert (sum(stacks), len(stacks)) == (5 * CHIPS, 5)
    moves = table.events.filter(kind="move")
    assert set(moves.values_list("deal", flat=True)) == {1, 2}
    assert not table.events.filter(kind="timeout").exists()
    mailed = set(moves.exclude(origin="web").values_list("seat", flat=True))
    by_mail = models.Seat.objects.filter(table=table).exclude(entry__name__in=ON_PAGES)
    assert mailed == set(by_mail.values_list("letter", flat=True))
    ways = Counter(moves.filter(seat__in=mailed).values_list("origin", flat=True))
    assert ways["advance"] >= 1
    assert set(ways) == {"mail", "advance"}
