"""Reading .xlsx however it is written: the same cells that openpyxl reads, and right where openpyxl is not."""

import datetime as dt
import random
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.styles.numbers import is_date_format, is_timedelta_format
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel, to_excel
from support.refused import refused
from support.xml_books import MAIN, STRICT, inline, sheet, strings, xml_book

from xlpoker.errors import BookError
from xlpoker.workbook.read import formulas_without_values, read_grids
from xlpoker.workbook.xlsx import cell_values, merged

BOOKS = Path(__file__).parent.parent / "workbooks"


def oracle(path):
    """Return the visible sheets as openpyxl reads them: name and cells that hold anything."""
    made = openpyxl.load_workbook(path, data_only=True)
    return [
        (
            one.title,
            {
                (c.row - 1, c.column - 1): c.value
                for row in one.iter_rows()
                for c in row
                if c.value is not None
            },
        )
        for one in made.worksheets
        if one.sheet_state == "visible"
    ]


def filled(grids):
    """Return the grids in the oracle's shape."""
    return [
        (grid.sheet, {(r, c): value for r, row in enumerate(grid.rows) for c, value in enumerate(row) if value is not None})
        for grid in grids
    ]  # fmt: skip


@pytest.mark.sampled(5)
@pytest.mark.parametrize("path", sorted(BOOKS.rglob("*.xlsx")), ids=lambda path: path.stem)
def test_the_sample_books_are_what_openpyxl_reads(path):
    """Every cell of every sample workbook is the same to both readers."""
    assert filled(read_grids(path)) == oracle(path)


@pytest.mark.slow
def test_random_books_are_what_openpyxl_reads(tmp_path):
    """Values of every kind at random places, with number formats, merged cells and several sheets."""
    chance = random.Random(5)
    with xlsxwriter.Workbook(tmp_path / "a.xlsx", {"default_date_format": "d mmm yyyy"}) as made:
        formats = [
            made.add_format({"num_format": code}) for code in ("0.00", "hh:mm", "0%", "d/m", "@")
        ]
        for _ in range(3):
            page = made.add_worksheet()
            for _ in range(300):
                value = chance.choice(
                    [
                        chance.random() * 9999,
                        *(chance.randrange(9999), -1.5e-9, 1e300, True, False),
                        *("5H", " 6S ", "ö\n<&>", "=1+1", "#N/A", "_x0"),
                        dt.datetime(2026, 1, chance.randint(1, 28), 12, 30),
                    ]
                )
                shape = (
                    chance.choice(formats)
                    if isinstance(value, int | float) and abs(value) < 9999
                    else None
                )
                page.write(chance.randrange(99), chance.randrange(30), value, shape)
            page.merge_range("AZ5:BB7", "merged")
    assert filled(read_grids(tmp_path / "a.xlsx")) == oracle(tmp_path / "a.xlsx")


HANDS = [["5H", "6S"], ["7D", "8C"]]
DATA = (
    "<row><c t='s'><v>0</v></c><c t='s'><v>1</v></c></row><row r='2'>"
    + inline("A2", "7D")
    + inline("B2", "8C")
    + "</row>"
)
TEXTS = strings("5H", "6S")
PREFIXED = (
    sheet(DATA).replace("</", "</x:").replace("<", "<x:").replace("<x:/x:", "</x:").replace("xmlns=", "xmlns:x=")
)  # fmt: skip
DIALECTS = {
    "plain": (sheet(DATA), TEXTS),
    "declared-UTF-8": ('<?xml version="1.0" encoding="UTF-8"?>\r\n' + sheet(DATA), TEXTS),
    "prefixed": (PREFIXED, TEXTS),
    "strict": (sheet(DATA).replace(MAIN, STRICT), TEXTS.replace(MAIN, STRICT)),
    "single-quotes": (sheet(DATA).replace('"', "'"), TEXTS.replace('"', "'")),
    "comments": (
        sheet(DATA).replace("<v>", "<!-- a > b --><v>"),
        TEXTS.replace("5H", "5<!-- 9 -->H"),
    ),
    "CDATA": (sheet(DATA).replace("7D", "<![CDATA[7D]]>"), TEXTS.replace("6S", "<![CDATA[6]]>S")),
    "entities": (sheet(DATA).replace("7D", "&#55;D"), TEXTS.replace("6S", "&#x36;S")),
    "processing-instruction": (sheet(DATA).replace("<row>", "<?page break?><row>"), TEXTS),
    "blank-lines": (sheet(DATA).replace("><", ">\n  <"), TEXTS),
    "texts-in-UTF-16": (sheet(DATA), TEXTS.encode("utf-16")),
    "unknown-attributes": (sheet(DATA).replace("<c ", '<c x:q="r" xmlns:x="urn:x" '), TEXTS),
    "dimension-too-small": (
        sheet(DATA).replace("<sheetData>", '<dimension ref="A1"/><sheetData>'),
        TEXTS,
    ),
    "dimension-too-large": (
        sheet(DATA).replace("<sheetData>", '<dimension ref="A1:XFD1048576"/><sheetData>'),
        TEXTS,
    ),
    "dimension-elsewhere": (
        sheet(DATA).replace("<sheetData>", '<dimension ref="C7:D9"/><sheetData>'),
        TEXTS,
    ),
    "rich-text": (
        sheet(DATA),
        strings("<si><r><rPr><b/></rPr><t>5</t></r><r><t>H</t></r></si>", "6S"),
    ),
    "phonetic-guide": (
        sheet(DATA),
        strings(
            '<si><t>5H</t><rPh sb="0" eb="1"><t>ファイブ</t></rPh><phoneticPr fontId="1"/></si>',
            "6S",
        ),
    ),
    "empty-elements": (
        sheet(DATA + '<row r="3"/><row r="4"><c r="B4"/><c r="C4" s="1"/></row>'),
        TEXTS,
    ),
    "tables-in-extensions": (
        sheet(
            DATA,
            tail='<extLst><ext xmlns:y="urn:y"><y:row><y:c><y:v>1</y:v></y:c></y:row></ext></extLst>',
        ),
        TEXTS,
    ),
    "formulas": (
        sheet(
            DATA.replace("<v>0</v>", "<f>A9&amp;B9</f><v>0</v>").replace(
                "<c t='s'>", "<c t='s' cm='1'>"
            )
        ),
        TEXTS,
    ),
}


