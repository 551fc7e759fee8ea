"""Blocks in which nearly all rows are alike: tables, one behind the other.

A cell is missing in one row of a thousand, a row is higher than the others, the number of the row grows by a digit: what
stands before and behind is still one table each (`xlpoker.workbook.sheets.regular`), and the odd row a table of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.workbook.sheets.cells import Cells
from xlpoker.workbook.sheets.regular import Table, letters_of, scan_regular, single_row
from xlpoker.workbook.sheets.words import Numbers

__all__ = ["Tables", "scan_alike"]

_ODD = 8
"""Rows of a block that may be unlike the others."""
_TOGETHER = 3
"""And so many of them one behind the other; at the beginning of the block only one."""
_PLACES = {"start", "value", "formula"}


@dataclass
class Tables:
    """Tables that are one block together: what `xlpoker.workbook.sheets.cells.Rows` asks for, put together.

    `edges` are the bytes of the block at which they begin and end.
    """

    block: bytes
    parts: Sequence[Table]
    edges: Sequence[int]
    numbers: Numbers
    starts: Numbers
    ends: Numbers

    @property
    def last_column(self) -> int:
        """The last column with a cell."""
        return max(part.last_column for part in self.parts)

    @property
    def used(self) -> list[int]:
        """The columns with a value."""
        return sorted({column for part in self.parts for column in part.used})

    @property
    def has_formulas(self) -> bool:
        """Whether any cell holds a formula."""
        return False

    @property
    def has_row_formats(self) -> bool:
        """Whether a row has a format of its own."""
        return any(part.has_row_formats for part in self.parts)

    def sharing(self, first: int, last: int) -> Numbers | None:
        """Return the indices of the shared strings in some columns, -1 in odd rows; None where others hold anything else."""
        found = []
        for part in self.parts:
            shared = part.sharing(first, last)
            if shared is None:
                if len(part.numbers) > 1:
                    return None
                shared = np.full((1, last - first + 1), -1)
            found.append(shared)
        return np.concatenate(found)

    def texts_outside(self, areas: Sequence[tuple[int, int]]) -> tuple[Numbers, Numbers]:
        """Return the columns and indices of the shared strings outside of some spans of columns."""
        columns, shared = zip(*[part.texts_outside(areas) for part in self.parts], strict=True)
        return np.concatenate(columns), np.concatenate(shared)

    def filled(self, low: int, high: int) -> npt.NDArray[np.bool_]:
        """Tell for each of some rows whether anything stands in it."""
        return np.concatenate([part.filled(0, len(part.numbers)) for part in self.parts])[low:high]

    def tail(self, first: int) -> tuple[Numbers, dict[int, int]] | None:
        """Return where in each row the cells from a column on begin, and their styles by column where all rows have the same."""
        places, styles = zip(*[part.tail(first) for part in self.parts], strict=True)
        if any(one != styles[0] for one in styles):
            return None
        return np.concatenate([place + edge for place, edge in zip(places, self.edges, strict=False)]), styles[0]

    @cached_property
    def cells(self) -> Cells:
        """The same, cell by cell."""
        parts = [part.cells for part in self.parts]
        firsts = np.cumsum([0, *[len(part.numbers) for part in parts]]).tolist()
        joined: dict[str, Any] = {}
        for name in [
            one.name for one in fields(Cells) if one.name not in ("block", "numbers", "starts", "ends", "texts")
        ]:
            pieces = [getattr(part, name) for part in parts]
            if name in _PLACES:
                pieces = [piece + edge * (piece >= 0) for piece, edge in zip(pieces, self.edges, strict=False)]
            elif name == "row":
                pieces = [piece + first for piece, first in zip(pieces, firsts, strict=False)]
            joined[name] = np.concatenate(pieces)
        return Cells(self.block, self.numbers, self.starts, self.ends, **joined)


def scan_alike(block: bytes, before: int, prefix: bytes = b"") -> Table | Tables | None:
    """Return the rows of a block as tables, None where more than a few rows differ.

    `before` is the row before, `prefix` that of the sheet's tags, with its colon.

    >>> rows = [b'<row r="%d"><c r="A%d"><v>7</v></c></row>' % (row, row) for row in range(980, 1050)]
    >>> rows[50] = b'<row r="1030" ht="30"><c r="A1030"><v>7</v></c></row>'
    >>> [part.numbers[[0, -1]].tolist() for part in scan_alike(b"".join(rows), 978).parts]
    [[979, 998], [999, 1028], [1029, 1029], [1030, 1048]]
    """
    letters = letters_of(block)
    parts: list[Table] = []
    edges = [0]
    odd = together = 0
    while edges[-1] < len(block):
        start = edges[-1]
        here = letters[np.searchsorted(letters, start) :] - start if parts else letters
        part = scan_regular(block, before, here, prefix, start)
        together = together + 1 if part is None else 0
        if part is None:
            few = odd < _ODD and together <= (_TOGETHER if odd < len(parts) else 1)
            odd += 1
            part = single_row(block, before, prefix, start) if few else None
            if part is None:
                return None
        parts.append(part)
        edges.append(start + len(part.block))
        before = int(part.numbers[-1])
    if len(parts) == odd:  # only rows by themselves, or nothing
        return None
    if len(parts) == 1:
        return parts[0]
    starts = [part.starts + edge for part, edge in zip(parts, edges, strict=False)]
    ends = [part.ends + edge for part, edge in zip(parts, edges, strict=False)]
    numbers = np.concatenate([part.numbers for part in parts])
    return Tables(block, parts, edges, numbers, np.concatenate(starts), np.concatenate(ends))
