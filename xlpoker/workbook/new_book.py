"""Writes new workbooks: the rows of their sheets, and the few other parts.

The XML of a value is made once, so a cell takes less than 2 microseconds; openpyxl takes some 50,
and keeps each cell as an object. XlsxWriter takes some 14, has neither error values without a
formula nor hidden names, and writes a text such as ``<r>`` .. ``</r>`` as markup. As for any large
sheet (`xlpoker.workbook.xlsx.package`) the XML parser checks the beginning of what is written.
"""

from __future__ import annotations

import datetime as dt
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from xlpoker.addresses import MOST_COLUMNS, MOST_ROWS, Box, column_letters
from xlpoker.errors import BookError
from xlpoker.files.outputs import replaced
from xlpoker.layout.grid import Area
from xlpoker.scoring.result_columns import Column
from xlpoker.scoring.result_names import HANDS, RESULTS, over_results
from xlpoker.workbook.xlsx.cell_values import days_of
from xlpoker.workbook.xlsx.package import FAST, MOST_WRITTEN, checked
from xlpoker.workbook.xlsx.xml_texts import MAIN, escaped, legal, xml_text

if TYPE_CHECKING:
    from xlpoker.scoring.run import Progress

__all__ = ["NewSheet", "write_book"]

MOST_LETTERS = 32_767  # of a cell
MOST_KNOWN = 1 << 16  # values whose XML is remembered
MOST_FROZEN = 10  # rows; more would leave no room for the hands on a screen
TOGETHER = 512  # rows
RED = 'AND(LEN({0})<4,ISNUMBER(SEARCH(RIGHT({0}),"HD♥♦")))'
"""Tells a card of a red suit; blank cells show nothing in any colour."""
_BLANK = (None, "")
_ERRORS = frozenset("#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A".split())
_FORMATS = {
    dt.datetime: "yyyy-mm-dd h:mm:ss",
    dt.date: "yyyy-mm-dd",
    dt.time: "h:mm:ss",
    dt.timedelta: "[hh]:mm:ss",
}
_MOMENTS = (dt.date, dt.time, dt.timedelta)
_OWN_FORMATS = 164  # the first number of a format that is not Excel's own
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_RELATIONSHIPS = "application/vnd.openxmlformats-package.relationships+xml"


class Look(NamedTuple):
    """What a cell looks like: its alignment, whether it is bold, the format of numbers."""

    align: str
    bold: bool = False
    number_format: str = "General"


@dataclass(frozen=True, slots=True)
class NewSheet:
    """A sheet of a new workbook: its name, its rows, the row of its titles (-1 without any).

    `columns` are those of results among them, and `cards` those of cards, in which hearts and
    diamonds are red.
    """

    name: str
    rows: Sequence[Sequence[Any]]
    header: int = 0
    columns: Mapping[int, Column] = field(default_factory=dict)
    cards: Sequence[Area] = ()

    @property
    def height(self) -> int:
        """The rows up to the last one that holds anything."""
        height = len(self.rows)
        while height > 1 and not self.rows[height - 1]:
            height -= 1
        return max(height, 1)

    @property
    def widths(self) -> list[float]:
        """The widths of its columns, in characters."""
        count = max([1, *map(len, self.rows)])
        return [self._width(column) for column in range(count)]

    def _width(self, column: int) -> float:
        """Return the width of a column: that of a result, or of its longest text with some room."""
        if column in self.columns:
            return self.columns[column].width
        cells = [row[column] for row in self.rows if column < len(row)]
        longest = max((len(str(cell)) for cell in cells if cell is not None), default=8)
        return min(longest + 2, 40)

    @property
    def names(self) -> dict[str, str]:
        """The names that cover the results and the first hand."""
        if not (self.columns and self.cards):
            return {}
        top = max(self.header, 0)
        bottom = self.height - 1
        first_hand = self.cards[0]
        results = Box(top, min(self.columns), bottom, max(self.columns))
        hand = Box(top + 1, first_hand.first, bottom, first_hand.last)
        return over_results(self.name, {RESULTS: [results], HANDS: [hand]})


def write_book(
    target: Path,
    sheets: Iterable[NewSheet],
    progress: Progress | None = None,
    *,
    packed: bool = True,
) -> None:
    """Write sheets to a workbook.

    Unless it is `packed`, it is the same bytes everywhere: packers differ. Raises `BookError` for
    more than a worksheet holds.
    """
    looks = {Look("general"): 0}
    names: list[str] = []
    names_of_cells: list[dict[str, str]] = []
    method = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    with (
        replaced(target) as temporary,
        zipfile.ZipFile(temporary, "w", method, compresslevel=FAST) as out,
    ):
        for number, sheet in enumerate(sheets, 1):
            names.append(sheet.name)
            names_of_cells.append(sheet.names)
            pieces = _sheet_xml(target, sheet, looks, progress)
            _put(out, target, f"xl/worksheets/sheet{number}.xml", pieces)
        for part, text in _parts(names, names_of_cells, looks).items():
            _put(out, target, part, [text])
        for member in out.infolist():  # on every system the same
            member.create_system = 0
            member.external_attr = 0


