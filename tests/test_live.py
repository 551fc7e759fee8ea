"""Formulas (--live): in every row, bad ones too, with what they give there; in a table for rows that come later."""

import openpyxl
import pytest
import xlsxwriter
from support.books import BAD, CARDS, GOOD, ONE, TWO, answer_of_formula, book, shared_book

from xlpoker.scoring.counts import Options
from xlpoker.workbook.jobs import Writing, score

LIVE = Writing(live=True)
TWICE = [*ONE, ONE[0], *TWO[1:]]
MISSING = [*ONE[:4], None, *TWO]
ROWS = {
    "one-bad-row": [*GOOD, BAD],
    "nothing-but-bad-rows": [BAD, BAD],
    "a-card-in-both-hands": [*GOOD, TWICE],
    "a-card-missing": [*GOOD, MISSING],
    "a-player-who-folded": [*GOOD, [*ONE, "muck", *[None] * 4]],
    "blank-rows-between": [*GOOD, [None] * 10, BAD, *GOOD],
}


@pytest.mark.sampled(15)
@pytest.mark.parametrize("options", [{}, {"scale": "percentile"}], ids=["strength", "percentile"])
@pytest.mark.parametrize("written", [book, shared_book], ids=["texts-in-cells", "shared-texts"])
@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_every_row_has_formulas_and_what_they_give(tmp_path, rows, written, options):
    """The value that is kept for each formula is what the functions give for its cells, an error included."""
    named = (
        {"hands": "A2:E3,F2:J3"} if rows == [BAD, BAD] else {}
    )  # no column would have five cards
    source = written(tmp_path / "a.xlsx", rows)
    score(source, Options(**options, **named), output=tmp_path / "b.xlsx", writing=LIVE)
    formulas = openpyxl.load_workbook(tmp_path / "b.xlsx").active
    values = openpyxl.load_workbook(tmp_path / "b.xlsx", data_only=True).active
    for number, row in enumerate(rows, 2):
        for column in range(11, 16):
            formula, value = formulas.cell(number, column).value, values.cell(number, column).value
            assert (formula is None) == (row[0] is None)
            if formula:
                expected = answer_of_formula(formulas, formula)
                assert value == (pytest.approx(expected) if isinstance(value, float) else expected)


@pytest.mark.parametrize("live", [True, False], ids=["formulas", "values"])
def test_a_table_fills_new_rows(tmp_path, live):
    """The new columns of a table have the formula of its first row of hands; without --live they have none."""
    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as made:
        sheet = made.add_worksheet("Hands")
        sheet.add_table(
            3, 1, 7, 10, {"data": [*GOOD, BAD], "columns": [{"header": label} for label in CARDS]}
        )
    score(
        tmp_path / "a.xlsx",
        output=tmp_path / "b.xlsx",
        writing=Writing(live=live, columns="value,winner"),
    )
    sheet = openpyxl.load_workbook(tmp_path / "b.xlsx").active
    (table,) = sheet.tables.values()
    found = [column.calculatedColumnFormula for column in table.tableColumns][10:]
    texts = (
        ["WINNER(B5:F5,G5:K5)", "HANDVAL(B5:F5)", "HANDVAL(G5:K5)", None] if live else [None] * 4
    )
    assert [one and one.attr_text for one in found] == texts
    if live:
        assert [cell.value for cell in sheet[5][11:14]] == [f"={text}" for text in texts[:3]]
