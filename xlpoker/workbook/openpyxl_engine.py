"""Results into workbooks through openpyxl: new columns right of the data, saved without risk to what was there."""

from __future__ import annotations

import copy
import csv
import re
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from xlpoker.errors import BookError
from xlpoker.evaluator.classes import CATEGORIES, FIVE_OF_A_KIND, ROYAL_FLUSH
from xlpoker.workbook.grid import Grid, column_letters
from xlpoker.workbook.replacing import replaced

__all__ = ["Column", "check_size", "write_book", "write_csv", "write_new_book"]

Cells = dict[int, Any]

MAX_COLUMNS = 16384
MOST_TAGS = 5_000_000
MOST_FROZEN = 10  # rows; more would leave no room for the hands on a screen
PROBLEM = "Problem"
_NAMES = {ROYAL_FLUSH, *(category.name for category in (*CATEGORIES, FIVE_OF_A_KIND))}
_REASON = re.compile(r"[A-Z]{1,3}\d+: ")
_TITLE = re.compile(r"(?!')[^\[\]:*?/\\\x00-\x1f]{1,31}(?<!')")  # OpenDocument knows no such limits


@dataclass(frozen=True, slots=True)
class Column:
    """A new column: its header, its width in characters, its cells by row (counted from 0), how they are aligned."""

    header: str
    width: float
    cells: Cells
    align: Literal["left", "center", "right"] = "right"


def write_book(source: Path, target: Path, sheet: str, header: int | None, columns: Sequence[Column]) -> None:
    """Write columns into a sheet of a workbook and save it as the target.

    The columns stand right of the last column in use, or in place of the results of an earlier run (the same headers
    with such results below). Without a header row the columns have no headers. Macros, where the target may hold
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
            with replaced(target) as temporary:
                _fill(book[sheet], header, columns)
                book.save(temporary)
        finally:
            if book.vba_archive is not None:
                book.vba_archive.close()


def check_size(path: Path) -> None:
    """Raise `BookError` for a workbook that openpyxl needs minutes and gigabytes for: five microseconds a tag and more."""
    from xlpoker.workbook.container import Package

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


def _fill(sheet: Any, header: int | None, columns: Sequence[Column]) -> None:
    from openpyxl.styles import Alignment

    places = _places(sheet, header, columns)
    if max(places, default=0) > MAX_COLUMNS:
        raise BookError(f"there is no room right of the last column of {sheet.title}; name the hands of another sheet")
    for place, column in zip(places, columns, strict=True):
        aligned = Alignment(horizontal=column.align, indent=int(column.align == "left"))
        if header is not None:
            title = sheet.cell(header + 1, place, column.header)
            title.font, title.alignment = _bold(title.font), aligned
        for row, value in column.cells.items():
            cell = sheet.cell(row + 1, place, writable(value))
            cell.alignment = aligned
        _set_width(sheet, place, column.width)
    if header is not None and header < MOST_FROZEN and sheet.freeze_panes is None:
        sheet.freeze_panes = f"A{header + 2}"


def writable(value: Any) -> Any:
    """Return a value without the characters that no worksheet can hold."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    return ILLEGAL_CHARACTERS_RE.sub("\ufffd", value) if isinstance(value, str) else value


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


def _bold(font: Any) -> Any:
    from openpyxl.styles import Font

    return Font(name=font.name, size=font.size, bold=True)


def _places(sheet: Any, header: int | None, columns: Sequence[Column]) -> list[int]:
    """Return where the columns go: over the results of an earlier run, which is emptied, else right of everything."""
    if not columns:
        return []
    rows = sorted({row for column in columns for row in column.cells})
    results = [column.header for column in columns if column.header != PROBLEM]
    width = sheet.max_column
    first = next((at for at in range(1, width + 1) if _is_earlier(sheet, header, at, results, rows)), 0)
    if not first:
        if header is None:  # nothing but bad rows last time: a problem stands alone
            lone = [at for at in range(1, width + 1) if _is_earlier(sheet, header, at, [PROBLEM], rows)]
            for at in lone:
                _clear(sheet, header, at, [PROBLEM])
        free = _last_used(sheet, header, rows) + 1
        return [*range(free, free + len(columns))]
    behind = range(first + len(results), width + 1)
    problem = next((at for at in behind if _is_earlier(sheet, header, at, [PROBLEM], rows)), 0)
    _clear(sheet, header, first, results)
    if problem:
        _clear(sheet, header, problem, [PROBLEM])
    if len(results) < len(columns) and not problem:
        beside = first + len(results)
        taken = any(sheet.cell(row, beside).value is not None for row in range(1, sheet.max_row + 1))
        problem = _last_used(sheet, header, rows) + 1 if taken else beside
    return [*range(first, first + len(results)), *[problem] * (len(columns) - len(results))]


