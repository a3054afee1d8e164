"""What must hold for every text: no crash, no guess, and nothing that does not matter matters."""

from __future__ import annotations

import json
import unicodedata
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import grammar
from referee.core import Json, Move
from referee.grammar.lexicon import TABLES, lexicon, phrases
from referee.grammar.text import clean, fold, tokens
from tests.referee.grammar.grammar_states import (
    HOLDEM,
    STATES,
    VECTORS,
    legal_moves,
    outcome,
    speaker,
    state,
)

LANGUAGES = ("en", "fr", "it")
NAMES = sorted(STATES)

ROLE_PLAY = (
    "Bob looks at his cards and sweats.",
    "If he raises, I fold my hat.",
    "I will never fold to you, Bob!",
    "They say that I call too much.",
    "The bet was 5, they told me.",
    "La vieille Carol soupire et regarde le plafond.",
    "Non, je n'ai pas peur de vous !",
    "Il va se coucher, celui-là, c'est sûr.",
    "Je suis le roi de la montagne, et je ne passe pas mon temps à trembler.",
    "« Tapis ! » crie quelqu'un au fond de la salle.",
    "Il contratto, come già scritto, resta valido.",
    "Le carte sono brutte, ma chi se ne importa.",
    "Non passo certo per un vigliacco!",
    "Se avessi un asso, vedrei.",
    "*sips his tea* 🍵",
    "> fold",
    "> je relance à 9",
    "Good evening, everybody.",
    "Merci à tous.",
    "",
)
"""Lines that hold words of the game and are no command."""

VOCABULARY = sorted({" ".join(key) for key in lexicon("holdem").phrases})
SIGNS = [
    ".",
    ",",
    "?",
    "!",
    ":",
    ";",
    "(",
    ")",
    "+",
    "-",
    "=",
    "<",
    ">",
    "\n",
    " ",
    "\u00a0",
    "\u202e",
    "5",
    "2",
]


@cache
def commands() -> list[tuple[str, str, str, Json]]:
    """Every phrasing of one line that plays: (language, text, state, move)."""
    found = []
    for lang in LANGUAGES:
        for case in json.loads((VECTORS / f"{lang}.json").read_text(encoding="utf-8")):
            if "move" in case["expect"] and "\n" not in case["text"] and not case["text"].startswith("?"):
                found.append((lang, case["text"], case["state"], case["expect"]["move"]))
    return found


@given(st.text(max_size=80), st.sampled_from(NAMES), st.sampled_from(LANGUAGES))
def test_any_text_is_read_or_refused(text: str, name: str, lang: str) -> None:
    assert set(outcome(text, name, lang)) & {"move", "command", "refused"}


@given(
    st.lists(st.sampled_from(VOCABULARY + SIGNS), max_size=12).map(" ".join),
    st.sampled_from(NAMES),
    st.sampled_from(LANGUAGES),
)
def test_any_heap_of_words_is_read_or_refused_and_what_is_read_is_legal(
    text: str, name: str, lang: str
) -> None:
    found = outcome(text, name, lang)
    if "move" in found:
        HOLDEM.apply(state(name), speaker(name), Move.from_json(found["move"]))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_back_is_read_as_the_same_move(name: str, lang: str) -> None:
    view = HOLDEM.view(state(name), speaker(name))
    for move in legal_moves(name):
        for said in (grammar.say("holdem", move, lang), grammar.say("holdem", move, lang, view)):
            for letter in LANGUAGES:
                assert outcome(said, name, letter) == {"move": move.to_json(), "comment": ""}, said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_examples_are_no_commands_and_disturb_none(name: str, lang: str) -> None:
    lines = grammar.examples(HOLDEM, state(name), speaker(name), lang)
    assert len(lines) >= 3
    for letter in LANGUAGES:
        for line in (*lines, *(line.lower() for line in lines)):
            assert outcome(line, name, letter)["refused"]["kind"] == "Unreadable"
        quoted = "\n".join(lines)
        assert outcome(f"fold\n{quoted}", name, letter)["move"] == {"do": "fold"}
        assert outcome(quoted, name, letter)["refused"]["readings"] == []


@given(st.data())
def test_role_play_around_a_command_never_changes_the_move(data: st.DataObject) -> None:
    lang, text, name, move = data.draw(st.sampled_from(commands()))
    before = data.draw(st.lists(st.sampled_from(ROLE_PLAY), max_size=3))
    after = data.draw(st.lists(st.sampled_from(ROLE_PLAY), max_size=3))
    found = outcome("\n".join([*before, text, *after]), name, lang)
    assert found.get("move") == move
    kept = [line for line in before + after if line and not line.startswith(">")]
    assert [line for line in found["comment"].split("\n") if line] == [
        " ".join(unicodedata.normalize("NFKC", line).split()) for line in kept
    ]


