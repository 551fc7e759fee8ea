"""The look of results in a workbook that stays as it is: that of their column."""

import openpyxl
from openpyxl.styles import Alignment, Font, PatternFill
from support.books import GOOD, book

from xlpoker.workbook.job import score


def test_the_style_of_a_column_is_that_of_its_results(tmp_path):
    """Fill, font and alignment of a column, also of those whose cells are replaced."""
    made = openpyxl.load_workbook(book(tmp_path / "a.xlsx", GOOD))
    sheet = made.active
    sheet.column_dimensions["M"].fill = PatternFill("solid", fgColor="00FF00")
    sheet.column_dimensions["M"].font = Font(italic=True)
    sheet.column_dimensions["O"].alignment = Alignment(horizontal="right")
    made.save(tmp_path / "a.xlsx")
    for _ in range(2):
        score(tmp_path / "a.xlsx", in_place=True)
        sheet = openpyxl.load_workbook(tmp_path / "a.xlsx").active
        assert (sheet["M3"].fill.fgColor.rgb, sheet["M3"].font.italic) == ("0000FF00", True)
        assert (sheet["O3"].alignment.horizontal, sheet["K3"].alignment.horizontal) == ("right", None)
