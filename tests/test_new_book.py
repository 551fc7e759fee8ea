"""Workbooks made from text files and other formats: what a cell looks like, and that the styles do not grow with the rows."""

import datetime as dt

import openpyxl
import pytest
from support.books import BAD, GOOD, ONE, TWO, book
from support.refused import refused

from xlpoker.errors import BookError
from xlpoker.layout.grid import Area
from xlpoker.scoring.result_columns import Column, columns_of
from xlpoker.workbook import new_book
from xlpoker.workbook.imports import import_text
from xlpoker.workbook.jobs import score
from xlpoker.workbook.new_book import NewSheet, write_book
from xlpoker.workbook.read import read_grids

LABELS = [*"ABCDEFGHIJ"]


def made(path, rows, columns=None, **more):
    """Write rows under a header and return the sheet that openpyxl reads."""
    columns = columns or {}
    labels = [*LABELS, *[one.title for one in columns.values()]]
    write_book(path, [NewSheet("Hands", [labels, *rows], columns=columns)], **more)
    return openpyxl.load_workbook(path).active


VALUES = {
    "text": ("5H", "s", "General"),
    "formula": ("=1+1", "s", "General"),
    "marks": ("<&\">'", "s", "General"),
    "blanks": ("  a ", "s", "General"),
    "lines": ("a\nb", "s", "General"),
    "number-as-text": ("007", "s", "General"),
    "whole": (7, "n", "General"),
    "fraction": (-2.5, "n", "General"),
    "true": (True, "b", "General"),
    "error": ("#N/A", "e", "General"),
    "date": (dt.datetime(2020, 1, 2, 3, 4, 5), "d", "yyyy-mm-dd h:mm:ss"),
    "time": (dt.time(3, 4, 5), "d", "h:mm:ss"),
}


@pytest.mark.parametrize(("value", "kind", "number_format"), VALUES.values(), ids=VALUES)
def test_values_keep_their_kind(tmp_path, value, kind, number_format):
    """What was read is what is written, centred; equal values of several kinds (1 and TRUE) are not mixed up."""
    cell = made(tmp_path / "a.xlsx", [[1, 0, 1.0, value, *TWO]])["D2"]
    assert (cell.value, type(cell.value), cell.data_type) == (value, type(value), kind)
    assert (cell.number_format, cell.alignment.horizontal) == (number_format, "center")


def test_a_name_of_a_sheet_with_quotes_and_signs(tmp_path):
    """What marks XML is escaped in names, too."""
    name = "\"Anna\" & 'Bo' <7>"
    write_book(tmp_path / "a.xlsx", [NewSheet(name, [LABELS, [*ONE, *TWO]])])
    assert openpyxl.load_workbook(tmp_path / "a.xlsx").sheetnames == [name]


def test_results_and_page_look_as_ever(tmp_path):
    """Bold labels, numbers right, names left with an indent, the winner centred; widths, frozen labels, landscape."""
    columns = dict(
        enumerate([*columns_of([Area(0, 4)]), Column("winner", -1, "Winner", 9, "center")], 10)
    )
    rows = [[*ONE, *TWO, 2067, "One Pair, Fives", 1], ["a note" * 9], []]
    sheet = made(tmp_path / "a.xlsx", rows, columns)
    assert sheet.dimensions == "A1:M3"
    looks = [
        (cell.value, cell.alignment.horizontal, cell.alignment.indent) for cell in sheet[2][9:]
    ]
    assert looks == [
        ("TD", "center", 0),
        (2067, "right", 0),
        ("One Pair, Fives", "left", 1),
        (1, "center", 0),
    ]
    assert all(cell.font.bold for cell in sheet[1])
    assert not any(cell.font.bold for cell in sheet[2])
    widths = {letters: column.width for letters, column in sheet.column_dimensions.items()}
    assert [widths[letters] for letters in "ABKLM"] == [40, 4, 7, 28, 9]
    assert sheet.freeze_panes == "A2"
    assert (sheet.page_setup.orientation, sheet.page_setup.fitToHeight) == ("landscape", 0)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage


@pytest.mark.slow
def test_styles_do_not_grow_with_the_rows(tmp_path, monkeypatch):
    """A thousand rows have the styles of two; the memory of values is bounded, the values are not."""
    few = made(tmp_path / "few.xlsx", [ONE + TWO] * 2)
    monkeypatch.setattr(new_book, "MOST_KNOWN", 30)
    many = made(
        tmp_path / "many.xlsx", [[*ONE, *TWO[:4], f"note {number}"] for number in range(1000)]
    )
    assert len(few.parent._cell_styles) == len(many.parent._cell_styles) == 3
    assert [cell.value for cell in many["J"][1:]] == [f"note {number}" for number in range(1000)]


