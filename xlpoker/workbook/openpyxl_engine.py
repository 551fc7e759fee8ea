"""Results into workbooks through openpyxl: new columns right of the data, saved without risk to what was there."""

from __future__ import annotations

import copy
import csv
import warnings
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from xlpoker.errors import BookError
from xlpoker.files.checked import check_book, legal
from xlpoker.files.replace import replaced
from xlpoker.layout.grid import Grid, column_letters
from xlpoker.scoring.columns import PROBLEM, is_result

if TYPE_CHECKING:
    import numpy.typing as npt

    Rows = npt.NDArray[Any]

__all__ = ["Column", "check_size", "save_book", "write_book", "write_csv"]

Cells = dict[int, Any]

MAX_COLUMNS = 16384
MOST_TAGS = 5_000_000
MOST_FROZEN = 10  # rows; more would leave no room for the hands on a screen


@dataclass(frozen=True, slots=True)
class Column:
    """A new column: its header, its width in characters, its cells by row (counted from 0), how they are aligned."""

    header: str
    width: float
    cells: Cells
    align: Literal["left", "center", "right"] = "right"


def write_book(
    source: Path,
    target: Path,
    sheet: str,
    header: int | None,
    columns: Sequence[Column],
    *,
    overwrite: bool = False,
) -> list[str]:
    """Write columns into a sheet of a workbook and save it as the target; return what the user should know.

    The columns stand right of the last column in use, or in place of the results of an earlier run
    (`xlpoker.scoring.earlier`; with `overwrite` of all columns that have their headers). Without a header row the columns have no headers. Macros, where the target may hold
    them, and rich text are kept; what openpyxl cannot keep is listed by `xlpoker.workbook.preflight`.
    """
    import openpyxl

    macros = target.suffix.lower() == ".xlsm"
    if macros and not has_macros(source):
        raise BookError(f"{source.name} holds no macros; save it as .xlsx first")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # preflight says what is lost, in better words
        try:
            with source.open("rb") as file:  # a path would be judged by its ending
                book = openpyxl.load_workbook(file, keep_vba=macros, rich_text=True)
        except Exception as error:
            reason = (str(error).splitlines() or [type(error).__name__])[0].replace(str(source), source.name)
            raise BookError(f"{source.name} is damaged: {reason}") from error
        try:
            warned = _fill(book[sheet], header, columns, overwrite=overwrite)
            save_book(book, target)
        finally:
            if book.vba_archive is not None:
                book.vba_archive.close()
    return warned


def check_size(path: Path) -> None:
    """Raise `BookError` for a workbook that openpyxl needs minutes and gigabytes for: five microseconds a tag and more."""
    from xlpoker.workbook.xlsx.package import Package

    tags = 0
    with Package(path) as package:
        for name in package.members:
            if name.endswith(".xml"):
                with package.open_part(name) as part:
                    while tags <= MOST_TAGS and (piece := part.read(1 << 20)):
                        tags += piece.count(b"<")
    if tags > MOST_TAGS:
        raise BookError(
            f"{path.name} is too large for the engine openpyxl: it has more than {MOST_TAGS:,} tags; use splice"
        )


def has_macros(path: Path) -> bool:
    """Tell whether a workbook holds a VBA project."""
    with zipfile.ZipFile(path) as package:
        return "xl/vbaProject.bin" in package.namelist()


def _fill(sheet: Any, header: int | None, columns: Sequence[Column], *, overwrite: bool = False) -> list[str]:
    from openpyxl.styles import Alignment

    from xlpoker.scoring.earlier import is_titled

    places, warned = _places(sheet, header, columns, overwrite=overwrite)
    if max(places, default=0) > MAX_COLUMNS:
        raise BookError(f"there is no room right of the last column of {sheet.title}; name the hands of another sheet")
    for place, column in zip(places, columns, strict=True):
        aligned = Alignment(horizontal=column.align, indent=int(column.align == "left"))
        if header is not None:
            title = sheet.cell(header + 1, place)
            if not is_titled([title.value], [column.header]):  # a table may have its own name for it
                title.value = column.header
            title.font, title.alignment = bold(title.font), aligned
        for row, value in column.cells.items():
            cell = sheet.cell(row + 1, place, writable(value))
            cell.alignment = aligned
        _set_width(sheet, place, column.width)
    if header is not None and header < MOST_FROZEN and sheet.freeze_panes is None:
        sheet.freeze_panes = f"A{header + 2}"
    return warned


def writable(value: Any) -> Any:
    """Return a value as a cell can hold it."""
    return legal(value) if isinstance(value, str) else value


def save_book(book: Any, target: Path) -> None:
    """Save a workbook of openpyxl in the target's place, in one step, once all of it could be read again."""
    with replaced(target) as temporary:
        book.save(temporary)
        check_book(temporary, target)


def _set_width(sheet: Any, place: int, width: float) -> None:
    """Set the width of one column, and of no other where a file keeps several columns in one entry."""
    dimensions = sheet.column_dimensions
    for key, shared in list(dimensions.items()):
        first, last = shared.min or 0, shared.max or 0
        if first < last and first <= place <= last:
            del dimensions[key]
            for start, end in ((first, place - 1), (place, place), (place + 1, last)):
                if start <= end:
                    part = copy.copy(shared)
                    part.index, part.min, part.max = column_letters(start - 1), start, end
                    dimensions[part.index] = part
    dimensions[column_letters(place - 1)].width = width


