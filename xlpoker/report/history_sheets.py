"""The sheets of a report on hand histories: players, starting hands, months."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from xlpoker.errors import counted
from xlpoker.report.history_figures import (
    HistoryDeal,
    HistorySeat,
    Sum,
    hero_of,
    luck_of,
    starting_hand,
    summed,
)
from xlpoker.report.odds_books import draw_hands
from xlpoker.workbook.sheet_format import (
    COUNT,
    NET,
    SIGNED,
    TOP_ROW,
    TableColumn,
    add_table,
    color_scale,
    write_note,
    write_title,
)

__all__ = ["write_results"]

DealPart: TypeAlias = tuple[HistoryDeal, HistorySeat]
"""One player's part in a deal, with the deal."""
MOST = 1_000  # rows of a table
ROWS_OF_GRID = 15  # 13 of hands, and 2 between grids
CURRENCY = TableColumn("Currency", width=12)
FIGURES = [
    TableColumn("Hands", COUNT, 12),
    TableColumn("Won", COUNT, 12),
    TableColumn("Net", NET, 18),
    TableColumn("Net in\nbig blinds", SIGNED, 12),
    TableColumn("Big blinds\nper 100 hands", SIGNED, 12),
]


def write_results(book: Any, deals: Sequence[HistoryDeal]) -> None:
    """Write the three sheets into the workbook of a report."""
    players = book.create_sheet("Players")
    starting_hands = book.create_sheet("Starting hands")
    months = book.create_sheet("Months")
    hero = hero_of(deals)
    heros_parts = [(deal, part) for deal in deals for part in deal.parts if part.name == hero]
    _players(players, deals)
    _starting_hands(starting_hands, hero, heros_parts)
    _months(months, hero, heros_parts)


def _players(sheet: Any, deals: Sequence[HistoryDeal]) -> None:
    """List the results of each player in each currency, those with the most hands first."""
    sums = summed(((part.name, deal.currency), deal, part) for deal in deals for part in deal.parts)
    for deal in deals:
        for name, luck in luck_of(deal).items():
            total = sums[name, deal.currency]
            total.all_ins += 1
            total.luck += luck
    hands = counted(len(deals), "hand")
    players = counted(len({name for name, _ in sums}), "player")
    subtitle = f"{hands}, {players}; tournament chips apart from money{_cash_outs(deals)}"
    write_title(sheet, "Players", subtitle)
    columns = [
        TableColumn("Player", width=26),
        CURRENCY,
        *FIGURES,
        TableColumn("All-in", COUNT, 12),
        TableColumn("Luck in\nbig blinds", SIGNED, 12),
    ]
    by_deals = sorted(sums.items(), key=lambda item: -item[1].deals)
    rows = []
    for key, total in by_deals[:MOST]:
        has_all_ins = total.all_ins > 0
        fortune = [total.all_ins, total.luck] if has_all_ins else [None, None]
        rows.append([*key, *_figures(total), *fortune])
    add_table(sheet, TOP_ROW, columns, rows)


def _months(sheet: Any, hero: str, parts: Iterable[DealPart]) -> None:
    """List the results of one player by month and currency."""
    write_title(sheet, "Months", f"Results of {hero}, whose cards are known most often")
    sums = summed(((deal.month, deal.currency), deal, part) for deal, part in parts)
    rows = [[*key, *_figures(sums[key])] for key in sorted(sums)]
    add_table(sheet, TOP_ROW, [TableColumn("Month", width=12), CURRENCY, *FIGURES], rows)


def _cash_outs(deals: Sequence[HistoryDeal]) -> str:
    """Return how many hands had a cash-out or an insurance, and what their nets are.

    The text is empty where there was none.
    """
    count = sum(deal.cash_out for deal in deals)
    if not count:
        return ""
    return f"; {counted(count, 'hand')} with a cash-out or insurance, whose nets are what was paid"


def _figures(total: Sum) -> list[float]:
    """Return the cells of a sum, in the columns of `FIGURES`."""
    return [
        total.deals,
        total.won,
        round(total.net, 2),
        total.blinds,
        100 * total.blinds / total.deals,
    ]


def _starting_hands(sheet: Any, hero: str, parts: Iterable[DealPart]) -> None:
    """Draw the 13 x 13 grid of big blinds per hand for each currency, suited above the diagonal.

    The hands are listed below.
    """
    write_title(
        sheet,
        "Starting hands",
        f"Big blinds per hand won by {hero}; suited above the diagonal, offsuit below",
    )
    all_sums = summed(
        ((deal.currency, starting_hand(part.cards)), deal, part) for deal, part in parts
    )
    sums = {key: total for key, total in all_sums.items() if key[1]}  # of two known cards
    currencies = list(dict.fromkeys(currency for currency, _ in sums)) or [""]
    top = TOP_ROW
    for currency in currencies:
        if len(currencies) > 1:
            write_note(sheet, top - 1, currency)
        blinds_a_hand = {
            name: round(total.blinds / total.deals, 2)
            for (its_currency, name), total in sums.items()
            if its_currency == currency
        }
        colors = color_scale(None, 0, None)
        draw_hands(sheet, top, blinds_a_hand, '"{0}" +0.0;"{0}" -0.0;"{0}" 0', colors)
        top += ROWS_OF_GRID

    def best_first(item: tuple[tuple[str, str | None], Sum]) -> tuple[int, float]:
        (currency, _), total = item
        return currencies.index(currency), -total.blinds

    listed = sorted(sums.items(), key=best_first)
    rows = [[name, currency, *_figures(total)] for (currency, name), total in listed]
    add_table(sheet, top, [TableColumn("Hand"), CURRENCY, *FIGURES], rows)
