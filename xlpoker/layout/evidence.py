"""The facts about a sheet: its tables, the kind of each row, and for each column its cells and its heading. Nothing is decided here.

A row that holds a hand is a deal. Runs of deals below headings of their own, or behind a wide gap, are tables. Every other row
of a table is a heading, a title, or a bad row: one in which a hand was meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import LayoutError
from xlpoker.evaluator.cells import is_blank, sides
from xlpoker.layout.cells import (
    BLANK,
    CARD,
    DATE,
    MANY,
    NEAR,
    NEARLY,
    NUMBER,
    OUT,
    RANK,
    VERSUS,
    WORD,
    Codes,
    Column,
    code_of,
    codes_of,
    is_cards,
    is_title,
)  # fmt: skip
from xlpoker.layout.grid import Grid, column_letters
from xlpoker.layout.headings import Heading, called, heading, is_series, together
from xlpoker.layout.model import Layout

__all__ = ["Table", "columns_below", "several_cards", "tables_of"]

Row = Sequence[Any]
Bools = npt.NDArray[np.bool_]
_HEADS, _ABOVE, _BLANKS = (
    3,
    16,
    2,
)  # rows of headings; rows above the hands that are looked at; blank rows within a table
_SAMPLE, _NAMED = 50, 200
_FULL = 5  # cards of a board
_MOST_CELLS = 1 << 26
_LETTERS = re.compile(r"\b([A-Z])[♣♦♥♠]|[♣♦♥♠]([A-Z])\b")
_SPREADS = ("player", "hand", "board", "card", "aside", "stage", "note", "result")


@dataclass(frozen=True)
class Table:
    """A run of deals below the same headings: its rows by kind, and the columns."""

    grid: Grid = field(repr=False)
    rows: tuple[int, ...] = field(repr=False)
    bad: tuple[int, ...]
    titles: tuple[int, ...]
    head: tuple[int, ...]
    columns: tuple[Column, ...] = field(repr=False)

    @property
    def first(self) -> int:
        """Return the first row of hands, bad ones included."""
        return min(self.rows + self.bad)

    @property
    def last(self) -> int:
        """Return the last row of hands, bad ones included."""
        return max(self.rows + self.bad)

    @cached_property
    def lines(self) -> list[int]:
        """Return the rows of hands in turn, bad ones with anything beside the hand included."""
        bad = [row for row in self.bad if sum(not is_blank(cell) for cell in self.grid.rows[row]) > 1]
        return sorted([*self.rows, *bad])

    @cached_property
    def letters(self) -> frozenset[str]:
        """Return the letters beside the signs of suits in the first rows."""
        rows = (self.grid.rows[row] for row in self.rows[:_NAMED])
        text = " ".join(cell for row in rows for cell in row if isinstance(cell, str)).upper()
        return frozenset("".join(map("".join, _LETTERS.findall(text))))

    @cached_property
    def words(self) -> dict[int, frozenset[str]]:
        """Return the different cells with words, or with marks such as x, in the deals of each column."""
        marked = {one.at: np.flatnonzero(np.isin(one.codes, (OUT, NEARLY, WORD))) for one in self.columns}
        return {
            at: frozenset(str(self.grid.cell(self.rows[place], at)) for place in found) for at, found in marked.items()
        }


def tables_of(grid: Grid) -> list[Table]:
    """Return the tables of a sheet, an empty list for one without hands.

    >>> row = "5H 5C 6S 7S KD 2C 3S 8S 8D TD".split()
    >>> rows = [["Poker night"], ["Anna", *[None] * 4, "Ben"], row, ["February"], row]
    >>> [(table.head, table.rows, table.titles) for table in tables_of(Grid("", rows))]
    [((1,), (2, 4), (0, 3))]

    Raises `LayoutError` where cards stand so far apart that a whole sheet would lie in between.
    """
    rows: Sequence[Row] = grid.rows
    if len(rows) * max(map(len, rows), default=0) > _MOST_CELLS:
        rows = _narrowed(grid)
    codes = codes_of(rows)
    if not codes.size:
        return []
    filled: Any = codes.any(axis=1)
    whole: Any = ((codes > CARD) & (codes <= VERSUS)).any(axis=1)
    deals = _deals(codes)
    over_whole = 2 * whole.sum() >= max(deals.sum(), 1)
    for at in np.flatnonzero(deals & ~whole).tolist():
        if over_whole or not at or not deals[at - 1]:  # below a deal stands no heading
            between = over_whole and whole[max(at - 3, 0) : at + 4].any()  # single cards between hands
            deals[at] = not between and not _are_labels(rows, codes, filled, deals, at, over_whole=over_whole)
    places = np.flatnonzero(deals)
    if not len(places):
        return []
    cardy: Any = is_cards(codes[places]).any(axis=0)
    starts = [0]
    for here in (np.flatnonzero(np.diff(places) > 1) + 1).tolist():
        between = range(int(places[here - 1]) + 1, int(places[here]))
        words = [row for row in between if filled[row]]
        headed = any(_is_next_header(rows[row], codes[row], cardy) for row in words[-_HEADS:])
        starts += [here] if headed or len(between) - 2 * len(words) > _BLANKS else []
    ends = [-1, *(int(places[start - 1]) for start in starts[1:])]
    tops = [*(int(places[start]) for start in starts[1:]), len(rows)]
    parts = np.split(places, starts[1:])
    return [_table(grid, codes, *part, over_whole=over_whole) for part in zip(parts, ends, tops, strict=True)]


def _are_labels(rows: Sequence[Row], codes: Codes, filled: Bools, deals: Bools, at: int, *, over_whole: bool) -> bool:
    """Tell whether a row that may be a deal holds headings: C1 C2 C3 above cards, Kh and JD above whole hands."""
    above, below = _near(filled, at, -1, 2), _near(filled, at, 1, 3)
    if above is not None and (deals[above] or is_header(rows[above], codes[above])):
        return False
    if below is None:
        found = codes[at] != BLANK
        return bool((codes[at][found] != CARD).any()) and is_series(
            [str(cell) for cell in rows[at] if not is_blank(cell)]
        )
    cardy: Any = is_cards(codes[below : below + _SAMPLE]).any(axis=0)
    return is_header(rows[at], codes[at], over_whole=over_whole, cardy=cardy)


def _narrowed(grid: Grid) -> list[Row]:
    """Return the rows up to the column behind the last card of a table that would have too many cells."""
    wide = {
        at for row in grid.rows for at, cell in enumerate(row) if cell is not None and CARD <= code_of(cell) <= VERSUS
    }
    width = max(wide, default=0) + 2
    if len(grid.rows) * width > _MOST_CELLS:
        far = f"{grid.sheet or 'The table'} has cards as far apart as column {column_letters(width - 2)}"
        raise LayoutError(f"{far}; say where the hands are: --hands A3:E1002,F3:J1002")
    return [row[:width] for row in grid.rows]


def _deals(codes: Codes) -> Bools:
    """Tell for each row whether it holds a hand's cards."""
    several: Any = ((codes > CARD) & (codes <= VERSUS)).any(axis=1)
    found: Bools = several | ((codes == CARD).sum(axis=1) > 1)
    return found


