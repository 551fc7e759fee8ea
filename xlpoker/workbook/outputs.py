"""Outputs: where they go, which columns they get and how, and files known again as ours.

How results are written is checked before anything is read. A file in an output's place is replaced without a question where
it is an output of ours; any other of that name is not touched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError, LayoutError, OptionError, nearest, quoted, shown
from xlpoker.evaluator.classes import ROYAL_FLUSH
from xlpoker.files.replace import check_links, check_target, same_file
from xlpoker.layout.grid import MOST_COLUMNS, Grid, column_number
from xlpoker.scoring.columns import CHOICES, COLUMNS, is_result
from xlpoker.scoring.counts import Options

__all__ = [
    "ENGINES",
    "Writing",
    "check_target_is_ours",
    "checked_column",
    "checked_writing",
    "chosen_columns",
    "deals_of",
    "fits",
    "is_output",
    "is_report",
    "may_hold_results",
    "output_of",
]

ENGINES = ("splice", "openpyxl")
REPORT_TITLE = "Poker report"
REPORT_SHEETS = ("Summary", "Best hands", "Books", "Bad rows", "Players", "Starting hands", "Months", "Luck")
_SEARCHED = 1000
_QUICK = 1 << 16
_WORDS = re.compile(rb"[Vv]alue|[Ww]inner|High Card|Pair|Three of|Straight|Flush|Full House")
_NAMED = re.compile(r"(.+)[ _](value|hand)", re.IGNORECASE)
_APART = re.compile(r"[\s,;|]+")
_TITLES = (
    ["Value", "Hand"],
    ["Player 1 value", "Player 1 hand", "Player 2 value", "Player 2 hand"],
    ["Player 1 value", "Player 2 value"],  # chosen columns; one alone could be anybody's
    ["Player 1 hand", "Player 2 hand"],
    ["value", "hand", "problem"],  # Parquet
    ["player_1_value", "player_1_hand", "player_2_value", "player_2_hand"],
)


def output_of(book: Path) -> Path:
    """Return where the result of a book goes when no other place is named.

    >>> str(output_of(Path("hands/book.csv"))), str(output_of(Path("book.xlsm"))), str(output_of(Path("a.parquet")))
    ('hands/book.scored.xlsx', 'book.scored.xlsm', 'a.scored.parquet')
    """
    suffix = book.suffix.lower()
    return book.with_name(f"{book.stem}.scored{suffix if suffix in ('.xlsm', '.parquet') else '.xlsx'}")


@dataclass(frozen=True, slots=True)
class Writing:
    """How the splice writes: which columns, from which one on, over what is there, as formulas, how packed."""

    columns: str | None = None
    at: str | None = None
    overwrite: bool = False
    live: bool = False
    level: int | None = None

    @property
    def chosen(self) -> tuple[str, ...]:
        """Which columns are wanted."""
        return chosen_columns(self.columns)


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
    if not 0 <= number < MOST_COLUMNS:
        raise LayoutError(f"{quoted(letters)} is not a column; columns are A to XFD")
    return number


def fits(path: Path, target: Path) -> bool:
    """Tell whether the target may hold what the workbook holds: one that says it holds macros must end in .xlsm."""
    if target.suffix.lower() != ".xlsx" or same_file(target, path):
        return True
    from xlpoker.workbook.xlsx.package import Package

    with Package(path) as package:
        return b"macroEnabled" not in package.read("[Content_Types].xml")


def check_target_is_ours(
    target: Path, *, force: bool, in_place: bool = False, ours: Callable[[Path], bool] | None = None
) -> None:
    """Raise `BookError` for what is in the target's place and must not be overwritten: not a file, or not an output of ours.

    `ours` tells an output of ours, one of scoring without it; `force` lets files be replaced, `in_place` this one.
    """
    try:
        check_target(target)
        check_links(target, force=force)
        taken = target.is_file() and target.stat().st_size > 0
    except OSError:  # a name that no file can have is refused when it is written
        return
    if taken and not force and not in_place and not (ours or is_output)(target):
        what = "a report" if ours is None and is_report(target) else "no output of xlpoker"
        raise BookError(f"{target} exists and is {what}; name another with -o, or use --force to replace it")


def is_output(path: Path) -> bool:
    """Tell whether a file holds the columns that scoring writes, within its first thousand rows."""
    rows = _head(path)
    return any(map(_has_results, rows)) or _have_named_results(rows)


def may_hold_results(path: Path) -> bool:
    """Tell whether the words of results stand near the beginning of a file or of its parts: a quick look, for whole folders."""
    import zipfile
    import zlib

    try:
        if not zipfile.is_zipfile(path):
            with path.open("rb") as file:
                piece = file.read(_QUICK)
            return piece.startswith(b"PAR1") or bool(_WORDS.search(piece))
        with zipfile.ZipFile(path) as package:
            for part in package.namelist():
                if "worksheets/" in part or part.endswith("sharedStrings.xml"):
                    with package.open(part) as stream:
                        if _WORDS.search(stream.read(_QUICK)):
                            return True
    except (OSError, ValueError, NotImplementedError, zipfile.BadZipFile, zlib.error):
        pass
    return False


def deals_of(path: Path) -> tuple[int, set[str], bool]:
    """Return whether a file is an output of scoring, the cards of its first thousand rows as written, and if there are more.

    An output is 2; a column of winners alone, which a dealer may have typed, is 1.
    """
    from xlpoker.layout.cell_types import CARD, MANY, Sheet

    rows = _head(path)
    winners = any("Winner" in row for row in rows) or "winner" in (rows or [[]])[0]
    scored = 2 if any(map(_has_results, rows)) or _have_named_results(rows) else int(winners)
    deals = [
        " ".join(
            _APART.sub(" ", str(cell)) for cell, kind in zip(row, kinds, strict=True) if CARD <= kind <= MANY
        ).strip()
        for row, kinds in zip(rows, Sheet(Grid("", [*map(list, rows)])).rows, strict=True)
    ]
    return scored, {cards for cards in deals if cards}, len(rows) >= _SEARCHED


def _head(path: Path) -> list[Sequence[Any]]:
    from xlpoker.scoring.model import NotPlainError

    try:
        return list(islice(_rows(path), _SEARCHED))
    except (OSError, ValueError, ImportError, NotPlainError):
        return []


def is_report(path: Path) -> bool:
    """Tell whether a file is a workbook that `xlpoker report` writes: its title, on the first of its very sheets."""
    from xlpoker.workbook.xlsx.package import Package

    try:
        with Package(path) as package:
            names = tuple(sheet.name for sheet in package.sheets)
        ours = names[:2] == REPORT_SHEETS[:2] and set(names) <= set(REPORT_SHEETS)
        return ours and any(REPORT_TITLE in row for row in _head(path)[:3])
    except (OSError, ValueError):
        return False


def _rows(path: Path) -> Iterator[Sequence[Any]]:
    from xlpoker.files.file_types import FOREIGN, kind_of
    from xlpoker.workbook.read import source_of

    kind = kind_of(path)
    if kind == "parquet":
        import pyarrow.parquet

        with pyarrow.parquet.ParquetFile(path) as table:
            yield table.schema_arrow.names
            for batch in islice(table.iter_batches(batch_size=_SEARCHED), 1):
                yield from ([str(cell) for cell in row.values()] for row in batch.to_pylist())
    elif kind not in FOREIGN:
        with source_of(path) as source:
            for found in source.tables(whole=False):
                yield from islice(found.grid.rows, _SEARCHED)


def _has_results(row: Sequence[Any]) -> bool:
    """Tell whether a row is the header of results, or holds a value and a name beside each other."""
    if any(list(row[at : at + len(titles)]) == titles for titles in _TITLES for at in range(len(row) - 1)):
        return True
    return any(_is_name(name) and is_result("Value", value) for value, name in pairwise(row))


def _have_named_results(rows: Sequence[Sequence[Any]]) -> bool:
    """Tell whether a row is the header of results by name: all of two players, or one of each under whose name the cards stand."""
    words: set[str] = set()
    for row in rows:
        texts = [cell if isinstance(cell, str) else "" for cell in row]
        parts = [(match[1], match[2].lower()) if (match := _NAMED.fullmatch(text)) else ("", "") for text in texts]
        words |= {text for text, (who, _) in zip(texts, parts, strict=True) if text and not who}
        for at, ((one, kind), (other, second)) in enumerate(pairwise(parts)):
            alike = [(who, kind) for who, _ in parts[at : at + 4 : 2] for kind in ("value", "hand")]
            if parts[at : at + 4] == alike and len(alike) == 4:
                return True
            if kind and kind == second and all(any(word.startswith(who) for word in words) for who in (one, other)):
                return True
    return False


def _is_name(cell: Any) -> bool:
    return is_result("Hand", cell) and ("," in cell or cell == ROYAL_FLUSH)
