"""Mutated workbooks: whatever is changed in a good file, there is no traceback, and the file stays as it is.

Run by hand for many: ``PYTHONPATH=tests python -m support.fuzz_books 10000`` (a seed may follow). Each run is made from
its number alone, so that a failure can be repeated: ``PYTHONPATH=tests python -m support.fuzz_books 1 4711``.
"""

import random
import re
import sys
import tempfile
import warnings
from collections import Counter
from contextlib import nullcontext
from functools import cache
from pathlib import Path

from support import rich_books
from support.binary_books import write_xlsb
from support.blocks import blocks
from support.parts import SHEET, parts, zipped
from support.rich_books import HANDS, HEADER
from xlpoker.errors import PokerError
from xlpoker.workbook.jobs import score, wins

TOKENS = (
    b"<v>,</v>,<c ,</c>,<row ,</row>,<is>,<t>,<f>,r=,t=,s=,<!--,-->,<![CDATA[,]]>,&amp;,&#0;,<!DOCTYPE x>,\0,\xff,"
    b'"",-1,4294967295,XFD1048576,A1:XFD1048576,<mergeCell ref="A1:J9"/>,xml:space,Id,Target,../,/,5H,1OH'
).split(b",")
MARKS = [
    re.compile(mark)
    for mark in (
        rb"\d+",
        rb"(?<==\")[^\"<>&]*(?=\")",
        rb"<c .*?</c>",
        rb"<row .*?</row>",
        rb"<[a-zA-Z]+ [^<>]*/>",
    )
]
FOREIGN = Path(__file__).parents[1] / "workbooks"


