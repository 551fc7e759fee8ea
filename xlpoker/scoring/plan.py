"""Plans where the new columns go: over the results of an earlier run, else right of all other columns.

One rule for every format, applied to the `Facts` of a table: which columns are in use, what stands under the titles of
results, and which cells must not be overwritten (formulas that fill several cells, the hidden cells of a merged area).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, count
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import BookError
from xlpoker.layout.grid import MOST_COLUMNS, MOST_ROWS, Box, Grid, a1, column_letters
from xlpoker.scoring.earlier import AGREES, Proof, is_result, plain
from xlpoker.scoring.model import cell_text
from xlpoker.scoring.results import PROBLEM, parts_of

__all__ = ["HELD", "REASON", "Facts", "Plan", "Planner", "bits_of"]

HELD, REASON = 1, 2
"""States of a watched cell: any content, or the reason of a bad row; 0 is an empty cell."""
FAR = 26
"""Columns by which results may move to the right of a drawing."""
_SEEN = 50  # rows of a sheet without labels in which earlier results are looked for
Rows = npt.NDArray[Any]
_NONE = np.zeros(0, np.uint8)
Cleared = tuple[range, npt.NDArray[np.bool_]]


@dataclass(slots=True)
class Facts:
    """The properties of a table on which the plan depends.

    `used` are the columns with a value; `watched` has for each watched column the states of its cells, by row; `proved` has
    the states of rows (`xlpoker.scoring.earlier`) for each first column of possible earlier results; `merged` and `arrays` are
    rectangles; `shared` has for each shared formula the row and column of the cell with its text, and the rectangle of its
    cells.
    """

    used: set[int] = field(default_factory=set)
    watched: dict[int, Rows] = field(default_factory=dict)
    proved: dict[int, Rows] = field(default_factory=dict)
    merged: list[Box] = field(default_factory=list)
    arrays: list[Box] = field(default_factory=list)
    shared: list[tuple[int, int, Box]] = field(default_factory=list)


def bits_of(contents: Sequence[str | float | None]) -> Rows:
    """Return the state of each of some contents: empty, a problem, or anything else."""
    if {*map(type, contents)} <= {int, float}:
        return np.full(len(contents), HELD, np.uint8)
    return np.fromiter(map(_bit, contents), np.uint8, len(contents))


@lru_cache(1 << 16)
def _bit(content: str | float | None) -> int:
    return 0 if content is None else REASON if is_result(PROBLEM.title, content) else HELD


@dataclass(slots=True)
class Plan:
    """The place and label of each new column, and the cells to clear: groups of columns with a flag for each row.

    `warnings` say that columns of the user's have the titles of results and stay.
    """

    places: list[int]
    cleared: list[Cleared] = field(default_factory=list)
    grows: bool = False
    labels: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The first column in which anything changes."""
        return min([*self.places, *(columns.start for columns, _ in self.cleared)])

    def clears(self, row: int, column: int) -> bool:
        """Tell whether a cell held a result of an earlier run."""
        return any(column in columns and row < len(rows) and rows[row] for columns, rows in self.cleared)