@pytest.mark.parametrize(("part", "shared"), DIALECTS.values(), ids=DIALECTS)
def test_xml_of_every_dialect(tmp_path, part, shared):
    """The same two hands, whatever way of writing XML a program has."""
    (grid,) = read_grids(xml_book(tmp_path / "a.xlsx", part, shared=shared))
    assert grid.rows == HANDS


CELLS = {
    "number": ("<c><v>5</v></c>", 5),
    "decimal": ("<c t='n'><v>-5.5E-3</v></c>", -0.0055),
    "blanks-around": ("<c><v> 5 </v></c>", 5),
    "shared": ("<c t='s'><v>0</v></c>", "5H"),
    "formula-text": ("<c t='str'><f>A9</f><v>5H</v></c>", "5H"),
    "formula-empty-text": ("<c t='str'><f>A9</f><v></v></c>", None),
    "inline": ("<c t='inlineStr'><is><t>5</t><rPh><t>go</t></rPh></is></c>", "5"),
    "inline-runs": ("<c t='inlineStr'><is><r><t>5</t></r><r><t>H</t></r></is></c>", "5H"),
    "blank-kept": ("<c t='inlineStr'><is><t xml:space='preserve'> 5H </t></is></c>", " 5H "),
    "escape": ("<c t='inlineStr'><is><t>5H_x000A_</t></is></c>", "5H\n"),
    "half-a-surrogate-pair": ("<c t='inlineStr'><is><t>_xD83C_</t></is></c>", "_xD83C_"),
    "true": ("<c t='b'><v>1</v></c>", True),
    "false-in-words": ("<c t='b'><v>false</v></c>", False),
    "error": ("<c t='e'><v>#N/A</v></c>", "#N/A"),
    "date": ("<c s='1'><v>39972</v></c>", dt.datetime(2009, 6, 8)),
    "time": ("<c s='1'><v>0.5</v></c>", dt.time(12)),
    "elapsed": ("<c s='2'><v>1.5</v></c>", 1.5),
    "date-beyond-the-calendar": ("<c s='1'><v>1e9</v></c>", "#VALUE!"),
    "ISO-date": ("<c t='d'><v>2009-06-08T12:00:00</v></c>", "2009-06-08T12:00:00"),
    "styled-text": ("<c s='1' t='s'><v>0</v></c>", "5H"),
    "no-value": ("<c s='1'/>", None),
    "text-beyond-the-limit": (f"<c t='str'><v>{'5H ' * 11_000}</v></c>", "5H " * 11_000),
}


@pytest.mark.parametrize(("cell", "value"), CELLS.values(), ids=CELLS)
def test_cells_of_every_kind(tmp_path, cell, value):
    """A cell's type and style say what its text means."""
    path = xml_book(
        tmp_path / "a.xlsx", sheet(f"<row>{cell}<c><v>9</v></c></row>"), shared=strings("5H")
    )
    assert read_grids(path)[0].rows == [[value, 9]]
    assert type(read_grids(path)[0].cell(0, 0)) is type(value)