def bold(font: Any) -> Any:
    """Return the font of a header."""
    from openpyxl.styles import Font

    return Font(name=font.name, size=font.size, bold=True)


def _places(
    sheet: Any, header: int | None, columns: Sequence[Column], *, overwrite: bool
) -> tuple[list[int], list[str]]:
    """Return where the columns go: over the results of an earlier run, which is emptied, else right of everything.

    With them goes what the user should know: that columns of that name are not proved to be such results.
    """
    import numpy as np

    from xlpoker.scoring.earlier import AGREES, Proof, kept_columns

    if not columns:
        return [], []
    rows = np.array(sorted({row for column in columns for row in column.cells}), np.int64)
    results = [column.header for column in columns if column.header != PROBLEM.title]
    places = range(1, sheet.max_column + 1)
    proof = Proof(results, labelled=header is not None)
    found = {at: states for at in places if (states := _states(sheet, header, at, results)) is not None}
    first = next((at for at, states in found.items() if proof.holds(states[rows])), 0)
    if not first and not (overwrite and header is not None and found):
        if header is None:  # nothing but bad rows last time: a problem stands alone
            for at in [at for at in places if _is_problem(sheet, header, at, rows)]:
                _clear(sheet, header, range(at, at + 1), _reasons(sheet, header, at))
        free = _last_used(sheet, header, rows) + 1
        taken = [*range(free, free + len(columns))]
        kept = [*found][: header is not None]
        return taken, [kept_columns(at - 1, results, [place - 1 for place in taken]) for at in kept]
    if not first:
        first = next(iter(found))
        found[first][rows] = AGREES
    behind = [at for at in places if at >= first + len(results) and _is_problem(sheet, header, at, rows)]
    problem = next(iter(behind), 0)
    _clear(sheet, header, range(first, first + len(results)), found[first] == AGREES)
    if problem:
        _clear(sheet, header, range(problem, problem + 1), _reasons(sheet, header, problem))
    if len(results) < len(columns) and not problem:
        beside = first + len(results)
        taken_beside = any(sheet.cell(row, beside).value is not None for row in range(1, sheet.max_row + 1))
        problem = _last_used(sheet, header, rows) + 1 if taken_beside else beside
    return [*range(first, first + len(results)), *[problem] * (len(columns) - len(results))], []


def _last_used(sheet: Any, header: int | None, rows: Rows) -> int:
    """Return the last column that holds a value, or a merged cell in the rows of the hands and of their header."""
    used = max((cell.column for row in sheet.iter_rows() for cell in row if cell.value is not None), default=0)
    if len(rows):
        top, bottom = (rows[0] if header is None else header) + 1, rows[-1] + 1
        merged = [area.max_col for area in sheet.merged_cells.ranges if area.min_row <= bottom and area.max_row >= top]
        used = max(used, *merged, 0)
    return used


def _states(sheet: Any, header: int | None, first: int, titles: Sequence[str]) -> Rows | None:
    """Return what the rows of columns hold, None where they cannot be an earlier run's."""
    from xlpoker.scoring.earlier import Proof, is_titled, plain

    places = range(first, first + len(titles))
    if header is not None and not is_titled([sheet.cell(header + 1, at).value for at in places], titles):
        return None
    top = 0 if header is None else header + 1
    columns = [
        [None] * top + [plain(sheet.cell(row, at).value) for row in range(top + 1, sheet.max_row + 1)] for at in places
    ]
    if header is None and not any(all(map(is_result, titles, row)) for row in zip(*columns, strict=True)):
        return None
    return Proof(titles, labelled=header is not None).take(columns)


def _reasons(sheet: Any, header: int | None, at: int) -> Rows:
    """Return which rows of a column hold the reason of a bad row, or the label."""
    import numpy as np

    cells = [sheet.cell(row, at).value for row in range(1, sheet.max_row + 1)]
    return np.array(
        [is_result(PROBLEM.title, cell) or (row == header and cell == PROBLEM.title) for row, cell in enumerate(cells)]
    )


def _is_problem(sheet: Any, header: int | None, at: int, rows: Rows) -> bool:
    """Tell whether a column holds the problems of an earlier run, and something."""
    if header is not None and sheet.cell(header + 1, at).value != PROBLEM.title:
        return False
    reasons = _reasons(sheet, header, at)
    strange = any(sheet.cell(row + 1, at).value is not None for row in rows[~reasons[rows]].tolist())
    return not strange and bool(reasons[0 if header is None else header + 1 :].any())


def _clear(sheet: Any, header: int | None, places: range, results: Rows) -> None:
    """Empty the columns of an earlier run, so that no row keeps an old answer; what is not a result stays."""
    for row in results.nonzero()[0].tolist():
        if header is None or row > header or sheet.cell(row + 1, places[0]).value == PROBLEM.title:
            for place in places:
                sheet.cell(row + 1, place).value = None


def write_csv(target: Path, grid: Grid, header: int | None, columns: Sequence[Column]) -> None:
    """Write a grid and the new columns as CSV (UTF-8)."""
    width = max(map(len, grid.rows), default=0)
    with replaced(target) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        for number, row in enumerate(grid.rows):
            results = [column.header if number == header else column.cells.get(number, "") for column in columns]
            writer.writerow([*row, *[None] * (width - len(row)), *results])
