"""The sample workbooks: build.py makes them, their cached values are the catalogue's, their counts the reference's."""

import re
import sys
from pathlib import Path

import build
import openpyxl
import pytest
import tour
from hosts.calc_books import Read, Typed, answers_in_calc
from openpyxl.worksheet.formula import ArrayFormula
from support import reference
from support.samples import each_nth

from xlpoker.errors import LayoutError
from xlpoker.evaluator.cards import parse_cards
from xlpoker.functions import CATALOGUE, call
from xlpoker.workbook.jobs import Options, wins

BOOKS = Path(__file__).parent.parent / "workbooks"
RELEASED = set(BOOKS.glob("poker-formulas*.xlsx"))
"""Made by `tools.release`; `test_release.py` tests them."""


def contents(path: Path, *, values: bool) -> dict:
    """Return every cell of a workbook: its value, or its formula."""
    book = openpyxl.load_workbook(path, data_only=values)
    cells = {
        (sheet.title, cell.coordinate): cell.value
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
    }
    arrays = {
        place: (value.ref, value.text)
        for place, value in cells.items()
        if isinstance(value, ArrayFormula)
    }
    return cells | arrays


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return a folder in which build.py has made everything anew."""
    folder = tmp_path_factory.mktemp("workbooks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["build.py", str(folder)])
        build.main()
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", sorted(set(BOOKS.rglob("*.xlsx")) - RELEASED), ids=lambda path: path.name
)
def test_build_makes_the_committed_books(built, path):
    """Every committed workbook has the cells, formulas and values that build.py writes.

    Another version of XlsxWriter may write other bytes.
    """
    made = built / path.relative_to(BOOKS)
    if made.read_bytes() == path.read_bytes():
        return
    assert contents(made, values=False) == contents(path, values=False)
    assert contents(made, values=True) == contents(path, values=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", build.OPEN_BOOKS | build.CALCULATED_BOOKS)
def test_the_same_bytes_each_time(built, name, tmp_path):
    """Two runs write the same file: that which is committed, or one of the same version of XlsxWriter."""
    first, second = built / f"{name}.xlsx", BOOKS / f"{name}.xlsx"
    if first.read_bytes() != second.read_bytes():
        second = tmp_path / "second.xlsx"
        (build.OPEN_BOOKS | build.CALCULATED_BOOKS)[name](second)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["euler54", "holdem"])
def test_cached_values_are_the_catalogues(name):
    """Each live formula carries the value that the catalogue gives for its cells."""
    formulas = openpyxl.load_workbook(BOOKS / f"{name}.xlsx")[name]
    values = openpyxl.load_workbook(BOOKS / f"{name}.xlsx", data_only=True)[name]
    checked = 0
    for row in formulas.iter_rows():
        for cell in row:
            match = re.fullmatch(r"=([A-Z]+)\(([^)]*)\)", str(cell.value))
            if match is None or match[1] == "COUNTIF":
                continue
            blocks = [
                [[one.value for one in line] for line in values[area]]
                for area in match[2].split(",")
            ]
            assert values[cell.coordinate].value == call(match[1], *blocks), cell.coordinate
            checked += 1
    assert checked == {"euler54": 5000, "holdem": 200}[name]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", CATALOGUE)
def test_the_tour_shows_every_function(name):
    """A sheet per function; each formula, spilled or not, carries what the catalogue gives for the cells it points to."""
    formulas = openpyxl.load_workbook(BOOKS / "tour.xlsx")[name]
    values = openpyxl.load_workbook(BOOKS / "tour.xlsx", data_only=True)[name]

    def area(where):
        return [[cell.value for cell in row] for row in values[where]]

    checked = spilled = 0
    for cell in (cell for row in formulas.iter_rows() for cell in row):
        if isinstance(cell.value, ArrayFormula):
            shown = [
                "" if value is None else value for row in area(cell.value.ref) for value in row
            ]
            answer = tour.evaluated(cell.value.text, area)
            for found, expected in zip(
                shown, [value for row in answer for value in row], strict=True
            ):
                assert found == (
                    expected if isinstance(expected, str) else pytest.approx(expected, rel=1e-14)
                )
            spilled += 1
        elif str(cell.value).startswith("=") and cell.data_type == "f":
            formula = re.sub(r"^=INDEX\((.*),1\)$", r"=\1", cell.value)
            answer = tour.evaluated(formula, area)
            expected = answer[0][0] if isinstance(answer, list) else answer
            assert values[cell.coordinate].value == (
                expected if isinstance(expected, str) else pytest.approx(expected, rel=1e-14)
            ), formula
            checked += 1
    assert spilled == 1
    assert checked == len(tour.examples(CATALOGUE[name]))
    texts = [value for row in values.iter_rows(values_only=True) for value in row]
    assert CATALOGUE[name].signature in texts


def test_one_player_and_two_tables():
    """One hand a row has no winners; two tables are a question."""
    assert wins(BOOKS / "layouts" / "one-player.xlsx").players == []
    with pytest.raises(LayoutError) as caught:
        wins(BOOKS / "layouts" / "two-tables.xlsx")
    assert all(f"--hands {one} " in str(caught.value) for one in ("A3:E8,F3:J8", "M3:Q8,R3:V8"))
    assert wins(BOOKS / "layouts" / "two-tables.xlsx", Options(hands="M3:Q8,R3:V8")).rows == 6


def test_holdem_book():
    """The hold'em book is cut into 2 + 2 + 5, and its winners are those of its formulas."""
    counts = wins(BOOKS / "holdem.xlsx", Options(game="holdem"))
    winners = [
        row[9].value
        for row in openpyxl.load_workbook(BOOKS / "holdem.xlsx", data_only=True)[
            "holdem"
        ].iter_rows(3)
    ]
    assert counts.players == [winners.count(1), winners.count(2)]
    assert counts.ties == winners.count(0)


