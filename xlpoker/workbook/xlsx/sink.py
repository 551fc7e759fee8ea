"""Writes results into a sheet of a workbook: the first pass takes its rows block by block, the second writes the package.

When the columns are planned every row has been seen. The results are kept meanwhile, some ten bytes a row::

    first pass    | block 0 | block 1 | ... | block n | behind the rows     scored; what the plan depends on is noted
    plan          where the new columns go, and which earlier results go
    second pass   | block 0 | block 1 | ... | block n |                     with their new cells, packed into the target

A name of the workbook covers the results; it tells the next run which columns these are, wherever they have moved since.

New cells stand at the ends of rows, or in the place of results of an earlier run; old cells among them are removed (their
formats stay) or kept between them. A row's tag stays as it is, also its ``spans``, a hint that no program relies on. Hands have at
most 7,475 values and names: a cell's content is rendered at its first use, and later looked up in a table of bytes.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import MOST_ROWS, a1
from xlpoker.errors import OptionError
from xlpoker.evaluator.cards import count_cards
from xlpoker.functions import call
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import checked_column
from xlpoker.scoring.earlier_results import MOST_PLAYERS, is_result, not_ours
from xlpoker.scoring.model import Block, Box, Scored
from xlpoker.scoring.plan import Plan, plan_columns
from xlpoker.scoring.plan_inputs import Facts, PlanRequest
from xlpoker.scoring.results import (
    Column,
    RenderedCells,
    Results,
    in_turns,
    parts_of,
    problem_text,
    problem_width,
)
from xlpoker.scoring.run import MemorySink, Output
from xlpoker.scoring.sources import Table
from xlpoker.workbook.xlsx import part_edits as edits
from xlpoker.workbook.xlsx.cells import (
    NUMBER,
    SHARED,
    TEXT,
    Cells,
    boxes,
    cell_content,
    merged_boxes,
    new_cells,
    numbered,
    one_cell,
    shared_formulas,
    text_of,
)
from xlpoker.workbook.xlsx.part_edits import BookTable, ResultNames, column_styles, tables_of
from xlpoker.workbook.xlsx.source import BookSource, SheetBlock, SheetStream

__all__ = ["SpliceSink"]

_ARRAY = re.compile(
    rb'<(?:[\w.-]+:)?f\s(?=[^<>]*\bt=["\'](?:array|dataTable)["\'])[^<>]*\bref=["\']([^"\']+)["\']'
)
_OURS = re.compile(
    rb"<(?:[\w.-]+:)?f(?:\s(?![^<>]*\bt=)[^<>]*)?>(?:HANDVAL|HANDNAME|WINNER)\([^()<]*\)</"
)
Places = npt.NDArray[Any]


class NewColumn(NamedTuple):
    """A new column: for each good row the place of its content.

    A content is what follows the address and the style: ``><v>5</v></c>``; in a column of formulas it is the cached value.
    """

    column: Column
    places: Places
    contents: RenderedCells

    def cells(
        self,
        place: int,
        style: int,
        prefix: bytes,
        rows: Sequence[tuple[slice, Places]],
        contents: Places,
    ) -> list[bytes]:
        """Return the cells in a column of the sheet, in some good rows, for the places of their contents."""
        one = self.column
        return new_cells(
            place, style, prefix, rows, self.contents.of(contents), one.formula, text=one.text
        )


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


class SpliceSink(MemorySink):
    """Writes the results of a sheet into a copy of its workbook, or into the workbook itself; all else is copied byte for byte.

    A sheet that was read as a whole, as values, is read once more by `finish`.
    """

    def __init__(self, output: Output, source: BookSource, table: Table, layout: Layout) -> None:
        target, writing, options = output.target, output.writing, output.options
        super().__init__(codes=options.by_cards)
        if writing.live and (layout.won is not None or options.by is not None):
            raise OptionError(
                "formulas (--live) work only with a showdown in each row, not with --by"
            )
        if writing.live and any(area.apart for area in layout.hands):
            raise OptionError(
                "formulas (--live) work only for hands in cells of their own, side by side"
            )
        grid, stream, package = table.grid, source.stream(table.grid.sheet), source.package
        self._source, self._target, self._writing, self._scale = (
            source,
            target,
            writing,
            options.scale,
        )
        self._package, self._grid, self._layout, self._stream = package, grid, layout, stream
        self._results = Results(
            layout, options, writing.chosen, live=writing.live, sheet=grid.sheet
        )
        self._book = package.read(package.workbook)
        rows = layout.first, min(layout.last, MOST_ROWS)
        self._first_hand = Box(rows[0], layout.hands[0].first, rows[1], layout.hands[0].last)
        self._names = names = ResultNames(self._book, stream.sheet.number, self._first_hand)
        above = (
            layout.first - 1
        )  # the row of the titles, unless it holds a hand: then rows amid a table are scored
        amid = any(box.top <= above <= box.bottom for box in names.hands)
        amid = (
            amid
            or above < 0
            or all(count_cards(str(grid.cell(above, at))) for at in layout.columns)
        )
        self._header = None if amid else above
        every = list(tables_of(package, stream.sheet.part))
        tables = [table for table in every if table.labels == 1]
        request = self._request = PlanRequest(
            grid, self._header, self._results.titles, layout.columns, rows,
            tables=[table.box for table in tables],
            unlabelled=[table.box for table in every if table.labels != 1],
            queries=[table.box for table in every if table.query],
            drawings=edits.drawings_of(package, stream.sheet.part) if package.related(stream.sheet.part, "drawing") else (),
            earlier_results=names.own, other_results=names.others, players=layout.labels, chosen_rows=None if options.hands is None else rows,
            first_column=None if writing.at is None else checked_column(writing.at), overwrite=writing.overwrite,
        )  # fmt: skip
        self._table = next((one for one in tables if one.box is request.table), None)
        self._facts = Facts(
            filled={column: np.zeros(MOST_ROWS, np.bool_) for column in request.watched_columns}
        )
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
        for column, rows in facts.filled.items():
            if column <= last:
                rows[cells.numbers[cells.row[(cells.column == column) & there]]] = True
        if cells.has_formulas:
            facts.calculated.update(cells.column[cells.formula >= 0].tolist())
            facts.arrays += boxes(_ARRAY.findall(cells.block))
            for cell, _, reference, _ in shared_formulas(cells):
                facts.shared += [(*cells.place(cell), box) for box in boxes([reference])]

    def finish(self) -> list[str]:
        """Plan where the columns go, and write the workbook; return warnings for the user.

        Raises `BookError` where that cannot be done; then the target is as it was.
        """
        super().finish()
        new = self._new_cells(self.scored)
        for cells in () if self._fed else self._stream.parsed_ahead():
            self._note(cells)
        self._facts.merged = merged_boxes(self._stream.tail)
        self._facts.take(edits.sparklines(self._stream.tail))
        taken = self._table.columns if self._table is not None else []
        plan = plan_columns(
            self._request,
            self._facts,
            new.all_rows,
            problem=bool(new.problems),
            names_in_table=taken,
        )
        changed, dropped = self._changed_parts(plan, new)
        if self._package.is_signed:
            plan.warnings.append(
                f"{self._target.name} is signed, and its signature no longer holds"
            )
        self._package.write(self._target, changed, dropped)
        return plan.warnings

    def _new_cells(self, scored: Scored) -> NewCells:
        """Return the new cells; a content is made once, also that of several places, for all players."""
        results, prefix, live = self._results, self._stream.frame.prefix, self._writing.live
        written = lru_cache(None, typed=True)(
            partial(cell_content, prefix=prefix, cached=live)
        )  # 1 is not 1.0

        def content(column: Column, place: int) -> bytes:
            found = results.content(column, place)
            return written(found) if found is not None else b"</%sc>" % prefix if live else b"/>"

        kinds = {column.kind: RenderedCells(partial(content, column)) for column in results.columns}
        contents = [kinds[column.kind] for column in results.columns]
        problems = {row: problem_text(error) for row, error in scored.problems.items()}
        answers = {row: self._answers(scored.rest[row]) for row in problems} if live else {}
        columns = [*map(NewColumn, results.columns, results.content_ids(scored), contents)]
        return NewCells(scored.rows, columns, problems, answers)

    def _answers(self, row: Sequence[Any]) -> list[str | float]:
        """Return the values of the formulas in a bad row, as the functions give them."""
        hands = [
            [*row, *[None] * (area.last + 1)][area.first : area.last + 1]
            for area in self._layout.hands
        ]
        return [
            call("WINNER", *hands) if column.player < 0
            else call("HANDNAME", hands[column.player]) if column.kind == "hand"
            else call("HANDVAL", hands[column.player], self._scale)
            for column in self._results.columns
        ]  # fmt: skip

    def _changed_parts(
        self, plan: Plan, new: NewCells
    ) -> tuple[dict[str, Iterable[bytes]], list[str]]:
        """Return the new contents of parts that change, and the parts that go."""
        package, sheet = self._package, self._stream.sheet
        top = (
            int(new.all_rows[0]) if self._header is None else self._header
        )  # the first row with anything new
        tail = edits.grown_filter(self._stream.tail, plan.places, top)
        writer = RowWriter(self._stream, plan, self._header)
        rows = self._rows(writer, plan, new)
        changed: dict[str, Iterable[bytes]] = {
            sheet.part: chain([self._head(plan, new, top)], rows, [tail])
        }
        if self._table is not None and plan.grows:
            changed[self._table.part] = [self._grown_table(self._table, plan, new)]
        book = edits.grown_names(self._book, sheet.number, plan.places, top)
        bottom, within = int(new.all_rows[-1]), self._request.chosen_rows is not None
        results, hands = (
            (min([first, *(box.top for box in kept)]), max([bottom, *(box.bottom for box in kept)]))
            for first, kept in (
                (top, self._names.own * within),
                (self._layout.first, self._names.hands * within),
            )
        )
        hand = self._first_hand._replace(top=hands[0], bottom=hands[1])
        book = self._names.written(book, sheet.name, plan.places, results, hand)
        changed[package.workbook] = [edits.calculating(book)]
        dropped: list[str] = []
        over = self._facts.calculated.intersection([*plan.places, *plan.old])
        if (
            package.calc_chain is not None and over and not self._writing.live
        ):  # spreadsheet programs make it anew
            dropped.append(package.calc_chain)
            changed |= edits.without_part(package, package.calc_chain)
        return changed, dropped

    def _rows(self, writer: RowWriter, plan: Plan, new: NewCells) -> Iterator[bytes]:
        """Yield the rows with their new cells; raise `BookError` for a cell of the user's among earlier results."""
        checked = self._request.earlier_results and not self._writing.overwrite
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
            values = cells.made(there, book.strings, makers).tolist()
            most = len(self._layout.hands) if self._layout.won is None else MOST_PLAYERS
            known = {value: is_result(title, value, players, most) for value in set(values)}
            for cell, value in zip(there.tolist(), values, strict=True):
                start = int(cells.formula[cell])
                if not (known[value] if start < 0 else _OURS.match(cells.block, start)):
                    wrong.append(cell)
        if wrong:
            cell = min(wrong)
            value = (
                book.strings[cells.shared[cell]] if cells.kind[cell] == SHARED else cells.text(cell)
            )
            raise not_ours(
                self._grid.sheet, *cells.place(cell), value, self._request.earlier_results
            )

    def _head(self, plan: Plan, new: NewCells, top: int) -> bytes:
        """Return the new head of the sheet, which stands before its rows."""
        places, frame = plan.places, self._stream.frame
        head = edits.with_dimension(
            frame.head, Box(top, min(places), int(new.all_rows[-1]), max(places))
        )
        widths = [one.column.width for one in new.columns] + [
            problem_width(new.problems.values())
        ] * bool(new.problems)
        return edits.with_widths(head, list(zip(places, widths, strict=True)), frame.prefix)

    def _grown_table(self, table: BookTable, plan: Plan, new: NewCells) -> bytes:
        """Return the Excel table of the hands, grown by the new columns."""
        row = str(table.box.top + 2)  # the first one
        formulas = [row.join(one.column.formula or ()) or None for one in new.columns]
        columns = zip(plan.places, plan.labels, [*formulas, None], strict=False)
        return edits.grown_table(
            table, [column[1:] for column in columns if column[0] > table.box.right]
        )


