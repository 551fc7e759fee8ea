"""Long tables, in which each row is one player's: the columns that tell which rows are one deal.

Columns under words for deals, dates, matches and tables are tried, together and without those for dates. A way to group rows is
kept if no player stands twice in a deal, and hardly any card: deals are recognised by their cards, not by words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from xlpoker.addresses import column_letters
from xlpoker.layout.cells import BLANK, WORD, Column
from xlpoker.layout.evidence import Table, duplicates
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.headings import folded
from xlpoker.layout.model import Layout

__all__ = ["LongTable", "by_rows", "players_of"]

_SOME = 0.2  # of deals, in which a card may stand twice by mistake
_HANDS = frozenset(("hand", "hands", "card", "cards"))  # in words for the name of a hand


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
        return dict(zip(self.rows, self.texts(self.player), strict=True)) if self.player is not None else {}

    def texts(self, at: int) -> list[str]:
        """Return the cells of a column as texts with single blanks."""
        cells = (self.grid.cell(row, at) for row in self.rows)
        return ["" if cell is None else " ".join(str(cell).split()) for cell in cells]

    def deals(self, columns: Sequence[int], *, runs: bool = False) -> list[list[int]]:
        """Return the rows with equal texts in some columns; blank texts repeat those above. `runs`: only rows that follow one another.

        >>> grid = Grid("", [["1"], [""], ["2"], ["1"]])
        >>> LongTable(grid, range(4), []).deals([0]), LongTable(grid, range(4), []).deals([0], runs=True)
        ([[0, 1, 3], [2]], [[0, 1], [2], [3]])
        """
        made: dict[tuple[object, ...], list[int]] = {}
        key, count = [""] * len(columns), 0
        for row, *texts in zip(self.rows, *map(self.texts, columns), strict=True):
            new = [text or old for text, old in zip(texts, key, strict=True)]
            count += new != key
            key = new
            made.setdefault((count * runs, *key), []).extend([row] * (row not in self.without))
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

    def finer(self, columns: Sequence[int], others: Iterable[int]) -> Iterator[tuple[int, list[list[int]]]]:
        """Yield each further column that tells deals apart which have one number, such as that of two rooms, and the deals."""
        count = len(self.deals(columns))
        for at in others:
            deals = self.deals([*columns, at])
            several = sum(len(deal) > 1 for deal in deals)
            if 4 * several >= 3 * len(deals) and 2 * len(deals) >= 3 * count:
                yield at, deals


def by_rows(table: Table, layout: Layout) -> Iterator[Layout]:
    """Yield a layout of one hand a row as it is where no rows belong together, else with each key of its deals that the cards allow."""
    names = [one.at for one in players_of(table.columns, layout)]
    found = replace(layout, player=names[0] if names else None, skip=layout.skip._replace(columns=tuple(names[1:])))
    long = LongTable(table.grid, table.lines, layout.hands, found.player)
    every = [one for one in table.columns if _is_key(one) and one.at not in layout.columns]
    keys = [one.at for one in every if (one.heading.role != "deal") < len(long.deals([one.at])) < len(long.rows)]
    plain = [at for at in keys if table.columns[at].heading.role != "group"]
    others = [one.at for one in _filled(table.columns, [*layout.columns, *names, *(one.at for one in every)])]

    def named(columns: Sequence[int], *doubts: str) -> Layout:
        by = ",".join(_called(table, table.columns[at]) for at in columns)
        return replace(found, by=by, doubts=dict.fromkeys((*doubts, *["players"] * bool(found.skip.columns))))

    if all(one.heading.role == "group" for one in every):  # no column numbers the deals
        in_turn = long.twice([long.rows]) is not None
        yield replace(layout, doubts=dict.fromkeys(("turns",) * in_turn))
        tried = [keys] * bool(keys and names) + [[at] for at in others] * in_turn
        yield from (named(one, "deal numbers") for one in tried if long.fits(long.deals(one)))
        return
    ways: dict[tuple[tuple[int, ...], ...], Layout] = {}
    doubts = ["draws"] * (len(plain) > 1) + ["deal numbers"] * (not names and not plain)
    for chosen in filter(None, (keys, plain)):
        deals = long.deals(chosen)
        finer = [([*chosen, at], groups) for at, groups in long.finer(chosen, others)]
        for columns, groups in [(chosen, deals), *finer]:
            if long.fits(groups):
                begin = ["deal numbers"] * (groups is not deals and not long.fits(deals))
                ways.setdefault(tuple(map(tuple, groups)), named(columns, *doubts, *begin))
    if not ways and plain and long.fits(long.deals(plain, runs=True)):
        yield named(plain, "deal numbers")
    elif not ways:
        yield replace(layout, doubts=dict.fromkeys(("deal numbers",) * bool((names and keys) or plain)))
    yield from ways.values()


def _is_key(column: Column) -> bool:
    """Tell whether a column may number deals: below a word for these, or for hands over numbers, also behind a mark: #12."""
    texts = [str(text).strip().removeprefix("#").removesuffix(".0") for text in column.texts if text is not None]
    numbered = column.heading.role == "hand" and 2 * sum(map(str.isdecimal, texts)) > len(texts)
    return numbered or column.heading.role in ("deal", "group")


def _called(table: Table, column: Column) -> str:
    """Return how a column is typed after ``--by``: its heading if that is its alone, else its letters."""
    text = column.heading.text
    alone = sum(folded(one.heading.text) == folded(text) for one in table.columns) == 1
    return text if text and alone and {*',"'}.isdisjoint(text) else column_letters(column.at)


def players_of(columns: Sequence[Column], layout: Layout, skip: Collection[int] = ()) -> list[Column]:
    """Return the columns that may hold the players' names: headed so, or words left of the hand; the best one last."""
    others = _filled(columns, [*layout.columns, *skip])
    words = [one for one in others if 2 * one.count(WORD) > len(one.codes) - one.count(BLANK)]
    named = [one for one in words if one.heading.role in ("player", "name")]
    told = [one for one in named if _HANDS.isdisjoint(folded(one.heading.text).split())]
    numbers = [one for one in others if one.heading.role == "player"]  # of seats
    left = [one for one in words if one.at < layout.hands[0].first and one.heading.role == ""]
    return told or numbers or left[-1:]


def _filled(columns: Sequence[Column], used: Collection[int]) -> list[Column]:
    """Return the other columns in which most cells hold anything."""
    return [one for one in columns if one.at not in used and 2 * one.count(BLANK) < len(one.codes)]
