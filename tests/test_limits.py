"""Files out of proportion, or that do not go on as they began: read right in little memory, or refused in one line."""

import json
import os
import re
import sys
from contextlib import closing

import openpyxl
import pyarrow as pa
import pytest
from pyarrow import parquet
from support.blocks import blocks, sheets_as_a_whole, ways_of_sheets
from support.books import GOOD, LABELS, ONE, TWO
from support.books import book as rows_book
from support.hostile_books import DEALS, book, parts_that_list_sheets, row, sheet
from support.samples import each_nth

from xlpoker.errors import BookError
from xlpoker.workbook import parquet as streams
from xlpoker.workbook import text_files as grid
from xlpoker.workbook.jobs import score, wins
from xlpoker.workbook.read import read_grids
from xlpoker.workbook.xlsx import sheet_xml

pytestmark = pytest.mark.filterwarnings("ignore:Workbook contains no default style")
LONG = "x" * 100_000
SUITED = ["6H", "7H", "8H", "9H"]
ROWS = "".join(row(number, DEALS[number % 2]) for number in range(1, 301))
CARDS = "<c r='L150' t='inlineStr'><is><t><![CDATA[</row></sheetData><row r='5'>]]></t></is></c>"
COLUMNS = '<!-- <sheetData><cols> --><cols><col min="1" max="1" width="9"/></cols>'
HIDDEN = {
    "comment-in-the-head": ROWS,
    "comment-with-row": ROWS.replace(
        '<row r="150">', '<!-- <row r="9"><c/></row> --><row r="150">'
    ),
    "comment-with-end": ROWS.replace('<row r="150">', '<row r="150"><!-- </sheetData> -->'),
    "instruction": ROWS.replace(
        '<row r="150">', '<?pi <row r="7"></row></sheetData>?><row r="150">'
    ),
    "text-of-tags": ROWS.replace('</row><row r="151">', CARDS + '</row><row r="151">'),
    "no-character": ROWS.replace(
        'r="A150" t="inlineStr"><is><t>', 'r="A150" t="inlineStr"><is><t>\1'
    ),
    "comment-behind-rows": ROWS + "<!-- </row></sheetData> -->",
    "comment": ROWS.replace('<row r="150">', '<!-- a note --><row r="150">'),
    "style-endless": ROWS.replace('r="A150"', f'r="A150" s="{1 << 64}"'),
}
READ = {
    "comment-with-row",
    "comment-with-end",
    "instruction",
    "text-of-tags",
    "comment",
    "style-endless",
}
REFUSED = HIDDEN.keys() - READ


def written_rows(path):
    """Return the cells of a book's sheet as openpyxl reads them, eleven columns wide."""
    return [
        [cell.value for cell in cells[:11]]
        for cells in openpyxl.load_workbook(path).active.iter_rows()
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("piece", each_nth([3000, 8000, 1 << 20], 2))
def test_what_looks_like_tags(tmp_path, name, piece):
    """The rows are counted and scored while they stream, and every cell is in the output; else the book is refused."""
    part = sheet(HIDDEN[name]).replace(
        "<sheetData>", f"{COLUMNS * (name == 'comment-in-the-head')}<sheetData>"
    )
    path, output = book(tmp_path / "a.xlsx", part), tmp_path / "out.xlsx"
    if name in REFUSED:
        for job in (wins, score):
            with (
                blocks(first=40, piece=piece),
                pytest.raises(BookError, match=r"a\.xlsx is damaged: .* near row \d+$"),
            ):
                job(path)
        assert os.listdir(tmp_path) == ["a.xlsx"]
        return
    with blocks(first=40, piece=piece):
        counts = [wins(path), score(path, output=output)]
    assert [(one.rows, one.players, one.errors) for one in counts] == [(300, [150, 150], [])] * 2
    if name != "style-endless":  # openpyxl knows no such number
        assert [cells[:10] for cells in written_rows(output)] == [
            cells[:10] for cells in written_rows(path)
        ]


def repeated(path, rows, *texts):
    """Write a Parquet file whose columns hold one text each, stored once, in every row but the first ten."""
    columns = []
    for text in texts:
        there = [text, "5H"] if text == LONG and len(texts) == len(SUITED) + 1 else [text]
        indices = pa.array([len(there) - 1] * 10 + [0] * (rows - 10), pa.int32())
        columns.append(pa.DictionaryArray.from_arrays(indices, pa.array(there)))
    parquet.write_table(
        pa.table(columns, ["note" if n > 5 else f"c{n}" for n in range(1, len(texts) + 1)]),
        path,
        store_schema=False,
    )
    return path


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="peak memory is read from /proc")
@pytest.mark.parametrize(
    ("cards", "bad"),
    [((*SUITED, "TH", LONG), 0), ((*SUITED, LONG), 19_990)],
    ids=["beside", "among-the-cards"],
)
def test_a_text_that_is_stored_once(tmp_path, forks, cards, bad):
    """Two gigabytes of one text are never in memory; the columns come out as they were."""
    path = repeated(tmp_path / "a.parquet", 20_000, *cards)
    ended = forks.run("score", path, "--json")
    assert (ended.code, "Traceback" in ended.err) == (0, False)
    assert 0 < ended.memory < 400 << 20
    assert (json.loads(ended.out)["rows"], json.loads(ended.out)["bad"]) == (20_000, bad)
    before, after = parquet.read_schema(path), parquet.read_schema(tmp_path / "a.scored.parquet")
    assert [after.field(name) for name in before.names] == list(before)
    assert str(after.field("hand").type).startswith("dictionary")


