"""Many hands against one range on the same board, such as the grid of the 169 starting hands.

Each board that can come is dealt once for all hands. On a board the hands of the range are sorted
by value, and their weights are summed up from the lowest::

    value of the range's hands   ..  pair of 8s   pair of 9s   two pair   straight
    weight of lower hands         0       12           40           64        82
    of these with the 7c          0        1            3            4         6
    of these with the 6c          0        0            3            4         7

    6c7c has two pair: 64 - 4 - 4 are lower and share no card with it

So a hand takes a few subtractions a board, whatever the range. There is no NumPy here: this is for
spreadsheets whose Python has none, and wide ranges take NumPy longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, combinations
from math import comb
from typing import NamedTuple

from xlpoker.errors import PokerError
from xlpoker.evaluator.cards import JOKER
from xlpoker.odds.deals import numpy_engine
from xlpoker.odds.lanes import (
    CODE_NUMBER,
    DECK,
    FLUSHED,
    KEY,
    SUIT_SHIFTS,
    THREE,
    flush_values,
)
from xlpoker.odds.range_rivers import LANE, river_values
from xlpoker.odds.ranges import Range, parse_range

__all__ = ["Share", "is_for_rows", "shares_against"]

WIDE = 400
"""The number of hands of a range from which this is faster than NumPy row by row."""
Hand = tuple[int, ...]  # of two cards


class Share(NamedTuple):
    """What the hands of a row win and tie, as shares of all deals."""

    win: float
    tie: float
    lose: float


class _Sums(NamedTuple):
    """What a hand wins and ties, and all its deals, in weights of the range's hands."""

    won: float
    tied: float
    total: float


class _Tally:
    """What each hand wins and ties against a range, in weights of the range's hands."""

    def __init__(self, hands: Sequence[Hand], opponent: Range) -> None:
        weight_of_hand = dict(zip(opponent.hands, opponent.weights, strict=True))
        self.hands = [*dict.fromkeys([*hands, *opponent.hands])]
        self.mine = len(dict.fromkeys(hands))
        self.weights = [weight_of_hand.get(hand, 0.0) for hand in self.hands]
        self.lanes = [LANE[first >> 2, second >> 2] for first, second in self.hands]
        self.suited = [self._suited(suit) for suit in range(4)]
        self.won = [0.0] * len(self.hands)
        self.tied = [0.0] * len(self.hands)

    def _suited(self, suit: int) -> list[tuple[int, int]]:
        """Return the hands with a card of a suit: the place, and the ranks in the suit as bits."""
        suited = []
        for place, hand in enumerate(self.hands):
            ranks = sum([1 << (code >> 2) for code in hand if code & 3 == suit])
            if ranks:
                suited.append((place, ranks))
        return suited

    def add_board(self, board: Sequence[int], coming: Sequence[int]) -> None:
        """Add what the hands win on a board with cards that come, five in all."""
        ranked = self._values((*board, *coming))
        levels = {value: level for level, value in enumerate(sorted(set(ranked)))}
        alive = [
            (place, first, second, levels[ranked[place]])
            for place, (first, second) in enumerate(self.hands)
            if first not in coming and second not in coming
        ]
        lower, lower_with = self._lower_weights(alive, len(levels))
        won = self.won
        tied = self.tied
        own_weights = self.weights  # it was taken off twice, once for each of its cards
        for place, first, second, level in alive:
            if place >= self.mine:
                break
            with_first = lower_with[first]
            with_second = lower_with[second]
            wins = lower[level] - with_first[level] - with_second[level]
            up_to = lower[level + 1] - with_first[level + 1] - with_second[level + 1]
            won[place] += wins
            tied[place] += up_to - wins + own_weights[place]

    def _values(self, board: Sequence[int]) -> list[int]:
        """Return the value of each hand on a board of five cards."""
        number = sum([CODE_NUMBER[code] for code in board])
        values = river_values()[number & KEY]
        ranked = [values[lane] for lane in self.lanes]
        flushed = number + THREE & FLUSHED
        if flushed:
            shift = SUIT_SHIFTS[flushed][0]
            suit = (shift - DECK) // 13
            common = number >> shift & 8191
            flushes = flush_values()
            flush_of_all = flushes[common]
            if flush_of_all:
                ranked = [max(value, flush_of_all) for value in ranked]
            for place, ranks in self.suited[suit]:
                ranked[place] = max(ranked[place], flushes[common | ranks])
        return ranked

    def _lower_weights(
        self, alive: Sequence[tuple[int, int, int, int]], levels: int
    ) -> tuple[list[float], list[list[float]]]:
        """Return the weight of the range's hands below each level: of all, and of those with a card."""
        weights = [0.0] * levels
        by_card = [[0.0] * levels for _ in range(JOKER)]
        weight_of_hand = self.weights
        for place, first, second, level in alive:
            weight = weight_of_hand[place]
            if weight:
                weights[level] += weight
                by_card[first][level] += weight
                by_card[second][level] += weight
        lower = list(accumulate(weights, initial=0.0))
        return lower, [list(accumulate(row, initial=0.0)) for row in by_card]

    def sums(self, boards: int) -> dict[Hand, _Sums]:
        """Return what each hand wins and ties, and all deals: `boards` for each pair of hands."""
        weight_with = [0.0] * JOKER
        for (first, second), weight in zip(self.hands, self.weights, strict=True):
            weight_with[first] += weight
            weight_with[second] += weight
        all_weights = sum(self.weights)
        sums: dict[Hand, _Sums] = {}
        for place, (first, second) in enumerate(self.hands[: self.mine]):
            with_cards = weight_with[first] + weight_with[second] - self.weights[place]
            deals = boards * (all_weights - with_cards)
            sums[first, second] = _Sums(self.won[place], self.tied[place], deals)
        return sums