def _last_used(sheet: Any, header: int | None, rows: Sequence[int]) -> int:
    """Return the last column that holds a value, or a merged cell in the rows of the hands and of their header."""
    used = max((cell.column for row in sheet.iter_rows() for cell in row if cell.value is not None), default=0)
    if rows:
        top, bottom = (rows[0] if header is None else header) + 1, rows[-1] + 1
        merged = [area.max_col for area in sheet.merged_cells.ranges if area.min_row <= bottom and area.max_row >= top]
        used = max(used, *merged, 0)
    return used


def is_result(header: str, value: object) -> bool:
    """Tell whether a value is one that scoring writes under a header; what else stands there is somebody's own.

    >>> is_result("Player 1 value", 2067), is_result("Hand", "One Pair, Fives"), is_result("Hand", "lost it all")
    (True, True, False)
    """
    if header == PROBLEM:
        return isinstance(value, str) and bool(_REASON.match(value))
    if header.lower().endswith("hand"):
        return isinstance(value, str) and value.split(",")[0] in _NAMES
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_earlier(sheet: Any, header: int | None, first: int, titles: Sequence[str], rows: Sequence[int]) -> bool:
    """Tell whether the columns from `first` on are an earlier run's: their headers, nothing but results in the rows.

    Columns for values may be empty below their headers; without a header, or for problems, there must be a result.
    """
    places = range(first, first + len(titles))
    if header is not None and [sheet.cell(header + 1, place).value for place in places] != list(titles):
        return False
    for row in rows:
        values = [sheet.cell(row + 1, place).value for place in places]
        if any(value is not None for value in values) and not all(map(is_result, titles, values)):
            return False
    if header is not None and titles[0] != PROBLEM:
        return True
    below = range(1 if header is None else header + 2, sheet.max_row + 1)
    return any(
        all(is_result(title, sheet.cell(row, at).value) for title, at in zip(titles, places, strict=True))
        for row in below
    )


def _clear(sheet: Any, header: int | None, first: int, titles: Sequence[str]) -> None:
    """Empty the columns of an earlier run, so that no row keeps an old answer; what is not a result stays."""
    places = range(first, first + len(titles))
    for row in range(1 if header is None else header + 2, sheet.max_row + 1):
        cells = [sheet.cell(row, place) for place in places]
        if all(is_result(title, cell.value) for title, cell in zip(titles, cells, strict=True)):
            for cell in cells:
                cell.value = None
    if header is not None:
        for place in places:
            sheet.cell(header + 1, place).value = None


def write_new_book(target: Path, grid: Grid, header: int | None, columns: Sequence[Column]) -> None:
    """Write a grid and the new columns to a workbook of its own."""
    import openpyxl
    from openpyxl.styles import Alignment
    from openpyxl.worksheet.properties import PageSetupProperties

    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = grid.sheet if _TITLE.fullmatch(grid.sheet) else "Hands"
    for row in grid.rows:
        sheet.append([writable(value) for value in row])
    for column in range(max(map(len, grid.rows), default=0)):
        texts = [str(row[column]) for row in grid.rows if column < len(row) and row[column] is not None]
        sheet.column_dimensions[column_letters(column)].width = min(max(map(len, texts), default=8) + 2, 40)
    for cells in sheet.iter_rows():
        for cell in cells:
            cell.alignment = Alignment(horizontal="center")
            if cell.data_type == "f":
                cell.data_type = "s"  # a text that begins with "=" is no formula of ours
    if header is not None:
        for cell in sheet[header + 1]:
            cell.font = _bold(cell.font)
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    with replaced(target) as temporary:
        _fill(sheet, header, columns)
        book.save(temporary)


def write_csv(target: Path, grid: Grid, header: int | None, columns: Sequence[Column]) -> None:
    """Write a grid and the new columns as CSV (UTF-8)."""
    width = max(map(len, grid.rows), default=0)
    with replaced(target) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        for number, row in enumerate(grid.rows):
            results = [column.header if number == header else column.cells.get(number, "") for column in columns]
            writer.writerow([*row, *[None] * (width - len(row)), *results])


Progress = Callable[[int, int], None]


def counted(rows: Iterable[Any], total: int, progress: Progress | None) -> Iterator[Any]:
    """Yield rows and tell `progress` now and then how many are done."""
    for done, row in enumerate(rows):
        if progress is not None and done % 512 == 0:
            progress(done, total)
        yield row
    if progress is not None:
        progress(total, total)
