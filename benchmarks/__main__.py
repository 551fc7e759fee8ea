"""Measure everything in one go and write it into benchmarks/README.md: ``python -m benchmarks``.

``python -m benchmarks odds hosts`` measures some parts, and prints them instead: the page keeps to
one machine and one run. Each part is a process of its own, with one thread where a library has several.
"""

from __future__ import annotations

import datetime as dt
import importlib.metadata
import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path

README = Path(__file__).parent / "README.md"
PARTS = (
    "one_hand",
    "arrays",
    "hosts",
    "agreement",
    "odds",
    "three_way",
    "sizes",
    "small_books",
    "long_tables",
    "text_files",
    "workbook",
    "writers",
    "calc",
)
"""The modules whose tables are on the page, in its order."""
PEERS = (
    "eval7",
    "holdem-hand-evaluator",
    "numba",
    "numpy",
    "openpyxl",
    "pandas",
    "phevaluator",
    "pkrbot",
    "poker-equity",
    "pokerfast",
    "pokerkit",
    "python-calamine",
    "treys",
    "xiapl",
    "xlwings",
)
ONE_THREAD = {
    f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "NUMBA", "RAYON")
}


def main() -> None:
    """Measure the parts that are named, or all and write them into the page."""
    names = sys.argv[1:]
    for name in names:
        if name not in PARTS:
            sys.exit(f"{name!r} is no part; parts are {', '.join(PARTS)}")
    start = time.monotonic()
    loads = [_load()]
    tables = {}
    for name in names or PARTS:
        tables[name] = measured(name)
        loads.append(_load())
        if names:
            print(tables[name])
    minutes = (time.monotonic() - start) / 60
    if not names:
        tables["machine"] = machine(minutes, loads)
        text = README.read_text(encoding="utf-8")
        README.write_text(with_tables(text, tables), encoding="utf-8")
    print(f"{minutes:.1f} minutes", file=sys.stderr)


def measured(name: str) -> str:
    """Return what a part prints, or that it failed; its name and its seconds are shown meanwhile."""
    start = time.monotonic()
    process = subprocess.run(  # noqa: S603 - a module of our own
        [sys.executable, "-m", f"benchmarks.{name}"],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        env=os.environ | ONE_THREAD,
        cwd=README.parents[1],
    )
    print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr)
    if process.returncode:  # the others are measured all the same
        return f"Not measured: `python -m benchmarks.{name}` ended with {process.returncode}."
    return process.stdout.strip()


def with_tables(text: str, tables: dict[str, str]) -> str:
    r"""Return a page with tables between the marks of their names.

    >>> with_tables("a\n<!-- odds -->\nold\n<!-- /odds -->\nb", {"odds": "new"})
    'a\n<!-- odds -->\nnew\n<!-- /odds -->\nb'
    """
    for name, table in tables.items():
        pattern = rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)"
        parts = re.split(pattern, text, maxsplit=1, flags=re.DOTALL)
        if len(parts) != 4:
            sys.exit(f"the page lacks the marks <!-- {name} --> and <!-- /{name} -->")
        before, opening, closing, after = parts
        text = f"{before}{opening}{table}\n{closing}{after}"
    return text


def machine(minutes: float, loads: list[float]) -> str:
    """Return the day, the machine, how busy it was, and the versions."""
    versions = []
    for package in PEERS:
        try:
            versions.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            versions.append(f"{package} not installed")
    today = dt.datetime.now(tz=dt.UTC).date()
    return (
        f"Measured on {today} in {minutes:.0f} minutes: {os.cpu_count()} processors"
        f" ({_processor()}), {platform.system()}, CPython {platform.python_version()};"
        f" load {loads[0]:.1f} before, {max(loads):.1f} at most.\n\n{'; '.join(versions)}."
    )


def _processor() -> str:
    """Return the processor's name, as Linux knows it."""
    facts = Path("/proc/cpuinfo")
    text = facts.read_text(encoding="utf-8") if facts.exists() else ""
    name = re.search(r"model name\s*:\s*(.+)", text)
    return name[1].strip() if name else platform.machine()


def _load() -> float:
    """Return how many processes ran in the last minute, on average."""
    return os.getloadavg()[0]


if __name__ == "__main__":
    main()
