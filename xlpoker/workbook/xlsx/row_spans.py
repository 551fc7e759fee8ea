"""Where the rows of a block end, kept from the first pass for the second: two bytes a row.

The second pass puts new cells behind those of a row. If no cell of a block has a format, and none
stands where new cells go, then only the ends of its rows are needed, and no cell is read again.
"""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from xlpoker.workbook.xlsx.cells import Bytes, Cells, Numbers

__all__ = ["RowSpans"]

_MOST_BYTES = (1 << 16) - 1


class RowSpans(NamedTuple):
    """The spans of rows with ascending numbers that fill a block, one behind the other.

    `first_row` is the number of the first, `last_column` that of the last cell, `closing` the length
    of a closing tag, `size` that of the block.
    """

    first_row: int
    last_column: int
    closing: int
    size: int
    lengths: npt.NDArray[np.uint16]

    @classmethod
    def of(cls, cells: Cells) -> Self | None:
        """Return the spans of a block, None where a cell has a format or a row is unusual.

        >>> from xlpoker.workbook.xlsx.tokens import scan_block
        >>> rows = b'<row r="5"><c r="A5"><v>1</v></c></row><row r="6"></row>'
        >>> RowSpans.of(scan_block(rows)).lengths.tolist()
        [39, 17]
        """
        count = len(cells.numbers)
        if not count or cells.style.max(initial=-1) >= 0 or cells.ends.min() < 0:
            return None
        first_row = int(cells.numbers[0])
        size = len(cells.block)
        starts = np.append(cells.starts, size)
        lengths = np.diff(starts)
        closing = lengths - (cells.ends - cells.starts)
        is_usual = (
            starts[0] == 0
            and cells.numbers[-1] - first_row == count - 1
            and (closing == closing[0]).all()
            and lengths.max() <= _MOST_BYTES
        )
        if not is_usual:
            return None
        last_column = int(cells.column.max(initial=-1))
        return cls(first_row, last_column, int(closing[0]), size, lengths.astype(np.uint16))

    def rows(self, block: bytes) -> Cells:
        """Return the rows of the block, without their cells."""
        edges = np.cumsum(self.lengths, dtype=np.int64)
        count = len(edges)
        none: Numbers = np.zeros(0, np.int64)
        no_kinds: Bytes = np.zeros(0, np.uint8)
        return Cells(
            block=block,
            numbers=np.arange(self.first_row, self.first_row + count),
            starts=np.append(0, edges[:-1]),
            ends=edges - self.closing,
            row=none,
            column=none,
            kind=no_kinds,
            style=none,
            start=none,
            value=none,
            length=none,
            shared=none,
            formula=none,
        )
