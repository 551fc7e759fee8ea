"""Scored from any format into any other: the rows of one table, dates and numbers as people write them, and the results."""

import datetime as dt

import pandas as pd
import pytest
from pyarrow import parquet
from support.binary_books import write_xlsb
from support.books import BAD, GOOD, RESULTS, book, cells, csv_rows, sheets
from support.kept_sheets import write_table

from xlpoker.workbook.jobs import Writing, score, wins

CARDS = [f"P{player} card {card}" for player in (1, 2) for card in range(1, 6)]
LABELS = ["Date", "Time", "Pot", *CARDS, "Paid", None, "Pot"]
TITLES = [*RESULTS, "Problem"]
ROWS = [
    [dt.datetime(2026, 5, day), dt.time(18, 30), pot, *hands, pot > 12, note, 7.0]
    for day, (pot, note, hands) in enumerate(
        zip([12.0, 12.5, 13, 14], ["x", 1, None, "?"], [*GOOD, BAD], strict=True), 1
    )
]
PAIR, EIGHTS = [2067, "One Pair, Fives"], [2633, "One Pair, Eights"]
FOUND = [[2, *PAIR, *EIGHTS, None], [1, *EIGHTS, *PAIR, None], [0, *PAIR, *PAIR, None]]
NAMES = [title.lower().replace(" ", "_") for title in TITLES]


@pytest.fixture
def log(tmp_path):
    """Return a workbook as people keep it: a line above the labels, dates, times, numbers, a column without a label."""
    return sheets(
        tmp_path / "log.xlsx", {"Friday": [["Log"], [], LABELS, *ROWS], "Notes": [["nothing"]]}
    )


def test_a_workbook_as_csv(log, tmp_path):
    """All rows of the sheet: ISO dates, whole numbers without a fraction, truth values as a sheet shows them."""
    counts = score(log, output=tmp_path / "out.csv")
    above, blank, labels, *rows = csv_rows(tmp_path / "out.csv")
    assert (above[0], any(above[1:]), any(blank)) == ("Log", False, False)
    assert labels == [label or "" for label in LABELS] + TITLES
    assert rows[0] == [
        "2026-05-01",
        "18:30:00",
        "12",
        *GOOD[0],
        "FALSE",
        "x",
        "7",
        *map(str, FOUND[0][:5]),
        "",
    ]
    assert [row[2] for row in rows] == ["12", "12.5", "13", "14"]
    assert rows[3][-1] == "H7: '1OH' is not a card; did you mean '10H'?"
    assert counts.warnings == ["out.csv holds the values of 'Friday' alone, without formats"]
    assert counts.as_dict() == wins(log).as_dict() | {"output": str(tmp_path / "out.csv")}


def test_a_workbook_as_parquet(log, tmp_path):
    """Each column has one type, a name of its own, and the results those of every Parquet file."""
    counts = score(log, output=tmp_path / "out.parquet")
    table = parquet.read_table(tmp_path / "out.parquet")
    assert table.column_names == ["Date", "Time", "Pot", *CARDS, "Paid", "O", "Pot_2", *NAMES]
    kinds = {
        name: str(table.schema.field(name).type)
        for name in ("Date", "Time", "Pot", "Paid", "O", "winner")
    }
    assert kinds == {
        "Date": "date32[day]", "Time": "time64[us]", "Pot": "double", "Paid": "bool", "O": "string", "winner": "int64",
    }  # fmt: skip
    lines = table.to_pylist()
    assert [list(line.values())[-6:] for line in lines[:3]] == FOUND
    assert [line["O"] for line in lines] == ["x", "1", None, "?"]
    assert counts.warnings == [
        "out.parquet lacks 1 row above the labels", "out.parquet holds the values of 'Friday' alone, without formats"
    ]  # fmt: skip