def _near(filled: Bools, at: int, step: int, most: int) -> int | None:
    """Return the nearest row with anything in it above (-1) or below (1), at most so many rows away."""
    near = range(at + step, at + step * (most + 1), step)
    return next((row for row in near if 0 <= row < len(filled) and filled[row]), None)


def is_header(cells: Row, codes: Codes, *, over_whole: bool = False, cardy: Bools | None = None) -> bool:
    """Tell whether a row holds headings: words of the table, names, or numbers in turn; no cards but such that count.

    `over_whole`: the cells below hold whole hands, so that single cards may be names; `cardy`: the columns with cards.
    """
    filled = [(cell, code) for cell, code in zip(cells, codes.tolist(), strict=False) if code != BLANK]
    if not filled or any(CARD < code <= NEARLY for _, code in filled):
        return False
    texts = [str(cell) for cell, _ in filled]
    cards = sum(code == CARD for _, code in filled)
    if len(filled) > 1 and (
        all(code == DATE for _, code in filled)
        or (cardy is not None and 0 < 4 * np.count_nonzero(codes[cardy]) <= cardy.sum())
    ):
        return True  # dates of deals; labels over several columns each
    if cards and not over_whole and (3 * cards > len(filled) or len(filled) < _HEADS):
        inside = codes if cardy is None else codes[cardy]  # a row of cards in turn is no header
        over = cardy if cardy is not None else codes >= 0
        words = [str(cell) for cell, code, mine in zip(cells, codes, over, strict=False) if mine and code]
        in_turn = is_series(words, 2) or (is_series(words[::2], 2) and is_series(words[1::2], 2))  # h1 v1 h2 v2
        return in_turn and bool(((inside != CARD) & (inside != BLANK)).any())
    if 2 * sum(code == OUT or (code == NEAR and not str(cell).isalpha()) for cell, code in filled) > len(filled):
        return False
    numbers = [text for text in texts if text.isdecimal()]
    if 2 * len(numbers) > len(filled):
        return is_series(numbers)
    if len(filled) == 1 and cardy is not None and (cardy.sum() > 1 or not (codes.astype(bool) & cardy).any()):
        return False  # a title
    roles = [heading(cell).role for cell, _ in filled]
    if (numbers or any(code in (DATE, NUMBER) for _, code in filled)) and 2 * sum(map(bool, roles)) < len(filled):
        return False
    return len(filled) > 1 or roles[0] not in ("", "result", "note") or len(sides(texts[0])) > 1


