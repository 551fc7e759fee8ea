"""The rows of a table -> values, names, winners and problems, and these as columns of pandas or Arrow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import CellError, OptionError
from xlpoker.evaluator.classes import TOP, name, short_values
from xlpoker.evaluator.encodings import encoding
from xlpoker.layout.find import Area
from xlpoker.layout.grid import Grid
from xlpoker.scales.arrays import on_scale_array
from xlpoker.scoring.columns import PROBLEM, UNCONTESTED, columns_of, name_at, places_of
from xlpoker.scoring.counts import Options
from xlpoker.scoring.earlier import Proof, plain
from xlpoker.scoring.model import Window
from xlpoker.scoring.score import score_block
from xlpoker.workbook.arrow import Codes, Table, codes_of, hand_codes, numbered_codes
from xlpoker.workbook.columns import Plan

__all__ = ["Results", "check_free", "evaluate", "name_codes", "names"]

Place = Callable[[int, str], str]


@dataclass(slots=True)
class Results:
    """What became of n rows of N hands.

    `strengths` (n, N) are values on that scale, 0 for bad and blank rows and who is not in the showdown; `winners` (n,) 1 .. N, 0 a
    tie, -1 for bad and blank rows and where there is no showdown, of which there are `no_showdown`; `errors` by row; `blank` counts
    the rows without any card.
    """

    plan: Plan
    strengths: npt.NDArray[np.float64]
    winners: npt.NDArray[np.int8]
    errors: dict[int, CellError]
    blank: int
    no_showdown: int | None

    def on_scale(self, player: int) -> npt.NDArray[np.float64]:
        """Return a player's values on the plan's scale, NaN where the row is bad or blank."""
        strengths: npt.NDArray[Any] = self.strengths[:, player]
        whole = strengths.astype(np.uint16)
        if np.array_equal(whole, strengths):
            strengths = whole
        return on_scale_array(self.plan.scale, strengths, strengths == 0)

    def name_codes(self, player: int) -> npt.NDArray[np.int16]:
        """Return the places of the names of a player's hands in `names`, -1 for none."""
        codes = name_codes(self.strengths[:, player])
        codes[(self.winners == player + 1) & (self.strengths[:, player] == 0)] = 0
        return codes

    def columns(self) -> list[str]:
        """Return the names of all new columns in their order."""
        titles = [column.title for column in columns_of(self.plan.layout(0).hands)]
        return [title.lower().replace(" ", "_") for title in [*titles, PROBLEM.title]]

    def counts(self) -> list[int]:
        """Return how many rows are ties and how many each player wins."""
        found: list[int] = np.bincount(self.winners[self.winners >= 0], minlength=len(self.plan.hands) + 1).tolist()
        return found


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
        if self.plan.cards is not None:
            return numbered_codes(self.table, part, encoding(self.plan.cards))
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


def evaluate(table: Table, plan: Plan, place: Place) -> Results:
    """Return the results of all rows; `place` says where a cell is, for the message of a bad one."""
    rows, players = len(table), len(plan.hands)
    options = Options(game=plan.game, jokers=plan.jokers, scale=plan.scale, cards=plan.cards)
    scored = score_block(_TableBlock(table, plan, place), plan.layout(rows), options)
    strengths, winners = np.zeros((rows, players)), np.full(rows, -1, np.int8)
    strengths[scored.rows] = scored.values
    winners[scored.rows] = scored.winners if players > 1 else np.where(scored.winners < 0, -1, 1)
    blank = rows - len(scored.rows) - len(scored.problems)
    return Results(
        plan, strengths, winners, scored.problems, blank, int((scored.winners < 0).sum()) if plan.board else None
    )


@cache
def names() -> tuple[str, ...]:
    """Return the names of all hands, each once, the weakest first; before them what stands for a hand that nobody sees."""
    order = sorted([*range(1, TOP + 14), *short_values().values()])
    return (UNCONTESTED, *dict.fromkeys(map(name, order)))


@cache
def _name_places() -> npt.NDArray[np.int16]:
    places = {text: place for place, text in enumerate(names())}
    return np.array([-1, *(places[name_at(place)] for place in range(1, TOP + 15 + len(short_values())))], np.int16)


def name_codes(values: npt.NDArray[np.float64]) -> npt.NDArray[np.int16]:
    """Return the place of each value's name in `names`, -1 for 0."""
    found: npt.NDArray[np.int16] = _name_places().take(places_of(values))
    return found


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
