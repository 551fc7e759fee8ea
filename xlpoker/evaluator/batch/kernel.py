"""Whole arrays of hands: (n, k) card codes -> values and winners; a bad row is a code, not a value.

Input is uint8: a card is 4 * rank + suit (2C 0 .. AS 51), a joker 52, a missing card 255. Output is
the value that `xlpoker.evaluator.hand.strength` gives for each row, **higher is better**: whole
numbers 1 (7-5-4-3-2) .. 7462 (royal flush) for five to nine cards, fractions between them for one
to four. A bad row has the value 0; beside the values stands which rows are bad. These are rows with
no card, a missing one, anything else than a card, a card twice or more than two jokers::

    >>> import numpy as np
    >>> strengths(np.array([[2, 14, 24, 46, 50], [2, 2, 24, 46, 50], [2, 255, 24, 46, 50]], np.uint8))
    (array([1137,    0,    0], dtype=uint16), array([False,  True,  True]))

**How a row is valued.** Every card has a number, and the sum of a hand's numbers is the key of a
table. The sum is the logarithm of the prime product, drawn with its bits in
`xlpoker.evaluator.batch.tables`. Rows go one of two ways:

- *quick*, five to seven different cards, no joker: two cards at a look-up, one sum, one table, in
  NumPy (`engine_numpy`). With Numba (`engine_numba`, chosen where it is installed) it takes a
  third of the time;
- *slow*, all others: a row becomes four masks of 13 ranks, one for each suit. Together
  they say whether a card stands twice (fewer bits than cards), their base-5 keys add up to the rank
  multiset, and each suit alone looks up its best flush. The value is the largest of these five
  look-ups. From eight cards on a full house or four of a kind can stand beside a flush. With jokers
  two suits can have a flush. The value is the maximum of all.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from types import ModuleType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

import xlpoker.evaluator.batch.engine_numpy as numpy_engine
from xlpoker.errors import HandError, OptionError
from xlpoker.evaluator.batch.codes import BAD, MISSING, checked
from xlpoker.evaluator.batch.engine_numpy import SUIT, best_flush, masks
from xlpoker.evaluator.batch.tables import Codes, Numbers, flushes, index_of, mask_keys, ranks
from xlpoker.evaluator.cards import JOKER, MAX_JOKERS, check_rule
from xlpoker.evaluator.classes import DEUCE_TO_SEVEN, ORDERS, SHORT_DECK, SIX

__all__ = [
    "BAD",
    "MISSING",
    "Showdown",
    "bad_rows",
    "checked",
    "decide",
    "decide_halves",
    "engine_for",
    "jokers_in",
    "masks",
    "shared",
    "showdown",
    "slow_strengths",
    "strengths",
]

Bad = npt.NDArray[np.bool_]
CHUNK = 1 << 14
COMPILED_FROM = 1 << 20
"""Rows from which Numba is worth half a second and 60 MB of loading.

