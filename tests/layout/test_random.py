"""Sheets made at random: what is read of them is right, or the answer is a question."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from support.random_sheets import RandomSheet, fuzzed_rows, long_sheet, nasty_sheet, plain_sheet
from support.samples import sample_size

from xlpoker.errors import LayoutError
from xlpoker.layout.book import find_in_book
from xlpoker.layout.find import find
from xlpoker.layout.later import Later
from xlpoker.layout.messages import Voice, question_lines, reading_line
from xlpoker.layout.options import Options
from xlpoker.layout.reading import Answer, Question, Reading, UnreadRow
from xlpoker.layout.sheet import Kinds, Sheet
from xlpoker.layout.why import why

PLAIN = [
    pytest.param(range(100), id="quick"),
    pytest.param(range(100, sample_size(600, release=5_000)), id="many", marks=pytest.mark.slow),
]
OTHERS = [
    pytest.param(range(40), id="quick"),
    pytest.param(range(40, sample_size(200, release=1_000)), id="many", marks=pytest.mark.slow),
]
FUZZED = [
    pytest.param(range(60), id="quick"),
    pytest.param(range(60, sample_size(350, release=3_000)), id="many", marks=pytest.mark.slow),
]

CELLS = ["5H", "1OH", "Anna", "AH KH", 7, None, "", " ", True, 1, 1.0, "2026-05-01", float("nan")]


@pytest.mark.parametrize("width", [0, 1, 2, 5])
@pytest.mark.parametrize("height", [0, 1, 50, 51, 200])
@pytest.mark.parametrize("odd_cells", [0, 1, 30])
def test_kinds_of_rows(width: int, height: int, odd_cells: int) -> None:
    """Cells of many rows are judged as those of one row."""
    random_order = random.Random(f"{width} {height} {odd_cells}")
    usual_row = random_order.choices(CELLS, k=width)
    rows = [list(usual_row) for _ in range(height)]
    for row in random_order.choices(rows, k=odd_cells) if rows and width else ():
        row[random_order.randrange(width)] = random_order.choice(CELLS)
    assert Kinds().of_rows(rows) == [Kinds().of_row(row) for row in rows]


def answer_about(sheet: RandomSheet) -> Answer | None:
    """Return what is read of a random sheet; its game is named where the cards leave two."""
    game = "" if sheet.game == "five-card" else sheet.game
    return find(Sheet.of("Sheet1", sheet.rows), Options.parse(game=game)).answer


def is_right(reading: Reading, sheet: RandomSheet) -> bool:
    """Tell whether a reading has the hands, the board, the names and the rows of a sheet.

    A row in which the only hand was replaced by a question mark may be called a row of text.
    """
    hands = [list(hand.columns) for hand in reading.hands]
    if (hands, list(reading.board)) != (sheet.hands, sheet.board) or reading.by:
        return False
    names = [hand.name for hand in reading.hands]
    if sheet.names and len(hands) > 1 and names != sheet.names:
        return False
    rows_of_text = [part.row for part in reading.unread if isinstance(part, UnreadRow)]
    rows = [rows[0] for rows in sheet.deals if rows[0] not in rows_of_text]
    first, last = rows[0], rows[-1]
    return reading.first <= first and last <= reading.last < len(sheet.rows)


@pytest.mark.parametrize("seeds", PLAIN)
def test_plain_sheets(seeds: range) -> None:
    """No sheet is read wrongly; with headings, and no other cards beside the hands, few are asked about."""
    wrong: list[tuple[int, str]] = []
    counts: Counter[tuple[bool, bool]] = Counter()
    for seed in seeds:
        sheet = plain_sheet(random.Random(seed))
        answer = answer_about(sheet)
        is_read = isinstance(answer, Reading) and is_right(answer, sheet)
        if not is_read and isinstance(answer, Reading):
            wrong.append((seed, reading_line(answer)))
        is_clean = sheet.is_headed and not sheet.has_other_cards
        counts[is_clean, is_read] += 1
    assert wrong == []
    assert counts[True, False] <= 0.02 * counts[True, True]


@pytest.mark.parametrize("seeds", OTHERS)
def test_nasty_sheets(seeds: range) -> None:
    """Players called *Memo* or *Mark*, and other cards: right, or asked with the truth among the options."""
    wrong: list[tuple[int, str]] = []
    asked = 0
    for seed in seeds:
        sheet = nasty_sheet(random.Random(seed))
        answer = answer_about(sheet)
        readings = [answer] if isinstance(answer, Reading) else []
        if isinstance(answer, Question):
            asked += 1
            readings = [option.readings[0] for option in answer.options]
        truths = [
            (
                [list(hand.columns) for hand in reading.hands],
                list(reading.board),
                [hand.name for hand in reading.hands],
            )
            for reading in readings
        ]
        if (sheet.hands, sheet.board, sheet.names) not in truths:
            wrong.append((seed, str(answer)[:300]))
    assert wrong == []
    assert asked <= 0.1 * len(seeds)


@pytest.mark.parametrize("seeds", OTHERS)
def test_long_sheets(seeds: range) -> None:
    """The rows of each deal are those that were dealt together, across dates, matches and tables."""
    wrong: list[tuple[int, str]] = []
    asked = 0
    for seed in seeds:
        sheet = long_sheet(random.Random(seed))
        answer = answer_about(sheet)
        if isinstance(answer, Question):
            asked += 1
        elif not isinstance(answer, Reading) or deals_of(answer, sheet) != sheet.deals:
            wrong.append((seed, str(answer)[:300]))
    assert wrong == []
    assert asked <= 0.02 * len(seeds)


def deals_of(reading: Reading, sheet: RandomSheet) -> list[list[int]]:
    """Return the rows of each deal by the columns that a reading names."""
    deals: dict[tuple[object, ...], list[int]] = {}
    run = 0
    before: tuple[object, ...] = ()
    for row in range(reading.first, reading.last + 1):
        key = tuple(sheet.rows[row][column] for column in reading.by)
        if key != before:
            before = key
            run += 1
        deal = (*key, run) if reading.in_runs else key
        deals.setdefault(deal, []).append(row)
    return list(deals.values())


@pytest.mark.parametrize("seeds", FUZZED)
def test_fuzzed_sheets(seeds: range) -> None:
    """Whatever stands on a sheet, the answer is a reading, a question, or nothing; all can be printed."""
    for seed in seeds:
        chance = random.Random(seed)
        rows = fuzzed_rows(chance)
        sheet = Sheet.of("Sheet1", rows, last_row=chance.choice([None, 5000]), file="night.xlsx")
        options = random_options(chance, sheet)
        try:
            finding = find_in_book([sheet], options)
        except LayoutError:
            continue
        why(finding)
        for voice in Voice:
            if isinstance(finding.answer, Question):
                question_lines(finding.answer, voice)
            elif finding.answer:
                reading_line(finding.answer, voice)
        if isinstance(finding.answer, Reading):
            later = Later(finding, sheet)
            later.column_begins(chance.randrange(20), 1600, "5H")
            later.row_of_text(1700, chance.choice(rows))
            assert finding.answer.sheet == "Sheet1"
            assert len(later.reading(1800).unread) >= len(finding.answer.unread)


def random_options(chance: random.Random, sheet: Sheet) -> Options:
    """Return some options; most of them fit the sheet."""
    last = max(2, len(sheet.rows))
    values = {
        "skip": chance.choice(["A", "2", "B,3:4"]),
        "cards": chance.choice(["uci", "0-51", "rank-suit", "treys"]),
        "game": chance.choice(["holdem", "omaha", "five-card", "three-card", "short-deck"]),
        "by": chance.choice(["Deal", "Date", "A", "A,B"]),
        "hands": chance.choice(
            [f"A2:E{last}", f"Anna=A2:B{last},board=C2:G{last}", "A:O", f"A1:Z{last}"]
        ),
    }
    names = [name for name in values if chance.random() < 0.15]
    return Options.parse(**{name: values[name] for name in names})
