"""How results are written: by which engine, which columns, from which one on; checked before anything is read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xlpoker.errors import LayoutError, OptionError, nearest, quoted, shown
from xlpoker.files.replace import same_file
from xlpoker.layout.grid import column_number
from xlpoker.layout.ranges import LAST_COLUMN
from xlpoker.scoring.columns import CHOICES, COLUMNS
from xlpoker.scoring.counts import Options

__all__ = ["ENGINES", "Writing", "checked_column", "checked_writing", "chosen_columns", "fits"]

ENGINES = ("splice", "openpyxl")


@dataclass(frozen=True, slots=True)
class Writing:
    """How the splice writes: which columns, from which one on, over what is there, as formulas, how packed."""

    columns: str | None = None
    at: str | None = None
    overwrite: bool = False
    live: bool = False
    level: int | None = None


def checked_writing(writing: Writing | None, options: Options) -> Writing:
    """Return how results are written; raise `OptionError` or `LayoutError` for what cannot be written so."""
    if writing is None:
        return Writing()
    if not isinstance(writing, Writing):
        raise OptionError(
            f"{shown(writing)} is no xlpoker.workbook.job.Writing, such as Writing(columns='value,winner')"
        )
    for name, example in (("columns", "'value,winner'"), ("at", "'M'")):
        said = getattr(writing, name)
        if said is not None and not isinstance(said, str):
            raise OptionError(f"{name}={shown(said)} is not understood; {name} is a text such as {example}")
    for name in ("overwrite", "live"):
        if not isinstance(getattr(writing, name), bool):
            raise OptionError(f"{name}={shown(getattr(writing, name))} is not understood; {name} is True or False")
    chosen_columns(writing.columns)
    if writing.at is not None:
        checked_column(writing.at)
    if writing.level is not None and (type(writing.level) is not int or not 1 <= writing.level <= 9):
        raise OptionError(f"{shown(writing.level)} is not a level of compression; choose from 1 (fast) to 9 (small)")
    if writing.live and (options.game != "five-card" or options.jokers != "natural"):
        raise OptionError("formulas (--live) are there for --game five-card and --jokers natural only")
    return writing


def chosen_columns(columns: str | None) -> tuple[str, ...]:
    """Return which columns are wanted, all without a choice.

    >>> chosen_columns("winner, value"), chosen_columns(None)
    (('value', 'winner'), ('value', 'hand', 'winner'))

    Raises `OptionError` for an unknown one, with the nearest.
    """
    if columns is None:
        return COLUMNS
    words = [word.strip() for word in columns.split(",") if word.strip()]
    for word in words:
        if word not in CHOICES:
            raise OptionError(f"{quoted(word)} is not a column of results; {nearest(word, CHOICES)}")
    if not words:
        raise OptionError(f"no column of results is named; choose from {', '.join(CHOICES)}")
    return tuple(one for one in CHOICES if one in words)


def checked_column(letters: str) -> int:
    """Return the column of its letters, counted from 0.

    >>> checked_column("A"), checked_column("xfd")
    (0, 16383)

    Raises `LayoutError` for what is no column.
    """
    number = column_number(letters) if letters.isascii() and letters.isalpha() else -1
    if not 0 <= number < LAST_COLUMN:
        raise LayoutError(f"{quoted(letters)} is not a column; columns are A to XFD")
    return number


def fits(path: Path, target: Path) -> bool:
    """Tell whether the target may hold what the workbook holds: one that says it holds macros must end in .xlsm."""
    if target.suffix.lower() != ".xlsx" or same_file(target, path):
        return True
    from xlpoker.workbook.xlsx.package import Package

    with Package(path) as package:
        return b"macroEnabled" not in package.read("[Content_Types].xml")
