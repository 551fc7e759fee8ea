"""The quick way for five to seven cards in plain NumPy: keys of pairs added up, a chunk of rows at a time.

What happens to a row of seven (the tables and the bits of a key are drawn in `xlpoker.evaluator.batch.tables`)::

    c0 c1 c2 c3 c4 c5 c6        uint8, as given
    \\___/ \\___/ \\___/  |         two neighbours are one uint16: read as such, two pairs in one uint32 at a time
      v     v     v    v
     key + key + key + key      four look-ups instead of seven: (suits, logarithm)
                |
      low bits  |  high bits
         v            v
      a value      special?     a flush, or something that is no card, or a card twice in one of the pairs

A card that stands in two different pairs is seen by comparing all pairs with all others, byte by byte, as they are and
with their cards exchanged: `a ^ b` has a zero byte where a card of one is a card of the other. Exclusive or and
minimum over bytes are the fastest operations there are, 64 bytes an instruction; the minimum of the whole chunk says
whether any row needs to be looked for.

Rows are taken in equal chunks of up to 131,072: large enough that the fixed cost of some thirty calls (a third of a microsecond
each) is spread thin, small enough that the 4 MB of scratch stay in the cache. `np.take` with `mode="wrap"` and `out=`
neither checks bounds by an extra pass nor allocates; every index here is in range by construction.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.evaluator.batch.tables import (
    FIVE_BITS,
    FIVE_SUITS,
    SEVEN_BITS,
    Codes,
    Numbers,
    card_masks,
    five_keys,
    flushes,
    pair_masks,
    seven_keys,
)

__all__ = ["CHUNK", "NAME", "SUIT", "best_flush", "masks", "quick"]

NAME = "numpy"
CHUNK = 1 << 17
SUIT = (1 << 13) - 1

# Operands as arrays: converting a Python integer costs as much as the call.
_LOW_FIVE, _LOW_SEVEN, _FIVE_SUITS, _SEVEN_BITS, _SIXTEEN, _EIGHT, _TWO, _ZERO = (
    np.array(number, np.uint32)
    for number in ((1 << FIVE_BITS) - 1, (1 << SEVEN_BITS) - 1, FIVE_SUITS, SEVEN_BITS, 16, 8, 2, 0)
)
_BYTE, _TWICE = np.array(8, np.uint16), np.array(257, np.uint16)


_kept = threading.local()


class _Scratch:
    """The arrays that a chunk needs: some 30 bytes a row, kept for the next chunk and the next call (of this thread)."""

    def __init__(self, cards: int, rows: int) -> None:
        pairs, single = divmod(cards, 2)
        compared = pairs * (pairs - 1 + single)
        self.columns = np.empty((pairs + single, rows), np.uint16)
        self.swapped = np.empty((pairs - 1, rows), np.uint16)
        self.special = np.empty(rows, np.bool_)
        block = np.empty(rows * max(16, 2 * compared), np.uint8)  # first keys, then comparisons: never both
        self.index = block[: 8 * rows].view(np.int64)
        self.keys = block[8 * rows : 12 * rows].view(np.uint32)
        self.more = block[12 * rows : 16 * rows].view(np.uint32)
        self.bytes = block[: 2 * rows * compared]
        self.differences = self.bytes.view(np.uint16).reshape(compared, rows)


def quick(codes: Codes, values: npt.NDArray[np.uint16]) -> npt.NDArray[np.int64]:
    """Value the rows of C-contiguous codes with five to seven columns; return the numbers of all that it did not.

    Not valued are rows with a joker, with a card twice, or with what is no card; what is written there means nothing.
    """
    rows, cards = codes.shape
    if not rows:
        return np.empty(0, np.int64)
    chunks = -(-rows // CHUNK)
    size = -(-rows // chunks)
    scratch = _scratch(cards, size)
    special, found = scratch.special, []
    for number in range(chunks):
        start = min(number * size, rows - size)  # all chunks have one size; the last may begin a little earlier
        part, worth = codes[start : start + size], values[start : start + size]
        _load(part, scratch)
        if cards == 5:
            places, shifts = _five(worth, scratch), None
        else:
            places, shifts = _six_or_seven(cards, worth, scratch)
        if not _all_differ(cards, scratch):
            places, shifts = np.flatnonzero(special | _with_duplicates(part)), None
        if cards != 5:  # of five so few are flushes that they are better looked at together
            places = _flushes(part, worth, places, shifts)
        found.append(places + start)
    rest = np.concatenate(found)
    return _flushes(codes, values, rest, None) if cards == 5 else rest


def _flushes(codes: Codes, values: Numbers, places: Numbers, shifts: Numbers | None) -> npt.NDArray[np.int64]:
    """Write the values of those rows that are different cards with a flush; return the others.

    Up to seven cards no other hand with a flush is better than the flush. `shifts` tells where in the set of a row's
    cards its suit begins, where that is known.
    """
    if not len(places):
        return places
    hands = codes.take(places, axis=0)
    sets = masks(hands)
    if shifts is not None:
        best: Numbers = flushes().take(sets.view(np.int64) >> shifts & SUIT)
    else:
        best = best_flush(sets.view(np.int64), flushes())
    good = np.bitwise_count(sets) == hands.shape[1]
    if good.all() and best.all():
        values[places] = best
        return places[:0]
    values[places] = best
    left: npt.NDArray[np.int64] = places[~good | (best == 0)]
    return left


def masks(codes: Codes) -> Numbers:
    """Return the set of cards in each row as 52 bits (uint64), 13 ranks a suit from clubs up; jokers set none."""
    rows, cards = codes.shape
    sets: Numbers = np.zeros(rows, np.uint64)
    for place in range(0, cards - 1 if rows else 0, 2):
        sets |= pair_masks().take(np.ndarray(rows, "<u2", codes, place, cards))
    if cards % 2:
        sets |= card_masks().take(codes[:, -1])
    return sets


def best_flush(sets: Numbers, table: Numbers) -> Numbers:
    """Return the largest of the four suits' entries in a table of 8,192 sets of ranks."""
    best: Numbers = table.take(sets & SUIT)
    for suit in (13, 26, 39):
        np.maximum(best, table.take(sets >> suit & SUIT), out=best)
    return best


