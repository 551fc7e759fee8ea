"""Inserts new cells into the rows of a worksheet part: at the ends of rows, or in the place of results of an earlier run.

A block is a table of bytes while it is written: each row up to the first cell that may change, the new cells column by
column, and the bytes up to the next row. Old cells among the new ones are removed (their formats stay) or kept between
them. A row's tag stays as it is, also its ``spans``, a hint that no program relies on.

Hands have at most 7,475 values and names: a cell's content is rendered at its first use, and later looked up in a table of
bytes. The cells of a column are rows of such a table, too: constant pieces, the number of the row, and the content, padded
with zero bytes, which NumPy strips when it converts them to texts::

    <c r="K 12 "> <v>2067</v></c>        <c r="L 12 " t="inlineStr"> <is><t>One Pair, Fives</t></is></c>
    <c r="K 13 "> <v>5</v></c>000        <c r="L 13 " t="inlineStr"> <is><t>King High</t></is></c>000000
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.functions import call
from xlpoker.layout.grid import a1, column_letters
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import Scored
from xlpoker.scoring.plan import Plan
from xlpoker.scoring.results import Column, Contents, Results, in_turns, problem_text
from xlpoker.workbook.xlsx.cells import Cells, decimal_digits, xml_text
from xlpoker.workbook.xlsx.part_edits import column_styles
from xlpoker.workbook.xlsx.source import SheetStream

__all__ = ["NewCells", "NewColumn", "RowWriter", "SheetResults", "joined", "new_cells", "numbered", "one_cell"]

Places = npt.NDArray[Any]


class NewColumn(NamedTuple):
    """A new column: for each good row the place of its content.

    A content is what follows the address and the style: ``><v>5</v></c>``; in a column of formulas it is the cached value.
    """

    column: Column
    places: Places
    contents: Contents


@dataclass
class NewCells:
    """The new cells: columns with a content for each good row, a text for each bad one, and the values of formulas there."""

    rows: Places
    columns: Sequence[NewColumn]
    problems: Mapping[int, str]
    answers: Mapping[int, Sequence[str | float]] = field(default_factory=dict)

    @cached_property
    def bad(self) -> list[int]:
        """The rows with a problem, in order."""
        return sorted(self.problems)

    @cached_property
    def all_rows(self) -> Places:
        """All rows with a result or a problem, in order."""
        if not self.problems:
            return self.rows
        return np.insert(self.rows, np.searchsorted(self.rows, self.bad), self.bad)


class SheetResults:
    """The results of a sheet, whose rows may come block by block; each different content is rendered once."""

    def __init__(
        self, layout: Layout, options: Options, chosen: Sequence[str], prefix: bytes, sheet: str, *, live: bool = False
    ) -> None:
        self.results = Results(layout, options, chosen, live=live, sheet=sheet)
        self._prefix, self._live = prefix, live
        self._written = cache(partial(_content, prefix=prefix, cached=live))  # several places have the same name
        self._hands, self._scale = layout.hands, options.scale
        kinds = {column.kind: Contents(partial(self._content, column)) for column in self.results.columns}
        self._contents = [kinds[column.kind] for column in self.results.columns]  # shared by all players

    def _content(self, column: Column, place: int) -> bytes:
        """Return the part of a cell behind its address."""
        content = self.results.content(column, place)
        if content is None:
            return b"</%sc>" % self._prefix if self._live else b"/>"
        if isinstance(content, str):
            return self._written(content)
        return _content(content, self._prefix, cached=self._live)

    def of(self, scored: Scored) -> NewCells:
        """Return the new cells of some rows.

        Raises `HandError`, naming the row, for a hand that a published scale has no number for.
        """
        columns = list(map(NewColumn, self.results.columns, self.results.places(scored), self._contents))
        problems = {row: problem_text(error) for row, error in scored.problems.items()}
        answers = {row: self._answers(scored.rest[row]) for row in problems} if self._live else {}
        return NewCells(scored.rows, columns, problems, answers)

    def _answers(self, row: Sequence[Any]) -> list[str | float]:
        """Return the values of the formulas in a bad row, as the functions give them."""
        hands = [[*row, *[None] * (area.last + 1)][area.first : area.last + 1] for area in self._hands]
        return [
            call("WINNER", *hands) if column.player < 0
            else call("HANDNAME", hands[column.player]) if column.kind == "hand"
            else call("HANDVAL", hands[column.player], self._scale)
            for column in self.results.columns
        ]  # fmt: skip


def _content(content: str | float, prefix: bytes = b"", *, cached: bool = False) -> bytes:
    """Return the part of a cell behind its address or its formula: the cached value.

    >>> _content(7462), _content(3917.125, b"x:", cached=True), _content("A & B ")
    (b'><v>7462</v></c>', b'<x:v>3917.125</x:v></x:c>', b' t="inlineStr"><is><t xml:space="preserve">A &amp; B </t></is></c>')
    """
    p = prefix
    if cached or not isinstance(content, str):
        value = xml_text(content) if isinstance(content, str) else b"%a" % content
        return b"%s<%sv>%s</%sv></%sc>" % (b"" if cached else b">", p, value, p, p)
    keep = b' xml:space="preserve"' if content != content.strip() or "\n" in content else b""
    return b' t="inlineStr"><%sis><%st%s>%s</%st></%sis></%sc>' % (p, p, keep, xml_text(content), p, p, p)


def _opening(
    place: int, style: int, prefix: bytes, formula: Sequence[str] | None = None, *, text: bool = False
) -> list[bytes]:
    """Return the pieces of a cell before its content; the number of the row stands between any two.

    `text` tells whether the formula's value is a text.
    """
    shown = b' s="%d"' % style if style >= 0 else b""
    head = b'<%sc r="%s' % (prefix, column_letters(place).encode())
    if formula is None:
        return [head, b'"' + shown]
    pieces = [xml_text(piece) for piece in formula]
    pieces[0] = b'"%s%s><%sf>%s' % (shown, b' t="str"' * text, prefix, pieces[0])
    pieces[-1] += b"</%sf>" % prefix
    return [head, *pieces]


def one_cell(
    content: str | float, place: int, style: int, prefix: bytes, row: int, formula: Sequence[str] | None = None
) -> bytes:
    """Return the cell of a row, counted from 0: with a content, or with a formula and its value."""
    opening = _opening(place, style, prefix, formula, text=isinstance(content, str))
    return (b"%d" % (row + 1)).join(opening) + _content(content, prefix, cached=formula is not None)


def numbered(rows: Places) -> list[tuple[slice, Places]]:
    """Split ascending rows into parts whose numbers have equally many digits; return each with its digits."""
    edges = np.searchsorted(rows, [10**count - 1 for count in range(8)]).tolist()
    parts = enumerate(map(slice, edges, edges[1:]), 1)
    return [(part, decimal_digits(rows[part] + 1, digits)) for digits, part in parts if part.start < part.stop]


def new_cells(
    new: NewColumn, place: int, style: int, prefix: bytes, rows: Sequence[tuple[slice, Places]], contents: Places
) -> list[bytes]:
    """Return the new cells of a column in some good rows, for the places of their contents.

    >>> winner = NewColumn(Column("winner", -1, "Winner", 9), np.array([1, 2]), Contents(_content))
    >>> new_cells(winner, 10, -1, b"", numbered(np.array([8, 9])), winner.places)
    [b'<c r="K9"><v>1</v></c>', b'<c r="K10"><v>2</v></c>']
    """
    pieces = _opening(place, style, prefix, new.column.formula, text=new.column.text)
    filled = new.contents.of(contents)
    return list(chain.from_iterable(_cells(pieces, digits, filled[part]) for part, digits in rows))


def _cells(pieces: Sequence[bytes], numbers: Places, contents: Places) -> list[bytes]:
    """Return cells: the pieces with the number of the row between any two, and the content behind."""
    parts: list[Any] = [numbers] * (2 * len(pieces) - 1)
    parts[::2] = [np.void(piece) for piece in pieces]
    parts.append(contents)
    table = np.empty(len(numbers), np.dtype([(f"f{at}", part.dtype) for at, part in enumerate(parts)]))
    for at, part in enumerate(parts):
        table[f"f{at}"] = part
    cells: list[bytes] = table.view(f"S{table.dtype.itemsize}").tolist()
    return cells


class RowWriter:
    """The writer of a sheet's rows; blocks come in order, each with the results of its rows at least."""

    def __init__(self, stream: SheetStream, plan: Plan, header: int | None) -> None:
        self._stream, self.plan, self._titles = stream, plan, header
        self._prefix = stream.frame.prefix
        self._styles = [*map(column_styles(stream.frame.head), plan.places)]

    def block(self, cells: Cells, new: NewCells) -> bytes:
        """Return a block with its new cells, among which those that are not replaced stay."""
        titles = self._titles if len(cells.numbers) and cells.numbers[-1] >= (self._titles or 0) else None
        if titles is not None:  # their row comes here
            cells, self._titles = self._with_row(cells, titles), None
        cuts, ends, old = cells.tail(self.plan.first)
        good, bad = _between(new.rows, cells.numbers), _between(new.bad, cells.numbers)
        if not (titles is not None or len(good) or len(bad) or len(old)):
            return cells.block
        places = np.array(self.plan.places)
        slots = np.searchsorted(places, cells.column[old])
        ours = places.take(slots, mode="clip") == cells.column[old]
        styles = np.repeat(self._styles, len(cells.numbers)).reshape(len(places), -1)
        for at, style in cells.row_styles():
            styles[:, at] = style
        if titles is not None:  # as the title left of them
            at = bisect_left(cells.numbers, titles)
            left = np.flatnonzero((cells.row == at) & cells.held & (cells.column < places[0]))
            styles[:, at] = cells.style[left[-1]] if len(left) else -1
        styles[slots[ours], cells.row[old[ours]]] = cells.style[old[ours]]
        made = self._made(cells, new, good, bad, styles)
        if titles is not None:
            for slot, label in enumerate(self.plan.labels):
                made[slot][at] = one_cell(label, self.plan.places[slot], styles[slot, at], self._prefix, titles)
        if len(old):
            there = np.array([[*map(bool, column)] for column in made])
            ours &= there[np.minimum(slots, len(places) - 1), cells.row[old]]
            self._keep(cells, old[~ours], made)
        return joined(cells.block, made, cuts, ends)

    def _with_row(self, cells: Cells, row: int) -> Cells:
        """Return a block with a row that was missing, or was an empty element (``<row/>``)."""
        text, at = cells.block, bisect_left(cells.numbers, row)
        start = after = int(cells.starts[at])
        tag = b'<%srow r="%d"' % (self._prefix, row + 1)
        if cells.numbers[at] == row:
            if cells.ends[at] >= 0:
                return cells
            after = text.index(b">", start) + 1
            tag = text[start : after - 2].rstrip()
        made = text[:start] + tag + b"></%srow>" % self._prefix + text[after:]
        return self._stream.cells(made, min(row, int(cells.numbers[0])) - 1)

    def _made(self, cells: Cells, new: NewCells, good: Places, bad: Sequence[int], styles: Places) -> list[list[bytes]]:
        """Return the new cells of a block column by column, nothing where there is none."""
        count, places, prefix = len(cells.numbers), self.plan.places, self._prefix
        made = [[b""] * count for _ in places]
        index = np.searchsorted(cells.numbers, good) if len(good) < count else np.arange(count)
        bad_index = np.searchsorted(cells.numbers, bad).tolist()
        first = bisect_left(new.rows, int(cells.numbers[0]))
        all_numbered = numbered(good)
        for slot, column in enumerate(new.columns if len(good) else ()):
            looks, contents = styles[slot, index], column.places[first : first + len(good)]
            if (alike := bool((looks == looks[0]).all())) and len(good) == count:
                made[slot] = new_cells(column, places[slot], looks[0], prefix, all_numbered, contents)
                continue
            for style in looks[:1] if alike else np.unique(looks):
                here = looks == style
                parts = all_numbered if alike else numbered(good[here])
                some = new_cells(column, places[slot], style, prefix, parts, contents[here])
                for at, cell in zip(index[here].tolist(), some, strict=True):
                    made[slot][at] = cell
        for row, at in zip(bad, bad_index, strict=True):
            for slot, answer in enumerate(new.answers.get(row, ())):
                formula = new.columns[slot].column.formula
                made[slot][at] = one_cell(answer, places[slot], styles[slot, at], prefix, row, formula)
            made[-1][at] = one_cell(new.problems[row], places[-1], styles[-1, at], prefix, row)
        return made

    def _keep(self, cells: Cells, others: Places, made: Sequence[list[bytes]]) -> None:
        """Put the cells that are not replaced between the new ones of their rows; those that are cleared keep their style."""
        rows: dict[int, dict[int, bytes]] = {}
        for cell in others.tolist():
            at, (row, column), style = int(cells.row[cell]), cells.place(cell), int(cells.style[cell])
            text = cells.block[int(cells.start[cell]) : cells.end(cell)]
            if column in self.plan.old and self.plan.rows[row]:  # it held a result of an earlier run
                text = b'<%sc r="%s" s="%d"/>' % (self._prefix, a1(row, column).encode(), style) if style >= 0 else b""
            new = {place: column[at] for place, column in zip(self.plan.places, made, strict=True)}
            rows.setdefault(at, new)[column] = text
        for at, one in rows.items():
            for cell_of in made:
                cell_of[at] = b""
            made[0][at] = b"".join(text for _, text in sorted(one.items()))


def _between(rows: Any, numbers: Places) -> Any:
    """Return those of some sorted rows that lie between the first and the last row of a block."""
    ends = (int(numbers[0]), int(numbers[-1]) + 1) if len(numbers) else (0, 0)
    return rows[slice(*(bisect_left(rows, end) for end in ends))]


def joined(text: bytes, new: Sequence[list[bytes]], cuts: Places, ends: Places) -> bytes:
    """Return a block in which the bytes between the cut and the end of each row are replaced by new cells, column by column.

    >>> joined(b'<row r="5"><c r="B5"/></row>', [[b'<c r="C5"/>']], np.array([22]), np.array([22]))
    b'<row r="5"><c r="B5"/><c r="C5"/></row>'
    """
    starts = np.append(0, ends)
    kept = [text[start:end] for start, end in zip(starts[:-1].tolist(), cuts.tolist(), strict=True)]
    return b"".join([*in_turns([kept, *filter(any, new)]), text[starts[-1] :]])
