"""Which letters a player gets, chosen by a letter, by one press in his mail program, or on his page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from referee.grammar.choices import of_line
from tests import factories
from tests.tournaments.mail.conftest import ROOT, a_reply, answer_to, take, turn_of
from tests.tournaments.mail.test_mail_contests import last, reply, write
from tournaments import models
from tournaments.models import Notice
from tournaments.services import bounces, composing, people, stopping

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("line", "choice"),
    [
        ("letters: digest", "digest"),
        ("Letters: turns", "turns"),
        ("LETTERS: EVERYTHING", "everything"),
        ("letters deals, please", "deals"),
        ("Bonjour, lettres\xa0: tours, merci", "turns"),
        ("lettres\u202f: résumé", "digest"),
        ("lettres : re\u0301sume\u0301", "digest"),
        ("Lettres : tout", "everything"),
        ("lettres : donnes", "deals"),
        ("lettere: turni", "turns"),
        ("Lettere: riepilogo, grazie", "digest"),
        ("lettere: tutto", "everything"),
        ("lettere: mani", "deals"),
        ("courriels : résumé", "digest"),
        ("E-mail: riepilogo", "digest"),
        ("letters: digest?", None),
        ("I like your letters: digest them well", None),
        ("letters: none", None),
        ("letters", None),
        ("digest", None),
        ("no letters: digest", None),
        ("I get letters: everything", None),
    ],
)
def test_a_choice_is_a_whole_line(line: str, choice: str | None) -> None:
    assert of_line(line) == choice


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("en", "letters: digest", "one digest a day"),
        ("fr", "lettres : résumé", "un résumé par jour"),
        ("it", "lettere: riepilogo", "un riepilogo al giorno"),
    ],
)
def test_a_player_chooses_by_an_answer_to_any_letter_of_ours(
    table: models.Table, language: str, line: str, said: str
) -> None:
    turn = turn_of(table)
    player = turn.seat.entry.user
    assert player is not None
    models.User.objects.filter(pk=player.pk).update(language=language)
    came = take(a_reply(turn, line), turn)
    player.refresh_from_db()
    assert (came.state, player.notices, player.turn_letters) == ("answered", "digest", True)
    assert said in answer_to(came)
    turn.refresh_from_db()
    assert turn.closed_at is None


def test_a_from_alone_chooses_nothing_and_the_answer_says_how() -> None:
    factories.open_contest(["alice"])
    write("alice@players.example", "letters: digest")
    alice = factories.person("alice")
    assert alice.notices == "deals"
    assert "Answer this one with the same line." in last().text
    reply("letters: digest")
    alice.refresh_from_db()
    assert alice.notices == "digest"


def test_a_choice_beside_a_move_is_two_commands_and_does_neither(table: models.Table) -> None:
    turn = turn_of(table)
    came = take(a_reply(turn, "raise to 2\nletters: digest"), turn)
    assert came.outcome["refusal"]["code"] == "TWO_COMMANDS"
    assert turn.seat.entry.user is not None
    turn.seat.entry.user.refresh_from_db()
    assert turn.seat.entry.user.notices == "deals"
    assert not table.events.filter(kind="move").exists()


def test_talk_beside_a_choice_is_talk(table: models.Table) -> None:
    turn = turn_of(table)
    came = take(
        a_reply(turn, "Hello everybody,\nI read too much already.\nletters: digest\nBest regards,\nAlice"),
        turn,
    )
    assert came.outcome.get("command") == "letters"


def test_no_letter_of_ours_holds_a_choice_as_a_line(table: models.Table) -> None:
    models.Entry.objects.filter(pk=turn_of(table).seat.entry_id).update(name="Letters: everything")
    models.Table.objects.filter(pk=table.pk).update(name="Letters: digest")
    turn = turn_of(table)
    take(a_reply(turn, "help"), turn)
    for notice in Notice.objects.filter(table=table):
        composed = composing.compose(notice)
        if composed is not None:
            assert [line for line in composed.text.split("\n") if of_line(line) and "→" not in line] == []


# --- one press


def test_only_letters_that_can_be_done_without_have_the_button(table: models.Table) -> None:
    models.User.objects.update(notices="everything")
    factories.act(table, "raise 2")
    kinds = {}
    for notice in Notice.objects.select_related("user", "table", "contest"):
        composed = composing.compose(notice)
        if composed is not None:
            kinds[notice.kind] = composed.headers.get("List-Unsubscribe", "")
    assert kinds["event"].startswith("<http")
    assert kinds["turn"] == kinds["seated"] == kinds["registered"] == ""


def test_one_press_without_cookies_ends_all_but_the_letters_of_turns(table: models.Table) -> None:
    models.User.objects.update(notices="everything")
    factories.act(table, "raise 2")
    notice = Notice.objects.filter(kind="event").first()
    assert notice is not None
    composed = composing.compose(notice)
    assert composed is not None
    assert composed.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    run_book = (ROOT / "deploy" / "README.md").read_text()
    for name in stopping.headers(notice):
        assert re.search(rf"DKIM[^#]*`{name}`", run_book), "whoever signs has to know of it"
    found = re.search(r"<https?://[^/]+(/\S+)>", composed.headers["List-Unsubscribe"])
    assert found is not None
    provider = Client(enforce_csrf_checks=True)
    assert provider.get(found[1]).status_code == 200
    assert models.User.objects.get(pk=notice.user_id).notices == "everything", "a GET changes nothing"
    assert provider.post(found[1], {"List-Unsubscribe": "One-Click"}).status_code == 200
    reader = models.User.objects.get(pk=notice.user_id)
    assert (reader.notices, reader.told_of_turns) == ("turns", True)
    assert models.User.objects.filter(notices="turns").count() == 1


def test_a_word_that_was_made_up_ends_nothing(client: Client) -> None:
    alice = factories.person("alice", notices="digest")
    word = stopping.word(alice.pk)
    for made_up in (word[:-1] + ("a" if word[-1] != "a" else "b"), f"9{word}", "x"):
        assert client.post(f"/letters/stop/{made_up}/").status_code == 409
    alice.refresh_from_db()
    assert alice.notices == "digest"


# --- on the page


def chosen(**more: Any) -> dict[str, Any]:
    return {"name": "alice", "language": "en", "timezone": "Europe/Paris", "notices": "digest", **more}


def test_the_digest_and_its_hour_are_chosen_on_the_profile(client: Client) -> None:
    alice = factories.person("alice")
    client.force_login(alice)
    assert client.post("/profile/", chosen(digest_hour="7")).status_code == 302
    alice.refresh_from_db()
    assert (alice.notices, alice.digest_hour, alice.told_of_turns) == ("digest", 7, True)
    assert client.post("/profile/", chosen(digest_hour="7", digest_only="on")).status_code == 302
    alice.refresh_from_db()
    assert not alice.told_of_turns
    text = client.get("/profile/").text
    assert "whoever lets it pass checks or folds" in text
    assert re.search(r'<option value="7" selected', text)
    assert client.post("/profile/", chosen(digest_hour="24")).status_code == 422


def test_letters_of_turns_are_given_up_beside_the_digest_alone_and_come_back_with_it(client: Client) -> None:
    alice = factories.person("alice")
    client.force_login(alice)
    client.post("/profile/", chosen(notices="deals", digest_only="on"))
    alice.refresh_from_db()
    assert alice.told_of_turns
    client.post("/profile/", chosen(digest_only="on"))
    people.choose_letters(models.User.objects.get(pk=alice.pk), "turns")
    people.choose_letters(models.User.objects.get(pk=alice.pk), "digest")
    alice.refresh_from_db()
    assert alice.told_of_turns


def test_a_dead_address_is_told_on_every_page_and_to_the_organiser(
    client: Client, table: models.Table
) -> None:
    turn = turn_of(table)
    player, olga = turn.seat.entry.user, table.contest.organiser
    assert player is not None
    client.force_login(player)
    assert "Letters to you come back" not in client.get("/").text
    bounces.refused(Notice.objects.get(turn=turn, kind="turn"), "550")
    for page in ("/", "/my/", f"/c/{table.contest.slug}/", f"/c/{table.contest.slug}/1/"):
        assert "Letters to you come back" in client.get(page).text, page
    assert "Letters do not reach you" in client.get("/profile/").text
    client.force_login(olga)
    shown = client.get("/").text
    assert "Letters to 1 player come back" in shown
    assert "entries/?show=bounced" in shown
    assert "Letters to you come back" not in shown
    assert "Letters to 1 player come back" in client.get(f"/c/{table.contest.slug}/manage/").text
