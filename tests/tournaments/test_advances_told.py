"""What was left in advance ends at its instant; its owner, and nobody else, is told that it no longer holds;
when it acts, everybody is told that it was left."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from referee.advance import Condition
from referee.core import Illegal
from tests import factories
from tests.tournaments.web.tabling import address, sit
from tournaments import models, wording
from tournaments.services import advances, clock, records, sealing, sweep, views
from tournaments.services.contents import content_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> models.Table:
    """Five players, ante 2, no check: A speaks first in the first deal."""
    return factories.table_of(factories.running(5))


def leave(table: models.Table, seat: str, do: str, **more: Any) -> None:
    view = views.look(table.pk, seat).view
    advances.leave(table.pk, seat, Condition(do, view["deal"], view["street"], **more))


def speaker(table: models.Table) -> str:
    return factories.open_turns(table)[0].seat.letter


def soon(**ahead: float) -> datetime:
    return clock.now() + timedelta(**ahead)


def end(table: models.Table, seat: str, until: datetime) -> None:
    """Let the time of what a seat has left be up: as if it had been left before."""
    own = table.table_seats.get(letter=seat)
    kept = advances.of_seat(own)
    assert kept is not None
    condition = Condition.from_json(kept.condition.to_json() | {"until": until.isoformat()})
    sealed = sealing.seal_json(advances.Kept(condition).to_json())
    models.Advance.objects.filter(seat=own).update(condition=sealed)


def turn_letter(table: models.Table, seat: str) -> dict[str, Any]:
    user = table.table_seats.get(letter=seat).entry.user
    notice = models.Notice.objects.filter(user=user, kind="turn", table=table).order_by("-id").first()
    assert notice is not None
    content = content_of(notice)
    assert content is not None
    return content.context


def page(table: models.Table, seat: str) -> str:
    client = Client()
    sit(client, table, seat)
    return client.get(address(table)).text


# --- until an instant


def test_until_its_instant_it_acts_as_ever(table: models.Table) -> None:
    leave(table, "B", "call-up-to", to=4, until=soon(hours=1))
    factories.act(table, "raise 2")
    assert advances.act_due() == 1
    assert table.events.get(kind="move", seat="B").origin == "advance"


def test_after_its_instant_nothing_is_played_though_the_turn_opened_before(table: models.Table) -> None:
    """The moment at which it is weighed counts, by the database's clock: not when it was left, nor when the
    turn opened."""
    leave(table, "B", "call-up-to", to=4, until=soon(hours=1))
    factories.act(table, "raise 2")
    opened = factories.open_turns(table)[0].opened_at
    end(table, "B", clock.now())
    assert opened < clock.now()
    assert (advances.act_due(), speaker(table)) == (0, "B")
    assert "Its time was up" in turn_letter(table, "B")["lapsed"]


def test_in_the_place_of_silence_the_deadline_counts_to_its_minute(table: models.Table) -> None:
    """A deadline is shown without its seconds: whoever names that very minute means it."""
    factories.act(table, "raise 2")
    leave(table, "B", "call-up-to", to=2, until=soon(days=3))
    deadline = factories.move_clock(table, seconds=1)
    end(table, "B", deadline.replace(second=0, microsecond=0))
    sweep.sweep()
    assert table.events.get(kind="move", seat="B").origin == "advance"


def test_an_instant_before_the_deadline_leaves_silence_what_it_is(table: models.Table) -> None:
    factories.act(table, "raise 2")
    leave(table, "B", "call-up-to", to=2, until=soon(days=3))
    assert "you call (2 chips). So you left it in advance." in turn_letter(table, "B")["silence"]
    deadline = factories.move_clock(table, seconds=61)
    end(table, "B", deadline - timedelta(minutes=1))
    sweep.sweep()
    assert table.events.filter(seat="B", kind="timeout").count() == 1
    factories.act(table, "fold", "fold", "fold")
    assert (table.events.filter(kind="deal").count(), speaker(table)) == (2, "B")
    assert advances.act_due() == 0
    assert "Its time was up" in turn_letter(table, "B")["lapsed"], "he learns it in his next turn"


def test_in_an_open_turn_what_ends_before_its_deadline_cannot_be_left(table: models.Table) -> None:
    """It would wait for a deadline that it does not reach. To the minute in which the deadline is shown."""
    factories.act(table, "raise 2")
    shown = factories.open_turns(table)[0].deadline_at.replace(second=0, microsecond=0)
    for until in (soon(hours=1), shown - timedelta(minutes=1)):
        with pytest.raises(Illegal) as refused:
            leave(table, "B", "call-up-to", to=2, until=until)
        assert refused.value.code == "UNTIL_BEFORE_DEADLINE"
    assert advances.of_seat(table.table_seats.get(letter="B")) is None
    leave(table, "B", "call-up-to", to=2, until=shown)
    leave(table, "C", "call-up-to", to=2, until=soon(hours=1))


def test_a_limit_that_lies_in_front_of_the_player_already_is_refused_by_name(table: models.Table) -> None:
    factories.act(table, "raise 2", "call")
    with pytest.raises(Illegal) as refused:
        leave(table, "A", "call-up-to", to=2)
    assert (refused.value.code, refused.value.params["bet"]) == ("LIMIT_IS_IN", 2)


def test_what_is_over_already_cannot_be_left(table: models.Table) -> None:
    with pytest.raises(Illegal) as refused:
        leave(table, "B", "fold", until=soon(seconds=-1))
    assert refused.value.code == "UNTIL_PAST"


# --- told to its owner

ENDED = {
    "price": ("call", {"to": 2}, ["raise 2"], ["raise 3"], "The price is not 2 any more."),
    "limit": ("call-up-to", {"to": 3}, ["raise 2"], ["raise 5"], "The price is above your limit of 3 now."),
    "last chip": ("call-up-to", {"to": 18}, ["raise 2"], ["all-in"], "That call would put in your last chip"),
}


@pytest.mark.parametrize("why", ENDED)
def test_its_owner_is_told_why_it_no_longer_holds(table: models.Table, why: str) -> None:
    do, more, before, after, sentence = ENDED[why]
    factories.act(table, *before)
    leave(table, "C", do, **more)
    factories.act(table, *after)
    assert "no longer holds" in page(table, "C"), "before the clock has weighed it"
    assert advances.act_due() == 0
    assert sentence in turn_letter(table, "C")["lapsed"]
    shown = page(table, "C")
    assert sentence in shown
    assert "Left in advance:" not in shown
    factories.act(table, "fold")
    assert advances.of_seat(table.table_seats.get(letter="C")) is None


def test_a_street_that_went_by_unused_is_told_once(table: models.Table) -> None:
    factories.act(table, "raise 1", "call", "call", "call")
    leave(table, "A", "call-up-to", to=9)
    factories.act(table, "call")  # E; nothing more is asked of A in this street
    assert views.look(table.pk, None).view["street"] == 1
    assert speaker(table) == "A"
    assert advances.act_due() == 0
    assert "Its betting round is over." in turn_letter(table, "A")["lapsed"]
    factories.act(table, "raise 1", "raise 2", "call", "call", "call")
    assert speaker(table) == "A"
    assert turn_letter(table, "A")["lapsed"] == ""


def test_what_has_acted_in_its_street_ends_without_a_word(table: models.Table) -> None:
    leave(table, "B", "call-up-to", to=4)
    factories.act(table, "raise 2")
    assert advances.act_due() == 1
    factories.act(table, "call", "call", "call", "raise 1")
    assert speaker(table) == "B"
    advances.act_due()
    assert turn_letter(table, "B")["lapsed"] == ""
    assert "no longer holds" not in page(table, "B")


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_letter_page_and_list_say_what_is_done_at_the_deadline(table: models.Table, language: str) -> None:
    """The default, and what was left in its place: the same sentence in all three, with its moment."""
    folds = {"en": "you fold", "fr": "vous vous couchez", "it": "lasci"}[language]
    calls = {
        "en": "you call (2 chips). So you left it in advance.",
        "fr": "vous suivez (2 jetons). Vous l'avez décidé d'avance.",
        "it": "vedi (2 fiche). Lo hai deciso in anticipo.",
    }[language]
    factories.act(table, "raise 2")
    user = table.table_seats.get(letter="B").entry.user
    assert user is not None
    user.language = language
    user.save()
    client = Client()
    client.force_login(user)
    deadline = factories.open_turns(table)[0].deadline_at

    def shown() -> list[str]:
        with translation.override(language), timezone.override(user.timezone):
            letter = turn_letter(table, "B")["silence"]
            assert wording.instant(deadline) in letter
        pages = [client.get(path).text for path in (address(table), "/my/")]
        return [re.sub("[\xa0\u202f]", " ", one).replace("&#x27;", "'") for one in (letter, *pages)]

    assert all(folds in one for one in shown())
    leave(table, "B", "call-up-to", to=2)
    assert all(calls in one for one in shown())
    assert all(folds not in one for one in shown()[:1])


# --- told to everybody when it acts


def test_log_letters_record_and_ledger_say_that_it_was_left(table: models.Table) -> None:
    leave(table, "B", "fold")
    factories.act(table, "raise 1")
    erin = table.table_seats.get(letter="E").entry.user
    assert erin is not None
    erin.notices = models.User.Notices.EVERYTHING
    erin.save()
    advances.act_due()
    said = "left a move in advance on"
    name = table.table_seats.get(letter="B").entry.name
    notice = models.Notice.objects.filter(user=erin, kind="event").order_by("-id").first()
    assert notice is not None
    content = content_of(notice)
    assert content is not None
    assert said in content.context["happened"][0]
    assert f"{name} folds." in content.context["happened"]
    assert said in page(table, "D")
    assert said in Client().get(address(table)).text
    (action,) = [one for one in records.offered(table, None)["deals"][0]["actions"] if one["seat"] == "B"]
    assert (action["do"], action["via"]) == ("fold", "advance")
    written = [entry.body for entry in models.LedgerEntry.objects.order_by("pk")][-2:]
    assert '"fact":"advance"' in written[0]
    assert '"origin":"advance"' in written[1]
