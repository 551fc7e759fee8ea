"""Lanes: the values of all boards that can still come, side by side in one Python int; tables for one and two cards to come.

A value is below 2**15, so it has a lane of 16 bits and the highest bit stays free. Two cards to come are 91 pairs of ranks, one
card 13 ranks, flushes apart; an operation on all lanes at once takes about as long as one step of a Python loop::

    bit 1455                                                                0        bit 207               0
    | 0 value | .. | 0 value | .. | 0 value | .. | 0 value |                         | 0 value | .. | 0 value |
      28 pairs of 2-8       21 pairs of 9-A     42 of one low and one high rank        rank A ..   .. rank 2
      lanes 63 .. 90        lanes 42 .. 62      lane 7 * high + low

    TOPS has the free bit of every lane: in ``a - b + TOPS & TOPS`` it stays where a is not below b. The *weight* of a lane is the
    number of ways in which its ranks come. ``% 65535`` adds up all lanes, since 2**16 leaves the remainder 1 and the sum is smaller.

A card is a number; the sum of some cards' numbers holds everything that is needed of them::

    bit 59 .. 110  which cards, 13 bits a suit    39 .. 58  how many of each suit, 5 bits each
                                                   0 .. 38  how many of each rank, 3 bits each: the *key*

Rows of lanes are made at first use, each from rows of one card less: the best five of n cards are the best five of some n - 1
of them. All are kept: at most 3 MB with two cards to come, 6 MB with one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from operator import itemgetter
from struct import pack

from xlpoker.evaluator.cards import JOKER, TEXTS
from xlpoker.evaluator.classes import ladder

KEY = (1 << 39) - 1
SUIT, DECK = 39, 59
_LOW, _HIGH = range(7), range(7, 13)
_LOW_KEY = (1 << 21) - 1

CODE_NUMBER = {
    code: 1 << 3 * (code >> 2)
    | 1 << SUIT + 5 * (code & 3)
    | 1 << DECK + 13 * (code & 3) + (code >> 2)
    for code in range(JOKER)
}
TEXT_NUMBER = {text: CODE_NUMBER[code] for text, code in TEXTS.items() if code != JOKER}
"""The numbers of cards, by their codes and by their texts."""

PAIRS = (
    *((low, high) for high in _HIGH for low in _LOW),
    *combinations_with_replacement(_HIGH, 2),
    *combinations_with_replacement(_LOW, 2),
)
EACH = sum(1 << 16 * lane for lane in range(91))
EACH_RANK = sum(1 << 16 * rank for rank in range(13))
TOPS, TOPS_13 = EACH << 15, EACH_RANK << 15


class _Table(dict[int, int]):
    """Cache of numbers, each computed from its key alone at first use."""

    def __init__(self, make: Callable[[int], int]) -> None:
        self._make = make

    def __missing__(self, key: int) -> int:
        made = self[key] = self._make(key)
        return made


def in_lanes(values: Iterable[int]) -> int:
    """Return values side by side, the first in the lowest lane."""
    found = tuple(values)
    return int.from_bytes(pack(f"<{len(found)}H", *found), "little")


def spread(singles: Sequence[int]) -> int:
    """Return 91 lanes, each with the higher of the values of its two ranks."""
    return in_lanes(map(max, _FIRST(singles), _SECOND(singles)))


# --- values by rank --------------------------------------------------------------------------------------------------

RANK_KEYS = tuple(1 << 3 * rank for rank in range(13))
PAIR_KEYS = tuple(RANK_KEYS[low] + RANK_KEYS[high] for low, high in PAIRS)
LANE_AT = {key: 16 * lane for lane, key in enumerate(PAIR_KEYS)}
"""Key of two cards -> the bit at which their lane begins."""

_FIRST, _SECOND = itemgetter(*(low for low, _ in PAIRS)), itemgetter(*(high for _, high in PAIRS))
_ZEROS = (0,) * 91


@cache
def five_values() -> dict[int, int]:
    """Return the value of five cards that need no flush by their key."""
    rungs = [
        (rung.spread(), value) for value, rung in enumerate(ladder(), 1) if not rung.category.flush
    ]
    return {sum([RANK_KEYS[rank] for rank in ranks]): value for ranks, value in rungs}


def _with_five(key: int, more: Sequence[int]) -> Sequence[int]:
    """Return the values of some cards with each of some others, 0 where these are not five."""
    return list(map(five_values().get, map(key.__add__, more), _ZEROS))


def _best(key: int, less: dict[int, int], row: int, tops: int) -> int:
    """Return the highest values of a row and of the rows of its cards without one of them."""
    for rank in RANK_KEYS:
        if key & 7 * rank:
            other = less[key - rank]
            ahead = row - other + tops & tops
            row = other ^ (row ^ other) & ahead - (ahead >> 15)
    return row


_OF_THREE = _Table(lambda key: in_lanes(_with_five(key, PAIR_KEYS)))
_OF_FOUR = _Table(lambda key: _best(key, _OF_THREE, spread(_with_five(key, RANK_KEYS)), TOPS))
VALUES = _Table(lambda key: _best(key, _OF_FOUR, five_values().get(key, 0) * EACH, TOPS))
"""Key of five cards -> 91 lanes: the value with each pair of ranks, flushes apart; five of a rank mean nothing."""

_RANKS_OF_FOUR = _Table(lambda key: in_lanes(_with_five(key, RANK_KEYS)))
RANKS_OF_FIVE = _Table(
    lambda key: _best(key, _RANKS_OF_FOUR, five_values().get(key, 0) * EACH_RANK, TOPS_13)
)
RANK_VALUES = _Table(lambda key: _best(key, RANKS_OF_FIVE, 0, TOPS_13))
"""Key of five cards, of six cards -> 13 lanes: the value with each rank."""

FULL_HOUSE, STRAIGHT_FLUSH = 7141, 7453
"""The lowest values of these categories; all flushes lie below, or are straight flushes."""

# --- flushes ---------------------------------------------------------------------------------------------------------

_SINGLE_RANKS, _PAIR_RANKS = (
    tuple(1 << rank for rank in range(13)),
    tuple(1 << low | 1 << high for low, high in PAIRS),
)


@cache
def flush_values() -> list[int]:
    """Return the value of the best flush in each set of ranks of one suit (13 bits), 0 where there is none."""
    values = [0] * 8192
    for value, rung in enumerate(ladder(), 1):
        if rung.category.flush:
            values[sum([1 << rank for rank in rung.spread()])] = value
    for ranks in range(8192):
        if ranks.bit_count() > 5:
            values[ranks] = max([values[ranks ^ bit] for bit in _SINGLE_RANKS if ranks & bit])
    return values


def _flushes(ranks: int, more: Sequence[int]) -> int:
    return in_lanes(map(flush_values().__getitem__, map(ranks.__or__, more)))


ONE_MORE = _Table(lambda ranks: _flushes(ranks, _SINGLE_RANKS) if ranks.bit_count() > 3 else 0)
TWO_MORE = _Table(lambda ranks: _flushes(ranks, _PAIR_RANKS) if ranks.bit_count() > 2 else 0)
"""Ranks of one suit -> 13 lanes with one more, 91 lanes with two more of the suit; 0 where these are too few for a flush."""

FOUR = sum(4 << SUIT + 5 * suit for suit in range(4))
THREE, FIVE, FLUSHED = FOUR * 5 // 4, FOUR * 3 // 4, FOUR * 2
"""What, added to a hand, sets the bits of `FLUSHED` of the suits of which there are four or more, three, five or more."""

SUITS_AT = {
    sum(8 << SUIT + 5 * suit for suit in range(4) if some >> suit & 1): tuple(
        DECK + 13 * suit for suit in range(4) if some >> suit & 1
    )
    for some in range(16)
}
"""Bits of `FLUSHED` -> where in a number the cards of these suits are."""


def _live_pairs(gone: int) -> int:
    lanes = [
        lane
        for lane, (one, two) in enumerate(PAIRS)
        if one != two and not (gone >> one | gone >> two) & 1
    ]
    return sum([1 << 16 * lane + 15 for lane in lanes])


LIVE_RANKS = _Table(
    lambda gone: sum(1 << 16 * rank + 15 for rank in range(13) if not gone >> rank & 1)
)
LIVE_LOW, LIVE_HIGH = _Table(_live_pairs), _Table(lambda gone: _live_pairs(gone << 7))
"""Ranks of a suit that are gone -> the free bits of the 13 lanes of which the card can be of the suit; of the 91 lanes of which both
can, by the ranks 2-8 and 9-A that are gone: these are combined by *and*."""


# --- weights ---------------------------------------------------------------------------------------------------------


class _Halves(dict[int, tuple[int, int, int]]):
    """Key of known cards of one half of the ranks -> weights of its pairs, its ranks as factors, its ranks as 13 lanes."""

    def __init__(self, ranks: range, at: int, stride: int) -> None:
        self._start, self._at, self._stride = 16 * ranks.start, at, stride
        self._above = (
            _Halves(ranks[1:], at + 16 * len(ranks), stride) if len(ranks) > 1 else {0: (0, 0, 0)}
        )

    def __missing__(self, key: int) -> tuple[int, int, int]:
        one = 4 - (key & 7)
        pairs, factor, ranks = self._above[key >> 3]
        pairs |= (
            one * (one - 1) // 2 + (ranks * one >> self._start) << self._at
        )  # a pair of the rank; it and each above
        made = self[key] = pairs, factor << self._stride | one, ranks | one << self._start
        return made


LOW, HIGH = _Halves(_LOW, 16 * 63, 16), _Halves(_HIGH, 16 * 42, 16 * 7)


def lane_weights(key: int) -> int:
    """Return the number of ways in which each pair of ranks comes when the cards of that key are known.

    >>> lane_weights(0) % 65535 == 52 * 51 // 2
    True
    """
    pairs, low, _ = LOW[key & _LOW_KEY]
    others, high, _ = HIGH[key >> 21]
    return pairs + others + low * high


def rank_weights(key: int) -> int:
    """Return the number of ways in which each rank comes when the cards of that key are known."""
    return LOW[key & _LOW_KEY][2] | HIGH[key >> 21][2]


OTHER_RANKS = _Table(
    lambda gone: sum([key for rank, key in enumerate(RANK_KEYS) if not gone >> rank & 1])
)
"""Ranks of a suit that are gone -> the key of its other cards."""
