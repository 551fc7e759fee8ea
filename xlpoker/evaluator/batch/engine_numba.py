"""`quick` of `xlpoker.evaluator.batch.engine_numpy`, compiled by Numba: the same function over the same tables.

Chosen by `xlpoker.evaluator.batch.kernel` where Numba is installed, never required. A block of 1,024 rows is processed
in three passes while it is in the first-level cache::

    1  keys       two look-ups a card and two a row, no branch; the numbers of rows that need a second look are
                  written down in a list, whose end moves on only when they do
    2  duplicates  all bytes of the block against all bytes one, two .. places on: a minimum of exclusive
                  ors over whole registers, with 255 where the other byte belongs to the next row. Zero: some row of
                  the block holds a card twice, and only then is each row examined
    3  flushes    the list: the suit is known, its cards are the place of a value

The key of a row, the sum of its cards::

    62 .. 60  59 ............ 44  43 ........ 23  22 ...... 10  9 ....... 0
    no card   S   H   D   C                       line          column          of a logarithm
              one hexadecimal digit a suit, 3 to begin with: five cards of a suit set its highest bit

A joker or a code above 52 adds one at bit 60; such a row, and one with a duplicate card, is left to the slow way of
`xlpoker.evaluator.batch.kernel`.

Machine code is kept beside this file (or in the user's cache), so only the first call ever waits for the compiler.
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

__all__ = ["BLOCK", "quick"]

BLOCK = 1024
_STEP = 64  # rows compared at a time: as many bytes as fill the registers for any number of cards
_SUITS, _NO_CARD = 44, 60

Hand = tuple[int, ...]


def quick(codes: Codes, values: npt.NDArray[np.uint16]) -> npt.NDArray[np.int64]:
    """Value the rows of C-contiguous codes with five to seven columns; return the numbers of the rows it left out.

    Left out are rows with a joker, a duplicate card or a code that is not a card; their entries in `values` mean nothing.
    """
    cards = codes.shape[1]
    rest = np.empty(len(codes), np.int64)
    tables = _card_table(cards), *_lines(cards), flushes(), _other_rows(cards)
    found = _loop((0,) * cards, codes.reshape(-1), *tables, values, rest)
    return rest[:found].copy()


@cache
def _card_table(cards: int) -> Numbers:
    """Return the key of each of 256 codes."""
    card = np.arange(JOKER)
    logarithm = np.array(FIVE_LOG if cards == 5 else SEVEN_LOG)
    table = np.full(256, 1 << _NO_CARD, np.uint64)
    table[:JOKER] = logarithm[card >> 2] + (1 << _SUITS + 4 * (card & 3))
    return table


@cache
def _other_rows(cards: int) -> Codes:
    """Return for each byte of some rows: 255 where the byte one (two, three ..) places on belongs to another row, else 0."""
    place = np.arange(_STEP * cards) % cards
    return np.array(
        [np.where(place + apart < cards, 0, 255) for apart in range(1, cards)], np.uint8
    )


@cache
def _lines(cards: int) -> tuple[Numbers, Numbers]:
    """Return where each line of the table of logarithms begins in the folded table, and the folded table."""
    moves, table = folded(cards)
    return moves + (np.arange(len(moves), dtype=np.uint32) << LINE_BITS), table


# --- compiled ---------------------------------------------------------------------------------------------------------
# The number of cards is passed as the length of a tuple, which is part of its type and so a constant for the compiler:
# it unrolls the inner loops. (Functions made inside a function would not be found again in Numba's cache.)

_ONE, _LINE, _FLUSHES, _BROKEN = (np.uint64(bit) for bit in (1, LINE_BITS, _SUITS + 3, _NO_CARD))
_COLUMN, _LOG = (np.uint64((1 << bits) - 1) for bits in (LINE_BITS, SEVEN_BITS))
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
    again: Numbers,
) -> Any:
    found = at = uint64(0)
    for row in range(values.shape[0]):
        key = _START
        for place in range(uint64(len(hand))):
            key += table[codes[at + place]]
        values[row] = values_of[lines[(key & _LOG) >> _LINE] + (key & _COLUMN)]
        again[found] = row
        found += uint64((key & _NEEDS_A_LOOK) != 0)
        at += uint64(len(hand))
    return found


@njit(nogil=True)
def _least_difference(hand: Hand, codes: Codes, others: Codes) -> Any:
    least = uint8(255)
    for first in range(0, BLOCK * len(hand), _STEP * len(hand)):
        here = codes[first:]
        for place in range(_STEP * len(hand)):
            at = uint64(place)
            for apart in range(uint64(len(hand) - 1)):
                least = min(
                    uint8(uint8(here[at] ^ here[at + apart + _ONE]) | others[apart, at]), least
                )
    return least


@njit(nogil=True)
def _repeated(hand: Hand, codes: Codes, row: int) -> bool:
    cards = codes[row * len(hand) : (row + 1) * len(hand)]
    for place in range(len(hand)):
        for other in range(place):
            if cards[place] == cards[other]:
                return True
    return False


@njit(nogil=True)
def _flush(hand: Hand, codes: Codes, row: int, table: Numbers, suited: Numbers) -> Any:
    first, key, held = uint64(row) * uint64(len(hand)), _START, uint64(0)
    for place in range(uint64(len(hand))):
        code = codes[first + place]
        key += table[code]
        held |= _ONE << (uint64(code >> 2) + (uint64(code & 3) << uint64(4)))
    if key >> _BROKEN:
        return -1
    suit = (
        key >> _FLUSHES
    )  # its bits 0, 4, 8, 12 stand for the four suits; exactly one of them is set
    shift = (
        (suit & uint64(16))
        | (suit >> uint64(3) & uint64(32))
        | (suit >> uint64(12) & _ONE) * uint64(48)
    )
    return suited[held >> shift & uint64(8191)]


@njit(cache=True, nogil=True)
def _loop(  # noqa: PLR0913
    hand: Hand,
    codes: Codes,
    table: Numbers,
    lines: Numbers,
    values_of: Numbers,
    suited: Numbers,
    others: Codes,
    values: Numbers,
    rest: Numbers,
) -> int:
    found, again = 0, np.empty(BLOCK + 1, np.uint64)
    for first in range(0, values.shape[0], BLOCK):
        part, worth = codes[first * len(hand) :], values[first : first + BLOCK]
        rows = len(worth)
        count = _look_up(hand, part, table, lines, values_of, worth, again)
        # the last block has too few bytes behind it to compare with
        ask = len(part) < (BLOCK + 1) * len(hand) or _least_difference(hand, part, others) == 0
        if ask:
            for row in range(rows):
                if _repeated(hand, part, row):
                    rest[found] = first + row
                    found += 1
        for number in range(count):
            row = again[number]
            value = _flush(hand, part, row, table, suited)
            if value >= 0:
                worth[row] = value
            elif not (ask and _repeated(hand, part, row)):
                rest[found] = first + row
                found += 1
    return found
