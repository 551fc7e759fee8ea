"""Workbooks as people keep them, and the answers that a slow count of the same deals gives."""

import csv
import io
import json
import random
import re
import shlex
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

from support.books import book, csv_rows
from support.commands import run
from support.parts import parts
from support.random_sheets import DECK
from support.reference import best

# both endings are read alike from their cells on: the quick tests leave the second out
ENDINGS = pytest.mark.parametrize("ending", [".xlsx", pytest.param(".csv", marks=pytest.mark.slow)])

RANKS = "23456789TJQKA"


def deals(cards: int, rows: int, seed: int = 7) -> list[list[str]]:
    """Return rows of different cards."""
    source = random.Random(seed)
    return [source.sample(DECK, cards) for _ in range(rows)]


def codes(cards):
    """Return the codes of cards, or of a text of them."""
    return [
        4 * RANKS.index(rank) + "CDHS".index(suit)
        for rank, suit in (cards.split() if isinstance(cards, str) else cards)
    ]


def expected_counts(showdowns, *, board=False) -> dict[str, int]:
    """Return the counts of some showdowns: the hands of each, whole, None for who is out; a str for a row without showdown."""
    seats = max(len(hands) for hands in showdowns if not isinstance(hands, str))
    found = (
        {"rows": len(showdowns)}
        | {f"player_{number}": 0 for number in range(1, seats + 1)}
        | {"ties": 0}
    )
    found |= {"no_showdown": 0} if board else {}
    for hands in showdowns:
        if isinstance(hands, str):
            found["no_showdown"] += 1
            continue
        strengths = [
            () if hand is None else best(codes(hand)) if len(hand) > 2 else (0,) for hand in hands
        ]
        most = max(strengths)
        found["ties" if strengths.count(most) > 1 else f"player_{strengths.index(most) + 1}"] += 1
    return found | {"bad": 0}


def write_table(path: Path, rows) -> Path:
    """Write rows to a workbook or, by its ending, a text file."""
    if path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
        return path
    return book(path, rows, sheet="Sheet", labels=None)


def offered_options(message: str) -> list[list[str]]:
    """Return what a message says should be typed, as words; what stands in brackets explains it.

    >>> offered_options("x can be read in 2 ways:\\n  --hands A1:E2,F1:J2   Anna 5H\\n  --hands A1:C2 --game front   5H\\n")
    [['--hands', 'A1:E2,F1:J2'], ['--hands', 'A1:C2', '--game', 'front']]
    """
    if readings := re.findall(r"^  (--.*?)   ", message, re.MULTILINE):
        return [shlex.split(reading) for reading in readings]
    said = re.search(
        r"(?:(?:say|name)[\w ']*|count them|use): (?:xlpoker wins BOOK )?(--.*)", message
    )
    choices = re.split(r"(?: or |, )(?=--)", said[1]) if said else []
    return [shlex.split(re.sub(r" \(.*?\)", "", choice)) for choice in choices]


def counts_of(path, *options) -> dict:
    """Return the counts of a file with options, and the names of its players; those of several tables are added by name."""
    code, out, err = run("wins", path, *options, "--json")
    assert code in (0, 1), err
    found, *others = [json.loads(line) for line in out.splitlines()]
    for one in others:
        names = found.get("names", [])
        seats = {
            f"player_{at}": f"player_{names.index(name) + 1}" if name in names else name
            for at, name in enumerate(one.get("names", []), 1)
        }
        for key, value in one.items():
            if isinstance(value, int):
                found[seats.get(key, key)] = found.get(seats.get(key, key), 0) + value
    return {
        key: value
        for key, value in found.items()
        if key not in ("file", "sheet", "hands", "read", "persons")
    }


def summary(out: str) -> list[list[str]]:
    """Return the words of each line of a table of several files or sheets, its header first, without what stands above it."""
    lines = [line.split() for line in out.splitlines()]
    at = next(at for at, words in enumerate(lines) if words[:2] == ["File", "Rows"])
    return [lines[at], *lines[at + 2 :]]


def offered_readings(path, *options, command="wins") -> list[list[str]]:
    """Return the readings that a question about a file offers, as options; each has an answer."""
    code, out, err = run(command, path, *options)
    assert (code, out) == (2, ""), out
    assert all(run("wins", path, *reading)[0] in (0, 1) for reading in offered_options(err)), err
    return offered_options(err)


def true_reading(path, expected, *options) -> list[str]:
    """Return the reading with the expected counts that a question about a file offers."""
    readings = {
        shlex.join(reading): counts_of(path, *reading)
        for reading in offered_readings(path, *options)
    }
    found = [reading for reading, counts in readings.items() if counts.items() >= expected.items()]
    assert found, readings
    return shlex.split(found[0])


def assert_counts_and_scores(path, options, expected):
    """Count and score a file with options, and score the result again, which changes nothing."""
    found = counts_of(path, *options)
    found.pop("names", None)
    assert (found, run("wins", path, *options)[2]) == (expected, "")
    target = path.with_name("scored.xlsx" if path.suffix == ".xlsx" else "scored.csv")
    more = [
        "--force",
        *["--overwrite"] * (path.suffix != ".xlsx"),
    ]  # a column of the dealer's may have a title of ours
    assert run("score", path, *options, *more, "-o", target)[0] == 0
    if path.suffix != ".xlsx":
        first = target.read_text(encoding="utf-8")
        run("score", target, *options, *more, "-o", path.with_name("again.csv"))
        assert path.with_name("again.csv").read_text(encoding="utf-8") == first
        return
    first = target.read_bytes()
    run("score", target, *options, "--in-place")
    assert parts(target) == parts(first) or cell_values(target) == cell_values(io.BytesIO(first))


def cell_values(path):
    """Return all cells of a book."""
    return list(openpyxl.load_workbook(path).active.iter_rows(values_only=True))


def read_table(path: Path) -> list[list]:
    """Return the cells of a workbook, a .csv or a Parquet file, its titles first; of a .csv all are texts, blank ones None."""
    if path.suffix == ".csv":
        return [[cell or None for cell in row] for row in csv_rows(path)]
    if path.suffix == ".parquet":
        frame = pd.read_parquet(path)
        return [list(frame), *frame.astype(object).where(frame.notna(), None).to_numpy().tolist()]
    return [list(row) for row in cell_values(path)]