def is_for_rows(board: Sequence[int], dead: Sequence[int], opponent: str) -> bool:
    """Tell whether `shares_against` takes the cards, and is the fastest way for many rows."""
    cards = [*board, *dead]
    if not 3 <= len(board) <= 5 or len(set(cards)) < len(cards) or JOKER in cards:
        return False
    if not numpy_engine():
        return True
    your_range = _possible_range(opponent, set(cards))
    return your_range is not None and len(your_range.hands) >= WIDE


def shares_against(
    board: Sequence[int], dead: Sequence[int], holes: Sequence[str], opponent: str
) -> list[Share | None]:
    """Return what hands or ranges of hold'em win and tie against a range from the flop on.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> flop = parse_cards("8c 9s 4c")
    >>> rows = shares_against(flop, (), ["6c 7c", "AKs", "TTs"], "TT+, AK")
    >>> [round(row.win, 4) if row else row for row in rows]
    [0.5695, 0.229, None]

    `board` has three to five different cards. None is for a text that is not understood, and for a
    hand or range of which the cards in play leave nothing.
    """
    gone = {*board, *dead}
    your_range = _possible_range(opponent, gone)
    if your_range is None:
        return [None] * len(holes)
    my_ranges = [_possible_range(hole, gone) for hole in holes]
    hands = [hand for hand_range in my_ranges if hand_range for hand in hand_range.hands]
    tally = _Tally(hands, your_range)
    deck = [code for code in range(JOKER) if code not in gone]
    coming = 5 - len(board)
    for cards in combinations(deck, coming):
        tally.add_board(board, cards)
    boards = comb(len(deck) - 4, coming)
    sums = tally.sums(boards)
    return [_share_of_range(hand_range, sums) for hand_range in my_ranges]


def _possible_range(text: str, gone: set[int]) -> Range | None:
    """Return a range without the hands that hold a card which is gone; None where nothing is left."""
    try:
        hand_range = parse_range(text)
    except PokerError:
        return None
    possible = [
        (hand, weight)
        for hand, weight in zip(hand_range.hands, hand_range.weights, strict=True)
        if gone.isdisjoint(hand)
    ]
    if not possible:
        return None
    hands, weights = zip(*possible, strict=True)
    return Range(hand_range.text, hands, weights, hand_range.random)


def _share_of_range(hand_range: Range | None, sums: dict[Hand, _Sums]) -> Share | None:
    """Return the share of a range, of its hands' sums; None where no deal is possible."""
    if hand_range is None:
        return None
    won = tied = total = 0.0
    for hand, weight in zip(hand_range.hands, hand_range.weights, strict=True):
        sums_of_hand = sums[hand]
        won += weight * sums_of_hand.won
        tied += weight * sums_of_hand.tied
        total += weight * sums_of_hand.total
    if not total:
        return None
    lost = max(total - won - tied, 0.0)
    return Share(won / total, tied / total, lost / total)
