"""What never changes the answer: blank columns, notes, other columns; and no row of hands is left out without a word."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.kept_sheets import hints
from support.sheets import DECK, grid

from xlpoker.errors import LayoutError
from xlpoker.layout.find import Area, find_layout, named_layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import GridBlock
from xlpoker.scoring.score import score_block

pytestmark = pytest.mark.slow

FAST = settings(deadline=None, derandomize=True, database=None, max_examples=40)
DEALS = st.lists(st.permutations(DECK).map(lambda deck: deck[:27]), min_size=3, max_size=12)
NOTES = st.sampled_from(["a note", "see row 3", None, 7, "2024-05-03", "misdealt?", 0.5, "won by Ann", True, "n/a"])


def found(rows, game="five-card"):
    """Return where the hands are and the winner of each row with hands by its number, None for a bad one."""
    sheet = grid(*rows)
    layout = find_layout(sheet, game)
    scored = score_block(GridBlock(sheet), layout, Options(game=game))
    won = dict(zip(scored.rows.tolist(), scored.winners.tolist(), strict=True)) | dict.fromkeys(scored.problems)
    return layout, dict(sorted(won.items()))


def winners(rows, game="five-card"):
    """Return the winner of each row, None for a bad one."""
    return list(found(rows, game)[1].values())


def hands(deal, sizes):
    """Return a deal cut into parts of these sizes."""
    parts, at = [], 0
    for size in sizes:
        parts.append(deal[at : at + size])
        at += size
    return parts


KINDS = {
    "two-fives": ("five-card", (5, 5)),
    "four-fives": ("five-card", (5, 5, 5, 5)),
    "sevens": ("five-card", (7, 7)),
    "holdem": ("holdem", (2, 2, 5)),
    "holdem-of-six": ("holdem", (2, 2, 2, 2, 2, 2, 5)),
    "omaha": ("omaha", (4, 4, 5)),
    "fronts": ("front", (3, 3, 3)),
}
LABELLED = {"five-card": "Player {}", "holdem": "P{}", "omaha": "Seat {}", "front": "Hand {}"}


@pytest.mark.parametrize(("game", "sizes"), KINDS.values(), ids=KINDS)
@FAST
@given(
    deals=DEALS,
    gaps=st.lists(st.integers(1, 3), min_size=8, max_size=8),
    above=st.integers(0, 3),
    labels=st.booleans(),
)
def test_blank_columns_between_hands_change_no_winner(game, sizes, deals, gaps, above, labels):
    """Hands side by side, apart, anywhere on the sheet, labelled or not: the same winners."""
    words = [LABELLED[game].format(number) for number in range(1, len(sizes) + 1)]
    words[-1] = "Board" if game in ("holdem", "omaha") else words[-1]
    header = [cell for word, size in zip(words, sizes, strict=True) for cell in [word, *[None] * (size - 1)]]
    plain = winners([header, *[deal[: sum(sizes)] for deal in deals]], game)
    apart = [
        [cell for gap, part in zip(gaps, hands(deal, sizes), strict=False) for cell in [*[None] * gap, *part]]
        for deal in deals
    ]
    over = [cell for gap, part in zip(gaps, hands(header, sizes), strict=False) for cell in [*[None] * gap, *part]]
    rows = [*[[]] * above, *([over] if labels else []), *apart]
    assert winners(rows, game) == plain
    assert len(plain) == len(deals)


@pytest.mark.parametrize(("game", "sizes"), KINDS.values(), ids=KINDS)
@FAST
@given(deals=DEALS, notes=st.lists(NOTES, min_size=12, max_size=12), left=st.booleans())
def test_a_column_of_notes_changes_no_winner(game, sizes, deals, notes, left):
    """A column of words and numbers on either side of labelled hands is nobody's card."""
    words = [LABELLED[game].format(number) for number in range(1, len(sizes) + 1)]
    words[-1] = "Board" if game in ("holdem", "omaha") else words[-1]
    header = [cell for word, size in zip(words, sizes, strict=True) for cell in [word, *[None] * (size - 1)]]
    rows = [header, *[deal[: sum(sizes)] for deal in deals]]
    beside = ["Note", *notes]
    noted = [[note, *row] if left else [*row, note] for note, row in zip(beside, rows, strict=False)]
    assert winners(noted, game) == winners(rows, game)


