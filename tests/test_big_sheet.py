"""Large sheets valued while they stream: the same counts, cells and messages as sheets that are read as a whole."""

import openpyxl
import pytest
from support.blocks import sheets_as_a_whole
from support.books import GOOD, LABELS, ONE, TWO, book, cells, trimmed

from xlpoker.errors import LayoutError
from xlpoker.workbook.job import Options, Writing, score, wins


def whole(path, options, target=None):
    """Count, or score, a sheet read as a whole."""
    with sheets_as_a_whole():
        return wins(path, options) if target is None else score(path, options, output=target)


WHOLE = {
    "two-blocks": ([*GOOD * 5, *[[None] * 10] * 9, *GOOD], LABELS),
    "labels-among-the-rows": ([*GOOD * 5, ["Player 1", None, None, None, None, "Player 2"], *GOOD], LABELS),
    "another-player-later": ([*GOOD * 2, *[[*ONE, *TWO, *"AH KH QH JH TH".split()]] * 20], LABELS),
}


@pytest.mark.parametrize(("rows", "labels"), WHOLE.values(), ids=WHOLE)
def test_what_does_not_go_on_as_it_began(tmp_path, streamed, rows, labels):
    """Such a sheet is read as a whole, and says what a small one says."""
    path = book(tmp_path / "a.xlsx", rows, labels=labels)

    def told(work):
        try:
            found = work(path)
        except LayoutError as error:
            return str(error)
        return found.rows, found.players, [str(error) for error in found.errors]

    expected = told(lambda path: whole(path, Options()))
    streamed.clear()
    assert told(wins) == expected
    assert streamed in ([False], [])  # a question has no end


@pytest.mark.usefixtures("streamed")
def test_notes_below_the_hands_are_no_hands(tmp_path):
    """What stands below the last hand is dealt with as in a small sheet."""
    path = book(tmp_path / "a.xlsx", [*GOOD * 10, [None] * 10, ["Played at Ann's"], ["5H was the card"]])
    found, other = wins(path), whole(path, Options())
    assert (found.rows, found.players, found.errors) == (other.rows, other.players, other.errors)


def test_merged_cells_among_the_hands_are_read_as_a_whole(tmp_path, streamed):
    """A merged area counts for its first cell, which the stream cannot know in time."""
    path = book(tmp_path / "a.xlsx", GOOD * 10)
    made = openpyxl.load_workbook(path)
    made.active.merge_cells("C20:D20")
    made.save(path)
    assert [str(error) for error in wins(path).errors] == ["Sheet1!D20: a card is missing"]
    assert streamed == [False]


def test_chosen_columns_and_progress(tmp_path, streamed):
    """The options of writing hold, and a bar is told of the bytes that are read."""
    path = book(tmp_path / "a.xlsx", GOOD * 40)
    told = []
    score(path, writing=Writing(columns="winner", live=True), progress=lambda *counts: told.append(counts))
    assert streamed == [True]
    assert [row[10] for row in cells(tmp_path / "a.scored.xlsx")][:3] == [
        "Winner",
        "=WINNER(A2:E2,F2:J2)",
        "=WINNER(A3:E3,F3:J3)",
    ]
    assert len(told) > 3
    assert told == sorted(told)
    assert told[-1][0] > 0.9 * told[-1][1]


def test_a_published_scale_with_numbers_of_cards(tmp_path, streamed):
    """Numbers that depend on the very cards come from the cards of each block."""
    path = book(tmp_path / "a.xlsx", GOOD * 10)
    score(path, Options(scale="machanic-sql"), output=tmp_path / "b.xlsx")
    assert streamed == [True]
    score(path, Options(scale="machanic-sql"), output=tmp_path / "c.xlsx", engine="openpyxl")
    assert trimmed(cells(tmp_path / "b.xlsx")) == trimmed(cells(tmp_path / "c.xlsx"))
