"""The facts about a sheet: the kind of each row, and for each column its cells and its heading. Nothing is decided here.

A row that holds a hand is a deal. Every other row is a heading, a title, or a bad row: one in which a hand was meant. Headings
between deals that repeat those above are passed over; others begin a further table.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import column_letters
from xlpoker.errors import LayoutError
from xlpoker.evaluator.cells import is_blank
from xlpoker.layout import cells
from xlpoker.layout.cells import Codes, Column
from xlpoker.layout.grid import NO_SKIP, Area, Grid, Skip
from xlpoker.layout.headings import Heading, called, heading, is_series, together

__all__ = ["Table", "columns_below", "duplicates", "table_of"]

Row = Sequence[Any]
Bools = npt.NDArray[np.bool_]
_HEADS, _ABOVE, _BLANKS = 3, 16, 2  # rows of headings, rows above the hands, blank rows below headings or hands
_SAMPLE, _NAMED = 50, 200
_MOST_CELLS = 1 << 26
_LETTERS = re.compile(r"\b([A-Z])[♣♦♥♠]|[♣♦♥♠]([A-Z])\b")
_SPREADS = ("player", "hand", "board", "card", "aside", "stage", "note", "result", "name", "rank")


@dataclass(frozen=True)
class Table:
    """Deals below the same headings: the rows by kind, and the columns; `begins` are rows of headings of further tables."""

    grid: Grid = field(repr=False)
    skip: Skip = field(repr=False)
    columns: tuple[Column, ...] = field(repr=False)
    rows: tuple[int, ...] = field(repr=False)
    bad: tuple[int, ...]
    titles: tuple[int, ...]
    head: tuple[int, ...]
    again: tuple[int, ...]
    begins: tuple[int, ...]

    @cached_property
    def lines(self) -> list[int]:
        """Return the rows of hands in turn, bad ones included."""
        return sorted(self.rows + self.bad)

    @property
    def gaps(self) -> tuple[tuple[int, int], ...]:
        """Return the rows from a hand down to headings that stand there again, both ends included."""
        return tuple((self.lines[bisect(self.lines, row) - 1] + 1, row) for row in self.again)

    @cached_property
    def titled(self) -> dict[int, list[str]]:
        """Return what stands in each title."""
        return {row: [str(cell) for cell in self.grid.rows[row] if not is_blank(cell)] for row in self.titles}

    @cached_property
    def letters(self) -> frozenset[str]:
        """Return the letters beside the signs of suits in the first rows."""
        rows = (self.grid.rows[row] for row in self.rows[:_NAMED])
        texts = {cell for row in rows for cell in row if isinstance(cell, str)}
        return frozenset("".join(map("".join, _LETTERS.findall(" ".join(texts).upper()))))

    @cached_property
    def words(self) -> dict[int, frozenset[str]]:
        """Return for each column without cards the different cells of deals with words, or with marks such as x."""
        found = {}
        for one in self.columns:
            marked = np.flatnonzero(np.isin(one.codes, (cells.OUT, cells.NEAR, cells.NEARLY, cells.WORD)))
            if not one.cards:
                found[one.at] = frozenset(str(self.grid.cell(self.rows[place], one.at)) for place in marked)
        return found


def table_of(grid: Grid, skip: Skip = NO_SKIP) -> Table | None:
    """Return the table of a sheet, None for a sheet without hands.

    >>> row = "5H 5C 6S 7S KD 2C 3S 8S 8D TD".split()
    >>> table = table_of(Grid("", [["Poker night"], ["Anna", *[None] * 4, "Ben"], row, ["February"], row]))
    >>> table.head, table.rows, table.titles
    ((1,), (2, 4), (0, 3))

    Raises `LayoutError` where cards stand so far to the right that all cells of so many rows would have to be looked at.
    """
    if any(skip):
        without = grid.within(skip.rows)
        kept = [[None if at in skip.columns else cell for at, cell in enumerate(row)] for row in grid.rows]
        grid = replace(grid, rows=[[] if at in without else row for at, row in enumerate(kept)])
    rows, width = grid.rows, _MOST_CELLS // max(len(grid.rows), 1)
    if max(map(len, rows), default=0) > width:
        if any(cells.is_cards(cells.codes_of([row[width:]])).any() for row in rows):
            far = f"{grid.sheet or 'The table'} has cards beyond column {column_letters(width - 1)}"
            raise LayoutError(f"{far}; say where the hands are: --hands A3:E1002,F3:J1002")
        rows = [row[:width] for row in rows]
    codes = cells.codes_of(rows)
    deals, over_whole = _deals(rows, codes)
    places = np.flatnonzero(deals)
    if not len(places):
        return None
    body = np.asfortranarray(codes[places])
    held: Any = cells.is_cards(body).any(axis=0)
    cardy = held | ((body == cells.NEAR) | (body == cells.NEARLY)).any(axis=0)
    first, last = int(places[0]), int(places[-1])
    head, bad = _above(rows, codes, first, held, over_whole=over_whole)
    bad = [row for row in bad if not cells.is_title(rows[row])]
    if not head:  # then only rows right above that were meant to be hands are bad ones
        fine = [row + at + 1 < first or not _is_meant(codes[row], cardy) for at, row in enumerate(bad)]
        bad = bad[: [*fine, True].index(True)]
    titles = [row for row in np.flatnonzero(codes[:first].any(axis=1)).tolist() if row not in (*head, *bad)]
    again, begins, end = [], [], last
    heads = [_filled(rows[row]) for row in head]
    for row in np.flatnonzero(codes.any(axis=1) & ~deals & (np.arange(len(rows)) > first)).tolist():
        if any(_filled(rows[row]) <= one for one in heads):
            again.append(row)
        elif row < last and _begins_table(rows[row], codes[row], held):
            begins.append(row)
        elif cells.is_title(rows[row]) or not (
            codes[row][cardy].any() if row < last else row - end <= _BLANKS + 1 and _is_meant(codes[row], cardy)
        ):
            titles.append(row)
        else:
            bad.append(row)
            end = max(end, row)
    kinds = [tuple(sorted(each)) for each in (places.tolist(), bad, titles, head, again, begins)]
    return Table(grid, skip, _headed(rows, body, head, cardy, places), *kinds)


def _filled(row: Row) -> set[tuple[int, str]]:
    """Return the filled cells of a row with their places."""
    return {(at, str(cell)) for at, cell in enumerate(row) if not is_blank(cell)}


def _deals(rows: Sequence[Row], codes: Codes) -> tuple[Bools, bool]:
    """Tell for each row whether it holds a hand's cards, and whether most of these stand in one cell: then a row of single cards is none."""
    whole: Any = cells.is_whole(codes).any(axis=1)
    deals: Any = whole | ((codes == cells.CARD).sum(axis=1) > 1)
    if 2 * whole.sum() >= max(deals.sum(), 1):
        return whole, True
    tops = np.flatnonzero(deals & ~whole & ~np.append([False], deals[:-1]))  # below a deal stands no heading: C1 C2 C3
    for at in tops.tolist():
        below: Any = cells.is_cards(codes[at + 1 : at + _SAMPLE]).any(axis=0)
        deals[at] = not is_header(rows[at], codes[at], below)
    return deals, False


