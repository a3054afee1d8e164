"""The parts of a reading beside the move: comment, commands, refusals, quotes, the lines around."""

from __future__ import annotations

import time

import pytest

from referee import grammar
from referee.core import Ambiguous, Illegal, Move, Refusal, Unreadable
from referee.grammar.lexicon import BLOCKING, TABLES, lexicon, phrases
from tests.referee.grammar.grammar_states import HOLDEM, outcome, speaker, state

RAISE = Move("raise", {"to": 5})


def read(text: str, name: str = "facing-2", lang: str = "en") -> grammar.Reading:
    return grammar.read(HOLDEM, state(name), speaker(name), text, lang)


def refusal(text: str, name: str = "facing-2", lang: str = "en") -> Refusal:
    with pytest.raises(Refusal) as refused:
        read(text, name, lang)
    return refused.value


def test_role_play_before_and_after_is_the_comment() -> None:
    said = read("  Bob pales.\n\nRaise  to 5!\n\nHe knows.  \n")
    assert said == grammar.Reading(RAISE, "Bob pales.\n\nHe knows.", None, False, "Raise to 5!")


def test_a_dry_run_is_marked_and_its_refusals_are_real() -> None:
    assert read("? raise to 5").dry
    assert not read("raise to 5").dry
    assert refusal("? raise to 2").code == "RAISE_TOO_SMALL"
    assert isinstance(refusal("? fold\ncall"), Ambiguous)


def test_quoted_lines_are_never_read() -> None:
    assert refusal("> fold").code == "NOTHING_WRITTEN"
    assert read("> fold\n >raise to 5\ncall\n＞ fold") == grammar.Reading(
        Move("call"), "", None, False, "call"
    )
    forum = "[quote=Bob]fold [quote]call[/quote] fold\nfold[/quote]\ncall"
    assert read(forum).move == Move("call")
    assert refusal("[quote]fold").code == "NOTHING_WRITTEN"


@pytest.mark.parametrize("text", ["", " \n\t\n", "\u200b\n\ufeff", ">\n> fold"])
def test_nothing_written(text: str) -> None:
    assert refusal(text).code == "NOTHING_WRITTEN"


def test_a_command_inside_a_sentence_is_asked_back() -> None:
    found = refusal("I think I fold, Bob")
    assert (found.code, found.params["suggestion"]) == ("INSIDE_SENTENCE", Move("fold"))
    assert grammar.readings(found) == (Move("fold"),)
    both = refusal("My friend says fold. Another says call.")
    assert both.params["suggestion"] is None
    assert grammar.readings(both) == (Move("fold"), Move("call"))


def test_a_number_behind_another_move_hides_no_move() -> None:
    """The article of "un vieux loup" is also the number one."""
    found = refusal("je relance à 5 et je suis un vieux loup", lang="fr")
    assert grammar.readings(found) == (RAISE, Move("call"))


@pytest.mark.parametrize(
    "text",
    [
        "I do not fold, Bob",
        "if Bob raises I fold",
        "je ne me couche pas",
        "se Bob rilancia, passo",
        "I would check, but Bob",
        "I check my watch",
    ],
)
def test_what_is_denied_or_impossible_is_not_suggested(text: str) -> None:
    found = refusal(text)
    assert (found.code, found.params["suggestion"], grammar.readings(found)) == ("INSIDE_SENTENCE", None, ())


def test_a_number_alone_is_asked_back() -> None:
    assert refusal("5").params["suggestion"] == RAISE
    assert refusal("2 chips").params["suggestion"] == Move("call")
    assert refusal("+4", "own-1-of-3").params["suggestion"] == RAISE
    assert refusal("1\n\n2\n\n3").params["suggestion"] is None


def test_a_bad_number_is_shown_as_written_with_an_example() -> None:
    for written in (
        "1.000",
        "1,000",
        "2.5",
        "-3",
        "1 000",
        "5²",
        "½",
        "1'000",
        "twenty five",
        "5k",
        "٥",
        "3/4",
    ):
        found = refusal(f"raise to {written}")
        assert (found.code, found.params["written"], found.params["example"]) == (
            "BAD_NUMBER",
            written,
            1000,
        )
    assert refusal("raise to 1\u00a0000").code == "BAD_NUMBER"
    assert refusal("raise to 1000").code == "RAISE_TOO_LARGE"


def test_a_raise_without_its_amount_says_the_limits() -> None:
    found = refusal("raise")
    assert (found.code, found.params["min"], found.params["max"]) == ("AMOUNT_MISSING", 3, 10)


def test_an_illegal_move_is_named_with_what_is_possible() -> None:
    found = refusal("raise to 2")
    assert isinstance(found, Illegal)
    assert (found.code, found.params["move"]) == ("RAISE_TOO_SMALL", Move("raise", {"to": 2}))
    assert found.params["options"]["raise"] == {"min": 3, "max": 10}
    assert grammar.refused(found) == {
        "refused": {
            "kind": "Illegal",
            "code": "RAISE_TOO_SMALL",
            "readings": [{"do": "raise", "to": 2}],
        }
    }


