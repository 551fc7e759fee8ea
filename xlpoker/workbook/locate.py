"""Finds the table with the hands among the sheets of a file, or takes the one that options name.

Where it is not clear which sheet or columns hold the hands, messages name options that can be pasted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from xlpoker.addresses import column_letters
from xlpoker.errors import DealsError, LayoutError, OptionError, QuestionError, as_typed
from xlpoker.evaluator.cards import MAX_CARDS
from xlpoker.evaluator.encodings import encoding
from xlpoker.evaluator.games import check_game
from xlpoker.layout.find import find, named_layout
from xlpoker.layout.grid import Grid, parse_ranges, parse_skip
from xlpoker.layout.headings import heading
from xlpoker.layout.model import Layout, Question
from xlpoker.scoring.counts import Options
from xlpoker.workbook.read import nothing

__all__ = ["holding", "located"]

_ASKED = {"game", "remarks", "letters", "repeated deals", "unread cards"}  # doubts that --by does not answer


def located(path: Path, grids: Sequence[Grid], options: Options) -> tuple[Grid, Layout]:
    """Return the grid that holds the hands and where they are.

    Raises `DealsError` where rows of a deal are to be compared and no option says so, `QuestionError` where there is more than one
    answer, `LayoutError` where there is none, `OptionError` for a board in a game without one.
    """
    named = options.hands
    grid, layout = _found(path, grids, options) if named is None else _named(path, grids, named, options)
    if layout.board and not check_game(options.game).board[1]:
        raise OptionError(f"{options.game} has no board; name the game: --game holdem or --game omaha")
    if layout.by is not None and options.by is None and options.check is None:
        raise DealsError(layout.by)
    return grid, replace(layout, by=options.by)


def holding(grids: Sequence[Grid], options: Options) -> list[tuple[Grid, Layout | Question]]:
    """Return the grids that hold hands, each with their layout, or the question about it; a sheet called *Hand rankings* holds none."""
    skip = parse_skip(options.skip)
    read = [grid for grid in grids if len(grids) == 1 or heading(grid.sheet).role != "aside"]
    return [(grid, answer) for grid in read if (answer := find(grid, options.game, skip)) is not None]


def _found(path: Path, grids: Sequence[Grid], options: Options) -> tuple[Grid, Layout]:
    """Return the grid in which the search finds hands, and its layout."""
    if options.cards is not None:
        hand = f"A:{column_letters(5 * encoding(options.cards).cells - 1)}"
        raise LayoutError(f"cards as numbers are not found by themselves; name each hand, such as --hands {hand}")
    held = holding(grids, options)
    held.sort(key=lambda one: isinstance(one[1], Question) and not one[1].readings)
    every = " or --all-sheets" * all(isinstance(answer, Layout) for _, answer in held)
    grid, answer = _only(path, grids, [grid for grid, _ in held], every), held[0][1]
    if isinstance(answer, Question):
        tables = (one[0] for one in answer.readings if len(one) == len(one[0].hands) == 1)
        ways = {(one.hands, one.board): one for one in tables if _ASKED.isdisjoint(one.doubts)}
        if options.by is None or len(ways) != 1:
            raise QuestionError(answer.lines(sheet=len(grids) > 1))
        (answer,) = ways.values()  # how its rows are grouped is said
    aside = [f"sheet {one.sheet}" for one in grids if one is not grid and heading(one.sheet).role == "aside"]
    return grid, replace(answer, unread=(*answer.unread, *aside))


def _named(path: Path, grids: Sequence[Grid], hands: str, options: Options) -> tuple[Grid, Layout]:
    """Return the grid that ``--hands`` names, and the layout; one range that is wider than a hand, such as a table of Excel, is searched."""
    filled = [grid for grid in grids if grid.rows]
    if len(filled) > 1 and options.cards is None:
        filled = [grid for grid, _ in holding(filled, replace(options, skip=None))] or filled
    grid, ranges = _only(path, grids, filled), parse_ranges(hands)
    area = ranges.areas[0]
    if len(ranges.areas) == 1 and len(area.columns) > MAX_CARDS and not options.cards:
        top, end = ranges.rows or (0, len(grid.rows) - 1)
        cells = [[*[None] * area.first, *row[area.first : area.last + 1]] for row in grid.rows[: end + 1]]
        rows = [[]] * max(top - 1, 0) + cells[max(top - 1, 0) :]  # also that of the headings
        return grid, replace(_found(path, [replace(grid, rows=rows)], options)[1], by=None)
    layout, skip = named_layout(grid, hands, options.game, options.cards), parse_skip(options.skip)
    if shared := {*layout.columns} & {*skip.columns}:
        raise OptionError(f"--skip leaves out column {column_letters(min(shared))}, which --hands names")
    return grid, replace(layout, skip=skip)


def _only(path: Path, grids: Sequence[Grid], found: Sequence[Grid], more: str = "") -> Grid:
    """Return the only grid that was found; raise `LayoutError` where there is none or are several, with `more` than the first to type."""
    if not found:
        raise LayoutError(nothing(path, grids))
    if len(found) > 1:
        sheets = " and ".join(f"'{grid.sheet}'" for grid in found[:4]) + " and more" * (len(found) > 4)
        said = f"--sheet {as_typed(found[0].sheet)}{more}"
        raise LayoutError(f"{path.name} holds hands on {sheets}; say which: {said}")
    return found[0]
