"""Ranges that are named by a table or a name of a workbook, for ``--hands``.

::

    Anna=Deals,Ben=Ben_cards     ->     Anna='Friday'!A2:E31,Ben=Friday!$F$2:$J$31
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from xlpoker.addresses import on_sheet
from xlpoker.errors import LayoutError, nearest, quoted
from xlpoker.layout.ranges import split_ranges
from xlpoker.workbook.xlsx.package import Package, local_name
from xlpoker.workbook.xlsx.part_edits import tables_of

__all__ = ["ranges_in_book"]

_REFERENCE = r"(?i)(?:.+!)?\$?[A-Z]{1,3}\$?\d*:\$?[A-Z]{1,3}\$?\d*|(?:.+!)?\$?[A-Z]{1,3}\$?\d+"


def ranges_in_book(path: Path, hands: str) -> str:
    """Return the ranges that a text names by cells, tables and names of a workbook.

    Only a text with a table or a name has the workbook opened.

    Raises `LayoutError` for a table or name that does not exist.
    """
    named_parts = split_ranges(hands)
    if all(re.fullmatch(_REFERENCE, part) for _, parts in named_parts for part in parts):
        return hands
    with Package(path) as package:
        known = _ranges_by_name(package)
    ranges = []
    for name, parts in named_parts:
        range_text = "+".join(_range(part, known) for part in parts)
        ranges.append(f"{name}={range_text}" if name else range_text)
    return ",".join(ranges)


def _ranges_by_name(package: Package) -> dict[str, str]:
    """Return what the names of a workbook stand for, and the rows of its tables, by folded name."""
    known = {}
    for element in package.tree(package.workbook).iter():
        if local_name(element.tag) == "definedName":
            name = element.get("name", "").casefold()
            meaning = element.text or ""
            known[name] = meaning.lstrip("=")
    for sheet in package.sheets:
        for table in tables_of(package, sheet.part):
            name = table.name.casefold()
            known[name] = on_sheet(sheet.name, table.rows.address)
    return known


def _range(part: str, known: Mapping[str, str]) -> str:
    """Return the range of a table or a name; any other text unchanged."""
    name = part.rpartition("!")[2].strip().casefold()
    if name in known:
        return known[name]
    is_column = re.fullmatch(r"\$?[a-z]{1,3}", name)
    if is_column or re.fullmatch(_REFERENCE, part):
        return part
    hidden = ("_xlnm.", "_xlpoker_")
    candidates = [candidate for candidate in known if not candidate.startswith(hidden)]
    hint = nearest(name, candidates) if candidates else "write it like A3:E1002"
    raise LayoutError(
        f"{quoted(part)} is not a range, and no table or name of the workbook; {hint}"
    )