class Planner:
    """Plans the places of columns with some titles in a table with hands in the columns `hands`; of its rows, `rows` are known.

    `watch` are the columns that may hold results of an earlier run, whose cells must all be known; `proofs` has a proof for each
    column in which such results may begin. `won` has the winner of each winner's row where several rows are one deal.
    An output may set `at` (the first column), `near` (a first column that is used if its cells are free), `within` (the rows to
    which earlier results may belong) and `overwrite`; `tables` and `drawings` are those of the sheet, `table` that of the hands.
    """

    at: int | None = None
    near: int | None = None
    within: tuple[int, int] | None = None
    overwrite: bool = False
    tables: Sequence[Box] = ()
    table: Box | None = None
    drawings: Sequence[Box] = ()

    def __init__(
        self,
        grid: Grid,
        header: int | None,
        titles: Sequence[str],
        hands: Iterable[int] = (),
        rows: Iterable[int] = (),
        won: Mapping[int, tuple[str | int, int]] | None = None,
    ) -> None:
        self.grid, self.header, self.titles, self.hands = grid, header, titles, frozenset(hands)
        width = self.width = len(titles)
        if header is not None:
            labels = grid.rows[header] if header < len(grid.rows) else []
            problems = {column for column, label in enumerate(labels) if label == PROBLEM.title}
            exact = {column for column in range(len(labels)) if _is_titled(labels[column : column + width], titles)}
            starts = exact | {column for column in range(len(labels)) if _is_titled_alike(labels, column, titles)}
            winners = [place for place, title in enumerate(titles) if title.startswith("Winner")]
            said = {at for at in starts if won and all(_says(grid, header, at + place, won) for place in winners)}
            self.proofs = {at: Proof(labels[at : at + width], titled=at in exact, won=at in said) for at in starts}
        else:
            found = {
                (column, title)
                for _, row in zip(range(_SEEN), rows, strict=False)
                for column, value in enumerate(grid.rows[row] if row < len(grid.rows) else [])
                if column not in self.hands
                for title in (*titles, PROBLEM.title)
                # a number in a column of dates, whose format new cells take, is read as a date
                if is_result(title, 0 if isinstance(value, dt.date | dt.time) else value)
            }
            problems = {column for column, title in found if title == PROBLEM.title}
            starts = {at for at, _ in found if all(pair in found for pair in enumerate(titles, at))}
            self.proofs = {start: Proof(titles, labelled=False) for start in starts}
        self.titled = sorted(at for at in starts if self.proofs[at].titled) if header is not None else []
        self.watch = problems | {column for start in starts for column in range(start, start + width + 1)}

    def keep(self, placed: Collection[Box], rows: tuple[int, int], tables: Sequence[Box], *, named: bool) -> None:
        """Keep the results of other tables: those beside rows of this one stay, the columns of those in other rows are used here, too.

        With `named` only these rows may hold an earlier run's results; `tables` are the sheet's tables with labels.
        """
        beside = [box for box in placed if box.top <= rows[1] and rows[0] <= box.bottom]
        others = {column for box in beside for column in range(box.left, box.right + 1)}
        self.watch -= others
        self.proofs = {start: proof for start, proof in self.proofs.items() if start not in others}
        self.near = next((box.left for box in placed if box.left not in others), None)
        self.within = rows if named else None
        self.tables, hands = tables, (min(self.hands), max(self.hands))
        self.table = next(
            (box for box in tables if box.top == self.header and box.left <= hands[0] and hands[1] <= box.right), None
        )
        for start in (self.at, self.near, None if self.table is None else self.table.right + 1):
            self.watch.update(range(start, start + self.width + 1) if start is not None else ())

    def facts_of(self, blocks: Iterable[Sequence[Sequence[Any]]], read: Callable[[Any], Any] = plain) -> Facts:
        """Return the facts of rows of values, some rows at a time; `read` converts a cell for a proof.

        >>> planner = Planner(Grid("", [["Cards", "Value", "Hand", "Problem"]]), 0, ["Value", "Hand"])
        >>> found = planner.facts_of([[["AS", 1277, None, "A2: 'x' is not a card"]]])
        >>> found.used == {0, 1, 3}, found.watched[1].tolist(), found.watched[3].tolist()
        (True, [1], [2])
        """
        found = Facts()
        for rows in blocks:
            unused = set(range(max(map(len, rows), default=0))) - found.used
            found.used |= {at for at in unused if any(at < len(row) and row[at] is not None for row in rows)}
            self.note(found, {at: [read(row[at]) if at < len(row) else None for row in rows] for at in self.watch})
        return found

    def note(self, found: Facts, cells: Mapping[int, Sequence[Any]], proved: Collection[int] = ()) -> None:
        """Note the states of the watched columns in further rows, from cells converted for a proof; some columns are only `proved`."""
        for at in cells.keys() - {*proved}:
            found.watched[at] = np.append(found.watched.get(at, _NONE), bits_of(cells[at]))
        for first, proof in self.proofs.items():
            states = proof.take([cells[first + at] for at in range(proof.width)])
            found.proved[first] = np.append(found.proved.get(first, _NONE), states)

    def planned(self, found: Facts, rows: Rows, *, problem: bool, taken: Iterable[str] = ()) -> Plan:
        """Return where the columns go, and a column for problems where there are any.

        `rows` are those of the hands, `taken` the names of columns in their table. Raises `BookError` for cells that are occupied.
        """
        self.found, self.rows = found, rows
        self.written = rows if self.header is None else np.concatenate([[self.header], rows])
        self.height = max(map(len, found.watched.values()), default=0)
        names, box = [*self.titles, *[PROBLEM.title] * problem], self.table
        below = box is not None and bool(len(rows)) and int(rows[-1]) > box.bottom
        if self.at is not None:
            plan = Plan([*range(self.at, self.at + len(names))])
            if cards := self.hands.intersection(plan.places):
                column = column_letters(min(cards))
                raise BookError(f"column {column} of {self.grid.sheet} holds cards of the hands; name another column")
            if not self.overwrite:
                self.check_free(plan.places)
        else:
            plan = self._plan(problem=problem, table=None if below else box)
        if max(plan.places) >= MOST_COLUMNS:
            full = f"there is no room right of the last column of {self.grid.sheet}"
            raise BookError(f"{full}; name the hands of another sheet")
        self.check_allowed(plan.places)
        known = {one.casefold() for one in taken}
        for place, title in zip(plan.places, names, strict=True):
            label = self.grid.cell(self.header, place) if self.header is not None else None
            named = any(box.top == self.header and box.left <= place <= box.right for box in self.tables)
            if not isinstance(label, str) or not (named or _is_titled([label], [title])):
                label = _unlike(title, known) if plan.grows else title  # else the cell is the name of its column
            known.add(label.casefold())
            plan.labels.append(label)
        if self.at is None and self.titled and plan.places[0] not in self.proofs:
            plan.warnings.append(_kept(self.titled[0], self.titles, plan.places))
        if self.at is None and box is not None and not plan.grows and plan.places[0] not in self.proofs:
            beside = "a drawing stands" if self.beyond(box.right + 1) > box.right + 1 else "other cells stand"
            why = "the hands go on below it" if below else f"{beside} right of it"
            plan.warnings.append(f"the table {a1(*box[:2])}:{a1(*box[2:])} does not grow, as {why}")
        area = self.area(plan.places[0], len(names))
        if over := [(max(one.top, area.top), max(one.left, area.left)) for one in self.drawings if one.meets(area)]:
            plan.warnings.append(f"a drawing hides new cells, the first is {self.grid.sheet}!{a1(*min(over))}; move it")
        return plan

    def area(self, first: int, width: int) -> Box:
        """Return the rectangle of that many columns from the first on, from the first new cell to the last."""
        top, bottom = int(self.written.min(initial=MOST_ROWS)), int(self.written.max(initial=-1))
        return Box(top, first, bottom, first + width - 1)

    def beyond(self, first: int) -> int:
        """Return the first column, the given one or one right of it, at which no drawing hides new cells; the given one where that is far away."""
        left = first
        while over := [one.right for one in self.drawings if one.meets(self.area(left, self.width + 1))]:
            left = max(over) + 1
            if left - first > FAR:
                return first
        return left

    def _plan(self, *, problem: bool, table: Box | None) -> Plan:
        """Return the plan for columns without a place set by `at`."""
        chosen = self.titled[0] if self.overwrite and self.titled else None
        first = next(filter(self.is_earlier, sorted(self.proofs)), chosen)
        problems = filter(self.is_problem, sorted(self.found.watched))
        width = self.width + problem
        if first is None:
            # without labels, a problem stands alone where there was nothing but bad rows last time
            cleared = [*map(self.clear_problem, problems)] if self.header is None else []
            free = self.last_used(cleared) + 1
            if table is not None and table.right < free:
                beside = range(table.right + 1, table.right + 1 + width)
                seen = self.beyond(beside.start) == beside.start
                if seen and self.is_free(beside, range(table.top, table.bottom + 1)):
                    return Plan([*beside], cleared, grows=True)
            if self.near is not None and table is None and len(self.written):
                rows = range(int(self.written.min()), int(self.written.max()) + 1)
                free = self.near if self.is_free(range(self.near, self.near + width), rows) else free
            return Plan([*range(free := self.beyond(free), free + width)], cleared)
        columns = range(first, first + self.width)
        results = self.found.proved[first] == AGREES
        if first == chosen:
            results[self.rows[self.rows < len(results)]] = True
        cleared = [self.clear(columns, results)]
        places = [*columns]
        old = next((column for column in problems if column >= columns.stop), None)
        if old is not None:
            cleared.append(self.clear_problem(old))
        if problem:
            taken = self.held(columns.stop).any()
            places.append(old if old is not None else self.last_used() + 1 if taken else columns.stop)
        grows = table is not None and table.right + 1 in places and places[-1] - places[0] < len(places)
        return Plan(places, cleared, grows=grows)

    def held(self, column: int) -> Rows:
        """Return the states of the cells of a column, by row."""
        return self.found.watched.get(column, np.zeros(self.height, np.uint8))

    def is_earlier(self, first: int) -> bool:
        """Tell whether the columns from `first` on are results of an earlier run."""
        states = self.found.proved[first]
        return self.proofs[first].holds(states[self.rows[self.rows < len(states)]])

    def is_problem(self, column: int) -> bool:
        """Tell whether a column holds a problem of an earlier run, and nothing but such problems."""
        if self.header is not None and self.grid.cell(self.header, column) != PROBLEM.title:
            return False
        written = self.held(column)[self.rows[self.rows < self.height]]
        reasons = int(self.clear_problem(column)[1].sum()) - (self.header is not None)
        return not (written == HELD).any() and reasons > 0

    def clear(self, columns: range, results: npt.NDArray[np.bool_]) -> Cleared:
        """Return the columns and the rows of an earlier run's results; what is not a result stays."""
        rows = results.copy()
        if self.within is not None:
            rows[: self.within[0]] = rows[self.within[1] + 1 :] = False
        if self.header is not None:
            rows[: self.header + 1] = False
            rows[self.header : self.header + 1] = True
        return columns, rows

    def clear_problem(self, column: int) -> Cleared:
        """Return the same for a column of problems."""
        return self.clear(range(column, column + 1), self.held(column) == REASON)

    def last_used(self, cleared: Sequence[Cleared] = ()) -> int:
        """Return the last column with a value, or with a merged area beside the hands, -1 for none; cleared cells do not count."""
        emptied = {at for columns, rows in cleared for at in columns if not self.held(at)[~rows].any()}
        first, last = (self.written[0], self.rows[-1]) if len(self.rows) else (0, -1)
        merged = [box.right for box in self.found.merged if box.top <= last and box.bottom >= first]
        return max(-1, *(self.found.used - emptied), *merged)

    def is_free(self, columns: range, rows: range) -> bool:
        """Tell whether a rectangle is empty and meets no merged area."""
        area = Box(rows[0], columns[0], rows[-1], columns[-1])
        return not any(box.meets(area) for box in self.found.merged) and not any(
            self.held(column)[rows.start : rows.stop].any() for column in columns
        )

    def check_free(self, places: Iterable[int]) -> None:
        """Raise `BookError` where a new cell would replace another."""
        rows = self.written[self.written < self.height]
        full = [(row, column) for column in places for row in rows[self.held(column)[rows] != 0].tolist()]
        if count := len(full):
            cell = f"{self.grid.sheet}!{a1(*full[0])}"
            raise BookError(
                f"{cell} is not empty; name another column, or use --overwrite to write over {count:,} cell{'s' * (count != 1)}"
            )

    def check_allowed(self, places: Sequence[int]) -> None:
        """Raise `BookError` where a new cell belongs together with others: part of an array, or hidden in a merged area."""
        written = set(self.written.tolist()) if self.found.shared else set()
        shared = [
            box
            for row, column, box in self.found.shared
            if column in places and row in written and (box.top, box.left) != (box.bottom, box.right)
        ]
        areas = [("a formula that fills", box, (-1, -1)) for box in (*self.found.arrays, *shared)]
        areas += [("the merged area", box, (box.top, box.left)) for box in self.found.merged]
        for what, box, shown in areas:
            inside = self.written[(self.written >= box.top) & (self.written <= box.bottom)][:2].tolist()
            columns = [column for column in places if box.left <= column <= box.right]
            if cell := next(((row, column) for column in columns for row in inside if (row, column) != shown), None):
                area = f"{a1(*box[:2])}:{a1(*box[2:])}"
                raise BookError(
                    f"{self.grid.sheet}!{a1(*cell)} is part of {what} {area}; column {column_letters(cell[1])} stays as it is"
                )


