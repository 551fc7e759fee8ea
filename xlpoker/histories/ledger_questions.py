"""Questions about the columns of a ledger, each with at most three answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from xlpoker.addresses import column_letters
from xlpoker.errors import BookError, Choice, QuestionError
from xlpoker.histories.amounts import amount_or_none, currency_of
from xlpoker.histories.ledger_tables import (
    AMOUNTS,
    COUNT,
    SKIP,
    Column,
    Row,
    Table,
    letters_of,
    text_of,
)
from xlpoker.layout.words import ROLE_OF, LedgerColumn

__all__ = [
    "Answer",
    "ask_about_amounts",
    "ask_about_counts",
    "check_currencies",
    "check_tables",
    "has_both_sides",
    "one_side",
    "question",
]


class Answer(NamedTuple):
    """An answer: the column, by heading or letter, its meaning, this in words, the first row."""

    key: str
    meaning: str
    words: str
    preview: str


def question(cause: str, answers: Sequence[Answer]) -> QuestionError:
    """Return a question about a column."""
    choices: list[Choice] = []
    for key, meaning, words, preview in answers:
        typed = f'--column "{key}={meaning}"'
        choices.append(Choice(words, typed, preview, {"columns": {key: meaning}}))
    lines = [f"{choice.typed}   {choice.words}" for choice in choices]
    return QuestionError([cause, *lines], choices)


def check_currencies(cells: Iterable[tuple[Any, str]]) -> None:
    """Raise `BookError` for amounts in more than one currency; a cell comes with its address."""
    currencies: dict[str, str] = {}
    for value, address in cells:
        currency = currency_of(value)
        if currency:
            currencies.setdefault(currency, address)
    if len(currencies) > 1:
        (first, _), (second, address), *_ = currencies.items()
        raise BookError(f"{address}: amounts in {second} stand beside amounts in {first}")


def check_tables(rows: Sequence[Row]) -> None:
    """Check the headings of each table.

    Raise `QuestionError` for two columns of names or nets, `BookError` where there is only one side
    of the money, or more than one currency.
    """
    cells: list[tuple[Any, str]] = []
    for row in rows:
        for meaning in (LedgerColumn.NAME.value, LedgerColumn.NET.value):
            if len(row.table.of(meaning)) > 1:
                raise _which_column(row, meaning)
        cells += [(row.cell(column), row.address(column)) for column in row.table.of(*AMOUNTS)]
    check_currencies(cells)


def _which_column(row: Row, meaning: str) -> QuestionError:
    """Return the question which of two columns holds the names or the nets."""
    first, second, *_ = row.table.of(meaning)
    cell = row.table.sheet.address(row.table.head, second.index)
    cause = f"{cell}: '{first.title}' and '{second.title}' are both headings of a {meaning}"
    skips = (
        (second, f"{first.title} is the {meaning}"),
        (first, f"{second.title} is the {meaning}"),
    )
    return _question(row, cause, [(column, SKIP, words) for column, words in skips])


def _question(row: Row, cause: str, options: Sequence[tuple[Column, str, str]]) -> QuestionError:
    """Return a question; an option is a column, the meaning that it gets, and this in words."""
    answers: list[Answer] = []
    for column, meaning, words in options:
        heads = [other.heading for other in row.table.columns]
        is_unique = column.heading and heads.count(column.heading) == 1
        key = column.heading if is_unique else column_letters(column.index)
        preview = f"{row.name}: {text_of(row.cell(column))}"
        answers.append(Answer(key, meaning, words, preview))
    return question(cause, answers)


def has_both_sides(table: Table) -> bool:
    """Tell whether a table states nets, or both buy-ins and cash-outs."""
    meanings = {column.meaning for column in table.columns}
    if LedgerColumn.NET.value in meanings:
        return True
    return {LedgerColumn.BUY_IN.value, LedgerColumn.CASH_OUT.value} <= meanings


def one_side(table: Table) -> str:
    """Return the message about a table that states only what was bought, or only what was cashed."""
    is_bought = bool(table.of(LedgerColumn.BUY_IN.value))
    known, missing = ("buy-in", "cash-out") if is_bought else ("cash-out", "buy-in")
    cell = table.sheet.address(table.head, 0)
    return f"{cell}: the headings name a {known}, but neither a {missing} nor a net"


def ask_about_counts(table: Table, rows: Sequence[Row]) -> None:
    """Raise `QuestionError` for rebuys that may be a number of rebuys or an amount."""
    rows_below = [row for row in rows if row.table is table]
    buy_ins = [
        amount_or_none(row.cell(column))
        for row in rows
        for column in table.of(LedgerColumn.BUY_IN.value)
    ]
    least = min((amount for amount in buy_ins if amount), default=Decimal(0))
    for column in table.of(LedgerColumn.REBUY.value):
        for row in rows_below:
            amount = amount_or_none(row.cell(column))
            if amount and amount < least and amount == int(amount):
                cause = (
                    f"{row.address(column)}: is '{column.title}' an amount, or how many there were?"
                )
                options = [
                    (column, LedgerColumn.BUY_IN.value, "an amount"),
                    (column, COUNT, "a number of rebuys, each as large as the buy-in"),
                ]
                raise _question(row, cause, options)


def ask_about_amounts(table: Table, rows: Sequence[Row]) -> None:
    """Raise `QuestionError` for a column of amounts whose heading is not known."""
    rows_below = [row for row in rows if row.table is table]
    for column in table.of(""):
        if letters_of(column.heading) in ROLE_OF:
            continue
        for row in rows_below:
            if amount_or_none(row.cell(column)) is not None:
                cause = f"{row.address(column)}: what does the column '{column.title}' hold?"
                options = [
                    (column, LedgerColumn.BUY_IN.value, "what a player paid in"),
                    (column, LedgerColumn.CASH_OUT.value, "what a player took out"),
                    (column, SKIP, "neither: the column is not read"),
                ]
                raise _question(row, cause, options)
