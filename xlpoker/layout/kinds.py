"""Every way in which people lay hands out: games (`KINDS`) times forms (`FORMS`).

A kind says how many cards a player and the board have, a form how columns that belong together become hands. A new kind of table
is one entry; the table in docs/sheets.md is made from the first sentences of the forms. What fits is a reading; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from xlpoker.evaluator.cards import MAX_CARDS
from xlpoker.evaluator.classes import SHORT_DECK, THREE_CARD
from xlpoker.layout.cells import Column
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.headings import CALLED, own_names
from xlpoker.layout.model import Layout

__all__ = ["ANY_SIZE", "FORMS", "KINDS", "Kind", "Part", "hands_of", "layout_of", "name_of", "parts_of"]


class Kind(NamedTuple):
    """A game: the cards of a player, further numbers that headings must state, the cards of the board.

    `bare` are those of a hand without headings; `asked`: where nobody has said the game, it is looked for if no other fits.
    """

    game: str
    holes: tuple[int, ...]
    stated: tuple[int, ...] = ()
    board: tuple[int, ...] = (0,)
    bare: tuple[int, ...] = ()
    asked: bool = False


_BOARD = (3, 4, 5)
KINDS = (
    Kind("five-card", (5, 7), (4, 6), bare=(5,)),
    Kind("holdem", (2,), board=_BOARD, bare=(2,)),
    Kind("omaha", (4, 5, 6), board=_BOARD, bare=(4, 5, 6)),
    Kind("front", (3,), bare=(3,), asked=True),
    *(Kind(game, (2,), board=_BOARD, bare=(2,)) for game in SHORT_DECK),
    Kind(THREE_CARD, (3,), bare=(3,), asked=True),
)
ANY_SIZE = Kind("five-card", tuple(range(2, MAX_CARDS + 1)), bare=(7, 6, 4, 9, 8))
"""Hands of five-card poker of another number of cards than the game has: they are asked about."""
_MOST_PLAYERS, _FULL, _MOST = 10, 5, 7


@dataclass(frozen=True, slots=True)
class Part:
    """Columns that belong together by their headings or because they touch: a hand, several, or the board."""

    columns: tuple[Column, ...]
    name: str = ""
    board: bool = False

    @property
    def size(self) -> int:
        """Return how many cards a hand of it has, 0 where none is seen."""
        return sum(column.size for column in self.columns)

    @property
    def whole(self) -> bool:
        """Whether it is one column of whole hands."""
        return len(self.columns) == 1 and self.columns[0].whole

    @property
    def numbered(self) -> bool:
        """Whether its headings number the cards from 1 on."""
        return [column.heading.number for column in self.columns] == [*range(1, len(self.columns) + 1)]

    @property
    def is_bare(self) -> bool:
        """Whether no heading says how many cards a hand has."""
        return not (self.name or self.whole or (self.numbered and len(self.columns) <= _MOST))

    def cut(self, first: int, last: int | None = None) -> Part:
        """Return the part of some of its columns."""
        return replace(self, columns=self.columns[first:last])


def name_of(column: Column) -> str:
    """Return whose cards stand in a column, as its heading has it: *Anna*, or *H1* above whole hands."""
    head = column.heading
    return head.text if column.whole and head.number and (head.is_plain or not head.who) else head.who


def parts_of(columns: Sequence[Column]) -> list[Part]:
    """Return the columns of cards as parts: by player, by numbers that go on, or because they touch."""
    parts: list[tuple[str, bool, list[Column]]] = []
    latest: dict[tuple[str, bool], list[Column]] = {}
    for column in (column for column in columns if column.holds == "cards"):
        board = column.heading.role == "board"
        key = ("" if board else name_of(column), board)
        if key in latest and _goes_on(latest[key], column):
            latest[key].append(column)
        else:
            latest[key] = [column]
            parts.append((*key, latest[key]))
    # A label over more columns than a hand has says nothing of each hand.
    return [Part(tuple(part), name if len(part) <= MAX_CARDS else "", board) for name, board, part in parts]


def _goes_on(part: Sequence[Column], column: Column) -> bool:
    """Tell whether a column of cards belongs to the part with the same name."""
    last, head = part[-1], column.heading
    if head.role == "board":
        return sum(one.size for one in part) < _FULL  # else the second of two boards
    if column.whole or last.whole or column.starts:
        return False
    return head.number > last.heading.number if head.number else last.at == column.at - 1


def beside_board(parts: Sequence[Part], kind: Kind) -> Iterator[tuple[list[Part], Part | None]]:
    """Yield the players' parts beside the board: below a word for it, or at an end, there in a part with a hand, too."""
    told, hands = [part for part in parts if part.board], [part for part in parts if not part.board]
    if kind.board == (0,) or told:
        if len(told) == (kind.board != (0,)):
            yield hands, (*told, None)[0]
        return
    for first, last in zip(hands[:1], hands[-1:], strict=True):
        ways = [
            ([*hands[:-1], last.cut(0, -_FULL)], Part(last.columns[-_FULL:])),
            ([first.cut(_FULL), *hands[1:]], first.cut(0, _FULL)),
            (hands[:-1], last),
            (hands[1:], first),
        ]
        yield from (
            (rest, board)
            for rest, board in ways
            if board.size == _FULL and not board.name and all(part.columns for part in rest)
        )


