"""The search for the hands: found from the cells and the words above them, or named by the user.

Without ranges, rows with cards are gathered into blocks (`xlpoker.layout.regions`), the columns of a block cut into
hands by the words above (*Player 1*, *P2*, *Hand*, *Hole*, *Board*, *Flop*, *p1_card1*) and, where there are none, by
gaps and widths: ten columns are two hands of five (`xlpoker.layout.split`). Bad rows
at either end belong to the block (`xlpoker.layout.edges`). Where more than one reading is possible, a `LayoutError` names
the ranges to choose from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from xlpoker.errors import LayoutError
from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.encodings import APART
from xlpoker.layout.boards import DEAL, HOLE
from xlpoker.layout.cell_types import Sheet, is_number
from xlpoker.layout.edges import rows_with_cards, with_bad_ends
from xlpoker.layout.forms import Places, paired, parted, runs_of, widened
from xlpoker.layout.grid import Area, Grid, parse_ranges
from xlpoker.layout.groups import UnclearError, UnclearLayoutError, check_across, sliced
from xlpoker.layout.regions import Block, find_blocks, spread, where
from xlpoker.layout.split import MOST_CARDS, cut, fives, sides_of

__all__ = ["MOST_CARDS", "Area", "Layout", "UnclearLayoutError", "find_layout", "named_layout", "with_option"]  # fmt: skip

_SHOWN, _WAYS, _SAMPLE = 4, 3, 200


@dataclass(frozen=True, slots=True)
class Layout:
    """The hands of a sheet: rows counted from 0 (both ends included), an area per hand, the board, the header row."""

    sheet: str
    first: int
    last: int
    hands: tuple[Area, ...]
    board: Area | None = None
    header: int | None = None
    board_cards: int = 0  # of a full board that stands in one cell
    cards: str | None = None  # the encoding that was found: ranks and suits in cells of their own
    gaps: tuple[tuple[int, int], ...] = ()  # rows between the tables that the hands are, both ends included
    names: tuple[str, ...] = ()  # of the players, where headings name them
    won: Mapping[int, tuple[str | int, int]] | None = None  # of rows that are one deal: who wins, in the winners' rows
    left: tuple[Area, ...] = ()  # columns of hands that are there twice
    several: frozenset[int] = frozenset()  # of hands over several columns, those whose cells hold several cards

    def __str__(self) -> str:
        """Return the ranges as ``--hands`` takes them."""
        return Block(self.first, self.last, []).ranges(self.areas)

    @property
    def areas(self) -> list[Area]:
        """The areas of the hands, the board's last."""
        return [*self.hands, *([self.board] if self.board else [])]


def find_layout(grid: Grid, game: str = "five-card") -> Layout | None:
    """Return the layout of a sheet's hands, None for a sheet without cards.

    >>> row = "5H 5C 6S 7S KD 2C 3S 8S 8D TD".split()
    >>> print(find_layout(Grid("Sheet1", [["Player 1"], row, row])))
    A2:E3,F2:J3

    Raises `LayoutError`, a question with the ranges found, where the hands could be cut in more than one way.
    """
    made = paired(grid) or widened(grid)
    if made is None:
        return _found(grid, game)
    other, places, cards = made
    try:
        layout = _found(other, game, places)
    except UnclearLayoutError as unclear:
        if cards in APART and "--hands" in unclear.choices:
            raise _apart(other, places, cards) from None
        choices = with_option(unclear.choices, f"--cards {cards}") if cards else unclear.choices
        raise UnclearLayoutError(unclear.found, unclear.question, choices) from None
    if layout is None:
        return None
    if cards in APART and not {spread(area, places) for area in layout.areas} <= {*runs_of(places)}:
        raise _apart(other, places, cards)
    board = spread(layout.board, places) if layout.board else None
    hands = tuple(spread(area, places) for area in layout.hands)
    return replace(layout, hands=hands, board=board, cards=cards)


def _apart(grid: Grid, places: Places, cards: str) -> UnclearLayoutError:
    """Return the question whether the runs of columns of ranks and suits are the hands."""
    first, last = rows_with_cards(Sheet(grid), [Area(at, at) for at in range(len(places))]) or (0, 0)
    ranges = Block(first, last, []).ranges(runs_of(places))
    found = f"{where(Sheet(grid))} has the ranks and the suits of hands in columns of their own"
    return UnclearLayoutError(found, "say which", f"--cards {cards} --hands {ranges}")


