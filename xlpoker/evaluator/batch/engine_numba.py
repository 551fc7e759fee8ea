"""The quick way of `xlpoker.evaluator.batch.engine_numpy`, compiled: the same function over the same tables.

Chosen by `xlpoker.evaluator.batch.kernel` where Numba is installed, never required. A compiled loop needs no chunks, finishes
flushes itself, and tells a card that stands twice by counting: five to seven different cards set as many of 52 bits
(`card_masks`), and a row that does not, because of a joker or what is no card, is left to the slow way. The key::

    63 ........ 48  47 ............. 23  22 .......... 0
    S   H   D   C                        logarithm         one hexadecimal digit a suit, 3 to begin with:
                                                           five cards of a suit set its highest bit

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
    card_masks,
    five_keys,
    flushes,
    seven_keys,
)
from xlpoker.evaluator.cards import JOKER

__all__ = ["NAME", "quick"]

NAME = "numba"
_SUITS = 48
_START = sum(3 << _SUITS + 4 * suit for suit in range(4))
_FLUSH = sum(8 << _SUITS + 4 * suit for suit in range(4))


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
    """Return two numbers for each of 256 codes: the key and the bit of the card, side by side in one cache line."""
    card = np.arange(JOKER)
    logarithm = np.array(FIVE_LOG if cards == 5 else SEVEN_LOG)
    table = np.zeros((256, 2), np.uint64)
    table[:JOKER, 0] = logarithm[card >> 2] + (1 << _SUITS + 4 * (card & 3))
    table[:, 1] = card_masks()
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
    low, flush, start = uint64((1 << (FIVE_BITS if cards == 5 else SEVEN_BITS)) - 1), uint64(_FLUSH), uint64(_START)
    count: Any = _set_bits
    ranks13, diamonds, hearts, spades = uint64(8191), uint64(13), uint64(26), uint64(39)

    @njit(cache=True, nogil=True)
    def loop(codes: Codes, table: Numbers, ranks: Numbers, suited: Numbers, values: Numbers, rest: Numbers) -> int:
        found = 0
        for row in range(values.shape[0]):
            key, cards_held = start, uint64(0)
            for place in range(cards):
                code = codes[row * cards + place]
                key += table[code, 0]
                cards_held |= table[code, 1]
            values[row] = ranks[key & low]
            different = count(cards_held)
            if (different != cards) | (key & flush != 0):  # one rare branch instead of two
                if different != cards:
                    rest[found] = row
                    found += 1
                else:
                    values[row] = max(
                        suited[cards_held & ranks13],
                        suited[cards_held >> diamonds & ranks13],
                        suited[cards_held >> hearts & ranks13],
                        suited[cards_held >> spades & ranks13],
                    )
        return found

    return loop
