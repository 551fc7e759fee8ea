"""Lanes: the values of all boards that can still come, side by side in one Python int.

A value is below 2**15, so it has a lane of 16 bits, and the highest bit stays free. Two cards to come
are 91 pairs of ranks, one card 13 ranks, flushes apart. An operation on all lanes at once takes about
as long as one step of a Python loop::

    bit 1455                                                                0
    | 0 value | .. | 0 value | .. | 0 value | .. | 0 value |
      28 pairs of 2-8       21 pairs of 9-A     42 of one low and one high rank
      lanes 63 .. 90        lanes 42 .. 62      lane 7 * (high - 7) + low, where a deuce is rank 0

    bit 207               0
    | 0 value | .. | 0 value |
      rank A ..   .. rank 2

TOPS has the free bit of every lane: in ``a - b + TOPS & TOPS`` it stays where a is not below b. The
*weight* of a lane is the number of ways in which its ranks come. ``% 65535`` adds up all lanes, since
2**16 leaves the remainder 1 and the sum is smaller; so ``20305 % 99 == 2 + 3 + 5`` adds up lanes of two
decimal digits.

A card is a number; the sum of some cards' numbers holds everything that is needed of them::

    bit 127 .. 334  which cards, a lane a rank: its first four bits are the suits
            111  set if the ace of spades comes twice; all others up to 126 are free
         59 .. 110  which cards, 13 bits a suit
         39 .. 58   how many of each suit, 5 bits each
          0 .. 38   how many of each rank, 3 bits each: the *key*

Rows of lanes are made at first use, each from rows of one card less: the best five of n cards are the
best five of some n - 1 of them. All are kept: at most 5 MB with two cards to come, 6 MB with one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from operator import itemgetter
from struct import pack
from typing import TypeVar

from xlpoker.evaluator.cards import JOKER, TEXTS
from xlpoker.evaluator.classes import FIRST_VALUES, ladder

KEY = (1 << 39) - 1
SUIT = 39  # the first bit of the numbers of suits
DECK = 59  # the first bit of the cards by suit
LANES = 127  # the first bit of the cards by rank
_LOW = range(7)
_HIGH = range(7, 13)
_LOW_BITS = 21  # of the ranks 2-8 in a key
_LOW_KEY = (1 << _LOW_BITS) - 1


KeyType = TypeVar("KeyType")


class LazyTable(dict[KeyType, int]):
    """Cache of numbers, each computed from its key alone at first use."""

    def __init__(self, compute: Callable[[KeyType], int]) -> None:
        self._compute = compute

    def __missing__(self, key: KeyType) -> int:
        number = self._compute(key)
        self[key] = number
        return number


def _number(code: int) -> int:
    """Return the number of a card."""
    rank = code >> 2
    suit = code & 3
    in_key = 1 << 3 * rank
    in_suits = 1 << SUIT + 5 * suit
    in_deck = 1 << DECK + 13 * suit + rank
    in_lanes = 1 << LANES + 16 * rank + suit
    return in_key | in_suits | in_deck | in_lanes


CODE_NUMBER = {code: _number(code) for code in range(JOKER)}
TEXT_NUMBER: dict[str, int] = {}
for _text, _code in TEXTS.items():
    if _code != JOKER:
        TEXT_NUMBER[_text] = CODE_NUMBER[_code]
"""The numbers of cards, by their codes and by their texts."""

PAIRED = 0
for _rank in range(13):
    PAIRED |= 0b110 << 3 * _rank
"""The bits of a key that are set only if there are two cards of a rank or more."""


def _number_of_two(text: str) -> int:
    return TEXT_NUMBER[text[:2]] + TEXT_NUMBER[text[2:]]


TWO_CARDS_NUMBER = LazyTable(_number_of_two)
"""The numbers of two cards, by their text without a blank. One look-up takes a third of the time of
two with their slices."""

PAIRS = (
    *[(low, high) for high, low in product(_HIGH, _LOW)],
    *combinations_with_replacement(_HIGH, 2),
    *combinations_with_replacement(_LOW, 2),
)
"""The two ranks of each lane."""


@cache
def each_lane(lanes: int, bits: int = 16) -> int:
    """Return the lowest bit of each of some lanes.

    >>> bin(each_lane(3, 4))
    '0b100010001'
    """
    return ((1 << bits * lanes) - 1) // ((1 << bits) - 1)


EACH = each_lane(91)
EACH_RANK = each_lane(13)
"""The lowest bit of each of 91 and of 13 lanes: times a value, the value in all of them."""

TOPS = EACH << 15
TOPS_13 = EACH_RANK << 15
"""The free bit of each lane."""


def in_lanes(values: Iterable[int]) -> int:
    """Return values side by side, the first in the lowest lane."""
    numbers = tuple(values)
    lanes = pack(f"<{len(numbers)}H", *numbers)
    return int.from_bytes(lanes, "little")


def sum_of_lanes(numbers: int, lanes: int) -> int:
    """Return the sum of all lanes, however large; it must stay below 2**32.

    >>> sum_of_lanes(in_lanes([65535] * 1000), 1000)
    65535000
    """
    width = lanes + 1 >> 1
    every_second = each_lane(width, 32) * 65535
    sums = (numbers & every_second) + (numbers >> 16 & every_second)
    # Adding up halves takes a third of the time of the remainder.
    while width > 16:
        width = width + 1 >> 1
        bits = 32 * width
        sums = (sums & (1 << bits) - 1) + (sums >> bits)
    return sums % (2**32 - 1)


def spread(singles: Sequence[int]) -> int:
    """Return 91 lanes, each with the higher of the values of its two ranks."""
    of_low_ranks = _LOW_OF_LANES(singles)
    of_high_ranks = _HIGH_OF_LANES(singles)
    return in_lanes(map(max, of_low_ranks, of_high_ranks))


# --- values by rank ----------------------------------------------------------------------------------

RANK_KEYS = tuple(1 << 3 * rank for rank in range(13))
_RANKS_OF_KEY = tuple([(rank_key, 7 * rank_key) for rank_key in RANK_KEYS])
"""The key of a card of each rank, and all bits of the rank."""

PAIR_KEYS = tuple(RANK_KEYS[low] + RANK_KEYS[high] for low, high in PAIRS)
LANE_SHIFT = {key: 16 * lane for lane, key in enumerate(PAIR_KEYS)}
"""Key of two cards -> the bit at which their lane begins."""

_LOW_OF_LANES = itemgetter(*[low for low, _ in PAIRS])
_HIGH_OF_LANES = itemgetter(*[high for _, high in PAIRS])
_ZEROS = (0,) * 91

FULL_HOUSE = 7141
STRAIGHT_FLUSH = 7453
"""The lowest values of these categories; all flushes lie below, or are straight flushes."""


@cache
def five_values(deck: str = "") -> dict[int, int]:
    """Return the value of five cards that need no flush by their key, in the order of a deck."""
    values = {}
    for value, rung in enumerate(ladder(deck), FIRST_VALUES.get(deck, 1)):
        if rung.category.flush:
            continue
        keys = [RANK_KEYS[rank] for rank in rung.spread()]
        values[sum(keys)] = value
    return values


def _with_five(key: int, other_keys: Sequence[int]) -> list[int]:
    """Return the values of some cards with each of some others, 0 where these are not five."""
    keys = map(key.__add__, other_keys)
    return list(map(five_values().get, keys, _ZEROS))


def _best(key: int, rows_with_one_less: dict[int, int], row: int, tops: int) -> int:
    """Return the highest values of a row and of the rows of its cards without one of them."""
    for rank_key, rank_bits in _RANKS_OF_KEY:
        if key & rank_bits:
            row = higher(row, rows_with_one_less[key - rank_key], tops)
    return row


def higher(row: int, other_row: int, tops: int) -> int:
    """Return the higher value of each lane of two rows."""
    not_behind = row - other_row + tops & tops
    lanes = not_behind - (not_behind >> 15)  # all bits where the row is not behind
    differing_bits = (row ^ other_row) & lanes
    return other_row ^ differing_bits


def _row_of_three(key: int) -> int:
    return in_lanes(_with_five(key, PAIR_KEYS))


def _row_of_four(key: int) -> int:
    row = spread(_with_five(key, RANK_KEYS))
    return _best(key, _ROWS_OF_THREE, row, TOPS)


def _row_of_five(key: int) -> int:
    row = five_values().get(key, 0) * EACH
    return _best(key, _ROWS_OF_FOUR, row, TOPS)


_ROWS_OF_THREE = LazyTable(_row_of_three)
_ROWS_OF_FOUR = LazyTable(_row_of_four)
VALUES = LazyTable(_row_of_five)
"""Key of five cards -> 91 lanes: the value with each pair of ranks, flushes apart.

