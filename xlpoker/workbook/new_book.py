"""Writes new tables: .csv, Parquet, and workbooks, of which openpyxl makes the frame and this module the rows.

openpyxl takes some 50 microseconds for a cell with an alignment, and keeps each as an object. So it makes a book without
rows, with the widths, the page and the few styles; the XML of the rows, the same as openpyxl's, replaces the empty
`sheetData`. As for any large sheet (`xlpoker.workbook.xlsx.package`) the XML parser checks its beginning.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, count, islice, repeat
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError, remedy
from xlpoker.files.file_types import check_ending
from xlpoker.files.replace import check_place, replaced, same_file
from xlpoker.layout.grid import MOST_COLUMNS, MOST_ROWS, Area, Box, column_letters
from xlpoker.scoring.model import cell_text
from xlpoker.scoring.results import Column
from xlpoker.scoring.run import Progress
from xlpoker.workbook.openpyxl_engine import check_book, writable
from xlpoker.workbook.text_lines import Dialect, writer_of
from xlpoker.workbook.xlsx.cells import xml_text
from xlpoker.workbook.xlsx.package import FAST, checked
from xlpoker.workbook.xlsx.part_edits import over_results

__all__ = ["check_table", "write_new_book", "write_table"]

ENDINGS = (".xlsx", ".csv", ".parquet")
MOST_LETTERS = 32_767  # of a cell
MOST_KNOWN = 1 << 16
MOST_FROZEN = 10  # rows; more would leave no room for the hands on a screen
MOST_BYTES = (1 << 31) - 1  # of a part that needs no zip64, which Excel repairs
TOGETHER = 512  # rows
SHEET = "xl/worksheets/sheet1.xml"
RED = 'AND(LEN({0})<4,ISNUMBER(SEARCH(RIGHT({0}),"HD♥♦")))'
"""Tells a card of a red suit; blank cells show nothing in any colour."""
_TITLE = re.compile(r"(?!')[^\[\]:*?/\\\x00-\x1f]{1,31}(?<!')")  # OpenDocument knows no such limits
_NO_ROWS = re.compile(rb"<sheetData ?/>|<sheetData></sheetData>")  # as lxml or ElementTree write it


def check_table(target: Path, source: Path, *, overwrite: bool) -> None:
    """Raise `BookError` for a target of a kind that `write_table` does not write, that is the source, or that exists unless `overwrite`."""
    check_ending(target, ENDINGS)
    if same_file(target, source):
        raise BookError(f"{target} is the input; name another file")
    check_place(target, overwrite=overwrite)


def write_table(
    target: Path,
    name: str,
    rows: Sequence[Sequence[Any]],
    header: int | None = 0,
    columns: Mapping[int, Column] | None = None,
    *,
    cards: Sequence[Area] = (),
    progress: Progress | None = None,
    dialect: Dialect | None = None,
) -> int:
    """Write rows, one of them that of the labels, to a workbook with a sheet of that name, a .csv or a Parquet file; return how many are not blank.

    `columns` are those of results among them, `cards` those of cards, `dialect` how a .csv is written.
    """
    if target.suffix.lower() == ".parquet":
        _write_parquet(target, rows if header is not None else [[], *rows], header or 0, columns or {})
    elif target.suffix.lower() == ".csv":
        with replaced(target) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
            writer_of(file, dialect or Dialect()).writerows(rows)
    else:
        write_new_book(target, name, rows, -1 if header is None else header, columns or {}, progress, cards=cards)
    return sum(any(cell is not None for cell in row) for row in rows)


def _write_parquet(target: Path, rows: Sequence[Sequence[Any]], header: int, results: Mapping[int, Column]) -> None:
    """Write the rows below a row of labels; `results` are the columns of results, which are named as in every Parquet file.

    A column without a label is named by its letters. Raises `BookError` where pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise BookError(f"writing {target.name} needs pyarrow: {remedy('parquet')}") from None
    named: dict[str, Any] = {}
    for at in range(max(map(len, rows), default=0)):
        label = rows[header][at] if at < len(rows[header]) else None
        title = results[at].title.lower().replace(" ", "_") if at in results else cell_text(label).strip()
        names = chain([title or column_letters(at)], (f"{title or column_letters(at)}_{n}" for n in count(2)))
        values = _of_one_type([row[at] if at < len(row) else None for row in rows[header + 1 :]])
        try:
            made = pa.array(values)
        except (pa.ArrowException, OverflowError):  # a number of more than 64 bits
            made = pa.array([None if value is None else cell_text(value) for value in values])
        named[next(name for name in names if name not in named)] = made
    with replaced(target) as temporary:
        parquet.write_table(pa.table(named), temporary)


