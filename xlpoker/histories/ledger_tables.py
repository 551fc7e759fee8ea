"""The tables of a ledger: headings, the rows below them, and the night of each row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, NamedTuple, TypeAlias

from xlpoker.addresses import a1, column_letters
from xlpoker.histories.amounts import amount_or_none
from xlpoker.histories.pokernow import Session
from xlpoker.layout.words import LEDGER_COLUMN_OF, TOTALS, LedgerColumn

__all__ = [
    "AMOUNTS",
    "COUNT",
    "ISO_DATE",
    "MEANINGS",
    "MONEY",
    "NETS",
    "SKIP",
    "SUMS",
    "Answers",
    "Column",
    "LedgerSheet",
    "Line",
    "Row",
    "Table",
    "all_rows",
    "answer_for",
    "columns_of",
    "has_word_of_totals",
    "letters_of",
    "nights_of",
    "text_of",
]

Answers: TypeAlias = Mapping[str, str]
"""What columns hold, one of `MEANINGS`, by heading or letter."""
COUNT = "rebuys"
"""What one types for a column that counts rebuys, each as large as the buy-in."""
NETS = "nets"
"""What one types for a column with the nets of the player, or of the night, above it."""
SKIP = "skip"
MEANINGS = (*(column.value for column in LedgerColumn), COUNT, NETS, SKIP)
SUMS = "is a row of sums, which is not counted"
MONEY = (LedgerColumn.BUY_IN, LedgerColumn.CASH_OUT, LedgerColumn.NET)
AMOUNTS = tuple(column.value for column in (*MONEY, LedgerColumn.REBUY))
"""The meanings of columns of money."""
_ONCE = {LedgerColumn.NIGHT.value, LedgerColumn.CASH_OUT.value, LedgerColumn.NET.value}
"""Meanings that one column of a table has, as a rule."""
_LEAST_WORDS = 2
"""The words in place of amounts that are headings; a single one is a mistake."""
ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")


class LedgerSheet(NamedTuple):
    """A sheet: its name, empty for a text file, and its rows of raw cell values."""

    name: str
    rows: Sequence[Sequence[Any]]

    def address(self, row: int, column: int) -> str:
        """Return the address of a cell, with the name of the sheet."""
        cell = a1(row, column)
        return f"{self.name}!{cell}" if self.name else cell


class Line(NamedTuple):
    """A line of a ledger with its session, or with the reason why it is none; the first is 0."""

    number: int
    text: str
    session: Session | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column below a heading; `meaning` is one of `MEANINGS`, an empty text if it is not known."""

    index: int
    heading: str
    meaning: str

    @property
    def title(self) -> str:
        """Return the heading, the letter of a column without one."""
        return self.heading or column_letters(self.index)


@dataclass(frozen=True, slots=True)
class Table:
    """A row of headings; `number` counts the tables of a sheet from 1."""

    sheet: LedgerSheet
    head: int
    columns: tuple[Column, ...]
    number: int

    def of(self, *meanings: str) -> list[Column]:
        """Return the columns of some meanings."""
        return [column for column in self.columns if column.meaning in meanings]


@dataclass(frozen=True, slots=True)
class Row:
    """A row below headings; `title` is the line of text above its night, if there is one.

    With `ends_table` it heads something else, and the rows below it are none of the ledger.
    """

    table: Table
    number: int
    cells: Sequence[Any]
    title: str
    ends_table: bool = False

    def cell(self, column: Column) -> Any:
        """Return the value in a column."""
        return self.cells[column.index] if column.index < len(self.cells) else None

    def address(self, column: Column) -> str:
        """Return the address of the row's cell in a column."""
        return self.table.sheet.address(self.number, column.index)

    @property
    def name(self) -> str:
        """Return the name of the player."""
        columns = self.table.of(LedgerColumn.NAME.value)
        return text_of(self.cell(columns[0]))

    @property
    def text(self) -> str:
        """Return the row as a message quotes it."""
        return " | ".join(text_of(cell) for cell in self.cells)