def with_option(choices: str, option: str) -> str:
    """Return choices with one more option before the ranges of each.

    >>> with_option("--hands A1:E2 --hands G1:K2 (two) or --hands A1:E2", "--sheet Jan")
    '--sheet Jan --hands A1:E2 --hands G1:K2 (two) or --sheet Jan --hands A1:E2'
    """
    return re.sub(r"--hands (?:\S+ --hands )*", lambda found: f"{option} {found[0]}", choices)


def _found(grid: Grid, game: str, places: Places = ()) -> Layout | None:
    """Return the layout of a sheet whose cells hold one card or one hand each."""
    sheet = Sheet(grid)
    blocks = find_blocks(sheet, places)
    if not blocks:
        return None
    if len(blocks) > 1:
        check_across(sheet, blocks[0])
        if (joined := _joined(sheet, blocks, game)) is not None:
            return joined
        raise _which(sheet, blocks, [way for block in blocks[:_WAYS] for way in _ways(sheet, block, game)])
    (block,) = blocks
    for sides in sides_of(sheet, block):
        each = [_ways(sheet, side, game) for side in sides]
        games = {way[0].startswith("--game") for way in each if way}
        if all(way and ("," in way[0] or True in games) for way in each) and len(games) == 1:
            found = [one for way in each for one in way]
            ranges = ",".join(way.removeprefix("--hands ") for way in found)
            one = game not in HOLE and "--" not in ranges and len({side.last for side in sides}) == 1
            raise _which(sheet, sides, found, *[f"--hands {ranges} (one deal a row)"] * one)
    try:
        hands, board = cut(sheet, block, game)
    except UnclearError as unclear:
        ways = [*unclear.args]
    else:
        common = [board] if board else []
        if not (block.odd or block.doubtful):
            return _layout(grid, *with_bad_ends(sheet, block.first, block.last, [*hands, *common]), hands, board)
        # labels like H7 H8, or other things with a whole hand here and there: a player who folds
        more = sorted([*hands, *(Area(at, at) for at in block.doubtful)], key=lambda area: area.first)
        both = [hands] if block.odd else [more, hands]
        ways = [f"--hands {block.ranges([*one, *common])}" for one in both]
    if block.odd:
        ways += _ways(sheet, replace(block, columns=[at for at in block.columns if at not in block.odd]), game)
    raise _which(sheet, blocks, ways)


def _joined(sheet: Sheet, blocks: Sequence[Block], game: str) -> Layout | None:
    """Return the layout of tables one below the other in the same columns, with the same heading or none.

    >>> row = "5H 5C 6S 7S KD".split()
    >>> find_layout(Grid("", [["Hand"], row, row, [], [], [], ["Hand"], row])).gaps
    ((3, 6),)
    """
    first, *others = [[word for at in one.columns if isinstance(word := one.header.get(at), str)] for one in blocks]
    if any(len(words) > 1 and words != first for words in others):
        return None
    try:
        cuts = [cut(sheet, block, game) for block in blocks]
    except (UnclearError, LayoutError):
        return None
    if cuts != cuts[:1] * len(cuts) or any(block.odd or block.doubtful for block in blocks):
        return None
    hands, board = cuts[0]
    ends = [with_bad_ends(sheet, block.first, block.last, [*hands, *([board] if board else [])]) for block in blocks]
    gaps = [(before[1] + 1, after[0] - 1) for before, after in pairwise(ends)]
    if any(low > high for low, high in gaps):
        return None
    return replace(_layout(sheet.grid, ends[0][0], ends[-1][1], hands, board), gaps=tuple(gaps))


def _ways(sheet: Sheet, block: Block, game: str) -> list[str]:
    """Return the options that choose one of several blocks."""
    try:
        hands, board = cut(sheet, block, game)
    except (UnclearError, UnclearLayoutError) as unclear:
        return list(unclear.args[:1]) if isinstance(unclear, UnclearError) else [unclear.choices]
    except LayoutError:
        return []
    return [f"--hands {block.ranges([*hands, *([board] if board else [])])}"]


