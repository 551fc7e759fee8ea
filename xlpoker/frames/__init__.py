"""Hands in DataFrames: ``import xlpoker`` gives every DataFrame an accessor ``poker``.

    >>> import pandas as pd
    >>> import xlpoker
    >>> deals = pd.DataFrame({"black": ["2H 3D 5S 9C KD", "2H 4S 4C 2D 4H"], "white": ["2C 3H 4S 8C AH", "2S 8S AS QS 3S"]})
    >>> deals.poker.score(hands=["black", "white"])[["player_1_hand", "player_2_hand", "winner"]]
                     player_1_hand    player_2_hand  winner
    0              High Card, King   High Card, Ace       2
    1  Full House, Fours over Twos  Flush, Ace high       1
    >>> deals.poker.wins()
    rows        2
    player_1    1
    player_2    1
    ties        0
    bad         0
    dtype: int64

Columns of cards or of whole hands, as texts of any accepted spelling, categoricals, Arrow strings (read without a Python
object per cell), or numbers whose encoding is named (``cards="0-51"``). Files larger than memory: `xlpoker score` reads Parquet.
"""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from xlpoker.accessor import register_accessor
from xlpoker.errors import OptionError, check_choice, nearest, shown
from xlpoker.evaluator.cards import MAX_CARDS
from xlpoker.evaluator.encodings import encoding
from xlpoker.evaluator.games import check_game
from xlpoker.layout.grid import Area
from xlpoker.layout.messages import Voice
from xlpoker.layout.model import Layout
from xlpoker.layout.ranges import Ranges
from xlpoker.layout.reading import Hand, Reading
from xlpoker.scoring.counts import Counts, Options, Writing, check_calls
from xlpoker.scoring.model import Block, Scored
from xlpoker.scoring.run import Detected
from xlpoker.scoring.sources import Table
from xlpoker.workbook.column_names import headings_of
from xlpoker.workbook.columns import ColumnBlock, ColumnSink, ColumnSource, hand_names
from xlpoker.workbook.detect import detect, said_of
from xlpoker.workbook.job import score_detected

__all__ = ["FramePoker"]

Cells = str | Sequence[str]
"""One column of whole hands, or one for each card."""
Hands = Sequence[Cells]
OPTIONS = ("game", "jokers", "scale", "cards", "by", "skip")
EXAMPLE = "hands=[['p1_1', 'p1_2', 'p1_3', 'p1_4', 'p1_5'], ['p2_1', ...]] or hands=['hand1', 'hand2'], and for numbers cards='0-51' or the like"
NOTHING = f"no column holds cards such as 5H or TD; name the columns: {EXAMPLE}"
_LISTS = (list, tuple, np.ndarray)


register_accessor(pd)


