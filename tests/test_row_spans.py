"""Rows that were read once are not read again, cell for cell, to put new cells behind them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from benchmarks.workbook import SHEET, make
from xlpoker.workbook.jobs import Writing, score
from xlpoker.workbook.xlsx import sheet_xml
from xlpoker.workbook.xlsx.row_spans import RowSpans
from xlpoker.workbook.xlsx.tokens import scan_block

ROWS = 1_800


def _scored(book: Path, name: str) -> bytes:
    output = book.with_name(name)
    score(book, output=output, writing=Writing(columns="value,winner"))
    with zipfile.ZipFile(output) as archive:
        return archive.read(SHEET)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("", "", id="plain rows"),
        pytest.param('<c r="A9" t="s">', '<c r="A9" s="0" t="s">', id="a cell with a format"),
        pytest.param("</row>", "</row>\n", id="a line for each row"),
        pytest.param('<row r="1600" ', '<row r="1600" hidden="1" ', id="a hidden row"),
        pytest.param(
            '<row r="1590" spans="1:10">',
            '<row r="1590" spans="1:10" s="0" customFormat="1">',
            id="a row with a format",
        ),
        pytest.param('<row r="1750"', '<!-- here --><row r="1750"', id="a comment between rows"),
    ],
)
def test_a_sheet_in_pieces_is_written_as_a_sheet_in_memory(
    old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path / "book.xlsx"
    make(book, ROWS, lambda piece: piece.replace(old, new) if old else piece)
    in_memory = _scored(book, "memory.xlsx")
    monkeypatch.setattr(sheet_xml, "HELD", 0)
    monkeypatch.setattr(sheet_xml, "PIECE", 1 << 16)
    assert _scored(book, "pieces.xlsx") == in_memory


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(b'<row r="5"><c r="A5" s="3"/></row>', id="a format"),
        pytest.param(b'<row r="5"></row><row r="7"></row>', id="a gap"),
        pytest.param(b'<row r="5"/>', id="an empty element"),
        pytest.param(b'<row r="5"></row><row r="6"></row >', id="another closing tag"),
    ],
)
def test_unusual_blocks_have_no_spans(block: bytes) -> None:
    cells = scan_block(block)
    assert cells is not None
    assert RowSpans.of(cells) is None


def test_spans_give_the_rows_of_the_block_again() -> None:
    block = b'<row r="9"><c r="B9"><v>1</v></c></row><row r="10"></row>'
    cells = scan_block(block)
    assert cells is not None
    spans = RowSpans.of(cells)
    assert spans is not None
    rows = spans.rows(block)
    assert spans.last_column == 1
    assert rows.numbers.tolist() == cells.numbers.tolist()
    assert rows.starts.tolist() == cells.starts.tolist()
    assert rows.ends.tolist() == cells.ends.tolist()
