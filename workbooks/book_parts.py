"""What the workbooks share that people open first: one look, a first screen, formulas with stored values.

Such a book mixes formulas of the program with ours, so the catalogue alone cannot say what its cells show. LibreOffice
calculates each book once (``python workbooks/build.py --recalculate``), and `stored_values` keeps the answers. Every
build writes them into the cells, without LibreOffice and with the same bytes.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sample_book import Book
from xlsxwriter.utility import xl_cell_to_rowcol, xl_rowcol_to_cell

STORED = Path(__file__).parent / "stored_values"
"""A file for each book: the value of every formula, by sheet and cell."""
StoredValues = dict[str, dict[str, Any]]
Style = Mapping[str, Any]
"""Properties of a format, as XlsxWriter names them."""

YELLOW, BLUE, DARK_BLUE, GREY, RED = "#FFF2A8", "#DDEBF7", "#1F3864", "#BFBFBF", "#C00000"
TITLE: Style = {"bold": True, "font_size": 16, "font_color": DARK_BLUE}
STEP: Style = {"font_color": "#404040", "valign": "vcenter"}
HEADER: Style = {
    "bold": True, "bg_color": BLUE, "border": 1, "border_color": GREY,
    "align": "center", "valign": "vcenter", "text_wrap": True,
}  # fmt: skip
LABEL: Style = {"bold": True, "valign": "vcenter"}
INPUT: Style = {
    "bg_color": YELLOW, "border": 1, "border_color": GREY, "locked": False, "valign": "vcenter",
}  # fmt: skip
ANSWER: Style = {"border": 1, "border_color": GREY, "valign": "vcenter"}
PERCENT: Style = {**ANSWER, "align": "center", "num_format": "0.0%"}
PROBLEM: Style = {"font_color": RED, "valign": "vcenter"}
NOTE: Style = {"italic": True, "font_color": "#7F7F7F", "valign": "vcenter"}

STEPS = 5
"""The lines of a first screen: what to type where."""
A4 = 9
PROBE = 'HANDVAL("AH KH QH JH TH")'
"""A call that every host answers with a number."""
LIVE = "Live: xlpoker is installed, and every answer follows what you type."
INSTALL = (
    "Live after installing xlpoker: docs/excel.md says how; in LibreOffice open xlpoker.oxt and restart."
    " Until then you see stored answers, and #NAME? where you change a cell."
)
NO_ANSWER = "xlpoker is installed, but does not answer: see docs/excel.md."
UNKNOWN_NAME = 5
"""What ERROR.TYPE gives for #NAME?, which is how a program shows a function that it does not know."""


def status_formula() -> str:
    """Return the formula that says whether the functions are known.

    It is volatile, so that a program calculates it whenever it opens the book. It hides no error.

    >>> print(status_formula()[:48], status_formula()[-15:])
    =IF(ISNUMBER(HANDVAL("AH KH QH JH TH")),"Live: x )&REPT(NOW(),0)
    """
    reason = f'IF(ERROR.TYPE({PROBE})={UNKNOWN_NAME},"{INSTALL}","{NO_ANSWER}")'
    return f'=IF(ISNUMBER({PROBE}),"{LIVE}",{reason})&REPT(NOW(),0)'


def stored_values(book_name: str) -> StoredValues:
    """Return the values of a book's formulas by sheet and cell; none for a new book."""
    path = STORED / f"{book_name}.json"
    if not path.exists():
        return {}
    values: StoredValues = json.loads(path.read_text(encoding="utf-8"))
    return values


def store_values(book_name: str, values: StoredValues) -> None:
    """Keep the values of a book's formulas, a cell a line."""
    STORED.mkdir(exist_ok=True)
    text = json.dumps(values, ensure_ascii=False, indent=0)
    (STORED / f"{book_name}.json").write_text(text + "\n", encoding="utf-8")


def write_without_values(source: Path, target: Path) -> None:
    """Copy a workbook without the values of its formulas, so that LibreOffice calculates all of them."""
    with zipfile.ZipFile(source) as book, zipfile.ZipFile(target, "w") as copy:
        for name in book.namelist():
            part = book.read(name)
            if name.startswith("xl/worksheets/sheet"):
                part = re.sub(rb"</f><v>[^<]*</v>", b"</f>", part)
            copy.writestr(name, part)


def calculated_values(path: Path) -> StoredValues:
    """Return what the formulas of a workbook show, in a copy that a program has calculated."""
    import openpyxl

    formulas, values = (openpyxl.load_workbook(path, data_only=only) for only in (False, True))
    answers: StoredValues = {}
    for sheet in formulas:
        cells = _formula_cells(sheet)
        shown = {cell: values[sheet.title][cell].value for cell in cells}
        answers[sheet.title] = {
            cell: "" if value is None else value for cell, value in shown.items()
        }
    return answers


