"""The separate process in which python-calamine reads a book: ``python calamine_child.py KIND MEMORY BOOK [SHEET]``.

It prints JSON lines: first the sheets as ``[name, visible]`` pairs, then for each sheet that is read its name, its
rows in lists of a thousand, and null. A date is ``["datetime", ISO text]``. An error is one line ``{"error": text}``.
The file runs as a script, apart from the package: a crash here does not end the process that reads.
"""

from __future__ import annotations

import datetime as dt
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

ROWS = 1000
SLACK = 1 << 23  # empty places between cells that are allowed in any sheet
TEXT = 1 << 22  # characters of a cell; spreadsheet programs write 32,767
PADDING = 4  # further empty places allowed for each cell


def encoded(value: Any) -> Any:
    """Return a cell's value as JSON can hold it."""
    if isinstance(value, dt.datetime | dt.time):
        return [type(value).__name__, value.isoformat()]
    if isinstance(value, dt.date):
        return ["datetime", value.isoformat()]
    if isinstance(value, dt.timedelta):
        return ["timedelta", value.total_seconds()]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and len(value) > TEXT:
        raise MemoryError
    return None if value == "" else value


def rows_of(sheet: Any) -> Iterator[list[Any]]:
    """Yield the rows of a sheet from its first row and column on, without the blanks at their ends."""
    if sheet.start is None:
        return
    indent = [None] * sheet.start[1]
    hidden: dict[int, list[tuple[int, int]]] = {}
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        for number in range(top, bottom + 1):
            hidden.setdefault(number, []).append((left + (number == top), right))
    room = SLACK
    for number, cells in enumerate(sheet.iter_rows()):
        row = indent + [encoded(cell) for cell in cells]
        for left, right in hidden.get(number, ()):
            for column in range(left, min(right + 1, len(row))):
                row[column] = None
        while row and row[-1] is None:
            row.pop()
        room -= row.count(None) - PADDING * (len(row) - row.count(None))
        if room < 0:
            raise MemoryError
        yield row


def _say(answer: Any) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")


def main(kind: str, memory: int, path: str, named: str | None = None) -> None:
    """Print the sheet of that name, or all visible ones."""
    if memory:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    try:
        if path.lower().endswith("." + kind):
            book = CalamineWorkbook.from_path(path)
        else:  # a path would be judged by its ending
            book = CalamineWorkbook.from_filelike(Path(path).open("rb"))  # noqa: SIM115 - until the process ends
        sheets = [one for one in book.sheets_metadata if one.typ == SheetTypeEnum.WorkSheet]
        _say([[one.name, one.visible == SheetVisibleEnum.Visible] for one in sheets])
        for one in sheets:
            if one.visible == SheetVisibleEnum.Visible if named is None else one.name.casefold() == named.casefold():
                _say(one.name)
                rows = rows_of(book.get_sheet_by_name(one.name))
                while block := list(islice(rows, ROWS)):
                    _say(block)
                _say(None)
    except CalamineError as error:
        _say({"error": str(error) or type(error).__name__})
    except MemoryError:
        _say({"error": "too far apart"})


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
