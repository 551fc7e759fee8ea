"""The facts of a worksheet part, on which the places of the new columns depend: noted block by block while it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.layout.grid import column_number
from xlpoker.scoring.earlier import AGREES, STRANGE, Proof, number_of
from xlpoker.scoring.plan import HELD, Box, Facts, bits_of
from xlpoker.scoring.results import Made
from xlpoker.workbook.xlsx.byte_ops import NUMBER, SHARED, TEXT
from xlpoker.workbook.xlsx.cells import Cells, attribute, shared_formulas, text_of

__all__ = ["SheetFacts", "boxes", "merged_boxes"]

_ARRAY = re.compile(rb'<(?:[\w.-]+:)?f\s(?=[^<>]*\bt=["\'](?:array|dataTable)["\'])[^<>]*\bref=["\']([^"\']+)["\']')
_OURS = re.compile(rb"<(?:[\w.-]+:)?f(\s[^<>]*)?>((?:HANDVAL|HANDNAME|WINNER|IFERROR\(CHOOSE\(WINNER)\()")
_MERGED = re.compile(rb"<(?:[\w.-]+:)?mergeCell\s[^<>]*\bref=[\"']([^\"']+)[\"']")
_AREA = re.compile(rb"\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?")


def boxes(references: Collection[bytes]) -> list[Box]:
    """Return the rectangles of references; a text that is no reference is left out.

    >>> boxes([b"B2:C5", b"A1", b"none"])
    [Box(top=1, left=1, bottom=4, right=2), Box(top=0, left=0, bottom=0, right=0)]
    """
    found = []
    for match in filter(None, map(_AREA.fullmatch, references)):
        columns = sorted(column_number((letters or match[1]).decode()) for letters in (match[1], match[3]))
        rows = sorted(int(number or match[2]) - 1 for number in (match[2], match[4]))
        found.append(Box(rows[0], columns[0], rows[1], columns[1]))
    return found


def merged_boxes(tail: bytes) -> list[Box]:
    """Return the merged areas that stand behind the rows of a sheet."""
    return boxes(_MERGED.findall(tail))


class SheetFacts(Facts):
    """The facts of a sheet, whose blocks come in order; `strings` gives shared strings.

    Of the columns `watch` every cell matters, `proofs` are those for columns from one on. `last` is the last row so far,
    `formulas` tells that there are some, `last_column` is the last one with a cell.
    """

    __slots__ = ("_contents", "_notes", "_proofs", "_states", "formulas", "last", "last_column")

    def __init__(self, strings: Callable[[int], str], watch: Collection[int], proofs: Mapping[int, Proof]) -> None:
        super().__init__()
        self.last = self.last_column = -1
        self.formulas = False
        self._proofs = proofs
        self._notes: dict[int, list[tuple[Any, Any]]] = {column: [] for column in watch}
        self._states: dict[int, list[tuple[Any, Any]]] = {column: [] for column in proofs}
        makers: dict[int, Callable[[Any], Any]] = {SHARED: strings, NUMBER: number_of, TEXT: text_of}
        self._contents = {kind: Made(make).__getitem__ for kind, make in makers.items()}

    def take(self, cells: Cells) -> None:
        """Take note of a block; what its watched cells hold is noted by `note`, afterwards."""
        self.last = int(cells.numbers.max(initial=self.last))
        self.last_column = max(self.last_column, cells.last_column)
        self.used.update(cells.used)
        if cells.has_formulas:
            self.formulas = True
            self.arrays += boxes(_ARRAY.findall(cells.block))
            for cell, tag, _ in shared_formulas(cells):
                self.shared += [(*cells.place(cell), box) for box in boxes([attribute(tag, "ref")])]

    def note(self, cells: Cells, same: npt.NDArray[Any] | None = None) -> None:
        """Note what the watched cells of a block hold; the rows `same` are known to hold the results of this run."""
        results = {column for first, proof in self._proofs.items() for column in range(first, first + proof.width)}
        columns: dict[int, list[Any]] = {}
        filled = cells.held
        for column, notes in self._notes.items():
            if same is not None and column in results:
                notes.append((same, HELD))
            elif cells.last_column >= column:
                there = np.flatnonzero((cells.column == column) & filled)
                held = self._held(cells, there)
                notes.append((cells.numbers[cells.row[there]], bits_of(held)))
                columns[column] = held
                if len(held) < len(cells.numbers):
                    columns[column] = [None] * len(cells.numbers)
                    for row, content in zip(cells.row[there].tolist(), held, strict=True):
                        columns[column][row] = content
        for first, proof in self._proofs.items():
            if same is not None:
                self._states[first].append((same, AGREES))
            elif columns:
                blank = [None] * len(cells.numbers)
                group = [columns.get(column, blank) for column in range(first, first + proof.width)]
                self._states[first].append((cells.numbers, proof.take(group)))

    def _held(self, cells: Cells, there: npt.NDArray[np.int64]) -> list[Any]:
        """Return what some cells hold, as a proof takes it: numbers, texts, formulas of ours."""
        held = cells.made(there, self._contents, STRANGE)
        for place in np.flatnonzero(cells.formula[there] >= 0).tolist():
            own = _OURS.match(cells.block, cells.formula[there[place]])
            held[place] = STRANGE if own is None or (own[1] and b"t=" in own[1]) else f"={own[2].decode()}"
        return held

    def settle(self, tail: bytes = b"") -> None:
        """Put together what was noted of the rows so far; `tail` is what stands behind all of them."""
        for noted, kept in ((self._notes, self.watched), (self._states, self.proved)):
            for column, pieces in noted.items():
                kept[column] = np.zeros(self.last + 2, np.uint8)
                for there, what in pieces:
                    kept[column][there] = what
        self.merged = merged_boxes(tail)
