"""Rows with their results as lines of CSV: plain lines as bytes, any others by the csv module.

::

    5H 5C 6S 7S KD,2C 3S 8S 8D TD    ,Ben    ,2067,"One Pair, Fives"    ,2633,"One Pair, Eights",
    \\_______ as it stands ______/   winner   \\_____ player 1 _____/    \\_ player 2, no problem _/

The text of each different result is made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple, TextIO

from xlpoker.scoring.counts import COLUMNS_OF_HALVES
from xlpoker.scoring.model import Block, GridBlock, Scored
from xlpoker.scoring.result_columns import GETS, Column, problem_text
from xlpoker.scoring.results import RenderedCells, in_turns
from xlpoker.scoring.single_rows import cell_text
from xlpoker.scoring.sources import NotPlainError
from xlpoker.workbook.plain_lines import LinesBlock
from xlpoker.workbook.result_rows import ResultRows
from xlpoker.workbook.text_files import Dialect, writer_of

__all__ = ["CsvLines", "rows_of_block"]


class PlayerCells(NamedTuple):
    """The result columns of one player, or the winner's, as text behind plain lines.

    `first` is the first of the columns, `blank` what a row without results has there, `contents`
    the texts by content id.
    """

    first: int
    blank: bytes
    contents: RenderedCells


class CsvLines:
    """Rows with their results as lines of CSV, below the head of that dialect."""

    def __init__(
        self,
        out: TextIO,
        rows: ResultRows,
        dialect: Dialect,
    ) -> None:
        self.rows = rows
        self._out = out
        self._mark = dialect.delimiter.encode()
        self._end = dialect.end.encode()
        self._writer = writer_of(out, dialect)
        text_returned = SimpleNamespace(write=str)
        plain_dialect = Dialect("", dialect.delimiter, "")
        self._cells = writer_of(text_returned, plain_dialect)
        self._groups = self._groups_of(rows.results.columns)

    def _groups_of(
        self,
        columns: Sequence[Column],
    ) -> list[PlayerCells]:
        """Return the columns of results board by board, and player by player.

        Players with the same columns share a cache. A low hand, a share of the pot and an amount
        have ids of their own, so each of these columns stands alone.
        """
        by_player: dict[tuple[int, int, str], list[Column]] = {}
        for column in columns:
            has_own_ids = column.kind in (*COLUMNS_OF_HALVES, GETS)
            kind = column.kind if has_own_ids else ""
            key_of_player = (column.board, column.player, kind)
            by_player.setdefault(key_of_player, []).append(column)
        *_, last_player = by_player
        end_of_line = self._end
        if self.rows.problem is not None:  # which is empty in good rows
            end_of_line = self._mark + self._end
        caches: dict[tuple[Any, ...], RenderedCells] = {}
        groups: list[PlayerCells] = []
        for player, group in by_player.items():
            end = end_of_line if player == last_player else b""
            key = (*(column.kind for column in group), end)
            if key not in caches:
                render = partial(self._pieces, group, end)
                caches[key] = RenderedCells(render)
            blank = self._mark * len(group) + end
            first = columns.index(group[0])
            groups.append(PlayerCells(first, blank, caches[key]))
        return groups

    def _pieces(
        self,
        columns: Sequence[Column],
        end: bytes,
        content_ids: list[int],
    ) -> list[bytes]:
        """Return the results of some ids as texts."""
        results = self.rows.results
        contents = [results.contents(column, content_ids) for column in columns]
        pieces: list[bytes] = []
        for cells in zip(*contents, strict=True):
            piece = self._text(cells) + end
            pieces.append(piece)
        return pieces

    def _text(self, cells: Iterable[Any]) -> bytes:
        """Return cells as text that follows other cells."""
        text: str = self._cells.writerow([None, *cells])
        return text.encode()

    def write(
        self,
        block: Block,
        scored: Scored,
    ) -> None:
        """Write a block of rows."""
        first = int(block.numbers[0])
        is_below_labels = first > self.rows.layout.first
        if is_below_labels and isinstance(block, LinesBlock) and not self.rows.replaced:
            text = self._beside(block, scored)
            self._out.write(text.decode())
            return
        rows = [_texts_of(row) for row in rows_of_block(block)]
        rows_with_results = self.rows.of(first, rows, scored)
        self._writer.writerows(rows_with_results)

    def _beside(
        self,
        lines: LinesBlock,
        scored: Scored,
    ) -> bytes:
        """Return plain lines with the results behind them.

        The text of each different result is made once.
        """
        missing = self.rows.width - lines.width
        if missing < 0:
            raise NotPlainError
        size = len(lines.ends)
        columns = [lines.texts]
        if missing:
            columns.append([self._mark * missing] * size)
        ids_by_column = self.rows.results.content_ids(scored)
        good_lines = (scored.rows - lines.first).tolist()
        for group in self._groups:
            good_texts = group.contents.texts(ids_by_column[group.first])
            if len(good_texts) == size:
                columns.append(good_texts)
                continue
            texts = [group.blank] * size
            for line, text in zip(good_lines, good_texts, strict=True):
                texts[line] = text
            columns.append(texts)
        ends = columns[-1]
        end_of_good_line = self._mark + self._end
        blank_results = self._groups[-1].blank.removesuffix(end_of_good_line)
        for row, error in scored.problems.items():
            problem = self._text([problem_text(error)])
            line = row - lines.first
            ends[line] = blank_results + problem + self._end
        return b"".join(in_turns(columns))


def _texts_of(row: Sequence[Any]) -> list[str]:
    """Return the cells of a row as a text file holds them."""
    return [cell if isinstance(cell, str) else cell_text(cell) for cell in row]


def rows_of_block(block: Block) -> Sequence[list[Any]]:
    """Return all rows of a block of a table as values."""
    assert isinstance(block, GridBlock | LinesBlock)
    return block.grid.rows
