"""The draft of the new rows: one pass instead of two, as they are made and packed while a sheet is surveyed.

Where the new columns go is sure only when the last row is known. Nearly always it is what the first rows say: right of
the last column with anything in it. So the plan is made when the row of labels and the first hands are known, and every
block behind them is filled and packed at once, into a file without a name beside the target. The first blocks wait:
the dimension, the labels and the widths of columns depend on whether a bad row comes, and are packed last, in front
(deflate allows that: what two packers made one after another is one stream)::

    survey   | block 0 | block 1 | block 2 | ... | block n | behind the rows
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
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from xlpoker.errors import PokerError
from xlpoker.files.deflate import Packer, codec
from xlpoker.scoring.model import Scored
from xlpoker.scoring.plan import Plan
from xlpoker.workbook.xlsx.cell_xml import new_cells, text_cell
from xlpoker.workbook.xlsx.cells import Cells
from xlpoker.workbook.xlsx.facts import Survey
from xlpoker.workbook.xlsx.package import Drafted
from xlpoker.workbook.xlsx.part_edits import column_styles
from xlpoker.workbook.xlsx.results import SheetResults
from xlpoker.workbook.xlsx.rows import Edges, filled
from xlpoker.workbook.xlsx.stream import SheetStream

__all__ = ["Draft", "PlanOf"]

_WAITING = 4
"""Blocks that may wait for the first hands; there are more where notes stand above the hands."""
PlanOf = Callable[[Survey, Any], Plan]


class Draft:
    """The rows of a sheet being made; `plan_of` makes the plan, with a column for problems, once it is asked for.

    Use it in a ``with`` block: leaving it drops what was made.
    """

    def __init__(
        self, stream: SheetStream, results: SheetResults, target: Path, level: int | None, plan_of: PlanOf
    ) -> None:
        self._results, self._plan_of = results, plan_of
        self.waiting: list[bytes] = []
        self._target, self._level = target, level
        self._plan: Plan | None = None
        frame = stream.frame
        self._prefix, self._style_of = frame.prefix, column_styles(frame.head)
        self._file: Any = None
        self._packer: Packer | None = None
        self._next = self._good = 0
        self._first: Any = None
        self._bad: list[int] = []
        self._given_up = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._drop()

    def _drop(self) -> None:
        self._given_up = True
        self.waiting.clear()
        if self._packer is not None:
            self._packer.close()
        if self._file is not None:
            with contextlib.suppress(OSError):  # a full disk: what was buffered is not needed
                self._file.close()
        self._packer = self._file = None

    def take(self, found: Survey, cells: Cells, scored: Scored) -> npt.NDArray[Any] | None:
        """Make the rows of a block that was scored just now; return the good ones where all hold their results already.

        All blocks before it were surveyed.
        """
        if self._given_up:
            return None
        try:
            fits = self._go_on(found, cells, scored) if self._good else self._wait(found, cells, scored)
        except (PokerError, OSError):  # the second pass says what is wrong
            fits = False
        if not fits:
            self._drop()
            return None
        return scored.rows if self._plan is not None and self._plan.cleared else None

    def _wait(self, found: Survey, cells: Cells, scored: Scored) -> bool:
        block = found.blocks[-1]
        if len(self.waiting) == _WAITING or block.place != (self._next or len(found.stream.frame.head)):
            return False
        self.waiting.append(cells.block)
        self._next = block.place + len(cells.block)
        self._good, self._first = len(scored.rows), scored.rows
        return True

    def _begin(self, found: Survey) -> tuple[Plan, Packer]:
        self._plan = self._plan_of(found, self._first)
        self._file = tempfile.TemporaryFile(dir=self._target.parent)  # noqa: SIM115 - closed by `_drop`
        self._packer = Packer(codec(self._level), self._file)
        return self._plan, self._packer

    def _go_on(self, found: Survey, cells: Cells, scored: Scored) -> bool:
        plan, packer = (self._plan, self._packer) if self._plan and self._packer else self._begin(found)
        block, text = found.blocks[-1], cells.block
        over = bool(plan.cleared)
        if block.place != self._next or (block.last_column >= plan.first and not over) or cells.has_row_formats:
            return False
        made, rows = self._results.of(scored), scored.rows
        prefix, style_of = self._prefix, self._style_of
        cuts, styles, left = _old(cells, plan.first, rows) if over else (None, {}, {})
        pairs = zip(made.columns, plan.places, strict=False)
        placed = [(column, place, styles.get(place, style_of(place))) for column, place in pairs]
        new = new_cells(placed, prefix, rows, slice(0, len(rows)))
        last = plan.places[-1]
        others = {
            row: text_cell(text, last, style_of(last), prefix, row) for row, text in sorted(made.problems.items())
        }
        edges = Edges(cells.numbers, cells.starts, cells.ends, cuts)
        end = plan.places[-2]
        whole = filled(text, edges, rows, new, left | others, (end, end if over else last))
        if over and whole != text:
            return False
        packer.put(whole)
        self._good += len(rows)
        self._bad += others
        self._next += len(text)
        return True

    def fits(self, found: Survey, plan: Plan, good: int, problems: Sequence[int]) -> bool:
        """Tell whether the draft is what the plan wants, for so many good rows and those with problems, in order."""
        if self._given_up or self._plan is None or found.stream.rows_end != self._next:
            return False
        behind = found.numbers[found.blocks[len(self.waiting) - 1].end - 1]
        same = plan.places == self._plan.places[: len(plan.places)] and bool(plan.cleared) == bool(self._plan.cleared)
        later = [row for row in problems if row > behind]
        return same and self._good == good and later == sorted(self._bad)

    def finished(self, head: bytes, blocks: Sequence[bytes], tail: bytes) -> Drafted | None:
        """Return the whole content: the head and the first blocks, which waited, and all that was made."""
        assert self._packer is not None
        try:
            self._packer.put(tail)
            packed = self._packer.end()
        except OSError:
            return None
        return Drafted([head, *blocks], self._file, packed)


def _old(cells: Cells, first: int, good: Any) -> tuple[Any, dict[int, int], dict[int, bytes]]:
    """Return where in each row the cells from a column on begin, their styles in the first good row, and other rows with such."""
    here = np.flatnonzero(cells.column >= first)
    row = cells.row[here]
    firsts = np.flatnonzero(np.diff(row, prepend=-1))
    cuts = cells.ends.copy()
    cuts[row[firsts]] = cells.start[here[firsts]]
    those = here[cells.numbers[row] == good[0]] if len(good) else here[:0]
    styles = dict(zip(cells.column[those].tolist(), cells.style[those].tolist(), strict=True))
    return cuts, styles, dict.fromkeys(np.setdiff1d(cells.numbers[row[firsts]], good).tolist(), b"")
