"""A full worksheet: 1,048,575 deals of two hands, ten cards a row as shared strings, three new columns.

The book is made here, as a spreadsheet program writes it (rows with ``spans``, shared strings, deflate level 6). The limit
is the time to inflate that one sheet and to deflate it again with zlib at level 1, in the same process and the same
round. Peers, as their documentation has it:

- *openpyxl + treys*: ``load_workbook``, ``treys.Evaluator().evaluate([], cards)`` for each hand, ``cell.value = ...``,
  ``save``;
- *pandas + treys*: ``read_excel(engine="openpyxl")``, the same loop, no writing;
- *pandas calamine + treys*: ``read_excel(engine="calamine")``, the same loop, no writing.

Peers are run on the first 20,000 rows in a process of their own and their time is given for the rows of the whole sheet
(they are linear); peak memory is that of the process with these rows. ``python -m benchmarks.workbook``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import numpy as np

ROWS = 1_048_575
PEER_ROWS = 20_000
AGAIN_ROWS = 60_000
ROUNDS = 3
LETTERS = "ABCDEFGHIJ"
SHEET = "xl/worksheets/sheet1.xml"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]


def make(path: Path, rows: int, change: Callable[[str], str] = str) -> None:
    """Write the book; `change` may write the pieces of the sheet in another way: its beginning, each row, its end."""
    texts = ["Player 1", "Player 2", *CARDS]
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    relation = f'<Relationship Id="{{}}" Type="{OFFICE}/{{}}" Target="{{}}"/>'
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        + "".join(
            f'<Override PartName="/xl/{name}.xml" ContentType="{kinds}.{kind}+xml"/>'
            for name, kind in (
                ("workbook", "sheet.main"),
                ("worksheets/sheet1", "worksheet"),
                ("sharedStrings", "sharedStrings"),
            )
        )
        + "</Types>",
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
        + relation.format("a", "officeDocument", "xl/workbook.xml")
        + "</Relationships>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
        + relation.format("a", "worksheet", "worksheets/sheet1.xml")
        + relation.format("b", "sharedStrings", "sharedStrings.xml")
        + "</Relationships>",
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="Hands" sheetId="1" r:id="a"/></sheets></workbook>',
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">'
        + "".join(f"<si><t>{text}</t></si>" for text in texts)
        + "</sst>",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        for name, text in parts.items():
            book.writestr(name, text)
        with book.open(SHEET, "w") as sheet:
            for piece in _sheet(rows):
                sheet.write(change(piece).encode())


def _sheet(rows: int) -> Iterator[str]:
    yield f'<worksheet xmlns="{MAIN}"><dimension ref="A1:J{rows + 1}"/><sheetData><row r="1" spans="1:10">'
    yield '<c r="A1" t="s"><v>0</v></c><c r="F1" t="s"><v>1</v></c></row>'
    source = np.random.default_rng(54)
    for first in range(0, rows, 10_000):
        many = min(10_000, rows - first)
        deals = (source.random((many, 52), np.float32).argsort(axis=1)[:, :10] + 2).tolist()
        for row, deal in enumerate(deals, first + 2):
            cells = "".join(
                f'<c r="{letter}{row}" t="s"><v>{card}</v></c>'
                for letter, card in zip(LETTERS, deal, strict=True)
            )
            yield f'<row r="{row}" spans="1:10">{cells}</row>'
    yield "</sheetData></worksheet>"


OURS = """
import sys
from xlpoker.workbook.jobs import Writing, score
score(sys.argv[1], output=sys.argv[1] + ".out.xlsx", force=True, writing=Writing(columns=sys.argv[2]))
"""
LIMIT = """
import sys, zipfile, zlib
with zipfile.ZipFile(sys.argv[1]) as book:
    info = book.getinfo("xl/worksheets/sheet1.xml")
with open(sys.argv[1], "rb") as file:
    file.seek(info.header_offset + 30 + len(info.filename))
    unpack, pack = zlib.decompressobj(-15), zlib.compressobj(1, 8, -15)
    left = info.compress_size
    while left:
        piece = file.read(min(left, 1 << 16))
        left -= len(piece)
        pack.compress(unpack.decompress(piece))
    pack.flush()
"""
SCORED = """
from treys import Card, Evaluator
evaluate, new = Evaluator().evaluate, Card.new
def values(row):
    cards = [new(cell[0] + cell[1].lower()) for cell in row]
    first, second = evaluate([], cards[:5]), evaluate([], cards[5:10])
    return first, second, 0 if first == second else 1 if first < second else 2
