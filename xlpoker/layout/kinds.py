"""Every way in which people lay hands out: games (`KINDS`) times forms (`FORMS`), and deals in rows of one player each (`by_rows`).

A kind says how many cards a player and the board have, a form how columns that belong together become hands. A new kind of table
is one entry; the table in docs/sheets.md is made from the first sentences of the forms. What fits is a reading; nothing is decided here.
Rows of one player each are grouped by columns under words for deals, dates and tables; what counts is that no card and no player is there twice.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from xlpoker.addresses import column_letters
from xlpoker.evaluator.cards import MAX_CARDS
from xlpoker.evaluator.classes import SHORT_DECK, THREE_CARD
from xlpoker.layout.cells import BLANK, WORD, Column
from xlpoker.layout.evidence import Table, duplicates
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.headings import CALLED, folded, own_names
from xlpoker.layout.model import Layout

__all__ = [
    "ANY_SIZE", "FORMS", "KINDS", "Kind", "LongTable", "Part", "by_rows", "hands_of", "name_of", "parts_of", "players_of", "with_facts",
]  # fmt: skip


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
_MARKS = "*★✓✔🏆 "  # of winners, beside their names
_SOME = 0.2  # of deals, in which a card may stand twice by mistake
_HANDS = frozenset(("hand", "hands", "card", "cards"))  # in words for the name of a hand


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
        return self.columns[0].whole

    @property
    def numbered(self) -> bool:
        """Whether its headings number the cards from 1 on."""
        return [column.heading.number for column in self.columns] == [*range(1, len(self.columns) + 1)]

    @property
    def is_bare(self) -> bool:
        """Whether no heading says how many cards a hand has."""
        return not (self.name or self.whole or (self.numbered and len(self.columns) <= _MOST))

    def cut(self, first: int, last: int | None = None) -> Part:
        """Return the part of some of its columns; a board stays as it is."""
        return self if self.board else replace(self, columns=self.columns[first:last])


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
        for rest, board in ways:
            if board.size == _FULL and not board.name and all(part.columns for part in rest):
                yield rest, board


def labelled(part: Part, kind: Kind, size: int) -> list[Part]:
    """Each player's cards stand below a name, a number or a word for a hand, or in one cell."""
    stated = size in kind.holes or part.numbered
    return [part] * (part.size in (0, size) and not part.is_bare and stated)


def cut_up(part: Part, kind: Kind, size: int) -> list[Part]:
    """Columns without names are cut into hands of equal size; the board is a part by itself, the first cards, or the last."""
    count = len(part.columns)
    fits = part.is_bare and size in kind.bare and count % size == 0 and count <= size * _MOST_PLAYERS
    return [part.cut(at, at + size) for at in range(0, count * fits, size)]


FORMS: dict[str, Callable[[Part, Kind, int], list[Part]]] = {"labelled": labelled, "cut": cut_up}


def hands_of(parts: Sequence[Part], kind: Kind) -> Iterator[tuple[list[Part], Part | None]]:
    """Yield the hands, all of them alike, and the board that the parts can be in a game."""
    if parts and kind is ANY_SIZE and all(part.name and part.size in kind.holes for part in parts):
        yield [*parts], None
    unnamed = {column.heading.number for part in parts if not (part.name or part.board) for column in part.columns}
    if min(unnamed - {0}, default=1) > 1:  # 4th and 5th street
        return
    for rest, board in beside_board(parts, kind):
        players = [part for part in rest if board or not all(column.is_blank for column in part.columns)]
        for size in (*kind.holes, *kind.stated) if (board.size if board else 0) in kind.board else ():
            made = [[hand for form in FORMS.values() for hand in form(part, kind, size)] for part in players]
            hands = [*chain.from_iterable(made)]
            ways = {(bool(hand.name) or hand.whole, hand.whole) for hand in hands if hand.size}
            several = [one for one in made if len(one) > 1]
            if all(made) and len(ways) == 1 and len(several) <= 1:
                yield hands, board


