"""A keyed stream of bytes, numbers without bias from it, and the shuffle (draws.md, "Bytes")."""

from __future__ import annotations

from collections.abc import Iterable

from referee.draws.encoding import HASH_SIZE, mac, tag, u64

MAX_RANGE = 65536


class Stream:
    """The bytes M(K, "stream" 0) ‖ M(K, "stream" 1) ‖ … and the numbers read from them.

    ``rejected`` counts the numbers thrown away to keep every result equally likely.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._tag = tag("stream")
        self._block = b""
        self._at = 0
        self._blocks = 0
        self.rejected = 0

    def take(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        while len(self._block) - self._at < count:
            fresh = mac(self._key, self._tag + u64(self._blocks))
            self._blocks += 1
            self._block = self._block[self._at :] + fresh
            self._at = 0
        start = self._at
        self._at += count
        return self._block[start : self._at]

    def uniform(self, m: int) -> int:
        """One of 0 … m - 1, each equally likely. ``m`` from 1 to 65536, else ValueError.

        One byte modulo 52 would favour some cards by a quarter: what does not divide
        evenly is thrown away. ``m`` = 1 takes no byte.
        """
        if not 1 <= m <= MAX_RANGE:
            raise ValueError("uniform() chooses among 1 to 65536")
        if m == 1:
            return 0
        width = 1 if m <= 256 else 2
        limit = 256**width - 256**width % m
        while (number := int.from_bytes(self.take(width), "big")) >= limit:
            self.rejected += 1
        return number % m


def shuffle[T](items: Iterable[T], stream: Stream) -> list[T]:
    """``items`` in an order drawn from ``stream``, from the last place down; the input is kept."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = stream.uniform(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def stream_bytes(key: bytes, count: int = 2 * HASH_SIZE) -> bytes:
    """The first ``count`` bytes of the stream of ``key``: for a check by hand."""
    return Stream(key).take(count)
