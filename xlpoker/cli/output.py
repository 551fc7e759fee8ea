"""Output of the commands: small tables for people, CSV and JSON for programs, a progress bar on a terminal."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any, Literal, Self

import click

from xlpoker.errors import visible

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from rich.progress import Progress

__all__ = ["Bar", "echo_table", "print_csv", "print_json", "print_records"]

PATIENCE = 0.5
LONGEST_WORD = 32
NARROWEST = 80


def print_json(record: object) -> None:
    """Print one JSON object on one line."""
    import json

    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(record, ensure_ascii=not unicode, default=float, allow_nan=False)
    click.echo(visible(text, "\\u{:04x}"))


def print_csv(records: Sequence[Mapping[str, Any]], names: Collection[str] = ()) -> None:
    """Print records as CSV; the header holds every key that occurs.

    `names` are the keys of names that users chose (files, sheets, players): one that a spreadsheet would take for a formula
    gets an apostrophe.
    """
    import csv
    import io

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


def print_records(records: Sequence[Mapping[str, Any]], form: str | None, *, lines: bool = True) -> bool:
    """Print records as CSV or JSON, by `lines` or as one list, if that is asked for; tell whether it was."""
    if form == "json":
        for record in records if lines else [records]:
            print_json(record)
    elif form == "csv":
        print_csv(records)
    return form is not None


def echo_table(
    title: str, header: Sequence[str], rows: Iterable[Sequence[object]], *, counts: bool = False, note: str = ""
) -> None:
    """Print a small table under a title and a note; numbers are right-aligned, with `counts` whole numbers have commas: 1,000.

    Texts are folded between their words where a line is wider than the terminal, or than 80 characters on a narrower one.
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
        words = " ".join([word, *(text(row[place]) for row in cells)]).split()
        widest = min(max(map(len, words), default=0), LONGEST_WORD)
        align: Literal["left", "right"] = "right" if numbers else "left"
        table.add_column(word, justify=align, overflow="fold", no_wrap=numbers, min_width=widest)
    for row in cells:
        table.add_row(*(Text(text(cell)) for cell in row))
    console = Console(highlight=False, markup=False, emoji=False)
    console.width = max(console.width, NARROWEST)
    if title:
        console.print(Text(visible(title), style="bold"), soft_wrap=True)
    if note:
        console.print(Text(visible(note), style="dim"), soft_wrap=True)
    console.print(table, crop=False)


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
