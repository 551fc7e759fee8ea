"""Ledgers with a column for each player, or with one for each night; their cells are nets.

    Date       | Anna | Ben | Cleo          Name | 2024-03-05 | 2024-03-12 | Total
    2024-03-05 | 15   | -20 | 5             Anna | 15         | -7         | 8
    2024-03-12 | -7   | 7   |               Ben  | -20        | 7          | -13
                                            Cleo | 5          |            | 5

The column of labels tells which it is: by its heading, by dates in it or above the amounts, else by
what sums to zero. A sheet whose amounts cannot be nets is no such ledger.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from xlpoker.addresses import column_letters
from xlpoker.errors import QuestionError
from xlpoker.histories.amounts import amount_of, amount_or_none
from xlpoker.histories.ledger_questions import Answer, check_currencies, question
from xlpoker.histories.ledger_tables import (
    ISO_DATE,
    NETS,
    SKIP,
    SUMS,
    Column,
    LedgerSheet,
    Line,
    answer_for,
    has_word_of_totals,
    letters_of,
    text_of,
)
from xlpoker.histories.model import NotReadError
from xlpoker.histories.pokernow import Session
from xlpoker.layout.words import LEDGER_COLUMN_OF, ROLE_OF, LedgerColumn, Role

__all__ = ["Grid", "grids_of", "lines_of"]

NIGHT = LedgerColumn.NIGHT.value
NAME = LedgerColumn.NAME.value
_ROWS_BEFORE = 50  # rows among which headings without a known word stand
_OWN_SUMS = "afterthenight"
"""The heading of sums in the sheet *Results* that xlpoker writes, which are no nets."""
_NIGHTLY = (Role.DEAL, Role.GROUP)
"""Roles of headings above numbers of nights: *Game*, *No.*, *Table*."""
_MONTHS = """
    jan feb mar apr may jun jul aug sep oct nov dec mär mai okt dez fév avr aoû déc ene abr ago dic
    gen mag giu lug set ott mrt mei fev out sty lut kwi maj cze lip sie wrz paź lis gru
"""
_MONTH = rf"(?:{'|'.join(_MONTHS.split())})[^\W\d_]{{0,8}}\.?"
_DATE = re.compile(
    r"\d{1,4}([./-])\d{1,2}\1(?:\d{1,4})?"  # 5.3.2024, 3/5/24, 2024-03-05, 5.3.
    r"|\d{1,2}/\d{1,2}"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.)?[ -]{_MONTH}(?:,?[ -]\d{{2,4}})?"  # 5 March 2024, 5-Mar
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?",  # March 5, 2024
    re.IGNORECASE,
)


class _Net(NamedTuple):
    """A cell with an amount, its night and its player."""

    row: int
    column: Column
    night: str
    name: str
    amount: Decimal


@dataclass(frozen=True)
class Grid:
    """Headings and the rows below them, up to the row `end`.

    The meaning of `label` is ``night`` where each row is a night and each column a player; it is
    ``name`` where each row is a player and each column a night.
    """

    sheet: LedgerSheet
    head: int
    end: int
    label: Column
    columns: tuple[Column, ...]  # with nets
    others: tuple[Column, ...]  # that are not read

    @property
    def rows_are_nights(self) -> bool:
        """Whether a row is a night."""
        return self.label.meaning == NIGHT

    def cell(self, row: int, column: Column) -> Any:
        """Return the value of a cell."""
        return _cell(self.sheet.rows[row], column.index)

    def label_of(self, row: int) -> str:
        """Return the text of a row's label."""
        return text_of(self.cell(row, self.label))

    def address(self, row: int, column: Column) -> str:
        """Return the address of a cell with its sheet."""
        return self.sheet.address(row, column.index)

    def filled_rows(self) -> Iterator[int]:
        """Yield the numbers of the rows with a label or an amount."""
        for row in range(self.head + 1, self.end):
            cells = [self.cell(row, column) for column in (self.label, *self.columns)]
            if any(map(text_of, cells)):
                yield row


def grids_of(sheets: Sequence[LedgerSheet], answers: Mapping[str, str]) -> list[Grid]:
    """Return the grids of sheets; raise `QuestionError` where rows may be nights or players.

    >>> rows = [["Date", "Anna", "Ben"], ["2024-03-05", 5, -5], ["2024-03-12", -7, 7]]
    >>> [grid.rows_are_nights for grid in grids_of([LedgerSheet("2024", rows)], {})]
    [True]
    """
    grids: list[Grid] = []
    for sheet in sheets:
        heads = _heads(sheet, answers)
        starts = [head for head, _ in heads]
        ends = [*starts[1:], len(sheet.rows)]
        for (head, label), end in zip(heads, ends, strict=False):
            grid = _grid(sheet, head, end, label, answers)
            if grid is not None:
                grids.append(grid)
    return grids


