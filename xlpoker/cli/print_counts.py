"""Prints the counts of tables as they come, their sum, their bad rows and warnings, and ends with the exit code."""

from __future__ import annotations

import os
from itertools import chain
from typing import TYPE_CHECKING

import click

from xlpoker.cli.output import echo_table, print_csv, print_json
from xlpoker.cli.terminal import EXIT_BAD_ROWS, EXIT_ERROR, say, say_error
from xlpoker.errors import PokerError, counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from xlpoker.scoring.counts import Counts

__all__ = ["print_counts", "warn"]

SHOWN = 10


def print_counts(  # noqa: C901, PLR0913
    results: Iterable[Counts | PokerError],
    wrong: Sequence[PokerError] = (),
    *,
    together: bool,
    form: str | None,
    strict: bool,
    quiet: bool,
    why: bool = False,
    check: str | None = None,
) -> None:
    """Print the counts of each table and, with `together`, their sum; a book that cannot be read does not stop the rest.

    The exit code is 2 where a book cannot be read, 1 where every row of a table is bad or cards begin where nothing is read, under
    `strict` where any row is bad, cards are not read, or the column `check` does not name its winners.
    """
    done: list[Counts] = []
    failed = 0
    for result in chain(wrong, results):
        if isinstance(result, PokerError):
            say_error(result)
            _print_why(getattr(result, "why", ()) if why else ())
            failed += 1
            continue
        done.append(result)
        _print_why(result.why if why else ())
        read, file = "" if quiet else result.read, f"{result.file}: " if together else ""
        if form == "json":
            print_json(result.as_dict())
        elif form is None:
            if not together:
                _print_table(result, read)
            elif read:
                say(file + read)
            if check:
                _print_check(result, file + check, file)
        if not quiet:
            _print_bad_rows([f"{file}{error}" for error in result.errors[:SHOWN]], result.bad)
            warn(result.warnings)
    if form == "csv" and done:
        print_csv([_as_cells(one) for one in done], names=("file", "sheet", "output", "names"))
    elif form is None and done and together:
        _print_sum(done, failed, quiet=quiet)
    if failed:
        raise click.exceptions.Exit(EXIT_ERROR)
    if any(_is_wrong(counts, strict=strict) for counts in done):
        raise click.exceptions.Exit(EXIT_BAD_ROWS)


def _is_wrong(counts: Counts, *, strict: bool) -> bool:
    """Tell whether the exit code for a table is 1."""
    if counts.rows == counts.bad > 0:
        return True
    if counts.reading is not None and counts.reading.changes_later:
        return True
    return strict and bool(
        counts.bad or counts.differ or counts.not_understood or counts.leaves_cards
    )


def _print_why(lines: Sequence[str]) -> None:
    """Print how the hands of a table were found."""
    for line in lines:
        say(line, err=True)


def _as_cells(counts: Counts) -> dict[str, object]:
    """Return the counts as a line of CSV."""
    record: dict[str, object] = {
        key: ", ".join(map(str, value)) if isinstance(value, list) else value
        for key, value in counts.as_dict().items()
    }
    return record | ({"read": counts.read} if counts.read else {})


def _print_table(counts: Counts, read: str) -> None:
    """Print the counts of one table."""
    file = "standard input" if counts.file == "-" else counts.file
    title = " · ".join(
        str(part) for part in (file, counts.sheet, counted(counts.rows, "row")) if part
    )
    rows: list[tuple[str, int]] = counts.persons.most_common() or list(
        zip(counts.labels, counts.players, strict=False)
    )
    rows += [("Ties", counts.ties)] if counts.players else []
    rows += [("No showdown", counts.no_showdown)] if counts.no_showdown is not None else []
    rows.append(("Bad rows", counts.bad))
    if counts.categories:
        _print_categories(title, counts, rows, read)
    else:
        echo_table(title, ("", "Wins" if counts.players else ""), rows, counts=True, note=read)
    if counts.output:
        say(f"Written to {counts.output}")


