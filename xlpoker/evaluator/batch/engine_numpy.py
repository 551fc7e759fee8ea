"""Hands of five to seven cards in plain NumPy, the quick way: keys of pairs of cards, added up.

What happens to a row of seven (the tables and the bits of a key are drawn in `xlpoker.evaluator.batch.tables`)::

    AH KH      7C 7D    2S 3H    QD        uint8, as given; two neighbours are one uint16, and read as such
    \\___/      \\___/    \\___/     |
       v          v        v      v         four look-ups instead of seven
     020        001      110     001        high bits: an octal digit for spades, hearts, diamonds
    2,115,526   906       1      262,349    low bits: logarithms of the ranks

    added up:  high bits 132          special? no: no suit has five cards
               low bits  2,378,782    -> 2597, a pair of sevens

Special is a flush, a code that is not a card, or the same card twice in one of the pairs.

A card in two different pairs is found by comparing each pair with each other pair, byte by byte, as it is and with its
cards exchanged. `a ^ b` has a zero byte where a card of one is a card of the other. Exclusive or and minimum over
bytes are the fastest operations there are, 64 bytes an instruction; the minimum of the whole chunk tells whether any
row has a duplicate.

Rows are taken in equal chunks of up to 65,536. Larger chunks spread the fixed cost of some fifty calls (a third
of a microsecond each); smaller ones keep most of the 2 MB of scratch in the cache. `np.take` with `mode="wrap"`
and `out=` neither checks bounds by an extra pass nor allocates; every index here is in range by construction.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.evaluator.batch.tables import (
    FIVE_BITS,
    FIVE_SUITS,
    LINE_BITS,
    SEVEN_BITS,
    Codes,
    Numbers,
    card_masks,
    five_keys,
    flushes,
    pair_masks,
    seven_keys,
)

__all__ = ["CHUNK", "SUIT", "best_flush", "masks", "quick"]

CHUNK = 1 << 16
SUIT = (1 << 13) - 1

# Operands as arrays: converting a Python integer costs as much as the call.
_LOW_FIVE = np.array((1 << FIVE_BITS) - 1, np.uint32)
_LOW_SEVEN = np.array((1 << SEVEN_BITS) - 1, np.uint32)
_FIVE_SUITS = np.array(FIVE_SUITS, np.uint32)
_SEVEN_BITS = np.array(SEVEN_BITS, np.uint32)
_LINE_BITS = np.array(LINE_BITS, np.uint32)
_TWO = np.array(2, np.uint32)
_ZERO = np.array(0, np.uint32)
_TWICE = np.array(257, np.uint16)


_scratch_of_thread = threading.local()


class _Scratch:
    """The arrays that a chunk needs: some 30 bytes a row.

    They are kept for the next chunk and the next call (of this thread).
    """

    def __init__(self, cards: int, rows: int) -> None:
        pairs, single = divmod(cards, 2)  # of cards; with an odd number one is left
        columns = np.empty((pairs + single, rows), np.uint16)
        swapped = np.empty((pairs - 1, rows), np.uint16)
        self.columns = tuple(columns)
        self.special = np.empty(rows, np.bool_)
        self.index = np.empty(rows, np.int64)
        self.keys, self.more, self.line = np.empty((3, rows), np.uint32)
        self.swapped = swapped
        self.to_swap = columns[1:pairs].view(columns.dtype.newbyteorder())
        self.single = columns[pairs] if single else None
        compared: list[tuple[Numbers, Numbers]] = []
        for distance in range(1, len(columns)):
            as_given = columns[:-distance], columns[distance:]
            exchanged = columns[: pairs - distance], swapped[distance - 1 :]
            compared += [as_given, exchanged]
        compared_columns = pairs * (pairs - 1 + single)
        differences = np.empty((compared_columns, rows), np.uint16)
        self.bytes = differences.view(np.uint8).ravel()
        self.comparisons: list[tuple[Numbers, Numbers, Numbers]] = []
        filled = 0
        for left, right in compared:
            if len(right):
                difference = differences[filled : filled + len(right)]
                self.comparisons.append((left, right, difference))
                filled += len(right)


def quick(codes: Codes, values: npt.NDArray[np.uint16], game: str = "") -> npt.NDArray[np.int64]:
    """Value the rows of C-contiguous codes with five to seven columns.

    Returns the numbers of the rows that it left out: those with a joker, a duplicate card or a code
    that is not a card. Their entries in `values` mean nothing.
    """
    rows, cards = codes.shape
    if not rows:
        return np.empty(0, np.int64)
    chunks = -(-rows // CHUNK)
    size = -(-rows // chunks)
    scratch = _scratch(cards, size)
    value_chunk = _five if cards == 5 else _six_or_seven
    special_rows: list[Numbers] = []
    for number in range(chunks):
        # all chunks have one size; the last may begin a little earlier
        start = min(number * size, rows - size)
        part = codes[start : start + size]
        value_chunk(part, values[start : start + size], scratch, game)
        if not _all_differ(scratch):  # or the codes are those of no cards
            scratch.special |= np.bitwise_count(masks(part)) != cards
        special_rows.append(scratch.special.nonzero()[0] + start)
    return _flushes(codes, values, np.concatenate(special_rows), game)


def _flushes(
    codes: Codes, values: Numbers, special_rows: Numbers, game: str
) -> npt.NDArray[np.int64]:
    """Write the values of those of these rows that hold a flush: rows of different cards.

    Up to seven cards no other hand with a flush is better than the flush. In 2-7, of five cards, a flush counts
    though it is worse. Returns the other rows.
    """
    left_out = [special_rows[:0]]
    for start in range(0, len(special_rows), CHUNK):
        rows = special_rows[start : start + CHUNK]
        sets = masks(codes.take(rows, 0))
        are_different_cards = np.bitwise_count(sets) == codes.shape[1]
        left_out.append(rows[~are_different_cards])
        if are_different_cards.any():
            values[rows] = best_flush(sets.view(np.int64), flushes(0, game))
    return np.concatenate(left_out)


def masks(codes: Codes) -> Numbers:
    """Return the set of cards in each row as 52 bits (uint64), 13 ranks a suit from clubs up; jokers set none."""
    rows, cards = codes.shape
    if not rows:
        return np.zeros(0, np.uint64)
    sets: Numbers
    if cards % 2:
        sets = card_masks().take(codes[:, -1])
    else:
        sets = pair_masks().take(_pairs_at(codes, cards - 2))
    rest = (cards - 1) // 2 * 2
    for first in range(0, rest, 2):
        sets |= pair_masks().take(_pairs_at(codes, first))
    return sets


def _pairs_at(codes: Codes, first: int) -> Numbers:
    """Return two neighbouring cards of each row, of C-contiguous rows, as one uint16: a view."""
    rows, cards = codes.shape
    return np.ndarray(rows, "<u2", codes, first, cards)


def best_flush(sets: Numbers, table: Numbers) -> Numbers:
    """Return the largest of the four suits' entries in a table of 8,192 sets of ranks."""
    best: Numbers = table.take(sets & SUIT)
    for suit in (13, 26, 39):
        np.maximum(best, table.take(sets >> suit & SUIT), out=best)
    return best


