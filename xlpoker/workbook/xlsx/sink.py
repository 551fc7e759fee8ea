"""Writes results into a sheet of a workbook: first notes what is there, then plans the new columns, then writes the package.

The place of the new columns is certain only when the last row is known. So every row is read once to be scored, and its facts
are noted; `finish` makes the plan and reads the sheet once more, to write it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import BookError, OptionError
from xlpoker.files.file_types import occurs
from xlpoker.layout.grid import Box, a1
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import checked_column
from xlpoker.scoring.earlier import STRANGE, Proof, number_of
from xlpoker.scoring.model import Block, NotPlainError, Scored
from xlpoker.scoring.plan import Facts, Plan, Planner, bits_of
from xlpoker.scoring.results import Made, problem_width
from xlpoker.scoring.run import Kept, Output, Table
from xlpoker.workbook.xlsx import part_edits as edits
from xlpoker.workbook.xlsx.cells import NUMBER, SHARED, TEXT, Cells, boxes, merged_boxes, shared_formulas, text_of
from xlpoker.workbook.xlsx.drawings import drawings_of
from xlpoker.workbook.xlsx.part_edits import BookTable, CellStyles, tables_of
from xlpoker.workbook.xlsx.rows import NewCells, RowWriter, SheetResults
from xlpoker.workbook.xlsx.source import BookSource, SheetBlock, read_in_blocks

__all__ = ["SpliceSink"]

_ARRAY = re.compile(rb'<(?:[\w.-]+:)?f\s(?=[^<>]*\bt=["\'](?:array|dataTable)["\'])[^<>]*\bref=["\']([^"\']+)["\']')
_OURS = re.compile(rb"<(?:[\w.-]+:)?f(\s[^<>]*)?>((?:HANDVAL|HANDNAME|WINNER|IFERROR\(CHOOSE\(WINNER)\()")
_HAS_FORMULA = re.compile(rb"<(?!xm:)(?:[\w.-]+:)?f[\s/>]")  # xm:f is the range of a sparkline or validation
_PROTECTED = re.compile(rb"<(?:[\w.-]+:)?sheetProtection\s(?=[^<>]*\bsheet=[\"'](?:1|true)[\"'])")


class SheetFacts(Facts):
    """The facts of a sheet, noted block by block while it is read, in order; `strings` are the shared strings.

    Every cell of the columns `watch` is noted; `proofs` has a proof for each first column. `last` is the last row so far,
    `calculated` are the columns with formulas.
    """

    __slots__ = ("_contents", "_notes", "_proofs", "_states", "calculated", "last")

    def __init__(self, strings: Sequence[str], watch: Collection[int], proofs: Mapping[int, Proof]) -> None:
        super().__init__()
        self.last = -1
        self.calculated: set[int] = set()
        self._proofs = proofs
        self._notes: dict[int, list[tuple[Any, Any]]] = {column: [] for column in watch}
        self._states: dict[int, list[tuple[Any, Any]]] = {column: [] for column in proofs}
        makers: dict[int, Callable[[Any], Any]] = {SHARED: strings.__getitem__, NUMBER: number_of, TEXT: text_of}
        self._contents = {kind: Made(make).__getitem__ for kind, make in makers.items()}

    def take(self, cells: Cells) -> None:
        """Note the facts of a block; `note` adds those of its watched cells afterwards."""
        self.last = int(cells.numbers.max(initial=self.last))
        self.used.update(cells.used)
        if cells.has_formulas:
            self.calculated.update(cells.column[cells.formula >= 0].tolist())
            self.arrays += boxes(_ARRAY.findall(cells.block))
            for cell, _, reference, _ in shared_formulas(cells):
                self.shared += [(*cells.place(cell), box) for box in boxes([reference])]

    def note(self, cells: Cells) -> None:
        """Note what the watched cells of a block hold."""
        columns: dict[int, list[Any]] = {}
        for column, notes in self._notes.items():
            if cells.last_column >= column:
                columns[column] = held = self._held(cells, column)
                notes.append((cells.numbers, bits_of(held)))
        for first, proof in self._proofs.items():
            if columns:
                blank = [None] * len(cells.numbers)
                group = [columns.get(column, blank) for column in range(first, first + proof.width)]
                self._states[first].append((cells.numbers, proof.take(group)))

    def _held(self, cells: Cells, column: int) -> list[Any]:
        """Return the contents of a column in each row as a proof takes them: numbers, texts, formulas of xlpoker, None.

        Raises `NotPlainError` for a shared string that is not there.
        """
        there = np.flatnonzero((cells.column == column) & cells.held)
        try:
            held = cells.made(there, self._contents, STRANGE)
        except IndexError:
            raise NotPlainError from None
        for place in np.flatnonzero(cells.formula[there] >= 0).tolist():
            own = _OURS.match(cells.block, cells.formula[there[place]])
            held[place] = STRANGE if own is None or (own[1] and b"t=" in own[1]) else f"={own[2].decode()}"
        if len(held) == len(cells.numbers):
            return held
        rows = dict(zip(cells.row[there].tolist(), held, strict=True))
        return [*map(rows.get, range(len(cells.numbers)))]

    def settle(self, tail: bytes = b"") -> None:
        """Combine the facts of the rows so far; `tail` is the XML behind all rows."""
        for noted, kept in ((self._notes, self.watched), (self._states, self.proved)):
            for column, pieces in noted.items():
                kept[column] = np.zeros(self.last + 2, np.uint8)
                for there, what in pieces:
                    kept[column][there] = what
        self.merged = merged_boxes(tail)


class SpliceSink(Kept):
    """Writes the results of a sheet into a copy of its workbook, or into the workbook itself; all else is copied byte for byte.

    A sheet that was read as a whole, as values, is read once more by `finish`. `placed` has by sheet the results of other
    tables, which stay; the columns of those in other rows are used here, too.
    """

    def __init__(self, output: Output, source: BookSource, table: Table, layout: Layout) -> None:
        target, writing, options = output.target, output.writing, output.options
        super().__init__(codes=options.by_cards)
        if writing.live and (layout.won is not None or options.by is not None):
            raise OptionError("formulas (--live) work only with a showdown in each row, not with --by")
        if writing.live and any(area.part is not None or area.apart for area in layout.hands):
            raise OptionError("formulas (--live) work only for hands in cells of their own, side by side")
        grid, stream = table.grid, source.stream(table.grid.sheet)
        if stream.encoding:
            name, part = source.path.name, stream.sheet.part
            raise BookError(f"{name}: {part} is not written in UTF-8; open the book and save it again")
        self._package, self._target, self._writing, self._scale = source.package, target, writing, options.scale
        self._grid, self._layout, self._stream = grid, layout, stream
        self._results = SheetResults(
            layout, options, writing.chosen, stream.frame.prefix, grid.sheet, live=writing.live
        )
        self._styles = CellStyles(source.package)
        self._header = layout.first - 1 if layout.first else None
        self._hands = {column for area in layout.areas for column in area.columns}
        rows = range(layout.first, min(layout.last + 1, len(grid.rows)))
        titles = self._results.results.titles
        planner = self._planner = Planner(grid, self._header, titles, self._hands, rows, layout.won)
        tables = [one for one in tables_of(self._package, stream.sheet.part) if one.labels == 1]
        planner.overwrite, planner.at = writing.overwrite, None if writing.at is None else checked_column(writing.at)
        self._placed = output.placed.setdefault(grid.sheet, [])
        found = [one.box for one in tables]
        if self._package.related(stream.sheet.part, "drawing"):
            planner.drawings = drawings_of(self._package, stream.sheet.part)
        planner.keep(self._placed, (layout.first, layout.last), found, named=options.hands is not None)
        self._table = tables[found.index(planner.table)] if planner.table is not None else None
        self._facts = SheetFacts(source.book.strings, planner.watch, planner.proofs)
        self._fed = False

    def take(self, block: Block, scored: Scored) -> None:
        """Note the facts of a block."""
        if isinstance(block, SheetBlock):
            self._fed = True
            with read_in_blocks():
                self._facts.take(block.cells)
                self._facts.note(block.cells)
        super().take(block, scored)

    def finish(self, last: int) -> list[str]:
        """Plan where the columns go, and write the workbook; return warnings for the user.

        Raises `BookError` where that cannot be done; then the target is as it was.
        """
        super().finish(last)
        facts, new = self._facts, self._results.of(self.scored)
        for cells in () if self._fed else self._stream.parsed_ahead():
            facts.take(cells)
            facts.note(cells)
        facts.settle(self._stream.tail)
        plan = self._planned(new.all_rows, problem=bool(new.problems))
        changed, dropped = self._changed_parts(plan, new)
        if _PROTECTED.search(self._stream.tail):
            name = self._stream.sheet.name
            plan.warnings.append(f"{name} is protected: only who knows its password can change the new cells")
        if self._package.is_signed:
            plan.warnings.append(f"{self._target.name} is signed, and its signature no longer holds")
        self._package.write(self._target, changed, dropped, level=self._writing.level)
        top = self._layout.first if self._header is None else self._header
        self._placed.append(Box(top, min(plan.places), self._layout.last, max(plan.places)))
        return plan.warnings

    def _planned(self, rows: npt.NDArray[Any], *, problem: bool) -> Plan:
        """Return where the columns go, for some rows of the hands."""
        taken = self._table.columns if self._table is not None else []
        return self._planner.planned(self._facts, rows, problem=problem, taken=taken)

    def _changed_parts(self, plan: Plan, new: NewCells) -> tuple[dict[str, Iterable[bytes]], list[str]]:
        """Return the new contents of parts that change, and the parts that go."""
        package, sheet = self._package, self._stream.sheet
        top = int(new.all_rows[0]) if self._header is None else self._header  # the first row with anything new

        def is_written(row: int, column: int) -> bool:
            """Tell whether a cell holds a result, a title or a problem now, or nothing any more."""
            at = bisect_left(new.all_rows, row)
            known = row == self._header or new.all_rows[at : at + 1].tolist() == [row]
            return plan.clears(row, column) or (known and column in plan.places[-1 if row in new.problems else 0 :])

        head = self._head(plan, new, top)
        problems = ((row, new.problems[row].partition(":")[0]) for row in new.bad)
        links = [(a1(row, plan.places[-1]), edits.on_sheet(sheet.name, cell)) for row, cell in problems]
        tail = edits.grown_filter(self._stream.tail, plan.places, top)
        tail = edits.with_links(tail, links, self._stream.frame.prefix, is_written)
        writer = RowWriter(self._stream, plan, self._header, self._styles, self._results.results.columns)
        rows = (writer.block(cells, new) for cells in self._stream.parsed())
        changed: dict[str, Iterable[bytes]] = {sheet.part: chain([head], rows, [tail])}
        if (styles := self._styles.changed) is not None:
            changed[package.styles or ""] = [styles]
        dropped: list[str] = []
        if self._table is not None and plan.grows:
            changed[self._table.part] = [self._grown_table(self._table, plan, new)]
        has_formulas = self._has_formulas()
        if package.has_names or has_formulas:
            book = package.read(package.workbook)
            named = edits.grown_names(book, sheet.number, plan.places, top)
            named = edits.calculating(named) if has_formulas else named
            if named != book:
                changed[package.workbook] = [named]
        over = self._facts.calculated.intersection(chain(plan.places, *(columns for columns, _ in plan.cleared)))
        if package.calc_chain is not None and over and not self._writing.live:  # spreadsheet programs make it anew
            dropped.append(package.calc_chain)
            changed |= edits.without_part(package, package.calc_chain)
        return changed, dropped

    def _head(self, plan: Plan, new: NewCells, top: int) -> bytes:
        """Return the new head of the sheet, which stands before its rows."""
        places, frame = plan.places, self._stream.frame
        head = edits.with_dimension(frame.head, Box(top, min(places), int(new.all_rows[-1]), max(places)))
        widths = [one.column.width for one in new.columns] + [problem_width(new.problems.values())] * bool(new.problems)
        return edits.with_widths(head, list(zip(places, widths, strict=True)), frame.prefix)

    def _grown_table(self, table: BookTable, plan: Plan, new: NewCells) -> bytes:
        """Return the Excel table of the hands, grown by the new columns."""
        row = str(table.box.top + 2)  # the first one
        formulas = [row.join(one.column.formula or ()) or None for one in new.columns]
        columns = zip(plan.places, plan.labels, [*formulas, None], strict=False)
        return edits.grown_table(table, [column[1:] for column in columns if column[0] > table.box.right])

    def _has_formulas(self) -> bool:
        """Tell whether any sheet of the workbook holds formulas, whose values may depend on the new cells."""
        package = self._package
        if self._facts.calculated or package.calc_chain is not None:
            return True
        for sheet in package.sheets:
            if sheet.part != self._stream.sheet.part:
                with package.open_part(sheet.part) as part:
                    if occurs(_HAS_FORMULA, part):
                        return True
        return False
