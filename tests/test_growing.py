"""What stands around the hands: print area, filter and table grow with the results, which no picture or chart may hide."""

import openpyxl
import pytest
import xlsxwriter
from openpyxl.chart import BarChart, Reference
from support.books import BAD, CARDS, GOOD, book
from support.cases import cases
from support.kept_sheets import cell_values
from support.parts import changed_parts, parts, zipped
from support.refused import refused

from xlpoker.errors import BookError
from xlpoker.workbook.jobs import Options, Writing, score
from xlpoker.workbook.xlsx.part_edits import grown

ENGINES = ["splice", "openpyxl"]


def dressed(path, rows, table=False):
    """Write a book with a second sheet in front, labels in colour, a print area, a filter or a table."""
    with xlsxwriter.Workbook(path) as made:
        notes, sheet = made.add_worksheet("Notes"), made.add_worksheet("Joe's hands")
        notes.write(0, 0, "nothing")
        notes.print_area(0, 0, 3, 9)
        look = made.add_format(
            {"bold": True, "bg_color": "#1F4E78", "font_color": "white", "align": "center"}
        )
        sheet.write(0, 0, "Friday")
        if table:
            columns = [{"header": label, "header_format": look} for label in CARDS]
            sheet.add_table(2, 0, 2 + len(rows), 9, {"data": rows, "columns": columns})
        else:
            sheet.write_row(2, 0, CARDS, look)
            for number, row in enumerate(rows, 3):
                sheet.write_row(number, 0, row)
            sheet.autofilter(2, 0, 2 + len(rows), 9)
        sheet.print_area(0, 0, 2 + len(rows), 9)
    return path


@pytest.mark.sampled(4)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("rows", "last"), [(GOOD, "O"), ([*GOOD, BAD], "P")], ids=["results", "and-problems"]
)
def test_a_filter_and_a_print_area_grow(tmp_path, rows, last, engine):
    """Both end with the last new column, the other sheet's print area stays, and a second run changes nothing more."""
    path = dressed(tmp_path / "a.xlsx", rows)
    score(path, output=tmp_path / "b.xlsx", engine=engine)
    for _ in range(2):
        made = openpyxl.load_workbook(tmp_path / "b.xlsx")
        sheet, end = made["Joe's hands"], 3 + len(rows)
        assert sheet.print_area == f"'Joe''s hands'!$A$1:${last}${end}"
        assert sheet.auto_filter.ref == f"A3:{last}{end}"
        assert made["Notes"].print_area == "'Notes'!$A$1:$J$4"
        score(tmp_path / "b.xlsx", in_place=True, force=True, engine=engine)
    if engine == "splice":
        assert (
            b"'!$A$3:$" + last.encode() in parts(tmp_path / "b.xlsx")["xl/workbook.xml"]
        )  # the filter's hidden name


@pytest.mark.parametrize("engine", ENGINES)
def test_a_table_grows_with_its_print_area(tmp_path, engine):
    """The columns of the table are the labels of its header, by either engine."""
    path = dressed(tmp_path / "a.xlsx", [*GOOD, BAD], table=True)
    score(path, output=tmp_path / "b.xlsx", engine=engine)
    changed = [
        "xl/styles.xml",
        "xl/tables/table1.xml",
        "xl/workbook.xml",
        "xl/worksheets/sheet2.xml",
    ]
    assert engine == "openpyxl" or changed_parts(path, tmp_path / "b.xlsx") == changed
    for _ in range(2):
        sheet = openpyxl.load_workbook(tmp_path / "b.xlsx")["Joe's hands"]
        (table,) = sheet.tables.values()
        assert (table.ref, table.autoFilter.ref) == ("A3:P7", "A3:P7")
        assert sheet.print_area == "'Joe''s hands'!$A$1:$P$7"
        assert [column.name for column in table.tableColumns] == [cell.value for cell in sheet[3]]
        assert len({column.id for column in table.tableColumns}) == 16
        score(tmp_path / "b.xlsx", in_place=True, force=True, engine=engine)


@cases(
    ("ranges", "places", "row", "found"),
    {
        "beside": ("A!$A$1:$J$9", [10, 11], 0, "A!$A$1:$L$9"),
        "something-between": ("A!$A$1:$J$9", [11, 12], 0, "A!$A$1:$J$9"),
        "inside": ("A!$A$1:$L$9", [10, 11], 0, "A!$A$1:$L$9"),
        "a-problem-more": ("A!$A$1:$K$9", [10, 11], 0, "A!$A$1:$L$9"),
        "below": ("A!$A$3:$J$9", [10], 0, "A!$A$3:$J$9"),
        "above": ("A!$A$1:$J$9", [10], 9, "A!$A$1:$J$9"),
        "two": (
            "'A!B 1'!$A$1:$J$9,'A!B 1'!$A$20:$J$30",
            [10],
            2,
            "'A!B 1'!$A$1:$K$9,'A!B 1'!$A$20:$J$30",
        ),
        "whole-columns": ("$A:$J", [10], 7, "$A:$K"),
        "whole-rows": ("$1:$9", [10], 7, "$1:$9"),
        "a-formula": ("OFFSET(A!$A$1,0,0,9,10)", [1], 0, "OFFSET(A!$A$1,0,0,9,10)"),
        "no-row": (f"$A$1:$J${'9' * 5000}", [10], 0, f"$A$1:$J${'9' * 5000}"),
        "gone": ("#REF!", [1], 0, "#REF!"),
        "two-letters": ("A1:Z9", [26, 27], 0, "A1:AB9"),
    },
)
def test_ranges_that_grow(ranges, places, row, found):
    """A range grows where new columns begin right behind it in its rows, and not otherwise."""
    assert grown(ranges, places, row) == found


