"""Books as most people have them: 1,000 deals of two hands, and what a row costs by the size of the file.

A folder of books is a command, a process of its own; the other tables are measured in one process. All take turns
(`timing.py`). Peers, as their documentation has it:

- *openpyxl + treys*: ``load_workbook``, ``treys.Evaluator().evaluate([], cards)`` for each hand, for scoring also
  ``cell.value = ...`` and ``save``;
- *calamine + treys*: ``CalamineWorkbook.from_path(...).get_sheet_by_index(0).to_python()`` and the same loop.

``python -m benchmarks.small_books``.
"""

from __future__ import annotations

import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median

import openpyxl
from python_calamine import CalamineWorkbook
from treys import Card, Evaluator

from benchmarks.sizes import processor_seconds
from benchmarks.text_files import make as make_text
from benchmarks.timing import whole
from benchmarks.workbook import SCORED
from benchmarks.workbook import make as make_book
from xlpoker.workbook.jobs import score, wins

ROWS = 1000
SIZES = (1_000, 5_000, 15_000, 25_000, 100_000)
ROUNDS = 5
BOOKS = 40
_CALAMINE_FOLDER = """
import glob, sys
from python_calamine import CalamineWorkbook
for book in glob.glob(sys.argv[1] + "/*.xlsx"):
    for row in CalamineWorkbook.from_path(book).get_sheet_by_index(0).to_python()[1:]:
        values(row[:10])
"""
_OPENPYXL_FOLDER = """
import glob, sys, openpyxl
for book in glob.glob(sys.argv[1] + "/*.xlsx"):
    sheet = openpyxl.load_workbook(book, read_only=True).active
    for row in sheet.iter_rows(min_row=2, max_col=10, values_only=True):
        values(row)
"""
FOLDER_WORKS = {
    "xlpoker wins": ["-m", "xlpoker", "wins"],
    "calamine + treys": ["-c", SCORED + _CALAMINE_FOLDER],
    "openpyxl + treys": ["-c", SCORED + _OPENPYXL_FOLDER],
}
IMPORTS = "import numpy, click, rich"
"""What the start of a small book is measured against."""
SMALL = (50, 1_000, 2_000)
_evaluate = Evaluator().evaluate


def _winner(row: list[str]) -> tuple[int, int, int]:
    cards = [Card.new(cell[0] + cell[1].lower()) for cell in row]
    first, second = _evaluate([], cards[:5]), _evaluate([], cards[5:])
    return first, second, 0 if first == second else 1 if first < second else 2


def by_openpyxl(path: Path, target: Path | None = None) -> None:
    """Count, or score, as openpyxl's documentation has it."""
    book = openpyxl.load_workbook(path, read_only=target is None)
    sheet = book.active
    for number, row in enumerate(sheet.iter_rows(min_row=2, max_col=10, values_only=True), 2):
        for column, value in (
            enumerate(_winner(row), 12) if target is not None else [(0, _winner(row))]
        ):
            if column:
                sheet.cell(number, column, value)
    if target is not None:
        book.save(target)


def by_calamine(path: Path) -> None:
    """Count with the fastest reader there is for Python."""
    for row in CalamineWorkbook.from_path(str(path)).get_sheet_by_index(0).to_python()[1:]:
        _winner(row[:10])


def folder_of_books(folder: Path) -> str:
    """Return the table of a folder of books, each line a process."""
    books = folder / "books"
    books.mkdir()
    for number in range(BOOKS):
        make_book(books / f"{number}.xlsx", ROWS)
    times = _processor_times({name: [*work, str(books)] for name, work in FOLDER_WORKS.items()})
    lines = [
        f"### {BOOKS} books of {ROWS:,} rows in a folder, each line a process",
        "",
        "| | processor seconds | xlpoker is faster by |",
        "|---|---:|---:|",
    ]
    ours = times["xlpoker wins"]
    for name, rounds in times.items():
        ratio = median(theirs / mine for theirs, mine in zip(rounds, ours, strict=True))
        lines.append(
            f"| {name} | {median(rounds):.2f} | {'' if rounds is ours else f'{ratio:.2f} x'} |"
        )
    return "\n".join(lines) + "\n"


def starts(folder: Path) -> str:
    """Return the table of single small books against the imports of three packages."""
    works = {IMPORTS: ["-c", IMPORTS]}
    for rows in SMALL:
        book = folder / f"start{rows}.xlsx"
        make_book(book, rows)
        works[f"`xlpoker wins`, {rows:,} rows"] = ["-m", "xlpoker", "wins", str(book)]
    times = _processor_times(works)
    lines = [
        "### A small book, a process of its own",
        "",
        f"| | processor seconds | times `{IMPORTS}` |",
        "|---|---:|---:|",
    ]
    for name, rounds in times.items():
        ratio = median(mine / base for mine, base in zip(rounds, times[IMPORTS], strict=True))
        label = f"`{name}`" if name == IMPORTS else name
        lines.append(f"| {label} | {median(rounds):.3f} | {ratio:.2f} |")
    return "\n".join(lines) + "\n"


def _processor_times(works: dict[str, list[str]]) -> dict[str, list[float]]:
    """Return the processor seconds of each work in each round, in which all take turns."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, command in works.items():
            times[name].append(processor_seconds(command))
    return times


def small(folder: Path) -> str:
    """Return the table of one small book."""
    book, out = folder / "small.xlsx", folder / "out.xlsx"
    make_book(book, ROWS)
    lines = [
        f"### A book of {ROWS:,} rows, one of many in a process",
        "",
        "| | ms a book | xlpoker is faster by |",
    ]
    lines.append("|---|---:|---:|")
    for ours, work, peers in (
        (
            "xlpoker wins",
            partial(wins, book),
            {"openpyxl + treys": by_openpyxl, "calamine + treys": by_calamine},
        ),
        (
            "xlpoker score",
            partial(score, book, output=folder / "ours.xlsx", force=True),
            {"openpyxl + treys, saved": partial(by_openpyxl, target=out)},
        ),
    ):
        contenders = {ours: (work, 1)} | {
            name: (partial(peer, book), 1) for name, peer in peers.items()
        }
        times = whole(contenders)
        for name, rounds in times.items():
            ratio = median(theirs / mine for theirs, mine in zip(rounds, times[ours], strict=True))
            lines.append(
                f"| {name} | {median(rounds) / 1e6:.1f} | {'' if name == ours else f'{ratio:.1f} x'} |"
            )
    return "\n".join(lines) + "\n"


def sizes(folder: Path) -> str:
    """Return the table of what a row costs."""
    lines = [
        "### Microseconds a row, by the number of rows",
        "",
        "| rows | wins .xlsx | score .xlsx | wins .csv |",
    ]
    lines.append("|---:|---:|---:|---:|")
    for rows in SIZES:
        book, text = folder / f"{rows}.xlsx", folder / f"{rows}.csv"
        make_book(book, rows)
        make_text(text, rows)
        works = (
            partial(wins, book),
            partial(score, book, output=folder / "o.xlsx", force=True),
            partial(wins, text),
        )
        cells = []
        for work in works:
            work()
            times = []
            for _ in range(ROUNDS):
                start = time.process_time()
                work()
                times.append(time.process_time() - start)
            cells.append(f"{median(times) / rows * 1e6:.1f}")
        lines.append(f"| {rows:,} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        print(folder_of_books(Path(place)))
        print(starts(Path(place)))
        print(small(Path(place)))
        print(sizes(Path(place)))
