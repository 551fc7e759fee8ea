"""Which columns are hands: named by the user, or found from the columns' names and first rows as in a worksheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from xlpoker.errors import LayoutError, OptionError, shown
from xlpoker.evaluator.encodings import encoding
from xlpoker.evaluator.games import check_game
from xlpoker.evaluator.hand import check_rule
from xlpoker.layout.find import Area, Layout, find_layout, named_layout
from xlpoker.layout.grid import Grid
from xlpoker.scales import scale_named
from xlpoker.scoring.counts import Options
from xlpoker.workbook.arrow import Table, check_columns, check_width

__all__ = ["Plan", "planned"]

HEAD = 1000
EXAMPLE = "hands=[['p1_1', 'p1_2', 'p1_3', 'p1_4', 'p1_5'], ['p2_1', ...]] or hands=['hand1', 'hand2']"
Hands = Sequence[str | Sequence[str]]


@dataclass(frozen=True, slots=True)
class Plan:
    """The columns of each hand and of the board (one column: whole hands in its cells), and the rules."""

    hands: tuple[tuple[str, ...], ...]
    board: tuple[str, ...] = ()
    options: Options = field(default_factory=Options)
    names: tuple[str, ...] = ()  # of the players, where the columns have them

    @property
    def columns(self) -> list[str]:
        """Return all columns in use."""
        return [name for part in (*self.hands, self.board) for name in part]

    def layout(self, rows: int) -> Layout:
        """Return where the hands are on a sheet that holds these columns and nothing else."""
        areas, at = [], 0
        for part in (*self.hands, *([self.board] if self.board else [])):
            areas.append(Area(at, at + len(part) - 1))
            at += len(part)
        board = areas.pop() if self.board else None
        return Layout("", 0, rows - 1, tuple(areas), board, names=self.names)


def planned(table: Table, hands: Hands | str | None, board: str | Sequence[str] | None, options: Options) -> Plan:
    """Return the plan for a table: `hands` is a list with a hand's columns each, or with one column of whole hands each.

    `hands` may also be ranges of a worksheet, ``A:E,F:J``, column A being the table's first. Raises `LayoutError` where no
    hands are found or there is more than one way to read them, `OptionError` for an unknown column, game, scale ...
    """
    game, scale, cards = options.game, options.scale, options.cards
    check_game(game)
    check_rule(options.jokers)
    per_card = encoding(cards).cells if cards is not None else 0
    if scale_named(scale).needs_cards:
        raise OptionError(f"scale {scale} needs the cards of a hand: xlpoker.values has it, tables have not")
    if hands is None or isinstance(hands, str):
        found = _found(table, hands, game, cards)
    else:
        found = _named(hands, table.names), (), ()
    parts, common, called = found
    if board is not None:
        common = _columns(board, table.names)
    if not parts:
        raise OptionError(f"no hands are named: {EXAMPLE}")
    if (game in ("holdem", "omaha")) != bool(common):
        raise OptionError(f"{game} needs board=..." if not common else f"{game} has no board; game='holdem' has")
    plan = Plan(tuple(parts), common, options, called)
    check_columns(table, plan.columns)
    cells = per_card or 1
    for part in parts:
        if not part:
            raise OptionError(f"a hand without columns is named; write {EXAMPLE}")
        if len(part) % cells:
            raise OptionError(f"{len(part)} columns are no hand: {cards or 'a card'} has {cells} columns a card")
        check_width(len(part) // cells, part)
    return plan


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
    table: Table, hands: str | None, game: str, cards: str | None
) -> tuple[list[tuple[str, ...]], tuple[str, ...], tuple[str, ...]]:
    """Return the columns of the hands, of the board, and the players' names, from ranges or from what the first rows hold."""
    for name in table.names:
        if table.names.count(name) > 1:
            check_columns(table, [name])
    names = [str(name) for name in table.names]
    rows: list[list[Any]] = [list(names), *table.cells(table.names, range(min(len(table), HEAD)))]
    grid = Grid("", rows)
    try:
        if hands is not None:
            layout: Layout | None = named_layout(grid, hands, game, encoding(cards).cells if cards else 0)
        else:
            layout = find_layout(grid, game)
    except LayoutError as error:
        raise LayoutError(f"{str(error).partition('; say which')[0]}; name the columns: {EXAMPLE}") from None
    if layout is None:
        raise LayoutError(f"no column holds cards such as 5H or TD; name the columns: {EXAMPLE}")

    def named(area: Area | None) -> tuple[str, ...]:
        return tuple(table.names[column] for column in area.columns if column < len(names)) if area else ()

    return [named(area) for area in layout.hands], named(layout.board), layout.names
