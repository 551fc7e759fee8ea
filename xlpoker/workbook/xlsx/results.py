"""The outcome of the hands as new columns of a worksheet part: values, names, winners, or formulas that give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from xlpoker.functions import call
from xlpoker.layout.find import Layout
from xlpoker.scoring.cell_cache import Contents
from xlpoker.scoring.columns import Column, Results, problem_text
from xlpoker.scoring.counts import Options
from xlpoker.scoring.model import Scored
from xlpoker.workbook.xlsx.cell_xml import NewColumn, number_content, text_content

__all__ = ["NewCells", "SheetResults"]


@dataclass
class NewCells:
    """What is written: columns with a content for each good row, a text for each bad one, and what formulas give there."""

    rows: npt.NDArray[Any]
    columns: Sequence[NewColumn]
    problems: Mapping[int, str]
    answers: Mapping[int, Sequence[str | float]] = field(default_factory=dict)

    @cached_property
    def all_rows(self) -> npt.NDArray[Any]:
        """All rows with a result or a problem, in order."""
        if not self.problems:
            return self.rows
        bad = np.sort(np.fromiter(self.problems, self.rows.dtype, len(self.problems)))
        return np.insert(self.rows, np.searchsorted(self.rows, bad), bad)


class SheetResults:
    """The results of a sheet, whose rows may come block by block; what a cell holds is made once."""

    def __init__(
        self, layout: Layout, options: Options, chosen: Sequence[str], prefix: bytes, sheet: str, *, live: bool = False
    ) -> None:
        self.results = Results(layout, options, chosen, live=live, sheet=sheet)
        self._prefix, self._live = prefix, live
        self._hands, self._scale = layout.hands, options.scale
        self._text = cache(partial(text_content, prefix=prefix, cached=live))
        kinds = {column.kind: Contents(partial(self._content, column)) for column in self.results.columns}
        self._contents = [kinds[column.kind] for column in self.results.columns]  # the same for all players

    def _content(self, column: Column, place: int) -> bytes:
        """Return what stands in a cell behind its address."""
        content = self.results.content(column, place)
        if content is None:
            return b"</%sc>" % self._prefix if self._live else b"/>"
        if isinstance(content, str):
            return self._text(content)
        return number_content(content, self._prefix, cached=self._live)

    def of(self, scored: Scored) -> NewCells:
        """Return the new cells of some rows.

        Raises `HandError`, naming the row, for a hand that a published scale has no number for.
        """
        columns = [
            NewColumn(column.title, column.width, places, contents, column.formula, column.text)
            for column, places, contents in zip(
                self.results.columns, self.results.places(scored), self._contents, strict=True
            )
        ]
        problems = {row: problem_text(error) for row, error in scored.problems.items()}
        answers = {row: self._answers(scored.rest[row]) for row in problems} if self._live else {}
        return NewCells(scored.rows, columns, problems, answers)

    def _answers(self, row: Sequence[Any]) -> list[str | float]:
        """Return what the formulas give in a bad row, as the functions show it."""
        hands = [[*row, *[None] * (area.last + 1)][area.first : area.last + 1] for area in self._hands]
        return [
            self._winner(hands, named=column.text) if column.player < 0
            else call("HANDNAME", hands[column.player]) if column.kind == "hand"
            else call("HANDVAL", hands[column.player], self._scale)
            for column in self.results.columns
        ]  # fmt: skip

    def _winner(self, hands: Sequence[Any], *, named: bool) -> str | float:
        """Return what the formula of the winner gives: `named`, where there is one, as what the players are called."""
        winner: str | float = call("WINNER", *hands)
        if not named or isinstance(winner, str):
            return winner
        level = [player for player, share in enumerate(call("SHARES", *hands)[0]) if share]
        return self.results.winner_name(level)
