"""Rows that are scored without NumPy come to what the arrays come to: cells, counts and problems."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from xlpoker.errors import HandError
from xlpoker.evaluator.cards import card_text
from xlpoker.evaluator.encodings import ENCODINGS
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.model import Layout
from xlpoker.layout.reading import Hand, Reading
from xlpoker.scales import SCALES
from xlpoker.scoring.blocks import score_block
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import GridBlock
from xlpoker.scoring.plain_results import cells_of_columns, counts_of
from xlpoker.scoring.plain_rows import score_rows
from xlpoker.scoring.result_columns import columns_of_layout
from xlpoker.scoring.results import Results
from xlpoker.scoring.tally import tally_of

ROWS = 300
ODD_CELLS = ["1OH", "", None, "folded", "?", 5, "AH", "AH KH", "x", "note", "unknown", "Xn"]
READING = Reading("S", 0, ROWS - 1, (Hand("", (0,)),))


def layout_of(sizes: Sequence[int], *, board: int = 0, whole: bool = False, **more: Any) -> Layout:
    """Return the layout of hands of some sizes and a board, side by side, a card or a hand in a cell."""
    areas = []
    start = 0
    for size in [*sizes, board]:
        width = 1 if whole else size
        areas.append(Area(start, start + width - 1))
        start += width
    area_of_board = areas.pop()
    fields: dict[str, Any] = {"size": sizes[0], "board_cards": board} | more
    return Layout("S", 0, ROWS - 1, tuple(areas), area_of_board if board else None, **fields)


def rows_of(layout: Layout, sizes: Sequence[int], seed: int, *, lowest: int = 0) -> list[list[Any]]:
    """Return rows of different cards, some of them with an odd cell, some blank."""
    chance = random.Random(seed)
    deck = [card_text(code) for code in range(4 * lowest, 52)]
    rows: list[list[Any]] = []
    for _ in range(ROWS):
        cards = chance.sample(deck, sum(sizes))
        row: list[Any] = []
        for area, size in zip(layout.areas, sizes, strict=True):
            hand, cards = cards[:size], cards[size:]
            row += [" ".join(hand)] if len(area.columns) == 1 else hand
        if chance.random() < 0.3:
            row[chance.randrange(len(row))] = chance.choice(ODD_CELLS)
        rows.append(row if chance.random() < 0.97 else [])
    return rows


def compare(rows: list[list[Any]], layout: Layout, options: Options) -> None:
    """Compare the results, the counts and the problems of both ways."""
    grid = Grid("S", rows)
    scored = score_block(GridBlock(grid), layout, options)
    plain = score_rows(grid, layout, options)
    assert plain.rows == scored.rows.tolist()
    assert plain.problems == scored.problems
    assert plain.titles == scored.titles
    assert [list(values) for values in plain.values] == scored.values.tolist()
    assert plain.winners == scored.winners.tolist()
    assert plain.seated == scored.seated
    assert plain.lows == ([] if scored.lows is None else [*map(tuple, scored.lows.tolist())])
    for index in range(len(plain.rows)):
        assert plain.best_players(index) == scored.best_players(index)
    counts = counts_of(plain, READING, options, "book", [])
    tally = tally_of(scored, options.rule, layout.labels)
    tally.no_showdown = tally.no_showdown or counts.no_showdown  # 0 with a board
    assert counts.tally == tally
    assert written(plain, layout, options) == array_cells(scored, layout, options)


def written(plain: Any, layout: Layout, options: Options) -> Any:
    """Return the cells of the columns of results, or the error about a hand without a number.

    Which of several such rows is named is not compared.
    """
    try:
        return cells_of_columns(plain, columns_of_layout(layout, options=options), options)
    except HandError as error:
        return str(error).partition(": ")[2]


def array_cells(scored: Any, layout: Layout, options: Options) -> Any:
    """Return the same from arrays."""
    try:
        return Results(layout, options, sheet="S").cells(scored)
    except HandError as error:
        return str(error).partition(": ")[2]


GAMES = {
    "five cards": ([5, 5], 0, Options()),
    "three players": ([5, 5, 5], 0, Options()),
    "one hand a row": ([5], 0, Options()),
    "seven cards": ([7, 7], 0, Options()),
    "short hands": ([3, 5], 0, Options()),
    "too many cards": ([10, 10], 0, Options()),
    "two cards": ([2, 2], 0, Options()),
    "hold'em": ([2, 2, 2], 5, Options(game="holdem")),
    "hold'em, the flop": ([2, 2], 3, Options(game="holdem")),
    "hold'em, a card of the board": ([2, 2], 1, Options(game="holdem")),
    "hold'em, two cards of the board": ([2, 2], 2, Options(game="holdem")),
    "hold'em, a board of six": ([2, 2], 6, Options(game="holdem")),
    "hold'em, a board of eight": ([2, 2], 8, Options(game="holdem")),
    "Omaha": ([4, 4], 5, Options(game="omaha")),
    "one Omaha hand a row": ([4], 5, Options(game="omaha")),
    "hi-lo": ([4, 4], 5, Options(game="omaha-hi-lo")),
    "hi-lo, three players": ([5, 5, 5], 5, Options(game="omaha-hi-lo")),
    "hi-lo, the flop": ([4, 4], 3, Options(game="omaha-hi-lo")),
    "one hi-lo hand a row": ([4], 5, Options(game="omaha-hi-lo")),
    "razz": ([7, 7, 7], 0, Options(game="razz")),
    "one razz hand a row": ([7], 0, Options(game="razz")),
    "2-7": ([5, 5, 5], 0, Options(game="2-7")),
    "fronts": ([3, 3], 0, Options(game="front")),
    "three-card": ([3, 3], 0, Options(game="three-card")),
    "five of a kind": ([5, 5], 0, Options(jokers="five")),
}


@pytest.mark.sampled(15)
@pytest.mark.parametrize("whole", [False, True], ids=["a card in a cell", "a hand in a cell"])
@pytest.mark.parametrize(("sizes", "board", "options"), GAMES.values(), ids=GAMES)
def test_games(sizes: list[int], board: int, options: Options, whole: bool) -> None:
    """Every game, with misspelt and missing cards, folds, jokers, notes and blank rows."""
    layout = layout_of(sizes, board=board, whole=whole)
    dealt = [*sizes, board] if board else sizes
    compare(rows_of(layout, dealt, seed=len(sizes)), layout, options)


@pytest.mark.parametrize("whole", [False, True], ids=["a card in a cell", "a hand in a cell"])
@pytest.mark.parametrize("name", ["five cards", "three players", "seven cards", "hold'em"])
def test_cards_that_stand_twice(name: str, whole: bool) -> None:
    """In many rows a card of a hand stands again: in it, in another hand, or on the board."""
    sizes, board, options = GAMES[name]
    layout = layout_of(sizes, board=board, whole=whole)
    chance = random.Random(board)
    rows = []
    for _ in range(ROWS):
        row = []
        for area, size in zip(layout.areas, [*sizes, board], strict=False):
            hand = [card_text(chance.randrange(52)) for _ in range(size)]
            row += [" ".join(hand)] if len(area.columns) == 1 else hand
        rows.append(row)
    compare(rows, layout, options)


@pytest.mark.parametrize(
    "name", ["five cards", "seven cards", "short hands", "hold'em", "Omaha", "hi-lo"]
)
def test_hands_of_another_size(name: str) -> None:
    """Hands in cells with a card more or less than the others are bad, also where the game takes hands of that size."""
    sizes, board, options = GAMES[name]
    layout = layout_of(sizes, board=board, whole=True)
    chance = random.Random(board)
    deck = [card_text(code) for code in range(52)]
    rows = []
    for _ in range(ROWS):
        cards = chance.sample(deck, 52)
        sizes_here = [size + chance.choice([-1, 0, 0, 0, 1]) for size in sizes]
        hands = [" ".join(cards.pop() for _ in range(size)) for size in [*sizes_here, board]]
        rows.append([hand for hand in hands if hand])
    compare(rows, layout, options)


@pytest.mark.parametrize("game", ["short-deck", "short-deck-trips"])
def test_short_deck(game: str) -> None:
    """Thirty-six cards, with an order of their own."""
    layout = layout_of([2, 2], board=5)
    compare(rows_of(layout, [2, 2, 5], seed=2, lowest=4), layout, Options(game=game))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("sizes", [[5, 5], [7], [3, 3]], ids=str)
def test_scales(scale: str, sizes: list[int]) -> None:
    """Every scale; hands without a number are an error that names the row."""
    layout = layout_of(sizes)
    compare(rows_of(layout, sizes, seed=3), layout, Options(scale=scale))


def test_scales_of_a_board() -> None:
    """A scale that depends on the cards takes the best five of hand and board."""
    layout = layout_of([2, 2], board=5)
    options = Options(game="holdem", scale="machanic-sql")
    compare(rows_of(layout, [2, 2, 5], seed=4), layout, options)


ENCODED = [name for name, encoding in ENCODINGS.items() if encoding.numbers]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("name", ENCODED)
def test_encodings(name: str) -> None:
    """Cards as numbers, in one cell or two, also out of range and missing."""
    encoding = ENCODINGS[name]
    chance = random.Random(5)
    cells_of_cards = {}
    for _ in range(3_000):
        cells = [chance.choice(numbers) for numbers in encoding.numbers]
        cells_of_cards[encoding.codes(cells)[0]] = cells
    rows: list[list[Any]] = []
    for _ in range(ROWS):
        cards = chance.sample(sorted(cells_of_cards), 10)
        row: list[Any] = [cell for card in cards for cell in cells_of_cards[card]]
        if chance.random() < 0.2:
            row[chance.randrange(len(row))] = chance.choice([99, None, "x", 0])
        rows.append(row)
    width = 5 * encoding.cells
    hands = (Area(0, width - 1), Area(width, 2 * width - 1))
    compare(rows, Layout("S", 0, ROWS - 1, hands, size=5), Options(cards=name))


@pytest.mark.parametrize(
    ("name", "row"),
    {"0-51": [1, 0, 9, 25, 44], "uci": [1, 1, 2, 1, 1, 2, 3, 12, 4, 9]}.items(),
)
@pytest.mark.parametrize("order", [1, -1])
def test_truth_values_are_no_cards(name: str, row: list[int], order: int) -> None:
    """TRUE is not the 1 that it equals, whichever of them comes first."""
    rows: list[list[Any]] = [row, [True, *row[1:]]][::order]
    layout = Layout("S", 0, 1, (Area(0, len(row) - 1),), size=5)
    compare(rows, layout, Options(cards=name))
    plain = score_rows(Grid("S", rows), layout, Options(cards=name))
    assert [rows[number] for number in plain.problems] == [[True, *row[1:]]]


def test_names_and_skipped_rows() -> None:
    """Names in headings and beside the hands, ties by name, rows that are left out."""
    sizes = [5, 5]
    named = layout_of(sizes, names=("Ann", "Ben"), skipped_rows=(3, 4, 5))
    rows = rows_of(named, sizes, seed=6)
    compare(rows, named, Options())
    beside = layout_of(sizes, name_columns=(10, 11))
    people = ["Ann", "Ben", None, 7, "Cem"]
    chance = random.Random(7)
    with_names = [[*row, *chance.sample(people, 2)] if row else row for row in rows]
    compare(with_names, beside, Options())


def test_columns_apart_and_several_cards_in_a_cell() -> None:
    """Other columns between the cards, and a flop in one cell before turn and river."""
    rows = rows_of(layout_of([5, 5]), [5, 5], seed=8)
    apart = [[*row[:2], "note", *row[2:]] for row in rows]
    hands = (Area.of([0, 1, 3, 4, 5]), Area(6, 10))
    compare(apart, Layout("S", 0, ROWS - 1, hands, size=5), Options())
    dealt = rows_of(layout_of([2, 2], board=5), [2, 2, 5], seed=9)
    streets = [
        [*row[:4], " ".join(map(str, row[4:7])), *row[7:]] if row and None not in row[4:7] else []
        for row in dealt
    ]
    layout = Layout(
        "S", 0, ROWS - 1, (Area(0, 1), Area(2, 3)), Area(4, 6), size=2, board_cards=5,
        several=frozenset([4]),
    )  # fmt: skip
    compare(streets, layout, Options(game="holdem"))
