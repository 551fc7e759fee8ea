"""Columns of names beside the hands: whether wins are summed by person or by seat, and whom a cell names.

Most names have a letter, but sites also have players called `77777777`, `19/20/21` or `=)`, and a spreadsheet program that
opens a .csv turns the first of them into a number. One such player must not turn the wins of all persons into wins by seat.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.cells import is_blank, is_out
from xlpoker.layout.grid import Grid
from xlpoker.layout.headings import heading
from xlpoker.layout.model import Layout

__all__ = ["person_in", "persons_beside"]

_IMPORTED = re.compile(r"seat \d+ name", re.IGNORECASE)
"""The heading of names in a table that `xlpoker import` wrote: whatever stands below it is one."""


def persons_beside(head: Grid, layout: Layout) -> tuple[int, ...]:
    """Return the columns of names right before each hand, or right behind each, whose headings say that they are names or players.

    >>> from xlpoker.layout.grid import Area
    >>> row = ["Ann", "5H 5C 6S 7S KD", "7777", "2C 3S 8S 8D TD"]
    >>> grid = Grid("", [["Player A", "Cards A", "Player B", "Cards B"], row])
    >>> persons_beside(grid, Layout("", 1, 1, (Area(1, 1), Area(3, 3)), header=0))
    (0, 2)
    """
    if len(layout.hands) < 2 or layout.header is None:
        return ()
    before = [area.first - 1 for area in layout.hands]
    behind = [area.last + 1 for area in layout.hands]
    for columns in (before, behind):
        alone = len({*columns} - {*layout.columns}) == len(columns)
        if alone and min(columns) >= 0 and _hold_persons(head, layout, columns):
            return tuple(columns)
    return ()


def person_in(cell: Any) -> str | None:
    """Return whom a cell of a column of names names: a text, an empty one for nobody; None where it holds no name at all.

    Nobody is named by an empty cell, by a dash or a question mark, and by what may be a card.

    >>> [person_in(cell) for cell in (" Ann  Lee", "77777777", 77777777.0, "=)", "--", None, "5H", 0.5, True)]
    ['Ann Lee', '77777777', '77777777', '=)', '', '', '', None, None]
    """
    if is_blank(cell):
        return ""
    if isinstance(cell, bool):
        return None
    if isinstance(cell, int) or (isinstance(cell, float) and cell.is_integer()):
        return str(int(cell))
    if not isinstance(cell, str):
        return None
    name = " ".join(cell.split())
    means_nobody = not _has_letter(name) and is_out(name)
    return "" if means_nobody or count_cards(name) else name


def _hold_persons(head: Grid, layout: Layout, columns: Sequence[int]) -> bool:
    """Tell whether columns hold names: by their headings, and by what stands below them taken together."""
    header = layout.header or 0
    headings = [heading(head.cell(header, column)) for column in columns]
    if any(title.role not in ("name", "player") for title in headings):
        return False
    below = [_cells_below(head, layout, column) for column in columns]
    if not all(below):
        return False
    persons = {person_in(cell) for cells in below for cell in cells}
    if None in persons:
        return False
    if all(_IMPORTED.fullmatch(title.text) for title in headings):
        return True
    return _mostly_lettered(person for person in persons if person)


def _cells_below(head: Grid, layout: Layout, column: int) -> list[Any]:
    """Return the cells of a column in the rows of the hands that are not blank."""
    rows = head.rows[layout.first : layout.last + 1]
    return [row[column] for row in rows if column < len(row) and not is_blank(row[column])]


def _mostly_lettered(names: Iterable[str | None]) -> bool:
    """Tell whether at least half of some names have a letter: a column of scores, or of numbers of seats, has none."""
    lettered = [_has_letter(name) for name in names if name]
    return bool(lettered) and 2 * sum(lettered) >= len(lettered)


def _has_letter(text: str) -> bool:
    return any(character.isalpha() for character in text)
