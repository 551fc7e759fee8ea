"""Plans where the new columns go: over the results that a name of the workbook covers, else right of all other columns.

A worksheet asks a `Planner`, which decides from the `Facts` of all its rows: which columns are in use, and which cells must
not be overwritten (formulas that fill several cells, the hidden cells of a merged area). Tables without cells of their own
ask `xlpoker.scoring.titles`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, count
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.addresses import MOST_COLUMNS, MOST_ROWS, a1, column_letters
from xlpoker.errors import BookError, quoted
from xlpoker.evaluator.classes import WHOLE_VALUES, short_values
from xlpoker.evaluator.classes import name as hand_name
from xlpoker.layout.grid import Grid
from xlpoker.scoring.model import Box
from xlpoker.scoring.results import BETWEEN, PROBLEM, UNCONTESTED, parts_of
from xlpoker.text import folded

__all__ = ["MOST_PLAYERS", "Facts", "Plan", "Planner", "is_result"]

MOST_PLAYERS = 99
"""The players of a long table."""
_REASON = re.compile(r"(?:[A-Z]{1,3}\d+|row (?>[^\n]+?, )[^\n]+?): ")
Rows = npt.NDArray[Any]


def is_result(
    title: str, value: object, players: Sequence[str] = (), most: int = MOST_PLAYERS
) -> bool:
    """Tell whether scoring may have written such a value under a title; any other value is the user's own.

    `most` is the greatest number of a winner.

    >>> is_result("Player 1 value", 2067), is_result("Hand", "One Pair, Fives"), is_result("Hand", "lost it all")
    (True, True, False)
    >>> is_result("Winner", "Doe, John, Anna", ["Anna", "Doe, John"]), is_result("Pot", 5)
    (True, False)
    """
    kind = parts_of(title)[1]
    if isinstance(value, str):
        if kind == "hand":
            return value in _names_of_hands()
        if kind == "winner":
            return _names_winners(folded(value), _folded_names(tuple(players)))
        return _is_problem(title) and bool(_REASON.match(value))
    if kind in ("", "hand") or not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return value >= 0 and (kind == "value" or (value <= most and value == int(value)))


@cache
def _names_of_hands() -> frozenset[str]:
    """Return the names of all hands, of any game."""
    return frozenset({UNCONTESTED, *map(hand_name, chain(*WHOLE_VALUES, short_values().values()))})


@cache
def _folded_names(players: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(folded, players)))


def _names_winners(text: str, names: Collection[str]) -> bool:
    """Tell whether a text is a winner's name, or several with `BETWEEN` between them, which may stand in a name, too.

    Each place of the text is tried once, so that the time grows with its length, whatever the names are.

    >>> _names_winners("a, a, a", ["a", "a, a"]), _names_winners("a, b", ["a", "a, a"])
    (True, False)
    """
    waiting, tried = [0], {0}
    while waiting:
        start = waiting.pop()
        for name in names:
            end = start + len(name)
            if not text.startswith(name, start):
                continue
            if end == len(text):
                return True
            following = end + len(BETWEEN)
            if text.startswith(BETWEEN, end) and following not in tried:
                tried.add(following)
                waiting.append(following)
    return False


def _is_problem(title: str) -> bool:
    return title.rstrip("0123456789") == PROBLEM.title


@dataclass(slots=True)
class Facts:
    """The properties of a sheet on which the plan depends.

    `used` are the columns with a value, `calculated` those with formulas; `held` tells for each watched column which rows of all hold anything there; `merged` and
    `arrays` are rectangles; `shared` has for each shared formula the row and column of the cell with its text, and the
    rectangle of its cells.
    """

    used: set[int] = field(default_factory=set)
    calculated: set[int] = field(default_factory=set)
    held: dict[int, Rows] = field(default_factory=dict)
    merged: list[Box] = field(default_factory=list)
    arrays: list[Box] = field(default_factory=list)
    shared: list[tuple[int, int, Box]] = field(default_factory=list)

    def take(self, boxes: Iterable[Box]) -> None:
        """Note that some rectangles are no empty cells, though they hold no value: sparklines."""
        for box in boxes:
            columns = range(box.left, box.right + 1)
            self.used.update(columns)
            for column in self.held.keys() & columns:
                self.held[column][box.top : box.bottom + 1] = True


@dataclass(slots=True)
class Plan:
    """The place and label of each new column; the columns and the rows of earlier results, which go.

    `old` has the title of each such column. `warnings` say that columns of the user's have the titles of results and stay.
    """

    places: list[int]
    old: dict[int, str] = field(default_factory=dict)
    rows: Rows = field(default_factory=lambda: np.zeros(MOST_ROWS, np.bool_))
    grows: bool = False
    labels: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The first column in which anything changes."""
        return min([*self.places, *self.old])


