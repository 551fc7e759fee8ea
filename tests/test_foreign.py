"""Books that are read but not written: .xls, .xlsb, .ods through python-calamine; Parquet files."""

import datetime as dt
import importlib.util
import random
import shutil
import zipfile
from pathlib import Path

import openpyxl
import pyarrow as pa
import pytest
from pyarrow import parquet
from support.binary_books import BEGIN_SHEET, END_DATA, END_SHEET, record, sheet_part, write_xlsb
from support.books import ONE, TWO, cells
from support.cases import cases
from support.hostile_books import open_document, repeated
from support.parts import parts, zipped
from support.refused import refused

from xlpoker.errors import BookError
from xlpoker.files import is_workbook
from xlpoker.workbook import foreign
from xlpoker.workbook.imports import import_text
from xlpoker.workbook.jobs import score, wins
from xlpoker.workbook.read import read_grids

BOOKS = Path(__file__).parent / "workbooks"
FAR = "its cells lie too far apart to be read, or hold too much; move them together, or save it as .xlsx"


def spread(rows):
    """Return rows as {(row, column): value}."""
    return {
        (r, c): value
        for r, row in enumerate(rows)
        for c, value in enumerate(row)
        if value is not None
    }


def xlsb(folder):
    """Write the sheet of hands and the hidden one of ``formats.xlsx`` as .xlsb."""
    hands = read_grids(BOOKS / "formats.xlsx", "Friday night")[0].rows
    secret = read_grids(BOOKS / "formats.xlsx", "Secret")[0].rows
    return write_xlsb(
        folder / "formats.xlsb",
        {
            "Friday night": spread(hands),
            "Kinds": {},
            ("Secret", "hidden"): spread(secret),
            "Empty": {},
        },
    )


@pytest.fixture(params=["xls", "ods", "xlsb"])
def path(request, tmp_path):
    """Return the same workbook in each format."""
    if request.param == "xlsb":
        return xlsb(tmp_path)
    return Path(shutil.copy(BOOKS / f"formats.{request.param}", tmp_path))


def test_the_same_cells_in_every_format(path):
    """Rows and columns keep their places, blank ones before the hands count."""
    grid, *others = read_grids(path)
    assert grid == read_grids(BOOKS / "formats.xlsx")[0]
    assert [other.sheet for other in others] == ["Kinds", "Empty"]
    assert is_workbook(path) is False


def test_hidden_sheets_only_when_named(path):
    """A hidden sheet is not searched; named, in any case, it is read."""
    assert [(grid.sheet, grid.rows) for grid in read_grids(path, "SECRET")] == [("Secret", [ONE])]
    with refused(
        BookError, f"{path.name} has no sheet 'Freitag night'; did you mean 'Friday night'?"
    ):
        read_grids(path, "Freitag night")


@pytest.mark.parametrize(
    ("name", "truth"), [("formats.xls", True), ("formats.ods", 1)], ids=["xls", "ods"]
)
def test_values_of_every_kind(name, truth):
    """Numbers, dates, truth values (1 in OpenDocument), the value of a formula and the anchor of merged cells."""
    (grid,) = read_grids(BOOKS / name, "Kinds")
    assert grid.rows == [
        *([],) * 3,
        [None, None, "Ten of Hearts ♥"],
        [None, None, None, 5, 5.5, truth],
        [None, None, dt.datetime(2009, 6, 8, 12), dt.time(12, 30), dt.datetime(2009, 6, 8)],
        [None] * 5 + [2],
        [None, None, "7D"],
    ]
    assert [type(value) for value in grid.rows[4][3:]] == [int, float, type(truth)]


@pytest.mark.sampled(3)
def test_scoring_writes_a_book_of_its_own(path):
    """The results go to BOOK.scored.xlsx, beside the values of that sheet; the book stays as it is, and that is said."""
    before = path.read_bytes()
    counts = score(path)
    assert (counts.output, counts.rows) == (str(path.with_name("formats.scored.xlsx")), 40)
    assert counts.warnings == [
        "formats.scored.xlsx holds the values of 'Friday night' alone, without formats"
    ]
    assert path.read_bytes() == before
    rows = cells(path.with_name("formats.scored.xlsx"))
    shutil.copy(BOOKS / "formats.xlsx", path.with_suffix(".xlsx"))
    score(path.with_suffix(".xlsx"), output=path.with_name("b.xlsx"), sheet="Friday night")
    assert rows == cells(path.with_name("b.xlsx"), "Friday night")
    assert openpyxl.load_workbook(path.with_name("formats.scored.xlsx")).sheetnames == [
        "Friday night"
    ]


