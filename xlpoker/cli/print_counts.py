"""Prints the counts of tables as they come, their sum, their bad rows and warnings.

`print_counts` ends with the exit code of the command.
"""

from __future__ import annotations

import os
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import click

from xlpoker.cli.output import echo_table, print_csv, print_json
from xlpoker.cli.terminal import EXIT_BAD_ROWS, EXIT_ERROR, say, say_error
from xlpoker.errors import PokerError, counted
from xlpoker.scoring.halves import pot_text
from xlpoker.scoring.money import money_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from xlpoker.scoring.counts import Counts

__all__ = ["Printing", "print_counts", "warn"]

SHOWN = 10
"""How many bad rows of a table are printed, and how many rows that differ from a column."""


class Printing(NamedTuple):
    """How counts are printed: the options of `wins`, `score` and `report`.

    form: "csv" or "json" for programs, None for people.
    strict: whether bad rows decide about the exit code.
    quiet: whether bad rows and warnings are left out.
    why: whether to print how the hands were found.
    check: the column with winners or hands that is compared, if any.
    """

    form: str | None
    strict: bool
    quiet: bool
    why: bool
    check: str | None


def print_counts(
    results: Iterable[Counts | PokerError],
    wrong: Sequence[PokerError],
    printing: Printing,
    *,
    together: bool,
) -> None:
    """Print the counts of each table and, with `together`, their sum.

    A book that cannot be read, such as those in `wrong`, does not stop the rest.

    The exit code is 2 where a book cannot be read. It is 1 where every row of a table is bad, or
    where cards begin where nothing is read. Under `strict` it is also 1 where any row is bad, cards
    are not read, or the column `check` does not name its winners.
    """
    tables: list[Counts] = []
    failures = 0
    for result in chain(wrong, results):
        if isinstance(result, PokerError):
            failures += 1
            say_error(result)
            if printing.why:
                _print_why(getattr(result, "why", ()))
        else:
            tables.append(result)
            _print_result(result, printing, together=together)
    if tables and printing.form == "csv":
        records = [_as_cells(counts) for counts in tables]
        print_csv(records, names=("file", "sheet", "output", "names"))
    elif tables and printing.form is None and together:
        _print_sum(tables, failures, quiet=printing.quiet)
    if failures:
        raise click.exceptions.Exit(EXIT_ERROR)
    for counts in tables:
        if _is_wrong(counts, strict=printing.strict):
            raise click.exceptions.Exit(EXIT_BAD_ROWS)


def _is_wrong(counts: Counts, *, strict: bool) -> bool:
    """Tell whether the exit code for a table is 1."""
    if counts.bad > 0 and counts.bad == counts.rows:
        return True
    if counts.reading is not None and counts.reading.changes_later:
        return True
    if not strict:
        return False
    has_bad_rows = counts.bad > 0
    disagrees = counts.differ > 0 or counts.not_understood > 0
    return has_bad_rows or disagrees or bool(counts.leaves_cards)


def _print_result(counts: Counts, printing: Printing, *, together: bool) -> None:
    """Print the counts of one table as they come; those for CSV are printed in the end."""
    prefix = f"{counts.file}: " if together else ""
    if printing.why:
        _print_why(counts.why)
    if printing.form == "json":
        print_json(counts.as_dict())
    elif printing.form is None:
        read = "" if printing.quiet else counts.read
        if not together:
            _print_table(counts, read)
        elif read:
            say(prefix + read)
        if printing.check:
            _print_check(counts, prefix + printing.check, prefix)
    if not printing.quiet:
        first_errors = [f"{prefix}{error}" for error in counts.errors[:SHOWN]]
        _print_bad_rows(first_errors, counts.bad)
        warn(counts.warnings)


def _print_why(lines: Sequence[str]) -> None:
    """Print how the hands of a table were found."""
    for line in lines:
        say(line, err=True)