def is_header(row: Row, codes: Codes, held: Bools, *, over_whole: bool = False) -> bool:
    """Tell whether a row holds headings: words of the table, names, or numbers in turn; no cards but such that count.

    `held`: the columns with cards below; `over_whole`: whole hands stand there, so that single cards may be names.
    """
    places, mine = np.flatnonzero(codes), held if held.any() else codes > cells.BLANK
    texts, found = [str(row[at]) for at in places.tolist()], codes[places]
    if not texts or ((found > cells.CARD) & (found <= cells.NEARLY)).any():
        return False
    labels = 4 * np.count_nonzero(codes[mine]) <= mine.sum()  # over several columns each
    if not (over_whole or labels) and 3 * len({*compress(texts, found == cells.CARD)}) > len(texts):
        within = np.flatnonzero((codes > cells.BLANK) & mine)  # a row of cards in turn is no header
        return is_series([str(row[at]) for at in within.tolist()], 2) and bool((codes[within] != cells.CARD).any())
    numbers = [text for text in texts if text.isdecimal()]
    if 2 * len(numbers) > len(texts):
        return is_series(numbers)
    roles = [heading(text).role for text in texts]
    if len(texts) == 1:  # else a title
        above = held.sum() == 1 and (codes[held] > cells.BLANK).any()
        return bool(above) and roles[0] not in ("", "result", "note")
    values = {cells.DATE, cells.NUMBER} & {*found.tolist()}
    odd = 2 * np.count_nonzero((found == cells.OUT) | (found == cells.NEAR)) > len(texts)
    return not (odd or (values and 2 * sum(map(bool, roles)) < len(texts)))


def _begins_table(row: Row, codes: Codes, held: Bools) -> bool:
    """Tell whether a row between hands holds the headings of another table: words alone."""
    plain = not np.isin(codes, (cells.DATE, cells.NUMBER, cells.OUT)).any() and np.count_nonzero(codes[held]) >= min(
        2, held.sum()
    )
    different = len({text for _, text in _filled(row)}) > 1  # unlike a word in each cell: break
    return bool(plain) and different and is_header(row, codes, held)