@dataclass(slots=True)
class Planner:
    """Plans the places of columns with some titles in a sheet with hands in the columns `hands` and in some `rows`.

    `tables`, with a row of labels, and `drawings` are those of the sheet, `table` that of the hands; `unlabelled` are tables
    without such a row, `queries` those that a query fills, which do not grow. `named` is what the name of earlier results
    covers, of which those in the rows `within` go; `others` is what the names of other tables' results cover: those beside
    these rows stand apart, the columns of others are used here, too. `at` is the first column, if it is said. `watch` are
    the columns whose cells must all be known, `old` those of earlier results, or with `overwrite` of the same titles.
    """

    grid: Grid
    header: int | None
    titles: Sequence[str]
    hands: Collection[int]
    rows: tuple[int, int]
    tables: Sequence[Box] = ()
    unlabelled: Sequence[Box] = ()
    queries: Sequence[Box] = ()
    drawings: Sequence[Box] = ()
    named: Sequence[Box] = ()
    others: Sequence[Box] = ()
    players: Collection[str] = ()
    within: tuple[int, int] | None = None
    at: int | None = None
    overwrite: bool = False
    table: Box | None = field(init=False)
    near: int | None = field(init=False)
    same: list[int] = field(init=False)
    old: list[int] = field(init=False)
    watch: set[int] = field(init=False)
    found: Facts = field(init=False)
    written: Rows = field(init=False)

    def __post_init__(self) -> None:
        left, right = min(self.hands), max(self.hands)
        fits = (
            one
            for one in self.tables
            if one.top == self.header and one.left <= left and right <= one.right
        )
        self.table = next(fits, None)
        beside = [
            box for box in self.others if box.top <= self.rows[1] and self.rows[0] <= box.bottom
        ]
        taken = {
            *self.hands,
            *(column for box in beside for column in range(box.left, box.right + 1)),
        }
        self.near = next((box.left for box in self.others if box.left not in taken), None)
        labels = (
            self.grid.rows[self.header]
            if self.header is not None and self.header < len(self.grid.rows)
            else []
        )
        titles = {*self.titles, PROBLEM.title}
        self.same = [
            column
            for column, label in enumerate(labels)
            if isinstance(label, str) and label in titles and column not in taken
        ]
        named = sorted(
            {column for box in self.named for column in range(box.left, box.right + 1)}
            - {*self.hands}
        )
        self.old = named or (self.same if self.overwrite and self.at is None else [])
        starts = [
            self.at,
            self.near,
            self.table and self.table.right + 1,
            self.old[-1] + 1 if self.old else None,
        ]
        width = len(self.titles) + 1
        self.watch = {
            *self.old,
            *(at for start in starts if start is not None for at in range(start, start + width)),
        }

    def planned(
        self, found: Facts, rows: Rows, *, problem: bool, taken: Iterable[str] = ()
    ) -> Plan:
        """Return where the columns go, and a column for problems where there are any.

        `rows` are those of the hands, `taken` the names of columns in their table. Raises `BookError` for cells that are occupied.
        """
        self.found, self.written = (
            found,
            rows if self.header is None else np.concatenate([[self.header], rows]),
        )
        names, box = [*self.titles, *[PROBLEM.title] * problem], self.table
        fixed = self._why_fixed(box, rows) if box is not None else ""
        plan = self._plan(len(names), None if fixed else box)
        if max(plan.places) >= MOST_COLUMNS:
            sheet = f"{self.grid.sheet}; name the hands of another sheet"
            raise BookError(f"there is no room right of the last column of {sheet}")
        self.check_allowed(plan.places)
        known = {one.casefold() for one in taken}
        for place, title in zip(plan.places, names, strict=True):
            label = self.label(place)
            within = any(
                one.top == self.header and one.left <= place <= one.right for one in self.tables
            )
            stays = (
                (within or self.within is not None) and place in plan.old and isinstance(label, str)
            )
            if stays and not self.overwrite and parts_of(label) != parts_of(title):
                cell = f"{self.grid.sheet}!{a1(self.header or 0, place)}"
                raise BookError(
                    f"{cell}: {quoted(label)} would stand above {quoted(title)}; choose the columns of the first run, or --overwrite"
                )
            if not isinstance(label, str) or not (within or label.rstrip("0123456789") == title):
                label = (
                    _unlike(title, known) if plan.grows else title
                )  # else the cell is the name of its column
            known.add(label.casefold())
            plan.labels.append(label)
        if self.at is None and not plan.old:
            if self.same:
                plan.warnings.append(
                    _kept(self.same, [self.label(at) for at in self.same], plan.places)
                )
            if box is not None and not plan.grows:
                why = fixed or "other cells or a drawing stand right of it"
                plan.warnings.append(
                    f"the table {a1(*box[:2])}:{a1(*box[2:])} does not grow, as {why}"
                )
        area = self.area(plan.places[0], len(names))
        if over := [
            (max(one.top, area.top), max(one.left, area.left))
            for one in self.drawings
            if one.meets(area)
        ]:
            plan.warnings.append(
                f"a drawing hides new cells, the first is {self.grid.sheet}!{a1(*min(over))}; move it"
            )
        return plan

    def _why_fixed(self, table: Box, rows: Rows) -> str:
        """Return why the table of the hands must not grow, an empty text where it may."""
        if table in self.queries:
            return "a query fills it"
        return "the hands go on below it" if len(rows) and int(rows[-1]) > table.bottom else ""

    def label(self, column: int) -> Any:
        """Return the label of a column, None without any."""
        return self.grid.cell(self.header, column) if self.header is not None else None

    def _plan(self, width: int, table: Box | None) -> Plan:
        """Return the plan for so many columns, which may be part of a table."""
        if self.at is not None:
            places = [*range(self.at, self.at + width)]
            if cards := {*places}.intersection(self.hands):
                column = column_letters(min(cards))
                raise BookError(
                    f"column {column} of {self.grid.sheet} holds cards of the hands; name another column"
                )
        elif self.old:
            start = self.old[-1] + 1
            more = range(start, start + width - len(self.old))
            if not self.is_free(more, self.area(0, 1)):
                more = range(self.last_used() + 1, self.last_used() + 1 + len(more))
            places = [*self.old, *more][:width]
        else:
            return self._beside(width, table)
        plan = self._cleared(places)
        plan.grows = (
            table is not None and table.right + 1 in places and places[-1] - places[0] < width
        )
        if not self.overwrite:
            self.check_free(plan)
        return plan

    def _beside(self, width: int, table: Box | None) -> Plan:
        """Return the plan for columns that stand beside all others: in the table, below another table's results, or behind all."""
        free = self.last_used() + 1
        if table is not None and table.right < free:
            places = range(table.right + 1, table.right + 1 + width)
            if self.is_free(places, table):
                return Plan([*places], grows=True)
        if any(
            box.right + 1 == free and box.meets(self.area(0, MOST_COLUMNS)) for box in self.queries
        ):
            free += (
                1  # a blank column, which keeps the new ones apart from what the query will bring
            )
        if self.near is not None and table is None and len(self.written):
            columns = range(self.near, self.near + len(self.titles) + 1)
            free = self.near if self.is_free(columns, self.area(0, 1)) else free
        return Plan([*range(free, free + width)])

    def _cleared(self, places: list[int]) -> Plan:
        """Return the plan with the earlier results that go; raise `BookError` for a title among them that is the user's."""
        plan, titles = Plan(places), [*self.titles, PROBLEM.title, *[""] * len(self.old)]
        if self.named:
            if len({(box.top, box.bottom) for box in self.named}) > 1 and not self.overwrite:
                area = ",".join(f"{a1(*box[:2])}:{a1(*box[2:])}" for box in self.named)
                raise BookError(
                    f"the results of {self.grid.sheet} stand in rows of their own, {area}; use --overwrite to replace all between"
                )
            low, high = self.within or (0, MOST_ROWS)
            for box in self.named:
                plan.rows[max(box.top, low) : min(box.bottom, high) + 1] = True
            if self.header is not None:
                plan.rows[min(box.top for box in self.named) :][:1] = True  # the titles
        else:
            plan.rows[self.written] = True
        untitled = self.header is None or (
            bool(self.named) and self.header < min(box.top for box in self.named)
        )
        said = [parts_of(self.label(column))[0] for column in self.old]
        unknown = [who for who in dict.fromkeys(said) if who and who not in self.players]
        missing = len({*self.players} - {*said})  # as many may have been called otherwise
        strangers = unknown if len(unknown) > missing else []
        for column, title in zip(self.old, titles, strict=False):
            there = self.label(column)
            label = title if untitled else there
            plan.old[column] = label if isinstance(label, str) else ""
            who, kind = parts_of(label)
            ours = label is None or (kind and who not in strangers) or _is_problem(plan.old[column])
            wrong = there is not None if untitled else not ours
            if self.named and not self.overwrite and self.header is not None and wrong:
                raise not_ours(self.grid.sheet, self.header, column, there, self.named)
        if self.table is not None and self.header is not None:
            plan.rows[self.header : self.header + 1] = (
                False  # the labels of a table stay with its columns
            )
        return plan

    def area(self, first: int, width: int) -> Box:
        """Return the rectangle of that many columns from the first on, from the first new cell to the last."""
        top, bottom = int(self.written.min(initial=MOST_ROWS)), int(self.written.max(initial=-1))
        return Box(top, first, bottom, first + width - 1)

    def held(self, column: int) -> Rows:
        """Tell for each row whether it holds anything in a column."""
        return self.found.held.get(column, np.zeros(MOST_ROWS, np.bool_))

    def last_used(self) -> int:
        """Return the last column with a value, or with a merged area, a drawing or a table beside the hands, -1 for none."""
        area = self.area(0, MOST_COLUMNS)
        boxes = (*self.found.merged, *self.drawings, *self.tables, *self.unlabelled)
        return max(-1, *self.found.used, *(box.right for box in boxes if box.meets(area)))

    def is_free(self, columns: range, rows: Box) -> bool:
        """Tell whether the cells of some columns in the rows of a rectangle are empty, and none is merged, below a drawing or in a table."""
        area = rows._replace(left=columns.start, right=columns.stop - 1)
        others = (
            *self.drawings,
            *self.unlabelled,
            *(box for box in self.tables if box != self.table),
        )
        return not any(box.meets(area) for box in (*self.found.merged, *others)) and not any(
            self.held(column)[area.top : area.bottom + 1].any() for column in columns
        )

    def check_free(self, plan: Plan) -> None:
        """Raise `BookError` where a new cell would replace one that is no earlier result, or stand in another table."""
        self._check_unlabelled([column for column in plan.places if column not in plan.old])
        full: list[tuple[int, int]] = []
        for column in plan.places:
            held = self.held(column) & ~plan.rows if column in plan.old else self.held(column)
            full += [(row, column) for row in self.written[held[self.written]].tolist()]
        full = [
            (row, column) for row, column in full if row != self.header or column not in plan.old
        ]
        if count := len(full):
            cell = f"{self.grid.sheet}!{a1(*full[0])}"
            raise BookError(
                f"{cell} is not empty; name another column, or use --overwrite to write over {count:,} cell{'s' * (count != 1)}"
            )

    def _check_unlabelled(self, columns: Sequence[int]) -> None:
        """Raise `BookError` for a new cell in a table without labels that is not that of the hands."""
        own = Box(self.rows[0], min(self.hands), self.rows[1], max(self.hands))
        for box in self.unlabelled:
            rows = self.written[(self.written >= box.top) & (self.written <= box.bottom)]
            inside = [column for column in columns if box.left <= column <= box.right]
            if inside and len(rows) and not box.meets(own):
                cell, table = a1(int(rows[0]), inside[0]), f"{a1(*box[:2])}:{a1(*box[2:])}"
                raise BookError(
                    f"{self.grid.sheet}!{cell} is in the table {table}; name another column, or use --overwrite to write into it"
                )

    def check_allowed(self, places: Sequence[int]) -> None:
        """Raise `BookError` where a new cell belongs together with others: part of an array, or hidden in a merged area."""
        written = set(self.written.tolist()) if self.found.shared else set()
        shared = [
            box
            for row, column, box in self.found.shared
            if column in places
            and row in written
            and (box.top, box.left) != (box.bottom, box.right)
        ]
        areas = [("a formula that fills", box, (-1, -1)) for box in (*self.found.arrays, *shared)]
        areas += [("the merged area", box, (box.top, box.left)) for box in self.found.merged]
        for what, box, shown in areas:
            inside = self.written[(self.written >= box.top) & (self.written <= box.bottom)][
                :2
            ].tolist()
            columns = [column for column in places if box.left <= column <= box.right]
            if cell := next(
                ((row, column) for column in columns for row in inside if (row, column) != shown),
                None,
            ):
                area = f"{a1(*box[:2])}:{a1(*box[2:])}"
                raise BookError(
                    f"{self.grid.sheet}!{a1(*cell)} is part of {what} {area}; column {column_letters(cell[1])} stays as it is"
                )


def not_ours(sheet: str, row: int, column: int, value: object, named: Sequence[Box]) -> BookError:
    """Return the error about a cell of the user's among earlier results."""
    area = ",".join(f"{a1(*box[:2])}:{a1(*box[2:])}" for box in named)
    return BookError(
        f"{sheet}!{a1(row, column)}: {quoted(str(value))} is no result of xlpoker, but stands among those in {area}; "
        "move it, or use --overwrite to replace it"
    )


def _kept(there: Sequence[int], labels: Sequence[str], places: Sequence[int]) -> str:
    """Return the warning that columns of the user's have the titles of results, and where the new ones stand."""
    new = ":".join(dict.fromkeys(map(column_letters, (places[0], places[-1]))))
    said, them = ("holds a column", "it") if len(there) == 1 else ("hold columns", "them")
    columns, titles = ",".join(map(column_letters, there)), ", ".join(map(repr, labels))
    return f"{columns} {said} {titles} already; the new columns stand in {new}; --overwrite replaces {them}"


def _unlike(title: str, known: Collection[str]) -> str:
    """Return a title, with a number added as by Excel where the table has a column of that name."""
    labels = chain([title], (f"{title}{number}" for number in count(2)))
    return next(label for label in labels if label.casefold() not in known)
