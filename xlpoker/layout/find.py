"""The search for the hands: evidence -> readings -> exactly one layout without a doubt, or a question; or the hands as `--hands` names them.

What a heading says beats what the cells look like. A column with cards is a hand, the board, or listed as not read. The game
that is not said leaves all games open; exactly one reading, of the game that was said, is the answer. Everything else is asked:
for the options of a question the same search takes the columns in other ways, one at a time (`relaxed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, pairwise
from typing import Any

import numpy as np

from xlpoker.addresses import column_letters
from xlpoker.errors import LayoutError
from xlpoker.evaluator.cards import MAX_CARDS
from xlpoker.evaluator.classes import SHORT_DECK
from xlpoker.evaluator.encodings import encoding
from xlpoker.evaluator.games import check_game
from xlpoker.layout.cells import MANY, OUT, Column, codes_of, is_cards
from xlpoker.layout.doubts import CHECKS, MENDED
from xlpoker.layout.evidence import Table, columns_below, duplicates, table_of
from xlpoker.layout.grid import NO_SKIP, Area, Grid, Skip, parse_ranges
from xlpoker.layout.headings import CALLED, HEADINGS, Heading, called, folded
from xlpoker.layout.kinds import ANY_SIZE, KINDS, Kind, Part, by_rows, hands_of, parts_of, with_facts
from xlpoker.layout.model import Layout, Question

__all__ = ["find", "named_facts", "named_layout"]

_TRIED, _WORD, _SOME, _FLOP, _FULL = 200, 30, 0.1, 3, 5
_TABLES, _MOST_RUNS = 8, 40  # in a question: of many tables; runs of rows that are left out
_MOST_PARTS, _WIDE = 12, 200  # parts that are left out one by one; columns of cards of sheets too wide for that
_MAYBE_NAMES = {*HEADINGS} - {*CALLED, "board", "aside", "stage"}  # roles of words that may also be a name: Mark
_UNLIKELY = frozenset(("repeated names", "repeated cards"))  # doubts of readings that a question does not offer
_SHORTER = ((1, None), (0, -1), (-5, None), (0, 5), (0, 4), (0, 2))  # columns of each part that are tried as a hand
Way = tuple[Sequence[Column], Sequence[Part]]


def find(grid: Grid, game: str = "five-card", skip: Skip = NO_SKIP) -> Layout | Question | None:
    """Return the layout of a sheet's hands, a question about it, or None for a sheet without hands.

    >>> row = "5H 5C 6S 7S KD 2C 3S 8S 8D TD".split()
    >>> print(find(Grid("Sheet1", [["Anna", *[None] * 4, "Ben"], row, row])).said())
    Sheet1 2-3: Anna A:E, Ben F:J (5 cards each), five-card
    >>> len(find(Grid("Sheet1", [[*row, "4H"]] * 2), "holdem").readings)
    2
    """
    table = table_of(grid, skip)
    if table is None:
        return None
    rows = table.grid.rows
    if table.begins:
        cuts = [[[]] * top + rows[top:end] for top, end in pairwise([0, *table.begins, len(rows)][: _TABLES + 1])]
        return Question(table.grid, (*_each_alone(table, cuts, game),), ("several tables",))
    found = readings(table, game)
    if len(found) == 1 and not found[0].doubts:
        return found[0]
    doubts: dict[str, Any] = {doubt: told for layout in found[::-1] for doubt, told in layout.doubts.items()}
    found = [one for one in found if _UNLIKELY.isdisjoint(one.doubts)]
    tried = [[row] for row in table.rows[:_TRIED]]  # readings whose rows hold a card twice go where another is better
    shares = [duplicates(table.grid, one.areas, tried) * (one.by is None) for one in found]
    worth = [one for one, share in zip(found, shares, strict=True) if share < min(shares) + _SOME]
    worth.sort(key=lambda one: ("sizes" in one.doubts, [*one.doubts] != ["game"], one.game != game))
    offered = [*((each,) for one in worth for each in (one, *_without_rows(table, one))), *_together(worth)]
    begin = [0, *doubts.get("side by side", ()), len(table.columns)]
    beside = [[[None] * low + row[low:high] for row in rows] for low, high in pairwise(begin * (len(begin) > 2))]
    because = sorted(doubts, key="remarks".__eq__) or ["several readings" if found else "no kind fits"]
    told = getattr(doubts.get("remarks"), "text", "")  # said behind all others
    return Question(table.grid, (*offered, *_each_alone(table, beside, game)), (*because,), told)


def _together(found: Sequence[Layout]) -> Iterator[tuple[Layout, Layout]]:
    """Yield readings that count together: of deals with two boards, or of the same players in further columns."""
    for one, other in combinations(found, 2):
        alike = one.names and (one.names, one.game, one.by) == (other.names, other.game, other.by)
        boards = {at for area in one.hands * (one.hands == other.hands) for at in area.columns}
        if alike and {*one.columns} & {*other.columns} == boards:
            yield one, other


def _without_rows(table: Table, layout: Layout) -> Iterator[Layout]:
    """Yield a reading without the rows that a doubt is about: those that may not count, and deals that stand there before."""
    for rows in filter(None, chain.from_iterable(getattr(told, "rows", ()) for told in layout.doubts.values())):
        runs = Area.of(rows).runs
        if len(rows) < len(table.rows) and len(runs) <= _MOST_RUNS:
            yield replace(layout, skip=layout.skip._replace(rows=(*layout.skip.rows, *runs)))


def _each_alone(table: Table, cuts: Sequence[list[list[Any]]], game: str) -> list[tuple[Layout, ...]]:
    """Return the layouts of tables below or beside one another, each searched alone: all that are clear together, and each by itself."""
    grids = [replace(table.grid, rows=rows) for rows in cuts]
    answers = [answer for grid in grids if (answer := find(grid, game, table.skip)) is not None]
    clear = tuple(answer for answer in answers if isinstance(answer, Layout))
    each = [answer.readings[:1] if isinstance(answer, Question) else ((answer,),) for answer in answers]
    return [*filter(None, dict.fromkeys([clear, *chain.from_iterable(each)]))]


def readings(table: Table, game: str) -> list[Layout]:
    """Return every reading of a table, those that are only asked about where none is free of doubt; the default game leaves others open."""
    kinds = [kind for kind in KINDS if kind.game == game]
    others = [one for one in KINDS if one.game not in (game, *SHORT_DECK)] * (game == "five-card")
    kinds += [one._replace(holes=one.holes[:1], bare=one.bare[:1]) for one in others]
    named = tuple(replace(one, heading=called(one.heading)) if one.holds == "doubt" else one for one in table.columns)
    found: dict[Any, Layout] = {}
    first = [kind for kind in kinds if kind.game == game or not kind.asked]
    _add(found, table, (named, parts_of(named)), first, game)
    if any(MENDED.isdisjoint(one.doubts) and (one.game == game or table.head) for one in found.values()):
        return [*found.values()]
    if sum(one.cards > 0 for one in table.columns) <= _WIDE:
        for way in relaxed(table.columns, named):
            _add(found, table, way, (*kinds, *[ANY_SIZE] * (game == "five-card")), game, "unread cards")
    return [*found.values()]


def _add(found: dict[Any, Layout], table: Table, way: Way, kinds: Sequence[Kind], game: str, *doubts: str) -> None:
    """Add the readings of the columns, taken in one way, in some games, that are not found yet: with their doubts, else those given."""
    for kind in kinds:
        for one in _fits(table, way, kind, game):
            key = one.hands, one.board, one.by, one.game
            if key not in found:
                made = {doubt: told for doubt, check in CHECKS.items() if (told := check(table, one))}
                found[key] = replace(one, doubts={**one.doubts, **made} or dict.fromkeys(doubts))


def _fits(table: Table, way: Way, kind: Kind, game: str) -> Iterator[Layout]:
    """Yield the readings of the columns, taken in one way, in a game."""
    columns, parts = way
    for hands, board in hands_of(parts, kind):
        said = board is None or board.board
        if kind.game == game or len(hands) > 1 or (board and said):  # else three cards, or seven
            one = _layout(table, columns, hands, board, kind.game)
            wide = sum(len(part.columns) for part in parts if part.size >= _FULL)  # columns that may be the board
            unsaid = not said and hands[0].is_bare and wide > _FULL
            unusual = kind is ANY_SIZE or (len(kind.bare) > 1 and hands[0].is_bare)
            for layout in by_rows(table, one) if len(one.hands) == 1 and len(table.lines) > 1 else [one]:
                doubts = ["sizes"] * unusual + (["several readings"] * unsaid if kind.game == game else ["game"])
                yield replace(layout, doubts={**layout.doubts, **dict.fromkeys(doubts)})


def relaxed(columns: Sequence[Column], named: Sequence[Column]) -> Iterator[Way]:
    """Yield the columns, and the parts they make, taken in other ways than they look, one at a time: for questions."""
    bare = [replace(one, heading=Heading()) for one in columns]
    near = {one.at + step: one.size for one in named if one.holds == "cards" for step in (1, -1)}
    filled = [
        replace(one, taken=near.get(one.at, max(one.size, 1)))
        if one.heading.role in CALLED and one.meant + one.count(OUT) + (one.at in near) * (not one.heading.role)
        else one
        for one in columns
    ]
    parts = parts_of(named)
    maybe = [one for one in named if one.cards and one.heading.role in _MAYBE_NAMES]
    renamed = {one.at: replace(one, heading=called(one.heading)) for one in maybe}
    words = [renamed.get(one.at, one) for one in named]
    yield columns, parts_of(columns)
    for way, each in ((named, parts), (named, parts_of(bare)), (words, parts_of(words)))[: 2 + bool(renamed)]:
        sizes = [part.size for part in each if not part.board]
        most = max([1, *sizes], key=lambda size: size * sizes.count(size))  # of most cards
        yield way, [part.cut(0, most) for part in each if part.size >= (_FLOP if part.board else most)]
        for place, part in enumerate(each[:_MOST_PARTS]):
            yield way, [*each[:place], *each[place + 1 :]]
            yield way, [*each[:place], Part(part.columns, board=True), *each[place + 1 :]]
        for first, last in _SHORTER:
            yield way, [part for part in (one.cut(first, last) for one in each) if part.columns]
    yield columns, parts_of(bare)
    kinds: dict[str, dict[int, Column]] = {}  # Anna before, Anna after, Ben before, Ben after
    for one in columns:
        if one.cards and one.heading.who:
            whose = replace(one, heading=Heading(one.heading.who, "", one.heading.who))
            kinds.setdefault(one.heading.text.replace(one.heading.who, "", 1), {})[one.at] = whose
    for moment in kinds.values():
        yield [moment.get(one.at, one) for one in columns], parts_of([*moment.values()])
    yield filled, parts_of(filled)


def _layout(table: Table, columns: Sequence[Column], hands: Sequence[Part], board: Part | None, game: str) -> Layout:
    """Return a reading of a table."""
    areas = [Area.of(one.at for one in part.columns) for part in (*hands, *filter(None, [board]))]
    common = areas.pop() if board else None
    layout = Layout(table.grid.sheet, table.lines[0], table.lines[-1], tuple(areas), common, game=game, gaps=table.gaps)
    used = {*layout.columns}
    bare = not table.head and areas[0].first < areas[0].last
    edge = max(used) + 1 if bare * all(one.is_blank for one in columns[max(used) + 1 : max(used) + 2]) else None
    left = [one for one in columns if one.at not in used and not one.is_blank]
    heads = (f"{column_letters(one.at)} {one.heading.text[:_WORD]}".rstrip() for one in left)
    unread = tuple(head + " (cards)" * (one.cards > 0) for head, one in zip(heads, left, strict=True))
    cards = tuple(Area(one.at, one.at) for one in left if one.cards)
    found = replace(layout, skip=Skip(rows=table.skip.rows), unread=unread, left=cards, edge=edge)
    return with_facts(table.grid, columns, found)


def named_layout(grid: Grid, hands: str, game: str = "five-card", cards: str | None = None) -> Layout:
    """Return the layout that ``--hands`` names: a range per hand, ``board=`` or in games with a board the last one the board's.

    >>> print(named_layout(Grid("Sheet1", []), "Anna=A3:E1002,Ben=F3:J1002").said())
    Sheet1 3-1002: Anna A:E, Ben F:J, five-card

    Whole columns (``A:E,F:J``) go from the first row with a card to the last, bad rows beside them included.
    `cards` is the encoding of cards that are written as numbers. Raises `LayoutError` for what is not a range,
    ranges of different heights, ranges that overlap, and ranges that cannot be a hand by their width.
    """
    ranges = parse_ranges(hands)
    areas, names = [*ranges.areas], [*ranges.names]
    each = encoding(cards).cells if cards is not None else 1
    for area in areas:
        if len(area.columns) % each or len(area.columns) > MAX_CARDS * each:
            size = f"{MAX_CARDS} cards{f', each in {each} cells' * (each > 1)}; name a range per hand"
            raise LayoutError(f"{area.letters} is {len(area.columns)} columns wide; a hand has at most {size}")
    boards = [at for at, name in enumerate(names) if folded(name) == "board"]
    boards = boards or [len(areas) - 1] * (check_game(game).board[1] > 0)
    board = areas.pop(boards[0]) if boards else None
    names = [name for at, name in enumerate(names) if at not in boards]
    if not areas or len(boards) > 1:
        raise LayoutError(f"{game} needs a range per hand and one for the board, such as --hands A3:B9,C3:D9,E3:I9")
    rows = ranges.rows
    if rows is None:
        columns = [at for area in ranges.areas for at in area.columns]
        codes = codes_of([[grid.cell(row, at) for at in columns] for row in range(len(grid.rows))])
        rows = (*np.flatnonzero(((codes > MANY) if cards is not None else is_cards(codes)).any(axis=1)).tolist(),)
        if not rows:
            raise LayoutError(f"there are no cards in these columns of {grid.sheet or 'the file'}")
    named = Layout(grid.sheet, rows[0], rows[-1], tuple(areas), board, names=tuple(names), game=game)
    return named_facts(grid, named, numbers=cards is not None)


def named_facts(grid: Grid, named: Layout, *, numbers: bool) -> Layout:
    """Return the layout of named ranges with what their cells and the words above them say.

    Without a game hands may be of any size; in one a hand of another size than most of its column is a bad row.
    """
    columns = columns_below(grid, named.first, named.last, named.columns)
    found = with_facts(grid, columns, named)
    if numbers or not len(columns[0].codes):
        found = replace(found, sizes=(), several=frozenset(), board_cards=0)
    strict = found.strict and len(found.sizes) > 1 and named.game != ""
    return replace(found, names=named.names or found.names, strict=strict)