def test_out_of_turn_the_move_is_understood_and_refused_by_the_game() -> None:
    with pytest.raises(Illegal, match="NOT_YOUR_TURN") as refused:
        grammar.read(HOLDEM, state("facing-2"), "D", "raise by 3", "en")
    assert refused.value.params["move"] == RAISE


@pytest.mark.parametrize(
    "text", ["fold", "call 5", "raise", "suit, mise 4 jetons", "passo", "raise to 3 (9+9)"]
)
def test_a_letter_out_of_turn_says_so_whatever_its_amounts(text: str) -> None:
    with pytest.raises(Illegal, match="NOT_YOUR_TURN"):
        grammar.read(HOLDEM, state("facing-2"), "D", text, "en")
    unborn = HOLDEM.start(HOLDEM.rules({"preset": "shangri"}), ("A", "B"))
    with pytest.raises(Illegal, match="GAME_OVER"):
        grammar.read(HOLDEM, unborn, "A", text, "en")


def test_a_seat_that_is_not_at_the_table() -> None:
    with pytest.raises(Illegal, match="UNKNOWN_SEAT"):
        grammar.read(HOLDEM, state("facing-2"), "Z", "fold", "en")


def test_an_unfinished_or_foreign_move_is_still_said() -> None:
    assert grammar.say("holdem", Move("raise"), "fr") == "relancer à <to>"
    assert grammar.say("holdem", Move("timeout"), "it") == "tempo scaduto"
    assert grammar.say("chess", Move("castle"), "en") == "castle"


def test_another_seat_than_the_writers() -> None:
    found = refusal("A : se couche")
    assert (found.code, found.params["written"], found.params["seat"]) == ("WRONG_SEAT", "A", "C")
    assert read("A : se couche\nB : mise 2 jetons\nC : suit").move == Move("call")
    assert refusal("À suivre...", lang="fr").code == "NO_COMMAND"


def test_the_writing_direction_may_not_be_overridden() -> None:
    assert refusal("\u202efold").code == "BIDI_OVERRIDE"
    assert refusal("f\u202eold\ncall").code == "BIDI_OVERRIDE"
    assert refusal("I fold\u2066 Bob").code == "BIDI_OVERRIDE"
    assert read("\u202eBob is afraid.\ncall").move == Move("call")


def test_a_placeholder_of_ours_is_no_number() -> None:
    assert refusal("raise to <5>").code == "PLACEHOLDER"


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("help", "help"),
        ("?", "help"),
        ("aide ?", "help"),
        ("Aiuto!", "help"),
        ("status", "status"),
        ("situazione?", "status"),
        ("call the referee", "referee"),
        ("J'appelle l'arbitre !", "referee"),
        ("arbitro", "referee"),
        ("withdraw", "withdraw"),
        ("I'd like to register, please", "register"),
        ("Je m'inscris\nMerci d'avance", "register"),
        ("yes", "yes"),
        ("Oui, merci !", "yes"),
        ("sì", "yes"),
        ("si", "yes"),
    ],
)
def test_commands_that_are_no_moves(text: str, command: str) -> None:
    assert read(text).command == grammar.read_command(text, "en").command == command
    assert read(text).move is None


def test_a_letter_without_a_table_knows_no_moves() -> None:
    with pytest.raises(Unreadable):
        grammar.read_command("fold", "en")


def test_a_move_and_another_command_are_two_commands() -> None:
    assert refusal("fold\nhelp").code == "TWO_COMMANDS"
    assert refusal("withdraw\nfold").code == "TWO_COMMANDS"
    assert read("yes\nfold").move == Move("fold")


def test_an_incomplete_line_beside_a_complete_one() -> None:
    assert read("I raise!\n\nraise to 5").move == RAISE
    assert refusal("I raise!\n\nfold").code == "TWO_COMMANDS"


def test_a_wrapped_command_is_one_command() -> None:
    assert read("Je relance à\n5 jetons", lang="fr").move == RAISE
    assert read("il complète en posant 2 jetons pour\narriver à 3", "own-1-of-3", "fr").move == Move("call")
    assert refusal("il rajoute 4 jetons,\nsoit 6 au total", "own-1-of-3", "fr").code == "AMOUNTS_DISAGREE"


@pytest.mark.parametrize(
    "text",
    [
        "If Bob raises again,\nI fold",
        "Si Bob relance encore une fois après tout ce qui s'est passé hier\nje me couche",
        "I do not want to\nfold",
        "fold\nif Bob raises",
        "call\nunless Bob raises",
        "fold\nor call",
    ],
)
def test_a_condition_that_was_wrapped_is_not_played(text: str) -> None:
    assert isinstance(refusal(text), Unreadable)


