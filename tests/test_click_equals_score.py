"""A click on the open sheet does what the command ``score`` does to its workbook, cell by cell."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Font
from openpyxl.worksheet.table import Table
from support.kept_answers import FOLDER, kept_cases
from support.open_sheets import (
    cells_after,
    cells_of,
    names_after,
    names_of,
    seen_of,
    width_of,
    write_sheet,
)
from support.random_sheets import long_sheet, nasty_sheet, plain_sheet
from support.samples import each_nth

from xlpoker.addresses import MOST_ROWS, Box, boxes_of, column_letters
from xlpoker.errors import PokerError, QuestionError
from xlpoker.scoring.counts import Counts
from xlpoker.scoring.open_sheet import run
from xlpoker.scoring.open_sheet_texts import counts_text
from xlpoker.scoring.seen import Done, Kind, Seen, after
from xlpoker.workbook.jobs import score, wins

WORKBOOKS = Path(__file__).parents[1] / "workbooks"
BOOKS = [*sorted((WORKBOOKS / "layouts").glob("*.xlsx")), WORKBOOKS / "holdem.xlsx"]
KEPT = [case for path in sorted(FOLDER.glob("*.txt")) for case in kept_cases(path)]
EACH_SIXTH = 6
"""The slow tests take each sixth kept sheet, and those of a release all."""
QUICK = 48
"""The quick tests take one of so many; the first one takes as long as ten others."""
SEEDS = range(8)
MAKERS = [plain_sheet, nasty_sheet]


def quick_or_slow(number: int, case: Any) -> Any:
    """Return a kept sheet as a case, most of them for the slow tests."""
    marks = [] if number % QUICK == EACH_SIXTH else [pytest.mark.slow]
    return pytest.param(case, id=f"{number}-{case.name}", marks=marks)


KEPT_CASES = [
    quick_or_slow(number, case) for number, case in each_nth(list(enumerate(KEPT)), EACH_SIXTH)
]


def check(path: Path) -> None:
    """Click on the sheet of a workbook, and compare what the command does with each answer."""
    seen = seen_of(path)
    output = path.with_name("output.xlsx")
    done = run("score", seen)
    try:
        counts = score(path, output=output, force=True)
    except QuestionError as question:
        assert done.kind is not Kind.GOOD
        check_answers(path, seen, question)
    except PokerError:
        assert done.kind is Kind.ERROR
    else:
        check_written(seen, done, output)
        assert text_of(done) == command_text(counts)
        assert run("count", seen).text == counts_text(wins(path))
        check_again(seen, done, output)


def check_answers(path: Path, seen: Seen, question: QuestionError) -> None:
    """Compare each answer to a question with the command that has the options for it."""
    output = path.with_name("answer.xlsx")
    for number, choice in enumerate(question.choices, start=1):
        arguments = dict(choice.arguments)
        hands = arguments.pop("hands", None)
        if isinstance(hands, list) and len(hands) == 1:
            (hands,) = hands
        score(path, hands=hands, output=output, force=True, **arguments)
        check_written(seen, run("score", seen, number), output)


def check_written(seen: Seen, done: Done, output: Path) -> None:
    """Compare the cells, the names and the widths of columns."""
    assert done.kind is Kind.GOOD, done.text
    assert "--" not in done.text.replace("'--'", "")
    assert cells_after(seen, done) == cells_of(output)
    assert names_after(seen, done) == names_of(output)
    for column in done.columns:
        if column.width is not None:
            width = width_of(output, column_letters(column.column))
            assert width == pytest.approx(column.width, abs=0.01)


def check_again(seen: Seen, done: Done, output: Path) -> None:
    """Click once more, which changes nothing, and remove the results.

    A click does not search the columns of its results, as the command does.
    """
    scored = seen_of(output)
    check_written(scored, run("score", scored), output)
    removed = run("remove", after(seen, done))
    assert removed.kind is Kind.GOOD, removed.text
    assert cells_after(after(seen, done), removed) == cells_after(seen, Done(""))


def text_of(done: Done) -> list[str]:
    """Return the lines of a click's text.

    Left out are warnings, whose ends and order differ, and where the results stand.
    """
    lines = done.text.splitlines()
    return [line for line in lines if not line.startswith(("Warning", "Written"))]


def command_text(counts: Counts) -> list[str]:
    """Return the counts of the command as a click says them."""
    lines = counts_text(counts).splitlines()
    return [line for line in lines if not line.startswith("Warning")]


@pytest.mark.parametrize("case", KEPT_CASES)
def test_kept_sheets(case: Any, tmp_path: Path) -> None:
    """The net of sheets whose answers are kept: every shape, many odd ones."""
    check(write_sheet(tmp_path / "book.xlsx", case.rows))


@pytest.mark.sampled(8)
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_workbooks(book: Path, tmp_path: Path) -> None:
    """The workbooks of this repository: labels, gaps, bad rows, two tables, suits as signs."""
    path = tmp_path / book.name
    path.write_bytes(book.read_bytes())
    check(path)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
@pytest.mark.parametrize("seed", SEEDS)
def test_random_sheets(make: Any, seed: int, tmp_path: Path) -> None:
    """Sheets made at random, also with misspelt cards and rows of text."""
    rows = make(random.Random(seed)).rows
    check(write_sheet(tmp_path / "book.xlsx", rows))


def test_a_row_for_each_player(tmp_path: Path) -> None:
    """The winner stands in the winner's row of each deal."""
    check(write_sheet(tmp_path / "book.xlsx", long_sheet(random.Random(1)).rows))


