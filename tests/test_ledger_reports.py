"""Reports of ledgers that are kept by hand, and the option `--column`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from support.kept_sheets import run
from support.ledgers import write_book

from xlpoker.errors import LayoutError, OptionError, QuestionError
from xlpoker.report.report import report
from xlpoker.workbook.imports import import_histories

SEASON = "Date|Anna|Ben|Cleo\n2024-03-05|15|-20|5\n2024-03-12|-7|7.5|"
TIPS = "Name|Buy-in|Cash-out|Tips\nAnna|20|23|2\nBen|20|15|0"
HANDS = "5H 6H 7H 8H 9H,2C 3C 4D 5D 6D\nAH AD 7C 8C 9C,2H 3H 4H 5C 6C\n"
PEOPLE = [("Anna", 2, 8), ("Cleo", 1, 5), ("Ben", 2, -12.5)]


def _results(path: Path) -> list[tuple[Any, ...]]:
    """Return the filled cells of each row of the sheet *Results*."""
    rows = openpyxl.load_workbook(path)["Results"].values
    filled = [tuple([cell for cell in row if cell is not None]) for row in rows]
    return [row for row in filled if row]


def test_report_of_a_ledger(tmp_path):
    """It is the sheet of `import`; what does not sum to zero is said, and the line says what was read."""
    ledger = write_book(tmp_path / "ledger.xlsx", Season=SEASON)
    code, out, err = run("report", ledger)
    assert (code, err) == (0, "Warning: ledger of 2024-03-12: the nets add up to 0.50, not to 0\n")
    lines = out.splitlines()
    assert lines[1].strip() == "a ledger: 2 nights, 3 players"
    target = tmp_path / "ledger.report.xlsx"
    assert lines[-1] == f"Written to {target}"
    import_histories(ledger, tmp_path / "season.xlsx")
    assert openpyxl.load_workbook(target).sheetnames == ["Results"]
    assert _results(target) == _results(tmp_path / "season.xlsx")
    assert _results(target)[3:6] == PEOPLE
    assert len(openpyxl.load_workbook(target)["Results"]._charts) == 1


def test_what_is_not_read_is_said(tmp_path):
    """A cell that is no amount is named; the other rows count."""
    ledger = write_book(tmp_path / "a.xlsx", Friday="Name|Net\nAnna|5\nBen|-5\nCleo|x")
    counts = report(ledger)
    assert counts.warnings == [
        f"not read: {ledger}:4: 'Cleo | x' is not counted: Friday!B4, Net: 'x' is no amount"
    ]


def test_many_warnings_are_counted(tmp_path):
    """Ten rows are quoted."""
    rows = "\n".join("Cleo|x" for _ in range(12))
    ledger = write_book(tmp_path / "a.xlsx", Friday=f"Name|Net\nAnna|5\nBen|-5\n{rows}")
    warnings = report(ledger).warnings
    assert (len(warnings), warnings[-1]) == (11, "... and 2 more rows not read")


@pytest.mark.slow
def test_hands_and_ledgers_in_one_report(tmp_path):
    """The sheets about hands stand before the results."""
    hands = tmp_path / "hands.csv"
    hands.write_text(HANDS, "utf-8")
    first = write_book(tmp_path / "a.xlsx", Season=SEASON)
    second = write_book(tmp_path / "b.xlsx", Friday=TIPS)
    target = tmp_path / "all.xlsx"
    options = ["-o", target, "--column", "Tips=cash-out", "--json"]
    code, out, _ = run("report", first, hands, second, *options)
    assert code == 0
    records = [json.loads(line) for line in out.splitlines()]
    assert [record.get("ledger") for record in records] == [
        "a ledger: 2 nights, 3 players",
        None,
        "a ledger: 1 night, 2 players",
    ]
    assert [record["rows"] for record in records] == [5, 2, 2]
    assert openpyxl.load_workbook(target).sheetnames == ["Summary", "Best hands", "Results"]
    assert _results(target)[1] == ("3 players, 3 nights; amounts as in the ledgers",)
    assert report([first, second], columns={"tips": "skip"}, output=target, force=True).rows == 7


def test_one_sheet_of_a_ledger(tmp_path):
    """`--sheet` names the one that is read."""
    ledger = write_book(tmp_path / "a.xlsx", Friday="Name|Net\nAnna|5\nBen|-5", Season=SEASON)
    assert run("report", ledger, "--sheet", "friday")[0] == 0
    assert _results(tmp_path / "a.report.xlsx")[1][0].startswith("2 players, 1 night")


def test_named_hands_are_no_ledger(tmp_path):
    """Cells that are named have to hold cards."""
    ledger = write_book(tmp_path / "a.xlsx", Season=SEASON)
    assert run("report", ledger, "--hands", "A2:B3,C2:D3")[0] == 2


def test_a_question_without_a_terminal(tmp_path):
    """The exception has the answers as arguments of `report`."""
    ledger = write_book(tmp_path / "a.xlsx", Friday=TIPS)
    with pytest.raises(QuestionError) as asked:
        report(ledger)
    *_, skip = asked.value.choices
    assert report(ledger, **skip.arguments).rows == 2


UNKNOWN = {
    "a wrong heading": ("a.xlsx", "a.xlsx has no column 'Tipps'; did you mean 'Tips'?"),
    "hands": ("hands.csv", "hands.csv holds no ledger, so no column has a meaning: 'Tipps'"),
    "a folder of logs": ("logs", "logs holds no ledger, so no column has a meaning: 'Tipps'"),
}


@pytest.mark.parametrize(("source", "message"), UNKNOWN.values(), ids=UNKNOWN)
def test_a_column_that_is_not_there(tmp_path, source, message):
    """`--column` is never ignored."""
    write_book(tmp_path / "a.xlsx", Friday=TIPS)
    (tmp_path / "hands.csv").write_text(HANDS, "utf-8")
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "a.phh").write_text("variant = 'NT'", "utf-8")
    words = [tmp_path / source, tmp_path / "b.xlsx", "--column", "Tipps=skip"]
    code, _, err = run("import", *words)
    assert (code, err) == (2, f"xlpoker: {message}\n")
    assert not (tmp_path / "b.xlsx").exists()


def test_report_without_a_ledger(tmp_path):
    """A report of hands has no columns with meanings."""
    hands = tmp_path / "hands.csv"
    hands.write_text(HANDS, "utf-8")
    with pytest.raises(OptionError, match="holds no ledger, so no column has a meaning: 'Tips'"):
        report(hands, columns={"Tips": "skip"})
    assert run("report", hands, "--column", "Tips=skip")[0] == 2


def test_neither_hands_nor_a_ledger(tmp_path):
    """The message is that of `wins`."""
    other = write_book(tmp_path / "a.xlsx", Season="Date|Temperature\n2024-03-05|15")
    with pytest.raises(LayoutError, match="holds no hands"):
        report(other)
