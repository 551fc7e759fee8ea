"""The rows of a table -> values, names, winners and problems, and these as columns of pandas or Arrow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.errors import OptionError
from xlpoker.evaluator.classes import TOP, name, short_values
from xlpoker.evaluator.encodings import encoding
from xlpoker.layout.find import Area
from xlpoker.layout.grid import Grid
from xlpoker.scales.arrays import on_scale_array
from xlpoker.scoring.columns import PROBLEM, UNCONTESTED, name_at
from xlpoker.scoring.columns import Results as SheetResults
from xlpoker.scoring.earlier import Proof, plain
from xlpoker.scoring.model import Window
from xlpoker.scoring.score import score_block
from xlpoker.workbook.arrow import Codes, Table, codes_of, hand_codes, numbered_codes
from xlpoker.workbook.columns import Plan

__all__ = ["Results", "check_free", "names"]

Place = Callable[[int, str], str]


@dataclass(frozen=True, slots=True)
class _TableBlock:
    """All rows of a table for `xlpoker.scoring.score.score_block`; `place` says where a cell is, for the message of a bad one."""

    table: Table
    plan: Plan
    place: Place
    reads_numbers: bool = True

    @property
    def numbers(self) -> npt.NDArray[Any]:
        """The numbers of its rows."""
        return np.arange(len(self.table))

    def codes(self, area: Area, low: int, high: int) -> Codes:
        """Return the codes in the columns of a hand or the board, of all rows: low and high are always the first and the last."""
        part = self.plan.columns[area.first : area.last + 1]
        if (cards := self.plan.options.cards) is not None:
            return numbered_codes(self.table, part, encoding(cards))
        if len(part) == 1:
            return hand_codes(self.table.column(part[0]))
        codes = np.empty((len(self.table), len(part)), np.uint8)
        for place, column in enumerate(part):
            codes[:, place] = codes_of(self.table.column(column))
        return codes[low:high]

    def held(self, low: int, high: int) -> npt.NDArray[np.bool_]:
        """Tell that any row may hold something: a blank one is found when it is read."""
        return np.ones(high - low, np.bool_)

    def window(self, places: Sequence[int]) -> Window:
        """Return some rows as values, in the order of the hands' columns."""
        plan, place = self.plan, self.place
        rows = self.table.cells(plan.columns, places)
        index = {row: at for at, row in enumerate(places)}
        return Window(Grid("", rows), index, named=lambda row, column: place(row, plan.columns[column]))

    def cards_outside(self, areas: Sequence[Area]) -> npt.NDArray[np.int64]:  # noqa: ARG002 - as the protocol has it
        """Return nothing: the columns are named."""
        return np.zeros(0, np.int64)


class NewColumn(NamedTuple):
    """A new column: its name, what it is of, its values (names as places in `names`), and where it is empty."""

    name: str
    kind: str
    values: npt.NDArray[Any]
    empty: npt.NDArray[np.bool_]


class Results:
    """What became of the rows of a table; `place` says where a cell is, for the message of a bad one."""

    def __init__(self, table: Table, plan: Plan, place: Place) -> None:
        self.plan, self.size = plan, len(table)
        layout = plan.layout(len(table))
        self._found = SheetResults(layout, replace(plan.options, scale="strength"))
        self.scored = score_block(_TableBlock(table, plan, place), layout, plan.options)

    @property
    def names(self) -> list[str]:
        """The names of all new columns in their order."""
        titles = [*self._found.titles, PROBLEM.title]
        return [title.lower().replace(" ", "_") for title in titles]

    def columns(self) -> Iterator[NewColumn]:
        """Yield the new columns for all rows: numbers on the scale (NaN where it has none), names, winners, problems."""
        scored, scale = self.scored, self.plan.options.scale
        found = self._found
        for column, title, places in zip(found.columns, self.names, found.places(scored), strict=False):
            if column.kind == "value":
                values = scored.values[:, column.player]
                yield self._column(title, "value", on_scale_array(scale, values, values == 0), values == 0)
            elif column.kind == "hand":
                order = _name_places().take(places)
                yield self._column(title, "hand", order, order < 0)
            elif column.text:
                made = {place: found.content(column, place) for place in set(places.tolist())}
                texts = np.array([made[place] for place in places.tolist()], dtype=object)
                yield self._column(title, "text", texts, scored.winners < 0)
            else:
                yield self._column(title, "winner", scored.winners.astype(np.int8), scored.winners < 0)
        problems = np.full(self.size, None, dtype=object)
        for row, error in scored.problems.items():
            problems[row] = str(error)
        yield NewColumn(self.names[-1], "text", problems, np.array([one is None for one in problems], np.bool_))

    def _column(self, name: str, kind: str, values: npt.NDArray[Any], empty: npt.NDArray[np.bool_]) -> NewColumn:
        """Return a column for all rows from that for the good ones."""
        whole = np.full(self.size, {"value": np.nan, "text": None}.get(kind, -1), values.dtype)
        nothing = np.ones(self.size, np.bool_)
        whole[self.scored.rows], nothing[self.scored.rows] = values, empty
        return NewColumn(name, kind, whole, nothing)


@cache
def names() -> tuple[str, ...]:
    """Return the names of all hands, each once, the weakest first; before them what stands for a hand that nobody sees."""
    order = sorted([*range(1, TOP + 14), *short_values().values()])
    return (UNCONTESTED, *dict.fromkeys(map(name, order)))


@cache
def _name_places() -> npt.NDArray[np.int16]:
    places = {text: place for place, text in enumerate(names())}
    return np.array([-1, *(places[name_at(place)] for place in range(1, TOP + 15 + len(short_values())))], np.int16)


def check_free(
    present: Iterable[object],
    new: Sequence[str],
    cells_of: Callable[[str], Sequence[Any]],
    *,
    proof: Proof | None = None,
    remedy: str = "overwrite=True",
) -> None:
    """Raise `OptionError` where a column of the user's would be replaced: all new ones together may be an earlier run's.

    `cells_of` gives the cells of a column, `proof` is that of the rows before.

    >>> check_free(["cards", "hand"], ["value", "hand", "problem"], list)
    Traceback (most recent call last):
    xlpoker.errors.OptionError: there is a column 'hand' already that is not proved to be an earlier result; rename it, or use overwrite=True to replace it
    """
    there = set(present)
    taken = [title for title in new if title in there]
    if taken == list(new):
        proof = proof or Proof(new[:-1])
        problems = all(cell is None or isinstance(cell, str) for cell in cells_of(new[-1]))
        if problems and proof.holds(proof.take([[*map(plain, cells_of(title))] for title in new[:-1]])):
            return
    if taken:
        raise OptionError(
            f"there is a column '{taken[0]}' already that is not proved to be an earlier result; rename it, or use {remedy} "
            "to replace it"
        )
