"""What belongs to the hands grows with the results: print area, filter, table; titles look like the labels beside them."""

import openpyxl
import pytest
import xlsxwriter
from support.books import BAD, CARDS, GOOD
from support.cases import cases
from support.parts import changed_parts, parts, zipped

from xlpoker.workbook.job import score
from xlpoker.workbook.xlsx.part_edits import grown

ENGINES = ["splice", "openpyxl"]


def dressed(path, rows, table=False):
    """Write a book with a second sheet in front, labels in colour, a print area, a filter or a table."""
    with xlsxwriter.Workbook(path) as made:
        notes, sheet = made.add_worksheet("Notes"), made.add_worksheet("Joe's hands")
        notes.write(0, 0, "nothing")
        notes.print_area(0, 0, 3, 9)
        look = made.add_format({"bold": True, "bg_color": "#1F4E78", "font_color": "white", "align": "center"})
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


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("rows", "last"), [(GOOD, "O"), ([*GOOD, BAD], "P")], ids=["results", "and-problems"])
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
        assert b"'!$A$3:$" + last.encode() in parts(tmp_path / "b.xlsx")["xl/workbook.xml"]  # the filter's hidden name


@pytest.mark.parametrize("engine", ENGINES)
def test_a_table_grows_with_its_print_area(tmp_path, engine):
    """The columns of the table are the labels of its header, by either engine."""
    path = dressed(tmp_path / "a.xlsx", [*GOOD, BAD], table=True)
    score(path, output=tmp_path / "b.xlsx", engine=engine)
    changed = ["xl/tables/table1.xml", "xl/workbook.xml", "xl/worksheets/sheet2.xml"]
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
        "two": ("'A!B 1'!$A$1:$J$9,'A!B 1'!$A$20:$J$30", [10], 2, "'A!B 1'!$A$1:$K$9,'A!B 1'!$A$20:$J$30"),
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
    assert openpyxl.load_workbook(tmp_path / "b.xlsx")["Zo\xeb hands"].print_area == "'Zo\xeb hands'!$A$1:$O$6"
