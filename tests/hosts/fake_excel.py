"""An Excel in memory behind xlwings' own object model.

xlwings' classes and converters run as they are; below them stands this engine in place of the one that drives Excel. It
does with typed texts what Excel does (``=2+2`` is a formula, ``1/2`` a date), keeps formats and names, counts reads and
writes, and refuses what Excel refuses: cells of a protected sheet, a part of an array.
"""
# ruff: noqa: D101, D102, PLW0108 - the names are those of xlwings and of Excel

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, ClassVar

import xlwings
from xlwings import base_classes
from xlwings.utils import a1_to_tuples, col_name

STANDARD_WIDTH = 8.43
TYPED_DATES = re.compile(r"\d+[-/]\d+|(?:may|mar) \d+", re.IGNORECASE)


class Refused(Exception):
    """``pywintypes.com_error``: what Excel says is its third detail."""

    def __init__(self, text: str, scode: int = -2146827284) -> None:
        super().__init__(text)
        self.excepinfo = (0, "Microsoft Excel", text, None, 0, scode)


class Busy(Exception):
    """``pywintypes.com_error`` of an Excel that takes no calls: its number is all it says."""

    REJECTED = -2147418111
    BEING_EDITED = -2146777998

    def __init__(self, hresult: int = REJECTED, text: str = "Call was rejected by callee.") -> None:
        super().__init__(hresult, text, None, None)
        self.hresult, self.strerror, self.excepinfo = hresult, text, None


class Engine:
    name, type = "memory", "desktop"

    def __init__(self) -> None:
        self.apps: list[Any] = []

    @staticmethod
    def prepare_xl_data_element(value: Any, _options: Any) -> Any:
        return "" if value is None else value

    @staticmethod
    def clean_value_data(
        data: Any, _dates: Any, empty_as: Any, _numbers: Any, err_to_str: bool
    ) -> Any:
        def clean(value: Any) -> Any:
            if value in ("", None):
                return empty_as
            if isinstance(value, str) and value.startswith("#") and not err_to_str:
                return None  # as Excel's errors come back through COM
            is_number = isinstance(value, int) and not isinstance(value, bool)
            return float(value) if is_number else value

        return [[clean(cell) for cell in row] for row in data]


ENGINE = Engine()
xlwings.engines.add(xlwings.Engine(impl=ENGINE))


class App(base_classes.App):
    pid, version, engine, screen_updating = 1, "16.0", ENGINE, True

    def __init__(self) -> None:
        self.selected: Any = None
        self.all_books: list[Book] = []

    @property
    def books(self) -> Any:
        return self.all_books

    @property
    def selection(self) -> Any:
        return self.selected


class Book(base_classes.Book):
    def __init__(self, app: App, name: str) -> None:
        self.excel, self.title, self.all_sheets, self.active_place = app, name, [], 0
        app.all_books.append(self)

    is_read_only = False
    api = property(lambda self: SimpleNamespace(ReadOnly=self.is_read_only))
    app = property(lambda self: self.excel)
    name = property(lambda self: self.title)
    fullname = property(lambda self: f"C:\\poker\\{self.title}")
    sheets = property(lambda self: Sheets(self))


class Sheets(base_classes.Sheets):
    def __init__(self, book: Book) -> None:
        self.book = book

    active = property(lambda self: self.book.all_sheets[self.book.active_place])

    def __call__(self, key: Any) -> Any:
        if isinstance(key, int):
            return self.book.all_sheets[key - 1]
        return next(sheet for sheet in self.book.all_sheets if sheet.name == key)

    def __len__(self) -> int:
        return len(self.book.all_sheets)


