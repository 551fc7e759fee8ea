"""A net below the search: what it answers about some hundred small sheets stays as it is.

The files below ``kept_answers`` hold the sheets, drawn, and the answers. After a change of the
search ``python tools/keep_answers.py`` writes the new answers there; the difference is what the
change means to people.
"""

from __future__ import annotations

import itertools
import shlex
from functools import cache
from typing import Any

import pytest
from support.cases import check_each, parts_of
from support.kept_answers import FOLDER, KeptCase, kept_cases, printed

from xlpoker.layout.cells import kind_of
from xlpoker.layout.find import find
from xlpoker.layout.messages import option_text
from xlpoker.layout.options import Options
from xlpoker.layout.reading import Option, Question, Reading, UnreadColumn
from xlpoker.layout.sheet import Sheet, is_cards

FILES = sorted(FOLDER.glob("*.txt"))
CASES = {f"{path.stem}-{case.name}": case for path in FILES for case in kept_cases(path)}
READ = {name: case for name, case in CASES.items() if case.is_read}
WITH_OPTIONS = {name: case for name, case in CASES.items() if case.has_options}
PARTS = 5
"""A test of its own for each sheet would take longer to collect than to run; the quick tests take the first part."""

in_parts = pytest.mark.parametrize("part", range(PARTS))


@pytest.mark.sampled(3)
@in_parts
def test_answer(part: int) -> None:
    """The line that is printed, or the question and its options, are those of the file."""
    check_each(parts_of(CASES, PARTS)[part], _check_answer)


def _check_answer(case: KeptCase) -> None:
    assert printed(case.answer()) == list(case.expected)


def test_names_are_unique() -> None:
    """Each case has a name of its own."""
    assert len(CASES) == sum(len(list(kept_cases(path))) for path in FILES)


@cache
def _read_as_drawn(case: KeptCase) -> Reading:
    """Return what is read of the sheet of a case; several tests compare with it."""
    return _read(case.rows, case.game)


def _read(rows: list[list[Any]], game: str) -> Reading:
    """Return what is read of rows."""
    answer = find(Sheet.of("", rows), Options.parse(game=game)).answer
    assert isinstance(answer, Reading)
    return answer


def _columns(reading: Reading, shift: int = 0) -> list[list[int]]:
    """Return the columns of each hand, of the board and of the deals, moved to the right."""
    groups = [hand.columns for hand in reading.hands] + [reading.board, reading.by]
    return [[column + shift for column in columns] for columns in groups]


@pytest.mark.sampled(PARTS)
@in_parts
def test_blank_rows_and_columns_move_an_answer(part: int) -> None:
    """A table is read alike wherever it stands on its sheet."""
    check_each(parts_of(READ, PARTS)[part], _check_moved)


def _check_moved(case: KeptCase) -> None:
    before = _read_as_drawn(case)
    moved = _read([[], [], *([None, None, None, *row] for row in case.rows)], case.game)
    assert (moved.first, moved.last) == (before.first + 2, before.last + 2)
    assert _columns(moved) == _columns(before, shift=3)


@pytest.mark.sampled(PARTS)
@in_parts
def test_a_note_below_changes_nothing(part: int) -> None:
    """A line of words below two blank rows is no card, and no player."""
    check_each(parts_of(READ, PARTS)[part], _check_noted)


def _check_noted(case: KeptCase) -> None:
    before = _read_as_drawn(case)
    noted = _read([*case.rows, [], [], ["* all cards as they were written down"]], case.game)
    assert (noted.first, noted.last) == (before.first, before.last)
    assert _columns(noted) == _columns(before)


@pytest.mark.sampled(PARTS)
@in_parts
def test_remarks_beside_change_nothing(part: int) -> None:
    """Words and numbers right of the table are named, and the hands stay where they were."""
    check_each(parts_of(READ, PARTS)[part], _check_remarks)


def _check_remarks(case: KeptCase) -> None:
    before = _read_as_drawn(case)
    width = max(len(row) for row in case.rows) + 1
    remarks = itertools.cycle(["won by Ann", None, 7, "2024-05-03", "misdealt?"])
    rows = [[*row, *[None] * (width - len(row))] for row in case.rows]
    hand = before.hands[0].columns
    for row in rows[before.first :]:
        if before.cards or any(is_cards(kind_of(row[column])) for column in hand):
            row.append(next(remarks))
    noted = _read(rows, case.game)
    assert _columns(noted) == _columns(before)
    assert width in [part.column for part in noted.unread if isinstance(part, UnreadColumn)]


@pytest.mark.sampled(PARTS)
@in_parts
def test_options_give_the_reading_that_they_show(part: int) -> None:
    """Each option of a question, typed, is an answer: the same rows and the same columns."""
    check_each(parts_of(WITH_OPTIONS, PARTS)[part], _check_options)


def _check_options(case: KeptCase) -> None:
    question = case.answer()
    assert isinstance(question, Question)
    for option in question.options:
        if len(option.readings) == 1:
            _check_option(case, option)


def _check_option(case: KeptCase, option: Option) -> None:
    """Type an option, and compare what is read then with what the option shows."""
    words = shlex.split(option_text(option))
    pairs = zip(words[::2], words[1::2], strict=True)
    typed = {name.removeprefix("--"): value for name, value in pairs}
    typed.setdefault("game", case.game)
    reading = find(Sheet.of("", case.rows), Options.parse(**typed)).answer
    assert isinstance(reading, Reading)
    shown = option.readings[0]
    assert _columns(reading) == _columns(shown)
    assert reading.skipped_rows == shown.skipped_rows
    assert reading.game is shown.game