def _above(
    rows: Sequence[Row], codes: Codes, first: int, held: Bools, *, over_whole: bool
) -> tuple[list[int], list[int]]:
    """Return the rows of headings above the first row of hands, and the rows in between that are none, the lowest first."""
    head: list[int] = []
    bad: list[int] = []
    blanks = 0
    for row in range(first - 1, max(first - _ABOVE, 0) - 1, -1):
        if is_header(rows[row], codes[row], held, over_whole=over_whole) and len(head) < _HEADS:
            if over_whole and cells.is_cards(codes[head]).any():  # single cards below headings
                bad, head = [*bad, *head], []
            head.insert(0, row)
        elif head or blanks > _BLANKS:
            break
        elif codes[row].any():
            bad.append(row)
        else:
            blanks += 1
    return head, bad


def _is_meant(codes: Codes, cardy: Bools) -> bool:
    """Tell whether a row without a hand was meant to hold one: its hand columns hold a card, or half of them are filled."""
    mine = codes[cardy]
    return bool(np.isin(mine, (cells.CARD, cells.NEAR, cells.NEARLY)).any() or 2 * np.count_nonzero(mine) >= len(mine))


def _headed(
    rows: Sequence[Row], body: Codes, head: Sequence[int], cardy: Bools, places: npt.NDArray[Any]
) -> tuple[Column, ...]:
    """Return the columns with what stands above them; a label counts for the columns of cards at its right without one."""
    width = body.shape[1]
    meant = cardy | (body == cells.OUT).any(axis=0)
    several = 2 * cells.is_whole(body).sum(axis=0) > cells.is_cards(body).sum(axis=0)
    found, starts, below_label = [Heading()] * width, [False] * width, False
    for row in head:
        own = [heading(cell) for cell in [*rows[row], *[None] * width][:width]]
        line: list[Heading] = []
        series, last = False, ""  # whether headings in turn name one player, with a column each: Anna 4, Anna 5
        for at, mine in enumerate(own):
            if mine.is_plain and mine.who != last and not own[min(at + 1, width - 1)].text:  # S4 over several columns
                own[at] = Heading(mine.text, "", mine.text)
            left, over = (line or own)[-1], cardy if line and line[-1].role == "board" else meant
            goes_on = (left.is_plain or left.role in _SPREADS) and left.number <= 2 * (left.role == "board")
            touches = bool(line) and bool(over[at - 1] and over[at]) and not several[at - 1]
            spread = not mine.text and not series and goes_on and touches
            starts[at - 1] |= spread and own[at - 1].text != ""
            line.append(left if spread else own[at])
            series, last = (stem := called(own[at]).who) == last != "", stem
        found = [together(upper, lower, below_label=below_label) for upper, lower in zip(found, line, strict=True)]
        below_label = line != own
    some = [rows[row] for row in places[:_SAMPLE].tolist()]
    texts = [[row[at] if at < len(row) else None for row in some] for at in range(width)]
    return tuple(Column(at, body[:, at], found[at], starts[at], texts[at]) for at in range(width))


def columns_below(grid: Grid, first: int, last: int, named: Sequence[int]) -> tuple[Column, ...]:
    """Return the columns of named rows, with what stands above the first of them."""
    width = max(named) + 1
    top, end = max(first - _ABOVE, 0), min(last + 1, first + _NAMED)
    rows = [[*row[:width], *[None] * (width - len(row))] for row in grid.rows[top:end]]
    codes, start = cells.codes_of(rows), min(first - top, len(rows))
    held = np.isin(np.arange(width), list(named))
    if not codes.size:
        return tuple(Column(at, np.zeros(0, np.uint8)) for at in range(width))
    over_whole = bool(cells.is_whole(codes[start:]).any())
    head = _above(rows, codes, start, held, over_whole=over_whole)[0]
    return _headed(rows, codes[start:], head, held, np.arange(start, len(rows)))


def duplicates(grid: Grid, hands: Sequence[Area], deals: Sequence[Sequence[int]]) -> float:
    """Return the share of deals, given by their rows, in which a card stands twice; the first two hundred are looked at.

    >>> duplicates(Grid("", [["5H"], ["6H"], ["5H"]]), [Area(0, 0)], [[0, 1], [0, 2]])
    0.5
    """
    columns, some = dict.fromkeys(at for hand in hands for at in hand.columns), deals[:_NAMED]
    held = ([card for row in deal for at in columns for card in cells.cards_in(grid.cell(row, at))] for deal in some)
    return sum(len(set(cards)) < len(cards) for cards in held) / max(len(some), 1)
