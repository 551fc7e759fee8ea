"""Writes new tables: .csv, Parquet, and workbooks, whose rows and few other parts are made here.

openpyxl takes some 50 microseconds for a cell with an alignment, and keeps each as an object; here the XML of a value is made once.
As for any large sheet (`xlpoker.workbook.xlsx.package`) the XML parser checks its beginning.
"""

from __future__ import annotations

import datetime as dt
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, count, islice
from math import isfinite
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from xlpoker.addresses import MOST_COLUMNS, MOST_ROWS, column_letters
from xlpoker.errors import BookError, remedy
from xlpoker.files import check_ending, same_file
from xlpoker.files.outputs import claimed, replaced
from xlpoker.layout.grid import Area
from xlpoker.scoring.model import Box, cell_text
from xlpoker.scoring.results import Column
from xlpoker.scoring.run import Progress
from xlpoker.workbook.text_files import Dialect, writer_of
from xlpoker.workbook.xlsx.cells import MAIN, legal, xml_text
from xlpoker.workbook.xlsx.package import FAST, MOST_WRITTEN, checked
from xlpoker.workbook.xlsx.part_edits import over_results

__all__ = ["NewSheet", "claimed_table", "write_book", "write_table"]

ENDINGS = (".xlsx", ".csv", ".parquet")
MOST_LETTERS = 32_767  # of a cell
MOST_KNOWN = 1 << 16
MOST_FROZEN = 10  # rows; more would leave no room for the hands on a screen
TOGETHER = 512  # rows
RED = 'AND(LEN({0})<4,ISNUMBER(SEARCH(RIGHT({0}),"HD♥♦")))'
"""Tells a card of a red suit; blank cells show nothing in any colour."""
_TITLE = re.compile(
    r"(?!')[^\[\]:*?/\\\x00-\x1f\ud800-\udfff\ufffe\uffff]{1,31}(?<!')"
)  # OpenDocument knows no such limits
_BLANK = (None, "")
_ERRORS = frozenset("#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A".split())
_FORMATS = {
    dt.datetime: "yyyy-mm-dd h:mm:ss",
    dt.date: "yyyy-mm-dd",
    dt.time: "h:mm:ss",
    dt.timedelta: "[hh]:mm:ss",
}
_STREETS = ("F", "T", "R")  # flop, turn, river
_OWN_FORMATS = 164  # the first number of a format that is not Excel's own
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
Look = tuple[str, bool, str]
"""What a cell looks like: its alignment, whether it is bold, the format of numbers."""


@contextmanager
def claimed_table(target: Path, source: Path, *, overwrite: bool) -> Iterator[None]:
    """Hold the place of a table during the ``with`` block, as `xlpoker.files.outputs.claimed` does.

    Raises `BookError` for a target of a kind that `write_table` does not write, and for one that is the source.
    """
    check_ending(target, ENDINGS)
    if same_file(target, source):
        raise BookError(f"{target} is the input; name another file")
    with claimed(target, force=overwrite):
        yield


