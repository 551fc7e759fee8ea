"""What a row costs by the size of the workbook, each command as a whole process: ``python -m benchmarks.sizes``.

Books of 2 to 1,048,575 deals of ten cards are counted and scored, as `benchmarks.workbook` makes them. The time is the
processor time of the process, the start of Python included. Peers are called as their documentation has it:

- *openpyxl + treys*: ``load_workbook`` (read only where nothing is written), ``Evaluator().evaluate([], cards)`` for
  each hand, ``sheet.cell(...)`` and ``save``;
- *calamine + treys*: ``CalamineWorkbook.from_path(...).get_sheet_by_index(0).to_python()`` and the same loop.

Peers are measured up to 200,000 rows; beyond that a run of theirs takes minutes. The figures go into ``sizes.csv`` beside this
file and into the chart ``docs/cost-of-a-row.svg``.
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.chart import Line, drawing
from benchmarks.workbook import SCORED, make

__all__ = ["run"]

ROUNDS = {2: 7, 20: 7, 200: 7, 2_000: 5, 20_000: 3, 200_000: 1, 1_048_575: 1}
"""How often books of each number of rows are measured; the median counts."""
MOST_ROWS_OF_PEERS = 200_000
ROOT = Path(__file__).parents[1]
FIGURES = Path(__file__).with_suffix(".csv")
CHART = ROOT / "docs" / "cost-of-a-row.svg"

_OPENPYXL_WINS = """
import sys, openpyxl
sheet = openpyxl.load_workbook(sys.argv[1], read_only=True).active
for row in sheet.iter_rows(min_row=2, max_col=10, values_only=True):
    values(row)
"""
_OPENPYXL_SCORE = """
import sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
sheet = book.active
for number, row in enumerate(sheet.iter_rows(min_row=2, max_col=10, values_only=True), 2):
    for column, value in enumerate(values(row), 11):
        sheet.cell(number, column, value)
book.save(sys.argv[2])
"""
_CALAMINE_WINS = """
import sys
from python_calamine import CalamineWorkbook
for row in CalamineWorkbook.from_path(sys.argv[1]).get_sheet_by_index(0).to_python()[1:]:
    values(row[:10])
"""
WORKS: dict[str, list[str]] = {
    "xlpoker wins": ["-m", "xlpoker", "wins", "BOOK"],
    "xlpoker score": ["-m", "xlpoker", "score", "BOOK", "-o", "OUT", "--force"],
    "calamine + treys, wins": ["-c", SCORED + _CALAMINE_WINS, "BOOK"],
    "openpyxl + treys, wins": ["-c", SCORED + _OPENPYXL_WINS, "BOOK"],
    "openpyxl + treys, score": ["-c", SCORED + _OPENPYXL_SCORE, "BOOK", "OUT"],
}
_LOOKS = {
    "xlpoker wins": ("#1f8a4c", ""),
    "xlpoker score": ("#1f8a4c", "7 4"),
    "calamine + treys, wins": ("#c2670c", ""),
    "openpyxl + treys, wins": ("#7a6fd0", ""),
    "openpyxl + treys, score": ("#7a6fd0", "7 4"),
}
"""The colour and the dashes of each line; what writes is dashed."""
Costs = dict[str, dict[int, float]]
"""Microseconds a row by the work and the number of rows."""


def processor_seconds(command: list[str]) -> float:
    """Run Python with some arguments; return the processor time of the process."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    environment.pop(
        "PYTHONDONTWRITEBYTECODE", None
    )  # an installed program has its modules compiled
    process = subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, *command], stdout=subprocess.DEVNULL, env=environment
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def measure(folder: Path) -> Costs:
    """Return what a row costs; the works take turns in every round."""
    costs: Costs = {name: {} for name in WORKS}
    for rows, rounds in ROUNDS.items():
        book, out = folder / f"{rows}.xlsx", folder / "out.xlsx"
        make(book, rows)
        places = {"BOOK": str(book), "OUT": str(out)}
        seconds: dict[str, list[float]] = {name: [] for name in WORKS if _is_measured(name, rows)}
        for _ in range(rounds):
            for name, times in seconds.items():
                command = [places.get(word, word) for word in WORKS[name]]
                times.append(processor_seconds(command))
        for name, times in seconds.items():
            costs[name][rows] = 1e6 * median(times) / rows
        book.unlink()
    return costs


def _is_measured(name: str, rows: int) -> bool:
    """Tell whether a work is measured with so many rows."""
    return name.startswith("xlpoker") or rows <= MOST_ROWS_OF_PEERS


def write_figures(costs: Costs) -> None:
    """Write the figures and the chart."""
    with FIGURES.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["rows", *[f"{name}, us a row" for name in costs]])
        for rows in ROUNDS:
            writer.writerow(
                [rows, *[_figure(cost_by_rows, rows) for cost_by_rows in costs.values()]]
            )
    lines = [Line(name, *_LOOKS[name], list(costs[name].items())) for name in costs]
    title = "Processor time of a whole command for each row, by the number of rows"
    CHART.write_text(
        drawing(title, "rows with two hands of five cards", "microseconds a row", lines),
        encoding="utf-8",
    )


def _figure(cost_by_rows: dict[int, float], rows: int) -> str:
    """Return a figure of three digits, "" where nothing was measured."""
    cost = cost_by_rows.get(rows)
    if cost is None:
        return ""
    return f"{cost:.0f}" if cost >= 100 else f"{cost:.3g}"


def run() -> str:
    """Measure, write figures and chart, and return the table."""
    with tempfile.TemporaryDirectory() as folder:
        costs = measure(Path(folder))
    write_figures(costs)
    lines = [
        "### What a row costs, by the size of the workbook",
        "",
        f"| rows, us a row | {' | '.join(costs)} |",
        f"|---:|{'---:|' * len(costs)}",
    ]
    for rows in ROUNDS:
        cells = [
            f"{float(figure):,.15g}" if (figure := _figure(cost_by_rows, rows)) else ""
            for cost_by_rows in costs.values()
        ]
        lines.append(f"| {rows:,} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(run())