def with_facts(grid: Grid, columns: Sequence[Column], layout: Layout) -> Layout:
    """Return the layout with what the facts about its columns say: sizes, names, cells that hold several cards."""
    held = [[columns[at] for at in area.columns] for area in layout.hands]
    whos = [{name_of(one) if one.heading.role in CALLED else "" for one in each} for each in held]
    said = [*layout.names] or [min(each) if len(each) == 1 else "" for each in whos]
    above = grid.rows[layout.first - 1] if 0 < layout.first <= len(grid.rows) else []
    sizes = tuple(sum(one.size for one in each) for each in held)
    return replace(
        layout,
        header=layout.first - 1 if any(isinstance(cell, str) and cell.strip() for cell in above) else None,
        board_cards=min(sum(columns[at].size for at in layout.board.columns), 5) if layout.board else 0,
        names=own_names(said),
        several=frozenset(one.at for each in held if len(each) > 1 for one in each if one.whole),
        sizes=sizes,
        strict=not any(each[0].mixed for each in held) and (layout.game != "omaha" or len({*sizes}) == 1),
        game=layout.game or "five-card",
    )


@dataclass(frozen=True)
class LongTable:
    """Rows with one hand each, the columns of the hand, and that of the players' names."""

    grid: Grid
    rows: Sequence[int]
    hands: Sequence[Area]
    player: int | None = None
    without: Collection[int] = ()  # rows that are in no deal

    @cached_property
    def spelled(self) -> dict[int, str]:
        """Return the player's name in each row."""
        return dict(zip(self.rows, self.texts(self.player, _MARKS), strict=True)) if self.player is not None else {}

    def texts(self, at: int, marks: str = " ") -> list[str]:
        """Return the cells of a column as texts with single blanks, without marks at their ends."""
        cells = (self.grid.cell(row, at) for row in self.rows)
        texts = ("" if cell is None else unicodedata.normalize("NFC", str(cell)).strip(marks) for cell in cells)
        return [" ".join(text.split()) for text in texts]

    def deals(self, columns: Sequence[int]) -> list[list[int]]:
        """Return the rows with equal texts in some columns; blank texts repeat those above.

        >>> LongTable(Grid("", [["1"], [""], ["2"], ["1"]]), range(4), []).deals([0])
        [[0, 1, 3], [2]]
        """
        made: dict[tuple[str, ...], list[int]] = {}
        key = [""] * len(columns)
        for row, *texts in zip(self.rows, *map(self.texts, columns), strict=True):
            key = [text or old for text, old in zip(texts, key, strict=True)]
            made.setdefault(tuple(key), []).extend([row] * (row not in self.without))
        return [*filter(None, made.values())]

    def twice(self, deals: Iterable[Sequence[int]]) -> Sequence[int] | None:
        """Return a deal in which a player stands twice, None where there is none."""
        for deal in deals if self.spelled else ():
            if len({folded(self.spelled[row]) for row in deal}) < len(deal):
                return deal
        return None

    def fits(self, deals: Sequence[Sequence[int]]) -> bool:
        """Tell whether rows may be deals: most of several rows, no player twice in one, and hardly any card."""
        several = 2 * sum(len(deal) > 1 for deal in deals) >= len(deals)
        return several and self.twice(deals) is None and duplicates(self.grid, self.hands, deals) < _SOME


