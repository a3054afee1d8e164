"""Leagues (contests.md, 2): divisions by lot, rounds on dates, tables, results, the season's end.

A season is a contest with rounds. Everything that a place follows from stands in its ledger, and
``python -m referee verify`` computes it again (``referee.audit.leagues``).
"""
