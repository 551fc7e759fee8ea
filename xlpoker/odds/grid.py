"""The 169 starting hands against one range: exact odds for each field."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from xlpoker.errors import HandError
from xlpoker.odds.equity import Player, solve
from xlpoker.odds.ranges import STARTING_HANDS, Range, parse_range
from xlpoker.odds.table import Cards, check_board, table_of

__all__ = ["Grid", "grid"]

NAMES = [name for row in STARTING_HANDS for name in row]


class Grid(NamedTuple):
    """The odds of the first player by starting hand (a hand that the board and dead cards make impossible is not there), and what they mean."""

    fields: dict[str, Player]
    against: str
    board: tuple[int, ...]
    game: str = "holdem"

    def rows(self) -> list[list[Player | None]]:
        """Return the fields as they are drawn: aces first, suited hands above the diagonal."""
        return [[self.fields.get(name) for name in names] for names in STARTING_HANDS]


def grid(
    board: Cards = "",
    against: str | Range = "random",
    *,
    dead: Cards = "",
    game: str = "holdem",
    progress: Callable[[int, int], None] | None = None,
) -> Grid:
    """Return the odds of each of the 169 starting hands against a range, before the flop or on a board.

    >>> fields = grid("8c 9s 4c", "TT+, AK").fields
    >>> round(fields["88"].equity, 4), round(fields["AKo"].equity, 4)
    (0.9072, 0.2857)

    Raises what `xlpoker.equity` raises, and `HandError` for a board of one or two cards.
    """
    table = table_of(board, ["random", against], game, dead)
    check_board(table.board, (0, 3, 4, 5), "starting hands are compared before the flop or from it on")
    other, free = table.ranges[1], set(table.ranges[0].hands)
    fields: dict[str, Player] = {}
    for done, name in enumerate(NAMES, 1):
        hands = tuple(hand for hand in parse_range(name).hands if hand in free)
        if hands:
            mine = Range(name, hands, (1,) * len(hands))
            try:
                fields[name] = solve(table._replace(ranges=(mine, other)), exact=True).players[0]
            except HandError:  # the other range needs all its cards
                continue
        if progress:
            progress(done, len(NAMES))
    return Grid(fields, other.text, table.board, table.game)
