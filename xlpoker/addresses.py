"""Addresses of cells as people write them; rows and columns count from 0."""

from __future__ import annotations

__all__ = ["MOST_COLUMNS", "MOST_ROWS", "a1", "column_letters", "column_number", "unquoted"]

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384


def column_letters(column: int) -> str:
    """Return the letters of a column counted from 0.

    >>> column_letters(0), column_letters(25), column_letters(26), column_letters(16383)
    ('A', 'Z', 'AA', 'XFD')
    """
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(65 + letter) + letters
    return letters


def column_number(letters: str) -> int:
    """Return the column of its letters, counted from 0.

    >>> column_number("A"), column_number("xfd")
    (0, 16383)
    """
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def a1(row: int, column: int) -> str:
    """Return the address of a cell counted from 0.

    >>> a1(2, 4)
    'E3'
    """
    return f"{column_letters(column)}{row + 1}"


def unquoted(sheet: str) -> str:
    """Return the name of a sheet as references have it without its quotes.

    >>> unquoted("'Tom''s hands'"), unquoted("Hands")
    ("Tom's hands", 'Hands')
    """
    return sheet[1:-1].replace("''", "'") if sheet.startswith("'") else sheet
