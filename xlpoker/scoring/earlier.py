"""The proof that columns are results of an earlier run: values match the names beside them, and winners match the values.

Titles alone prove nothing: *Winner* may be the dealer's word, *Value* an amount. Proofs are, in every format: a value and
its name on one scale in each row, or the values of all players and the winner they imply, or formulas that call these
functions. A single column of numbers, names or winners proves nothing, whoever wrote it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.errors import HandError
from xlpoker.evaluator.classes import (
    CATEGORIES,
    FIVE_OF_A_KIND,
    ROYAL_FLUSH,
    TOP,
    WHOLE_VALUES,
    name,
    short_values,
)
from xlpoker.layout.headings import folded
from xlpoker.scales import SCALES
from xlpoker.scoring.results import BETWEEN, PROBLEM, UNCONTESTED, Made, name_at, parts_of

__all__ = ["AGREES", "BLANK", "OTHER", "STRANGE", "NamedWinners", "Proof", "is_result", "number_of", "plain"]

STRANGE = "\0"
"""Stands for a cell that xlpoker has not written: a date, a truth value, another formula."""
BLANK, AGREES, OTHER = 0, 1, 2
"""The states of a row under the titles: nothing, results that agree, something else."""
_FUNCTIONS = ("=HANDVAL(", "=HANDNAME(", "=WINNER(", "=IFERROR(CHOOSE(WINNER(")
_ORDERED = ("strength", "cactus", "percentile")
"""Scales on which the order of two numbers is always that of the hands."""
_ROUNDED = 1e-11  # relative error of a number that another program saved with 15 digits
_ANY = "*"
_NAMES = {UNCONTESTED, ROYAL_FLUSH, *(category.name for category in (*CATEGORIES, FIVE_OF_A_KIND))}
_REASON = re.compile(r"(?:[A-Z]{1,3}\d+|row [^\n]+?, [^\n]+?): ")
States = npt.NDArray[np.uint8]


@cache
def _classes(scale: str) -> tuple[list[float], list[str]]:
    """Return the numbers of a scale in order, and the name of each one's hand."""
    found: list[tuple[float, str]] = []
    for value, named in _named().items():
        with suppress(HandError):
            if value not in SCALES[scale].loose:
                found.append((SCALES[scale].of_strength(value), named))
    numbers, names = zip(*sorted(found), strict=True)
    return list(numbers), list(names)


@cache
def _named() -> dict[float, str]:
    """Return the name of each value, which every scale needs."""
    return {value: name(value) for value in (*range(1, TOP + 14), *short_values().values())}


@cache
def _loose_names(scale: str) -> set[str]:
    """Return the names of the hands whose number depends on their individual cards."""
    return {name(value) for value in SCALES[scale].loose}


def _names(scale: str, value: float) -> Sequence[str]:
    """Return the names of the hands that a number stands for; numbers of strengths need no table."""
    if scale == "strength" and any(some.start <= value < some.stop for some in WHOLE_VALUES) and value == int(value):
        return [name_at(int(value))]
    numbers, names = _classes(scale)
    near = abs(value) * _ROUNDED
    return names[bisect_left(numbers, value - near) : bisect_right(numbers, value + near)]


def _pair(scale: str, pair: tuple[Any, Any]) -> int:
    """Return the state of a value and the name beside it, on one scale."""
    value, hand = pair
    if value is None:
        return BLANK if hand in (None, _ANY) else AGREES if hand == UNCONTESTED else OTHER
    if isinstance(value, str) or hand is None:
        return AGREES if _is_formula(value) and (_is_formula(hand) or hand is _ANY) else OTHER
    names = _names(scale, value)
    return AGREES if (names if hand is _ANY else hand in names) or hand in _loose_names(scale) else OTHER


class NamedWinners(Made):
    """Name of a winner -> number of the player, 0 for several names; anything else maps to itself.

    >>> winners = NamedWinners(["Anna", "Doe, John"])
    >>> [winners[cell] for cell in ("doe, john", "Anna, Doe, John", "Carl", 2)]
    [2, 0, 'Carl', 2]
    """

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(self._number)
        self._plain = [folded(name) for name in names]
        one = "|".join(map(re.escape, self._plain))
        self._several = re.compile(f"(?:{one})(?:{BETWEEN}(?:{one}))+")

    def __missing__(self, cell: Any) -> Any:
        return super().__missing__(cell) if isinstance(cell, str) else cell  # 1 is equal to True

    def _number(self, cell: str) -> Any:
        said = folded(cell)
        return self._plain.index(said) + 1 if said in self._plain else 0 if self._several.fullmatch(said) else cell


def _is_formula(cell: object) -> bool:
    return isinstance(cell, str) and cell.startswith(_FUNCTIONS)


