"""The draft of the new rows: one pass instead of two, as they are made and packed while a sheet is read.

Where the new columns go is sure only when the last row is known. Nearly always it is what the first rows say: right of
the last column with anything in it. So the plan is made when the row of labels and the first hands are known, and every
block behind them is filled and packed at once, into a file without a name beside the target. The first blocks wait:
the dimension, the labels and the widths of columns depend on whether a bad row comes, and are packed last, in front
(deflate allows that: what two packers made one after another is one stream)::

    read     | block 0 | block 1 | block 2 | ... | block n | behind the rows
    draft    |  waits  |   filled, packed, written ....    | packed
    target   | packed, in front of .......................... copied

A sheet that was scored before goes the same way as long as the blocks hold, byte for byte, the results that would be
written: such a block is copied, and its results need no other proof.

Whatever does not fit throws the draft away, and the second pass makes everything anew: a cell where the new columns go,
a last row that ends the hands earlier, other results of an earlier run.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy.typing as npt

from xlpoker.errors import PokerError
from xlpoker.files.zip_archive import Packer, codec
from xlpoker.scoring.model import Scored
from xlpoker.workbook.xlsx.cell_xml import NewCells, SheetResults
from xlpoker.workbook.xlsx.cells import Cells
from xlpoker.workbook.xlsx.package import Drafted
from xlpoker.workbook.xlsx.rows import RowWriter

__all__ = ["Draft"]

_WAITING = 4
"""Blocks that may wait for the first hands; there are more where notes stand above the hands."""


class Draft:
    """The rows of a sheet being made; `begin` plans the columns, one for problems too, for the first good rows.

    Whoever has begun one ends with `drop`.
    """

    def __init__(
        self, begin: Callable[[npt.NDArray[Any]], RowWriter], results: SheetResults, target: Path, level: int | None
    ) -> None:
        self._begin, self._results, self._target, self._level = begin, results, target, level
        self._waiting: list[Cells] = []
        self._first: Any = None
        self._writer: RowWriter | None = None
        self._packer: Packer | None = None
        self._file: Any = None
        self._good = 0
        self._bad: list[int] = []
        self._given_up = False

    def drop(self) -> None:
        """Give up, and drop what was made."""
        self._given_up = True
        self._waiting.clear()
        if self._packer is not None:
            self._packer.close()
        if self._file is not None:
            with contextlib.suppress(OSError):  # a full disk: what was buffered is not needed
                self._file.close()
        self._packer = self._file = None

    def take(self, cells: Cells, scored: Scored) -> npt.NDArray[Any] | None:
        """Make the rows of a block that was scored; return the good ones where all hold their results already."""
        if self._given_up:
            return None
        try:
            if self._first is not None:
                return self._go_on(cells, scored)
            self._waiting.append(cells)
            if len(scored.rows):
                self._first, self._good = scored.rows, len(scored.rows)
            elif len(self._waiting) == _WAITING:
                self.drop()
        except (PokerError, OSError):  # the second pass says what is wrong
            self.drop()
        return None

    def _go_on(self, cells: Cells, scored: Scored) -> npt.NDArray[Any] | None:
        if self._writer is None:
            self._writer = self._begin(self._first)
            self._file = tempfile.TemporaryFile(dir=self._target.parent)  # noqa: SIM115 - closed by `drop`
            self._packer = Packer(codec(self._level), self._file)
        assert self._packer is not None
        new, plan = self._results.of(scored), self._writer.plan
        made = self._writer.block(cells, new, kept=False)
        if made != cells.block if plan.cleared else cells.last_column >= plan.first:
            self.drop()
            return None
        self._packer.put(made)
        self._good += len(scored.rows)
        self._bad += new.bad
        return scored.rows if plan.cleared else None

    def finished(self, writer: RowWriter, new: NewCells, head: bytes, tail: bytes) -> Drafted | None:
        """Return the whole content, the first blocks made by the writer; None where the draft is not what that wants."""
        if self._writer is None or self._packer is None:
            return None
        behind = self._waiting[-1].numbers[-1]
        plan, drafted = writer.plan, self._writer.plan
        same = plan.places == drafted.places[: len(plan.places)] and bool(plan.cleared) == bool(drafted.cleared)
        if not same or self._good != len(new.rows) or [row for row in new.bad if row > behind] != self._bad:
            return None
        try:
            self._packer.put(tail)
            packed = self._packer.end()
        except OSError:
            return None
        return Drafted([head, *[writer.block(cells, new) for cells in self._waiting]], self._file, packed)
