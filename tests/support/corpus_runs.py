"""Other people's workbooks: results beside their rows, and everything that was there still there.

Run by hand: ``PYTHONPATH=tests python -m support.corpus_runs FOLDER [PROCESSES]`` for every .xlsx and .xlsm file below
a folder. Each book is taken by a process of its own, for two minutes and 4 GB at most:

``wins``
    the command gives an answer or a message, never a traceback.
``beside``
    results for the rows of each sheet are written by `xlpoker.workbook.xlsx.sink.SpliceSink`, sheet after sheet into
    the same book. Every other member of the archive stays byte for byte, the sheet keeps every old cell (value, style,
    formula), the new cells are where and what they must be; openpyxl and python-calamine, which read the whole book at
    the end where they can read the original, find all old values and the new ones.
``again``
    the same results once more change nothing, but that empty cells among them may go.
``over``
    results over cells that are there (``--overwrite``): all others stay, the calculation chain names cells with
    formulas only, and no shared formula loses the cell that holds its text.

Printed is what became of the books and sheets, refusals by reason, with the book of each fault.
"""

import json
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
from click.testing import CliRunner

from support.books import RESULTS
from support.commands import MISTAKE
from support.compare_books import (
    PEERS,
    Sheet,
    by_openpyxl,
    first_difference,
    local,
    value_difference,
)
from xlpoker.addresses import a1, column_number
from xlpoker.cli import main
from xlpoker.errors import BookError, CellError, PokerError
from xlpoker.evaluator.classes import name as hand_name
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.model import Layout
from xlpoker.scoring.model import GridBlock, Scored
from xlpoker.scoring.run import Output
from xlpoker.scoring.sources import Table
from xlpoker.workbook.jobs import Options, Writing
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.part_edits import tables_of
from xlpoker.workbook.xlsx.sink import SpliceSink
from xlpoker.workbook.xlsx.source import BookSource, SheetStream
from xlpoker.workbook.xlsx.values import BookTexts

ROWS, SHEETS = 3000, 12  # so many rows of a sheet, and sheets of a book, get results
READ = 1 << 21  # larger books are not read by the others
PLACES = 1 << 21  # cells between the first and the last: python-calamine makes room for all of them
SECONDS, MEMORY = 120, 4 << 30
REASON = "'1OH' is not a card; did you mean '10H'?"


@dataclass(frozen=True)
class Outcome:
    """What a row is said to have come to."""

    row: int
    values: tuple = ()
    winner: int = 0
    error: CellError | None = None


def rows_of(package, sheet):
    """Return the rows of a sheet, none of one of charts."""
    found = SheetStream(package, sheet).whole(BookTexts(package))
    return found.rows if found else []


def score_grid(path, target, grid, layout, outcomes, options, writing):
    """Write outcomes into a sheet, whatever stands in it."""
    good = [one for one in outcomes if one.error is None]
    scored = Scored(
        np.array([one.row for one in good], np.int32),
        np.array([one.values for one in good], np.uint16).reshape(len(good), -1),
        np.array([one.winner for one in good], np.int8),
        {one.row: one.error for one in outcomes if one.error is not None},
        rest={one.row: grid.rows[one.row] for one in outcomes},
    )
    with (
        Package(path) as package,
        SpliceSink(
            Output(target, writing, options), BookSource(package), Table(grid), layout
        ) as sink,
    ):
        sink.take(GridBlock(grid), scored)
        return sink.finish()


def outcomes_of(sheet, rows):
    """Return what became of rows: good hands, and a bad cell in every seventh."""
    made = []
    for row in rows:
        one, two = row * 37 % 7462 + 1, row * 91 % 7462 + 1
        error = CellError(sheet, a1(row, 0), "1OH", REASON) if row % 7 == 3 else None
        values = () if error else (one, two)
        made.append(Outcome(row, values, 0 if one == two else 1 + (two > one), error))
    return made


