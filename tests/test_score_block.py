"""Rows scored as arrays come out as rows scored one by one."""

import random

import pytest

from xlpoker.errors import HandError
from xlpoker.evaluator.cards import card_text
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.model import Layout
from xlpoker.scoring import blocks as scoring
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import GridBlock
from xlpoker.workbook.jobs import wins

DECK = [*map(card_text, range(52)), "Xn", "Xn"]
BAD_CELLS = [None, "", " ", "5X", 7, True, "joker", "AH KH", " 5h ", "10C"]

CASES = {
    "two of five": ("five-card", [5, 5], 0, " "),
    "one of seven": ("five-card", [7], 0, " "),
    "three fronts": ("front", [3, 3, 3], 0, " "),
    "hold'em": ("holdem", [2, 2, 2], 5, " "),
    "omaha": ("omaha", [4, 4], 5, " "),
    "one cell a hand": ("five-card", [5, 5], 0, "cell"),
    "hold'em, one cell a hand": ("holdem", [2, 2], 5, "cell"),
    "hands of two and of six cards": ("five-card", [2, 6], 0, " "),
    "ten cards in a hand": ("five-card", [9, 4], 0, " "),
}


@pytest.mark.sampled(12)
@pytest.mark.parametrize("jokers", ["natural", "five"])
@pytest.mark.parametrize("case", CASES)
def test_many_at_a_time_as_one_by_one(case, jokers, monkeypatch):
    """Values, winners, bad cells and their reasons are the same both ways, whatever stands in the cells."""
    game, sizes, board, how = CASES[case]
    source = random.Random(case + jokers)
    rows = []
    for _ in range(400):
        deck = source.sample(DECK, sum(sizes) + board)
        parts = [
            [deck.pop() for _ in range(size)] for size in [*sizes, *([board] if board else [])]
        ]
        if board and source.random() < 0.2:
            parts[-1][source.choice((3, 4)) :] = []
        row = (
            [" ".join(part) for part in parts]
            if how == "cell"
            else [card for part in parts for card in part]
        )
        while source.random() < 0.2:
            row[source.randrange(len(row))] = source.choice([*BAD_CELLS, row[0]])
        rows.append([] if source.random() < 0.02 else row)
    widths = (
        [1] * (len(sizes) + bool(board)) if how == "cell" else [*sizes, *([board] if board else [])]
    )
    areas, at = [], 0
    for width in widths:
        areas.append(Area(at, at + width - 1))
        at += width
    common = areas.pop() if board else None
    block, layout = GridBlock(Grid("S", rows)), Layout("S", 0, len(rows) - 1, tuple(areas), common)

    def run():
        scored = scoring.score_block(block, layout, Options(game=game, jokers=jokers))
        values = map(tuple, scored.values.tolist())
        good = dict(
            zip(
                scored.rows.tolist(), zip(values, scored.winners.tolist(), strict=True), strict=True
            )
        )
        cards = [scored.hands(at) for at in range(len(good))]
        return good, cards, dict(sorted(scored.problems.items()))

    quick = run()
    refused = HandError("no arrays today")
    for name in ("showdown", "game_showdown"):
        monkeypatch.setattr(scoring, name, lambda *_, **__: (_ for _ in ()).throw(refused))
    assert quick == run()
    assert len(quick[0]) > 100


FIVES = [["5H", "5C", "6S", "7S", "KD", "2C", "3S", "8S", "8D", "TD"]] * 4


@pytest.mark.parametrize(
    ("column", "cell", "reason"),
    [
        (1, "5C 9H", "'5C 9H' is 2 cards; a cell here holds one"),
        (9, "TD9H8C", "'TD9H8C' is 3 cards; a cell here holds one"),
        (4, "\u200b", "a card is missing"),
        (4, " \ufeff", "a card is missing"),
    ],
)
def test_a_cell_that_holds_no_card_or_two(tmp_path, column, cell, reason):
    """Among hands with a card a cell it makes the row a bad one, and no hand of four or six cards."""
    rows = [list(row) for row in FIVES]
    rows[2][column] = cell
    (tmp_path / "a.csv").write_text("\n".join(map(",".join, rows)), "utf-8")
    counts = wins(tmp_path / "a.csv")
    assert (counts.players, [(one.cell[-1], one.reason) for one in counts.errors]) == (
        [0, 3],
        [("3", reason)],
    )


def test_cells_that_hold_several_cards_by_rule(tmp_path):
    """Two cards in the first cell of every row and one in the others are a hand of all of them."""
    rows = [["AhKh", "2c", "3c", "4c", "5d", "6d"], ["8s9s", "2d", "3h", "4h", "5s", "6c 7c"]]
    (tmp_path / "a.csv").write_text("\n".join(map(",".join, [rows[0], *rows])), "utf-8")
    counts = wins(tmp_path / "a.csv", hands="A1:F3")
    assert (counts.categories["Straight"], [one.cell for one in counts.errors]) == (2, ["F3"])