@pytest.mark.slow
def test_progress_is_told_up_to_the_end(tmp_path):
    """Writing reports rows, never more than there are."""
    told = []
    made(tmp_path / "a.xlsx", [ONE + TWO] * 2000, progress=lambda *done: told.append(done))
    assert told == [(done, 2001) for done in (512, 1024, 1536, 2001)]


TOO_MUCH = {
    "rows": ("MOST_ROWS", 3, "a.xlsx cannot hold 4 rows: a sheet has 3; write a .csv"),
    "bytes": (
        "MOST_WRITTEN",
        2000,
        "a.xlsx cannot hold as much: its sheet exceeds 2 GB; write a .csv",
    ),
}


@pytest.mark.parametrize(("limit", "most", "said"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_more_than_a_sheet_holds_is_refused(tmp_path, monkeypatch, limit, most, said):
    """A message says what to do, and nothing is left behind."""
    monkeypatch.setattr(new_book, limit, most)
    with refused(BookError, said):
        made(tmp_path / "a.xlsx", [ONE + TWO] * 3)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mark", [",", " "], ids=["csv", "blanks"])
def test_equal_cards_of_a_text_are_one_object(tmp_path, mark):
    """The memory that a text file takes does not grow by an object a card."""
    path = tmp_path / "a.txt"
    path.write_text((mark.join(ONE + TWO) + "\n") * 100, encoding="ascii")
    assert len({id(cell) for row in read_grids(path)[0].rows for cell in row}) == len({*ONE, *TWO})


def test_red_suits(tmp_path):
    """Hearts and diamonds are red in the columns of the cards, below the labels, in books made of a text, scored or not."""
    (tmp_path / "a.csv").write_text(
        "Table,Cards,,,,\nRED,5H,5C,6S,7♦,KD\nHD,2C,3S,8S,8D,TD\n", encoding="utf-8"
    )
    import_text(tmp_path / "a.csv", tmp_path / "b.xlsx")
    score(tmp_path / "a.csv", output=tmp_path / "c.xlsx")
    for name in "bc":
        ((found, (rule,)),) = [
            (str(one.sqref), one.rules)
            for one in openpyxl.load_workbook(
                tmp_path / f"{name}.xlsx"
            ).active.conditional_formatting
        ]
        assert (found, rule.dxf.font.color.rgb) == ("B2:F3", "FFC00000")
        assert rule.formula == ['AND(LEN(B2)<4,ISNUMBER(SEARCH(RIGHT(B2),"HD♥♦")))']


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_hands_that_no_row_fills_to_the_end(tmp_path, ending):
    """Results stand behind the columns that --hands names, in a file whose rows all end before the last of them."""
    (tmp_path / "a.csv").write_text("5H,5C,6S,7S\n5D,8C,9S,JS\n", "utf-8")
    counts = score(tmp_path / "a.csv", hands="A1:E2", output=tmp_path / f"b{ending}")
    assert [error.cell for error in counts.errors] == ["E1", "E2"]
    head, first, _ = read_grids(tmp_path / f"b{ending}")[0].rows
    assert head[4:8] == ["Card 5", "Value", "Hand", "Problem"]
    assert (first[4], first[7]) == (None, "E1: a card is missing")


@pytest.mark.parametrize("engine", ["splice", "openpyxl", "new"])
def test_the_column_of_problems_is_as_wide_as_its_longest_reason(tmp_path, engine):
    """No reason is cut, and a short one takes no more room than it needs."""
    rows = [*GOOD, BAD, [*BAD[:4], "the king of clubs?", *BAD[5:]]]
    source = book(tmp_path / "a.xlsx", rows)
    if engine == "new":
        source = tmp_path / "a.csv"
        source.write_text("\n".join(map(",".join, rows)), encoding="utf-8")
    score(source, output=tmp_path / "b.xlsx", engine="splice" if engine == "new" else engine)
    sheet = openpyxl.load_workbook(tmp_path / "b.xlsx").active
    assert (
        sheet.column_dimensions["P"].width == max(len(cell.value or "") for cell in sheet["P"]) + 2
    )
