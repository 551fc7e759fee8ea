"""Headings over hold'em of every form: the board first or last, with words or none, players with one word, two, or numbered cards."""

import itertools
import re

import pytest
from support.kept_sheets import deals

from xlpoker.layout.find import UnclearLayoutError, find_layout, named_layout
from xlpoker.layout.grid import Area, Grid

PLAYERS = {"P": "P{}", "seats": "Seat {}", "names": ""}
NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Finn"]
FORMS = {
    "once": lambda who: [who, None],
    "doubled": lambda who: [who, who],
    "cards": lambda who: [f"{who} card 1", f"{who} card 2"],
    "c1": lambda who: [f"{who} c1", f"{who} c2"],
    "dots": lambda who: [f"{who}.1", f"{who}.2"],
    "numbers": lambda who: [f"{who} 1", f"{who} 2"],
    "letters": lambda who: [f"{who}a", f"{who}b"],
}
BOARDS = {
    "none": [None] * 5,
    "board": ["Board", None, None, None, None],
    "doubled": ["Board"] * 5,
    "numbered": [f"Board {card}" for card in range(1, 6)],
    "streets": ["Flop", None, None, "Turn", "River"],
    "flop-1": ["Flop 1", "Flop 2", "Flop 3", "Turn", "River"],
    "F1": ["F1", "F2", "F3", "T", "R"],
    "B1": [f"B{card}" for card in range(1, 6)],
    "cards": [f"Card {card}" for card in range(1, 6)],
}
SEATS = {seats: deals(2 * seats + 5, 6, seed=seats) for seats in (1, 2, 5)}


def sheet(words, board, seats, gap, first, count):
    """Return a sheet of hold'em, and where its hole cards and its board are."""
    rows = [[*words, *board], *SEATS[seats]]
    wide = 2 * seats
    blank, counters = [None] * gap, [["#"], *[[number] for number in range(1, 7)]] if count else [[]] * 7
    parts = [(row[wide:], row[:wide]) if first else (row[:wide], row[wide:]) for row in rows]
    left = int(count)
    holes, at = (left + 5 + gap, left) if first else (left, left + wide + gap)
    return (
        Grid("", [[*counter, *one, *blank, *other] for counter, (one, other) in zip(counters, parts, strict=True)]),
        (tuple(Area(column, column + 1) for column in range(holes, holes + wide, 2)), Area(at, at + 4)),
    )


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_holdem_is_found_under_any_heading(form, board):
    """Several players are found, and asked about without --game; of one, whose flop could be hole cards, both readings are named."""
    for (kind, who), seats, gap, first, count in itertools.product(
        PLAYERS.items(), SEATS, (0, 1), (False, True), (False, True)
    ):
        called = NAMES if kind == "names" else [who.format(seat) for seat in range(1, 7)]
        words = [word for one in called[:seats] for word in form(one)]
        grid, expected = sheet(words, board, seats, gap, first, count)
        try:
            found = [find_layout(grid, "holdem")]
        except UnclearLayoutError as unclear:
            ways = re.findall(r"--hands (\S+)", unclear.choices) if seats == 1 else []
            found = [named_layout(grid, ranges, "holdem") for ranges in ways]
        assert expected in [(one.hands, one.board) for one in found], words
        if seats > 1:
            with pytest.raises(UnclearLayoutError):
                find_layout(grid)
