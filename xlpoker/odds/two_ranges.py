"""Two ranges from the flop on: the deals that each wins, by `xlpoker.odds.range_rivers` or, with NumPy, by `xlpoker.odds.range_boards`."""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.errors import PokerError
from xlpoker.evaluator.cards import JOKER, TEXTS
from xlpoker.evaluator.classes import SHORT_DECK
from xlpoker.odds.range_rivers import Hands, hands_of, on_river
from xlpoker.odds.table import Table

__all__ = ["count_ranges", "count_texts_of_ranges"]

Counts = tuple[float, float, float]


def count_ranges(table: Table) -> list[float]:
    """Return the (weighted) deals that player 1 wins, player 2 wins, and that tie: ``[0, first, second, tie]``.

    >>> from xlpoker.odds.table import table_of
    >>> count_ranges(table_of("8c 9s 4c", ["6c7c", "AhAd"]))
    [0.0, 557, 433, 0]
    """
    deck = table.game if table.game in SHORT_DECK else ""
    first, second = map(Hands, table.ranges)
    won, tied, total = _counted(table.board, table.dead, first, second, deck)
    return [0.0, won, total - won - tied, tied]


def count_texts_of_ranges(board: str, first: str, second: str, dead: str = "") -> Counts | None:
    """Return how many boards the first and neither wins, and all boards; None for texts that are to be checked.

    >>> count_texts_of_ranges("8c9s4c", "6c7c", "TT+"), count_texts_of_ranges("8c9s4c", "6c7c", "TTs+")
    ((15528, 0, 29700), None)
    """
    try:
        codes = [TEXTS[board[at : at + 2]] for at in range(0, len(board), 2)]
        out = [TEXTS[dead[at : at + 2]] for at in range(0, len(dead), 2)]
        one, two = hands_of(first), hands_of(second)
    except (AttributeError, KeyError, TypeError, PokerError):
        return None
    gone = {*codes, *out}
    if not 3 <= len(codes) <= 5 or len(gone) < len(codes) + len(out) or JOKER in gone:
        return None
    for mine, other in ((one, two), (two, one)):
        if mine.level:
            continue
        out_of_play = gone.union(other.cards[0]) if len(other.cards) == 1 else gone
        tops = [hand for hand, weight in zip(mine.cards, mine.weights, strict=True) if weight == 1]
        if not any(map(out_of_play.isdisjoint, tops)):
            return None  # weights count from the highest one that is left
    try:
        counted = _counted(codes, out, one, two)
    except ImportError:  # without NumPy hand by hand
        return None
    return counted if counted[2] else None


def _counted(board: Sequence[int], dead: Sequence[int], first: Hands, second: Hands, deck: str = "") -> Counts:
    level = first.level and second.level
    if len(board) == 5 and level and not deck:
        return on_river(board, dead, first, second)
    from xlpoker.odds.range_boards import on_boards

    won, tied, total = on_boards(board, dead, first, second, deck)
    return (round(won), round(tied), round(total)) if level else (won, tied, total)
