"""Plans where new columns of a worksheet go: over earlier results, else right of all columns.

::

    PlanRequest   what was asked for, and what the sheet has: tables, drawings, earlier results
    Facts         what the cells of all its rows are: used columns, formulas, merged areas
        |
    plan_columns(request, facts, rows)  -->  Plan, or a BookError about the cell in the way

The name of the workbook that covers earlier results says which columns these are. Cells that must
not be overwritten are those of formulas that fill several cells, and the hidden cells of a merged
area. Tables without cells of their own ask `xlpoker.scoring.titles`. Like all that buttons in a
spreadsheet program use, this module needs no NumPy.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from string import digits
from typing import NamedTuple

from xlpoker.addresses import MOST_COLUMNS, MOST_ROWS, Box, a1, column_letters
from xlpoker.errors import BookError, counted, quoted
from xlpoker.scoring.earlier_results import is_problem_title, not_ours
from xlpoker.scoring.plan_inputs import Facts, PlanRequest
from xlpoker.scoring.result_columns import PROBLEM, parts_of
from xlpoker.scoring.row_marks import Marks, mark, marked, no_marks, without

__all__ = ["Plan", "plan_columns"]

Cell = tuple[int, int]


class Plan(NamedTuple):
    """The new columns with their labels, and the earlier results that go.

    ============ ========================================================================
    `columns`    the columns of the new cells, counted from 0; earlier results may be there
    `old_titles` the title of each column of earlier results: these are replaced, or emptied
    `old_rows`   the rows in which earlier results go
    `grows`      whether the table of Excel that holds the hands gets the new columns
    `labels`     what is written above each new column: its title, or the label that stays
    `warnings`   for the user: columns with the titles of results that stay, a table that
                 does not grow, drawings above new cells
    ============ ========================================================================
    """

    columns: list[int]
    old_titles: dict[int, str]
    old_rows: Marks
    grows: bool
    labels: list[str]
    warnings: list[str]

    @property
    def first(self) -> int:
        """The first column in which anything changes."""
        return min([*self.columns, *self.old_titles])


def plan_columns(
    request: PlanRequest,
    facts: Facts,
    rows: Marks,
    *,
    problem: bool,
    names_in_table: Iterable[str] = (),
) -> Plan:
    """Return where the columns go, and with `problem` a column for problems behind them.

    `rows` are those of the new cells below the titles; `names_in_table` are the columns of the
    hands' table. Raises `BookError` for cells that are occupied, and where there is no room.
    """
    titles = [*request.titles]
    if problem:
        titles.append(PROBLEM.title)
    written = _with_title(rows, request.header)
    sheet = _Sheet(request, facts, written)
    why_fixed = _why_table_is_fixed(request, rows)
    table = None if why_fixed else request.table
    if request.first_column is None and not request.old_columns:
        new_columns, grows = _columns_beside(sheet, len(titles), table)
        earlier = _EarlierResults({}, no_marks())
    else:
        new_columns = _columns_over(sheet, len(titles))
        earlier = _earlier_results(request, written)
        is_one_run = new_columns[-1] - new_columns[0] < len(titles)
        grows = table is not None and table.right + 1 in new_columns and is_one_run
        if not request.overwrite:
            _check_free(sheet, new_columns, earlier)
    if max(new_columns) >= MOST_COLUMNS:
        where = f"{request.grid.sheet}; {request.remedies.no_room}"
        raise BookError(f"there is no room right of the last column of {where}")
    _check_allowed(sheet, new_columns)
    _check_titles(request, new_columns, titles, earlier.titles)
    labels = _labels(request, new_columns, titles, names_in_table if grows else None)
    warnings = _warnings(sheet, new_columns, grows=grows, why_fixed=why_fixed)
    warnings += _titles_of_cards(request, new_columns, labels)
    return Plan(new_columns, earlier.titles, earlier.rows, grows, labels, warnings)


class _Sheet(NamedTuple):
    """The cells of a sheet, and the rows in which cells are written, with that of the titles."""

    request: PlanRequest
    facts: Facts
    written: Marks

    def area(self, first: int, width: int) -> Box:
        """Return the rectangle of that many columns, from the first new cell to the last."""
        top = self.written.find(1)
        bottom = self.written.rfind(1)
        return Box(MOST_ROWS if top < 0 else top, first, bottom, first + width - 1)

    def written_in(self, box: Box) -> Iterator[int]:
        """Yield the rows with new cells that are in a rectangle."""
        return marked(self.written, box.top, box.bottom)

    def last_used(self) -> int:
        """Return the last column that is in use, -1 for none.

        Used are columns with a value, and with a merged area, a drawing or a table beside the
        hands.
        """
        request = self.request
        area = self.area(0, MOST_COLUMNS)
        last = max(self.facts.used, default=-1)
        for boxes in (self.facts.merged, request.drawings, request.tables, request.unlabelled):
            for box in boxes:
                if box.meets(area):
                    last = max(last, box.right)
        return last

    def is_free(self, columns: range, rows: Box) -> bool:
        """Tell whether the cells of some columns in the rows of a rectangle may be written.

        They are empty, and none is merged, below a drawing or in another table than that of the
        hands.
        """
        request = self.request
        area = rows._replace(left=columns.start, right=columns.stop - 1)
        other_tables = [table for table in request.tables if table != request.table]
        for boxes in (self.facts.merged, request.drawings, request.unlabelled, other_tables):
            if any(box.meets(area) for box in boxes):
                return False
        watched = [self.facts.filled[column] for column in columns if column in self.facts.filled]
        return all(filled.find(1, area.top, area.bottom + 1) < 0 for filled in watched)


class _EarlierResults(NamedTuple):
    """What goes: the titles by column, and the rows."""

    titles: dict[int, str]
    rows: Marks


def _with_title(rows: Marks, header: int | None) -> Marks:
    """Return some rows with that of the titles."""
    written = bytearray(rows)
    if header is not None:
        mark(written, header, header)
    return written


def _why_table_is_fixed(request: PlanRequest, rows: Marks) -> str:
    """Return why the table of the hands must not grow; an empty text where it may."""
    table = request.table
    if table is None:
        return ""
    if table in request.queries:
        return "a query fills it"
    if rows.rfind(1) > table.bottom:
        return "the hands go on below it"
    return ""


def _columns_over(sheet: _Sheet, width: int) -> list[int]:
    """Return the columns from the one that the user names, else over the earlier results.

    Further columns stand behind these.
    """
    request = sheet.request
    if request.first_column is not None:
        new_columns = list(range(request.first_column, request.first_column + width))
        cards = set(new_columns).intersection(request.hand_columns)
        if cards:
            where = f"column {column_letters(min(cards))} of {request.grid.sheet}"
            raise BookError(f"{where} holds cards of the hands; name another column")
        return new_columns
    old = request.old_columns
    start = old[-1] + 1
    further = range(start, start + width - len(old))
    if not sheet.is_free(further, sheet.area(0, 1)):
        start = sheet.last_used() + 1
        further = range(start, start + len(further))
    return [*old, *further][:width]


def _columns_beside(sheet: _Sheet, width: int, table: Box | None) -> tuple[list[int], bool]:
    """Return columns beside all others, and whether the table of the hands grows by them.

    They stand in that table, below or above another table's results, or behind all other columns.
    """
    request = sheet.request
    start = sheet.last_used() + 1
    if table is not None and table.right < start:
        new_columns = range(table.right + 1, table.right + 1 + width)
        if sheet.is_free(new_columns, table):
            return list(new_columns), True
    area = sheet.area(0, MOST_COLUMNS)
    if any(box.right + 1 == start and box.meets(area) for box in request.queries):
        start += 1  # a blank column keeps the new ones apart from what the query will bring
    shared = request.shared_column
    if shared is not None and table is None and sheet.written.find(1) >= 0:
        columns = range(shared, shared + len(request.titles) + 1)
        if sheet.is_free(columns, sheet.area(0, 1)):
            start = shared
    return list(range(start, start + width)), False


def _earlier_results(request: PlanRequest, written: Marks) -> _EarlierResults:
    """Return the earlier results that go; raise `BookError` for a title that is the user's."""
    rows = _earlier_rows(request) if request.earlier_results else bytearray(written)
    titles = _earlier_titles(request)
    if request.table is not None and request.header is not None:
        rows[request.header] = False  # the labels of a table stay with its columns
    return _EarlierResults(titles, rows)