class Sheet(base_classes.Sheet):
    """A worksheet: cells by row and column, counted from 1."""

    def __init__(self, book: Book, name: str, rows: list[list[Any]]) -> None:
        self.workbook, self.title = book, name
        self.values: dict[tuple[int, int], Any] = {}
        self.formulas: dict[tuple[int, int], str] = {}
        self.bold: set[tuple[int, int]] = set()
        self.alignments: dict[tuple[int, int], str] = {}
        self.indents: dict[tuple[int, int], int] = {}
        self.widths: dict[int, float] = {}
        self.defined: dict[str, str] = {}
        self.shown_names: set[str] = set()
        self.merged: list[tuple[int, int, int, int]] = []
        self.arrays: list[tuple[int, int, int, int]] = []
        self.spills: list[tuple[int, int, int, int]] = []
        self.all_tables: list[Table] = []
        self.hidden: set[int] = set()
        self.hidden_columns: set[int] = set()
        self.struck: set[tuple[int, int]] = set()
        self.is_protected = False
        self.reads = self.writes = 0
        self.refuses_after: int | None = None
        self.refuses_for_good = False
        self.refusal: Exception = Busy()
        self.refuses_reads = False
        self.refuses_names = False
        for row, cells in enumerate(rows, 1):
            for column, cell in enumerate(cells, 1):
                if isinstance(cell, str) and cell.startswith("="):
                    self.formulas[row, column] = cell
                    self.values[row, column] = f"<{cell}>"
                elif cell is not None:
                    self.values[row, column] = cell
        book.all_sheets.append(self)

    name = property(lambda self: self.title)
    book = property(lambda self: self.workbook)
    index = property(lambda self: self.workbook.all_sheets.index(self) + 1)
    names = property(lambda self: Names(self))
    tables = property(lambda self: Tables(self))

    @property
    def api(self) -> Any:
        return SimpleNamespace(
            ProtectContents=self.is_protected,
            StandardWidth=STANDARD_WIDTH,
            Shapes=[],
            Range=lambda address: self.range(address).api,
        )

    @property
    def used_range(self) -> Range:
        cells = [*self.values, *self.formulas] or [(1, 1)]
        rows = [row for row, _ in cells]
        columns = [column for _, column in cells]
        return Range(self, min(rows), min(columns), max(rows), max(columns))

    def range(self, first: Any, last: Any = None) -> Range:
        if isinstance(first, str):
            first, last = a1_to_tuples(first)
        corners = [first, last or first]
        places = [(end.row, end.column) if hasattr(end, "row") else end for end in corners]
        return Range(self, *places[0], *places[1])

    def snapshot(self) -> dict[str, Any]:
        """Return all that a click may change, to be compared."""
        return {
            "values": dict(self.values),
            "formulas": dict(self.formulas),
            "bold": set(self.bold),
            "widths": {k: v for k, v in self.widths.items() if v != STANDARD_WIDTH},
            "alignments": {k: v for k, v in self.alignments.items() if v != "general"},
            "indents": {k: v for k, v in self.indents.items() if v},
            "names": dict(self.defined),
            "tables": [table.box for table in self.all_tables],
        }


class Font(base_classes.Font):
    def __init__(self, area: Range) -> None:
        self.area = area

    @property
    def bold(self) -> bool | None:
        kinds = {cell in self.area.owner.bold for cell in self.area.cells_of()}
        return kinds.pop() if len(kinds) == 1 else None

    @bold.setter
    def bold(self, value: bool) -> None:
        cells = set(self.area.cells_of())
        if value:
            self.area.owner.bold |= cells
        else:
            self.area.owner.bold -= cells


def _if_equal(answers: Any) -> Any:
    """Return the answer that is the same for all cells, None where they differ."""
    kinds = set(answers)
    return kinds.pop() if len(kinds) == 1 else None


class Areas(list[Any]):
    """The areas of a range, by their addresses."""

    def __init__(self, addresses: list[str]) -> None:
        super().__init__([SimpleNamespace(Address=address) for address in addresses])

    Count = property(len)