def _formula_cells(sheet: Any) -> list[str]:
    """Return the cells of a sheet with a formula, those below an array formula too."""
    cells = {}
    for row in sheet.iter_rows():
        for cell in row:
            if cell.data_type != "f":
                continue
            area = getattr(cell.value, "ref", cell.coordinate)
            covered = sheet[area]
            rows = covered if isinstance(covered, tuple) else ((covered,),)
            for line in rows:
                cells.update(dict.fromkeys(member.coordinate for member in line))
    return [*cells]


class OpenBook(Book):
    """A workbook that people open first: yellow cells to type into, locked formulas with their values.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, OpenBook(Path(folder) / "example.xlsx") as book:
    ...     sheet = book.sheet("Hands")
    ...     book.first_screen(sheet, "Hands", ["Type five cards into A8.", "", "", "", ""])
    ...     book.input(sheet, "A8", "AH KH QH JH TH")
    ...     book.formula(sheet, "B8", "=HANDVAL(A8)")
    ...     book.finish(sheet, "A1:F8", freeze="A8")

    `values` are those of the formulas; by default the stored ones of a book of this name.
    """

    def __init__(self, path: Path, values: StoredValues | None = None) -> None:
        super().__init__(path)
        self.values = stored_values(path.stem) if values is None else values
        self._styles: dict[str, Any] = {}

    def sheet(self, name: str) -> Any:
        """Return a new sheet without lines between its cells."""
        sheet = super().sheet(name)
        sheet.hide_gridlines(2)
        return sheet

    def style(self, style: Style, **more: Any) -> Any:
        """Return the format of a style with more properties, the same object for the same ones."""
        properties = {**style, **more}
        key = repr(sorted(properties.items()))
        if key not in self._styles:
            self._styles[key] = self.file.add_format(properties)
        return self._styles[key]

    def text(self, sheet: Any, cell: str, text: str, style: Style = LABEL) -> None:
        """Write a text that is never read as a formula."""
        sheet.write_string(cell, text, self.style(style))

    def input(self, sheet: Any, cell: str, value: Any = None, style: Style = INPUT) -> None:
        """Write a yellow cell, which alone can be changed on a protected sheet."""
        sheet.write(cell, value, self.style(style))

    def formula(
        self, sheet: Any, cell: str, formula: str, style: Style = ANSWER, *, value: Any = None
    ) -> None:
        """Write a locked formula with its value: the stored one, unless `value` is given."""
        known = self._value(sheet, cell) if value is None else value
        sheet.write_formula(cell, formula, self.style(style), known)

    def array(self, sheet: Any, area: str, formula: str, style: Style = ANSWER) -> None:
        """Write one formula over an area of fixed size, with the value of each of its cells."""
        first, _, last = area.partition(":")
        (top, left), (bottom, right) = xl_cell_to_rowcol(first), xl_cell_to_rowcol(last or first)
        value = self._value(sheet, first)
        sheet.write_array_formula(area, "{" + formula + "}", self.style(style), value)
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                if (row, column) != (top, left):
                    other = self._value(sheet, xl_rowcol_to_cell(row, column))
                    sheet.write(row, column, other, self.style(style))

    def _value(self, sheet: Any, cell: str) -> Any:
        """Return the stored value of a cell, a blank for one that has none."""
        return self.values.get(sheet.name, {}).get(cell, "")

    def first_screen(self, sheet: Any, title: str, steps: Sequence[str]) -> None:
        """Write the title, five lines that say what to type where, and whether the functions are known.

        They take the first seven rows of column A.
        """
        if len(steps) != STEPS:
            raise ValueError(f"a first screen has {STEPS} lines, not {len(steps)}")
        self.text(sheet, "A1", title, TITLE)
        sheet.set_row_pixels(0, 28)
        for row, step in enumerate(steps, 2):
            self.text(sheet, f"A{row}", step, STEP)
        self.status(sheet, f"A{len(steps) + 2}")

    def status(self, sheet: Any, cell: str) -> None:
        """Write the cell that says whether the functions are known: green where they are, else red."""
        self.formula(sheet, cell, status_formula(), STEP, value=INSTALL)
        is_live = {"type": "text", "criteria": "begins with", "value": "Live: "}
        green = self.style({"font_color": "#375623", "italic": True})
        sheet.conditional_format(cell, {**is_live, "format": green, "stop_if_true": True})
        red = self.style({"font_color": RED, "bold": True})
        sheet.conditional_format(cell, {"type": "no_blanks", "format": red})

    def finish(
        self, sheet: Any, area: str, *, freeze: str = "", landscape: bool = True, pages: int = 1
    ) -> None:
        """Lock the sheet without a password, and set what is printed and what stays in view.

        `freeze` is the first cell that scrolls; `pages` are the pages on which the area is printed
        one below the other, 0 for as many as it takes.
        """
        sheet.protect("", {"format_columns": True, "format_rows": True})
        sheet.print_area(area)
        sheet.set_paper(A4)
        if landscape:
            sheet.set_landscape()
        sheet.fit_to_pages(1, pages)
        if freeze:
            sheet.freeze_panes(freeze)
