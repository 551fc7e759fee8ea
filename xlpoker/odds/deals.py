"""One deal of known hands, counted by the fastest engine or board by board; ranges dealt at random, from a seed.

Random hands are drawn in turn, each from those that are still free. That favours some combinations, so each deal is weighted by the
product of the weights of the free hands (importance sampling); the standard error is that of the weighted mean. Players who may hold
anything get their cards from what is left of the deck, as the board does. With NumPy `xlpoker.odds.random_deals` deals 10 to 90 times as fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from random import Random
from types import ModuleType

from xlpoker.errors import HandError
from xlpoker.evaluator.games import game_strength
from xlpoker.evaluator.hand import strength
from xlpoker.odds.known_hands import count_winners
from xlpoker.odds.ranges import HOLES, Range
from xlpoker.odds.table import Deal, Table

__all__ = ["count", "every_board", "numpy_engine", "sample"]

Row = Sequence[int]


def count(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins, by the fastest engine."""
    if deal.game == "holdem" and 0 < deal.coming < 3:
        return count_winners(deal.holes, deal.board, deal.dead)
    if deal.coming and (arrays := numpy_engine()):
        return arrays.count_winners(deal)  # type: ignore[no-any-return]
    if deal.game != "holdem" or deal.board:
        return every_board(deal)
    flops = combinations(sorted(set(range(52)) - set(deal.known())), 3)  # a board has ten of them
    counts = [count_winners(deal.holes, flop, deal.dead) for flop in flops]
    return [sum(boards) // 10 for boards in zip(*counts, strict=True)]


@cache
def numpy_engine() -> ModuleType | None:
    """Return the engine over arrays, if NumPy is there."""
    try:
        from xlpoker.odds import all_boards
    except ImportError:
        return None
    return all_boards


def every_board(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins, every board dealt and each hand valued by itself.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> every_board(Deal((tuple(parse_cards("6c 7c")), tuple(parse_cards("Ah Ad"))), tuple(parse_cards("8c 9s 4c Jh"))))
    [0, 15, 29, 0]
    """
    rest = sorted(set(range(52)) - set(deal.known()))
    counts = [0] * (1 << len(deal.holes))
    for coming in combinations(rest, deal.coming):
        counts[_winners(deal.game, deal.holes, (*deal.board, *coming))] += 1
    return counts


def _winners(game: str, holes: Sequence[Row], board: Row) -> int:
    """Return the players with the best hand as bits."""
    values = [strength([*hole, *board]) if game == "holdem" else game_strength(game, hole, board) for hole in holes]
    return sum([1 << place for place, value in enumerate(values) if value == max(values)])


# --- random deals ----------------------------------------------------------------------------------------------------


def sample(table: Table, samples: int, seed: int) -> tuple[list[float], list[float]]:
    """Return how many of some random deals each set of players wins, and the sums of the squares of their weights.

    >>> from xlpoker.odds.table import table_of
    >>> [sum(counts) for counts in sample(table_of("8c 9s 4c", ["6c7c", "random"]), 50, 1)]
    [50.0, 50.0]
    """
    if numpy_engine():
        from xlpoker.odds.random_deals import tally
    else:
        tally = _tally
    sums, squares = tally(table, samples, seed)
    if not (total := sum(sums)):
        raise HandError(f"the ranges cannot be held together, or hardly ever: in none of {samples:,} random deals")
    share = samples / total
    return [some * share for some in sums], [square * share * share for square in squares]


def _tally(table: Table, samples: int, seed: int) -> tuple[list[float], list[float]]:
    """Return the sums of the weights, and of their squares, of the random deals that each set of players wins."""
    source, size, gone = Random(seed), HOLES[table.game][0], {*table.board, *table.dead}  # noqa: S311 - cards, not secrets
    lots = [(place, one) for place, one in enumerate(table.ranges) if not one.random]
    lots.sort(key=lambda lot: len(lot[1].hands))
    sums, squares = ([0.0] * (1 << len(table.ranges)) for _ in range(2))
    for _ in range(samples):
        drawn, weight = _in_turn(lots, gone, source)
        if weight:
            rest = set(range(52)).difference(gone, *drawn.values())
            others = source.sample(sorted(rest), size * (len(table.ranges) - len(lots)) + 5 - len(table.board))
            holes = [drawn.get(place) or [others.pop() for _ in range(size)] for place in range(len(table.ranges))]
            winners = _winners(table.game, holes, [*table.board, *others])
            sums[winners] += weight
            squares[winners] += weight * weight
    return sums, squares


def _in_turn(lots: Sequence[tuple[int, Range]], gone: set[int], source: Random) -> tuple[dict[int, Row], float]:
    """Return hands each drawn from those still free, and the weight of the deal: 0 where none was free."""
    drawn: dict[int, Row] = {}
    used, total = set(gone), 1.0
    for place, one in lots:
        free = [pair for pair in zip(one.hands, one.weights, strict=True) if used.isdisjoint(pair[0])]
        weights = [weight for _, weight in free]
        total *= sum(weights)
        if not free:
            break
        drawn[place] = source.choices(free, weights)[0][0]
        used.update(drawn[place])
    return drawn, total
