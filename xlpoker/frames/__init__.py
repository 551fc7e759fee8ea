"""Hands in DataFrames: ``import xlpoker`` gives every DataFrame an accessor ``poker``.

    >>> import pandas as pd
    >>> import xlpoker
    >>> black = ["2H 3D 5S 9C KD", "2H 4S 4C 2D 4H"]
    >>> white = ["2C 3H 4S 8C AH", "2S 8S AS QS 3S"]
    >>> deals = pd.DataFrame({"black": black, "white": white})
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

The columns hold cards or whole hands: texts of any accepted spelling, categoricals, Arrow strings
(read without a Python object per cell), or numbers whose encoding is named (``cards="0-51"``). For
files larger than memory, `xlpoker score` reads Parquet.
"""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np
import pandas as pd

from xlpoker.accessor import register_accessor
from xlpoker.errors import NoCardsError, OptionError, check_choice, nearest, shown
from xlpoker.evaluator.cards import MAX_CARDS
from xlpoker.evaluator.encodings import encoding
from xlpoker.evaluator.games import check_game
from xlpoker.layout.cells import NUMBER, kind_of
from xlpoker.layout.games import Game
from xlpoker.layout.grid import Area
from xlpoker.layout.messages import Voice
from xlpoker.layout.model import Layout
from xlpoker.layout.options import Options as Wishes
from xlpoker.layout.ranges import BOARD, Ranges
from xlpoker.layout.reading import Hand, Reading
from xlpoker.scoring.counts import COLUMNS, Counts, Options, Writing, check_calls
from xlpoker.scoring.detected import Detected
from xlpoker.scoring.model import Block, Scored
from xlpoker.scoring.sources import Table
from xlpoker.workbook.column_names import headings_of
from xlpoker.workbook.columns import (
    ColumnBlock,
    ColumnSink,
    ColumnSource,
    ResultColumn,
    hand_names,
)
from xlpoker.workbook.detect import detect, wishes_of
from xlpoker.workbook.pipeline import score_detected

__all__ = ["FramePoker"]

Cells = str | Sequence[str]
"""One column of whole hands, or one for each card."""
Hands = Sequence[Cells]
OPTIONS = ("game", "jokers", "scale", "cards", "by", "skip", "stakes", "unit")
EXAMPLE = "hands=[['p1_1', 'p1_2', 'p1_3', 'p1_4', 'p1_5'], ['p2_1', ...]] or hands=['hand1', 'hand2'], and for numbers cards='0-51' or the like"
NO_CARDS = f"no column holds cards such as 5H or TD; name the columns: {EXAMPLE}"
NOT_COUNTS = ("file", "sheet", "read")
"""The entries of `Counts.as_dict` that `wins` leaves out."""
_LISTS = (list, tuple, np.ndarray)


register_accessor(pd)


