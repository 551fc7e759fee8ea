"""The tables of the batch kernel: what a card adds to a hand's key, and what the keys mean.

**From the prime product to a sum.** A product of primes forgets the order of the cards and nothing else: it names the
rank multiset by its exponents. A logarithm turns the product into a sum. Any weights whose sums over the multisets of
k cards all differ can take the place of log 2, log 3, log 5 ... Three such logarithms are used::

    rank        2  3  4   5   6    7    8    9     T     J      Q      K       A
    FIVE_LOG    0  1  5  22  94  312  992 2422  5624 12522  19998  43258   79415   five cards: sums to    360,918
    SEVEN_LOG   0  1  5  22  98  453 2031 8698 22854 83661 262349 636345 1479181   six, seven: sums to  7,825,759
    base 5      5 ** rank: the exponents themselves as digits; any number of cards

The first two were found greedily, each weight the smallest that keeps the sums different. The sum of five is small enough
to be the index of a table itself, with zeros between the 6,175 multisets. `_place` writes all values and reads them again,
which proves that no two collide.

Such a table for six or seven would take 16 MB for 49,205 values, most of them alone in their cache line. `folded` cuts
it into lines of 1,024 and lays these over one another, each shifted until its values fall between those already there
(row displacement). The result takes 260 kB and one more look-up by 13 bits::

    SEVEN_LOG  22 .......... 10  9 .......... 0      value = folded[sum + moves[sum >> 10]]     (modulo 2 ** 32)
               line              column

**Keys of 32 bits**, one for each card, added up (`five_keys`, `seven_keys`)::

    31 ........ 20  19 ...................... 0        31 ...... 23  22 ................... 0
    S   H   D   C   FIVE_LOG                           S   H   D     SEVEN_LOG
    one octal digit a suit; a flush is a digit 5       one octal digit a suit, clubs are the rest of the hand;
                                                       a table of 512 tells whether five are of a suit

A pair of cards is looked up at once: two neighbouring uint8 are one uint16, the index into a table of 65,536 sums. Of
these 52 x 52 are in use (52 rows of 208 bytes), which stay in the first-level cache. The other places are for pairs
that are no two cards: a card twice, a joker, 255 and everything else. They hold numbers such that no sum with one,
two or three of them is the sum of a hand: `FIVE_FLAGS` and `SEVEN_FLAGS`. So such a *broken* pair is found without a
test of its own.

**The dense index** serves eight and nine cards, jokers and short hands. A hand is four masks of 13 ranks, one for each
suit. Every mask has a base-5 sum, in two halves (ranks 2-8 below bit 17, 9-A above). Adding the four gives the digits
of the whole hand. ``high_place[m][high] + low_place[low]`` numbers the multisets of m cards without a gap::

    key 30 ...... 17  16 ........ 0          m = 7: 0 .. 49,204     m = 9: 0 .. 270,269
        A K Q J T 9   8 7 6 5 4 3 2

`ranks(m, j, rule)` holds the best value of m cards and j jokers there. Each table is made from a smaller one as in
`xlpoker.evaluator.primes`. The best of n cards is the best of some n - 1. A joker is the best rank of which there
are fewer than four. `flushes(j)` holds the value of the best flush of a mask of one suit with j jokers, 0 for none.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.evaluator.cards import JOKER
from xlpoker.evaluator.classes import (
    EIGHT_OR_BETTER,
    FIRST_VALUES,
    ORDERS,
    THREE_CARD,
    TOP,
    HandClass,
    ladder,
    short_values,
    values_by_category,
)

__all__ = [
    "FIVE_LOG",
    "SEVEN_LOG",
    "Codes",
    "Numbers",
    "card_masks",
    "card_sets",
    "five_keys",
    "flushes",
    "folded",
    "index_of",
    "low_bits",
    "lows_of_omaha",
    "mask_keys",
    "pair_masks",
    "ranks",
    "seven_keys",
]

Codes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[Any]

FIVE_LOG = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
SEVEN_LOG = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
FIVE_BITS, SEVEN_BITS, LINE_BITS = 20, 23, 10
FIVE_SUITS = 0o1111 << FIVE_BITS
SEVEN_SUITS = (0, 1, 8, 64)

# What a broken pair, and a broken single card, adds instead of a key. Five cards: a logarithm so large that the sum lies
# above the highest hand (360,918); two broken pairs and a broken card run over 20 bits to a place that no hand has.
# Six and seven: a sum of suits (modulo 512) that no hand has, found by trying all (a test does it again).
FIVE_FLAGS = (360_919, 360_921)
SEVEN_FLAGS = (306 << SEVEN_BITS, 361 << SEVEN_BITS)

_LOW = 7  # ranks in the lower half of a base-5 key
HIGH_SHIFT = 17
_LOW_KEY = (1 << HIGH_SHIFT) - 1
_CARDS = np.arange(JOKER)
_RANKS = _CARDS >> 2
_SUITS = _CARDS & 3
_PLACES_AT_ONCE = 1024


def _digits(half: int) -> Numbers:
    """Return how many cards each base-5 number of that many digits stands for."""
    counts = np.zeros(1, np.int64)
    next_digit = np.arange(5)[:, None]
    for _ in range(half):
        counts = (next_digit + counts).ravel()
    return counts


_LOW_CARDS = _digits(_LOW)
_HIGH_CARDS = _digits(13 - _LOW)


def _base5_key(rank: int) -> int:
    """Return the base-5 key of one card of a rank."""
    digit = rank % _LOW
    key = int(5**digit)
    return key if rank < _LOW else key << HIGH_SHIFT


_BASE5 = np.array([_base5_key(rank) for rank in range(13)])


# --- keys of 32 bits -------------------------------------------------------------------------------------------------


def _pairs(singles: Numbers, flags: tuple[int, int]) -> tuple[Numbers, Numbers]:
    """Return the tables of two cards and of one: 65,536 and 256 keys."""
    pair_flag, card_flag = flags
    pair_keys = np.full((256, 256), pair_flag, np.uint32)
    pair_keys[:JOKER, :JOKER] = singles[:, None] + singles
    pair_keys[_CARDS, _CARDS] = pair_flag
    card_keys = np.full(256, card_flag, np.uint32)
    card_keys[:JOKER] = singles
    return pair_keys.ravel(), card_keys


@cache
def five_keys(game: str = "") -> tuple[Numbers, Numbers, Numbers]:
    """Return for five cards: the keys of pairs, the keys of single cards, and the values by the lower 20 bits of the sum.

    In a game without flushes the keys have no suits.
    """
    keys = np.array(FIVE_LOG)[_RANKS]
    if ORDERS[game].has_flushes:
        keys += 1 << FIVE_BITS + 3 * _SUITS
    pair_keys, card_keys = _pairs(keys.astype(np.uint32), FIVE_FLAGS)
    values = np.zeros(1 << FIVE_BITS, np.uint16)
    _place(values, _log_sums(5), ranks(5, game=game))
    pair, single = FIVE_FLAGS
    broken = (2 * pair + single) % (1 << FIVE_BITS)
    assert not values[broken], "a broken hand looks like a hand"
    return pair_keys, card_keys, values


@cache
def seven_keys(cards: int, game: str = "") -> tuple[Numbers, Numbers, Numbers, Numbers, Numbers]:
    """Return for six or seven cards: the keys of pairs and single cards, moves and values (`folded`), and a table of suits.

    By the upper 9 bits of the sum the last tells whether a row may have a flush or is broken. In a game without flushes
    the keys have no suits.
    """
    has_flushes = ORDERS[game].has_flushes
    keys = np.array(SEVEN_LOG)[_RANKS]
    if has_flushes:
        keys += np.array(SEVEN_SUITS)[_SUITS] << SEVEN_BITS
    pair_keys, card_keys = _pairs(keys.astype(np.uint32), SEVEN_FLAGS)
    moves, values = folded(cards, game)
    special = np.ones(512, np.bool_)
    if not has_flushes:
        special[0] = False
        return pair_keys, card_keys, moves, values, special
    for cards_by_suit in _suit_counts(cards):
        sum_of_suits = sum(map(int.__mul__, cards_by_suit, SEVEN_SUITS))
        special[sum_of_suits] = max(cards_by_suit) >= 5
    return pair_keys, card_keys, moves, values, special


@cache
def folded(cards: int, game: str = "") -> tuple[Numbers, Numbers]:
    """Return how far each line of the table of values by sums is moved, and the folded table.

    The folded table has all lines laid one over another.

    The fullest line comes first. Each begins where the one before it does, or at the next place
    where no two values collide. The search goes back to the start when lines have become half as
    full. (To begin from the start each time would save a sixth of the table and take six times as
    long.)
    """
    sums = _log_sums(cards)
    lines = sums >> LINE_BITS
    columns = sums & (1 << LINE_BITS) - 1
    starts = _starts(cards)
    # a sum that is no hand's has a place too
    size = int(starts.max()) + (1 << LINE_BITS)
    table = np.zeros(size, np.uint16)
    _place(table, starts[lines] + columns, ranks(cards, game=game))
    starts_before = np.arange(len(starts)) << LINE_BITS
    moves = starts - starts_before
    return moves.astype(np.uint32), table


@cache
def _starts(cards: int) -> Numbers:
    """Return where each line of the sums of six or seven cards begins, the same in every game."""
    sums = _log_sums(cards)
    return _starts_of_lines(sums >> LINE_BITS, sums & (1 << LINE_BITS) - 1)


def _starts_of_lines(lines: Numbers, columns: Numbers) -> Numbers:
    """Return where each line begins in the folded table.

    `lines` and `columns` are those of each value in the table that is not folded.
    """
    counts = np.bincount(lines, minlength=1 << SEVEN_BITS - LINE_BITS)
    order = lines.argsort(kind="stable")
    columns_by_line = columns[order].tolist()
    ends = counts.cumsum()
    begins = ends - counts
    fullest_first = (-counts).argsort(kind="stable")
    used_lines = fullest_first[: np.count_nonzero(counts)]
    starts = np.zeros(len(counts), np.int64)
    taken = bytearray(1 << 16)  # a bit a place
    start = 0
    full = 0
    for line in used_lines.tolist():
        line_columns = columns_by_line[begins[line] : ends[line]]
        if 2 * len(line_columns) <= full or not full:
            start = 0
            full = len(line_columns)
        start = _first_free_start(taken, line_columns, start)
        starts[line] = start
        for column in line_columns:
            place = start + column
            taken[place >> 3] |= 1 << (place & 7)
    return starts


def _first_free_start(taken: bytearray, columns: list[int], start: int) -> int:
    """Return the first place from `start` on at which a line with these columns meets no other.

    1,024 places are tried at once: a bit for each place that is taken, shifted by each column.
    """
    while True:
        last = start + _PLACES_AT_ONCE + (1 << LINE_BITS)
        taken_bytes = taken[start >> 3 : (last >> 3) + 1]
        taken_bits = int.from_bytes(taken_bytes, "little") >> (start & 7)
        collisions = 0
        for column in columns:
            collisions |= taken_bits >> column
        free = ~collisions & (1 << _PLACES_AT_ONCE) - 1
        if free:
            lowest_bit = free & -free
            return start + lowest_bit.bit_length() - 1
        start += _PLACES_AT_ONCE


def _place(table: Numbers, places: Numbers, values: Numbers) -> None:
    table[places] = values
    assert np.array_equal(table[places], values), "two multisets have one logarithm"


def _log_sums(cards: int) -> Numbers:
    """Return the sum of logarithms of every rank multiset of five, six or seven cards, in the order of the dense index."""
    sums = np.zeros(len(multiset_keys(cards)), np.int64)
    logs = FIVE_LOG if cards == 5 else SEVEN_LOG
    for times, log in zip(multisets(cards), logs, strict=True):
        sums += times * np.int64(log)
    return sums


def _suit_counts(cards: int) -> list[tuple[int, int, int, int]]:
    """Return all ways to divide cards among the suits."""
    counts = []
    for diamonds, hearts, spades in product(range(cards + 1), repeat=3):
        clubs = cards - diamonds - hearts - spades
        if clubs >= 0:
            counts.append((clubs, diamonds, hearts, spades))
    return counts


# --- the dense index -------------------------------------------------------------------------------------------------


@cache
def card_masks() -> Numbers:
    """Return the bit of each card, 13 ranks a suit, clubs lowest; 0 for a joker and everything that is no card."""
    bits = np.zeros(256, np.uint64)
    bits[:JOKER] = 1 << (13 * _SUITS + _RANKS)
    return bits


def card_sets(hands: Codes | list[int]) -> Numbers:
    """Return the cards of each hand as bits: (..., cards) codes give (...) sets.

    >>> card_sets(np.array([[0, 4], [12, 16]])).tolist()
    [3, 24]
    """
    sets: Numbers = np.bitwise_or.reduce(card_masks()[hands], axis=-1)
    return sets


@cache
def pair_masks() -> Numbers:
    """Return the bits of two neighbouring cards, as one uint16 index."""
    return (card_masks()[:, None] | card_masks()).ravel()


@cache
def mask_keys() -> Numbers:
    """Return the base-5 key of each set of ranks (13 bits)."""
    keys = np.zeros(1 << 13, np.int64)
    for rank in range(13):
        bit = 1 << rank
        without_rank = keys[:bit]
        keys[bit : 2 * bit] = without_rank + _BASE5[rank]
    return keys


@cache
def low_place() -> Numbers:
    """Return the number of each lower half among those with as many cards."""
    places = np.zeros(len(_LOW_CARDS), np.int64)
    for cards in range(4 * _LOW + 1):
        same = cards == _LOW_CARDS
        places[same] = np.arange(np.count_nonzero(same))
    return places


@cache
def high_place(cards: int) -> Numbers:
    """Return where the multisets of that many cards with each upper half begin."""
    lows = np.bincount(_LOW_CARDS)  # lower halves by their cards
    rest = cards - _HIGH_CARDS
    is_possible = (rest >= 0) & (rest < len(lows))
    low_cards = np.clip(rest, 0, len(lows) - 1)
    room = np.where(is_possible, lows[low_cards], 0)
    places: Numbers = np.cumsum(room) - room
    return places


def index_of(keys: Numbers, cards: int) -> Numbers:
    """Return the dense index of base-5 keys of hands of that many cards; meaningless, even out of range, for five of a rank."""
    high = keys >> HIGH_SHIFT
    low = keys & _LOW_KEY
    first_places = high_place(cards).take(high, mode="clip")
    places: Numbers = first_places + low_place().take(low, mode="clip")
    return places


@cache
def multiset_keys(cards: int) -> Numbers:
    """Return the base-5 keys of all rank multisets of that many cards, in the order of the dense index."""
    lows_by_cards = [np.flatnonzero(count == _LOW_CARDS) for count in range(cards + 1)]
    keys = []
    for high, high_cards in enumerate(_HIGH_CARDS.tolist()):
        if high_cards <= cards:
            lows = lows_by_cards[cards - high_cards]
            keys.append(lows + (high << HIGH_SHIFT))
    return np.concatenate(keys)


@cache
def _low_digits() -> Numbers:
    """Return the base-5 digits of all lower halves; those of the upper halves are the first 15,625 of them."""
    digits = np.indices((5,) * _LOW, np.uint8)
    highest_first = digits.reshape(_LOW, -1)
    return highest_first[::-1]


@cache
def multisets(cards: int) -> Numbers:
    """Return for each of the 13 ranks how often it occurs in every rank multiset of that many cards."""
    keys = multiset_keys(cards)
    digits = _low_digits()
    high_digits = digits[: 13 - _LOW]
    low = digits.take(keys & _LOW_KEY, axis=1)
    high = high_digits.take(keys >> HIGH_SHIFT, axis=1)
    return np.concatenate([low, high])


@cache
def ranks(cards: int, jokers: int = 0, rule: str = "natural", game: str = "") -> Numbers:
    """Return the best value without a flush of every rank multiset of that many cards, jokers apart.

    For a short-deck game: five cards and more, no jokers, and the value 0 for multisets with a rank outside its deck. Hands of
    three-card poker have three. Where a hand can be no low, its value is 0.
    """
    if jokers:
        return _with_joker(cards, jokers, rule, game)
    cards_of_ladder = 3 if game == THREE_CARD else 5
    if cards == cards_of_ladder:
        return _values_of_ladder(cards, game)
    if cards < 5:
        return _values_of_short_hands(cards)
    return _best(cards, cards - 1, 0, rule, game)


def _values_of_ladder(cards: int, game: str) -> Numbers:
    """Return the values of the rank multisets of a game's classes: of five cards, or of three."""
    best: Numbers = np.zeros(len(multiset_keys(cards)), np.uint16)
    for category, ranks_of_classes, values in values_by_category(game):
        if category.flush:
            continue
        if category.straight:
            spreads = [HandClass(category, ranks).spread() for ranks in ranks_of_classes]
            keys = _BASE5[spreads].sum(axis=1)
        else:
            keys = _BASE5[ranks_of_classes] @ category.shape
        best[index_of(keys, cards)] = values
    return best