class RowWriter:
    """The writer of a sheet's rows; blocks come in order, each with the results of its rows at least."""

    def __init__(self, stream: SheetStream, plan: Plan, header: int | None) -> None:
        self._stream, self.plan, self._titles = stream, plan, header
        self._prefix = stream.frame.prefix
        self._styles = [*map(column_styles(stream.frame.head), plan.places)]

    def block(self, cells: Cells, new: NewCells) -> bytes:
        """Return a block with its new cells, among which those that are not replaced stay."""
        titles = (
            self._titles
            if len(cells.numbers) and cells.numbers[-1] >= (self._titles or 0)
            else None
        )
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
                made[slot][at] = one_cell(
                    label, self.plan.places[slot], styles[slot, at], self._prefix, titles
                )
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

    def _made(
        self, cells: Cells, new: NewCells, good: Places, bad: Sequence[int], styles: Places
    ) -> list[list[bytes]]:
        """Return the new cells of a block column by column, nothing where there is none."""
        count, places, prefix = len(cells.numbers), self.plan.places, self._prefix
        made = [[b""] * count for _ in places]
        index = np.searchsorted(cells.numbers, good) if len(good) < count else np.arange(count)
        bad_index = np.searchsorted(cells.numbers, bad).tolist()
        first = bisect_left(new.rows, int(cells.numbers[0]))
        all_numbered = numbered(good)
        for slot, column in enumerate(new.columns if len(good) else ()):
            looks, contents = styles[slot, index], column.places[first : first + len(good)]
            for style in (np.flatnonzero(np.bincount(looks + 1)) - 1).tolist():
                here = np.flatnonzero(looks == style)
                parts = all_numbered if len(here) == len(good) else numbered(good[here])
                some = column.cells(places[slot], style, prefix, parts, contents[here])
                if len(some) == count:
                    made[slot] = some
                    break
                for at, cell in zip(index[here].tolist(), some, strict=True):
                    made[slot][at] = cell
        for row, at in zip(bad, bad_index, strict=True):
            for slot, answer in enumerate(new.answers.get(row, ())):
                formula = new.columns[slot].column.formula
                made[slot][at] = one_cell(
                    answer, places[slot], styles[slot, at], prefix, row, formula
                )
            made[-1][at] = one_cell(new.problems[row], places[-1], styles[-1, at], prefix, row)
        return made

    def _keep(self, cells: Cells, others: Places, made: Sequence[list[bytes]]) -> None:
        """Put the cells that are not replaced between the new ones of their rows; those that are cleared keep their style."""
        rows: dict[int, dict[int, bytes]] = {}
        for cell in others.tolist():
            at, (row, column), style = (
                int(cells.row[cell]),
                cells.place(cell),
                int(cells.style[cell]),
            )
            text = cells.block[int(cells.start[cell]) : cells.end(cell)]
            if (
                column in self.plan.old and self.plan.rows[row]
            ):  # it held a result of an earlier run
                text = (
                    b'<%sc r="%s" s="%d"/>' % (self._prefix, a1(row, column).encode(), style)
                    if style >= 0
                    else b""
                )
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
