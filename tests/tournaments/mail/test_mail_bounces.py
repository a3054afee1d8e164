"""Letters of ours that come back: noted at the notice and the address, believed only where it is proven."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.tournaments.mail.conftest import a_reply, take, turn_of
from tournaments import models
from tournaments.channels import Outgoing
from tournaments.services import bounces, composing, letters

pytestmark = pytest.mark.django_db


def sent(turn: models.Turn) -> Outgoing:
    composed = composing.compose(models.Notice.objects.get(turn=turn, kind="turn"))
    assert composed is not None
    return composed


def report(
    to: str, returned: str = "", *, action: str = "failed", status: str = "5.1.1", body: str = ""
) -> models.Letter:
    """A delivery report (RFC 3464), read."""
    raw = (
        f"From: MAILER-DAEMON@mx.players.example\nTo: {to}\nSubject: Undelivered\nMIME-Version: 1.0\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
        f"--b\nContent-Type: text/plain\n\n{body or 'It could not be delivered.'}\n"
        "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.players.example\n\n"
        f"Final-Recipient: rfc822; alice@players.example\nAction: {action}\nStatus: {status}\n\n"
        f"--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: {returned}\nSubject: Rubis\n--b--\n"
    )
    return read(raw, to)


def read(raw: str, to: str, sender: str = "") -> models.Letter:
    assert letters.knows(to)
    letter = letters.receive(raw.encode(), letters.Envelope(sender, to, "smtp"))
    letters.read(letter.pk)
    letter.refresh_from_db()
    return letter


def bounced(turn: models.Turn) -> bounces.Bounce | None:
    user = models.User.objects.get(pk=turn.seat.entry.user_id)
    return bounces.of_user(user)


def test_a_report_to_the_envelopes_sender_is_noted_at_the_address(table: models.Table) -> None:
    turn = turn_of(table)
    letter = report(sent(turn).envelope)
    assert (letter.state, letter.outcome["noted"]) == ("ignored", True)
    found = bounced(turn)
    assert found is not None
    assert found.status == "5.1.1"
    assert models.Notice.objects.get(turn=turn, kind="turn").trouble == bounces.CAME_BACK
    assert [entry.pk for entry in bounces.among(table.contest)] == [turn.seat.entry_id]
    assert not models.Notice.objects.filter(kind="answer").exists()


def test_a_report_to_the_plain_mailbox_is_known_by_the_letter_that_it_returns(table: models.Table) -> None:
    turn = turn_of(table)
    report(composing.address(), sent(turn).message_id)
    assert bounced(turn) is not None


@pytest.mark.parametrize("action", ["delayed", "delivered", "relayed"])
def test_a_letter_that_is_only_late_has_not_come_back(table: models.Table, action: str) -> None:
    turn = turn_of(table)
    report(sent(turn).envelope, action=action, status="4.4.1")
    assert bounced(turn) is None


def test_a_report_in_mere_words_counts_by_its_number(table: models.Table) -> None:
    turn = turn_of(table)
    to = sent(turn).envelope
    read(f"From: mailer@x.example\nTo: {to}\n\nSorry:\n550 5.1.1 no such user\n", to)
    found = bounced(turn)
    assert found is not None
    assert found.status == "5.1.1"


def test_a_holiday_note_to_the_envelopes_sender_is_no_report(table: models.Table) -> None:
    turn = turn_of(table)
    to = sent(turn).envelope
    letter = read(f"From: alice@players.example\nTo: {to}\nSubject: away\n\nI am away (v5.1.1).\n", to)
    assert (letter.state, bounced(turn)) == ("ignored", None)


def test_a_report_that_anybody_could_have_made_up_is_not_believed(table: models.Table) -> None:
    turn = turn_of(table)
    notice = models.Notice.objects.get(turn=turn, kind="turn")
    word = bounces.word(notice)
    domain = composing.address().partition("@")[2]
    assert not letters.knows(f"play+{word[:-1]}{'a' if word[-1] != 'a' else 'b'}@{domain}")
    for made_up in (f"<turn.abcdefghijkl.{notice.pk}@{domain}>", f"<note.abcdefghijkl.{notice.pk}@{domain}>"):
        assert report(composing.address(), made_up).outcome["noted"] is False
    assert bounced(turn) is None


def test_an_answer_of_the_player_shows_that_letters_reach_him(table: models.Table) -> None:
    turn = turn_of(table)
    report(sent(turn).envelope)
    take(a_reply(turn, "status"), turn)
    assert bounced(turn) is None


def test_a_forged_from_does_not_show_that_letters_reach_him(table: models.Table) -> None:
    turn = turn_of(table)
    report(sent(turn).envelope)
    take(a_reply(turn, "status", To=composing.address()), turn, recipient=composing.address())
    assert bounced(turn) is not None


# --- who is told, and until when


def test_the_player_is_told_on_his_profile_what_follows(client: Client, table: models.Table) -> None:
    turn = turn_of(table)
    user = turn.seat.entry.user
    assert user is not None
    client.force_login(user)
    assert "Letters do not reach you" not in client.get("/profile/").text
    report(sent(turn).envelope)
    shown = client.get("/profile/").text
    assert "Letters do not reach you" in shown
    assert f"Letters to {user.email} come back since <time" in shown
    assert "(5.1.1)" in shown
    assert reverse("my-turns") in shown
    client.force_login(factories.person("trudy"))
    assert "Letters do not reach you" not in client.get("/profile/").text


def test_the_organiser_sees_on_the_entries_whom_letters_do_not_reach(
    client: Client, table: models.Table
) -> None:
    turn = turn_of(table)
    client.force_login(table.contest.organiser)
    address = reverse("entries", args=[table.contest.slug])
    assert "come back" not in client.get(address).text
    report(sent(turn).envelope)
    shown = client.get(address, {"show": "bounced"}).text
    assert shown.count("letters come back since") == 1
    assert re.findall(r"<strong>(\w+)</strong>", shown.partition('id="list"')[2]) == [turn.seat.entry.name]
    assert turn.seat.entry.user is not None
    assert turn.seat.entry.user.email not in shown


def test_a_code_that_arrived_shows_that_letters_reach_him(
    client: Client, table: models.Table, mailoutbox: list[Any]
) -> None:
    turn = turn_of(table)
    report(sent(turn).envelope)
    user = turn.seat.entry.user
    assert user is not None
    client.post(reverse("account_login"), {"email": user.email})
    assert bounced(turn) is not None, "asking for a code proves nothing"
    text = str(mailoutbox[-1].body)
    code = re.search(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]{3,})\s*$", text, re.MULTILINE)
    assert code is not None, text
    client.post(reverse("account_confirm_login_code"), {"code": code.group(1)})
    assert bounced(turn) is None


def test_another_address_starts_anew(client: Client, table: models.Table) -> None:
    turn = turn_of(table)
    report(sent(turn).envelope)
    user = turn.seat.entry.user
    assert user is not None
    client.force_login(models.User.objects.create_superuser("zoe@staff.example", name="zoe"))
    page = reverse("admin:tournaments_user_change", args=[user.pk])
    fields = {"name": user.name, "language": "en", "timezone": "Europe/Paris", "notices": "deals"}
    fields["is_active"] = "on"
    client.post(page, {**fields, "email": user.email})
    assert bounced(turn) is not None
    answer = client.post(page, {**fields, "email": "right@players.example"})
    assert answer.status_code == 302
    assert bounced(turn) is None