def _values_of_short_hands(cards: int) -> Numbers:
    """Return the values of the rank multisets of one to four cards; no cards have the value 0."""
    best = np.zeros(len(multiset_keys(cards)), np.float64)
    spreads = []
    values = []
    for rung, value in short_values().items():
        spread = rung.spread()
        if len(spread) == cards:
            spreads.append(spread)
            values.append(value)
    if spreads:
        keys = _BASE5[np.array(spreads)].sum(axis=1)
        best[index_of(keys, cards)] = values
    return best


def _best(cards: int, other_cards: int, jokers: int, rule: str, game: str = "") -> Numbers:
    """Return the largest value of the hands that are one card smaller or larger.

    Smaller hands lack one of the cards (`other_cards` is less than `cards`); in larger ones a card
    takes the place of a joker.
    """
    counts = multisets(cards)
    keys = multiset_keys(cards)
    table = ranks(other_cards, jokers, rule, game)
    best = np.zeros(len(keys), table.dtype)
    step = other_cards - cards
    for rank in range(13):
        is_possible = counts[rank] > 0 if step < 0 else counts[rank] < 4
        # the index means nothing where the hand has no such card to take away
        index = index_of(keys + step * _BASE5[rank], other_cards)
        np.maximum(best, table.take(index, mode="clip"), out=best, where=is_possible)
    return best