def lines_of(grids: Sequence[Grid], answers: Mapping[str, str]) -> list[Line]:
    """Return a line for each net of some grids, and for all that is not counted.

    Raises `QuestionError` for a column without which the nights sum to zero, `BookError` for
    amounts in several currencies.
    """
    cells: list[tuple[Any, str]] = []
    for grid in grids:
        for row in grid.filled_rows():
            cells += [
                (grid.cell(row, column), grid.address(row, column)) for column in grid.columns
            ]
    check_currencies(cells)
    are_several = len({grid.sheet.name for grid in grids}) > 1
    lines: list[Line] = []
    for grid in grids:
        _ask_about_columns(grid, answers)
        lines += _unread_columns(grid)
        for line in _lines_of_grid(grid):
            if line.session is not None and are_several:
                _name_sheet(line.session, grid.sheet.name)
            lines.append(line)
    return lines


def _name_sheet(session: Session, sheet: str) -> None:
    """Put the name of the sheet before a night that is no date, as *Session 1* of several years."""
    if not ISO_DATE.fullmatch(session.night):
        session.night = f"{sheet} {session.night}"


# --- the headings ------------------------------------------------------------------------------------


def _heads(sheet: LedgerSheet, answers: Mapping[str, str]) -> list[tuple[int, Column]]:
    """Return the rows of headings, each with the column of labels; its meaning may be open."""
    heads: list[tuple[int, Column]] = []
    for number, row in enumerate(sheet.rows):
        label = _known_label(row)
        headings = [cell for cell in row if text_of(cell)]
        if label is not None and len(headings) > 1:
            heads.append((number, label))
    if heads:
        return heads
    for number, row in enumerate(sheet.rows[:_ROWS_BEFORE]):
        label = _label_below(sheet, number, row, answers)
        if label is not None:
            return [(number, label)]
    return []


def _known_label(row: Sequence[Any]) -> Column | None:
    """Return the column whose heading is a word for names or nights; None for both, or neither."""
    labels: dict[str, Column] = {}
    for index, cell in enumerate(row):
        heading = text_of(cell)
        known = LEDGER_COLUMN_OF.get(letters_of(heading))
        if known is not None and isinstance(cell, str) and not _has_digit(heading):
            labels.setdefault(known.value, Column(index, heading, known.value))
    if NIGHT in labels and NAME in labels:
        return None
    return labels.get(NIGHT) or labels.get(NAME)


def _label_below(
    sheet: LedgerSheet, number: int, row: Sequence[Any], answers: Mapping[str, str]
) -> Column | None:
    """Return the column of labels of a row of headings without a known word.

    The labels stand left of the amounts in the next row. None if there are no such amounts.
    """
    headings = {index for index, cell in enumerate(row) if _is_heading(cell)}
    below = next((cells for cells in sheet.rows[number + 1 :] if any(map(text_of, cells))), [])
    filled = [index for index, cell in enumerate(below) if text_of(cell)]
    amounts = [index for index in filled[1:] if amount_or_none(below[index]) is not None]
    if len(headings.intersection(amounts)) < 2:
        return None
    index = filled[0]
    heading = text_of(_cell(row, index))
    answer = answer_for(index, heading, answers)
    if answer == SKIP or letters_of(heading) == _OWN_SUMS:
        return None
    if answer in (NIGHT, NAME):
        return Column(index, heading, answer)
    labels = [_cell(cells, index) for cells in sheet.rows[number + 1 :]]
    if _are_mostly_dates(labels) or ROLE_OF.get(letters_of(heading)) in _NIGHTLY:
        return Column(index, heading, NIGHT)
    dates_above = [_is_date(row[other]) for other in headings - {index}]
    return Column(index, heading, NAME if all(dates_above) else "")


def _grid(
    sheet: LedgerSheet, head: int, end: int, label: Column, answers: Mapping[str, str]
) -> Grid | None:
    """Return the grid below some headings, None where the amounts are no nets."""
    labels = [_cell(row, label.index) for row in sheet.rows[head + 1 : end]]
    if label.meaning == NAME and _are_mostly_dates(labels):
        label = replace(label, meaning=NIGHT)
    meanings = [label.meaning] if label.meaning else [NIGHT, NAME]
    grids: list[Grid] = []
    for meaning in meanings:
        grid = _with_columns(sheet, head, end, replace(label, meaning=meaning), answers)
        if _holds_nets(grid, answers):
            grids.append(grid)
    if not label.meaning:
        balanced = [grid for grid in grids if _is_balanced(_nets(grid))]
        is_named = bool(letters_of(label.heading))  # by a word that is not known
        grids = balanced if balanced or is_named else grids
    if len(grids) > 1:
        raise _which_way(grids)
    return grids[0] if grids else None