def _as_cells(counts: Counts) -> dict[str, object]:
    """Return the counts as a line of CSV."""
    record: dict[str, object] = {}
    for key, value in counts.as_dict().items():
        if isinstance(value, list):
            record[key] = ", ".join(map(str, value))
        else:
            record[key] = value
    if counts.read:
        record["read"] = counts.read
    return record


def _print_table(counts: Counts, read: str) -> None:
    """Print the counts of one table."""
    file = "standard input" if counts.file == "-" else counts.file
    title_parts = [file, counts.sheet, counts.size]
    title = " · ".join(part for part in title_parts if part)
    rows: list[tuple[str, int]] = counts.persons.most_common()
    if not rows:
        wins_by_label = zip(counts.labels, counts.players, strict=False)
        rows = list(wins_by_label)
    if counts.players:
        rows.append((counts.label_of_ties, counts.ties))
    if counts.no_showdown is not None:
        rows.append(("No showdown", counts.no_showdown))
    rows.append(("Bad rows", counts.bad))
    if counts.categories:
        _print_categories(title, counts, rows, read)
    else:
        _print_wins(title, counts, rows, read)
    if counts.output:
        say(f"Written to {counts.output}")


def _print_wins(title: str, counts: Counts, rows: Sequence[tuple[str, int]], read: str) -> None:
    """Print the wins of each player.

    In hi-lo the sum of the player's shares of pots stands beside them, with stakes what the player
    got and won.
    """
    title_of_wins = "Wins" if counts.players else ""
    header = ["", title_of_wins]
    lines: list[list[object]] = [[*row] for row in rows]
    columns: list[list[str]] = []
    if counts.pots:
        winners = counts.pots_of_winners()
        pots = [pot_text(pot) for _, pot in winners]
        columns.append(["Pots", *pots])
    if counts.money:
        columns += _money_columns(counts)
    for heading, *texts in columns:
        header.append(heading)
        for line, text in zip(lines, texts, strict=False):
            line.append(text)
        for line in lines[len(texts) :]:  # the ties, and rows without a winner
            line.append("")
    echo_table(title, header, lines, counts=True, note=read)


def _money_columns(counts: Counts) -> list[list[str]]:
    """Return two columns, each below its heading: what players got, and won; right-aligned."""
    amounts = [money for _, money in counts.money_of_winners()]
    rows = [("Gets", "Net"), *money_texts(amounts)]
    columns = []
    for texts in zip(*rows, strict=True):
        widest = max(map(len, texts))
        column = [text.rjust(widest) for text in texts]
        columns.append(column)
    return columns


def _print_money(total: Counts) -> None:
    """Print what each player got and won in several tables."""
    names = [name for name, _ in total.money_of_winners()]
    columns = [["", *names], *_money_columns(total)]
    header, *rows = zip(*columns, strict=True)
    echo_table("", header, rows, counts=True)


def _common_folder(files: Sequence[str]) -> str:
    """Return the folder that all paths have in common, with its separator."""
    folder = _folder_of(files[0]) if files else ""
    while not all(file.startswith(folder) for file in files):
        folder = _folder_of(folder.rstrip(os.sep))
    return folder


def _folder_of(path: str) -> str:
    """Return a path up to its last separator."""
    return path[: path.rfind(os.sep) + 1]


