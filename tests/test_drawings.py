"""Pictures and charts beside the hands: results are written where these hide none of them."""

import openpyxl
import xlsxwriter
from openpyxl.chart import BarChart, Reference
from support.books import CARDS, GOOD, book
from support.cases import cases
from support.kept_sheets import values

from xlpoker.workbook.job import Options, Writing, score


def drawn(path, place, columns=3, rows=20, *, table=False):
    """Write hands in A1:J.. with a text box over some cells."""
    with xlsxwriter.Workbook(path) as made:
        sheet = made.add_worksheet("Hands")
        if table:
            sheet.add_table(0, 0, len(GOOD), 9, {"data": GOOD, "columns": [{"header": label} for label in CARDS]})
        else:
            for number, row in enumerate([CARDS, *GOOD]):
                sheet.write_row(number, 0, row)
        sheet.insert_textbox(place, "note", {"width": 64 * columns, "height": 20 * rows})
    return path


def titled(path):
    """Return the letters of the columns with results."""
    (labels,) = openpyxl.load_workbook(path).active.iter_rows(max_row=1)
    return [cell.column_letter for cell in labels[10:] if cell.value]


@cases(
    ("place", "columns", "first"),
    {
        "beside": ("K1", 3, "N"),
        "a-wide-one": ("K1", 60, "BS"),
        "among-the-new-columns": ("L2", 2, "N"),
        "where-problems-would-stand": ("P2", 2, "R"),
        "behind-them": ("R1", 2, "T"),
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
    before = values(tmp_path / "b.xlsx")
    assert score(tmp_path / "b.xlsx", in_place=True).warnings == []
    assert values(tmp_path / "b.xlsx") == before


def test_results_that_are_hidden_are_told(tmp_path):
    """Where their place is named, a warning has the first hidden cell."""
    counts = score(drawn(tmp_path / "a.xlsx", "M2", 2), output=tmp_path / "b.xlsx", writing=Writing(at="K"))
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
    made = openpyxl.load_workbook(book(tmp_path / "a.xlsx", [*GOOD, ["1OH", *GOOD[0][1:]]], labels=CARDS))
    chart = BarChart()
    chart.add_data(Reference(made.active, min_col=1, min_row=1, max_row=3))
    chart.width, chart.height = 64 * 4 / 96 * 2.54, 8
    made.active.add_chart(chart, "L2")
    made.save(tmp_path / "a.xlsx")
    counts = score(tmp_path / "a.xlsx", Options(), output=tmp_path / "b.xlsx")
    found = titled(tmp_path / "b.xlsx")
    assert (counts.bad, len(found), found[0] in ("P", "Q")) == (1, 6, True)
