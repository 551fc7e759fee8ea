"""Results as columns of pandas or Arrow, and which existing columns of a table stay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from xlpoker.errors import OptionError
from xlpoker.evaluator.classes import TOP, WHOLE_VALUES, name, short_values
from xlpoker.layout.model import Layout
from xlpoker.scales import scale_named
from xlpoker.scales.arrays import on_scale_array
from xlpoker.scoring.counts import COLUMNS, Options
from xlpoker.scoring.model import Scored
from xlpoker.scoring.plan import titled
from xlpoker.scoring.results import PROBLEM, UNCONTESTED, Results, name_at

__all__ = ["ColumnResults", "NewColumn", "kept_columns", "names"]


class NewColumn(NamedTuple):
    """A new column: its name, its kind, its contents (names as indices into `names`), and where it is empty."""

    name: str
    kind: str
    cells: npt.NDArray[Any]
    empty: npt.NDArray[np.bool_]


class ColumnResults:
    """The results of some hands as columns for all rows of a block: `names` are theirs, in their order."""

    def __init__(self, layout: Layout, options: Options, chosen: Sequence[str] = COLUMNS) -> None:
        if scale_named(options.scale).needs_cards:
            needs = "needs the cards of a hand: xlpoker.values has it, tables have not"
            raise OptionError(f"scale {options.scale} {needs}")
        self._scale = options.scale
        self._found = Results(layout, replace(options, scale="strength"), chosen)
        self.names = [title.lower().replace(" ", "_") for title in (*self._found.titles, PROBLEM.title)]

    def of(self, scored: Scored, first: int, size: int) -> Iterator[NewColumn]:
        """Yield the columns: numbers on the scale (NaN where it has none), names, winners, problems; `first` is the first row's number."""
        found, good = self._found, scored.rows - first

        def column(name: str, kind: str, values: npt.NDArray[Any], empty: npt.NDArray[np.bool_]) -> NewColumn:
            whole = np.full(size, {"value": np.nan, "text": None}.get(kind, -1), values.dtype)
            nothing = np.ones(size, np.bool_)
            whole[good], nothing[good] = values, empty
            return NewColumn(name, kind, whole, nothing)

        for one, title, places in zip(found.columns, self.names, found.places(scored), strict=False):
            if one.kind == "value":
                values = scored.values[:, one.player]
                yield column(title, "value", on_scale_array(self._scale, values, values == 0), values == 0)
            elif one.kind == "hand":
                order = _name_places(places.max(initial=0) >= WHOLE_VALUES[1].start).take(places)
                yield column(title, "hand", order, order < 0)
            elif one.text:
                made = {place: found.content(one, place) for place in set(places.tolist())}
                texts = np.array([made[place] for place in places.tolist()], dtype=object)
                yield column(title, "text", texts, scored.winners < 0)
            else:
                yield column(title, "winner", scored.winners.astype(np.int8), scored.winners < 0)
        problems = np.full(size, None, dtype=object)
        for row, error in scored.problems.items():
            problems[row - first] = str(error)
        yield NewColumn(self.names[-1], "text", problems, np.array([one is None for one in problems], np.bool_))


def kept_columns(
    there: Sequence[Any], new: Sequence[str], *, overwrite: bool, remedy: str = "overwrite=True"
) -> list[int]:
    """Return the columns of a table that stay beside new ones.

    >>> kept_columns(["cards", "hand"], ["value", "hand", "problem"], overwrite=False)
    Traceback (most recent call last):
    xlpoker.errors.OptionError: there is a column 'hand' already; rename it, or use overwrite=True to replace it
    """
    replaced = titled(there, new, overwrite=overwrite, remedy=remedy)
    return [at for at in range(len(there)) if at not in replaced]


@cache
def names() -> tuple[str, ...]:
    """Return the names of all hands, each once, the weakest first, behind a placeholder for a hand that is not shown."""
    order = sorted([*range(1, TOP + 14), *short_values().values()])
    return (UNCONTESTED, *dict.fromkeys(map(name, order)))


@cache
def _name_places(short_deck: bool) -> npt.NDArray[np.int16]:
    places = {text: place for place, text in enumerate(names())}
    found = np.full(1 << 15, -1, np.int16)
    for known in (range(1, TOP + 15 + len(short_values())), *(WHOLE_VALUES[1:] if short_deck else ())):
        found[known.start : known.stop] = [places[name_at(place)] for place in known]
    return found