def _earlier_rows(request: PlanRequest) -> Marks:
    """Return the rows of earlier results that go, with that of their titles."""
    boxes = request.earlier_results
    spans = {(box.top, box.bottom) for box in boxes}
    if len(spans) > 1 and not request.overwrite:
        areas = ",".join(box.address for box in boxes)
        where = f"the results of {request.grid.sheet} stand in rows of their own, {areas}"
        raise BookError(f"{where}; {request.remedies.rows_apart}")
    rows = no_marks()
    first, last = request.chosen_rows or (0, MOST_ROWS - 1)
    for box in boxes:
        mark(rows, max(box.top, first), min(box.bottom, last))
    if request.header is not None:
        row_of_titles = min(box.top for box in boxes)
        mark(rows, row_of_titles, row_of_titles)
    return rows


def _earlier_titles(request: PlanRequest) -> dict[int, str]:
    """Return the titles of earlier results by column; raise `BookError` for one of the user's."""
    header = request.header
    boxes = request.earlier_results
    is_untitled = header is None or (bool(boxes) and header < min(box.top for box in boxes))
    unknown_players = _unknown_players(request)
    new_titles = [*request.titles, PROBLEM.title]
    titles: dict[int, str] = {}
    for index, column in enumerate(request.old_columns):
        label = request.label(column)
        if is_untitled:
            title = new_titles[index] if index < len(new_titles) else ""
            is_wrong = label is not None
        else:
            title = label if isinstance(label, str) else ""
            player, kind = parts_of(label)
            is_result_title = bool(kind) and player not in unknown_players
            is_wrong = label is not None and not is_result_title and not is_problem_title(title)
        if is_wrong and boxes and header is not None and not request.overwrite:
            remedy = request.remedies.not_ours
            raise not_ours(request.grid.sheet, header, column, label, boxes, remedy)
        titles[column] = title
    return titles