def expected(outcomes, header):
    """Return what the new columns hold, by row and number of the column."""
    cells = {}
    titles = RESULTS + ["Problem"] * any(one.error is not None for one in outcomes)
    if header is not None:
        cells |= {(header, at): title for at, title in enumerate(titles)}
    for one in outcomes:
        if one.error is not None:
            cells[one.row, 5] = f"{one.error.cell}: {one.error.reason}"
        else:
            found = [each for value in one.values for each in (value, hand_name(value))]
            cells |= {(one.row, at): value for at, value in enumerate([one.winner, *found])}
    return cells


def layout_of(package, sheet, grid, *, headed):
    """Return the hands of a sheet and their rows: those of a table where there is one, else all with a value."""
    filled = [row for row, cells in enumerate(grid.rows) if any(cell is not None for cell in cells)]
    left = next(at for at, cell in enumerate(grid.rows[filled[0]]) if cell is not None)
    for box in [one.box for one in tables_of(package, sheet.part) if one.heading_rows == 1]:
        inside = [row for row in filled if box.top < row <= box.bottom]
        if inside:
            filled, left = inside, box.left
            break
    else:
        filled = filled[1:] if headed and len(filled) > 1 else filled
    rows = filled[:ROWS]
    first = box.top + 1 if "inside" in locals() and inside else rows[0]
    areas = Area(left, left), Area(left, left)
    return Layout(grid.sheet, first, rows[-1], areas), rows


def content(cell):
    """Return what a new cell holds."""
    text = "".join(one.text or "" for one in cell.iter() if local(one) in ("v", "t"))
    return text if cell.get("t") == "inlineStr" else float(text) if text else None


def formulas(sheet):
    """Return the formulas of a sheet by their places."""
    return {place: one for place, cell in sheet.cells.items() for one in cell if local(one) == "f"}


def without_text(sheet):
    """Return the shared formulas that are asked for and have no text."""
    shared = [one for one in formulas(sheet).values() if one.get("t") == "shared"]
    return {one.get("si") for one in shared} - {one.get("si") for one in shared if one.text}


def compare(before, after, part, outcomes, header, over):
    """Fail where a book lost something, or did not get what it should; return the new cells, as {(row, column): value}."""
    with zipfile.ZipFile(before) as one, zipfile.ZipFile(after) as other:
        part = member(one, part)
        old, new = Sheet(one.read(part)), Sheet(other.read(part))
    changed = old.changed(new)
    first = column_number(over) if over else min(column for _, column in changed)
    cells = {(row, first + at): value for (row, at), value in expected(outcomes, header).items()}
    assert changed <= set(cells), (
        f"{[a1(*place) for place in sorted(changed - set(cells))][:5]} have changed"
    )
    found = first_difference(before, after, sheet=part, over=set(cells) if over else frozenset())
    assert found is None, found
    for place, value in cells.items():
        assert place in new.cells, f"{a1(*place)} is missing"
        if (
            over
            and place[0] == header
            and place in old.cells
            and new.cells[place].get("t") in ("s", "inlineStr")
        ):
            continue  # the name of a table's column stays
        assert content(new.cells[place]) == value, (
            f"{a1(*place)} holds {content(new.cells[place])!r}, not {value!r}"
        )
    lost = without_text(new) - without_text(old)
    assert not lost, f"the shared formulas {lost} have lost their text"
    return cells


def member(book, part):
    """Return the name that a part has in the archive, where it may be written with backslashes or in another case."""
    return next(name for name in book.namelist() if name.replace("\\", "/").lower() == part.lower())


def check_chain(path, package):
    """Return the places in the calculation chain that hold no formula."""
    if package.calc_chain is None:
        return set()
    sheets = {one.number: one.part for one in package.sheets}
    with zipfile.ZipFile(path) as book:
        there = {
            number: formulas(Sheet(book.read(part)))
            for number, part in sheets.items()
            if part in book.namelist()
        }
        number, wrong = "", set()
        for cell in ET.fromstring(book.read(package.calc_chain)):
            number = cell.get("i", number)
            letters, row = re.fullmatch(r"([A-Z]+)(\d+)", cell.get("r")).groups()
            if number in there and (int(row) - 1, column_number(letters)) not in there[number]:
                wrong.add((number, cell.get("r")))
    return wrong