PLACES = {
    "no-addresses": (
        "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>",
        [[1, 2], [3]],
    ),
    "rows-only": ('<row r="2"><c><v>1</v></c></row><row><c><v>2</v></c></row>', [[], [1], [2]]),
    "after-a-named-cell": (
        '<row r="1"><c r="B1"><v>1</v></c><c><v>2</v></c></row>',
        [[None, 1, 2]],
    ),
    "lower-case": ('<row r="1"><c r="b1"><v>1</v></c></row>', [[None, 1]]),
    "last-row": ('<row r="1048576"><c r="A1048576"><v>1</v></c></row>', [[]] * 1_048_575 + [[1]]),
    "last-column": ('<row r="1"><c r="XFD1"><v>1</v></c></row>', [[None] * 16_383 + [1]]),
}


@pytest.mark.parametrize(("data", "rows"), PLACES.values(), ids=PLACES)
def test_places(tmp_path, data, rows):
    """A cell stands where it says, else next to the one before."""
    assert read_grids(xml_book(tmp_path / "a.xlsx", sheet(data)))[0].rows == rows


FAR = "".join(f'<row r="{row}"><c r="XFD{row}"><v>1</v></c></row>' for row in range(1, 600))
SAVE = "save the book in a spreadsheet program"
FAULTS = {
    "another-row": ('<row r="3"><c r="A7"><v>1</v></c></row>', "cell A7 stands in row 3"),
    "two-rows-in-one": (
        '<row><c r="A1"><v>1</v></c><c r="A2"><v>1</v></c></row>',
        "cell A2 stands in row 1",
    ),
    "row-without-a-number": ('<row><c r="B2"><v>1</v></c></row>', "cell B2 stands in row 1"),
    "cell-twice": ('<row r="1"><c r="A1"/><c r="A1"/></row>', f"cell A1 is out of order; {SAVE}"),
    "row-twice": ('<row r="1"/>' * 2, f"row 1 comes after row 1; {SAVE}"),
    "row-no-number": ('<row r="x"/>', "row x lies outside a sheet: rows are 1 to 1048576"),
    "no-address": ('<row><c r="5H5"/></row>', "a cell says that it is '5H5', which is no address"),
    "string-beyond": (
        "<row><c t='s'><v>2</v></c></row>",
        "cell A1 holds '2' as one of 2 shared strings",
    ),
    "string-negative": (
        "<row><c t='s'><v>-1</v></c></row>",
        "cell A1 holds '-1' as one of 2 shared strings",
    ),
    "string-no-number": (
        "<row><c t='s'><v>5H</v></c></row>",
        "cell A1 holds '5H' as one of 2 shared strings",
    ),
    "number-no-number": ("<row><c><v>1_0</v></c></row>", "cell A1 holds '1_0' as a number"),
    "truth": ("<row><c t='b'><v>maybe</v></c></row>", "cell A1 holds 'maybe' as a truth value"),
    "far-apart": (FAR, "its cells lie too far apart"),
}


@pytest.mark.parametrize(("data", "reason"), FAULTS.values(), ids=FAULTS)
def test_faults_are_named(tmp_path, data, reason):
    """What cannot be is said with its place, the value quoted."""
    path = xml_book(tmp_path / "a.xlsx", sheet(data), shared=strings("5H", "6S"))
    with refused(BookError, f"a.xlsx is damaged: xl/worksheets/sheet1.xml: {reason}"):
        read_grids(path)


@given(st.datetimes(min_value=dt.datetime(1899, 12, 31)))
def test_days_of_moments(moment):
    """A moment is stored as openpyxl stores it; so are its date, its time and a duration."""
    seconds = moment.replace(microsecond=0)
    for value in (seconds, seconds.date(), seconds.time(), seconds - dt.datetime(2000, 1, 1)):
        assert cell_values.days_of(value) == pytest.approx(to_excel(value), rel=1e-15)


def test_merged_over_merged(tmp_path, monkeypatch):
    """Areas that overlap so often that emptying their cells would take long are damage."""
    monkeypatch.setattr(merged, "MOST_STEPS", 8000)
    rows = '<row r="1000"><c><v>1</v></c></row></sheetData><mergeCells>{}</mergeCells><sheetData>'
    areas = [f'<mergeCell ref="A1:{column}1000"/>' for column in "BCDEFGHIJ"]
    assert (
        read_grids(xml_book(tmp_path / "a.xlsx", sheet(rows.format("".join(areas[:-1])))))[0].cell(
            999, 0
        )
        is None
    )
    path = xml_book(tmp_path / "b.xlsx", sheet(rows.format("".join(areas))))
    with pytest.raises(BookError, match=r"its merged areas overlap$"):
        read_grids(path)