REFUSED = {
    "in-place": (
        lambda path: score(path, in_place=True),
        "is {kind} and cannot be scored in place; leave --in-place out",
    ),
    "import": (lambda path: import_text(path, path.with_name("b.xlsx")), "is {kind} already"),
}
KINDS = {
    ".xls": "an old .xls workbook",
    ".ods": "an OpenDocument workbook",
    ".xlsb": "an .xlsb workbook",
}


@pytest.mark.parametrize(("job", "message"), REFUSED.values(), ids=REFUSED)
def test_what_these_formats_cannot_do(path, job, message):
    """They are not written into, and need no import."""
    with refused(BookError, f"{path.name} {message.format(kind=KINDS[path.suffix])}"):
        job(path)


SHEET_1, END = "xl/worksheets/sheet1.bin", record(END_DATA) + record(END_SHEET)
FULL_XLS = pytest.param("far_cells.xls", marks=pytest.mark.slow)  # as many cells as the format has


@pytest.mark.parametrize(
    "name", [FULL_XLS, "far_cells.ods", "far.xlsb", "cut.xlsb", "short.xlsb", "full.ods"]
)
def test_far_cells_end_in_a_message(tmp_path, monkeypatch, name):
    """Two cells in opposite corners would be gigabytes of blanks: refused before any memory is asked for."""
    path = BOOKS / name
    if name == "full.ods":
        monkeypatch.setattr(foreign, "MOST_CELLS", 1 << 12)
        repeated(path := tmp_path / name, 1 << 8, 1 << 4)
    if name.endswith("b"):
        path = write_xlsb(
            tmp_path / name, {"One": {(0, 0): "5H", (1_048_575, 16_383): "6H", (1 << 21, 0): "7H"}}
        )
    if name == "cut.xlsb":  # behind a row that there cannot be, where python-calamine stops
        path.write_bytes(zipped(parts(path) | {SHEET_1: parts(path)[SHEET_1][:-8]}))
    if name == "short.xlsb":  # a cell whose column stands in the record before
        far = record(53, b"\xff\xff\xff\x7f" + bytes(12)) + record(4)
        path.write_bytes(
            zipped(parts(path) | {SHEET_1: sheet_part({(9, 0): "5H"}).replace(END, far + END)})
        )
    with refused(BookError, f"{name}: {FAR}"):
        read_grids(path)


PASSED_OVER = "which python-calamine passes over; save it as .xlsx in a program that opens it"


@pytest.mark.parametrize("form", ["short", "rich"])
@pytest.mark.parametrize("blank", [None, 5], ids=["side-by-side", "blank-between"])
def test_columns_that_are_passed_over(tmp_path, form, blank):
    """Cells in the column after the one before, as SheetJS writes .xlsb, come out as the first column: refused, not counted."""
    rows = [ONE + TWO, TWO + ONE] if blank is None else [[*ONE, None, *TWO], [*TWO, None, *ONE]]
    path = write_xlsb(tmp_path / "a.xlsb", {"One": spread(rows)}, form=form)
    if blank:  # among the parts before the sheet one without cells, as that of a chart is, and one that is damaged
        chart, damaged = record(BEGIN_SHEET) + record(END_SHEET), record(BEGIN_SHEET) + b"\xff"
        path.write_bytes(
            zipped({"xl/chartsheets/sheet1.bin": chart, "xl/activeX1.bin": damaged} | parts(path))
        )
    cells = "with cells in a short form or with formats of their own"
    with refused(BookError, f"a.xlsb is an .xlsb workbook, {cells}, {PASSED_OVER}"):
        wins(path)


