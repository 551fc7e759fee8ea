"""Small workbooks for the tests."""

import csv
import io
import re
from functools import cache
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import openpyxl
import xlsxwriter

from support.parts import SHEET, parts, zipped
from xlpoker.functions import call

ONE = "5H 5C 6S 7S KD".split()
TWO = "2C 3S 8S 8D TD".split()
TIE = "5D 5S 6H 7H KC".split()
LABELS = ["Player 1", None, None, None, None, "Player 2"]
CARDS = [f"p{player}_card{card}" for player in (1, 2) for card in range(1, 6)]
RESULTS = ["Winner", "Player 1 value", "Player 1 hand", "Player 2 value", "Player 2 hand"]
GOOD = [ONE + TWO, TWO + ONE, ONE + TIE]
BAD = [*ONE[:4], "1OH", *TWO]


PLAIN = re.compile(r"(?![=#\s])[^\x00-\x1f\ufffe\uffff]{1,32767}(?<!\s)")


def book(path: Path, rows, *, sheet="Sheet1", labels=LABELS) -> Path:
    """Write a workbook with labels in row 1 and the rows below."""
    rows = [*[labels] * (labels is not None), *map(list, rows)]
    if any(rows) and all(map(plain, [cell for row in rows for cell in row])):
        path.write_bytes(plain_book(rows, sheet))
        return path
    return sheets(path, {sheet: rows})


def sheets(path, tables):
    """Write a workbook, to a path or a file, with a sheet of rows for each name."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in tables.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    made.save(path)
    return path


def plain(cell) -> bool:
    """Tell whether a cell is blank, a number, or a text without blanks at its ends that is no formula and no error."""
    return (
        cell is None
        or type(cell) in (int, float)
        or (type(cell) is str and PLAIN.fullmatch(cell) is not None)
    )


@cache
def blank_book() -> dict[str, bytes]:
    """Return the parts of the workbook that openpyxl writes with nothing in its only sheet."""
    content = io.BytesIO()
    openpyxl.Workbook().save(content)
    return parts(content.getvalue())


def column_letters(rows) -> list[str]:
    """Return the letters of the columns of a table."""
    return [
        openpyxl.utils.get_column_letter(column) for column in range(1, max(map(len, rows)) + 1)
    ]


def sheet_data(rows) -> str:
    """Return rows of texts, numbers, truth values and blanks as the XML of a sheet."""
    letters = column_letters(rows)
    lines = []
    for number, row in enumerate(rows, 1):
        found = []
        for letter, cell in zip(letters, row, strict=False):
            if isinstance(cell, bool):
                found.append(f'<c r="{letter}{number}" t="b"><v>{cell:d}</v></c>')
            elif cell == "":
                found.append(f'<c r="{letter}{number}" t="inlineStr"/>')
            elif isinstance(cell, str):
                space = ' xml:space="preserve"' if cell != cell.strip() else ""
                found.append(
                    f'<c r="{letter}{number}" t="inlineStr"><is><t{space}>{escape(cell)}</t></is></c>'
                )
            elif cell is not None:
                found.append(f'<c r="{letter}{number}" t="n"><v>{cell:.16g}</v></c>')
        lines.append(f'<row r="{number}">{"".join(found)}</row>' if row else "")
    return f"<sheetData>{''.join(lines)}</sheetData>"


def plain_book(rows, title) -> bytes:
    """Return a workbook of plain cells, the parts as openpyxl writes them, in a fraction of its time."""
    letters = column_letters(rows)
    first = next(number for number, row in enumerate(rows, 1) if row)
    last = next(number for number in range(len(rows), 0, -1) if rows[number - 1])
    content = dict(blank_book())
    for part, old, new in (
        (SHEET, "<sheetData></sheetData>", sheet_data(rows)),
        (SHEET, "A1:A1", f"A{first}:{letters[-1]}{last}"),
        ("xl/workbook.xml", '<sheet name="Sheet"', f"<sheet name={quoteattr(title)}"),
    ):
        before = content[part].decode()
        assert old in before
        content[part] = before.replace(old, new).encode()
    return zipped(content)


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
    path.write_bytes(
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + stream.encode("utf-16-le") + bytes(512)
    )
    return path


def csv_rows(path: Path, delimiter=",") -> list[list[str]]:
    """Return the rows of a .csv."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter=delimiter))


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


def answer_of_formula(sheet, formula):
    """Return what the functions give for a formula and the cells that it names."""
    name, arguments = re.fullmatch(r"=([A-Z]+)\((.*)\)", formula).groups()
    values = [
        argument.strip('"')
        if argument.startswith('"')
        else [[cell.value for cell in row] for row in sheet[argument]]
        for argument in arguments.split(",")
    ]
    answer = call(name, *values)
    return None if answer == "" else answer