def text_of(cell: Any) -> str:
    """Return a cell as text, a date without a time as in ISO 8601.

    >>> text_of(datetime(2024, 3, 5)), text_of(20.0), text_of(" Anna "), text_of(None)
    ('2024-03-05', '20', 'Anna', '')
    """
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return " ".join(str(cell).split())


def letters_of(heading: str) -> str:
    """Return the letters of a heading, in small ones.

    >>> letters_of("Buy-in 1 ($)"), letters_of("Cash Out")
    ('buyin', 'cashout')
    """
    return re.sub(r"[\W\d_]+", "", heading).casefold()


def has_word_of_totals(text: str) -> bool:
    """Tell whether a word of a text is one of sums.

    >>> has_word_of_totals("Grand total"), has_word_of_totals("Anna")
    (True, False)
    """
    words = re.findall(r"[^\W\d_]+", text.casefold())
    return not TOTALS.isdisjoint(words)


def answer_for(index: int, heading: str, answers: Answers) -> str:
    """Return the answer about a column, by its heading or letter; an empty text without any."""
    by_heading = answers.get(heading.casefold(), "") if heading else ""
    return by_heading or answers.get(column_letters(index).casefold(), "")


def _meaning(index: int, heading: str, answers: Answers) -> str:
    """Return the meaning of a column: an answer by its heading or letter, else the known word."""
    answer = answer_for(index, heading, answers)
    if answer:
        return answer
    known = LEDGER_COLUMN_OF.get(letters_of(heading)) or _meaning_of_each_word(heading)
    return known.value if known else ""


def _meaning_of_each_word(heading: str) -> LedgerColumn | None:
    """Return the meaning that all words of a heading have: *Session Date*, *Player Name*."""
    meanings = {LEDGER_COLUMN_OF.get(letters_of(word)) for word in heading.split()}
    if len(meanings) != 1:
        return None
    return meanings.pop()


def columns_of(row: Sequence[Any], answers: Answers) -> tuple[Column, ...]:
    """Return the columns of a row of headings, none for another row."""
    columns: list[Column] = []
    for index, cell in enumerate(row):
        if isinstance(cell, str) and cell.strip() and amount_or_none(cell) is None:
            heading = text_of(cell)
            columns.append(Column(index, heading, _meaning(index, heading, answers)))
    meanings = {column.meaning for column in columns}
    has_money = any(column.value in meanings for column in MONEY)
    if LedgerColumn.NAME.value not in meanings or not has_money:
        return ()
    columns = _without_sums_beside(columns)
    headed = {column.index for column in columns}
    unheaded = [index for index in range(max(headed) + 2) if index not in headed]
    columns += [Column(index, "", _meaning(index, "", answers)) for index in unheaded]
    return tuple(columns)


def _without_sums_beside(columns: Sequence[Column]) -> list[Column]:
    """Return columns of which those of a table beside it are skipped: sums by night, without names.

    Date | Name | Buy-in | Cash-out |    | Night | Bought in | Cashed out

    Behind a column without a heading, a night, a cash-out or a net comes again, but no name.
    """
    last_places = {column.meaning: place for place, column in enumerate(columns)}
    last_name = last_places[LedgerColumn.NAME.value]
    meanings_before: set[str] = set()
    for place, column in enumerate(columns):
        is_behind_gap = place > 0 and columns[place - 1].index + 1 < column.index
        if is_behind_gap and last_name < place:
            once_before = meanings_before & _ONCE
            if any(last_places[meaning] >= place for meaning in once_before):
                beside = [replace(other, meaning=SKIP) for other in columns[place:]]
                return [*columns[:place], *beside]
        meanings_before.add(column.meaning)
    return [*columns]


