"""Where the rows of a block end, and how their cells look, kept from the first pass for the second.

The second pass puts new cells behind those of a row. If none stands where new cells go, only the
ends of the rows are needed, and the formats of their cells, which the new ones take over::

    row 5   A1 style, B no style      pattern 0      kept are two bytes a row for its length,
    row 6   A1 style, B no style      pattern 0      one for its pattern, and each pattern once
    row 7   A2 style                  pattern 1

So no cell is read again.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from xlpoker.workbook.xlsx.cell_values import EMPTY
from xlpoker.workbook.xlsx.cells import Cells, Numbers

__all__ = ["RowSpans"]

_MOST_BYTES = (1 << 16) - 1
_MOST_PATTERNS = 1 << 8
_FIELDS = ("column", "style", "kind")
_BYTES_OF_A_CELL = 4 * len(_FIELDS)


class _Patterns(NamedTuple):
    """The different rows by their cells, and which of them each row is.

    A pattern has the column, the style and the kind of each cell, as numbers of four bytes.
    """

    patterns: list[bytes]
    pattern_of_row: bytes

    @classmethod
    def of(cls, cells: Cells) -> Self | None:
        """Return the patterns of a block, without cells where none has a format.

        The result is None where they are too many, or a formula has no value.
        """
        count = len(cells.numbers)
        if cells.style.max(initial=-1) < 0:
            return cls([b""], bytes(count))
        is_uncalculated = (cells.formula >= 0) & (cells.kind == EMPTY)
        if is_uncalculated.any():
            return None
        fields = np.empty((len(cells.row), len(_FIELDS)), np.int32)
        for index, field in enumerate(_FIELDS):
            fields[:, index] = getattr(cells, field)
        all_bytes = fields.tobytes()
        first_cells = np.searchsorted(cells.row, np.arange(count + 1))
        edges = first_cells * _BYTES_OF_A_CELL
        index_of_pattern: dict[bytes, int] = {}
        indices: list[int] = []
        for start, end in pairwise(edges.tolist()):
            pattern = all_bytes[start:end]
            index = index_of_pattern.setdefault(pattern, len(index_of_pattern))
            indices.append(index)
        if len(index_of_pattern) > _MOST_PATTERNS:
            return None
        return cls(list(index_of_pattern), bytes(indices))

    def cells(self) -> tuple[Numbers, Numbers]:
        """Return the index of the row of each cell, and its fields: (fields, cells)."""
        cells_by_pattern = [len(pattern) // _BYTES_OF_A_CELL for pattern in self.patterns]
        pattern_of_row = np.frombuffer(self.pattern_of_row, np.uint8)
        counts = np.take(cells_by_pattern, pattern_of_row)
        rows = np.repeat(np.arange(len(counts)), counts)
        all_bytes = b"".join([self.patterns[index] for index in self.pattern_of_row])
        fields = np.frombuffer(all_bytes, np.int32).reshape(-1, len(_FIELDS))
        return rows, fields.T.astype(np.int64, "C")


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
    patterns: _Patterns

    @classmethod
    def of(cls, cells: Cells) -> Self | None:
        """Return the spans of a block, None where a row is unusual.

        >>> from xlpoker.workbook.xlsx.tokens import scan_block
        >>> rows = b'<row r="5"><c r="A5"><v>1</v></c></row><row r="6"></row>'
        >>> RowSpans.of(scan_block(rows)).lengths.tolist()
        [39, 17]
        """
        count = len(cells.numbers)
        if not count or cells.ends.min() < 0:
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
        patterns = _Patterns.of(cells)
        if patterns is None:
            return None
        last_column = int(cells.column.max(initial=-1))
        short_lengths = lengths.astype(np.uint16)
        return cls(first_row, last_column, int(closing[0]), size, short_lengths, patterns)

    def rows(self, block: bytes) -> Cells:
        """Return the rows of the block, with the formats of their cells, but not their places and values."""
        edges = np.cumsum(self.lengths, dtype=np.int64)
        row, fields = self.patterns.cells()
        column, style, kind = fields
        unknown: Numbers = np.zeros(len(row), np.int64)
        return Cells(
            block=block,
            numbers=np.arange(self.first_row, self.first_row + len(edges)),
            starts=np.append(0, edges[:-1]),
            ends=edges - self.closing,
            row=row,
            column=column,
            kind=kind.astype(np.uint8),
            style=style,
            start=unknown,
            value=unknown,
            length=unknown,
            shared=unknown,
            formula=unknown - 1,
        )
