"""A world for the browser to walk through: one contest in each state, tables in each situation.

Built once for a whole file of tests by the services that a real one goes through, and thrown away after it.
The cast is fictional.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail

from referee.core import Move
from tests import factories
from tests.browser import desk_world, drawing, league_world, saint_world
from tournaments import models
from tournaments.models import Contest, Table
from tournaments.services import (
    catching,
    clock,
    composing,
    contests,
    croupiers,
    letters,
    post,
    registration,
    rulings,
    tables,
    views,
)

LONG = "Bartholomew-Maximilian von und zu Wiesel"
"""As long as a name may be."""

REASONS = (
    *("Hail fell on the tables.", "The night train is late.", "The pass is snowed in."),
    desk_world.TURNED,
)
"""What the staff gives for what it does; shown as it was written."""

WRITTEN = ("raise to 4000", "**Not** without my tea.", "? call", "Where is everybody?")
"""What players wrote in their letters."""

_WORDS = "Thirteen travellers, two tables, one winner. The kettle is on.\n\n**Good luck to everybody!**"
_PRIZES = {
    "prizes": [{"tea (g)": 500, "blankets": 2}, {"tea (g)": 250}, {"tea (g)": 100}],
    "prize_units": {"tea (g)": 1, "blankets": 1},
}
_FEE: dict[str, Any] = {"fee_amount": 1, "fee_unit": "food ration"}
_SPONSOR = {"sponsor": "The caravan", "sponsor_group": "newcomers"}


@dataclass(slots=True)
class World:
    """By their names: contests of each state, tables in each situation, letters that ended so or so."""

    contests: dict[str, Contest] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    letters: list[models.CaughtLetter] = field(default_factory=list)
    came_in: dict[str, models.Letter] = field(default_factory=dict)
    callers: list[models.User] = field(default_factory=list)
    timed_out: models.Event = field(default_factory=models.Event)
    absent: models.Absence = field(default_factory=models.Absence)
    ruling: models.Event = field(default_factory=models.Event)
    proposals: dict[str, models.Proposal] = field(default_factory=dict)
    voters: list[models.User] = field(default_factory=list)
    admin: models.User = field(default_factory=models.User)
    claim: str = ""
    claim_mine: str = ""

    def person(self, name: str) -> models.User:
        return models.User.objects.get(email=f"{name}@players.example")

    def awaited(self, table: Table) -> models.User | None:
        return factories.open_turns(table)[0].seat.entry.user

    def player(self, table: Table, state: Callable[[str], bool] = bool) -> models.User:
        """Who sits at the first seat whose letter is accepted."""
        seats = table.table_seats.select_related("entry__user").order_by("letter")
        return next(seat.entry.user for seat in seats if seat.entry.user and state(seat.letter))

    def player_of(self, event: models.Event) -> models.User | None:
        return event.table.table_seats.get(letter=event.seat).entry.user

    def waiting(self, table: Table) -> models.User:
        """A player who is not awaited, and still has his cards."""
        awaited = {turn.seat.letter for turn in factories.open_turns(table)}
        seen = views.look(table.pk, None).view["seats"]
        return self.player(table, lambda letter: letter not in awaited and seen[letter]["state"] == "in")

    @contextmanager
    def empty(self) -> Iterator[None]:
        """A lobby in which nothing was ever announced."""
        states = dict(Contest.objects.values_list("pk", "state"))
        Contest.objects.update(state=Contest.State.DRAFT)
        yield
        for pk, state in states.items():
            Contest.objects.filter(pk=pk).update(state=state)


def build() -> World:
    """All of it, some seconds' work."""
    _gather()
    world = World()
    with pytest.MonkeyPatch.context() as patch:
        _before_play(world)
        _flagship(world, patch)
        _side_pots(world, patch)
        _others(world, patch)
        _ended(world, patch)
        saint_world.build(world, patch)
        league_world.build(world)
    _letters(world)
    _came_in(world)
    desk_world.build(world)
    return world


def _gather() -> None:
    """The cast, with capitals; zoe plays nowhere, and the staff is called stan."""
    for name in (*factories.NAMES, "olga", "zoe", "stan", "wiesel"):
        factories.person(name)
    for user in models.User.objects.all():
        user.name = LONG if user.email.startswith("wiesel") else user.name.capitalize()
        user.is_organiser = user.email.startswith("olga")
        user.is_staff = user.is_superuser = user.email.startswith("stan")
        user.save()


