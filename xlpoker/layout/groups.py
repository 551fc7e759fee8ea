"""Cuts the columns of a block into pieces by the words above: hands, hole cards, the board, or not yet known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from xlpoker.errors import LayoutError
from xlpoker.layout.cell_types import Sheet
from xlpoker.layout.grid import Area
from xlpoker.layout.labels import Numbered, is_board, is_card_name, is_label, is_plain_label, is_street, numbered
from xlpoker.layout.regions import Block, where, words_above

__all__ = [
    "Piece", "UnclearError", "UnclearLayoutError", "check_across", "labelled", "numbers_in", "sliced",
    "spread",
]  # fmt: skip

_FEW, _DOWNWARDS = 2, 500  # players, and rows: longer tables have a hand a row
_HAND = (5, 7)  # cards of a hand that stands in a column


class UnclearError(Exception):
    """A block that can be cut in several ways, or in no way: its `args` are the possible meanings, each as options to type."""


class UnclearLayoutError(LayoutError):
    """A sheet with several readings: what was `found`, the question, and the `choices` as options to type."""

    def __init__(self, found: str, question: str = "", choices: str = "") -> None:
        super().__init__(f"{found}; {question}: {choices}" if question else found)
        self.found, self.question, self.choices = found, question, choices


@dataclass(frozen=True, slots=True)
class Piece:
    """Columns that are not yet cut: the number of cards in a row, whether a cell holds several, the word above."""

    area: Area
    cards: int
    one_cell: bool
    label: str | None = None

    @property
    def is_hand(self) -> bool:
        """Tell whether the word above says that a hand starts here."""
        return self.label is not None and not is_board(self.label)


def check_across(sheet: Sheet, block: Block) -> None:
    """Raise `LayoutError` where the hands seem to stand in columns: names on top, and a card of each in every row."""
    header = [block.header.get(at) for at in block.columns]
    names = [one for one in header if isinstance(one, str) and one.strip()]
    if not len(names) == len(set(names)) == len(header) >= _FEW or any(map(is_card_name, names)):
        return
    if block.last - block.first > _DOWNWARDS or any(block.stats[at].one_cell for at in block.columns):
        return
    rows = [row for row in range(block.first, block.last + 1) if any(sheet.picked(row, block.columns))]
    beside = [sheet.grid.cell(row, block.columns[0] - 1) for row in rows if block.columns[0]]
    numbers = [numbered([(0, cell)]).get(0, ("", 0))[1] for cell in beside]
    counts = numbers[:2] == [1, 2] and all(b in (a + 1, 1) for a, b in pairwise(numbers))
    words = counts and all(map(is_card_name, beside))
    others = [one for one in names if not is_label(one) or is_board(one)]
    persons = not any(is_board(one) or len(one.strip()) < _FEW or any(map(str.isdigit, one)) for one in others)
    ends = [at for at, (one, other) in enumerate(pairwise(rows), 1) if other - one > 1]
    sizes = {last - first for first, last in pairwise([0, *ends, len(rows)])}
    if words or (persons and len(sizes) == 1 and sizes <= {*_HAND} - {len(header)}):
        raise LayoutError(
            f"{where(sheet)} seems to hold hands in columns, a card of each player in every row of "
            f"{block.ranges(block.runs)}; put each hand into a row (copy, then paste transposed), or let xlpoker wins count them: --by columns"
        )


def _pieces(block: Block) -> list[Piece]:
    """Return the runs of cards; a column of whole hands is a piece of its own."""
    pieces: list[Piece] = []
    for run in block.runs:
        for column in run.columns:
            stats = block.stats[column]
            area = Area(column, column)
            if stats.one_cell:
                pieces.append(Piece(area, stats.most, one_cell=True))
            elif pieces and not pieces[-1].one_cell and pieces[-1].area.last == column - 1:
                pieces[-1] = spread(Area(pieces[-1].area.first, column))
            else:
                pieces.append(spread(area))
    return pieces


def spread(area: Area, label: str | None = None) -> Piece:
    """Return columns with a card each as a piece."""
    return Piece(area, len(area.columns), one_cell=False, label=label)


def labelled(sheet: Sheet, block: Block, holes: Sequence[int] = ()) -> tuple[list[Piece], bool]:
    """Return the pieces cut by the words above them, and whether the words make them one hand.

    `holes` are the numbers of hole cards in a game with a board. Each row above, the nearest first, may cut by any
    words that divide the columns evenly (names), by words that announce hands, and by numbers of cards that start again.
    """
    pieces = _pieces(block)
    rows = words_above(sheet, block.first)
    for row in rows:
        one, counts = _numbered_starts(row, block)
        words, labels = _word_starts(row, block), _label_starts(row, block)
        for starts in (words, labels if len(labels) > 1 else set(), counts, labels):
            parts = _parts(pieces, starts)
            _check_first(parts, row, block, starts)
            if starts and all(piece.one_cell or piece.cards > 1 for piece in parts):
                names = row if starts is words else {}
                nearest = not holes and row is next(filter(None, rows))  # where names cut unevenly the user is asked
                if not names or nearest or _cut_evenly(parts, holes):
                    return [_named(piece, rows, names) for piece in parts], False
        if holes and any(is_board(row[at]) for at in labels):
            raise UnclearError
        if one:
            return [_named(piece, rows) for piece in pieces], True
    first, *others = pieces[0].area.columns
    plain = any(
        is_plain_label(row.get(first)) and all(row.get(at) in (None, row[first]) for at in others) for row in rows
    )
    return [_named(piece, rows) for piece in pieces], plain


def _check_first(parts: Sequence[Piece], row: dict[int, Any], block: Block, starts: set[int]) -> None:
    """Raise `UnclearError` for one card without a word before hands that have words: a label that looks like a card."""
    first, *others = parts
    if first.one_cell or first.cards > 1 or len(starts) < 2 or row.get(first.area.first) is not None:
        return
    if others and all(piece.one_cell or piece.cards > 1 for piece in others):
        raise UnclearError(f"--hands {block.ranges([piece.area for piece in others])}")


def numbers_in(row: dict[int, Any]) -> Numbered:
    """Return the player and the number of each card by the words of a row; P1 P1 P2 P2 number no cards."""
    return numbered([(at, word) for at, word in row.items() if word not in (row.get(at - 1), row.get(at + 1))])


def _numbered_starts(row: dict[int, Any], block: Block) -> tuple[bool, set[int]]:
    """Return whether a header numbers all cards as one hand, and otherwise where its numbers start again."""
    names = numbers_in(row)
    starts: set[int] = set()
    before: tuple[str, int] | None = None
    for column in row:
        if column not in names:
            before = None
            continue
        who, number = names[column]
        if before is None or who != before[0] or number <= before[1]:
            starts.add(column)
        before = who, number
    numbers = [names[at][1] for at in block.columns if at in names]
    one = len(numbers) > 1 and numbers == [*range(1, len(block.columns) + 1)]
    return one and len(starts) == 1, starts if len(starts) > 1 else set()


def _word_starts(row: dict[int, Any], block: Block) -> set[int]:
    """Return where words stand above cards; a word repeated over all columns of a hand counts once.

    The turn and the river belong to the flop before them.
    """
    starts = {at for at in block.columns if isinstance(row.get(at), str) and row.get(at - 1) != row[at]}
    starts -= {at for at in starts if is_street(row[at])}
    return starts if len(starts) > 1 else set()


def _label_starts(row: dict[int, Any], block: Block) -> set[int]:
    """Return where words announce a hand or the board; Flop 2 beside Flop 1 announces no new one."""
    names = numbers_in(row)
    starts = {at for at in _word_starts(row, block) or block.columns if is_label(row.get(at))}
    return {at for at in starts if at not in names or names.get(at - 1) != (names[at][0], names[at][1] - 1)}


def _cut_evenly(parts: Sequence[Piece], holes: Sequence[int]) -> bool:
    """Tell whether all parts have one size or, in a game with a board, all but one have that of hole cards."""
    sizes = [piece.cards for piece in parts if not piece.one_cell]
    most = any(sizes.count(size) >= len(sizes) - 1 for size in set(sizes) & set(holes))
    return most if holes else len(set(sizes)) == 1


def _parts(pieces: Sequence[Piece], starts: set[int]) -> list[Piece]:
    parts: list[Piece] = []
    for piece in pieces:
        if piece.one_cell:
            parts.append(piece)
            continue
        firsts = sorted({piece.area.first, *starts.intersection(piece.area.columns)})
        lasts = [*(first - 1 for first in firsts[1:]), piece.area.last]
        parts += [spread(Area(first, last)) for first, last in zip(firsts, lasts, strict=True)]
    return parts


def _named(piece: Piece, rows: Sequence[dict[int, Any]], names: dict[int, Any] | None = None) -> Piece:
    """Return a piece with the words above it: those for the board, else for a hand, else a name."""
    words = [str(row[piece.area.first]).strip() for row in rows if is_label(row.get(piece.area.first))]
    board = next((word for word in words if is_board(word)), None)
    name = (names or {}).get(piece.area.first)
    return replace(piece, label=board or (words[0] if words else None if name is None else str(name)))


def sliced(area: Area, size: int) -> list[Area]:
    """Cut columns into areas of one size; columns that are left over at the end are left out.

    >>> sliced(Area(0, 4), 2)
    [Area(first=0, last=1), Area(first=2, last=3)]
    """
    return [Area(first, first + size - 1) for first in range(area.first, area.last + 2 - size, size)]
