"""The rule book: cards, games, draws, ledger, contests and the reading of moves.

Standard library only: no Django, no clock, no files, no network. State, move, seed and
time come in as arguments; new state and facts go out.
"""