class FramePoker:
    """``df.poker``: the hands in the rows of a DataFrame."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame

    def _run(
        self, hands: Any, board: Any, options: dict[str, Any], *, overwrite: bool = True
    ) -> tuple[Counts, pd.DataFrame]:
        """Return the counts, and the DataFrame with the results as new columns."""
        for name in options:
            check_choice(name, OPTIONS, "is not an option of score")
        check_calls(overwrite=overwrite)
        checked = Options(**options).checked()
        source = FrameSource(self._frame)
        detected = _detected(source, hands, board, checked)

        make_sink = partial(FrameSink, overwrite=overwrite)
        outcome = score_detected(source, detected, checked, make_sink, beside_rows=True)
        for warning in outcome.counts.warnings:
            warnings.warn(warning, UserWarning, stacklevel=3)  # of whoever calls `score` or `wins`
        return outcome.counts, outcome.sink.frame

    def score(
        self,
        hands: Hands | str | None = None,
        board: Cells | None = None,
        *,
        overwrite: bool = False,
        **options: Any,
    ) -> pd.DataFrame:
        """Return the DataFrame with new columns of results.

        They are the winner, each hand's value and name, and what is wrong with a row.

        `hands` lists the columns of each hand, or one column of whole hands for each; without it
        they are detected as in a worksheet. `board` is the column of the whole board, or lists the
        columns of its cards.

        Options: `game`, `jokers`, `scale`, `cards` (an encoding of numbers), `skip`, and `by`: a
        column whose equal cells make rows one deal, with a player in each row. ``winner`` is then 1
        for all who win or share the pot. A heading such as *Hand id* is detected without `by` if
        the hands are. `stakes` names a column of stakes for each player, as in
        ``"Player 1=stake_a,Player 2=stake_b"``, and `unit` the least amount that is paid out.

        New columns:

        - ``value`` (``player_1_value`` ...): float64, NaN for a bad or blank row;
        - ``hand`` (``player_1_hand`` ...): an ordered categorical, the weakest name first;
        - ``winner`` (two hands and more): Int8, 1 .. N or 0 for a tie;
        - ``gets`` (``player_1_gets`` ..., with stakes): float64, what a player gets of the pots;
        - ``problem``: the reason of a bad row, None elsewhere.

        Where a column that was read has the name of a new one, the new column gets another name
        (``hand_name``): what was read is never replaced.

        Raises `LayoutError` where the hands, or a column of `by`, are not found, and `OptionError`
        for an unknown column or option. Also raises `OptionError` for a column that may be an
        earlier result; with `overwrite` that is replaced.
        """
        _, frame = self._run(hands, board, options, overwrite=overwrite)
        return frame

    def wins(
        self, hands: Hands | str | None = None, board: Cells | None = None, **options: Any
    ) -> pd.Series[int]:
        """Return how many rows there are, how many each player wins, ties and bad rows.

        The arguments are those of `score`.
        """
        counts, _ = self._run(hands, board, options)
        figures = counts.as_dict()
        for name in NOT_COUNTS:
            figures.pop(name, None)
        return pd.Series(figures)


def _column(series: Any) -> Any:
    """Return a column as an array: Arrow's where pandas keeps it so, a categorical, else NumPy's.

    Lists of cards become texts.
    """
    dtype = series.dtype
    kind = type(dtype).__name__
    storage = getattr(dtype, "storage", "")
    if kind == "ArrowDtype" or storage == "pyarrow":
        return series.array.__arrow_array__()
    if kind == "CategoricalDtype":
        return series.array
    if dtype.kind in "iuf":
        return series.to_numpy()
    cells = series.to_numpy(dtype=object)
    if any(isinstance(cell, _LISTS) for cell in cells):
        return np.array([_list_as_text(cell) for cell in cells], object)
    return cells


def _list_as_text(cell: Any) -> Any:
    """Return a list of cards as a text, any other cell as it is.

    >>> _list_as_text(["AS", "KD"]), _list_as_text((5, 6)), _list_as_text(7)
    ('AS KD', '5 6', 7)
    """
    if not isinstance(cell, _LISTS):
        return cell
    cards = np.ravel(np.array(cell, object))
    return " ".join(map(str, cards))


class FrameSource(ColumnSource):
    """A DataFrame as a table of columns."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self.frame = frame
        self.size = len(frame)
        self.names = [str(name) for name in frame.columns]
        self.batch_rows = max(self.size, 1)

    @property
    def headings(self) -> list[Any]:
        """The names of the columns as headings of a worksheet; the levels of a name are joined."""
        return headings_of(list(self.frame.columns))

    def batches(self, rows: int, columns: Sequence[int] | None) -> Iterator[ColumnBlock]:  # noqa: ARG002 - as others have it
        """Yield the first rows, or all of them."""
        part = self.frame.head(rows)

        @cache
        def column_of(index: int) -> Any:
            return _column(part.iloc[:, index])

        all_columns = range(len(self.names))
        yield ColumnBlock(
            self.names, len(part), column_of, shown=all_columns, cell_name=self.cell_name
        )

    def cell_name(self, row: int, column: int) -> str:
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
        self._source = source
        self.frame = source.frame
        self._lower_levels = [""] * (self.frame.columns.nlevels - 1)  # of a MultiIndex
        labels = [self._label(name) for name in self.frame.columns]
        writing = Writing(",".join(COLUMNS), overwrite=overwrite)
        super().__init__(labels, table, layout, options, writing)

    def _label(self, name: Any) -> Any:
        """Return the name of a column, the first level alone where the others are empty."""
        has_levels = bool(self._lower_levels)
        if has_levels and not any(name[1:]):
            return name[0]
        return name

    def take(self, block: Block, scored: Scored) -> None:  # noqa: ARG002 - there is one block
        """Add the columns; what is replaced stays in its place."""
        self.frame = self._source.frame.copy()
        results = self.named_by_columns(scored)
        for new in self.new_columns(results, 1, self._source.size):
            name = self._full_name(new.name)
            self.frame[name] = self._pandas_column(new)

    def _full_name(self, name: str) -> Any:
        """Return the name of a new column, with empty lower levels for a MultiIndex."""
        if not self._lower_levels:
            return name
        return name, *self._lower_levels

    def _pandas_column(self, new: ResultColumn) -> Any:
        """Return the cells of a new column.

        Names are a categorical, winners integers with gaps, others a series.
        """
        cells: Any = new.cells
        if new.kind == "hand":
            categories = pd.Index(hand_names(self.order))
            return pd.Categorical.from_codes(cells, categories, ordered=True)
        if new.kind == "winner":
            return pd.arrays.IntegerArray(cells, mask=cells < 0)
        return pd.Series(cells, self._source.frame.index, dtype=cells.dtype)

    def cell_name(self, row: int, column: int) -> str:
        """Return what a message calls a cell."""
        return self._source.cell_name(row, column)


