"""Scoring an .xlsx or .xlsm workbook by the splice: survey, plan, write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlpoker.errors import BookError, HandError, OptionError, PokerError
from xlpoker.scales import scale_named
from xlpoker.workbook.container import Package
from xlpoker.workbook.earlier import Proof, kept_columns
from xlpoker.workbook.grid import Grid, a1
from xlpoker.workbook.layout import Layout
from xlpoker.workbook.scoring import Outcome, scale_numbers
from xlpoker.workbook.sheets import big_sheet
from xlpoker.workbook.sheets.big_sheet import BigSheet, NotPlainError, head_of, keep_freed_memory
from xlpoker.workbook.sheets.cells import Rows
from xlpoker.workbook.sheets.sheet_stream import SheetStream
from xlpoker.workbook.sheets.survey import LAST_ROW, Box, Survey, survey
from xlpoker.workbook.sheets.xml_parts import date_styles, has_1904_dates, shared_strings
from xlpoker.workbook.splice import splice
from xlpoker.workbook.splicing.draft import Draft, PlanOf
from xlpoker.workbook.splicing.part_edits import table_box, table_names
from xlpoker.workbook.splicing.places import Plan, planned, to_watch
from xlpoker.workbook.splicing.results import Growing, Results, from_arrays, from_outcomes, titles_of
from xlpoker.workbook.splicing.writing import Writing, checked_column, chosen_columns

if TYPE_CHECKING:
    from xlpoker.workbook.job import Counts, Options

__all__ = ["Strings", "score_grid", "stream_book", "write_results"]


class Strings:
    """The shared strings of a workbook, read when the first is asked for."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._texts: list[str] | None = None

    @property
    def texts(self) -> list[str]:
        """All of them."""
        if self._texts is None:
            part, path = self._package.shared_strings, self._package.path
            self._texts = []
            if part is not None:
                with self._package.open_part(part) as stream:
                    self._texts = shared_strings(stream, f"{path.name} is damaged: {part}")
        return self._texts

    def __call__(self, index: int) -> str:
        """Return one of them; raises `BookError` where it is not there."""
        if index >= len(self.texts):
            there = f"of which there are {len(self.texts):,}" if self.texts else "of which there are none"
            raise BookError(f"{self._package.path.name} is damaged: a cell asks for shared string {index}, {there}")
        return self.texts[index]


def score_grid(
    path: Path,
    target: Path,
    grid: Grid,
    layout: Layout,
    outcomes: Sequence[Outcome],
    options: Options,
    writing: Writing,
) -> list[str]:
    """Write the results of a sheet that was read as a whole; return what the user should know."""
    with Package(path) as package:
        stream = SheetStream(package, package.sheet(grid.sheet))
        chosen = chosen_columns(writing.columns)
        good = [outcome for outcome in outcomes if outcome.error is None]
        rules = options.scale, options.game, options.jokers, options.cards
        numbers = [scale_numbers(grid, layout, outcome, *rules) for outcome in good] if "value" in chosen else []
        prefix = stream.frame.prefix
        results = from_outcomes(layout, outcomes, numbers, chosen, options.scale, prefix, live=writing.live)
        rows = [outcome.row for outcome in outcomes]

        def found(watched: Watched, header: int | None, _: Draft | None) -> Survey:
            return survey(stream, Strings(package), watched[0], header, proofs=watched[1])

        return write_results(package, target, stream, grid, layout, rows, lambda: results, found, writing)


Watched = tuple[set[int], dict[int, Proof]]
Located = Callable[[list[Grid]], tuple[Grid, Layout]]


