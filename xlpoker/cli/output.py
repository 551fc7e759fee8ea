"""Output of the commands: tables for people, CSV and JSON for programs, a progress bar."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import click

from xlpoker.errors import csv_text, visible

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from rich.progress import Progress
    from rich.table import Table

__all__ = ["Bar", "echo_table", "print_csv", "print_json", "print_records"]

PATIENCE = 0.5
"""Seconds of work without a progress bar."""
LONGEST_WORD = 32
"""Characters of a word from which on it may be broken."""
NARROWEST = 80
"""Characters of a line on a terminal that is narrower, or without a terminal."""
BETWEEN = 3
"""The blanks between two columns of a table."""
_TERMINAL_BY_NAME = ("FORCE_COLOR", "TTY_COMPATIBLE")
"""Variables of the environment that may make rich take any stream for a terminal."""


def print_json(record: object) -> None:
    """Print one JSON object on one line."""
    import json

    encoding = sys.stdout.encoding or ""
    is_unicode = encoding.lower().startswith("utf")
    text = json.dumps(record, ensure_ascii=not is_unicode, default=float, allow_nan=False)
    click.echo(visible(text, "\\u{:04x}"))


def print_csv(records: Sequence[Mapping[str, Any]], names: Collection[str] = ()) -> None:
    """Print records as CSV; the header holds every key that occurs.

    `names` are the keys of names that users chose (files, sheets, players): one that a spreadsheet
    would take for a formula gets an apostrophe.
    """
    import csv
    import io

    header: dict[str, None] = {}
    for record in records:
        header |= dict.fromkeys(record)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(header), restval="", lineterminator="\n")
    writer.writeheader()
    for record in records:
        cells: dict[str, object] = {}
        for key, value in record.items():
            cells[key] = _csv_cell(value, name=key in names)
        writer.writerow(cells)
    click.echo(text.getvalue(), nl=False)


def _csv_cell(value: object, *, name: bool) -> object:
    if not isinstance(value, str):
        return value
    return csv_text(value) if name else visible(value)


def print_records(
    records: Sequence[Mapping[str, Any]], form: str | None, *, lines: bool = True
) -> bool:
    """Print records as CSV or JSON and return True; return False where `form` asks for neither.

    JSON has a line for each record, or without `lines` one list.
    """
    if form == "json":
        for record in records if lines else [records]:
            print_json(record)
    elif form == "csv":
        print_csv(records)
    return form is not None


def echo_table(
    title: str,
    header: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    counts: bool = False,
    note: str = "",
) -> None:
    """Print a small table under a title and a note.

    Numbers are right-aligned; with `counts` whole numbers have commas: 1,000.

    The line is as wide as the terminal, at least 80 characters. Texts that are wider are folded
    between their words. Columns for which there is no room then stand below, behind the first
    column once more.
    """
    cells = list(rows)
    columns: list[_Column] = []
    for index, heading in enumerate(header):
        column = [row[index] for row in cells]
        columns.append(_column(visible(heading), column, counts=counts))
    title = visible(title)
    note = visible(note)
    if not _draws_plainly(columns):
        _draw(title, note, columns)
        return
    lines = [line for line in (title, note) if line]
    lines += _plain_table(columns)
    text = "\n".join(lines)
    click.echo(text)


def _draws_plainly(columns: Sequence[_Column]) -> bool:
    """Tell whether a table has neither styles nor folded texts, so that rich is not loaded for it."""
    is_named = any(name in os.environ for name in _TERMINAL_BY_NAME)
    if is_named or sys.stdout.isatty():
        return False
    encoding = getattr(sys.stdout, "encoding", None) or ""
    blanks = BETWEEN * (len(columns) - 1)
    width = sum(column.widest for column in columns) + blanks
    is_unicode = encoding.lower().startswith("utf")
    return is_unicode and width <= NARROWEST


def _plain_table(columns: Sequence[_Column]) -> list[str]:
    r"""Return the lines of a table as `_table` draws it where all texts have room.

    >>> names = _column("Player", ["Anna"], counts=True)
    >>> wins = _column("Wins", [1200], counts=True)
    >>> print("\n".join(_plain_table([names, wins])))
    Player    Wins
    ──────────────
    Anna     1,200
    """
    between = " " * BETWEEN
    filled_up = map(_filled_up, columns)
    texts_by_line = zip(*filled_up, strict=True)
    heading, *lines = [between.join(texts) for texts in texts_by_line]
    if not any(column.heading for column in columns):
        return lines
    rule = "─" * _width(heading)
    return [heading, rule, *lines]


def _filled_up(column: _Column) -> list[str]:
    """Return the heading of a column and its texts with blanks up to its width."""
    widest = column.widest
    filled_up: list[str] = []
    for text in (column.heading, *column.texts):
        # a heading may end with a blank
        shown_text = text.rstrip(" ") if column.is_numeric else text
        blanks = " " * (widest - _width(shown_text))
        filled_up.append(blanks + shown_text if column.is_numeric else text + blanks)
    return filled_up


def _draw(title: str, note: str, columns: Sequence[_Column]) -> None:
    """Print a table by rich: with styles on a terminal, and as narrow as the line."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False)
    console.width = max(console.width, NARROWEST)
    for line, style in ((title, "bold"), (note, "dim")):
        if line:
            text = Text(line, style=style)
            console.print(text, soft_wrap=True)
    for number, part in enumerate(_parts(columns, console.width)):
        if number:
            console.print()
        table = _table(part, console.width)
        console.print(table, crop=False)


