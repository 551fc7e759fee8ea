"""The rows of a table -> values, names, winners and problems, and these as columns of pandas or Arrow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.arrays import on_scale_array
from xlpoker.errors import CellError, OptionError
from xlpoker.evaluator.classes import TOP, name, short_values
from xlpoker.evaluator.encodings import encoding
from xlpoker.frames.plan import Plan
from xlpoker.frames.tables import Table, codes_of, hand_codes, numbered_codes
from xlpoker.workbook.bulk import evaluated
from xlpoker.workbook.earlier import Proof, plain
from xlpoker.workbook.grid import Grid
from xlpoker.workbook.scoring import outcomes

__all__ = ["Results", "check_free", "evaluate", "name_codes", "names"]

Place = Callable[[int, str], str]


@dataclass(slots=True)
class Results:
    """What became of n rows of N hands.

    `strengths` (n, N) are values on that scale, 0 for bad and blank rows; `winners` (n,) 1 .. N, 0 a tie, -1 for bad and blank rows;
    `errors` by row; `blank` counts the rows without any card.
    """

    plan: Plan
    strengths: npt.NDArray[np.float64]
    winners: npt.NDArray[np.int8]
    errors: dict[int, CellError]
    blank: int

    def on_scale(self, player: int) -> npt.NDArray[np.float64]:
        """Return a player's values on the plan's scale, NaN where the row is bad or blank."""
        strengths: npt.NDArray[Any] = self.strengths[:, player]
        whole = strengths.astype(np.uint16)
        if np.array_equal(whole, strengths):
            strengths = whole
        return on_scale_array(self.plan.scale, strengths, self.winners < 0)

    def titles(self) -> list[tuple[str, str]]:
        """Return the names of the columns for each player's value and hand."""
        if len(self.plan.hands) == 1:
            return [("value", "hand")]
        return [(f"player_{n}_value", f"player_{n}_hand") for n in range(1, len(self.plan.hands) + 1)]

    def columns(self) -> list[str]:
        """Return the names of all new columns in their order."""
        winner = ["winner"] if len(self.plan.hands) > 1 else []
        return [title for pair in self.titles() for title in pair] + winner + ["problem"]

    def counts(self) -> list[int]:
        """Return how many rows are ties and how many each player wins."""
        found: list[int] = np.bincount(self.winners[self.winners >= 0], minlength=len(self.plan.hands) + 1).tolist()
        return found


def evaluate(table: Table, plan: Plan, place: Place) -> Results:
    """Return the results of all rows; `place` says where a cell is, for the message of a bad one."""
    hands = [_codes(table, part, plan) for part in plan.hands]
    board = _codes(table, plan.board, plan) if plan.board else None
    shown = evaluated(hands, board, plan.game, plan.jokers)
    results = Results(plan, shown.values.astype(np.float64), shown.winners, {}, 0)
    bad = np.flatnonzero(results.winners < 0)
    if len(bad):
        _one_by_one(table, bad, results, place)
    if len(hands) == 1:
        results.winners[results.winners >= 0] = 1
    return results


def _codes(table: Table, part: tuple[str, ...], plan: Plan) -> Any:
    if plan.cards is not None:
        return numbered_codes(table, part, encoding(plan.cards))
    if len(part) == 1:
        return hand_codes(table.column(part[0]))
    codes = np.empty((len(table), len(part)), np.uint8)
    for place, column in enumerate(part):
        codes[:, place] = codes_of(table.column(column))
    return codes


def _one_by_one(table: Table, bad: npt.NDArray[np.int64], results: Results, place: Place) -> None:
    """Read the rows that the kernel has not valued: to say why, or because a short board or hand is no fault."""
    plan = results.plan
    rows = bad.tolist()
    grid = Grid("", table.cells(plan.columns, rows))
    seen = 0
    reader = outcomes(
        grid, plan.layout(len(rows)), plan.game, plan.jokers, plan.cards, lambda _r, _c: "a card is missing"
    )
    for outcome in reader:
        seen += 1
        row = rows[outcome.row]
        if outcome.error is None:
            results.strengths[row], results.winners[row] = outcome.values, outcome.winner
        else:
            column = plan.columns[_column(outcome.error.cell)]
            results.errors[row] = CellError("", place(row, column), outcome.error.value, outcome.error.reason)
    results.blank = len(rows) - seen
    results.strengths[results.winners < 0] = 0


def _column(cell: str) -> int:
    number = 0
    for letter in cell.rstrip("0123456789"):
        number = 26 * number + ord(letter) - 64
    return number - 1


@cache
def names() -> tuple[str, ...]:
    """Return the names of all hands, each once, the weakest first."""
    order = sorted([*range(1, TOP + 14), *short_values().values()])
    return tuple(dict.fromkeys(map(name, order)))


@cache
def _name_places() -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int16]]:
    order = sorted([*map(float, range(1, TOP + 14)), *short_values().values()])
    places = {text: place for place, text in enumerate(names())}
    return np.array(order), np.array([places[name(value)] for value in order], np.int16)


@cache
def _whole_places() -> npt.NDArray[np.int16]:
    places = {text: place for place, text in enumerate(names())}
    return np.array([-1, *(places[name(value)] for value in range(1, TOP + 14))], np.int16)


def name_codes(values: npt.NDArray[np.float64]) -> npt.NDArray[np.int16]:
    """Return the place of each value's name in `names`, -1 for 0."""
    whole = values.astype(np.int64)
    if np.array_equal(whole, values):
        found: npt.NDArray[np.int16] = _whole_places().take(whole)
        return found
    order, places = _name_places()
    found = places.take(np.searchsorted(order, values), mode="clip")
    found[values == 0] = -1
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