def labelled(part: Part, kind: Kind, size: int) -> list[Part]:
    """Each player's cards stand below a name, a number or a word for a hand, or in one cell."""
    stated = size in kind.holes or part.numbered
    return [part] * (part.size in (0, size) and not part.is_bare and stated)


def cut_up(part: Part, kind: Kind, size: int) -> list[Part]:
    """Columns without names are cut into hands of equal size; the board is a part by itself, the first cards, or the last."""
    count = len(part.columns)
    fits = part.is_bare and size in kind.bare and count % size == 0 and count <= size * _MOST_PLAYERS
    return [part.cut(at, at + size) for at in range(0, count * fits, size)]


FORMS: dict[str, Callable[[Part, Kind, int], list[Part]]] = {
    "labelled": labelled,
    "cut": cut_up,
}


def hands_of(parts: Sequence[Part], kind: Kind) -> Iterator[tuple[list[Part], Part | None]]:
    """Yield the hands, all of them alike, and the board that the parts can be in a game."""
    if parts and kind is ANY_SIZE and all(part.name and part.size in kind.holes for part in parts):
        yield [*parts], None
    unnamed = [column.heading.number for part in parts if not (part.name or part.board) for column in part.columns]
    later = min(filter(None, unnamed), default=1) > 1  # 4th and 5th street
    for rest, board in beside_board(parts, kind) if not later else ():
        players = [part for part in rest if board or not all(column.is_blank for column in part.columns)]
        for size in (*kind.holes, *kind.stated) if (board.size if board else 0) in kind.board else ():
            made = [[hand for form in FORMS.values() for hand in form(part, kind, size)] for part in players]
            hands = [*chain.from_iterable(made)]
            ways = {(bool(hand.name) or hand.whole, hand.whole) for hand in hands if hand.size}
            several = [one for one in made if len(one) > 1]
            if all(made) and len(ways) == 1 and len(several) <= 1:
                yield hands, board


def layout_of(
    grid: Grid,
    columns: Sequence[Column],
    rows: tuple[int, int],
    areas: Sequence[Area],
    board: Area | None,
    *,
    game: str,
    names: Sequence[str] = (),
) -> Layout:
    """Return the layout of some columns, as the facts about them say: sizes, names, cells that hold several hands."""
    held = [[columns[at] for at in area.columns] for area in areas]
    whos = [{name_of(one) if one.heading.role in CALLED else "" for one in each} for each in held]
    said = [*names] or [min(each) if len(each) == 1 else "" for each in whos]
    above = grid.rows[rows[0] - 1] if 0 < rows[0] <= len(grid.rows) else []
    spread = [columns[at] for area in areas for at in area.columns if area.last > area.first]
    mixed = any(columns[area.first].mixed for area in areas)
    sizes = tuple(sum(one.size for one in each) for each in held)
    return Layout(
        grid.sheet, *rows, tuple(areas), board,
        header=rows[0] - 1 if any(isinstance(cell, str) and cell.strip() for cell in above) else None,
        board_cards=min(sum(columns[at].size for at in board.columns), 5) if board else 0,
        names=own_names(said),
        several=frozenset(one.at for one in spread if one.whole),
        sizes=sizes,
        strict=not mixed and (game != "omaha" or len({*sizes}) == 1),
        game=game or "five-card",
    )  # fmt: skip