def document_row(cells, kind):
    """Return a row of an OpenDocument sheet, whose cells have these attributes."""
    made = [f"<table:table-cell{kind}><text:p>{cell}</text:p></table:table-cell>" for cell in cells]
    return f"<table:table-row>{''.join(made)}<table:table-cell><text:p/></table:table-cell></table:table-row>"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "attributes", ["", " ", ' table:style-name="a" table:number-columns-repeated="1"']
)
def test_texts_without_a_type_are_passed_over(tmp_path, attributes):
    """A spreadsheet program shows them, python-calamine leaves them blank: refused, however large the sheet is."""
    typed = document_row(ONE + TWO, ' table:style-name="a" office:value-type="string"') * 3
    assert wins(open_document(tmp_path / "a.ods", typed)).players == [0, 3]
    path = open_document(tmp_path / "b.ods", typed * 4000 + document_row(TWO + ONE, attributes))
    with refused(
        BookError,
        f"b.ods is an OpenDocument workbook, with texts in cells without a type, {PASSED_OVER}",
    ):
        wins(path)


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("a.ods", "an OpenDocument workbook", "Expecting 'table-cell', found "),
        ("a.xlsx", "an OpenDocument workbook", "Cannot detect file format"),
    ],
)
def test_what_python_calamine_cannot_read(tmp_path, name, kind, reason):
    """A valid sheet with line breaks between its cells, as SheetJS writes .ods, is not called damaged."""
    path = open_document(
        tmp_path / name,
        document_row(ONE + TWO, ' office:value-type="string"').replace("><table", ">\n<table"),
    )
    with pytest.raises(BookError) as caught:
        read_grids(path)
    assert str(caught.value).startswith(
        f"{name} is {kind} that python-calamine cannot read ({reason}"
    )
    assert str(caught.value).endswith("); save it as .xlsx in a program that opens it")


def test_a_file_is_named_for_what_it_holds(tmp_path):
    """The content decides: a book with the wrong ending is read, and what cannot be done is said of it as what it is."""
    path = Path(shutil.copy(BOOKS / "formats.ods", tmp_path / "a.xlsx"))
    assert read_grids(path)[0].rows[2] == read_grids(BOOKS / "formats.xlsx")[0].rows[2]
    with pytest.raises(
        BookError, match=r"^a\.xlsx is an OpenDocument workbook and cannot be scored in place"
    ):
        score(path, in_place=True)
    with pytest.raises(BookError, match=r"^a\.xlsx is an OpenDocument workbook already$"):
        import_text(path, tmp_path / "b.xlsx")


@pytest.mark.slow
def test_a_long_column_is_read(tmp_path):
    """Cells that are far apart in one column are no rectangle to be afraid of."""
    path = write_xlsb(tmp_path / "a.xlsb", {"One": {(0, 0): "5H", (1_048_575, 0): "6H"}})
    (grid,) = read_grids(path)
    assert (len(grid.rows), grid.cell(0, 0), grid.cell(9, 0), grid.cell(1_048_575, 0)) == (
        1_048_576,
        "5H",
        None,
        "6H",
    )


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9, 0.99])
def test_damaged_books_are_one_line(path, share, capfd):
    """A file that is cut off anywhere gives one line that names it, and nothing beside it."""
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    try:
        said = read_grids(path)[0]
    except BookError as error:
        said = str(error)
    assert capfd.readouterr() == ("", "")
    if isinstance(said, str):
        assert said.startswith(f"{path.name} is ")
        assert "\n" not in said
    else:  # what was cut off was of no importance
        assert said == read_grids(BOOKS / "formats.xlsx")[0]


