"""The quick way of `xlpoker.evaluator.batch.engine_numpy`, compiled: the same function over the same tables.

Chosen by `xlpoker.evaluator.batch.kernel` where Numba is installed, never required. A compiled loop needs no chunks, finishes
flushes itself, and tells a card that stands twice by counting: five to seven different cards set as many of 64 bits, one
for each code. The key::

    62 .. 60  59 ............ 44  43 ........ 23  22 ...... 0
    no card   S   H   D   C                       logarithm     one hexadecimal digit a suit, 3 to begin with:
                                                                five cards of a suit set its highest bit

What is no card, a joker or a code of 53 and more, adds one at bit 60; such a row, and one with a card twice, is left to
the slow way. The bit of a card is made by a shift and not looked up: two look-ups a card are what the loop waits for.

Machine code is kept beside this file (or in the user's cache), so only the first call ever waits for the compiler.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit, uint64
from numba.extending import intrinsic

from xlpoker.evaluator.batch.tables import (
    FIVE_BITS,
    FIVE_LOG,
    SEVEN_BITS,
    SEVEN_LOG,
    Codes,
    Numbers,
    five_keys,
    flushes,
    seven_keys,
)
from xlpoker.evaluator.cards import JOKER

__all__ = ["NAME", "quick"]

NAME = "numba"
_SUITS = 44
_NO_CARD = 60
_START = sum(3 << _SUITS + 4 * suit for suit in range(4))
_RARE = sum(8 << _SUITS + 4 * suit for suit in range(4)) + (7 << _NO_CARD)


def quick(codes: Codes, values: npt.NDArray[np.uint16]) -> npt.NDArray[np.int64]:
    """Value the rows of C-contiguous codes with five to seven columns; return the numbers of all that it did not.

    Not valued are rows with a joker, with a card twice, or with what is no card; what is written there means nothing.
    """
    cards = codes.shape[1]
    rest = np.empty(len(codes), np.int64)
    table = five_keys()[2] if cards == 5 else seven_keys(cards)[2]
    found = _loop(cards)(codes.reshape(-1), _card_table(cards), table, flushes(), values, rest)
    return rest[:found].copy()


@cache
def _card_table(cards: int) -> Numbers:
    """Return the key of each of 256 codes."""
    card = np.arange(JOKER)
    logarithm = np.array(FIVE_LOG if cards == 5 else SEVEN_LOG)
    table = np.full(256, 1 << _NO_CARD, np.uint64)
    table[:JOKER] = logarithm[card >> 2] + (1 << _SUITS + 4 * (card & 3))
    return table


@intrinsic
def _set_bits(_context: Any, number: Any) -> Any:
    """Return how many bits are set: the one instruction of the processor, which Numba does not offer by name."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return number(number), generate


@cache
def _loop(cards: int) -> Any:
    """Return the compiled loop for hands of that many cards, a constant so that the inner loop is unrolled."""
    low, rare, start = uint64((1 << (FIVE_BITS if cards == 5 else SEVEN_BITS)) - 1), uint64(_RARE), uint64(_START)
    count: Any = _set_bits
    one, six_bits, no_card = uint64(1), uint64(63), uint64(_NO_CARD)

    @njit(cache=True, nogil=True)
    def loop(codes: Codes, table: Numbers, ranks: Numbers, suited: Numbers, values: Numbers, rest: Numbers) -> int:
        found = 0
        for row in range(values.shape[0]):
            key, cards_held = start, uint64(0)
            for place in range(cards):
                code = codes[row * cards + place]
                key += table[code]
                cards_held |= one << (uint64(code) & six_bits)
            values[row] = ranks[key & low]
            different = count(cards_held)
            if (different != cards) | (key & rare != 0):  # one rare branch instead of two
                if (different != cards) | (key >> no_card != 0):
                    rest[found] = row
                    found += 1
                else:
                    clubs = diamonds = hearts = spades = 0
                    for place in range(cards):
                        code = codes[row * cards + place]
                        bit = 1 << (code >> 2)
                        suit = code & 3
                        clubs |= bit * (suit == 0)
                        diamonds |= bit * (suit == 1)
                        hearts |= bit * (suit == 2)
                        spades |= bit * (suit == 3)
                    values[row] = max(suited[clubs], suited[diamonds], suited[hearts], suited[spades])
        return found

    return loop