class Range(base_classes.Range):
    options: Any = None
    arg1_input = ""
    max_cells_per_read = max_cells_per_write = None

    def __init__(self, sheet: Sheet, top: int, left: int, bottom: int, right: int) -> None:
        self.owner, self.box, self.more = sheet, (top, left, bottom, right), []

    sheet = property(lambda self: self.owner)
    row = property(lambda self: self.box[0])
    column = property(lambda self: self.box[1])
    shape = property(lambda self: (self.box[2] - self.box[0] + 1, self.box[3] - self.box[1] + 1))
    font = property(lambda self: Font(self))
    address = property(lambda self: ",".join(area.get_address() for area in [self, *self.more]))

    @property
    def api(self) -> Any:
        return _RangeOfExcel(self)

    @property
    def row_hidden(self) -> bool | None:
        return _if_equal(row in self.owner.hidden for row in range(self.box[0], self.box[2] + 1))

    @property
    def column_hidden(self) -> bool | None:
        columns = range(self.box[1], self.box[3] + 1)
        return _if_equal(column in self.owner.hidden_columns for column in columns)

    @property
    def struck(self) -> bool | None:
        if not self.owner.struck:
            return False
        return _if_equal(cell in self.owner.struck for cell in self.cells_of())

    def visible_areas(self) -> Any:
        """Return the areas of rows that are seen, as ``SpecialCells`` gives them."""
        top, left, bottom, right = self.box
        seen = [row for row in range(top, bottom + 1) if row not in self.owner.hidden]
        starts = [row for row in seen if row - 1 not in seen]
        ends = [row for row in seen if row + 1 not in seen]
        areas = [
            Range(self.owner, first, left, last, right).get_address()
            for first, last in zip(starts, ends, strict=True)
        ]
        return SimpleNamespace(Areas=Areas(areas))

    def __len__(self) -> int:
        return self.shape[0] * self.shape[1]

    def __call__(self, row: int, column: int | None = None) -> Range:
        if column is None:
            row, column = divmod(row - 1, self.shape[1])
            row, column = row + 1, column + 1
        cell = self.row + row - 1, self.column + column - 1
        return Range(self.owner, *cell, *cell)

    def get_address(self, *_: Any) -> str:
        top, left, bottom, right = self.box
        first = f"${col_name(left)}${top}"
        if (top, left) == (bottom, right):
            return first
        return f"{first}:${col_name(right)}${bottom}"

    def rows_of_cells(self) -> list[list[tuple[int, int]]]:
        top, left, bottom, right = self.box
        return [
            [(row, column) for column in range(left, right + 1)] for row in range(top, bottom + 1)
        ]

    def cells_of(self) -> list[tuple[int, int]]:
        return [cell for row in self.rows_of_cells() for cell in row]

    @property
    def raw_value(self) -> Any:
        if self.owner.refuses_reads:
            raise self.owner.refusal
        self.owner.reads += 1
        rows = tuple(
            tuple(self.owner.values.get(cell) for cell in row) for row in self.rows_of_cells()
        )
        return rows if len(self) > 1 else rows[0][0]

    @raw_value.setter
    def raw_value(self, value: Any) -> None:
        self.write(value)

    @property
    def formula(self) -> Any:
        self.owner.reads += 1
        rows = tuple(tuple(map(self._typed, row)) for row in self.rows_of_cells())
        return rows if len(self) > 1 else rows[0][0]

    @formula.setter
    def formula(self, value: Any) -> None:
        self.write(value)

    def _typed(self, cell: tuple[int, int]) -> str:
        value = self.owner.values.get(cell, "")
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool):
            value = str(value).upper()
        return self.owner.formulas.get(cell, str(value))

    def write(self, value: Any) -> None:
        sheet = self.owner
        if sheet.is_protected:
            raise Refused("The cell or chart you're trying to change is on a protected sheet.")
        if sheet.refuses_after is not None and sheet.writes >= sheet.refuses_after:
            sheet.refuses_after = sheet.refuses_after if sheet.refuses_for_good else None
            raise sheet.refusal
        if any(_meet(self.box, array) for array in sheet.arrays):
            raise Refused("You can't change part of an array.")
        sheet.writes += 1
        for row, cells in enumerate(self.rows_of_cells()):
            for column, cell in enumerate(cells):
                typed = value[row][column] if isinstance(value, list | tuple) else value
                self._type(cell, typed)

    def _type(self, cell: tuple[int, int], typed: Any) -> None:
        """Do what Excel does with something typed: a formula, a date, a truth value, a number, a text."""
        sheet = self.owner
        sheet.formulas.pop(cell, None)
        sheet.values.pop(cell, None)
        if typed in ("", None):
            return
        if not isinstance(typed, str):
            sheet.values[cell] = typed
        elif typed.startswith("'"):
            sheet.values[cell] = typed[1:]
        elif typed.startswith(("=", "+", "-", "@")):
            sheet.formulas[cell] = typed
            sheet.values[cell] = f"<{typed}>"
        elif TYPED_DATES.fullmatch(typed):
            sheet.values[cell] = f"<a date from {typed}>"
        elif typed.upper() in ("TRUE", "FALSE"):
            sheet.values[cell] = typed.upper() == "TRUE"
        else:
            sheet.values[cell] = _number_or_text(typed)

    def clear_contents(self) -> None:
        self.write("")

    @property
    def merge_cells(self) -> bool | None:
        kinds = {
            any(_holds(area, cell) for area in self.owner.merged) for cell in self._corner_cells()
        }
        if len(self.owner.merged) and any(_meet(self.box, area) for area in self.owner.merged):
            inside = all(
                any(_holds(area, cell) for area in self.owner.merged) for cell in self.cells_of()
            )
            return True if inside else None
        return kinds.pop() if len(kinds) == 1 else None

    def _corner_cells(self) -> list[tuple[int, int]]:
        top, left, bottom, right = self.box
        return [(top, left), (bottom, right)]

    @property
    def merge_area(self) -> Range:
        for area in self.owner.merged:
            if _holds(area, (self.row, self.column)):
                return Range(self.owner, *area)
        return self

    @property
    def has_array(self) -> bool | None:
        if not any(_meet(self.box, area) for area in self.owner.arrays):
            return False
        inside = all(
            any(_holds(area, cell) for area in self.owner.arrays) for cell in self.cells_of()
        )
        return True if inside else None

    @property
    def column_width(self) -> float | None:
        return self.owner.widths.get(self.column, STANDARD_WIDTH)

    @column_width.setter
    def column_width(self, value: float) -> None:
        for column in range(self.box[1], self.box[3] + 1):
            self.owner.widths[column] = value

    @property
    def horizontal_alignment(self) -> str | None:
        kinds = {self.owner.alignments.get(cell, "general") for cell in self.cells_of()}
        return kinds.pop() if len(kinds) == 1 else None

    @horizontal_alignment.setter
    def horizontal_alignment(self, value: str) -> None:
        for cell in self.cells_of():
            self.owner.alignments[cell] = value
            if value in ("general", "center"):
                self.owner.indents.pop(cell, None)

    @property
    def indent(self) -> int | None:
        return _if_equal(self.owner.indents.get(cell, 0) for cell in self.cells_of())

    @indent.setter
    def indent(self, value: int) -> None:
        for cell in self.cells_of():
            self.owner.indents[cell] = value
            is_general = self.owner.alignments.get(cell, "general") == "general"
            if value and is_general:
                self.owner.alignments[cell] = "left"


