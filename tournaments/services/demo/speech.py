"""What a bot writes: its move in a line of its language, sometimes with a word of role-play."""

from __future__ import annotations

from random import Random

from referee.core import Move

_LINES: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "fold": ("fold", "I fold", "I fold, thanks", "Fold."),
        "check": ("check", "I check", "Check, please."),
        "call": ("call", "I call", "OK, I call", "Call."),
        "bet": ("bet {to}", "I bet {to}", "Bet {to}, good luck everyone"),
        "raise": ("raise to {to}", "I raise to {to}", "Raise to {to}, please"),
        "all-in": ("all-in", "I am all in", "All in!"),
    },
    "fr": {
        "fold": ("je me couche", "Je passe", "se couche", "Je me couche, bonne chance à tous"),
        "check": ("parole", "je dis parole", "Check."),
        "call": ("je suis", "Je paie", "suivre", "Je suis, merci"),
        "bet": ("mise {to}", "je mise {to} jetons", "Mise {to}"),
        "raise": ("relance à {to}", "Je relance à {to}", "je relance à {to}, merci"),
        "all-in": ("tapis", "je fais tapis", "Tapis !"),
    },
    "it": {
        "fold": ("lascio", "Lascio la mano", "passo la mano", "Lascio, buona fortuna a tutti"),
        "check": ("check", "busso", "Check, grazie."),
        "call": ("vedo", "Vedo, grazie", "chiamo", "Va bene, vedo"),
        "bet": ("punto {to}", "Punto {to} fiche", "Punto {to}, in bocca al lupo"),
        "raise": ("rilancio a {to}", "Rilancio a {to}, per favore", "alzo a {to}"),
        "all-in": ("all-in", "Punto tutto", "Vado di resto!"),
    },
}
"""Language -> kind of move -> how one may write it."""

_ROLE: dict[str, tuple[str, ...]] = {
    "en": (
        "The candle gutters. Somewhere below, a monk laughs.",
        "She warms her hands on the tea bowl and looks at nobody.",
        "Outside, the snow has reached the window.",
        "The old pilot counts his rations for the third time.",
        "A cat walks across the table as if it owned the place.",
    ),
    "fr": (
        "La neige frappe aux volets du monastère.",
        "Il tourne lentement sa tasse de thé vers la lumière.",
        "Le chat du cuisinier dort sur la liste des vivres.",
        "Un gong, très loin. Personne ne bouge.",
        "Elle sourit, ce qui n'annonce jamais rien de bon.",
    ),
    "it": (
        "Il vento fa tremare le persiane del monastero.",
        "La vecchia guida ricomincia a contare i viveri.",
        "Da qualche parte, molto lontano, suona un gong.",
        "Il gatto del cuoco dorme accanto al bollitore.",
        "Lei sorride alla finestra e tace.",
    ),
}
_TALKATIVE = 0.3
"""How often a bot adds a word of role-play."""


def line(move: Move, language: str, *, unasked: bool, seed: str) -> str:
    """A line that says this move. ``unasked``: nothing was to pay, so a raise is a bet."""
    kind = "bet" if move.do == "raise" and unasked else move.do
    choices = _LINES[language if language in _LINES else "en"][kind]
    return Random(f"{seed}|line").choice(choices).format(**move.args)  # noqa: S311


def role_play(language: str, *, seed: str) -> str:
    """A sentence beside the move; often none."""
    chance = Random(f"{seed}|role")  # noqa: S311
    if chance.random() > _TALKATIVE:
        return ""
    return chance.choice(_ROLE[language if language in _ROLE else "en"])


def lines() -> list[tuple[str, str, str]]:
    """(language, kind, line) of everything that can be written, amounts still open; for tests."""
    return [
        (language, kind, text)
        for language, kinds in _LINES.items()
        for kind, texts in kinds.items()
        for text in texts
    ]


def roles() -> list[tuple[str, str]]:
    """(language, sentence) of all role-play; for tests."""
    return [(language, text) for language, texts in _ROLE.items() for text in texts]
