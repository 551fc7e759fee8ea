"""One sheet, every door: workbook, text, .ods, Parquet and DataFrame are read alike.

The sheets are those that ``docs/sheets.md`` draws.
"""

from __future__ import annotations

import csv
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pandas as pd
import pytest
from support.books import book
from support.drawings import rows_of

import xlpoker.frames  # noqa: F401 - the accessor
from xlpoker.workbook.jobs import wins

PAGE = (Path(__file__).parents[2] / "docs" / "sheets.md").read_text(encoding="utf-8")
DRAWINGS = [block for block in re.findall(r"```\n(.*?)```", PAGE, re.DOTALL) if "\n-> " in block]
SHAPES = [
    pytest.param(block, id=f"shape {number}") for number, block in enumerate(DRAWINGS, start=1)
]
ONE_COLUMN = "shape 7"
"""A text of one column is lines, which are split at blanks."""

CONTENT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2">'
    '<office:body><office:spreadsheet><table:table table:name="Sheet">{}</table:table>'
    "</office:spreadsheet></office:body></office:document-content>"
)
MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" '
    'manifest:version="1.2"><manifest:file-entry manifest:full-path="/" '
    'manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>'
)

Rows = list[list[Any]]


def workbook(folder: Path, rows: Rows) -> Path:
    """Write an .xlsx."""
    return book(folder / "a.xlsx", rows, sheet="Sheet", labels=None)


def comma_separated(folder: Path, rows: Rows) -> Path:
    """Write a .csv, in which all cells are text."""
    with (folder / "a.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return folder / "a.csv"


def tab_separated(folder: Path, rows: Rows) -> Path:
    """Write a text with tabs."""
    lines = ["\t".join("" if cell is None else str(cell) for cell in row) for row in rows]
    (folder / "a.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder / "a.txt"


def open_document(folder: Path, rows: Rows) -> Path:
    """Write an .ods."""
    lines = [f"<table:table-row>{''.join(map(_cell, row))}</table:table-row>" for row in rows]
    with zipfile.ZipFile(folder / "a.ods", "w") as file:
        file.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        file.writestr("META-INF/manifest.xml", MANIFEST)
        file.writestr("content.xml", CONTENT.format("".join(lines)))
    return folder / "a.ods"


def _cell(value: Any) -> str:
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, int):
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
    text = escape(value)
    return (
        f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'
    )


def parquet(folder: Path, rows: Rows) -> Path:
    """Write the DataFrame as a Parquet file."""
    frame(folder, rows).to_parquet(folder / "a.parquet")
    return folder / "a.parquet"


def frame(folder: Path, rows: Rows) -> pd.DataFrame:
    """Return what pandas makes of the text: blank headings are *Unnamed*, others numbered."""
    header = 0 if is_headed(rows) else None
    return pd.read_csv(comma_separated(folder, rows), header=header).rename(columns=str)


def is_headed(rows: Rows) -> bool:
    """Tell whether headings stand above the hands; none of the shapes begins with a card then."""
    return str(rows[0][0])[:2] != "5H"


def sheet(block: str) -> tuple[Rows, str]:
    """Return the rows of a drawing, all of one width, and the line that is printed."""
    drawing, _, line = block.partition("-> ")
    rows = rows_of(drawing)
    width = max(map(len, rows))
    return [[*row, *[None] * (width - len(row))] for row in rows], line.strip()


FILES: dict[str, Callable[[Path, Rows], Path]] = {
    "xlsx": workbook,
    "csv": comma_separated,
    "txt": tab_separated,
    "ods": open_document,
    "parquet": parquet,
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("door", FILES)
@pytest.mark.parametrize("block", SHAPES)
def test_files(tmp_path: Path, door: str, block: str, request: pytest.FixtureRequest) -> None:
    """Each file has the line of the page, behind the sheet's name if it has sheets."""
    rows, line = sheet(block)
    if door in ("csv", "txt") and ONE_COLUMN in request.node.name:
        line = "1-2: five-card; Player 1 A:E, Player 2 F:J"
    if door == "parquet" and not is_headed(rows):
        line = line.replace("1-2", "2-3")  # row 1 are the names of the columns
    assert wins(FILES[door](tmp_path, rows)).read.removeprefix("Sheet ") == line


@pytest.mark.sampled(3)
@pytest.mark.parametrize("block", SHAPES)
def test_data_frames(tmp_path: Path, block: str) -> None:
    """A DataFrame has the counts of the workbook."""
    rows, _ = sheet(block)
    counts = wins(workbook(tmp_path, rows)).as_dict()
    counted = frame(tmp_path, rows).poker.wins().to_dict()
    assert counted.items() <= counts.items()
    assert counted["rows"] == counts["rows"]
