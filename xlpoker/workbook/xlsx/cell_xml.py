"""Results as the XML of new cells: a column of thousands of rows at a time.

Hands have at most 7,475 values and names: a cell's content is rendered at its first use, and later looked up in a table of
bytes. The cells of a column are rows of such a table, too: constant pieces, the number of the row, and the content, padded
with zero bytes, which NumPy strips when it converts them to texts::

    <c r="K 12 "> <v>2067</v></c>        <c r="L 12 " t="inlineStr"> <is><t>One Pair, Fives</t></is></c>
    <c r="K 13 "> <v>5</v></c>000        <c r="L 13 " t="inlineStr"> <is><t>King High</t></is></c>000000
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.functions import call
from xlpoker.layout.find import Layout
from xlpoker.layout.grid import column_letters
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import Scored
from xlpoker.scoring.results import Column, Contents, Results, problem_text
from xlpoker.workbook.xlsx.cells import decimal_digits, xml_text
from xlpoker.workbook.xlsx.package import Package

__all__ = ["CellStyles", "NewCells", "NewColumn", "SheetResults", "new_cells", "numbered", "one_cell"]

_XFS = re.compile(rb"<((?:[\w.-]+:)?)cellXfs(\s[^<>]*)?>(.*?)</\1cellXfs\s*>", re.DOTALL)
_XF = re.compile(rb"<((?:[\w.-]+:)?)xf(\s[^<>]*?)?(?:/>|>(.*?)</\1xf\s*>)", re.DOTALL)
_ALIGNMENT = re.compile(rb"<(?:[\w.-]+:)?alignment(\s[^<>]*?)?(?:/>|></(?:[\w.-]+:)?alignment\s*>)")
_APPLIED = re.compile(rb"\s+applyAlignment=[\"'][^\"'<>]*[\"']")
_COUNT = re.compile(rb"(?<=\bcount=[\"'])\d+(?=[\"'])")
_MOST = 60_000  # Excel opens 65,490
Places = npt.NDArray[Any]
_LOOKS = {"left": b'horizontal="left" indent="1"', "center": b'horizontal="center"'}


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
        return (
            self._written(content) if isinstance(content, str) else _content(content, self._prefix, cached=self._live)
        )

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
            self._winner(hands, named=column.text) if column.player < 0
            else call("HANDNAME", hands[column.player]) if column.kind == "hand"
            else call("HANDVAL", hands[column.player], self._scale)
            for column in self.results.columns
        ]  # fmt: skip

    def _winner(self, hands: Sequence[Any], *, named: bool) -> str | float:
        """Return the value of the winner's formula: a name from `named`, if players have names, else the number."""
        winner: str | float = call("WINNER", *hands)
        if not named or isinstance(winner, str):
            return winner
        level = [player for player, share in enumerate(call("SHARES", *hands)[0]) if share]
        return self.results.winner_name(level)


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


class CellStyles:
    """The styles of an open workbook, and new ones: copies of a column's style with an alignment.

    A style is an ``xf`` among the ``cellXfs``, known by its number. New ones stand behind all others, so that every cell
    keeps its own::

        <cellXfs count="2"><xf numFmtId="0" .../><xf numFmtId="14" .../></cellXfs>
        <cellXfs count="3"> ...          <xf numFmtId="0" ... applyAlignment="1"><alignment horizontal="center"/></xf></cellXfs>

    A style that cannot be parsed stays as it is.
    """

    def __init__(self, package: Package) -> None:
        self._xml = package.read(package.styles) if package.styles else b""
        match = _XFS.search(self._xml)
        self._place = match
        inside = match[3] if match is not None else b""
        self._found = [one[0] for one in _XF.finditer(inside)]
        if b"".join(self._found) != re.sub(rb">\s+<", b"><", inside.strip()) or len(self._found) > _MOST:
            self._found.clear()  # comments, or anything else between them
        self._known = len(self._found)
        self._made: dict[tuple[int, str], int] = {}

    def aligned(self, style: int, align: str) -> int:
        """Return the number of an aligned copy of that style (-1 for none); a style that is aligned already is returned itself."""
        if align not in _LOOKS or not max(style, 0) < self._known:
            return style
        if (style, align) not in self._made:
            self._made[style, align] = self._number(style, _LOOKS[align])
        return self._made[style, align]

    def _number(self, style: int, look: bytes) -> int:
        match = _XF.fullmatch(self._found[max(style, 0)])
        assert match is not None
        prefix, attributes, inside = match[1], match[2] or b"", match[3] or b""
        old = _ALIGNMENT.search(inside)
        others = (old[1] or b"") if old is not None else b""
        if b"horizontal=" in others or b"indent=" in others or (old is None and b"alignment" in inside):
            return style
        rest = _ALIGNMENT.sub(b"", inside, count=1).strip()
        tag = b'<%sxf%s applyAlignment="1">' % (prefix, _APPLIED.sub(b"", attributes.rstrip()))
        made = tag + b"<%salignment %s%s/>" % (prefix, look, others) + rest + b"</%sxf>" % prefix
        if made not in self._found:
            self._found.append(made)
        return self._found.index(made)

    @property
    def changed(self) -> bytes | None:
        """The part with the styles that were added, None where there are none."""
        match, new = self._place, self._found[self._known :]
        if match is None or not new:
            return None
        attributes = _COUNT.sub(b"%d" % len(self._found), match[2] or b"", count=1)
        start, end = match.span(3)
        opening = b"<%scellXfs%s>" % (match[1], attributes)
        return self._xml[: match.start()] + opening + self._xml[start:end] + b"".join(new) + self._xml[end:]
