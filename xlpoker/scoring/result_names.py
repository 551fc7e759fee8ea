"""The hidden names that cover the results on a sheet: they tell later runs which columns these are.

::

    _xlpoker_results    'Hands'!$K$1:$M$9    the results of the first table
    _xlpoker_hands      'Hands'!$A$2:$E$9    its first hand, by which the table is known again
    _xlpoker_results2   'Hands'!$Z$1:$Z$9    those of another table
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from xlpoker.addresses import MOST_ROWS, Box, boxes_of, column_letters, on_sheet, runs_of, unquoted
from xlpoker.layout.model import Layout

__all__ = [
    "HANDS",
    "RESULTS",
    "ResultNames",
    "column_runs",
    "covered_by",
    "first_hands_of",
    "is_our_name",
    "over_results",
]

RESULTS = "_xlpoker_results"
HANDS = "_xlpoker_hands"
_NAME = re.compile(f"({RESULTS}|{HANDS})([0-9]*)")
_CELLS = re.compile(
    r"('(?:[^']|'')*'|[^'!,()]+)!(\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)(?:,|\Z)"
)
"""Cells of a sheet, alone or in a list."""


class Covered(NamedTuple):
    """The cells of a table that its names cover."""

    results: list[Box]
    hands: list[Box]


class ResultNames(NamedTuple):
    """The names on a sheet as the table sees them whose first hand is in some cells.

    `suffix` is what the names of this table end with, `results` and `hands` are what they cover,
    `other_results` is what the names of the results of other tables cover.

    >>> covered = {"_xlpoker_results": [Box(0, 10, 8, 12)], "_xlpoker_hands": [Box(0, 0, 8, 4)]}
    >>> ResultNames.of(covered, Box(1, 0, 8, 4)).results
    [Box(top=0, left=10, bottom=8, right=12)]
    >>> ResultNames.of(covered, Box(1, 20, 8, 24)).suffix
    '2'
    """

    suffix: str
    results: list[Box]
    hands: list[Box]
    other_results: list[Box]

    @classmethod
    def of(cls, covered: Mapping[str, Sequence[Box]], hand: Box) -> ResultNames:
        """Return the names of the table with that first hand; `covered` is what each name covers."""
        tables = _tables(covered)
        suffix = _suffix_of(hand, tables)
        covered_by_names = tables.pop(suffix, Covered([], []))
        other_results: list[Box] = []
        for other_table in tables.values():
            other_results += other_table.results
        return cls(suffix, covered_by_names.results, covered_by_names.hands, other_results)

    def over(
        self, columns: Sequence[int], rows: tuple[int, int], hand: Box, *, keeps_rows: bool
    ) -> dict[str, list[Box]]:
        """Return what the names cover once results are in some columns and rows.

        `hand` is the first hand in the rows that were scored. With `keeps_rows` the earlier results
        in other rows stay.
        """
        top, bottom = rows
        results = _extended(top, bottom, self.results if keeps_rows else [])
        hands = _extended(hand.top, bottom, self.hands if keeps_rows else [])
        return {
            RESULTS + self.suffix: column_runs(columns, *results),
            HANDS + self.suffix: [hand._replace(top=hands[0], bottom=hands[1])],
        }


def first_hands_of(layout: Layout) -> Box:
    """Return the cells of the first hand in all rows of a table, whose name `_xlpoker_hands` is."""
    area = layout.hands[0]
    last_row = min(layout.last, MOST_ROWS)
    return Box(layout.first, area.first, last_row, area.last)


def is_our_name(name: str) -> bool:
    """Tell whether a name is one of those that cover results.

    >>> is_our_name("_xlpoker_hands2"), is_our_name("Print_Area")
    (True, False)
    """
    return _NAME.fullmatch(name) is not None


def _tables(covered: Mapping[str, Sequence[Box]]) -> dict[str, Covered]:
    """Return the cells that our names cover, by the suffix of the names.

    A table all of whose names cover nothing is left out.
    """
    tables: dict[str, Covered] = {}
    for name, boxes in covered.items():
        match = _NAME.fullmatch(name)
        if match is None:
            continue
        base, suffix = match.groups()
        table = tables.setdefault(suffix, Covered([], []))
        cells = table.results if base == RESULTS else table.hands
        cells[:] = boxes
    return {suffix: table for suffix, table in tables.items() if any(table)}


def covered_by(text: str, other_sheets: Collection[str] = ()) -> list[Box]:
    """Return the cells that a name stands for, without those on other sheets.

    There are none where the name stands for anything else than cells, and where these are gone.

    >>> covered_by("='Hands'!$K$1:$M$9"), covered_by("='Hands'!#REF!")
    ([Box(top=0, left=10, bottom=8, right=12)], [])
    """
    other_names = {sheet.casefold() for sheet in other_sheets}
    text = text.removeprefix("=")
    references = []
    start = 0
    while start < len(text):
        match = _CELLS.match(text, start)
        if match is None:
            return []
        title, cells = match.groups()
        sheet = unquoted(title)
        if sheet.casefold() not in other_names:
            references.append(cells)
        start = match.end()
    return boxes_of(references)


def _suffix_of(hand: Box, tables: Mapping[str, Covered]) -> str:
    """Return the suffix of the table that holds a hand, or the first one that is free."""
    for suffix, table in tables.items():
        if any(hand.meets(box) for box in table.hands):
            return suffix
    if "" not in tables:
        return ""
    number = 2
    while str(number) in tables:
        number += 1
    return str(number)


def _extended(top: int, bottom: int, earlier: Iterable[Box]) -> tuple[int, int]:
    """Return the first and the last row of some rows and of some rectangles."""
    for box in earlier:
        top = min(top, box.top)
        bottom = max(bottom, box.bottom)
    return top, bottom


def over_results(sheet: str, covered: Mapping[str, Sequence[Box]]) -> dict[str, str]:
    """Return what names stand for that cover cells of a sheet, as Excel writes it.

    >>> over_results("Hands", {"_xlpoker_results": [Box(0, 10, 8, 12), Box(0, 14, 8, 14)]})
    {'_xlpoker_results': "'Hands'!$K$1:$M$9,'Hands'!$O$1:$O$9"}
    """
    return {
        name: ",".join(on_sheet(sheet, _absolute(box)) for box in boxes)
        for name, boxes in covered.items()
    }


def _absolute(box: Box) -> str:
    """Return a rectangle as names write it: $A$2:$E$9."""
    start = f"${column_letters(box.left)}${box.top + 1}"
    end = f"${column_letters(box.right)}${box.bottom + 1}"
    return f"{start}:{end}"


def column_runs(columns: Sequence[int], top: int, bottom: int) -> list[Box]:
    """Return the rectangles of some ascending columns in some rows; columns that adjoin are one.

    >>> column_runs([3, 4, 7], 0, 9)
    [Box(top=0, left=3, bottom=9, right=4), Box(top=0, left=7, bottom=9, right=7)]
    """
    return [Box(top, run[0], bottom, run[-1]) for run in runs_of(columns)]
