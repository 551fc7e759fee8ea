"""The results of deals that were scored without NumPy, beside the rows of their players.

A deal is one row of a `DealTable`; on the sheet each of its players has a row.
"""

from __future__ import annotations

from dataclasses import replace

from xlpoker.scoring.deal_table import DealTable
from xlpoker.scoring.plain_rows import RowResults

__all__ = ["beside_rows"]


def beside_rows(
    results: RowResults,
    table: DealTable,
) -> RowResults:
    """Return the results of deals beside the rows of their players on the sheet.

    The winner stands in each winner's row. All rows of a bad deal are bad.
    """
    rows = table.rows_beside(
        results.rows,
        results.winners,
        results.best_players,
    )
    layout = replace(
        table.sheet_layout,
        won=rows.won,
        names=table.layout.names,
    )
    beside = RowResults(results.grid, layout)
    for row in sorted(rows.deals):
        index = rows.deals[row]
        player = rows.players[row]
        deal = results.rows[index]
        hands, board = results.hands(deal)
        hand = hands[player]
        cards = ([hand], board)
        value = results.values[index][player]
        winner = 1 if row in rows.won else 0
        beside.add(row, (value,), winner, cards)
        if results.lows:
            low = results.lows[index][player]
            share = results.shares[index][player]
            beside.lows.append((low,))
            beside.shares.append((share,))
    beside.problems = table.problems_beside(results.problems)
    return beside
