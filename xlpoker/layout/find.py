"""The search for the hands: evidence -> readings -> exactly one layout without a doubt, or a question.

::

    rows of cells --table_of--> Table --readings--> [Layout, ...] --chosen--> Layout | Question

What a heading says beats what the cells look like. A column with cards is a hand, the board, or listed as not read. The game
that is not said leaves all games open; exactly one reading, of the game that was said, is the answer. Everything else is asked:
for the options of a question the same search takes the columns in other ways, one at a time (`relaxed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from xlpoker.evaluator.classes import OWN_VALUES, THREE_CARD
from xlpoker.evaluator.games import OUT
from xlpoker.layout.cells import BLANK, NEAR, Column
from xlpoker.layout.deals import by_rows, cards_of, duplicates
from xlpoker.layout.doubts import CHECKS, UNSAFE
from xlpoker.layout.evidence import Table, table_of
from xlpoker.layout.grid import Area, Grid, column_letters
from xlpoker.layout.headings import CALLED, Heading, called
from xlpoker.layout.kinds import ANY_SIZE, KINDS, Kind, Part, hands_of, parts_of
from xlpoker.layout.model import Layout, Question
from xlpoker.layout.named import layout_of

__all__ = ["find"]

_TRIED, _WORD = 200, 30
_TABLES = 8  # of many that a question offers
_MOST_PARTS = 12  # of columns that are left out one by one for a question
SAME_CARDS = {"front": THREE_CARD, "holdem": "short-deck"}
"""Games, and others that have as many cards."""
Way = tuple[Sequence[Column], Sequence[Part]]


def find(grid: Grid, game: str = "five-card", skip: Sequence[int] = ()) -> Layout | Question | None:
    """Return the layout of a sheet's hands, a question about it, or None for a sheet without hands.

    >>> row = "5H 5C 6S 7S KD 2C 3S 8S 8D TD".split()
    >>> print(find(Grid("Sheet1", [["Anna", *[None] * 4, "Ben"], row, row])).said())
    Sheet1 2-3: Anna A:E, Ben F:J (5 cards each), five-card
    >>> len(find(Grid("Sheet1", [[*row, "4H"]] * 2), "holdem").readings)
    2
    """
    if skip:
        grid = replace(grid, rows=[[None if at in skip else cell for at, cell in enumerate(row)] for row in grid.rows])
    table = table_of(grid)
    if table is None:
        return None
    if table.begins:
        return _several_tables(grid, table, game)
    found = readings(table, game)
    if len(found) == 1 and not found[0].doubts and found[0].game == game:
        return found[0]
    doubts = dict.fromkeys(doubt for layout in found for doubt in layout.doubts)
    doubts |= dict.fromkeys(["game"] * any(layout.game != game for layout in found))
    doubts = doubts or {"several readings" if found else "no kind fits": None}
    offered = [] if UNSAFE & {*doubts} else _each_game(table, _worth(table, found), game)
    return Question(grid, tuple((one,) for one in offered), (*doubts,), _columns(table))


def _columns(table: Table) -> tuple[int, ...]:
    """Return the columns with cards of a table."""
    return tuple(column.at for column in table.columns if column.cards)


def _several_tables(grid: Grid, table: Table, game: str) -> Question:
    """Return the question about tables below headings of their own: each is searched alone."""
    starts = [0, *table.begins[:_TABLES], len(grid.rows)]
    found = []
    for top, end in zip(starts, starts[1:], strict=False):
        answer = find(replace(grid, rows=[row if top <= at < end else [] for at, row in enumerate(grid.rows)]), game)
        found += [((answer,),)] if isinstance(answer, Layout) else [answer.readings] if answer is not None else []
    together = tuple(one for ways in found for one in ways[0]) if all(len(ways) == 1 for ways in found) else ()
    alone = [reading for ways in found for reading in ways]
    return Question(grid, (*[together] * (len(found) > 1 < len(together)), *alone), ("several tables",), _columns(table))


def readings(table: Table, game: str) -> list[Layout]:
    """Return every reading of a table, with those that are only asked about where none is free of doubt.

    The default game leaves all others open, a game that was said does not.
    """
    kinds = [kind for kind in KINDS if kind.game == game or (game == "five-card" and kind.game not in OWN_VALUES)]
    kinds = [kind if kind.game == game else kind._replace(holes=kind.holes[:1], bare=kind.bare[:1]) for kind in kinds]
    named = tuple(replace(one, heading=called(one.heading)) if one.holds == "doubt" else one for one in table.columns)
    ways: list[Way] = [(columns, parts_of(columns)) for columns in (table.columns, named)]
    found = {_key(one): one for way in reversed(ways) for kind in kinds for one in _fits(table, way, kind, game)}
    if any(not one.doubts and (one.game == game or one.board) for one in found.values()):
        return [*found.values()]
    for way in relaxed(table.columns):
        for kind in (*kinds, *[ANY_SIZE] * (game == "five-card")):
            for one in _fits(table, way, kind, game):
                found.setdefault(_key(one), replace(one, doubts=one.doubts or ("unread cards",)))
    return [*found.values()]


def _key(layout: Layout) -> tuple[object, ...]:
    return layout.hands, layout.board, layout.by


def _fits(table: Table, way: Way, kind: Kind, game: str) -> Iterator[Layout]:
    """Yield the readings of the columns, taken in one way, in a game."""
    columns, parts = way
    for hands, board in hands_of(parts, kind):
        bare = len(hands) < 2 and board is not None and not board.board
        if kind.game == game or not (bare or (kind.game == "front" and hands[0].is_bare)):
            one = _layout(table, columns, hands, board, kind.game)
            for layout in by_rows(table, one) if len(one.hands) == 1 and len(table.lines) > 1 else [one]:
                doubts = [doubt for doubt, check in CHECKS.items() if check(table, layout)]
                sizes = ["sizes"] * (kind is ANY_SIZE or (len(kind.bare) > 1 and hands[0].is_bare))
                yield replace(layout, doubts=(*dict.fromkeys([*layout.doubts, *sizes, *doubts]),))


def relaxed(columns: Sequence[Column]) -> Iterator[Way]:
    """Yield the columns, and the parts they make, taken in other ways than they look, one at a time: for questions."""
    filled = [*columns]
    for at, one in enumerate(columns):
        near = [one for one in (*filled[max(at - 1, 0) : at], *columns[at + 1 : at + 2]) if one.holds == "cards"]
        if near and one.holds in ("other", "rare") and one.heading.role in CALLED:
            filled[at] = replace(one, taken=near[0].size)
    bare = [replace(one, heading=Heading()) for one in columns]
    words = [replace(one, heading=called(one.heading)) if one.holds in ("aside", "doubt") else one for one in columns]
    for way in (columns, filled, bare, words):
        yield way, parts_of(way)
    parts = parts_of(columns)
    for place, part in enumerate(parts[:_MOST_PARTS]):
        rest = [*parts[:place], *parts[place + 1 :]]
        yield columns, rest
        yield columns, [*(replace(one, board=False) for one in rest), replace(part, name="", board=True)]
        if part.is_bare and len(part.columns) > 1:
            for cut in (part.cut(1), part.cut(0, -1)):
                yield columns, [*parts[:place], cut, *parts[place + 1 :]]
    unnamed = tuple(column for part in parts if part.board or not part.name for column in part.columns)
    if unnamed:
        yield columns, [*(part for part in parts if part.name and not part.board), Part(unnamed, board=True)]


def _layout(table: Table, columns: Sequence[Column], hands: Sequence[Part], board: Part | None, game: str) -> Layout:
    """Return a reading of a table."""
    areas = [Area.of(column.at for column in hand.columns) for hand in hands]
    held = Area.of(column.at for column in board.columns) if board else None
    layout = layout_of(table.grid, columns, (table.first, table.last), areas, held, game=game)
    used = {*layout.columns}
    edge = max(used) + 1
    behind = columns[edge] if edge < len(columns) else None
    rare = behind is None or (10 * behind.cards < len(behind.codes) == behind.count(BLANK, NEAR) + behind.cards)
    if table.head or areas[0].first == areas[0].last or not rare:
        edge = -1
    unread = [
        column_letters(one.at) + f" {one.heading.text[:_WORD]}".rstrip() + " (cards)" * (one.cards > 0 and one.holds != "other")
        for one in columns
        if one.at not in used and one.at != edge and not one.is_blank
    ]
    return replace(
        layout,
        gaps=tuple((row, row) for row in table.again),
        unread=tuple(unread),
        left=tuple(Area(one.at, one.at) for one in columns if one.cards and one.at not in used),
        edge=edge if edge > 0 else None,
    )


def _each_game(table: Table, found: Sequence[Layout], game: str) -> list[Layout]:
    """Return readings as a question offers them: one of a game that was not said also as the other that has these cards."""
    made: list[Layout] = []
    for one in found:
        made.append(one)
        other = SAME_CARDS.get(one.game) if game == "five-card" else None
        if other and {*OUT.get(other, ())}.isdisjoint(cards_of(table.grid, table.rows[:_TRIED], one.columns)):
            made.append(replace(one, game=other))
    return made


def _worth(table: Table, found: Sequence[Layout]) -> list[Layout]:
    """Return the readings that a question offers: those whose rows hold a card twice go where another is better."""
    rows = [[row] for row in table.rows[:_TRIED]]
    shares = [0 if one.by is not None else duplicates(table.grid, one.areas, rows) for one in found]
    return [layout for layout, share in zip(found, shares, strict=True) if share < min(shares) + 0.1]
