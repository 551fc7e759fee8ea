"""Mutated .parquet and text files: no traceback, one line, the file as it is, every cell in the output.

Run by hand for many: ``PYTHONPATH=tests python -m support.fuzz_tables parquet 6000`` or ``text`` (a seed may follow);
a run is made from its number alone.
"""

import io
import random
import sys
from collections import Counter
from functools import cache, partial
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from support.books import cells, csv_rows
from support.fuzz_books import answers, many, mutated
from support.rich_books import HANDS, HEADER
from xlpoker.workbook.column_cells import cell_value
from xlpoker.workbook.jobs import score, wins

COMPRESSIONS = ("none", "snappy", "gzip", "zstd", "brotli", "lz4")
WORDS = (
    "5H", "1OH", "", "x" * 300, '"', '"a\nb"', "=1+1", "🂡", "é", "\u202e", ";", "\t", "5H 5C 6S 7S KD", "-1", "\r",
    "  TD ",
)  # fmt: skip
CODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252")


@cache
def tables():
    """Return good Parquet files: plain, with other types beside the cards, with whole hands, each packed in another way."""
    deals = [HANDS[number % len(HANDS)] for number in range(300)]
    cards = {
        f"p{at // 5 + 1}_{at % 5 + 1}": pa.array([deal[at] for deal in deals]) for at in range(10)
    }
    numbers = pa.array(range(300), pa.int64())
    beside = {
        "day": numbers.cast(pa.int32()).cast(pa.date32()), "at": numbers.cast(pa.timestamp("us")), "small": numbers.cast(pa.int8(), safe=False),
        "note": pa.array([None if n % 3 else f"n{n}" for n in range(300)]), "list": pa.array([[n] for n in range(300)]),
    }  # fmt: skip
    whole = {
        "hand 1": pa.array([" ".join(deal[:5]) for deal in deals]),
        "hand 2": pa.array([" ".join(deal[5:]) for deal in deals]),
    }
    coded = {name: column.dictionary_encode() for name, column in cards.items()}
    found = []
    for columns in (cards, cards | beside, whole | beside, coded):
        for packing in COMPRESSIONS:
            made = io.BytesIO()
            texts = [
                name
                for name, column in columns.items()
                if column.type == "string" and packing == "brotli"
            ]
            parquet.write_table(
                pa.table(columns), made, compression=packing, row_group_size=100,
                use_dictionary=packing not in ("gzip", "brotli"), column_encoding=dict.fromkeys(texts, "DELTA_BYTE_ARRAY") or None,
            )  # fmt: skip
            found.append(made.getvalue())
    return found


def table(number):
    """Return the Parquet file of a run; its footer, where most of the meaning is, is changed as often as its pages."""
    chance = random.Random(number)
    content = chance.choice(tables())
    if chance.random() < 0.1:
        return content
    cut = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    if chance.random() < 0.5:
        return content[:cut] + mutated(content[cut:-8], chance) + content[-8:]
    return content[:4] + mutated(content[4:cut], chance) + content[cut:]


def text(number):
    """Return the text file of a run: its ending and its content."""
    chance = random.Random(number)
    mark = chance.choice(",;\t| ")
    rows = [list(HEADER) if chance.random() < 0.7 else list(HANDS[0])]
    rows += [list(HANDS[n % len(HANDS)]) for n in range(chance.choice((3, 40, 300)))]
    for _ in range(chance.choice((0, 1, 3, 30))):
        row = chance.choice(rows)
        kind = chance.randrange(4)
        if kind == 0 and row:
            row[chance.randrange(len(row))] = chance.choice(WORDS)
        elif kind == 1:
            row.insert(chance.randrange(len(row) + 1), chance.choice(WORDS))
        elif kind == 2 and row:
            row.pop(chance.randrange(len(row)))
        else:
            rows.insert(chance.randrange(len(rows)), [])
    content = (
        chance.choice(("\n", "\r\n", "\n", "\r"))
        .join(map(mark.join, rows))
        .encode(chance.choice(CODINGS), "replace")
    )
    return chance.choice((".csv", ".txt")), mutated(
        content, chance
    ) if chance.random() < 0.4 else content


def cells_of(path):
    """Return how often each text stands in the cells of a scored file that another reader understands."""
    if path.suffix == ".parquet":
        columns = parquet.ParquetFile(path).read()
        return Counter(
            (name, repr(cell_value(cell)))
            for name in columns.column_names
            for cell in columns.column(name)
        )
    if path.suffix == ".csv":
        text = path.read_text(encoding="utf-8").lstrip()
        first = (
            text.splitlines()[0] if text.count('"', 0, text.find("\n")) % 2 == 0 else text
        )  # a line ends within quotes
        mark = max(
            ",;\t| ",
            key=lambda one: (first.count(one) >= len(HANDS[0]) - 2, one != " ", first.count(one)),
        )
        return Counter(cell for row in csv_rows(path, mark) for cell in row if cell)
    return Counter(str(cell) for row in cells(path) for cell in row if cell)


def run(kind, number, folder):
    """Count and score the file of a run; return what became of it: "read", or the refusal.

    Anything that is not an answer or a `PokerError` of one line passes through, so does a file that changes, or a cell lost.
    """
    ending, content = (".parquet", table(number)) if kind == "parquet" else text(number)
    path = Path(folder) / f"a{ending}"
    path.write_bytes(content)
    outputs = [
        Path(folder) / f"out{end}"
        for end in ((".parquet", ".csv") if kind == "parquet" else (".csv", ".xlsx"))
    ]
    works = [wins, *(partial(score, output=output, force=True) for output in outputs)]
    said = answers(path, works, number)
    assert path.read_bytes() == content, "the file has changed"
    done = [output for output in outputs if output.exists()]
    found = [cells_of(output) for output in done]
    if kind == "parquet" and ".parquet" in [one.suffix for one in done]:
        assert not cells_of(path) - found[0], "a cell is lost"
    if kind == "text" and len(done) == len(outputs):
        likely = {"5H", "1OH", "-1", *HEADER, *(card for deal in HANDS for card in deal)}
        assert not [cell for cell in found[0] if cell in likely and cell not in found[1]], (
            "a cell is lost"
        )
    assert {one.name for one in Path(folder).iterdir()} == {path.name, *(one.name for one in done)}
    for one in (path, *done):
        one.unlink()
    return said[0]


if __name__ == "__main__":
    many(partial(run, sys.argv[1]), *sys.argv[2:])