def _rows(sheet: LedgerSheet, answers: Answers) -> Iterator[Row]:
    """Yield the rows below the headings of a sheet, each with the title of its night."""
    table: Table | None = None
    tables = 0
    title = ""
    title_is_used = False
    is_below_blank = True
    for number, cells in enumerate(sheet.rows):
        filled = [cell for cell in cells if text_of(cell)]
        columns = columns_of(cells, answers)
        if not filled:
            is_below_blank = True
            continue
        if columns:
            tables += 1
            table = Table(sheet, number, columns, tables)
            if title_is_used:
                title = ""
        elif len(filled) == 1 and _is_title(
            sheet, number, filled[0], table, is_below_blank, answers
        ):
            title = text_of(filled[0])
            title_is_used = False
        elif table is not None:
            title_is_used = True
            ends_table = is_below_blank and _heads_something_else(table, cells)
            yield Row(table, number, cells, title, ends_table)
            if ends_table:
                table = None
        is_below_blank = False


def _heads_something_else(table: Table, cells: Sequence[Any]) -> bool:
    """Tell whether a row has words instead of amounts, at least two.

    Name | Buy-in | Cash-out
    Anna | 20     | 35

    Night | Anna  | Ben
    Friday | 15   | -15
    """
    words = 0
    for column in table.of(*AMOUNTS, COUNT):
        cell = cells[column.index] if column.index < len(cells) else None
        text = text_of(cell)
        is_formula = text.startswith("=")
        if is_formula or amount_or_none(cell) is not None:
            return False
        if text:
            words += 1
    return words >= _LEAST_WORDS


def _is_title(
    sheet: LedgerSheet,
    number: int,
    cell: Any,
    table: Table | None,
    is_below_blank: bool,
    answers: Answers,
) -> bool:
    """Tell whether the only cell of a row names the night of the rows below it."""
    if isinstance(cell, date):
        return True
    if not isinstance(cell, str):
        return False
    if table is None or is_below_blank or ISO_DATE.fullmatch(cell.strip()):
        return True
    following = sheet.rows[number + 1 : number + 2]
    return bool(following) and bool(columns_of(following[0], answers))


def all_rows(sheets: Sequence[LedgerSheet], answers: Answers) -> list[Row]:
    """Return the rows of all sheets."""
    rows: list[Row] = []
    for sheet in sheets:
        rows += _rows(sheet, answers)
    return rows


def nights_of(rows: Sequence[Row]) -> list[str]:
    """Return the night of each row, an empty text where only the file can name it.

    A blank cell of the column *Date* has the night above it, as in merged cells.
    """
    names = _names_of_groups(dict.fromkeys(_group(row) for row in rows))
    nights: list[str] = []
    last = ""
    for row in rows:
        columns = row.table.of(LedgerColumn.NIGHT.value)
        stated = " ".join(filter(None, (_night_in(row, column) for column in columns)))
        if not columns:
            stated = names[_group(row)]
        last = stated or last
        nights.append(last)
    return nights


def _group(row: Row) -> tuple[str, int, str]:
    """Return what the rows of one night share: sheet, table and title."""
    return row.table.sheet.name, row.table.number, row.title


def _names_of_groups(groups: Collection[tuple[str, int, str]]) -> dict[tuple[str, int, str], str]:
    """Return the night of each group: the sheet if it holds no other, else its title or number."""
    sheets = Counter(sheet for sheet, _, _ in groups)
    numbers: Counter[str] = Counter()
    names: dict[tuple[str, int, str], str] = {}
    times_named: Counter[str] = Counter()
    for group in groups:
        sheet, _, title = group
        numbers[sheet] += 1
        if sheets[sheet] > 1:
            name = title or f"{sheet or 'Night'} {numbers[sheet]}"
        elif len(groups) > 1:
            name = sheet
        else:
            name = title or sheet
        times_named[name] += 1
        names[group] = f"{name} ({times_named[name]})" if times_named[name] > 1 else name
    return names


def _night_in(row: Row, column: Column) -> str:
    """Return the night in a cell; a number stands behind its heading: *Session 3*."""
    cell = row.cell(column)
    text = text_of(cell)
    is_number = isinstance(cell, int | float) or text.isdecimal()
    return f"{column.heading} {text}" if is_number else text
