"""Headings over hold'em of every form: the board first or last, with words or none, players with one word, two, or numbered cards."""

import itertools
import random
import re

import pytest
from support.kept_sheets import deals

from xlpoker.errors import LayoutError
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


FLOPS = [
    ["F1", "F2", "F3"], ["Flop1", "Flop2", "Flop3"], ["Flop", None, None], ["Flop"] * 3, ["F"] * 3, ["F", None, None],
    ["B1", "B2", "B3"], ["Bo 1", "Bo 2", "Bo 3"], ["Board 1", "Board 2", "Board 3"], ["1st", "2nd", "3rd"],
    ["CC1", "CC2", "CC3"], ["Flop a", "Flop b", "Flop c"], ["1st flop", "2nd flop", "3rd flop"], ["Board", None, None],
]  # fmt: skip
TURNS = [
    ("T", "R"),
    ("Turn", "River"),
    ("4th", "5th"),
    ("4th street", "5th street"),
    ("Turn card", "River"),
    ("Turn", "R"),
]
WHOLE = [
    *([f"{stem}{card}" for card in range(1, 6)] for stem in ("B", "Bo ", "Board ", "Community ", "F", "Card ")),
    ["Board"] * 5, ["Community cards", *[None] * 4], ["Flop", "Flop", "Flop", None, None],
]  # fmt: skip


@pytest.mark.parametrize("seed", range(200))
def test_words_of_the_board_are_no_hole_cards(seed):
    """The board is found under any mix of words for its cards, before, behind or between the players, with names or none."""
    chance = random.Random(seed)
    seats = chance.choice([*SEATS])
    board = [*chance.choice(FLOPS), *chance.choice(TURNS)] if chance.random() < 0.7 else chance.choice(WHOLE)
    form = chance.choice([*FORMS.values(), lambda _: [None, None]])
    before = chance.randint(0, seats)
    players = [[*form(who)] for who in chance.sample(NAMES, seats)]
    parts = [*players[:before], board, *players[before:]]
    rows = [[number, *row, 5] for number, row in enumerate(SEATS[seats], 1)]
    grid = Grid("", [["Nr", *itertools.chain(*parts), "Pot"], *rows])
    layout = find_layout(grid, "holdem")
    starts = [1 + 2 * seat + 5 * (seat >= before) for seat in range(seats)]
    assert layout.hands == tuple(Area(at, at + 1) for at in starts)
    assert layout.board == Area(1 + 2 * before, 5 + 2 * before)
    if seats > 1:  # a player and a board are one hand of seven, too
        with pytest.raises(LayoutError):
            find_layout(grid)


@pytest.mark.parametrize(
    ("words", "board"),
    [
        (["Burn", "Flop", "Burn", "Turn", "Burn", "River"], (3, 5, 7)),
        (["Burn 1", "F", None, "T", None, "R"], (3, 5, 7)),
    ],
    ids=["burn-cards", "columns-between"],
)
def test_streets_may_stand_apart(words, board):
    """The flop, the turn and the river with burn cards or blank columns between them are one board."""
    rows = [[" ".join(row[:2]), " ".join(row[2:4]), "", " ".join(row[4:7]), "", row[7], "", row[8]] for row in SEATS[2]]
    for row, burnt in zip(rows, deals(3, len(rows), seed=7), strict=True):
        for at, word, card in zip((2, 4, 6), words[::2], burnt, strict=True):
            row[at] = card if word else None
    layout = find_layout(Grid("", [["Hero", "Villain", *words], *rows]), "holdem")
    assert (layout.hands, layout.board.columns) == ((Area(0, 0), Area(1, 1)), board)


@pytest.mark.parametrize(
    "form", [["Anna", *[None] * 4, "Ben", *[None] * 4], ["Anna"] * 5 + ["Ben"] * 5], ids=["once", "each"]
)
def test_no_ranges_cut_across_the_cards_of_a_name(form):
    """Five cards under each name are no hold'em: the message says to leave the game out, and names no ranges."""
    with pytest.raises(LayoutError, match=r"without one leave --game out$"):
        find_layout(Grid("", [form, *deals(10, 6)]), "holdem")
