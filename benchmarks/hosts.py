"""One formula over 1,000 rows against 1,000 formulas of a row each, in every host: ``python -m benchmarks.hosts``.

The hosts are those of the tests: xlwings' own COM dispatch over a stub of pywin32, and Pyodide under Node. What Excel
itself adds to each call (crossing processes by COM, the browser's bridge) comes on top of the 1,000 calls, so the
ratios are lower bounds. XLPOKER_LITE names the folder that keeps Pyodide.
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

ROWS = 1_000
LONG = 10_000
ROUNDS = 7


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


if __name__ == "__main__":
    print(run())