def test_the_thousand_winners_are_the_references():
    """All 1000 deals, not only their sum: the WINNER column against the slow reference."""
    sheet = openpyxl.load_workbook(BOOKS / "euler54.xlsx", data_only=True)["euler54"]
    for row in sheet.iter_rows(3, 1002, values_only=True):
        one, two = (reference.best(parse_cards(" ".join(cards))) for cards in (row[:5], row[5:10]))
        assert row[15] == (one > two) + 2 * (two > one)


ANSWERS = {
    None: build.NO_ANSWER,
    376: "right",
    375: "too few",
    624: "too many",
    "all": "type a number",
}
"""What somebody types into the answer box of Euler 54, and what it says."""


@pytest.mark.slow
@pytest.mark.engine("soffice")
def test_the_answer_box_in_calc(calc):
    """Counted row by row and in one formula: 376; the box says whether an answer is right."""
    steps = [Read("euler54", "M1:N1")]
    for answer in ANSWERS:
        steps += [Typed("euler54", {"O1": answer}), Read("euler54", "P1:P1")]
    counted, *marks = answers_in_calc(calc, BOOKS / "euler54.xlsx", steps)
    assert counted == [[376, "in one formula: 376"]]
    assert marks == [[[mark]] for mark in ANSWERS.values()]


@pytest.mark.slow
def test_euler54_with_names_in_ironcalc():
    """Nothing is installed: one formula finds 376 winners, and single ones find what is stored; a wrong answer is too low.

    Single formulas stand in each tenth row, and stored winners in the others; for a release in all rows.
    """
    import ironcalc

    path = BOOKS / "euler54-formulas.xlsx"
    model = ironcalc.load_from_xlsx(str(path))
    model.set_user_input(0, 1, 15, "375")
    rows, columns = range(3, 1003), range(12, 17)
    sheet = openpyxl.load_workbook(path, data_only=True)["euler54"]
    stored = dict(zip(rows, sheet.iter_rows(3, 1002, 12, 16, values_only=True), strict=True))
    calculated = each_nth(rows, 10)
    for row in {*rows} - {*calculated}:
        for column in columns[:-1]:
            model.clear_cell_contents(0, row, column)
        model.set_user_input(0, row, columns[-1], str(stored[row][-1]))
    model.evaluate()
    for row in calculated:
        shown = [model.get_cell_value(0, row, column) for column in columns]
        assert shown == [*stored[row]], row
    assert [model.get_cell_value(0, 1, column) for column in (13, 14)] == [
        376,
        "in one formula: 376",
    ]
    assert model.get_cell_value(0, 1, 16) == ANSWERS[375]


@pytest.mark.slow
def test_both_books_of_euler54_are_the_same():
    """The book with names holds the same cards, formulas and values, and the names."""
    for values in (False, True):
        plain, named = (
            contents(BOOKS / f"{name}.xlsx", values=values)
            for name in ("euler54", "euler54-formulas")
        )
        texts = [value[1] if isinstance(value, tuple) else value for value in named.values()]
        assert texts == [*plain.values()]
    names = openpyxl.load_workbook(BOOKS / "euler54-formulas.xlsx").defined_names
    assert {"HANDVAL", "HANDNAME", "WINNER", "cardsIDS"} <= set(names)
