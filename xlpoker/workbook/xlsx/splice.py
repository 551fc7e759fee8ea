"""New cells written into the rows of one sheet; everything else of the workbook is copied byte for byte.

Where the rows end is known from the survey. A block of rows into which the new cells come behind all others is cut at
the ends of its rows and put together again; a block that holds cells where the new ones go, or behind them, is read
once more and its rows are made one by one, formats of replaced cells kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.files.deflate import ahead
from xlpoker.layout.grid import a1
from xlpoker.scoring.columns import problem_width
from xlpoker.scoring.plan import Box, Plan
from xlpoker.workbook.xlsx.cell_xml import formula_cell, new_cells, one_cell, text_cell
from xlpoker.workbook.xlsx.cells import Cells, row_formats
from xlpoker.workbook.xlsx.draft import Draft
from xlpoker.workbook.xlsx.facts import Block, Survey
from xlpoker.workbook.xlsx.package import Package
from xlpoker.workbook.xlsx.part_edits import (
    calculating,
    chain_without,
    column_styles,
    grown_filter,
    grown_names,
    grown_table,
    table_box,
    with_dimension,
    with_links,
    with_widths,
    without_part,
)
from xlpoker.workbook.xlsx.results import NewCells
from xlpoker.workbook.xlsx.rows import SPANS, Edges, filled, place_of

__all__ = ["splice"]

_ROW_STYLE = re.compile(
    rb"<(?:[\w.-]+:)?row\s(?=[^<>]*\bcustomFormat=[\"'](?:1|true)[\"'])[^<>]*?\bs=[\"'](\d{1,9})[\"']"
)
_HAS_FORMULA = re.compile(rb"<(?!xm:)(?:[\w.-]+:)?f[\s/>]")  # xm:f is the range of a sparkline or validation
_PROTECTED = re.compile(rb"<(?:[\w.-]+:)?sheetProtection\s(?=[^<>]*\bsheet=[\"'](?:1|true)[\"'])")


@dataclass(slots=True)
class _Splice:
    """One sheet being written."""

    found: Survey
    plan: Plan
    results: NewCells
    header: int | None
    prefix: bytes = b""
    style_of: Any = None
    titles: dict[int, str] = field(default_factory=dict)
    problems: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        frame = self.found.stream.frame
        self.prefix, self.style_of = frame.prefix, column_styles(frame.head)
        self.problems = sorted(self.results.problems)
        self.titles = dict(zip(self.plan.places, self.plan.labels, strict=True))

    def pieces(self) -> Iterator[bytes]:
        """Yield the new part."""
        yield self.head()
        known = {block.place: block for block in self.found.blocks}
        for place, text in ahead(self.found.stream.blocks()):
            yield self.block(known[place], text) if place in known else text
        yield self.tail_of_sheet()

    def tail_of_sheet(self) -> bytes:
        """Return what stands behind the rows."""
        tail = grown_filter(self.found.tail, self.plan.places, self.top)
        place, sheet = self.plan.places[-1], self.found.stream.sheet.name.replace("'", "''")
        bad = [(row, self.results.problems[row].partition(":")[0]) for row in self.problems]
        links = [(a1(row, place), f"'{sheet}'!{cell}") for row, cell in bad]
        return with_links(tail, links, self.prefix, self.is_written)

    @property
    def top(self) -> int:
        """The first row with anything new."""
        return int(self.results.all_rows[0]) if self.header is None else self.header

    def head(self) -> bytes:
        """Return what stands before the rows."""
        head = self.found.stream.frame.head
        rows = self.results.all_rows
        places = self.plan.places
        head = with_dimension(head, Box(self.top, min(places), int(rows[-1]), max(places)))
        widths = [column.width for column in self.results.columns] + [
            problem_width(self.results.problems.values())
        ] * bool(self.results.problems)
        return with_widths(head, list(zip(places, widths, strict=True)), self.prefix)

    def block(self, block: Block, text: bytes) -> bytes:
        """Return a block with its new cells."""
        numbers = self.found.numbers[block.first : block.end]
        rows = self.results.rows
        low, high = place_of(rows, int(numbers[0])), place_of(rows, int(numbers[-1]) + 1)
        styles: Mapping[int, int] = {}
        cuts = None
        if row_formats(text) or self.makes_header(block):
            return self.slowly(block, text)
        ends: Any = self.found.ends[block.first : block.end]
        starts: Any = self.found.starts[block.first : block.end]
        if block.last_column >= self.plan.first:
            at = place_of(numbers, self.header) + 1 if self.header is not None else 0
            if (
                0 < at < len(numbers) and numbers[at - 1] == self.header
            ):  # the labels go by themselves, the rest in one go
                labels = replace(block, end=block.first + at, tail=None)
                edge = int(starts[at])
                return self.slowly(labels, text[:edge]) + self.block(
                    replace(block, first=labels.end, tail=None), text[edge:]
                )
            known = block.tail is not None and self.found.tails_from == self.plan.first
            scanned = None if known else self.scanned(block, text)
            if scanned is not None:
                block.tail = scanned.tail(self.plan.first)
                ends, starts = scanned.ends, scanned.starts
            old = self.replaceable(block) if high - low == len(numbers) else None
            if old is None:
                return self.slowly(block, text, scanned)
            cuts, styles = old
        results = self.results.columns
        columns = [
            (column, place, styles.get(place, self.style_of(place)))
            for column, place in zip(results, self.plan.places, strict=False)
        ]
        new = new_cells(columns, self.prefix, rows, slice(low, high))
        others = {row: self.special(row) for row in self.special_rows(numbers)}
        return filled(text, Edges(numbers, starts, ends, cuts), rows[low:high], new, others, self.last_columns)

    def scanned(self, block: Block, text: bytes) -> Cells:
        """Return the rows of a block, read once more."""
        before = int(self.found.numbers[block.first - 1]) if block.first else -1
        return self.found.stream.cells(text, before)

    def replaceable(self, block: Block) -> tuple[Any, Mapping[int, int]] | None:
        """Return where the old results begin in each row of a block, and their styles; None where other cells stand there.

        Then every row, all good ones, ends in the same columns: the new ones and no others.
        """
        old = block.tail
        places = self.plan.places[: len(self.results.columns)]
        if old is None or not set(old[1]) <= set(places) or places != sorted(places):
            return None
        return old

    @property
    def last_columns(self) -> tuple[int, int]:
        """The last column of the results, and of all new ones."""
        places = self.plan.places
        return max(places[: len(self.results.columns)], default=max(places)), max(places)

    def makes_header(self, block: Block) -> bool:
        """Tell whether the row of labels comes into this block and is not a row with an end yet."""
        if self.header is None:
            return False
        at = place_of(self.found.numbers, self.header)
        whole = at < len(self.found.ends) and self.found.numbers[at] == self.header and self.found.ends[at] >= 0
        return not whole and block.first <= at < block.end

    def special_rows(self, numbers: npt.NDArray[np.int32]) -> list[int]:
        """Return the rows among some that get something else than results: the labels, bad rows."""
        first, last = int(numbers[0]), int(numbers[-1])
        found = self.problems[place_of(self.problems, first) : place_of(self.problems, last + 1)]
        if self.header is not None and first <= self.header <= last:
            found.append(self.header)
        return sorted(found)

    def special(self, row: int, styles: Mapping[int, int] | None = None) -> bytes:
        """Return the new cells of such a row."""
        return b"".join(cell for _, cell in sorted(self.cells(row, styles or {}, None, -1).items()))

    def cells(self, row: int, styles: Mapping[int, int], at: int | None, default: int) -> dict[int, bytes]:
        """Return the new cells of any row by column; `at` is its place among the good ones, `styles` are known ones."""
        places = self.plan.places

        def style(place: int) -> int:
            return styles.get(place, default if default >= 0 else int(self.style_of(place)))

        if row == self.header:
            left = max((pair for pair in self.found.header if pair[0] < min(places)), default=(0, -1))[1]
            return {
                place: text_cell(title, place, styles.get(place, left), self.prefix, row)
                for place, title in self.titles.items()
            }
        if at is not None:
            pairs = zip(self.results.columns, places, strict=False)
            return {place: one_cell(column, place, style(place), self.prefix, row, at) for column, place in pairs}
        if row in self.results.problems:
            place = places[-1]
            answers = zip(self.results.columns, places, self.results.answers.get(row, ()), strict=False)
            made = {at: formula_cell(one, at, style(at), self.prefix, row, answer) for one, at, answer in answers}
            return made | {place: text_cell(self.results.problems[row], place, style(place), self.prefix, row)}
        return {}

    def slowly(self, block: Block, text: bytes, scanned: Cells | None = None) -> bytes:
        """Return a block whose rows are made one by one."""
        cells = scanned or self.scanned(block, text)
        numbers = cells.numbers.tolist()
        firsts = np.searchsorted(cells.row, np.arange(len(numbers) + 1)).tolist()
        column, first = cells.column, self.plan.first
        good = {row: at for at, row in self._good(numbers)}
        styled = row_formats(text)
        pieces: list[bytes] = []
        done = 0
        waiting = self.makes_header(block) and self.header not in numbers
        for place, row in enumerate(numbers):
            begin, end = firsts[place], firsts[place + 1]
            tail = begin + int(np.searchsorted(column[begin:end], first))
            if (row == self.header and cells.ends[place] < 0) or (waiting and row > (self.header or 0)):
                edge = int(cells.starts[place])
                after = edge if row != self.header else text.index(b">", edge) + 1
                pieces += (text[done:edge], self.new_header(text[edge:after]))
                done, waiting = after, False
            if cells.ends[place] < 0 or (
                tail == end and row not in good and row not in self.results.problems and row != self.header
            ):
                continue
            match = _ROW_STYLE.match(text, int(cells.starts[place])) if styled else None
            start = int(cells.start[tail]) if tail < end else int(cells.ends[place])
            made, last = self.tail(cells, range(tail, end), row, good.get(row), int(match[1]) if match else -1)
            span = SPANS.match(text, int(cells.starts[place]))
            if span is not None and int(span[1]) <= last:
                pieces += (text[done : span.start(1)], b"%d" % (last + 1))
                done = span.end(1)
            pieces += (text[done:start], made)
            done = int(cells.ends[place])
        pieces.append(text[done:])
        return b"".join(pieces)

    def new_header(self, tag: bytes) -> bytes:
        """Return the row of labels where there was none, or an empty one with that tag."""
        assert self.header is not None
        tag = tag[:-2].rstrip() if tag else b'<%srow r="%d"' % (self.prefix, self.header + 1)
        return tag + b">" + self.special(self.header) + b"</%srow>" % self.prefix

    def _good(self, numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
        rows = self.results.rows
        low, high = place_of(rows, numbers[0]), place_of(rows, numbers[-1] + 1)
        return zip(range(low, high), rows[low:high].tolist(), strict=True)

    def tail(self, cells: Cells, old: range, row: int, at: int | None, default: int) -> tuple[bytes, int]:
        """Return the cells of a row from the first new column on, and the last column of them."""
        styles = {int(cells.column[one]): int(cells.style[one]) for one in old}
        made = self.cells(row, styles, at, default)
        last = max(made, default=-1)
        for one in old:
            column = int(cells.column[one])
            if column in made:
                continue
            if self.is_cleared(row, column):
                style = int(cells.style[one])
                made[column] = (
                    b'<%sc r="%s" s="%d"/>' % (self.prefix, a1(row, column).encode(), style) if style >= 0 else b""
                )
            else:
                made[column] = cells.block[int(cells.start[one]) : cells.end(one)]
        return b"".join(cell for _, cell in sorted(made.items())), last

    def is_cleared(self, row: int, column: int) -> bool:
        """Tell whether a cell held a result of an earlier run."""
        return any(column in columns and row < len(rows) and rows[row] for columns, rows in self.plan.cleared)

    def is_written(self, row: int, column: int) -> bool:
        """Tell whether a cell that held a formula holds a result, a label or a problem now, or nothing."""
        if self.is_cleared(row, column) or (row == self.header and column in self.titles):
            return True
        if row in self.results.problems:
            return column == self.plan.places[-1]
        rows = self.results.rows
        at = place_of(rows, row)
        return column in self.plan.places and (at < len(rows) and rows[at] == row)


def splice(
    package: Package,
    target: Path,
    found: Survey,
    plan: Plan,
    results: NewCells,
    header: int | None,
    *,
    table: str | None = None,
    level: int | None = None,
    draft: Draft | None = None,
) -> list[str]:
    """Write a workbook with results in one of its sheets; return what the user should know of it.

    `table` is the part of the table that grows by the new columns, `draft` what was made of the rows already. Raises `BookError` where that cannot be done; then
    the target is as it was.
    """
    sheet = found.stream.sheet
    work = _Splice(found, plan, results, header)
    changed: dict[str, Any] = {sheet.part: work.pieces()}
    if (
        draft is not None
        and not results.answers
        and draft.fits(found, plan, len(results.rows), sorted(results.problems))
    ):
        waiting = zip(found.blocks, draft.waiting, strict=False)
        blocks = [work.block(block, text) for block, text in waiting]
        changed[sheet.part] = draft.finished(work.head(), blocks, work.tail_of_sheet()) or work.pieces()
    dropped: list[str] = []
    if table is not None and plan.grows:
        xml = package.read(table)
        box = table_box(xml)
        assert box is not None
        pieces = {place: one.formula for one, place in zip(results.columns, plan.places, strict=False) if one.formula}
        formulas = {at: str(box.top + 2).join(formula) for at, formula in pieces.items()}  # as in the first row
        names = [(work.titles[place], formulas.get(place)) for place in plan.places if place > box.right]
        changed[table] = [grown_table(xml, names)]
    live = any(column.formula is not None for column in results.columns)
    has_formulas = _has_formulas(package, found)
    if package.has_names or has_formulas:
        book = package.read(package.workbook)
        named = grown_names(book, sheet.number, plan.places, work.top)
        named = calculating(named) if has_formulas else named
        if named != book:
            changed[package.workbook] = [named]
    if package.calc_chain is not None and not live and _touched(found, plan):
        chain = package.read(package.calc_chain, 1 << 28)
        shorter = chain_without(chain, sheet.number, work.is_written)
        if shorter != chain:
            if re.search(rb"<(?:[\w.-]+:)?c\s", shorter):
                changed[package.calc_chain] = [shorter]
            else:  # an empty one is damage
                dropped.append(package.calc_chain)
                changed |= without_part(package, package.calc_chain)
    warnings = []
    if _PROTECTED.search(found.tail):
        warnings.append(f"{sheet.name} is protected: only who knows its password can change the new cells")
    if package.is_signed:
        warnings.append(f"{target.name} is signed, and its signature no longer holds")
    package.write(target, changed, dropped, level=level)
    return warnings


def _touched(found: Survey, plan: Plan) -> bool:
    """Tell whether any cell stands where the new columns go, or behind."""
    return any(block.last_column >= plan.first for block in found.blocks)


def _has_formulas(package: Package, found: Survey) -> bool:
    """Tell whether any sheet of the workbook holds formulas, whose values may depend on the new cells."""
    if found.formulas or package.calc_chain is not None:
        return True
    for sheet in package.sheets:
        if sheet.part != found.stream.sheet.part:
            seam = b""
            with package.open_part(sheet.part) as part:
                while piece := part.read(1 << 20):
                    if _HAS_FORMULA.search(seam + piece):
                        return True
                    seam = piece[-100:]
    return False