def _with_columns(
    sheet: LedgerSheet, head: int, end: int, label: Column, answers: Mapping[str, str]
) -> Grid:
    """Return the grid of some labels with its columns: those of nets, and all others."""
    row = sheet.rows[head]
    rows_below = sheet.rows[head + 1 : end]
    headings = [cell for index, cell in enumerate(row) if index != label.index and text_of(cell)]
    needs_date = label.meaning == NAME and _are_mostly_dates(headings)
    columns: list[Column] = []
    others: list[Column] = []
    for index in range(max(map(len, sheet.rows[head:end]))):
        cells = [_cell(cells, index) for cells in rows_below]
        if index == label.index or not any(map(text_of, cells)):
            continue
        heading = _cell(row, index)
        meaning = answer_for(index, text_of(heading), answers)
        if not meaning and _may_be_nets(heading, cells):
            meaning = NETS if _is_date(heading) or not needs_date else ""
        column = Column(index, text_of(heading), meaning)
        (columns if meaning == NETS else others).append(column)
    return Grid(sheet, head, end, label, tuple(columns), tuple(others))


def _may_be_nets(heading: Any, cells: Sequence[Any]) -> bool:
    """Tell whether a column can be that of a player or a night."""
    text = text_of(heading)
    if not text or has_word_of_totals(text):
        return False
    letters = letters_of(text)
    is_known = letters in LEDGER_COLUMN_OF or ROLE_OF.get(letters) in _NIGHTLY
    if is_known and not _has_digit(text):
        return False
    return any(amount_or_none(cell) is not None for cell in cells)


# --- the nets ----------------------------------------------------------------------------------------


def _lines_of_grid(grid: Grid) -> Iterator[Line]:
    """Yield a line for each net of a grid, and for each row or cell that is not counted."""
    sums = dict.fromkeys(grid.columns, Decimal(0))
    labels = [grid.cell(row, grid.label) for row in grid.filled_rows()]
    needs_date = grid.rows_are_nights and _are_mostly_dates(labels)
    for row in grid.filled_rows():
        cells = [*grid.sheet.rows[row]]
        text = " | ".join(map(text_of, cells))
        reason = _reason_not_counted(grid, row, sums, needs_date=needs_date)
        if reason:
            yield Line(row, text, None, reason)
            continue
        for column in grid.columns:
            net = _net_or_reason(grid, row, column)
            if isinstance(net, str):
                yield Line(row, text, None, net)
            elif net is not None:
                sums[column] += net.amount
                session = Session(net.night, "", net.name, "", "", None, None, net.amount)
                yield Line(row, text, session)


def _reason_not_counted(
    grid: Grid, row: int, sums: Mapping[Column, Decimal], *, needs_date: bool
) -> str:
    """Return why a row is not counted, an empty text for one that is."""
    label = grid.label_of(row)
    place = grid.address(row, grid.label)
    if has_word_of_totals(label):
        return f"{SUMS}: {place}"
    amounts = [amount_or_none(grid.cell(row, column)) for column in grid.columns]
    if not any(text_of(grid.cell(row, column)) for column in grid.columns):
        return f"has no amounts, and is not counted: {place}"
    if not label:
        if all(
            amount == sums[column] for column, amount in zip(grid.columns, amounts, strict=True)
        ):
            return f"{SUMS}: {place}"
        return f"is not counted: {place} names no {'night' if grid.rows_are_nights else 'player'}"
    if needs_date and not _is_date(grid.cell(row, grid.label)):
        return f"is not counted: {place} is no date"
    return ""


def _net_or_reason(grid: Grid, row: int, column: Column) -> _Net | str | None:
    """Return the net in a cell, the reason why it is none, None for a blank cell."""
    try:
        amount = amount_of(grid.cell(row, column))
    except NotReadError as error:
        return f"is not counted: {grid.address(row, column)}, {column.title}: {error}"
    if amount is None:
        return None
    label = grid.label_of(row)
    if not grid.rows_are_nights:
        return _Net(row, column, _night(column.title, ""), label, amount)
    return _Net(row, column, _night(label, grid.label.heading), column.title, amount)


def _night(text: str, heading: str) -> str:
    """Return the name of a night; a number stands behind the heading: *Session 3*."""
    return f"{heading.strip('#') or 'Night'} {text}" if text.isdecimal() else text


def _nets(grid: Grid) -> list[_Net]:
    """Return the nets of the rows of a grid that are counted."""
    counted = {line.number for line in _lines_of_grid(grid) if line.session is not None}
    nets = [_net_or_reason(grid, row, column) for row in counted for column in grid.columns]
    return [net for net in nets if isinstance(net, _Net)]