def _detected(source: FrameSource, hands: Any, board: Any, options: Options) -> Detected:
    """Return where the hands and the board are.

    They are detected, named by a text as ``--hands`` does, or named by lists of columns.

    Raises `LayoutError` where they are not found, `OptionError` for a column or game that does not
    exist or cannot be.
    """
    is_text = isinstance(hands, str)
    are_listed = hands is not None and not is_text
    wishes = wishes_of(replace(options, hands=hands if is_text else None))
    if board is not None and not are_listed:
        raise OptionError(
            f"board=... names columns, and the hands are not named by theirs; name both: {EXAMPLE}"
        )
    if not are_listed:
        return _found(source, options, wishes)
    ranges = _named_ranges(source, hands, board, options.cards)
    if not source.size:
        return _as_named(source, ranges, options)
    try:
        return _found(source, options, wishes._replace(hands=ranges))
    except NoCardsError:  # a part of a longer table may hold bad rows alone
        if _holds_numbers(source, ranges):
            raise
        return _as_named(source, ranges, options)


def _found(source: FrameSource, options: Options, wishes: Wishes) -> Detected:
    """Return where the search finds the hands."""
    detected = detect(source, options, Voice.PYTHON, wishes=wishes, nothing_found=NO_CARDS)
    return _in_all_rows(source, detected)


def _in_all_rows(source: FrameSource, detected: Detected) -> Detected:
    """Return where the hands are, in all rows of a frame; its headings are no row."""
    _check_board(detected)
    layout = replace(
        detected.layout,
        last=source.size,
        header=0,
        names=(),
        has_records=True,
    )
    return detected._replace(layout=layout)


def _holds_numbers(source: FrameSource, ranges: Ranges) -> bool:
    """Tell whether named columns hold numbers, which need an encoding to be cards."""
    for area in ranges.areas:
        for column in area.columns:
            cells = source.frame.iloc[:, column].dropna()
            if any(kind_of(cell) == NUMBER for cell in cells.unique()):
                return True
    return False


def _check_board(detected: Detected) -> None:
    """Raise `OptionError` where the game has a board and the layout has not, or the reverse."""
    game = detected.reading.game
    game_has_board = bool(check_game(game).board[1])
    board_is_there = bool(detected.layout.board)
    if board_is_there and not game_has_board:
        raise OptionError(f"{game} has no board; game='holdem' has")
    if game_has_board and not board_is_there:
        raise OptionError(f"{game} needs board=...")


def _as_named(source: FrameSource, ranges: Ranges, options: Options) -> Detected:
    """Return where the caller says that the hands are, in a frame without any card.

    The frame gets its new columns, and each row that is not blank its problem.
    """
    hands = []
    board: tuple[int, ...] = ()
    for name, area in zip(ranges.names, ranges.areas, strict=True):
        if name == BOARD:
            board = tuple(area.columns)
        else:
            hands.append(Hand(name, tuple(area.columns)))
    game = Game.HOLDEM if board else Game.FIVE_CARD
    if options.game:
        game = Game(options.game)
    reading = Reading("", 1, source.size, tuple(hands), board, game)
    (table,) = source.tables(whole=False)
    detected = Detected(table, reading, Layout.of(reading))
    return _in_all_rows(source, detected)