@pytest.mark.parametrize("text", ["fold\nno wait, call", "fold\nI do not fold", "passo\nno, vedo"])
def test_a_second_thought_takes_the_command_back(text: str) -> None:
    assert refusal(text).code == "TWO_COMMANDS"


def test_a_later_line_of_role_play_takes_nothing_back() -> None:
    assert read("call\nNo, I will not fold to the likes of Bob").move == Move("call")
    assert read("fold\nIf only I had an ace").move == Move("fold")


def test_an_unknown_language_is_read_as_english() -> None:
    assert read("relance à 5", lang="de").move == read("relance à 5", lang="FR-ca").move == RAISE


@pytest.mark.parametrize("verb", ["fold", "call", "all-in"])
@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_every_phrase_of_the_tables_is_read(lang: str, verb: str) -> None:
    """No phrase is hidden by a longer one or by another language's."""
    state_of = {"fold": "facing-2", "call": "facing-2", "all-in": "open"}
    wrong = [
        (phrase, found)
        for phrase in phrases(TABLES[lang].GAMES["holdem"][verb])
        if (found := outcome(phrase, state_of[verb], lang)) != {"move": {"do": verb}, "comment": ""}
    ]
    assert not wrong


@pytest.mark.parametrize("lang", ["en", "fr", "it"])
def test_every_raise_bet_and_add_of_the_tables_takes_an_amount(lang: str) -> None:
    words = TABLES[lang].GAMES["holdem"]
    wrong = [
        (phrase, found)
        for verb in ("raise", "bet", "add", "put")
        for phrase in phrases(words[verb])
        if (found := outcome(f"{phrase} 5", "facing-2", lang).get("move")) != RAISE.to_json()
    ]
    assert not wrong


def test_a_phrase_means_two_things_only_where_one_of_them_holds_a_line_back() -> None:
    for phrase, meanings in lexicon("holdem").phrases.items():
        kinds = {(meaning.atom.kind, meaning.atom.value) for meaning in meanings}
        assert len(kinds) == 1 or kinds & {(kind, "") for kind in BLOCKING}, phrase


def test_numbers_in_words_up_to_twenty() -> None:
    for lang, to in (("en", "raise to"), ("fr", "relance à"), ("it", "rilancio a")):
        for number, words in enumerate(TABLES[lang].NUMBERS.split(",")):
            word = words.strip().strip("{}").split("|")[0]
            found = grammar.readings(refusal(f"{to} {word}", "facing-ten", lang))
            assert found == (Move("raise", {"to": number}),)


def test_a_long_letter_is_read_in_time() -> None:
    """No kind of line makes the reader slower than in proportion to the letter."""
    for line in (
        "[quote",
        "[quote]",
        "fold ",
        "(((",
        "1+",
        "à ",
        "[b]",
        ".5",
        "if ",
        "raise to 5 or ",
        "fold\n",
    ):
        text = (line * (65536 // len(line)))[:65536]
        begun = time.process_time()
        outcome(text, "facing-2", "en")
        assert time.process_time() - begun < 10, line


@pytest.mark.parametrize(
    ("lang", "text", "move"),
    [
        ("fr", "je me couch", Move("fold")),
        ("fr", "Je me cuoche, bonne soirée", Move("fold")),
        ("fr", "relanc à 5", RAISE),
        ("fr", "je suiis", Move("call")),
        ("en", "Flod", Move("fold")),
        ("en", "cal", Move("call")),
        ("en", "rase to 5", RAISE),
        ("it", "lasco", Move("fold")),
        ("it", "rilanco a 5", RAISE),
        ("it", "vdeo", Move("call")),
    ],
)
def test_a_slip_of_the_pen_is_asked_back_and_never_played(lang: str, text: str, move: Move) -> None:
    found = refusal(text, lang=lang)
    assert (found.code, found.params["suggestion"], grammar.readings(found)) == ("MISSPELT", move, (move,))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "folded"),
        ("en", "I raised to 5"),
        ("en", "they called"),
        ("fr", "tu te couches"),
        ("en", "raised too far to 5, the bold one"),
        ("en", "a very bold story"),
        ("en", "rase to 50 chipz"),
        ("en", "\u202eflod"),
    ],
)
def test_another_form_of_a_word_is_no_slip_and_neither_is_a_story(lang: str, text: str) -> None:
    assert refusal(text, lang=lang).code == "NO_COMMAND"


def test_a_slip_beside_a_move_is_talk() -> None:
    assert read("call\nflod").comment == "flod"


@pytest.mark.parametrize("chat", ["See you at 8!", "À 8 !", "At 20!", "Ciao, a 8!", "Thanks, 2"])
def test_talk_with_a_number_below_a_move_that_takes_none_is_its_comment(chat: str) -> None:
    assert read(f"fold\n{chat}") == grammar.Reading(Move("fold"), chat, None, False, "fold")
    assert refusal("fold\n8").code == "AMOUNT_UNEXPECTED"
    assert refusal("call\nto 8").code == "AMOUNTS_DISAGREE"
