"""A `GroupedTable`: a table with its hands and its deals, of which a `Reading` is made."""

from __future__ import annotations

from typing import NamedTuple

from xlpoker.layout.deals import Deals, LongTable
from xlpoker.layout.grouping import Grouping
from xlpoker.layout.sheet import NEAR
from xlpoker.layout.tables import Column, Table

__all__ = ["GroupedTable"]


class GroupedTable(NamedTuple):
    """How a table is read; `deals` is None where each row is a deal by itself."""

    table: Table
    grouping: Grouping
    deals: Deals | None = None

    @classmethod
    def detected(cls, table: Table, grouping: Grouping) -> GroupedTable:
        """Return the table with the deals that the columns of the table tell apart."""
        if not grouping.is_one_hand_a_row:
            return cls(table, grouping)
        return cls(table, grouping, LongTable(table, grouping).find_deals())

    @property
    def last(self) -> int:
        """The last row: bad rows right below the last hand belong to the table, too."""
        if self.table.last > self.table.rows[-1]:
            return self.table.last
        kinds_of_rows = self.table.sheet.kinds
        columns = [column.index for column in self.grouping.all_columns]
        last = self.table.rows[-1]
        while last + 1 < len(kinds_of_rows) and _is_bad_hand(kinds_of_rows[last + 1], columns):
            last += 1
        return last

    @property
    def names(self) -> Column | None:
        """The column of the players where each row is one player's."""
        return self.deals.names if self.deals else None

    @property
    def by(self) -> tuple[Column, ...]:
        """The columns that tell deals apart."""
        return self.deals.by if self.deals else ()

    @property
    def columns(self) -> list[Column]:
        """All columns that are read."""
        columns = [*self.grouping.all_columns, *self.grouping.name_columns, *self.by]
        if self.names:
            columns.append(self.names)
        return columns


def _is_bad_hand(kinds: bytes, columns: list[int]) -> bool:
    """Tell whether a row holds misspelt cards where the hands stand."""
    return any(kinds[column] == NEAR for column in columns)