"""
_PEERS = {
    "openpyxl + treys": SCORED
    + """
import sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
sheet = book.active
for number, row in enumerate(sheet.iter_rows(min_row=2, max_col=10, values_only=True), 2):
    for column, value in enumerate(values(row), 11):
        sheet.cell(number, column, value)
book.save(sys.argv[1] + ".out.xlsx")
""",
    "pandas (openpyxl) + treys, read only": SCORED
    + """
import sys, pandas
table = pandas.read_excel(sys.argv[1], engine="openpyxl")
found = [values(row) for row in table.itertuples(index=False)]
""",
    "pandas (calamine) + treys, read only": SCORED
    + """
import sys, pandas
table = pandas.read_excel(sys.argv[1], engine="calamine")
found = [values(row) for row in table.itertuples(index=False)]
""",
}
# A program that is installed has its modules compiled; the first run here does it for a checkout.
_INSTALLED = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}
_TIMED = """
import json, resource, sys, time
start, busy = time.perf_counter(), time.process_time()
exec(compile(sys.stdin.read(), "work", "exec"))
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([time.perf_counter() - start, time.process_time() - busy, used / 1024]))
"""


def measured(work: str, *arguments: object) -> list[float]:
    """Run a program in a process of its own; return its seconds, its seconds of processor time, its peak MB."""
    command = [sys.executable, "-c", _TIMED, *map(str, arguments)]
    done = subprocess.run(  # noqa: S603 - our own words
        command, input=work, capture_output=True, text=True, check=True, env=_INSTALLED
    )
    seconds: list[float] = json.loads(done.stdout)
    return seconds


def run() -> str:
    """Return the table."""
    with tempfile.TemporaryDirectory() as folder:
        book, small = Path(folder, "full.xlsx"), Path(folder, "small.xlsx")
        make(book, ROWS)
        make(small, PEER_ROWS)
        lines = [
            f"### A worksheet of {ROWS:,} rows and ten cards, three new columns",
            "",
            "| | seconds | processor seconds | peak memory | times inflate + deflate, by the clock | by the processor |",
            "|---|---:|---:|---:|---:|---:|",
        ]
        measured(OURS, small, "value,winner")
        rounds = [
            (
                measured(LIMIT, book),
                measured(OURS, book, "value,winner"),
                measured(OURS, book, "value,hand,winner"),
            )
            for _ in range(ROUNDS)
        ]
        limits, three, five = zip(*rounds, strict=True)
        for name, times in (
            ("inflate + deflate that sheet alone", limits),
            ("xlpoker score --columns value,winner", three),
            ("xlpoker score (five columns)", five),
        ):
            wall, busy, memory = (median(one[place] for one in times) for place in range(3))
            ratios = [
                median(one[place] / limit[place] for one, limit in zip(times, limits, strict=True))
                for place in (0, 1)
            ]
            lines.append(
                f"| {name} | {wall:.1f} | {busy:.1f} | {memory:,.0f} MB | {ratios[0]:.1f} x | {ratios[1]:.1f} x |"
            )
        limit, busy_limit = limits[0][:2]
        for name, work in _PEERS.items():
            wall, busy, memory = measured(work, small)
            more = ROWS / PEER_ROWS
            lines.append(
                f"| {name} (from {PEER_ROWS:,} rows) | {wall * more:,.0f} | {busy * more:,.0f} "
                f"| {memory:,.0f} MB for these | {wall * more / limit:,.0f} x | {busy * more / busy_limit:,.0f} x |"
            )
    return "\n".join(lines) + "\n"


def again() -> str:
    """Return the table of a sheet that is scored, and scored again over its results."""
    lines = [
        f"### {AGAIN_ROWS:,} rows, scored before",
        "",
        "| columns | first, processor seconds | again | times the first |",
        "|---|---:|---:|---:|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        book = Path(folder, "book.xlsx")
        make(book, AGAIN_ROWS)
        for name, columns in (
            ("value,hand,winner (all)", "value,hand,winner"),
            ("value,winner", "value,winner"),
        ):
            rounds = []
            for _ in range(ROUNDS):
                first = measured(OURS, book, columns)[1]
                rounds.append((first, measured(OURS, f"{book}.out.xlsx", columns)[1]))
            first, second = (median(one[place] for one in rounds) for place in range(2))
            lines.append(
                f"| {name} | {first:.2f} | {second:.2f} | {median(b / a for a, b in rounds):.2f} x |"
            )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(again())
    print(run())
