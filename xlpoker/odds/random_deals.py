"""Random deals as arrays, drawn as `xlpoker.odds.deals` draws them one by one, and valued by the batch kernel; needs NumPy."""

from __future__ import annotations

import numpy as np

from xlpoker.evaluator.batch.tables import Numbers, card_masks
from xlpoker.odds.all_boards import winners_of_rows
from xlpoker.odds.ranges import HOLES
from xlpoker.odds.table import Table

__all__ = ["tally"]

_CHUNK = 1 << 14


def tally(table: Table, samples: int, tries: int, seed: int) -> list[int]:
    """Return how many random deals each set of players wins, of at most so many tries.

    >>> from xlpoker.odds.table import table_of
    >>> sum(tally(table_of("8c 9s 4c", ["6c7c", "random"]), 50, 100, 1))
    50
    """
    source, size, players = np.random.default_rng(seed), HOLES[table.game][0], len(table.ranges)
    lots = [
        (place, np.array(one.hands, np.uint8))
        for place, one in enumerate(table.ranges)
        if not one.random
    ]
    masks = [np.bitwise_or.reduce(card_masks()[hands], axis=1) for _, hands in lots]
    chances = [
        np.array(one.weights) / sum(one.weights) if len(set(one.weights)) > 1 else None
        for one in table.ranges
    ]
    ends = list(range(0, size * players + 1, size))
    columns = [
        ends[place] + card
        for place, one in enumerate(table.ranges)
        if one.random
        for card in range(size)
    ]
    columns += range(ends[-1] + len(table.board), ends[-1] + 5)
    gone = np.bitwise_or.reduce(card_masks()[[*table.board, *table.dead]])
    counts, left = np.zeros(1 << players, np.int64), samples
    for start in range(0, tries, _CHUNK):
        used = np.full(min(_CHUNK, tries - start), gone)
        picks: list[Numbers] = []
        for (place, hands), mask in zip(lots, masks, strict=True):
            pick = source.choice(len(hands), len(used), p=chances[place])
            free = np.flatnonzero((used & mask[pick]) == 0)
            picks = [one[free] for one in (*picks, pick)]
            used = used[free] | mask[picks[-1]]
        used = used[:left]
        cards = np.empty(
            (ends[-1] + 5, len(used)), np.uint8
        )  # a row for each card is written faster
        cards[ends[-1] : ends[-1] + len(table.board)] = np.array(table.board, np.uint8)[:, None]
        for (place, hands), pick in zip(lots, picks, strict=True):
            cards[ends[place] : ends[place + 1]] = hands[pick[:left]].T
        for column in columns:
            cards[column] = _free_cards(used, source)
        counts += np.bincount(winners_of_rows(table.game, cards.T, ends), minlength=len(counts))
        left -= len(used)
        if not left:
            break
    return counts.tolist()


def _free_cards(used: Numbers, source: np.random.Generator) -> Numbers:
    """Return for each deal a card that is not used, and mark it as used."""
    codes = source.integers(0, 52, used.size)
    while (again := np.flatnonzero(used & card_masks().take(codes))).size:
        codes[again] = source.integers(0, 52, again.size)
    used |= card_masks().take(codes)
    return codes
