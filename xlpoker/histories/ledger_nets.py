"""The nets in a grid: a table with a column for each player, or with one for each night."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

from xlpoker.histories.amounts import amount_of, amount_or_none
from xlpoker.histories.ledger_cells import are_mostly_dates, cell_in, is_date
from xlpoker.histories.ledger_questions import check_currencies
from xlpoker.histories.ledger_tables import (
    ISO_DATE,
    NETS,
    SUMS,
    Answers,
    Column,
    LedgerSheet,
    Line,
    has_word_of_totals,
    text_of,
)
from xlpoker.histories.model import NotReadError
from xlpoker.histories.pokernow import Session
from xlpoker.layout.words import LedgerColumn

__all__ = ["Grid", "Net", "holds_nets", "is_balanced", "lines_by_grid", "net_or_reason", "nets_of"]

_NIGHT = LedgerColumn.NIGHT.value
_MANY_NIGHTS = 5
"""After so many nights most players have won and have lost."""


class Net(NamedTuple):
    """A cell with an amount, its night and its player."""

    row: int
    column: Column
    night: str
    name: str
    amount: Decimal

    @property
    def session(self) -> Session:
        """The session of the player."""
        return Session(self.night, "", self.name, "", "", None, None, self.amount)


class Section(NamedTuple):
    """The rows of a sheet from a row of headings on, up to the row `end`."""

    sheet: LedgerSheet
    head: int
    end: int

    @property
    def headings(self) -> Sequence[Any]:
        """The row of headings."""
        return self.sheet.rows[self.head]

    @property
    def rows(self) -> Sequence[Sequence[Any]]:
        """The rows below the headings."""
        return self.sheet.rows[self.head + 1 : self.end]

    @property
    def width(self) -> int:
        """The number of columns."""
        return max(map(len, [self.headings, *self.rows]))

    def below(self, index: int) -> list[Any]:
        """Return the values in a column below its heading."""
        return [cell_in(row, index) for row in self.rows]


@dataclass(frozen=True)
class Grid:
    """Headings and the rows below them, with the columns.

    The meaning of `label` is ``night`` where each row is a night and each column a player; it is
    ``name`` where each row is a player and each column a night.
    """

    section: Section
    label: Column
    columns: Sequence[Column]  # with nets
    unread: Sequence[Column]  # that are not read

    @property
    def sheet(self) -> LedgerSheet:
        """The sheet of the grid."""
        return self.section.sheet

    @property
    def rows_are_nights(self) -> bool:
        """Whether a row is a night."""
        return self.label.meaning == _NIGHT

    def cell(self, row: int, column: Column) -> Any:
        """Return the value of a cell."""
        return cell_in(self.sheet.rows[row], column.index)

    def label_of(self, row: int) -> str:
        """Return the text of a row's label."""
        return text_of(self.cell(row, self.label))

    def address(self, row: int, column: Column) -> str:
        """Return the address of a cell with its sheet."""
        return self.sheet.address(row, column.index)

    def filled_rows(self) -> Iterator[int]:
        """Yield the numbers of the rows with a label or an amount."""
        columns = [self.label, *self.columns]
        for row in range(self.section.head + 1, self.section.end):
            cells = self.cells(row, columns)
            if any(map(text_of, cells)):
                yield row

    def cells(self, row: int, columns: Sequence[Column]) -> list[Any]:
        """Return the values of a row in some columns."""
        return [self.cell(row, column) for column in columns]

    def cells_with_addresses(self, row: int) -> list[tuple[Any, str]]:
        """Return the values of a row in the columns with nets, each with its address."""
        cells = self.cells(row, self.columns)
        addresses = [self.address(row, column) for column in self.columns]
        return list(zip(cells, addresses, strict=True))


def lines_by_grid(grids: Sequence[Grid]) -> list[list[Line]]:
    """Return, for each grid, a line for each net, and for all that is not counted.

    Raises `BookError` for amounts in several currencies.
    """
    cells: list[tuple[Any, str]] = []
    for grid in grids:
        for row in grid.filled_rows():
            cells += grid.cells_with_addresses(row)
    check_currencies(cells)
    sheets = {grid.sheet.name for grid in grids}
    are_several = len(sheets) > 1
    lines_of_grids: list[list[Line]] = []
    for grid in grids:
        lines = [*_unread_columns(grid), *_lines_of_grid(grid)]
        for line in lines:
            if line.session is not None and are_several:
                _name_sheet(line.session, grid.sheet.name)
        lines_of_grids.append(lines)
    return lines_of_grids


def _name_sheet(session: Session, sheet: str) -> None:
    """Put the name of the sheet before a night that is no date, as *Session 1* of several years."""
    if not ISO_DATE.fullmatch(session.night):
        session.night = f"{sheet} {session.night}"


def _unread_columns(grid: Grid) -> Iterator[Line]:
    """Yield a line for each column that is not read."""
    for column in grid.unread:
        head = grid.section.head
        place = grid.address(head, column)
        is_sum = has_word_of_totals(column.heading)
        kind = "of sums, which is not counted" if is_sum else "that is not read"
        yield Line(head, column.title, None, f"is a column {kind}: {place}")


