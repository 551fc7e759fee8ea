"""The looks of the rows of a block; rows that look alike are asked about once.

`CellFormats.look_of_row` decides what a row looks like, from the styles of its cells. Rows of a group
look alike: they have equally many cells, the same first and last style, and the same set of styles
behind the first. The set is a number with a bit for each style::

    row    styles of its cells    cells  first  last  set           group
    2      1  5  5  7  5          5      1      5     {5, 7}        0
    3      5  5  5  5  5          5      5      5     {5}           1
    4      1  7  5  5  5          5      1      5     {5, 7}        0
    5      (none)

    groups  -->  looks    NO_LOOK, look of rows 2 and 4, look of row 3    each look once
                 indices  1  2  1  0                                      of the rows 2 to 5
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.workbook.xlsx.cell_formats import NO_LOOK, CellFormats, RowLook
from xlpoker.workbook.xlsx.cells import Cells

__all__ = ["row_looks"]

Numbers = npt.NDArray[Any]
_SET_BITS = 63
"""The styles in one number; a block with more of them takes several."""


class _Rows(NamedTuple):
    """The rows that have cells: the styles of all cells, and where each row starts and ends in them."""

    styles: Numbers
    starts: Numbers
    ends: Numbers


def row_looks(cells: Cells, first: int, formats: CellFormats) -> tuple[Numbers, list[RowLook]]:
    """Return for each row the index of its look, and the looks in order.

    Cells left of the column `first` are a row's own.
    """
    is_own = cells.column < first
    row_of_cell = cells.row[is_own]
    styles = cells.style[is_own]
    if not len(styles):
        return np.zeros(len(cells.numbers), np.int64), [NO_LOOK]
    starts = np.flatnonzero(np.diff(row_of_cell, prepend=-1))
    ends = np.append(starts[1:], len(row_of_cell))
    examples, group_of_row = _groups(_Rows(styles, starts, ends))
    look_of_group: list[RowLook] = []
    for start, end in zip(starts[examples].tolist(), ends[examples].tolist(), strict=True):
        look = formats.look_of_row(styles[start:end].tolist())
        look_of_group.append(look)
    looks = sorted({NO_LOOK, *look_of_group})
    index_of_look = {look: index for index, look in enumerate(looks)}
    index_of_group = np.array([index_of_look[look] for look in look_of_group])
    indices = np.full(len(cells.numbers), index_of_look[NO_LOOK])
    indices[row_of_cell[starts]] = index_of_group[group_of_row]
    return indices, looks


def _groups(rows: _Rows) -> tuple[Numbers, Numbers]:
    """Return an example of each group of rows, and for each row the index of its group."""
    count = len(rows.starts)
    if rows.styles.min() == rows.styles.max():
        return np.zeros(1, np.int64), np.zeros(count, np.int64)
    keys = _keys(rows)
    order = np.lexsort(keys)
    is_first = np.zeros(count, np.bool_)
    is_first[0] = True
    for key in keys:
        in_order = key[order]
        is_first[1:] |= in_order[1:] != in_order[:-1]
    group_of_row = np.empty(count, np.int64)
    group_of_row[order] = np.cumsum(is_first) - 1
    return order[is_first], group_of_row


def _keys(rows: _Rows) -> list[Numbers]:
    """Return what rows of a group have in common, an array each."""
    styles, starts, ends = rows
    counts = ends - starts
    behind_first = styles.copy()
    has_several = counts > 1
    behind_first[starts[has_several]] = styles[starts[has_several] + 1]
    keys = [counts, styles[starts], styles[ends - 1]]
    used = np.flatnonzero(np.bincount(styles + 1))
    for index in range(0, len(used), _SET_BITS):
        used_here = used[index : index + _SET_BITS]
        bit_of_style = np.zeros(used[-1] + 1, np.int64)
        bit_of_style[used_here] = 1 << np.arange(len(used_here))
        sets = np.bitwise_or.reduceat(bit_of_style[behind_first + 1], starts)
        keys.append(sets)
    return keys
