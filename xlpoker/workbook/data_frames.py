"""DataFrames of pandas as a table of columns: where their hands are, and the DataFrame with the results."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from xlpoker.errors import LayoutError, OptionError, nearest, shown
from xlpoker.evaluator.cards import MAX_CARDS
from xlpoker.evaluator.encodings import encoding
from xlpoker.evaluator.games import check_game
from xlpoker.layout.find import find
from xlpoker.layout.grid import Area, Grid, column_number
from xlpoker.layout.model import DealsError, Layout, Question, QuestionError
from xlpoker.layout.named import layout_of_areas, named_layout
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.model import Block, Scored
from xlpoker.scoring.run import Table
from xlpoker.workbook.column_codes import column_cells, objects
from xlpoker.workbook.columns import ColumnBlock, ColumnSink, ColumnSource, hand_names
from xlpoker.workbook.job import scored_from
from xlpoker.workbook.read import columns_named

__all__ = ["check_columns", "score_frame", "series_cells"]

EXAMPLE = "hands=[['p1_1', 'p1_2', 'p1_3', 'p1_4', 'p1_5'], ['p2_1', ...]] or hands=['hand1', 'hand2'], and for numbers cards='0-51' or the like"
_LISTS = (list, tuple, np.ndarray)


def score_frame(
    frame: pd.DataFrame, hands: Any, board: Any, options: Options, *, overwrite: bool
) -> tuple[Counts, pd.DataFrame]:
    """Return the counts of a DataFrame, and the DataFrame with the results; `hands` and `board` as `FramePoker.score` takes them."""
    source = FrameSource(frame)
    layout = _layout_of(source, hands, board, options)

    def located(grids: Sequence[Grid], options: Options) -> tuple[Grid, Layout]:
        if layout.by is not None and options.by is None:
            raise DealsError(layout)
        return grids[0], layout

    def sink_of(_: Table, layout: Layout) -> FrameSink:
        return FrameSink(source, layout, options, overwrite)

    *_, counts, sink = scored_from(source, options, sink_of, located, written=True)
    return counts, sink.frame


def series_cells(series: Any) -> list[Any]:
    """Return the cells of a column as Python holds them, None for what is missing."""
    return column_cells(_column(series))


def _column(series: Any) -> Any:
    """Return a column as an Arrow array where pandas keeps it so or as a categorical, else as NumPy's; lists of cards as texts."""
    if type(series.dtype).__name__ == "ArrowDtype" or getattr(series.dtype, "storage", "") == "pyarrow":
        return series.array.__arrow_array__()
    if type(series.dtype).__name__ == "CategoricalDtype":
        return series.array
    if series.dtype.kind in "iuf":
        return series.to_numpy()
    cells = series.to_numpy(dtype=object)
    return objects(cells) if any(isinstance(cell, _LISTS) for cell in cells) else cells