def _put(
    out: zipfile.ZipFile,
    target: Path,
    name: str,
    texts: Iterable[str],
) -> None:
    """Write a part of a workbook, of which an XML parser checks the beginning."""
    size = 0
    with out.open(name, "w") as part:
        pieces = (text.encode() for text in chain([_XML], texts))
        for block in checked(pieces, f"{target} was not written: {name}"):
            size += len(block)
            if size > MOST_WRITTEN:
                raise BookError(
                    f"{target.name} cannot hold as much: its sheet exceeds 2 GB; write a .csv"
                )
            part.write(block)


def _parts(
    names: Sequence[str],
    names_of_cells: Sequence[Mapping[str, str]],
    looks: Iterable[Look],
) -> dict[str, str]:
    """Return the parts of a workbook beside its sheets; each sheet has names of cells."""
    kinds: dict[str, str] = {}
    for number in range(1, len(names) + 1):
        kinds[f"worksheets/sheet{number}.xml"] = "worksheet"
    kinds["styles.xml"] = "styles"
    return {
        "[Content_Types].xml": _content_types_xml(kinds),
        "_rels/.rels": _links_xml({"xl/workbook.xml": "officeDocument"}),
        "xl/_rels/workbook.xml.rels": _links_xml(kinds),
        "xl/workbook.xml": _workbook_xml(names, names_of_cells),
        "xl/styles.xml": _styles_xml(looks),
    }


def _content_types_xml(kinds: Mapping[str, str]) -> str:
    """Return the content types of the workbook and of its parts of some kinds."""
    types = "".join(
        f'<Override PartName="/xl/{name}" ContentType="{_TYPE}.{kind}+xml"/>'
        for name, kind in {"workbook.xml": "sheet.main", **kinds}.items()
    )
    return (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="{_RELATIONSHIPS}"/>{types}</Types>'
    )


def _workbook_xml(
    names: Sequence[str],
    names_of_cells: Sequence[Mapping[str, str]],
) -> str:
    """Return the list of the sheets, with the names of cells that are hidden from people."""
    sheets: list[str] = []
    defined: list[str] = []
    for index, (name, areas) in enumerate(zip(names, names_of_cells, strict=True)):
        number = index + 1
        shown = escaped(legal(name)).replace('"', "&quot;")
        sheets.append(f'<sheet name="{shown}" sheetId="{number}" r:id="rId{number}"/>')
        for defined_name, area in areas.items():
            begin = f'<definedName name="{defined_name}" localSheetId="{index}" hidden="1">'
            defined.append(f"{begin}{escaped(area)}</definedName>")
    defined_names = f"<definedNames>{''.join(defined)}</definedNames>" if defined else ""
    return (
        f'<workbook xmlns="{MAIN[0]}" xmlns:r="{_OFFICE}">'
        f"<sheets>{''.join(sheets)}</sheets>{defined_names}</workbook>"
    )