def _enter(contest: Contest, names: Sequence[str]) -> None:
    for name in names:
        registration.register(contest.pk, factories.person(name))


def _before_play(world: World) -> None:
    olga, add = factories.organiser(), world.contests
    draft = factories.draft(name="Midsummer duel of tables", days=12, words=_WORDS, **_FEE, **_PRIZES)
    for name, text in (("bob", "Half a day is short: I work at night."), ("carol", "Two rations?")):
        contests.comment(draft.pk, user=factories.person(name), name=name.capitalize(), text=text)
    add["draft"] = draft
    spring = factories.open_contest(
        factories.NAMES[1:10], name="Shangri-là, the spring tour", words=_WORDS, place="The great hall",
        days=4, languages=["en", "fr", "it"], **_FEE, **_SPONSOR, **_PRIZES,
    )  # fmt: skip
    registration.mark_paid(spring.pk, olga, list(spring.entries.values_list("pk", flat=True)[:4]))
    registration.withdraw(spring.entries.get(name="Frank").pk, factories.person("frank"))
    _, world.claim = registration.add_entrant(spring.pk, olga, "Ulla from the mountains")
    add["open"] = spring
    full = factories.open_contest(
        [*factories.NAMES[:19], "wiesel"], name="The full house", cap=40, days=0.3, **_FEE, **_SPONSOR
    )
    for number in range(20):
        registration.add_entrant(full.pk, olga, f"Traveller {number + 1}", sponsored=number % 3 == 0)
    registration.register(full.pk, factories.person("trudy"))
    add["full"] = full
    add["unsplit"] = _closed(9, "Nine at the door")
    add["closed"] = _closed(6, "Six before the draw")
    add["offered"], add["checking"] = drawing.offered(), drawing.checking_in()
    add["lucky"], add["numbers"] = drawing.with_numbers(), drawing.awaiting_numbers()
    world.tables["lucky"] = factories.table_of(add["lucky"])
    add["seated"] = factories.seated(6, name="The waiting room", automatic=False)
    world.tables["waiting"] = factories.table_of(add["seated"])
    cancelled = factories.open_contest(3, name="The rained-off garden", **_FEE)
    contests.cancel(cancelled.pk, olga, REASONS[0])
    cancelled.refresh_from_db()
    add["cancelled"] = cancelled


def _seated(players: int | Sequence[str], **fields: Any) -> Contest:
    """A contest with a fee and prizes: everybody has paid, the seats are drawn."""
    contest = factories.open_contest(players, **_FEE, **_PRIZES, **fields)
    registration.mark_paid(contest.pk, contest.organiser, list(contest.entries.values_list("pk", flat=True)))
    contests.close(contest.pk, contest.organiser)
    contests.draw(contest.pk, contest.organiser)
    contest.refresh_from_db()
    return contest


def _running(players: int | Sequence[str], **fields: Any) -> Contest:
    contest = _seated(players, **fields)
    contests.start(contest.pk, contest.organiser)
    contest.refresh_from_db()
    return contest


def _closed(players: int, name: str) -> Contest:
    contest = factories.open_contest(players, name=name, automatic=False)
    contests.close(contest.pk, contest.organiser)
    contest.refresh_from_db()
    return contest


def say(table: Table, words: str, comment: str = "") -> None:
    """The move of whoever is awaited, as a player would have sent it: ``fold``, ``raise 5``, ``all-in``."""
    turn = factories.open_turns(table)[0]
    do, _, to = words.partition(" ")
    tables.play(
        table.pk,
        kind="move",
        seat=turn.seat.letter,
        move=Move(do, {"to": int(to)} if to else {}),
        key=secrets.token_hex(8),
        origin="web",
        actor=turn.seat.entry.user,
        text="",
        comment=comment,
    )


