"""Remarks on the rows of a table beside their results: boards without a river, other games, later rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from xlpoker.errors import LayoutError, counted, quoted
from xlpoker.evaluator.cards import count_cards
from xlpoker.layout.games import LOW_GAMES, Game, game_named
from xlpoker.layout.grid import Grid
from xlpoker.layout.later import Later
from xlpoker.layout.model import Layout
from xlpoker.layout.reading import Reading
from xlpoker.scoring.single_rows import first_filled

__all__ = [
    "SKIP_ROWS",
    "board_remarks",
    "check_game_cell",
    "completed_reading",
    "run_remarks",
    "runs_in",
]

SKIP_ROWS = "leave its rows out with --skip"
"""What can be done about rows of a game that is not scored."""
_WITHOUT_TURN = 3
_WITH_RIVER = 5
"""The cards of boards."""
_SECOND_BOARD = 2


def board_remarks(grid: Grid, layout: Layout) -> list[str]:
    """Return a remark where several players share a board without room for a river."""
    if layout.board is None or len(layout.hands) < 2:
        return []
    columns = layout.board.columns
    most = 0
    last = min(layout.last + 1, len(grid.rows))
    for row in range(layout.first, last):
        cells = grid.cells(row, columns)
        if cells[-1]:
            size = sum(count_cards(cell) for cell in cells if isinstance(cell, str))
            most = max(most, size, len(columns))
        if most >= _WITH_RIVER:
            return []
    if most < _WITHOUT_TURN:
        return []
    return [f"the board has {most} cards, no river: winners are those so far"]


def check_game_cell(cell: Any, address: str, game: Game, remedy: str = SKIP_ROWS) -> None:
    """Raise `LayoutError` for a cell in a column *Game* that names another game than the one that is scored.

    Where that is a low game, a cell with other words is of another game, too.
    """
    if not isinstance(cell, str) or not cell.strip():
        return
    named = game_named(cell, rows=(0,))
    is_other_game = game in LOW_GAMES if named is None else named.game != game
    if is_other_game:
        raise LayoutError(
            f"{address}: {quoted(cell)} in the column Game names another game"
            f" than {game}, or one that is not scored; {remedy}"
        )


def runs_in(cells: Iterable[Any]) -> Counter[int]:
    """Return how often each number of a board stands in some cells of that column.

    >>> runs_in([1, 2.0, 1, "2", None])
    Counter({1: 2, 2: 2})
    """
    runs: Counter[int] = Counter()
    for cell in cells:
        text = str(cell).removesuffix(".0")
        if text.isdecimal():
            runs[int(text)] += 1
    return runs


def run_remarks(runs: Counter[int]) -> list[str]:
    """Return the remark on hands with several boards, each of which is a row of its own.

    >>> run_remarks(Counter({1: 7, 2: 1})), run_remarks(Counter({1: 7, 2: 3, 3: 1}))
    (['1 hand was run twice: each board counts'], ['3 hands were run twice or more: each board counts'])
    >>> run_remarks(Counter({1: 7}))
    []
    """
    hands = runs[_SECOND_BOARD]
    if not hands:
        return []
    verb = "was" if hands == 1 else "were"
    times = "twice or more" if max(runs) > _SECOND_BOARD else "twice"
    return [f"{counted(hands, 'hand')} {verb} run {times}: each board counts"]


def completed_reading(later: Later, grid: Grid, texts: Mapping[int, str], last_row: int) -> Reading:
    """Return the reading of a table in memory, with what the rows below the searched ones hold.

    `texts` has the rows of text between the hands; `last_row` is the last row with a hand.
    """
    start = later.searched_rows
    rows = grid.rows[start:]
    new_columns = first_filled(rows, start, later.filled_columns, start, texts)
    for column, row in new_columns.items():
        cell = grid.cell(row, column)
        later.column_begins(column, row, cell)
    for row in texts:
        if row >= start:
            later.row_of_text(row, grid.rows[row])
    return later.reading(last_row)