def _is_next_header(cells: Row, codes: Codes, cardy: Bools) -> bool:
    """Tell whether a row below hands holds the headings of another table: words alone."""
    if np.count_nonzero(codes[cardy]) < min(2, int(cardy.sum())):
        return False
    plain = not np.isin(codes, (DATE, NUMBER, RANK)).any()
    return plain and not is_title(cells) and is_header(cells, codes, cardy=cardy)


def _table(grid: Grid, codes: Codes, places: npt.NDArray[Any], before: int, behind: int, *, over_whole: bool) -> Table:
    """Return the table of these deals, between the deals before and behind it."""
    rows, body = grid.rows, codes[places]
    first, last = int(places[0]), int(places[-1])
    held: Any = is_cards(body).any(axis=0)
    cardy = np.flatnonzero(held | np.isin(body, (NEAR, NEARLY)).any(axis=0))
    top = max(first - _ABOVE - _HEADS, 0)
    beside = np.isin(codes[top:first], (NUMBER, DATE, RANK)) & ~body.any(axis=0)  # numbers beside the headings
    above = dict(enumerate(np.where(beside, BLANK, codes[top:first]), top))
    head, bad = _above(rows, above, range(first - 1, max(before, first - _ABOVE), -1), held, over_whole=over_whole)
    if not head:  # without headings only the rows right above may be bad ones
        fine = [_is_meant(rows[row], codes[row], cardy) for row in bad]
        bad = bad[: fine.index(False)] if False in fine else bad
    titles = [row for row in range(min([first, *head, *bad])) if codes[row].any()] if before < 0 else []
    blanks = 0
    for row in np.setdiff1d(np.arange(first + 1, behind), places, assume_unique=True).tolist():
        if not codes[row].any():
            blanks += row > last
        elif row > last and behind < len(rows) and _is_next_header(rows[row], codes[row], held):
            blanks = _BLANKS + 1  # the headings of the next table
        elif (row < last and not is_title(rows[row]) and codes[row][cardy].any()) or (
            blanks <= _BLANKS and _is_meant(rows[row], codes[row], cardy, strict=blanks > 0)
        ):
            bad.append(row)
        else:
            titles.append(row)
    columns = _headed(rows, body, sorted(head), cardy, places)
    return Table(grid, tuple(places.tolist()), tuple(sorted(bad)), tuple(titles), tuple(sorted(head)), columns)


def _above(
    rows: Sequence[Row], codes: Codes | dict[int, Codes], above: range, held: Bools, *, over_whole: bool
) -> tuple[list[int], list[int]]:
    """Return the rows of headings above the first deal, and the rows between that may be bad ones."""
    head: list[int] = []
    bad: list[int] = []
    blanks = 0
    for row in above:
        if not codes[row].any():
            if head or blanks > 1:
                break
            blanks += 1
        elif (
            len(head) < _HEADS
            and (not head or np.count_nonzero(codes[row]) > 1)
            and is_header(rows[row], codes[row], over_whole=over_whole and not head, cardy=held)
        ):
            higher = [one for one in range(max(row - 2, 0), row) if is_header(rows[one], codes[one], cardy=held)]
            plain = is_cards(codes[row]).any() and not is_header(rows[row], codes[row])
            (bad if higher and plain else head).append(row)  # single cards below real headings are a bad row
        elif head or blanks:
            break
        else:
            bad.append(row)
    return head, bad


def _is_meant(cells: Row, codes: Codes, cardy: npt.NDArray[Any], *, strict: bool = False) -> bool:
    """Tell whether a row without a hand was meant to hold one: its hand columns are filled, or hold a card or a fold."""
    mine = codes[cardy]
    if is_title(cells):
        return False
    full = 2 * np.count_nonzero(mine) >= max(len(mine), 1)
    return bool(full if strict else full or np.isin(mine, (CARD, NEAR, NEARLY)).any() or OUT in codes)