def _flagship(world: World, patch: pytest.MonkeyPatch) -> None:
    """Two tables, 7 + 6. Alice's waits for her with the board up; the other has just begun."""
    olga = factories.organiser()
    tour = _seated(
        [*factories.NAMES[:12], "wiesel"],
        name="Shangri-là, the autumn tour",
        words=_WORDS,
        days=3,
        place="The great hall",
        **_SPONSOR,
    )
    mine = models.Seat.objects.get(table__contest=tour, entry__user__email="alice@players.example")
    others = [letter for letter in "ABCDEFG" if letter != mine.letter]
    hands = dict(
        zip(
            [mine.letter, *others],
            ("Qs Td", "2c 7d", "8h 8s", "Ah 4c", "9h 9d", "Kd Js", "6c 6d"),
            strict=True,
        )
    )
    factories.stack_decks(patch, factories.holdem_deck(hands, "7h 9c Jd 2s 5h"))
    contests.start(tour.pk, olga)
    tour.refresh_from_db()
    own, other = factories.table_of(tour, mine.table.number), factories.table_of(tour, 3 - mine.table.number)
    _until_alice(own)
    say(other, "raise 2", "I have seen *worse* hands win.")
    croupiers.add(tour.pk, olga, "trudy@players.example")
    croupiers.assign(tour.pk, olga, other.number, factories.person("trudy").pk)
    world.contests["running"], world.tables["mine"] = tour, own
    world.tables["theirs"] = other
    rulings.extend_turn(
        other,
        olga,
        factories.open_turns(other)[0].seat.letter,
        seconds=6 * 3600,
        reason=REASONS[1],
        expected=factories.open_turns(other)[0].number,
        key="world",
    )


def _until_alice(table: Table) -> None:
    """Everybody calls, two fold; then the board is up and it is alice's turn, with something to call."""
    comments = iter(["The tea is cold, my cards are not.", "", "I only came for the *momos*.", ""])
    folded = 0
    for _ in range(40):
        letter, user = _speaker(table)
        sight = views.look(table.pk, letter)
        options = sight.options or {}
        if user == "Alice" and sight.view["board"] and options["to_call"]:
            return
        if options["to_call"] and user != "Alice" and folded < 2:
            folded += 1
            say(table, "fold")
        elif options["to_call"]:
            say(table, "call", next(comments, ""))
        else:
            say(table, "raise 2" if user != "Alice" else "raise 1")


def _speaker(table: Table) -> tuple[str, str]:
    seat = factories.open_turns(table)[0].seat
    return seat.letter, seat.entry.name


def _side_pots(world: World, patch: pytest.MonkeyPatch) -> None:
    """Deal 1 leaves stacks that differ; in deal 2 three are all-in for less, and two go on betting."""
    first = factories.holdem_deck(
        {"A": "As Ad", "B": "Ks Kd", "C": "2c 7d", "D": "3c 8d", "E": "4c 9h", "F": "5c Th"},
        "Ah 7h 9c Jd 2s",
    )
    patch.setattr(factories.draws, "draw", _REAL_DRAW)
    factories.stack_decks(patch, first)
    pots = factories.running(6, name="The house of side pots")
    table = factories.table_of(pots)
    for words in ("raise 6", "call", "call", "fold", "fold", "fold", "raise 5", "call", "fold"):
        say(table, words)
    world.contests["side_pots"], world.tables["side_pots"] = pots, table
    for words in ("all-in", "all-in", "call", "fold"):
        say(table, words)


_REAL_DRAW = factories.draws.draw


