"""New columns in a worksheet of an .xlsx or .xlsm workbook: surveyed while it is scored, planned and spliced in."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError, OptionError
from xlpoker.layout.find import Layout
from xlpoker.layout.grid import a1
from xlpoker.scales import scale_named
from xlpoker.scoring.columns import PROBLEM
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import Block, Scored
from xlpoker.scoring.plan import REASON, Box, Plan, planned, to_watch
from xlpoker.scoring.run import Kept, Table
from xlpoker.workbook.writing import Writing, checked_column, chosen_columns
from xlpoker.workbook.xlsx.block import SheetBlock
from xlpoker.workbook.xlsx.draft import Draft
from xlpoker.workbook.xlsx.facts import Survey, Surveyor
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.part_edits import table_box, table_names
from xlpoker.workbook.xlsx.results import SheetResults
from xlpoker.workbook.xlsx.source import BookSource, read_in_blocks
from xlpoker.workbook.xlsx.splice import splice
from xlpoker.workbook.xlsx.stream import SheetStream

__all__ = ["SpliceSink"]


class SpliceSink(Kept):
    """The results of a sheet into a copy of its workbook, or into the workbook itself; all else is copied byte for byte.

    In one pass mostly, in two where the new rows cannot be made while the sheet is read (`xlpoker.workbook.xlsx.draft`).
    """

    def __init__(
        self, source: BookSource, target: Path, writing: Writing, table: Table, layout: Layout, options: Options
    ) -> None:
        super().__init__(codes=bool(scale_named(options.scale).loose))
        grid, stream = table.grid, source.stream(table.grid.sheet)
        if stream.encoding:
            name, part = source.path.name, stream.sheet.part
            raise BookError(f"{name}: {part} is not written in UTF-8; open the book and save it again")
        self._package, self._target, self._writing, self._options = source.package, target, writing, options
        self._grid, self._stream, self._last = grid, stream, layout.last
        self._header = layout.first - 1 if layout.first else None
        chosen = chosen_columns(writing.columns)
        self._results = SheetResults(layout, options, chosen, stream.frame.prefix, grid.sheet, live=writing.live)
        titles = self._results.results.titles
        if not titles:
            raise OptionError("one hand a row has no winner; choose --columns value,hand")
        self._hands = {column for area in layout.areas for column in area.columns}
        rows = range(layout.first, min(layout.last + 1, len(grid.rows)))
        self._watch, self._proofs = to_watch(grid, self._header, titles, self._hands, rows, layout.won)
        self._part, self._box, taken, tables = _table(source.package, stream, layout, self._header)
        self._at = None if writing.at is None else checked_column(writing.at)
        beside = [at for at in (self._at, self._box.right + 1 if self._box else None) if at is not None]
        for start in beside:
            self._watch.update(range(start, start + len(titles) + 1))
        self._plan_of = partial(
            planned, grid=grid, header=self._header, titles=titles, at=self._at, overwrite=writing.overwrite,
            proofs=self._proofs, tables=tables, taken=taken,
        )  # fmt: skip
        self._surveyor = Surveyor(stream, source.book, self._watch, self._header, self._proofs)
        streamed = not table.ended
        self._draft = Draft(stream, self._results, target, writing.level, self._first_plan) if streamed else None
        self._fed = False

    def __exit__(self, *error: object) -> None:
        if self._draft is not None:
            self._draft.__exit__(*error)

    def take(self, block: Block, scored: Scored) -> None:
        """Note what stands in a block of the sheet, and make its new rows where that can be done already."""
        if isinstance(block, SheetBlock):
            self._fed = True
            with read_in_blocks():
                self._surveyor.note(block.place, block.cells)
                same = self._draft.take(self._surveyor.found, block.cells, scored) if self._draft is not None else None
                self._surveyor.prove(block.cells, same)
        super().take(block, scored)

    def _first_plan(self, found: Survey, first_rows: Any) -> Plan:
        """Return the plan for the first rows, with a column for problems."""
        found.settle()
        used = found.used & (self._watch - self._hands)
        for column in used:  # a problem may come later
            if self._header is None or self._grid.cell(self._header, column) == PROBLEM.title:
                found.watched[column][-1] = REASON
        plan = self._plan_of(found, rows=first_rows, problem=True, table=self._box)
        proofs = self._proofs
        replaced = len(proofs) == 1 and bool(plan.cleared) and plan.places[0] in proofs
        if used and not (replaced and proofs[plan.places[0]].is_settled(self._options.scale)):
            raise BookError("results of an earlier run may stand there")
        return plan

    def finish(self, last: int) -> list[str]:
        """Plan where the columns go, and write the workbook."""
        super().finish(last)
        if not self._fed:
            for place, cells in self._stream.parsed_ahead():
                self._surveyor.note(place, cells)
                self._surveyor.prove(cells)
        found, box = self._surveyor.finish(), self._box
        results = self._results.of(self.scored)
        below = box is not None and max(self._last, *results.all_rows[-1:].tolist()) > box.bottom
        plan = self._plan_of(found, rows=results.all_rows, problem=bool(results.problems), table=None if below else box)
        told = plan.warnings
        if self._at is None and box is not None and not plan.grows and plan.places[0] not in self._proofs:
            why = "the hands go on below it" if below else "other cells stand right of it"
            told.append(f"the table {a1(box.top, box.left)}:{a1(box.bottom, box.right)} does not grow, as {why}")
        return told + splice(
            self._package, self._target, found, plan, results, self._header,
            table=self._part, level=self._writing.level, draft=self._draft,
        )  # fmt: skip


def _table(
    package: Package, stream: SheetStream, layout: Layout, header: int | None
) -> tuple[str | None, Box | None, list[str], list[Box]]:
    """Return the table that the hands are, its part, its cells and the names of its columns; and the cells of all tables."""
    tables = [(part, package.read(part)) for part in package.related(stream.sheet.part, "table").values()]
    found = [(part, xml, box) for part, xml in tables if (box := table_box(xml)) is not None]
    boxes = [box for _, _, box in found]
    for part, xml, box in found:
        if header == box.top and all(box.left <= area.first and area.last <= box.right for area in layout.areas):
            return part, box, table_names(xml), boxes
    return None, None, [], boxes
