"""Another address of one's own: confirmed from the new one, undone from the old one, known to nobody else."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client

from referee.core import Refusal
from tests import factories
from tests.tournaments.mail.conftest import a_reply, take, turn_of
from tests.tournaments.mail.test_mail_contests import reply, write
from tests.tournaments.test_sweep import in_threads
from tests.tournaments.web.test_account import code_of
from tournaments import models
from tournaments.channels import Outgoing
from tournaments.models import AddressChange, Notice
from tournaments.services import addresses, bounces, clock, composing, letters, post

pytestmark = pytest.mark.django_db

OLD, NEW = "alice@players.example", "alice@elsewhere.example"


@pytest.fixture
def alice() -> models.User:
    return factories.person("alice")


@pytest.fixture(autouse=True)
def no_rate_limits_left_over() -> None:
    cache.clear()


def letter(kind: str) -> Outgoing:
    composed = composing.compose(Notice.objects.filter(kind=kind).latest("pk"))
    assert composed is not None
    return composed


def link_in(one: Outgoing) -> str:
    found = re.search(r"https?://[^/\s]+(/address/\S+)", one.text)
    assert found, one.text
    return found[1]


def fresh(user: models.User) -> models.User:
    return models.User.objects.get(pk=user.pk)


def test_from_the_asking_to_the_button_that_confirms(client: Client, alice: models.User) -> None:
    client.force_login(alice)
    assert client.post("/profile/address/", {"address": " Alice@Elsewhere.example "}).status_code == 302
    assert f"A letter waits at {NEW}" in client.get("/profile/").text
    assert (letter("address").to, letter("address-asked").to) == (NEW, OLD)
    stranger = Client()
    page = link_in(letter("address"))
    assert "wants to get letters at" in stranger.get(page).text
    assert fresh(alice).email == OLD, "a GET changes nothing"
    assert stranger.post(page).status_code == 302
    assert fresh(alice).email == NEW
    assert (letter("address-changed").to, letter("address-done").to) == (OLD, NEW)
    assert "Letters from here are no longer taken for yours." in letter("address-changed").text
    assert f"Letters go to {NEW}" in client.get("/profile/").text


def test_a_mere_answer_from_the_new_address_confirms(alice: models.User) -> None:
    addresses.ask(alice, NEW)
    ours = letter("address")
    to = ours.reply_to.partition("<")[2].strip(">")
    assert letters.knows(to)
    came = write(NEW, "", f"Re: {ours.subject}", to=to, answers=ours.message_id)
    assert (came.state, fresh(alice).email) == ("answered", NEW)
    again = write(NEW, "yes", f"Re: {ours.subject}", to=to, answers=ours.message_id)
    assert again.state == "answered"
    assert Notice.objects.filter(kind="address-done").count() == 1


def test_a_mailbox_without_plus_addresses_is_enough(alice: models.User, settings: Any) -> None:
    settings.MAIL_PLUS = False
    addresses.ask(alice, NEW)
    ours = letter("address")
    write(NEW, "Yes", f"Re: {ours.subject}", answers=ours.message_id)
    assert fresh(alice).email == NEW


@pytest.mark.parametrize(
    ("sender", "text", "heads"),
    [
        (OLD, "yes", {}),
        ("mallory@evil.example", "yes", {}),
        (NEW, "This is not me, stop it", {}),
        (NEW, "", {"Auto_Submitted": "auto-replied"}),
        (NEW, "no", {}),
    ],
)
def test_nothing_else_confirms(alice: models.User, sender: str, text: str, heads: dict[str, str]) -> None:
    addresses.ask(alice, NEW)
    ours = letter("address")
    to = ours.reply_to.partition("<")[2].strip(">")
    write(sender, text, f"Re: {ours.subject}", to=to, answers=ours.message_id, **heads)
    assert fresh(alice).email == OLD


def test_a_forged_letter_does_not_confirm(alice: models.User, settings: Any) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.here.example"
    addresses.ask(alice, NEW)
    ours = letter("address")
    forged = {"Authentication_Results": "mx.here.example; dmarc=fail header.from=elsewhere.example"}
    to = ours.reply_to.partition("<")[2].strip(">")
    assert write(NEW, "yes", to=to, answers=ours.message_id, **forged).state == "ignored"
    assert fresh(alice).email == OLD


def test_a_wish_ends_after_some_days_or_when_it_is_dropped_or_made_anew(
    client: Client, alice: models.User
) -> None:
    first = addresses.ask(alice, NEW)
    page = link_in(letter("address"))
    second = addresses.ask(alice, "third@elsewhere.example")
    assert client.post(page).status_code == 409
    addresses.drop(alice)
    with pytest.raises(Refusal, match="ADDRESS_OVER"):
        addresses.confirm(second.pk)
    third = addresses.ask(alice, NEW)
    AddressChange.objects.filter(pk=third.pk).update(asked_at=clock.now() - addresses.GOOD)
    assert client.get(link_in_word(third)).status_code == 409
    assert addresses.waiting(alice) is None
    assert fresh(alice).email == first.old


def link_in_word(change: AddressChange) -> str:
    return f"/address/confirm/{addresses.word(change)}/"


# --- the old address


def test_the_old_address_undoes_it_and_everybody_is_signed_out(client: Client, alice: models.User) -> None:
    client.force_login(alice)
    change = addresses.ask(alice, NEW)
    addresses.confirm(change.pk)
    page = link_in(letter("address-changed"))
    owner = Client()
    assert "Keep your old address?" in owner.get(page).text
    assert fresh(alice).email == NEW
    assert owner.post(page).status_code == 302
    assert fresh(alice).email == OLD
    assert client.get("/profile/").status_code == 302, "whoever changed it is out"
    assert owner.post(page).status_code == 409, "once"
    assert letter("address-undone").to == OLD


def test_the_old_address_stops_a_wish_before_it_is_confirmed(client: Client, alice: models.User) -> None:
    change = addresses.ask(alice, NEW)
    client.post(link_in(letter("address-asked")))
    with pytest.raises(Refusal, match="ADDRESS_OVER"):
        addresses.confirm(change.pk)
    assert fresh(alice).email == OLD


def test_undoing_the_first_of_two_changes_undoes_both(alice: models.User) -> None:
    first = addresses.ask(alice, NEW)
    addresses.confirm(first.pk)
    second = addresses.ask(fresh(alice), "mallory@evil.example")
    addresses.confirm(second.pk)
    addresses.undo(first.pk)
    assert fresh(alice).email == OLD
    for change in (first, second):
        with pytest.raises(Refusal, match="ADDRESS_OVER"):
            addresses.undo(change.pk)


def test_after_some_days_it_cannot_be_undone_any_more(client: Client, alice: models.User) -> None:
    change = addresses.ask(alice, NEW)
    addresses.confirm(change.pk)
    page = link_in(letter("address-changed"))
    AddressChange.objects.update(kept_until=clock.now())
    assert client.get(page).status_code == 409
    assert addresses.is_free(OLD)


def test_letters_from_the_old_address_are_a_strangers(table: models.Table) -> None:
    turn = turn_of(table)
    player = turn.seat.entry.user
    assert player is not None
    old = player.email
    addresses.confirm(addresses.ask(player, NEW).pk)
    came = take(a_reply(turn, "raise to 2", From=old), turn)
    assert (came.state, came.outcome["refusal"]["code"]) == ("answered", "FOREIGN_SENDER")
    answer = Notice.objects.get(kind="answer", data__letter=came.pk)
    assert answer.user == player
    assert letter("answer").to == NEW, "the answer goes to the address that holds"
    again = take(a_reply(turn, "raise to 2", From=NEW, Message_ID="<n@x.y>"), turn)
    assert again.state == "played"


def test_the_old_address_is_kept_for_its_owner(client: Client, alice: models.User) -> None:
    factories.open_contest()
    addresses.confirm(addresses.ask(alice, NEW).pk)
    client.post("/account/sign-up/", {"name": "Squatter", "email": OLD})
    assert not models.User.objects.filter(email=OLD).exists()
    assert "kept for its owner" in str(mail.outbox[-1].body)
    write(OLD, "register")
    reply("yes")
    assert not models.User.objects.filter(email=OLD).exists()
    by_bob = addresses.ask(factories.person("bob"), OLD)
    with pytest.raises(Refusal, match="ADDRESS_TAKEN"):
        addresses.confirm(by_bob.pk)


def test_codes_go_to_the_new_address_alone(client: Client, alice: models.User) -> None:
    client.post("/account/sign-in/", {"email": OLD})
    client.post("/account/sign-in/code/", {"code": code_of(mail.outbox[-1])})
    assert EmailAddress.objects.filter(user=alice, email=OLD).exists()
    addresses.confirm(addresses.ask(alice, NEW).pk)
    one = Client()
    one.post("/account/sign-in/", {"email": OLD})
    assert "There is no account with this address" in str(mail.outbox[-1].body)
    cache.clear()
    two = Client()
    two.post("/account/sign-in/", {"email": NEW})
    assert mail.outbox[-1].to == [NEW]
    two.post("/account/sign-in/code/", {"code": code_of(mail.outbox[-1])})
    assert two.get("/profile/").status_code == 200


# --- one address, one account


def test_an_address_of_another_account_looks_the_same_and_its_owner_is_told(
    client: Client, alice: models.User
) -> None:
    bob = factories.person("bob")
    client.force_login(alice)
    free = client.post("/profile/address/", {"address": NEW}, follow=True).text
    taken = client.post("/profile/address/", {"address": "BOB@players.example"}, follow=True).text
    plain = [
        re.sub(r'name="csrfmiddlewaretoken" value="\w+"|nonce="[^"]+"', "", page) for page in (free, taken)
    ]
    assert plain[0].replace(NEW, "x") == plain[1].replace(bob.email, "x")
    assert letter("address-taken").to == bob.email
    assert "/address/confirm/" not in letter("address-taken").text
    change = AddressChange.objects.latest("pk")
    assert client.post(link_in_word(change)).status_code == 422
    assert (fresh(alice).email, fresh(bob).email) == (OLD, "bob@players.example")


@pytest.mark.django_db(transaction=True)
def test_of_two_who_confirm_the_same_address_at_once_one_gets_it() -> None:
    people = [factories.person("alice"), factories.person("bob")]
    asked = [addresses.ask(one, NEW) for one in people]
    errors = in_threads(*[lambda pk=one.pk: addresses.confirm(pk) for one in asked])
    assert [getattr(error, "code", error) for error in errors] == ["ADDRESS_TAKEN"]
    assert models.User.objects.filter(email=NEW).count() == 1


def test_the_database_itself_refuses_an_address_twice_whatever_its_capitals(alice: models.User) -> None:
    bob = factories.person("bob")
    with pytest.raises(IntegrityError), transaction.atomic():
        models.User.objects.filter(pk=bob.pk).update(email=OLD.upper())


# --- limits, and what comes back


@pytest.mark.parametrize("typed", ["", "nowhere", "play@localhost.localdomain", OLD.upper(), "a@b@c.example"])
def test_what_is_no_other_address_is_refused_beside_the_field(
    client: Client, alice: models.User, typed: str
) -> None:
    client.force_login(alice)
    answer = client.post("/profile/address/", {"address": typed})
    assert answer.status_code == 422
    assert "error" in answer.text
    assert not Notice.objects.exists()


def test_so_many_wishes_a_day_and_no_more(alice: models.User) -> None:
    for number in range(addresses.MOST_ASKED):
        addresses.ask(alice, f"n{number}@elsewhere.example")
    with pytest.raises(Refusal, match="ASKED_TOO_OFTEN"):
        addresses.ask(alice, NEW)
    AddressChange.objects.update(asked_at=clock.now() - timedelta(days=1))
    addresses.ask(alice, NEW)


def test_nobodys_mailbox_is_filled_by_wishes_of_many(alice: models.User) -> None:
    for name in ("bob", "carol", "dave"):
        addresses.ask(factories.person(name), NEW)
    with pytest.raises(Refusal, match="ASKED_TOO_OFTEN"):
        addresses.ask(alice, NEW)


def test_what_came_back_belongs_to_the_address(table: models.Table) -> None:
    turn = turn_of(table)
    user = turn.seat.entry.user
    assert user is not None
    notice = Notice.objects.get(turn=turn, kind="turn")
    post.send_due()
    notice.refresh_from_db()
    assert notice.address == user.email
    bounces.refused(notice, "550")
    assert bounces.of_user(fresh(user)) is not None
    addresses.confirm(addresses.ask(fresh(user), NEW).pk)
    assert bounces.of_user(fresh(user)) is None
    late = Notice.objects.select_related("user").get(pk=notice.pk)
    bounces.refused(late, "550")
    assert bounces.of_user(fresh(user)) is None, "a late report is about the old address"


def test_letters_about_it_that_come_back_mark_nobody(alice: models.User) -> None:
    addresses.confirm(addresses.ask(alice, NEW).pk)
    for kind in ("address", "address-asked", "address-changed"):
        bounces.refused(Notice.objects.get(kind=kind), "550")
    assert bounces.of_user(fresh(alice)) is None


def test_who_organises_sees_no_address(client: Client, table: models.Table) -> None:
    player = turn_of(table).seat.entry.user
    assert player is not None
    addresses.confirm(addresses.ask(player, NEW).pk)
    client.force_login(table.contest.organiser)
    for page in ("", "manage/", "entries/", "letters/", "log/"):
        text = client.get(f"/c/{table.contest.slug}/{page}").text
        assert NEW not in text
        assert player.email not in text


@pytest.mark.parametrize("path", ["/profile/address/", "/profile/address/stay/"])
def test_a_get_of_a_form_changes_nothing(client: Client, alice: models.User, path: str) -> None:
    addresses.ask(alice, NEW)
    client.force_login(alice)
    assert client.get(path).status_code == 302
    assert addresses.waiting(alice) is not None
    assert Client().post(path, {"address": NEW}).status_code == 403
