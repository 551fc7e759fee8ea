"""Every way in which people lay hands out: games (`KINDS`) times forms (`FORMS`).

A kind says how many cards a player and the board have, a form how columns become hands. A new kind of table is one entry; the
table in docs/sheets.md is made from the first sentences of the forms. Forms offer every reading that fits, and decide nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from xlpoker.evaluator.cards import MAX_CARDS
from xlpoker.evaluator.cells import sides
from xlpoker.evaluator.classes import SHORT_DECK, THREE_CARD
from xlpoker.layout.cells import BLANK, Column
from xlpoker.layout.grid import Area

__all__ = ["ASKED", "FORMS", "KINDS", "Cut", "Hand", "Kind", "Part", "cut_up", "parts_of"]


class Hand(NamedTuple):
    """A player's name ("" without one), the columns of the hand, and its number of cards, 0 where none is seen."""

    name: str
    area: Area
    cards: int


class Cut(NamedTuple):
    """The columns as hands, and the board."""

    hands: tuple[Hand, ...]
    board: Hand | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """Columns that belong together by their headings or because they touch: a hand, several, or the board."""

    columns: tuple[Column, ...]
    name: str = ""
    board: bool = False

    @property
    def size(self) -> int:
        """Return how many cards stand in a row of it."""
        return sum(column.size for column in self.columns)

    @property
    def whole(self) -> bool:
        """Whether it is one column of whole hands."""
        return len(self.columns) == 1 and self.columns[0].whole

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands in it: in games without a board such a column is no player's."""
        return all(column.count(BLANK) == len(column.codes) for column in self.columns)

    @property
    def numbered(self) -> bool:
        """Whether its headings number the cards from 1 on."""
        return [column.heading.number for column in self.columns] == [*range(1, len(self.columns) + 1)]

    @property
    def is_bare(self) -> bool:
        """Whether no heading says how many cards a hand has."""
        return not self.name and not self.whole and not (self.numbered and self.size < 8)

    def hand(self) -> Hand:
        """Return it as one hand."""
        return Hand(self.name, Area.of(column.at for column in self.columns), self.size)

    def cut(self, columns: int) -> Part:
        """Return the part without its first columns, or the last ones with a negative number."""
        return replace(self, columns=self.columns[columns:] if columns > 0 else self.columns[: columns or None])


class Kind(NamedTuple):
    """A game: the cards of a player, further numbers that headings must state, the cards of the board, and of a hand without headings."""

    game: str
    holes: tuple[int, ...]
    stated: tuple[int, ...] = ()
    board: tuple[int, ...] = (0,)
    bare: int = 0


_BOARD = (3, 4, 5)
KINDS = (
    Kind("five-card", (5, 7), (4, 6), bare=5),
    Kind("holdem", (2,), board=_BOARD, bare=2),
    Kind("omaha", (4, 5, 6), board=_BOARD, bare=4),
    Kind("front", (3,), bare=3),
    *(Kind(game, (2,), board=_BOARD, bare=2) for game in SHORT_DECK),
    Kind(THREE_CARD, (3,), bare=3),
)
_MOST_PLAYERS, _HAND, _MOST = 10, 5, 7


def parts_of(columns: Sequence[Column]) -> list[Part]:
    """Return the columns of cards as parts: by player, by numbers that go on, or because they touch."""
    parts: list[tuple[str, list[Column]]] = []  # the name; "\0board" for the board
    latest: dict[str, list[Column]] = {}
    for column in columns:
        if column.holds != "cards":
            continue
        head = column.heading
        own = head.text if column.whole and head.number and (head.is_plain or not head.who) else head.who
        key = "\0board" if head.role == "board" else own
        if head.who and not head.number and key in latest and column.count(BLANK) == len(column.codes):
            continue  # a blank column of results
        last = latest.get(key)
        if last is not None and _goes_on(last, column):
            last.append(column)
        else:
            latest[key] = [column]
            parts.append((key, latest[key]))
    return [Part(tuple(part), name.removeprefix("\0board"), name == "\0board") for name, part in parts]


