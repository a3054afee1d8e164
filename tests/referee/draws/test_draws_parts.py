"""The parts of a draw: Merkle trees, the stream, the shuffle, seeds, openings."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.draws import Batch, Stream, opening_matches, player_commit, seed_matches, shuffle
from referee.draws.entropy import chain_bytes, entropy
from referee.merkle import Tree, leaf_hash, root_from_path
from tests.referee.draws.draw_documents import DECK, fixed_bytes, make_batch, make_draw

entries = st.lists(st.binary(max_size=8), min_size=1, max_size=70)


def naive_root(leaves: list[bytes]) -> bytes:
    """MTH as RFC 6962, 2.1 defines it: split at the largest power of two below the size."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaf_hash(leaves[0])
    middle = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + naive_root(leaves[:middle]) + naive_root(leaves[middle:])).digest()


@given(st.lists(st.binary(max_size=8), max_size=70))
def test_the_root_is_the_one_of_rfc_6962(data: list[bytes]) -> None:
    assert Tree.of(data).root == naive_root(data)


@given(entries)
def test_every_path_leads_to_the_root_and_no_other_place(data: list[bytes]) -> None:
    tree = Tree.of(data)
    for index, leaf in enumerate(tree.leaves):
        path = tree.path(index)
        assert root_from_path(leaf, index, len(data), path) == tree.root
        assert root_from_path(leaf_hash(b"another leaf"), index, len(data), path) != tree.root
        assert root_from_path(leaf, index, len(data), [*path, bytes(32)]) is None
        if path:
            assert root_from_path(leaf, index, len(data), path[:-1]) is None


@pytest.mark.parametrize("index", [-1, 3])
def test_there_is_no_path_outside_the_tree(index: int) -> None:
    tree = Tree.of([b"a", b"b", b"c"])
    assert root_from_path(tree.leaves[0], index, 3, tree.path(0)) is None
    with pytest.raises(IndexError):
        tree.path(index)


@given(st.lists(st.integers(1, 40), max_size=20))
def test_the_stream_is_the_same_however_it_is_taken(counts: list[int]) -> None:
    piecewise, whole = Stream(b"key"), Stream(b"key")
    assert b"".join(piecewise.take(count) for count in counts) == whole.take(sum(counts))


@given(st.binary(max_size=8), st.integers(1, 65536))
def test_numbers_are_in_range(key: bytes, m: int) -> None:
    stream = Stream(key)
    assert all(0 <= stream.uniform(m) < m for _ in range(5))


def test_one_choice_takes_no_byte() -> None:
    stream = Stream(b"key")
    assert stream.uniform(1) == 0
    assert stream.take(32) == Stream(b"key").take(32)


@pytest.mark.parametrize(("m", "width"), [(2, 1), (256, 1), (257, 2), (65536, 2)])
def test_up_to_256_choices_take_one_byte_and_more_take_two(m: int, width: int) -> None:
    stream = Stream(b"key")
    stream.uniform(m)
    taken = (stream.rejected + 1) * width
    assert stream.take(8) == Stream(b"key").take(taken + 8)[taken:]


@pytest.mark.parametrize("m", [0, -1, 65537])
def test_a_range_that_two_bytes_cannot_give_is_refused(m: int) -> None:
    with pytest.raises(ValueError, match="65536"):
        Stream(b"key").uniform(m)


def chi_square(counts: Counter[object], cells: int, total: int) -> float:
    expected = total / cells
    return sum(count**2 for count in counts.values()) / expected - total


@pytest.mark.parametrize("m", [3, 52, 54, 200, 256, 257, 300])
def test_numbers_are_even(m: int) -> None:
    stream, total = Stream(b"a fixed key"), 200 * m
    counts: Counter[object] = Counter(stream.uniform(m) for _ in range(total))
    limit = (m - 1) + 4 * (2 * (m - 1)) ** 0.5  # four deviations: once in some 10,000 keys
    assert chi_square(counts, m, total) < limit


def test_one_byte_modulo_52_would_fail_that_check() -> None:
    stream, total = Stream(b"a fixed key"), 200 * 52
    counts: Counter[object] = Counter(stream.take(1)[0] % 52 for _ in range(total))
    assert chi_square(counts, 52, total) > 51 + 4 * 102**0.5


def test_all_orders_of_four_are_equally_likely() -> None:
    total = 24 * 300
    stream = Stream(b"another fixed key")
    counts: Counter[object] = Counter(tuple(shuffle("abcd", stream)) for _ in range(total))
    assert counts.keys() == set(permutations("abcd"))
    assert chi_square(counts, 24, total) < 23 + 4 * 46**0.5