def _scratch(cards: int, rows: int) -> _Scratch:
    """Return scratch arrays of this thread.

    Allocating them would cost more than valuing the hands of a small call.
    """
    by_cards: dict[Any, _Scratch] = vars(_scratch_of_thread)
    scratch = by_cards.get(cards)
    if scratch is None or len(scratch.keys) != rows:
        by_cards[cards] = scratch = _Scratch(cards, rows)
    return scratch


def _add_keys(part: Codes, pair_keys: Numbers, card_keys: Numbers, scratch: _Scratch) -> None:
    """Add up the keys of pairs of cards, and for an odd number of the last card alone.

    Fills the columns with the pairs, and the last card.
    """
    cards = part.shape[1]
    for place, column in enumerate(scratch.columns):
        first = 2 * place
        is_last_card = first == cards - 1
        column[:] = part[:, -1] if is_last_card else _pairs_at(part, first)
        scratch.index[:] = column
        keys = card_keys if is_last_card else pair_keys
        if place == 0:
            keys.take(scratch.index, None, scratch.keys, "wrap")
            continue
        keys.take(scratch.index, None, scratch.more, "wrap")
        np.add(scratch.keys, scratch.more, scratch.keys)


def _five(part: Codes, values: Numbers, scratch: _Scratch, game: str) -> None:
    """Write the values of rows of five cards, and note which rows are special."""
    pair_keys, card_keys, table = five_keys(game)
    _add_keys(part, pair_keys, card_keys, scratch)
    keys, more = scratch.keys, scratch.more
    np.bitwise_and(keys, _LOW_FIVE, more)
    scratch.index[:] = more
    table.take(scratch.index, None, values, "wrap")
    # a digit of 5 has its lowest and its highest bit set; a digit 7 cannot be
    np.right_shift(keys, _TWO, more)
    np.bitwise_and(keys, more, more)
    np.bitwise_and(more, _FIVE_SUITS, more)
    np.not_equal(more, _ZERO, scratch.special)
    if not np.minimum.reduce(values):
        scratch.special |= values == 0


def _six_or_seven(part: Codes, values: Numbers, scratch: _Scratch, game: str) -> None:
    """Write the values of rows of six or seven cards, and note which rows are special."""
    pair_keys, card_keys, moves, folded, special = seven_keys(part.shape[1], game)
    _add_keys(part, pair_keys, card_keys, scratch)
    index = scratch.index
    more = scratch.more
    line = scratch.line
    np.bitwise_and(scratch.keys, _LOW_SEVEN, more)
    np.right_shift(more, _LINE_BITS, line)
    index[:] = line
    moves.take(index, None, line, "wrap")
    np.add(more, line, more)
    index[:] = more
    folded.take(index, None, values, "wrap")
    np.right_shift(scratch.keys, _SEVEN_BITS, more)
    index[:] = more
    special.take(index, None, scratch.special, "wrap")


def _all_differ(scratch: _Scratch) -> bool:
    """Tell whether no card is in two pairs of any row.

    A duplicate within one pair shows in the pair's key.
    """
    scratch.swapped[:] = scratch.to_swap
    if scratch.single is not None:
        # the card twice: compared with both cards of a pair
        np.multiply(scratch.single, _TWICE, scratch.single)
    for left, right, difference in scratch.comparisons:
        np.bitwise_xor(left, right, difference)
    return bool(np.minimum.reduce(scratch.bytes))