def test_days_beyond_those_of_python(tmp_path):
    """A day of the year 29349 beside the cards is nobody's business, and comes out as it was."""
    day = pa.array([10**7] * 3, pa.int32()).cast(pa.date32())
    moment = pa.array([2**62] * 3, pa.int64()).cast(pa.timestamp("us"))
    columns = [*(pa.array([card] * 3) for card in [*SUITED, "TH"]), day, moment]
    parquet.write_table(
        pa.table(columns, ["c1", "c2", "c3", "c4", "c5", "day", "moment"]), tmp_path / "a.parquet"
    )
    assert score(tmp_path / "a.parquet").rows == 3
    assert parquet.read_table(tmp_path / "a.scored.parquet").column("day").chunk(0).equals(day)
    assert len(read_grids(tmp_path / "a.parquet")[0].rows) == 4


def test_rows_of_many_bytes_are_read_fewer_at_a_time(tmp_path):
    """A batch has as many rows as fit into its bytes, at least one."""
    texts = pa.array([f"{number:09}" * 1000 for number in range(1000)])
    parquet.write_table(pa.table({"a": texts}), tmp_path / "a.parquet", use_dictionary=False)
    with closing(streams.ParquetSource(tmp_path / "a.parquet")) as source:
        assert streams.BATCH_BYTES // 10_000 < source.batch_rows < streams.BATCH_BYTES // 8000


def test_a_line_without_end(tmp_path, monkeypatch):
    """It is refused before it is in memory, where the file begins and further on."""
    monkeypatch.setattr(grid, "LINE_LETTERS", 1000)
    path = tmp_path / "a.csv"
    deals = "5H,5C,6S,7S,KD\n" * 300_000
    for text in ("5H," * 2_000_000, deals + '"' + "x" * 3_000_000):
        path.write_text(text)
        with pytest.raises(BookError, match=r"a\.csv cannot be read: a line of more than"):
            wins(path)


def test_a_text_file_that_is_no_worksheet(tmp_path, monkeypatch):
    """A file that must be read as a whole, such as for a new workbook, is refused by its bytes, and by its lines."""
    path = tmp_path / "a.csv"
    path.write_text("5H,5C,6S,7S,KD\n" * 30 + "\n" * 9 + "notes\n" * 70)
    monkeypatch.setattr(grid, "MOST_LINES", 99)
    with (
        blocks(first=50),
        pytest.raises(BookError, match=r"too large to be read as a whole: more than 99 lines"),
    ):
        score(path)
    monkeypatch.setattr(grid, "MOST_TEXT", 500)
    with (
        blocks(first=50),
        pytest.raises(BookError, match=r"a\.csv is too large to be read as a whole, 0 MB; cut it"),
    ):
        score(path)