class Proof:
    """The proof for columns under some titles, fed with some rows at a time.

    >>> Proof(["Value", "Hand"]).take([[2067, 498, None], ["One Pair, Fives", "Flush", None]]).tolist()
    [1, 2, 0]

    The first rows with results settle the scale. Without labels, `labelled` unset, only values and names together prove.
    Winners may be named by the beginnings of the values' titles. `titled` tells that the titles are those of this run,
    `won` that winners beside the value of a single hand were compared already.
    """

    def __init__(self, titles: Sequence[str], *, labelled: bool = True, titled: bool = True, won: bool = False) -> None:
        kinds = [kind for _, kind in map(parts_of, titles)]
        self.width, self._labelled, self.titled = len(titles), labelled, titled
        self._values = [at for at, kind in enumerate(kinds) if kind == "value"]
        self._winners = [at for at, kind in enumerate(kinds) if kind.startswith("winner")]
        self._named = NamedWinners([parts_of(titles[at])[0] for at in self._values])
        self._hands = all(kinds[at + 1 : at + 2] == ["hand"] for at in self._values)
        whole = len(kinds) == len(self._values) * (1 + self._hands) + len(self._winners)
        needs = 1 if self._hands else 2 if labelled and self._winners else self.width + 1
        self._possible = whole and len(self._values) >= needs and (won or len(self._values) > 1 or not self._winners)
        if len(self._values) == 1:
            self._winners = []
        self._scales: list[str] = []
        self._pairs: dict[str, Made] = {}

    def take(self, columns: Sequence[Sequence[Any]]) -> States:
        """Return the state of each row (blank, agrees, other) from its cells by column: None, numbers, texts, formulas with ``=``."""
        if not any(cell is not None for column in columns for cell in column):
            return np.zeros(len(columns[0]), np.uint8)
        if not self._possible:
            rows = zip(*columns, strict=True)
            return np.array(
                [BLANK if {*row} == {None} else AGREES if all(map(_is_formula, row)) else OTHER for row in rows],
                np.uint8,
            )
        if not self._scales:
            shares: dict[str, float] = {}
            for scale in SCALES:
                states = self._states(scale, columns)
                shares[scale] = (states == AGREES).sum() / (states != BLANK).sum()
                if scale == "strength" and shares[scale] > 0.5:
                    break
            most = max(shares.values())
            found = [scale for scale, share in shares.items() if share == most]  # few rows may be right on several
            if most <= 0.5:
                return self._states(found[0], columns)
            self._scales = found
        proved: States = np.min([self._states(scale, columns) for scale in self._scales], axis=0)
        return proved

    def is_settled(self, scale: str) -> bool:
        """Tell whether the rows so far are results on one scale."""
        return scale in self._scales

    def _states(self, scale: str, columns: Sequence[Sequence[Any]]) -> States:
        pairs = self._pairs.setdefault(scale, Made(partial(_pair, scale)))
        each: list[States] = []
        for at in self._values:
            beside = zip(columns[at], columns[at + 1] if self._hands else repeat(_ANY), strict=False)
            each.append(np.fromiter(map(pairs.__getitem__, beside), np.uint8, len(columns[0])))
        there: States = np.max(each, axis=0)
        for at in self._winners:
            there[there != self._won(scale, columns, at)] = OTHER
        return there

    def _won(self, scale: str, columns: Sequence[Sequence[Any]], at: int) -> States:
        """Return the expected winners: on a scale that keeps the order of hands those that the values imply.

        Hands without a value are not in the showdown; a single remaining player wins without a value.
        """
        winners = _numbers([self._named[cell] for cell in columns[at]])
        if scale in _ORDERED:
            values = np.array([_numbers(columns[at]) for at in self._values])
            values = np.nan_to_num(-values if SCALES[scale].better == "lower" else values, nan=-np.inf, posinf=np.inf)
            if self._hands:
                values[[[hand == UNCONTESTED for hand in columns[at + 1]] for at in self._values]] = 0
            best = values == values.max(axis=0)
            agree = winners == np.where(best.sum(axis=0) > 1, 0, best.argmax(axis=0) + 1)
        else:
            agree = np.isin(winners, range(len(self._values) + 1))
        return np.select([agree | np.isinf(winners), np.isnan(winners)], [AGREES, BLANK], OTHER).astype(np.uint8)

    def holds(self, states: States) -> bool:
        """Tell whether rows with these states all come from an earlier run; without labels at least one must hold a result."""
        return not (states == OTHER).any() and (self._labelled or bool((states == AGREES).any()))


def is_result(title: str, value: object) -> bool:
    """Tell whether scoring writes such a value under a title; any other value is the user's own.

    >>> is_result("Player 1 value", 2067), is_result("Hand", "One Pair, Fives"), is_result("Hand", "lost it all")
    (True, True, False)
    """
    if title == PROBLEM.title:
        return isinstance(value, str) and bool(_REASON.match(value))
    if title.lower().endswith("hand"):
        return isinstance(value, str) and value.split(",")[0] in _NAMES
    return isinstance(value, int | float) and not isinstance(value, bool)


def plain(cell: Any) -> Any:
    """Return a cell in the form that a proof takes: None, a number or a text; any other value becomes one that no result has."""
    if cell is None or (isinstance(cell, float) and np.isnan(cell)):
        return None
    return cell if type(cell) in (int, float, str) else STRANGE


def number_of(text: str | bytes) -> float | str:
    """Return the number of a text; for any other text a value that no result has.

    >>> number_of("2067"), number_of(b"0.5"), number_of("nan")
    (2067, 0.5, '\\x00')
    """
    try:
        number = int(text) if text.isdigit() else float(text)
    except ValueError:
        return STRANGE
    return number if np.isfinite(number) else STRANGE


def _numbers(cells: Sequence[Any]) -> npt.NDArray[np.float64]:
    """Return cells as numbers: NaN for a blank one, infinity for a formula of xlpoker, -1 for anything else."""
    if not {*map(type, cells)} <= {int, float, type(None)}:
        cells = [np.inf if _is_formula(cell) else -1 if isinstance(cell, str | bool) else cell for cell in cells]
    return np.array(cells, np.float64)
