"""HANDVAL in LibreOffice Calc, a formula a cell and one over all rows, and WINNER: ``python -m benchmarks.calc``.

LibreOffice is that of the tests, 25.2 with the extension installed; it recalculates the whole document and takes the time.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import openpyxl
from hosts.libreoffice import Calc, cache, fetched

ROWS = 100_000
WINNERS = 1_000
ROUNDS = 3
PROGRAM = f"""
  Dim n, start
  Dim deals
  deals = StarDesktop.loadComponentFromURL("{{folder}}/deals.xlsx", "_blank", 0, Array())
  book = StarDesktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, Array())
  sheet = book.Sheets.getByIndex(0)
  sheet.getCellRangeByName("A1:J{ROWS}").setDataArray(deals.Sheets.getByIndex(0).getCellRangeByName("A1:J{ROWS}").getDataArray())
  For n = 1 To {ROUNDS}
    sheet.getCellRangeByName("L1").Formula = "=HANDVAL(A1:E1)"
    sheet.getCellRangeByName("L1:L{ROWS}").fillAuto(0, 1)
    start = GetSystemTicks()
    book.calculateAll()
    Print #out, "cells " & (GetSystemTicks() - start)
    sheet.getCellRangeByName("L1:L{ROWS}").clearContents(31)
    sheet.getCellRangeByName("L1:L{ROWS}").ArrayFormula = "=HANDVAL(A1:E{ROWS})"
    start = GetSystemTicks()
    book.calculateAll()
    Print #out, "array " & (GetSystemTicks() - start)
    sheet.getCellRangeByName("L1:L{ROWS}").clearContents(31)
    sheet.getCellRangeByName("L1").Formula = "=WINNER(A1:E1;F1:J1)"
    sheet.getCellRangeByName("L1:L{WINNERS}").fillAuto(0, 1)
    start = GetSystemTicks()
    book.calculateAll()
    Print #out, "winner " & (GetSystemTicks() - start)
    sheet.getCellRangeByName("L1:L{WINNERS}").clearContents(31)
  Next n
"""


def run() -> str:
    """Return the table: milliseconds of a recalculation, and the median of the rounds' ratios."""
    source = random.Random(54)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    for _ in range(ROWS):
        sheet.append(source.sample(deck, 10))
    with Calc(fetched(cache())) as office:
        book.save(office.folder / "deals.xlsx")
        told = [line.split() for line in office.told(PROGRAM)]
        version = ".".join(map(str, office.version))
    cells, array, winner = (
        [int(ticks) for what, ticks in told if what == name] for name in ("cells", "array", "winner")
    )
    ratio = median(slow / fast for slow, fast in zip(cells, array, strict=True))
    return "\n".join(
        [
            f"| LibreOffice {version}, recalculated | ms | |",
            "|---|---:|---|",
            f"| {ROWS:,} cells `=HANDVAL(A1:E1)` | {median(cells):,.0f} | {median(cells) / ROWS * 1000:.0f} us a cell |",
            f"| one array formula over {ROWS:,} rows | {median(array):,.0f} | {ratio:.1f} times as fast |",
            f"| {WINNERS:,} cells `=WINNER(A1:E1;F1:J1)` | {median(winner):,.0f} | |",
        ]
    )


if __name__ == "__main__":
    print(run())
