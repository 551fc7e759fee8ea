"""The tables of a file that options name; no two have cells in common, whose rows would count twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from xlpoker.errors import LayoutError, OptionError
from xlpoker.files.file_types import is_workbook
from xlpoker.layout.grid import MOST_ROWS, Grid, Ranges, a1, column_letters, parse_ranges
from xlpoker.scoring.counts import Options
from xlpoker.workbook.read import named_grid, read_grids

__all__ = ["check_apart", "named_tables"]


def named_tables(
    path: Path, options: Options, sheets: Sequence[str | None], ranges: Sequence[str | None]
) -> list[Options]:
    """Return the options for each table of a file: ranges that name no sheet are taken on each of the sheets.

    >>> [(one.sheet, one.hands) for one in named_tables(Path(), Options(), ["Jan", "Feb"], ["A3:E9,F3:J9", "May!A3:E9"])]
    [('Jan', 'A3:E9,F3:J9'), ('Feb', 'A3:E9,F3:J9'), (None, 'May!A3:E9')]

    Raises `OptionError` where two of them have cells in common.
    """
    named = [
        (sheet or None, hands)
        for hands in ranges or [None]
        for sheet in (not (hands and "!" in hands) and sheets) or [None]
    ]
    check_apart(path, named)
    return [replace(options, sheet=sheet, hands=hands) for sheet, hands in named]


def check_apart(path: Path, tables: Iterable[tuple[str | None, str | None]]) -> None:
    """Raise `OptionError` where two tables of a file, each a sheet and ranges or None, are the same or have cells in common.

    >>> check_apart(Path(), [("Jan", "A3:E9,F3:J9"), ("Jan", "A10:E20,F10:J20"), ("Feb", "A3:E9,F3:J9")])
    >>> check_apart(Path(), [(None, "A3:E9,F3:J9"), (None, "A9:E20,F9:J20")])
    Traceback (most recent call last):
    xlpoker.errors.OptionError: --hands A3:E9,F3:J9 and --hands A9:E20,F9:J20 overlap in A9; rows would count twice
    """
    named = list(tables)
    placed = [_placed(sheet, hands) for sheet, hands in named]
    if len({sheet == "" for sheet, _ in placed}) > 1 or any(
        hands and not ranges for (_, hands), (_, ranges) in zip(named, placed, strict=True)
    ):
        grids = cache(lambda: read_grids(path))
        placed = [_placed(sheet, hands, path, grids) for sheet, hands in named]
    seen: list[tuple[str, str, str | None, Ranges | None]] = []
    for (sheet, hands), (on, ranges) in zip(named, placed, strict=True):
        called = f"--hands {hands}" if hands is not None else f"--sheet {sheet}"
        for other_on, other_called, other_hands, other in seen:
            if on != other_on:
                continue
            if (hands or "").casefold() == (other_hands or "").casefold():
                raise OptionError(f"{called} is named twice; rows would count twice")
            if ranges and other and (cell := _shared(ranges, other)) is not None:
                raise OptionError(f"{other_called} and {called} overlap in {cell}; rows would count twice")
        seen.append((on, called, hands, ranges))


def _placed(
    sheet: str | None, hands: str | None, path: Path | None = None, grids: Callable[[], list[Grid]] | None = None
) -> tuple[str, Ranges | None]:
    """Return a table's sheet and ranges; where the file cannot be read, only a named sheet and plain ranges."""
    ranges = None
    try:
        if hands is not None:
            if path is not None and is_workbook(path):
                from xlpoker.workbook.xlsx.ranges import resolved

                hands = resolved(path, hands)
            ranges = parse_ranges(hands)
            sheet = sheet or ranges.sheet
            if path is not None and grids is not None and sheet is None:
                sheet = named_grid(path, grids(), Options(hands=hands)).sheet
    except LayoutError:  # the error is raised when the table is read
        pass
    return (sheet or "").strip().casefold(), ranges


def _shared(one: Ranges, other: Ranges) -> str | None:
    """Return the first cell, or column, that two tables have in common."""
    (first, last), (top, end) = (ranges.rows or (0, MOST_ROWS) for ranges in (one, other))
    columns = {at for area in one.areas for at in area.columns} & {at for area in other.areas for at in area.columns}
    if not columns or max(first, top) > min(last, end):
        return None
    whole = one.rows is None and other.rows is None
    return f"column {column_letters(min(columns))}" if whole else a1(max(first, top), min(columns))
