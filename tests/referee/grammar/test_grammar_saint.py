"""Moves of Saint Poker in words: river, reveal, take and their cards, in three languages."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import grammar
from referee.core import Illegal, Json, Move, Refusal, Unreadable
from tests.referee.saint.tools import GAME, Table, choose, deck_of, games

LANGUAGES = ("en", "fr", "it")
HANDS = {"A": "7h 5c 5h Qs Td 2d As Kd 9c Jh", "B": "3c 4c 6c 8c Tc Jc Qc Kc Ac 2c"}


def table(phase: str) -> Table:
    """A holds 7h 5c 5h Qs Td 2d As Kd 9c Jh (without 7h from the reveal on), and picks up first."""
    begun = Table(2, deck_of(2, HANDS, "5d 6d 8d"))
    if phase != "river":
        begun.play("A river 7h", "B river 3c")
    if phase == "take":
        begun.play("A reveal Qs 2d", "B reveal Jc Ac")
    return begun


def outcome(text: str, lang: str, phase: str, seat: str = "A") -> Json:
    try:
        return grammar.read(GAME, table(phase).state, seat, text, lang).to_json()
    except Refusal as refusal:
        return grammar.refused(refusal)


def played(do: str, *cards: str) -> Json:
    return {"move": {"do": do, "cards": list(cards)}, "comment": ""}


RIVER = {
    "en": [
        "river 7h",
        "RIVER 7H!",
        "River: 7♥",
        "7h to the river",
        "I put 7h in the river, thanks",
        "put the seven of hearts",
        "A: river 7 h",
        "hello all, my river card is 7h",
        "give 7 of hearts",
        "river\n7h",
        "river 7h\nriver the seven of hearts",
    ],
    "fr": [
        "rivière 7h",
        "riviere 7♥",
        "7♥ à la rivière",
        "je mets le sept de cœur à la rivière",
        "Rivière : 7 de coeur, svp",
        "je donne le 7 cœur",
        "Bonjour à tous, rivière 7c. Bonne partie !",
        "ma carte pour la rivière : 7 de cœur",
    ],
    "it": [
        "fiume 7h",
        "fiume 7 di cuori",
        "metto il sette di cuori nel fiume",
        "7c al fiume",
        "Ciao a tutti, fiume 7♥, grazie",
        "la mia carta per il fiume: sette di cuori",
    ],
}
REVEAL = {
    "en": [
        "reveal Qs Td",
        "I show Q♠ and 10♦",
        "show the queen of spades and the ten of diamonds",
        "reveal Qs\nTd",
    ],
    "fr": [
        "montrer Dp 10 carreau",
        "je montre la dame de pique et le 10 de carreau",
        "je dévoile D♠ 10♦",
        "montrez reine de pique, dix de carreau",
    ],
    "it": ["scopri Qs Td", "scopro la donna di picche e il dieci di quadri", "mostro regina di picche, 10q"],
}
TAKE = {
    "en": ["take Jc", "I take the jack of clubs", "pick up J♣", "taking Jc from the pool"],
    "fr": ["prendre Jc", "je prends le valet de trèfle", "ramasse Vt", "je récupère V♣ de la rivière"],
    "it": ["prendi Jc", "prendo il fante di fiori", "raccolgo J♣", "prendo Ff dal tavolo"],
}


def cases(said: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(lang, text) for lang, texts in said.items() for text in texts]


@pytest.mark.parametrize(("lang", "text"), cases(RIVER))
def test_a_card_for_the_river(lang: str, text: str) -> None:
    assert outcome(text, lang, "river") == played("river", "7h")


@pytest.mark.parametrize(("lang", "text"), cases(REVEAL))
def test_two_cards_revealed(lang: str, text: str) -> None:
    assert outcome(text, lang, "reveal") == played("reveal", "Qs", "Td")


@pytest.mark.parametrize(("lang", "text"), cases(TAKE))
def test_a_card_taken_from_the_pool(lang: str, text: str) -> None:
    assert outcome(text, lang, "take") == played("take", "Jc")


@pytest.mark.parametrize(
    ("lang", "text", "readings"),
    [
        ("en", "river 5c", ["5c"]),
        ("fr", "rivière 5c", ["5c", "5h"]),
        ("it", "fiume 5c", ["5c", "5h"]),
        ("fr", "rivière 9c", ["9c"]),
        ("fr", "rivière Kc", ["Kd"]),
        ("it", "fiume Kc", []),
        ("fr", "rivière 5t", ["5c"]),
        ("it", "fiume 5f", ["5c"]),
        ("en", "rivière 5c", ["5c"]),
    ],
)
def test_a_letter_that_means_several_suits_is_taken_where_one_is_legal(
    lang: str, text: str, readings: list[str]
) -> None:
    """A has 5c and 5h, 9c, Kd. In French c is trèfle, cœur or carreau, in Italian clubs or cuori."""
    found = outcome(text, lang, "river")
    if len(readings) == 1:
        assert found == played("river", readings[0])
    elif readings:
        assert found["refused"] == {
            "kind": "Ambiguous",
            "code": "TWO_READINGS",
            "readings": [{"do": "river", "cards": [card]} for card in readings],
        }
    else:
        assert (found["refused"]["kind"], found["refused"]["code"]) == ("Illegal", "NOT_IN_HAND")


def test_two_ambiguous_cards_that_fit_in_one_way_only() -> None:
    assert outcome("montre 5c 5h", "fr", "reveal") == played("reveal", "5c", "5h")
    assert outcome("montre 5c et 5c", "fr", "reveal") == played("reveal", "5c", "5h")
    assert outcome("scopri 5c e Kd", "it", "reveal")["refused"]["code"] == "TWO_READINGS"


@pytest.mark.parametrize(
    ("lang", "text", "phase", "kind", "code"),
    [
        ("en", "river", "river", "Unreadable", "CARDS_MISSING"),
        ("en", "river 7x", "river", "Unreadable", "BAD_CARD"),
        ("en", "river 11h", "river", "Unreadable", "BAD_CARD"),
        ("en", "river 5", "river", "Unreadable", "BAD_CARD"),
        ("en", "river 7h 5c", "river", "Illegal", "WRONG_COUNT"),
        ("en", "reveal Qs", "reveal", "Illegal", "WRONG_COUNT"),
        ("en", "reveal Qs Td Kd As", "reveal", "Illegal", "WRONG_COUNT"),
        ("en", "reveal Qs Qs", "reveal", "Illegal", "DUPLICATE_CARD"),
        ("en", "river X1", "river", "Illegal", "UNKNOWN_CARD"),
        ("en", "river 8h", "river", "Illegal", "NOT_IN_HAND"),
        ("en", "take 6d", "take", "Illegal", "NOT_YOUR_TURN"),
        ("en", "reveal Qs Td", "river", "Illegal", "WRONG_PHASE"),
        ("en", "river 7h or 5c", "river", "Ambiguous", "TWO_COMMANDS"),
        ("en", "river 7h\nriver 5c", "river", "Ambiguous", "TWO_COMMANDS"),
        ("en", "river 7h\n\nno, 5c", "river", "Ambiguous", "TWO_COMMANDS"),
        ("en", "river 7h\n\nsorry, 5c", "river", "Ambiguous", "TWO_COMMANDS"),
        ("en", "river 7h\n\nno, river 5c", "river", "Ambiguous", "TWO_COMMANDS"),
        ("en", "river 7h and reveal 5c", "river", "Ambiguous", "TWO_COMMANDS"),
        ("en", "B: river 7h", "river", "Unreadable", "WRONG_SEAT"),
        ("en", "if Bob is away, river 7h", "river", "Unreadable", "INSIDE_SENTENCE"),
        ("fr", "je ne montre pas Dp 10 carreau", "reveal", "Unreadable", "INSIDE_SENTENCE"),
        ("en", "The river was cold.", "river", "Unreadable", "INSIDE_SENTENCE"),
        ("en", "Good evening.", "river", "Unreadable", "NO_COMMAND"),
        ("en", "RIVER <one of 7♥>", "river", "Unreadable", "PLACEHOLDER"),
    ],
)
def test_what_is_not_played_is_refused_by_name(
    lang: str, text: str, phase: str, kind: str, code: str
) -> None:
    refused = outcome(text, lang, phase, "B" if code == "NOT_YOUR_TURN" else "A")["refused"]
    assert (refused["kind"], refused["code"]) == (kind, code)


@pytest.mark.parametrize(
    ("text", "lang"), [("7h", "en"), ("I play the 7h", "en"), ("je joue 7♥", "fr"), ("gioco 7♥", "it")]
)
def test_cards_without_a_word_of_the_game_are_asked_back(text: str, lang: str) -> None:
    with pytest.raises(Unreadable) as refused:
        grammar.read(GAME, table("river").state, "A", text, lang)
    assert refused.value.code == "INSIDE_SENTENCE"
    assert refused.value.params["suggestion"] == Move("river", {"cards": ["7h"]})


def test_ah_is_no_card_before_the_word_of_the_game() -> None:
    assert outcome("Ah, river 7h", "en", "river") == played("river", "7h")
    assert outcome("ah... fiume 7♥", "it", "river") == played("river", "7h")
    hands = {**HANDS, "A": HANDS["A"].replace("As", "Ah")}
    holding = Table(2, deck_of(2, hands, "5d 6d 8d")).state
    assert grammar.read(GAME, holding, "A", "river Ah", "en").move == Move("river", {"cards": ["Ah"]})


def test_the_same_cards_in_another_order_are_the_same_command() -> None:
    assert outcome("reveal Qs Td\nreveal Td, Qs", "en", "reveal") == played("reveal", "Qs", "Td")


def test_role_play_is_kept_and_a_dry_run_is_marked() -> None:
    found = outcome("The dealer sweats.\n\nriver 7h\n\nSo do I.", "en", "river")
    assert found["comment"] == "The dealer sweats.\n\nSo do I."
    assert outcome("? river 7h", "en", "river")["dry"]


def test_commands_that_are_no_moves_stay_what_they_are() -> None:
    assert outcome("aide", "fr", "river") == {"command": "help", "comment": ""}


@settings(max_examples=40, deadline=None)
@given(games(silent=False), st.sampled_from(LANGUAGES), st.sampled_from(LANGUAGES), st.randoms())
def test_what_is_said_is_read_again_as_the_same_move(
    game: Any, lang: str, letter: str, chance: random.Random
) -> None:
    """In whatever language the letter is in: suits are said by their signs."""
    state = game.end()
    for seat in GAME.awaiting(state):
        move = choose(state, seat, chance)
        said = grammar.say("saint", move, lang)
        assert grammar.read(GAME, state, seat, said, letter).move == move
        for example in grammar.examples(GAME, state, seat, lang):
            assert "<" in example
            for language in LANGUAGES:
                with pytest.raises(Unreadable, match=r"PLACEHOLDER|INSIDE_SENTENCE|NO_COMMAND"):
                    grammar.read(GAME, state, seat, example, language)


def test_cards_are_said_in_the_readers_letters() -> None:
    move = Move("reveal", {"cards": ["Qs", "Td"]})
    assert [grammar.say("saint", move, lang) for lang in LANGUAGES] == [
        "reveal Q♠ 10♦",
        "montrer D♠ 10♦",
        "scoprire Q♠ 10♦",
    ]
    assert grammar.say("saint", Move("river", {"cards": ["X1"]}), "en") == "river X1"
    assert grammar.say("saint", Move("timeout"), "fr") == "temps écoulé"
    (example,) = grammar.examples(GAME, table("river").state, "A", "fr")
    assert example == "RIVIÈRE <une carte parmi 2♦ 5♣ 5♥ 7♥ 9♣ 10♦ V♥ D♠ R♦ A♠>"
    assert grammar.examples(GAME, table("river").play("A river 7h").state, "A", "fr") == ()


def test_out_of_turn_the_answer_is_that_one_has_chosen() -> None:
    state = table("river").play("A river 7h").state
    for text in ("river 5c", "river"):
        with pytest.raises(Illegal, match="ALREADY_CHOSEN"):
            grammar.read(GAME, state, "A", text, "en")


@pytest.mark.parametrize(
    "chat", ["See you at 8!", "At 8!", "À 8 !", "Ciao, a 8", "Thanks, 2", "Good luck, 10 !"]
)
def test_talk_with_a_number_below_a_move_is_its_comment(chat: str) -> None:
    for phase, words, move in (
        ("river", "river 7h", {"do": "river", "cards": ["7h"]}),
        ("reveal", "reveal Qs 2d", {"do": "reveal", "cards": ["Qs", "2d"]}),
        ("take", "take 7h", {"do": "take", "cards": ["7h"]}),
    ):
        assert outcome(f"{words}\n{chat}", "en", phase) == {"move": move, "comment": chat}


def test_a_number_quite_alone_below_a_move_and_another_card_are_no_talk() -> None:
    assert outcome("river 7h\n8", "en", "river")["refused"]["code"] == "BAD_CARD"
    assert outcome("river 7h\n5c", "en", "river")["refused"]["code"] == "WRONG_COUNT"
    assert outcome("reveal Qs\n2d", "en", "reveal") == played("reveal", "Qs", "2d")


def test_a_slip_is_asked_back() -> None:
    for lang, text in (("en", "rivr 7h"), ("fr", "rivère 7h"), ("it", "fume 7h")):
        asked = outcome(text, lang, "river")["refused"]
        assert (asked["code"], asked["readings"]) == ("MISSPELT", [{"do": "river", "cards": ["7h"]}])