def check_peers(path, last, cells, said):
    """Fail where a peer that reads the original does not find all of it, and the new cells, in the last book."""
    for peer in PEERS:
        word = peer.__name__.removeprefix("by_")
        try:
            old = peer(path)
        except BaseException:  # noqa: BLE001 - panics included, whatever a peer says of a book that it does not read
            said[f"{word} cannot read the original"] += 1
            continue
        if not old:  # openpyxl finds nothing in books of the strict kind
            said[f"{word} finds nothing in the original"] += 1
            continue
        assert (found := value_difference(old, peer(last), cells)) is None, f"{word}: {found}"
        said[f"{word} reads old and new"] += 1


def grouped(error, path):
    """Return a message without what is of one book only."""
    text = str(error).replace(path.name, "BOOK")
    text = re.sub(r"'[^']*'|\"[^\"]*\"", "'…'", text)
    text = re.sub(r"\S*![A-Z]+\d+|\b[A-Z]{1,3}\d+(:[A-Z]+\d+)?\b", "CELL", text)
    return re.sub(r"(/?[\w\[\]. -]+/)+[\w\[\]. -]+\.\w+", "PART", re.sub(r"\d[\d,]*", "N", text))[
        :150
    ]


def one_book(path, number, folder):
    """Return what became of a book: counts, and refusals by message."""
    said, refused = Counter(), Counter()
    start = time.perf_counter()
    result = CliRunner().invoke(main, ["wins", str(path)])
    if result.exit_code not in (0, 2) or not isinstance(result.exception, SystemExit | None):
        raise result.exception
    assert MISTAKE not in result.stderr, result.stderr
    said["wins: an answer" if result.exit_code == 0 else "wins: a message"] += 1
    if result.exit_code:
        refused[
            "wins: " + grouped(result.output.strip().splitlines()[-1].removeprefix("Error: "), path)
        ] += 1
    said["milliseconds of wins"] = round(1000 * (time.perf_counter() - start))
    try:
        with Package(path) as package:
            sheets = package.sheets
            grids = {}
            for one in sheets[:SHEETS]:
                grids[one.name] = Grid(one.name, rows_of(package, one))
    except PokerError as error:
        return said + Counter({"books not read": 1}), refused + Counter(
            {f"{readable(path)}: {grouped(error, path)}": 1}
        )
    said["books read"] += 1
    last, cells, wide = path, {}, 1
    for at, sheet in enumerate(sheets[:SHEETS]):
        grid = grids[sheet.name]
        wide = max(wide, len(grid.rows) * max(map(len, grid.rows), default=0))
        if not any(cell is not None for row in grid.rows for cell in row):
            said["sheets without rows"] += 1
            continue
        target = folder / f"{at}{path.suffix.lower()}"
        new = one_sheet(path, last, target, sheet, grid, (number + at) % 2 == 0, said, refused)
        if new is not None:
            last = target
            cells |= {(sheet.name, *place): value for place, value in new.items()}
    if last != path and path.stat().st_size < READ and wide < PLACES:
        check_peers(path, last, cells, said)
    return said, refused


def readable(path):
    """Say whether openpyxl reads a book that was refused."""
    try:
        by_openpyxl(path)
    except BaseException:  # noqa: BLE001 - whatever it says
        return "not read, nor by openpyxl"
    return "not read, but by openpyxl"


