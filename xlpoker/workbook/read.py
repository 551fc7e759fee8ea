"""Opens any file as a source of tables, and finds the table with the hands.

The content of a file determines its kind, not its name. A grid keeps the raw values (texts, numbers, dates, booleans, error
texts). Where it is not clear which sheet or columns hold the hands, messages name options that can be pasted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from xlpoker.errors import BookError, CardError, LayoutError, PokerError, quoted
from xlpoker.evaluator.cards import check_cards, count_cards, parse_cards
from xlpoker.evaluator.cells import is_blank, sides
from xlpoker.evaluator.encodings import ENCODINGS, Encoding, encoding
from xlpoker.files.file_types import FOREIGN, WORDS, is_workbook, kind_of, no_table
from xlpoker.layout.cell_types import CARD, MANY, Sheet, is_number
from xlpoker.layout.find import MOST_CARDS, Layout, UnclearLayoutError, find_layout, named_layout, with_option
from xlpoker.layout.grid import Grid, a1, parse_ranges
from xlpoker.scoring.counts import Options
from xlpoker.scoring.kinds import KIND, check_kinds, clearer
from xlpoker.scoring.turns import check_turns
from xlpoker.scoring.words import (
    cards_downwards,
    check_names,
    deal_heading,
    is_turned,
    names_of,
    seats_of,
    several_cards,
    without_copies,
)

if TYPE_CHECKING:
    from xlpoker.scoring.run import Source
    from xlpoker.workbook.text_files import TextSource

__all__ = [
    "DealsError",
    "TurnedError",
    "checked",
    "formulas_without_values",
    "holding",
    "located",
    "named_grid",
    "nothing",
    "proposed_ranges",
    "read_grids",
    "source_of",
]

_HEAD = 1 << 14
_SEAT = re.compile(rb"seat \d|<session|PokerStars", re.IGNORECASE)
MOST_COLUMNS = 64
"""Columns that are searched for numbers."""
FEW = 3
"""Rows whose hands are examined."""
_TRIED, _HAND, _MOST_PLAYERS = 200, 5, 10  # of hands in numbers: rows, cards, hands a row


@contextmanager
def source_of(path: Path, sheet: str | None = None) -> Iterator[Source]:
    """Open a file: a workbook with its visible sheets, or the one of that name, a text or a Parquet file.

    Raises `BookError` for a file that cannot be read and for a sheet that does not exist (with the nearest name).
    """
    kind = kind_of(path)
    if kind == "xlsx":
        from xlpoker.workbook.xlsx.package import Package
        from xlpoker.workbook.xlsx.source import BookSource

        with Package(path) as package:
            yield BookSource(package, sheet)
    elif kind in FOREIGN:
        from xlpoker.scoring.run import Grids
        from xlpoker.workbook.foreign import read_foreign

        yield Grids(path, read_foreign(path, sheet))
    elif sheet is not None:
        raise BookError(f"{path.name} is {WORDS[kind]} and has no sheet {quoted(sheet)}")
    elif kind == "parquet":
        from xlpoker.workbook.parquet_stream import ParquetSource

        with closing(ParquetSource(path)) as source:
            yield source
    else:
        yield _text(path)


def read_grids(path: Path, sheet: str | None = None) -> list[Grid]:
    """Return all tables of a file as a whole; raises what `source_of` raises."""
    with source_of(path, sheet) as source:
        return [table.grid for table in source.tables(whole=True)]


def _text(path: Path) -> TextSource:
    """Return the source of a text file; raise `BookError` for hand histories, whose lines are no rows of cards."""
    with path.open("rb") as file:
        head = file.read(_HEAD).replace(b"\0", b"")  # in UTF-16 every other byte
    if _SEAT.search(head):
        from xlpoker.histories.files import is_history

        if is_history(path):
            raise BookError(no_table(path))
    from xlpoker.workbook.text_files import TextSource

    return TextSource(path)


def formulas_without_values(path: Path, sheet: str) -> Mapping[tuple[int, int], str]:
    """Return the formulas of a sheet without a cached value, whose cells look empty.

    A formula whose value is an empty text is calculated, and not among them.
    """
    from xlpoker.workbook.xlsx.package import Package
    from xlpoker.workbook.xlsx.source import SheetStream
    from xlpoker.workbook.xlsx.values import BookTexts

    with Package(path) as package:
        found = SheetStream(package, package.sheet(sheet)).whole(BookTexts(package))
    return {} if found is None else found.uncalculated


class DealsError(Exception):
    """One hand in each row, and a heading (the message) under which equal cells make rows one deal."""


class TurnedError(Exception):
    """Each column is a deal, so that results have no rows to stand beside."""


def located(path: Path, grids: Sequence[Grid], options: Options, *, deals: bool = True) -> tuple[Grid, Layout]:
    """Return the grid that holds the hands and where they are.

    With `deals`, raises `DealsError` with the heading where the rows of one deal are to be compared; `LayoutError` where
    there is no answer, or more than one.
    """
    for grid in grids if options.hands is None else ():
        if (place := cards_downwards(grid)) is not None:
            raise _by_columns(grid, place, "the cards of a player below each other")
    grid, layout = _found(path, grids, options)
    layout = replace(layout, names=names_of(grid, layout.first, layout.hands) or seats_of(grid, layout))
    if options.hands is None and is_turned(grid, layout):
        place = f"{a1(layout.first, layout.hands[0].first)}:{a1(layout.last, layout.hands[-1].first)}"
        raise _by_columns(grid, place, "a player in each row")
    try:
        check_names(grid, layout)
        layout = checked(grid, layout, options.game, named=options.hands is not None)
        heads = [] if layout.header is None or layout.board or options.hands else grid.rows[layout.header]
        if KIND.search("\n".join(map(str, heads))):
            check_kinds(grid, layout)
    except UnclearLayoutError as unclear:
        raise unclear if len(grids) == 1 else _on(grid, unclear) from None
    if deals and options.by is None and len(layout.hands) == 1:
        if (by := deal_heading(grid, layout)) is not None:
            raise DealsError(by)
        if options.hands is None:
            check_turns(grid, layout)
    return grid, layout


def _by_columns(grid: Grid, place: str, rows: str) -> LayoutError:
    """Return the error about a range with a deal in each column, which says what its rows are."""
    found = f"{grid.sheet or 'The file'} seems to have a deal in each column of {place}, {rows}"
    return LayoutError(f"{found}; let xlpoker count them: --by columns")


def holding(grids: Sequence[Grid], game: str) -> list[tuple[Grid, Layout | LayoutError]]:
    """Return the grids that hold hands, each with their layout, or with the error about it."""
    found: list[tuple[Grid, Layout | LayoutError]] = []
    for grid in grids:
        try:
            layout = find_layout(grid, game)
        except LayoutError as error:
            found.append((grid, clearer(grid, error) if isinstance(error, UnclearLayoutError) else error))
        else:
            if layout is not None:
                found.append((grid, without_copies(grid, layout)))
    return found


def _found(path: Path, grids: Sequence[Grid], options: Options) -> tuple[Grid, Layout]:
    """Return the grid that holds the hands and where they are."""
    if options.hands is not None:
        grid = named_grid(path, grids, options)
        cells_a_card = encoding(options.cards).cells if options.cards else 0
        if not cells_a_card and (within := _within(grid, options)) is not None:
            return grid, within
        return grid, named_layout(grid, options.hands, options.game, cells_a_card)
    if options.cards is not None:
        encoding(options.cards)
        paired = [(grid, layout) for grid in grids if (layout := find_layout(grid, options.game)) and layout.cards]
        if len(paired) == 1 and paired[0][1].cards == options.cards:
            return paired[0]
        ways = [f"--cards {layout.cards} --hands {layout}" for _, layout in paired] or _numbers(grids, [options.cards])
        said = f"say where they are: {' or '.join(ways)}" if ways else "name their ranges with --hands"
        raise LayoutError(f"cards written as numbers are not found by themselves; {said}")
    found = holding(grids, options.game)
    if not found:
        raise LayoutError(nothing(path, grids))
    if len(found) > 1:
        clear = [grid for grid, one in found if isinstance(one, Layout)]
        sheets = " and ".join(f"'{grid.sheet}'" for grid, _ in found[:4]) + " and more" * (len(found) > 4)
        asking = [grid for grid, one in found if isinstance(one, UnclearLayoutError)]
        every = " or --all-sheets" * (len(clear or asking) in (0, len(found)))
        first = _quoted([*clear, *asking, found[0][0]][0].sheet)
        raise LayoutError(f"{path.name} holds hands on {sheets}; say which: --sheet {first}{every}")
    ((grid, answer),) = found
    if isinstance(answer, Layout):
        return grid, answer
    checked(grid, Layout(grid.sheet, 0, 0, ()), options.game, named=True)  # lines such as Ah Kd vs Qs Qc, a card a cell
    if sum(bool(one.rows) for one in grids) == 1:
        raise answer
    raise _on(grid, answer)


def named_grid(path: Path, grids: Sequence[Grid], options: Options) -> Grid:
    """Return the grid that ranges without a sheet refer to: the only one with any content, or with cards there."""
    filled = [grid for grid in grids if grid.rows]
    if not filled:
        raise LayoutError(f"{path.name} is empty")
    if len(filled) > 1 and options.cards is None:
        ranges = parse_ranges(options.hands or "")
        first, last = ranges.rows or (0, max(len(grid.rows) for grid in filled))
        columns = [column for area in ranges.areas for column in area.columns]
        there = [
            grid
            for grid in filled
            for sheet in [Sheet(replace(grid, rows=grid.rows[: last + 1]))]
            if any(
                CARD <= sheet.kind(row, at) <= MANY or len(sides(grid.cell(row, at))) > 1
                for row in range(first, len(sheet.rows))
                for at in columns
            )
        ]
        filled = there or filled
    if len(filled) > 1:
        sheets = " or ".join(f"--sheet {_quoted(grid.sheet)}" for grid in filled[:3])
        raise LayoutError(f"{path.name} has several sheets; say which: {sheets}")
    return filled[0]


def _within(grid: Grid, options: Options) -> Layout | None:
    """Return the layout within a single range that is wider than a hand, None for ranges of one hand each."""
    ranges = parse_ranges(options.hands or "")
    area, rows = ranges.areas[0], ranges.rows
    if len(ranges.areas) > 1 or rows is None or len(area.columns) <= MOST_CARDS:
        return None
    blank = [None] * area.first
    cut = [
        [*blank, *row[area.first : area.last + 1]] if rows[0] - 1 <= at <= rows[1] else []
        for at, row in enumerate(grid.rows)
    ]
    return find_layout(replace(grid, rows=cut), options.game)


def _on(grid: Grid, error: LayoutError) -> LayoutError:
    """Return an error whose ranges are named with their sheet."""
    return LayoutError(with_option(str(error), f"--sheet {_quoted(grid.sheet)}"))


def _quoted(sheet: str) -> str:
    """Return the name of a sheet as one types it in a command."""
    return sheet if re.fullmatch(r"[\w.-]+", sheet) else f'"{sheet}"'


def nothing(path: Path, grids: Sequence[Grid]) -> str:
    """Return the message about a file without cards."""
    for grid in grids:
        for row, cells in enumerate(grid.rows):
            for at, cell in enumerate(cells):
                if isinstance(cell, str) and (command := _command(cell)) is not None:
                    place = f"{grid.sheet}!{a1(row, at)}" if grid.sheet else a1(row, at)
                    return f"{path.name} holds no hands side by side: {place} is {quoted(cell)}; ask for that with {command}"
    for grid in grids if is_workbook(path) else ():
        for (row, at), formula in formulas_without_values(path, grid.sheet).items():
            place = f"{formula} in {grid.sheet}!{a1(row, at)}"
            return f"{path.name} holds formulas without values, {place}; open it in a spreadsheet program and save it"
    if not any(grid.rows for grid in grids):
        sheets = ", ".join(grid.sheet for grid in grids if grid.sheet)
        return f"{path.name} holds no cards: {sheets + ' is' if len(grids) == 1 and sheets else 'it is'} empty"
    if ways := _numbers(grids, ENCODINGS):
        return f"{path.name} holds no cards such as 5H or TD; if its numbers are cards, say which: {' or '.join(ways)}"
    for grid in grids:
        kinds = Sheet(grid).rows
        found = [(at, row) for row, cells in enumerate(kinds) for at, kind in enumerate(cells) if CARD <= kind <= MANY]
        if found:
            at, first = min(found)
            last = max(row for column, row in found if column == at)
            way = f"--sheet {_quoted(grid.sheet)} " if len(grids) > 1 else ""
            way += f"--hands {a1(first, at)}:{a1(last, at)}"
            card = f"{quoted(str(grid.cell(first, at)))} in {a1(first, at)}"
            return f"{path.name} holds no hands, but single cards: {card}; to count each as a hand, use: {way}"
    return f"{path.name} holds no cards; cards look like 5H or TD, and numbers that are cards are named with --cards and --hands"


def checked(grid: Grid, layout: Layout, game: str, *, named: bool) -> Layout:
    """Return a layout with what its cells hold; raise `LayoutError` where only a board compares its first hands.

    So does a sheet with several columns of such cells, each a showdown of its own, unless they are `named`.
    """
    against = list(dict.fromkeys(area for area in layout.hands if area.part == 0))
    if len(against) > 1 and not named:
        ways = [f"--hands {replace(layout, hands=(area,))}" for area in against]
        found = f"{grid.sheet or 'The file'} holds hands against each other in {len(against)} columns"
        raise UnclearLayoutError(found, "say which", " or ".join(ways[:FEW]))
    for row in range(layout.first, layout.first + FEW) if layout.board is None else ():
        cells = [cell for cells in grid.rows[row : row + 1] for cell in cells if isinstance(cell, str)]
        text = next((cell for cell in cells if len(sides(cell)) > 1), " ".join(cells))
        if (command := _command(text)) is not None:
            if count_cards(sides(text)[0]) >= (3 if game == "front" else 5):
                break
            message = f"{grid.sheet or 'The file'} has no board for its hands: row {row + 1} is {quoted(text)}"
            raise LayoutError(f"{message}; ask for that with {command}")
    return replace(layout, several=several_cards(grid, layout))


def _command(cell: str) -> str | None:
    """Return the command that answers a cell in which hands, or ranges, stand against each other; None for any other cell.

    >>> _command("AhKh vs TT+"), _command("5H 5C 6S 7S KD vs. 2C 3S 8S 8D TD"), _command("Ann vs Ben")
    ('xlpoker equity "AhKh" "TT+"', 'xlpoker hand "5H 5C 6S 7S KD" "2C 3S 8S 8D TD"', None)
    """
    parts = sides(cell)
    if len(parts) < 2:
        return None
    typed = " ".join(f'"{part}"' for part in parts)
    size, *others = set(map(count_cards, parts))
    from xlpoker.odds.ranges import parse_range

    try:
        if size < 3 or others:
            for part in parts:
                parse_range(part)
        check_cards([code for part in parts if count_cards(part) for code in parse_cards(part)])
    except PokerError:
        return None
    if size in (0, 2, 4) or others:
        return f"xlpoker equity {typed}{' --game omaha' * (size == 4)}"
    return f"xlpoker hand {typed}"


def _numbers(grids: Sequence[Grid], names: Iterable[str]) -> list[str]:
    """Return the options for numbers that may be cards, in each of some encodings."""
    ways: list[str] = []
    for grid in grids:
        sheet = f"--sheet {_quoted(grid.sheet)} " if len(grids) > 1 else ""
        narrow = replace(grid, rows=[row[:MOST_COLUMNS] for row in grid.rows])
        found = {name: proposed_ranges(narrow, encoding(name)) for name in names if encoding(name).limits}
        ways += [f"{sheet}--cards {name} --hands {ranges}" for name, ranges in found.items() if ranges]
    return ways


def proposed_ranges(grid: Grid, numbers: Encoding) -> str | None:
    """Return the ranges in which every row holds hands of five in an encoding, None where there are none.

    >>> rows = [["S1", "C1", "S2", "C2"], [1, 10, 1, 11, 1, 13, 1, 12, 1, 1, 9], [2, 11, 2, 13, 2, 10, 2, 12, 2, 1, 9]]
    >>> proposed_ranges(Grid("", rows), encoding("uci"))
    'A2:J3'

    Other columns (counters, classes, pots) may hold such numbers, too: the user says that a proposal is right. Of several
    places it is the one with most cards, the leftmost first; in it no row has a card twice.
    """
    width = _HAND * numbers.cells
    rows = [number for number, row in enumerate(grid.rows) if sum(map(is_number, row)) >= width]
    tried = [grid.rows[row] for row in rows[:_TRIED]]

    def is_dealt(cells: Sequence[object], cards: int) -> bool:
        try:
            return not any(map(is_blank, cells)) and cards == len(codes := numbers.codes(cells)) == len(set(codes))
        except CardError:
            return False

    for players in range(_MOST_PLAYERS, 0, -1):
        for start in range(max(map(len, tried), default=0) - players * width + 1):
            if all(is_dealt(row[start : start + players * width], players * _HAND) for row in tried):
                starts = range(start, start + players * width, width)
                return ",".join(f"{a1(rows[0], at)}:{a1(rows[-1], at + width - 1)}" for at in starts)
    return None
