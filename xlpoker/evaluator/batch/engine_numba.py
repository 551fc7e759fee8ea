"""`quick` of `xlpoker.evaluator.batch.engine_numpy`, compiled by Numba: same function, same tables.

Chosen by `xlpoker.evaluator.batch.kernel` where Numba is installed, never required. A block of
1,024 rows is processed in three passes while it is in the first-level cache::

    row       AH KH QH JH TH 2C 2D      5H 5H 6S 7S KD 2C 3C      8H 8S 8C 8D KD 2C 3C
    1 keys    five hearts: listed       value written             value written
    2 doubles                           5H twice: left out
    3 flush   value of A K Q J T

1. *Keys*: two look-ups a card and two a row, no branch. The numbers of rows that need a second look
   are written into a list, whose end moves on only when they do.
2. *Duplicates*: all bytes of the block are compared with all bytes one, two .. places on. This is a
   minimum of exclusive ors over whole registers, with 255 where the other byte belongs to the next
   row. Where it is zero, some row of the block holds a card twice, and each row is examined.
3. *Flushes*: for the rows of the list the suit is known, and its ranks are the index of a value.

The key of a row, the sum of its cards::

    62 .. 60  59 ............ 44  43 ........ 23  22 ...... 10  9 ....... 0
    no card   S   H   D   C                       line          column          of a logarithm
              one hexadecimal digit a suit, 3 to begin with: five cards of a suit set its highest bit

A joker or a code above 52 adds one at bit 60. Such a row, and one with a duplicate card, is left to
the slow way of `xlpoker.evaluator.batch.kernel`.

Machine code is kept beside this file (or in the user's cache), so only the first call ever waits
for the compiler.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit, uint8, uint64

from xlpoker.evaluator.batch.tables import (
    FIVE_LOG,
    LINE_BITS,
    SEVEN_BITS,
    SEVEN_LOG,
    Codes,
    Numbers,
    flushes,
    folded,
)
from xlpoker.evaluator.cards import JOKER
from xlpoker.evaluator.classes import ORDERS

__all__ = ["BLOCK", "quick"]

BLOCK = 1024
_STEP = 64
"""Rows compared at a time: as many bytes as fill the registers for any number of cards."""
_SUITS, _NO_CARD = 44, 60

Hand = tuple[int, ...]


def quick(codes: Codes, values: npt.NDArray[np.uint16], game: str = "") -> npt.NDArray[np.int64]:
    """Value the rows of C-contiguous codes with five to seven columns.

    Returns the numbers of the rows that it left out: those with a joker, a duplicate card or a code
    that is not a card. Their entries in `values` mean nothing.
    """
    cards = codes.shape[1]
    left_out = np.empty(len(codes), np.int64)
    lines = _lines(cards, game)
    tables = _card_table(cards, game), *lines, flushes(0, game), _other_rows(cards)
    count = _loop((0,) * cards, codes.reshape(-1), *tables, values, left_out)
    return left_out[:count].copy()


@cache
def _card_table(cards: int, game: str) -> Numbers:
    """Return the key of each of 256 codes, without its suit in a game without flushes."""
    card = np.arange(JOKER)
    logarithm = np.array(FIVE_LOG if cards == 5 else SEVEN_LOG)
    table = np.full(256, 1 << _NO_CARD, np.uint64)
    table[:JOKER] = logarithm[card >> 2]
    if ORDERS[game].has_flushes:
        table[:JOKER] += (1 << _SUITS + 4 * (card & 3)).astype(np.uint64)
    return table


@cache
def _other_rows(cards: int) -> Codes:
    """Return which bytes belong to another row, for each byte of some rows.

    Line 0 has 255 where the byte one place on is of another row, else 0; line 1 the same two places
    on, and so forth.
    """
    place = np.arange(_STEP * cards) % cards
    lines = [np.where(place + distance < cards, 0, 255) for distance in range(1, cards)]
    return np.array(lines, np.uint8)


@cache
def _lines(cards: int, game: str) -> tuple[Numbers, Numbers]:
    """Return where each line of logarithms begins in the folded table, and the folded table."""
    moves, table = folded(cards, game)
    return moves + (np.arange(len(moves), dtype=np.uint32) << LINE_BITS), table


# --- compiled -----------------------------------------------------------------------------------
# The number of cards is passed as the length of a tuple, which is part of its type and so a
# constant for the compiler: it unrolls the inner loops. (Functions made inside a function would not
# be found again in Numba's cache.)

_ONE = np.uint64(1)
_LINE = np.uint64(LINE_BITS)
_FLUSHES = np.uint64(_SUITS + 3)
_BROKEN = np.uint64(_NO_CARD)
_COLUMN = np.uint64((1 << LINE_BITS) - 1)
_LOG = np.uint64((1 << SEVEN_BITS) - 1)
_START = np.uint64(sum(3 << _SUITS + 4 * suit for suit in range(4)))
_NEEDS_A_LOOK = np.uint64(sum(8 << _SUITS + 4 * suit for suit in range(4)) + (7 << _NO_CARD))


@njit(nogil=True)
def _look_up(
    hand: Hand,
    codes: Codes,
    table: Numbers,
    lines: Numbers,
    values_of: Numbers,
    values: Numbers,
    listed: Numbers,
) -> Any:
    """Write the value of each row, and the numbers of rows to look at again; return their count."""
    count = uint64(0)
    first = uint64(0)
    for row in range(values.shape[0]):
        key = _START
        for place in range(uint64(len(hand))):
            key += table[codes[first + place]]
        values[row] = values_of[lines[(key & _LOG) >> _LINE] + (key & _COLUMN)]
        listed[count] = row
        count += uint64((key & _NEEDS_A_LOOK) != 0)
        first += uint64(len(hand))
    return count


@njit(nogil=True)
def _least_difference(hand: Hand, codes: Codes, other_rows: Codes) -> Any:
    """Return the least exclusive or of two cards of a row over a block; 0 if a card stands twice."""
    least = uint8(255)
    for first in range(0, BLOCK * len(hand), _STEP * len(hand)):
        step = codes[first:]
        for place in range(_STEP * len(hand)):
            index = uint64(place)
            for distance in range(uint64(len(hand) - 1)):
                difference = uint8(step[index] ^ step[index + distance + _ONE])
                least = min(uint8(difference | other_rows[distance, index]), least)
    return least


@njit(nogil=True)
def _repeated(hand: Hand, codes: Codes, row: int) -> bool:
    """Tell whether a row holds a card twice."""
    cards = codes[row * len(hand) : (row + 1) * len(hand)]
    for place in range(len(hand)):
        for other in range(place):
            if cards[place] == cards[other]:
                return True
    return False


@njit(nogil=True)
def _flush(hand: Hand, codes: Codes, row: int, table: Numbers, suited: Numbers) -> Any:
    """Return the value of the flush in a row, -1 if it holds a code that is not a card."""
    first = uint64(row) * uint64(len(hand))
    key = _START
    ranks_by_suit = uint64(0)  # 16 bits a suit
    for place in range(uint64(len(hand))):
        code = codes[first + place]
        key += table[code]
        ranks_by_suit |= _ONE << (uint64(code >> 2) + (uint64(code & 3) << uint64(4)))
    if key >> _BROKEN:
        return -1
    suit = key >> _FLUSHES  # bits 0, 4, 8, 12 are the four suits; exactly one of them is set
    shift = (
        (suit & uint64(16))
        | (suit >> uint64(3) & uint64(32))
        | (suit >> uint64(12) & _ONE) * uint64(48)
    )
    return suited[ranks_by_suit >> shift & uint64(8191)]


@njit(cache=True, nogil=True)
def _loop(  # noqa: PLR0913 - Numba takes tables as arguments, not as attributes
    hand: Hand,
    codes: Codes,
    table: Numbers,
    lines: Numbers,
    values_of: Numbers,
    suited: Numbers,
    other_rows: Codes,
    values: Numbers,
    left_out: Numbers,
) -> int:
    """Value all rows, block by block; write the numbers of rows left out, and return their count."""
    count = 0
    listed = np.empty(BLOCK + 1, np.uint64)
    for first in range(0, values.shape[0], BLOCK):
        block = codes[first * len(hand) :]
        block_values = values[first : first + BLOCK]
        rows = len(block_values)
        listed_rows = _look_up(hand, block, table, lines, values_of, block_values, listed)
        # the last block has too few bytes behind it to compare with
        is_last = len(block) < (BLOCK + 1) * len(hand)
        ask = is_last or _least_difference(hand, block, other_rows) == 0
        if ask:
            for row in range(rows):
                if _repeated(hand, block, row):
                    left_out[count] = first + row
                    count += 1
        for number in range(listed_rows):
            row = listed[number]
            value = _flush(hand, block, row, table, suited)
            if value >= 0:
                block_values[row] = value
            elif not (ask and _repeated(hand, block, row)):
                left_out[count] = first + row
                count += 1
    return count