def _is_titled(labels: Sequence[Any], titles: Sequence[str]) -> bool:
    """Tell whether labels are the titles of results, also with the number that a table adds (`Winner2`)."""
    return len(labels) == len(titles) and all(
        isinstance(label, str) and label.startswith(title) and (label == title or label[len(title) :].isdigit())
        for label, title in zip(labels, titles, strict=True)
    )


def _is_titled_alike(labels: Sequence[Any], first: int, titles: Sequence[str]) -> bool:
    """Tell whether labels from a place on are the titles of results of as many players, whatever these were called then."""
    found = [parts_of(label) for label in labels[first : first + len(titles)]]
    beside = [*labels[max(first - 1, 0) : first], *labels[first + len(titles) :][:1]]
    players = sum(kind == "value" for _, kind in found)
    return (
        [kind for _, kind in found] == [parts_of(title)[1] for title in titles]
        and len({who for who, _ in found if who}) == players > 1
        and not any(who and kind in ("value", "hand") for who, kind in map(parts_of, beside))
    )


def _kept(first: int, titles: Sequence[str], places: Sequence[int]) -> str:
    """Return the warning that columns of the user's have the titles of results, and where the new ones stand."""
    there, new = (
        ":".join(dict.fromkeys(map(column_letters, (columns[0], columns[-1]))))
        for columns in (range(first, first + len(titles)), places)
    )
    named, alone = ", ".join(map(repr, titles)), len(titles) == 1
    said = f"holds a column {named} that is" if alone else f"hold columns {named} that are"
    return (
        f"{there} {said} not proved to be an earlier result of xlpoker; the new columns stand in {new}; "
        f"--overwrite replaces {'it' if alone else 'them'}"
    )


def _says(grid: Grid, header: int, column: int, won: Mapping[int, tuple[str | int, int]]) -> bool:
    """Tell whether a column is empty, or names the winner in each winner's row, by name or number, and holds nothing else."""
    cells = ((row, cell_text(grid.cell(row, column))) for row in range(header + 1, len(grid.rows)))
    said = {row: text for row, text in cells if text}
    return said in ({}, *({row: str(one[kind]) for row, one in won.items()} for kind in (0, 1)))


def _unlike(title: str, known: Collection[str]) -> str:
    """Return a title, with a number added as by Excel where the table has a column of that name."""
    labels = chain([title], (f"{title}{number}" for number in count(2)))
    return next(label for label in labels if label.casefold() not in known)