def _of_one_type(values: Sequence[Any]) -> list[Any]:
    """Return values as one type: whole numbers beside others are fractions, moments at midnight dates, a mixture is texts.

    >>> _of_one_type([1, 2.5, None]), _of_one_type([7, "x"]), _of_one_type([True, 1])
    ([1.0, 2.5, None], ['7', 'x'], ['TRUE', '1'])
    """
    kinds = {type(value) for value in values if value is not None}
    if kinds == {int, float}:
        return [None if value is None else float(value) for value in values]
    if kinds == {dt.datetime} and all(value is None or value.time() == dt.time() for value in values):
        return [value and value.date() for value in values]
    return [*values] if len(kinds) < 2 else [None if value is None else cell_text(value) for value in values]


def write_new_book(
    target: Path,
    name: str,
    rows: Sequence[Sequence[Any]],
    header: int,
    columns: Mapping[int, Column],
    progress: Progress | None = None,
    *,
    cards: Sequence[Area] = (),
    more: Callable[[Any], object] = bool,
) -> None:
    """Write rows to a sheet of that name in a workbook of its own; `columns` are those of results among them, `more` adds further sheets.

    Hearts and diamonds are red in the columns of `cards`. Raises `BookError` for more than a worksheet holds.
    """
    import openpyxl
    from openpyxl.formatting.rule import Rule
    from openpyxl.styles import Font
    from openpyxl.styles.differential import DifferentialStyle
    from openpyxl.worksheet.properties import PageSetupProperties

    if len(rows) > MOST_ROWS:
        raise BookError(f"{target.name} cannot hold {len(rows):,} rows: a sheet has {MOST_ROWS:,}; write a .csv")
    height = max((at for at, row in enumerate(rows, 1) if row), default=1)
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = name if _TITLE.fullmatch(name) else "Hands"
    widths = [columns[at].width if at in columns else width for at, width in enumerate(_widths(rows))]
    if len(widths) > MOST_COLUMNS:
        raise BookError(f"there is no room right of the last column of {sheet.title}; name the hands of another sheet")
    for at, width in enumerate(widths):
        sheet.column_dimensions[column_letters(at)].width = width
    if header < MOST_FROZEN:
        sheet.freeze_panes = f"A{header + 2}"
    for area in cards if height > header + 1 else ():
        first = f"{column_letters(area.first)}{header + 2}"
        red = Rule(type="expression", formula=[RED.format(first)], dxf=DifferentialStyle(Font(color="C00000")))
        sheet.conditional_formatting.add(f"{first}:{column_letters(area.last)}{height}", red)
    if columns and cards:
        _name_results(sheet, Box(max(header, 0), min(columns), height - 1, max(columns)), cards[0])
    more(book)
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    with zipfile.ZipFile(_saved(book)) as frame:
        head, tail = _NO_ROWS.split(frame.read(SHEET))
    corner = f"{column_letters(len(widths) - 1)}{height}".encode()
    head = head.replace(b'ref="A1:A1"', b'ref="A1:%b"' % corner)
    made = _rows(sheet, rows[:height], len(widths), header, columns)
    blocks = iter(lambda: "".join(islice(made, TOGETHER)).encode(), b"")
    with (
        replaced(target) as temporary,
        zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED, compresslevel=FAST) as out,
    ):
        size = done = 0
        pieces = chain([head + b"<sheetData>"], blocks, [b"</sheetData>" + tail])
        with out.open(SHEET, "w") as part:
            for block in checked(pieces, f"{target} was not written: {SHEET}"):
                if (size := size + len(block)) > MOST_BYTES:
                    raise BookError(f"{target.name} cannot hold as much: its sheet exceeds 2 GB; write a .csv")
                part.write(block)
                if progress is not None:
                    progress(min(done, height), height)
                done += TOGETHER
        parts = _saved(book)  # now with all styles
        check_book(parts, target)
        with zipfile.ZipFile(parts) as frame:
            for one in frame.namelist():
                if one != SHEET:
                    out.writestr(one, frame.read(one))


