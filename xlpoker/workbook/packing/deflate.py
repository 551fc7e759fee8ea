"""Packing and unpacking: zlib from the standard library, or isal (extra ``fast``) where it is installed."""

from __future__ import annotations

import zlib
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


class Codec(NamedTuple):
    """A way to pack: the functions that unpack, pack and check."""

    inflater: Callable[[], Any]
    deflater: Callable[[], Any]
    crc: Callable[[bytes, int], int]

    def deflate(self, pieces: Iterable[bytes]) -> Iterator[tuple[int, int, bytes]]:
        """Yield the CRC and the length of all pieces so far, and packed bytes.

        A piece is packed in a thread while the next one is made: packing lets the interpreter go.
        """
        packer = self.deflater()
        crc = size = 0

        def pack(piece: bytes, before: int) -> tuple[int, bytes]:
            return self.crc(piece, before), packer.compress(piece)

        with ThreadPoolExecutor(1) as pool:
            waiting: Future[tuple[int, bytes]] | None = None
            for piece in pieces:
                if waiting is not None:
                    crc, data = waiting.result()
                    yield crc, size, data
                size += len(piece)
                waiting = pool.submit(pack, piece, crc)
            if waiting is not None:
                crc, data = waiting.result()
                yield crc, size, data
        yield crc, size, packer.flush()


def ahead(items: Iterator[Item]) -> Iterator[Item]:
    """Yield what an iterator yields; the next item is made in a thread while the last one is used.

    >>> list(ahead(iter("abc")))
    ['a', 'b', 'c']
    """
    end: Any = object()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(next, items, end)
        while (item := waiting.result()) is not end:
            waiting = pool.submit(next, items, end)
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