def by_rows(table: Table, layout: Layout) -> Iterator[Layout]:
    """Yield a layout of one hand a row as it is where no rows belong together, else with each key of its deals that the cards allow."""
    names = [one.at for one in players_of(table.columns, layout)]
    found = replace(layout, player=names[0] if names else None, skip=layout.skip._replace(columns=tuple(names[1:])))
    long = LongTable(table.grid, table.lines, layout.hands, found.player)
    every = [one for one in table.columns if _is_key(one) and one.at not in layout.columns]
    keys = [one.at for one in every if (one.heading.role != "deal") < len(long.deals([one.at])) < len(long.rows)]
    plain = [at for at in keys if table.columns[at].heading.role != "group"]
    free = _filled(table.columns, [*layout.columns, *names, *(one.at for one in every)])
    unsure = [at for at in names if at > layout.hands[0].first and table.columns[at].heading.role == ""] + names[1:]

    def named(columns: Sequence[int], *doubts: str) -> Layout:
        by = ",".join(_called(table, table.columns[at]) for at in columns)
        return replace(found, by=by, doubts=dict.fromkeys((*doubts, *["players"] * bool(unsure))))

    if all(one.heading.role == "group" for one in every):  # no column numbers the deals
        in_turn = not unsure and long.twice([long.rows]) is not None
        yield replace(layout, doubts=dict.fromkeys(("turns",) * in_turn))
        tried = [keys] * bool(keys and names) + [[one.at] for one in free] * in_turn
        yield from (named(one, "deal numbers") for one in tried if long.fits(long.deals(one)))
        return
    ways: dict[tuple[tuple[int, ...], ...], Layout] = {}
    doubts = ["draws"] * (len(plain) > 1) + ["deal numbers"] * (not names and not plain)
    for chosen in filter(None, (keys, plain)):
        deals = long.deals(chosen)
        apart = sum(bisect(long.rows, deal[-1]) - bisect(long.rows, deal[0]) >= len(deal) for deal in deals)  # in parts
        for further in ([], *([one.at] for one in free)):  # two rooms, whose deals have the same numbers
            groups = long.deals([*chosen, *further])
            several = sum(len(deal) > 1 for deal in groups)
            finer = 4 * several >= 3 * len(groups) and len(groups) >= len(deals) + (apart or len(deals) / 2)
            if (finer or not further) and long.fits(groups):
                begin = ["deal numbers"] * (0 < apart < several or not long.fits(deals))
                ways.setdefault(tuple(map(tuple, groups)), named([*chosen, *further], *doubts, *begin))
    if not ways:
        yield replace(layout, doubts=dict.fromkeys(("deal numbers",) * bool(plain)))
    yield from ways.values()


def _is_key(column: Column) -> bool:
    """Tell whether a column may number deals: below a word for these, or for hands over numbers, also behind a mark: #12."""
    texts = [str(text).strip().removeprefix("#").removesuffix(".0") for text in filter(None, column.texts)]
    numbered = (column.heading.role == "hand") * 2 * sum(map(str.isdecimal, texts)) > len(texts)
    return numbered or column.heading.role in ("deal", "group")


def _called(table: Table, column: Column) -> str:
    """Return how a column is typed after ``--by``: its heading if that is its alone, else its letters."""
    text = column.heading.text
    alone = sum(folded(one.heading.text) == folded(text) for one in table.columns) == 1
    return text if text * alone and {*',"'}.isdisjoint(text) else column_letters(column.at)


def players_of(columns: Sequence[Column], layout: Layout, skip: Collection[int] = ()) -> list[Column]:
    """Return the columns that may hold the players' names: headed so, or words left of the hand, else right of it."""
    others = _filled(columns, [*layout.columns, *skip])
    words = [one for one in others if 2 * one.count(WORD) > len(one.codes) - one.count(BLANK)]
    named = [one for one in words if one.heading.role in ("player", "name")]
    told = [one for one in named if _HANDS.isdisjoint(folded(one.heading.text).split())]
    numbers = [one for one in others if one.heading.role == "player"]  # of seats
    plain = [one for one in words if one.heading.role == ""]
    return told or numbers or sorted(plain, key=lambda one: (one.at < layout.hands[0].first, one.at))[-1:]


def _filled(columns: Sequence[Column], used: Collection[int]) -> list[Column]:
    """Return the other columns in which most cells hold anything."""
    return [one for one in columns if one.at not in used and 2 * one.count(BLANK) < len(one.codes)]
