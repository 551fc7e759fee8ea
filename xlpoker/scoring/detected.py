"""A table in which the hands were found."""

from __future__ import annotations

from dataclasses import dataclass

from xlpoker.layout.grid import Grid
from xlpoker.layout.later import Later
from xlpoker.layout.model import Layout
from xlpoker.layout.reading import Reading
from xlpoker.scoring.sources import Table

__all__ = ["Detected"]


@dataclass(frozen=True)
class Detected:
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
