"""Small workbooks for the tests."""

from pathlib import Path

import openpyxl

ONE = "5H 5C 6S 7S KD".split()
TWO = "2C 3S 8S 8D TD".split()
LABELS = ["Player 1", None, None, None, None, "Player 2"]


def book(path: Path, rows, *, sheet="Sheet1", labels=LABELS) -> Path:
    """Write a workbook with labels in row 1 and the rows below."""
    made = openpyxl.Workbook()
    made.active.title = sheet
    for row in [labels] * (labels is not None) + list(rows):
        made.active.append(row)
    made.save(path)
    return path


def compound_file(path: Path, stream: str) -> Path:
    """Write a file that begins like an OLE compound file and holds a stream of that name."""
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + stream.encode("utf-16-le") + bytes(512))
    return path


def cells(path: Path, sheet: str | None = None) -> list[tuple]:
    """Return the values of a sheet, row by row."""
    made = openpyxl.load_workbook(path)
    return list((made[sheet] if sheet else made.active).iter_rows(values_only=True))
