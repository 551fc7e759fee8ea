"""A `GroupedTable`: a table with its hands and its deals, of which a `Reading` is made."""

from __future__ import annotations

from dataclasses import dataclass

from xlpoker.layout.deals import Deals, LongTable
from xlpoker.layout.grouping import Grouping
from xlpoker.layout.tables import Column, Table

__all__ = ["GroupedTable"]


@dataclass(frozen=True)
class GroupedTable:
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
        columns = [*self.grouping.columns, *self.grouping.name_columns, *self.by]
        if self.names:
            columns.append(self.names)
        return columns
