"""Tables of Excel, columns of them, and names of a workbook as ranges, for ``--hands``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from xlpoker.errors import LayoutError, nearest, quoted
from xlpoker.layout.grid import Box, meant_range, name_before, split_ranges
from xlpoker.workbook.xlsx.package import Package, local_name
from xlpoker.workbook.xlsx.part_edits import BookTable, on_sheet, reference, tables_of

__all__ = ["resolved"]

_REFERENCE = re.compile(r"(?:.+!)?\$?[A-Z]{1,3}\$?\d*:\$?[A-Z]{1,3}\$?\d*|(?:.+!)?\$?[A-Z]{1,3}\$?\d+", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\[([^\[\]#@]+)\]")
_NAMED = re.compile(r"(?:(?:'(?:[^']|'')+'|[^'!\[\]]+)!)?(?P<name>[^'!\[\]]+)(?P<columns>\[.*\])?")


def resolved(path: Path, hands: str) -> str:
    """Return the ranges that a text names, in a workbook also by tables, columns of them (``tblHands[[C1]:[C5]]``) and names.

    Raises `LayoutError` for a table, column or name that is not there.
    """
    named = [name_before(part) for part in split_ranges(hands)]
    parts = [part for _, part in named]
    if all(_REFERENCE.fullmatch(one) for part in parts for one in split_ranges(part, "plus")):
        return hands
    with Package(path) as package:
        known = {
            one.name.casefold(): (sheet.name, one) for sheet in package.sheets for one in tables_of(package, sheet.part)
        }
        book = package.tree(package.workbook)
    names = {
        one.get("name", "").casefold(): (one.text or "").lstrip("=")
        for one in book.iter()
        if local_name(one.tag) == "definedName"
    }
    ranges = ("+".join(_ranges(one, known, names) for one in split_ranges(part, "plus")) for part in parts)
    return ",".join(f"{name}={one}" if name else one for (name, _), one in zip(named, ranges, strict=True))


def _ranges(part: str, known: Mapping[str, tuple[str, BookTable]], names: Mapping[str, str]) -> str:
    """Return the ranges of a table, of some of its columns, or of a name; any other text unchanged."""
    match = _NAMED.fullmatch(part)
    name, columns = (match["name"].strip().casefold(), match["columns"] or "") if match else ("", "")
    if name not in known:
        if name in names and not columns:
            return names[name]
        if _REFERENCE.fullmatch(part) or re.fullmatch(r"\$?[a-z]{1,3}", name):
            return part
        near = [*known, *(one for one in names if not one.startswith(("_xlnm.", "_xlpoker_")))]
        meant = meant_range(part)
        told = f"; write it like {meant}" if meant else f"; {nearest(name, near)}" if near else ""
        raise LayoutError(f"{quoted(part)} is not a range, and no table or name of the workbook{told}")
    sheet, table = known[name]
    folded = [column.casefold() for column in table.columns]
    places = [table.box.left, table.box.right]
    wanted = _IN_BRACKETS.findall(columns)
    for column in wanted:
        if column.casefold() not in folded:
            raise LayoutError(f"{quoted(part)} has no column {quoted(column)}; {nearest(column, table.columns)}")
    if wanted:
        places = [table.box.left + folded.index(column.casefold()) for column in wanted]
    cells = Box(table.box.top + table.labels, min(places), table.box.bottom - table.totals, max(places))
    return on_sheet(sheet, reference(cells).decode())
