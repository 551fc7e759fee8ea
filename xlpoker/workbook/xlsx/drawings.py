"""Which cells of a worksheet lie below its pictures, charts and shapes."""

from __future__ import annotations

from collections.abc import Mapping

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
            anchors = [one for one in package.tree(part).iter() if local_name(one.tag).endswith("CellAnchor")]
        except BookError:
            continue
        for anchor in anchors:
            parts = {local_name(one.tag): one for one in anchor}
            corners = [{local_name(one.tag): one.text for one in parts.get(key, ())} for key in ("from", "to")]
            start, end = map(_numbers, corners)
            if not {"col", "row"} <= start.keys() or ("to" in parts and not {"col", "row"} <= end.keys()):
                continue
            left, top = start["col"], start["row"]
            if end:  # a corner at the edge of a cell covers nothing of it
                right, bottom = (end[name] - (not end.get(f"{name}Off")) for name in ("col", "row"))
            else:
                size = _numbers(parts["ext"].attrib if "ext" in parts else {})
                right, bottom = left + size.get("cx", 0) // _COLUMN, top + size.get("cy", 0) // _ROW
            found.append(Box(top, left, max(bottom, top), max(right, left)))
    return found


def _numbers(texts: Mapping[str, str | None]) -> dict[str, int]:
    """Return the whole numbers among some texts."""
    return {name: int(text) for name, text in texts.items() if text is not None and text.strip().isdecimal()}