def test_formulas_without_values_are_bad_rows(tmp_path):
    """A card that nobody has calculated is a bad row of a .csv as of a workbook, and no blank."""
    book(tmp_path / "a.xlsx", [*GOOD, ["=A2", *BAD[1:]]], labels=CARDS)
    counts = score(tmp_path / "a.xlsx", output=tmp_path / "a.csv")
    assert counts.bad == 1
    assert counts.warnings[0] == "a.csv: formulas without a value are empty, the first is in A5"
    assert csv_rows(tmp_path / "a.csv")[4][-1].startswith("A5: =A2 ")


def said(cell):
    """Return a cell as a text: values in Parquet files are floats."""
    return f"{cell:g}" if isinstance(cell, float) else str(cell)


def texts_of(path, mark=","):
    """Return the cells of a file as texts, blank ones as "None"."""
    if path.suffix == ".csv":
        return [[cell or "None" for cell in row] for row in csv_rows(path, mark)]
    if path.suffix == ".parquet":
        table = parquet.read_table(path)
        return [table.column_names, *(list(map(said, row.values())) for row in table.to_pylist())]
    return [[str(cell) for cell in row] for row in cells(path)]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("ending", ["csv", "parquet", "xlsx"])
@pytest.mark.parametrize("kind", ["csv", "tsv", "parquet", "xlsx", "xlsm", "xlsb"])
def test_any_in_any_out(log, tmp_path, kind, ending):
    """What was scored into one format gives the same results in every other, in place of those it has."""
    source, target = tmp_path / f"in.{kind}", tmp_path / f"out.{ending}"
    if kind in ("xlsx", "xlsm"):
        source.write_bytes(log.read_bytes())
    elif kind == "xlsb":
        rows = [CARDS, *(row[3:13] for row in ROWS)]
        write_xlsb(
            source,
            {"Hands": {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row)}},
        )
    else:
        score(log, output=tmp_path / f"first.{'parquet' if kind == 'parquet' else 'csv'}")
        first = (
            tmp_path / "first.csv" if kind != "parquet" else tmp_path / "first.parquet"
        ).read_bytes()
        source.write_bytes(
            first.replace(b"One Pair, ", b"One Pair; ").replace(b",", b"\t")
            if kind == "tsv"
            else first
        )
    counts = score(source, output=target, writing=Writing(overwrite=True)).as_dict()
    assert [counts[name] for name in ("player_1", "player_2", "ties", "bad")] == [1, 1, 1, 1]
    titles, *rows = texts_of(target, "\t" if kind == "tsv" else ",")[-5:]
    at = [title.casefold() for title in titles].index("winner")
    assert titles.count(titles[at]) == 1
    assert [row[at : at + 5] for row in rows[:3]] == [[*map(str, found[:5])] for found in FOUND]
    assert "'1OH' is not a card; did you mean '10H'?" in rows[3][-1]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("columns", ["winner", "value,winner", "hand"])
@pytest.mark.parametrize("target", ["out.csv", "out.parquet", "out.xlsx"])
@pytest.mark.parametrize("source", ["in.csv", "in.parquet", "in.xlsx"])
def test_chosen_columns(tmp_path, source, target, columns):
    """`--columns` chooses in every output."""
    path = tmp_path / source
    if source.endswith(".parquet"):
        pd.DataFrame(GOOD, columns=CARDS).to_parquet(path)
    else:
        write_table(path, [CARDS, *GOOD])
    kinds = {"value": [1, 3], "hand": [2, 4], "winner": [0]}
    places = sorted(place for kind in columns.split(",") for place in kinds[kind])
    wanted = [TITLES[place] for place in places]
    if target == "out.parquet":
        wanted = [title.lower().replace(" ", "_") for title in wanted]
    for engine in (
        ["splice", "openpyxl"] if (source, target) == ("in.xlsx", "out.xlsx") else ["splice"]
    ):
        score(
            path,
            output=tmp_path / target,
            engine=engine,
            force=True,
            writing=Writing(columns=columns),
        )
        titles, *rows = texts_of(tmp_path / target)
        assert titles[10 : 10 + len(places)] == wanted
        assert [row[10 : 10 + len(places)] for row in rows] == [
            [str(found[at]) for at in places] for found in FOUND
        ]
