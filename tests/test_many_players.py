"""What ``score`` writes by default: all columns for up to three players, the winner alone for more."""

from __future__ import annotations

import csv
from pathlib import Path

import pandas as pd
import pytest
from support.kept_sheets import cell_values, write_table
from support.open_sheets import cells_after, cells_of, seen_of, write_sheet

import xlpoker.frames
from xlpoker.scoring.open_sheet import run as click
from xlpoker.workbook.jobs import Writing, score

assert xlpoker.frames.__all__
NAMES = ["Ann", "Ben", "Cid", "Dan"]
ROW = ["AS AD KH QC 9S", "2C 3D 5H 8S 9C", "KS KD QD JH TC", "4C 4D 6H 7C TS"]
ALL = "value,hand,winner"


def titles(path: Path) -> list[object]:
    """Return the titles of the new columns of a scored table of four players at most."""
    if path.suffix == ".csv":
        with path.open(newline="") as file:
            first = next(csv.reader(file))
    else:
        first = list(cell_values(path)[0])
    return [title for title in first if title not in (*NAMES, "Problem")]


@pytest.mark.parametrize("ending", ["xlsx", "csv"])
@pytest.mark.parametrize(
    ("players", "columns", "count"),
    [(3, None, 7), (4, None, 1), (4, ALL, 9), (4, "value", 4)],
    ids=["three", "four", "four, all", "four, values"],
)
def test_columns_by_default(
    tmp_path: Path, ending: str, players: int, columns: str | None, count: int
) -> None:
    """Up to three players have all columns; what --columns names is written for any number."""
    path = write_table(tmp_path / f"a.{ending}", [NAMES[:players], ROW[:players], ROW[:players]])
    output = tmp_path / f"b.{ending}"
    score(path, output=output, writing=Writing(columns))
    assert len(titles(output)) == count


def test_a_click(tmp_path: Path) -> None:
    """A click writes the same columns, and removes them."""
    rows = [[f"{name} {number}" for name in NAMES for number in range(1, 6)]]
    rows += [" ".join(ROW).split()] * 2
    path = write_sheet(tmp_path / "a.xlsx", rows)
    score(path, output=tmp_path / "b.xlsx")
    seen = seen_of(path)
    written = cells_after(seen, click("score", seen))
    assert written == cells_of(tmp_path / "b.xlsx")
    assert [written[row, 20] for row in range(3)] == ["Winner", "Ann", "Ann"]
    removed = click("remove", seen_of(tmp_path / "b.xlsx"))
    assert [box.address for box in removed.clear] == ["U1:U3"]


def test_a_data_frame_has_all_columns() -> None:
    """Values are what a DataFrame is scored for, whatever the number of players."""
    frame = pd.DataFrame([ROW], columns=NAMES).poker.score(hands=NAMES)
    assert "Dan_value" in frame.columns or "player_4_value" in frame.columns
