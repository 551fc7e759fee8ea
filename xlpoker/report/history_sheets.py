"""The sheets of a report on hand histories: players with the luck in their all-ins, starting hands, months."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xlpoker.errors import counted
from xlpoker.report.history_figures import HistoryDeal, Sum, hero_of, luck_of, starting_hand, summed
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
)  # fmt: skip

__all__ = ["write_results"]

MOST = 1_000  # rows of a table
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
    hero = hero_of(deals)
    mine = [(deal, part) for deal in deals for part in deal.parts if part.name == hero]
    players, hands, months = map(book.create_sheet, ("Players", "Starting hands", "Months"))
    sums = summed(((part.name, deal.currency), deal, part) for deal in deals for part in deal.parts)
    for deal in deals:
        for name, chips in luck_of(deal).items():
            sums[name, deal.currency].all_ins += 1
            sums[name, deal.currency].luck += chips
    most = sorted(sums.items(), key=lambda pair: -pair[1].deals)
    names = {name for name, _ in sums}
    size = f"{counted(len(deals), 'hand')}, {counted(len(names), 'player')}"
    write_title(players, "Players", f"{size}; tournament chips apart from money{_cash_outs(deals)}")
    rows = [
        [*key, *_figures(one), one.all_ins or None, one.luck if one.all_ins else None]
        for key, one in most[:MOST]
    ]
    fortune = [TableColumn("All-in", COUNT, 12), TableColumn("Luck in\nbig blinds", SIGNED, 12)]
    add_table(
        players, TOP_ROW, [TableColumn("Player", width=26), CURRENCY, *FIGURES, *fortune], rows
    )
    _starting_hands(
        hands,
        hero,
        summed(((deal.currency, starting_hand(part.cards)), deal, part) for deal, part in mine),
    )
    write_title(months, "Months", f"Results of {hero}, whose cards are known most often")
    by_month = sorted(
        summed(((deal.month, deal.currency), deal, part) for deal, part in mine).items()
    )
    rows = [[*key, *_figures(one)] for key, one in by_month]
    add_table(months, TOP_ROW, [TableColumn("Month", width=12), CURRENCY, *FIGURES], rows)


def _cash_outs(deals: Sequence[HistoryDeal]) -> str:
    """Return how many hands had a cash-out or an insurance, and what their nets are; nothing where there was none."""
    count = sum(deal.cash_out for deal in deals)
    if not count:
        return ""
    return f"; {counted(count, 'hand')} with a cash-out or insurance, whose nets are what was paid"


def _figures(one: Sum) -> list[float]:
    return [one.deals, one.won, round(one.net, 2), one.blinds, 100 * one.blinds / one.deals]


def _starting_hands(sheet: Any, hero: str, sums: dict[tuple[str, str | None], Sum]) -> None:
    """Draw the 13 x 13 grid of big blinds per hand for each currency, suited above the diagonal; list the hands below."""
    write_title(
        sheet,
        "Starting hands",
        f"Big blinds per hand won by {hero}; suited above the diagonal, offsuit below",
    )
    top = TOP_ROW
    currencies = list(dict.fromkeys(currency for currency, name in sums if name)) or [""]
    for currency in currencies:
        if currencies[1:]:
            write_note(sheet, top - 1, currency)
        values = {
            name: round(one.blinds / one.deals, 2)
            for (its, name), one in sums.items()
            if name and its == currency
        }
        draw_hands(sheet, top, values, '"{0}" +0.0;"{0}" -0.0;"{0}" 0', color_scale(None, 0, None))
        top += 15
    best = sorted(
        sums.items(),
        key=lambda pair: (currencies.index(pair[0][0]) if pair[0][1] else 0, -pair[1].blinds),
    )
    rows = [[name, currency, *_figures(one)] for (currency, name), one in best if name]
    add_table(sheet, top, [TableColumn("Hand"), CURRENCY, *FIGURES], rows)