@cache
def originals():
    """Return the good files, as (ending, content)."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name in (
            "plain",
            "formulas",
            "table",
            "rich-text",
            "looks",
            "merged-and-links",
            "x14-extensions",
        ):
            build, ending = rich_books.BOOKS[name]
            found.append((ending, build(Path(folder) / f"{name}{ending}").read_bytes()))
        cells = {
            (r, c): card for r, hand in enumerate([HEADER, *HANDS]) for c, card in enumerate(hand)
        }
        found.append((".xlsb", write_xlsb(Path(folder) / "a.xlsb", {"One": cells}).read_bytes()))
        long = rich_books.BOOKS["plain"][0](Path(folder) / "long.xlsx")
        found.append((".xlsx", stretched(long.read_bytes())))
    found += [(f".{kind}", (FOREIGN / f"formats.{kind}").read_bytes()) for kind in ("xls", "ods")]
    text = "\n".join(",".join(hand) for hand in [HEADER, *HANDS])
    lines = "\n".join([text, *[",".join(HANDS[number % len(HANDS)]) for number in range(300)]])
    return [
        *found,
        (".csv", text.encode()),
        (".txt", text.replace(",", " ").encode()),
        (".csv", lines.encode()),
    ]


def stretched(content, rows=300):
    """Return a book whose last row is there that many times more, under its own numbers."""
    found = parts(content)
    last = list(re.finditer(rb'<row r="(\d+)".*?</row>', found[SHEET]))[-1]
    number = int(last[1])
    more = [
        re.sub(rb'(r="[A-Z]*)%d"' % number, rb"\g<1>%d" % (number + step) + b'"', last[0])
        for step in range(1, rows + 1)
    ]
    found[SHEET] = found[SHEET][: last.end()] + b"".join(more) + found[SHEET][last.end() :]
    return zipped(found)


SMALL = {"first": 40, "piece": 8000, "lines": 2000}


def mutated(content, chance):
    """Return bytes with a few changes: bits, tokens, pieces doubled, moved or left out, the end cut off."""
    content = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        if not content:
            break
        at = chance.randrange(len(content))
        length = min(chance.choice((1, 4, 50, 2000)), len(content) - at)
        kind = chance.randrange(7)
        if kind == 0:
            content[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            content[at] = chance.randrange(256)
        elif kind == 2:
            del content[at : at + length]
        elif kind == 3:
            content[at:at] = content[at : at + length]
        elif kind == 4:
            piece = content[at : at + length]
            del content[at : at + length]
            place = chance.randrange(len(content) + 1)
            content[place:place] = piece
        elif kind == 5:
            token = chance.choice(TOKENS)
            content[at : at + chance.choice((0, len(token)))] = token
        else:
            del content[at + (len(content) - at) * 9 // 10 :]
    return bytes(content)


def bent(part, chance):
    """Return a part of XML that stays XML: numbers and words changed, cells and rows doubled, moved or left out."""
    for _ in range(chance.choice((1, 1, 3, 10))):
        found = list(chance.choice(MARKS).finditer(part))
        if not found:
            continue
        one = chance.choice(found)
        other = chance.choice(found)[0]
        if one[0][:1] == b"<":
            new = chance.choice((b"", one[0] + one[0], one[0] + other, other))
        elif one[0].isdigit():
            new = str(chance.choice((0, 1, 2, 9, 40, 99_999, 1_048_576, 2**31, 2**64, -1))).encode()
        else:
            new = chance.choice((other, other, b"", b"r", b"t", b"s", b"x" * 300))
        part = part[: one.start()] + new + part[one.end() :]
    return part


def mutant(number):
    """Return the file of a run: its ending and its content. Most runs change parts, so that the zip file stays whole."""
    chance = random.Random(number)
    ending, content = chance.choice(originals())
    if not content.startswith(b"PK") or chance.random() < 0.15:
        return ending, mutated(content, chance)
    found = parts(content)
    likely = [
        name
        for name in found
        if "sheet" in name.lower() or name.endswith(("workbook.xml", ".rels", "content.xml"))
    ]
    for name in chance.sample(likely, min(len(likely), chance.choice((1, 1, 2)))):
        found[name] = (mutated if chance.random() < 0.3 else bent)(found[name], chance)
    if chance.random() < 0.1:
        found.pop(chance.choice(list(found)))
    return ending, zipped(found)


def answers(path, works, number):
    """Return what becomes of a file in some works: "read", or the refusal, which is one line and leaves the file as it was."""
    said = []
    for work in works:
        before = path.read_bytes()
        try:
            with blocks(**SMALL) if number % 2 else nullcontext():
                work(path)
            said.append("read")
        except PokerError as error:
            said.append(str(error))
            assert len(said[-1].splitlines()) == 1, said
            assert path.read_bytes() == before, "a refused file has changed"
    return said


def run(number, folder):
    """Count and score the file of a run; return what became of it: "read", or the first words of the refusal.

    Anything that is not an answer or a `PokerError` of one line passes through; so does harm to the file.
    """
    ending, content = mutant(number)
    path = Path(folder) / f"a{ending}"
    path.write_bytes(content)
    output = Path(folder) / "out.xlsx"
    works = (
        wins,
        lambda book: score(book, output=output, force=True),
        lambda book: score(book, in_place=True),
    )
    said = answers(path, works, number)
    left = {one.name for one in Path(folder).iterdir()} - {path.name, output.name}
    assert not left, f"left behind: {left}"
    path.unlink()
    output.unlink(missing_ok=True)
    return said[0]


def many(run, runs, start=0):
    """Run many and print what became of them, and the runs that failed."""
    tally, failed = Counter(), []
    warnings.simplefilter("error")
    for number in range(int(start), int(start) + int(runs)):
        with tempfile.TemporaryDirectory() as folder:
            try:
                tally["read" if run(number, folder) == "read" else "refused"] += 1
            except Exception as error:  # noqa: BLE001 - all are shown at the end
                failed.append((number, type(error).__name__, str(error)[:200]))
                sys.stderr.write(f"run {failed[-1]}\n")
    sys.stdout.write(f"{dict(tally)}, {len(failed)} failed\n")


if __name__ == "__main__":
    many(run, *sys.argv[1:])