def _unknown_players(request: PlanRequest) -> list[str]:
    """Return the players in the titles of earlier results who are not among the hands.

    There are none where at least as many hands have no title: players may have been renamed.
    """
    titled = {parts_of(request.label(column))[0] for column in request.old_columns}
    unknown = [player for player in titled if player and player not in request.players]
    untitled = {*request.players} - titled
    return unknown if len(unknown) > len(untitled) else []


def _check_free(sheet: _Sheet, new_columns: Sequence[int], earlier: _EarlierResults) -> None:
    """Raise `BookError` for a new cell that would replace the user's, or be in another table."""
    request = sheet.request
    further_columns = [column for column in new_columns if column not in earlier.titles]
    _check_unlabelled(sheet, further_columns)
    occupied: list[Cell] = []
    for column in new_columns:
        filled = sheet.facts.filled.get(column)
        if filled is None:
            continue
        is_old = column in earlier.titles
        if is_old:
            filled = without(filled, earlier.rows)
        for row in marked(filled):
            is_old_title = is_old and row == request.header
            if sheet.written[row] and not is_old_title:
                occupied.append((row, column))
    if occupied:
        where = f"{request.grid.sheet}!{a1(*occupied[0])} is not empty"
        cells = counted(len(occupied), "cell")
        raise BookError(f"{where}; {request.remedies.occupied.format(cells=cells)}")


def _check_unlabelled(sheet: _Sheet, columns: Sequence[int]) -> None:
    """Raise `BookError` for a new cell in a table without labels that is not that of the hands."""
    request = sheet.request
    first, last = request.hand_rows
    hands = Box(first, min(request.hand_columns), last, max(request.hand_columns))
    for box in request.unlabelled:
        row = next(sheet.written_in(box), None)
        inside = [column for column in columns if column in box.columns]
        if inside and row is not None and not box.meets(hands):
            raise BookError(
                f"{request.grid.sheet}!{a1(row, inside[0])} is in the table {box.address}; "
                f"{request.remedies.other_table}"
            )


class _Linked(NamedTuple):
    """Cells that belong together: what they are, and the one that may be written alone, if any."""

    description: str
    box: Box
    visible: Cell | None


def _check_allowed(sheet: _Sheet, new_columns: Sequence[int]) -> None:
    """Raise `BookError` for a new cell that is part of an array, or hidden in a merged area."""
    facts = sheet.facts
    filled_by_formula = [*facts.arrays, *_shared_formulas(sheet, new_columns)]
    linked = [_Linked("a formula that fills", box, None) for box in filled_by_formula]
    linked += [_Linked("the merged area", box, (box.top, box.left)) for box in facts.merged]
    for description, box, visible in linked:
        cell = _cell_inside(sheet, new_columns, box, visible)
        if cell is not None:
            raise BookError(
                f"{sheet.request.grid.sheet}!{a1(*cell)} is part of {description} {box.address}; "
                f"column {column_letters(cell[1])} stays as it is"
            )


def _shared_formulas(sheet: _Sheet, new_columns: Sequence[int]) -> list[Box]:
    """Return the areas of shared formulas whose text would go while other cells need it."""
    boxes = []
    for row, column, box in sheet.facts.shared:
        if column in new_columns and sheet.written[row] and not box.is_single_cell:
            boxes.append(box)
    return boxes