def _links_xml(kinds: Mapping[str, str]) -> str:
    """Return the relationships to parts of some kinds."""
    links = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{part}"/>'
        for number, (part, kind) in enumerate(kinds.items(), 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{links}</Relationships>'


def _styles_xml(looks: Iterable[Look]) -> str:
    """Return the styles of the looks of cells, in their order, and the red of red suits."""
    formats: dict[str, int] = {}
    cells: list[str] = []
    for look in looks:
        number = formats.setdefault(look.number_format, _OWN_FORMATS + len(formats))
        font = 1 if look.bold else 0
        indent = 1 if look.align == "left" else 0
        cells.append(
            f'<xf numFmtId="{number}" fontId="{font}" fillId="0" borderId="0" xfId="0"'
            ' applyNumberFormat="1" applyFont="1" applyAlignment="1">'
            f'<alignment horizontal="{look.align}" indent="{indent}"/></xf>'
        )
    number_formats = "".join(
        f'<numFmt numFmtId="{number}" formatCode="{text}"/>' for text, number in formats.items()
    )
    font_end = '<sz val="11"/><name val="Calibri"/></font>'
    return (
        f'<styleSheet xmlns="{MAIN[0]}">'
        f'<numFmts count="{len(formats)}">{number_formats}</numFmts>'
        f'<fonts count="2"><font>{font_end}<font><b/>{font_end}</fonts>'
        '<fills count="1"><fill><patternFill/></fill></fills>'
        '<borders count="1"><border/></borders>'
        '<cellStyleXfs count="1"><xf/></cellStyleXfs>'
        f'<cellXfs count="{len(cells)}">{"".join(cells)}</cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
        '<dxfs count="1"><dxf><font><color rgb="FFC00000"/></font></dxf></dxfs>'
        "</styleSheet>"
    )


def _sheet_xml(
    target: Path,
    sheet: NewSheet,
    looks: dict[Look, int],
    progress: Progress | None,
) -> Iterator[str]:
    """Yield a worksheet in pieces; the looks of its cells are added to those that are known.

    Raises `BookError` for more rows or columns than a sheet has.
    """
    height = sheet.height
    widths = sheet.widths
    if len(sheet.rows) > MOST_ROWS:
        raise BookError(
            f"{target.name} cannot hold {len(sheet.rows):,} rows: a sheet has {MOST_ROWS:,}; write a .csv"
        )
    if len(widths) > MOST_COLUMNS:
        raise BookError(
            f"there is no room right of the last column of {sheet.name};"
            " name the hands of another sheet"
        )
    yield f'<worksheet xmlns="{MAIN[0]}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
    yield '<sheetViews><sheetView workbookViewId="0">'
    frozen_rows = sheet.header + 1
    if 0 < frozen_rows <= MOST_FROZEN:
        yield (
            f'<pane ySplit="{frozen_rows}" topLeftCell="A{frozen_rows + 1}"'
            ' activePane="bottomLeft" state="frozen"/>'
        )
    columns = "".join(
        f'<col min="{number}" max="{number}" width="{width}" customWidth="1"/>'
        for number, width in enumerate(widths, 1)
    )
    yield f"</sheetView></sheetViews><cols>{columns}</cols><sheetData>"
    rows = _rows(sheet, height, len(widths), looks)
    for first in range(0, height, TOGETHER):
        yield "".join(islice(rows, TOGETHER))
        if progress is not None:
            progress(min(first + TOGETHER, height), height)
    yield "</sheetData>"
    yield _red_suits_xml(sheet, height)
    yield '<pageSetup orientation="landscape" fitToHeight="0"/></worksheet>'


def _red_suits_xml(sheet: NewSheet, height: int) -> str:
    """Return the conditional formats of the cards below the labels."""
    top = sheet.header + 2
    if height < top:
        return ""
    formats: list[str] = []
    for priority, area in enumerate(sheet.cards, 1):
        first = f"{column_letters(area.first)}{top}"
        last = f"{column_letters(area.last)}{height}"
        formula = escaped(RED.format(first))
        formats.append(
            f'<conditionalFormatting sqref="{first}:{last}">'
            f'<cfRule type="expression" dxfId="0" priority="{priority}">'
            f"<formula>{formula}</formula></cfRule></conditionalFormatting>"
        )
    return "".join(formats)


def _rows(
    sheet: NewSheet,
    height: int,
    width: int,
    looks: dict[Look, int],
) -> Iterator[str]:
    """Yield the XML of the rows: cells are centred, except for results."""
    aligns = ["center"] * width
    for column, result in sheet.columns.items():
        if column < width:
            aligns[column] = result.align
    plain = {align: _cells_of(align, looks, bold=False) for align in {*aligns}}
    bold = {align: _cells_of(align, looks, bold=True) for align in {*aligns}}
    begins = [f'<c r="{column_letters(column)}' for column in range(width)]
    for number, row in enumerate(sheet.rows[:height], 1):
        is_header = number == sheet.header + 1
        cell_of = bold if is_header else plain
        cells = [
            f"{begin}{number}{cell_of[align](value)}"
            for begin, align, value in zip(begins, aligns, row, strict=False)
            if value not in _BLANK
        ]
        yield f'<row r="{number}">{"".join(cells)}</row>'


def _cells_of(
    align: str,
    looks: dict[Look, int],
    *,
    bold: bool,
) -> Callable[[Any], str]:
    """Return the function from a value to its cell as XML, from behind the number of the row on.

    Known values are not made again.
    """

    @lru_cache(MOST_KNOWN, typed=True)  # 1, 1.0 and True are equal
    def cell_of(value: Any) -> str:
        look = Look(align, bold, _number_format(value))
        style = looks.setdefault(look, len(looks))
        begin = f'" s="{style}" t="'
        if isinstance(value, str):
            if value in _ERRORS:
                return f'{begin}e"><v>{value}</v></c>'
            text = xml_text(value[:MOST_LETTERS]).decode()  # one that begins with "=" is no formula
            blank = ' xml:space="preserve"' if value != value.strip() else ""
            return f'{begin}inlineStr"><is><t{blank}>{text}</t></is></c>'
        kind = "b" if isinstance(value, bool) else "n"
        return f'{begin}{kind}"><v>{_number(value)}</v></c>'

    return cell_of


def _number_format(value: Any) -> str:
    """Return the format in which a value is shown."""
    for kind, number_format in _FORMATS.items():
        if isinstance(value, kind):
            return number_format
    return "General"


def _number(value: Any) -> str:
    """Return a number, a truth value or a time as a cell stores it.

    What is no number gives an empty text.
    """
    if isinstance(value, _MOMENTS):
        value = days_of(value)
    return f"{value:.16g}" if isfinite(value) else ""