class FrameSource(ColumnSource):
    """A DataFrame as a table of columns."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self.frame, self.size, self.names = frame, len(frame), [str(name) for name in frame.columns]

    @property
    def batch_rows(self) -> int:
        """All rows are one batch."""
        return max(self.size, 1)

    def batches(self, rows: int, columns: Sequence[int] | None) -> Iterator[ColumnBlock]:  # noqa: ARG002 - as others have it
        """Yield the first rows, or all of them."""
        part = self.frame if rows >= self.size else self.frame.head(rows)
        every = range(len(self.names))
        yield ColumnBlock(
            self.names, len(part), cache(lambda at: _column(part.iloc[:, at])), shown=every, called=self.called
        )

    def called(self, row: int, column: int) -> str:
        """Return what a message calls a cell."""
        return f"row {self.frame.index[row - 1]}, {self.frame.columns[column]}"


class FrameSink(ColumnSink):
    """A copy of a DataFrame with the results as columns: `frame`."""

    def __init__(self, source: FrameSource, layout: Layout, options: Options, overwrite: bool) -> None:
        self._source, self.frame = source, source.frame
        self._below = [""] * (self.frame.columns.nlevels - 1)  # of a MultiIndex
        there = [name[0] if self._below and not any(name[1:]) else name for name in self.frame.columns]
        super().__init__(there, layout, options, overwrite=overwrite, remedy="overwrite=True")

    def take(self, block: Block, scored: Scored) -> None:  # noqa: ARG002 - there is one block
        """Add the columns; what is replaced stays in its place."""
        frame, size = self._source.frame, self._source.size
        self.frame = frame.copy()
        scored.problems = {row: replace(one, cell=self._called(one.cell)) for row, one in scored.problems.items()}
        for new in self.new_columns(scored, 1, size):
            column: Any = pd.Series(new.cells, frame.index, dtype=new.cells.dtype)
            if new.kind == "hand":
                column = pd.Categorical.from_codes(new.cells, pd.Index(hand_names()), ordered=True)
            elif new.kind == "winner":
                column = pd.arrays.IntegerArray(new.cells, new.empty)
            self.frame[(new.name, *self._below) if self._below else new.name] = column

    def _called(self, cell: str) -> str:
        """Return the name of a cell in messages; cells of rows that are one deal come with addresses as in a worksheet."""
        match = re.fullmatch(r"([A-Z]+)([0-9]+)", cell)
        return cell if match is None else self._source.called(int(match[2]) - 1, column_number(match[1]))


def _layout_of(source: FrameSource, hands: Any, board: Any, options: Options) -> Layout:
    """Return where the hands and the board are: found in the first rows, named by a text as ``--hands`` does, or by their columns.

    Raises `LayoutError` where they are not found, `OptionError` for a column or game that does not exist or cannot be.
    """
    names, game = list(source.frame.columns), options.game
    grid = source.tables(whole=False)[0].grid
    common = _area(_columns_of(board, names)) if board is not None else None
    if hands is None or isinstance(hands, str):
        check_columns(names, names)
        layout = _found(grid, hands, options)
        layout = replace(layout, board=common or layout.board)
    else:
        areas = _named_areas(hands, names, options.cards)
        last = max(len(grid.rows) - 1, 1)
        layout = layout_of_areas(grid, 1, last, areas, common, [], numbers=options.cards is not None)
    if bool(check_game(game).board[1]) != bool(layout.board):
        raise OptionError(f"{game} needs board=..." if not layout.board else f"{game} has no board; game='holdem' has")
    return replace(layout, last=source.size, header=0, names=())


def _found(grid: Grid, hands: str | None, options: Options) -> Layout:
    """Return the layout of the named ranges, or the one that is found."""
    if hands is not None:
        return named_layout(grid, hands, options.game, encoding(options.cards).cells if options.cards else 0)
    answer = find(grid, options.game, columns_named(options.skip))
    if isinstance(answer, Question):
        raise QuestionError(answer.lines(python=True))
    if answer is None:
        raise LayoutError(f"no column holds cards such as 5H or TD; name the columns: {EXAMPLE}")
    return answer


def _named_areas(hands: Any, names: Sequence[Any], cards: str | None) -> list[Area]:
    """Return the areas of hands that are named by lists of their columns."""
    if isinstance(hands, bytes | Mapping) or not isinstance(hands, Iterable) or not (listed := list(hands)):
        raise OptionError(f"hands={shown(hands)} is no list of columns; write {EXAMPLE}")
    cells_a_card = encoding(cards).cells if cards is not None else 1
    areas = []
    for hand in listed:
        columns = _columns_of(hand, names)
        if len(columns) % cells_a_card:
            raise OptionError(f"{cards} takes {cells_a_card} columns for each card, not {len(columns)} for a hand")
        if len(columns) // cells_a_card > MAX_CARDS:
            wide = f"{len(columns) // cells_a_card} columns are not a hand: {names[columns[0]]} .. {names[columns[-1]]}"
            raise OptionError(f"{wide}; a hand has 1 to {MAX_CARDS} cards")
        areas.append(_area(columns))
    return areas


def _area(columns: Sequence[int]) -> Area:
    """Return the area of some columns, in the order in which they are named: the cells of a card may be its rank and its suit."""
    if len({*columns}) < len(columns):
        raise OptionError("a column is named twice for one hand; name one for each card, or one for the whole hand")
    area = Area.of(columns)
    return area if [*area.columns] == [*columns] else replace(area, apart=tuple(columns))


def check_columns(there: Sequence[Any], names: Sequence[Any]) -> None:
    """Raise `OptionError` for a column that is not there, with the nearest name, or that is there twice."""
    for name in names:
        if not isinstance(name, Hashable) or name not in there:
            raise OptionError(f"there is no column '{name}'; {nearest(str(name), map(str, there))}")
        if there.count(name) > 1:
            raise OptionError(f"there are {there.count(name)} columns '{name}'; give each a name of its own")


def _columns_of(hand: Any, names: Sequence[Any]) -> list[int]:
    """Return the columns of a hand, named by a text, a number or a tuple of a `MultiIndex` alone, or by a list of these.

    Raises `OptionError` for anything else.
    """
    alone = isinstance(hand, str | int) or (isinstance(hand, tuple) and hand in names)
    listed = [hand] if alone or not isinstance(hand, Iterable) else list(hand)
    if not listed:
        raise OptionError(f"a hand without columns is named; write {EXAMPLE}")
    check_columns(names, listed)
    return [names.index(name) for name in listed]