@FAST
@given(deals=DEALS, order=st.permutations(range(3)), ids=st.booleans())
def test_hands_in_one_cell_with_other_columns_between(deals, order, ids):
    """Whole hands in cells: other columns before, between and behind them change no winner."""
    rows = [[" ".join(deal[:5]), " ".join(deal[5:10])] for deal in deals]
    plain = winners(rows)
    mixed = []
    for number, (one, two) in enumerate(rows):
        cells = ["a note", f"#{number}" if ids else None, number]
        mixed.append([cells[order[0]], one, cells[order[1]], two, cells[order[2]]])
    assert winners(mixed) == plain


WRITTEN = {
    "holes-in-cells": (("P1", "P2", *["Board", None, None, None, None]), (2, 2, 1, 1, 1, 1, 1)),
    "board-in-a-cell": (("P1", None, "P2", None, "Board"), (1, 1, 1, 1, 5)),
    "flop-in-a-cell": (("P1", None, "P2", None, "Flop", "Turn", "River"), (1, 1, 1, 1, 3, 1, 1)),
    "all-in-cells": (("P1", "P2", "Board"), (2, 2, 5)),
}


@pytest.mark.parametrize(("header", "sizes"), WRITTEN.values(), ids=WRITTEN)
@FAST
@given(deals=DEALS, labels=st.booleans())
def test_holdem_in_cells_of_any_size(header, sizes, deals, labels):
    """Hole cards, flop or board in one cell each, or spread: the same winners."""
    spread = winners([["P1", None, "P2"], *[deal[:9] for deal in deals]], "holdem")
    rows = [[" ".join(part) for part in hands(deal, sizes)] for deal in deals]
    assert winners([header, *rows] if labels else rows, "holdem") == spread


@FAST
@given(deals=DEALS, players=st.integers(2, 9), words=st.booleans(), ids=st.booleans())
def test_holdem_side_by_side_without_words_is_asked_about(deals, players, words, ids):
    """The board may stand last or first: both are named, and each of them means its own cards."""
    size = 2 * players + 5
    rows = [[*([number] if ids else []), *deal[:size]] for number, deal in enumerate(deals, 1)]
    head = [[*(["Deal"] if ids else []), *[f"C{at}" for at in range(1, size + 1)]]] if words else []
    with pytest.raises(LayoutError) as caught:
        find_layout(grid(*head, *rows), "holdem")
    first = int(ids)
    boards = [named_layout(grid(*rows), way, "holdem").board for _, way in hints(str(caught.value))]
    assert boards == [Area(first + size - 5, first + size - 1), Area(first, first + 4)]


SPOILT = st.sampled_from(["1OH", "x", "?", None, "15D", "n/a", 0, 5, "void", "5H 6", "#N/A"])


@FAST
@given(
    deals=DEALS,
    spoils=st.lists(st.tuples(st.integers(0, 11), st.integers(0, 9), SPOILT), max_size=40),
    labels=st.booleans(),
)
def test_no_row_is_left_out_without_a_word(deals, spoils, labels):
    """However many cells are spoilt: every row that holds anything is valued or bad, or the layout is asked about.

    Without labels a first row without a card may be a header, and a last row with few cells in it a note.
    """
    rows = [deal[:10] for deal in deals]
    for row, column, value in spoils:
        if row < len(rows):
            rows[row][column] = value
    filled = [row for row in rows if sum(cell is not None for cell in row) > 5]
    assume(len(filled) == len(rows))
    header = [["Player 1", *[None] * 4, "Player 2"]] if labels else []
    try:
        layout, results = found([*header, *rows])
    except LayoutError:  # a question: columns that are bad for the most part
        assert 3 * len({(row, column) for row, column, _ in spoils if row < len(rows)}) >= len(rows)
        return
    start = 0 if labels or set(rows[0]) & set(DECK) else layout.first
    assert [*results] == [*range(start + labels, len(rows) + labels)]
    for number, winner in results.items():
        row = rows[number - labels]
        good = all(cell in DECK for cell in row) and len(set(row)) == 10
        assert (winner is not None) == good


@FAST
@given(deals=DEALS, keep=st.integers(0, 2))
def test_a_rare_second_hand_is_never_dropped(deals, keep):
    """A second player who holds cards in a few rows out of many is a player; the other rows are bad."""
    assume(keep < len(deals))
    rows = [[*deal[:5], *([None] * 5 if at != keep else deal[5:10])] for at, deal in enumerate(deals * 8)]
    for header in ([], [["Player 1", *[None] * 4, "Player 2"]]):
        layout, results = found([*header, *rows])
        assert len(layout.hands) == 2
        assert [number - len(header) for number, winner in results.items() if winner is not None] == [keep]
        assert len(results) == len(rows)
