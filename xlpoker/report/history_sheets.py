"""The sheets of a report on hand histories: players, starting hands, months, luck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from xlpoker.errors import counted
from xlpoker.report.heatmap import draw_hands
from xlpoker.report.history_figures import AllIn, HistoryDeal, Sum, all_ins, hero_of, starting_hand, summed
from xlpoker.workbook.sheet_format import (
    CHART_ROWS,
    COUNT,
    GOLD,
    GREEN,
    LEFT,
    NET,
    SIGNED,
    TOP_ROW,
    TableColumn,
    add_series,
    add_table,
    chart_title,
    color_scale,
    place_chart,
    set_axes,
    write_note,
    write_title,
)  # fmt: skip

__all__ = ["write_results"]

MOST = 1_000  # rows of a table
LUCKY = 4  # players whose all-ins are listed
CURRENCY = TableColumn("Currency", width=12)
FIGURES = [
    TableColumn("Hands", COUNT, 12),
    TableColumn("Won", COUNT, 12),
    TableColumn("Net", NET, 18),
    TableColumn("Net in\nbig blinds", SIGNED, 12),
    TableColumn("Big blinds\nper 100 hands", SIGNED, 12),
]


def write_results(book: Any, deals: Sequence[HistoryDeal]) -> None:
    """Write the four sheets into the workbook of a report."""
    hero = hero_of(deals)
    mine = [(deal, part) for deal in deals for part in deal.parts if part.name == hero]
    players, hands, months, luck = map(book.create_sheet, ("Players", "Starting hands", "Months", "Luck"))
    fortunes: dict[tuple[str, str], list[AllIn]] = {}
    for one in all_ins(deals):
        fortunes.setdefault((one.part.name, one.deal.currency), []).append(one)
    sums = summed(((part.name, deal.currency), deal, part) for deal in deals for part in deal.parts)
    most = sorted(sums.items(), key=lambda pair: -pair[1].deals)
    write_title(
        players,
        "Players",
        f"{counted(len(deals), 'hand')}, {counted(len({name for name, _ in sums}), 'player')}; tournament chips apart from money",
    )
    rows = [[*key, *_figures(one), *_fortune(fortunes.get(key))] for key, one in most[:MOST]]
    fortune = [TableColumn("All-in", COUNT, 12), TableColumn("Luck in\nbig blinds", SIGNED, 12)]
    add_table(players, TOP_ROW, [TableColumn("Player", width=26), CURRENCY, *FIGURES, *fortune], rows)
    _starting_hands(
        hands, hero, summed(((deal.currency, starting_hand(part.cards)), deal, part) for deal, part in mine)
    )
    write_title(months, "Months", f"Results of {hero}, whose cards are known most often")
    by_month = sorted(summed(((deal.month, deal.currency), deal, part) for deal, part in mine).items())
    rows = [[*key, *_figures(one)] for key, one in by_month]
    add_table(months, TOP_ROW, [TableColumn("Month", width=12), CURRENCY, *FIGURES], rows)
    _luck(luck, sorted(fortunes.items(), key=lambda pair: (-len(pair[1]), pair[0][0] != hero))[:LUCKY])


def _figures(one: Sum) -> list[float]:
    return [one.deals, one.won, round(one.net, 2), one.blinds, 100 * one.blinds / one.deals]


def _fortune(mine: Sequence[AllIn] | None) -> tuple[int | None, float | None]:
    return (len(mine), sum(one.luck for one in mine)) if mine else (None, None)


def _starting_hands(sheet: Any, hero: str, sums: dict[tuple[str, str | None], Sum]) -> None:
    """Draw the 13 x 13 grid of big blinds per hand for each currency, suited above the diagonal; list the hands below."""
    write_title(sheet, "Starting hands", f"Big blinds per hand won by {hero}; suited above the diagonal, offsuit below")
    top = TOP_ROW
    currencies = list(dict.fromkeys(currency for currency, name in sums if name)) or [""]
    for currency in currencies:
        if currencies[1:]:
            write_note(sheet, top - 1, currency)
        values = {
            name: round(one.blinds / one.deals, 2) for (its, name), one in sums.items() if name and its == currency
        }
        draw_hands(sheet, top, values, '"{0}" +0.0;"{0}" -0.0;"{0}" 0', color_scale(None, 0, None))
        top += 15
    best = sorted(sums.items(), key=lambda pair: (currencies.index(pair[0][0]) if pair[0][1] else 0, -pair[1].blinds))
    rows = [[name, currency, *_figures(one)] for (currency, name), one in best if name]
    add_table(sheet, top, [TableColumn("Hand"), CURRENCY, *FIGURES], rows)


def _luck(sheet: Any, most: Sequence[tuple[tuple[str, str], Sequence[AllIn]]]) -> None:
    """List the all-ins of some players with their equity, and draw what each collected against what it was worth."""
    from openpyxl.chart import LineChart

    said = "All-ins before the river, all cards known, of the players with most: the result against the equity"
    write_title(sheet, "Luck", said)
    columns = [TableColumn("Player", width=26), CURRENCY, TableColumn("Hand", width=22), TableColumn("Cards", width=18)]
    columns += [TableColumn("Board then", width=14), TableColumn("Equity", "0.0%", 12)]
    chips = ("Big blinds\ncollected", "Big blinds\nworth", "Collected\nso far", "Worth\nso far")
    columns += [TableColumn(title, "#,##0.0", 12) for title in chips]
    rows: list[list[Any]] = []
    for place, (key, mine) in enumerate(most):
        first = TOP_ROW + 1 + len(rows)
        collected = [one.part.collected / one.deal.big_blind for one in mine]
        worth = [one.worth / one.deal.big_blind for one in mine]
        told = zip(mine, collected, worth, accumulate(collected), accumulate(worth), strict=True)
        for one, *chips_of in told:
            board = " ".join(one.deal.board.split()[: one.deal.all_in])
            rows.append([*key, one.deal.number, one.part.cards, board, one.equity, *chips_of])
        if len(mine) == 1:
            continue
        chart: Any = LineChart()
        chart.title = chart_title(" · ".join(filter(None, key)), 1400)
        below = range(first, first + len(mine))
        add_series(sheet, chart, LEFT + 8, below, {"Collected": GREEN, "Worth": GOLD})
        set_axes(chart, "Big blinds so far", "#,##0")
        chart.legend.position = "b"
        place_chart(sheet, chart, LEFT + 11, TOP_ROW + place * (CHART_ROWS + 1), 8)
    add_table(sheet, TOP_ROW, columns, rows)
    if not rows:
        write_note(sheet, TOP_ROW + 1, "There are none.")
