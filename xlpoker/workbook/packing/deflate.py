"""Packing and unpacking: zlib from the standard library, or isal (extra ``fast``) where it is installed."""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

__all__ = ["Codec", "ahead", "codec"]

Item = TypeVar("Item")

RAW = -15  # a stream without header: what zip files hold
FAST = 1
"""The level of compression for what is written by us: a full sheet a third larger than at 6, in a third of the time."""
ISAL = 2
DEPTH = 3
"""Pieces that wait for a thread or are made ahead by one: steps that take turns need not take equally long."""


class Codec(NamedTuple):
    """A way to pack: the functions that unpack, pack and check."""

    inflater: Callable[[], Any]
    deflater: Callable[[], Any]
    crc: Callable[[bytes, int], int]

    def deflate(self, pieces: Iterable[bytes]) -> Iterator[tuple[int, int, bytes]]:
        """Yield the CRC and the length of all pieces so far, and packed bytes.

        Some pieces are packed in a thread while the next ones are made: packing lets the interpreter go.
        """
        packer = self.deflater()
        crc = size = 0

        def pack(piece: bytes) -> tuple[int, int, bytes]:
            nonlocal crc, size
            crc = self.crc(piece, crc)
            size += len(piece)
            return crc, size, packer.compress(piece)

        waiting: deque[Future[tuple[int, int, bytes]]] = deque()
        with ThreadPoolExecutor(1) as pool:
            for piece in pieces:
                if len(waiting) == DEPTH:
                    yield waiting.popleft().result()
                waiting.append(pool.submit(pack, piece))
            while waiting:
                yield waiting.popleft().result()
        yield crc, size, packer.flush()


def ahead(items: Iterator[Item]) -> Iterator[Item]:
    """Yield what an iterator yields; the next items are made in a thread while one is used.

    >>> list(ahead(iter("abc")))
    ['a', 'b', 'c']
    """
    end: Any = object()
    with ThreadPoolExecutor(1) as pool:
        waiting = deque(pool.submit(next, items, end) for _ in range(DEPTH))
        while (item := waiting.popleft().result()) is not end:
            waiting.append(pool.submit(next, items, end))
            yield item


@cache
def codec(level: int | None = None) -> Codec:
    """Return the best codec that is installed, at a level from 1 (fast) to 9 (small).

    Without a level isal packs where it is installed, as small as zlib's level 1; a level is zlib's own.
    """
    try:
        fast: Any = import_module("isal.isal_zlib")
    except ImportError:
        fast = zlib
    packer, strength = (fast, ISAL) if level is None and fast is not zlib else (zlib, FAST if level is None else level)
    return Codec(lambda: fast.decompressobj(RAW), lambda: packer.compressobj(strength, zlib.DEFLATED, RAW), fast.crc32)