Five of a rank mean nothing.
"""


def _ranks_of_four(key: int) -> int:
    return in_lanes(_with_five(key, RANK_KEYS))


def _ranks_of_five(key: int) -> int:
    row = five_values().get(key, 0) * EACH_RANK
    return _best(key, _RANKS_OF_FOUR, row, TOPS_13)


def _ranks_of_six(key: int) -> int:
    return _best(key, RANKS_OF_FIVE, 0, TOPS_13)


_RANKS_OF_FOUR = LazyTable(_ranks_of_four)
RANKS_OF_FIVE = LazyTable(_ranks_of_five)
RANK_VALUES = LazyTable(_ranks_of_six)
"""Key of five cards, of six cards -> 13 lanes: the value with each rank."""


# --- winners -----------------------------------------------------------------------------------------


def winning_lanes(values: Sequence[int], lanes: int, tops: int) -> list[int]:
    """Return for each player the free bits of the lanes in which the value is the highest.

    Only the `lanes` whose free bits these are count. A player whose value is 0 wins none.
    """
    behind = behind_best(values, tops)
    return [value + behind & lanes if value else 0 for value in values]


def behind_best(values: Sequence[int], tops: int) -> int:
    """Return lanes that, added to a value, set the free bit where it is not lower than the best."""
    behind = tops - values[0]
    for value in values[1:]:
        if value:
            compared = value + behind
            ahead = compared & tops
            behind -= compared & ahead - (ahead >> 15)
    return behind


def lanes_by_winners(best: Sequence[int]) -> list[tuple[int, int]]:
    """Return sets of players with the free bits of the lanes that they win.

    `best` are the lanes in which each player has the highest value.

    >>> lanes_by_winners([0b1100, 0b0110, 0b0001])
    [(3, 4), (1, 8), (2, 2), (4, 1)]
    """
    won = 0
    lanes_of_sets: list[tuple[int, int]] = []
    player = 1
    for lanes in best:
        shared = lanes & won
        unshared = lanes ^ shared
        won |= lanes
        if shared:
            lanes_of_sets = _with_player(lanes_of_sets, player, shared)
        if unshared:
            lanes_of_sets.append((player, unshared))
        player <<= 1
    return lanes_of_sets


def _with_player(
    lanes_of_sets: Sequence[tuple[int, int]], player: int, shared: int
) -> list[tuple[int, int]]:
    """Return the sets of players with their lanes, given the lanes that another player shares with them."""
    split = []
    for winners, lanes in lanes_of_sets:
        with_player = lanes & shared
        if not with_player:
            split.append((winners, lanes))
            continue
        split.append((winners | player, with_player))
        without_player = lanes ^ with_player
        if without_player:
            split.append((winners, without_player))
    return split


# --- flushes -----------------------------------------------------------------------------------------

RANK_BITS = tuple(1 << rank for rank in range(13))
_PAIR_BITS = tuple(1 << low | 1 << high for low, high in PAIRS)


@cache
def flush_values(deck: str = "") -> list[int]:
    """Return the value of the best flush in each set of ranks of one suit, 0 where there is none.

    Sets are 13 bits; bit 0 is the deuce.
    """
    values = [0] * 8192
    for value, rung in enumerate(ladder(deck), FIRST_VALUES.get(deck, 1)):
        if rung.category.flush:
            bits = [RANK_BITS[rank] for rank in rung.spread()]
            values[sum(bits)] = value
    for ranks in range(8192):
        if ranks.bit_count() > 5:
            values_with_one_less = [values[ranks ^ bit] for bit in RANK_BITS if ranks & bit]
            values[ranks] = max(values_with_one_less)
    return values


def _flushes_in_lanes(ranks: int, more_ranks: Sequence[int]) -> int:
    """Return the flushes of some ranks with each of some others."""
    values = flush_values()
    return in_lanes([values[ranks | more] for more in more_ranks])


def _made_flush(ranks: int) -> int:
    return flush_values()[ranks] * EACH


def _made_flush_13(ranks: int) -> int:
    return flush_values()[ranks] * EACH_RANK


def _flushes_with_one(ranks: int) -> int:
    if ranks.bit_count() < 4:
        return 0
    return _flushes_in_lanes(ranks, RANK_BITS)


def _flushes_with_two(ranks: int) -> int:
    if ranks.bit_count() < 3:
        return 0
    return _flushes_in_lanes(ranks, _PAIR_BITS)


def _flushes_with_low(ranks: int) -> int:
    if ranks.bit_count() < 4:
        return 0
    return _flushes_in_lanes(ranks, _LOW_OF_LANES(RANK_BITS))


def _flushes_with_high(ranks: int) -> int:
    if ranks.bit_count() < 4:
        return 0
    return _flushes_in_lanes(ranks, _HIGH_OF_LANES(RANK_BITS))


MADE_FLUSH = LazyTable(_made_flush)
MADE_FLUSH_13 = LazyTable(_made_flush_13)
ONE_MORE = LazyTable(_flushes_with_one)
TWO_MORE = LazyTable(_flushes_with_two)
ONE_MORE_LOW = LazyTable(_flushes_with_low)
ONE_MORE_HIGH = LazyTable(_flushes_with_high)
"""Ranks of one suit -> the best flush in each lane, 0 where these are too few.

