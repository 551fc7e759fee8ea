"""What scoring wrote earlier, known again: the columns of results in a table of texts, and whole output files.

A text file that is scored again gets its results in the place of the old ones. An output file is replaced without a
question when it is one of ours; any other file that happens to have that name is not touched.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError
from xlpoker.evaluator.cells import is_blank
from xlpoker.evaluator.classes import ROYAL_FLUSH
from xlpoker.workbook.grid import Grid
from xlpoker.workbook.openpyxl_engine import PROBLEM, Column, is_result
from xlpoker.workbook.replacing import check_links, check_target

__all__ = ["check_target_is_ours", "earlier_places", "is_output", "is_report", "over_earlier"]

REPORT_TITLE, REPORT_SHEETS = "Poker report", ("Summary", "Best hands", "Bad rows")
_SEARCHED = 1000
_TITLES = (
    ["Value", "Hand"],
    ["Player 1 value", "Player 1 hand", "Player 2 value", "Player 2 hand"],
    ["Player 1 value", "Player 2 value"],  # chosen columns; one alone could be anybody's
    ["Player 1 hand", "Player 2 hand"],
    ["value", "hand", "problem"],  # Parquet
    ["player_1_value", "player_1_hand", "player_2_value", "player_2_hand"],
)


def earlier_places(grid: Grid, header: int, titles: Sequence[str]) -> tuple[int, int]:
    """Return where an earlier run's results begin and where its problems stand, -1 for what is not there.

    >>> rows = [["C1", "C2", "Value", "Hand", "Problem"], ["AS", "KS", "3900.5", "High Card, Ace", None]]
    >>> earlier_places(Grid("", rows), 0, ["Value", "Hand"])
    (2, 4)

    Theirs are the same titles side by side and nothing but results below them; what else stands there is the user's.
    """
    words = [str(cell).strip() if isinstance(cell, str) else cell for cell in grid.rows[header]]
    starts = [at for at in range(len(words)) if words[at : at + len(titles)] == list(titles)]
    first = next((at for at in starts if _are_results(grid, header, at, titles)), -1)
    problems = [at for at, word in enumerate(words) if word == PROBLEM and at >= first >= 0]
    return first, next((at for at in problems if _are_results(grid, header, at, [PROBLEM])), -1)


def _are_results(grid: Grid, header: int, first: int, titles: Sequence[str]) -> bool:
    for row in grid.rows[header + 1 :]:
        for title, cell in zip(titles, row[first : first + len(titles)], strict=False):
            if not is_blank(cell) and not is_result(title, _number(cell)):
                return False
    return True


def _number(cell: Any) -> Any:
    """Return the number that a text is, else the cell."""
    try:
        return float(cell) if isinstance(cell, str) else cell
    except ValueError:
        return cell


def over_earlier(grid: Grid, header: int, columns: Sequence[Column]) -> tuple[Grid, int, list[Column]]:
    """Return a table with the results of an earlier run replaced, its header row, and the columns yet to be added.

    >>> rows = [["C1", "Value", "Hand", "Note"], ["AS", "1", "High Card, Ace", "?"]]
    >>> new = [Column("Value", 7, {1: 3000}), Column("Hand", 34, {1: "High Card, Ace"})]
    >>> over_earlier(Grid("", rows), 0, new)[0].rows[1]
    ['AS', 3000, 'High Card, Ace', '?']

    Old problems go even where no new one comes.
    """
    results = [column for column in columns if column.header != PROBLEM]
    first, problem = earlier_places(grid, header, [column.header for column in results])
    if first < 0:
        return grid, header, list(columns)
    places = {first + number: column for number, column in enumerate(results)}
    left = [column for column in columns if column.header == PROBLEM]
    if problem >= 0:
        places[problem] = left.pop() if left else Column("", 0, {})
    width = max(places) + 1
    rows = []
    for number, row in enumerate(grid.rows):
        cells = [*row, *[None] * (width - len(row))] if number >= header else list(row)
        if number >= header:
            for place, column in places.items():
                cells[place] = (column.header or None) if number == header else column.cells.get(number)
        rows.append(cells)
    if problem == max(map(len, rows)) - 1 and not places[problem].header:
        rows = [row[:problem] for row in rows]
    return replace(grid, rows=rows), header, left


def check_target_is_ours(
    target: Path, *, force: bool, in_place: bool = False, ours: Callable[[Path], bool] | None = None
) -> None:
    """Raise `BookError` for what is in the target's place and must not be overwritten: not a file, or not an output of ours.

    `ours` tells an output of ours, one of scoring without it; `force` lets files be replaced, `in_place` this one.
    """
    try:
        check_target(target)
        check_links(target, force=force)
        taken = target.is_file() and target.stat().st_size > 0
    except OSError:  # a name that no file can have is refused when it is written
        return
    if taken and not force and not in_place and not (ours or is_output)(target):
        raise BookError(
            f"{target} exists and is no output of xlpoker; name another with -o, or use --force to replace it"
        )


def is_output(path: Path) -> bool:
    """Tell whether a file holds the columns that scoring writes, within its first thousand rows."""
    try:
        return any(_has_results(row) for row in islice(_rows(path), _SEARCHED))
    except (OSError, ValueError, ImportError, csv.Error):
        return False


def is_report(path: Path) -> bool:
    """Tell whether a file is a workbook that `xlpoker report` writes: its title, on the first of its very sheets."""
    from xlpoker.workbook.container import Package

    try:
        with Package(path) as package:
            names = tuple(sheet.name for sheet in package.sheets)
        return names == REPORT_SHEETS and any(REPORT_TITLE in row for row in islice(_rows(path), 3))
    except (OSError, ValueError):
        return False


def _rows(path: Path) -> Iterator[Sequence[Any]]:
    from xlpoker.workbook.grid import is_parquet, is_workbook

    if is_parquet(path):
        import pyarrow.parquet

        yield pyarrow.parquet.read_schema(path).names
        return
    if not is_workbook(path):
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield from islice(csv.reader(file), _SEARCHED)
        return
    from xlpoker.workbook.container import Package
    from xlpoker.workbook.sheets.big_sheet import SheetTexts, head_of
    from xlpoker.workbook.sheets.sheet_stream import SheetStream
    from xlpoker.workbook.splicing.score_book import Strings, cell_dates

    with Package(path) as package:
        strings, dates = Strings(package), cell_dates(package)
        for sheet in package.sheets:
            stream = SheetStream(package, sheet)
            yield from islice(head_of(stream, SheetTexts(stream, strings.texts, dates))[0].rows, _SEARCHED)


def _has_results(row: Sequence[Any]) -> bool:
    """Tell whether a row is the header of results, or holds a value and a name beside each other."""
    if any(list(row[at : at + len(titles)]) == titles for titles in _TITLES for at in range(len(row) - 1)):
        return True
    return any(_is_name(name) and is_result("Value", value) for value, name in pairwise(row))


def _is_name(cell: Any) -> bool:
    return is_result("Hand", cell) and ("," in cell or cell == ROYAL_FLUSH)