def _cell_inside(
    sheet: _Sheet, new_columns: Sequence[int], box: Box, visible: Cell | None
) -> Cell | None:
    """Return the first new cell in a rectangle beside the visible one; None where there is none."""
    first_rows = [*islice(sheet.written_in(box), 2)]
    for column in new_columns:
        if column not in box.columns:
            continue
        for row in first_rows:
            if (row, column) != visible:
                return row, column
    return None


def _check_titles(
    request: PlanRequest,
    new_columns: Sequence[int],
    titles: Sequence[str],
    old: Collection[int],
) -> None:
    """Raise `BookError` where a title that stays would stand above another kind of result."""
    if request.overwrite:
        return
    for column, title in zip(new_columns, titles, strict=True):
        label = request.label(column)
        is_kept = request.chosen_rows is not None or request.is_label_of_table(column)
        if not is_kept or column not in old or not isinstance(label, str):
            continue
        if parts_of(label) != parts_of(title):
            cell = f"{request.grid.sheet}!{a1(request.header or 0, column)}"
            raise BookError(
                f"{cell}: {quoted(label)} would stand above {quoted(title)}; "
                f"{request.remedies.other_title}"
            )


def _labels(
    request: PlanRequest,
    new_columns: Sequence[int],
    titles: Sequence[str],
    names_in_table: Iterable[str] | None,
) -> list[str]:
    """Return the label of each new column: its title, but where its label stays.

    `names_in_table` are those of a table that grows: no new column may have one of these names.
    """
    labels: list[str] = []
    known = {name.casefold() for name in names_in_table or ()}
    for column, title in zip(new_columns, titles, strict=True):
        label = _label_that_stays(request, column, title)
        if label is None:
            label = title if names_in_table is None else _unlike(title, known)
        known.add(label.casefold())
        labels.append(label)
    return labels


def _label_that_stays(request: PlanRequest, column: int, title: str) -> str | None:
    """Return the label of a column that stays, None where the title is written.

    It is the name of a column in a table of Excel, or the title with a number.
    """
    label = request.label(column)
    if not isinstance(label, str):
        return None
    if request.is_label_of_table(column) or label.rstrip(digits) == title:
        return label
    return None


def _unlike(title: str, known: Collection[str]) -> str:
    """Return a title, with a number added as by Excel where the table has a column of that name.

    >>> _unlike("Value", {"value", "value2"})
    'Value3'
    """
    label = title
    number = 1
    while label.casefold() in known:
        number += 1
        label = f"{title}{number}"
    return label


def _warnings(
    sheet: _Sheet, new_columns: Sequence[int], *, grows: bool, why_fixed: str
) -> list[str]:
    """Return warnings: columns that stay, a table that does not grow, drawings above new cells."""
    request = sheet.request
    table = request.table
    warnings = []
    if request.first_column is None and not request.old_columns:
        if request.titled_columns:
            warnings.append(_columns_that_stay(request, new_columns))
        if table is not None and not grows:
            why = why_fixed or "other cells or a drawing stand right of it"
            warnings.append(f"the table {table.address} does not grow, as {why}")
    area = sheet.area(new_columns[0], len(new_columns))
    hidden_cells = [
        (max(box.top, area.top), max(box.left, area.left))
        for box in request.drawings
        if box.meets(area)
    ]
    if hidden_cells:
        cell = f"{request.grid.sheet}!{a1(*min(hidden_cells))}"
        warnings.append(f"a drawing hides new cells, the first is {cell}; move it")
    return warnings


def _titles_of_cards(
    request: PlanRequest, new_columns: Sequence[int], labels: Sequence[str]
) -> list[str]:
    """Return warnings that new columns have the title of cards, when they are written first."""
    warnings: list[str] = []
    if request.old_columns:
        return warnings
    for column in sorted(request.hand_columns):
        title = request.label(column)
        if title in labels:
            cards, new = column_letters(column), column_letters(new_columns[labels.index(title)])
            warnings.append(
                f"{cards} and {new} are both titled {quoted(title)}; {cards} has the cards"
            )
    return warnings


def _columns_that_stay(request: PlanRequest, new_columns: Sequence[int]) -> str:
    """Return the warning that columns of the user's have the titles of results."""
    stay = request.titled_columns
    columns = ",".join(column_letters(column) for column in stay)
    titles = ", ".join(repr(request.label(column)) for column in stay)
    first, last = column_letters(new_columns[0]), column_letters(new_columns[-1])
    letters = first if first == last else f"{first}:{last}"
    verb, them = ("holds a column", "it") if len(stay) == 1 else ("hold columns", "them")
    return (
        f"{columns} {verb} {titles} already; the new columns stand in {letters}; "
        f"{request.remedies.same_titles.format(them=them)}"
    )
