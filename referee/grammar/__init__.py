"""A move in words to a ``Move``, and back: one grammar for the web, letters and the forum.

``read`` understands English, French and Italian, whatever the letter's own language; a word table
per language holds the words, a module per game what its words mean. Nothing is guessed: a line of
known words is a command, everything else is role-play.
"""

from referee.grammar.cards import card_candidates, read_cards
from referee.grammar.reading import Reading, read, read_command, readings, refused
from referee.grammar.saying import examples, say

__all__ = [
    "Reading",
    "card_candidates",
    "examples",
    "read",
    "read_cards",
    "read_command",
    "readings",
    "refused",
    "say",
]
