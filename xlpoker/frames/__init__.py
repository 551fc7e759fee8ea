"""Hands in DataFrames: ``import xlpoker.frames`` gives every DataFrame an accessor ``poker``.

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

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from xlpoker.arrays import equities
from xlpoker.errors import CardError, HandError, OptionError, RangeError, check_choice
from xlpoker.odds.equity import equity
from xlpoker.scoring.counts import Counts, Options
from xlpoker.workbook.data_frames import score_frame, series_cells

__all__ = ["FramePoker"]

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
    ) -> tuple[Counts, pd.DataFrame]:
        for word in options:
            check_choice(word, OPTIONS, "is not an option of score")
        return score_frame(self._frame, hands, board, Options(**options).checked(), overwrite=overwrite)

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

        Raises `LayoutError` where the hands are not found, `OptionError` for an unknown column or option, and where a column has
        the name of a new one; with `overwrite` that is replaced.
        """
        return self._run(hands, board, options, overwrite=overwrite)[1]

    def wins(self, hands: Hands | str | None = None, board: Cells | None = None, **options: Any) -> pd.Series[int]:
        """Return how many rows there are, how many each player wins, ties and bad rows; takes what `score` takes."""
        counts, _ = self._run(hands, board, options)
        return pd.Series(
            {name: count for name, count in counts.as_dict().items() if name not in ("file", "sheet", "read")}
        )

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
        texts = np.array(boards, np.object_), np.array(holes, np.object_).T
        numbers = equities(*texts, game).reshape(len(boards), 3 * len(holes))
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

    def _texts(self, columns: Cells) -> list[str]:
        names = [columns] if isinstance(columns, str) else list(columns)
        for name in names:
            check_choice(name, [str(one) for one in self._frame.columns], "is not a column")
        cells = [series_cells(self._frame[name]) for name in names]
        return [" ".join(str(cell) for cell in row if cell is not None) for row in zip(*cells, strict=True)]
