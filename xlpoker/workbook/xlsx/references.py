"""Tables, their columns and defined names of a workbook as ranges: what may stand for cells after ``--hands``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from xlpoker.errors import LayoutError, nearest, quoted
from xlpoker.layout.grid import a1, split_ranges
from xlpoker.scoring.plan import Box
from xlpoker.workbook.xlsx.cells import boxes
from xlpoker.workbook.xlsx.package import Package, local_name

__all__ = ["resolved"]

_CELLS = re.compile(r"(?:.+!)?\$?[A-Z]{1,3}\$?\d*:\$?[A-Z]{1,3}\$?\d*|(?:.+!)?\$?[A-Z]{1,3}\$?\d+", re.IGNORECASE)
_COLUMNS = re.compile(r"\[([^\[\]#@]+)\]")
_NAME = re.compile(r"(?:(?:'(?:[^']|'')+'|[^'!\[\]]+)!)?(?P<name>[^'!\[\]]+)(?P<columns>\[.*\])?")


@dataclass(frozen=True, slots=True)
class _Table:
    sheet: str
    cells: Box  # below the labels
    columns: list[str]


def resolved(path: Path, hands: str) -> str:
    """Return the ranges that a text names, in a workbook also by tables, columns of them (``tblHands[[C1]:[C5]]``) and names.

    Raises `LayoutError` for a table, column or name that is not there.
    """
    parts = split_ranges(hands)
    if all(_CELLS.fullmatch(part) for part in parts):
        return hands
    with Package(path) as package:
        tables, names = dict(_tables(package)), _names(package)
    return ",".join(_ranges(part, tables, names) for part in parts)


def _tables(package: Package) -> Iterator[tuple[str, _Table]]:
    """Yield the tables of a workbook by their names, as these are compared."""
    for sheet in package.sheets:
        for part in package.related(sheet.part, "table").values():
            table = package.tree(part)
            found = boxes([table.get("ref", "").encode()])
            name = table.get("displayName") or table.get("name")
            if not found or not name:
                continue
            box, below = found[0], int(table.get("totalsRowCount") or 0)
            cells = box._replace(top=box.top + int(table.get("headerRowCount") or 1), bottom=box.bottom - below)
            columns = [one.get("name", "") for one in table.iter() if local_name(one.tag) == "tableColumn"]
            yield name.casefold(), _Table(sheet.name, cells, columns)


def _names(package: Package) -> dict[str, str]:
    """Return what the defined names of a workbook stand for."""
    book = package.tree(package.workbook)
    return {
        one.get("name", "").casefold(): (one.text or "").lstrip("=")
        for one in book.iter()
        if local_name(one.tag) == "definedName"
    }


def _ranges(part: str, tables: dict[str, _Table], names: dict[str, str]) -> str:
    """Return the ranges of a table, of some of its columns, or of a name; anything else as it is."""
    match = _NAME.fullmatch(part)
    name = match["name"].strip().casefold() if match else ""
    if match is None or name not in tables:
        if name in names and match is not None and match["columns"] is None:
            return names[name]
        if _CELLS.fullmatch(part) or (
            match is not None and re.fullmatch(r"\$?[A-Z]{1,3}", match["name"], re.IGNORECASE)
        ):
            return part
        known = [*tables, *names]
        told = f"; {nearest(name, known)}" if known else ""
        raise LayoutError(f"{quoted(part)} is not a range, and no table or name of the workbook{told}")
    table = tables[name]
    left, right = table.cells.left, table.cells.right
    wanted = _COLUMNS.findall(match["columns"] or "")
    if wanted:
        known = [column.casefold() for column in table.columns]
        for column in wanted:
            if column.casefold() not in known:
                raise LayoutError(f"{quoted(part)} has no column {quoted(column)}; {nearest(column, table.columns)}")
        places = [left + known.index(column.casefold()) for column in wanted]
        left, right = min(places), max(places)
    sheet = table.sheet.replace("'", "''")
    return f"'{sheet}'!{a1(table.cells.top, left)}:{a1(table.cells.bottom, right)}"
