"""Contests without people or storage: tables, ranking, prizes, deadlines (contests.md, clock.md).

``tables`` sizes and seats · ``ranking`` the order over all tables · ``prizes`` goods per place ·
``deadlines`` arithmetic on instants · ``projection`` how long a tournament takes at least. Leagues:
``league`` points, absences, promotion · ``standings`` tie-breaks and why · ``schedule`` who meets
whom, by ``designs`` and ``swaps`` · ``timebank`` a bank and an increment.
"""