def test_a_workbook_part_in_another_encoding(tmp_path):
    """Letters of Latin-1 in the name of a sheet stay what they are, and the print area grows."""
    path = dressed(tmp_path / "a.xlsx", GOOD)
    made = parts(path)
    book = made["xl/workbook.xml"].replace(b"UTF-8", b"ISO-8859-1").replace(b"Joe's", b"Zo\xeb")
    path.write_bytes(zipped(made | {"xl/workbook.xml": book.replace(b"Joe''s", b"Zo\xeb")}))
    score(path, output=tmp_path / "b.xlsx")
    assert (
        openpyxl.load_workbook(tmp_path / "b.xlsx")["Zo\xeb hands"].print_area
        == "'Zo\xeb hands'!$A$1:$O$6"
    )


def drawn(path, place, columns=3, rows=20, *, table=False):
    """Write hands in A1:J.. with a text box over some cells."""
    size = {"width": 64 * columns, "height": 20 * rows}
    return beside(path, lambda sheet: sheet.insert_textbox(place, "note", size), table)


def titled(path):
    """Return the letters of the columns with results."""
    (labels,) = openpyxl.load_workbook(path).active.iter_rows(max_row=1)
    return [cell.column_letter for cell in labels[10:] if cell.value]


@pytest.mark.sampled(3)
@cases(
    ("place", "columns", "first"),
    {
        "beside": ("K1", 3, "N"),
        "among-the-new-columns": ("L2", 2, "N"),
        "where-problems-would-stand": ("P2", 2, "R"),
        "below-the-hands": (f"K{len(GOOD) + 3}", 3, "K"),
        "over-the-hands": ("C2", 2, "K"),
    },
)
def test_results_stand_right_of_a_drawing(tmp_path, place, columns, first):
    """Nothing is hidden, and a second run finds its results where they are."""
    path = drawn(tmp_path / "a.xlsx", place, columns)
    counts = score(path, output=tmp_path / "b.xlsx")
    found = titled(tmp_path / "b.xlsx")
    assert (found[0], len(found), counts.warnings) == (first, 5, [])
    before = cell_values(tmp_path / "b.xlsx")
    assert score(tmp_path / "b.xlsx", in_place=True).warnings == []
    assert cell_values(tmp_path / "b.xlsx") == before


def test_results_that_are_hidden_are_told(tmp_path):
    """Where their place is named, a warning has the first hidden cell."""
    counts = score(
        drawn(tmp_path / "a.xlsx", "M2", 2), output=tmp_path / "b.xlsx", writing=Writing(at="K")
    )
    assert titled(tmp_path / "b.xlsx")[0] == "K"
    assert counts.warnings == ["a drawing hides new cells, the first is Hands!M2; move it"]


def test_a_table_beside_a_drawing(tmp_path):
    """It does not grow below the drawing."""
    counts = score(drawn(tmp_path / "a.xlsx", "K1", table=True), output=tmp_path / "b.xlsx")
    assert titled(tmp_path / "b.xlsx")[0] == "N"
    assert counts.warnings == [
        f"the table A1:J{len(GOOD) + 1} does not grow, as other cells or a drawing stand right of it"
    ]


def test_charts_of_which_one_corner_is_said(tmp_path):
    """The width of such a drawing is about that of usual columns; bad rows have their problems beside the results."""
    made = openpyxl.load_workbook(
        book(tmp_path / "a.xlsx", [*GOOD, ["1OH", *GOOD[0][1:]]], labels=CARDS)
    )
    chart = BarChart()
    chart.add_data(Reference(made.active, min_col=1, min_row=1, max_row=3))
    chart.width, chart.height = 64 * 4 / 96 * 2.54, 8
    made.active.add_chart(chart, "L2")
    made.save(tmp_path / "a.xlsx")
    counts = score(tmp_path / "a.xlsx", Options(), output=tmp_path / "b.xlsx")
    found = titled(tmp_path / "b.xlsx")
    assert (counts.bad, len(found), found[0] in ("P", "Q")) == (1, 6, True)


def beside(path, dress, table=False):
    """Write a book of hands in A:J, in an Excel table or not, and dress its sheet."""
    with xlsxwriter.Workbook(path) as made:
        sheet = made.add_worksheet("Hands")
        if table:
            sheet.add_table(
                0,
                0,
                len(GOOD),
                9,
                {"data": GOOD, "columns": [{"header": label} for label in CARDS]},
            )
        else:
            for number, row in enumerate([CARDS, *GOOD]):
                sheet.write_row(number, 0, row)
        dress(sheet)
    return path


