"""Bad rows at the ends of a block: rows of hands without two readable cards.

In the middle of a block every row is a row of hands. At its ends a row may be a bad row, which must be reported, or a
header, a total or a note, which must not. The kinds of its cells in the columns of the hands decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from xlpoker.layout.cell_types import BLANK, CARD, LABEL, MANY, NEAR, NUMBER, SHORT, WORD, Sheet, cards_only, counted
from xlpoker.layout.grid import Area
from xlpoker.layout.labels import is_card_name, is_series, numbered, short
from xlpoker.layout.regions import HEADER_ROWS, is_seats

__all__ = ["with_bad_ends"]

_WIDE_GAP = 2
_COUNTER = re.compile(r"(.*?)(\d+)(?:\.0)?")
_CARD_WORDS = re.compile(r"(?:hole\s*)?(?:card|carte|carta|karte|kort|kaart|rank|suit)s?", re.IGNORECASE)


def with_bad_ends(sheet: Sheet, first: int, last: int, areas: Sequence[Area]) -> tuple[int, int]:
    """Return the first and the last row of hands when the bad rows above and below are counted in.

    >>> from xlpoker.layout.grid import Grid
    >>> row = "5H 5C 6S 7S KD".split()
    >>> with_bad_ends(Sheet(Grid("", [["Hand"], ["x"] * 5, row, row, ["1OH"], ["a note"]])), 2, 3, [Area(0, 4)])
    (1, 4)
    """
    while (row := _next_below(sheet, last, areas)) is not None:
        last = row
    while (row := _next_above(sheet, first, areas)) is not None:
        first = row
    return first, last


def _columns(areas: Sequence[Area]) -> list[int]:
    return [column for area in areas for column in area.columns]


def _next_below(sheet: Sheet, last: int, areas: Sequence[Area]) -> int | None:
    columns = _columns(areas)
    for row in range(last + 1, min(last + 2 + _WIDE_GAP, len(sheet.rows))):
        if not any(sheet.rows[row]):
            continue
        kinds = sheet.picked(row, columns)
        filled = len(kinds) - counted(kinds, BLANK)
        if not filled:
            continue
        if LABEL in kinds or is_series(sheet.grid.rows[row]):
            return None
        likely = len(cards_only(kinds)) + counted(kinds, NEAR)
        if row == last + 1 and _goes_on(sheet, last, row, columns):
            return row
        if row > last + 1:  # behind a blank row only rows that look like hands
            return row if 2 * (likely + counted(kinds, SHORT)) >= len(kinds) else None
        if likely:
            return row
        if len(kinds) <= len(areas):  # whole hands in cells: a total has numbers
            words = counted(kinds, SHORT, WORD)
            return row if filled == words == len(kinds) and len(kinds) > 1 else None
        return row if 2 * filled > len(kinds) else None
    return None


def _goes_on(sheet: Sheet, near: int, row: int, columns: Sequence[int]) -> bool:
    """Tell whether a row outside continues a counter of the row of hands beside it: 8 after 7, Deal 8 after Deal 7."""
    step = row - near
    for column in set(range(len(sheet.rows[row]))) - set(columns):
        before, after = (_count(sheet.grid.cell(at, column)) for at in (near, row))
        if before is not None and after is not None and after == (before[0], before[1] + step):
            return True
    return False


def _count(cell: object) -> tuple[str, int] | None:
    """Return the words and the number of a counter, None for any other cell."""
    if isinstance(cell, bool) or not isinstance(cell, int | float | str):
        return None
    match = _COUNTER.fullmatch(short(cell))
    return (match[1], int(match[2])) if match is not None else None


def _next_above(sheet: Sheet, first: int, areas: Sequence[Area]) -> int | None:
    columns = _columns(areas)
    for row in range(first - 1, max(first - 2 - _WIDE_GAP, -1), -1):
        kinds = sheet.picked(row, columns)
        filled = len(kinds) - counted(kinds, BLANK)
        if not filled:
            if any(sheet.rows[row]):
                return None
            continue
        if LABEL in kinds or is_series(sheet.grid.rows[row]) or _counts(sheet, row, columns):
            return None
        if _is_names(sheet, row, areas) or is_seats(sheet, row):
            return None
        likely = len(cards_only(kinds)) + counted(kinds, NEAR)
        if WORD in kinds and 2 * likely < filled:
            likely = 0
        if row == first - 1 and _goes_on(sheet, first, row, columns):
            return row
        if row < first - 1:
            return row if 2 * likely >= len(kinds) else None
        if likely:
            return row
        return row if 2 * filled > len(kinds) and _repeats(sheet, row, areas) else None
    return None


def _counts(sheet: Sheet, row: int, columns: Sequence[int]) -> bool:
    """Tell whether a row numbers the cards: 1 2 3 4 5."""
    cells = sheet.grid.rows[row]
    named = numbered([(at, cells[at]) for at in columns if at < len(cells) and sheet.rows[row][at]])
    numbers = [number for _, number in named.values()]
    return len(numbers) > 1 and numbers[:2] in ([0, 1], [1, 2])


def _is_names(sheet: Sheet, row: int, areas: Sequence[Area]) -> bool:
    """Tell whether a row has a text over the first card of each hand and nothing else, as names have, or one over all: A A B B."""
    kinds, names = sheet.picked(row, _columns(areas)), sheet.picked(row, [area.first for area in areas])
    texts = [{str(sheet.grid.cell(row, at)).strip() for at in area.columns} for area in areas]
    other = len(kinds) == counted(kinds, SHORT, WORD, NUMBER)
    over_all = other and len(texts) == sum(map(len, texts)) == len(set[str]().union(*texts))
    alone = BLANK not in names and kinds.count(BLANK) == len(kinds) - len(names)
    return 1 < len(areas) < len(kinds) and (alone or over_all)


def _repeats(sheet: Sheet, row: int, areas: Sequence[Area]) -> bool:
    """Tell whether a row repeats a text within a hand, as headers do only with the word *Card*.

    Below a header repeated words are not a second header; without one they may be a header.
    """
    cells = sheet.grid.rows[row]
    above = range(max(row - HEADER_ROWS, 0), row)
    labelled = any(LABEL in sheet.rows[at] or any(map(is_card_name, sheet.grid.rows[at])) for at in above)
    if len(_columns(areas)) == len(areas):  # whole hands in cells: x or 5 below a header is not a second header
        names = any(str(cells[at]).istitle() for at in _columns(areas) if at < len(cells))
        return labelled and not names
    for area in areas:
        values = [cells[at] for at in area.columns if at < len(cells) and sheet.rows[row][at]]
        kinds = {sheet.kind(row, at) for at in area.columns} - {BLANK}
        words = any(isinstance(value, str) and _CARD_WORDS.fullmatch(value.strip()) for value in values)
        if len(values) > len(set(map(str, values))) and not words and (labelled or kinds <= {SHORT, NUMBER}):
            return True
    return False


def rows_with_cards(sheet: Sheet, areas: Sequence[Area]) -> tuple[int, int] | None:
    """Return the first and the last row with a card in some columns, None where there are none."""
    columns = _columns(areas)
    rows = [
        row
        for row in range(len(sheet.rows))
        if any(CARD <= kind <= MANY for kind in sheet.picked(row, columns)) and not is_series(sheet.grid.rows[row])
    ]
    return with_bad_ends(sheet, rows[0], rows[-1], areas) if rows else None