@pytest.mark.parametrize("count", [6000, 40])
def test_sheets_that_are_one_part(tmp_path, count):
    """A workbook that lists one part as many sheets is refused before the part is read."""
    path = book(
        tmp_path / "a.xlsx",
        sheet(ROWS),
        changed=parts_that_list_sheets(*["worksheets/sheet1.xml"] * count),
    )
    with pytest.raises(BookError, match=f"it lists {count:,} sheets"):
        wins(path)


def whole(path):
    """Count a sheet that is read as a whole."""
    with sheets_as_a_whole():
        return wins(path)


GOES_ON = {
    "two-blocks": ([*GOOD * 5, *[[None] * 10] * 9, *GOOD], LABELS),
    "labels-among-the-rows": (
        [*GOOD * 5, ["Player 1", None, None, None, None, "Player 2"], *GOOD],
        LABELS,
    ),
    "notes-below": ([*GOOD * 10, [None] * 10, ["Played at Ann's"], ["5H was the card"]], LABELS),
}


@pytest.mark.parametrize(("rows", "labels"), GOES_ON.values(), ids=GOES_ON)
def test_rows_of_text_are_read_on(tmp_path, streamed, rows, labels):
    """What stands between the rows with hands is no reason to read a sheet as a whole, and is said."""
    path = rows_book(tmp_path / "a.xlsx", rows, labels=labels)

    def counted(work):
        found = work(path)
        return found.rows, found.players, [str(error) for error in found.errors]

    expected = counted(whole)
    streamed.clear()
    assert counted(wins) == expected
    assert streamed == [True]


def test_another_player_later(tmp_path, streamed):
    """Cards in columns that were blank in the first rows are not read; the line says where they begin."""
    rows = [*GOOD * 2, *[[*ONE, *TWO, *"AH KH QH JH TH".split()]] * 20]
    counts = wins(rows_book(tmp_path / "a.xlsx", rows))
    assert (counts.rows, len(counts.players), streamed) == (26, 2, [True])
    assert "; ".join(f"cards in {column} begin only in row 8" for column in "KLMNO") in counts.read
    assert "not read: K (from row 8 on, first 'AH'), L (from row 8 on, first 'KH')" in counts.read


def test_merged_cells_among_the_hands_are_read_as_a_whole(tmp_path, streamed):
    """A merged area counts for its first cell, which the stream cannot know in time."""
    path = rows_book(tmp_path / "a.xlsx", GOOD * 10)
    made = openpyxl.load_workbook(path)
    made.active.merge_cells("C20:D20")
    made.save(path)
    assert [str(error) for error in wins(path).errors] == ["Sheet1!D20: a card is missing"]
    assert streamed == [False]


def test_progress_of_a_stream(tmp_path, streamed):
    """A bar is told of the bytes that are read."""
    told = []
    wins(rows_book(tmp_path / "a.xlsx", GOOD * 40), progress=lambda *counts: told.append(counts))
    assert (streamed, len(told) > 3, told) == ([True], True, sorted(told))
    assert told[-1][0] > 0.9 * told[-1][1]


@pytest.mark.parametrize("prefix", ["", "x:"], ids=["plain", "prefixed"])
def test_rows_without_cells(tmp_path, monkeypatch, prefix):
    """Rows that have only a height, as below a formatted sheet, are rows: together they may be longer than one."""
    empty_rows = [f'<row r="{number}" ht="15" customHeight="1"/>' for number in range(301, 3001)]
    part = sheet(ROWS + "".join(empty_rows) + row(3001, DEALS[0]))
    if prefix:
        part = re.sub("<(/?)", r"<\1x:", part).replace(" xmlns=", " xmlns:x=")
    path, output = book(tmp_path / "a.xlsx", part), tmp_path / "out.xlsx"
    monkeypatch.setattr(sheet_xml, "ROW_BYTES", 1 << 14)
    with blocks(piece=1 << 11, first=40), ways_of_sheets() as ways:
        counts = [wins(path), score(path, output=output)]
    assert [(one.rows, one.players) for one in counts] == [(301, [150, 151])] * 2
    assert ways == [True, True]
    assert [cells[:10] for cells in written_rows(output)] == [
        cells[:10] for cells in written_rows(path)
    ]