def one_sheet(path, last, target, sheet, grid, headed, said, refused):  # noqa: PLR0913
    """Write results into a sheet: beside its rows, the same again, over what is there; return the new cells."""
    with Package(last) as package:
        layout, rows = layout_of(package, sheet, grid, headed=headed)
        wrong = check_chain(last, package)
    header = layout.first - 1 if layout.first else None
    outcomes = outcomes_of(sheet.name, rows)
    if all(one.error for one in outcomes):
        outcomes = [Outcome(row, (row + 1, row + 2), 2) for row in rows]
    try:
        score_grid(last, target, grid, layout, outcomes, Options(), Writing())
    except BookError as error:
        refused[f"beside: {grouped(error, path)}"] += 1
        said["sheets refused"] += 1
        cells = None
    else:
        cells = compare(last, target, sheet.part, outcomes, header, None)
        said["sheets spliced"] += 1
        said["cells written"] += len(cells)
        with Package(target) as package:
            again = Grid(sheet.name, rows_of(package, sheet))
            assert check_chain(target, package) == wrong
        other = target.with_name(f"again{target.suffix}")
        score_grid(target, other, again, layout, outcomes, Options(), Writing())
        with zipfile.ZipFile(target) as one, zipfile.ZipFile(other) as two:
            part = member(one, sheet.part)
            made, now = (Sheet(book.read(part)) for book in (one, two))
        places = {
            at
            for at in made.changed(now)
            if len(made.cells.get(at, ())) or len(now.cells.get(at, ()))
        }
        assert not places, f"again: {sorted(places)[:5]} are others"
        said["sheets spliced again"] += 1
    over(
        path,
        target.with_name(f"over{target.suffix}"),
        sheet,
        grid,
        layout,
        outcomes,
        wrong,
        said,
        refused,
    )
    return cells


def over(path, target, sheet, grid, layout, outcomes, wrong, said, refused):  # noqa: PLR0913
    """Write results over the middle of what a sheet holds."""
    width = max(map(len, grid.rows))
    at = re.sub(r"\d", "", a1(0, width // 2))
    header = layout.first - 1 if layout.first else None
    try:
        score_grid(path, target, grid, layout, outcomes, Options(), Writing(at=at, overwrite=True))
    except BookError as error:
        refused[f"over: {grouped(error, path)}"] += 1
        said["sheets not written over"] += 1
        return
    compare(path, target, sheet.part, outcomes, header, at)
    with Package(target) as package:
        assert check_chain(target, package) <= wrong, (
            "the calculation chain names cells without formulas"
        )
    said["sheets written over"] += 1


def child(path, number, report):
    """Take a book in a process of its own, and leave what became of it in a file."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.alarm(SECONDS)
    folder = Path(tempfile.mkdtemp(dir=report.parent))
    try:
        said, refused = one_book(path, number, folder)
        report.write_text(json.dumps([said, refused, None]))
    except BaseException:  # noqa: BLE001 - every fault is told
        report.write_text(json.dumps([{}, {}, traceback.format_exc()[-1500:]]))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


def run(books, processes, scratch):
    """Take all books, some at a time; return the counts, the refusals, and the faults by book."""
    said, refused, faults, examples = Counter(), Counter(), {}, {}
    waiting, running = list(enumerate(books)), {}
    while waiting or running:
        while waiting and len(running) < processes:
            number, path = waiting.pop(0)
            report = scratch / f"{number}.json"
            pid = os.fork()
            if not pid:
                child(path, number, report)
            running[pid] = path, report
        pid, status = os.wait()
        path, report = running.pop(pid)
        counts, reasons, fault = (
            json.loads(report.read_text()) if report.exists() else ({}, {}, f"ended by {status}")
        )
        said.update({"books": 1, **counts})
        said["milliseconds of the slowest wins"] = max(
            said["milliseconds of the slowest wins"], counts.get("milliseconds of wins", 0)
        )
        refused.update(reasons)
        for reason in reasons:
            examples.setdefault(reason, path.name)
        if fault:
            faults[str(path)] = fault
            sys.stderr.write(f"{path}\n{fault}\n")
    return said, refused, faults, examples


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    CliRunner().invoke(
        main, ["wins", str(Path(__file__).parents[2] / "workbooks" / "euler54.xlsx")]
    )  # all is imported
    found = sorted(
        one for one in Path(sys.argv[1]).rglob("*") if one.suffix.lower() in (".xlsx", ".xlsm")
    )
    with tempfile.TemporaryDirectory() as place:
        said, refused, faults, examples = run(found, int((sys.argv[2:] or ["1"])[0]), Path(place))
    for what, count in sorted(said.items()):
        sys.stdout.write(f"{count:9,} {what}\n")
    for reason, count in refused.most_common():
        sys.stdout.write(f"{count:9,} {reason}   [{examples[reason]}]\n")
    sys.stdout.write(f"{len(faults):9,} faults\n")
