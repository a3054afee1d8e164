"""Prose that looks like a program's heading is the player's; a program's heading is not."""

from __future__ import annotations

import pytest

from referee.letters import Ours, read

OURS = Ours(("play@poker.example",), "Referee")
WROTE = "Le mar. 3 nov. 2026 à 20:00, Referee <play@poker.example> a écrit :"
BLOCK = "De : Referee <play@poker.example>\nEnvoyé : mardi 3 novembre 2026 20:00"
DATE_FIRST = "Envoyé : mardi 3 novembre 2026 20:00\nDe : Referee <play@poker.example>"


def written(body: str) -> str:
    head = (
        "From: Alice <alice@example.org>\nTo: play@poker.example\nContent-Type: text/plain; charset=utf-8\n\n"
    )
    return read((head + body).encode(), OURS).text


@pytest.mark.parametrize(
    "prose",
    [
        "je suis\nLe 3 novembre 2026 restera.",
        "je suis\nParis, le 3 novembre 2026",
        "Le 3 novembre, tout a changé.\nje suis",
        "Il contratto, come già scritto:\nvedo",
        "relance à 5\nPS : vivement demain",
        "Ma décision :\nje suis",
        "je suis\nÀ bon entendeur :",
        "Alice : je suis",
        "Faut-il écrire à play@poker.example ?\nje suis",
        "je suis\n\n***\nfin",
        "— Vous suivez ?\n— je suis",
        "Referee, le 3 novembre 2026 vous disiez :\njouez.\nje suis",
    ],
)
@pytest.mark.parametrize("heading", [WROTE, BLOCK, DATE_FIRST])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_what_stands_above_a_heading_is_the_player_s(prose: str, heading: str, between: str) -> None:
    assert written(f"{prose}{between}{heading}\n\n> C'est à vous.\n") == prose


@pytest.mark.parametrize(
    "heading",
    [
        "Le mardi 3 novembre 2026 à 20:00:00 UTC+1, Referee\n<play@poker.example> a\nécrit :",
        "Le mardi 3 novembre 2026 à 20:00, Referee <play+k7m2qx\nab3cd4@poker.example> a écrit :",
        "Le 3 nov.\n2026 à 20:00, Referee <play@poker.example>\na écrit :",
        "On Tue, Nov 3,\n2026 at 8:00 PM Referee\n<play@poker.example> wrote:",
        "Il giorno martedì 3\nnovembre 2026 alle 20:00, Referee <play@poker.example> ha\nscritto:",
        "On Tue, 3 Nov 2026 20:00:00 +0100\nReferee <play@poker.example> wrote:",
        "2026-11-03 20:00 GMT+01:00 Referee <play@poker.example>:",
        "Referee <play@poker.example> writes:",
        "Quoting Referee <play@poker.example>:",
        "Le mardi 03 novembre 2026 à 20:00 +0100, Referee a écrit :",
        "---- Referee <play@poker.example> wrote ----",
    ],
)
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_heading_however_it_is_broken_is_not_the_player_s(heading: str, between: str) -> None:
    assert written(f"relance à 5{between}{heading}\n\n> C'est à vous.\n") == "relance à 5"
