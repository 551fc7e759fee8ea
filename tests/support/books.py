"""Small workbooks for the tests."""

from pathlib import Path

import openpyxl
import xlsxwriter

ONE = "5H 5C 6S 7S KD".split()
TWO = "2C 3S 8S 8D TD".split()
TIE = "5D 5S 6H 7H KC".split()
LABELS = ["Player 1", None, None, None, None, "Player 2"]
GOOD = [ONE + TWO, TWO + ONE, ONE + TIE]
BAD = [*ONE[:4], "1OH", *TWO]


def book(path: Path, rows, *, sheet="Sheet1", labels=LABELS) -> Path:
    """Write a workbook with labels in row 1 and the rows below."""
    made = openpyxl.Workbook()
    made.active.title = sheet
    for row in [labels] * (labels is not None) + list(rows):
        made.active.append(row)
    made.save(path)
    return path


def shared_book(path: Path, rows, *, labels=LABELS) -> Path:
    """Write a workbook whose texts are shared strings, as spreadsheet programs do; formulas have no value."""
    with xlsxwriter.Workbook(path) as made:
        sheet = made.add_worksheet("Sheet1")
        for number, row in enumerate([labels] * (labels is not None) + list(rows)):
            for column, value in enumerate(row):
                if isinstance(value, str) and value.startswith("="):
                    sheet.write_formula(number, column, value, value="")
                elif value is not None:
                    sheet.write(number, column, value)
    return path


def compound_file(path: Path, stream: str) -> Path:
    """Write a file that begins like an OLE compound file and holds a stream of that name."""
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + stream.encode("utf-16-le") + bytes(512))
    return path


def cells(path: Path, sheet: str | None = None) -> list[tuple]:
    """Return the values of a sheet, row by row."""
    made = openpyxl.load_workbook(path)
    return list((made[sheet] if sheet else made.active).iter_rows(values_only=True))


def trimmed(rows):
    """Return rows without the empty cells and rows at their ends."""
    found = []
    for row in rows:
        values = list(row)
        while values and values[-1] is None:
            values.pop()
        found.append(values)
    while found and not found[-1]:
        found.pop()
    return found