def _others(world: World, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(factories.draws, "draw", _REAL_DRAW)
    olga = factories.organiser()
    paused = factories.running(5, name="The long winter break")
    rulings.pause_contest(paused.pk, olga, reason=REASONS[2])
    world.contests["paused"], world.tables["paused"] = paused, factories.table_of(paused)
    blinds = factories.running(6, name="No-limit night", preset="holdem")
    table = factories.table_of(blinds)
    for words in ("call", "raise 80"):
        say(table, words)
    world.contests["blinds"], world.tables["blinds"] = blinds, table
    _by_hand(world)
    _between(world, patch)


def _by_hand(world: World) -> None:
    """Nobody here has an account: the croupier writes to them and enters what they answer."""
    olga = factories.organiser()
    contest = factories.open_contest(0, name="By private message", languages=["en", "fr", "it"])
    for name in ("Wanda", "Yann", "Xenia", "Quinn", "Vera"):
        registration.add_entrant(contest.pk, olga, name)
    for step in (contests.close, contests.draw, contests.start):
        step(contest.pk, olga)
    contest.refresh_from_db()
    world.contests["by_hand"], world.tables["by_hand"] = contest, factories.table_of(contest)


def _between(world: World, patch: pytest.MonkeyPatch) -> None:
    """A deal is over and the next one is not dealt yet: what a visitor meets who comes in that moment."""
    contest = factories.running(5, name="Between two deals")
    table = factories.table_of(contest)
    for words in ("raise 3", "call", "fold", "fold", "fold", "raise 2"):
        say(table, words)
    with pytest.MonkeyPatch.context() as still:
        still.setattr(tables, "go_on", lambda table: None)
        say(table, "call")
    table.refresh_from_db()
    assert table.between
    world.contests["between"], world.tables["between"] = contest, table


def _ended(world: World, patch: pytest.MonkeyPatch) -> None:
    olga = factories.organiser()
    provisional = _running(5, name="The last lantern", automatic=False)
    world.contests["provisional"] = factories.play_out(provisional)
    final = _two_deals(patch)
    for award in final.awards.filter(entry__placing__place=1):
        rulings.hand_out(award.pk, olga)
    world.contests["final"], world.tables["over"] = final, factories.table_of(final)


def _two_deals(patch: pytest.MonkeyPatch) -> Contest:
    """Played to its end: A wins the first deal, C the second, and few have the same number of chips."""
    cards = ("As Ad", "Ks Kd", "2c 7d", "Qc Qd", "4c 9h", "5c Th", "3c 8d")
    hands = dict(zip("ABCDEFG", cards, strict=True))
    again = hands | {"A": "Kc Js", "B": "Qc Qd", "C": "9s 9d", "D": "2c 7d", "E": "Ac Td"}
    first = factories.holdem_deck(hands, "7h 9c Jd 2s 5h")
    second = factories.holdem_deck(again, "9c 4d Jh 2h Kh", order="BCDEFGA")
    factories.stack_decks(patch, first, second)
    final = _running(7, name="Winter evenings")
    table = factories.table_of(final)
    for words in (
        *("raise 3", "call", "fold", "call", "fold", "fold", "fold", "raise 4", "fold", "call"),
        *("raise 2", "call", "fold", "call", "fold", "fold", "call", "raise 3", "call", "fold", "call"),
    ):
        say(table, words)
    return factories.play_out(final)


def _letters(world: World) -> None:
    """Three letters of the service as its mail catcher keeps them."""
    alice = factories.person("alice")
    later = models.Notice.objects.exclude(user=alice, contest=world.contests["running"])
    later.update(retry_at=clock.now() + timedelta(days=1))
    post.send_due(limit=8)
    for message in mail.outbox:
        catching.catch(message.message().as_bytes(), message.from_email, message.to)
    world.letters = list(models.CaughtLetter.objects.order_by("-pk"))


def _came_in(world: World) -> None:
    """Letters to a table by those who are awaited, one of each end; and a player whom none of ours reach."""
    table = world.tables["side_pots"]
    turn = factories.open_turns(table)[0]
    user, to = turn.seat.entry.user, composing.address(turn)
    assert user is not None
    shells = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(2000))
    bodies = {
        "refused": f"\n{WRITTEN[0]}\n\n{WRITTEN[1]}\nThe queen of spades smiles at me.\n",
        "question": f"\n{WRITTEN[2]}\n",
        "quarantined": shells,
        "unread": f"\n{WRITTEN[3]}\n",
    }
    for name, body in bodies.items():
        head = f"From: {user.email}\nTo: {to}\nSubject: Re: {table.name}\nMessage-ID: <{name}@mail.example>\n"
        envelope = letters.Envelope(user.email, to, "smtp")
        world.came_in[name] = letters.receive((head + body).encode(), envelope)
        if name != "unread":
            letters.read(world.came_in[name].pk)
            world.came_in[name].refresh_from_db()
    assert [one.state for one in world.came_in.values()] == ["answered", "answered", "quarantined", "unread"]
    models.User.objects.filter(email="erin@players.example").update(bounced_at=clock.now(), bounce="5.1.1")
