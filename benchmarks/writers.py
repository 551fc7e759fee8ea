"""The worksheet of `benchmarks.workbook` as other programs write it, and with bad rows: three new columns each.

Each is scored in a process of its own, next to inflating and deflating that very sheet with zlib at level 1; the last is what
was scored before, whose columns are written again. ``python -m benchmarks.writers``.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from benchmarks.workbook import CARDS, LIMIT, OURS, make, measured

ROWS = 300_000
ROUNDS = 3
_NUMBER = re.compile(r'<row r="(\d+)"')


def _number(piece: str) -> int:
    match = _NUMBER.match(piece)
    return int(match[1]) if match else 0


def _prefixed(piece: str) -> str:
    return re.sub(r"<(/?)(\w)", r"<\1x:\2", piece).replace("xmlns=", "xmlns:x=")


def _in_cells(piece: str) -> str:
    return re.sub(
        r' t="s"><v>(\d+)</v>',
        lambda match: (
            f' t="inlineStr"><is><t>{["Player 1", "Player 2", *CARDS][int(match[1])]}</t></is>'
        ),
        piece,
    )


def _libreoffice(piece: str) -> str:
    tag = r'\1 customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false">'
    return re.sub(r'(<row r="\d+") spans="1:10">', tag, piece).replace(' t="s"', ' s="0" t="s"')


def _beside(piece: str) -> str:
    number = _number(piece)
    cell = f'<c r="K{number}"><v>{number * 1.25}</v></c></row>'
    return piece.replace("</row>", cell).replace("1:10", "1:11") if number > 1 else piece


def _one_in_a_thousand(pattern: str, new: str) -> Callable[[str], str]:
    return lambda piece: re.sub(pattern, new, piece) if _number(piece) % 1000 == 500 else piece


SHEETS: dict[str, Callable[[str], str]] = {
    "as Excel saves it": lambda piece: piece.replace(
        '"1:10">', '"1:10" x14ac:dyDescent="0.25">'
    ).replace(
        "<worksheet ",
        '<worksheet xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" ',
    ),
    "as LibreOffice saves it": _libreoffice,
    "every tag with a prefix": _prefixed,
    "texts in their cells": _in_cells,
    "numbers beside the cards": _beside,
    "styles that take turns": lambda piece: piece.replace(
        ' t="s"', f' s="{_number(piece) % 2}" t="s"'
    ),
    "one row of a thousand with a bad card": _one_in_a_thousand(
        r'(<c r="D\d+" t="s"><v>)\d+', r"\g<1>0"
    ),
    "one row of a thousand without a card": _one_in_a_thousand(r'<c r="D\d+".*?</c>', ""),
}


def run() -> str:
    """Return the table."""
    lines = [
        f"### {ROWS:,} rows by other writers",
        "",
        "| the sheet | processor seconds | peak memory | times inflate + deflate |",
    ]
    lines.append("|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder, "book.xlsx")

        def line(name: str) -> None:
            rounds = [
                (measured(LIMIT, book), measured(OURS, book, "value,winner")) for _ in range(ROUNDS)
            ]
            seconds, memory = (median(ours[place] for _, ours in rounds) for place in (1, 2))
            ratio = median(ours[1] / limit[1] for limit, ours in rounds)
            lines.append(f"| {name} | {seconds:.1f} | {memory:,.0f} MB | {ratio:.1f} x |")

        for name, change in SHEETS.items():
            make(book, ROWS, change)
            line(name)
        make(book, ROWS)
        measured(OURS, book, "value,winner")
        Path(f"{book}.out.xlsx").replace(book)
        line("scored before")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(run())
