"""Where the hands are: found from the cells and the words above them, or named by the user.

Found by itself: rows with cards are gathered into blocks; the columns of a block that hold cards form runs; header
words (*Player 1*, *P2*, *Hand*, *Hole*, *Board*, *Flop*, *p1_card1*) cut the runs into hands, and where there are none
their widths do: ten columns are two hands of five, nine in hold'em are 2 + 2 + 5. Where more than one reading is
possible, a `LayoutError` asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from xlpoker.errors import LayoutError, PokerError
from xlpoker.evaluator.cells import cell_codes, is_blank
from xlpoker.workbook.grid import Grid, a1
from xlpoker.workbook.ranges import Area, parse_ranges

__all__ = ["Area", "Layout", "find_layout", "named_layout"]

_BOARD = re.compile(r"^(board|flop|community|table cards|common)\b", re.IGNORECASE)
_START = re.compile(r"^(player|hand|seat|hero|villain|hole|p|h)\s*[#.]?\s*\d*\s*(cards?|hand|hole)?$", re.IGNORECASE)
_NUMBERED = re.compile(r"^(?P<who>.*?)[\s_.-]*(?:cards?|c)?[\s_.-]*(?P<number>\d+)$", re.IGNORECASE)
_HOLE = {"holdem": (2,), "omaha": (4, 5, 6)}
_WIDE_GAP = 2
_DEAL = "A3:B9,C3:D9,E3:I9"
_BOARD_SIZES = (3, 4, 5)
_SHOWN = 4
MOST_CARDS = 9


@dataclass(frozen=True, slots=True)
class Layout:
    """The hands of a sheet: rows counted from 0 (both ends included), an area per hand, the board, the header row."""

    sheet: str
    first: int
    last: int
    hands: tuple[Area, ...]
    board: Area | None = None
    header: int | None = None

    def __str__(self) -> str:
        """Return the ranges as ``--hands`` takes them."""
        areas = [*self.hands, *([self.board] if self.board else [])]
        return ",".join(f"{a1(self.first, area.first)}:{a1(self.last, area.last)}" for area in areas)


@dataclass(slots=True)
class _Block:
    """Rows with cards that belong together, and their runs of columns with cards."""

    first: int
    last: int
    runs: list[Area]

    def range(self, run: Area) -> str:
        return f"{a1(self.first, run.first)}:{a1(self.last, run.last)}"


@lru_cache(maxsize=4096)
def _cards_in_text(text: str) -> int:
    try:
        return len(cell_codes(text))
    except PokerError:
        return 0


def _cards_in(cell: Any) -> int:
    return _cards_in_text(cell) if isinstance(cell, str) else 0


def _is_label(cell: Any) -> bool:
    return isinstance(cell, str) and bool(_START.match(cell.strip()) or _BOARD.match(cell.strip()))


def find_layout(grid: Grid, game: str = "five-card") -> Layout | None:
    """Return the layout of a sheet's hands, None for a sheet without cards.

    >>> row = "5H 5C 6S 7S KD 2C 3S 8S 8D TD".split()
    >>> print(find_layout(Grid("Sheet1", [["Player 1"], row, row])))
    A2:E3,F2:J3

    Raises `LayoutError`, a question with the ranges found, where the hands could be cut in more than one way.
    """
    blocks = [block for block in _blocks(grid) if block.runs]
    if not blocks:
        return None
    if len(blocks) > 1:
        raise LayoutError(_which(grid, [(block, run) for block in blocks for run in block.runs], game))
    (block,) = blocks
    cut = _cut(grid, block, game)
    if cut is None:
        raise LayoutError(_which(grid, [(block, run) for run in block.runs], game))
    hands, board = cut
    return Layout(grid.sheet, block.first, block.last, tuple(hands), board, _header(grid, block.first))


def _blocks(grid: Grid) -> Iterator[_Block]:
    """Yield the blocks of rows that hold cards: gaps of one or two blank rows, or of bad rows, do not end a block."""
    start = end = -1
    for row, cells in enumerate(grid.rows):
        if not _is_hand_row(cells):
            continue
        if start >= 0 and not _same_block(grid, end, row):
            yield _block(grid, start, end)
            start = -1
        if start < 0:
            start = row
        end = row
    if start >= 0:
        yield _block(grid, start, end)


def _is_hand_row(cells: Sequence[Any]) -> bool:
    if cells and _is_series(cells):
        return False
    found = 0
    for cell in cells:
        if isinstance(cell, str):
            found += _cards_in_text(cell)
            if found >= 2:
                return True
    return False


def _is_series(cells: Sequence[Any]) -> bool:
    """Tell whether a row is labels like C1 C2 C3 ..., which are labels though C2 could be a card."""
    texts = [cell.strip().upper() for cell in cells if isinstance(cell, str)]
    return any(text.endswith("1") for text in texts[:-2]) and any(
        texts[at : at + 3] == [f"{texts[at][:-1]}{n}" for n in (1, 2, 3)] for at in range(len(texts) - 2)
    )


def _same_block(grid: Grid, end: int, row: int) -> bool:
    between = grid.rows[end + 1 : row]
    if any(_is_label(cell) for cells in between for cell in cells):
        return False
    return sum(all(is_blank(cell) for cell in cells) for cells in between) <= _WIDE_GAP


def _block(grid: Grid, first: int, last: int) -> _Block:
    width = max(len(cells) for cells in grid.rows[first : last + 1])
    cards, short, other = [0] * width, [0] * width, [0] * width
    for cells in grid.rows[first : last + 1]:
        for column, cell in enumerate(cells):
            if cell is not None:
                found = bool(_cards_in(cell))
                cards[column] += found
                short[column] += not found and _is_short(cell)
                other[column] += not (found or is_blank(cell) or _is_short(cell))
    rows = last - first + 1
    columns = [
        column
        for column in range(width)
        if cards[column] and cards[column] >= other[column] and 10 * (cards[column] + short[column]) >= rows
        if not _is_series([grid.cell(row, column) for row in range(first, min(first + 9, last + 1))])  # H1 H2 H3 ...
    ]
    runs: list[Area] = []
    for column in columns:
        if runs and runs[-1].last == column - 1:
            runs[-1] = Area(runs[-1].first, column)
        else:
            runs.append(Area(column, column))
    return _Block(first, last, runs)


def _is_short(cell: Any) -> bool:
    """Tell whether a cell could be a card that was spelt wrongly: it says nothing against a column of cards."""
    return isinstance(cell, str) and 0 < len(cell.strip()) <= 3


def _labelled(grid: Grid, block: _Block) -> list[Area]:
    """Return the runs cut where the words above them (up to three rows) say that a hand or the board starts."""
    for row in range(block.first - 1, max(block.first - 4, -1), -1):
        cells = [(column, str(cell).strip()) for column, cell in enumerate(grid.rows[row]) if not is_blank(cell)]
        for starts in (_numbered(cells), {column for column, text in cells if _is_label(text)}):
            areas = _areas(block, starts)
            if starts and all(len(area.columns) > 1 for area in areas):
                return areas
    return block.runs


def _areas(block: _Block, labels: set[int]) -> list[Area]:
    areas: list[Area] = []
    for run in block.runs:
        starts = sorted({run.first, *labels.intersection(run.columns)})
        ends = [*(start - 1 for start in starts[1:]), run.last]
        areas += [Area(start, end) for start, end in zip(starts, ends, strict=True)]
    return areas


def _numbered(cells: Sequence[tuple[int, str]]) -> set[int]:
    """Return where a new hand starts in a header like p1_card1 p1_card2 ... or Card 1 Card 2 ... Card 1."""
    starts: set[int] = set()
    before: tuple[str, int] | None = None
    for column, text in cells:
        match = _NUMBERED.match(text)
        if match is None:
            before = None
            continue
        who, number = match["who"].casefold(), int(match["number"])
        if before is None or who != before[0] or number <= before[1]:
            starts.add(column)
        before = who, number
    return starts if len(starts) > 1 else set()


def _cut(grid: Grid, block: _Block, game: str) -> tuple[list[Area], Area | None] | None:
    """Return the hands and the board of a block, None where that is a matter of opinion."""
    if all(_one_cell(grid, block, column) for run in block.runs for column in run.columns):
        return _with_board([Area(column, column) for run in block.runs for column in run.columns], grid, block, game)
    return _with_board(_labelled(grid, block), grid, block, game)


def _one_cell(grid: Grid, block: _Block, column: int) -> bool:
    """Tell whether most cells of a column hold several cards each."""
    found = [_cards_in(grid.cell(row, column)) for row in range(block.first, block.last + 1)]
    return 2 * sum(cards > 1 for cards in found) > sum(cards > 0 for cards in found)


def _with_board(areas: list[Area], grid: Grid, block: _Block, game: str) -> tuple[list[Area], Area | None] | None:
    """Cut areas that are wider than a hand, and set the board apart where the game has one."""
    one_cell = all(len(area.columns) == 1 for area in areas)
    board = _labelled_board(areas, grid, block)
    if game not in _HOLE:
        _ask_for_the_game(areas, board, grid, block)
        if one_cell:
            return areas, None
        wide = [_fives(area, game) for area in areas]
        if any(cut is None for cut in wide) or (len(block.runs) > 1 and any(len(cut or ()) > 1 for cut in wide)):
            return None
        hands = [area for cut in wide if cut for area in cut]
        return (hands, None) if len({len(area.columns) for area in hands}) == 1 else None  # 4 + 5: a bad column?
    if one_cell:
        board = board or areas[-1]
    elif board is None:
        areas = [*areas[:-1], *_hole_and_board(areas[-1], _HOLE[game])]
        board = _board_by_width(areas, _HOLE[game])
    hands = [area for area in areas if area != board]
    fits = one_cell or (board and _is_deal(hands, board, _HOLE[game]))
    return (hands, board) if board and hands and fits else None


def _ask_for_the_game(areas: Sequence[Area], board: Area | None, grid: Grid, block: _Block) -> None:
    """Raise `LayoutError` where the hands share a board and the game has none."""
    where = grid.sheet or "The file"
    if board is not None:
        raise LayoutError(f"{where} has a board in {block.range(board)}; say which game: --game holdem or --game omaha")
    board = _board_by_width(areas, _HOLE["holdem"])
    if board is not None:
        hands = ",".join(map(block.range, areas))
        raise LayoutError(
            f"{where} looks like hold'em with the board in {block.range(board)}; say so: --game holdem, "
            f"or name the hands: --hands {hands}"
        )


def _is_deal(hands: Sequence[Area], board: Area, holes: Sequence[int]) -> bool:
    return len(board.columns) in _BOARD_SIZES and all(len(area.columns) in holes for area in hands)


def _board_by_width(areas: Sequence[Area], holes: Sequence[int]) -> Area | None:
    """Return the area, the last before the others, that is a board if all others are hole cards."""
    for board in reversed(areas):
        hands = [area for area in areas if area != board]
        if hands and _is_deal(hands, board, holes):
            return board
    return None


def _labelled_board(areas: list[Area], grid: Grid, block: _Block) -> Area | None:
    for area in areas:
        for row in range(max(block.first - 3, 0), block.first):
            cell = grid.cell(row, area.first)
            if isinstance(cell, str) and _BOARD.match(cell.strip()):
                return area
    return None


def _fives(area: Area, game: str) -> list[Area] | None:
    """Cut an area into hands by its width: three cards each in a front, else fives, else one hand of up to nine."""
    width = len(area.columns)
    size = 3 if game == "front" else 5 if width % 5 == 0 else 7 if width == 14 else width if width <= 9 else 0
    if not size or width % size:
        return None
    return [Area(first, first + size - 1) for first in range(area.first, area.last + 1, size)]


def _hole_and_board(area: Area, holes: tuple[int, ...]) -> list[Area]:
    """Cut an area into hole cards and a board of five at its end, where only one number of hole cards fits."""
    width = len(area.columns) - 5
    sizes = [size for size in holes if width > 0 and width % size == 0]
    if not sizes:
        return [area]
    size = sizes[0]
    cuts = [Area(first, first + size - 1) for first in range(area.first, area.last - 4, size)]
    return [*cuts, Area(area.last - 4, area.last)]


def _which(grid: Grid, found: list[tuple[_Block, Area]], game: str) -> str:
    ranges = [block.range(run) for block, run in found]
    if len(ranges) > _SHOWN + 1:
        ranges = [*ranges[:_SHOWN], f"{len(ranges) - _SHOWN} more"]
    listed = ", ".join(ranges[:-1]) + (" and " if len(ranges) > 1 else "") + ranges[-1]
    block, run = found[0]
    if game in _HOLE:
        cut = _hole_and_board(run, _HOLE[game])
        example = ",".join(map(block.range, cut)) if len(cut) > 1 else f"{_DEAL}, the board last"
    else:
        example = ",".join(map(block.range, _fives(run, game) or [run]))
    where = grid.sheet or "The file"
    return f"{where} holds hands in {listed}; say which: --hands {example}"


def named_layout(grid: Grid, hands: str, game: str = "five-card", cells_a_card: int = 0) -> Layout:
    """Return the layout that ``--hands`` names: a range per hand, in holdem and omaha the board's last.

    >>> print(named_layout(Grid("Sheet1", []), "A3:E1002,F3:J1002"))
    A3:E1002,F3:J1002

    Whole columns (``A:E,F:J``) go from the first row with a card to the last. `cells_a_card` is 0 for texts, else how
    many numbers are a card. Raises `LayoutError` for what is not a range, ranges of different heights, ranges that
    overlap, and ranges that cannot be a hand by their width.
    """
    ranges = parse_ranges(hands)
    areas = list(ranges.areas)
    first, last = ranges.rows or _rows_with_cards(grid, areas, numbers=cells_a_card > 0)
    named = _Block(first, last, areas)
    for area in areas:
        cards, rest = divmod(len(area.columns), cells_a_card or 1)
        if rest:
            width = f"{cells_a_card} cells a card, and {named.range(area)} is {len(area.columns)} columns wide"
            raise LayoutError(f"these numbers have {width}")
        if cards > MOST_CARDS:
            cut = _fives(area, game) if cells_a_card < 2 else None
            example = f", such as --hands {','.join(map(named.range, cut))}" if cut else ""
            raise LayoutError(
                f"{named.range(area)} is {cards} cards wide; a hand has at most {MOST_CARDS}; name a range per hand{example}"
            )
    board = areas.pop() if game in _HOLE else None
    if not areas:
        raise LayoutError(f"{game} needs a range per hand and one for the board, such as --hands {_DEAL}")
    return Layout(grid.sheet, first, last, tuple(areas), board, _header(grid, first))


def _header(grid: Grid, first: int) -> int | None:
    """Return the row above the hands if there are words in it."""
    above = grid.rows[first - 1] if 0 < first <= len(grid.rows) else []
    return first - 1 if any(isinstance(cell, str) and cell.strip() for cell in above) else None


def _rows_with_cards(grid: Grid, areas: Sequence[Area], *, numbers: bool) -> tuple[int, int]:
    columns = [column for area in areas for column in area.columns]
    holds = _is_number if numbers else _cards_in
    rows = [row for row in range(len(grid.rows)) if any(holds(grid.cell(row, column)) for column in columns)]
    if not rows:
        raise LayoutError(f"there are no cards in these columns of {grid.sheet or 'the file'}")
    return rows[0], rows[-1]


def _is_number(cell: Any) -> bool:
    return (isinstance(cell, int | float) and not isinstance(cell, bool)) or (
        isinstance(cell, str) and cell.strip().isdecimal()
    )