@pytest.mark.slow
def test_a_bomb_is_not_believed(tmp_path):
    """A small file that says that it unpacks to hundreds of times its size is not opened."""
    with zipfile.ZipFile(tmp_path / "a.ods", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        with made.open("content.xml", "w") as part:
            for _ in range(150):
                part.write(bytes(1 << 20))
    with pytest.raises(
        BookError, match=r"^a\.ods is refused: it would unpack from 14\d KB to 150 MB$"
    ):
        read_grids(tmp_path / "a.ods")


@cases(
    ("name", "package", "extra"),
    {
        "formats": ("formats.xls", "python-calamine", "formats"),
        "parquet": ("a.parquet", "pyarrow", "parquet"),
    },
)
def test_without_the_extra(tmp_path, monkeypatch, name, package, extra):
    """Where a package is missing, the message names it and the extra that brings it."""
    shutil.copy(BOOKS / "formats.xls", tmp_path)
    parquet.write_table(pa.table({"a": ONE}), tmp_path / "a.parquet")
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with refused(
        BookError,
        f'reading {name} needs {package}: pip install ".[{extra}]" in your clone of xlpoker',
    ):
        read_grids(tmp_path / name)


def test_parquet_of_every_type(tmp_path):
    """Lists become hands in a cell, bytes texts, a dictionary its texts; equal texts are one object."""
    made = pa.table(
        {
            "text": pa.array(["5H", None, "5H"]),
            "category": pa.array(["5H", "6S", None]).dictionary_encode(),
            "hand": pa.array([["5H", "6S"], [], None]),
            "bytes": pa.array([b"5H", b"\xff", None]),
            "number": pa.array([1, 2, None]),
            "moment": pa.array(
                [dt.datetime(2026, 1, 1, tzinfo=dt.UTC)] * 3, pa.timestamp("us", "UTC")
            ),
            "record": pa.array([{"a": 1}] * 3),
        }
    )
    parquet.write_table(made, tmp_path / "a.parquet")
    (grid,) = read_grids(tmp_path / "a.parquet")
    assert grid.rows == [
        ["text", "category", "hand", "bytes", "number", "moment", "record"],
        ["5H", "5H", "5H 6S", "5H", 1, dt.datetime(2026, 1, 1), "{'a': 1}"],
        [None, "6S", "", "\ufffd", 2, dt.datetime(2026, 1, 1), "{'a': 1}"],
        ["5H", None, None, None, None, dt.datetime(2026, 1, 1), "{'a': 1}"],
    ]
    assert grid.rows[1][0] is grid.rows[3][0]
    parquet.write_table(made.slice(0, 0), tmp_path / "b.parquet")
    assert read_grids(tmp_path / "b.parquet")[0].rows == [made.column_names]


STRUCTS = {
    "fields": [dict(zip("abcde", TWO, strict=True))] * 2,
    "whole-hand": [{"who": "Ann", "hand": " ".join(TWO)}] * 2,
    "list": [{"cards": TWO}] * 2,
    "rank-and-suit": [[{"rank": card[0], "suit": card[1]} for card in TWO]] * 2,
}


@pytest.mark.parametrize("records", STRUCTS.values(), ids=STRUCTS)
def test_parquet_structs_are_said(tmp_path, records):
    """Records beside a hand are not read, and quoted."""
    hand = {f"c{number}": [card] * 2 for number, card in enumerate(ONE)}
    parquet.write_table(pa.table(hand | {"second": records}), tmp_path / "a.parquet")
    assert "; not read: F second (2 " in wins(tmp_path / "a.parquet").read


def test_parquet_structs_without_cards_are_passed_over(tmp_path):
    """Records of something else, with a word here and there that could be a card, are not in the way."""
    words = random.Random(3).choices(["as", "9 to 5", "Ah!", "no"], k=20)
    cards = {f"c{number}": [card] * 20 for number, card in enumerate(ONE)}
    parquet.write_table(
        pa.table(cards | {"note": [{"said": word} for word in words]}), tmp_path / "a.parquet"
    )
    assert wins(tmp_path / "a.parquet").rows == 20


def test_a_sheet_that_cannot_be_unpacked(tmp_path):
    """A compressed sheet that does not even begin as one ends in one line."""
    path = write_xlsb(tmp_path / "a.xlsb", {"One": {(row, 0): "5H" for row in range(400)}})
    with zipfile.ZipFile(path) as book:
        (part,) = (one for one in book.infolist() if "worksheets/sheet" in one.filename)
    content = bytearray(path.read_bytes())
    content[part.header_offset + 30 + len(part.filename)] = (
        0xFF  # a block of a type that there is not
    )
    path.write_bytes(content)
    with pytest.raises(BookError, match=r"^a\.xlsb is damaged: python-calamine cannot read it$"):
        read_grids(path)
