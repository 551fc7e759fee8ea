"""Which cells of a worksheet lie below its pictures, charts and shapes."""

from __future__ import annotations

from xlpoker.errors import BookError
from xlpoker.layout.grid import Box
from xlpoker.workbook.xlsx.package import Package, local_name

__all__ = ["drawings_of"]

_COLUMN, _ROW = 609_600, 190_500
"""The usual width of a column and height of a row, in the units of drawings (EMU)."""


def drawings_of(package: Package, sheet: str) -> list[Box]:
    """Return the cells below each drawing of the sheet with that part: exact where both corners are given, else estimated.

    Drawings without a cell, and parts that cannot be read, are left out.
    """
    found = []
    for part in package.related(sheet, "drawing").values():
        try:
            anchors = [
                one for one in package.tree(part).iter() if local_name(one.tag) in ("twoCellAnchor", "oneCellAnchor")
            ]
        except BookError:
            continue
        for anchor in anchors:
            parts = {local_name(one.tag): one for one in anchor}
            marks = [
                {
                    local_name(one.tag): int(one.text or 0)
                    for one in parts[name]
                    if (one.text or "0").strip().isdecimal()
                }
                for name in ("from", "to")
                if name in parts
            ]
            if not marks or not all({"col", "row"} <= mark.keys() for mark in marks):
                continue
            left, top = marks[0]["col"], marks[0]["row"]
            if len(marks) == 2:  # a corner at the edge of a cell covers nothing of it
                end = marks[1]
                right, bottom = (end[name] - (not end.get(f"{name}Off")) for name in ("col", "row"))
            else:
                size = parts["ext"].attrib if "ext" in parts else {}
                wide, high = (int(size[name]) if size.get(name, "").isdecimal() else 0 for name in ("cx", "cy"))
                right, bottom = left + wide // _COLUMN, top + high // _ROW
            found.append(Box(top, left, max(bottom, top), max(right, left)))
    return found