def _print_sum(tables: Sequence[Counts], failures: int, *, quiet: bool) -> None:
    """Print a line for each table, and their sum."""
    from xlpoker.scoring.totals import total_of

    total = total_of(_label_of_sum(tables, failures), tables)
    titles = ["File", "Rows", *total.labels]
    if total.players:
        titles.append(total.label_of_ties)
    if total.no_showdown is not None:
        titles.append("No showdown")
    titles.append("Bad rows")
    folder = _common_folder([counts.file for counts in tables])
    with_place = _have_files_in_common(tables)
    lines: list[list[object]] = []
    for counts, wins_in_table in total.by_table():
        name = counts.file.removeprefix(folder)
        if with_place and counts.sheet:
            name += f" · {counts.sheet}"
        if with_place and counts.hands:
            name += f" · {counts.hands}"
        line: list[object] = [name, counts.rows]
        line += [_or_blank(count) for count in wins_in_table]
        if total.players:
            line.append(counts.ties if counts.players else "")
        if total.no_showdown is not None:
            line.append(_or_blank(counts.no_showdown))
        line.append(counts.bad)
        lines.append(line)
    echo_table("", titles, lines, counts=True)
    if total.persons:
        wins = total.persons.most_common()
        echo_table("", ("", "Wins"), wins, counts=True)
    if total.money:
        _print_money(total)
    outputs = [counts.output for counts in tables if counts.output]
    for output in dict.fromkeys(outputs):  # several books share one report
        say(f"Written to {output}")
    _print_categories("", total)
    if not quiet:
        warn(total.warnings)


def _label_of_sum(tables: Sequence[Counts], failures: int) -> str:
    """Return what the line of the sum is called: what was counted, and how much of it."""
    if failures:
        return f"{len(tables):,} done, {failures:,} failed"
    if not _have_files_in_common(tables):
        return counted(len(tables), "file")
    has_ranges = any(counts.hands for counts in tables)
    return counted(len(tables), "table" if has_ranges else "sheet")


def _have_files_in_common(tables: Sequence[Counts]) -> bool:
    """Tell whether any two tables are of one file."""
    files = {counts.file for counts in tables}
    return len(files) < len(tables)


def _or_blank(count: int | None) -> int | str:
    """Return a number as a table shows it; None is a blank cell."""
    return "" if count is None else count


def warn(warnings: Iterable[str]) -> None:
    """Print warnings, a line each."""
    for warning in warnings:
        say(f"Warning: {warning}", err=True)


def _print_bad_rows(lines: Sequence[str], total: int) -> None:
    """Print the first bad rows on standard error, and how many more there are."""
    for line in lines:
        say(line, err=True)
    if total > SHOWN:
        more = total - SHOWN
        click.echo(f"... and {more:,} more bad rows", err=True)


def _print_check(counts: Counts, column: str, prefix: str) -> None:
    """Print how often a column names the winner, and the first rows in which it does not."""
    line = f"{column}: {counts.agree or 0:,} agree, {counts.differ:,} differ"
    if counts.not_understood:
        line += f", {counts.not_understood:,} not understood"
    say(line)
    for differing in counts.differing[:SHOWN]:
        say(f"{prefix}{differing}")
    more = counts.differ + counts.not_understood - SHOWN
    if more > 0:
        verb = "do not agree" if counts.not_understood else "differ"
        click.echo(f"... and {more:,} more that {verb}; --json lists them")


def _print_categories(
    title: str, counts: Counts, rows: Sequence[tuple[str, int]] = (), read: str = ""
) -> None:
    """Print how often each category came, and further rows.

    Nothing is printed where a table has several hands in a row.
    """
    if counts.players or not counts.categories:
        return
    header = ("", "Hands", "Share", "Expected")
    lines = list(_shares(counts))
    lines += [(label, count, "", "") for label, count in rows]
    echo_table(title, header, lines, counts=True, note=read)


def _shares(counts: Counts) -> Iterator[tuple[str, int, str, str]]:
    """Yield a line for each category: its count, its share and its expected share, if known."""
    from xlpoker.report.figures import expected_shares

    total = sum(counts.categories.values())
    expected = expected_shares(counts.cards or 0, counts.game)
    possible = [category for category, share in expected.items() if share]
    categories = dict.fromkeys([*possible, *counts.categories])
    for category in categories:
        count = counts.categories.get(category, 0)
        share_text = f"{count / total:8.3%}"
        expected_text = ""
        if category in expected:
            expected_text = f"{expected[category]:8.3%}"
        yield category, count, share_text, expected_text