def write_table(  # noqa: PLR0913
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
        _write_parquet(
            target, rows if header is not None else [[], *rows], header or 0, columns or {}
        )
    elif target.suffix.lower() == ".csv":
        with (
            replaced(target) as temporary,
            temporary.open("w", encoding="utf-8", newline="") as file,
        ):
            writer_of(file, dialect or Dialect()).writerows(rows)
    else:
        name = name if _TITLE.fullmatch(name) else "Hands"
        sheet = NewSheet(name, rows, -1 if header is None else header, columns or {}, cards)
        write_book(target, [sheet], progress)
    return sum(any(cell is not None for cell in row) for row in rows)


def _write_parquet(
    target: Path, rows: Sequence[Sequence[Any]], header: int, results: Mapping[int, Column]
) -> None:
    """Write the rows below a row of labels; `results` are the columns of results, which are named as in every Parquet file.

    A column without a label is named by its letters, or as pandas names it (Unnamed: 5) where it is blank or its letter
    would be read as a street. Raises `BookError` where pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise BookError(f"writing {target.name} needs pyarrow: {remedy('parquet')}") from None
    named: dict[str, Any] = {}
    for at in range(max(map(len, rows), default=0)):
        label = rows[header][at] if at < len(rows[header]) else None
        title = (
            results[at].title.lower().replace(" ", "_")
            if at in results
            else cell_text(label).strip()
        )
        cells = [row[at] if at < len(row) else None for row in rows[header + 1 :]]
        letters = column_letters(at)
        is_unnamed = letters in _STREETS or all(cell is None for cell in cells)
        title = title or (f"Unnamed: {at}" if is_unnamed else letters)
        names = chain([title], (f"{title}_{n}" for n in count(2)))
        made = _array(cells)
        named[next(name for name in names if name not in named)] = made
    with replaced(target) as temporary:
        parquet.write_table(pa.table(named), temporary)


def _array(values: Sequence[Any]) -> Any:
    """Return values as a column of one type: moments at midnight are dates, a mixture and numbers of more than 64 bits are texts."""
    import pyarrow as pa

    kinds = {type(value) for value in values if value is not None}
    if kinds == {dt.datetime} and all(
        value is None or value.time() == dt.time() for value in values
    ):
        values = [value and value.date() for value in values]
    with suppress(pa.ArrowException, OverflowError):
        if len(kinds) < 2 or kinds == {int, float}:
            return pa.array(values)
    return pa.array([None if value is None else cell_text(value) for value in values])


@dataclass(frozen=True, slots=True)
class NewSheet:
    """A sheet of a new workbook: its name, its rows, the row of its titles (-1 without any).

    `columns` are those of results among them, and `cards` those of cards, in which hearts and diamonds are red.
    """

    name: str
    rows: Sequence[Sequence[Any]]
    header: int = 0
    columns: Mapping[int, Column] = field(default_factory=dict)
    cards: Sequence[Area] = ()

    @property
    def height(self) -> int:
        """The rows up to the last one that holds anything."""
        return next((at for at in range(len(self.rows), 0, -1) if self.rows[at - 1]), 1)

    @property
    def widths(self) -> list[float]:
        """The widths of its columns, in characters."""
        widths: list[float] = []
        for at in range(max([1, *map(len, self.rows)])):
            longest = max(
                (len(str(row[at])) for row in self.rows if at < len(row) and row[at] is not None),
                default=8,
            )
            widths.append(self.columns[at].width if at in self.columns else min(longest + 2, 40))
        return widths

    @property
    def names(self) -> dict[str, str]:
        """The names that cover the results and the first hand."""
        if not (self.columns and self.cards):
            return {}
        results = Box(max(self.header, 0), min(self.columns), self.height - 1, max(self.columns))
        hand = Box(results.top + 1, self.cards[0].first, results.bottom, self.cards[0].last)
        return over_results(self.name, "", [results], hand)


def write_book(
    target: Path,
    sheets: Iterable[NewSheet],
    progress: Progress | None = None,
    *,
    packed: bool = True,
) -> None:
    """Write sheets to a workbook, which is the same bytes everywhere unless it is `packed`: packers differ.

    Raises `BookError` for more than a worksheet holds.
    """
    looks: dict[Look, int] = {("general", False, "General"): 0}
    names: list[str] = []
    covered: list[dict[str, str]] = []
    method = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    with (
        replaced(target) as temporary,
        zipfile.ZipFile(temporary, "w", method, compresslevel=FAST) as out,
    ):
        for sheet in sheets:
            names.append(sheet.name)
            covered.append(sheet.names)
            _put(
                out,
                target,
                f"xl/worksheets/sheet{len(names)}.xml",
                _sheet_xml(target, sheet, looks, progress),
            )
        for part, text in _parts(names, covered, looks).items():
            _put(out, target, part, [text])
        for member in out.infolist():
            member.create_system = member.external_attr = 0  # on every system the same


def _put(out: zipfile.ZipFile, target: Path, name: str, texts: Iterable[str]) -> None:
    """Write a part of a workbook, of which an XML parser checks the beginning."""
    size = 0
    with out.open(name, "w") as part:
        pieces = (text.encode() for text in chain([_XML], texts))
        for block in checked(pieces, f"{target} was not written: {name}"):
            if (size := size + len(block)) > MOST_WRITTEN:
                raise BookError(
                    f"{target.name} cannot hold as much: its sheet exceeds 2 GB; write a .csv"
                )
            part.write(block)


def _parts(
    names: Sequence[str], covered: Sequence[Mapping[str, str]], looks: Iterable[Look]
) -> dict[str, str]:
    """Return the parts of a workbook beside its sheets, of which each has names that cover cells."""
    sheets = [f"worksheets/sheet{at}.xml" for at in range(1, len(names) + 1)]
    kinds = dict.fromkeys(sheets, "worksheet") | {"styles.xml": "styles"}
    typed = {"workbook.xml": "sheet.main", **kinds}
    types = "".join(
        f'<Override PartName="/xl/{name}" ContentType="{_TYPE}.{typed[name]}+xml"/>'
        for name in typed
    )
    pages = enumerate(map(quoteattr, map(legal, names)), 1)
    listed = "".join(f'<sheet name={name} sheetId="{at}" r:id="rId{at}"/>' for at, name in pages)
    defined = "".join(
        f'<definedName name="{name}" localSheetId="{at}" hidden="1">{escape(area)}</definedName>'
        for at, those in enumerate(covered)
        for name, area in those.items()
    )
    return {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>{types}</Types>',
        "_rels/.rels": _links({"xl/workbook.xml": "officeDocument"}),
        "xl/_rels/workbook.xml.rels": _links(kinds),
        "xl/workbook.xml": f'<workbook xmlns="{MAIN[0]}" xmlns:r="{_OFFICE}"><sheets>{listed}</sheets>'
        f"{defined and f'<definedNames>{defined}</definedNames>'}</workbook>",
        "xl/styles.xml": _styles_xml(looks),
    }


def _links(kinds: Mapping[str, str]) -> str:
    """Return the relationships to parts of some kinds."""
    links = (
        f'<Relationship Id="rId{at}" Type="{_OFFICE}/{kinds[part]}" Target="{part}"/>'
        for at, part in enumerate(kinds, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{"".join(links)}</Relationships>'


def _styles_xml(looks: Iterable[Look]) -> str:
    """Return the styles of the looks of cells, in their order, and the red of hearts and diamonds."""
    looks = list(looks)
    formats = {
        text: at for at, text in enumerate(dict.fromkeys(text for *_, text in looks), _OWN_FORMATS)
    }
    numbers = "".join(
        f'<numFmt numFmtId="{at}" formatCode="{text}"/>' for text, at in formats.items()
    )
    cells = "".join(
        f'<xf numFmtId="{formats[text]}" fontId="{int(bold)}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" '
        f'applyAlignment="1"><alignment horizontal="{align}" indent="{int(align == "left")}"/></xf>'
        for align, bold, text in looks
    )
    font = '<sz val="11"/><name val="Calibri"/></font>'
    return (
        f'<styleSheet xmlns="{MAIN[0]}"><numFmts count="{len(formats)}">{numbers}</numFmts>'
        f'<fonts count="2"><font>{font}<font><b/>{font}</fonts><fills count="1"><fill><patternFill/></fill></fills>'
        '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>'
        f'<cellXfs count="{len(looks)}">{cells}</cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
        '<dxfs count="1"><dxf><font><color rgb="FFC00000"/></font></dxf></dxfs></styleSheet>'
    )


def _sheet_xml(
    target: Path, sheet: NewSheet, looks: dict[Look, int], progress: Progress | None
) -> Iterator[str]:
    """Yield a worksheet in pieces; the looks of its cells are added to those that are known."""
    height, widths, below = sheet.height, sheet.widths, sheet.header + 2
    if len(sheet.rows) > MOST_ROWS:
        raise BookError(
            f"{target.name} cannot hold {len(sheet.rows):,} rows: a sheet has {MOST_ROWS:,}; write a .csv"
        )
    if len(widths) > MOST_COLUMNS:
        raise BookError(
            f"there is no room right of the last column of {sheet.name}; name the hands of another sheet"
        )
    yield f'<worksheet xmlns="{MAIN[0]}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
    yield '<sheetViews><sheetView workbookViewId="0">'
    if 1 < below < MOST_FROZEN + 2:
        yield f'<pane ySplit="{below - 1}" topLeftCell="A{below}" activePane="bottomLeft" state="frozen"/>'
    columns = (
        f'<col min="{at}" max="{at}" width="{width}" customWidth="1"/>'
        for at, width in enumerate(widths, 1)
    )
    yield f"</sheetView></sheetViews><cols>{''.join(columns)}</cols><sheetData>"
    rows = _rows(sheet, height, len(widths), looks)
    for done in range(0, height, TOGETHER):
        yield "".join(islice(rows, TOGETHER))
        if progress is not None:
            progress(min(done + TOGETHER, height), height)
    yield "</sheetData>"
    for at, area in enumerate(sheet.cards if height >= below else (), 1):
        first, last = f"{column_letters(area.first)}{below}", f"{column_letters(area.last)}{height}"
        rule = f'<cfRule type="expression" dxfId="0" priority="{at}"><formula>{escape(RED.format(first))}</formula>'
        yield f'<conditionalFormatting sqref="{first}:{last}">{rule}</cfRule></conditionalFormatting>'
    yield '<pageSetup orientation="landscape" fitToHeight="0"/></worksheet>'


def _rows(sheet: NewSheet, height: int, width: int, looks: dict[Look, int]) -> Iterator[str]:
    """Yield the XML of the rows: cells are centred, except for results."""
    aligns = [sheet.columns[at].align if at in sheet.columns else "center" for at in range(width)]
    plain, bold = (
        {align: _cells_of(align, looks, bold=one) for align in {*aligns}} for one in (False, True)
    )
    starts = [f'<c r="{column_letters(at)}' for at in range(width)]
    for number, row in enumerate(sheet.rows[:height], 1):
        styled = bold if number == sheet.header + 1 else plain
        cells = zip(starts, aligns, row, strict=False)
        made = [
            f"{start}{number}{styled[align](value)}"
            for start, align, value in cells
            if value not in _BLANK
        ]
        yield f'<row r="{number}">{"".join(made)}</row>'


def _cells_of(align: str, looks: dict[Look, int], *, bold: bool) -> Callable[[Any], str]:
    """Return the function from a value to its cell as XML, from behind the number of the row on; known values are not made again."""

    @lru_cache(MOST_KNOWN, typed=True)  # 1, 1.0 and True are equal
    def made(value: Any) -> str:
        text = next((text for kind, text in _FORMATS.items() if isinstance(value, kind)), "General")
        style = looks.setdefault((align, bold, text), len(looks))
        if (
            isinstance(value, str) and value not in _ERRORS
        ):  # one that begins with "=" is no formula
            blank = ' xml:space="preserve"' if value != value.strip() else ""
            return f'" s="{style}" t="inlineStr"><is><t{blank}>{xml_text(value[:MOST_LETTERS]).decode()}</t></is></c>'
        kind = "e" if isinstance(value, str) else "b" if isinstance(value, bool) else "n"
        return f'" s="{style}" t="{kind}"><v>{value if kind == "e" else _number(value)}</v></c>'

    return made


def _number(value: Any) -> str:
    """Return a number, a truth value or a time as a cell stores it, an empty text for what is no number."""
    if isinstance(value, tuple(_FORMATS)):
        from openpyxl.utils.datetime import to_excel

        value = to_excel(value)  # type: ignore[no-untyped-call]
    return f"{value:.16g}" if isfinite(value) else ""
