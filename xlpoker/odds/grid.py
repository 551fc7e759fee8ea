"""The 169 starting hands against one range: a number for each field of the 13 x 13 grid.

From the flop on every board is gone through. Before it a narrow range is counted exactly, hand by hand; against a wide
one full boards are dealt at random (all hands play on the same ones, so that neighbours compare well), unless an exact
answer is asked for, which takes some twenty seconds against any two cards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

from xlpoker.errors import HandError, whole_number
from xlpoker.odds.equity import SEED, Odds, solve
from xlpoker.odds.ranges import STARTING_HANDS, Range, parse_range, starting_hand
from xlpoker.odds.table import Cards, Table, table_of

__all__ = ["BOARDS", "Field", "Grid", "grid"]

BOARDS = 5_000
BATCHES = 20
NARROW = 60
"""A range of so many hands or fewer is counted exactly before the flop."""


@dataclass(frozen=True, slots=True)
class Field:
    """One starting hand's odds; `error` is the standard error of `equity`, 0 where it is exact."""

    hand: str
    win: float
    tie: float
    equity: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Grid:
    """The fields by name (a hand that the board and dead cards make impossible is not there), and what they mean."""

    fields: dict[str, Field]
    against: str
    board: tuple[int, ...]
    samples: int = 0
    seed: int | None = None

    def rows(self) -> list[list[Field | None]]:
        """Return the fields as they are drawn: aces first, suited hands above the diagonal."""
        return [[self.fields.get(name) for name in names] for names in STARTING_HANDS]


def grid(
    board: Cards = "",
    against: str | Range = "random",
    *,
    dead: Cards = "",
    exact: bool = False,
    boards: int = BOARDS,
    seed: int = SEED,
    progress: Callable[[int, int], None] | None = None,
) -> Grid:
    """Return the odds of each of the 169 starting hands against a range.

    >>> fields = grid("8c 9s 4c", "TT+, AK").fields
    >>> round(fields["88"].equity, 4), round(fields["AKo"].equity, 4)
    (0.9072, 0.2857)

    Raises what `xlpoker.equity` raises.
    """
    table = table_of(board, ["random", against], dead=dead)
    boards = whole_number(boards, "a number of boards", BATCHES, f"boards are too few: {BATCHES} or more are dealt")
    seed = whole_number(seed, "a seed", 0)
    if len(table.board) >= 3:
        return _on_boards(table, 0, seed)
    if exact or len(table.ranges[1].hands) <= NARROW:
        return _one_by_one(table, progress)
    return _on_boards(table, boards, seed)


def _one_by_one(table: Table, progress: Callable[[int, int], None] | None) -> Grid:
    """Count every field by itself."""
    other = table.ranges[1]
    free = set(table.ranges[0].hands)
    fields: dict[str, Field] = {}
    names = [name for row in STARTING_HANDS for name in row]
    for done, name in enumerate(names):
        hands = tuple(hand for hand in parse_range(name).hands if hand in free)
        if hands:
            mine = Range(name, hands, (1,) * len(hands))
            try:
                odds: Odds = solve(table._replace(ranges=(mine, other)), exact=True)
            except HandError:  # the other range needs all its cards
                continue
            first = odds.players[0]
            fields[name] = Field(name, first.win, first.tie, first.equity)
        if progress:
            progress(done + 1, len(names))
    return Grid(fields, other.text, table.board)


def _on_boards(table: Table, samples: int, seed: int) -> Grid:
    """Play all hands on every board, or on some random ones."""
    import xlpoker.odds.equity_boards as arrays

    first, second = table.ranges
    boards = arrays.random_boards(table, samples, seed) if samples else arrays.all_boards(table)
    parts = BATCHES if samples else 1
    sums: dict[str, list[list[float]]] = {}
    for part in range(parts):
        won, lost, tied = arrays.hand_counts(first, second, boards[part::parts])
        for hand, win, lose, tie in zip(first.hands, won.tolist(), lost.tolist(), tied.tolist(), strict=True):
            numbers = sums.setdefault(starting_hand(hand), [[0.0] * 3 for _ in range(parts)])[part]
            for place, number in enumerate((win, lose, tie)):
                numbers[place] += number
    fields = {name: field for name, batches in sums.items() if (field := _field(name, batches)) is not None}
    return Grid(fields, second.text, table.board, samples, seed if samples else None)


def _field(name: str, batches: list[list[float]]) -> Field | None:
    win, lose, tie = map(sum, zip(*batches, strict=True))
    total = win + lose + tie
    if not total:
        return None
    equity = (win + tie / 2) / total
    off = [won + shared / 2 - equity * (won + lost + shared) for won, lost, shared in batches]
    error = sqrt(sum(one * one for one in off) * len(off) / max(len(off) - 1, 1)) / total if len(off) > 1 else 0.0
    return Field(name, win / total, tie / total, equity, error)
