"""Lanes: the values of all boards that can still come, side by side in one Python int; tables for one and two cards to come.

A value is below 2**15, so it has a lane of 16 bits and the highest bit stays free. Two cards to come are 91 pairs of ranks, one
card 13 ranks, flushes apart; an operation on all lanes at once takes about as long as one step of a Python loop::

    bit 1455                                                                0        bit 207               0
    | 0 value | .. | 0 value | .. | 0 value | .. | 0 value |                         | 0 value | .. | 0 value |
      28 pairs of 2-8       21 pairs of 9-A     42 of one low and one high rank        rank A ..   .. rank 2
      lanes 63 .. 90        lanes 42 .. 62      lane 7 * high + low

    TOPS has the free bit of every lane: in ``a - b + TOPS & TOPS`` it stays where a is not below b. The *weight* of a lane is in
    how many ways its ranks come. ``% 65535`` adds up all lanes, since 2**16 leaves the remainder 1 and the sum is smaller.

A card is a number so made that the sum over some cards tells everything that is asked about them::

    bit 267 .. 318  which cards, 13 bits a suit      39 .. 58  how many of each suit, 5 bits each
         59 .. 266  how many of each rank, in lanes   0 .. 38  how many of each rank, 3 bits each: the *key*

Rows of lanes are made when they are first asked for, each from rows of one card less: the best five of n cards are the best
five of some n - 1. All are kept: at most 3 MB with two cards to come, 6 MB with one.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations_with_replacement
from operator import itemgetter

from xlpoker.evaluator.cards import JOKER, TEXTS
from xlpoker.evaluator.classes import ladder
from xlpoker.evaluator.primes import PRIMES, five_card_values

__all__ = [
    "DECK",
    "EACH",
    "EACH_RANK",
    "EARLY_RANK_VALUES",
    "FLUSHED",
    "FOUR",
    "FULL_HOUSE",
    "HIGH",
    "KEY",
    "LANES",
    "LIVE_HIGH",
    "LIVE_LOW",
    "LIVE_RANKS",
    "LOW",
    "NUMBER",
    "ONE_MORE",
    "RANK_VALUES",
    "STRAIGHT_FLUSH",
    "SUITS_AT",
    "TEXT_NUMBER",
    "THREE",
    "TOPS",
    "TOPS_13",
    "TWO_MORE",
    "VALUES",
    "flush_values",
    "lane_weights",
    "off_suit_key",
    "rank_weights",
]

KEY = (1 << 39) - 1
SUIT, LANES, DECK = 39, 59, 267
_LOW, _HIGH = range(7), range(7, 13)
_LOW_KEY = (1 << 21) - 1

NUMBER = tuple(
    1 << 3 * (code >> 2)
    | 1 << SUIT + 5 * (code & 3)
    | 1 << DECK + 13 * (code & 3) + (code >> 2)
    | 1 << LANES + 16 * (code >> 2)
    for code in range(JOKER)
)
TEXT_NUMBER = {text: NUMBER[code] for text, code in TEXTS.items() if code != JOKER}

PAIRS = (
    *((low, high) for high in _HIGH for low in _LOW),
    *combinations_with_replacement(_HIGH, 2),
    *combinations_with_replacement(_LOW, 2),
)
EACH = sum(1 << 16 * lane for lane in range(91))
EACH_RANK = sum(1 << 16 * rank for rank in range(13))
TOPS, TOPS_13 = EACH << 15, EACH_RANK << 15


class _Table(dict[int, int]):
    """Numbers that are worked out when they are first asked for, from nothing but their keys, and kept."""

    def __init__(self, make: Callable[[int], int]) -> None:
        self._make = make

    def __missing__(self, key: int) -> int:
        made = self[key] = self._make(key)
        return made


def _in_lanes(values: Iterable[int]) -> int:
    return int.from_bytes(array("H", values), sys.byteorder) if sys.byteorder == "little" else _slowly(values)


def _slowly(values: Iterable[int]) -> int:
    return sum(value << 16 * lane for lane, value in enumerate(values))


def _higher(one: int, two: int, tops: int) -> int:
    """Return the higher value of each lane."""
    ahead = one - two + tops & tops
    return two ^ (one ^ two) & ahead - (ahead >> 15)


# --- values by rank --------------------------------------------------------------------------------------------------

_FIRST, _SECOND = itemgetter(*(low for low, _ in PAIRS)), itemgetter(*(high for _, high in PAIRS))
_PAIR_PRIMES = tuple(PRIMES[low] * PRIMES[high] for low, high in PAIRS)


def _product(key: int) -> int:
    """Return the prime product of some cards by their key."""
    rank = ((key & -key).bit_length() - 1) // 3 if key else 13
    return _PRODUCTS[key - (1 << 3 * rank)] * PRIMES[rank] if key else 1


_PRODUCTS = _Table(_product)


def _less(key: int) -> list[int]:
    """Return the keys of the same cards without one of them."""
    return [key - (1 << 3 * rank) for rank in range(13) if key >> 3 * rank & 7]


def _fives(key: int, more: tuple[int, ...]) -> list[int]:
    """Return the values of five cards: those of a key, and what stands for the others; 0 for five of a rank."""
    return list(map(five_card_values()[0].get, map(_PRODUCTS[key].__mul__, more), _ZEROS))


_ZEROS = (0,) * 91


def _four_and_one(key: int) -> int:
    return _in_lanes(_fives(key, PRIMES))


def _five_and_one(key: int) -> int:
    row = _fives(key, (1,))[0] * EACH_RANK
    for less in _less(key):
        row = _higher(row, _FOUR_AND_ONE[less], TOPS_13)
    return row


def _six_and_one(key: int) -> int:
    row = 0
    for less in _less(key):
        row = _higher(row, _FIVE_AND_ONE[less], TOPS_13)
    return row


def _three_and_two(key: int) -> int:
    return _in_lanes(_fives(key, _PAIR_PRIMES))


def _four_and_two(key: int) -> int:
    singles = _fives(key, PRIMES)
    row = _higher(_in_lanes(_FIRST(singles)), _in_lanes(_SECOND(singles)), TOPS)
    for less in _less(key):
        row = _higher(row, _THREE_AND_TWO[less], TOPS)
    return row


def _five_and_two(key: int) -> int:
    row = _fives(key, (1,))[0] * EACH
    for less in _less(key):
        row = _higher(row, _FOUR_AND_TWO[less], TOPS)
    return row


_FOUR_AND_ONE, _FIVE_AND_ONE = _Table(_four_and_one), _Table(_five_and_one)
_THREE_AND_TWO, _FOUR_AND_TWO = _Table(_three_and_two), _Table(_four_and_two)
VALUES = _Table(_five_and_two)
"""Key of five cards -> 91 lanes: the value with each pair of ranks, flushes apart; five of a rank mean nothing."""

RANK_VALUES, EARLY_RANK_VALUES = _Table(_six_and_one), _FIVE_AND_ONE
"""Key of six cards, of five cards -> 13 lanes: the value with each rank."""


FULL_HOUSE, STRAIGHT_FLUSH = 7141, 7453
"""The lowest values of these categories; all flushes lie below, or are straight flushes."""

# --- flushes ---------------------------------------------------------------------------------------------------------


@cache
def flush_values() -> list[int]:
    """Return the value of the best flush in each set of ranks of one suit (13 bits), 0 where there is none."""
    values = [0] * 8192
    straights = []
    for value, rung in enumerate(ladder(), 1):
        if rung.category.flush:
            ranks = sum(1 << rank for rank in rung.spread())
            values[ranks] = value
            if rung.category.straight:
                straights.append((ranks, value))
    for ranks in range(8192):
        if ranks.bit_count() > 5:
            values[ranks] = values[ranks & ranks - 1]  # without the lowest
    for five, value in straights:
        for ranks in range(five, 8192):
            if ranks & five == five:
                values[ranks] = max(values[ranks], value)
    return values


def _one_more(ranks: int) -> int:
    values = flush_values()
    return 0 if ranks.bit_count() < 4 else _in_lanes([values[ranks | 1 << rank] for rank in range(13)])


def _two_more(ranks: int) -> int:
    values = flush_values()
    return 0 if ranks.bit_count() < 3 else _in_lanes([values[ranks | pair] for pair in _PAIR_RANKS])


_PAIR_RANKS = tuple(1 << low | 1 << high for low, high in PAIRS)
ONE_MORE, TWO_MORE = _Table(_one_more), _Table(_two_more)
"""Ranks of one suit -> 13 lanes with one more, 91 lanes with two more of the suit; 0 where these are too few for a flush."""

FOUR = sum(4 << SUIT + 5 * suit for suit in range(4))
THREE, FLUSHED = FOUR * 5 // 4, FOUR * 2
"""What, added to a hand, sets the bits of `FLUSHED` of the suits of which there are four or more, three or more."""

SUITS_AT = {
    sum(8 << SUIT + 5 * suit for suit in range(4) if some >> suit & 1): tuple(
        DECK + 13 * suit for suit in range(4) if some >> suit & 1
    )
    for some in range(16)
}
"""Bits of `FLUSHED` -> where in a number the cards of these suits are."""

LIVE_RANKS = _Table(lambda gone: sum(1 << 16 * rank + 15 for rank in range(13) if not gone >> rank & 1))
"""Ranks of a suit that are gone -> the free bits of the 13 lanes whose card can come."""


def _live(gone: int) -> int:
    pairs = enumerate(PAIRS)
    return sum(1 << 16 * lane + 15 for lane, (one, two) in pairs if one != two and not (gone >> one | gone >> two) & 1)


LIVE_LOW, LIVE_HIGH = _Table(_live), _Table(lambda gone: _live(gone << 7))
"""The same for the 91 lanes and both cards of the suit, by the ranks 2-8 and 9-A that are gone; the two are to be anded."""


# --- weights ---------------------------------------------------------------------------------------------------------


class _Halves(dict[int, tuple[int, int, int]]):
    """Key of known cards of one half of the ranks -> weights of its pairs, its ranks as factors, its ranks as 13 lanes."""

    def __init__(self, ranks: range, at: int, stride: int) -> None:
        self._ranks, self._at, self._stride = ranks, at, stride

    def __missing__(self, key: int) -> tuple[int, int, int]:
        left = [4 - (key >> 3 * place & 7) for place in range(len(self._ranks))]
        pairs = 0
        lane = self._at
        for place, one in enumerate(left):
            pairs |= one * (one - 1) // 2 << lane
            for two in left[place + 1 :]:
                lane += 16
                pairs |= one * two << lane
            lane += 16
        factor = sum(count << self._stride * place for place, count in enumerate(left))
        ranks = sum(count << 16 * place for place, count in zip(self._ranks, left, strict=True))
        made = self[key] = pairs, factor, ranks
        return made


LOW, HIGH = _Halves(_LOW, 16 * 63, 16), _Halves(_HIGH, 16 * 42, 16 * 7)


def lane_weights(key: int) -> int:
    """Return in how many ways each pair of ranks comes when the cards of that key are known.

    >>> lane_weights(0) % 65535 == 52 * 51 // 2
    True
    """
    pairs, low, _ = LOW[key & _LOW_KEY]
    others, high, _ = HIGH[key >> 21]
    return pairs + others + low * high


def off_suit_key(known: int, gone: int) -> int:
    """Return the key of some known cards and all cards of a suit, of which some ranks are known already."""
    return (known & KEY) + _ALL_RANKS - _RANKS_KEY[gone & 127] - (_RANKS_KEY[gone >> 7] << 21)


def rank_weights(key: int) -> int:
    """Return in how many ways each rank comes when the cards of that key are known."""
    return LOW[key & _LOW_KEY][2] | HIGH[key >> 21][2]


_ALL_RANKS = sum(1 << 3 * rank for rank in range(13))
_RANKS_KEY = tuple(sum(1 << 3 * rank for rank in range(7) if ranks >> rank & 1) for ranks in range(128))