Once loaded, it values arrays of any size.
"""


def engine_for(rows: int) -> ModuleType:
    """Return the engine for that many rows: NumPy's, or Numba's where it is installed and worth loading."""
    is_loaded = "numba" in sys.modules
    if not is_loaded and rows < COMPILED_FROM:
        return numpy_engine
    if not is_loaded and find_spec("numba") is None:
        return numpy_engine
    import xlpoker.evaluator.batch.engine_numba as numba_engine

    return numba_engine


def strengths(codes: npt.ArrayLike, jokers: str = "natural", game: str = "") -> tuple[Numbers, Bad]:
    """Return the value of each row, and whether it is bad (value 0).

    A `game` is one with an order of hands of its own for five to seven cards of the full deck: razz or 2-7.

    Values are uint16 from five columns on and float64 below. Raises what `checked` raises, and `OptionError` for an
    unknown joker rule.
    """
    check_rule(jokers)
    hands = checked(codes)
    rows, cards = hands.shape
    if not 5 <= cards <= 7:
        return slow_strengths(hands, jokers, game)
    best: Numbers = np.empty(rows, np.uint16)
    bad = np.zeros(rows, np.bool_)
    rest = engine_for(rows).quick(hands, best, game)
    if len(rest):
        other_hands = hands.take(rest, axis=0)
        best[rest], bad[rest] = slow_strengths(other_hands, jokers, game)
    return best, bad


def slow_strengths(hands: Codes, rule: str = "natural", game: str = "") -> tuple[Numbers, Bad]:
    """Return the values of any rows, and whether they are bad.

    Rows have one to nine cards, jokers among them, or are of a game with an order of its own.
    """
    rows, cards = hands.shape
    has_whole_values = cards >= 5 or game
    best: Numbers = np.zeros(rows, np.uint16 if has_whole_values else np.float64)
    bad = np.zeros(rows, np.bool_)
    for start in range(0, rows, CHUNK):
        part = hands[start : start + CHUNK]
        values = best[start : start + CHUNK]
        sets = masks(part)
        wild = jokers_in(part)
        wrong = bad_rows(part, sets, wild)
        if game in SHORT_DECK:
            is_out_of_deck = (part < 4 * SIX) | (part == JOKER)
            wrong |= is_out_of_deck.any(axis=1)
        if game == DEUCE_TO_SEVEN:
            wrong |= wild > 0
        for jokers in range(min(MAX_JOKERS, cards) + 1):
            alike = np.flatnonzero(~wrong & (wild == jokers))
            if len(alike):
                card_sets = sets[alike].astype(np.int64)
                values[alike] = set_values(card_sets, cards - jokers, jokers, rule, game)
        bad[start : start + CHUNK] = wrong
    return best, bad


def set_values(
    sets: Numbers, cards: int, jokers: int = 0, rule: str = "natural", game: str = ""
) -> Numbers:
    """Return the values of hands of that many cards, given as sets, and jokers.

    The value is the best of the ranks alone and of each suit; in 2-7 a flush counts though it is worse.
    """
    keys = mask_keys().take(sets & SUIT)
    for suit in (13, 26, 39):
        keys += mask_keys().take(sets >> suit & SUIT)
    index = index_of(keys, cards)
    best: Numbers = ranks(cards, jokers, rule, game).take(index)
    order = ORDERS[game]
    is_short = cards + jokers < 5 and not game
    if is_short or not order.has_flushes:
        return best
    flush = best_flush(sets, flushes(jokers, game))
    if order.low:
        return np.where(flush > 0, flush, best)
    return np.maximum(best, flush)


def jokers_in(hands: Codes) -> Codes:
    """Return how many jokers each row holds."""
    wild = np.zeros(len(hands), np.uint8)
    if len(hands) and hands.max() >= JOKER:
        for column in hands.T:  # a sum along short rows takes four times as long
            is_joker = column == JOKER
            np.add(wild, is_joker, out=wild)
    return wild


def bad_rows(hands: Codes, sets: Numbers, wild: Numbers) -> Bad:
    """Tell which rows of any number of cards are bad, from their `masks` and their numbers of jokers."""
    has_other_cards = np.bitwise_count(sets) + wild != hands.shape[1]
    bad: Bad = has_other_cards | (wild > MAX_JOKERS)
    return bad


class Showdown(NamedTuple):
    """The showdowns of n rows: `values` (n, N), `winners` (n,) 1 .. N, 0 a tie, -1 a bad row.

    Where the pot is halved, `lows` are the values of the low hands (n, N), 0 for none, and the winner is who wins both
    halves alone.
    """

    values: Numbers
    winners: npt.NDArray[np.int8]
    lows: Numbers | None = None


def showdown(hands: Sequence[npt.ArrayLike], jokers: str = "natural") -> Showdown:
    """Return the showdown of two or more hands in every row.

    Each hand is an array with as many rows, of one to nine cards. A card that stands in two hands
    makes the row bad, unless it is part of a common board. Hands of six and more cards may share up
    to five cards when all of them share the same ones.
    """
    arrays = [checked(hand) for hand in hands]
    if not arrays:
        raise HandError("no hands: a showdown needs one or more")
    rows = [len(hand) for hand in arrays]
    if len(set(rows)) != 1:
        raise OptionError(f"hands of {', '.join(map(str, rows))} rows cannot be compared")
    results = [strengths(hand, jokers) for hand in arrays]
    may_share_a_board = all(hand.shape[1] >= 6 for hand in arrays)
    bad = shared([masks(hand) for hand in arrays], board=may_share_a_board)
    return decide(results, bad)


def shared(sets: Sequence[Numbers], *, board: bool) -> Bad:
    """Tell which rows have a card in two of these sets; with `board` up to five cards common to all do not count."""
    if board:
        common = sets[0].copy()
        for cards in sets[1:]:
            common &= cards
        common[np.bitwise_count(common) > 5] = 0
        sets = [cards & ~common for cards in sets]
    seen = sets[0].copy()
    twice = np.zeros_like(seen)
    for cards in sets[1:]:
        twice |= seen & cards
        seen |= cards
    is_shared: Bad = twice != 0
    return is_shared


def decide(results: Sequence[tuple[Numbers, Bad]], bad: Bad) -> Showdown:
    """Return the showdown of hands whose values are known, and whether they are bad.

    `bad` are the rows that are bad beside those.
    """
    best = results[0][0]
    winner = np.ones(len(best), np.int8)
    for number, (values, _) in enumerate(results[1:], 2):
        winner[values == best] = 0
        winner[values > best] = number
        best = np.maximum(best, values)
    winner[bad] = -1
    for _, bad_hands in results:
        winner[bad_hands] = -1
    values_by_player = np.stack([values for values, _ in results], axis=1)
    return Showdown(values_by_player, winner)


def decide_halves(
    results: Sequence[tuple[Numbers, Bad]], lows: Sequence[Numbers], bad: Bad
) -> Showdown:
    """Return the showdown of hands whose pot is halved, as `decide` does.

    Who wins both halves alone is the winner; without any low hand that is the winner of the high half.
    """
    high = decide(results, bad)
    no_bad_rows = np.zeros_like(bad)
    low = decide([(values, no_bad_rows) for values in lows], no_bad_rows)
    has_low = low.values.any(axis=1)
    is_split = has_low & (low.winners != high.winners) & (high.winners > 0)
    winners = np.where(is_split, np.int8(0), high.winners)
    return Showdown(high.values, winners, low.values)
