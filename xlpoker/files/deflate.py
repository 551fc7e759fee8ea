"""Packing and unpacking: zlib from the standard library, or isal (extra ``fast``) where it is installed."""

from __future__ import annotations

import zlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial
from importlib import import_module
from typing import IO, Any, NamedTuple, Self, TypeVar

__all__ = ["Codec", "Packed", "Packer", "ahead", "codec", "head_and"]

Item = TypeVar("Item")

RAW = -15  # a stream without header: what zip files hold
FAST = 1
"""The level of compression for what is written by us: a full sheet a third larger than at 6, in a third of the time."""
SMALL_TABLES = 7
"""The memory of zlib's packer: one step below the default its tables fit into the first-level cache, a tenth faster."""
ISAL = 2
DEPTH = 1
"""Pieces that wait for a thread, or that one makes ahead: with more of them steps that take turns need not take equally
long, but each is megabytes, and what waits leaves the cache."""


class Codec(NamedTuple):
    """A way to pack: the functions that unpack, pack and check."""

    inflater: Callable[[], Any]
    deflater: Callable[[], Any]
    crc: Callable[[bytes, int], int]


class Packed(NamedTuple):
    """What was packed: the CRC and the length of it before, and how long it is now."""

    crc: int
    size: int
    packed: int


class Packer:
    """Packs pieces in a thread while the next ones are made (packing lets the interpreter go), and writes them to a file.

    >>> import io
    >>> file = io.BytesIO()
    >>> with Packer(codec(1), file) as first:
    ...     first.put(b"one ")
    ...     head = first.end(last=False)
    >>> with Packer(codec(1), file) as second:
    ...     second.put(b"two")
    ...     whole = head_and(head, second.end())
    >>> text = zlib.decompress(file.getvalue(), RAW)
    >>> text, whole.crc == zlib.crc32(text), whole.size
    (b'one two', True, 7)
    """

    def __init__(self, kind: Codec, out: IO[bytes]) -> None:
        self._codec, self._out, self._deflater = kind, out, kind.deflater()
        self._crc = self._size = self._packed = 0
        self._waiting: deque[Future[bytes]] = deque()
        self._pool = ThreadPoolExecutor(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the thread go."""
        self._pool.shutdown(cancel_futures=True)

    def put(self, piece: bytes) -> None:
        """Pack another piece, and write what is ready."""
        if len(self._waiting) == DEPTH:
            self._write(self._waiting.popleft().result())
        self._waiting.append(self._pool.submit(self._pack, piece))

    def _pack(self, piece: bytes) -> bytes:
        self._crc = self._codec.crc(piece, self._crc)
        self._size += len(piece)
        packed: bytes = self._deflater.compress(piece)
        return packed

    def _write(self, packed: bytes) -> None:
        self._packed += len(packed)
        self._out.write(packed)

    def end(self, *, last: bool = True) -> Packed:
        """Write what is left; what is not the last can be followed by what another one has packed."""
        while self._waiting:
            self._write(self._waiting.popleft().result())
        self._write(self._deflater.flush(zlib.Z_FINISH if last else zlib.Z_FULL_FLUSH))
        return Packed(self._crc, self._size, self._packed)


def head_and(head: Packed, rest: Packed) -> Packed:
    """Return what two that follow each other are together.

    The CRC of the head is carried over the length of the rest by squaring the step over one zero bit, a matrix over bits,
    as zlib's crc32_combine does.
    """
    step = [
        0xEDB88320,
        *(1 << bit for bit in range(31)),
    ]  # one zero bit: shift right, and the polynomial for what falls out
    crc, length = head.crc, 8 * rest.size
    while length:
        if length & 1:
            crc = _times(step, crc)
        step = [_times(step, column) for column in step]
        length >>= 1
    return Packed(crc ^ rest.crc, head.size + rest.size, head.packed + rest.packed)


def _times(matrix: list[int], vector: int) -> int:
    """Return a product over bits: the columns of the matrix that the vector names, added up."""
    found = 0
    for bit, column in enumerate(matrix):
        if vector >> bit & 1:
            found ^= column
    return found


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
    if level is None and fast is not zlib:
        return Codec(lambda: fast.decompressobj(RAW), lambda: fast.compressobj(ISAL, zlib.DEFLATED, RAW), fast.crc32)
    strength = FAST if level is None else level
    memory = SMALL_TABLES if strength == FAST else zlib.DEF_MEM_LEVEL
    packer = partial(zlib.compressobj, strength, zlib.DEFLATED, RAW, memory)
    return Codec(lambda: fast.decompressobj(RAW), packer, fast.crc32)
