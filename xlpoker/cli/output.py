"""Output of the commands: small tables for people, CSV and JSON for programs, a progress bar on a terminal."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import click

from xlpoker.cli.terminal import say
from xlpoker.errors import visible

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from rich.progress import Progress

    from xlpoker.workbook.job import Counts

__all__ = [
    "Bar",
    "echo_check",
    "echo_counts",
    "echo_table",
    "print_csv",
    "print_json",
    "print_problems",
    "print_records",
]

PATIENCE = 0.5
SHOWN = 10
LONGEST_WORD = 32
NARROWEST = 20
USUAL_WIDTH = 80


def print_json(record: object) -> None:
    """Print one JSON object on one line."""
    text = json.dumps(record, ensure_ascii=False, default=float, allow_nan=False)
    click.echo(visible(text, "\\u{:04x}"))


def print_csv(records: Sequence[Mapping[str, Any]], names: Collection[str] = ()) -> None:
    """Print records as CSV; the header holds every key that occurs.

    `names` are the keys of names that users chose (files, sheets, players): one that a spreadsheet would take for a formula
    gets an apostrophe.
    """
    header = list(dict.fromkeys(key for record in records for key in record))
    text = io.StringIO()
    writer = csv.DictWriter(text, header, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _csv_cell(value, key in names) for key, value in record.items()} for record in records)
    click.echo(text.getvalue(), nl=False)


def _csv_cell(value: object, name: bool) -> object:
    if not isinstance(value, str):
        return value
    return "'" * (name and value.startswith(("=", "+", "-", "@", "\t", "\r"))) + visible(value)


def print_records(records: Sequence[Mapping[str, Any]], *, as_csv: bool, as_json: bool) -> bool:
    """Print records as CSV or JSON if one is asked for; tell whether one was."""
    if as_json:
        for record in records:
            print_json(record)
    elif as_csv:
        print_csv(records)
    return as_csv or as_json


def echo_table(
    title: str, header: Sequence[str], rows: Iterable[Sequence[object]], *, counts: bool = False, note: str = ""
) -> None:
    """Print a small table under a title and a note; numbers are right-aligned, with `counts` whole numbers have commas: 1,000.

    On a narrow terminal texts are folded between their words; words and numbers stay whole, however long the line.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    cells = [[visible(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]

    def text(cell: object) -> str:
        return f"{cell:,}" if counts and isinstance(cell, int) else str(cell)

    table = Table(box=box.SIMPLE_HEAD, show_header=any(header), pad_edge=False, show_edge=False)
    for place, word in enumerate(header):
        numbers = all(isinstance(row[place], int | float) or row[place] == "" for row in cells)
        widest = min(max(map(_longest_word, (word, *(text(row[place]) for row in cells)))), LONGEST_WORD)
        table.add_column(
            word, justify="right" if numbers else "left", overflow="fold", no_wrap=numbers, min_width=widest
        )
    for row in cells:
        table.add_row(*(Text(text(cell)) for cell in row))
    console = Console(highlight=False)
    if console.width < NARROWEST:
        console.width = USUAL_WIDTH
    if title:
        console.print(Text(visible(title), style="bold"), soft_wrap=True)
    if note:
        console.print(Text(visible(note), style="dim"), soft_wrap=True)
    console.print(table, crop=False)


def _longest_word(text: str) -> int:
    """Return how many columns the longest word takes, with the blanks that align it.

    >>> _longest_word("One Pair"), _longest_word("  0.46%")
    (4, 7)
    """
    from rich.cells import cell_len

    return max(map(cell_len, re.split(r"(?<=\S) ", text)))


def echo_counts(done: Sequence[Counts], failed: int) -> Counts:
    """Print a line for each file, named relative to their common folder, then the sum, which is returned."""
    from xlpoker.scoring.sums import by_place, total_of

    folder = os.path.commonpath([Path(one.file).parent for one in done]) if _are_alike(done) else ""
    sheets = len({one.file for one in done}) < len(done)
    what = ("table" if any(one.hands for one in done) else "sheet") if sheets else "file"
    label = f"{len(done):,} done, {failed:,} failed" if failed else f"{len(done):,} {what}{'s' * (len(done) != 1)}"
    together = total_of(label, done)
    players, without = bool(together.players), together.no_showdown is not None
    lines: list[list[object]] = []
    each: list[Sequence[int | None]] = [*by_place(done), together.players]
    for one, won in zip([*done, together], each, strict=True):
        name = _within(folder, one.file) + (f" · {one.sheet}" if sheets and one.sheet else "")
        name += f" · {one.hands}" if sheets and one.hands else ""
        line: list[object] = [name, one.rows, *("" if count is None else count for count in won)]
        line += [one.ties if one.players else ""] if players else []
        line += ["" if one.no_showdown is None else one.no_showdown] if without else []
        lines.append([*line, one.bad])
    titles = [*together.labels, *["Ties"] * players]
    titles += ["No showdown"] * without
    echo_table("", ["File", "Rows", *titles, "Bad rows"], lines, counts=True)
    for output in dict.fromkeys(one.output for one in done if one.output):  # several books share one report
        say(f"Written to {output}")
    return together


def _are_alike(done: Sequence[Counts]) -> bool:
    """Tell whether the files can have a common folder: all paths are relative, or absolute on one drive."""
    return len({Path(one.file).anchor for one in done}) == 1


def _within(folder: str, file: str) -> str:
    return str(Path(file).relative_to(folder)) if folder and Path(folder) in Path(file).parents else file


def print_problems(lines: Sequence[object], total: int) -> None:
    """Print the first bad rows on standard error, and how many more there are in total."""
    for line in lines[:SHOWN]:
        say(str(line), err=True)
    if total > SHOWN:
        click.echo(f"... and {total - SHOWN:,} more bad rows", err=True)


def echo_check(counts: Counts, column: str, file: str = "") -> None:
    """Print how often a column names the winner, and the first rows in which it does not."""
    others = f", {counts.not_understood:,} not understood" if counts.not_understood else ""
    say(f"{file}{column}: {counts.agree or 0:,} agree, {counts.differ:,} differ{others}")
    for one in counts.differing[:SHOWN]:
        say(f"{file}{one}")
    if (more := counts.differ + counts.not_understood - SHOWN) > 0:
        click.echo(f"... and {more:,} more that {'do not agree' if others else 'differ'}; --json lists them")


class Bar:
    """A progress bar on standard error that appears after half a second, on a terminal only.

    Call it with what is done and what there is to do; use it in a ``with`` statement.
    """

    def __init__(self, label: str, *, quiet: bool = False) -> None:
        self._label = visible(label)
        self._shown = not quiet and sys.stderr.isatty()
        self._start = time.monotonic()
        self._progress: Progress | None = None

    def __call__(self, done: int, total: int) -> None:
        """Show how much of the work is done."""
        if not self._shown or time.monotonic() - self._start < PATIENCE:
            return
        if self._progress is None:
            from rich.console import Console
            from rich.markup import escape
            from rich.progress import Progress

            self._progress = Progress(console=Console(stderr=True), transient=True)
            self._progress.add_task(escape(self._label), total=total)
            self._progress.start()
        self._progress.update(self._progress.task_ids[0], completed=done, total=total)

    def __enter__(self) -> Self:
        """Return the bar."""
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()
