"""Excel's own objects, as COM shows them, over the sheets in memory of `fake_excel`.

xlwings' module for Windows works on these objects unchanged. Only what a click asks for is here. `KIND` is the name of
an object's interface in Excel's type library (`excel.idl`).
"""
# ruff: noqa: D101, D102, PLW0108 - the names are those of Excel

from __future__ import annotations

from typing import Any

from xlwings.utils import a1_to_tuples

from hosts.fake_excel import STANDARD_WIDTH, Refused
from hosts.fake_excel import Range as Cells
from hosts.fake_excel import Sheet as Rows
from hosts.pywin32 import IID_RANGE, Collection, ComError

FAILED = -2146827284
"""0x800A03EC: what Excel says of most that it refuses."""
LAST_CELL = (1_048_576, 16_384)
ALIGNMENTS = {"left": -4131, "center": -4108, "right": -4152, "general": 1}


class Range:
    """Cells of a worksheet."""

    KIND, IID = "Range", IID_RANGE

    def __init__(self, sheet: Worksheet, *areas: Cells) -> None:
        self.__dict__.update(Worksheet=sheet, area=areas[0], areas=areas)

    Row = property(lambda self: self.area.row)
    Column = property(lambda self: self.area.column)
    Count = property(lambda self: len(self.area))
    Address = property(lambda self: ",".join(area.get_address() for area in self.areas))
    Rows = property(lambda self: PartsOfRange(self.area.shape[0]))
    Columns = property(lambda self: PartsOfRange(self.area.shape[1]))
    EntireRow = property(lambda self: PartsOfRange(hidden=self.area.row_hidden))
    EntireColumn = property(lambda self: PartsOfRange(hidden=self.area.column_hidden))
    Cells = property(lambda self: self)
    HasArray = property(lambda self: self.area.has_array)
    MergeCells = property(lambda self: self.area.merge_cells)
    MergeArea = property(lambda self: Range(self.Worksheet, self.area.merge_area))
    Font = property(lambda self: Font(self.area))
    Value = property(lambda self: self.area.raw_value)
    Formula = property(lambda self: self.area.formula)
    ColumnWidth = property(lambda self: self.area.column_width)
    IndentLevel = property(lambda self: self.area.indent)

    @property
    def HorizontalAlignment(self) -> Any:
        return ALIGNMENTS.get(self.area.horizontal_alignment or "")

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "HorizontalAlignment":
            names = {number: word for word, number in ALIGNMENTS.items()}
            self.area.horizontal_alignment = names[value]
        elif name == "ColumnWidth":
            self.area.column_width = value
        elif name == "IndentLevel":
            self.area.indent = value
        elif name in ("Value", "Formula"):
            self._write(value)
        else:
            raise AttributeError(name)

    def _write(self, value: Any) -> None:
        try:
            self.area.write(value)
        except Refused as refused:
            raise ComError(reason=str(refused)) from None

    def ClearContents(self) -> None:
        self._write("")

    def __call__(self, row: int, column: int) -> Range:
        return Range(self.Worksheet, self.area(row, column))

    def SpecialCells(self, _kind: int) -> Range:
        addresses = [area.Address for area in self.area.visible_areas().Areas]
        sheet = self.Worksheet
        return Range(sheet, *(sheet.rows.range(address) for address in addresses))

    @property
    def Areas(self) -> Areas:
        return Areas([Range(self.Worksheet, area) for area in self.areas])


class PartsOfRange:
    """Rows or columns of a range: their number, and whether they are hidden."""

    KIND = "Range"

    def __init__(self, count: int = 0, hidden: bool | None = None) -> None:
        self.Count, self.Hidden = count, hidden


class Areas(Collection):
    KIND = "Areas"


class Shapes(Collection):
    KIND = "Shapes"


class ListObjects(Collection):
    KIND = "ListObjects"


class Worksheets(Collection):
    KIND = "Sheets"

    def __init__(self, book: Workbook, sheets: list[Worksheet]) -> None:
        super().__init__(sheets)
        self.Parent = book


class Font:
    KIND = "Font"

    def __init__(self, area: Cells) -> None:
        self.__dict__["font"] = area.font

    Bold = property(lambda self: self.font.bold)
    Strikethrough = property(lambda self: self.font.area.struck)

    def __setattr__(self, name: str, value: Any) -> None:
        assert name == "Bold"
        self.font.bold = value


class Name:
    """A name on a worksheet."""

    KIND = "Name"

    def __init__(self, sheet: Worksheet, key: str) -> None:
        self.__dict__.update(sheet=sheet, key=key)

    Name = property(lambda self: f"{self.sheet.Name}!{self.key}")
    RefersTo = property(lambda self: self.sheet.rows.defined[self.key])

    def __setattr__(self, name: str, value: Any) -> None:
        assert (name, value) == ("Visible", False)
        self.sheet.rows.shown_names.discard(self.key)

    def Delete(self) -> None:
        self.sheet.rows.defined.pop(self.key)
        self.sheet.rows.shown_names.discard(self.key)


class Names(Collection):
    KIND = "Names"

    def __init__(self, sheet: Worksheet) -> None:
        self.sheet = sheet
        super().__init__([Name(sheet, key) for key in sheet.rows.defined])

    def __call__(self, key: Any) -> Name:
        if isinstance(key, int):
            return self.items[key - 1]
        if key not in self.sheet.rows.defined:
            raise ComError
        return Name(self.sheet, key)

    def Add(self, key: str, refers_to: str) -> Name:
        self.sheet.rows.defined[key] = refers_to
        self.sheet.rows.shown_names.add(key)
        return Name(self.sheet, key)


class Worksheet:
    """A worksheet over rows in memory."""

    KIND, StandardWidth = "_Worksheet", STANDARD_WIDTH

    def __init__(self, book: Workbook, rows: Rows) -> None:
        self.Parent = book
        self.rows = rows

    Name = property(lambda self: self.rows.name)
    Index = 1
    ProtectContents = property(lambda self: self.rows.is_protected)
    UsedRange = property(lambda self: Range(self, self.rows.used_range))
    Names = property(lambda self: Names(self))
    ListObjects = property(lambda _: ListObjects([]))
    Shapes = property(lambda _: Shapes([]))
    Cells = property(lambda self: Range(self, self.rows.range((1, 1), LAST_CELL)))

    def Range(self, first: Any, last: Any = None) -> Range:
        if isinstance(first, str):
            return Range(self, self.rows.range(*a1_to_tuples(first)))
        last = last or first
        return Range(self, self.rows.range((first.Row, first.Column), (last.Row, last.Column)))


class Workbook:
    """A workbook with one worksheet, of which some cells are selected."""

    KIND = "_Workbook"

    def __init__(self, rows: Rows, selected: str) -> None:
        self.Name = rows.book.name
        self.FullName = f"C:\\poker\\{self.Name}"
        self.ReadOnly = rows.book.is_read_only
        self.ActiveSheet = Worksheet(self, rows)
        self.Worksheets = Worksheets(self, [self.ActiveSheet])
        self.Application = Application(self, selected)


class Application:
    KIND = "_Application"
    Version = "16.0"
    Hwnd = 1
    ScreenUpdating = True

    def __init__(self, book: Workbook, selected: str) -> None:
        self.book, self.selected = book, selected

    @property
    def Selection(self) -> Range:
        sheet = self.book.ActiveSheet
        areas = [sheet.rows.range(part) for part in self.selected.split(",")]
        return Range(sheet, *areas)
