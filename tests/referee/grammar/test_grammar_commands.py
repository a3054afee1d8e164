"""Wishes that are no moves, as people write them: at a table, and where no table is spoken of."""

from __future__ import annotations

import pytest

from referee import grammar
from referee.core import Refusal
from referee.grammar.lexicon import TABLES, alternatives
from tests.referee.grammar.grammar_states import HOLDEM, speaker, state

SAID = {
    "register": {
        "en": "Register me please|I want to register|I'd like to sign up|I want to play|I'd like to join"
        "|please enter me|Registration|count me in|I would like to enter the tournament",
        "fr": "Je voudrais m'inscrire|inscrivez-moi|je participe|je souhaite participer|demande d'inscription"
        "|merci de m'inscrire|Bonjour, je voudrais m'inscrire au tournoi|je participe à la ligue",
        "it": "vorrei iscrivermi|iscrivetemi|vorrei partecipare|partecipo|mi vorrei iscrivere|iscrivere"
        "|mi iscrivo al torneo|desidero iscrivermi|mi iscrivo alla lega",
    },
    "withdraw": {
        "en": "I withdraw|withdrawal|cancel my registration|I'd like to withdraw|I leave the tournament"
        "|I am withdrawing|I quit|take me off the list",
        "fr": "je me retire|je souhaite me désister|annuler mon inscription|j'annule mon inscription|retrait"
        "|desistement|je quitte le tournoi|je dois me désister|je ne participe plus|je renonce au tournoi",
        "it": "mi ritiro|vorrei ritirarmi|devo ritirarmi|annullo la mia iscrizione|lascio il torneo"
        "|disiscrivimi|non partecipo più|abbandono il torneo",
    },
    "status": {
        "en": "Status?|how do things stand?|whose turn is it?|where are we|my tables|state",
        "fr": "où en est-on ?|à qui le tour ?|à qui est-ce de jouer ?|c'est à qui ?|état de la partie"
        "|où en est la partie ?|mes tables",
        "it": "a che punto siamo?|a chi tocca?|i miei tavoli|com'è la situazione?|stato della partita",
    },
    "help": {
        "en": "Help!|how do I play?|what can I do?|how does it work?|commands",
        "fr": "aidez-moi|comment jouer ?|comment ça marche ?|que puis-je faire ?|mode d'emploi|au secours",
        "it": "aiutami|come si gioca?|come funziona?|che cosa posso fare?|istruzioni",
    },
}
BOTH = [
    (command, language, text)
    for command, by_language in SAID.items()
    for language, texts in by_language.items()
    for text in texts.split("|")
]


@pytest.mark.parametrize(("command", "language", "text"), BOTH)
def test_a_wish_about_no_table_is_understood_in_the_words_of_three_languages(
    command: str, language: str, text: str
) -> None:
    for reader in TABLES:
        assert grammar.read_command(text, reader).command == command, f"a reader of {reader}"


@pytest.mark.parametrize(
    ("language", "text"), [("fr", "je me retire"), ("it", "mi ritiro"), ("en", "I am out")]
)
def test_at_a_table_words_for_leaving_the_deal_are_not_taken_for_leaving_the_contest(
    language: str, text: str
) -> None:
    assert grammar.read_command(text, language).command == "withdraw"
    with pytest.raises(Refusal) as refused:
        grammar.read(HOLDEM, state("facing-2"), speaker("facing-2"), text, language)
    assert refused.value.code == "INSIDE_SENTENCE"


def test_no_wish_is_two() -> None:
    """A phrase stands under one command only, in all languages together."""
    found: dict[str, str] = {}
    for table in TABLES.values():
        for section, written in [*table.WORDS.items(), *table.ALONE.items()]:
            kind, _, command = section.partition(":")
            for words in alternatives(written) if kind == "command" else ():
                for phrase in words:
                    assert found.setdefault(phrase, command) == command, phrase


@pytest.mark.parametrize("text", ["I do not want to register", "je ne m'inscris pas", "non mi iscrivo"])
def test_a_wish_that_is_denied_is_none(text: str) -> None:
    for reader in TABLES:
        with pytest.raises(Refusal):
            grammar.read_command(text, reader)