def _name_results(sheet: Any, results: Box, hand: Area) -> None:
    """Cover the results, and the first hand, with names of the sheet that no program shows."""
    from openpyxl.workbook.defined_name import DefinedName

    hands = Box(results.top + 1, hand.first, results.bottom, hand.last)
    for name, text in over_results(sheet.title, "", [results], hands).items():
        sheet.defined_names[name] = DefinedName(name, attr_text=text, hidden=True)


def _saved(book: Any) -> io.BytesIO:
    made = io.BytesIO()
    book.save(made)
    return made


def _widths(rows: Sequence[Sequence[Any]]) -> list[float]:
    """Return the widths of the columns, in characters."""
    widths: list[float] = []
    for at in range(max(map(len, rows), default=0)):
        longest = max((len(str(row[at])) for row in rows if at < len(row) and row[at] is not None), default=8)
        widths.append(min(longest + 2, 40))
    return widths


def _rows(
    sheet: Any, rows: Sequence[Sequence[Any]], width: int, header: int, columns: Mapping[int, Column]
) -> Iterator[str]:
    """Yield the XML of the rows: cells are centred, except for results; empty results have no cell."""
    aligns = [columns[at].align if at in columns else "center" for at in range(width)]
    plain = {align: _cells_of(sheet, align) for align in {"center", *aligns}}
    titles = {align: _cells_of(sheet, align, header=True) for align in plain}
    places = [f'<c r="{column_letters(at)}' for at in range(width)]
    for at, row in enumerate(rows):
        styled, number = titles if at == header else plain, at + 1
        made = [
            f"{places[column]}{number}{styled[align](value)}"
            for column, (align, value) in enumerate(zip(aligns, chain(row, repeat(None)), strict=False))
            if value is not None or column not in columns
        ]
        yield f'<row r="{number}">{"".join(made)}</row>'


def _cells_of(sheet: Any, align: str, *, header: bool = False) -> Callable[[Any], str]:
    """Return the function from a value to its cell as XML, from behind the number of the row on; known values are not made again."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.compat import safe_string
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils.datetime import to_excel

    alignment = Alignment(horizontal=align, indent=int(align == "left"))
    styles: dict[str, int] = {}

    @lru_cache(MOST_KNOWN, typed=True)  # 1, 1.0 and True are equal
    def made(value: Any) -> str:
        cell = WriteOnlyCell(sheet, writable(value))
        if cell.number_format not in styles:
            cell.alignment = alignment
            if header:
                cell.font = Font(name=cell.font.name, size=cell.font.size, bold=True)
            styles[cell.number_format] = cell.style_id
        style, kind = styles[cell.number_format], cell.data_type
        if value is None or value == "":
            return f'" s="{style}" />'
        if kind in "sf":  # a text that begins with "=" must not become a formula
            blank = ' xml:space="preserve"' if value != value.strip() else ""
            text = xml_text(value[:MOST_LETTERS]).decode()
            return f'" s="{style}" t="inlineStr"><is><t{blank}>{text}</t></is></c>'
        if kind == "d":
            kind, value = "n", to_excel(value)  # type: ignore[no-untyped-call]
        return f'" s="{style}" t="{kind}"><v>{safe_string(value)}</v></c>'

    return made