@given(st.lists(st.text(max_size=3), max_size=300), st.binary(max_size=4))
def test_a_shuffle_keeps_every_item(items: list[str], key: bytes) -> None:
    assert Counter(shuffle(items, Stream(key))) == Counter(items)


@given(count=st.integers(1, 9), base=st.integers(0, 5))
def test_every_seed_of_a_batch_opens_its_commitment(count: int, base: int) -> None:
    batch = make_batch(count=count, base=base)
    for number in range(base, base + count):
        seed, path = batch.seed(number), batch.path(number)
        assert seed_matches(batch.commit, batch.series, base, count, number, seed, path)
        assert not seed_matches(batch.commit, batch.series, base, count, number, bytes(32), path)
        assert not seed_matches(batch.commit, "another", base, count, number, seed, path)
        assert not seed_matches(batch.commit, batch.series, base, count + 1, number, seed, path)
        assert not seed_matches(batch.commit, batch.series, base, count, number + 1, seed, path)


@pytest.mark.parametrize("number", [1, 5])
def test_a_batch_has_no_seed_outside_its_numbers(number: int) -> None:
    batch = make_batch(count=3, base=2)
    with pytest.raises(IndexError):
        batch.seed(number)
    with pytest.raises(IndexError):
        batch.path(number)


@pytest.mark.parametrize(
    ("random", "base"), [(b"", 0), (bytes(33), 0), (bytes(32), -1), (bytes(64), 2**32 - 1)]
)
def test_a_batch_needs_whole_seeds_and_numbers_in_range(random: bytes, base: int) -> None:
    with pytest.raises(ValueError):
        Batch.from_random("series", random, base)


def test_seeds_and_orders_do_not_print() -> None:
    batch = make_batch()
    draw = make_draw(batch, 0)
    assert batch.seed(0).hex() not in repr(batch)
    assert repr(batch.seed(0)) not in repr(batch) + repr(draw)
    assert repr(draw) == "Draw('cup/table-1', 0, 52 items)"


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=60), st.integers(0, 4), st.data())
def test_every_card_opens_and_no_other_card_does(items: list[str], number: int, data: st.DataObject) -> None:
    draw = make_draw(make_batch(), number, items=items)
    position = data.draw(st.integers(0, len(items) - 1))
    opening = draw.opening(position)
    nonce, path = bytes.fromhex(opening["nonce"]), [bytes.fromhex(step) for step in opening["path"]]
    where = (draw.deck_commit, draw.series, number, len(items))
    assert opening["label"] == draw.order[position]
    assert opening_matches(*where, position, opening["label"], nonce, path)
    assert not opening_matches(*where, position, "Xx", nonce, path)
    assert not opening_matches(*where, position, opening["label"], fixed_bytes("nonce", 32), path)
    assert not opening_matches(*where, position + 1, opening["label"], nonce, path)


def test_the_same_inputs_deal_the_same_deck_and_any_other_input_another() -> None:
    batch, other = make_batch(), make_batch("cup/table-2")
    draw = make_draw(batch, 0)
    assert make_draw(batch, 0).deck_commit == draw.deck_commit
    assert make_draw(batch, 0).order == draw.order
    others = [make_draw(batch, 1), make_draw(other, 0), make_draw(batch, 0, contest="cup 2")]
    assert len({draw.order, *(another.order for another in others)}) == 4


def test_the_order_of_a_roster_does_not_matter_but_who_is_in_it_does() -> None:
    values = {"alice": bytes(32)}
    assert entropy("cup", ["alice", "bob"], values) == entropy("cup", ["bob", "alice"], values)
    assert entropy("cup", ["alice", "bob"], values) != entropy("cup", ["alice"], values)
    assert entropy("cup", ["alice"], values) != entropy("cup", ["alice"], {})


def test_a_value_that_could_be_guessed_is_refused() -> None:
    assert len(player_commit("cup", "alice", bytes(16))) == 32
    with pytest.raises(ValueError, match="16 bytes"):
        player_commit("cup", "alice", bytes(15))


def test_a_chain_hash_counts_as_bytes_and_a_name_as_text() -> None:
    assert chain_bytes("52db") == b"\x52\xdb"
    assert chain_bytes("the lottery") == b"the lottery"
    assert chain_bytes("lottery!") == b"lottery!"
    assert chain_bytes("52d") == b"52d"
    assert chain_bytes("52DB") == b"52DB"
    assert chain_bytes("") == b""
