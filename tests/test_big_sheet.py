"""Large sheets valued while they stream: the same counts, cells and messages as sheets that are read as a whole."""

import openpyxl
import pytest
from support.blocks import sheets_as_a_whole
from support.books import GOOD, LABELS, ONE, TWO, book

from xlpoker.errors import LayoutError
from xlpoker.workbook.job import Options, score, wins


def whole(path, options, target=None):
    """Count, or score, a sheet read as a whole."""
    with sheets_as_a_whole():
        return wins(path, options) if target is None else score(path, options, output=target)


WHOLE = {
    "two-blocks": ([*GOOD * 5, *[[None] * 10] * 9, *GOOD], LABELS),
    "labels-among-the-rows": ([*GOOD * 5, ["Player 1", None, None, None, None, "Player 2"], *GOOD], LABELS),
    "notes-below": ([*GOOD * 10, [None] * 10, ["Played at Ann's"], ["5H was the card"]], LABELS),
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
    assert streamed in ([False], [], [True] * (rows[-1] == ["5H was the card"]))  # a question has no end


def test_merged_cells_among_the_hands_are_read_as_a_whole(tmp_path, streamed):
    """A merged area counts for its first cell, which the stream cannot know in time."""
    path = book(tmp_path / "a.xlsx", GOOD * 10)
    made = openpyxl.load_workbook(path)
    made.active.merge_cells("C20:D20")
    made.save(path)
    assert [str(error) for error in wins(path).errors] == ["Sheet1!D20: a card is missing"]
    assert streamed == [False]


def test_progress_of_a_stream(tmp_path, streamed):
    """A bar is told of the bytes that are read."""
    told = []
    wins(book(tmp_path / "a.xlsx", GOOD * 40), progress=lambda *counts: told.append(counts))
    assert (streamed, len(told) > 3, told) == ([True], True, sorted(told))
    assert told[-1][0] > 0.9 * told[-1][1]
