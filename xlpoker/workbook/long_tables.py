"""Tables whose deals are no rows: which column of a long one, a row for each player, tells deals apart; a deal in each column."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from itertools import chain
from typing import Any

from xlpoker.errors import CardError
from xlpoker.evaluator.cells import cell_codes, is_blank
from xlpoker.layout.cell_types import is_number
from xlpoker.layout.find import Layout
from xlpoker.layout.grid import Grid
from xlpoker.scoring.words import is_title

__all__ = ["deal_heading", "is_turned", "rows_of", "words_above"]

_DEAL = re.compile(
    r"(?:hand|deal|game|round|spiel|runde|main|donne)[\s_-]*(?:id|no\.?|nr\.?|n°|number|nummer|#)|deal|round|donne",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"hand|game|spiel|main|mano|partie", re.IGNORECASE
)  # over numbers only: a hand's name comes again, too
_OF_DEAL = re.compile(r"(?:round|deal|game|runde|spiel|partie|donne|manche|ronda)\s*#?\d+|[rd]\d+", re.IGNORECASE)
_SHARED, _DECK = 6, 52  # cards of hands of which a board may be part


def words_above(grid: Grid, layout: Layout) -> dict[int, str]:
    """Return the headings of the columns beside the hands."""
    cells = grid.rows[layout.header] if layout.header is not None else []
    beside = [at for at in range(len(cells)) if not any(at in area.columns for area in layout.areas)]
    return {at: " ".join(cells[at].split()) for at in beside if isinstance(cells[at], str) and cells[at].strip()}


def rows_of(grid: Grid, layout: Layout) -> list[int]:
    """Return the rows of a long table that hold a hand: no blank ones, and no titles between."""
    rows = range(layout.first, min(layout.last + 1, len(grid.rows)))
    held = [row for row in rows if any(not is_blank(grid.cell(row, at)) for at in layout.hands[0].columns)]
    return [row for row in held if not is_title(grid.rows[row])]


def deal_heading(grid: Grid, layout: Layout) -> str | None:
    """Return the heading under which every deal has several rows, None where there is none, or more than one.

    >>> from xlpoker.layout.find import find_layout
    >>> rows = [["Hand id", "Cards"], [7, "5H 5C 6S 7S KD"], [7, "2C 3S 8S 8D TD"]]
    >>> deal_heading(Grid("", rows), find_layout(Grid("", rows)))
    'Hand id'
    """
    found = []
    for column, word in words_above(grid, layout).items():
        cells = [grid.cell(row, column) for row in rows_of(grid, layout)]
        if not _DEAL.fullmatch(word) and not (
            _COUNTED.fullmatch(word) and all(_is_counter(cell) or is_blank(cell) for cell in cells)
        ):
            continue
        before, times = None, Counter[object]()
        for cell in cells:
            before = before if is_blank(cell) else cell
            times[before] += 1
        whole = list(times.values())
        several = _DEAL.fullmatch(word) or (len(whole) > 1 and column < layout.hands[0].first)
        if several and min(whole[:-1] or whole) > 1:  # the rows that are here may end within a deal
            found.append(word)
    return found[0] if len(found) == 1 else None


def _is_counter(cell: Any) -> bool:
    """Tell whether a cell holds a number, or one behind a mark.

    >>> _is_counter(12), _is_counter("12"), _is_counter("#12"), _is_counter("Full House")
    (True, True, True, False)
    """
    return is_number(cell.strip().removeprefix("#") if isinstance(cell, str) else cell)


def is_turned(grid: Grid, layout: Layout) -> bool:
    """Tell whether whole hands stand with a deal in each column: its words number deals, or only in rows a card stands twice.

    >>> from xlpoker.layout.find import find_layout
    >>> grid = Grid("", [["Round 1", "Round 2"], ["5H 5C 6S 7S KD", "2C 3S 8S 8D TD"], ["2H 4S 4C 2D 4H", "2S 8H AS QS 3S"]])
    >>> is_turned(grid, find_layout(grid))
    True
    """
    rows, columns = range(layout.first, layout.last + 1), [area.first for area in layout.hands]
    alone = all(area.first == area.last and area.part is None for area in layout.areas)
    if not 1 < len(rows) < _DECK // 2 or len(columns) < 2 or layout.board is not None or not alone:
        return False
    cells = [[_codes(grid.cell(row, at)) for at in columns] for row in rows]
    most = max(map(len, chain.from_iterable(cells)))
    head = [grid.cell(layout.first - 1 if layout.header is None else layout.header, at) for at in columns]
    if most > 1 and all(isinstance(word, dt.date) or _OF_DEAL.fullmatch(str(word)) for word in head):
        return True
    across, down = (
        sum(len(set(cards)) < len(cards) for cards in map(list, map(chain.from_iterable, lines)))
        for lines in (cells, zip(*cells, strict=True))
    )
    return 1 < most < _SHARED and 2 * across > max(4, len(rows)) and not down


def _codes(cell: Any) -> list[int]:
    """Return the codes of the cards in a cell, none of one that is bad."""
    try:
        return cell_codes(cell)
    except CardError:
        return []