class FramePoker:
    """``df.poker``: the hands in the rows of a DataFrame."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame

    def _run(
        self, hands: Any, board: Any, options: dict[str, Any], *, overwrite: bool = True
    ) -> tuple[Counts, pd.DataFrame]:
        for word in options:
            check_choice(word, OPTIONS, "is not an option of score")
        check_calls(overwrite=overwrite)
        checked = Options(**options).checked()
        source = FrameSource(self._frame)
        detected = _detected(source, hands, board, checked)

        def sink_of(table: Table, layout: Layout, options: Options) -> FrameSink:
            return FrameSink(source, table, layout, options, overwrite=overwrite)

        outcome = score_detected(source, detected, checked, sink_of, written=True)
        for text in outcome.counts.warnings:
            warnings.warn(text, UserWarning, stacklevel=3)  # of whoever calls `score` or `wins`
        return outcome.counts, outcome.sink.frame

    def score(
        self,
        hands: Hands | str | None = None,
        board: Cells | None = None,
        *,
        overwrite: bool = False,
        **options: Any,
    ) -> pd.DataFrame:
        """Return the DataFrame with new columns: the winner, each hand's value and name, and what is wrong with a row.

        `hands` lists the columns of each hand, or one column of whole hands for each; without it they are found as in a
        worksheet. Options: `game`, `jokers`, `scale`, `cards` (an encoding of numbers), `by` (a column whose equal
        cells make rows one deal, a player in each row; ``winner`` is then 1 for all who win or share the pot; a heading such as
        *Hand id* is found without it if the hands are). New columns:

        - ``value`` (``player_1_value`` ...): float64, NaN for a bad or blank row;
        - ``hand`` (``player_1_hand`` ...): an ordered categorical, the weakest name first;
        - ``winner`` (two hands and more): Int8, 1 .. N or 0 for a tie;
        - ``problem``: the reason of a bad row, None elsewhere.

        A new column has a name of its own (``hand_name``) beside a column of that name from which it was made, which is never replaced.

        Raises `LayoutError` where the hands, or a column of `by`, are not found, and `OptionError` for an unknown column or
        option. Also raises `OptionError` for a column that may be an earlier result; with `overwrite` that is replaced.
        """
        return self._run(hands, board, options, overwrite=overwrite)[1]

    def wins(
        self, hands: Hands | str | None = None, board: Cells | None = None, **options: Any
    ) -> pd.Series[int]:
        """Return how many rows there are, how many each player wins, ties and bad rows; takes what `score` takes."""
        counts, _ = self._run(hands, board, options)
        return pd.Series(
            {
                name: count
                for name, count in counts.as_dict().items()
                if name not in ("file", "sheet", "read")
            }
        )


def _column(series: Any) -> Any:
    """Return a column as an Arrow array where pandas keeps it so or as a categorical, else as NumPy's; lists of cards as texts."""
    if (
        type(series.dtype).__name__ == "ArrowDtype"
        or getattr(series.dtype, "storage", "") == "pyarrow"
    ):
        return series.array.__arrow_array__()
    if type(series.dtype).__name__ == "CategoricalDtype":
        return series.array
    if series.dtype.kind in "iuf":
        return series.to_numpy()
    cells = series.to_numpy(dtype=object)
    if any(isinstance(cell, _LISTS) for cell in cells):
        flat = (
            np.ravel(np.array(cell, object)) if isinstance(cell, _LISTS) else cell for cell in cells
        )
        return np.array(
            [" ".join(map(str, cell)) if isinstance(cell, np.ndarray) else cell for cell in flat],
            object,
        )
    return cells


