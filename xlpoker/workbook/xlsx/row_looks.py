"""The looks of the rows of a block, by arrays of the formats of their cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.workbook.xlsx.cell_formats import LEAST_CELLS, CellFormats, RowLook
from xlpoker.workbook.xlsx.cells import Cells

__all__ = ["row_looks"]

Numbers = npt.NDArray[Any]


def row_looks(
    cells: Cells, first: int, formats: CellFormats
) -> tuple[Numbers, list[RowLook | None]]:
    """Return the looks of rows by their cells left of a column, and for each row the index of its look.

    A fill or a font that some cells of a row have is no look of the row: it marks a winner, or a red
    suit. The first cell of a row may differ.
    """
    indices = np.zeros(len(cells.numbers), np.int64)
    is_own = cells.column < first
    styles = cells.style[is_own]
    rows = cells.row[is_own]
    if not len(styles):
        return indices, [None]
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    ends = np.append(starts[1:], len(rows))
    if styles.min() == styles.max():
        indices[rows[starts]] = 1
        return indices, [None, RowLook(int(styles[0]), has_one_font=True, has_one_fill=True)]
    last = styles[ends - 1]
    codes = 4 * (last + 1)
    used = np.flatnonzero(np.bincount(styles + 1)) - 1
    parts = {style: formats.parts_of(style) for style in used.tolist()}
    fonts = {style: part.font for style, part in parts.items()}
    fills = {style: part.fill for style, part in parts.items()}
    codes += 2 * _have_one(fonts, styles, starts, ends)
    codes += _have_one(fills, styles, starts, ends)
    is_used = np.bincount(codes) > 0
    different = np.flatnonzero(is_used)
    place_of_code = np.cumsum(is_used)
    indices[rows[starts]] = place_of_code[codes]
    looks = [RowLook(code // 4 - 1, bool(code & 2), bool(code & 1)) for code in different.tolist()]
    return indices, [None, *looks]


def _have_one(
    part_of: dict[int, bytes], styles: Numbers, starts: Numbers, ends: Numbers
) -> Numbers:
    """Tell for each row whether its cells share a part of their formats; the first may differ."""
    ids = {part: index for index, part in enumerate(dict.fromkeys(part_of.values()))}
    table = np.zeros(1 + max(part_of) + 1, np.int64)
    for style, part in part_of.items():
        table[style + 1] = ids[part]
    parts = table[styles + 1]
    long_rows = starts[ends - starts >= LEAST_CELLS]
    parts[long_rows] = parts[long_rows + 1]
    lowest = np.minimum.reduceat(parts, starts)
    highest = np.maximum.reduceat(parts, starts)
    have_one: Numbers = lowest == highest
    return have_one.astype(np.int64)