::

    MADE_FLUSH, MADE_FLUSH_13       91 lanes, 13 lanes    no card to come is of the suit
    ONE_MORE                        13 lanes              the only card is
    TWO_MORE                        91 lanes              both are
    ONE_MORE_LOW, ONE_MORE_HIGH     91 lanes              the lower one is, the higher one is
"""


def _for_suits(number: int, suits: Iterable[int] = range(4)) -> int:
    """Return a number in the five bits of each of some suits."""
    bits = 0
    for suit in suits:
        bits |= number << SUIT + 5 * suit
    return bits


FLUSHED = _for_suits(8)
THREE = _for_suits(5)
FOUR = _for_suits(4)
FIVE = _for_suits(3)
"""Added to a hand, THREE sets the bit in `FLUSHED` of each suit of which it has three or more cards;
FOUR and FIVE do so for four and five cards."""


def _suit_shifts() -> dict[int, tuple[int, ...]]:
    shifts_by_flags = {}
    for chosen in range(16):
        suits = [suit for suit in range(4) if chosen >> suit & 1]
        flags = _for_suits(8, suits)
        shifts = [DECK + 13 * suit for suit in suits]
        shifts_by_flags[flags] = tuple(shifts)
    return shifts_by_flags


SUIT_SHIFTS = _suit_shifts()
"""Bits of `FLUSHED` -> where in a number the cards of these suits begin."""


def _live_ranks(gone: int) -> int:
    """Return the free bits of the 13 lanes whose card can be of a suit of which some ranks are gone."""
    bits = 0
    for rank in range(13):
        is_gone = gone >> rank & 1
        if not is_gone:
            bits |= 1 << 16 * rank + 15
    return bits


def _live_pairs(gone: int) -> int:
    """Return the free bits of the 91 lanes whose cards can both be of such a suit."""
    bits = 0
    for lane, (low, high) in enumerate(PAIRS):
        is_gone = (gone >> low | gone >> high) & 1
        if low != high and not is_gone:
            bits |= 1 << 16 * lane + 15
    return bits


def _live_pairs_of_high(gone_high: int) -> int:
    return _live_pairs(gone_high << 7)


_LIVE_LOW = LazyTable(_live_pairs)
_LIVE_HIGH = LazyTable(_live_pairs_of_high)
"""`_live_pairs` by the ranks 2-8 and by the ranks 9-A that are gone."""


def _live_pairs_by_halves(gone: int) -> int:
    """Return the free bits of these lanes in a tenth of the time, by two smaller tables.

    >>> _live_pairs_by_halves(0).bit_count(), _live_pairs_by_halves(0b11).bit_count()
    (78, 55)
    """
    return _LIVE_LOW[gone & 127] & _LIVE_HIGH[gone >> 7]


LIVE_RANKS = LazyTable(_live_ranks)
LIVE_PAIRS = LazyTable(_live_pairs_by_halves)
"""Ranks of a suit that are gone -> the free bits of the lanes whose cards can all be of the suit:
13 lanes with one card to come, 91 with two."""


# --- weights -----------------------------------------------------------------------------------------

_Weights = tuple[int, int, int]
"""The weights of pairs of ranks; how many cards of each rank are left, as a factor that spreads them
over lanes, and in 13 lanes."""


class _HalfWeights(dict[int, _Weights]):
    """Key of known cards of one half of the ranks -> weights, each made from that of fewer ranks.

    `shift` is the bit where the lanes of its pairs begin, `stride` the bits from factor to factor.
    """

    def __init__(self, ranks: range, shift: int, stride: int) -> None:
        self._start = 16 * ranks.start
        self._shift = shift
        self._stride = stride
        self._higher: dict[int, _Weights] = {0: (0, 0, 0)}
        if len(ranks) > 1:
            next_shift = shift + 16 * len(ranks)
            self._higher = _HalfWeights(ranks[1:], next_shift, stride)

    def __missing__(self, key: int) -> _Weights:
        left = 4 - (key & 7)
        pairs, factor, ranks = self._higher[key >> 3]
        same_rank = left * (left - 1) // 2
        with_higher = ranks * left >> self._start
        pairs |= same_rank + with_higher << self._shift
        factor = factor << self._stride | left
        ranks |= left << self._start
        weights = (pairs, factor, ranks)
        self[key] = weights
        return weights


_LOW_WEIGHTS = _HalfWeights(_LOW, 16 * 63, 16)
_HIGH_WEIGHTS = _HalfWeights(_HIGH, 16 * 42, 16 * 7)


def lane_weights(key: int) -> int:
    """Return the number of ways in which each pair of ranks comes when the cards of a key are known.

    >>> lane_weights(0) % 65535 == 52 * 51 // 2
    True
    """
    low_pairs, low, _ = _LOW_WEIGHTS[key & _LOW_KEY]
    high_pairs, high, _ = _HIGH_WEIGHTS[key >> _LOW_BITS]
    return low_pairs + high_pairs + low * high


def rank_weights(key: int) -> int:
    """Return the number of ways in which each rank comes when the cards of a key are known."""
    low_weights = _LOW_WEIGHTS[key & _LOW_KEY]
    high_weights = _HIGH_WEIGHTS[key >> _LOW_BITS]
    return low_weights[2] | high_weights[2]


def _key_of_others(gone: int) -> int:
    key = 0
    for rank, rank_key in enumerate(RANK_KEYS):
        if not gone >> rank & 1:
            key += rank_key
    return key


OTHER_RANKS = LazyTable(_key_of_others)
"""Ranks of a suit that are gone -> the key of its other cards."""
