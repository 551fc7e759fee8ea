"""Hands in DataFrames: ``import xlpoker.frames`` gives every DataFrame and Series an accessor ``poker``.

    >>> import pandas as pd
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

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from xlpoker.errors import CardError, HandError, LayoutError, OptionError, RangeError, check_choice, nearest, shown
from xlpoker.evaluator.cards import MAX_CARDS
from xlpoker.evaluator.encodings import ENCODINGS, encoding
from xlpoker.evaluator.games import check_game
from xlpoker.layout.cells import BLANK, NUMBER, RANK, code_of
from xlpoker.layout.find import COLUMNS, find
from xlpoker.layout.grid import Area, Grid, column_number
from xlpoker.layout.model import Layout, Question, QuestionError
from xlpoker.layout.named import named_layout
from xlpoker.odds.equity import equity
from xlpoker.odds.known_rows import text_equities
from xlpoker.odds.outs import outs
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.run import Sink, Table, run
from xlpoker.workbook.arrow import TableBlock, cells_of, column_of_series, columns_of_frame
from xlpoker.workbook.column_results import ColumnResults, kept_columns, names
from xlpoker.workbook.read import columns_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlpoker.scoring.model import Block, Scored

__all__ = ["FramePoker", "SeriesPoker"]

HEAD = 1000
"""Rows in which hands are looked for."""
EXAMPLE = "hands=[['p1_1', 'p1_2', 'p1_3', 'p1_4', 'p1_5'], ['p2_1', ...]] or hands=['hand1', 'hand2'], and for numbers cards='0-51' or the like"
Cells = str | Sequence[str]
"""One column of whole hands, or one for each card."""
Hands = Sequence[Cells]
OPTIONS = ("game", "jokers", "scale", "cards", "by", "skip")


@pd.api.extensions.register_dataframe_accessor("poker")
class FramePoker:
    """``df.poker``: the hands in the rows of a DataFrame."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame

    def _run(
        self, hands: Any, board: Any, options: dict[str, Any], *, overwrite: bool = True
    ) -> tuple[Counts, FrameSink]:
        for word in options:
            check_choice(word, OPTIONS, "is not an option of score")
        given = Options(**options).checked()
        columns, layout, by = _hands_of(self._frame, hands, board, given)
        if by is not None:
            given = replace(given, by=by)
            columns += [name for name in self._frame.columns if name not in columns]
        source = FrameSource(self._frame, columns)
        sink_of = partial(FrameSink, source, given, overwrite)
        take: Any = run
        if by is not None:
            from xlpoker.workbook.deals import run_deals

            if by == COLUMNS:
                raise OptionError(f"by='{COLUMNS}' works only for worksheets; transpose the DataFrame instead")
            take = partial(run_deals, written=True)
        *_, counts, sink = take(source, sink_of, given, lambda grids: (grids[0], layout))
        return counts, sink

    def score(
        self, hands: Hands | str | None = None, board: Cells | None = None, *, overwrite: bool = False, **options: Any
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

        Raises `LayoutError` where the hands are not found, `OptionError` for an unknown column or option, and where a column,
        also of an earlier call, has the name of a new one, unless `overwrite` is set.
        """
        return self._run(hands, board, options, overwrite=overwrite)[1].scored

    def wins(self, hands: Hands | str | None = None, board: Cells | None = None, **options: Any) -> pd.Series[int]:
        """Return how many rows there are, how many each player wins, ties and bad rows; takes what `score` takes."""
        counts, _ = self._run(hands, board, options)
        return pd.Series(
            {name: count for name, count in counts.as_dict().items() if name not in ("file", "sheet", "read")}
        )

    def winners(self, hands: Hands | str | None = None, board: Cells | None = None, **options: Any) -> pd.Series[int]:
        """Return the winner of each row, 1 .. N, 0 for a tie, missing for a bad row; takes what `score` takes."""
        found: pd.Series[int] = self.score(hands, board, overwrite=True, **options)["winner"]
        return found

    def equity(self, hands: Hands, board: Cells | None = None, game: str = "holdem") -> pd.DataFrame:
        """Return win, tie and equity of each player in each row: `hands` and `board` name columns of cards or ranges.

        >>> deals = pd.DataFrame({"board": ["8c 9s 4c", "8c 9s 6c"], "one": ["6c 7c", "6c 7c"], "two": ["Ah Ad", "TT+"]})
        >>> deals.poker.equity(["one", "two"], "board")[["player_1_equity", "samples", "problem"]].round(4).values.tolist()
        [[0.5626, 0, None], [nan, <NA>, 'duplicate card 6C in the board and hole 1']]

        A hand is one column of whole hands or ranges, or several of cards. ``samples`` is how many deals at random stand for
        all, where these would take too long to count; 0 is exact. A bad row has its reason as ``problem``, and nothing else.
        """
        if len(hands) < 2:
            raise OptionError(f"{len(hands)} hand{'s' * (len(hands) != 1)}: equity is of two hands or more")
        boards = self._texts(board) if board is not None else [""] * len(self._frame)
        holes = list(map(self._texts, hands))
        numbers = text_equities(boards, holes, game)
        samples: list[int | None] = [0] * len(boards)
        problems: list[str | None] = [None] * len(boards)
        for row in np.flatnonzero(np.isnan(numbers[:, 0])).tolist():
            board_and_holes, samples[row] = [column[row] for column in (boards, *holes)], None
            try:
                if any(board_and_holes):
                    odds = equity(*board_and_holes, game=game)
                    numbers[row], samples[row] = [share for one in odds.players for share in one[1:4]], odds.samples
            except (CardError, HandError, RangeError) as error:
                problems[row] = str(error)
        names = [f"player_{place}_{part}" for place in range(1, len(hands) + 1) for part in ("win", "tie", "equity")]
        reasons = pd.Series(problems, self._frame.index, dtype=object)
        frame = pd.DataFrame(numbers, self._frame.index, names)
        return frame.assign(samples=pd.array(samples, "Int64"), problem=reasons)

    def outs(self, hands: Hands, board: Cells, game: str = "holdem") -> pd.DataFrame:
        """Return the outs of the first hand of each row on the flop or turn: run-outs that win, tie and lose, and the next cards that win.

        >>> deals = pd.DataFrame({"board": ["8c 9s 4c Jh"], "one": ["6c 7c"], "two": ["Ah Ad"]})
        >>> deals.poker.outs(["one", "two"], "board")[["win", "lose", "cards"]].values.tolist()
        [[15, 29, '2C 3C 5C 5D 5H 5S 9C TC TD TH TS JC QC KC AC']]

        A bad row has its reason as ``problem``, and nothing else. Raises `OptionError` for another number of hands than two.
        """
        if len(hands) != 2:
            raise OptionError(f"{len(hands)} hand{'s' * (len(hands) != 1)}: outs are of one hand against another")
        rows: list[tuple[object, ...]] = []
        for common, mine, yours in zip(self._texts(board), *map(self._texts, hands), strict=True):
            try:
                found = outs(common, mine, yours, game)
                rows.append((found.win, found.tie, found.lose, " ".join(found.cards["win"]), None))
            except (CardError, HandError) as error:
                rows.append((None, None, None, None, str(error)))
        frame = pd.DataFrame(rows, self._frame.index, ["win", "tie", "lose", "cards", "problem"])
        return frame.astype({"win": "Int64", "tie": "Int64", "lose": "Int64"})

    def _texts(self, columns: Cells) -> list[str]:
        names = [columns] if isinstance(columns, str) else list(columns)
        for name in names:
            check_choice(name, [str(one) for one in self._frame.columns], "is not a column")
        cells = [cells_of(column_of_series(self._frame[name])) for name in names]
        return [" ".join(str(cell) for cell in row if cell is not None) for row in zip(*cells, strict=True)]

    def __repr__(self) -> str:
        rows, columns = self._frame.shape
        return f"<poker accessor of a DataFrame of {rows:,} rows and {columns} columns: score, wins, winners, equity, outs>"


@pd.api.extensions.register_series_accessor("poker")
class SeriesPoker:
    """``series.poker``: a whole hand in each cell."""

    def __init__(self, series: pd.Series[Any]) -> None:
        self._series = series

    def score(self, **options: Any) -> pd.DataFrame:
        """Return a DataFrame with the columns ``value``, ``hand`` and ``problem``; options as for `FramePoker.score`."""
        frame = self._series.to_frame("cards")
        scored: pd.DataFrame = FramePoker(frame).score(hands=["cards"], **options)
        return scored.drop(columns="cards")

    def values(self, scale: str = "strength", jokers: str = "natural") -> pd.Series[float]:
        """Return the value of each hand, NaN where it is bad.

        >>> pd.Series(["4D 6S 9H QH QC", "AhKhQhJhTh", "5H 5H 6S 7S 8S"]).poker.values().tolist()
        [3521.0, 7462.0, nan]
        """
        values: pd.Series[float] = self.score(scale=scale, jokers=jokers)["value"]
        values.name = self._series.name
        return values

    def names(self, jokers: str = "natural") -> pd.Series[str]:
        """Return the name of each hand, as an ordered categorical.

        >>> pd.Series(["4D 6S 9H QH QC", "AhKhQhJhTh"]).poker.names().tolist()
        ['One Pair, Queens', 'Royal Flush']
        """
        found: pd.Series[str] = self.score(jokers=jokers)["hand"]
        found.name = self._series.name
        return found


class FrameSource:
    """Some columns of a DataFrame as a table."""

    path, reads_numbers, rereads = Path(), True, False

    def __init__(self, frame: pd.DataFrame, columns: list[Any]) -> None:
        self.frame, self.size, self.table = frame, len(frame), columns_of_frame(frame, columns)

    def tables(self, *, whole: bool) -> list[Table]:
        """Return the table without first rows: the hands are known already."""
        names = self.table.names
        rows = self.table.cells(range(len(names))) if whole else []
        return [Table(Grid("", [[str(name) for name in names], *rows]), ended=whole, named=not whole)]

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:  # noqa: ARG002
        """Yield all rows at once."""
        yield self.size, TableBlock(self.table, 1, range(len(self.table.names)), options.cards, self.called)

    def called(self, row: int, name: Any) -> str:
        """Return what a message calls a cell."""
        return f"row {self.frame.index[row - 1]}, {name}"


class FrameSink(Sink):
    """A copy of a DataFrame with the results as columns: `scored`."""

    def __init__(self, source: FrameSource, options: Options, overwrite: bool, _: Table, layout: Layout) -> None:
        self._source, self._overwrite, self._results = source, overwrite, ColumnResults(layout, options)
        self.scored = source.frame

    def take(self, block: Block, scored: Scored) -> None:  # noqa: ARG002 - there is one block
        """Add the columns."""
        frame, new_names, size = self._source.frame, self._results.names, self._source.size
        below = [""] * (frame.columns.nlevels - 1)  # of a MultiIndex
        there = [name[0] if below and not any(name[1:]) else name for name in frame.columns]
        kept = kept_columns(there, new_names, overwrite=self._overwrite)
        kept += [at for at, name in enumerate(there) if name in new_names]  # what is replaced stays in its place
        self.scored = frame.iloc[:, sorted(kept)].copy()
        scored.problems = {row: replace(one, cell=self._called(one.cell)) for row, one in scored.problems.items()}
        for new in self._results.of(scored, 1, size):
            column: Any = pd.Series(new.cells, frame.index, dtype=new.cells.dtype)
            if new.kind == "hand":
                column = pd.Categorical.from_codes(new.cells, pd.Index(names()), ordered=True)
            elif new.kind == "winner":
                column = pd.arrays.IntegerArray(new.cells, new.empty)
            self.scored[(new.name, *below) if below else new.name] = column

    def _called(self, cell: str) -> str:
        """Return the name of a cell in messages; cells of rows that are one deal come with addresses as in a worksheet."""
        match = re.fullmatch(r"([A-Z]+)([0-9]+)", cell)
        if match is None:
            return cell
        return self._source.called(int(match[2]) - 1, self._source.table.names[column_number(match[1])])


def _hands_of(frame: Any, hands: Any, board: Any, options: Options) -> tuple[list[Any], Layout, str | None]:
    """Return the columns of the hands and the board, the layout of a table of these columns alone, and the column that identifies deals.

    A hand is one column of whole hands or several of cards; without `hands` they are found, a text names them as ``--hands``
    does. Raises `LayoutError` where they are not found, `OptionError` for a column or game that does not exist or cannot be.
    """
    names, game, cards, by = list(frame.columns), options.game, options.cards, options.by
    if hands is None or isinstance(hands, str):
        parts, common, cards, heading = _found(frame, hands, options)
        by = by or heading
    elif (listed := _listed(hands)) is None:
        raise OptionError(f"hands={shown(hands)} is no list of columns; write {EXAMPLE}")
    else:
        parts, common = [_columns(hand, names) for hand in listed], ()
    if board is not None:
        common = _columns(board, names)
    if not parts:
        raise OptionError(f"no hands are named: {EXAMPLE}")
    if bool(check_game(game).board[1]) != bool(common):
        raise OptionError(f"{game} needs board=..." if not common else f"{game} has no board; game='holdem' has")
    picked = [name for part in (*parts, common) for name in part]
    _check_columns(names, picked)
    rows = columns_of_frame(frame.head(HEAD), picked).cells(range(len(picked)))
    cells = [cell for row in rows for cell in row if cell is not None]
    if cards is None and cells and all(code_of(cell) in (RANK, NUMBER) and not str(cell).isalpha() for cell in cells):
        which = " or ".join(f"cards={name!r}" for name, one in ENCODINGS.items() if one.limits)
        raise OptionError(f"the hands are numbers, such as {cells[0]}; say which cards they are: {which}")
    per_card = encoding(cards).cells if cards is not None else 1
    for part in parts:
        if not part:
            raise OptionError(f"a hand without columns is named; write {EXAMPLE}")
        if len(part) % per_card:
            raise OptionError(f"{cards} takes {per_card} columns for each card, not {len(part)} for a hand")
        if len(part) // per_card > MAX_CARDS:
            raise OptionError(
                f"{len(part) // per_card} columns are not a hand: {part[0]} .. {part[-1]}; a hand has 1 to {MAX_CARDS} cards"
            )
    areas: list[Area] = []
    for part in (*parts, *[common] * bool(common)):
        at = areas[-1].last + 1 if areas else 0
        areas.append(Area(at, at + len(part) - 1))
    table = Grid("", [[str(name) for name in picked], *rows])
    named = Layout("", 1, max(len(rows), 1), tuple(areas))
    layout = named_layout(table, str(named), game, per_card if cards is not None else 0)
    return picked, replace(layout, last=len(frame), header=0, names=(), cards=cards, player=None), by


def _check_columns(there: Sequence[Any], names: Sequence[Any]) -> None:
    """Raise `OptionError` for a column that is not there, with the nearest name, or that is there twice."""
    for name in names:
        if name not in there:
            raise OptionError(f"there is no column '{name}'; {nearest(str(name), map(str, there))}")
        if there.count(name) > 1:
            raise OptionError(f"there are {there.count(name)} columns '{name}'; give each a name of its own")


def _listed(some: Any) -> tuple[Any, ...] | None:
    """Return the items of a list, an array or the like, None for anything else."""
    is_list = isinstance(some, Iterable) and not isinstance(some, bytes | Mapping) and getattr(some, "ndim", 1) != 0
    return tuple(some) if is_list else None


def _columns(hand: Any, names: Sequence[Any]) -> tuple[Any, ...]:
    """Return the columns of a hand: a single one, named by a text, a number or a tuple of a `MultiIndex`, or those of a list.

    Raises `OptionError` for anything but a column or a list of columns.
    """
    if isinstance(hand, str | int) or (isinstance(hand, tuple) and hand in names):
        return (hand,)
    columns = _listed(hand)
    if columns is not None and not any(
        isinstance(one, list | dict | set) or getattr(one, "ndim", 0) for one in columns
    ):
        return columns
    if hand.__hash__ is not None and hand in names:  # a date, a float ...
        return (hand,)
    raise OptionError(f"{shown(hand)} is no column and no list of columns; write {EXAMPLE}")


def _found(
    frame: Any, hands: str | None, options: Options
) -> tuple[list[tuple[Any, ...]], tuple[Any, ...], str | None, str | None]:
    """Return the columns of the hands and the board, the encoding of cards, and the heading of deals with a row for each player.

    They are those of the named ranges, or found in the first rows; deals only where no hands are named.
    """
    table = columns_of_frame(frame.head(HEAD))
    _check_columns(table.names, table.names)
    rows = table.cells(range(len(table.names)))
    grid = Grid("", [[str(name) for name in table.names], *rows])
    if hands is not None:
        numbers = all(
            code_of(cell) in (BLANK, RANK, NUMBER) and not str(cell).isalpha() for row in rows for cell in row
        )
        layout = named_layout(
            grid, hands, options.game, encoding(options.cards).cells if options.cards else int(numbers)
        )
    else:
        answer = find(grid, options.game, columns_named(options.skip))
        if isinstance(answer, Question):
            raise QuestionError(answer.lines(python=True))
        if answer is None:
            raise LayoutError(f"no column holds cards such as 5H or TD; name the columns: {EXAMPLE}")
        layout = answer

    def named(area: Area) -> tuple[Any, ...]:
        return tuple(table.names[column] for column in area.columns if column < len(table.names))

    board = named(layout.board) if layout.board else ()
    return list(dict.fromkeys(map(named, layout.hands))), board, options.cards or layout.cards, layout.by
