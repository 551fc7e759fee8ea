"""The sheet *Results* of ledgers: each person's season, the payments that settle it, and the sums night by night as a chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import cycle
from typing import Any

from xlpoker.errors import BookError, counted
from xlpoker.histories.pokernow import Session
from xlpoker.workbook import sheet_format as look
from xlpoker.workbook.sheet_format import COUNT, GOLD, GREEN, LEFT, NET, TOP_ROW, TableColumn

__all__ = ["NOBODY", "add_results", "payments"]

COLORS = (
    GREEN,
    GOLD,
    "4472A8",
    "B5533C",
    "7A5BA6",
    "4FA3A5",
    "8C8C8C",
    "C77CA0",
)  # of the people in the chart
MONEY = "#,##0.00"
NOBODY = "(not in the ledgers)"
MOST_PEOPLE = 1_000
_MOST_EXACT = 14  # people, of whom all ways are tried; each more doubles the time


def add_results(book: Any, sessions: Sequence[Session]) -> None:
    """Add the sheet to a workbook of openpyxl; raise `BookError` for more people than it has columns for."""
    from openpyxl.chart import LineChart

    sheet = book.create_sheet("Results")
    look.set_page(sheet)
    persons: dict[str, list[Session]] = {}
    for one in sessions:
        persons.setdefault(one.name, []).append(one)
    nets = {name: round(sum(one.net for one in mine), 4) for name, mine in persons.items()}
    if len(nets) > MOST_PEOPLE:
        raise BookError(
            f"the ledgers name {len(nets):,} players; the sheet Results has room for {MOST_PEOPLE:,}"
        )
    names = sorted(nets, key=nets.__getitem__, reverse=True)
    nights = sorted({one.night for one in sessions})
    told = f"{counted(len(names), 'player')}, {counted(len(nights), 'night')}; amounts as in the ledgers"
    look.write_title(sheet, "Results", told)
    rows = []
    for name in names:
        mine = persons[name]
        also = ", ".join(sorted({one.also for one in mine} - {"", name})) or None
        chips = sum(one.bought for one in mine), sum(one.cashed for one in mine)
        rows.append([name, len({one.night for one in mine}), *chips, nets[name], also])
    titles = ["Person", "Nights", "Bought in", "Cashed out", "Net", "Also called"]
    columns = [
        *map(TableColumn, titles, ("", COUNT, MONEY, MONEY, NET, ""), (26, 12, 14, 14, 14, 24))
    ]
    below = look.add_table(sheet, TOP_ROW, columns, rows) + 1
    columns = [*map(TableColumn, ("Pays", "To", "", "Amount"), ("", "", "", MONEY))]
    paid = [(payer, payee, None, chips) for payer, payee, chips in payments(nets)]
    below = look.add_table(sheet, below, columns, paid)
    if any(NOBODY in one for one in paid):
        look.write_note(
            sheet,
            below,
            f"The nets add up to {sum(nets.values()):,.2f}, not to 0: somebody is missing.",
        )
    top = max(below + 2, TOP_ROW + look.CHART_ROWS + 1)
    sums = [
        [sum(one.net for one in persons[name] if one.night <= night) for name in names]
        for night in nights
    ]
    columns = [TableColumn("After the night"), *(TableColumn(name, NET) for name in names)]
    look.add_table(
        sheet, top, columns, [[night, *after] for night, after in zip(nights, sums, strict=True)]
    )
    if len(nights) > 1:
        chart: Any = LineChart()
        chart.title, chart.legend.position = look.chart_title("The season", 1400), "b"
        rows_of_nights = range(top + 1, top + 1 + len(nights))
        look.add_series(
            sheet,
            chart,
            LEFT + 1,
            rows_of_nights,
            dict(zip(names, cycle(COLORS), strict=False)),
            LEFT,
        )
        look.set_axes(chart, "Net", "#,##0")
        chart.x_axis.tickLblPos = "low"
        look.place_chart(sheet, chart, LEFT + 7, TOP_ROW, 9)


def payments(nets: Mapping[str, float]) -> list[tuple[str, str, float]]:
    """Return who pays whom how much so that all nets are settled, in as few payments as can be: by groups that settle among themselves.

    Among more than 14 people the one who owes most pays the one who is owed most, until all is settled. What the nets lack to
    add up to 0 is nobody's.

    >>> payments({"Ann": -50, "Ben": -30, "Cleo": 50, "Dora": 20, "Eve": 10})
    [('Ben', 'Dora', 20.0), ('Ben', 'Eve', 10.0), ('Ann', 'Cleo', 50.0)]
    """
    nets = {**nets, NOBODY: -sum(nets.values())}
    cents = {name: round(100 * net) for name, net in nets.items() if round(100 * net)}
    people = frozenset(cents.items())
    groups, paid = _groups(people) if len(people) <= _MOST_EXACT else (), []
    for group in (*groups, people.difference(*groups)):
        left = dict(sorted(group))
        while left and min(left.values()) < 0 < max(left.values()):
            payer, payee = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
            chips = min(-left[payer], left[payee])
            paid.append((payer, payee, chips / 100))
            left[payer] += chips
            left[payee] -= chips
    return paid


@cache
def _groups(left: frozenset[tuple[str, int]]) -> tuple[frozenset[tuple[str, int]], ...]:
    """Return as many groups as can be whose amounts add up to nothing; where all amounts do, nobody is left out."""
    best = max((_groups(left - {one}) for one in sorted(left)), key=len, default=())
    rest = left.difference(*best)
    return (*best, rest) if rest and sum(cents for _, cents in rest) == 0 else best
