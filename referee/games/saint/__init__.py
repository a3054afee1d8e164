"""Saint Poker: eight rounds of a shared river, for two to five players, without betting.

Source: the game's rule texts in French, Italian and English, as decided in the project's rule book
(2.1 to 2.8; SP1 to SP21 name the places where the texts are silent or contradict each other).
One deal is a whole game. Cards are codes (``"Td"``), seats are letters, rounds count from 1.

A round: the future river becomes the beginning of the river and a new one is turned up; each seat
adds one card in secret; each seat reveals two in secret; the best five of river and own two win the
round's number of points; then, worst hand first, each takes one card of the pool, twice. There is
no pick-up after round 8 unless ``last_round_pickup``, and a future river in it unless
``last_round_future`` is false.

Moves
=====
``river`` + ``cards`` [1] · ``reveal`` + ``cards`` [2] · ``take`` + ``cards`` [1]; for the referee
alone ``timeout``. River and reveal are sealed choices, final, turned up when all have chosen.

Lots (``NextDeal.lots``, ``deal(lots=…)``)
==========================================
``ties``: eight orders of all seats, one a round; among equal hands the earlier picks up earlier.
A lot is secret until a tie uses it, and then only the order of the tied seats is told. In a copy
of a record for one reader (``lots(state, seat)``) an order that no tie has used is None, and in one that a
tie has used only the order of the tied seats counts.

Options (``options(state, seat)``; None for a seat that is not awaited)
=======================================================================
::

    {"do": "reveal",             the one kind of move that is awaited
     "count": 2,                 how many cards it names
     "cards": ["2c", "5h", …]}   among which: the own hand, or the pool

Facts (public; ``Fact.kind`` and the keys of ``Fact.data``)
===========================================================
In the order in which they may come:

==============  ==========================================================================
``deal``        number (1), seats, cards (how many each hand has)
``round``       round, river (the old future river), future (turned up now), pile (cards
                that lie face down)
``timed_out``   seat, deemed ("river", "reveal", "take"); the fact of that move follows
``chosen``      seat, do ("river" or "reveal"): that it has chosen, never what
``river``       round, river [all five], cards {seat: the card it added}
``revealed``    round, cards {seat: [two]}
``scored``      round, hands {seat: {value, category, best [five, in reading order]}},
                winners [seats], points {seat: points of this round}, scores {seat: total}
``pickup``      round, order [seats, worst hand first], lots [[tied seats as the lot put them]]
``took``        round, seat, card, turn (1 or 2)
``discarded``   round, cards [the five that nobody took]
``deal_over``   number, scores {seat: total}
``match_over``  scores, winners, places {seat: place}; equal totals share one
==============  ==========================================================================

View (``view(state, seat)``; None: the public)
==============================================
::

    {"game": "saint", "seat": "C",      whose view; None: the public
     "deal": 1,                         0: nothing is dealt yet
     "deal_over": false, "match_over": false,
     "round": 3, "of": 8,               0: nothing is dealt yet
     "phase": "river",                  river · reveal · take; None: nobody is awaited
     "river": ["5d", …],                complete (five) from the reveal on
     "future": ["9s", …],               for the next round
     "pool": ["5d", …],                 during the pick-up: what can still be taken
     "pickup_order": ["B", …],          during the pick-up: both turns go this way
     "turn": 1,                         during the pick-up: 1 or 2
     "pile": 23,                        cards that lie face down
     "awaited": ["A", "C"],             whose move is awaited
     "seats": {"A": {"score": 12,
                     "hand": 8,         cards in hand, those chosen in secret included
                     "cards": [None, …],    own cards are named, sorted by rank
                     "picked": ["8s"],  cards in hand that all saw it pick up
                     "chosen": true,    it has chosen in this phase
                     "choice": None,    the own choice, sorted; None: not chosen, or not the own seat
                     "revealed": None}, …},     this round's two, once they are turned up
     "rounds": [{…}],                   all scored rounds, the present one from its scoring on
     "options": {…},                    of this seat, None where it is not awaited
     "result": None}                    of the game that is over (the record's shape)

A round in ``rounds`` (also in a replay, beside the result)::

    {"round": 1, "river": [five], "future": […], "revealed": {"A": [two], …},
     "values": {"A": [4, 10], …}, "categories": {"A": "straight", …}, "best": {"A": [five], …},
     "winners": ["A"], "points": {"A": 1, "B": 0},
     "pickup_order": ["B", "A"],        None in a round without pick-up
     "lots": [["B", "A"]],              the groups of equal hands in that order
     "takes": [["B", "8s"], …], "discarded": [the five left, once all is taken]}

Result: ``scores``, ``winners``, ``places``.
"""
