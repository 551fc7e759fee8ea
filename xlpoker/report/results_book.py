"""The sheets of a report on hand histories: players, starting hands, months, luck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from xlpoker.evaluator.cards import RANKS
from xlpoker.report.look import (
    COUNT,
    GOLD,
    GREEN,
    LEFT,
    SIGNED,
    TOP_ROW,
    Column,
    add_series,
    chart_title,
    color_scale,
    place_chart,
    set_axes,
    set_widths,
    write_note,
    write_table,
    write_title,
)  # fmt: skip
from xlpoker.report.results import Deal, Sum, all_ins, hero_of, starting_hand, summed

__all__ = ["write_results"]

MOST = 1_000  # rows of a table
NET = "+#,##0.00;-#,##0.00;0.00"
CURRENCY = Column("Currency", width=12)
FIGURES = [
    Column("Hands", COUNT, 12),
    Column("Won", COUNT, 12),
    Column("Net", NET, 18),
    Column("Net in\nbig blinds", SIGNED, 12),
    Column("Big blinds\na 100 hands", SIGNED, 12),
]


def write_results(book: Any, deals: Sequence[Deal], sheets: Sequence[str]) -> None:
    """Write the four sheets, by these names, into the workbook of a report."""
    hero = hero_of(deals)
    mine = [(deal, part) for deal in deals for part in deal.parts if part.name == hero]
    players, hands, months, luck = (book.create_sheet(name) for name in sheets)
    lucky = all_ins(deals)
    fortunes: dict[tuple[str, str], list[float]] = {}
    for one in lucky:
        fortunes.setdefault((one.part.name, one.deal.currency), []).append(one.luck)
    sums = summed(((part.name, deal.currency), deal, part) for deal in deals for part in deal.parts)
    most = sorted(sums.items(), key=lambda pair: -pair[1].deals)
    write_title(players, "Players", f"{len(deals):,} hands, {len(most):,} players; tournament chips apart from money")
    rows = [
        [*key, *_figures(one), len(fortunes.get(key, [])) or None, sum(fortunes.get(key, [])) or None]
        for key, one in most[:MOST]
    ]
    fortune = [Column("All-in", COUNT, 12), Column("Luck in\nbig blinds", SIGNED, 12)]
    write_table(players, TOP_ROW, [Column("Player", width=26), CURRENCY, *FIGURES, *fortune], rows)
    _starting_hands(hands, hero, summed((starting_hand(part.cards), deal, part) for deal, part in mine))
    write_title(months, "Months", f"Results of {hero}, whose cards are known most often")
    by_month = sorted(summed(((deal.month, deal.currency), deal, part) for deal, part in mine).items())
    rows = [[*key, *_figures(one)] for key, one in by_month]
    write_table(months, TOP_ROW, [Column("Month", width=12), CURRENCY, *FIGURES], rows)
    _luck(luck, hero, [one for one in lucky if one.part.name == hero])


def _figures(one: Sum) -> list[float]:
    return [one.deals, one.won, round(one.net, 2), one.blinds, 100 * one.blinds / one.deals]


def _starting_hands(sheet: Any, hero: str, sums: dict[str | None, Sum]) -> None:
    """Draw the 13 x 13 grid, suited above the diagonal, of big blinds a hand; list the hands below it."""
    from openpyxl.styles import Alignment

    write_title(sheet, "Starting hands", f"Big blinds a hand won by {hero}; suited above the diagonal, offsuit below")
    ranks = RANKS[::-1]
    for row, first in enumerate(ranks):
        for column, second in enumerate(ranks):
            name = first + second + "s" if row < column else second + first + "o" if row > column else first + second
            cell = sheet.cell(TOP_ROW + row, LEFT + column)
            cell.alignment = Alignment(horizontal="center")
            if name in sums:
                cell.value = round(sums[name].blinds / sums[name].deals, 2)
                cell.number_format = f'"{name}" +0.0;"{name}" -0.0;"{name}" 0'
            else:
                cell.value = name
    area = f"{sheet.cell(TOP_ROW, LEFT).coordinate}:{sheet.cell(TOP_ROW + 12, LEFT + 12).coordinate}"
    sheet.conditional_formatting.add(area, color_scale(None, 0, None))
    best = sorted(((name, one) for name, one in sums.items() if name), key=lambda pair: -pair[1].blinds)
    write_table(sheet, TOP_ROW + 15, [Column("Hand"), *FIGURES], [[name, *_figures(one)] for name, one in best])
    set_widths(sheet, [11] * 13)


def _luck(sheet: Any, hero: str, mine: Sequence[Any]) -> None:
    """List the all-ins with their equity, and draw what was collected against what it was worth."""
    from openpyxl.chart import LineChart

    write_title(sheet, "Luck", f"All-ins of {hero} before the river, all cards known: the result against the equity")
    columns = [Column("Hand", width=22), Column("Cards", width=18), Column("Board then", width=14)]
    columns.append(Column("Equity", "0.0%", 12))
    chips = ("Big blinds\ncollected", "Big blinds\nworth", "Collected\nso far", "Worth\nso far")
    columns += [Column(title, "#,##0.0", 12) for title in chips]
    collected = [one.part.collected / one.deal.big_blind for one in mine]
    worth = [one.worth / one.deal.big_blind for one in mine]
    told = zip(mine, collected, worth, accumulate(collected), accumulate(worth), strict=True)
    rows = [
        [one.deal.number, one.part.cards, " ".join(one.deal.board.split()[: one.deal.all_in]), one.equity, *chips]
        for one, *chips in told
    ]
    write_table(sheet, TOP_ROW, columns, rows)
    if not rows:
        write_note(sheet, TOP_ROW + 1, "There are none.")
        return
    chart: Any = LineChart()
    chart.title = chart_title("Collected and worth, in big blinds", 1400)
    below = range(TOP_ROW + 1, TOP_ROW + 1 + len(rows))
    add_series(sheet, chart, LEFT + 6, below, {"Collected": GREEN, "Worth": GOLD})
    set_axes(chart, "Big blinds", "#,##0")
    chart.legend.position = "b"
    place_chart(sheet, chart, LEFT + 9, TOP_ROW, 8)
