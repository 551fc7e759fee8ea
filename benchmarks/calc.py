"""HANDVAL and WINNER in LibreOffice Calc, a formula a cell and one over all rows: ``python -m benchmarks.calc``.

LibreOffice is that of the tests, 25.2 with the extension installed; it recalculates the whole document and tells its own
processor time (of Linux, in hundredths of a second). What Calc needs for an array formula itself shows one of its own
functions; what the answers need, the same call without LibreOffice, and as there without garbage collection.
"""

from __future__ import annotations

import gc
import random
import sys
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import openpyxl
from hosts.libreoffice import Calc, cache, fetch

from xlpoker.functions import call

ROWS = 50_000
WINNERS = 1_000
ROUNDS = 3
FORMULAS = {
    "values": (f"{ROWS:,} cells `=HANDVAL(A1:E1)`", "=HANDVAL(A1:E1)", ROWS),
    "block": (f"one array formula `=HANDVAL(A1:E{ROWS})`", f"=HANDVAL(A1:E{ROWS})", 0),
    "own": (f"Calc's own `=LEN(A1:A{ROWS})`", f"=LEN(A1:A{ROWS})", 0),
    "winners": (
        f"one array formula `=WINNER(A1:E{ROWS};F1:J{ROWS})`",
        f"=WINNER(A1:E{ROWS};F1:J{ROWS})",
        0,
    ),
    "cells": (f"{WINNERS:,} cells `=WINNER(A1:E1;F1:J1)`", "=WINNER(A1:E1;F1:J1)", WINNERS),
}
TICKS = """
  GoTo Ticked
Ticks:
  stat = FreeFile
  Open "/proc/self/stat" For Input As #stat
  Line Input #stat, fields
  Close #stat
  fields = Split(fields, " ")
  spent = CLng(fields(13)) + CLng(fields(14))
  Return
Ticked:
"""
"""The end of a program in which `GoSub Ticks` sets `spent` to LibreOffice's processor time, in hundredths of a second."""
TIMED = """
    sheet.getCellRangeByName("L1:L{height}").{entered}
    GoSub Ticks
    before = spent
    book.calculateAll()
    GoSub Ticks
    Print #out, "{name} " & (spent - before)
    sheet.getCellRangeByName("L1:L{rows}").clearContents(31)
"""
PROGRAM = """
  Dim n, before
  Dim deals
  deals = StarDesktop.loadComponentFromURL("{folder}/deals.xlsx", "_blank", 0, Array())
  book = StarDesktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, Array())
  sheet = book.Sheets.getByIndex(0)
  sheet.getCellRangeByName("A1:J{rows}").setDataArray(deals.Sheets.getByIndex(0).getCellRangeByName("A1:J{rows}").getDataArray())
  For n = 1 To {rounds}
{timed}
  Next n
{ticks}
"""


def program(folder: str) -> str:
    """Return the program in LibreOffice's Basic: each formula entered, recalculated, timed, taken away."""
    timed = ""
    for name, (_, formula, cells) in FORMULAS.items():
        entered = f'Formula = "{formula}"' if cells else f'ArrayFormula = "{formula}"'
        if cells:
            entered += f'\n    sheet.getCellRangeByName("L1:L{cells}").fillAuto(0, 1)'
        timed += TIMED.format(name=name, height=1 if cells else ROWS, entered=entered, rows=ROWS)
    return PROGRAM.format(folder=folder, rows=ROWS, rounds=ROUNDS, timed=timed, ticks=TICKS)


def run() -> str:
    """Return the table: the processor time of a recalculation in milliseconds, and how many times as fast a block is."""
    source = random.Random(54)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    deals = [tuple(source.sample(deck, 10)) for _ in range(ROWS)]
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    for deal in deals:
        sheet.append(deal)
    with Calc(fetch(cache())) as office:
        book.save(office.folder / "deals.xlsx")
        told = [line.split() for line in office.run_macro(program(office.folder.as_uri()))]
        version = ".".join(map(str, office.version))
    times = {name: [10 * int(ticks) for what, ticks in told if what == name] for name in FORMULAS}
    lines = [f"| LibreOffice {version}, recalculated | ms | us a row |", "|---|---:|---:|"]
    for name, (title, _, cells) in FORMULAS.items():
        lines.append(
            f"| {title} | {median(times[name]):,.0f} | {1000 * median(times[name]) / (cells or ROWS):.1f} |"
        )
    for name, hands in (
        ("HANDVAL", [[deal[:5] for deal in deals]]),
        ("WINNER", [[deal[at : at + 5] for deal in deals] for at in (0, 5)]),
    ):
        rounds = []
        for _ in range(ROUNDS):
            gc.disable()
            start = process_time()
            call(name, *hands)
            rounds.append(process_time() - start)
            gc.enable()
        lines.append(
            f"| {name} of as many rows in Python alone | {1000 * median(rounds):,.0f} | {1e6 * median(rounds) / ROWS:.1f} |"
        )
    ratio = median(slow / fast for slow, fast in zip(times["values"], times["block"], strict=True))
    return "\n".join(
        [*lines, "", f"One formula over all rows is {ratio:.1f} times as fast as one a row."]
    )


if __name__ == "__main__":
    print(run())
