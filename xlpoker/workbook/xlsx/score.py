"""An .xlsx or .xlsm workbook scored: read block by block, surveyed, the new columns planned and spliced in."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy.typing as npt

from xlpoker.errors import BookError, LayoutError, OptionError
from xlpoker.layout.find import Layout
from xlpoker.layout.grid import Grid, a1
from xlpoker.scales import scale_named
from xlpoker.scoring.check import check_of
from xlpoker.scoring.columns import PROBLEM
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.earlier import Proof
from xlpoker.scoring.model import GridBlock, NotPlainError, Scored
from xlpoker.scoring.plan import REASON, Box, Plan, planned, to_watch
from xlpoker.scoring.run import MOST_ODD, Run
from xlpoker.workbook.writing import Writing, checked_column, chosen_columns
from xlpoker.workbook.xlsx.block import SheetBlock, SheetTexts, head_of, keep_freed_memory
from xlpoker.workbook.xlsx.byte_ops import LAST_ROW
from xlpoker.workbook.xlsx.cells import Cells
from xlpoker.workbook.xlsx.draft import Draft, PlanOf
from xlpoker.workbook.xlsx.facts import Survey, survey
from xlpoker.workbook.xlsx.package import Package, SheetPart
from xlpoker.workbook.xlsx.part_edits import table_box, table_names
from xlpoker.workbook.xlsx.results import NewCells, SheetResults
from xlpoker.workbook.xlsx.splice import splice
from xlpoker.workbook.xlsx.stream import SheetStream
from xlpoker.workbook.xlsx.strings_styles import BookTexts
from xlpoker.workbook.xlsx.values import whole_sheet

__all__ = ["score_book"]


Watched = tuple[set[int], dict[int, Proof]]
Located = Callable[[list[Grid]], tuple[Grid, Layout]]
Progress = Callable[[int, int], None]


def score_book(
    path: Path,
    target: Path | None,
    sheet: str | None,
    located: Located,
    options: Options,
    counts: Counts,
    writing: Writing | None = None,
    progress: Progress | None = None,
    *,
    keep_codes: bool = False,
) -> tuple[Grid, Layout, Scored]:
    """Score a sheet of a workbook, add it to the counts, and write the results to a target where there is one.

    The sheet is scored block by block while it is read: in one pass mostly, in two where results cannot be written at
    once. Where it does not go on as its first rows say, it is read as a whole. `located` finds the hands in some grids. Returns
    the first rows at least, where the hands are, and what became of them, with `keep_codes` also the cards.
    """
    with Package(path) as package:
        chosen = package.chosen(sheet)
        keep_freed_memory()
        keep_codes |= target is not None and bool(scale_named(options.scale).loose)
        book = _Book(package, target, located, options, counts, writing or Writing(), progress, keep_codes)
        try:
            if options.cards is None:
                return book.streamed(chosen)
        except (NotPlainError, LayoutError):  # the reader of whole sheets understands more, or says what is wrong
            pass
        gc.collect()  # what was read so far goes before the sheet is read as a whole
        return book.whole(chosen)


@contextmanager
def _read_in_blocks() -> Iterator[None]:
    """Raise `NotPlainError` for a workbook that cannot be read in blocks; errors of writing are outside."""
    try:
        yield
    except BookError as error:
        raise NotPlainError from error


@dataclass(slots=True)
class _Book:
    """A workbook being scored, and what that is told."""

    package: Package
    target: Path | None
    located: Located
    options: Options
    counts: Counts
    writing: Writing
    progress: Progress | None
    keep_codes: bool

    def streamed(self, chosen: Sequence[SheetPart]) -> tuple[Grid, Layout, Scored]:
        """Score the sheet with the hands block by block; raises `NotPlainError` where that cannot be done."""
        package, options = self.package, self.options
        book = BookTexts(package)
        heads: dict[str, tuple[Grid, bool, SheetTexts]] = {}
        with _read_in_blocks():
            for one in chosen:
                stream = SheetStream(package, one)
                if stream.holds_cells:
                    texts = SheetTexts(stream, book)
                    heads[one.name] = (*head_of(stream, texts), texts)
        grid, layout = self.located([head for head, _, _ in heads.values()])
        head, whole, texts = heads[grid.sheet]
        below = len(head.rows) - 1
        if layout.last < below and not whole:
            raise NotPlainError
        check = check_of(head, layout, options)
        run = Run(layout, options, open_end=layout.last == below, keep_codes=self.keep_codes, check=check)
        stream = texts.stream
        size, done = package.member(stream.sheet.part).size, 0

        def surveyed(watched: Watched, header: int | None, draft: Draft | None = None) -> Survey:
            def each(found: Survey, cells: Cells) -> npt.NDArray[Any] | None:
                nonlocal done
                done += len(cells.block)
                if self.progress is not None:
                    self.progress(min(done, size), size)
                scored = run.take(SheetBlock(cells, texts, layout, options.game))
                if len(run.rest) > MOST_ODD:
                    raise NotPlainError
                return draft.take(found, cells, scored) if draft is not None else None

            with _read_in_blocks():
                found = survey(stream, book, watched[0], header, each, watched[1])
            hands = [Box(layout.first, area.first, LAST_ROW, area.last) for area in layout.areas]
            if any(box.meets(hand) for box in found.merged for hand in hands):
                raise NotPlainError
            if not whole:
                run.finish(head, lambda condensed: self.located([condensed])[1])
            if self.progress is not None:
                self.progress(size, size)
            return found

        if self.target is None:
            surveyed((set(), {}), None)
        else:
            rows = list(range(layout.first, min(layout.last + 1, len(head.rows))))
            self.write(stream, grid, layout, rows, run.scored, surveyed, draft=not whole)
        return grid, layout, self.counted(grid, layout, run)

    def whole(self, chosen: Sequence[SheetPart]) -> tuple[Grid, Layout, Scored]:
        """Score the sheet with the hands read as a whole."""
        book = BookTexts(self.package)
        cells = {one.name: found for one in chosen if (found := whole_sheet(SheetStream(self.package, one), book))}
        grid, layout = self.located([Grid(name, found.rows) for name, found in cells.items()])
        run = Run(layout, self.options, keep_codes=self.keep_codes, check=check_of(grid, layout, self.options))
        run.take(GridBlock(grid, uncalculated=cells[grid.sheet].uncalculated))
        rows = list(range(layout.first, min(layout.last + 1, len(grid.rows))))
        if self.target is not None and (run.problems or len(run.scored().rows)):
            stream = SheetStream(self.package, self.package.sheet(grid.sheet))

            def surveyed(watched: Watched, header: int | None, _: Draft | None = None) -> Survey:
                return survey(stream, book, watched[0], header, proofs=watched[1])

            self.write(stream, grid, layout, rows, run.scored, surveyed)
        return grid, layout, self.counted(grid, layout, run)

    def write(
        self,
        stream: SheetStream,
        grid: Grid,
        layout: Layout,
        rows: Sequence[int],
        scored: Callable[[], Scored],
        surveyed: Callable[[Watched, int | None, Draft | None], Survey],
        *,
        draft: bool = False,
    ) -> None:
        """Write the results to the target."""
        assert self.target is not None
        writing = self.writing
        if stream.encoding:
            name, part = self.package.path.name, stream.sheet.part
            raise BookError(f"{name}: {part} is not written in UTF-8; open the book and save it again")
        results = SheetResults(
            layout, self.options, chosen_columns(writing.columns), stream.frame.prefix, grid.sheet, live=writing.live
        )
        self.counts.warnings += write_results(
            self.package, self.target, stream, grid, layout, rows, results.results.titles, lambda: results.of(scored()), surveyed, writing,
            partial(Draft, stream, results, self.target, writing.level) if draft else None, self.options.scale,
        )  # fmt: skip

    def counted(self, grid: Grid, layout: Layout, run: Run) -> Scored:
        """Add what was found to the counts, and return it."""
        run.count(self.counts)
        self.counts.sheet = grid.sheet
        if self.target is not None:
            self.counts.output = str(self.target)
        if not self.counts.rows:
            raise LayoutError(f"{grid.sheet} holds nothing in {layout}")
        return run.scored()


def write_results(
    package: Package,
    target: Path,
    stream: SheetStream,
    grid: Grid,
    layout: Layout,
    rows: Sequence[int],
    titles: Sequence[str],
    scored: Callable[[], NewCells],
    survey_of: Callable[[Watched, int | None, Draft | None], Survey],
    writing: Writing,
    draft_of: Callable[[PlanOf], Draft] | None = None,
    scale: str = "strength",
) -> list[str]:
    """Survey the sheet, plan where the columns go, and write them.

    `grid` holds the first rows of the sheet at least, `rows` are the first rows with hands; `scored`, the columns with those titles, is asked after
    the survey; `draft_of` begins a draft with the plan for the first rows.
    """
    header = layout.first - 1 if layout.first else None
    if not titles:
        raise OptionError("one hand a row has no winner; choose --columns value,hand")
    hands = {column for area in layout.areas for column in area.columns}
    watch, proofs = to_watch(grid, header, titles, hands, rows)
    table, box, taken, tables = _table(package, stream, layout, header)
    at = None if writing.at is None else checked_column(writing.at)
    for start in ([at] if at is not None else []) + ([box.right + 1] if box else []):
        watch.update(range(start, start + len(titles) + 1))
    plan_of = partial(
        planned,
        grid=grid,
        header=header,
        titles=titles,
        at=at,
        overwrite=writing.overwrite,
        proofs=proofs,
        tables=tables,
        taken=taken,
    )

    def first_plan(found: Survey, first_rows: Any) -> Plan:
        found.settle()
        used = found.used & (watch - hands)
        for column in used:  # a problem may come later
            if header is None or grid.cell(header, column) == PROBLEM.title:
                found.watched[column][-1] = REASON
        plan = plan_of(found, rows=first_rows, problem=True, table=box)
        replaced = len(proofs) == 1 and bool(plan.cleared) and plan.places[0] in proofs
        if used and not (replaced and proofs[plan.places[0]].is_settled(scale)):
            raise BookError("results of an earlier run may stand there")
        return plan

    with draft_of(first_plan) if draft_of is not None else nullcontext() as draft:
        found = survey_of((watch, proofs), header, draft)
        results = scored()
        below = box is not None and max(layout.last, *results.all_rows[-1:].tolist()) > box.bottom
        plan = plan_of(found, rows=results.all_rows, problem=bool(results.problems), table=None if below else box)
        told = plan.warnings
        if at is None and box is not None and not plan.grows and plan.places[0] not in proofs:
            why = "the hands go on below it" if below else "other cells stand right of it"
            told.append(f"the table {a1(box.top, box.left)}:{a1(box.bottom, box.right)} does not grow, as {why}")
        return told + splice(
            package, target, found, plan, results, header, table=table, level=writing.level, draft=draft
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
