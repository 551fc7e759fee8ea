"""What the rows below those that were searched hold, and the first ones did not.

    later = Later(find(sheet), sheet)
    for first_row, rows in blocks_of_the_file:
        later.add(first_row, rows)
    reading = later.reading()

A reading is decided by the first 1,500 rows. No second search is needed for the others: columns
that are filled only there and rows of text are added to what is not read, other headings and
further columns of cards are warnings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from xlpoker.addresses import a1
from xlpoker.layout.columns_text import letters
from xlpoker.layout.reading import (
    Finding,
    Reading,
    Unread,
    UnreadColumn,
    UnreadRow,
    UnreadRows,
    UnreadSheet,
)
from xlpoker.layout.sheet import BLANK, NEAR, NUMBER, WORD, Kinds, Sheet, is_cards, one_line

__all__ = ["Later"]

_MOST_ROWS = 3


class Later:
    """What the rows below the first ones hold."""

    def __init__(self, finding: Finding, sheet: Sheet) -> None:
        """Begin with a reading; `sheet` is the one that was searched."""
        assert isinstance(finding.answer, Reading)
        self._reading = finding.answer
        self._used = set(self._reading.columns)
        self._hand_columns: set[int] = set()
        for hand in self._reading.hands:
            self._hand_columns.update(hand.columns)
        self._headings = [sheet.texts(row) for row in finding.trace.heading_rows]
        self._filled_before = _filled_columns(sheet)
        self._kinds = Kinds()
        self._columns: dict[int, UnreadColumn] = {}
        self._rows: list[UnreadRow] = []
        self._more_rows = 0
        self._sheets: list[UnreadSheet] = []
        self._warnings: list[str] = []
        for part in self._reading.unread:
            self._take_over(part)

    def _take_over(self, part: Unread) -> None:
        """Take over what is not read of the first rows."""
        if isinstance(part, UnreadColumn):
            self._columns[part.index] = part
        elif isinstance(part, UnreadRow):
            self._rows.append(part)
        elif isinstance(part, UnreadRows):
            self._more_rows += part.count
        else:
            self._sheets.append(part)

    def add(self, first_row: int, rows: Sequence[Sequence[Any]]) -> None:
        """Look at further rows; `first_row` is the number of the first one, counted from 0."""
        for number, row in enumerate(rows, start=first_row):
            kinds = self._kinds.of_row(row)
            if any(kinds):
                self._add_row(number, row, kinds)

    def _add_row(self, number: int, row: Sequence[Any], kinds: bytes) -> None:
        """Look at a row that is not blank."""
        if self._holds_a_hand(kinds):
            self._add_cells(number, row, kinds)
            return
        texts: dict[int, str] = {}
        for column, kind in enumerate(kinds):
            if kind:
                texts[column] = one_line(row[column])
        if texts in self._headings:
            return
        names = self._other_names(texts, kinds)
        if names:
            self._warnings.append(f"row {number + 1} has other headings: {', '.join(names)}")
        elif len(self._rows) < _MOST_ROWS:
            first_text = next(iter(texts.values()))
            self._rows.append(UnreadRow(number, first_text))
        else:
            self._more_rows += 1

    def _holds_a_hand(self, kinds: bytes) -> bool:
        """Tell whether a row has cards, or misspelt ones, in the columns of a hand."""
        cells = [kinds[column] for column in self._hand_columns if column < len(kinds)]
        if self._reading.cards:  # numbers, or words for ranks and suits
            filled = [kind for kind in cells if kind != BLANK]
            return 2 * len(filled) > len(self._hand_columns)
        return any(is_cards(kind) or kind == NEAR for kind in cells)

    def _add_cells(self, number: int, row: Sequence[Any], kinds: bytes) -> None:
        """Count the cells of a row with hands that are not read."""
        for column, kind in enumerate(kinds):
            if kind == BLANK or column in self._used:
                continue
            if column not in self._filled_before:
                self._begin_column(number, column, kind)
            self._count_cell(a1(number, column), row[column], column, kind)

    def _begin_column(self, number: int, column: int, kind: int) -> None:
        """Note a column that was blank before."""
        self._filled_before.add(column)
        if is_cards(kind):
            where = letters([column])
            self._warnings.append(f"cards in {where} begin only in row {number + 1}")

    def _count_cell(self, cell: str, value: Any, column: int, kind: int) -> None:
        """Count a text or a card in a column that is not read."""
        heading = self._reading.headings.get(column, "")
        if heading == letters([column]):
            heading = ""
        unread = self._columns.get(column, UnreadColumn(column, heading))
        is_counted = is_cards(kind) or (kind == WORD and not unread.holds_cards)
        if is_counted:
            unread = replace(unread, count=unread.count + 1)
        if is_counted and not unread.cell:
            text = one_line(value)
            unread = replace(
                unread,
                holds_cards=is_cards(kind),
                cell=cell,
                text=text,
            )
        self._columns[column] = unread

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

    def reading(self) -> Reading:
        """Return the reading with all that is not read, and the warnings about later rows."""
        columns = [self._columns[index] for index in sorted(self._columns)]
        unread: list[Unread] = [*columns, *self._rows]
        if self._more_rows:
            unread.append(UnreadRows(self._more_rows))
        return replace(
            self._reading,
            unread=(*unread, *self._sheets),
            warnings=(*self._reading.warnings, *self._warnings),
        )


def _filled_columns(sheet: Sheet) -> set[int]:
    """Return the columns in which something stands."""
    filled: set[int] = set()
    for kinds in sheet.kinds:
        filled.update(column for column, kind in enumerate(kinds) if kind)
    return filled