MUTATIONS = {
    "upper": str.upper,
    "lower": str.lower,
    "title": str.title,
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "no accents": lambda text: "".join(
        char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char)
    ),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "narrow spaces": lambda text: text.replace(" ", "\u202f"),
    "doubled spaces": lambda text: text.replace(" ", "  ") + "\t ",
    "zero width": lambda text: "\u200b".join(text),
    "curly": lambda text: text.replace("'", "\u2019"),
    "full stop": lambda text: text + ".",
    "exclamation": lambda text: text + " !!!",
    "smiley": lambda text: text + " :)",
    "hello": lambda text: "Hello everybody, " + text,
    "bonjour": lambda text: "Bonjour à tous ! " + text,
    "buonasera": lambda text: "Buonasera, " + text,
    "please": lambda text: text + ", please. Thank you!",
    "merci": lambda text: text + ", s'il vous plaît, merci",
    "grazie": lambda text: text + " per favore, grazie mille",
    "bold": lambda text: f"**{text}**",
    "forum bold": lambda text: f"[b]{text}[/b]",
}


@given(
    st.sampled_from(commands()),
    st.lists(st.sampled_from(sorted(MUTATIONS)), min_size=1, max_size=3, unique=True),
)
def test_what_does_not_matter_never_changes_the_move(
    command: tuple[str, str, str, Json], names: list[str]
) -> None:
    lang, text, name, move = command
    for mutation in names:
        text = MUTATIONS[mutation](text)
    found = outcome(text, name, lang)
    assert found.get("move") == move, (text, found)


HARMLESS = [
    phrase
    for table in TABLES.values()
    for section in ("polite", "vocative", "aside", "filler", "subject", "unit", "for", "by", "to")
    for phrase in phrases(table.WORDS[section])
]
NUMBERS = ["5", "2", "+4", "(1+2)", "five", "cinq", "cinque", "-3", "1.000", "10 chips"]
TALK = ["table", "sky", "reine", "montagne", "luna", "xyzzy", "Bob", "tomorrow", "jamais", "when"]


@given(
    st.lists(st.sampled_from(HARMLESS + NUMBERS + TALK + ["\n", ",", "."]), max_size=12).map(" ".join),
    st.sampled_from(NAMES),
    st.sampled_from(LANGUAGES),
)
def test_a_text_without_a_word_of_the_game_never_plays(text: str, name: str, lang: str) -> None:
    assert "move" not in outcome(text, name, lang)


def _insert(text: str, word: str, place: int) -> str:
    words = text.split(" ")
    place %= len(words) + 1
    return " ".join([*words[:place], word, *words[place:]])


TAKING_BACK = [
    "not", "don't", "never", "no", "if", "unless", "maybe", "jamais", "pas", "non", "quand", "peut-être",
    "sauf", "mai", "se", "quando", "forse", "xyzzy", "montagne", "luna", "?", "<", "🚫", "~~",
]  # fmt: skip


@given(st.sampled_from(commands()), st.sampled_from(TAKING_BACK), st.integers(0, 30))
def test_an_unknown_word_or_one_that_takes_back_never_plays(
    command: tuple[str, str, str, Json], word: str, place: int
) -> None:
    """Wherever it stands, except that ``?`` in front asks for a dry run, and a guest may be greeted."""
    lang, text, name, _ = command
    changed = _insert(text, word, place)
    found = outcome(changed, name, lang)
    polite = any(atom.kind == "polite" for atom in lexicon("holdem").atoms(tokens(clean(text)), lang))
    greeted = polite and word in {"xyzzy", "montagne", "luna"}
    reflexive = word == "se" and "se couche" in fold(changed)
    assert "move" not in found or found.get("dry") or greeted or reflexive, changed


@given(st.sampled_from(commands()), st.sampled_from(commands()))
def test_two_commands_play_only_where_they_say_the_same(
    one: tuple[str, str, str, Json], other: tuple[str, str, str, Json]
) -> None:
    lang, text, name, move = one
    second = outcome(other[1], name, lang)
    both = outcome(f"{text}\n\n{other[1]}", name, lang)
    if "move" in both and "refused" not in second:
        assert both["move"] == move == second["move"]


@pytest.mark.parametrize(("lang", "whole"), [("en", "all you have"), ("fr", "tout ce que vous avez")])
def test_the_chips_of_an_all_in_are_never_taken_for_a_total(lang: str, whole: str) -> None:
    """ "18 in all" is how a log tells a total of the street; an all-in is told by what goes in."""
    lines = grammar.examples(HOLDEM, state("facing-2"), speaker("facing-2"), lang)
    assert f", {whole}>" in lines[-1]
    assert (
        str(HOLDEM.view(state("facing-2"), speaker("facing-2"))["seats"][speaker("facing-2")]["stack"])
        in lines[-1]
    )
