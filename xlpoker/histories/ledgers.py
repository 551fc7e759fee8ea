"""Ledgers kept by hand: a row for each player of a night.

    Name | Buy-in | Rebuy | Cash-out        Date       | Name | Net
    Anna | 20     | 20    | 55              2024-03-05 | Anna | 15
    Ben  | $20    |       | 5               2024-03-05 | Ben  | (15)

The headings say what a column holds. A night is a sheet, a table below a title, or a value of the
column *Date*. A row that cannot be read is an entry that is refused, with its cell.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

from xlpoker.addresses import column_letters
from xlpoker.errors import BookError, CardError, OptionError, QuestionError, nearest, quoted
from xlpoker.evaluator.cards import parse_cards
from xlpoker.histories.amounts import amount_of, amount_or_none
from xlpoker.histories.ledger_grid_questions import ask_about_columns
from xlpoker.histories.ledger_grids import grids_of
from xlpoker.histories.ledger_nets import Grid, lines_by_grid
from xlpoker.histories.ledger_questions import (
    ask_about_amounts,
    ask_about_counts,
    check_tables,
    has_both_sides,
    one_side,
)
from xlpoker.histories.ledger_sums import Part, reasons_not_to_count
from xlpoker.histories.ledger_tables import (
    AMOUNTS,
    COUNT,
    ISO_DATE,
    MEANINGS,
    MONEY,
    SKIP,
    SUMS,
    Answers,
    Column,
    LedgerSheet,
    Line,
    Row,
    Table,
    all_rows,
    columns_of,
    has_word_of_totals,
    nights_of,
    text_of,
)
from xlpoker.histories.model import NotReadError, Reader
from xlpoker.histories.pokernow import Session
from xlpoker.layout.words import LedgerColumn

__all__ = [
    "READER",
    "LedgerSheet",
    "entries_of",
    "headings_of",
    "headings_of_text",
    "is_ledger",
    "sheet_of_text",
]

_STAKES = (LedgerColumn.BUY_IN, LedgerColumn.REBUY)
_SEPARATORS = (",", ";", "\t", "|")
_LONGEST = 1 << 14  # characters of a line
_OTHER_HEADINGS = "heads rows that are no part of the ledger, and are not read"
_ROWS_BEFORE = 50  # rows among which the first headings stand


class _Record(NamedTuple):
    """A row with its session, or with the reason why it is none."""

    row: Row
    session: Session | None
    reason: str = ""
    is_bad: bool = False


def is_ledger(sheets: Sequence[LedgerSheet], answers: Answers | None = None) -> bool:
    """Tell whether sheets hold a ledger: its headings, amounts below them, and no cards.

    >>> is_ledger([LedgerSheet("Friday", [["Name", "Net"], ["Anna", 5], ["Ben", -5]])])
    True
    >>> is_ledger([LedgerSheet("Deals", [["Player", "Hand", "Result"], ["Anna", "5H 6S", 5]])])
    False
    """
    meanings = _in_small_letters(answers or {})
    has_amount = False
    rows = all_rows(sheets, meanings)
    for row in rows:
        for column in row.table.columns:
            cell = row.cell(column)
            is_name = column.meaning == LedgerColumn.NAME.value
            if not is_name and _is_card(cell):
                return False
            if column.meaning in {money.value for money in MONEY}:
                has_amount |= amount_or_none(cell) is not None
    return has_amount or _has_grid(_sheets_without(rows, sheets), meanings)


def _has_grid(sheets: Sequence[LedgerSheet], meanings: Answers) -> bool:
    """Tell whether a sheet has a column for each player or night, and no cards below the headings."""
    try:
        grids = grids_of(sheets, meanings)
    except QuestionError:  # whether the rows are nights is asked when they are read
        return not any(map(_has_cards, sheets))
    return bool(grids) and not any(_has_cards(grid.sheet) for grid in grids)


def _has_cards(sheet: LedgerSheet) -> bool:
    return any(_is_card(cell) for row in sheet.rows for cell in row)


def _is_card(cell: Any) -> bool:
    """Tell whether a cell holds cards as a text."""
    if not isinstance(cell, str):
        return False
    try:
        return bool(parse_cards(cell))
    except CardError:
        return False


def _sheets_without(rows: Sequence[Row], sheets: Sequence[LedgerSheet]) -> list[LedgerSheet]:
    """Return the sheets that have none of the rows."""
    with_rows = {id(row.table.sheet) for row in rows}
    return [sheet for sheet in sheets if id(sheet) not in with_rows]


def entries_of(
    sheets: Sequence[LedgerSheet], answers: Answers | None = None
) -> Iterator[tuple[int, str, Callable[[], Session]]]:
    """Yield the rows of a ledger, each with its number and its text, as `Reader` has them.

    `answers` are meanings of columns, one of `MEANINGS`, by heading or letter.

    Raises `QuestionError` where the meaning of a column is open, `OptionError` for a wrong answer.

    >>> rows = [["Name", "Buy-in", "Cash-out"], ["Anna", 20, "25,50"], ["Total", 20, 25.5]]
    >>> entries = list(entries_of([LedgerSheet("Friday", rows)]))
    >>> entries[0][2]().net
    Decimal('5.50')
    >>> entries[1][2]()
    Traceback (most recent call last):
    xlpoker.histories.model.NotReadError: is a row of sums, which is not counted: Friday!A3
    """
    known = _checked(answers or {})
    rows = all_rows(sheets, known)
    check_tables(rows)
    sheets_without_tables = _sheets_without(rows, sheets)
    grids = grids_of(sheets_without_tables, known)
    grids = [grid for grid in grids if not _has_cards(grid.sheet)]
    lines = _lines_that_count(_records(rows), grids)
    for grid in grids:
        ask_about_columns(grid, known)
    lines += _unread_sheets(sheets_without_tables, grids)
    sessions = [line.session for line in lines if line.session is not None]
    _place_nights(sessions)
    _note_imbalances(sessions)
    for line in lines:
        yield line.number + 1, line.text, partial(_session_or_error, line)


def _unread_sheets(sheets: Sequence[LedgerSheet], grids: Sequence[Grid]) -> Iterator[Line]:
    """Yield a line for each sheet with amounts, of those without tables, that holds no grid either."""
    reason = "is a sheet without headings of a ledger, and is not read"
    with_grids = {grid.sheet.name for grid in grids}
    for sheet in sheets:
        if sheet.name in with_grids:
            continue
        if any(_is_number(cell) for row in sheet.rows for cell in row):
            yield Line(0, sheet.name, None, reason)


def _is_number(cell: Any) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _session_or_error(line: Line) -> Session:
    if line.session is None:
        raise NotReadError(line.reason)
    return line.session


def headings_of(sheets: Sequence[LedgerSheet], answers: Answers | None = None) -> list[str]:
    """Return the headings and the letters of the columns by which answers can name them.

    >>> headings_of([LedgerSheet("", [["Name", "Net"], ["Anna", 5], ["Ben", -5]])])
    ['Name', 'A', 'Net', 'B', 'C']
    """
    meanings = _in_small_letters(answers or {})
    rows = all_rows(sheets, meanings)
    columns: list[Column] = []
    for row in rows:
        columns += row.table.columns
    for grid in grids_of(_sheets_without(rows, sheets), meanings):
        columns += [grid.label, *grid.columns, *grid.unread]
    keys: list[str] = []
    for column in columns:
        keys += [column.heading, column_letters(column.index)]
    return [key for key in dict.fromkeys(keys) if key]


def _records(rows: Sequence[Row]) -> list[_Record]:
    """Return a record for each row below headings."""
    nights = nights_of(rows)
    records = [_record(row, nights[number]) for number, row in enumerate(rows)]
    _mark_unnamed_sums(records)
    return records


def _lines_that_count(records: Sequence[_Record], grids: Sequence[Grid]) -> list[Line]:
    """Return the lines of tables and grids; one line for a part whose sessions are counted elsewhere.

    Raises `QuestionError` where the meaning of a column is open.
    """
    tables = _parts_of_tables(records)
    lines_of_grids = lines_by_grid(grids)
    parts_of_grids = [_part_of_grid(*pair) for pair in zip(grids, lines_of_grids, strict=True)]
    reasons = reasons_not_to_count([*tables.values(), *parts_of_grids])
    counted = [record for record in records if tables[_place(record.row.table)] not in reasons]
    _check_open_columns(counted)
    lines = [Line(part.row, part.headings, None, reason) for part, reason in reasons.items()]
    lines += _unread_columns([record.row for record in counted])
    lines += map(_line_of, counted)
    for part, lines_of_grid in zip(parts_of_grids, lines_of_grids, strict=True):
        if part not in reasons:
            lines += lines_of_grid
    return lines


def _place(table: Table) -> tuple[str, int]:
    """Return the sheet of a table and the row of its headings, which no other table has."""
    return table.sheet.name, table.head


def _parts_of_tables(records: Sequence[_Record]) -> dict[tuple[str, int], Part]:
    """Return each table with the sessions of its rows."""
    parts: dict[tuple[str, int], Part] = {}
    for record in records:
        table = record.row.table
        part = parts.get(_place(table))
        if part is None:
            headings = " | ".join(column.heading for column in table.columns if column.heading)
            cell = table.sheet.address(table.head, 0)
            states_nights = bool(table.of(LedgerColumn.NIGHT.value))
            part = Part(headings, table.head, cell, states_nights=states_nights)
            parts[_place(table)] = part
        if record.session is not None:
            part.sessions.append(record.session)
    return parts


def _part_of_grid(grid: Grid, lines: Sequence[Line]) -> Part:
    """Return a grid with the sessions of its lines."""
    headings = " | ".join(filter(None, map(text_of, grid.section.headings)))
    head = grid.section.head
    part = Part(headings, head, grid.address(head, grid.label), states_nights=True)
    part.sessions += [line.session for line in lines if line.session is not None]
    return part


def _line_of(record: _Record) -> Line:
    row = record.row
    sheet = row.table.sheet
    reason = record.reason
    if reason and not record.is_bad and sheet.name:
        reason += f": {sheet.address(row.number, 0)}"
    return Line(row.number, row.text, record.session, reason)


def _in_small_letters(answers: Answers) -> dict[str, str]:
    return {key.casefold(): meaning for key, meaning in answers.items()}


def _checked(answers: Answers) -> dict[str, str]:
    """Return answers with their keys in small letters; raise `OptionError` for a wrong meaning."""
    for key, meaning in answers.items():
        if meaning not in MEANINGS:
            raise OptionError(
                f"{quoted(meaning)} for column {quoted(key)} is no meaning of a column; "
                f"{nearest(meaning, MEANINGS)}"
            )
    return _in_small_letters(answers)


def _record(row: Row, night: str) -> _Record:
    """Return the session of a row, or why it is none."""
    if row.ends_table:
        return _Record(row, None, _OTHER_HEADINGS)
    name = row.name
    if has_word_of_totals(name):
        return _Record(row, None, SUMS)
    try:
        amounts = _amounts(row)
    except NotReadError as error:
        return _Record(row, None, f"is not counted: {error}", is_bad=True)
    if not amounts:
        return _Record(row, None, "has no amounts, and is not counted")
    session = _session(night, name, amounts)
    if not name:
        (column, *_) = row.table.of(LedgerColumn.NAME.value)
        reason = f"is not counted: {row.address(column)} names no player"
        return _Record(row, session, reason, is_bad=True)
    return _Record(row, session)


def _amounts(row: Row) -> dict[str, Decimal]:
    """Return the amounts of a row by meaning; blank cells count nothing.

    Raise `NotReadError`, with the cell, for a text that is no amount, and for negative chips.
    """
    amounts: dict[str, Decimal] = {}
    counts = Decimal(0)
    for column in row.table.of(*AMOUNTS, COUNT):
        cell = f"{row.address(column)}, {column.title}"
        try:
            amount = amount_of(row.cell(column))
        except NotReadError as error:
            raise NotReadError(f"{cell}: {error}") from None
        if amount is None:
            continue
        if amount < 0 and column.meaning != LedgerColumn.NET.value:
            raise NotReadError(f"{cell}: {quoted(text_of(row.cell(column)))} is negative")
        meaning = column.meaning
        if meaning == COUNT:
            counts += amount
        else:
            amounts[meaning] = amounts.get(meaning, Decimal(0)) + amount
    stakes = [amounts.pop(part.value) for part in _STAKES if part.value in amounts]
    if stakes or counts:
        buy_in = sum(stakes[:1], Decimal(0))
        amounts[LedgerColumn.BUY_IN.value] = sum(stakes, Decimal(0)) + counts * buy_in
    return amounts


def _session(night: str, name: str, amounts: Mapping[str, Decimal]) -> Session:
    """Return the session of some amounts.

    A stated net counts; one that does not fit is noted.
    """
    bought, cashed, net = (amounts.get(money.value) for money in MONEY)
    if net is None or (bought is not None and cashed is not None):
        bought = bought or Decimal(0)
        cashed = cashed or Decimal(0)
    elif bought is not None:
        cashed = bought + net
    elif cashed is not None:
        bought = cashed - net
    session = Session(night, "", name, "", "", bought, cashed, Decimal(0) if net is None else net)
    if bought is None or cashed is None:
        return session
    computed = cashed - bought
    if net is None:
        session.net = computed
    elif net != computed:
        session.notes.append(f"{name}: the net is {net:,.2f}, cash-out less buy-in {computed:,.2f}")
    return session


def _mark_unnamed_sums(records: list[_Record]) -> None:
    """Give rows without a name that hold the sums of the rows above them the reason of such rows."""
    above: list[Session] = []
    table: Table | None = None
    for index, (row, session, _, is_bad) in enumerate(records):
        if row.table is not table:
            table = row.table
            above = []
        if session is None:
            continue
        if not is_bad:
            above.append(session)
            continue
        if session.net == sum(other.net for other in above) and len(above) > 1:
            records[index] = _Record(row, None, SUMS)
        else:
            records[index] = _Record(row, None, records[index].reason, is_bad=True)


def _check_open_columns(records: Sequence[_Record]) -> None:
    """Raise `QuestionError` for a column of amounts without a known heading.

    Nothing is asked where each night sums to zero without it. Raise `BookError` for a table with
    one side of the money and no other column.
    """
    counted = [record.row for record in records if record.session is not None]
    for record in records:
        if has_both_sides(record.row.table):
            continue
        ask_about_amounts(record.row.table, counted)
        raise BookError(one_side(record.row.table))
    sessions = [record.session for record in records if record.session is not None]
    is_balanced = not any(_imbalances(sessions).values())
    if is_balanced and not any(record.is_bad for record in records):
        return
    tables: list[Table] = []
    for record in records:
        if record.row.table not in tables:
            tables.append(record.row.table)
    for table in tables:
        ask_about_counts(table, counted)
        ask_about_amounts(table, counted)


def _imbalances(sessions: Sequence[Session]) -> dict[str, Decimal]:
    """Return the sum of the nets of each night."""
    sums: dict[str, Decimal] = {}
    for session in sessions:
        sums[session.night] = sums.get(session.night, Decimal(0)) + session.net
    return sums


def _place_nights(sessions: Sequence[Session]) -> None:
    """Set the order of the nights as they stand in the ledger, unless all are dates, which sort themselves."""
    places = {night: place for place, night in enumerate(_imbalances(sessions), start=1)}
    if all(map(ISO_DATE.fullmatch, places)):
        return
    for session in sessions:
        session.place = places[session.night]


def _note_imbalances(sessions: Sequence[Session]) -> None:
    """Note at the last session of each night by how much the nights do not sum to zero."""
    sums = _imbalances(sessions)
    last = {session.night: session for session in sessions}
    for night, total in sums.items():
        if total:
            last[night].notes.append(_imbalance(total, sessions, night))


def _imbalance(total: Decimal, sessions: Sequence[Session], night: str) -> str:
    """Return the words for a night whose nets add up to `total`."""
    bought = Decimal(0)
    cashed = Decimal(0)
    for session in sessions:
        if session.night == night:
            bought += session.bought or 0
            cashed += session.cashed or 0
    if cashed - bought != total:
        return f"the nets add up to {total:,.2f}, not to 0"
    direction = "less" if total < 0 else "more"
    return f"the cash-outs are {abs(total):,.2f} {direction} than the buy-ins"


def _unread_columns(rows: Sequence[Row]) -> Iterator[Line]:
    """Yield a line for each heading whose columns are not read."""
    named: set[str] = set()
    for row in rows:
        for column in row.table.of("", SKIP):
            if column.title in named or not text_of(row.cell(column)):
                continue
            named.add(column.title)
            head = row.table.head
            cell = row.table.sheet.address(head, column.index)
            yield Line(head, column.title, None, f"is a column that is not read: {cell}")


def sheet_of_text(
    text: str, answers: Answers | None = None, most: int | None = None
) -> LedgerSheet:
    """Return the rows of a .csv, by the separator with which its headings are those of a ledger."""
    meanings = _in_small_letters(answers or {})
    lines = [line[:_LONGEST] for line in text.removeprefix("\ufeff").splitlines()[:most]]
    for separator in _SEPARATORS:
        try:
            rows = [
                [cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator)
            ]
        except csv.Error:
            continue
        sheet = LedgerSheet("", rows)
        has_headings = any(columns_of(row, meanings) for row in rows[:_ROWS_BEFORE])
        if has_headings or _has_grid([sheet], meanings):
            return sheet
    return LedgerSheet("", [])


def _knows(text: str, answers: Answers | None = None) -> bool:
    """Tell whether a text is a ledger, by its first lines."""
    sheet = sheet_of_text(text, answers, 2 * _ROWS_BEFORE)
    return is_ledger([sheet], answers)


def headings_of_text(text: str, answers: Answers) -> list[str]:
    """Return what `headings_of` does for a .csv."""
    return headings_of([sheet_of_text(text, answers)], answers)


def _entries_of_text(
    text: str, answers: Answers | None = None
) -> Iterator[tuple[int, str, Callable[[], Session]]]:
    return entries_of([sheet_of_text(text, answers)], answers)


READER = Reader((".csv",), _knows, _entries_of_text, takes_columns=True)
