"""Formulas and clicks in every host: ``python -m benchmarks.hosts``.

The first table is one formula over 1,000 rows against 1,000 formulas of a row each.

The hosts are those of the tests: xlwings' own COM dispatch over a stub of pywin32, and Pyodide under Node. What Excel
itself adds to each call (crossing processes by COM, the browser's bridge) comes on top of the 1,000 calls, so the
ratios are lower bounds. XLPOKER_LITE names the folder that keeps Pyodide.

The second table is one click: in Excel's case xlwings and xlpoker without what Excel itself takes, in LibreOffice 25.2
all that LibreOffice does. These are seconds of processor time, the least of several rounds.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any, Self

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from hosts import Host, Range
from hosts.libreoffice import Calc, cache, fetch

ROWS = 1_000
LONG = 10_000
ROUNDS = 7
CLICKED_ROWS = {1_000: 7, 100_000: 3}
"""How many rows a click scores in Excel's case, and in how many rounds."""
CALC_ROUNDS = 3


class Catalogue:
    """The catalogue itself, without a host."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def ask(self, _question: str, formulas: list[tuple[str, tuple[Any, ...]]]) -> float:
        """Return the seconds that the formulas take."""
        import time

        from xlpoker.functions import call

        ready = [(name, [argument.rows for argument in arguments]) for name, arguments in formulas]
        start = time.perf_counter()
        for name, arguments in ready:
            call(name, *arguments)
        return time.perf_counter() - start


def hosts() -> dict[str, Any]:
    """Return the hosts that can be started here."""
    found: dict[str, Any] = {"catalogue, no host": Catalogue(), "COM dispatch": Host("com")}
    if shutil.which("node"):
        folder = os.environ.get("XLPOKER_LITE") or str(Path(tempfile.gettempdir()) / "xlpoker-lite")
        found["Pyodide, no xlwings"] = Host("lite", XLPOKER_LITE=folder)
    return found


def _deals(rows: int) -> list[list[str]]:
    """Return random deals of ten cards."""
    source = random.Random(6)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    return [source.sample(deck, 10) for _ in range(rows)]


def formulas() -> dict[str, tuple[list[Any], list[Any]]]:
    """Return for each function the formula over a block and the formulas of a row each."""
    deals = _deals(ROWS)
    one, two = [deal[:5] for deal in deals], [deal[5:] for deal in deals]
    pairs = list(zip(one, two, strict=True))
    return {
        "HANDVAL": ([("HANDVAL", (Range(one),))], [("HANDVAL", (Range([row]),)) for row in one]),
        "WINNER": (
            [("WINNER", (Range(one), Range(two)))],
            [("WINNER", (Range([first]), Range([second]))) for first, second in pairs],
        ),
    }


def run() -> str:
    """Return the table: milliseconds of the block and of the single calls, and the median of the rounds' ratios."""
    lines = [
        "| host | function | 1,000 rows, ms | 1,000 calls, ms | ratio |",
        "|---|---|---:|---:|---:|",
    ]
    for name, host in hosts().items():
        with host:
            for function, (block, singles) in formulas().items():
                host.ask("measured", block)
                rounds = [
                    (host.ask("measured", block), host.ask("measured", singles))
                    for _ in range(ROUNDS)
                ]
                whole, single = (median(times) * 1000 for times in zip(*rounds, strict=True))
                ratio = median(slow / fast for fast, slow in rounds)
                lines.append(
                    f"| {name} | `{function}` | {whole:,.1f} | {single:,.1f} | {ratio:.0f} x |"
                )
    return "\n".join([*lines, "", *_long_block()])


def _long_block() -> list[str]:
    """Return the table of one formula over many rows, and what of it the catalogue takes."""
    block = [("HANDVAL", (Range([deal[:5] for deal in _deals(LONG)]),))]
    lines = [f"| host | `HANDVAL` of {LONG:,} rows in one call, ms |", "|---|---:|"]
    for name, host in hosts().items():
        with host:
            host.ask("measured", block)
            milliseconds = median(host.ask("measured", block) for _ in range(ROUNDS)) * 1000
            lines.append(f"| {name} | {milliseconds:,.1f} |")
    return lines


def clicks() -> str:
    """Return the table of clicks: seconds of a first click, and how often it calls Excel."""
    lines = [
        "| one click of *Score this sheet* | rows | s | calls to Excel |",
        "|---|---:|---:|---:|",
    ]
    with Host("com") as excel:
        for rows, rounds in CLICKED_ROWS.items():
            figures = excel.ask("measured_click", with_headings(rows), ["score", "remove"], rounds)
            _, seconds, calls = figures["score"]
            lines.append(f"| Excel, COM dispatch | {rows:,} | {seconds:.2f} | {calls} |")
    with Calc(fetch(cache())) as office:
        rounds_of_calc = [office.scenarios("en-US", ["speed"])["speed"] for _ in range(CALC_ROUNDS)]
        version = ".".join(map(str, office.version))
    seconds = min(figures["score"][1] for figures in rounds_of_calc)
    lines.append(f"| LibreOffice {version} | 5,000 | {seconds:.2f} | |")
    return "\n".join(lines)


def with_headings(rows: int) -> list[list[Any]]:
    """Return a sheet of deals, two hands of five cards a row, under names."""
    heading = ["Ann", *[None] * 4, "Ben", *[None] * 4]
    return [heading, *_deals(rows)]


if __name__ == "__main__":
    print(run(), clicks(), sep="\n\n")
