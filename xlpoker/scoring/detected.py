"""A table in which the hands were found."""

from __future__ import annotations

from typing import NamedTuple

from xlpoker.errors import LayoutError
from xlpoker.layout.grid import Grid
from xlpoker.layout.later import Later
from xlpoker.layout.model import Layout
from xlpoker.layout.reading import Reading
from xlpoker.scoring.sources import Table

__all__ = ["Detected"]


class Detected(NamedTuple):
    """A table in which the hands were found: its first rows, the reading and the layout.

    `later` takes what the rows below the searched ones hold; None where all were searched. `why`
    says how the search came to the reading.
    """

    table: Table
    reading: Reading
    layout: Layout
    later: Later | None = None
    why: tuple[str, ...] = ()

    @property
    def grid(self) -> Grid:
        """The first rows."""
        return self.table.grid

    def check_hands(self, rows: int) -> None:
        """Raise `LayoutError` unless so many rows are some, or the table may be empty."""
        layout = self.layout
        may_be_empty = layout.has_records or layout.last < layout.first
        if rows or may_be_empty:
            return
        where = self.grid.sheet or "the file"
        ranges = ", ".join(area.letters for area in layout.areas)
        raise LayoutError(f"{where} holds nothing in {ranges}")
