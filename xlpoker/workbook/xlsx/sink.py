"""Writes results into a sheet: the first pass reads its rows, the second writes the package.

When the columns are planned every row has been seen. The results are kept meanwhile, some ten bytes
a row::

    first pass    | block 0 | block 1 | ... | block n | behind the rows
                  scored; what the plan depends on is noted
    plan          where the new columns go, and which earlier results are replaced
    second pass   | block 0 | block 1 | ... | block n |
                  with their new cells, packed into the target

A name of the workbook covers the results; it tells the next run which columns these are, wherever
they have moved since.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import Box
from xlpoker.errors import OptionError
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import checked_column
from xlpoker.scoring.earlier_results import EarlierCells, not_ours
from xlpoker.scoring.model import Block, Scored
from xlpoker.scoring.plan import Plan, plan_columns
from xlpoker.scoring.plan_inputs import Facts, PlanRequest, title_row
from xlpoker.scoring.result_columns import Column, problem_text, problem_width
from xlpoker.scoring.result_names import ResultNames, first_hands_of, over_results
from xlpoker.scoring.results import RenderedCells, Results
from xlpoker.scoring.row_marks import Marks, no_marks
from xlpoker.scoring.run import MemorySink, Output
from xlpoker.scoring.sources import Table
from xlpoker.workbook.xlsx import part_edits as edits
from xlpoker.workbook.xlsx.cell_formats import CellFormats
from xlpoker.workbook.xlsx.cell_values import NUMBER, SHARED, TEXT
from xlpoker.workbook.xlsx.cells import Cells
from xlpoker.workbook.xlsx.one_cell import cached_value, cell_content
from xlpoker.workbook.xlsx.part_edits import BookTable
from xlpoker.workbook.xlsx.row_writer import NewCells, NewColumn, RowWriter
from xlpoker.workbook.xlsx.sheet_facts import note_facts
from xlpoker.workbook.xlsx.source import BookSource, SheetBlock
from xlpoker.workbook.xlsx.xml_texts import merged_boxes, text_of

__all__ = ["SpliceSink"]

_OUR_FORMULA = re.compile(
    rb"<(?:[\w.-]+:)?f(?:\s(?![^<>]*\bt=)[^<>]*)?>(?:HANDVAL|HANDNAME|WINNER)\([^()<]*\)</"
)


class SpliceSink(MemorySink):
    """Writes the results of a sheet into a copy of its workbook, or into the workbook itself.

    Everything else is copied byte for byte. A sheet that was read as a whole, as values, is read
    once more by `finish`.
    """

    def __init__(
        self,
        output: Output,
        source: BookSource,
        table: Table,
        layout: Layout,
    ) -> None:
        options = output.options
        writing = output.writing
        super().__init__(codes=options.by_cards)
        if writing.live:
            _check_live(layout, by=options.by)
        self._source = source
        self._package = source.package
        self._stream = source.stream(table.grid.sheet)
        self._grid = table.grid
        self._layout = layout
        self._target = output.target
        self._writing = writing
        self._scale = options.scale
        self._results = Results(
            layout,
            options,
            writing.chosen_for(layout),
            live=writing.live,
            sheet=table.grid.sheet,
        )
        self._book = self._package.read(self._package.workbook)
        self._first_hands = first_hands_of(layout)
        sheet = self._stream.sheet
        covered = edits.covered_by_names(self._book, sheet.number)
        self._names = ResultNames.of(covered, self._first_hands)
        self._title_row = title_row(self._grid, layout, self._names.hands)
        tables = list(edits.tables_of(self._package, sheet.part))
        self._request = self._plan_request(output, tables)
        self._table = self._table_of_hands(tables)
        self._facts = Facts(self._request.watched_columns)
        self._has_facts = False

    def _plan_request(self, output: Output, tables: Sequence[BookTable]) -> PlanRequest:
        """Return what the plan of the new columns depends on before any row is read."""
        writing = output.writing
        rows = (self._first_hands.top, self._first_hands.bottom)
        return PlanRequest(
            self._grid,
            self._title_row,
            self._results.titles,
            self._layout.columns,
            rows,
            tables=[table.box for table in tables if table.heading_rows == 1],
            unlabelled=[table.box for table in tables if table.heading_rows != 1],
            queries=[table.box for table in tables if table.is_query],
            drawings=edits.drawings_of(self._package, self._stream.sheet.part),
            earlier_results=self._names.results,
            other_results=self._names.other_results,
            players=self._layout.labels,
            chosen_rows=None if output.options.hands is None else rows,
            first_column=None if writing.at is None else checked_column(writing.at),
            overwrite=writing.overwrite,
        )

    def _table_of_hands(self, tables: Iterable[BookTable]) -> BookTable | None:
        """Return the Excel table that holds the hands."""
        for table in tables:
            if table.box is self._request.table:
                return table
        return None

    def take(self, block: Block, scored: Scored) -> None:
        """Note the facts of a block, and keep its results."""
        if isinstance(block, SheetBlock):
            self._has_facts = True
            note_facts(self._facts, block.cells)
        super().take(block, scored)

    def finish(self) -> list[str]:
        """Plan where the columns go, and write the workbook; return warnings for the user.

        Raises `BookError` where that cannot be done; then the target is as it was.
        """
        super().finish()
        new = self._new_cells(self.scored)
        if not self._has_facts:
            self._take_facts_of_stream()
        self._facts.merged = merged_boxes(self._stream.tail)
        self._facts.take(edits.sparklines(self._stream.tail))
        table_columns = self._table.columns if self._table is not None else []
        plan = plan_columns(
            self._request,
            self._facts,
            _marks(new.all_rows),
            problem=bool(new.problems),
            names_in_table=table_columns,
        )
        changed, dropped = self._changed_parts(plan, new)
        if self._package.is_signed:
            plan.warnings.append(
                f"{self._target.name} is signed, and its signature no longer holds"
            )
        styles = self._package.styles
        self._package.write(self._target, changed, dropped, last=styles)
        return plan.warnings

    def _take_facts_of_stream(self) -> None:
        """Take the facts of a sheet that was read as a whole.

        Where the rows of some columns count, the sheet is read once more.
        """
        facts = self._stream.facts
        if facts is not None and not self._facts.filled:
            self._facts.add(facts)
            return
        for cells in self._stream.parsed_ahead():
            note_facts(self._facts, cells)

    def _new_cells(self, scored: Scored) -> NewCells:
        """Return the new cells; a content is rendered once, for all players and rows."""
        results = self._results
        is_live = self._writing.live
        contents = {
            column.kind: RenderedCells(partial(self._rendered, column))
            for column in results.columns
        }
        ids_by_column = results.content_ids(scored)
        columns: list[NewColumn] = []
        for column, content_ids in zip(results.columns, ids_by_column, strict=True):
            new_column = NewColumn(column, content_ids, contents[column.kind])
            columns.append(new_column)
        problems = {}
        answers = {}
        for row, error in scored.problems.items():
            problems[row] = problem_text(error)
            if is_live:
                answers[row] = self._answers(scored.rest[row])
        return NewCells(scored.rows, columns, problems, answers)

    def _rendered(self, column: Column, content_ids: list[int]) -> list[bytes]:
        """Return what stands behind the addresses of cells of a column, or behind their formulas."""
        prefix = self._stream.frame.prefix
        content_of = cell_content
        no_content = b"/>"
        if self._writing.live:
            content_of = cached_value
            no_content = b"</%sc>" % prefix
        contents = self._results.contents(column, content_ids)
        return [
            no_content if content is None else content_of(content, prefix) for content in contents
        ]

    def _answers(self, row: Sequence[Any]) -> list[str | float]:
        """Return the values of the formulas in a bad row, as the functions give them."""
        from xlpoker.functions import call

        hands = []
        for area in self._layout.hands:
            end = area.last + 1
            blank_cells = [None] * end
            padded = [*row, *blank_cells]
            hands.append(padded[area.first : end])
        answers = []
        for column in self._results.columns:
            if column.player < 0:
                answer = call("WINNER", *hands)
            elif column.kind == "hand":
                answer = call("HANDNAME", hands[column.player])
            else:
                answer = call("HANDVAL", hands[column.player], self._scale)
            answers.append(answer)
        return answers

    def _changed_parts(
        self, plan: Plan, new: NewCells
    ) -> tuple[dict[str, Iterable[bytes]], list[str]]:
        """Return the new contents of the parts that change, and the parts that are removed."""
        package = self._package
        stream = self._stream
        head = self._head(plan, new)
        styles = package.read(package.styles) if package.styles else None
        formats = CellFormats(styles)
        rows = self._rows(plan, new, formats)
        top = self._top(new)
        tail = edits.grown_filter(stream.tail, plan.columns, top)
        workbook = self._changed_workbook(plan, new)
        changed: dict[str, Iterable[bytes]] = {
            stream.sheet.part: chain([head], rows, [tail]),
            package.workbook: [workbook],
        }
        if package.styles is not None:
            changed[package.styles] = formats.pieces()
        table = self._table
        if table is not None and plan.grows:
            changed[table.part] = [self._grown_table(table, plan, new)]
        calc_chain = package.calc_chain
        if calc_chain is None or not self._replaces_formulas(plan):
            return changed, []
        changed |= edits.without_part(package, calc_chain)
        return changed, [calc_chain]  # spreadsheet programs make it anew

    def _replaces_formulas(self, plan: Plan) -> bool:
        """Tell whether values stand where formulas stood."""
        if self._writing.live:
            return False
        changed_columns = {*plan.columns, *plan.old_titles}
        return not self._facts.calculated.isdisjoint(changed_columns)

    def _top(self, new: NewCells) -> int:
        """Return the first row with anything new."""
        if self._title_row is not None:
            return self._title_row
        return int(new.all_rows[0])

    def _head(self, plan: Plan, new: NewCells) -> bytes:
        """Return the new head of the sheet, which stands before its rows."""
        columns = plan.columns
        frame = self._stream.frame
        new_box = Box(
            top=self._top(new),
            left=min(columns),
            bottom=int(new.all_rows[-1]),
            right=max(columns),
        )
        head = edits.with_dimension(frame.head, new_box)
        widths = [new_column.column.width for new_column in new.columns]
        if new.problems:
            widths.append(problem_width(new.problems.values()))
        column_widths = list(zip(columns, widths, strict=True))
        return edits.with_widths(head, column_widths, frame.prefix)

    def _rows(self, plan: Plan, new: NewCells, formats: CellFormats) -> Iterator[bytes]:
        """Yield the rows with their new cells.

        Raises `BookError` for a cell of the user's among earlier results.
        """
        columns = [new_column.column for new_column in new.columns]
        writer = RowWriter(self._stream, plan, self._title_row, columns, formats)
        has_earlier_results = bool(self._request.earlier_results)
        must_check = has_earlier_results and not self._writing.overwrite
        names_in_rows = self.scored.seated.values()
        allowed = EarlierCells.of(self._layout, plan.old_titles.values(), names_in_rows)
        for cells in self._stream.parsed(plan.first):
            block = writer.block(cells, new)
            if must_check and block != cells.block:
                self._check(cells, plan, allowed)
            yield block

    def _check(self, cells: Cells, plan: Plan, allowed: EarlierCells) -> None:
        """Raise `BookError` for the first cell among earlier results that cannot be one."""
        numbers = cells.numbers[cells.row]
        has_result = np.frombuffer(plan.old_rows, np.bool_)
        is_title = numbers == self._title_row
        in_rows = has_result[numbers] & ~is_title
        foreign: list[int] = []
        for column, title in plan.old_titles.items():
            in_column = cells.column == column
            earlier = np.flatnonzero(in_column & cells.occupied & in_rows)
            foreign += self._not_results(cells, earlier, title, allowed)
        if not foreign:
            return
        cell = min(foreign)
        value = cells.text(cell)
        if cells.kind[cell] == SHARED:
            index = cells.shared[cell]
            value = self._source.book.strings[index]
        row, column = cells.place(cell)
        raise not_ours(self._grid.sheet, row, column, value, self._request.earlier_results)

    def _not_results(
        self,
        cells: Cells,
        earlier: Any,
        title: str,
        allowed: EarlierCells,
    ) -> list[int]:
        """Return those of some cells that cannot be results under a title."""
        makers: dict[int, Callable[[Any], Any]] = {NUMBER: float, TEXT: text_of}
        strings = self._source.book.strings
        values = cells.converted(earlier, strings, makers).tolist()
        different_values = set(values)
        is_result_by_value = {value: allowed.may_hold(title, value) for value in different_values}
        foreign = []
        for cell, value in zip(earlier.tolist(), values, strict=True):
            formula = int(cells.formula[cell])
            if formula >= 0:
                is_ours = _OUR_FORMULA.match(cells.block, formula) is not None
            else:
                is_ours = is_result_by_value[value]
            if not is_ours:
                foreign.append(cell)
        return foreign

    def _changed_workbook(self, plan: Plan, new: NewCells) -> bytes:
        """Return the workbook part with its names, and the request to calculate all formulas."""
        sheet = self._stream.sheet
        top = self._top(new)
        bottom = int(new.all_rows[-1])
        book = edits.grown_names(self._book, sheet.number, plan.columns, top)
        covered = self._names.over(
            plan.columns,
            (top, bottom),
            self._first_hands,
            keeps_rows=self._request.chosen_rows is not None,
        )
        texts = over_results(sheet.name, covered)
        book = edits.with_names(book, sheet.number, texts)
        return edits.calculating(book)

    def _grown_table(self, table: BookTable, plan: Plan, new: NewCells) -> bytes:
        """Return the Excel table of the hands, grown by the new columns at its right side."""
        first_row = str(table.box.top + 2)
        formulas: list[str | None] = []
        for new_column in new.columns:
            pieces = new_column.column.formula or ()
            formulas.append(first_row.join(pieces) or None)
        formulas.append(None)  # of the column of problems
        added = []
        new_columns = zip(plan.columns, plan.labels, formulas, strict=False)
        for column, label, formula in new_columns:
            if column > table.box.right:
                added.append((label, formula))
        return edits.grown_table(table, added)


def _check_live(layout: Layout, *, by: object) -> None:
    """Raise `OptionError` for hands that formulas cannot compare."""
    if layout.won is not None or by is not None:
        raise OptionError("formulas (--live) work only with a showdown in each row, not with --by")
    if any(area.listed_columns for area in layout.hands):
        raise OptionError(
            "formulas (--live) work only for hands in cells of their own, side by side"
        )


def _marks(rows: npt.NDArray[Any]) -> Marks:
    """Return some rows as a set."""
    marks = no_marks()
    np.frombuffer(marks, np.bool_)[rows] = True
    return marks