LOW_GAMES = {
    "Omaha hi-lo": "Board | Ann | Ben | Cem\n"
    "3S 4D 8H KC 9D | AS 2D QH QS | AC 2H KD KH | 5C 6C TH JH\n"
    "3S 4D 8H KC 9D | AS 2D QH QS | folded      | folded\n"
    "TS JD QH KC 9D | AS 2D 3H QS | AC 2H KD KH | 5C 6C TH JH\n"
    "3S 4D 8H       | AS 2D QH QS | AC 2H QD JC | folded\n"
    "3S 4D 8H KC 9D | AS 2D QH QS | AC 2H QD JC | 5C 6C TH 1OH",
    "Razz": "Ann | Ben\n"
    "AS 2D 3C 4H 6S KD KH | AC 2C 3D 5H 7S QD QH\n"
    "AD 2D 3C 4H 6S KD KH | AS 2C 3D 4S 6H QD QH\n"
    "2S 2D 3C 3H 3S KD KH | AS 2C 3D 4S 6H QD 1OH",
    "2-7 triple draw": "Ann | Ben\n"
    "7S 5D 4C 3H 2S | AC 5C 4D 3S 2H\n"
    "7S 6S 5S 4S 2S | AC 5C 4D 3S 2H\n"
    "7S 6S 5S 4S 2S | AC AH 4D 3S 2H",
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("sheet", LOW_GAMES)
def test_low_games(sheet: str, tmp_path: Path) -> None:
    """Low hands, and both halves of hi-lo with the shares of the pot."""
    lines = LOW_GAMES[sheet].splitlines()
    rows: list[list[Any]] = [[sheet], *(re.split(r" *\| *", line) for line in lines)]
    check(write_sheet(tmp_path / "book.xlsx", rows))


def test_low_games_of_a_row_for_each_player(tmp_path: Path) -> None:
    """Both halves of hi-lo where each player has a row."""
    holes = {"Ann": "AS 2D QH QS", "Ben": "AC 2H KD KH", "Cem": "5C 6C TH JH"}
    boards = ["3S 4D 8H KC 9D", "TS JD QC KC 9D", "3S 4D 8H KC 3H", "7S 7D 7H 8C 9D"]
    rows: list[list[Any]] = [["Hand", "Game", "Player", "Cards", "Board"]]
    for number, board in enumerate(boards, 1):
        for player, hole in holes.items():
            rows.append([number, "Omaha Hi/Lo", player, hole, board])
    check(write_sheet(tmp_path / "book.xlsx", rows))


@pytest.mark.slow
def test_rows_below_the_searched_ones(tmp_path: Path) -> None:
    """A long sheet, with a note and a bad card far down."""
    deal = ["5H 5C 6S 7S KD", "2C 3S 8S 8D TD"]
    rows: list[list[Any]] = [["Ann", "Ben"], *[list(deal) for _ in range(2_000)]]
    rows[1_800] = ["half time", None]
    rows[1_900][1] = "2C 3S 8S 8D 1OH"
    rows[1_950].append("well played")
    check(write_sheet(tmp_path / "book.xlsx", rows))


RANGES = ["A3:E8,F3:J8", "M3:Q8,R3:V8", "A3:E5,F3:J5", "A3:J8", "A:E,F:J"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("ranges", RANGES)
def test_selected_ranges(ranges: str, tmp_path: Path) -> None:
    """A selection does what ``--hands`` does with the same ranges, also beside other results."""
    path = tmp_path / "book.xlsx"
    path.write_bytes((WORKBOOKS / "layouts" / "two-tables.xlsx").read_bytes())
    columns = ranges.replace("A:E", f"A1:E{MOST_ROWS}").replace("F:J", f"F1:J{MOST_ROWS}")
    output = tmp_path / "output.xlsx"
    for hands, selection in (("M3:Q8,R3:V8", "M3:Q8,R3:V8"), (ranges, columns)):
        seen = seen_of(path, selection=boxes_of(selection.split(",")))
        score(path, hands=hands, output=output, force=True)
        check_written(seen, run("score", seen), output)
        path.write_bytes(output.read_bytes())


@pytest.mark.parametrize(
    "headings", [["Ann", "Ben"], ["Ann", "Ben", "Winner", "Ann hand"]], ids=len
)
def test_a_table_of_excel_grows(headings: list[str], tmp_path: Path) -> None:
    """A table gets the new columns; none has the name of another column."""
    deals = [["5H 5C 6S 7S KD", "2C 3S 8S 8D TD"], ["5D 8C 9S JS AC", "2C 5C 7D 8S QH"]]
    rows = [headings, *[[*deal, "x", "y"][: len(headings)] for deal in deals]]
    path = write_sheet(tmp_path / "book.xlsx", rows)
    book = openpyxl.load_workbook(path)
    area = Box(0, 0, 2, len(headings) - 1).address
    book.worksheets[0].add_table(Table(displayName="Deals", ref=area))
    book.save(path)
    check(path)
    tables = openpyxl.load_workbook(path.with_name("output.xlsx")).worksheets[0].tables.values()
    (resized,) = run("score", seen_of(path)).resized
    assert [table.ref for table in tables] == [resized[1].address]


def test_hidden_and_struck_rows(tmp_path: Path) -> None:
    """Rows and columns that a person does not see, or has struck out, are said in the words of the command."""
    heading = ["Ann", *[None] * 4, "Ben", *[None] * 4]
    deals = ["5H 5C 6S 7S KD 2C 3S 8S 8D TD".split(), "5D 8C 9S JS AC 2C 5C 7D 8S QH".split()]
    path = write_sheet(tmp_path / "book.xlsx", [heading, *deals, *deals])
    book = openpyxl.load_workbook(path)
    sheet = book.active
    assert sheet is not None
    for cell in sheet[4]:
        cell.font = Font(strike=True)
    sheet.row_dimensions[5].hidden = True
    sheet.column_dimensions["C"].hidden = True
    book.save(path)
    *lines, hint = run("count", seen_of(path)).text.splitlines()
    assert lines == counts_text(wins(path)).splitlines()
    assert "1 hidden row is counted; 1 struck-out row is counted" in lines[-1]
    assert "Warning: a hidden column holds cards, which count: C" in lines
    assert hint.startswith("To leave these rows out, ")
