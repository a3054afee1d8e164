"""The rule book: cards, games, draws, ledger, contests and the reading of moves.

Standard library only: no Django, no clock, no files, no network. State, move, seed and
time come in as arguments; new state and facts go out.
"""

import sys

if sys.version_info < (3, 12):  # noqa: UP036 (an older Python would stop at the first type statement)
    found = f"{sys.version_info[0]}.{sys.version_info[1]}"
    raise SystemExit(f"The rule book needs Python 3.12 or newer; this is {found}.")
