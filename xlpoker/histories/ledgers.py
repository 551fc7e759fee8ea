"""Ledgers kept by hand: a row for each player of a night.

    Name | Buy-in | Rebuy | Cash-out        Date       | Name | Net
    Anna | 20     | 20    | 55              2024-03-05 | Anna | 15
    Ben  | $20    |       | 5               2024-03-05 | Ben  | (15)

The headings say what a column holds. A night is a sheet, a table below a title, or a value of the
column *Date*. A row that cannot be read is an entry that is refused, with its cell.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import NamedTuple, NoReturn

from xlpoker.errors import BookError, CardError, OptionError, nearest, quoted
from xlpoker.evaluator.cards import parse_cards
from xlpoker.histories.amounts import amount_of
from xlpoker.histories.ledger_questions import (
    AMOUNTS,
    amount_or_none,
    ask_about_amounts,
    ask_about_counts,
    check_tables,
    has_both_sides,
    one_side,
)
from xlpoker.histories.ledger_tables import (
    COUNT,
    ISO_DATE,
    MEANINGS,
    MONEY,
    SKIP,
    LedgerSheet,
    Row,
    Table,
    all_rows,
    columns_of,
    nights_of,
    text_of,
)
from xlpoker.histories.model import NotReadError, Reader, refused
from xlpoker.histories.pokernow import Session
from xlpoker.layout.words import TOTALS, LedgerColumn

__all__ = ["READER", "LedgerSheet", "entries_of", "is_ledger"]

_STAKES = (LedgerColumn.BUY_IN, LedgerColumn.REBUY)
_SUMS = "is a row of sums, which is not counted"
_SEPARATORS = (",", ";", "\t", "|")
_LONGEST = 1 << 14  # characters of a line
_ROWS_BEFORE = 50  # rows among which the first headings stand


class _Record(NamedTuple):
    """A row with its session, or with the reason why it is none."""

    row: Row
    session: Session | None
    reason: str = ""
    is_bad: bool = False


def is_ledger(sheets: Sequence[LedgerSheet], answers: Mapping[str, str] | None = None) -> bool:
    """Tell whether sheets hold a ledger: its headings, amounts below them, and no cards.

    >>> is_ledger([LedgerSheet("Friday", [["Name", "Net"], ["Anna", 5], ["Ben", -5]])])
    True
    >>> is_ledger([LedgerSheet("Deals", [["Player", "Hand", "Result"], ["Anna", "5H 6S", 5]])])
    False
    """
    has_amount = False
    for row in all_rows(sheets, answers or {}):
        for column in row.table.columns:
            cell = row.cell(column)
            is_name = column.meaning == LedgerColumn.NAME.value
            if isinstance(cell, str) and not is_name and _is_card(cell):
                return False
            if column.meaning in {money.value for money in MONEY}:
                has_amount |= amount_or_none(cell) is not None
    return has_amount


def _is_card(text: str) -> bool:
    try:
        return bool(parse_cards(text))
    except CardError:
        return False


def entries_of(
    sheets: Sequence[LedgerSheet], answers: Mapping[str, str] | None = None
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
    nights = nights_of(rows)
    records = [_record(row, nights[number]) for number, row in enumerate(rows)]
    _mark_unnamed_sums(records)
    _check_open_columns(records)
    _place_nights(records)
    _note_imbalances(records)
    yield from _unread_columns(rows)
    for record in records:
        number = record.row.number + 1
        yield number, record.row.text, partial(_session_or_error, record)


def _session_or_error(record: _Record) -> Session:
    if record.session is None:
        sheet = record.row.table.sheet
        place = f": {sheet.address(record.row.number, 0)}" if sheet.name else ""
        raise NotReadError(record.reason if record.is_bad else f"{record.reason}{place}")
    return record.session


def _checked(answers: Mapping[str, str]) -> dict[str, str]:
    """Return answers with their keys in small letters; raise `OptionError` for a wrong meaning."""
    for key, meaning in answers.items():
        if meaning not in MEANINGS:
            raise OptionError(
                f"{quoted(meaning)} for column {quoted(key)} is no meaning of a column; "
                f"{nearest(meaning, MEANINGS)}"
            )
    return {key.casefold(): meaning for key, meaning in answers.items()}


def _record(row: Row, night: str) -> _Record:
    """Return the session of a row, or why it is none."""
    name = row.name
    if TOTALS & set(re.findall(r"[^\W\d_]+", name.casefold())):
        return _Record(row, None, _SUMS)
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
            records[index] = _Record(row, None, _SUMS)
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
    is_balanced = not any(_imbalances(records).values())
    if is_balanced and not any(record.is_bad for record in records):
        return
    tables: list[Table] = []
    for record in records:
        if record.row.table not in tables:
            tables.append(record.row.table)
    for table in tables:
        ask_about_counts(table, counted)
        ask_about_amounts(table, counted)


def _imbalances(records: Sequence[_Record]) -> dict[str, Decimal]:
    """Return the sum of the nets of each night."""
    sums: dict[str, Decimal] = {}
    for record in records:
        if record.session is not None:
            night = record.session.night
            sums[night] = sums.get(night, Decimal(0)) + record.session.net
    return sums


def _place_nights(records: Sequence[_Record]) -> None:
    """Set the order of the nights as they stand in the ledger, unless all are dates, which sort themselves."""
    nights = list(_imbalances(records))
    if all(ISO_DATE.fullmatch(night) for night in nights):
        return
    for record in records:
        if record.session is not None:
            record.session.place = nights.index(record.session.night) + 1


def _note_imbalances(records: Sequence[_Record]) -> None:
    """Note at the last session of each night by how much the nights do not sum to zero."""
    sums = _imbalances(records)
    last = {record.session.night: record.session for record in records if record.session}
    for night, total in sums.items():
        if total:
            last[night].notes.append(
                _imbalance(total, [record.session for record in records], night)
            )


def _imbalance(total: Decimal, sessions: Sequence[Session | None], night: str) -> str:
    """Return the words for a night whose nets add up to `total`."""
    bought = Decimal(0)
    cashed = Decimal(0)
    for session in sessions:
        if session is not None and session.night == night:
            bought += session.bought or 0
            cashed += session.cashed or 0
    if cashed - bought != total:
        return f"the nets add up to {total:,.2f}, not to 0"
    direction = "less" if total < 0 else "more"
    return f"the cash-outs are {abs(total):,.2f} {direction} than the buy-ins"


def _unread_columns(rows: Sequence[Row]) -> Iterator[tuple[int, str, Callable[[], NoReturn]]]:
    """Yield an entry that is refused for each heading whose columns are not read."""
    named: set[str] = set()
    for row in rows:
        for column in row.table.of("", SKIP):
            if column.title in named or not text_of(row.cell(column)):
                continue
            named.add(column.title)
            head = row.table.head
            cell = row.table.sheet.address(head, column.index)
            yield head + 1, column.title, partial(refused, f"is a column that is not read: {cell}")


def _sheet_of_text(text: str, most: int | None = None) -> LedgerSheet:
    """Return the rows of a .csv, by the separator with which its headings are those of a ledger."""
    lines = [line[:_LONGEST] for line in text.splitlines()[:most]]
    for separator in _SEPARATORS:
        try:
            rows = [
                [cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator)
            ]
        except csv.Error:
            continue
        if any(columns_of(row, {}) for row in rows[:_ROWS_BEFORE]):
            return LedgerSheet("", rows)
    return LedgerSheet("", [])


def _knows(text: str) -> bool:
    """Tell whether a text is a ledger, by its first lines."""
    return is_ledger([_sheet_of_text(text.removeprefix("\ufeff"), 2 * _ROWS_BEFORE)])


def _entries_of_text(
    text: str, answers: Mapping[str, str] | None = None
) -> Iterator[tuple[int, str, Callable[[], Session]]]:
    return entries_of([_sheet_of_text(text.removeprefix("\ufeff"))], answers)


READER = Reader((".csv",), _knows, _entries_of_text, takes_columns=True)
