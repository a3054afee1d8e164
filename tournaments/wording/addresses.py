"""Why an address, or the choice of letters, is not changed."""

from __future__ import annotations

from django.utils.translation import gettext_noop

REFUSALS = {
    "BAD_ADDRESS": gettext_noop("Letters cannot go to that address. Write it like name@example.org."),
    "SAME_ADDRESS": gettext_noop("That is your address already."),
    "ASKED_TOO_OFTEN": gettext_noop("That was asked for too often today. Try again tomorrow."),
    "ADDRESS_TAKEN": gettext_noop(
        "That address belongs to another account. Nothing was changed: ask the organiser of your contest."
    ),
    "ADDRESS_OVER": gettext_noop(
        "This link is used up: the change was made, taken back, or waited too long."
        " Your profile shows your address."
    ),
    "ADDRESS_KEPT": gettext_noop(
        "This address was lately given up by a player, and is kept for some days more."
        " The last letter about it has a link that takes the change back."
    ),
    "CHOICE_UNPROVEN": gettext_noop(
        "Nothing in your letter shows that it is yours, so nothing was changed."
        " Answer this one with the same line."
    ),
    "CHOICE_UNKNOWN": gettext_noop(
        "There is no such choice of letters. Write one of these lines, alone: LETTERS: TURNS, LETTERS: "
        "DEALS, LETTERS: EVERYTHING or LETTERS: DIGEST."
    ),
    "NO_SUCH_LETTERS": gettext_noop(
        "This link is not one of ours. Your profile shows which letters you get."
    ),
}
