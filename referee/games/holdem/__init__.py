"""No-limit hold'em: the Shangri-la tournament's two-round game and the ordinary one.

One engine; ``rules.py`` holds the options and the presets ``shangri``, ``shangri-draft`` and
``holdem``. Sources: the tournament's own text for the first two, the Poker Tournament Directors
Association's rules of 2024 (TDA) and Robert's Rules (RR) for the third.

All amounts are whole chips. "On this street" means since the board cards of the running betting
round were turned up; antes belong to no street. Cards are codes (``"Td"``); seats are letters.

Moves
=====
``fold`` · ``check`` · ``call`` · ``raise`` + ``to`` (the seat's total on this street; also the
first bet) · ``all-in``; for the referee alone ``timeout`` and ``remove`` + ``stack``
(``"stays"`` or ``"leaves"``).

Options (``options(state, seat)``; None for a seat that is not awaited)
=======================================================================
::

    {"to_call": 2,                        chips that a call costs, never more than the stack
     "raise": {"min": 3, "max": 18},      limits of ``to``; both capped by the stack; None: no raise
     "fold": true, "check": false, "call": true,
     "all_in": 18,                        the street total an all-in comes to; None: it is refused
     "price": 2, "bet": 0, "stack": 18}   to be matched on this street; own chips there; own stack

Facts (public; ``Fact.kind`` and the keys of ``Fact.data``)
===========================================================
In the order in which they may come:

==================  ======================================================================
``deal``            number, order [seats], stacks {seat: chips}, level {small_blind,
                    big_blind, ante, big_blind_ante}, opener, button, small_blind,
                    big_blind (seats or None: ``opener`` is None where the button decides,
                    the other three where nobody posts or nobody sits)
``ante``            seat, amount, all_in (true: nothing is left)
``blind``           seat, blind ("small" or "big"), amount, all_in
``big_blind_ante``  seat, amount, all_in
``dealt``           seats [every seat that got two closed cards]
``street``          street (0 = the first betting round), cards [turned up now], board [all]
``timed_out``       seat, deemed ("fold" or "check"); the fact of that move follows
``folded``          seat
``checked``         seat
``called``          seat, added, to (street total), all_in
``bet``             seat, added, to, all_in: the first chips of a street
``raised``          seat, added, to, by (above the price before), all_in
``removed``         seat, stack ("stays" or "leaves"), chips (that leave play now), folded
                    (true: a live hand was given up)
``uncalled``        seat, amount: goes back, is not won; leaves (true: the seat was removed with
                    its stack, so these chips leave play too)
``opened``          seat, cards: betting is over through all-ins, before the board is run out
``shown``           seat, cards, category, best [the five that count], value [numbers]
``pot``             pot (0 = main), pots (how many there are), amount, eligible [seats],
                    wins {seat: chips}, odd {seat: chips, part of wins}
``out``             seat, stack (at the start of this deal): no chips are left
``deal_over``       number, stacks {seat: chips}
``match_over``      stacks {seat: chips}
==================  ======================================================================

View (``view(state, seat)``; None: the public)
==============================================
::

    {"game": "holdem", "seat": "C",       whose view; None: the public
     "deal": 1, "hands": 2,               number of the deal (0: none yet); deals of the match or None
     "deal_over": false, "match_over": false,
     "street": 0, "streets": [0, 5],      index of the betting round; board cards before each
     "board": ["2c", …],
     "price": 5,                          to be matched on this street
     "pot": 17,                           all chips in the middle, bets of this street included
     "pots": [{"amount": 10, "eligible": ["A", "C"]}],
                                          of antes and finished streets, main pot first;
                                          after the deal: as in its result (wins, odd)
     "order": ["A", "B", "C"],            speaking order of the deal (first to act after the flop)
     "opener": "A",                       rotate: who opens; None where the button decides
     "button": None, "small_blind": None, "big_blind": None,
     "level": {"small_blind": 0, "big_blind": 0, "ante": 2, "big_blind_ante": 0},
     "to_speak": "C",                     whose move is awaited, or None
     "removed": 0,                        chips that have left play with disqualified players
     "seats": {"A": {"stack": 13, "bet": 5, "put": 7,
                     "state": "in",       in · all-in · folded · removed · out
                     "said": "raise",     its last word on this street: fold check call raise or None
                     "cards": [None, None],   None: not dealt in; own and shown cards are named
                     "hand": None}, …},   {"category", "best", "value"} of own or shown cards
     "options": {…},                      of this seat, None where it is not awaited
     "result": None}                      of the deal that is over (the record's shape)

``put`` counts all chips of the deal but a big-blind ante. A time-out shows as the move it was
deemed to be. Folded and undealt cards never appear, a winner's whom nobody called neither.
"""
