"""Writes the rows of a table to a new file: a .csv, a Parquet file, or a workbook with one sheet."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlpoker.addresses import column_letters
from xlpoker.errors import BookError, remedy
from xlpoker.files import check_ending, same_file
from xlpoker.files.outputs import claimed, replaced
from xlpoker.layout.grid import Area
from xlpoker.scoring.result_columns import Column
from xlpoker.scoring.single_rows import cell_text
from xlpoker.workbook.new_book import NewSheet, write_book
from xlpoker.workbook.text_files import Dialect, writer_of

if TYPE_CHECKING:
    from xlpoker.scoring.run import Progress

__all__ = ["claimed_table", "write_table"]

ENDINGS = (".xlsx", ".csv", ".parquet")
_TITLE = re.compile(r"(?!')[^\[\]:*?/\\\x00-\x1f\ud800-\udfff\ufffe\uffff]{1,31}(?<!')")
"""A name that a sheet may have; OpenDocument knows no such limits."""
_STREETS = ("F", "T", "R")  # flop, turn, river


@contextmanager
def claimed_table(target: Path, source: Path, *, overwrite: bool) -> Iterator[None]:
    """Hold the place of a table during the ``with`` block, as `xlpoker.files.outputs.claimed` does.

    Raises `BookError` for a target of a kind that `write_table` does not write, and for one that is
    the source.
    """
    check_ending(target, ENDINGS)
    if same_file(target, source):
        raise BookError(f"{target} is the input; name another file")
    with claimed(target, force=overwrite):
        yield


def write_table(  # noqa: PLR0913
    target: Path,
    name: str,
    rows: Sequence[Sequence[Any]],
    header: int | None = 0,
    columns: Mapping[int, Column] | None = None,
    *,
    cards: Sequence[Area] = (),
    progress: Progress | None = None,
    dialect: Dialect | None = None,
) -> int:
    """Write rows to a .csv, a Parquet file or a workbook with a sheet of that name.

    `header` is the row of the labels, None without any; `columns` are those of results among the
    columns, `cards` those of cards, `dialect` how a .csv is written. Return how many rows are not
    blank.
    """
    ending = target.suffix.lower()
    if ending == ".parquet":
        if header is None:
            rows_below_labels = [[], *rows]
            _write_parquet(target, rows_below_labels, 0, columns or {})
        else:
            _write_parquet(target, rows, header, columns or {})
    elif ending == ".csv":
        _write_csv(target, rows, dialect or Dialect())
    else:
        sheet = NewSheet(
            name if _TITLE.fullmatch(name) else "Hands",
            rows,
            -1 if header is None else header,
            columns or {},
            cards,
        )
        write_book(target, [sheet], progress)
    filled_rows = [row for row in rows if any(cell is not None for cell in row)]
    return len(filled_rows)


def _write_csv(target: Path, rows: Sequence[Sequence[Any]], dialect: Dialect) -> None:
    """Write rows as a .csv."""
    with replaced(target) as temporary, temporary.open("w", encoding="utf-8", newline="") as file:
        writer_of(file, dialect).writerows(rows)


def _write_parquet(
    target: Path,
    rows: Sequence[Sequence[Any]],
    header: int,
    results: Mapping[int, Column],
) -> None:
    """Write the rows below a row of labels; `results` are the columns of results.

    These are named as in every Parquet file. A column without a label is named by its letters, or
    as pandas names it (Unnamed: 5) where it is blank or its letter would be read as a street.
    Raises `BookError` where pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise BookError(f"writing {target.name} needs pyarrow: {remedy('parquet')}") from None
    labels = rows[header]
    rows_below = rows[header + 1 :]
    columns: dict[str, Any] = {}
    for place in range(max(map(len, rows), default=0)):
        cells = [row[place] if place < len(row) else None for row in rows_below]
        if place in results:
            title = results[place].title.lower().replace(" ", "_")
        else:
            title = cell_text(labels[place]).strip() if place < len(labels) else ""
        title = title or _unlabelled(place, cells)
        columns[_new_name(title, columns)] = _array(cells)
    with replaced(target) as temporary:
        parquet.write_table(pa.table(columns), temporary)


def _unlabelled(place: int, cells: Iterable[Any]) -> str:
    """Return the name of a column without a label.

    >>> _unlabelled(1, ["5H"]), _unlabelled(5, ["5H"]), _unlabelled(1, [None])
    ('B', 'Unnamed: 5', 'Unnamed: 1')
    """
    letters = column_letters(place)
    is_blank = all(cell is None for cell in cells)
    return f"Unnamed: {place}" if is_blank or letters in _STREETS else letters


def _new_name(title: str, names: Collection[str]) -> str:
    """Return a title as a name that no other column has.

    >>> _new_name("Cards", ["Cards", "Cards_2"])
    'Cards_3'
    """
    name = title
    number = 2
    while name in names:
        name = f"{title}_{number}"
        number += 1
    return name


def _array(values: Sequence[Any]) -> Any:
    """Return values as a column of one type.

    Moments at midnight are dates; a mixture and numbers of more than 64 bits are texts.
    """
    import pyarrow as pa

    filled = [value for value in values if value is not None]
    kinds = {type(value) for value in filled}
    if kinds == {dt.datetime} and all(value.time() == dt.time() for value in filled):
        values = [value and value.date() for value in values]
    if len(kinds) < 2 or kinds == {int, float}:
        with suppress(pa.ArrowException, OverflowError):
            return pa.array(values)
    return pa.array([None if value is None else cell_text(value) for value in values])