def _scratch(cards: int, rows: int) -> _Scratch:
    """Return scratch arrays; making them anew would cost more than the hands of a small call."""
    kept: dict[Any, _Scratch] = vars(_kept)
    scratch = kept.get(cards)
    if scratch is None or len(scratch.keys) != rows:
        kept[cards] = scratch = _Scratch(cards, rows)
    return scratch


def _where(special: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Return the places of what is true: `np.flatnonzero`, twice as fast where some per cent are, as flushes are.

    Eights of rows are searched first and those that hold something then: above one in ten NumPy's search does not
    branch.
    """
    whole = len(special) & ~7
    eights = special[:whole].view(np.uint64)
    filled = np.flatnonzero(eights != 0)
    inside = np.flatnonzero(eights.take(filled).view(np.bool_))
    places = (filled.take(inside >> 3) << 3) + (inside & 7)
    return np.concatenate([places, np.flatnonzero(special[whole:]) + whole])


def _load(part: Codes, scratch: _Scratch) -> None:
    """Fill the columns with pairs of cards, and for an odd number with the last card alone."""
    rows, cards = part.shape
    columns, four = scratch.columns, scratch.more
    four[:] = np.ndarray(rows, "<u4", part, 0, cards)
    columns[0] = four
    np.right_shift(four, _SIXTEEN, four)
    columns[1] = four
    if cards == 5:
        columns[2] = part[:, 4]
    elif cards == 6:
        columns[2] = np.ndarray(rows, "<u2", part, 4, cards)
    else:
        four[:] = np.ndarray(rows, "<u4", part, 3, cards)
        np.right_shift(four, _EIGHT, four)
        columns[2] = four
        np.right_shift(four, _SIXTEEN, four)
        columns[3] = four


def _add_keys(cards: int, two: Numbers, one: Numbers, scratch: _Scratch) -> None:
    index, keys, more = scratch.index, scratch.keys, scratch.more
    for place, column in enumerate(scratch.columns):
        index[:] = column
        table = one if 2 * place + 1 == cards else two
        table.take(index, None, more if place else keys, "wrap")
        if place:
            np.add(keys, more, keys)


def _look_up(low: Numbers, table: Numbers, values: Numbers, scratch: _Scratch) -> None:
    np.bitwise_and(scratch.keys, low, scratch.more)
    scratch.index[:] = scratch.more
    table.take(scratch.index, None, values, "wrap")


def _five(values: Numbers, scratch: _Scratch) -> Numbers:
    two, one, table = five_keys()
    _add_keys(5, two, one, scratch)
    _look_up(_LOW_FIVE, table, values, scratch)
    keys, more = scratch.keys, scratch.more
    np.right_shift(keys, _TWO, more)  # a digit of 5 has its lowest and its highest bit set; a digit 7 cannot be
    np.bitwise_and(keys, more, more)
    np.bitwise_and(more, _FIVE_SUITS, more)
    np.not_equal(more, _ZERO, scratch.special)
    if not np.minimum.reduce(values):
        scratch.special |= values == 0
    return scratch.special.nonzero()[0]


def _six_or_seven(cards: int, values: Numbers, scratch: _Scratch) -> tuple[Numbers, Numbers]:
    two, one, table, special, shifts = seven_keys(cards)
    _add_keys(cards, two, one, scratch)
    _look_up(_LOW_SEVEN, table, values, scratch)
    np.right_shift(scratch.keys, _SEVEN_BITS, scratch.more)
    scratch.index[:] = scratch.more
    special.take(scratch.index, None, scratch.special, "wrap")
    places = _where(scratch.special)
    return places, shifts.take(scratch.more.take(places))


def _all_differ(cards: int, scratch: _Scratch) -> bool:
    """Tell whether no card stands in two pairs of any row (what is in one pair, the pair's key has told)."""
    pairs, single = divmod(cards, 2)
    columns, swapped, differences = scratch.columns, scratch.swapped, scratch.differences
    np.left_shift(columns[1:pairs], _BYTE, swapped)
    np.right_shift(columns[1:pairs], _BYTE, differences[: pairs - 1])
    np.bitwise_or(swapped, differences[: pairs - 1], swapped)
    if single:
        np.multiply(columns[pairs], _TWICE, columns[pairs])  # the card twice: compared with both cards of a pair
    done = 0
    for apart in range(1, len(columns)):
        count = len(columns) - apart
        np.bitwise_xor(columns[:count], columns[apart:], differences[done : done + count])
        done += count
        count = pairs - apart
        if count:
            np.bitwise_xor(columns[:count], swapped[apart - 1 :], differences[done : done + count])
            done += count
    return bool(np.minimum.reduce(scratch.bytes))


def _with_duplicates(part: Codes) -> Numbers:
    """Tell which rows hold a card twice, or anything that is no card."""
    present = card_masks()[part]
    found: Numbers = np.bitwise_count(np.bitwise_or.reduce(present, axis=1)) != part.shape[1]
    return found
