"""A worksheet part read as a whole: its rows as Python values, however its XML is written.

Expat reads the part, so prefixes, the strict namespaces, quotes of either kind, comments, CDATA, the order of
attributes and UTF-16 are no special cases. What a cell or a row says of its place is believed only as far as it
agrees with itself: `r` may be missing (the next place is meant), rows may come out of order, but a cell that names
another row than the one it stands in, or a place that is filled twice, makes the part damaged. The ``<dimension>`` is
not looked at. Merged cells count for their anchor, as a spreadsheet program shows them.

Nothing in a part can make the reader use memory out of proportion: `ROW_BYTES` bounds what stands between two ends of
rows, `SLACK` the empty places between far cells, and a document type (entities!) is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn
from xml.parsers import expat

from xlpoker.errors import BookError
from xlpoker.layout.grid import a1, column_number
from xlpoker.workbook.xlsx.strings_styles import MAIN, Readable, reason_of, unescaped, whole

__all__ = ["SheetCells", "read_sheet"]

Value = Any
Place = tuple[int, int]

CHUNK = 1 << 18
ROW_BYTES = 1 << 25  # between two row ends: 16,384 cells of 2,000 bytes
SLACK = 1 << 23  # empty places between cells that are paid for by no cell
PADDING = 4  # further empty places for each cell
MEMO = 1 << 16
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
MERGED_STEPS = 1 << 23
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_WHOLE = re.compile(r"[-+]?\d{1,400}")
_REFERENCE = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
_AREA = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?")
_TAGS = {
    f"{space} {name}": name
    for space in MAIN
    for name in "worksheet chartsheet dialogsheet sheetData row c v f is t rPh mergeCell".split()
}


@dataclass(slots=True)
class SheetCells:
    """What a sheet holds: rows of values, and the formulas whose values nobody calculated, by (row, column) from 0.

    `cells` is false for a sheet of charts or dialogs, which holds no cells.
    """

    rows: list[list[Value]] = field(default_factory=list)
    uncalculated: dict[Place, str] = field(default_factory=dict)
    cells: bool = True


def read_sheet(
    part: Readable,
    strings: Sequence[str],
    dates: Mapping[str, Callable[[float], Value]],
    where: str,
    *,
    above: int = 0,
) -> SheetCells:
    """Return the cells of a worksheet part.

    `strings` are the book's shared strings, `dates` says by a cell's style how its number becomes a date or time, and
    `where` names file and part in messages. The rows given begin `above` rows down: none stands there. Raises `BookError`
    for a part that is damaged or out of proportion.
    """
    return _Reading(strings, dates, where, above).read(part)


class _Reading:
    """One pass over one part: the state between the calls from Expat."""

    def __init__(
        self, strings: Sequence[str], dates: Mapping[str, Callable[[float], Value]], where: str, above: int
    ) -> None:
        self.strings, self.dates, self.where, self.above = strings, dates, where, above
        self.found = SheetCells()
        self.merged: list[str] = []
        self.shared: dict[str, tuple[Place, str]] = {}
        self.followers: list[tuple[Place, str]] = []
        self.row_end = 0  # the byte at which the last row ended
        self.in_table = False
        self.parser = expat.ParserCreate(namespace_separator=" ")

    def damaged(self, reason: str) -> NoReturn:
        """Raise the error that names file and part."""
        raise BookError(f"{self.where}: {reason}")

    def read(self, part: Readable) -> SheetCells:
        """Feed the part piece by piece."""
        parser = self.parser
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._doctype
        self._connect()
        fed = 0
        try:
            while piece := part.read(CHUNK):
                parser.Parse(piece, False)  # noqa: FBT003 - the parameter has no name
                fed += len(piece)
                if fed - self.row_end > ROW_BYTES and (self.in_table or not self.found.rows):
                    self.damaged(f"more than {ROW_BYTES >> 20} MB without the end of a row")
            parser.Parse(b"", True)  # noqa: FBT003
        except BookError:
            raise
        except (expat.ExpatError, LookupError, ValueError) as error:
            self.damaged(reason_of(error))
        finally:  # or parser and reading hold each other, and all that was read, until somebody looks for such circles
            parser.StartElementHandler = parser.EndElementHandler = parser.CharacterDataHandler = None
            parser.StartDoctypeDeclHandler = None
        rows = self.found.rows
        self._unmerge(rows)
        while rows and not any(value is not None for value in rows[-1]):
            rows.pop()
        self._translate()
        return self.found

    def _doctype(self, *_: object) -> None:
        self.damaged("it has a DOCTYPE, which no workbook needs")

    def _connect(self) -> None:  # noqa: PLR0915 - one state machine in closures: five calls a cell, so no attributes
        parser, rows, dates, above = self.parser, self.found.rows, self.dates, self.above
        tag_of, uncalculated = _TAGS.get, self.found.uncalculated
        columns: dict[str, int] = {}
        memo: dict[str, Value] = {}
        chars: list[str] = []
        collect = chars.append
        cells: list[Value] = []
        inside, phonetic = False, False  # a row, a phonetic guide
        row, row_text, named = -1, "", False
        column, style, kind = -1, "", ""
        text: str | None = None
        formula: str | None = None
        shared = ""
        room = SLACK

        def place(reference: str) -> int:
            """Return the column of a reference whose letters or row are not those of the cell before."""
            nonlocal row, row_text, named
            match = _REFERENCE.fullmatch(reference)
            if match is None:
                self.damaged(f"a cell says that it is '{reference[:20]}', which is no address")
            if int(match[2]) != row + 1:
                if named:
                    self.damaged(f"cell {reference} stands in row {row + 1}")
                row = checked_row(match[2])
            row_text, named = match[2], True
            number = column_number(match[1])
            if number >= LAST_COLUMN:
                self.damaged(f"cell {reference} lies outside a sheet: columns are A to XFD")
            return columns.setdefault(match[1], number)

        def checked_row(number: str) -> int:
            if not 1 <= whole(number) <= LAST_ROW:
                self.damaged(f"row {number[:20]} lies outside a sheet: rows are 1 to {LAST_ROW}")
            return int(number) - 1

        def root(tag: str, _: dict[str, str]) -> None:
            name = tag_of(tag)
            if name not in ("worksheet", "chartsheet", "dialogsheet"):
                self.damaged("it is no worksheet")
            self.found.cells = name == "worksheet"
            parser.StartElementHandler = start

        def start(tag: str, attributes: dict[str, str]) -> None:
            nonlocal inside, phonetic, row, row_text, named, column, style, kind, text, formula, shared, cells
            name = tag_of(tag)
            if inside:
                if name == "c":
                    reference = attributes.get("r")
                    if reference is None:
                        column += 1
                        if column >= LAST_COLUMN:
                            self.damaged(f"row {row + 1} has more than {LAST_COLUMN:,} cells")
                    else:
                        letters = reference.rstrip("0123456789")
                        known = columns.get(letters, -1)
                        if known < 0 or reference[len(letters) :] != row_text:
                            known = place(reference)
                        column = known
                    kind, style = attributes.get("t", "n"), attributes.get("s", "")
                    text = formula = None
                elif name == "v":
                    parser.CharacterDataHandler = collect
                elif name == "t":
                    if not phonetic:
                        parser.CharacterDataHandler = collect
                elif name == "f":
                    shared = attributes.get("si", "") if attributes.get("t") == "shared" else ""
                    formula = "TABLE()" if attributes.get("t") == "dataTable" else ""
                    parser.CharacterDataHandler = collect
                elif name == "rPh":
                    phonetic = True
            elif name == "row" and self.in_table:
                number = attributes.get("r")
                named = number is not None
                row = checked_row(str(row + 2) if number is None else number)
                row_text = str(row + 1)
                inside, column, cells = True, -1, []
            elif name == "sheetData":
                self.in_table = True
            elif name == "mergeCell" and not self.in_table:
                self.merged.append(attributes.get("ref", ""))

        def end(tag: str) -> None:  # noqa: PLR0915
            nonlocal inside, phonetic, text, formula, kind, room
            name = tag_of(tag)
            if not inside:
                if name == "sheetData":
                    self.in_table = False
            elif name == "v":
                parser.CharacterDataHandler = None
                text = "".join(chars)
                chars.clear()
            elif name == "c":
                value: Value = None
                if text:
                    if kind == "s":
                        value = memo.get(text)
                        if value is None:
                            value = self._shared(text, row, column)
                            if len(memo) < MEMO:
                                memo[text] = value
                    elif kind == "n":
                        value = self._number(text, row, column)
                        if style in dates and value is not None:
                            value = dates[style](value)
                    else:
                        value = self._value(kind, text, row, column)
                if formula is not None and not text and kind != "str":
                    uncalculated[row, column] = "=" + formula
                    if shared and not formula:
                        self.followers.append(((row, column), shared))
                if formula and shared:
                    self.shared[shared] = (row, column), formula
                if value is not None and value != "":
                    gap = column - len(cells)
                    if gap == 0:
                        cells.append(value)
                        room += PADDING
                    elif gap > 0:
                        room += PADDING - gap
                        if room < 0:
                            self.damaged("its cells lie too far apart")
                        cells.extend([None] * gap)
                        cells.append(value)
                    elif cells[column] is not None:
                        self.damaged(f"cell {a1(row, column)} stands there twice")
                    else:
                        cells[column] = value
            elif name == "t":
                parser.CharacterDataHandler = None
                text = (text or "") + "".join(chars)
                chars.clear()
            elif name == "f":
                parser.CharacterDataHandler = None
                formula = (formula or "") + "".join(chars)
                chars.clear()
            elif name == "rPh":
                phonetic = False
            elif name == "row":
                inside = False
                self.row_end = parser.CurrentByteIndex
                gap = row - above - len(rows)
                if cells and gap == 0:
                    rows.append(cells)
                elif cells and gap > 0:
                    rows.extend([[]] * gap)
                    rows.append(cells)
                elif cells:
                    if rows[row - above]:
                        self.damaged(f"row {row + 1} stands there twice")
                    rows[row - above] = cells

        parser.StartElementHandler, parser.EndElementHandler = root, end
        self.numbers: dict[str, Value] = {}

    def _shared(self, text: str, row: int, column: int) -> str:
        if not 0 <= (index := whole(text.strip())) < len(self.strings):
            there = f"of which there are {len(self.strings):,}" if self.strings else "of which there are none"
            self.damaged(f"cell {a1(row, column)} asks for shared string {text[:20]}, {there}")
        return self.strings[index]

    def _number(self, text: str, row: int, column: int) -> Value:
        value = self.numbers.get(text)
        if value is None:
            plain = text.strip()
            if not plain:
                return None
            if _WHOLE.fullmatch(plain):
                value = int(plain)
            elif _NUMBER.fullmatch(plain):
                value = float(plain)
            else:
                self.damaged(f"cell {a1(row, column)} holds '{plain[:40]}' as a number")
            if len(self.numbers) < MEMO:
                self.numbers[text] = value
        return value

    def _value(self, kind: str, text: str, row: int, column: int) -> Value:
        """Return the value of the rarer kinds of cells: booleans, dates as texts, texts in the cell, errors."""
        if kind == "b":
            truth = {"1": True, "true": True, "0": False, "false": False}.get(text.strip())
            if truth is None:
                self.damaged(f"cell {a1(row, column)} holds '{text[:40]}' as a truth value")
            return truth
        if kind == "d":
            import datetime as dt

            try:
                return dt.datetime.fromisoformat(text.strip()).replace(tzinfo=None)
            except ValueError:
                return text
        return unescaped(text)

    def _unmerge(self, rows: list[list[Value]]) -> None:
        """Empty all cells of merged areas but their anchors."""
        steps = 0
        for area in set(self.merged):
            match = _AREA.fullmatch(area)
            if match is None or match[3] is None:
                continue
            left, right = sorted((column_number(match[1]), column_number(match[3])))
            top, bottom = sorted((int(match[2]) - 1, int(match[4]) - 1))
            steps += max(0, min(bottom + 1, len(rows)) - top)
            if steps > MERGED_STEPS:
                self.damaged("its merged areas overlap")
            for row in range(max(top, 0), min(bottom + 1, len(rows))):
                cells = rows[row]
                for column in range(left + (row == top), min(right + 1, len(cells))):
                    cells[column] = None

    def _translate(self) -> None:
        """Give the cells of a shared formula their own text."""
        if not self.followers:
            return
        from openpyxl.formula.translate import Translator

        for (row, column), index in self.followers:
            (there, across), formula = self.shared.get(index, ((row, column), ""))
            moved = Translator("=" + formula, origin=a1(there, across))
            self.found.uncalculated[row, column] = moved.translate_formula(a1(row, column))