def _with_joker(cards: int, jokers: int, rule: str, game: str) -> Numbers:
    best = _best(cards, cards + 1, jokers - 1, "natural", game)
    if rule == "five" and cards + jokers >= 5 and not game:
        for rank, times in enumerate(multisets(cards)):
            has_five = times + jokers >= 5
            best[has_five] = TOP + 1 + rank
    return best


@cache
def flushes(jokers: int = 0, game: str = "") -> Numbers:
    """Return the value of the best flush of each set of ranks in one suit (13 bits) with that many jokers, 0 for none."""
    masks = np.arange(1 << 13)
    if jokers:
        fewer_jokers = flushes(jokers - 1, game)
        values = []
        for rank in range(13):
            has_rank = masks >> rank & 1
            with_rank = fewer_jokers[masks | 1 << rank]
            values.append(np.where(has_rank, 0, with_rank))
        with_joker: Numbers = np.max(values, axis=0)
        return with_joker
    best = np.zeros(1 << 13, np.uint16)
    for category, ranks_of_classes, values_of_classes in values_by_category(game):
        if not category.flush:
            continue
        for ranks_of_class, value in zip(ranks_of_classes, values_of_classes, strict=True):
            spread = HandClass(category, ranks_of_class).spread()
            best[sum(1 << rank for rank in spread)] = value
    cards = np.bitwise_count(masks)
    for count in range(6, 14):
        larger = masks[cards == count]
        values = []
        for rank in range(13):
            has_rank = larger >> rank & 1
            without_rank = best[larger & ~(1 << rank)]
            values.append(np.where(has_rank, without_rank, 0))
        best[larger] = np.max(values, axis=0)
    return best


