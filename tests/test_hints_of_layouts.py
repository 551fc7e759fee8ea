"""Whatever stands side by side in a sheet, the options that a message names are understood: tables made at random."""

import random
import re
from itertools import pairwise

import pytest
from support.kept_sheets import DECK, hints

from xlpoker.errors import LayoutError
from xlpoker.layout.find import find_layout, named_layout
from xlpoker.layout.grid import Grid

NAMES = ["Ann", "Bob", "Cem", "Dan"]
WORDS = ["Hero", "Villain", "Hand", "Hole", "Ann", None]
BOARDS = [  # the cards of each column under its word
    [("Board", 5)],
    [(None, 5)],
    [("Community", 1), *[(None, 1)] * 4],
    [*[(None, 1)] * 5],
    [("Flop", 1), *[(None, 1)] * 2],
    [("Flop", 3), ("Turn", 1), ("River", 1)],
    [("Flop1", 1), ("Flop2", 1), ("Flop3", 1), ("Turn", 1), ("River", 1)],
    [("Board 1", 5), ("Board 2", 5)],
    [],
]


def sheet(source: random.Random) -> Grid:
    """Return a table of hands and perhaps a board, of any sizes, with gaps, counters and pots between them."""
    columns: list[tuple[str | None, int]] = [("Hand", -1)] * (source.random() < 0.3)
    board, cards, players = (
        source.choice(BOARDS),
        source.choice([1, 2, 2, 2, 3, 4, 4, 5, 6]),
        source.choice([1, 2, 2, 3, 4]),
    )
    heads = source.choice([[None] * 4, [f"Player {at}" for at in range(1, 5)], NAMES, source.choices(WORDS, k=4)])
    one_cell, first = source.random() < 0.4, source.random() < 0.2
    columns += board if first else []
    for head in heads[:players]:
        columns += [(None, 0)] * (source.random() < 0.2)
        size = cards if source.random() < 0.9 else source.randint(1, 5)
        columns += [(head, size)] if one_cell else [(head, 1), *[(None, 1)] * (size - 1)]
        columns += [("Pot", -1)] * (source.random() < 0.1)
    columns += [(None, 0)] * (source.random() < 0.3) + ([] if first else board)
    rows: list[list[object]] = [[head for head, _ in columns]] if any(head for head, _ in columns) else []
    for row in range(source.choice([1, 3, 8])):
        deck = iter(source.sample(DECK, 52))
        rows.append([row + 1 if size < 0 else " ".join(next(deck) for _ in range(size)) or None for _, size in columns])
    return Grid("Sheet", rows)


def follow(grid: Grid, game: str, hands: str | None = None, depth: int = 3) -> int:
    """Paste all that the messages name, to the end; return how many answers there were."""
    try:
        found = find_layout(grid, game) if hands is None else named_layout(grid, hands, game)
        assert found is not None or depth == 3
    except LayoutError as error:
        message = str(error)
    else:
        return int(found is not None)
    options = hints(message)
    assert depth, message
    assert options or (depth == 3 and not re.search("say |which|with --", message)), (message, grid.rows[:2])
    answers = 0
    for option in options:
        asked = option[option.index("--game") + 1] if "--game" in option else game
        ranges = [word for before, word in pairwise(option) if before == "--hands"]
        answers += sum(follow(grid, asked, one, depth - 1) for one in ranges or [None])
    return answers


@pytest.mark.parametrize("game", ["five-card", "holdem", "omaha"])
def test_every_option_that_a_message_names_is_understood(game):
    """A message with options leads to an answer by each of them; one without says what the game needs."""
    assert sum(follow(sheet(random.Random(seed)), game) for seed in range(400)) > 250