def _headed(
    rows: Sequence[Row], body: Codes, head: list[int], cardy: npt.NDArray[Any], places: npt.NDArray[Any]
) -> tuple[Column, ...]:
    """Return the columns with what stands above them; a label counts for the columns of cards at its right without one."""
    width, cards = body.shape[1], frozenset(cardy.tolist())
    spreads = cards | {*np.flatnonzero((body == OUT).any(axis=0)).tolist()}
    found, starts, spread_above = [Heading()] * width, [False] * width, False
    several = 2 * ((body > CARD) & (body <= MANY)).sum(axis=0) > is_cards(body).sum(axis=0)
    for row in head:
        own = [heading(rows[row][at]) if at < len(rows[row]) else Heading() for at in range(width)]
        if any(one.text in ("A", "a") for one in own):  # then B is no board
            own = [called(one) if one.text in ("B", "b") else one for one in own]
        line: list[Heading] = []
        for at in range(width):
            left = line[-1] if line else Heading()
            week = left.role == "group" or (
                (left.number or left.weak) and left.role in ("deal", "code")
            )  # Week 1 over a hand
            counted = left.number > 2 or (left.number and left.role != "board")  # Board 1, Board 2
            fifth = left.number > 1 and len(line) > 1 and line[-2].who == left.who  # Ann 1 ... Ann 5
            goes_on = ((left.is_plain and not fifth) or week or (left.role in _SPREADS and not counted)) and (
                left.role == "board" or not several[at - 1]
            )
            full = left.role == "board" and line[-_FULL:] == [left] * _FULL  # the board has five cards
            over = cards if left.role == "board" else spreads
            spread = not own[at].text and {at, at - 1} <= over and goes_on and not full
            if spread and ((left.number and left.is_plain) or (week and not left.weak)):  # S4 over several columns
                line[-1] = left = Heading(left.text, left.role if week else "", left.text, weak=bool(week))
            line.append(left if spread else own[at])
            starts[at - 1] |= spread and bool(own[at - 1].text) and own[at - 1] != own[at - 2]
        found = [together(upper, lower, below_label=spread_above) for upper, lower in zip(found, line, strict=True)]
        spread_above = line != own
    long = (body == VERSUS).any(axis=0)
    rows_of = [places.tolist() if long[at] else places[:_SAMPLE].tolist() for at in range(width)]
    texts = [[rows[row][at] if at < len(rows[row]) else None for row in rows_of[at]] for at in range(width)]
    return tuple(Column(at, body[:, at], found[at], starts[at], texts[at]) for at in range(width))


def columns_below(grid: Grid, first: int, last: int, named: Sequence[int]) -> tuple[Column, ...]:
    """Return the columns of named rows, with what stands above the first of them."""
    width = max(named) + 1
    top, end = max(first - _ABOVE, 0), min(last + 1, first + _NAMED)
    rows = [[*row[:width], *[None] * (width - len(row))] for row in grid.rows[top:end]]
    codes, start = codes_of(rows), min(first - top, len(rows))
    if not codes.size:
        return tuple(Column(at, np.zeros(0, np.uint8)) for at in range(width))
    held = np.isin(np.arange(width), list(named))
    over_whole = bool(((codes[start:] > CARD) & (codes[start:] <= VERSUS)).any())
    head, _ = _above(rows, codes, range(start - 1, -1, -1), held, over_whole=over_whole)
    return _headed(rows, codes[start:], sorted(head), np.flatnonzero(held), np.arange(start, len(rows)))


def several_cards(grid: Grid, layout: Layout) -> frozenset[int]:
    """Return those columns of hands over several columns in which most cells hold several cards; other columns hold one card per cell."""
    rows = grid.rows[layout.first : min(layout.last + 1, layout.first + _NAMED)]
    columns = [at for area in layout.hands if area.last > area.first for at in area.columns]
    if not columns or not rows:
        return frozenset()
    codes = codes_of([[row[at] if at < len(row) else None for at in columns] for row in rows])
    several = ((codes > CARD) & (codes <= MANY)).sum(axis=0)
    return frozenset(
        at for at, many in zip(columns, (2 * several > is_cards(codes).sum(axis=0)).tolist(), strict=True) if many
    )
