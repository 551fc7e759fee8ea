"""LibreOffice opens what xlpoker writes."""

import csv
import subprocess
from pathlib import Path

import pytest

from xlpoker.workbook.job import score

BOOKS = Path(__file__).parent.parent / "workbooks"

pytestmark = pytest.mark.engine("soffice")


def as_csv(book: Path, folder: Path) -> list[list[str]]:
    """Return a workbook's first sheet as LibreOffice shows it."""
    command = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile", "--convert-to", "csv"]
    subprocess.run([*command, "--outdir", str(folder), str(book)], check=True, capture_output=True, timeout=180)
    with (folder / f"{book.stem}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_a_scored_book_shows_376(tmp_path):
    """The scored deals of Project Euler problem 54, read back by another program."""
    score(BOOKS / "poker.txt", output=tmp_path / "scored.xlsx")
    header, *rows = as_csv(tmp_path / "scored.xlsx", tmp_path)
    assert header[-5:] == ["Player 1 value", "Player 1 hand", "Player 2 value", "Player 2 hand", "Winner"]
    assert [row[-1] for row in rows].count("1") == 376
    assert rows[0][-5:] == ["578", "High Card, King", "790", "High Card, Ace", "2"]


def test_the_sample_book_shows_its_values(tmp_path):
    """The live formulas show their cached values in a program that has no HANDVAL."""
    rows = as_csv(BOOKS / "euler54.xlsx", tmp_path)
    assert rows[0][11:13] == ["Player 1 wins", "376"]
    assert rows[2][11:16] == ["578", "High Card, King", "790", "High Card, Ace", "2"]
