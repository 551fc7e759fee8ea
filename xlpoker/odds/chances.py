"""What one hand or range becomes, with nobody else's cards known: the chance of each category.

`xlpoker.odds.equity.Odds.categories` has the same for each of several players.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.odds.categories import Categories, add_kinds, named
from xlpoker.odds.deals import matchups, numpy_engine, sample
from xlpoker.odds.equity import (
    MOMENT,
    PATIENCE,
    SECONDS_ON_A_BOARD,
    SEED,
    STREETS,
    game_of,
    usual_samples,
)
from xlpoker.odds.ranges import Range
from xlpoker.odds.table import Cards, Table, check_board, table_of

__all__ = ["chances", "quick_chances"]

# Estimated seconds for one hand before the flop or of another game, measured on the slow side.
SECONDS_IN_ARRAYS = 6e-4
SECONDS_WITHOUT_NUMPY = 8e-3


def chances(
    board: Cards, hole: Cards | Range, game: str = "holdem", dead: Cards = ""
) -> Categories:
    """Return the chance of each category by the river: high card first, royal flush last.

    >>> shares = chances("8c 9s 4c", "6c 7c")
    >>> round(shares["Flush"], 4), round(shares["Straight"], 4), shares["Royal Flush"]
    (0.3062, 0.1915, 0.0)
    >>> round(chances("", "AA")["Full House"], 4)
    0.0855

    `hole` is a hand or a range. `board` is blank before the flop, or has three to five cards;
    `dead` cards are out of play. The chances are exact; from random deals, always the same, are
    those of the unknown cards of Omaha (``random``) and what takes longer than five seconds.

    Raises what `xlpoker.equity` raises.
    """
    return named(_counts(_table_of_one(board, hole, game, dead), PATIENCE))


def quick_chances(board: str, hole: str, dead: str = "") -> list[float]:
    """Return the chance of each category for a cell of a spreadsheet.

    What would take longer than a moment is sampled, from a fixed seed.

    >>> [round(share, 3) for share in quick_chances("8C 9S 4C JH", "6C 7C")]
    [0.326, 0.348, 0.0, 0.0, 0.13, 0.174, 0.0, 0.0, 0.022, 0.0]
    """
    table = _table_of_one(board, hole, game_of([hole]), dead)
    return list(named(_counts(table, MOMENT)).values())


def _table_of_one(
    board: Cards, hole: Cards | Range, game: str = "holdem", dead: Cards = ""
) -> Table:
    """Return the table of a single player."""
    table = table_of(board, [hole], game, dead, fewest=1)
    check_board(table.board, (0, 3, 4, 5), STREETS)
    return table


def _counts(table: Table, patience: float) -> Sequence[float]:
    """Return the deals by category, counted if that takes at most `patience` seconds, else sampled.

    A known hand is always counted.
    """
    (hand_range,) = table.ranges
    if hand_range.hands:
        most = patience / _seconds_of_hand(table)
        kinds = matchups(table.ranges, table.board, table.dead, most)
        if kinds is not None:
            (counts,) = add_kinds(table, kinds)
            return counts
    return sample(table, usual_samples(table.game), SEED).categories[0]


def _seconds_of_hand(table: Table) -> float:
    """Return how long it takes, by estimate, to count one hand."""
    coming = 5 - len(table.board)
    if table.game == "holdem" and coming < 3:
        return SECONDS_ON_A_BOARD[coming]
    return SECONDS_IN_ARRAYS if numpy_engine() else SECONDS_WITHOUT_NUMPY
