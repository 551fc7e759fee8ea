"""Tables of Excel, and names of a workbook, as ranges, for ``--hands``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from xlpoker.errors import LayoutError, nearest, quoted
from xlpoker.layout.grid import meant_range, name_before, split_ranges
from xlpoker.workbook.xlsx.package import Package, local_name
from xlpoker.workbook.xlsx.part_edits import on_sheet, reference, tables_of

__all__ = ["resolved"]

_REFERENCE = re.compile(r"(?:.+!)?\$?[A-Z]{1,3}\$?\d*:\$?[A-Z]{1,3}\$?\d*|(?:.+!)?\$?[A-Z]{1,3}\$?\d+", re.IGNORECASE)


def resolved(path: Path, hands: str) -> str:
    """Return the ranges that a text names, in a workbook also by tables and names.

    Raises `LayoutError` for a table or name that is not there.
    """
    named = [name_before(part) for part in split_ranges(hands)]
    if all(_REFERENCE.fullmatch(one) for _, part in named for one in split_ranges(part, "plus")):
        return hands
    with Package(path) as package:
        names = [one for one in package.tree(package.workbook).iter() if local_name(one.tag) == "definedName"]
        known = {one.get("name", "").casefold(): (one.text or "").lstrip("=") for one in names}
        for sheet in package.sheets:
            for one in tables_of(package, sheet.part):
                cells = one.box._replace(top=one.box.top + one.labels, bottom=one.box.bottom - one.totals)
                known[one.name.casefold()] = on_sheet(sheet.name, reference(cells).decode())
    ranges = ("+".join(_range(one, known) for one in split_ranges(part, "plus")) for _, part in named)
    return ",".join(f"{name}={one}" if name else one for (name, _), one in zip(named, ranges, strict=True))


def _range(part: str, known: Mapping[str, str]) -> str:
    """Return the range of a table or a name; any other text unchanged."""
    name = part.rpartition("!")[2].strip().casefold()
    if name in known:
        return known[name]
    if _REFERENCE.fullmatch(part) or re.fullmatch(r"\$?[a-z]{1,3}", name):
        return part
    near = [one for one in known if not one.startswith(("_xlnm.", "_xlpoker_"))]
    meant = meant_range(part)
    told = f"; write it like {meant}" if meant else f"; {nearest(name, near)}" if near else ""
    raise LayoutError(f"{quoted(part)} is not a range, and no table or name of the workbook{told}")
