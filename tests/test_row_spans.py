"""Rows that were read once are not read again, cell for cell, to put new cells behind them."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from benchmarks.workbook import SHEET, make
from xlpoker.addresses import a1
from xlpoker.workbook.jobs import Writing, score
from xlpoker.workbook.xlsx import sheet_xml, source
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
        pytest.param(' t="s"', ' s="0" t="s"', id="formats everywhere"),
        pytest.param('2" t="s"', '2" s="0" t="s"', id="formats that take turns"),
        pytest.param('B1999" t="s">', 'B1999" s="0" t="s"><f>A1</f>', id="a formula with a format"),
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


def _prefixed(piece: str) -> str:
    """Return a piece of a sheet whose tags have a prefix."""
    return re.sub("<(/?)", r"<\1x:", piece).replace(" xmlns=", " xmlns:x=")


@pytest.mark.slow
def test_a_sheet_whose_tags_have_a_prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is written as one that Expat has read, and like one without a prefix."""
    plain, prefixed = tmp_path / "plain.xlsx", tmp_path / "prefixed.xlsx"
    make(plain, ROWS)
    make(prefixed, ROWS, _prefixed)
    written = _scored(prefixed, "quick.xlsx")
    assert re.sub(b"<(/?)x:", rb"<\1", written) == _scored(plain, "out.xlsx").replace(
        b" xmlns=", b" xmlns:x="
    )
    monkeypatch.setattr(source, "without_prefix", lambda *_: None)
    assert _scored(prefixed, "general.xlsx") == written


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(
            b'<row r="5"><c r="A5" s="3"><f>B5</f></c></row>', id="a formula without a value"
        ),
        pytest.param(b'<row r="5"></row><row r="7"></row>', id="a gap"),
        pytest.param(b'<row r="5"/>', id="an empty element"),
        pytest.param(b'<row r="5"></row><row r="6"></row >', id="another closing tag"),
    ],
)
def test_unusual_blocks_have_no_spans(block: bytes) -> None:
    cells = scan_block(block)
    assert cells is not None
    assert RowSpans.of(cells) is None


@pytest.mark.parametrize(
    ("block", "fields"),
    [
        pytest.param(
            b'<row r="9"><c r="B9"><v>1</v></c></row><row r="10"></row>',
            ["numbers", "starts", "ends"],
            id="without formats",
        ),
        pytest.param(
            b'<row r="9"><c r="A9"/><c r="B9" s="3"><v>1</v></c></row>'
            b'<row r="10"></row><row r="11"><c r="C11" s="7" t="s"><v>2</v></c></row>',
            ["numbers", "starts", "ends", "row", "column", "style", "kind", "occupied"],
            id="with formats",
        ),
    ],
)
def test_spans_give_the_rows_of_the_block_again(block: bytes, fields: list[str]) -> None:
    cells = scan_block(block)
    assert cells is not None
    spans = RowSpans.of(cells)
    assert spans is not None
    rows = spans.rows(block)
    assert spans.last_column == cells.column.max()
    for field in fields:
        assert getattr(rows, field).tolist() == getattr(cells, field).tolist()


def test_more_different_rows_than_are_kept_are_read_again() -> None:
    cells = [f'<c r="{a1(row, row)}" s="3"/>' for row in range(257)]
    rows = [f'<row r="{row}">{cell}</row>'.encode() for row, cell in enumerate(cells, start=1)]
    whole, without_the_last = scan_block(b"".join(rows)), scan_block(b"".join(rows[:-1]))
    assert whole is not None
    assert without_the_last is not None
    assert RowSpans.of(whole) is None
    assert RowSpans.of(without_the_last) is not None
