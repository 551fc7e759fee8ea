"""Tables that options name: no two of them may have cells in common, for their rows would count twice."""

from __future__ import annotations

from collections.abc import Iterable

from xlpoker.errors import LayoutError, OptionError
from xlpoker.layout.grid import MOST_ROWS, Ranges, a1, column_letters, parse_ranges

__all__ = ["check_apart"]


def check_apart(tables: Iterable[tuple[str | None, str | None]]) -> None:
    """Raise `OptionError` where two tables, each a sheet and ranges or None, are the same or have cells in common.

    >>> check_apart([("Jan", "A3:E9,F3:J9"), ("Jan", "A10:E20,F10:J20"), ("Feb", "A3:E9,F3:J9")])
    >>> check_apart([(None, "A3:E9,F3:J9"), (None, "A9:E20,F9:J20")])
    Traceback (most recent call last):
    xlpoker.errors.OptionError: --hands A3:E9,F3:J9 and --hands A9:E20,F9:J20 overlap in A9; rows would count twice
    """
    seen: list[tuple[str, str, str | None, Ranges | None]] = []
    for sheet, hands in tables:
        try:
            ranges = parse_ranges(hands) if hands is not None else None
        except LayoutError:  # the name of a table, or what is refused when it is read
            ranges = None
        on = (sheet or (ranges and ranges.sheet) or "").strip().casefold()
        called = f"--hands {hands}" if hands is not None else f"--sheet {sheet}"
        for other_on, other_called, other_hands, other in seen:
            if on != other_on:
                continue
            if (hands or "").casefold() == (other_hands or "").casefold():
                raise OptionError(f"{called} is named twice; rows would count twice")
            if ranges and other and (cell := _shared(ranges, other)) is not None:
                raise OptionError(f"{other_called} and {called} overlap in {cell}; rows would count twice")
        seen.append((on, called, hands, ranges))


def _shared(one: Ranges, other: Ranges) -> str | None:
    """Return the first cell, or column, that two tables have in common."""
    (first, last), (top, end) = (ranges.rows or (0, MOST_ROWS) for ranges in (one, other))
    columns = {at for area in one.areas for at in area.columns} & {at for area in other.areas for at in area.columns}
    if not columns or max(first, top) > min(last, end):
        return None
    whole = one.rows is None and other.rows is None
    return f"column {column_letters(min(columns))}" if whole else a1(max(first, top), min(columns))
