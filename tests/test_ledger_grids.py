"""Ledgers with a column for each player, or for each night; the cells are nets."""

from __future__ import annotations

from datetime import datetime

import openpyxl
import pytest
from support.ledgers import imported, nets_of, notes_of, write_book

from xlpoker.errors import BookError, QuestionError
from xlpoker.histories.files import is_history
from xlpoker.workbook.imports import import_histories, ledger_sheets

DAYS = ["2024-03-05", "2024-03-12"]
SHAPES = {
    "a column for each player": (DAYS, """
        Date       | Anna | Ben | Cleo
        2024-03-05 | 15   | -20 | 5
        2024-03-12 | -7   | 7   |
        """),
    "a column for each night": (DAYS, """
        Name | 2024-03-05 | 2024-03-12
        Anna | 15         | -7
        Ben  | -20        | 7
        Cleo | 5          |
        """),
    "sums beside and below": (DAYS, """
        Date       | Anna | Ben | Cleo | Total
        2024-03-05 | 15   | -20 | 5    | 0
        2024-03-12 | -7   | 7   |      | 0
        Total      | 8    | -13 | 5    | 0
        """),
    "sums of players": (DAYS, """
        Name  | 2024-03-05 | 2024-03-12 | Total
        Anna  | 15         | -7         | 8
        Ben   | -20        | 7          | -13
        Cleo  | 5          |            | 5
        Check | 0          | 0          | 0
        """),
    "currencies and parentheses": (DAYS, """
        Date       | Anna   | Ben   | Cleo
        2024-03-05 | $15.00 | ($20) | +5
        2024-03-12 | -$7    | 7     |
        """),
    "a title, a place, a weekday": (DAYS, """
        Our poker nights

        Date       | Day | Place   | Anna | Ben | Cleo
        2024-03-05 | Tue | Anna's  | 15   | -20 | 5
        2024-03-12 | Tue | The bar | -7   | 7   |
        """),
    "nothing above the names": (["Friday", "Easter"], """
               | Friday | Easter
        Anna   | 15     | -7
        Ben    | -20    | 7
        Cleo   | 5      | 0
        """),
    "nothing above the nights": (["Friday", "Easter"], """
               | Anna | Ben | Cleo
        Friday | 15   | -20 | 5
        Easter | -7   | 7   | 0
        """),
    "numbers of nights": (["Game 1", "Game 2"], """
        Game | Anna | Ben | Cleo
        1    | 15   | -20 | 5
        2    | -7   | 7   |
        """),
    "a heading that is no known word": (["Week 1", "Week 2"], """
        Week | Anna | Ben | Cleo
        1    | 15   | -20 | 5
        2    | -7   | 7   |
        """),
    "initials": (DAYS, """
        Date       | A  | B   | C
        2024-03-05 | 15 | -20 | 5
        2024-03-12 | -7 | 7   |
        """),
}  # fmt: skip
FULL_NAMES = {"A": "Anna", "B": "Ben", "C": "Cleo"}


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("nights", "drawing"), SHAPES.values(), ids=SHAPES)
def test_shapes(tmp_path, nights, drawing):
    """The same two nights, drawn in several ways, give the same nets."""
    histories = imported(tmp_path, Season=drawing)
    nets = nets_of(histories)
    first, second = nights
    named = {(night, FULL_NAMES.get(name, name)): net for (night, name), net in nets.items()}
    assert {name for _, name in named} == {"Anna", "Ben", "Cleo"}
    assert {key: net for key, net in named.items() if net != "0"} == {
        (first, "Anna"): "15",
        (first, "Ben"): "-20",
        (first, "Cleo"): "5",
        (second, "Anna"): "-7",
        (second, "Ben"): "7",
    }
    assert notes_of(histories) == []


