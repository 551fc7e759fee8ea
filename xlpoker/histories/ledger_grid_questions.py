"""Questions about a grid of nets: whether rows are nights, and whether a column belongs to anybody."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from xlpoker.addresses import column_letters
from xlpoker.errors import QuestionError
from xlpoker.histories.ledger_nets import Grid, Net, is_balanced, net_or_reason, nets_of
from xlpoker.histories.ledger_questions import Answer, question
from xlpoker.histories.ledger_tables import NETS, SKIP, Answers, Column, answer_for
from xlpoker.layout.words import LedgerColumn

__all__ = ["ask_about_columns", "which_way"]


def which_way(grids: Sequence[Grid]) -> QuestionError:
    """Return the question whether the rows are nights or players."""
    grid = grids[0]
    letters = column_letters(grid.label.index)
    cell = grid.address(grid.section.head + 1, grid.label)
    answers = [
        Answer(
            letters,
            LedgerColumn.NIGHT.value,
            "a row is a night, a column a player",
            _first_nets(grids[0]),
        ),
        Answer(
            letters,
            LedgerColumn.NAME.value,
            "a row is a player, a column a night",
            _first_nets(grids[1]),
        ),
    ]
    return question(f"{cell}: does column {letters} name nights or players?", answers)


def _first_nets(grid: Grid) -> str:
    """Return the nets of the first night in words."""
    nets = nets_of(grid)
    night = nets[0].night
    texts = [f"{net.name} {net.amount}" for net in nets if net.night == night]
    return f"{night}: {', '.join(texts[:4])}"


def ask_about_columns(grid: Grid, answers: Answers) -> None:
    """Raise `QuestionError` for a column without which each night sums to zero."""
    nets = nets_of(grid)
    if is_balanced(nets) or len(grid.columns) < 3:
        return
    for column in grid.columns:
        without = [net for net in nets if net.column != column]
        is_answered = bool(answer_for(column.index, column.heading, answers))
        if is_answered or not is_balanced(without) or _has_unread_cells(grid, column):
            continue
        of_column = [net for net in nets if net.column == column]
        is_night_with_losers = not grid.rows_are_nights and min(of_column, key=_amount).amount < 0
        if not is_night_with_losers:
            raise _which_column(grid, of_column[0])


def _amount(net: Net) -> Decimal:
    return net.amount


def _has_unread_cells(grid: Grid, column: Column) -> bool:
    return any(isinstance(net_or_reason(grid, row, column), str) for row in grid.filled_rows())


def _which_column(grid: Grid, first: Net) -> QuestionError:
    """Return the question whether a column holds nets, given its first amount."""
    column = first.column
    holder = "player" if grid.rows_are_nights else "night"
    preview = f"{grid.label_of(first.row)}: {first.amount}"
    key = column.heading if _is_unique(grid, column) else column_letters(column.index)
    answers = [
        Answer(key, SKIP, "no: without it each night sums to zero", preview),
        Answer(key, NETS, f"yes: the column holds the nets of that {holder}", preview),
    ]
    place = grid.address(first.row, column)
    return question(f"{place}: is '{column.title}' a {holder}?", answers)


def _is_unique(grid: Grid, column: Column) -> bool:
    headings = [other.heading for other in (*grid.columns, *grid.unread)]
    return headings.count(column.heading) == 1
