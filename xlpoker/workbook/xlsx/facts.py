"""The survey of a sheet, its first pass: the ends of its rows, the content of columns that matter, cells not to be touched.

The target is not written before all of this is known, since the place of the new columns depends on the last row as much
as on the first (`xlpoker.workbook.xlsx.draft` guesses it from the first). What is kept costs some 25 bytes a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.layout.grid import column_number
from xlpoker.scoring.cell_cache import Made
from xlpoker.scoring.earlier import AGREES, STRANGE, Proof, number_of
from xlpoker.scoring.plan import HELD, Box, Facts, bits_of
from xlpoker.workbook.xlsx.byte_ops import NUMBER, SHARED, TEXT
from xlpoker.workbook.xlsx.cells import Cells, attribute, shared_formulas, text_of
from xlpoker.workbook.xlsx.stream import SheetStream

__all__ = ["Contents", "Survey", "Surveyor", "boxes", "merged_boxes"]

_ARRAY = re.compile(rb'<(?:[\w.-]+:)?f\s(?=[^<>]*\bt=["\'](?:array|dataTable)["\'])[^<>]*\bref=["\']([^"\']+)["\']')
_OURS = re.compile(rb"<(?:[\w.-]+:)?f(\s[^<>]*)?>((?:HANDVAL|HANDNAME|WINNER|IFERROR\(CHOOSE\(WINNER)\()")
_MERGED = re.compile(rb"<(?:[\w.-]+:)?mergeCell\s[^<>]*\bref=[\"']([^\"']+)[\"']")
_AREA = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?")


def boxes(references: Collection[str]) -> list[Box]:
    """Return the rectangles of references; a text that is no reference is left out.

    >>> boxes(["B2:C5", "A1"])
    [Box(top=1, left=1, bottom=4, right=2), Box(top=0, left=0, bottom=0, right=0)]
    """
    found = []
    for reference in references:
        match = _AREA.fullmatch(reference)
        if match is not None:
            columns = sorted((column_number(match[1]), column_number(match[3] or match[1])))
            rows = sorted((int(match[2]) - 1, int(match[4] or match[2]) - 1))
            found.append(Box(rows[0], columns[0], rows[1], columns[1]))
    return found


@dataclass(slots=True)
class Block:
    """A block of the part: its first byte, its rows in the lists of the survey, the last column with a cell in it.

    `tail` is where in each row the cells from a column on begin (`Survey.tails_from`), and their styles, if all rows are alike.
    """

    place: int
    first: int
    end: int
    last_column: int
    tail: tuple[Any, dict[int, int]] | None = None


@dataclass(slots=True)
class Survey(Facts):
    """What the first pass found.

    `numbers`, `starts` and `ends` (the bytes of each row's tags in its block; -1 without a closing one) say where the rows
    are; `header` are the columns and styles of the valued cells in the header row, `last` is the last row so far, `notes` and
    `states` are what `settle` puts together.
    """

    stream: SheetStream = field(kw_only=True)
    blocks: list[Block] = field(default_factory=list)
    numbers: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    starts: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    ends: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    formulas: int = 0
    header: list[tuple[int, int]] = field(default_factory=list)
    tails_from: int | None = None
    last: int = -1
    notes: dict[int, list[tuple[Any, Any]]] = field(default_factory=dict)
    states: dict[int, list[tuple[Any, Any]]] = field(default_factory=dict)

    def settle(self) -> None:
        """Put together what was noted of the rows so far."""
        for noted_of, kept in ((self.notes, self.watched), (self.states, self.proved)):
            for column, pieces in noted_of.items():
                kept[column] = np.zeros(self.last + 2, np.uint8)
                for there, what in pieces:
                    kept[column][there] = what

    @property
    def tail(self) -> bytes:
        """What stands behind the rows."""
        return self.stream.tail


class Contents:
    """What watched cells hold, as a proof takes it: numbers, texts, formulas of ours; each different one is made once."""

    def __init__(self, strings: Callable[[int], str]) -> None:
        makers: dict[int, Callable[[Any], Any]] = {SHARED: strings, NUMBER: number_of, TEXT: text_of}
        self._makers = {kind: Made(make).__getitem__ for kind, make in makers.items()}

    def of(self, cells: Cells, there: npt.NDArray[np.int64]) -> list[Any]:
        """Return what some cells hold."""
        held = cells.made(there, self._makers, STRANGE)
        for place in np.flatnonzero(cells.formula[there] >= 0).tolist():
            own = _OURS.match(cells.block, cells.formula[there[place]])
            held[place] = STRANGE if own is None or (own[1] and b"t=" in own[1]) else f"={own[2].decode()}"
        return held


class Surveyor:
    """Takes the blocks of a sheet one after another: `note` each, then say what it was made of by `prove`; `finish` gives all.

    `strings` gives shared strings, `watch` are the columns of which every cell matters, `proofs` are those for columns from one on.
    """

    def __init__(
        self,
        stream: SheetStream,
        strings: Callable[[int], str],
        watch: set[int],
        header: int | None,
        proofs: Mapping[int, Proof],
    ) -> None:
        self.found = Survey(stream=stream, tails_from=min(proofs, default=None))
        self.found.notes = {column: [] for column in watch}
        self.found.states = {column: [] for column in proofs}
        self._edges: list[list[npt.NDArray[np.int32]]] = [[], [], []]
        self._contents = Contents(strings)
        self._watch, self._header, self._proofs, self._rows = watch, header, proofs, 0
        self._results = {at for first, proof in proofs.items() for at in range(first, first + proof.width)}

    def note(self, place: int, cells: Cells) -> None:
        """Note where the rows of a block are and what nobody may write over; it begins at that byte of the part."""
        found = self.found
        found.last = int(cells.numbers[-1])
        found.blocks.append(Block(place, self._rows, self._rows + len(cells.numbers), cells.last_column))
        if found.tails_from is not None and (tail := cells.tail(found.tails_from)) is not None:
            found.blocks[-1].tail = tail[0].astype(np.int32), tail[1]
        self._rows += len(cells.numbers)
        for kept, edges in zip(self._edges, (cells.numbers, cells.starts, cells.ends), strict=True):
            kept.append(edges.astype(np.int32))
        found.used.update(cells.used)
        if cells.has_formulas:
            found.formulas += int((cells.formula >= 0).sum())
            found.arrays += boxes([one.decode("ascii", "replace") for one in _ARRAY.findall(cells.block)])
            for cell, tag, _ in shared_formulas(cells):
                found.shared += [
                    (*cells.place(cell), box) for box in boxes([attribute(tag, "ref").decode("ascii", "replace")])
                ]

    def prove(self, cells: Cells, same: npt.NDArray[Any] | None = None) -> None:
        """Read the watched columns of a block; `same` are the rows that hold the very results of this run, which are proved."""
        found, header = self.found, self._header
        columns: dict[int, list[Any]] = {}
        for column, there, held in _watched(
            cells, self._watch if same is None else self._watch - self._results, self._contents
        ):
            found.notes[column].append((cells.numbers[cells.row[there]], bits_of(held)))
            columns[column] = held
            if len(held) < len(cells.numbers):
                columns[column] = [None] * len(cells.numbers)
                for row, content in zip(cells.row[there].tolist(), held, strict=True):
                    columns[column][row] = content
        if same is not None:
            for column in self._results:
                found.notes[column].append((same, HELD))
        for first, proof in self._proofs.items():
            if same is not None:
                found.states[first].append((same, AGREES))
            elif columns:
                blank = [None] * len(cells.numbers)
                group = [columns.get(column, blank) for column in range(first, first + proof.width)]
                found.states[first].append((cells.numbers, proof.take(group)))
        if header is not None and cells.numbers[0] <= header <= found.last:
            at = int(np.searchsorted(cells.numbers, header))
            labels = np.flatnonzero((cells.row == at) & cells.held)
            found.header = list(zip(cells.column[labels].tolist(), cells.style[labels].tolist(), strict=True))

    def finish(self) -> Survey:
        """Return what was found, once the sheet was read to its end."""
        found = self.found
        if self._rows:
            found.numbers, found.starts, found.ends = map(joined, self._edges)
        found.settle()
        found.merged = merged_boxes(found.tail)
        return found


def _watched(
    cells: Cells, columns: Iterable[int], contents: Contents
) -> Iterator[tuple[int, npt.NDArray[np.int64], list[Any]]]:
    """Yield each column of some that has cells in a block, which of all cells hold something there, and what."""
    wanted = [column for column in columns if cells.last_column >= column]
    if not wanted:
        return
    filled = cells.held
    for column in wanted:
        there = np.flatnonzero(cells.column == column)
        there = there[filled[there]]
        yield column, there, contents.of(cells, there)


def merged_boxes(tail: bytes) -> list[Box]:
    """Return the merged areas that stand behind the rows of a sheet."""
    return boxes([one.decode("ascii", "replace") for one in _MERGED.findall(tail)])


def joined(parts: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """Return the parts as one array and let go of them: a full sheet has a hundred megabytes of nothing else."""
    whole = np.concatenate(parts)
    parts.clear()
    return whole