class _RangeOfExcel:
    """Excel's own object of a range."""

    def __init__(self, area: Range) -> None:
        self.area = area

    EntireRow = property(lambda self: SimpleNamespace(Hidden=self.area.row_hidden))
    EntireColumn = property(lambda self: SimpleNamespace(Hidden=self.area.column_hidden))
    Font = property(lambda self: SimpleNamespace(Strikethrough=self.area.struck))

    def SpecialCells(self, _kind: int) -> Any:
        return self.area.visible_areas()

    @property
    def HasSpill(self) -> bool | None:
        spills = self.area.owner.spills
        if not spills:
            return False
        return _if_equal(
            any(_holds(spill, cell) for spill in spills) for cell in self.area.cells_of()
        )

    @property
    def SpillParent(self) -> Any:
        cell = self.area.box[:2]
        (spill,) = [spill for spill in self.area.owner.spills if _holds(spill, cell)]
        address = Range(self.area.owner, *spill).get_address()
        return SimpleNamespace(SpillingToRange=SimpleNamespace(Address=address))

    @property
    def IndentLevel(self) -> int | None:
        return self.area.indent

    @IndentLevel.setter
    def IndentLevel(self, value: int) -> None:
        self.area.indent = value


def _number_or_text(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text


def _holds(area: tuple[int, int, int, int], cell: tuple[int, int]) -> bool:
    top, left, bottom, right = area
    return top <= cell[0] <= bottom and left <= cell[1] <= right


def _meet(first: tuple[int, int, int, int], second: tuple[int, int, int, int]) -> bool:
    rows = first[0] <= second[2] and second[0] <= first[2]
    columns = first[1] <= second[3] and second[1] <= first[3]
    return rows and columns


class Tables(base_classes.Tables):
    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def __call__(self, key: Any) -> Table:
        return self.sheet.all_tables[key - 1]

    def __iter__(self) -> Any:
        return iter(self.sheet.all_tables)

    def __len__(self) -> int:
        return len(self.sheet.all_tables)


class Table(base_classes.Table):
    def __init__(self, sheet: Sheet, address: str, *, is_query: bool = False) -> None:
        first, last = a1_to_tuples(address)
        self.sheet, self.box = sheet, (*first, *last)
        self.is_query = is_query
        sheet.all_tables.append(self)

    show_headers = True
    api = property(lambda self: SimpleNamespace(SourceType=3 if self.is_query else 1))
    range = property(lambda self: Range(self.sheet, *self.box))

    def resize(self, area: Any) -> None:
        self.box = area.impl.box


class Names(base_classes.Names):
    def __init__(self, sheet: Sheet) -> None:
        self.owner = sheet

    def _all(self) -> list[Name]:
        return [Name(self.owner, name) for name in self.owner.defined]

    def snapshot(self) -> Any:
        return [(name.name, name) for name in self._all()]

    def __call__(self, key: Any) -> Name:
        return self._all()[key - 1] if isinstance(key, int) else Name(self.owner, key)

    def contains(self, key: str) -> bool:
        return key in self.owner.defined

    def __len__(self) -> int:
        return len(self.owner.defined)

    def add(self, name: str, refers_to: str) -> Name:
        if self.owner.refuses_names:
            raise self.owner.refusal
        self.owner.defined[name] = refers_to
        self.owner.shown_names.add(name)
        return Name(self.owner, name)


class Name(base_classes.Name):
    def __init__(self, sheet: Sheet, key: str) -> None:
        self.owner, self.key = sheet, key

    @property
    def api(self) -> Any:
        return _NameOfExcel(self.owner, self.key)

    name = property(lambda self: f"{self.owner.name}!{self.key}")
    refers_to = property(lambda self: self.owner.defined[self.key])

    def delete(self) -> None:
        del self.owner.defined[self.key]
        self.owner.shown_names.discard(self.key)


class _NameOfExcel:
    """Excel's own object of a name, which can hide it."""

    def __init__(self, sheet: Sheet, key: str) -> None:
        self.__dict__.update(sheet=sheet, key=key)

    def __setattr__(self, name: str, value: Any) -> None:
        assert (name, value) == ("Visible", False)
        self.sheet.shown_names.discard(self.key)


def book_of(rows: list[list[Any]], name: str = "Book1.xlsx", sheet: str = "Sheet1") -> xlwings.Book:
    """Return an open book with one sheet, of which the cell A1 is selected."""
    book = Book(App(), name)
    Sheet(book, sheet, rows)
    select(xlwings.Book(impl=book), "A1")
    return xlwings.Book(impl=book)


def select(book: xlwings.Book, address: str) -> None:
    """Select areas of the active sheet, as one does with the mouse; ``""`` selects a shape."""
    sheet = book.sheets.active.impl
    areas = [sheet.range(part) for part in address.split(",") if part]
    book.app.impl.selected = areas[0] if areas else None
    if areas:
        areas[0].more = areas[1:]


class Later:
    """An object of xlwings as Lite has it: what has to be read from Excel is awaited, the rest is queued until `flush`."""

    READ: ClassVar[dict[str, Any]] = {
        "get_active": lambda inner: Later(inner.active),
        "get_used_range": lambda inner, **_: inner.used_range if inner.impl.values else None,
        "get_selection": lambda inner: inner.selection,
        "get_value": lambda inner: inner.value,
        "get_formula": lambda inner: [list(row) for row in _rows(inner.formula)],
        "get_range": lambda inner: inner.range,
        "get_merge_cells": lambda inner: inner.merge_cells,
        "get_merge_area": lambda inner: inner.merge_area,
        "get_hidden": lambda inner: inner.hidden,
        "flush": lambda _: None,
    }

    def __init__(self, inner: Any) -> None:
        self.__dict__["inner"] = inner

    def __getattr__(self, name: str) -> Any:
        read = self.READ.get(name)
        if read is not None:

            async def awaited(**options: Any) -> Any:
                return read(self.inner, **options)

            return awaited
        if name in ("merge_cells", "formula", "used_range", "api"):
            raise AttributeError(f"Lite cannot read {name} at once")
        found = getattr(self.inner, name)
        if name in ("range", "options"):
            return lambda *arguments, **options: Later(found(*arguments, **options))
        if name == "tables":
            return [Later(table) for table in found]
        return Later(found) if name in ("sheets", "app", "rows", "columns") else found

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.inner, name, value)


def _rows(formulas: Any) -> Any:
    return [[formulas]] if isinstance(formulas, str) else formulas