# --- the low half of Omaha -------------------------------------------------------------------------------------------

_LOW_BIT = {rank: 1 << place for place, rank in enumerate(reversed(ORDERS[EIGHT_OR_BETTER].ranks))}
"""A bit for each rank of a low: the ace is bit 0, an eight bit 7."""


@cache
def low_bits() -> Codes:
    """Return the bit of each card from the ace to the eight, 0 for all other codes."""
    bits = np.zeros(256, np.uint8)
    for rank, bit in _LOW_BIT.items():
        bits[4 * rank : 4 * rank + 4] = bit
    return bits


@cache
def lows_of_omaha() -> Numbers:
    """Return the value of the best low, 0 for none, by the low ranks of the hole cards and of the board: (256, 256).

    >>> ace_and_two, three_to_five = 0b11, 0b11100
    >>> lows_of_omaha()[ace_and_two, [three_to_five, 0b1100]].tolist()
    [60056, 0]

    Each low is two ranks of the hole cards and three others of the board. The weakest is written first.
    """
    best = np.zeros((256, 256), np.uint16)
    sets = np.arange(256)
    for value, rung in enumerate(ladder(EIGHT_OR_BETTER), FIRST_VALUES[EIGHT_OR_BETTER]):
        bits = [_LOW_BIT[rank] for rank in rung.ranks]
        for first, second in combinations(bits, 2):
            of_hole = first | second
            of_board = sum(bits) - of_hole
            holes = np.flatnonzero(sets & of_hole == of_hole)
            boards = np.flatnonzero(sets & of_board == of_board)
            best[np.ix_(holes, boards)] = value
    return best
