"""The sheets of a dropped workbook as a click sees them, for the web page, without arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from xlpoker.addresses import Box
from xlpoker.errors import BookError
from xlpoker.files import typed
from xlpoker.layout.grid import with_cells
from xlpoker.scoring.seen import Seen, SeenTable
from xlpoker.workbook.xlsx import part_edits as edits
from xlpoker.workbook.xlsx.cell_values import Styles
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.plain_sheet import PlainSheet
from xlpoker.workbook.xlsx.shared_strings import shared_strings
from xlpoker.workbook.xlsx.sheet_xml import SheetXml, hidden_columns
from xlpoker.workbook.xlsx.xml_texts import boxes, merged_boxes

__all__ = ["MOST_ROWS", "in_terminal", "sheets_of", "too_long"]

MOST_ROWS = 100_000
"""The most rows of a sheet that the page scores."""


def sheets_of(package: Package, report: Callable[[float], None]) -> Iterator[Seen]:
    """Yield the visible worksheets of a workbook; `report` takes how much is read, from 0 to 1.

    Raises `BookError` for a workbook that is damaged, and for a sheet with more than `MOST_ROWS` rows.
    """
    strings = shared_strings(package)
    styles = Styles(package)
    parts = package.chosen(None)
    for number, part in enumerate(parts):
        size = package.member(part.part).file_size
        xml = SheetXml(package, part)
        if not xml.holds_cells:
            continue
        sheet = PlainSheet(xml, strings, styles)
        bytes_read = 0
        for block in xml.blocks():
            sheet.take(block)
            if sheet.last_row >= MOST_ROWS:
                raise too_long(package.path, part.name)
            bytes_read += len(block)
            sheets_read = number + bytes_read / size
            report(sheets_read / len(parts))
        sheet.finish()
        yield _seen(xml, sheet)


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


def _seen(xml: SheetXml, sheet: PlainSheet) -> Seen:
    """Return a sheet whose values are read; what a click has to know besides stands in other parts."""
    package = xml.package
    part = xml.sheet.part
    return Seen(
        book=package.path.name,
        sheet=xml.sheet.name,
        values=sheet.rows,
        typed=_typed(sheet, edits.sparklines(xml.tail)),
        names=edits.covered_by_names(package.read(package.workbook), xml.sheet.number),
        tables=[
            SeenTable(table.box, table.heading_rows == 1, table.is_query)
            for table in edits.tables_of(package, part)
        ],
        merged=merged_boxes(xml.tail),
        arrays=boxes([formula.area for formula in sheet.formulas.values()]),
        drawings=edits.drawings_of(package, part),
        hidden_rows=frozenset(sheet.hidden_rows),
        hidden_columns=hidden_columns(xml.frame.head),
        struck_cells=sheet.struck,
    )


def _typed(sheet: PlainSheet, sparklines: Iterable[Box]) -> list[list[Any]]:
    """Return what is typed; a sparkline fills its cell as a formula does."""
    texts = {(box.top, box.left): "=" for box in sparklines}
    texts |= {place: f"={formula.text}" for place, formula in sheet.formulas.items()}
    if not texts:
        return sheet.rows
    return with_cells(sheet.rows, texts)