def _named_ranges(source: FrameSource, hands: Any, board: Any, cards: str | None) -> Ranges:
    """Return the columns of the hands and of the board as ``--hands`` has them."""
    column_names = list(source.frame.columns)
    areas = _named_areas(hands, column_names, cards)
    labels = [f"Player {number}" for number in range(1, len(areas) + 1)]
    if board is not None:
        areas.append(_area(board, column_names))
        labels.append(BOARD)
    return Ranges(None, tuple(areas), None, tuple(labels))


def _named_areas(hands: Any, column_names: Sequence[Any], cards: str | None) -> list[Area]:
    """Return the areas of hands that are named by lists of their columns."""
    is_list = isinstance(hands, Iterable) and not isinstance(hands, bytes | Mapping)
    listed = list(hands) if is_list else []
    if not listed:
        raise OptionError(f"hands={shown(hands)} is no list of columns; write {EXAMPLE}")
    areas = [_area(hand, column_names) for hand in listed]
    columns_a_card = 1 if cards is None else encoding(cards).cells
    for area in areas:
        _check_width(area, column_names, columns_a_card)
    return areas


def _check_width(area: Area, column_names: Sequence[Any], columns_a_card: int) -> None:
    """Raise `OptionError` for more columns than a hand has, or for a part of a card."""
    columns = area.columns
    cards, rest = divmod(len(columns), columns_a_card)
    if cards <= MAX_CARDS and rest == 0:
        return
    first = column_names[columns[0]]
    last = column_names[columns[-1]]
    limit = f"1 to {MAX_CARDS} cards"
    if columns_a_card > 1:
        limit += ", in 2 columns each"
    raise OptionError(
        f"{len(columns)} columns are not a hand: {first} .. {last}; a hand has {limit}"
    )


def _area(hand: Any, column_names: Sequence[Any]) -> Area:
    """Return the area of a hand.

    `hand` is the column of the whole hand, or the list of its columns, whose order is kept.
    """
    is_label = isinstance(hand, tuple) and hand in column_names  # of a MultiIndex
    is_column = is_label or isinstance(hand, str | int) or not isinstance(hand, Iterable)
    listed = [hand] if is_column else list(hand)
    listed = [_label(name, column_names) for name in listed]
    _check_columns(column_names, listed)
    is_listed_once = len(set(listed)) == len(listed)
    if not listed or not is_listed_once:
        raise OptionError(
            "a column is named twice for one hand, or none; name one for each card, or one for the whole hand"
        )
    columns = [column_names.index(name) for name in listed]
    area = Area.of(columns)
    is_side_by_side = list(area.columns) == columns
    return area if is_side_by_side else area._replace(listed_columns=tuple(columns))


def _label(name: Any, column_names: Sequence[Any]) -> Any:
    """Return the name of a column; a text stands for a number, as the options of questions have it.

    >>> _label("3", [2, 3]), _label("Ann", ["Ann", 3])
    (3, 'Ann')
    """
    if not isinstance(name, str) or name in column_names:
        return name
    numbers = [label for label in column_names if isinstance(label, int)]
    alike = [number for number in numbers if str(number) == name]
    return alike[0] if alike else name


def _check_columns(column_names: Sequence[Any], listed: Iterable[Any]) -> None:
    """Raise `OptionError` for a listed column that does not exist or exists twice.

    The message has the nearest name.
    """
    for name in listed:
        if not _is_column(name, column_names):
            text = name if isinstance(name, str) else shown(name)
            raise OptionError(
                f"there is no column '{text}'; {nearest(text, map(str, column_names))}"
            )
        count = column_names.count(name)
        if count > 1:
            raise OptionError(f"there are {count} columns '{name}'; give each a name of its own")


def _is_column(name: Any, column_names: Sequence[Any]) -> bool:
    """Tell whether a column exists; a name that cannot be compared, such as NA, does not."""
    try:
        return isinstance(name, Hashable) and name in column_names
    except (TypeError, ValueError):
        return False
