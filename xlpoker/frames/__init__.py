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
object a cell), or numbers whose encoding is named (``cards="0-51"``). Files larger than memory: `xlpoker score` reads Parquet.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from xlpoker.arrays import equities
from xlpoker.errors import CardError, HandError, OptionError, check_choice
from xlpoker.frames.hands import hands_of
from xlpoker.layout.grid import Grid, column_number
from xlpoker.odds.outs import outs
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.run import Grids, Nothing, Table, run
from xlpoker.workbook.arrow import PandasTable, TableBlock
from xlpoker.workbook.column_results import ColumnResults, KeptColumns, names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from xlpoker.layout.find import Layout
    from xlpoker.scoring.model import Block, Scored

__all__ = ["FramePoker", "SeriesPoker"]

OPTIONS = ("game", "jokers", "scale", "cards", "by")


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
        picked, layout, by = hands_of(self._frame, hands, board, given)
        if by is not None:
            return _deals(self._frame, picked, layout, replace(given, by=by), overwrite=overwrite)
        source = FrameSource(self._frame, picked)
        _, _, counts, sink = run(
            source,
            lambda _, whole: FrameSink(self._frame, whole, given, overwrite=overwrite),
            given,
            lambda grids: (grids[0], layout),
        )
        return counts, sink

    def score(
        self,
        hands: Sequence[str | Sequence[str]] | str | None = None,
        board: str | Sequence[str] | None = None,
        *,
        overwrite: bool = False,
        **options: Any,
    ) -> pd.DataFrame:
        """Return the DataFrame with new columns: each hand's value and name, the winner, and what is wrong with a row.

        `hands` lists the columns of each hand, or one column of whole hands for each; without it they are found as in a
        worksheet. Options: `game`, `jokers`, `scale`, `cards` (an encoding of numbers), `by` (a column: rows in which it
        holds the same are one deal, a player each; who wins, or shares, then has 1 as ``winner``; found by itself where hands are, and
        a heading such as *Hand id* says so). New columns:

        - ``value`` (``player_1_value`` ...): float64, NaN for a bad or blank row;
        - ``hand`` (``player_1_hand`` ...): an ordered categorical, the weakest name first;
        - ``winner`` (two hands and more): Int8, 1 .. N or 0 for a tie;
        - ``problem``: the reason of a bad row, None elsewhere.

        The columns of an earlier call are replaced where their values and names agree. Raises `LayoutError` where the hands
        are not found, `OptionError` for an unknown column or option, and where another column has the name of a new one,
        unless `overwrite` is set.
        """
        return self._run(hands, board, options, overwrite=overwrite)[1].scored

    def wins(
        self,
        hands: Sequence[str | Sequence[str]] | str | None = None,
        board: str | Sequence[str] | None = None,
        **options: Any,
    ) -> pd.Series[int]:
        """Return how many rows there are, how many each player wins, ties and bad rows; takes what `score` takes."""
        counts, _ = self._run(hands, board, options)
        return pd.Series({name: count for name, count in counts.as_dict().items() if name not in ("file", "sheet")})

    def winners(
        self,
        hands: Sequence[str | Sequence[str]] | str | None = None,
        board: str | Sequence[str] | None = None,
        **options: Any,
    ) -> pd.Series[int]:
        """Return the winner of each row, 1 .. N, 0 for a tie, missing for a bad row; takes what `score` takes."""
        found: pd.Series[int] = self.score(hands, board, overwrite=True, **options)["winner"]
        return found

    def equity(
        self, hands: Sequence[str | Sequence[str]], board: str | Sequence[str] | None = None, game: str = "holdem"
    ) -> pd.DataFrame:
        """Return win, tie and equity of each player in each row, exact: `hands` and `board` name columns of cards.

        >>> deals = pd.DataFrame({"board": ["8c 9s 4c"], "one": ["6c 7c"], "two": ["Ah Ad"]})
        >>> deals.poker.equity(["one", "two"], "board")["player_1_equity"].round(4).tolist()
        [0.5626]

        A hand is one column of whole hands or several of cards. Rows with a card twice or what is no card are NaN.
        """
        boards = self._texts(board) if board is not None else [""] * len(self._frame)
        holes = list(zip(*map(self._texts, hands), strict=True))
        names = [f"player_{place}_{part}" for place in range(1, len(hands) + 1) for part in ("win", "tie", "equity")]
        numbers = equities(boards, holes, game).reshape(len(self._frame), -1)
        return pd.DataFrame(numbers, self._frame.index, names)

    def outs(
        self, hands: Sequence[str | Sequence[str]], board: str | Sequence[str], game: str = "holdem"
    ) -> pd.DataFrame:
        """Return what the first hand of each row has on the flop or turn: run-outs that win, tie and lose, and the next cards that win.

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

    def _texts(self, columns: str | Sequence[str]) -> list[str]:
        names = [columns] if isinstance(columns, str) else list(columns)
        for name in names:
            check_choice(name, [str(one) for one in self._frame.columns], "is not a column")
        cells = [_cells(self._frame[name]) for name in names]
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


def _cells(series: pd.Series[Any]) -> list[Any]:
    found: list[Any] = series.astype(object).where(series.notna(), None).tolist()
    return found


def _deals(
    frame: pd.DataFrame, picked: list[Any], layout: Layout, options: Options, *, overwrite: bool
) -> tuple[Counts, FrameSink]:
    """Compare the rows in which the column `options.by` holds the same; the hands are put first, so that they stand together."""
    from xlpoker.workbook.grouped import COLUMNS, run_showdowns

    if options.by == COLUMNS:
        raise OptionError(f"by='{COLUMNS}' is there for worksheets; in DataFrames transpose the hands")
    columns = [*picked, *(name for name in frame.columns if name not in picked)]
    cells = PandasTable(frame, columns).cells(range(len(columns)), range(len(frame)))
    grid = Grid("", [[str(name) for name in columns], *cells])
    layout = replace(layout, first=1, last=len(frame), header=0)

    def called(cell: str) -> str:
        match = re.fullmatch(r"([A-Z]+)([0-9]+)", cell)
        return f"row {frame.index[int(match[2]) - 2]}, {columns[column_number(match[1])]}" if match else cell

    _, _, counts, sink = run_showdowns(
        Grids(Path(), [grid]),
        lambda _, whole: FrameSink(frame, whole, options, overwrite=overwrite, called=called),
        options,
        lambda grids: (grids[0], layout),
        written=True,
    )
    return counts, sink


class FrameSource:
    """Some columns of a DataFrame as a table."""

    path, reads_numbers, rereads = Path(), True, False

    def __init__(self, frame: pd.DataFrame, columns: list[Any]) -> None:
        self._frame, self._columns, self.size = frame, columns, len(frame)

    def tables(self, *, whole: bool) -> list[Table]:  # noqa: ARG002 - as the protocol has it
        """Return the table, of which nobody needs a row: the hands are known."""
        return [Table(Grid("", [[str(name) for name in self._columns]]), ended=False, named=True)]

    def blocks(self, table: Table, layout: Layout, options: Options) -> Iterator[tuple[int, Block]]:  # noqa: ARG002
        """Yield all rows at once."""
        index = self._frame.index
        called = lambda row, name: f"row {index[row - 1]}, {name}"  # noqa: E731 - as short as it is
        columns = range(len(self._columns))
        yield self.size, TableBlock(PandasTable(self._frame, self._columns), 1, columns, options.cards, called)


class FrameSink(Nothing):
    """A copy of a DataFrame with the results as columns: `scored`."""

    def __init__(
        self,
        frame: pd.DataFrame,
        layout: Layout,
        options: Options,
        *,
        overwrite: bool,
        called: Callable[[str], str] | None = None,
    ) -> None:
        self._frame, self._overwrite, self._called = frame, overwrite, called
        self._results = ColumnResults(layout, options)
        self.scored = frame

    def take(self, block: Block, scored: Scored) -> None:  # noqa: ARG002 - there is one block
        """Add the columns."""
        frame, new_names, size = self._frame, self._results.names, len(self._frame)
        below = [""] * (frame.columns.nlevels - 1)  # of a MultiIndex
        there = [name[0] if below and not any(name[1:]) else name for name in frame.columns]
        kept = KeptColumns(there, new_names, overwrite=self._overwrite).of(size, lambda at: _cells(frame.iloc[:, at]))
        kept += [at for at, name in enumerate(there) if name in new_names]  # what is replaced stays in its place
        self.scored = frame.iloc[:, sorted(kept)].copy()
        if (called := self._called) is not None:
            scored.problems = {row: replace(one, cell=called(one.cell)) for row, one in scored.problems.items()}
        for new in self._results.of(scored, 1, size):
            column: Any = pd.Series(new.cells, frame.index, dtype=new.cells.dtype)
            if new.kind == "hand":
                column = pd.Categorical.from_codes(new.cells, pd.Index(names()), ordered=True)
            elif new.kind == "winner":
                column = pd.arrays.IntegerArray(new.cells, new.empty)
            self.scored[(new.name, *below) if below else new.name] = column