def _goes_on(part: Sequence[Column], column: Column) -> bool:
    """Tell whether a column of cards belongs to the part with the same key."""
    last, head = part[-1], column.heading
    if head.role == "board":
        return sum(one.size for one in part) < _HAND  # else the second of two boards
    if column.whole or last.whole or column.starts:
        return not last.whole and bool(head.who) and head.number > last.heading.number
    lone = (one for one, other in ((head, last.heading), (last.heading, head)) if not other.text)
    if not head.who and any(one.number > 1 for one in lone):
        return False  # 4th and 5th street beside cards without a heading
    return head.number > last.heading.number if head.number else last.at == column.at - 1


def beside_board(parts: Sequence[Part], kind: Kind) -> Iterator[tuple[list[Part], Part | None]]:
    """Yield the players' parts beside the board: below a word for it, with numbers, at an end, or behind the last player's cards."""
    boards, hands = [part for part in parts if part.board], [part for part in parts if not part.board]
    if kind.board == (0,) or boards:
        if len(boards) == (kind.board != (0,)):
            yield hands, (*boards, None)[0]
        return
    for at, board in enumerate(hands if len(hands) > 1 else ()):
        weak = not board.name or (board.name in "BF" and board.columns[0].heading.weak)
        if board.numbered or (weak and at in (0, len(hands) - 1)):
            yield hands[:at] + hands[at + 1 :], board
    for size in kind.holes if hands and hands[-1].name and not hands[-1].whole else ():
        columns = hands[-1].columns
        if len(columns) == size + _HAND:
            yield [*hands[:-1], replace(hands[-1], columns=columns[:size])], Part(columns[size:])


def labelled(parts: Sequence[Part], kind: Kind) -> Iterator[Cut]:
    """Each player's cards stand below a name, a number or a word for a hand, the board's below a word for it or at an end."""
    for seats, board in beside_board(parts, kind):
        players = [part for part in seats if part.size or board or not part.is_blank]
        sizes = {part.size for part in players} - {0}
        alike = len(sizes) == 1 and len({part.whole for part in players if part.size}) == 1
        stated = all(part.numbered for part in players)
        fits = all(size in kind.holes or (size in kind.stated and stated) for size in sizes)
        seven = kind.bare == _HAND and len(players) == 1 and players[0].size == _MOST and players[0].is_bare
        several = kind.game == "omaha" and sizes and all(part.whole for part in players)  # of four to six cards
        named = {bool(part.name) or part.whole for part in players if part.size}
        later = any(not part.name and part.columns[0].heading.number > 1 for part in players)
        known = len(named) == 1 and not later  # else cards without a name may be the board's
        if (alike or several) and fits and not seven and known and (board.size if board else 0) in kind.board:
            yield Cut(tuple(part.hand() for part in players), board.hand() if board else None)


def cut_up(parts: Sequence[Part], kind: Kind) -> Iterator[Cut]:
    """Columns without names are cut into hands of equal size; the board is a part by itself, the first cards, or the last."""
    boards, hands = [part for part in parts if part.board], [part for part in parts if not part.board]
    later = any(column.heading.number > 1 for part in hands for column in part.columns[:1])  # 4th and 5th street
    several = any(part.whole or part.name for part in hands[1:]) or (len(hands) > 1 and len(boards) != 1)
    if not hands or later or several:
        return
    columns = hands[0].columns
    ways = [([columns[:-_HAND]], Part(columns[-_HAND:])), ([columns[_HAND:]], Part(columns[:_HAND]))]
    if boards or kind.board == (0,):
        ways = [([part.columns for part in hands], (*boards, Part(()))[0])]
    sizes = [kind.bare] if kind.bare in kind.holes and kind.game != "omaha" else kind.holes
    for size, (each, board) in product(sizes, ways):
        cut = [Part(one[at : at + size]).hand() for one in each for at in range(0, len(one), size)]
        whole = not any(len(one) % size for one in each)
        if whole and board.size in kind.board and (not board.columns) < len(cut) <= _MOST_PLAYERS:
            yield Cut(tuple(cut), board.hand() if board.columns else None)