def _lines_of_grid(grid: Grid) -> Iterator[Line]:
    """Yield a line for each net of a grid, and for each row or cell that is not counted."""
    sums = dict.fromkeys(grid.columns, Decimal(0))
    labels = [grid.cell(row, grid.label) for row in grid.filled_rows()]
    needs_date = grid.rows_are_nights and are_mostly_dates(labels)
    for row in grid.filled_rows():
        cells = [*grid.sheet.rows[row]]
        text = " | ".join(map(text_of, cells))
        reason = _reason_not_counted(grid, row, sums, needs_date=needs_date)
        if reason:
            yield Line(row, text, None, reason)
            continue
        for column in grid.columns:
            net = net_or_reason(grid, row, column)
            if isinstance(net, str):
                yield Line(row, text, None, net)
            elif net is not None:
                sums[column] += net.amount
                yield Line(row, text, net.session)


def _reason_not_counted(
    grid: Grid, row: int, sums: Mapping[Column, Decimal], *, needs_date: bool
) -> str:
    """Return why a row is not counted, an empty text for one that is."""
    label = grid.label_of(row)
    place = grid.address(row, grid.label)
    if has_word_of_totals(label):
        return f"{SUMS}: {place}"
    cells = grid.cells(row, grid.columns)
    if not any(map(text_of, cells)):
        return f"has no amounts, and is not counted: {place}"
    if not label:
        amounts = [amount_or_none(cell) for cell in cells]
        sums_so_far = [*sums.values()]
        if amounts == sums_so_far:
            return f"{SUMS}: {place}"
        label_noun = "night" if grid.rows_are_nights else "player"
        return f"is not counted: {place} names no {label_noun}"
    if needs_date and not is_date(grid.cell(row, grid.label)):
        return f"is not counted: {place} is no date"
    return ""


def net_or_reason(grid: Grid, row: int, column: Column) -> Net | str | None:
    """Return the net in a cell, the reason why it is none, None for a blank cell."""
    try:
        amount = amount_of(grid.cell(row, column))
    except NotReadError as error:
        return f"is not counted: {grid.address(row, column)}, {column.title}: {error}"
    if amount is None:
        return None
    label = grid.label_of(row)
    if grid.rows_are_nights:
        night = _night(label, grid.label.heading)
        return Net(row, column, night, column.title, amount)
    night = _night(column.title, "")
    return Net(row, column, night, label, amount)


def _night(text: str, heading: str) -> str:
    """Return the name of a night; a number stands behind the heading: *Session 3*."""
    if not text.isdecimal():
        return text
    noun = heading.strip("#") or "Night"
    return f"{noun} {text}"


def nets_of(grid: Grid) -> list[Net]:
    """Return the nets of the rows of a grid that are counted."""
    counted = {line.number for line in _lines_of_grid(grid) if line.session is not None}
    nets: list[Net] = []
    for row in counted:
        cells = [net_or_reason(grid, row, column) for column in grid.columns]
        nets += [net for net in cells if isinstance(net, Net)]
    return nets


def _by_night(nets: Sequence[Net]) -> dict[str, list[Decimal]]:
    amounts: dict[str, list[Decimal]] = {}
    for net in nets:
        amounts.setdefault(net.night, []).append(net.amount)
    return amounts


def is_balanced(nets: Sequence[Net]) -> bool:
    """Tell whether each night sums to zero."""
    return not any(map(sum, _by_night(nets).values()))


def holds_nets(grid: Grid, answers: Answers) -> bool:
    """Tell whether amounts can be nets: most nights sum to zero, or have winners and losers.

    Where hardly any night sums to zero, the players of many nights have to win and lose, too.
    """
    nets = nets_of(grid)
    names = {net.name for net in nets}
    has_amounts = any(net.amount for net in nets)
    if len(names) < 2 or not has_amounts:
        return False
    if NETS in answers.values():
        return True
    amounts_by_night = _by_night(nets)
    nights = [amounts for amounts in amounts_by_night.values() if any(amounts)]
    balanced = [amounts for amounts in nights if not sum(amounts)]
    if 2 * len(balanced) >= len(nights):
        return True
    mixed = list(filter(_are_mixed, nights))
    if 2 * len(mixed) <= len(nights):
        return False
    return _players_win_and_lose(nets)


def _players_win_and_lose(nets: Sequence[Net]) -> bool:
    """Tell whether at least half of the players of many nights both win and lose.

    Prizes, bets and places in tournaments have one sign.
    """
    amounts_by_name: dict[str, list[Decimal]] = {}
    for net in nets:
        if net.amount:
            amounts = amounts_by_name.setdefault(net.name, [])
            amounts.append(net.amount)
    regulars = [amounts for amounts in amounts_by_name.values() if len(amounts) >= _MANY_NIGHTS]
    mixed = list(filter(_are_mixed, regulars))
    return 2 * len(mixed) >= len(regulars)


def _are_mixed(amounts: Sequence[Decimal]) -> bool:
    """Tell whether some amounts are won and others lost."""
    lowest = min(amounts)
    highest = max(amounts)
    return lowest < 0 < highest
