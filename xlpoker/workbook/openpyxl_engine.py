"""Results into workbooks through openpyxl: new columns right of the data, saved without risk to what was there.

The file is written beside its target under a temporary name, forced to the disk and then put in the target's place in
one step; whatever goes wrong before that leaves everything as it was.
"""

from __future__ import annotations

import contextlib
import csv
import os
import shutil
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from xlpoker.errors import BookError
from xlpoker.workbook.grid import Grid, column_letters

__all__ = ["Column", "replaced", "write_book", "write_csv", "write_new_book"]

Cells = dict[int, Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A new column: its header, its width in characters, its cells by row (counted from 0), how they are aligned."""

    header: str
    width: float
    cells: Cells
    align: Literal["left", "center", "right"] = "right"


@contextlib.contextmanager
def replaced(target: Path) -> Iterator[Path]:
    """Give a temporary path beside the target; afterwards put that file in the target's place.

    Raises `BookError` where the target cannot be written; then nothing is left behind and the target is as it was.
    """
    temporary: Path | None = None
    try:
        if target.is_dir():
            raise BookError(f"{target} is a folder; name a file")
        handle, name = tempfile.mkstemp(prefix=f".{target.stem}.", suffix=".tmp", dir=target.parent)
        temporary = Path(name)
        os.close(handle)
        if target.exists():
            shutil.copymode(target, temporary)
        else:
            temporary.chmod(0o666 & ~_umask())
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(target)
    except FileNotFoundError:
        raise BookError(f"{target} cannot be written: there is no folder {target.parent}") from None
    except OSError as error:
        raise BookError(f"{target} cannot be written: {error.strerror}") from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_book(source: Path, target: Path, sheet: str, header: int | None, columns: Sequence[Column]) -> None:
    """Write columns into a sheet of a workbook and save it as the target.

    The columns stand right of the last column in use, or in place of the columns of an earlier run (found by their
    headers). Without a header row the columns have no headers. Macros and rich text are kept; what openpyxl cannot
    keep is listed by `xlpoker.workbook.preflight`.
    """
    import openpyxl

    macros = source.suffix.lower() == ".xlsm"
    if macros and not has_macros(source):
        raise BookError(f"{source.name} holds no macros; save it as .xlsx first")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # preflight says what is lost, in better words
        try:
            book = openpyxl.load_workbook(source, keep_vba=macros, rich_text=True)
        except Exception as error:
            raise BookError(f"{source.name} is damaged: {error}") from error
        with replaced(target) as temporary:
            _fill(book[sheet], header, columns)
            book.save(temporary)


def has_macros(path: Path) -> bool:
    """Tell whether a workbook holds a VBA project."""
    with zipfile.ZipFile(path) as package:
        return "xl/vbaProject.bin" in package.namelist()


def _fill(sheet: Any, header: int | None, columns: Sequence[Column]) -> None:
    from openpyxl.styles import Alignment

    first = _earlier(sheet, header) or _last_used(sheet) + 1
    _clear_earlier(sheet, header, first)
    for place, column in enumerate(columns, first):
        aligned = Alignment(horizontal=column.align, indent=int(column.align == "left"))
        if header is not None:
            title = sheet.cell(header + 1, place, column.header)
            title.font, title.alignment = _bold(title.font), aligned
        for row, value in column.cells.items():
            cell = sheet.cell(row + 1, place, value)
            cell.alignment = aligned
        sheet.column_dimensions[column_letters(place - 1)].width = column.width
    if header is not None and sheet.freeze_panes is None:
        sheet.freeze_panes = f"A{header + 2}"


def _bold(font: Any) -> Any:
    from openpyxl.styles import Font

    return Font(name=font.name, size=font.size, bold=True)


def _last_used(sheet: Any) -> int:
    """Return the last column that holds a value (formats alone do not count)."""
    return max((cell.column for row in sheet.iter_rows() for cell in row if cell.value is not None), default=0)


def is_result(header: object) -> bool:
    """Tell whether a header is one that scoring writes.

    >>> is_result("Player 2 hand"), is_result("Winner"), is_result("Player 2")
    (True, True, False)
    """
    if not isinstance(header, str):
        return False
    words = header.split()
    return header in ("Value", "Hand", "Winner", "Problem") or (
        len(words) == 3 and words[0] == "Player" and words[1].isdigit() and words[2] in ("value", "hand")
    )


def _earlier(sheet: Any, header: int | None) -> int:
    """Return the first column of an earlier run's results, 0 where there are none."""
    if header is None:
        return 0
    found = [cell.column for cell in sheet[header + 1] if is_result(cell.value)]
    return found[0] if found and {"Value", "Player 1 value"} & {sheet.cell(header + 1, found[0]).value} else 0


def _clear_earlier(sheet: Any, header: int | None, first: int) -> None:
    """Empty the columns of an earlier run, so that no row keeps an old answer."""
    if header is None:
        return
    column = first
    while is_result(sheet.cell(header + 1, column).value):
        for row in range(header + 1, sheet.max_row + 1):
            sheet.cell(row, column).value = None
        column += 1


def write_new_book(target: Path, grid: Grid, header: int | None, columns: Sequence[Column]) -> None:
    """Write a grid and the new columns to a workbook of its own."""
    import openpyxl
    from openpyxl.styles import Alignment
    from openpyxl.worksheet.properties import PageSetupProperties

    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Hands"
    for row in grid.rows:
        sheet.append(row)
    for column in range(max(map(len, grid.rows), default=0)):
        texts = [str(row[column]) for row in grid.rows if column < len(row) and row[column] is not None]
        sheet.column_dimensions[column_letters(column)].width = min(max(map(len, texts), default=8) + 2, 40)
    for cells in sheet.iter_rows():
        for cell in cells:
            cell.alignment = Alignment(horizontal="center")
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
