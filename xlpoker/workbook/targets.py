"""Where the results of a file go: the default output, and which targets can hold them."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from xlpoker.errors import BookError
from xlpoker.files import FORMATS, check_ending, holds_macros, same_file

__all__ = ["BOOKS", "OTHERWISE", "ROWS", "output_of", "target_of"]

BOOKS = (".xlsx", ".xlsm")
ROWS = (".csv", ".parquet")
"""Endings of outputs that hold the rows of one sheet."""
OTHERWISE = ", -o names another"
"""What can be done, beside --force, about a file in the output's place."""
_IS_THE_INPUT = "is the input; name another"
_AWAY_FROM_INPUT = {
    "xlsx": "is the workbook itself; use --in-place to write into it",
    "parquet": "is the input; name another, or use --in-place to add the columns to it",
}
"""What is said where the output is the input, by the kind of file."""


def output_of(book: Path) -> Path:
    """Return the default output of a book.

    >>> str(output_of(Path("hands/book.csv"))), str(output_of(Path("book.xlsm"))), str(output_of(Path("a.parquet")))
    ('hands/book.scored.xlsx', 'book.scored.xlsm', 'a.scored.parquet')
    """
    suffix = book.suffix.lower()
    if suffix not in (".xlsm", ".parquet"):
        suffix = ".xlsx"
    return book.with_name(f"{book.stem}.scored{suffix}")


def target_of(
    path: Path, kind: str, named: Path | None, file: BinaryIO | None = None, *, in_place: bool
) -> Path:
    """Return the target of the results of a file of that kind; `file` is the file if it is open.

    Raises `BookError` for a target that cannot hold the results.
    """
    if in_place:
        if kind not in ("xlsx", "parquet"):
            raise BookError(
                f"{path.name} is {FORMATS[kind].words} and cannot be scored in place;"
                " leave --in-place out"
            )
        return path
    beside = output_of(path)
    if kind == "parquet":  # by its content, whatever its name is
        beside = path.with_name(f"{path.stem}.scored.parquet")
    target = named or beside
    if same_file(target, path):
        raise BookError(f"{target} {_AWAY_FROM_INPUT.get(kind, _IS_THE_INPUT)}")
    endings = (*BOOKS, *ROWS) if kind == "xlsx" else (".xlsx", *ROWS)
    check_ending(target, endings)
    target_has_macros = target.suffix.lower() == ".xlsm"
    input_has_macros = path.suffix.lower() == ".xlsm"
    gains_macros = target_has_macros and not input_has_macros
    if kind == "xlsx" and gains_macros and not holds_macros(path, file):
        raise BookError(f"{path.name} holds no macros; name the output .xlsx")
    return target
