"""The sheet *Results* of ledgers: each person's season, the payments that settle it, and the sums night by night as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, cycle
from typing import Any

from xlpoker.errors import counted
from xlpoker.histories.ledger import Session, payments
from xlpoker.histories.model import CENT
from xlpoker.workbook import sheet_format as look
from xlpoker.workbook.sheet_format import COUNT, GOLD, GREEN, LEFT, NET, TOP_ROW, TableColumn

__all__ = ["NOBODY", "add_results", "settling"]

NOBODY = "(not in the ledgers)"
COLORS = (GREEN, GOLD, "4472A8", "B5533C", "7A5BA6", "4FA3A5", "8C8C8C", "C77CA0")  # of the people in the chart
MONEY = "#,##0.00"


def settling(sessions: Sequence[Session]) -> tuple[dict[str, float], list[tuple[str, str, float]]]:
    """Return the net of each person, the greatest first, and the payments that settle all; what is missing is nobody's."""
    nets: dict[str, float] = {}
    for one in sessions:
        nets[one.name] = round(nets.get(one.name, 0.0) + one.net, 4)
    nets = dict(sorted(nets.items(), key=lambda pair: -pair[1]))
    rest = round(-sum(nets.values()), 4)
    return nets, payments(nets | ({NOBODY: rest} if abs(rest) > CENT else {}))


def add_results(book: Any, sessions: Sequence[Session]) -> None:
    """Add the sheet to a workbook of openpyxl."""
    sheet = book.create_sheet("Results")
    look.set_page(sheet)
    nets, paid = settling(sessions)
    nights = sorted({one.night for one in sessions})
    told = f"{counted(len(nets), 'player')}, {counted(len(nights), 'night')}; amounts as in the ledgers"
    look.write_title(sheet, "Results", told)
    rows, won = [], dict.fromkeys(((name, night) for name in nets for night in nights), 0.0)
    for one in sessions:
        won[one.name, one.night] += one.net
    for name, net in nets.items():
        mine = [one for one in sessions if one.name == name]
        also = ", ".join(sorted({one.also for one in mine} - {"", name})) or None
        chips = sum(one.bought for one in mine), sum(one.cashed for one in mine)
        rows.append([name, len({one.night for one in mine}), *chips, net, also])
    titles = ["Person", "Nights", "Bought in", "Cashed out", "Net", "Also called"]
    columns = [*map(TableColumn, titles, ("", COUNT, MONEY, MONEY, NET, ""), (26, 12, 14, 14, 14, 24))]
    below = look.add_table(sheet, TOP_ROW, columns, rows) + 1
    columns = [*map(TableColumn, ("Pays", "To", "", "Amount"), ("", "", "", MONEY))]
    below = look.add_table(sheet, below, columns, [(payer, payee, None, chips) for payer, payee, chips in paid])
    if any(NOBODY in one for one in paid):
        look.write_note(sheet, below, f"The nets add up to {sum(nets.values()):,.2f}, not to 0: somebody is missing.")
    top = max(below + 2, TOP_ROW + look.CHART_ROWS + 1)
    sums = zip(*(accumulate([won[name, night] for night in nights]) for name in nets), strict=True)
    columns = [TableColumn("After the night"), *(TableColumn(name, NET) for name in nets)]
    look.add_table(sheet, top, columns, [[night, *after] for night, after in zip(nights, sums, strict=True)])
    if len(nights) > 1:
        _season(sheet, list(nets), range(top + 1, top + 1 + len(nights)))


def _season(sheet: Any, people: Sequence[str], rows: range) -> None:
    """Draw the sums from night to night in some rows."""
    from openpyxl.chart import LineChart

    chart: Any = LineChart()
    chart.title, chart.legend.position = look.chart_title("The season", 1400), "b"
    look.add_series(sheet, chart, LEFT + 1, rows, dict(zip(people, cycle(COLORS), strict=False)), LEFT)
    look.set_axes(chart, "Net", "#,##0")
    chart.x_axis.tickLblPos = "low"
    look.place_chart(sheet, chart, LEFT + 7, TOP_ROW, 9)