def stream_book(
    path: Path,
    target: Path | None,
    sheet: str | None,
    located: Located,
    options: Options,
    counts: Counts,
    writing: Writing,
    progress: Callable[[int, int], None] | None,
) -> bool:
    """Value a large sheet, add it to the counts, and write the results to a target: in one pass mostly, else in two.

    Returns False for small sheets and those that must be read as a whole; then nothing was written. `located` finds the
    hands in some grids.
    """
    if target is not None and scale_named(options.scale).loose:
        return False  # numbers that depend on the very cards
    with Package(path) as package:
        chosen = [package.sheet(sheet)] if sheet else [one for one in package.sheets if one.state == "visible"]
        if all(package.member(one.part).size < big_sheet.LARGE for one in chosen):
            return False
        keep_freed_memory()
        strings, dates = Strings(package), cell_dates(package)
        heads: dict[str, tuple[Grid, bool, SheetStream]] = {}
        for one in chosen:
            stream = SheetStream(package, one)
            heads[one.name] = (*head_of(stream, strings.texts, dates), stream)
        try:
            grid, layout = located([head for head, _, _ in heads.values()])
        except PokerError:
            return False
        head, whole, stream = heads[grid.sheet]
        below = len(head.rows) - 1
        if whole or layout.last < below or package.member(stream.sheet.part).size < big_sheet.LARGE:
            return False
        work = BigSheet(
            stream, layout, options.game, options.jokers, strings.texts, dates, layout.last == below, progress
        )

        def surveyed(watched: Watched, header: int | None, draft: Draft | None = None) -> Survey:
            def each(found: Survey, cells: Rows) -> None:
                work.take(cells)
                if draft is not None:
                    draft.take(found, cells)

            found = survey(stream, strings, watched[0], header, each, watched[1])
            hands = [Box(layout.first, area.first, LAST_ROW, area.last) for area in work.areas]
            if any(box.meets(hand) for box in found.merged for hand in hands):
                raise NotPlainError
            work.finish(head, lambda condensed: located([condensed])[1])
            return found

        columns = chosen_columns(writing.columns), options.scale, stream.frame.prefix

        def results() -> Results:
            return from_arrays(layout, work, *columns, live=writing.live)

        try:
            if target is None:
                surveyed((set(), {}), None)
            else:
                rows = list(range(layout.first, len(head.rows)))
                growing = Growing(layout, *columns, live=writing.live)
                draft_of = partial(Draft, work, growing, target, writing.level)
                counts.warnings += write_results(
                    package, target, stream, grid, layout, rows, results, surveyed, writing, draft_of
                )  # fmt: skip
        except (NotPlainError, HandError):  # a scale without a number for a hand: the row is found by reading on
            return False
        work.count(counts)
        return True


def cell_dates(package: Package) -> Any:
    """Return which styles show dates, and how."""
    if package.styles is None:
        return {}
    where = f"{package.path.name} is damaged: "
    with package.open_part(package.workbook) as part:
        from_1904 = has_1904_dates(part, where + package.workbook)
    with package.open_part(package.styles) as part:
        return date_styles(part, where + package.styles, from_1904=from_1904)


def write_results(
    package: Package,
    target: Path,
    stream: SheetStream,
    grid: Grid,
    layout: Layout,
    rows: Sequence[int],
    results_of: Callable[[], Results],
    survey_of: Callable[[Watched, int | None, Draft | None], Survey],
    writing: Writing,
    draft_of: Callable[[PlanOf], Draft] | None = None,
) -> list[str]:
    """Survey the sheet, plan where the columns go, and write them.

    `grid` holds the first rows of the sheet at least, `rows` are the first rows with hands; `results_of` is asked after
    the survey; `draft_of` begins a draft with the plan for the first rows.
    """
    header = layout.first - 1 if layout.first else None
    titles = titles_of(len(layout.hands), chosen_columns(writing.columns))
    if not titles:
        raise OptionError("one hand a row has no winner; choose --columns value,hand")
    areas = [*layout.hands, *([layout.board] if layout.board else [])]
    hands = {column for area in areas for column in area.columns}
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
        if found.used & (watch - hands):
            raise BookError("results of an earlier run may stand there")
        return plan_of(found, rows=first_rows, problem=True, table=box)

    with draft_of(first_plan) if draft_of is not None else nullcontext() as draft:
        found = survey_of((watch, proofs), header, draft)
        results = results_of()
        below = box is not None and max(layout.last, *results.all_rows[-1:].tolist()) > box.bottom
        plan = plan_of(found, rows=results.all_rows, problem=bool(results.problems), table=None if below else box)
        told = []
        if at is None and header is not None and plan.places[0] not in proofs:
            told = [kept_columns(start, titles, plan.places) for start in sorted(proofs)[:1]]
            if box is not None and not plan.grows:
                why = "the hands go on below it" if below else "other cells stand right of it"
                told.append(f"the table {a1(box.top, box.left)}:{a1(box.bottom, box.right)} does not grow, as {why}")
        return told + splice(
            package, target, found, plan, results, header, table=table, level=writing.level, draft=draft
        )  # fmt: skip


def _table(
    package: Package, stream: SheetStream, layout: Layout, header: int | None
) -> tuple[str | None, Box | None, list[str], list[Box]]:
    """Return the table that the hands are, its part, its cells and the names of its columns; and the cells of all tables."""
    areas = [*layout.hands, *([layout.board] if layout.board else [])]
    tables = [(part, package.read(part)) for part in package.related(stream.sheet.part, "table").values()]
    found = [(part, xml, box) for part, xml in tables if (box := table_box(xml)) is not None]
    boxes = [box for _, _, box in found]
    for part, xml, box in found:
        if header == box.top and all(box.left <= area.first and area.last <= box.right for area in areas):
            return part, box, table_names(xml), boxes
    return None, None, [], boxes
