"""Long tables, in which each row is one player's: the columns, or the players' turns, that tell which rows are one deal.

Columns under words for deals, dates, matches and tables are tried, together and without those for dates. A way to group rows is
kept if no player stands twice in a deal, and hardly any card: deals are recognised by their cards, not by words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from xlpoker.layout.cells import BLANK, WORD, cards_in, is_deal, is_title
from xlpoker.layout.column import Column
from xlpoker.layout.evidence import Table
from xlpoker.layout.grid import Area, Grid, column_letters
from xlpoker.layout.headings import folded
from xlpoker.layout.model import Layout

__all__ = ["TURNS", "by_rows", "cards_of", "duplicates", "grouped", "players_of", "turns_of"]

TURNS = "turns"
"""What is typed after `--by` where deals end without a column that says so."""
_SOME = 0.2  # of deals, in which a card may stand twice by mistake
_NAMES_OF_HANDS = {"hand", "hands", "card", "cards"}
_LOOKED = 200  # deals whose cards are looked at
Rows = list[list[int]]


def by_rows(table: Table, layout: Layout) -> Iterator[Layout]:
    """Yield a layout as it is where no rows belong together, else with each key of its deals that the cards allow."""
    if len(layout.hands) > 1 or len(table.lines) < 2:
        yield layout
        return
    names = players_of(table.columns, layout)
    spelled = table.texts(names.at) if names else []
    players = [folded(text) for text in spelled]
    every = [
        one
        for one in table.columns
        if one.heading.role in ("deal", "group") or (one.heading.role == "hand" and _is_numbered(one))
    ]
    counts = {one.at: len(groups_of(table, [one])) for one in every}
    keys = [
        one
        for one in every
        if 1 < counts[one.at] < len(table.lines) or (one.heading.role == "deal" and counts[one.at] == 1)
    ]
    deals = [key for key in keys if key.heading.role != "group"] or (
        keys if any(one.heading.role != "group" for one in every) else []
    )
    found = replace(layout, player=names.at if names else None)
    told = bool(names) or any(key.heading.role != "group" for key in deals)  # else by rooms or tables alone

    taken = {*layout.hands[0].columns, *(one.at for one in every), names.at if names else -1}
    others = [one for one in table.columns if one.at not in taken and 2 * one.count(BLANK) < len(one.codes)]

    def fits(groups: Rows) -> bool:
        rows = [[table.lines[place] for place in group] for group in groups]
        apart = not players or all(
            len(group) in (len({some[at] for at in group}) for some in (players, spelled)) for group in groups
        )
        several = 2 * sum(len(group) > 1 for group in groups) >= len(groups)
        return apart and several and duplicates(table.grid, layout.hands, rows) < _SOME

    def named(columns: Sequence[Column], *doubts: str) -> Layout:
        return replace(found, by=",".join(_called(table, one) for one in columns), doubts=doubts)

    if deals:
        ways: dict[tuple[tuple[int, ...], ...], Layout] = {}
        found_so = False
        for chosen in (keys, deals, *([one] for one in deals)):
            groups = groups_of(table, chosen)
            alone = fits(groups)
            if alone:
                again = any(_draws(table, layout, groups_of(table, [one]), players) for one in chosen[:-1])
                doubts = [*["deal numbers"] * (not told), *["draws"] * again]
                ways.setdefault(tuple(map(tuple, sorted(groups))), named(chosen, *doubts))
                found_so = True
            more = ["deal numbers"] * (not alone)
            for one in others:  # of two rooms that number their deals alike
                finer = groups_of(table, [*chosen, one])
                apart = len(finer) > len(groups) and all(len(group) > 1 for group in finer)
                if apart and (alone or fits(finer)):
                    ways.setdefault(tuple(map(tuple, sorted(finer))), named([*chosen, one], *more))
        if not found_so and fits(groups_of(table, deals, runs=True)):
            yield from [named(deals, "deal numbers"), *ways.values()]
        else:
            yield from ways.values()
            if not ways or not told:
                yield replace(layout, doubts=("deal numbers",) * (told or bool(ways)))
        return
    yield layout
    turns = turns_of(table.grid, names.at, table.lines) if names else None
    if turns is not None:
        places = {row: place for place, row in enumerate(table.lines)}
        if fits([[places[row] for row in deal] for deal in turns]):
            yield replace(found, by=TURNS, doubts=("turns",))
    elif keys and names and fits(groups_of(table, keys)):
        yield named(keys, "deal numbers")


def _draws(table: Table, layout: Layout, groups: Rows, players: Sequence[str]) -> bool:
    """Tell whether the hands of a player in rows of one group mostly share two cards: before and after a draw."""
    shared: list[bool] = []
    for group in groups if players else ():
        if len(shared) >= _LOOKED:
            break
        hands: dict[str, set[int]] = {}
        for place in group:
            cards = {*cards_of(table.grid, [table.lines[place]], layout.hands[0].columns)}
            shared += [len(cards & hands[players[place]]) > 1] if players[place] in hands else []
            hands[players[place]] = cards
    return 2 * sum(shared) > len(shared)


def _is_numbered(column: Column) -> bool:
    """Tell whether most cells of a column are numbers, also behind a mark: #12."""
    texts = [str(text).strip().removeprefix("#").removesuffix(".0") for text in column.texts if text is not None]
    return 2 * sum(map(str.isdecimal, texts)) > len(texts)


