"""Opens any file as a source of tables, and finds the table with the hands.

The content of a file determines its kind, not its name. A grid keeps the raw values (texts, numbers, dates, booleans, error
texts). Where it is not clear which sheet or columns hold the hands, messages name options that can be pasted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from xlpoker.errors import BookError, CardError, LayoutError, OptionError, quoted
from xlpoker.evaluator.cards import MAX_CARDS
from xlpoker.evaluator.cells import is_blank
from xlpoker.evaluator.encodings import APART, ENCODINGS, Encoding, encoding
from xlpoker.files.file_types import FORMATS, is_foreign, is_workbook, kind_of, no_table, opened
from xlpoker.layout.cells import NUMBER, RANK, SUIT, cards_in, code_of, codes_of, is_cards
from xlpoker.layout.find import find
from xlpoker.layout.grid import Grid, a1, column_letters, parse_ranges
from xlpoker.layout.headings import heading
from xlpoker.layout.model import DealsError, Layout, Question, QuestionError, quoted_sheet
from xlpoker.layout.named import named_layout
from xlpoker.scoring.counts import Options

if TYPE_CHECKING:
    from xlpoker.scoring.run import Source
    from xlpoker.workbook.text_files import TextSource

__all__ = [
    "columns_named", "formulas_without_values", "holding", "located", "named_grid", "nothing", "proposed_ranges", "read_grids",
    "source_of",
]  # fmt: skip

_HEAD = 1 << 14
_SEAT = re.compile(rb"seat \d|<session|PokerStars|(?:starting|ending) hand #|player_nickname", re.IGNORECASE)
MOST_COLUMNS = 64
"""Columns that are searched for numbers."""
_TRIED, _HAND, _MOST_PLAYERS = 200, 5, 10  # of hands in numbers: rows, cards, hands a row


@contextmanager
def source_of(path: Path, sheet: str | None = None, file: BinaryIO | None = None) -> Iterator[Source]:
    """Open a file: a workbook with its visible sheets, or the one of that name, a text or a Parquet file.

    A `file` that is open already is read and closed. Raises `BookError` for a file that cannot be read and for a sheet that does not exist (with the nearest name).
    """
    with opened(path) if file is None else file as there:
        if (kind := kind_of(path, there)) == "xlsx":
            from xlpoker.workbook.xlsx.package import Package
            from xlpoker.workbook.xlsx.source import BookSource

            with Package(path, there) as package:
                yield BookSource(package, sheet)
            return
    if is_foreign(kind):
        from xlpoker.scoring.run import Grids

        module, _, name = FORMATS[kind].reader.partition(":")
        yield Grids(path, getattr(import_module(module), name)(path, sheet))
    elif sheet is not None:
        raise BookError(f"{path.name} is {FORMATS[kind].words} and has no sheet {quoted(sheet)}")
    elif kind == "parquet":
        from xlpoker.workbook.parquet import ParquetSource

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


def located(path: Path, grids: Sequence[Grid], options: Options) -> tuple[Grid, Layout]:
    """Return the grid that holds the hands and where they are.

    Raises `DealsError` where rows of a deal are to be compared and no option says so, `QuestionError` where there is more than one
    answer, `LayoutError` where there is none.
    """
    grid, layout = _named(path, grids, options) if options.hands is not None else _found(path, grids, options)
    if layout.by is not None and options.by is None:
        raise DealsError(layout)
    return grid, layout


def holding(grids: Sequence[Grid], options: Options) -> list[tuple[Grid, Layout | Question]]:
    """Return the grids that hold hands, each with their layout, or the question about it; a sheet called *Hand rankings* holds none."""
    skip = columns_named(options.skip)
    game = options.game
    found = ((grid, find(grid, game, skip)) for grid in grids if len(grids) == 1 or heading(grid.sheet).role != "aside")
    return [(grid, answer) for grid, answer in found if answer is not None]


def _found(path: Path, grids: Sequence[Grid], options: Options) -> tuple[Grid, Layout]:
    """Return the grid in which the search finds hands, and its layout."""
    if options.cards is not None:
        ways = _numbers(grids, ["rank-suit", "suit-rank", options.cards])
        said = f"say where they are: {' or '.join(ways)}" if ways else "name their ranges with --hands"
        raise LayoutError(f"cards written as numbers are not found by themselves; {said}")
    found: Sequence[tuple[Grid, Layout | Question]] = holding(grids, options)
    if not found:
        raise LayoutError(nothing(path, grids))
    if len(found) > 1:
        clear = [grid for grid, answer in found if isinstance(answer, Layout)]
        sheets = " and ".join(f"'{grid.sheet}'" for grid, _ in found[:4]) + " and more" * (len(found) > 4)
        every = " or --all-sheets" * (len(clear) in (0, len(found)))
        asking = [grid for grid, answer in found if isinstance(answer, Question) and answer.readings]
        first = quoted_sheet([*clear, *asking, found[0][0]][0].sheet)
        raise LayoutError(f"{path.name} holds hands on {sheets}; say which: --sheet {first}{every}")
    ((grid, answer),) = found
    if isinstance(answer, Question):
        if options.by is not None:  # how rows are grouped is said
            alone = {
                (one.hands, one.board): one
                for reading in answer.readings
                for one in reading
                if len(reading) == len(one.hands) == 1
            }
            if len(alone) == 1:
                return grid, replace(*alone.values(), by=None)
        raise QuestionError(answer.lines(sheet=sum(bool(one.rows) for one in grids) > 1))
    aside = [
        f"sheet {one.sheet}" for one in grids if one is not grid and one.rows and heading(one.sheet).role == "aside"
    ]
    return grid, replace(answer, unread=(*answer.unread, *aside)) if aside else answer


def _named(path: Path, grids: Sequence[Grid], options: Options) -> tuple[Grid, Layout]:
    """Return the grid that ``--hands`` names, and the layout."""
    grid = named_grid(path, grids, options)
    cells_a_card = encoding(options.cards).cells if options.cards else 0
    ranges = parse_ranges(options.hands or "")
    area = ranges.areas[0]
    if len(ranges.areas) == 1 and ranges.rows is not None and len(area.columns) > MAX_CARDS and not cells_a_card:
        top, end = ranges.rows
        cut = [
            [*[None] * area.first, *row[area.first : area.last + 1]] if top - 1 <= at <= end else []
            for at, row in enumerate(grid.rows)
        ]
        within = find(replace(grid, rows=cut), options.game)
        if isinstance(within, Question):
            raise QuestionError(within.lines())
        if within is not None:
            return grid, replace(within, by=None)
    layout = named_layout(grid, options.hands or "", options.game, cells_a_card)
    skip = columns_named(options.skip)
    if shared := {*layout.columns} & {*skip}:
        raise OptionError(f"--skip leaves out column {column_letters(min(shared))}, which --hands names")
    return grid, layout


def columns_named(skip: str | None) -> tuple[int, ...]:
    """Return the columns that ``--skip`` names by letters.

    >>> columns_named("G,AA"), columns_named("B:D"), columns_named(None)
    ((6, 26), (1, 2, 3), ())
    """
    return tuple(at for area in parse_ranges(skip, option="--skip").areas for at in area.columns) if skip else ()


def named_grid(path: Path, grids: Sequence[Grid], options: Options) -> Grid:
    """Return the grid that ranges without a sheet refer to: the only one with any content, or with cards there."""
    filled = [grid for grid in grids if grid.rows]
    if not filled:
        raise LayoutError(f"{path.name} is empty")
    if len(filled) > 1 and options.cards is None:
        ranges = parse_ranges(options.hands or "")
        first, last = ranges.rows or (0, max(len(grid.rows) for grid in filled))
        columns = [column for area in ranges.areas for column in area.columns]
        rows = range(first, last + 1)
        there = [
            grid
            for grid in filled
            if any(cards_in(grid.cell(row, at)) for row in rows[: len(grid.rows)] for at in columns)
        ]
        filled = there or filled
    if len(filled) > 1:
        sheets = " or ".join(f"--sheet {quoted_sheet(grid.sheet)}" for grid in filled[:3])
        raise LayoutError(f"{path.name} has several sheets; say which: {sheets}")
    return filled[0]


def nothing(path: Path, grids: Sequence[Grid]) -> str:
    """Return the message about a file without cards."""
    for grid in grids if is_workbook(path) else ():
        for (row, at), formula in formulas_without_values(path, grid.sheet).items():
            place = f"{formula} in {grid.sheet}!{a1(row, at)}"
            return f"{path.name} holds formulas without values, {place}; open it in a spreadsheet program and save it"
    if not any(grid.rows for grid in grids):
        sheets = ", ".join(grid.sheet for grid in grids if grid.sheet)
        return f"{path.name} holds no cards: {sheets + ' is' if len(grids) == 1 and sheets else 'it is'} empty"
    if ways := _numbers(grids, ENCODINGS):
        return f"{path.name} holds no cards such as 5H or TD; if its cells are cards, say which: {' or '.join(ways)}"
    for grid in grids:
        places = np.argwhere(is_cards(codes_of(grid.rows)).T).tolist()
        if places:
            at, first = places[0]
            last = max(row for column, row in places if column == at)
            way = f"--sheet {quoted_sheet(grid.sheet)} " if len(grids) > 1 else ""
            way += f"--hands {a1(first, at)}:{a1(last, at)}"
            card = f"{quoted(str(grid.cell(first, at)))} in {a1(first, at)}"
            return f"{path.name} holds no hands, but single cards: {card}; to count each as a hand, use: {way}"
    return f"{path.name} holds no cards; cards look like 5H or TD, and ranks and suits in cells of their own, or numbers, are named with --cards and --hands"


def _numbers(grids: Sequence[Grid], names: Iterable[str]) -> list[str]:
    """Return the options for numbers that may be cards, in each of some encodings."""
    ways: list[str] = []
    for grid in grids:
        sheet = f"--sheet {quoted_sheet(grid.sheet)} " if len(grids) > 1 else ""
        narrow = replace(grid, rows=[row[:MOST_COLUMNS] for row in grid.rows])
        known = {name: encoding(name) for name in names}
        for words in (True, False):  # of a rank beside a word for a suit, only that is said
            tried = [name for name, one in known.items() if one.name not in APART and words != bool(one.numbers)]
            found = {name: ranges for name in tried if (ranges := proposed_ranges(narrow, known[name]))}
            if found:
                if words:  # beginning at a suit, a hand fewer fits
                    found = dict([max(found.items(), key=lambda one: one[1].count(","))])
                example = {name: f" ({known[name].example})" * (len(found) > 1) for name in found}
                ways += [f"{sheet}--cards {name} --hands {ranges}{example[name]}" for name, ranges in found.items()]
                break
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
    rows = [
        number
        for number, row in enumerate(grid.rows)
        if sum(code_of(cell) in (RANK, SUIT, NUMBER) for cell in row) >= width
    ]
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