def _common_folder(files: Sequence[str]) -> str:
    """Return the start of the paths that names the folder which all have in common, with its separator."""
    folder = _folder_of(files[0]) if files else ""
    while not all(file.startswith(folder) for file in files):
        folder = _folder_of(folder.rstrip(os.sep))
    return folder


def _folder_of(path: str) -> str:
    """Return a path up to its last separator."""
    return path[: path.rfind(os.sep) + 1]


def _print_sum(done: Sequence[Counts], failed: int, *, quiet: bool) -> None:
    """Print a line for each table, its file named relative to the folder that all have in common, and their sum."""
    from xlpoker.scoring.totals import total_of

    folder = _common_folder([one.file for one in done])
    sheets = len({one.file for one in done}) < len(done)
    what = ("table" if any(one.hands for one in done) else "sheet") if sheets else "file"
    label = (
        f"{len(done):,} done, {failed:,} failed"
        if failed
        else f"{len(done):,} {what}{'s' * (len(done) != 1)}"
    )
    total = total_of(label, done)
    players, without = bool(total.players), total.no_showdown is not None
    lines: list[list[object]] = []
    for one, won in total.by_table():
        place = [part for part in (one.sheet, one.hands) if part] if sheets else []
        name = " · ".join([one.file.removeprefix(folder), *place])
        line: list[object] = [name, one.rows, *("" if count is None else count for count in won)]
        line += [one.ties if one.players else ""] if players else []
        line += ["" if one.no_showdown is None else one.no_showdown] if without else []
        lines.append([*line, one.bad])
    titles = [*total.labels, *["Ties"] * players, *["No showdown"] * without]
    echo_table("", ["File", "Rows", *titles, "Bad rows"], lines, counts=True)
    if total.persons:
        echo_table("", ("", "Wins"), total.persons.most_common(), counts=True)
    for output in dict.fromkeys(
        one.output for one in done if one.output
    ):  # several books share one report
        say(f"Written to {output}")
    _print_categories("", total)
    warn(() if quiet else total.warnings)


def warn(warnings: Iterable[str]) -> None:
    """Print warnings, a line each."""
    for warning in warnings:
        say(f"Warning: {warning}", err=True)


def _print_bad_rows(lines: Sequence[str], total: int) -> None:
    """Print the first bad rows on standard error, and how many more there are."""
    for line in lines:
        say(line, err=True)
    if total > SHOWN:
        click.echo(f"... and {total - SHOWN:,} more bad rows", err=True)


def _print_check(counts: Counts, column: str, file: str) -> None:
    """Print how often a column names the winner, and the first rows in which it does not."""
    others = f", {counts.not_understood:,} not understood" if counts.not_understood else ""
    say(f"{column}: {counts.agree or 0:,} agree, {counts.differ:,} differ{others}")
    for one in counts.differing[:SHOWN]:
        say(f"{file}{one}")
    if (more := counts.differ + counts.not_understood - SHOWN) > 0:
        click.echo(
            f"... and {more:,} more that {'do not agree' if others else 'differ'}; --json lists them"
        )


def _print_categories(
    title: str, counts: Counts, rows: Sequence[tuple[str, int]] = (), read: str = ""
) -> None:
    """Print how often each category came, where all tables have one hand in each row, and further rows."""
    if counts.categories and not counts.players:
        lines = [*_shares(counts), *((*row, "", "") for row in rows)]
        echo_table(title, ("", "Hands", "Share", "Expected"), lines, counts=True, note=read)


def _shares(counts: Counts) -> Iterator[tuple[str, int, str, str]]:
    """Yield a line for each category: its count, its share and, where that is known, its expected share."""
    from xlpoker.report.figures import expected_shares

    total = sum(counts.categories.values())
    expected = expected_shares(counts.cards or 0, counts.game)
    for category in dict.fromkeys((*filter(expected.get, expected), *counts.categories)):
        found = counts.categories.get(category, 0)
        yield (
            category,
            found,
            f"{found / total:8.3%}",
            f"{expected[category]:8.3%}" if category in expected else "",
        )