def _called(table: Table, column: Column) -> str:
    """Return how a column is typed after ``--by``: its heading if that is its alone, else its letters."""
    text = column.heading.text
    alone = sum(folded(one.heading.text) == folded(text) for one in table.columns) == 1
    return text if text and alone and "," not in text and '"' not in text else column_letters(column.at)


def players_of(columns: Sequence[Column], layout: Layout) -> Column | None:
    """Return the column with the players' names: headed so, or words left of the hand."""
    hand = set(layout.hands[0].columns)
    others = [one for one in columns if one.at not in hand and 2 * one.count(BLANK) < len(one.codes)]
    told = [one for one in others if one.heading.role == "player"]
    told = told or [
        one
        for one in others
        if one.heading.role == "name" and not _NAMES_OF_HANDS & {*folded(one.heading.text).split()}
    ]
    words = [one for one in others if 2 * one.count(WORD) > len(one.codes) - one.count(BLANK)]
    plain = [
        one
        for one in words
        if one.at < layout.hands[0].first
        and (not one.heading.text or one.heading.is_plain or is_deal(one.heading.text))
    ]
    found = told or plain
    return found[-1] if found else None


def groups_of(table: Table, columns: Sequence[Column], *, runs: bool = False) -> Rows:
    """Return the rows of each deal by its key, as places in `rows`."""
    return [*grouped([table.texts(column.at) for column in columns], runs=runs).values()]


def grouped(texts: Sequence[Sequence[str]], *, runs: bool = False) -> dict[tuple[object, ...], list[int]]:
    """Return the places of each key; blank texts repeat those above. `runs`: only places that follow one another.

    >>> grouped([["1", "", "2", "1"]]), [*grouped([["1", "", "2", "1"]], runs=True).values()]
    ({('1',): [0, 1, 3], ('2',): [2]}, [[0, 1], [2], [3]])
    """
    made: dict[tuple[object, ...], list[int]] = {}
    key, count = [""] * len(texts), 0
    for place in range(len(texts[0])):
        new = [text[place] or old for text, old in zip(texts, key, strict=True)]
        count += new != key
        key = new
        made.setdefault((count, *key) if runs else tuple(key), []).append(place)
    return made


def cards_of(grid: Grid, rows: Iterable[int], columns: Iterable[int]) -> list[int]:
    """Return the cards in some columns of some rows."""
    return [card for row in rows for at in columns for card in cards_in(grid.cell(row, at))]


def duplicates(grid: Grid, hands: Sequence[Area], deals: Sequence[Sequence[int]]) -> float:
    """Return the share of deals, given by their rows, in which a card stands twice; the first two hundred are looked at.

    >>> duplicates(Grid("", [["5H"], ["6H"], ["5H"]]), [Area(0, 0)], [[0, 1], [0, 2]])
    0.5
    """
    columns = dict.fromkeys(at for hand in hands for at in hand.columns)
    held = (cards_of(grid, deal, columns) for deal in deals[:_LOOKED])
    return sum(len(set(cards)) < len(cards) for cards in held) / max(len(deals[:_LOOKED]), 1)


def turns_of(grid: Grid, player: int, rows: Sequence[int]) -> Rows | None:
    """Return the rows of each deal where the players' names come again: a deal ends there, at a blank row and at a title.

    >>> rows = [["Ann", "5H 5C"], ["Bob", "2C 3S"], ["Ann", "2H 4S"], [], ["Bob", "2S 8H"]]
    >>> turns_of(Grid("", rows), 0, [0, 1, 2, 4])
    [[0, 1], [2], [4]]
    """
    deals: Rows = []
    here: set[str] = set()
    every = {folded(str(grid.cell(row, player) or "")) for row in rows}
    for row in rows:
        name = folded(str(grid.cell(row, player) or ""))
        between = grid.rows[deals[-1][-1] + 1 : row] if deals else []
        held = [[str(cell) for cell in cells if cell is not None and str(cell).strip()] for cells in between]
        ends = any(not cells or (is_title(cells) and folded(cells[0]) not in every) for cells in held)
        if not deals or name in here or ends:
            deals.append([])
            here = set()
        deals[-1].append(row)
        here.add(name)
    return deals if "" not in every and len(every) > 1 and 1 < len(deals) < len(rows) else None