def in_a_cell(parts: Sequence[Part], kind: Kind) -> Iterator[Cut]:
    """Two hands or more stand in one cell: `AhKh vs QsQc`, or ten cards in a row."""
    for hands, board in beside_board(parts, kind):
        for part in hands if (board.size if board else 0) in kind.board else ():
            column, five = part.columns[0], kind.game == "five-card" and part.size % _HAND == 0
            seats, size = column.seats if column.versus else (part.size // _HAND * five, _HAND)
            if part.whole and seats > 1 and size in kind.holes:
                names = [*sides(column.heading.text), *[""] * seats] if column.versus else [""] * seats
                names = names if names[1] else [""] * seats
                cut = tuple(Hand(names[at], Area(column.at, column.at, at), size) for at in range(seats))
                yield Cut(cut, board.hand() if board else None)


def other_sizes(parts: Sequence[Part], kind: Kind) -> Iterator[Cut]:
    """Hands of another number of cards than the game has, under names each of another, and bare columns of sevens are asked about."""
    hands = [part for part in parts if part.size or not part.is_blank]
    sizes = {part.size for part in hands} - {0}
    if (
        kind.game == "five-card"
        and sizes
        and not any(part.board for part in hands)
        and 1 < min(sizes) <= max(sizes) <= MAX_CARDS
        and (len(sizes) == 1 or all(part.name for part in hands))
    ):
        yield Cut(tuple(part.hand() for part in hands))
    if kind.bare == _HAND:
        yield from cut_up(parts, kind._replace(holes=(_MOST,), bare=_MOST))


def without(parts: Sequence[Part], kind: Kind) -> Iterator[Cut]:
    """Only some columns of cards are hands; what is left out makes it a question."""
    boards, five = [part for part in parts if part.board], kind.game == "five-card"
    if kind.holes == (3,):
        return
    ways = [[part for part in parts if not part.board or part is board] for board in boards]
    if kind.board != (0,):  # cards without a name are the board's, or those below a word at an end
        columns = tuple(column for part in parts if part.board or not part.name for column in part.columns)
        named = [part for part in parts if part.name and not part.board]
        ways += [[*named, Part(columns, board=True)]] * bool(columns)
        ends = [parts[0], parts[-1]] if parts and not boards else []
        for size in kind.holes if ends and parts[-1].name else ():
            ways.append(
                [*parts[:-1], parts[-1].cut(size - len(parts[-1].columns)), Part(parts[-1].columns[size:], board=True)]
            )
        ways += [[part if part is not end else replace(part, name="", board=True) for part in parts] for end in ends]
    for size in kind.holes:
        cut = [replace(part, columns=part.columns[: _HAND if part.board else size]) for part in parts]
        hands = [part for part in cut if part.board or part.size in (0, size)]
        ways += [
            [part for part in hands if part.board or not part.size or part.whole == whole] for whole in (True, False)
        ]
    bare = [[part] for part in parts] * five
    for size in kind.holes * five:  # other cards before the hands, or behind them
        more = [len(part.columns) % size if part.is_bare and part.size > size else 0 for part in parts]
        for behind in (True, False):
            rest = [part.cut(-count if behind else count) for part, count in zip(parts, more, strict=True)]
            bare += [rest]
    for way in (*ways, *bare[len(parts) :]):
        if way != [*parts]:
            yield from labelled(way, kind)
    for way in bare:
        if way != [*parts]:
            yield from cut_up(way, kind)


FORMS: dict[str, Callable[[Sequence[Part], Kind], Iterator[Cut]]] = {
    "labelled": labelled,
    "cut": cut_up,
    "in a cell": in_a_cell,
    "without": without,
    "other sizes": other_sizes,
}
ASKED = frozenset(("without", "other sizes"))
"""Forms that are looked for where no other fits, and are never read unasked."""
