"""Which columns of a DataFrame are hands: named by the user, or found from the columns' names and first rows as in a worksheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from xlpoker.errors import LayoutError, OptionError, nearest, shown
from xlpoker.evaluator.cards import MAX_CARDS
from xlpoker.evaluator.encodings import encoding
from xlpoker.evaluator.games import check_game
from xlpoker.layout.find import Area, Layout, UnclearLayoutError, find_layout, named_layout
from xlpoker.layout.forms import parted
from xlpoker.layout.grid import Grid
from xlpoker.scoring.counts import Options
from xlpoker.workbook.arrow import PandasTable
from xlpoker.workbook.long_tables import deal_heading
from xlpoker.workbook.read import checked

__all__ = ["hands_of"]

HEAD = 1000
EXAMPLE = "hands=[['p1_1', 'p1_2', 'p1_3', 'p1_4', 'p1_5'], ['p2_1', ...]] or hands=['hand1', 'hand2']"


def hands_of(frame: Any, hands: Any, board: Any, options: Options) -> tuple[list[Any], Layout, str | None]:
    """Return the columns of the hands and of the board, where the hands are in a table of these columns alone, and what tells deals apart.

    A hand is one column of whole hands or several of cards; without `hands` they are found, a text names them as ``--hands``
    does. Raises `LayoutError` where they are not found, `OptionError` for a column or game that does not exist or cannot be.
    """
    names, game, cards, by = list(frame.columns), options.game, options.cards, options.by
    if hands is None or isinstance(hands, str):
        parts, common, cards, heading = _found(frame, hands, options)
        by = by or heading
    else:
        parts, common = _named(hands, names), ()
    if board is not None:
        common = _columns(board, names)
    if not parts:
        raise OptionError(f"no hands are named: {EXAMPLE}")
    if bool(check_game(game).board[1]) != bool(common):
        raise OptionError(f"{game} needs board=..." if not common else f"{game} has no board; game='holdem' has")
    picked = [name for part in (*parts, common) for name in part]
    _check_columns(names, picked)
    per_card = encoding(cards).cells if cards is not None else 1
    for part in parts:
        if not part:
            raise OptionError(f"a hand without columns is named; write {EXAMPLE}")
        if len(part) % per_card:
            raise OptionError(f"{len(part)} columns are no hand: {cards or 'a card'} has {per_card} columns a card")
        if len(part) // per_card > MAX_CARDS:
            raise OptionError(
                f"{len(part) // per_card} columns are no hand: {part[0]} .. {part[-1]}; a hand has 1 to {MAX_CARDS} cards"
            )
    areas: list[Area] = []
    for part in (*parts, *[common] * bool(common)):
        at = areas[-1].last + 1 if areas else 0
        areas.append(Area(at, at + len(part) - 1))
    common_area = areas.pop() if common else None
    rows = PandasTable(frame, picked).cells(range(len(picked)), range(min(len(frame), HEAD)))
    layout = Layout("", 0, len(rows) - 1, tuple(parted(rows, areas)), common_area, cards=cards)
    return picked, replace(checked(Grid("", rows), layout, game, named=hands is not None), first=1, last=1), by


def _check_columns(there: Sequence[Any], names: Sequence[Any]) -> None:
    """Raise `OptionError` for a column that is not there, with the nearest name, or that is there twice."""
    for name in names:
        if name not in there:
            raise OptionError(f"there is no column '{name}'; {nearest(str(name), map(str, there))}")
        if there.count(name) > 1:
            raise OptionError(f"there are {there.count(name)} columns '{name}'; give each a name of its own")


def _named(hands: Any, names: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the columns of each hand in a list of them."""
    if isinstance(hands, bytes | Mapping) or not isinstance(hands, Iterable) or not getattr(hands, "ndim", 1):
        raise OptionError(f"hands={shown(hands)} is no list of columns; write {EXAMPLE}")
    return [_columns(hand, names) for hand in hands]


def _columns(hand: Any, names: Sequence[Any]) -> tuple[Any, ...]:
    """Return the columns of a hand: one that is named itself, by a text, a number or a tuple of a `MultiIndex`, or each.

    Raises `OptionError` for what is neither a column nor a list of some.
    """
    if isinstance(hand, str | int) or (isinstance(hand, tuple) and hand in names):
        return (hand,)
    if isinstance(hand, Iterable) and not isinstance(hand, bytes | Mapping) and getattr(hand, "ndim", 1) != 0:
        columns = tuple(hand)
        if not any(isinstance(column, list | dict | set) or getattr(column, "ndim", 0) for column in columns):
            return columns
    if hand.__hash__ is not None and hand in names:  # a date, a float ...
        return (hand,)
    raise OptionError(f"{shown(hand)} is no column and no list of columns; write {EXAMPLE}")


def _found(
    frame: Any, hands: str | None, options: Options
) -> tuple[list[tuple[Any, ...]], tuple[Any, ...], str | None, str | None]:
    """Return the columns of the hands and of the board, how cards are written, and the heading of deals with a row a player.

    They are those of ranges, or found from what the first rows hold; deals where hands are not named.
    """
    table = PandasTable(frame)
    _check_columns(table.names, table.names)
    rows = table.cells(range(len(table.names)), range(min(len(table), HEAD)))
    grid = Grid("", [[str(name) for name in table.names], *rows])
    try:
        if hands is not None:
            per_card = encoding(options.cards).cells if options.cards else 0
            layout: Layout | None = named_layout(grid, hands, options.game, per_card)
        else:
            layout = find_layout(grid, options.game)
    except UnclearLayoutError as unclear:
        games = [f"game='{game}'" for game in re.findall(r"--game (\S+)", unclear.choices)]
        game = f"say which game: {' or '.join(dict.fromkeys(games))}; or " if games else ""
        raise LayoutError(f"{unclear.found}; {game}name the columns: {EXAMPLE}") from None
    except LayoutError as error:
        raise LayoutError(f"{error}; name the columns: {EXAMPLE}") from None
    if layout is None:
        raise LayoutError(f"no column holds cards such as 5H or TD; name the columns: {EXAMPLE}")

    def named(area: Area) -> tuple[Any, ...]:
        return tuple(table.names[column] for column in area.columns if column < len(table.names))

    board = named(layout.board) if layout.board else ()
    by = deal_heading(grid, layout) if hands is None and len(layout.hands) == 1 else None
    return list(dict.fromkeys(map(named, layout.hands))), board, options.cards or layout.cards, by
