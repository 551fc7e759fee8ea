"""The sheets of a dropped workbook as a click sees them, read by openpyxl, for the web page.

openpyxl gives the rows one after the other, so that a long sheet has a progress. What a click has to
know besides (names, tables, drawings) is read from the parts of the package, as the command does.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from xlpoker.addresses import Box, boxes_of
from xlpoker.errors import BookError
from xlpoker.files import typed
from xlpoker.scoring.seen import Seen, SeenTable
from xlpoker.workbook.xlsx import part_edits as edits
from xlpoker.workbook.xlsx.cell_values import Styles
from xlpoker.workbook.xlsx.package import Package, SheetPart
from xlpoker.workbook.xlsx.shared_strings import shared_strings
from xlpoker.workbook.xlsx.sheet_xml import hidden_columns
from xlpoker.workbook.xlsx.xml_texts import unescaped

__all__ = [
    "MOST_ROWS",
    "Report",
    "has_cells",
    "in_terminal",
    "loaded",
    "seen_in",
    "too_long",
]

MOST_ROWS = 100_000
"""The most rows of a sheet that the page scores."""
MOST_BYTES = 1 << 28
"""The most bytes of a sheet, unpacked."""
_DETAILS = re.compile(rb"<(?:[\w.-]+:)?(?:f|is)[\s/>]")
"""A formula, or a text that stands in its cell."""
_STEP = 500
"""Rows between two reports of the progress."""
_HEAD = 1 << 14
"""Bytes of a sheet that hold a DOCTYPE, where there is one."""
Report = Callable[[float], None]
"""Takes how much is done, from 0 to 1."""


def loaded(package: Package) -> Any:
    """Return a workbook of openpyxl: its texts and styles; rows are read later.

    Raises `BookError` for a damaged one.
    """
    from openpyxl import load_workbook

    shared_strings(package)  # refuses what would take openpyxl a minute
    for part in (package.workbook, package.styles):
        if part is not None:
            _check_part(package, part)
    content = io.BytesIO(package.path.read_bytes())  # openpyxl would refuse other endings
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nothing is lost, since openpyxl only reads
        try:
            return load_workbook(content, read_only=True, data_only=True)
        except Exception as error:
            raise _damaged(package.path, error) from error


def has_cells(book: Any, sheet: SheetPart) -> bool:
    """Tell whether a sheet of a workbook of openpyxl is a worksheet."""
    return sheet.name in book.sheetnames and hasattr(book[sheet.name], "_shared_strings")


def _check_part(package: Package, name: str) -> None:
    """Raise `BookError` for a part whose beginning may declare entities that multiply."""
    with package.open_part(name) as part:
        _check_head(package, part.read(_HEAD))


def _check_head(package: Package, content: bytes) -> None:
    """Raise `BookError` where a part begins with a DOCTYPE."""
    if b"<!DOCTYPE" in content[:_HEAD]:
        raise BookError(
            f"{package.path.name} is damaged: it has a DOCTYPE, which no workbook needs"
        )


def seen_in(package: Package, book: Any, sheet: SheetPart, report: Report) -> Seen:
    """Return a sheet of a workbook, which openpyxl has loaded, as a click sees it.

    Raises `BookError` for a sheet that is damaged, or has more than `MOST_ROWS` rows.
    """
    with package.open_part(sheet.part) as part:
        content = part.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise too_long(package.path, sheet.name)
    _check_head(package, content)
    reader = _Reader(package, book, sheet, content, report)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return reader.seen()
    except BookError:
        raise
    except Exception as error:
        raise _damaged(package.path, error) from error


def too_long(path: Path, name: str) -> BookError:
    """Return the refusal of a sheet or a text file that the command can score."""
    text = f"{name} has more than {MOST_ROWS:,} rows, too many for this page"
    return BookError(f"{text}; {in_terminal(path)}")


def in_terminal(path: Path) -> str:
    """Return the command for a file that this page cannot score.

    >>> in_terminal(Path("/tmp/my deals.csv"))
    'run xlpoker score "my deals.csv" in a terminal'
    """
    return f"run xlpoker score {typed(Path(path.name))} in a terminal"


def _damaged(path: Path, error: Exception) -> BookError:
    """Return the first line of an exception of openpyxl as an error."""
    lines = str(error).splitlines() or [type(error).__name__]
    return BookError(f"{path.name} is damaged: {lines[0].replace(str(path), path.name)}")


class _Reader:
    """Reads one sheet."""

    def __init__(
        self,
        package: Package,
        book: Any,
        sheet: SheetPart,
        content: bytes,
        report: Report,
    ) -> None:
        self._content = content
        self._package = package
        self._book = book
        self._sheet = sheet
        self._report = report
        self._values: list[list[Any]] = []
        self._formulas: dict[tuple[int, int], str] = {}
        self._arrays: list[Box] = []
        self._struck: dict[int, list[int]] = {}

    def seen(self) -> Seen:
        """Return the sheet."""
        package = self._package
        struck_styles = Styles(package).struck
        part = io.BytesIO(self._content)
        parser = self._parser(part)
        for number, cells in parser.parse():
            self._take(number - 1, cells, struck_styles)
            if number % _STEP == 0:
                self._report(part.tell() / len(self._content))
        merged = parser.merged_cells.mergeCell if parser.merged_cells else ()
        head = self._content.partition(b"sheetData")[0]
        part_name = self._sheet.part
        workbook = package.read(package.workbook)
        return Seen(
            book=package.path.name,
            sheet=self._sheet.name,
            values=self._values,
            typed=self._typed(),
            names=edits.covered_by_names(workbook, self._sheet.number),
            tables=[
                SeenTable(table.box, table.heading_rows == 1, table.is_query)
                for table in edits.tables_of(package, part_name)
            ],
            merged=boxes_of(str(area.ref) for area in merged),
            arrays=self._arrays,
            drawings=edits.drawings_of(package, part_name),
            hidden_rows=_hidden_rows(parser.row_dimensions),
            hidden_columns=hidden_columns(head),
            struck_cells=self._struck,
        )

    def _parser(self, part: IO[bytes]) -> Any:
        """Return openpyxl's reader of a worksheet, which here notes the formulas, too."""
        from openpyxl.worksheet._reader import FORMULA_TAG, INLINE_STRING, WorkSheetParser

        reader = self

        class Parser(WorkSheetParser):
            """Gives the values, as they were calculated."""

            def parse_cell(self, element: Any) -> dict[str, Any]:
                """Return a cell; note its formula."""
                text = None
                if element.get("t") == "inlineStr":
                    text = element.find(INLINE_STRING)
                if text is not None:
                    element.remove(text)  # openpyxl takes half of all time for such texts
                cell: dict[str, Any] = super().parse_cell(element)
                if text is not None:
                    cell["value"] = _plain_text(text)
                formula = element.find(FORMULA_TAG) if len(element) > 0 else None
                if formula is not None:
                    reader.note_formula(cell, formula)
                return cell

        has_details = _DETAILS.search(self._content)
        kind = Parser if has_details else WorkSheetParser
        book = self._book
        return kind(
            part,
            book[self._sheet.name]._shared_strings,  # noqa: SLF001 - openpyxl has no other way
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,  # noqa: SLF001
            timedelta_formats=book._timedelta_formats,  # noqa: SLF001
        )

    def note_formula(self, cell: dict[str, Any], formula: Any) -> None:
        """Note what is typed in a cell with a formula, and the cells that it fills."""
        place = (cell["row"] - 1, cell["column"] - 1)
        self._formulas[place] = f"={formula.text or ''}"
        if formula.get("t") in ("array", "dataTable"):
            self._arrays += boxes_of([formula.get("ref", "")])

    def _take(
        self,
        row: int,
        cells: list[dict[str, Any]],
        struck_styles: frozenset[int],
    ) -> None:
        """Take a row, from 0, with its cells."""
        if row >= MOST_ROWS:
            raise too_long(self._package.path, self._sheet.name)
        _fill(self._values, row)
        values: list[Any] = []
        struck_columns: list[int] = []
        for cell in cells:
            value = cell["value"]
            if value is None:
                continue
            column = cell["column"] - 1
            missing = column + 1 - len(values)
            values += [None] * missing
            values[column] = value
            if cell["style_id"] in struck_styles:
                struck_columns.append(column)
        self._values.append(values)
        if struck_columns:
            self._struck[row] = struck_columns

    def _typed(self) -> list[list[Any]]:
        """Return what is typed; a sparkline fills its cell as a formula does."""
        end_of_rows = self._content.rfind(b"sheetData>")
        tail = self._content[max(end_of_rows, 0) :]
        for box in edits.sparklines(tail):
            corner = (box.top, box.left)
            self._formulas.setdefault(corner, "=")
        if not self._formulas:
            return self._values
        rows = [list(row) for row in self._values]
        for (row, column), text in self._formulas.items():
            _fill(rows, row + 1)
            missing = column + 1 - len(rows[row])
            rows[row] += [None] * missing
            rows[row][column] = text
        return rows


def _plain_text(element: Any) -> str:
    """Return a text that stands in its cell, without its formats and phonetic guides."""
    space = element.tag.rpartition("}")[0]
    text_tag = f"{space}}}t"
    runs = element.iterfind(f"{space}}}r")
    texts = [part.findtext(text_tag, "") for part in (element, *runs)]
    return unescaped("".join(texts))


def _fill(rows: list[list[Any]], count: int) -> None:
    """Add blank rows until there are so many."""
    while len(rows) < count:
        rows.append([])


def _hidden_rows(looks: dict[str, dict[str, Any]]) -> frozenset[int]:
    """Return the rows that are hidden, by the attributes of each row, which is numbered from 1."""
    hidden: set[int] = set()
    for row, attributes in looks.items():
        if attributes.get("hidden") in ("1", "true"):
            hidden.add(int(row) - 1)
    return frozenset(hidden)