@pytest.mark.parametrize("with_dates_across", [False, True])
def test_dates_of_a_workbook(tmp_path, with_dates_across):
    """Dates are cells of their own kind in a workbook; they need no heading."""
    book = openpyxl.Workbook()
    days = [datetime(2024, 3, 5), datetime(2024, 3, 12)]
    rows = [[None, "Anna", "Ben"], [days[0], 5, -5], [days[1], -2, 2]]
    if with_dates_across:
        rows = [list(row) for row in zip(*rows, strict=True)]
    for row in rows:
        book.active.append(row)
    book.save(tmp_path / "ledger.xlsx")
    histories = import_histories(tmp_path / "ledger.xlsx", tmp_path / "season.xlsx")
    assert nets_of(histories) == {
        ("2024-03-05", "Anna"): "5",
        ("2024-03-05", "Ben"): "-5",
        ("2024-03-12", "Anna"): "-2",
        ("2024-03-12", "Ben"): "2",
    }


UNREAD = {
    "sums": ("Total | 8 | -13 | 5", "is a row of sums, which is not counted: S!A4"),
    "sums without a word": ("| 8 | -13 | 5", "is a row of sums, which is not counted: S!A4"),
    "an average": ("Mean | 4 | -6.5 | 2.5", "is not counted: S!A4 is no date"),
    "no night": ("| 1 | -1 |", "is not counted: S!A4 names no night"),
    "nobody": ("2024-03-19 | | |", "has no amounts, and is not counted: S!A4"),
    "a text": ("2024-03-19 | ill | 3 | -3", "is not counted: S!B4, Anna: 'ill' is no amount"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("line", "reason"), UNREAD.values(), ids=UNREAD)
def test_what_is_not_counted(tmp_path, line, reason):
    """A row of sums, and a cell without an amount, are said; all else counts."""
    drawing = f"Date|Anna|Ben|Cleo\n2024-03-05|15|-20|5\n2024-03-12|-7|7|\n{line}"
    histories = imported(tmp_path, S=drawing)
    assert [unread.reason for unread in histories.unread] == [reason]
    assert nets_of(histories)["2024-03-05", "Ben"] == "-20"
    assert notes_of(histories) == []


def test_columns_that_are_not_read(tmp_path):
    """Sums and remarks are said with their cells."""
    drawing = "Date|Anna|Ben|Sum|Host\n2024-03-05|15|-15|0|Anna\n2024-03-12|-7|7|0|Ben"
    reasons = [unread.reason for unread in imported(tmp_path, S=drawing).unread]
    assert reasons == [
        "is a column of sums, which is not counted: S!D1",
        "is a column that is not read: S!E1",
    ]


def test_a_night_that_does_not_sum_to_zero(tmp_path):
    """The note says by how much."""
    histories = imported(tmp_path, S="Date|Anna|Ben|Cleo\n2024-03-05|15|-20|5\n2024-03-12|-7|7.5|")
    assert notes_of(histories) == ["2024-03-12: the nets add up to 0.50, not to 0"]


def test_several_sheets_and_tables(tmp_path):
    """Each year may be a sheet, or a table below the other one; numbers begin again."""
    histories = imported(
        tmp_path,
        Spring="Session|Anna|Ben\n1|5|-5\n2|3|-3",
        Autumn="Session|Anna|Ben\n1|-1|1\n\nSession|Anna|Cleo\n2|4|-4",
    )
    assert nets_of(histories) == {
        ("Spring Session 1", "Anna"): "5",
        ("Spring Session 1", "Ben"): "-5",
        ("Spring Session 2", "Anna"): "3",
        ("Spring Session 2", "Ben"): "-3",
        ("Autumn Session 1", "Anna"): "-1",
        ("Autumn Session 1", "Ben"): "1",
        ("Autumn Session 2", "Anna"): "4",
        ("Autumn Session 2", "Cleo"): "-4",
    }


STRAY = "Date|Anna|Ben|Hours\n2024-03-05|15|-15|5\n2024-03-12|-7|7|4"
EITHER = "|Anna|Ben\nFriday|5|-5\nSunday|-5|5"
QUESTIONS = {
    "a column that is nobody's": (STRAY, [
        "S!D2: is 'Hours' a player?",
        '--column "Hours=skip"   no: without it each night sums to zero',
        '--column "Hours=nets"   yes: the column holds the nets of that player',
    ]),
    "nights or players": (EITHER, [
        "S!A2: does column A name nights or players?",
        '--column "A=night"   a row is a night, a column a player',
        '--column "A=name"   a row is a player, a column a night',
    ]),
}  # fmt: skip


@pytest.mark.parametrize(("drawing", "lines"), QUESTIONS.values(), ids=QUESTIONS)
def test_questions(tmp_path, drawing, lines):
    """What is ambiguous is asked."""
    with pytest.raises(QuestionError) as asked:
        imported(tmp_path, S=drawing)
    assert asked.value.lines == lines


ANSWERS = {
    "not a player": (STRAY, {"Hours": "skip"}, {"Anna": 8, "Ben": -8}),
    "a player": (STRAY, {"Hours": "nets"}, {"Anna": 8, "Ben": -8, "Hours": 9}),
    "nights": (EITHER, {"A": "night"}, {"Anna": 0, "Ben": 0}),
    "players": (EITHER, {"A": "name"}, {"Friday": 0, "Sunday": 0}),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("drawing", "columns", "nets"), ANSWERS.values(), ids=ANSWERS)
def test_answers(tmp_path, drawing, columns, nets):
    """Each answer gives its reading."""
    sums = dict.fromkeys(nets, 0)
    for session in imported(tmp_path, columns, S=drawing).sessions:
        sums[session.name] += session.net
    assert sums == nets


def test_two_currencies(tmp_path):
    """Dollars are not added to euros."""
    with pytest.raises(BookError, match=r"^S!C2: amounts in € stand beside amounts in \$$"):
        imported(tmp_path, S="Date|Anna|Ben\n2024-03-05|$5|-5 €\n2024-03-12|1|-1")


NO_LEDGERS = {
    "cards": "Date|Anna|Ben\n2024-03-05|5H 6H|2C 3C\n2024-03-12|AH 6H|KC 3C",
    "cards and nets": "Date|Anna|Ben|Anna won|Ben won\n2024-03-05|5H 6H|2C 3C|5|-5\n2024-03-12|AH 6H|KC 3C|-5|5",
    "cards as numbers": "S1|C1|S2|C2|S3|C3|S4|C4|S5|C5|CLASS\n1|10|1|11|1|13|1|12|1|1|9\n2|11|2|13|2|10|2|12|2|1|9",
    "one player's diary": "Date|Place|Hours|Stake\n2024-03-05|Casino|5|100\n2024-03-06|Home|4|50",
    "measurements": "Date|Temperature|Humidity\n2024-03-05|15|30\n2024-03-12|7|50",
    "bets of a simulation": "|Bet|Wager|Reward|Money\n" + "\n".join(f"P{n}|{n}|-5|9|{(-1) ** n * 5}" for n in range(6)),
    "places and prizes": "Date|Place|Prize|Tables|Change\n" + "\n".join(f"2024-03-0{n}|{n}|{7 * n}|9|-{8 * n}" for n in range(1, 7)),
    "the sums of a season": "After the night|Anna|Ben\nFriday|5|-5\nSunday|2|-2",
}  # fmt: skip


@pytest.mark.parametrize("drawing", NO_LEDGERS.values(), ids=NO_LEDGERS)
def test_no_ledger(tmp_path, drawing):
    """Hands, and amounts that are no nets, are not taken for a ledger."""
    assert ledger_sheets(write_book(tmp_path / "a.xlsx", Season=drawing)) == []
    text = tmp_path / "a.csv"
    text.write_text(drawing.replace("|", ","), "utf-8")
    assert not is_history(text)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_text_files(tmp_path, separator):
    """A .csv is read like a sheet."""
    drawing = 'Date|Anna|Ben\n5.3.2024|"5,50"|"-5,50"\n12.3.2024|-1|1'
    source = tmp_path / "season.csv"
    source.write_text(drawing.replace("|", separator), "utf-8-sig")
    histories = import_histories(source, tmp_path / "results.xlsx")
    assert nets_of(histories)["5.3.2024", "Anna"] == "5.5"
    assert len(histories.sessions) == 4
