"""Workbooks of XML parts (.xlsx, .xlsm) as grids: which part is which sheet, and what its cells mean.

The relationships of the package say where the parts lie, not their names. The cells themselves are read by
`xlpoker.workbook.xml_sheet`.
"""

from __future__ import annotations

import posixpath
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from xml.etree import ElementTree as ET

from xlpoker.errors import BookError, nearest
from xlpoker.workbook.grid import Grid
from xlpoker.workbook.xml_parts import date_styles, has_1904_dates, shared_strings
from xlpoker.workbook.xml_sheet import SheetCells, read_sheet

__all__ = ["read_workbook", "uncalculated"]

MOST_BYTES = 1 << 32  # of one part, unpacked
MOST_RATIO = 1000  # times its packed size: deflate's utmost is 1,032
BELIEVED = 1 << 26  # a part below this size may be as repetitive as it likes


@dataclass(frozen=True, slots=True)
class _Sheet:
    name: str
    part: str
    visible: bool


def read_workbook(path: Path, sheet: str | None = None) -> list[Grid]:
    """Return the visible sheets of a workbook, or the one of that name; sheets of charts are passed over.

    Raises `BookError` for a book that is damaged or out of proportion and for a sheet that does not exist.
    """
    with _opened(path) as book:
        cells = [(one.name, book.cells(one)) for one in book.chosen(sheet)]
    return [Grid(name, found.rows) for name, found in cells if found.cells]


def uncalculated(path: Path, sheet: str) -> dict[tuple[int, int], str]:
    """Return the formulas of a sheet that have no cached value, by row and column counted from 0."""
    with _opened(path) as book:
        (chosen,) = book.chosen(sheet)
        return book.cells(chosen).uncalculated


@contextmanager
def _opened(path: Path) -> Iterator[_Book]:
    try:
        with zipfile.ZipFile(path) as package:
            yield _Book(path, package)
    except BookError:
        raise
    except KeyError as error:
        raise BookError(f"{path.name} is damaged: {error.args[0]}") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        raise BookError(f"{path.name} is damaged: {(str(error).splitlines() or [type(error).__name__])[0]}") from None


class _Builder(ET.TreeBuilder):
    """Builds the small parts; refuses a document type before it can declare anything."""

    def doctype(self, *_: object) -> None:
        """Refuse."""
        raise BookError("it has a DOCTYPE, which no workbook needs")


class _Book:
    """An open package: its sheets in order, and the parts that their cells lean on."""

    def __init__(self, path: Path, package: zipfile.ZipFile) -> None:
        self.path, self.package = path, package
        names = package.namelist()
        if twice := next((name for place, name in enumerate(sorted(names)) if name in sorted(names)[:place]), None):
            raise BookError(f"{path.name} is damaged: it holds the part {twice} twice")
        (self.part, *_) = [*self.related("", "officeDocument").values(), "xl/workbook.xml"]
        targets = self.related(self.part, "worksheet")
        self.sheets: list[_Sheet] = []
        for one in self.tree(self.part).iter():
            if one.tag.endswith("}sheet"):
                key = next((value for name, value in one.items() if name.endswith("}id")), "")
                if key in targets:
                    state = one.get("state", "visible")
                    self.sheets.append(_Sheet(one.get("name", ""), targets[key], state == "visible"))
        self.sheets = [one for one in self.sheets if one.part in names]
        if not self.sheets:
            raise BookError(f"{path.name} is damaged: it has no sheets")
        self.strings: list[str] | None = None
        self.dates: Mapping[str, Callable[[float], Any]] | None = None

    def chosen(self, sheet: str | None) -> list[_Sheet]:
        """Return the visible sheets, or the one of that name."""
        if sheet is None:
            return [one for one in self.sheets if one.visible]
        named = [one for one in self.sheets if one.name.casefold() == sheet.casefold()]
        if not named:
            names = [one.name for one in self.sheets]
            raise BookError(f"{self.path.name} has no sheet '{sheet}'; {nearest(sheet, names)}")
        return named[:1]

    def cells(self, sheet: _Sheet) -> SheetCells:
        """Return the cells of a sheet."""
        if self.strings is None or self.dates is None:
            self.strings, self.dates = [], {}
            for part in self.related(self.part, "sharedStrings").values():
                self.strings = self._read(part, shared_strings)
            from_1904 = self._read(self.part, has_1904_dates)
            for part in self.related(self.part, "styles").values():
                self.dates = self._read(part, lambda stream, where: date_styles(stream, where, from_1904=from_1904))
        strings, dates = self.strings, self.dates
        found: SheetCells = self._read(sheet.part, lambda stream, where: read_sheet(stream, strings, dates, where))
        return found

    def _read(self, part: str, read: Callable[[IO[bytes], str], Any]) -> Any:
        with self.opened(part) as stream:
            return read(stream, f"{self.path.name} is damaged: {part}")

    def opened(self, part: str) -> IO[bytes]:
        """Open a part unless its size is out of proportion."""
        member = self.package.getinfo(part)
        if member.file_size > MOST_BYTES or member.file_size > max(BELIEVED, MOST_RATIO * member.compress_size):
            size = f"{member.compress_size >> 10:,} KB that unpack to {member.file_size >> 20:,} MB"
            raise BookError(f"{self.path.name} is not believed: {part} is {size}")
        return self.package.open(part)

    def tree(self, part: str) -> ET.Element:
        """Return a small part as a tree."""
        parser = ET.XMLParser(target=_Builder())  # noqa: S314 - the builder refuses what could declare entities
        try:
            with self.opened(part) as stream:
                return ET.parse(stream, parser).getroot()  # noqa: S314
        except (ET.ParseError, BookError) as error:
            raise BookError(f"{self.path.name} is damaged: {part}: {error}") from None

    def related(self, part: str, kind: str) -> dict[str, str]:
        """Return the targets of a part's relationships of a kind, by their ids."""
        folder, name = posixpath.split(part)
        relations = posixpath.join(folder, "_rels", name + ".rels")
        if relations not in self.package.namelist():
            return {}
        return {
            one.get("Id", ""): posixpath.normpath(posixpath.join("/", folder, one.get("Target", ""))).lstrip("/")
            for one in self.tree(relations)
            if one.get("Type", "").endswith("/" + kind) and one.get("TargetMode") != "External"
        }
