"""The letters that came in, for who organises: the list, a letter's page, its file, what is never said."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from referee.core import Illegal
from tests import factories
from tests.tournaments.mail.conftest import a_reply, take, turn_of
from tests.tournaments.mail.test_mail_advance import a_letter_of_ours, mail
from tests.tournaments.web.tabling import HANDS
from tournaments import models
from tournaments import wording as words_of
from tournaments.models import Contest, Letter
from tournaments.services import (
    addresses,
    bounces,
    clock,
    composing,
    correspondence,
    croupiers,
    inbox,
    letters,
    links,
    needs,
    rights,
    rulings,
)
from tournaments.wording import letters as wording

pytestmark = pytest.mark.django_db

NESTED = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(2000))


def shut(turn: models.Turn) -> Letter:
    """A letter of this turn that nobody can open."""
    letter = take(b"From: alice@players.example\nSubject: help\n" + NESTED, turn)
    assert letter.state == "quarantined"
    return letter


def page(client: Client, letter: Letter, name: str = "letter-in") -> str:
    assert letter.contest is not None
    response = client.get(reverse(name, args=[letter.contest.slug, letter.pk]))
    assert response.status_code == 200
    return response.text if name == "letter-in" else response.content.decode("latin-1")


def listed(client: Client, contest: Contest, **query: str | int) -> str:
    response = client.get(reverse("letters-in", args=[contest.slug]), query)
    assert response.status_code == 200
    return response.text


@pytest.fixture
def olga(client: Client, table: models.Table) -> Client:
    client.force_login(table.contest.organiser)
    return client


def test_every_check_has_its_words() -> None:
    assert list(wording.CHECKS) == [check.__name__ for check in inbox.ORDER]


def test_a_played_letter_shows_what_was_understood_and_every_check(olga: Client, table: models.Table) -> None:
    letter = take(a_reply(turn_of(table), "raise to 3\n\nThe tea is cold."), turn_of(table))
    shown = page(olga, letter)
    for said in ("played", "The tea is cold.", "Understood", "The move itself", "the mail server (SMTP)"):
        assert said in shown
    assert shown.count("passed</span>") == len(wording.AT_THE_DOOR) + len(inbox.ORDER) - 1
    assert shown.count("settled here</span>") == 1
    assert "about to be sent" in shown


def test_where_the_quotation_was_found_stands_by_the_words(olga: Client, table: models.Table) -> None:
    notice = composing.compose(models.Notice.objects.get(turn=turn_of(table), kind="turn"))
    assert notice is not None
    below = "\n".join(notice.text.splitlines())
    letter = take(a_reply(turn_of(table), f"fold\n\n{below}"), turn_of(table))
    assert "What stands from line " in page(olga, letter)
    assert letter.outcome["result"] == "played"


def test_a_refused_letter_shows_why(olga: Client, table: models.Table) -> None:
    letter = take(a_reply(turn_of(table), "raise to 4000"), turn_of(table))
    shown = page(olga, letter)
    assert "raise to 4000" in shown
    assert "The move itself" in shown
    assert "answered, nothing played" in shown


def test_the_list_is_filtered_newest_first_and_paged(olga: Client, table: models.Table) -> None:
    turn = turn_of(table)
    first = take(a_reply(turn, "raise to 4000", Subject="First"), turn)
    second = shut(turn)
    third = letters.receive(
        a_reply(turn, "wait", Subject="Third"),
        letters.Envelope("x@players.example", composing.address(turn), "imap"),
    )
    notice = models.Notice.objects.get(turn=turn, kind="turn")
    to = composing.address(word=bounces.word(notice))
    report = f"From: mailer@mx.example\nTo: {to}\nSubject: Undelivered\n\n550 5.1.1 no such user\n"
    fourth = take(report.encode(), turn, sender="", recipient=to)
    assert fourth.contest == table.contest
    fresh = a_reply(turn, "raise to 3", To=composing.address(), Subject=table.name)
    held = take(fresh, turn, recipient=composing.address())
    everything = {first.pk, second.pk, third.pk, fourth.pk, held.pk}

    def numbers(**query: str) -> list[int]:
        found = re.findall(r"/letters/(\d+)/", listed(olga, table.contest, **query))
        return [int(one) for one in found]

    assert numbers() == sorted(everything, reverse=True)
    wanted = {"unread": third, "refused": first, "held": held, "quarantined": second, "bounced": fourth}
    for name, letter in wanted.items():
        assert numbers(show=name) == [letter.pk], name
    assert numbers(show="nonsense") == numbers()


def test_the_list_has_pages_and_a_fixed_number_of_queries(
    olga: Client, table: models.Table, django_assert_max_num_queries: type
) -> None:
    turn = turn_of(table)
    envelope = letters.Envelope("alice@players.example", composing.address(turn), "smtp")
    for number in range(55):
        letters.receive(a_reply(turn, "hello", Subject=f"Number {number}"), envelope)
    letters.read_due(limit=3)
    with django_assert_max_num_queries(12):
        assert listed(olga, table.contest).count("<li><a class") == 50
    assert listed(olga, table.contest, page=2).count("<li><a class") == 5


def test_a_letter_that_could_not_be_read_is_off_the_list_of_needs_once_it_was_seen(
    olga: Client, table: models.Table
) -> None:
    letter = shut(turn_of(table))
    organiser, contest = table.contest.organiser, table.contest
    assert [one.kind for one in needs.of(organiser)] == ["unread"]
    assert "?show=quarantined" in olga.get(reverse("manage", args=[contest.slug])).text
    address = reverse("letter-seen", args=[contest.slug, letter.pk])
    assert olga.get(address).status_code == 302
    assert [one.kind for one in needs.of(organiser)] == ["unread"]
    assert "Mark as seen" in page(olga, letter)
    assert "The letter is marked as seen" in olga.post(address, follow=True).text
    assert needs.of(organiser) == []
    letter.refresh_from_db()
    assert letter.state == "quarantined"
    assert letter.seen_at is not None
    first = letter.seen_at
    olga.post(address)
    letter.refresh_from_db()
    assert letter.seen_at == first
    assert "Mark as seen" not in page(olga, letter)


# --- who may


def test_others_see_nothing_and_change_nothing(client: Client, table: models.Table) -> None:
    letter, contest = shut(turn_of(table)), table.contest
    places = [reverse("letters-in", args=[contest.slug])] + [
        reverse(name, args=[contest.slug, letter.pk]) for name in ("letter-in", "letter-seen", "letter-raw")
    ]
    for place in places:
        assert client.get(place, follow=True).redirect_chain[-1][0].startswith("/account/sign-in/")
    for user in (factories.person("bob"), factories.organiser("oscar")):
        client.force_login(user)
        for place in (places[0], places[1], places[3]):
            assert client.get(place).status_code == 403, place
        assert client.post(places[2]).status_code == 403
    letter.refresh_from_db()
    assert letter.seen_at is None


def test_a_letter_of_another_contest_is_not_there(olga: Client, table: models.Table) -> None:
    other = factories.running(5, name="Another one")
    letter = shut(turn_of(factories.table_of(other)))
    for name in ("letter-in", "letter-raw"):
        address = reverse(name, args=[table.contest.slug, letter.pk])
        assert olga.get(address).status_code == 404
    olga.post(reverse("letter-seen", args=[table.contest.slug, letter.pk]))
    letter.refresh_from_db()
    assert letter.seen_at is None


def test_a_croupier_sees_the_letters_of_his_tables_without_address_and_file(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tour = factories.running(13)
    mine, other = factories.table_of(tour, 1), factories.table_of(tour, 2)
    trudy = factories.person("trudy")
    croupiers.add(tour.pk, tour.organiser, trudy.email)
    croupiers.assign(tour.pk, tour.organiser, 1, trudy.pk)
    near = take(a_reply(turn_of(mine), "call", From="zed@elsewhere.example"), turn_of(mine))
    far = take(a_reply(turn_of(other), "hello there"), turn_of(other))
    client.force_login(trudy)
    assert f"/letters/{near.pk}/" in listed(client, tour)
    assert f"/letters/{far.pk}/" not in listed(client, tour)
    assert client.get(reverse("letter-in", args=[tour.slug, far.pk])).status_code == 404
    assert "zed@elsewhere.example" not in page(client, near)
    assert client.get(reverse("letter-raw", args=[tour.slug, near.pk])).status_code == 403
    client.force_login(tour.organiser)
    assert "zed@elsewhere.example" in page(client, near)


def test_who_plays_at_a_table_sees_no_letter_of_it_though_he_organises(client: Client) -> None:
    olga = factories.organiser()
    contest = factories.running(["alice", "bob", "carol", "dave", "olga"])
    table = factories.table_of(contest)
    turn = next(one for one in factories.open_turns(table))
    letter = take(a_reply(turn, "raise to 4000"), turn)
    client.force_login(olga)
    there = client.get(reverse("letter-in", args=[contest.slug, letter.pk])).status_code
    assert there == (200 if turn.seat.entry.user == olga else 404)
    plain = composing.address()
    about_no_turn = take(
        a_reply(turn, "help", To=plain, From="bob@players.example"),
        turn,
        recipient=plain,
        sender="bob@players.example",
    )
    Letter.objects.filter(pk=about_no_turn.pk).update(contest=contest)
    assert client.get(reverse("letter-in", args=[contest.slug, about_no_turn.pk])).status_code == 404


# --- what is never said


def quoting(turn: models.Turn, words: str) -> bytes:
    """A reply that quotes our letter without any mark, and names our secrets."""
    composed = composing.compose(models.Notice.objects.get(turn=turn, kind="turn"))
    assert composed is not None
    return a_reply(
        turn,
        f"{words}\nYour cards were Q♠ T♦, or the queen of spades\n\n{composed.text}",
        Subject=f"Re: {composed.subject}",
        In_Reply_To=composed.message_id,
        References=composed.message_id,
    )


def test_no_token_no_card_and_no_address_is_shown(olga: Client, table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(quoting(turn, "raise to 4000"), turn)
    user = turn.seat.entry.user
    assert user is not None
    secrets = (links.mail_token(turn), links.tag(turn), links.turn_link(turn).rpartition("/t/")[2].strip("/"))
    shown, whole = page(olga, letter), page(olga, letter, "letter-raw")
    for text in (shown, whole, listed(olga, table.contest)):
        for secret in secrets:
            assert secret not in text
    assert user.email not in shown
    words = shown.partition('id="words"')[2].partition("</section>")[0]
    assert words
    for card in HANDS[turn.seat.letter].split():
        assert re.search(rf"\b{card}\b", words) is None
        assert words_of.card(card) not in shown
    for card in ("Q♠", "queen of spades"):
        assert card not in shown
        assert card.encode() not in whole.encode("latin-1")
    assert "line that names a card" in shown
    assert "raise to 4000" not in whole, "while the contest runs the file is the head alone"
    assert "Subject:" in whole


def test_when_the_contest_is_over_all_is_shown_but_our_words(olga: Client, table: models.Table) -> None:
    turn = turn_of(table)
    letter = take(quoting(turn, "raise to 4000"), turn)
    token = links.mail_token(turn)
    Contest.objects.filter(pk=table.contest_id).update(state=Contest.State.FINAL)
    shown, whole = page(olga, letter), page(olga, letter, "letter-raw")
    assert "the queen of spades" in shown
    assert "raise to 4000" in whole
    assert token not in shown + whole


def test_the_file_is_no_page(olga: Client, table: models.Table) -> None:
    letter = take(a_reply(turn_of(table), "<script>alert(1)</script>"), turn_of(table))
    response = olga.get(reverse("letter-raw", args=[table.contest.slug, letter.pk]))
    assert response["Content-Disposition"].startswith("attachment")
    assert response["Content-Type"] == "application/octet-stream"


def test_games_whose_moves_name_hidden_cards_say_nothing_back_before_the_end(
    olga: Client, table: models.Table
) -> None:
    """The row of a game with secret choices: nothing of words, move and refusal is there for the page."""
    turn = turn_of(table)
    letter = take(a_reply(turn, "raise to 4000", Subject="place 2-5"), turn)
    models.Table.objects.filter(pk=table.pk).update(game="pyramid")
    Contest.objects.filter(pk=table.contest_id).update(game="pyramid")
    contest = Contest.objects.get(pk=table.contest_id)
    found = correspondence.opened(contest.organiser, contest, letter.pk)
    assert (found.words, found.outcome, found.subject) == (None, {}, correspondence.CUT)
    assert "raise to 4000" not in page(olga, letter)
    Letter.objects.filter(pk=letter.pk).update(turn=None)
    assert correspondence.opened(contest.organiser, contest, letter.pk).words is None
    Contest.objects.filter(pk=contest.pk).update(state=Contest.State.FINAL)
    contest.refresh_from_db()
    assert correspondence.opened(contest.organiser, contest, letter.pk).words == ["raise to 4000"]


def test_the_service_asks_for_the_right_itself(table: models.Table) -> None:
    letter, bob = shut(turn_of(table)), factories.person("bob")
    assert not rights.organises(bob, table.contest)
    for ask in (correspondence.opened, correspondence.download, correspondence.see):
        with pytest.raises(Illegal):
            ask(bob, table.contest, letter.pk)


def test_old_letters_nobody_could_open_are_no_need_any_more(table: models.Table) -> None:
    letter = shut(turn_of(table))
    Letter.objects.filter(pk=letter.pk).update(received_at=clock.now() - timedelta(days=8))
    assert needs.of(table.contest.organiser) == []


@pytest.mark.parametrize("change", ["another address", "another player"])
def test_who_plays_sees_no_letter_of_his_table_whoever_its_writer_is_by_now(
    client: Client, table: models.Table, change: str
) -> None:
    """A word about no turn is known by its writer's address, and both may have changed since."""
    writer = table.table_seats.get(letter="C").entry.user
    assert writer is not None
    ours = a_letter_of_ours(table, "C")
    letter = mail(table, "C", "call the referee\n\nOlga peeked at my cards.", answers=ours)
    assert (letter.turn, letter.contest) == (None, table.contest)
    olga = table.contest.organiser
    if change == "another address":
        asked = addresses.ask(writer, "elsewhere@players.example")
        addresses.confirm(asked.pk)
    else:
        zoe = factories.person("zoe")
        rulings.substitute(table, olga, "C", zoe.email, reason="ill", key="x")
    client.force_login(olga)
    assert client.get(reverse("letter-in", args=[table.contest.slug, letter.pk])).status_code == 200
    seat = table.table_seats.select_related("entry").get(letter="E")
    seat.entry.user = olga
    seat.entry.save()
    assert client.get(reverse("letter-in", args=[table.contest.slug, letter.pk])).status_code == 404


def test_what_turns_text_round_in_a_letter_turns_nothing_on_its_page(client: Client) -> None:
    turn = turn_of(factories.table_of(factories.running(5)))
    letter = take(a_reply(turn, "hello \u202egnp there", Subject="Re: \u202egnp"), turn)
    client.force_login(turn.table.contest.organiser)
    for shown in (page(client, letter), listed(client, turn.table.contest)):
        assert "gnp" in shown
        assert "\u202e" not in shown
