"""Writes results into a sheet of a workbook: the first pass takes its rows block by block, the second writes the package.

When the columns are planned every row has been seen. The results are kept meanwhile, some ten bytes a row::

    first pass    | block 0 | block 1 | ... | block n | behind the rows     scored; what the plan depends on is noted
    plan          where the new columns go, and which earlier results go
    second pass   | block 0 | block 1 | ... | block n |                     with their new cells, packed into the target

A name of the workbook covers the results; it tells the next run which columns these are, wherever they have moved since.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import numpy as np

from xlpoker.errors import OptionError
from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.cells import sides
from xlpoker.layout.grid import MOST_ROWS, Box
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import checked_column
from xlpoker.scoring.model import Block, Scored
from xlpoker.scoring.plan import MOST_PLAYERS, Facts, Plan, Planner, is_result, not_ours
from xlpoker.scoring.results import parts_of, problem_width
from xlpoker.scoring.run import Kept, Output, Table
from xlpoker.workbook.xlsx import part_edits as edits
from xlpoker.workbook.xlsx.cells import NUMBER, SHARED, TEXT, Cells, boxes, merged_boxes, shared_formulas, text_of
from xlpoker.workbook.xlsx.part_edits import BookTable, ResultNames, tables_of
from xlpoker.workbook.xlsx.rows import NewCells, RowWriter, SheetResults
from xlpoker.workbook.xlsx.source import BookSource, SheetBlock

__all__ = ["SpliceSink"]

_ARRAY = re.compile(rb'<(?:[\w.-]+:)?f\s(?=[^<>]*\bt=["\'](?:array|dataTable)["\'])[^<>]*\bref=["\']([^"\']+)["\']')
_OURS = re.compile(rb"<(?:[\w.-]+:)?f(?:\s(?![^<>]*\bt=)[^<>]*)?>(?:HANDVAL|HANDNAME|WINNER)\([^()<]*\)</")


class SpliceSink(Kept):
    """Writes the results of a sheet into a copy of its workbook, or into the workbook itself; all else is copied byte for byte.

    A sheet that was read as a whole, as values, is read once more by `finish`.
    """

    def __init__(self, output: Output, source: BookSource, table: Table, layout: Layout) -> None:
        target, writing, options = output.target, output.writing, output.options
        super().__init__(codes=options.by_cards)
        if writing.live and (layout.won is not None or options.by is not None):
            raise OptionError("formulas (--live) work only with a showdown in each row, not with --by")
        if writing.live and any(area.part is not None or area.apart for area in layout.hands):
            raise OptionError("formulas (--live) work only for hands in cells of their own, side by side")
        grid, stream, package = table.grid, source.stream(table.grid.sheet), source.package
        self._source, self._target, self._writing = source, target, writing
        self._package, self._grid, self._layout, self._stream = package, grid, layout, stream
        self._results = SheetResults(
            layout, options, writing.chosen, stream.frame.prefix, grid.sheet, live=writing.live
        )
        self._book = package.read(package.workbook)
        rows = layout.first, layout.last if table.ended or layout.last != len(grid.rows) - 1 else MOST_ROWS
        self._first_hand = Box(rows[0], layout.hands[0].first, rows[1], layout.hands[0].last)
        self._names = names = ResultNames(self._book, stream.sheet.number, self._first_hand)
        above = layout.first - 1  # the row of the titles, unless it holds a hand: then rows amid a table are scored
        amid = any(box.top <= above <= box.bottom for box in names.hands)
        cells = (sides(grid.cell(above, at)) for at in layout.columns)
        amid = amid or above < 0 or all(any(map(count_cards, texts)) for texts in cells)
        self._header = None if amid else above
        tables = [one for one in tables_of(package, stream.sheet.part) if one.labels == 1]
        planner = self._planner = Planner(
            grid, self._header, self._results.results.titles, layout.columns, rows,
            tables=[one.box for one in tables],
            drawings=edits.drawings_of(package, stream.sheet.part) if package.related(stream.sheet.part, "drawing") else (),
            named=names.own, others=names.others, players=layout.labels, within=None if options.hands is None else rows,
            at=None if writing.at is None else checked_column(writing.at), overwrite=writing.overwrite,
        )  # fmt: skip
        self._table = next((one for one in tables if one.box is planner.table), None)
        self._facts = Facts(held={column: np.zeros(MOST_ROWS, np.bool_) for column in planner.watch})
        self._fed = False

    def take(self, block: Block, scored: Scored) -> None:
        """Note the facts of a block, and keep its results."""
        if isinstance(block, SheetBlock):
            self._fed = True
            self._note(block.cells)
        super().take(block, scored)

    def _note(self, cells: Cells) -> None:
        """Note the facts of a block."""
        facts, there, last = self._facts, cells.held, int(cells.column.max(initial=-1))
        facts.used.update(cells.used)
        for column, rows in facts.held.items():
            if column <= last:
                rows[cells.numbers[cells.row[(cells.column == column) & there]]] = True
        if cells.has_formulas:
            facts.calculated.update(cells.column[cells.formula >= 0].tolist())
            facts.arrays += boxes(_ARRAY.findall(cells.block))
            for cell, _, reference, _ in shared_formulas(cells):
                facts.shared += [(*cells.place(cell), box) for box in boxes([reference])]

    def finish(self, last: int) -> list[str]:
        """Plan where the columns go, and write the workbook; return warnings for the user.

        Raises `BookError` where that cannot be done; then the target is as it was.
        """
        super().finish(last)
        new = self._results.of(self.scored)
        for cells in () if self._fed else self._stream.parsed_ahead():
            self._note(cells)
        self._facts.merged = merged_boxes(self._stream.tail)
        taken = self._table.columns if self._table is not None else []
        plan = self._planner.planned(self._facts, new.all_rows, problem=bool(new.problems), taken=taken)
        changed, dropped = self._changed_parts(plan, new)
        if self._package.is_signed:
            plan.warnings.append(f"{self._target.name} is signed, and its signature no longer holds")
        self._package.write(self._target, changed, dropped)
        return plan.warnings

    def _changed_parts(self, plan: Plan, new: NewCells) -> tuple[dict[str, Iterable[bytes]], list[str]]:
        """Return the new contents of parts that change, and the parts that go."""
        package, sheet = self._package, self._stream.sheet
        top = int(new.all_rows[0]) if self._header is None else self._header  # the first row with anything new
        tail = edits.grown_filter(self._stream.tail, plan.places, top)
        writer = RowWriter(self._stream, plan, self._header)
        rows = self._rows(writer, plan, new)
        changed: dict[str, Iterable[bytes]] = {sheet.part: chain([self._head(plan, new, top)], rows, [tail])}
        if self._table is not None and plan.grows:
            changed[self._table.part] = [self._grown_table(self._table, plan, new)]
        book = edits.grown_names(self._book, sheet.number, plan.places, top)
        bottom, within = int(new.all_rows[-1]), self._planner.within is not None
        results, hands = (
            (min([first, *(box.top for box in kept)]), max([bottom, *(box.bottom for box in kept)]))
            for first, kept in ((top, self._names.own * within), (self._layout.first, self._names.hands * within))
        )
        hand = self._first_hand._replace(top=hands[0], bottom=hands[1])
        book = self._names.written(book, sheet.name, plan.places, results, hand)
        changed[package.workbook] = [edits.calculating(book)]
        dropped: list[str] = []
        over = self._facts.calculated.intersection([*plan.places, *plan.old])
        if package.calc_chain is not None and over and not self._writing.live:  # spreadsheet programs make it anew
            dropped.append(package.calc_chain)
            changed |= edits.without_part(package, package.calc_chain)
        return changed, dropped

    def _rows(self, writer: RowWriter, plan: Plan, new: NewCells) -> Iterator[bytes]:
        """Yield the rows with their new cells; raise `BookError` for a cell of the user's among earlier results."""
        checked = self._planner.named and not self._writing.overwrite
        names = {parts_of(title)[0] for title in plan.old.values()} - {""}
        players = sorted({*self._layout.names, *names, *chain(*self.scored.seated.values())})
        for cells in self._stream.parsed_ahead():
            made = writer.block(cells, new)
            if checked and made != cells.block:
                self._check(cells, plan, players)
            yield made

    def _check(self, cells: Cells, plan: Plan, players: list[str]) -> None:
        """Raise `BookError` for the first cell among earlier results that cannot be one."""
        book = self._source.book
        makers: dict[int, Callable[[Any], Any]] = {NUMBER: float, TEXT: text_of}
        numbers, wrong = cells.numbers[cells.row], list[int]()
        within = plan.rows[numbers] & (numbers != self._header)
        for column, title in plan.old.items():
            there = np.flatnonzero((cells.column == column) & cells.held & within)
            values = cells.made(there, book.strings, makers)
            most = len(self._layout.hands) if self._layout.won is None else MOST_PLAYERS
            known = {value: is_result(title, value, players, most) for value in set(values)}
            for cell, value in zip(there.tolist(), values, strict=True):
                start = int(cells.formula[cell])
                if not (known[value] if start < 0 else _OURS.match(cells.block, start)):
                    wrong.append(cell)
        if wrong:
            cell = min(wrong)
            value = book.strings[cells.shared[cell]] if cells.kind[cell] == SHARED else cells.text(cell)
            raise not_ours(self._grid.sheet, *cells.place(cell), value, self._planner.named)

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
