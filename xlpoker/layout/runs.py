"""The column that numbers the boards of a hand, in the table that is made of hand histories.

Hand id | Run | Seat 1 cards | Seat 2 cards | Board
77      | 1   | AH AD        | KH KC        | 2C 7D 9S JC 3H
77      | 2   | AH AD        | KH KC        | 2C 7D 9S KD 3H    the hand was run twice
"""

from __future__ import annotations

from xlpoker.layout.tables import Column, Table

__all__ = ["column_of_runs"]

_HAND_ID = "Hand id"
_RUN = "Run"


def column_of_runs(table: Table) -> Column | None:
    """Return the column that numbers the boards of a hand.

    The result is None where no hand has several boards, and for other tables.
    """
    columns = {column.heading.text: column for column in table.columns}
    return columns.get(_RUN) if _HAND_ID in columns else None
