"""Texts to copy into a forum: both ways of marking up, both languages, nothing that is hidden."""

from __future__ import annotations

import pytest
from django.utils import translation

from referee.ledger import checkpoint_of_line, verify_ledger
from tests import factories
from tournaments import models
from tournaments.services import forum, ledger, registration, views
from tournaments.services.markup import BBCODE, MARKDOWN

pytestmark = pytest.mark.django_db

HANDS = {"A": "As Kd", "B": "2c 7d", "C": "Qh Qs", "D": "3h 4h", "E": "9c 9d"}


@pytest.fixture
def contest(monkeypatch: pytest.MonkeyPatch) -> models.Contest:
    factories.stack_decks(monkeypatch, factories.holdem_deck(HANDS, "7h 9h Jd 2s 5h"))
    return factories.running(5)


def of_table(contest: models.Contest, seat: str | None = None) -> dict[str, forum.Text]:
    sight = views.look(factories.table_of(contest).pk, seat)
    return {text.key: text for text in forum.of_table(sight)}


def of_contest(contest: models.Contest) -> dict[str, forum.Text]:
    return {text.key: text for text in forum.of_contest(contest)}


def test_marks_of_a_forum_in_a_name_are_only_letters() -> None:
    assert BBCODE.safe("[url=x]al[/url]") == "(url=x)al(/url)"
    assert MARKDOWN.safe("*al* [x](y)") == r"\*al\* \[x\](y)"
    assert MARKDOWN.safe("1. alice") == r"1\. alice"


def test_every_text_ends_in_a_checkpoint_of_the_ledger(contest: models.Contest) -> None:
    """As every letter does, in both ways of writing."""
    factories.act(factories.table_of(contest), "raise 1", "call")
    texts = [*of_contest(contest).values(), *of_table(contest).values()]
    contest = factories.play_out(contest)
    texts += [*of_contest(contest).values(), *of_table(contest).values()]
    assert {text.key for text in texts} == {"announcement", "entries", "ranking", "situation", "last-deal"}
    written = [way.rpartition("\n")[2] for text in texts for way in (text.bbcode, text.markdown)]
    given = [checkpoint_of_line(line) for line in written]
    assert len(set(given)) == 2
    assert verify_ledger({**ledger.export(contest), "checkpoints": given}) == []


def test_the_announcement_says_until_when_and_where() -> None:
    contest = factories.open_contest(3, sponsor="Olga's shop", fee_amount=1, fee_unit="ration", words="Come!")
    text = of_contest(contest)["announcement"]
    assert "[b]Grand tour[/b]" in text.bbcode
    assert "**Grand tour**" in text.markdown
    assert "Come" in text.bbcode
    assert "hold'em (The Shangri-là tour)" in text.markdown
    assert "[url=http://testserver/" in text.bbcode
    assert "1 × ration. Olga's shop pays" in text.bbcode
    assert "alcohol: 4000 ml" in text.markdown
    assert "Everybody begins with 20 chips." in text.bbcode
    assert "ranking" not in of_contest(contest)


def test_entries_stand_in_the_order_of_registration_and_the_reserve_apart() -> None:
    contest = factories.open_contest(6, cap=5)
    text = of_contest(contest)["entries"].bbcode
    assert "5 entrants" in text
    assert (
        text.index("[*]alice") < text.index("[*]erin") < text.index("Reserve list") < text.index("[*]frank")
    )
    registration.withdraw(contest.entries.get(name="alice").pk, factories.person("alice"))
    assert "alice" not in of_contest(contest)["entries"].bbcode


def test_the_situation_names_the_table_first_and_who_is_awaited(contest: models.Contest) -> None:
    factories.act(factories.table_of(contest), "raise 2", "fold")
    text = of_table(contest)["situation"].markdown
    names = views.look(factories.table_of(contest).pk, None).names
    assert text.startswith("**Rubis · Grand tour**\n\n- Deal 1 of 2")
    assert f"- A · **{names['A']}**: 16 chips, 2 in front" in text
    assert f"- B · **{names['B']}**: 18 chips, out of this deal" in text
    assert f"**{names['C']}** is to speak, until" in text


@pytest.mark.parametrize("seat", [None, "A", "C"])
def test_whoever_copies_gets_the_publics_text(contest: models.Contest, seat: str | None) -> None:
    assert of_table(contest, seat) == of_table(contest, None)
    text = of_table(contest, seat)["situation"].bbcode
    assert not any(mark in text for mark in "♠♥♦♣")


def test_the_last_deal_opens_only_what_was_shown(contest: models.Contest) -> None:
    assert "last-deal" not in of_table(contest)
    factories.act(
        factories.table_of(contest), "raise 2", "call", "fold", "fold", "call", "raise 1", "fold", "call"
    )
    text = of_table(contest)["last-deal"].bbcode
    assert text.startswith("[b]Rubis · Grand tour · Deal 1[/b]")
    assert "9♣ 9♦" in text
    assert "A♠ K♦" in text
    assert "2♣" not in text
    assert "wins the pot" in text


def test_the_ranking_so_far_and_the_final_one_with_prizes(contest: models.Contest) -> None:
    assert "Ranking so far" in of_contest(contest)["ranking"].bbcode
    text = of_contest(factories.play_out(contest))["ranking"].bbcode
    assert "so far" not in text
    assert "[*]1. [b]" in text
    assert "alcohol: " in text


def test_in_french_too(contest: models.Contest) -> None:
    with translation.override("fr"):
        situation = of_table(contest)["situation"].bbcode
        ranking = of_contest(contest)["ranking"]
    assert "jetons" in situation
    assert "Classement" in str(ranking.bbcode)