class _Column(NamedTuple):
    """A column of a table: its heading and its cells, as texts."""

    heading: str
    texts: list[str]
    is_numeric: bool

    @property
    def widest(self) -> int:
        """Return the width of its longest text."""
        texts = [self.heading, *self.texts]
        return max(map(_width, texts))

    @property
    def least(self) -> int:
        """Return the width below which words, of numbers also the heading, are broken.

        It is at most that of a long word.
        """
        if self.is_numeric:
            return min(self.widest, LONGEST_WORD)
        words = " ".join([self.heading, *self.texts]).split()
        longest = max(map(_width, words), default=0)
        return min(longest, LONGEST_WORD)


def _width(text: str) -> int:
    """Return how many characters of a terminal a text fills; Chinese ones fill two."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _column(heading: str, cells: Sequence[object], *, counts: bool) -> _Column:
    """Return a column of cells as texts; only numbers and blanks make it a column of numbers."""
    is_numeric = all(isinstance(cell, int | float) or cell == "" for cell in cells)
    texts: list[str] = []
    for cell in cells:
        with_commas = counts and isinstance(cell, int)
        texts.append(f"{cell:,}" if with_commas else visible(str(cell)))
    return _Column(heading, texts, is_numeric)


def _parts(columns: Sequence[_Column], room: int) -> list[list[_Column]]:
    """Return the columns as tables that fit into a line, each with the first column.

    Where there are several tables, the first column is not narrowed below half of the line.
    """
    first, *later_columns = columns
    free = room - first.least
    if _least_width(later_columns) > free:
        half_or_less = min(first.widest, room // 2)
        free = room - max(first.least, half_or_less)
    parts: list[list[_Column]] = [[]]
    for column in later_columns:
        is_full = _least_width([*parts[-1], column]) > free
        if parts[-1] and is_full:
            parts.append([])
        parts[-1].append(column)
    return [[first, *part] for part in parts]


def _least_width(columns: Sequence[_Column]) -> int:
    """Return the width that columns behind the first one take at least."""
    return sum(column.least + BETWEEN for column in columns)


def _table(columns: Sequence[_Column], room: int) -> Table:
    """Return a table in which the widest columns are as narrow as the line needs."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    widths = [min(column.widest, room) for column in columns]
    blanks = BETWEEN * (len(columns) - 1)
    while sum(widths) > room - blanks:
        shrinkable = [i for i, column in enumerate(columns) if widths[i] > column.least]
        if not shrinkable:
            break
        widest = max(shrinkable, key=widths.__getitem__)
        widths[widest] -= 1
    has_headings = any(column.heading for column in columns)
    table = Table(
        box=box.SIMPLE_HEAD,
        show_header=has_headings,
        pad_edge=False,
        show_edge=False,
    )
    for column, width in zip(columns, widths, strict=True):
        table.add_column(
            Text(column.heading),
            justify="right" if column.is_numeric else "left",
            overflow="fold",
            width=width,
        )
    texts_by_column = [column.texts for column in columns]
    for texts in zip(*texts_by_column, strict=True):
        table.add_row(*map(Text, texts))
    return table


class Bar:
    """A progress bar on standard error that appears after half a second, on a terminal only.

    Call it with what is done and what there is to do; use it in a ``with`` statement.
    """

    def __init__(self, label: str, *, quiet: bool = False) -> None:
        self._label = visible(label)
        self._shown = not quiet and sys.stderr.isatty()
        self._start = time.monotonic()
        self._progress: Progress | None = None

    def __call__(self, completed: int, total: int) -> None:
        """Show how much of the work is done."""
        seconds = time.monotonic() - self._start
        if not self._shown or seconds < PATIENCE:
            return
        if self._progress is None:
            from rich.console import Console
            from rich.markup import escape
            from rich.progress import Progress

            self._progress = Progress(console=Console(stderr=True), transient=True)
            self._progress.add_task(escape(self._label), total=total)
            self._progress.start()
        (task,) = self._progress.task_ids
        self._progress.update(task, completed=completed, total=total)

    def __enter__(self) -> Self:
        """Return the bar."""
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()