@pytest.mark.parametrize(
    "encoding", ["no-such", "utf-7", "iso-8859-1", "utf-16", "utf-16-le", "utf-16-be"]
)
def test_encodings_that_nobody_reads(tmp_path, encoding):
    """A worksheet is read in UTF-8, as every program writes it, and refused in any other encoding."""
    part = f'<?xml version="1.0" encoding="{encoding}"?>' + sheet(DATA)
    path = xml_book(
        tmp_path / "a.xlsx",
        part.encode(encoding if encoding != "no-such" else "ascii"),
        shared=TEXTS,
    )
    with pytest.raises(
        BookError,
        match=r"^a\.xlsx is damaged: xl/worksheets/sheet1\.xml: it is not written in UTF-8; ",
    ):
        read_grids(path)


@pytest.mark.parametrize(
    "part",
    [
        "xl/worksheets/sheet1.xml",
        "xl/sharedStrings.xml",
        "xl/workbook.xml",
        "xl/styles.xml",
        "_rels/.rels",
    ],
)
def test_a_document_type_is_refused(tmp_path, part):
    """No part may declare entities, neither its own nor from elsewhere."""
    doctype = f'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><worksheet xmlns="{MAIN}"/>'
    path = xml_book(tmp_path / "a.xlsx", sheet(DATA), shared=TEXTS, changed={part: doctype})
    with refused(
        BookError, f"a.xlsx is damaged: {part}: it has a DOCTYPE, which no workbook needs"
    ):
        read_grids(path)


def test_merged_cells_count_for_their_anchor(tmp_path):
    """What a program left below a merged area is as invisible here as on the screen."""
    rows = "<row>" + "<c><v>1</v></c>" * 3 + "</row>"
    tail = '<mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="C3:C9"/></mergeCells>'
    (grid,) = read_grids(xml_book(tmp_path / "a.xlsx", sheet(rows * 3, tail=tail)))
    assert grid.rows == [[1, None, 1], [None, None, 1], [1, 1, 1]]


def test_formulas_that_nobody_calculated(tmp_path):
    """Their texts are given, where they stand in the cell itself; what has a value is not among them."""
    data = (
        '<row r="1"><c r="A1"><f t="shared" ref="A1:A3" si="0">C1&amp;"H"</f></c><c r="B1"><f>NOW()</f><v>1</v></c>'
        '<c r="C1"><f t="array" ref="C1:C2">A5:A6</f></c></row>'
        '<row r="2"><c r="A2"><f t="shared" si="0"/></c><c r="B2" t="str"><f>""</f><v/></c></row>'
        '<row r="3"><c r="A3"><f t="shared" si="0"/><v></v></c><c r="B3"><f t="dataTable" ref="B3" r1="C3"/></c></row>'
    )
    path = xml_book(tmp_path / "a.xlsx", sheet(data))
    found = {
        (0, 0): '=C1&"H"',
        (0, 2): "=A5:A6",
        **dict.fromkeys([(1, 0), (2, 0), (2, 1)], "a formula"),
    }
    assert formulas_without_values(path, "sheet1") == found


@pytest.mark.parametrize("date1904", [False, True], ids=["1900", "1904"])
def test_both_calendars(tmp_path, date1904):
    """A book counts its days from 1900 or, made on an old Mac, from 1904."""
    with xlsxwriter.Workbook(tmp_path / "a.xlsx", {"date_1904": date1904}) as made:
        made.add_worksheet().write_datetime(
            0, 0, dt.datetime(2009, 6, 8), made.add_format({"num_format": 14})
        )
    assert read_grids(tmp_path / "a.xlsx")[0].rows == [[dt.datetime(2009, 6, 8)]]


@settings(deadline=None, derandomize=True, database=None)
@given(st.one_of(st.integers(-9, 99999), st.floats(-9, 2_000_000, allow_nan=False)), st.booleans())
def test_dates_are_those_of_openpyxl(days, from_1904):
    """Every number of days is the same moment to both readers."""
    epoch = CALENDAR_MAC_1904 if from_1904 else CALENDAR_WINDOWS_1900
    assert cell_values._date_of(days, epoch) == from_excel(days, epoch)


@pytest.mark.parametrize(
    "code",
    [
        *(
            "General",
            "0.00",
            '"day" 0',
            "[Red]0",
            "0.0\\d",
            "@",
            "0;yyyy",
            "#,##0_d",
            "[Black]0.0%",
        ),
        *("dd/mm/yyyy", 'd" days"', "mm:ss.0", "[$-409]mmm", "yyyy;@", "h AM/PM", "[h]:mm", "[ss]"),
    ],
)
def test_date_formats_are_those_of_openpyxl(code):
    """Which number formats show dates, and not elapsed time."""
    if code == "#,##0_d" and is_date_format("0_d"):
        pytest.skip("this openpyxl takes the width of a d for a day")
    assert cell_values._shows_dates("170", code) == (
        is_date_format(code) and not is_timedelta_format(code)
    )
