"""Reasons to ask about a table with one hand in each row: its rows may belong together.

    Hand 1
    Anna   | 5H 5C 6S 7S KD      a block of rows for each deal, under a title
    Ben    | 2C 3S 8S 8D TD
    Hand 2
    Anna   | ..

Such a table is a question; it is never read as one hand in each row without asking.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.addresses import runs_of
from xlpoker.errors import quoted
from xlpoker.layout.alternatives import Alternative
from xlpoker.layout.deals import LongTable
from xlpoker.layout.flaws import Flaw
from xlpoker.layout.grouping import Grouping
from xlpoker.layout.tables import Table

__all__ = ["doubt_about_deals"]

_MOST_PLAYERS = 12


def doubt_about_deals(table: Table, grouping: Grouping) -> Flaw | None:
    """Return why rows that may belong together make no deals, None for hands by themselves."""
    if not grouping.is_one_hand_a_row or len(table.rows) < 2:
        return None
    long_table = LongTable(table, grouping)
    flaw = _numbered_deals(long_table) or _blocks(long_table) or _names_in_turn(long_table)
    if flaw is None:
        return None
    by_row = Alternative((grouping,), is_by_row=True)
    return Flaw(flaw.cause, flaw.cell, [by_row])


def _numbered_deals(long_table: LongTable) -> Flaw | None:
    """Ask where a column numbers deals, but a player or a card stands in one of them twice."""
    table = long_table.table
    keys = [column for column in long_table.key_columns if column.heading.is_numbering]
    if not keys:
        return None
    deals = long_table.deals_by(keys)
    row = long_table.row_of_player_twice(deals)
    if row is not None and deals.names:
        cause = f"a player stands twice in the deal of row {row + 1}"
        return Flaw(cause, table.cell(row, deals.names))
    if 2 * len(deals.of_several_rows) < len(deals.rows):
        return None
    if not long_table.are_in_order(deals):
        return None
    cause = f"deals by {keys[0].heading.text} hold a card twice"
    return Flaw(cause, table.cell(table.first, keys[0]))


def _blocks(long_table: LongTable) -> Flaw | None:
    """Ask where rows stand in blocks that may be deals.

    Hardly any block holds a card twice, or the same names stand in each.
    """
    table = long_table.table
    blocks = runs_of(table.rows)
    if len(blocks) < 2 or not _are_small(blocks):
        return None
    repeating = [block for block in blocks if long_table.repeat_a_card(block)]
    if 5 * len(repeating) > len(blocks) and not long_table.has_names_in_each(blocks):
        return None
    for block in blocks:
        title = _title_above(table, block[0])
        if title is None:
            continue
        text = next(iter(table.sheet.texts(title).values()))
        cause = (
            f"each block of rows below a title such as {quoted(text)} may be one deal; "
            "number the deals in a column of their own"
        )
        return Flaw(cause, f"row {title + 1}")
    cause = "each block of rows may be one deal; number the deals in a column of their own"
    return Flaw(cause, f"row {table.first + 1}")


def _are_small(blocks: Sequence[Sequence[int]]) -> bool:
    """Tell whether nearly all blocks have as many rows as a deal has players."""
    small = [block for block in blocks if 1 < len(block) <= _MOST_PLAYERS]
    return 5 * len(small) >= 4 * len(blocks)


def _title_above(table: Table, row: int) -> int | None:
    """Return the row of text right above a block of rows."""
    above = row - 1
    if above < 0 or above in table.rows_read:
        return None
    if not any(table.sheet.kinds[above]):
        return None
    return above


def _names_in_turn(long_table: LongTable) -> Flaw | None:
    """Ask where the same players come again row after row, and no column numbers the rows."""
    names = long_table.names_in_turn()
    if names is None:
        return None
    table = long_table.table
    cause = "players take turns, and no heading says which column numbers the deals"
    return Flaw(cause, table.cell(table.first, names))
