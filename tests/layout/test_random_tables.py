"""Tables made at random: what is read of them is right, or they are asked about."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from support.random_tables import Rows, Table, long, nasty, plain

from xlpoker.layout.find import find
from xlpoker.layout.options import Options
from xlpoker.layout.reading import Answer, Question, Reading, UnreadRow
from xlpoker.layout.sheet import Sheet

QUICK = 300


def seeds(count: int) -> Any:
    """Return seeds of which the quick tests take the first, and the slow ones the others."""
    quick = pytest.param(range(QUICK), id="quick")
    many = pytest.param(range(QUICK, count), id="many", marks=pytest.mark.slow)
    return pytest.mark.parametrize("seeds", [quick, many])


def answer_to(rows: Rows, game: str = "") -> Answer | None:
    """Return what the search says about rows."""
    return find(Sheet.of("", rows), Options.parse(game=game)).answer


def named_game(table: Table) -> str:
    """Return the game of a table where it has to be named: nine bare columns say nothing of it."""
    return table.game if not table.headed and table.board else ""


def is_right(reading: Reading, table: Table) -> bool:
    """Tell whether the hands, the board, the names and the rows are those of a table."""
    if [list(hand.columns) for hand in reading.hands] != table.hands:
        return False
    if list(reading.board) != table.board or reading.by:
        return False
    if (
        len(table.hands) > 1
        and table.names
        and [hand.name for hand in reading.hands] != table.names
    ):
        return False
    named_rows = {part.row for part in reading.unread if isinstance(part, UnreadRow)}
    return all(reading.first <= row <= reading.last or row in named_rows for row in table.deals)


def offers_the_truth(question: Question, table: Table) -> bool:
    """Tell whether one of the options of a question is right."""
    readings = [option.readings[0] for option in question.options]
    return any(is_right(reading, table) for reading in readings)


@seeds(10_000)
def test_plain_tables(seeds: range) -> None:
    """No table is read wrongly; of those with headings and no other cards nearly all are read."""
    wrong: list[int] = []
    counts: Counter[str] = Counter()
    for seed in seeds:
        table = plain(random.Random(seed))
        answer = answer_to(table.rows, named_game(table))
        is_read = isinstance(answer, Reading)
        if is_read and not is_right(answer, table):
            wrong.append(seed)
        if table.headed and not table.foreign:
            counts["read" if is_read else "asked"] += 1
    assert wrong == []
    assert counts["read"] >= 0.98 * counts.total(), counts


@seeds(1_000)
def test_tables_that_are_easily_mistaken(seeds: range) -> None:
    """Names such as *Memo* and *Rank* are players; a question offers the truth."""
    wrong: list[int] = []
    asked: list[int] = []
    for seed in seeds:
        table = nasty(random.Random(seed))
        answer = answer_to(table.rows)
        if isinstance(answer, Question):
            asked.append(seed)
            is_true = offers_the_truth(answer, table)
        else:
            is_true = isinstance(answer, Reading) and is_right(answer, table)
        if not is_true:
            wrong.append(seed)
    assert wrong == []
    assert len(asked) <= 0.1 * len(seeds), asked


def deals_of(reading: Reading, rows: Rows) -> list[list[int]]:
    """Return the rows of each deal by the columns that a reading names."""
    deals: dict[tuple[Any, ...], list[int]] = {}
    run = 0
    before: tuple[Any, ...] = ()
    for row in range(reading.first, reading.last + 1):
        key = tuple(rows[row][column] for column in reading.by)
        run += key != before
        before = key
        deals.setdefault((run, *key) if reading.in_runs else key, []).append(row)
    return list(deals.values())


@seeds(1_000)
def test_a_row_for_each_player(seeds: range) -> None:
    """The rows of each deal are those that were dealt together, across dates and matches."""
    wrong: list[int] = []
    for seed in seeds:
        rows, deals = long(random.Random(seed))
        answer = answer_to(rows)
        if not isinstance(answer, Reading) or deals_of(answer, rows) != deals:
            wrong.append(seed)
    assert wrong == []