class FrameSource(ColumnSource):
    """A DataFrame as a table of columns."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self.frame, self.size, self.names = frame, len(frame), [str(name) for name in frame.columns]
        self.batch_rows = max(self.size, 1)

    @property
    def headings(self) -> list[Any]:
        """The names of the columns as a worksheet has them above its columns; those of several levels are one."""
        return headings_of(list(self.frame.columns))

    def batches(self, rows: int, columns: Sequence[int] | None) -> Iterator[ColumnBlock]:  # noqa: ARG002 - as others have it
        """Yield the first rows, or all of them."""
        part = self.frame if rows >= self.size else self.frame.head(rows)
        every = range(len(self.names))
        yield ColumnBlock(
            self.names,
            len(part),
            cache(lambda at: _column(part.iloc[:, at])),
            shown=every,
            called=self.called,
        )

    def called(self, row: int, column: int) -> str:
        """Return what a message calls a cell."""
        return f"row {self.frame.index[row - 1]}, {self.frame.columns[column]}"


class FrameSink(ColumnSink):
    """A copy of a DataFrame with the results as columns: `frame`."""

    remedy = "overwrite=True"

    def __init__(
        self,
        source: FrameSource,
        table: Table,
        layout: Layout,
        options: Options,
        *,
        overwrite: bool,
    ) -> None:
        self._source, self.frame = source, source.frame
        self._below = [""] * (self.frame.columns.nlevels - 1)  # of a MultiIndex
        labels = [
            name[0] if self._below and not any(name[1:]) else name for name in self.frame.columns
        ]
        super().__init__(labels, table, layout, options, Writing(overwrite=overwrite))

    def take(self, block: Block, scored: Scored) -> None:  # noqa: ARG002 - there is one block
        """Add the columns; what is replaced stays in its place."""
        frame, size = self._source.frame, self._source.size
        self.frame = frame.copy()
        for new in self.new_columns(self.named_by_columns(scored), 1, size):
            column: Any = pd.Series(new.cells, frame.index, dtype=new.cells.dtype)
            if new.kind == "hand":
                column = pd.Categorical.from_codes(new.cells, pd.Index(hand_names()), ordered=True)
            elif new.kind == "winner":
                column = pd.arrays.IntegerArray(new.cells, new.cells < 0)
            self.frame[(new.name, *self._below) if self._below else new.name] = column

    def called(self, row: int, column: int) -> str:
        """Return what a message calls a cell."""
        return self._source.called(row, column)


def _detected(source: FrameSource, hands: Any, board: Any, options: Options) -> Detected:
    """Return where the hands and the board are: found in the first rows, named by a text as ``--hands`` does, or by their columns.

    Raises `LayoutError` where they are not found, `OptionError` for a column or game that does not exist or cannot be.
    """
    said = said_of(replace(options, hands=hands if isinstance(hands, str) else None))
    if board is not None and (hands is None or isinstance(hands, str)):
        raise OptionError(
            f"board=... names columns, and the hands are not named by theirs; name both: {EXAMPLE}"
        )
    if hands is not None and not isinstance(hands, str):
        ranges = _named_ranges(source, hands, board, options.cards)
        if not source.size:
            return _of_an_empty_frame(source, ranges)
        said = replace(said, hands=ranges)
    detected = detect(source, options, Voice.PYTHON, said=said, nothing_found=NOTHING)
    game = detected.reading.game
    if bool(check_game(game).board[1]) != bool(detected.layout.board):
        raise OptionError(
            f"{game} has no board; game='holdem' has"
            if detected.layout.board
            else f"{game} needs board=..."
        )
    return replace(detected, layout=replace(detected.layout, last=source.size, header=0, names=()))


def _of_an_empty_frame(source: FrameSource, ranges: Ranges) -> Detected:
    """Return where the hands of a frame without rows would be, so that its new columns can be made."""
    hands = [
        Hand(name, tuple(area.columns))
        for name, area in zip(ranges.names, ranges.areas, strict=True)
    ]
    reading = Reading("", 1, 0, tuple(hands))
    table = source.tables(whole=False)[0]
    return Detected(table, reading, replace(Layout.of(reading), header=0, names=()))


def _named_ranges(source: FrameSource, hands: Any, board: Any, cards: str | None) -> Ranges:
    """Return the columns of the hands and of the board as ``--hands`` has them."""
    names = list(source.frame.columns)
    areas = _named_areas(hands, names, cards)
    called = [f"Player {number}" for number in range(1, len(areas) + 1)]
    if board is not None:
        areas.append(_area(board, names))
        called.append("board")
    return Ranges(None, tuple(areas), None, tuple(called))


def _named_areas(hands: Any, names: Sequence[Any], cards: str | None) -> list[Area]:
    """Return the areas of hands that are named by lists of their columns."""
    if (
        isinstance(hands, bytes | Mapping)
        or not isinstance(hands, Iterable)
        or not (listed := list(hands))
    ):
        raise OptionError(f"hands={shown(hands)} is no list of columns; write {EXAMPLE}")
    areas = [_area(hand, names) for hand in listed]
    each = encoding(cards).cells if cards is not None else 1
    for columns in (area.columns for area in areas):
        if len(columns) % each or len(columns) > MAX_CARDS * each:
            wide = f"{len(columns)} columns are not a hand: {names[columns[0]]} .. {names[columns[-1]]}"
            raise OptionError(
                f"{wide}; a hand has 1 to {MAX_CARDS} cards{', in 2 columns each' * (each > 1)}"
            )
    return areas


def _area(hand: Any, names: Sequence[Any]) -> Area:
    """Return the area of a hand, named by a column alone or by a list of columns, in the order in which they are named."""
    alone = isinstance(hand, str | int) or (isinstance(hand, tuple) and hand in names)
    listed = [hand] if alone or not isinstance(hand, Iterable) else list(hand)
    _check_columns(names, listed)
    if not 0 < len({*listed}) == len(listed):
        raise OptionError(
            "a column is named twice for one hand, or none; name one for each card, or one for the whole hand"
        )
    columns = [names.index(name) for name in listed]
    area = Area.of(columns)
    return area if [*area.columns] == columns else replace(area, apart=tuple(columns))


def _is_among(name: Any, there: Sequence[Any]) -> bool:
    """Tell whether a column is there; a name that cannot be compared, such as pandas' NA, is not."""
    try:
        return isinstance(name, Hashable) and name in there
    except (TypeError, ValueError):
        return False


def _check_columns(there: Sequence[Any], names: Sequence[Any]) -> None:
    """Raise `OptionError` for a column that is not there, with the nearest name, or that is there twice."""
    for name in names:
        if not _is_among(name, there):
            text = name if isinstance(name, str) else shown(name)
            raise OptionError(f"there is no column '{text}'; {nearest(text, map(str, there))}")
        if there.count(name) > 1:
            raise OptionError(
                f"there are {there.count(name)} columns '{name}'; give each a name of its own"
            )
