"""The bytes of a block as words: eight bytes compared, or turned into a number, as one uint64.

A run of bytes at many places is one look-up in a window over the buffer (`words`), and the few different texts of
attributes are parsed once each.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.layout.grid import MOST_ROWS

__all__ = [
    "BOOL", "DATE", "EMPTY", "ERROR", "NUMBER", "SHARED", "TEXT", "TYPES", "Array", "Bytes", "Numbers", "attributes",
    "decimal_digits", "integers", "known_attributes", "masks", "padded", "pairs", "row_numbers", "word", "words",
]  # fmt: skip

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]
Array = npt.NDArray[Any]

PAD = 64
NUMBER, SHARED, TEXT, BOOL, ERROR, DATE, EMPTY = range(7)
TYPES = {"n": NUMBER, "s": SHARED, "str": TEXT, "inlineStr": TEXT, "b": BOOL, "e": ERROR, "d": DATE}

_ATTRIBUTES = re.compile(rb'(?: (?:s="(\d{1,6})"|t="(\w+)"))*')
_ATTRIBUTE = re.compile(rb' (s|t)="(\w+)"')
_LONGEST = 24  # bytes of the attributes behind an address
_DIFFERENT = 200  # texts of attributes in one block


@cache
def masks() -> npt.NDArray[np.uint64]:
    """Return for 0 .. 24 bytes the three words that keep so many of the first bytes of 24."""
    rows = np.zeros((_LONGEST + 1, _LONGEST), np.uint8)
    for length in range(_LONGEST + 1):
        rows[length, :length] = 255
    return rows.view("<u8")


def padded(block: bytes) -> Bytes:
    """Return the bytes of a block with room behind them for the windows."""
    text = np.zeros(len(block) + PAD, np.uint8)
    text[: len(block)] = np.frombuffer(block, np.uint8)
    return text


def words(text: Bytes, places: Array, kind: str = "<u8") -> Array:
    """Return the bytes at each place as a number, or as many bytes as the type ``V...`` says."""
    width = np.dtype(kind).itemsize
    window: Array = np.ndarray((len(text) - width + 1,), kind, text, 0, (1,))  # overlapping, one at every byte
    return window[places]


def pairs(text: Bytes, places: Array) -> npt.NDArray[np.uint16]:
    """Return the two bytes at each place as a number; faster than `words` for so few."""
    found = text.take(places + 1).astype(np.uint16)
    found <<= np.uint16(8)
    found |= text.take(places)
    return found


def word(text: bytes) -> np.uint64:
    """Return up to eight bytes as such a number."""
    return np.uint64(int.from_bytes(text, "little"))


def row_numbers(text: Bytes, starts: Numbers, before: int) -> tuple[Numbers, Array, Numbers] | None:
    """Return the numbers of rows from 0, the eight bytes from the first digit on, and how many digits there are."""
    if not len(starts) or ((words(text, starts) ^ word(b'<row r="')) >> np.uint64(8)).any():
        return None  # the first byte may be the end of a prefix
    first = words(text, starts + 8)
    digits = first.view(np.uint8).reshape(-1, 8)
    inside = (digits < 48) | (digits > 57)
    lengths = inside.argmax(axis=1)
    values, good = integers(first, lengths)
    if not good or (digits[np.arange(len(starts)), lengths] != 34).any() or lengths.min() < 1:
        return None
    if values[0] - 1 <= before or (len(values) > 1 and (values[1:] <= values[:-1]).any()) or values[-1] > MOST_ROWS:
        return None
    return values - 1, first & masks()[lengths + 1, 0], lengths


def integers(texts: Array, lengths: Numbers) -> tuple[Numbers, bool]:
    """Return the numbers whose decimal digits (at most seven) are the first bytes of words, and whether all are digits."""
    if len(lengths) and not 0 < lengths.min() <= lengths.max() <= 7:
        return lengths, False
    shift = (np.uint64(8) - lengths.astype(np.uint64)) << np.uint64(3)
    number = texts << shift  # the last digit is the last byte
    zeros = np.uint64(0x3030303030303030) << shift
    number ^= zeros
    if (((number + np.uint64(0x7676767676767676)) | number) & np.uint64(0x8080808080808080)).any():
        return lengths, False
    number = number * np.uint64(10) + (number >> np.uint64(8))
    low, high = np.uint64(0x000000FF000000FF), np.uint64(16)
    number = (
        (number & low) * np.uint64(0x000F424000000064) + ((number >> high) & low) * np.uint64(0x0000271000000001)
    ) >> np.uint64(32)
    return number.astype(np.int64), True


@cache
def _four_digits() -> npt.NDArray[np.uint32]:
    """Return the numbers 0 .. 9,999 as four digits each, all four one number."""
    return np.array([b"%04d" % number for number in range(10_000)], "S4").view("<u4")


def decimal_digits(numbers: Array, count: int) -> Array:
    """Return that many (at most eight) of the last decimal digits of numbers, as one item of bytes each.

    >>> decimal_digits(np.array([8, 1048576]), 7).tolist()
    [b'0000008', b'1048576']
    """
    high = numbers // 10_000
    both = np.empty((len(numbers), 2), np.uint32)
    both[:, 0] = _four_digits().take(high)
    both[:, 1] = _four_digits().take(numbers - 10_000 * high)
    return np.ndarray((len(numbers),), f"V{count}", both, 8 - count, (8,)).copy()


def attributes(text: Bytes, places: Numbers, lengths: Numbers) -> tuple[Bytes, Numbers] | None:
    """Return the kind and the style of cells from what stands behind their addresses."""
    kind, style = np.empty(len(places), np.uint8), np.empty(len(places), np.int64)
    if not len(places):
        return kind, style
    longest = int(lengths.max())
    if longest > _LONGEST or lengths.min() < 0:
        return None
    pieces = [
        words(text, places + 8 * word) & masks()[:, word].copy().take(lengths) for word in range(-(-longest // 8) or 1)
    ]
    left: Any = slice(None)
    for _ in range(_DIFFERENT):
        here = [one[left][0] for one in pieces]
        same = pieces[0][left] == here[0]
        for one, first in zip(pieces[1:], here[1:], strict=True):
            same &= one[left] == first
        known = known_attributes(b"".join(one.tobytes() for one in here).rstrip(b"\0"))
        if known is None:
            return None
        chosen = left[same] if isinstance(left, np.ndarray) else same
        kind[chosen], style[chosen] = known
        left = left[~same] if isinstance(left, np.ndarray) else np.flatnonzero(~same)
        if not len(left):
            return kind, style
    return None


@cache
def known_attributes(text: bytes) -> tuple[int, int] | None:
    """Return the kind and the style (-1 without) of a cell from what stands behind its address, None for what is not known.

    >>> known_attributes(b' s="3" t="s"') == (SHARED, 3), known_attributes(b' cm="1"')
    (True, None)
    """
    if not _ATTRIBUTES.fullmatch(text):
        return None
    found = dict(_ATTRIBUTE.findall(text))
    kind = TYPES.get(found.get(b"t", b"n").decode())
    return None if kind is None else (kind, int(found.get(b"s", b"-1")))
