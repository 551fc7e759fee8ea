"""Sheets that stream: what a part says of itself, and what stands in its comments, misleads nobody."""

import fuzz_books
import openpyxl
import pytest
from hostile_books import DEALS, book, row, sheet

from xlpoker.workbook.job import score, wins
from xlpoker.workbook.sheets import sheet_stream

pytestmark = pytest.mark.filterwarnings("ignore:Workbook contains no default style")
ROWS = "".join(row(number, DEALS[number % 2]) for number in range(1, 301))
CARDS = "<c r='L150' t='inlineStr'><is><t><![CDATA[</row></sheetData><row r='5'>]]></t></is></c>"
HIDDEN = {
    "comment-with-row": ROWS.replace('<row r="150">', '<!-- <row r="9"><c/></row> --><row r="150">'),
    "comment-with-end": ROWS.replace('<row r="150">', '<row r="150"><!-- </sheetData> -->'),
    "instruction": ROWS.replace('<row r="150">', '<?pi <row r="7"></row></sheetData>?><row r="150">'),
    "text-of-tags": ROWS.replace('</row><row r="151">', CARDS + '</row><row r="151">'),
    "comment-behind-rows": ROWS + "<!-- </row></sheetData> -->",
    "style-endless": ROWS.replace('r="A150"', f'r="A150" s="{1 << 64}"'),
}


def written_rows(path):
    """Return the cells of a book's sheet as openpyxl reads them, eleven columns wide."""
    return [[cell.value for cell in cells[:11]] for cells in openpyxl.load_workbook(path).active.iter_rows()]


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("piece", [3000, 8000, 1 << 20])
def test_what_looks_like_tags(tmp_path, monkeypatch, name, piece):
    """The rows are counted and scored while they stream, and every cell is in the output."""
    path, output = book(tmp_path / "a.xlsx", sheet(HIDDEN[name])), tmp_path / "out.xlsx"
    with fuzz_books.streaming():
        monkeypatch.setattr(sheet_stream, "PIECE", piece)
        counts = [wins(path), score(path, output=output)]
    assert [(one.rows, one.players, one.errors) for one in counts] == [(300, [150, 150], [])] * 2
    if name != "style-endless":  # openpyxl knows no such number
        assert [cells[:10] for cells in written_rows(output)] == [cells[:10] for cells in written_rows(path)]


def test_tags_in_the_head_of_a_sheet(tmp_path):
    """A comment that seems to begin the columns, or the rows, stands in front of neither."""
    head = '<!-- <sheetData><cols> --><cols><col min="1" max="1" width="9"/></cols><sheetData>'
    path = book(tmp_path / "a.xlsx", sheet(ROWS).replace("<sheetData>", head))
    counts = score(path, in_place=True)
    assert (counts.rows, counts.players) == (300, [150, 150])
    assert openpyxl.load_workbook(path).active.column_dimensions["A"].width == 9