def _which(sheet: Sheet, blocks: Sequence[Block], ways: Sequence[str], *more: str) -> UnclearLayoutError:
    """Return the question which of several readings is meant, of several blocks also all of them."""
    ranges = [block.range(run) for block in blocks for run in block.runs]
    if len(ranges) > _SHOWN + 1:
        ranges = [*ranges[:_SHOWN], f"{len(ranges) - _SHOWN} more"]
    listed = ", ".join(ranges[:-1]) + (" and " if len(ranges) > 1 else "") + ranges[-1]
    run = blocks[0].runs[0]
    choices = list(dict.fromkeys(ways)) or [f"--hands {blocks[0].ranges(fives(run) or sliced(run, 5))}"]
    several = {(way.startswith("--hands "), "," in way) for way in choices}
    if 1 < len(blocks) == len(choices) and several in ({(True, True)}, {(True, False)}):
        choices.append(" ".join(choices) + " (each by itself)")
    choices += more
    chosen = ", ".join(choices[:-1]) + (" or " if len(choices) > 1 else "") + choices[-1]
    return UnclearLayoutError(f"{where(sheet)} holds hands in {listed}", "say which", chosen)


def named_layout(grid: Grid, hands: str, game: str = "five-card", cells_a_card: int = 0) -> Layout:
    """Return the layout that ``--hands`` names: a range per hand, in holdem and omaha the board's last.

    >>> print(named_layout(Grid("Sheet1", []), "A3:E1002,F3:J1002"))
    A3:E1002,F3:J1002

    Whole columns (``A:E,F:J``) go from the first row with a card to the last, bad rows beside them included.
    `cells_a_card` is 0 for texts, else how many numbers are a card. Raises `LayoutError` for what is not a range,
    ranges of different heights, ranges that overlap, and ranges that cannot be a hand by their width.
    """
    ranges = parse_ranges(hands)
    areas = list(ranges.areas)
    first, last = ranges.rows or _rows_with_cards(grid, areas, numbers=cells_a_card > 0)
    named = Block(first, last, [])
    for area in areas:
        cards, rest = divmod(len(area.columns), cells_a_card or 1)
        if rest:
            width = f"{cells_a_card} cells for each card, and {named.range(area)} is {len(area.columns)} columns wide"
            raise LayoutError(f"these numbers have {width}")
        if cards > MOST_CARDS:
            cuts = fives(area) if cells_a_card < 2 and game not in HOLE else None
            example = f", such as --hands {named.ranges(cuts)}" if cuts else ""
            raise LayoutError(
                f"{named.range(area)} is {cards} cards wide; a hand has at most {MOST_CARDS}; name a range per hand{example}"
            )
    board = areas.pop() if game in HOLE else None
    if not areas:
        raise LayoutError(f"{game} needs a range per hand and one for the board, such as --hands {DEAL}")
    if not cells_a_card:
        areas = parted(grid.rows[first : last + 1], areas)
    return _layout(grid, first, last, areas, board)


def _layout(grid: Grid, first: int, last: int, hands: Sequence[Area], board: Area | None) -> Layout:
    """Return a layout; its header is the row above the hands if there are words in it."""
    above = grid.rows[first - 1] if 0 < first <= len(grid.rows) else []
    header = first - 1 if any(isinstance(cell, str) and cell.strip() for cell in above) else None
    rows = range(first, min(last + 1, first + _SAMPLE))
    cells = [grid.cell(row, board.first) for row in rows] if board is not None and board.first == board.last else []
    cards = max((count_cards(cell) for cell in cells if isinstance(cell, str)), default=0)
    return Layout(grid.sheet, first, last, tuple(hands), board, header, min(cards, 5))


def _rows_with_cards(grid: Grid, areas: Sequence[Area], *, numbers: bool) -> tuple[int, int]:
    if not numbers and (wide := widened(grid)) is not None:
        grid, places, _ = wide
        areas = [Area(at, at) for at, (column, _) in enumerate(places) if any(column in area.columns for area in areas)]
    if numbers:
        columns = [column for area in areas for column in area.columns]
        rows = [row for row in range(len(grid.rows)) if any(is_number(grid.cell(row, column)) for column in columns)]
        found = (rows[0], rows[-1]) if rows else None
    else:
        found = rows_with_cards(Sheet(grid), areas)
    if found is None:
        raise LayoutError(f"there are no cards in these columns of {grid.sheet or 'the file'}")
    return found
