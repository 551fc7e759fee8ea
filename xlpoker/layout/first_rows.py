"""The rows of a sheet that are searched: its first ones, or those around the rows that an option names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xlpoker.layout.options import Options
from xlpoker.layout.sheet import MOST_ROWS, Sheet

__all__ = ["are_enough", "first_row", "searched_sheet"]

_ENOUGH_ROWS = 500
"""So many rows tell how the hands below are written."""


def first_row(options: Options) -> int:
    """Return the first row that may hold hands, 0 where no option says it.

    It is that of ``--hands``, or the one below the rows that ``--skip`` leaves out at the top.
    """
    if options.hands is not None and options.hands.rows:
        return options.hands.rows[0]
    first = 1
    for low, high in sorted(options.skip.rows):
        if low <= first:
            first = max(first, high + 1)
    return first if first > 1 else 0


def are_enough(left_out: int, read: int = MOST_ROWS) -> bool:
    """Tell whether hands can be found in the first rows that were read, so many of which are left out."""
    searched = min(read, MOST_ROWS)
    return searched - left_out >= min(_ENOUGH_ROWS, searched // 3)


def searched_sheet(
    name: str,
    rows: Sequence[Sequence[Any]],
    options: Options,
    *,
    last_row: int | None = None,
    file: str = "",
    hidden_rows: frozenset[int] = frozenset(),
) -> Sheet:
    """Return the sheet of a name as it is searched; rows far above the first hand are left blank.

    `hidden_rows` are blank because they are left out; where few of the first rows show, more are searched.
    """
    first = first_row(options)
    first = 0 if are_enough(first) else first - MOST_ROWS // 2
    if first:
        rows = [*[[]] * first, *rows[first:]]
    most_rows = first + MOST_ROWS
    hidden_first_rows = [row for row in hidden_rows if first <= row < most_rows]
    if not are_enough(len(hidden_first_rows)):
        most_rows += len(hidden_rows)
    sheet = Sheet.of(name, rows, last_row=last_row, file=file, most_rows=most_rows)
    return sheet._replace(hidden_rows=hidden_rows) if hidden_rows else sheet
