"""Pyramid Poker: two players build a pyramid of 30 blocks, each seeing only what is his own, then take
it apart into three hands each.

Source: the game's rule texts in French and Italian, as decided in the project's rule book (3.1 to 3.8;
PP1 to PP26 name the places where the texts are silent or contradict each other). A match is one deal
(``basic``: who wins two of the three hands; a drawn deal is played again) or as many as it takes to
reach 7 or 11 points (``advanced``); the first player is drawn by lot, then they take turns.

Blocks are codes (``"Td"``, jokers ``X1 X2``), seats are letters. A space is [row, column], both from
0: row 0 is the foundation, columns count from the left of the seat named first. Hands are 0, 1, 2.

Moves
=====
``place`` + ``at`` · ``pick`` + ``at`` · ``hand`` + ``hand`` · ``choose`` + ``block`` + ``hand``; for the
referee alone ``timeout`` and ``abandon``. In building the block is the next of those drawn and its
owner sees it before he chooses the space; in taking he sees the face once his pick is final. A joker
turns up three blocks of the remainder, before both.

Silence (``default``) is the first legal space, the first free block, the first open hand, of the blocks
turned up the first that is no joker: row by row from the foundation, each from the left. After as many
time-outs in a row as the rule ``abandon`` says, counted over the whole match, the match is given up:
the opponent wins it and gets the points that he lacks to its goal. So does ``abandon``, which a seat
does whose player has left (``absent``); it may come out of turn.

Lots (``NextDeal.lots``, ``deal(lots=…)``)
==========================================
``first``, before the first deal alone: one order of both seats; the first of it places first. A record
says it in the deal's ``first``, and a later deal's setup has it too.

Options (``options(state, seat)``; None for a seat that is not awaited)
=======================================================================
::

    {"do": "place", "block": "As", "spaces": [[0, 3], …]}     the own block, where it may go
    {"do": "pick", "spaces": [[4, 1], …]}                     the free blocks
    {"do": "hand", "block": "As", "hands": [0, 2]}            the hands that are not full
    {"do": "choose", "blocks": ["9s", "2d"], "hands": [0]}    what may be chosen, jokers left out

Facts (public; ``Fact.kind`` and the keys of ``Fact.data``)
===========================================================
In the order in which they may come:

==============  ==========================================================================
``deal``        number, seats, first (who places first), supply (15: face down before each
                seat), pile (24: the remainder)
``timed_out``   seat, deemed ("place", "pick", "hand", "choose" or "abandon"), in_a_row; the
                facts of that move follow
``placed``      seat, at, number (1 to 30): never the block
``picked``      seat, at, owner (who had placed it): never the block
``joker``       seat, block (which of the two), turned_up [three], pile (left face down)
``put``         seat, block, hand, at (the space that it came from)
``chose``       seat, block, hand, refused [two], at (where the joker was)
``scored``      number, values, hand_winners, won, basic, advanced (as in the result), hands
``abandoned``   seat, winner
``deal_over``   number, scores {seat: total of the match}
``match_over``  winner, places, total, abandoned (as ``final``)
==============  ==========================================================================

View (``view(state, seat)``; None: the public)
==============================================
::

    {"game": "pyramid", "seat": "B",       whose view; None: the public
     "deal": 1,                            0: nothing is dealt yet
     "deal_over": false, "match_over": false,
     "scoring": "advanced", "target": 7,   the rules that a page needs
     "abandon": 3, "abandoned": None,      … and the seat that gave the match up
     "first": "A",                         who places first in this deal
     "phase": "pick",                      place · pick · hand · choose; None: nobody is awaited
     "awaited": ["B"],
     "placed": 30, "taken": 3, "of": 30,   blocks so far
     "drawn": None,                        in building: the own block, before its space is chosen
     "pyramid": [{"at": [0, 0], "owner": "A", "block": None, "free": false}, …],
                                           standing blocks, row by row; faces of one's own alone;
                                           nothing is free while the pyramid is built
     "spaces": [],                         in building: where a block may go
     "picked": {"at": [5, 1], "owner": "A", "by": "B", "block": "Td"},
                                           until it lies in a hand: its face for who took it and for
                                           who had placed it, a joker's for all; else None
     "turned_up": [],                      the three of a joker, while one is to be chosen
     "pile": 24,                           blocks of the remainder that lie face down
     "discard": ["X2", "8s", "7h"],        jokers and refused blocks, in the order they left
     "seats": {"A": {"score": 4,           points in the match
                     "supply": 0,          blocks not yet placed
                     "hands": [["Ad", …], [], []],      in the order in which they were filled
                     "ranks": [{"value": [1, 14, 13], "category": "one pair"}, None, None],
                                           as the hands lie: fewer than five blocks make no straight
                                           and no flush yet; None: empty
                     "silent": 0}, …},     time-outs in a row
     "options": {…},                       of this seat, None where it is not awaited
     "result": None}                       of the deal that is over (the record's shape)

Result of a deal: ``values``, ``hand_winners``, ``won``, ``basic``, ``advanced``; of one that ended
because the match was given up: ``abandoned``, ``winner``. Of the match (``final``): ``winner``,
``places``, ``total``, ``abandoned``.
"""