def sparkline(cell):
    """Return what draws the numbers of a row far to the right into a cell."""
    return lambda sheet: sheet.add_sparkline(cell, {"range": "Hands!X2:Z2"})


def unlabelled(area):
    """Return what makes an area an empty table without a row of labels."""
    return lambda sheet: sheet.add_table(area, {"header_row": False})


@pytest.mark.sampled(6)
@pytest.mark.filterwarnings(
    "ignore:Sparkline Group extension"
)  # of openpyxl, which reads the results here
@cases(
    ("dress", "table", "first"),
    {
        "a sparkline where the first results would stand": (sparkline("K2"), False, "L"),
        "a sparkline among the results": (sparkline("L3"), False, "M"),
        "a sparkline in the row of titles": (sparkline("M1"), False, "N"),
        "a sparkline beside a table": (sparkline("L2"), True, "M"),
        "an empty table": (unlabelled("L1:N21"), False, "O"),
        "an empty table beside a table": (unlabelled("L1:N21"), True, "O"),
        "an empty table below the hands": (unlabelled("L40:N60"), False, "K"),
    },
)
def test_results_stand_right_of_what_holds_no_value(tmp_path, dress, table, first):
    """Cells with a sparkline, and the cells of a table without labels, are the user's though no value is in them."""
    path = beside(tmp_path / "a.xlsx", dress, table)
    score(path, output=tmp_path / "b.xlsx")
    found = titled(tmp_path / "b.xlsx")
    assert (found[0], len(found)) == (first, 5)
    before = cell_values(tmp_path / "b.xlsx")
    assert score(tmp_path / "b.xlsx", in_place=True).warnings == []
    assert cell_values(tmp_path / "b.xlsx") == before


@pytest.mark.filterwarnings(
    "ignore:Sparkline Group extension"
)  # of openpyxl, which reads the results here
@cases(
    ("dress", "message"),
    {
        "a sparkline": (
            sparkline("L2"),
            "Hands!L2 is not empty; name another column, or use --overwrite to write over 1 cell",
        ),
        "an empty table": (
            unlabelled("L1:N21"),
            "Hands!L1 is in the table L1:N21; name another column, or use --overwrite to write into it",
        ),
    },
)
def test_a_named_column_that_holds_no_value_is_refused(tmp_path, dress, message):
    """With --at the message names the cell, and --overwrite writes there all the same."""
    path = beside(tmp_path / "a.xlsx", dress)
    with refused(BookError, message):
        score(path, output=tmp_path / "b.xlsx", writing=Writing(at="K"))
    assert not (tmp_path / "b.xlsx").exists()
    score(path, output=tmp_path / "b.xlsx", writing=Writing(at="K", overwrite=True))
    assert titled(tmp_path / "b.xlsx")[0] == "K"


def test_hands_in_a_table_without_labels_of_their_own(tmp_path):
    """Free columns of the table that holds the hands may be named."""
    path = beside(tmp_path / "a.xlsx", unlabelled("A2:P20"))
    assert score(path, output=tmp_path / "b.xlsx", writing=Writing(at="K")).warnings == []
    assert titled(tmp_path / "b.xlsx")[0] == "K"


def queried(path, dress=lambda _sheet: None):
    """Write a book whose hands are a table that a query fills."""
    content = parts(beside(path, dress, table=True))
    table = content["xl/tables/table1.xml"]
    content["xl/tables/table1.xml"] = table.replace(
        b"<table ", b'<table tableType="queryTable" ', 1
    )
    path.write_bytes(zipped(content))
    return path


@pytest.mark.sampled(2)
@cases(
    ("dress", "first"),
    {
        "nothing beside it": (lambda _sheet: None, "L"),
        "a column of the user's beside it": (lambda sheet: sheet.write(1, 10, "mine"), "L"),
        "a column of the user's apart from it": (lambda sheet: sheet.write(1, 12, "mine"), "N"),
    },
)
def test_a_table_that_a_query_fills(tmp_path, dress, first):
    """Its columns are the query's: the results stand beside it, a blank column or the user's between, and it stays as it is."""
    path = queried(tmp_path / "a.xlsx", dress)
    counts = score(path, output=tmp_path / "b.xlsx")
    assert counts.warnings == [f"the table A1:J{len(GOOD) + 1} does not grow, as a query fills it"]
    assert [cell for cell in titled(tmp_path / "b.xlsx") if cell >= first] == [
        chr(ord(first) + step) for step in range(5)
    ]
    assert changed_parts(path, tmp_path / "b.xlsx") == [
        "xl/styles.xml",
        "xl/workbook.xml",
        "xl/worksheets/sheet1.xml",
    ]
    before = cell_values(tmp_path / "b.xlsx")
    assert score(tmp_path / "b.xlsx", in_place=True).warnings == []
    assert cell_values(tmp_path / "b.xlsx") == before