def _by_night(nets: Sequence[_Net]) -> dict[str, list[Decimal]]:
    amounts: dict[str, list[Decimal]] = {}
    for net in nets:
        amounts.setdefault(net.night, []).append(net.amount)
    return amounts


def _is_balanced(nets: Sequence[_Net]) -> bool:
    """Tell whether each night sums to zero."""
    return not any(map(sum, _by_night(nets).values()))


def _holds_nets(grid: Grid, answers: Mapping[str, str]) -> bool:
    """Tell whether amounts can be nets: most nights sum to zero, or have winners and losers."""
    nets = _nets(grid)
    if len({net.name for net in nets}) < 2 or not any(net.amount for net in nets):
        return False
    if NETS in answers.values():
        return True
    nights = [amounts for amounts in _by_night(nets).values() if any(amounts)]
    balanced = [amounts for amounts in nights if not sum(amounts)]
    mixed = [amounts for amounts in nights if min(amounts) < 0 < max(amounts)]
    return 2 * len(balanced) >= len(nights) or 2 * len(mixed) > len(nights)


# --- what is asked and said --------------------------------------------------------------------------


def _which_way(grids: Sequence[Grid]) -> QuestionError:
    """Return the question whether the rows are nights or players."""
    grid = grids[0]
    letters = column_letters(grid.label.index)
    cell = grid.address(grid.head + 1, grid.label)
    answers = [
        Answer(letters, NIGHT, "a row is a night, a column a player", _first_nets(grids[0])),
        Answer(letters, NAME, "a row is a player, a column a night", _first_nets(grids[1])),
    ]
    return question(f"{cell}: does column {letters} name nights or players?", answers)


def _first_nets(grid: Grid) -> str:
    """Return the nets of the first night in words."""
    nets = _nets(grid)
    night = nets[0].night
    texts = [f"{net.name} {net.amount}" for net in nets if net.night == night]
    return f"{night}: {', '.join(texts[:4])}"


def _ask_about_columns(grid: Grid, answers: Mapping[str, str]) -> None:
    """Raise `QuestionError` for a column without which each night sums to zero."""
    nets = _nets(grid)
    if _is_balanced(nets) or len(grid.columns) < 3:
        return
    for column in grid.columns:
        others = [net for net in nets if net.column != column]
        is_answered = bool(answer_for(column.index, column.heading, answers))
        if is_answered or not _is_balanced(others) or _has_unread_cells(grid, column):
            continue
        of_column = [net for net in nets if net.column == column]
        is_night_with_losers = not grid.rows_are_nights and min(of_column, key=_amount).amount < 0
        if not is_night_with_losers:
            raise _which_column(grid, of_column[0])


def _amount(net: _Net) -> Decimal:
    return net.amount


def _has_unread_cells(grid: Grid, column: Column) -> bool:
    return any(isinstance(_net_or_reason(grid, row, column), str) for row in grid.filled_rows())


def _which_column(grid: Grid, first: _Net) -> QuestionError:
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
    headings = [other.heading for other in (*grid.columns, *grid.others)]
    return headings.count(column.heading) == 1


def _unread_columns(grid: Grid) -> Iterator[Line]:
    """Yield a line for each column that is not read."""
    for column in grid.others:
        place = grid.address(grid.head, column)
        is_sum = has_word_of_totals(column.heading)
        kind = "of sums, which is not counted" if is_sum else "that is not read"
        yield Line(grid.head, column.title, None, f"is a column {kind}: {place}")


# --- cells -------------------------------------------------------------------------------------------


def _cell(row: Sequence[Any], index: int) -> Any:
    return row[index] if index < len(row) else None


def _has_digit(text: str) -> bool:
    return any(character.isdecimal() for character in text)


def _is_heading(cell: Any) -> bool:
    """Tell whether a cell can be a heading: a text that is no amount, or a date."""
    if isinstance(cell, str):
        return bool(cell.strip()) and amount_or_none(cell) is None
    return isinstance(cell, date)


def _is_date(cell: Any) -> bool:
    """Tell whether a cell holds a date, also as a text.

    >>> [_is_date(cell) for cell in ("5.3.2024", "March 5", "2024-03-05", "12.50", "Anna")]
    [True, True, True, False, False]
    """
    if isinstance(cell, str):
        return _DATE.fullmatch(cell.strip()) is not None
    return isinstance(cell, date)


def _are_mostly_dates(cells: Sequence[Any]) -> bool:
    """Tell whether more than half of the cells that are not blank are dates."""
    filled = [cell for cell in cells if text_of(cell) and not has_word_of_totals(text_of(cell))]
    dates = [cell for cell in filled if _is_date(cell)]
    return 2 * len(dates) > len(filled)
