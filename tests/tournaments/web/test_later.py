"""The box for moves left in advance: on one's own table page alone, and without a trace on anybody else's."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from referee.advance import Condition
from tests import factories
from tests.tournaments.web.tabling import address, form, send, sit
from tournaments import models
from tournaments.services import advances, links

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> models.Table:
    return factories.table_of(factories.running(5))


def post(client: Client, table: models.Table, **fields: object):  # type: ignore[no-untyped-def]
    action = f"{address(table)}later/"
    hidden = form(client.get(address(table)), action)
    return client.post(action, {**hidden, **fields})


def page(client: Client, table: models.Table) -> str:
    return client.get(address(table)).text


def comparable(text: str) -> str:
    """A page without what is new at each request."""
    text = re.sub(r'name="(?:csrfmiddlewaretoken|once)" value="[^"]*"', "", text)
    return re.sub(r"X-CSRFToken[^}]*|nonce=\"[^\"]*\"|<time data-left[^>]*>[^<]*</time>", "", text)


def test_a_move_is_left_seen_and_taken_back(client: Client, table: models.Table) -> None:
    sit(client, table, "C")
    factories.act(table, "raise 2")
    assert "Left in advance:" not in page(client, table)
    answer = post(client, table, do="call-up-to", limit="5")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{address(table)}#later")
    shown = page(client, table)
    assert "You call as long as you have no more than 5 in the betting round." in shown
    assert "Your last chip stays out" in shown
    client.post(f"{address(table)}later/", {"do": "withdraw"})
    assert "Left in advance:" not in page(client, table)


def test_what_the_form_says_is_what_is_kept(client: Client, table: models.Table) -> None:
    sit(client, table, "C")
    factories.act(table, "raise 2")
    wanted = {
        ("fold-to-bet", "", "deal"): Condition("fold-to-bet", 1, 0, span="deal"),
        ("fold", "", ""): Condition("fold", 1, 0),
        ("call", "9", "deal"): Condition("call", 1, 0, to=2),
        ("call-up-to", "9", ""): Condition("call-up-to", 1, 0, to=9),
    }
    action = f"{address(table)}later/"
    hidden = form(client.get(address(table)), action)
    for (do, to, span), condition in wanted.items():
        assert client.post(action, {**hidden, "do": do, "limit": to, "span": span}).status_code == 302
        row = models.Advance.objects.select_related("seat").get()
        kept = advances.of_seat(row.seat)
        assert kept is not None
        assert kept.condition == condition


def test_the_last_chip_is_asked_about_once_more(client: Client, table: models.Table) -> None:
    sit(client, table, "C")
    factories.act(table, "all-in")
    refused = post(client, table, do="call")
    assert refused.status_code == 422
    assert "would put in all your 18 chips" in refused.text
    assert post(client, table, do="call", all_in="1").status_code == 302
    assert "That may be your last chip." in page(client, table)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"do": "raise"}, 422),
        ({"do": ""}, 422),
        ({"do": "call-up-to", "limit": "x"}, 422),
        ({"do": "call-up-to", "limit": "1"}, 422),
        ({"do": "fold", "street": "1"}, 409),
        ({"do": "fold", "deal": "no"}, 422),
    ],
)
def test_what_cannot_be_left_is_refused(
    client: Client, table: models.Table, fields: dict[str, str], status: int
) -> None:
    sit(client, table, "C")
    factories.act(table, "raise 2")
    assert post(client, table, **fields).status_code == status
    assert not models.Advance.objects.exists()


def test_for_the_turn_that_is_open_it_is_told_in_the_place_of_silence(
    client: Client, table: models.Table
) -> None:
    sit(client, table, "B")
    factories.act(table, "raise 2")
    assert re.search(r"If you do nothing until .*, you fold\.", page(client, table))
    post(client, table, do="call-up-to", limit="2")
    shown = page(client, table)
    assert re.search(r"If you do nothing until .*, you call \(2 chips\)\. So you left it in advance\.", shown)
    assert not re.search(r"If you do nothing until .*, you fold\.", shown)


def test_nobody_else_can_tell(table: models.Table) -> None:
    """Byte for byte the same pages for the others, the organiser and the public; leaving is no news."""
    factories.act(table, "raise 2")
    readers = {seat: Client() for seat in "ABDE"}
    for seat, reader in readers.items():
        sit(reader, table, seat)
    olga = Client()
    olga.force_login(table.contest.organiser)
    everybody = [*readers.values(), olga, Client()]
    places = ["", "news/", "live/", "copy/", "record.json"]

    def seen() -> list[str]:
        return [comparable(one.get(f"{address(table)}{place}").text) for one in everybody for place in places]

    before = seen()
    advances.leave(table.pk, "C", Condition("fold", 1, 0))
    assert seen() == before


def test_there_is_a_box_only_where_something_may_be_asked(client: Client, table: models.Table) -> None:
    box = 'id="later"'
    assert box not in page(client, table)
    factories.act(table, "fold")
    sit(client, table, "A")
    assert box not in page(client, table)
    sit(client, table, "B")
    assert box in page(client, table)
    for user, status in ((None, 403), (table.contest.organiser, 403)):
        other = Client()
        if user is not None:
            other.force_login(user)
        answer = other.post(f"{address(table)}later/", {"do": "fold", "deal": "1", "street": "0"})
        assert answer.status_code == status
    assert client.get(f"{address(table)}later/").status_code == 405


def test_the_check_is_offered_where_the_game_has_one(client: Client) -> None:
    level = {"from_hand": 1, "small_blind": 1, "big_blind": 2, "ante": 0, "big_blind_ante": 0}
    overrides = {"starting_stack": 40, "levels": [level], "hands": 2}
    blinds = factories.table_of(factories.running(5, preset="holdem", rules=overrides))
    sit(client, blinds, "A")
    shown = page(client, blinds)
    assert "Check while that is free, fold to any bet" in shown
    assert 'value="fold"' not in shown.partition('id="later"')[2].partition("</section>")[0]
    post(client, blinds, do="fold-even-free")
    assert "even where a check is free" in page(client, blinds)


# --- in words

SPOKEN = {
    "en": ("fold in advance", "Read as a move in advance: You fold when it is your turn."),
    "fr": ("je suis jusqu’à 4", "Lu comme une décision d'avance : Vous suivez tant que"),
    "it": ("check, altrimenti lascio", "Letto come decisione in anticipo: Fai check finché"),
}


def read(client: Client, table: models.Table, words: str) -> str:
    answer = client.post(f"{address(table)}read/", {"words": words})
    assert answer.status_code == 200
    return re.sub("[\xa0\u202f]", " ", unescape(answer.text))


@pytest.mark.parametrize("language", SPOKEN)
def test_before_ones_turn_words_are_read_back_and_left(
    client: Client, table: models.Table, language: str
) -> None:
    user = sit(client, table, "C")
    user.language = language
    user.save()
    words, said = SPOKEN[language]
    assert said in read(client, table, words)
    assert read(client, table, "").strip() == ""
    assert not models.Advance.objects.exists()
    assert post(client, table, do="words", words=words).status_code == 302
    assert models.Advance.objects.count() == 1


def test_what_is_only_asked_is_said_back_and_nothing_is_left(client: Client, table: models.Table) -> None:
    sit(client, table, "C")
    for fields in ({"do": "ask", "words": "call up to 4"}, {"do": "words", "words": "? call up to 4"}):
        answer = post(client, table, **fields)
        assert answer.status_code == 200
        assert "You call as long as you have no more than 4" in answer.text
        assert 'value="' + fields["words"] + '"' in answer.text
    assert not models.Advance.objects.exists()


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        ("raise to 5", 400, "No move to leave in advance was found"),
        ("", 400, "Nothing was written."),
        ("call up to 4 until Tuesday", 400, "Until when?"),
        ("call up to 4 until 2020-01-01 18:00", 422, "That moment is over already"),
        ("call up to 1", 422, "could never be made"),
    ],
)
def test_words_that_leave_nothing_say_why_and_stay(
    client: Client, table: models.Table, words: str, status: int, sentence: str
) -> None:
    factories.act(table, "raise 2")
    sit(client, table, "C")
    answer = post(client, table, do="words", words=words)
    assert answer.status_code == status
    assert sentence in answer.text
    assert f'value="{words}"' in answer.text
    assert not models.Advance.objects.exists()


def test_at_ones_turn_they_are_kept_for_the_deadline_and_the_page_says_so(
    client: Client, table: models.Table
) -> None:
    factories.act(table, "raise 2")
    sit(client, table, "B")
    assert "It is your turn: it would be done at your deadline, not now." in read(
        client, table, "call up to 4"
    )
    events = table.events.count()
    shown = send(client, table, do="words", words="call up to 4").text
    assert "Nothing has been played. Left in advance: You call as long as" in shown
    assert "To play now, send the move alone." in shown
    assert "you call (2 chips). So you left it in advance." in shown
    assert (table.events.count(), models.Advance.objects.count()) == (events, 1)
    asked = send(client, table, do="ask", words="withdraw my advance move").text
    assert "Read as taking back what you left in advance." in asked
    back = send(client, table, do="words", words="take back my advance move").text
    assert "is taken back: nothing is left." in back
    assert not models.Advance.objects.exists()


def test_of_a_turn_that_is_over_nothing_is_left(client: Client, table: models.Table) -> None:
    sit(client, table, "A")
    fields = form(client.get(address(table)), f"{address(table)}act/")
    factories.act(table, "raise 2")
    assert send(client, table, fields, do="words", words="call up to 4").status_code == 409
    assert not models.Advance.objects.exists()


def test_words_for_a_street_that_is_over_are_not_left_for_the_next(
    client: Client, table: models.Table
) -> None:
    sit(client, table, "E")
    action = f"{address(table)}later/"
    hidden = form(client.get(address(table)), action)
    factories.act(table, "raise 1", "call", "call", "call", "call")
    answer = client.post(action, {**hidden, "do": "words", "words": "check/fold"})
    assert answer.status_code == 409
    assert "The betting round that you saw is over" in answer.text
    assert not models.Advance.objects.exists()


def test_a_letters_link_lends_one_turn_and_no_other(client: Client, table: models.Table) -> None:
    client.get(links.turn_link(factories.open_turns(table)[0]).partition("testserver")[2], follow=True)
    answer = send(client, table, do="words", words="fold in advance")
    assert answer.status_code == 422
    assert "The link of a letter is for the move of one turn" in answer.text
    assert "The link of a letter is for" in read(client, table, "fold in advance")
    assert not models.Advance.objects.exists()


def test_the_hour_of_the_form_is_the_readers(client: Client, table: models.Table) -> None:
    user = sit(client, table, "C")
    user.timezone = "Asia/Tokyo"
    user.save()
    day = (timezone.now() + timedelta(days=2)).date()
    assert post(client, table, do="fold", until="soon").status_code == 400
    assert post(client, table, do="fold", until=f"{day}T18:00").status_code == 302
    kept = advances.of_seat(table.table_seats.get(letter="C"))
    assert kept is not None
    assert kept.condition.until == datetime.combine(day, time(18), ZoneInfo("Asia/Tokyo"))
    assert "18:00 (+09:00)" in page(client, table)
