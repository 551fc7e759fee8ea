"""Without NumPy a click writes into a workbook what the command writes; formats may be listed in another order."""

import re
import zipfile
from pathlib import Path

import pytest
from support import rich_books
from support.open_sheets import seen_of
from support.parts import parts as parts_of
from support.parts import with_formats

from xlpoker.addresses import Box
from xlpoker.errors import BookError
from xlpoker.scoring.open_sheet import run
from xlpoker.scoring.seen import Kind
from xlpoker.workbook.jobs import score
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.part_edits import drawings_of
from xlpoker.workbook.xlsx.plain_splice import splice

WORKBOOKS = Path(__file__).parents[1] / "workbooks"
BOOKS = [
    *sorted(WORKBOOKS.glob("layouts/*.xlsx")),
    WORKBOOKS / "holdem.xlsx",
    WORKBOOKS / "euler54.xlsx",
]
ONE_TABLE = [path for path in BOOKS if path.name != "two-tables.xlsx"]


def spliced(path, output):
    """Click on the first sheet of a workbook, and write the reply; return the click's reply."""
    with Package(path) as package:
        part = package.sheets[0]
        drawings = drawings_of(package, part.part)
        seen = seen_of(path, drawings=drawings)
        reply = run("score", seen)
        assert reply.kind is Kind.GOOD, reply.text
        splice(package, package.sheet(seen.sheet), seen, reply, output)
    return reply


def with_sheet(path, old, new):
    """Change the part of the first sheet of a workbook; each match of a pattern is replaced."""
    parts = parts_of(path)
    name = "xl/worksheets/sheet1.xml"
    parts[name], count = re.subn(old, new, parts[name])
    assert count
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, content in parts.items():
            archive.writestr(part, content)


def check(path, tmp_path):
    """Compare the parts of a clicked workbook with those of a scored one, and once more on top."""
    for turn in ("first", "again"):
        expected = tmp_path / f"{turn}.expected{path.suffix}"
        clicked = tmp_path / f"{turn}.clicked{path.suffix}"
        score(path, output=expected)
        spliced(path, clicked)
        clicked_parts, expected_parts = parts_of(clicked), parts_of(expected)
        assert list(clicked_parts) == list(expected_parts)
        assert with_formats(clicked_parts) == with_formats(expected_parts)
        path = expected


@pytest.mark.sampled(5)
@pytest.mark.parametrize("path", ONE_TABLE, ids=lambda path: path.name)
def test_workbooks(path, tmp_path):
    """The workbooks of this repository: gaps, labels, bad rows, boards."""
    check(path, tmp_path)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*not supported", "ignore:.*support is incomplete")
@pytest.mark.parametrize("name", rich_books.BOOKS)
def test_everything_else_is_copied(name, tmp_path):
    """Charts, pictures, macros, pivot tables, comments, validations, formats, links, tables."""
    build, ending = rich_books.BOOKS[name]
    path = tmp_path / f"book{ending}"
    build(path)
    check(path, tmp_path)


STYLES = {
    "style of a row": (rb'<row r="9"', b'<row r="9" s="1" customFormat="1"'),
    "style of columns": (
        rb"<sheetData>",
        b'<cols><col min="11" max="16" style="1"/></cols><sheetData>',
    ),
    "style of the titles": (rb'<c r="J1" s="1"', b'<c r="J1" s="0"'),
    "format of a title": (rb'(<row r="1".*?)</row>', rb'\1<c r="M1" s="0"/></row>'),
    "formatted cells": (
        rb"(<row r=\"2\".*?)</row>",
        rb'\1<c r="L2" s="1"/><c r="Z2" s="1"/></row>',
    ),
    "cells of the user's": (rb"(<row r=\"2\".*?)</row>", rb'\1<c r="Q2"><v>5</v></c></row>'),
    "rows without cells": (rb"</sheetData>", b'<row r="33"/><row r="36" ht="30"/></sheetData>'),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", STYLES)
def test_looks(name, tmp_path):
    """New cells have the style of their row, of their column, or of the cell in whose place they are."""
    path = rich_books.hands_book(tmp_path / "book.xlsx", rich_books.looks)
    with_sheet(path, *STYLES[name])
    check(path, tmp_path)


def test_a_row_below_earlier_results(tmp_path):
    """Cells that are formatted below results keep their formats, whatever these align."""
    path = rich_books.hands_book(tmp_path / "book.xlsx")
    score(path, in_place=True)
    cards = "5H 5C 6S 7S XX 2C 3S 8S 8D TD".split()
    cells = [
        f'<c r="{column}32" t="inlineStr"><is><t>{card}</t></is></c>'
        for column, card in zip("ABCDEFGHIJ", cards, strict=True)
    ]
    formatted = '<c r="L32" s="1"/><c r="M32" s="1" t="n" />'
    row = f'<row r="32">{"".join(cells)}{formatted}</row></sheetData>'
    with_sheet(path, rb"</sheetData>", row.encode())
    check(path, tmp_path)


ODD = {
    "comment": (rb'<row r="3"', b'<!-- <row r="7"> --><row r="3"'),
    "CDATA": (rb"</sheetData>", b"<![CDATA[ ]]></sheetData>"),
    "rows that go back": (rb'<row r="3"', b'<row r="1"'),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ODD)
def test_what_cannot_be_told_apart_is_refused(name, tmp_path):
    """A sentence, and no file."""
    path = rich_books.hands_book(tmp_path / "book.xlsx")
    seen = seen_of(path)
    reply = run("score", seen)
    with_sheet(path, *ODD[name])
    output = tmp_path / "output.xlsx"
    with Package(path) as package, pytest.raises(BookError, match="written in an unusual way"):
        splice(package, package.sheets[0], seen, reply, output)
    assert not output.exists()


def test_cells_without_addresses(tmp_path):
    """Some programs number neither rows nor cells."""
    path = rich_books.hands_book(tmp_path / "book.xlsx")
    expected = tmp_path / "expected.xlsx"
    score(path, output=expected)
    with_sheet(path, rb' r="[A-Z]*\d+"', b"")
    output = tmp_path / "output.xlsx"
    reply = spliced(path, output)
    assert reply.columns[0].box == Box(0, 10, 30, 10)
    new_cell = rb'<c r="[K-P]\d+".*?</c>'
    sheet = "xl/worksheets/sheet1.xml"
    new_cells = re.findall(new_cell, parts_of(output)[sheet])
    assert new_cells == re.findall(new_cell, parts_of(expected)[sheet])
    assert len(new_cells) == 31 * 5
