"""A worksheet: its rows of cells, and for each cell a byte that says what it holds.

    rows                          kinds
    No | Anna           | Ben     WORD   | WORD | WORD
    1  | 5H 5C 6S 7S KD | 1OH     NUMBER | 5    | NEAR      (five cards; not quite a card)

The search counts these bytes. It looks at texts only where they are headings or names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from xlpoker.layout.cells import BLANK, CARD, DATE, MANY, NEAR, NUMBER, WORD, kind_of

__all__ = [
    "BLANK",
    "CARD",
    "DATE",
    "MANY",
    "MOST_ROWS",
    "NEAR",
    "NUMBER",
    "WORD",
    "Kinds",
    "Sheet",
    "is_cards",
    "is_several_cards",
    "one_line",
]

MOST_ROWS = 1500
"""How many rows of a sheet are searched; `xlpoker.layout.later` looks at the others."""
_ROWS_AT_THE_TOP = 50
"""So many rows, titles and headings among them, are judged cell by cell, the others column by column."""


class Kinds(dict[Any, int]):
    """What a cell holds, judged once for each different value.

    BLANK; 1 to 16 for so many cards; NEAR for a misspelt card; NUMBER, DATE, or WORD.
    """

    def __missing__(self, cell: Any) -> int:
        """Judge a value that was not met before."""
        kind = kind_of(cell)
        self[cell] = kind
        return kind

    def of_row(self, row: Sequence[Any]) -> bytes:
        """Return what the cells of a row hold."""
        try:
            return bytes(map(self.__getitem__, row))
        except TypeError:  # a list in a cell, as a DataFrame may have
            return bytes(self[_hashable(cell)] for cell in row)

    def of_rows(self, rows: Sequence[Sequence[Any]]) -> list[bytes]:
        """Return what the cells of several rows hold; the rows have one width."""
        width = len(rows[0]) if rows else 0
        if not width:
            return [b"" for _ in rows]
        top = self._of_cells(chain.from_iterable(rows[:_ROWS_AT_THE_TOP]))
        below = self._of_long_columns(rows[_ROWS_AT_THE_TOP:], width)
        first_row = below[:width]
        count = len(below) // width
        if below == first_row * count:  # one object for all rows is looked at once
            return [*_rows_of(top, width), *[first_row] * count]
        return _rows_of(top + below, width)

    def _of_long_columns(self, rows: Sequence[Sequence[Any]], width: int) -> bytes:
        """Return what the cells of many rows hold, row by row."""
        kinds = bytearray(len(rows) * width)
        for index, cells in enumerate(zip(*rows, strict=True)):
            kinds[index::width] = self._of_column(cells)
        return bytes(kinds)

    def _of_column(self, cells: Sequence[Any]) -> bytes:
        """Return what the cells of a column hold; most columns have few different ones of one kind."""
        kinds_in_column = set(map(self.__getitem__, set(cells)))
        if len(kinds_in_column) == 1:
            return bytes(kinds_in_column) * len(cells)
        return self._of_cells(cells)

    def _of_cells(self, cells: Iterable[Any]) -> bytes:
        """Return what some cells hold."""
        return bytes(map(self.__getitem__, cells))


def _rows_of(kinds: bytes, width: int) -> list[bytes]:
    """Return the kinds of cells cut into rows."""
    return [kinds[start : start + width] for start in range(0, len(kinds), width)]


def is_cards(kind: int) -> bool:
    """Tell whether a cell of this kind holds cards and nothing else."""
    return CARD <= kind <= MANY


def is_several_cards(kind: int) -> bool:
    """Tell whether a cell of this kind holds more than one card."""
    return CARD < kind <= MANY


def one_line(cell: Any) -> str:
    """Return the text of a cell with single blanks.

    >>> one_line(" Anna   Maria "), one_line(7)
    ('Anna Maria', '7')
    """
    return " ".join(str(cell).split())


class Sheet(NamedTuple):
    """The first rows of a worksheet, all of one width, and what each of their cells holds.

    `origins` are the columns of the real sheet that each column was made of: two where a card has
    a cell for its rank and one for its suit. `last_row` is the last row of the real sheet, which
    may be longer. `file` is the name of the file, which may name the game. `different_cells` are
    the values of all cells, each once. `hidden_rows` are blank, since they are left out.
    """

    name: str
    rows: Sequence[Sequence[Any]]
    kinds: Sequence[bytes]
    origins: Sequence[tuple[int, ...]]
    last_row: int = 0
    file: str = ""
    different_cells: Collection[Any] = ()
    hidden_rows: frozenset[int] = frozenset()

    @classmethod
    def of(
        cls,
        name: str,
        rows: Sequence[Sequence[Any]],
        *,
        last_row: int | None = None,
        file: str = "",
        most_rows: int = MOST_ROWS,
    ) -> Sheet:
        """Return a worksheet; give `last_row` where `rows` are only the first ones of a file.

        At most `most_rows` are searched: more only where the first ones are left out.
        """
        first_rows = rows[:most_rows]
        width = max(map(len, first_rows), default=0)
        full_rows = [row if len(row) == width else _filled_up(row, width) for row in first_rows]
        origins = [(column,) for column in range(width)]
        if last_row is None:
            last_row = _last_filled(rows)
        sheet = cls(name, (), (), origins, last_row, file)
        return sheet.with_columns(full_rows, origins)

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.origins)

    @property
    def is_cut(self) -> bool:
        """Whether the real sheet has rows below those that are searched."""
        return self.last_row >= len(self.rows)

    def texts(self, row: int) -> dict[int, str]:
        """Return the filled cells of a row as texts, by column."""
        row_cells = self.rows[row]
        kinds = self.kinds[row]
        return {column: one_line(row_cells[column]) for column, kind in enumerate(kinds) if kind}

    def filled_rows(self) -> Iterator[int]:
        """Yield the rows that are not blank."""
        for row, kinds in enumerate(self.kinds):
            if any(kinds):
                yield row

    def with_columns(
        self,
        rows: Sequence[Sequence[Any]],
        origins: Sequence[tuple[int, ...]],
    ) -> Sheet:
        """Return the same sheet with other cells; each column is made of some of its own ones."""
        known = Kinds()
        try:
            kinds = known.of_rows(rows)
        except TypeError:  # a list in a cell, as a DataFrame may have
            rows = [[_hashable(cell) for cell in row] for row in rows]
            kinds = known.of_rows(rows)
        return self._replace(rows=rows, kinds=kinds, origins=origins, different_cells=known.keys())

    def without(self, columns: Collection[int], rows: Collection[int]) -> Sheet:
        """Return the same sheet with some columns and rows left blank."""
        if not columns and not rows:
            return self
        blank_row = [None for _ in self.origins]
        blank_columns = [column for column in columns if column < self.width]
        blank_rows = frozenset(rows)
        remaining: list[Sequence[Any]] = []
        for number, row in enumerate(self.rows):
            if number in blank_rows:
                remaining.append(blank_row)
                continue
            cells = list(row)
            for column in blank_columns:
                cells[column] = None
            remaining.append(cells)
        return self.with_columns(remaining, self.origins)

    def part(self, columns: Collection[int], first: int, last: int) -> Sheet:
        """Return the same sheet with everything blank that stands outside some columns and rows."""
        other_columns = [column for column in range(self.width) if column not in columns]
        other_rows = [row for row in range(len(self.rows)) if not first <= row <= last]
        sheet = self.without(other_columns, other_rows)
        return sheet._replace(last_row=min(self.last_row, last))


def _filled_up(row: Sequence[Any], width: int) -> Sequence[Any]:
    """Return a row with blank cells at its end, up to a width."""
    missing = width - len(row)
    return [*row, *[None] * missing]


def _hashable(cell: Any) -> Any:
    """Return a cell, or its text where it cannot be a key."""
    try:
        hash(cell)
    except TypeError:
        return str(cell)
    return cell


def _last_filled(rows: Sequence[Sequence[Any]]) -> int:
    """Return the last row that is not blank."""
    known = Kinds()
    for row in reversed(range(len(rows))):
        if any(known.of_row(rows[row])):
            return row
    return 0
