"""What the rows below those that were searched hold, and the first ones did not.

    later = Later(find(sheet), sheet)
    later.column_begins(11, 20000, "x")         L is blank above L20001
    later.row_of_text(30000, ["Total", 42])     a row without a hand
    reading = later.reading(60000)

A reading is decided by the first 1,500 rows; no second search is needed for the others. Columns
that begin further down and rows of text are added to what is not read. Cards that begin there, and
other headings, are warnings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xlpoker.errors import counted
from xlpoker.layout.columns_text import letters
from xlpoker.layout.grouping import Shape
from xlpoker.layout.reading import (
    Finding,
    Reading,
    Unread,
    UnreadColumn,
    UnreadRow,
    UnreadRows,
    UnreadSheet,
)
from xlpoker.layout.sheet import NUMBER, WORD, Kinds, Sheet, is_cards, one_line

__all__ = ["Later"]

_MOST_ROWS = 3


class Later:
    """Collects what the rows below the searched ones hold.

    `filled_columns` are the columns that hold something in the rows that were looked at so far.
    """

    def __init__(self, finding: Finding, sheet: Sheet) -> None:
        """Begin with a reading; `sheet` is the one that was searched."""
        assert isinstance(finding.answer, Reading)
        self._reading = finding.answer
        self.searched_rows = len(sheet.rows)
        self.filled_columns = _filled_columns(sheet, self._reading.first)
        self._goes_on = self._reading.last >= len(sheet.rows)
        self._has_seats = finding.trace.shape is Shape.SEATS
        self._headings = [sheet.texts(row) for row in finding.trace.heading_rows]
        self._kinds = Kinds()
        self._columns: dict[int, UnreadColumn] = {}
        self._rows: list[UnreadRow] = []
        self._more_rows = 0
        self._sheets: list[UnreadSheet] = []
        self._late_cards: dict[int, str] = {}
        self._other_headings: list[str] = []
        self._rows_with_cards: list[int] = []
        for part in self._reading.unread:
            self._take_over(part)

    def _take_over(self, part: Unread) -> None:
        """Take over what is not read of the first rows."""
        if isinstance(part, UnreadColumn):
            self._columns[part.column] = part
        elif isinstance(part, UnreadRow):
            self._rows.append(part)
        elif isinstance(part, UnreadRows):
            self._more_rows += part.total
        else:
            self._sheets.append(part)

    def column_begins(self, column: int, row: int, value: Any) -> None:
        """Take the first filled cell of a column that is blank in the searched rows."""
        if column in self._reading.columns:
            return
        self.filled_columns.add(column)
        if is_cards(self._kinds[value]):
            where = letters([column])
            self._late_cards[column] = f"cards in {where} begin only in row {row + 1}"
        heading = self._reading.headings.get(column, "")
        if heading == letters([column]):
            heading = ""
        self._columns[column] = UnreadColumn(column, heading, text=one_line(value), begins=row)

    def row_of_text(self, row: int, values: Sequence[Any]) -> None:
        """Take a row in which no hand stands: a title, a note, headings again, or other headings."""
        kinds = self._kinds.of_row(values)
        texts: dict[int, str] = {}
        for column, kind in enumerate(kinds):
            if kind:
                texts[column] = one_line(values[column])
        if not texts or texts in self._headings or self._is_deal_without_cards(kinds):
            return
        names = self._other_names(texts, kinds)
        if names:
            self._other_headings.append(f"row {row + 1} has other headings: {', '.join(names)}")
        elif any(map(is_cards, kinds)):
            self._rows_with_cards.append(row)
        elif len(self._rows) < _MOST_ROWS:
            self._rows.append(UnreadRow(row, next(iter(texts.values()))))
        else:
            self._more_rows += 1

    def _is_deal_without_cards(self, kinds: bytes) -> bool:
        """Tell whether seats have names in a row of an imported table: no cards were shown."""
        if not self._has_seats:
            return False
        names = [hand.names for hand in self._reading.hands if hand.names is not None]
        return any(kinds[column] == WORD for column in names if column < len(kinds))

    def _other_names(self, texts: dict[int, str], kinds: bytes) -> list[str]:
        """Return the words above all hands, if these are other headings."""
        if len(self._reading.hands) < 2 or NUMBER in kinds:
            return []
        names: list[str] = []
        for hand in self._reading.hands:
            column = hand.columns[0]
            if column in texts and kinds[column] == WORD:
                names.append(texts[column])
        if len(set(names)) < len(self._reading.hands):
            return []
        return names

    def reading(self, last_row: int) -> Reading:
        """Return the reading with all that is not read; `last_row` is the last row with a hand."""
        columns = [self._columns[index] for index in sorted(self._columns)]
        unread: list[Unread] = [*columns, *self._rows]
        if self._more_rows:
            unread.append(UnreadRows(self._more_rows))
        late_cards = [self._late_cards[index] for index in sorted(self._late_cards)]
        warnings = [*late_cards, *self._other_headings, *self._cards_elsewhere()]
        return self._reading._replace(
            last=last_row if self._goes_on else self._reading.last,
            unread=(*unread, *self._sheets),
            warnings=(*self._reading.warnings, *warnings),
            changes_later=bool(warnings),
        )

    def _cards_elsewhere(self) -> list[str]:
        """Return the warning about rows with cards outside the columns of the hands."""
        rows = self._rows_with_cards
        if not rows:
            return []
        if len(rows) == 1:
            return [f"row {rows[0] + 1} has cards, but none of a hand"]
        return [
            f"{counted(len(rows), 'row')} have cards, but none of a hand, first row {rows[0] + 1}"
        ]


def _filled_columns(sheet: Sheet, first: int) -> set[int]:
    """Return the columns of the real sheet in which something stands from the first row with a hand on."""
    filled: set[int] = set()
    different_rows = set(sheet.kinds[first:])
    for kinds in different_rows:
        filled.update(column for column, kind in enumerate(kinds) if kind)
    return filled
