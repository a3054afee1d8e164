"""Figures about pairs: small cases worked out by hand, and what holds of any deals."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.fairness import Deal, Reader, Turn, both_ways, figures, flow, moved

F = Fraction


def test_a_winner_gets_from_each_loser_by_his_share() -> None:
    """A lost 6, B lost 2: C won 4 of the 8 and D the other 4."""
    deal = Deal(("A", "B", "C", "D"), net={"A": -6, "B": -2, "C": 4, "D": 4})
    assert moved(deal) == {("A", "C"): 3, ("B", "C"): 1, ("A", "D"): 3, ("B", "D"): 1}


def test_chips_that_left_play_went_to_nobody() -> None:
    """A was disqualified with 3 of the 8 chips that the others did not get."""
    deal = Deal(("A", "B", "C"), net={"A": -4, "B": -4, "C": 5})
    assert moved(deal) == {("A", "C"): F(5, 2), ("B", "C"): F(5, 2)}


def test_the_base_rate_of_chips_is_the_same_loss_to_anybody() -> None:
    deals = [Deal(("A", "B", "C"), net={"A": -6, "B": 6, "C": 0})] * 2
    found = figures(deals)
    assert (found["A", "B"].chips.seen, found["A", "B"].chips.expected) == (12, 6)
    assert (found["A", "C"].chips.seen, found["A", "C"].chips.expected) == (0, 6)
    assert found["B", "A"].chips.expected == 0


def test_folds_are_measured_against_the_own_habit() -> None:
    """A gives up against B two times of two, against C one of four: 3 of 6 in all."""
    folds = [Turn("A", 0, "fold", "B")] * 2 + [Turn("A", 0, "fold", "C")] + [Turn("A", 0, "call", "C")] * 3
    found = figures([Deal(("A", "B", "C"), tuple(folds))])
    assert (found["A", "B"].folds.seen, found["A", "B"].folds.expected, found["A", "B"].folds.chances) == (
        2,
        1,
        2,
    )
    assert (found["A", "C"].folds.seen, found["A", "C"].folds.expected) == (1, 2)


def test_a_check_counts_where_only_one_other_is_left_and_nothing_was_bet() -> None:
    turns = (
        Turn("A", 0, "check", "", "B"),
        Turn("A", 0, "raise", "", "B"),
        Turn("A", 0, "check"),
        Turn("A", 0, "call", "B", "B"),
        Turn("A", None, "check", "", "B"),
    )
    found = figures([Deal(("A", "B", "C"), turns)])["A", "B"].checks
    assert (found.seen, found.expected, found.chances) == (1, 1, 2)


def test_moves_close_together_and_silences_together() -> None:
    turns = (Turn("A", 0), Turn("B", 600), Turn("C", 5000), Turn("A", None), Turn("C", None))
    found = figures([Deal(("A", "B", "C"), turns)])
    assert (found["A", "B"].close.seen, found["A", "B"].close.expected) == (1, F(1, 2))
    assert found["C", "A"].close.seen == 0
    assert (found["A", "C"].silences.seen, found["A", "C"].silences.expected) == (1, F(1, 2))
    assert (found["A", "B"].silences.seen, found["A", "B"].silences.expected) == (0, F(1, 2))


def test_a_deal_is_read_from_its_facts() -> None:
    """C folds to a bet of B; A, alone with B on the next street, bets nothing."""
    reader = Reader()
    start = {"fact": "deal", "order": ["A", "B", "C"], "stacks": {"A": 20, "B": 20, "C": 20}}
    reader.take([start], seat="", at=0, moved=False)
    reader.take([{"fact": "bet", "seat": "B"}], seat="B", at=1, moved=True)
    reader.take(
        [{"fact": "timed_out", "seat": "C"}, {"fact": "folded", "seat": "C"}], seat="C", at=None, moved=True
    )
    reader.take([{"fact": "called", "seat": "A"}, {"fact": "street"}], seat="A", at=2, moved=True)
    assert reader.deal() is None
    ended = {"fact": "deal_over", "stacks": {"A": 15, "B": 27, "C": 18}}
    reader.take([{"fact": "checked", "seat": "A"}, ended], seat="A", at=3, moved=True)
    deal = reader.deal()
    assert deal is not None
    assert deal.net == {"A": -5, "B": 7, "C": -2}
    assert deal.turns == (
        Turn("B", 1, "raise"),
        Turn("C", None, "fold", "B"),
        Turn("A", 2, "call", "B", "B"),
        Turn("A", 3, "check", "", "B"),
    )


SEATS = "ABCDE"


@st.composite
def some_deals(draw: st.DrawFn) -> list[Deal]:
    deals = []
    for _ in range(draw(st.integers(1, 4))):
        players = tuple(draw(st.lists(st.sampled_from(SEATS), min_size=2, max_size=5, unique=True)))
        nets = [draw(st.integers(-20, 20)) for _ in players[1:]]
        turn = st.builds(
            Turn,
            st.sampled_from(players),
            st.none() | st.integers(0, 5000),
            st.sampled_from(["fold", "check", "call"]),
        )
        turns = tuple(
            Turn(one.player, one.at, one.did, draw(st.sampled_from([p for p in players if p != one.player])))
            for one in draw(st.lists(turn, max_size=6))
        )
        deals.append(Deal(players, turns, dict(zip(players, [-sum(nets), *nets], strict=True))))
    return deals


@settings(max_examples=60, deadline=None)
@given(some_deals())
def test_chips_are_kept_and_every_base_rate_shares_out_what_was_seen(deals: list[Deal]) -> None:
    """What one pays the other gets; all that a player lost is found again; and over his partners, the
    expected numbers sum up to what he did."""
    flows, found = flow(deals), figures(deals)
    assert all(flows[other, one] == -chips for (one, other), chips in flows.items())
    assert sum(flows.values()) == 0
    for player in SEATS:
        out = sum((chips for (one, _), chips in flows.items() if one == player), F(0))
        assert out == -sum(deal.net.get(player, 0) for deal in deals)
        for name in ("chips", "folds", "close", "silences"):
            own = [getattr(one, name) for (payer, _), one in found.items() if payer == player]
            assert sum(one.seen for one in own) == sum(one.expected for one in own), name
            assert all(one.seen >= 0 and one.expected >= 0 for one in own)
    pairs = list(both_ways(found, SEATS))
    assert len(pairs) * 2 == len(found)
    assert all((one.one, one.other) == (other.other, other.one) for one, other in pairs)
