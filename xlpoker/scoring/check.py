"""The check of a dealer: whether a column names the winner that the cards mean, row by row."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from xlpoker.errors import CellError, LayoutError, OptionError, nearest, quoted
from xlpoker.layout.find import Layout
from xlpoker.layout.grid import Grid, a1, column_number
from xlpoker.scoring.counts import Counts, Options
from xlpoker.scoring.earlier import NamedWinners
from xlpoker.scoring.model import Block, Scored

__all__ = ["Check", "check_of"]

MOST_LISTED = 100_000
_TIES = frozenset(["0", "tie", "tied", "ties", "split", "split pot", "draw", "chop", "push"])
_NUMBER = re.compile(r"(?:player|hand|seat|p|h|#)?[\s_.#-]*(?P<number>\d{1,3})(?:\.0)?", re.IGNORECASE)


@dataclass(slots=True)
class Check:
    """What a column says of some rows, against the winners of these; `names` are the players'."""

    column: int
    names: list[str]
    agree: int = 0
    differ: int = 0
    differing: list[CellError] = field(default_factory=list)
    known: NamedWinners = field(init=False)

    def __post_init__(self) -> None:
        self.known = NamedWinners(self.names)

    def take(self, block: Block, scored: Scored, sheet: str) -> None:
        """Compare some rows; those without a showdown are left out."""
        window = block.window(range(len(block.numbers)))
        for row, winner in zip(scored.rows.tolist(), scored.winners.tolist(), strict=True):
            if winner < 0:
                continue
            said = window.cell(row, self.column)
            if self.winner_in(said) == winner:
                self.agree += 1
                continue
            self.differ += 1
            if len(self.differing) < MOST_LISTED:
                cell = a1(row, self.column)
                self.differing.append(CellError(sheet, cell, str(said or ""), self._told(said, winner)))

    def winner_in(self, said: Any) -> int | None:
        """Return the winner that a cell names: 1 .. N, 0 for a tie, None for nobody.

        >>> check = Check(10, ["Anna", "Ben"])
        >>> [check.winner_in(said) for said in (2, "P1", "ben", "split", 0.0, "Anna, Ben", "Carl", None)]
        [2, 1, 2, 0, 0, 0, None, None]
        """
        text = " ".join(str(said).split()).casefold() if said is not None else ""
        if text in _TIES or said == 0:
            return 0
        found = self.known[text]
        if isinstance(found, int):
            return found
        match = _NUMBER.fullmatch(text)
        return int(match["number"]) if match is not None and 0 < int(match["number"]) <= len(self.names) else None

    def _told(self, said: Any, winner: int) -> str:
        wins = f"{self.names[winner - 1]} wins" if winner else "it is a tie"
        text = f"{said:g}" if isinstance(said, float) else str(said or "").strip()
        if not text:
            return f"nothing is said, {wins}"
        if self.winner_in(said) is not None:
            return f"{quoted(text)} is said, {wins}"
        return f"{quoted(text)} is no player; {nearest(text, [*self.names, 'tie'])}; {wins}"

    def count(self, counts: Counts) -> None:
        """Add what was found to the counts."""
        counts.agree, counts.differ = (counts.agree or 0) + self.agree, counts.differ + self.differ
        counts.differing += self.differing


def check_of(head: Grid, layout: Layout, options: Options) -> Check | None:
    """Return the check of the column that the options name, by its letters or its heading; None where they name none.

    Raises `OptionError` where there is no winner to check, `LayoutError` for a column that is not there.
    """
    if options.check is None:
        return None
    if len(layout.hands) < 2:
        raise OptionError("one hand a row has no winner to check")
    said = " ".join(options.check.split()).casefold()
    headings: dict[str, int] = {}
    for row in reversed(head.rows[: layout.first]):
        for column, cell in enumerate(row):
            if isinstance(cell, str):
                headings.setdefault(" ".join(cell.split()).casefold(), column)
    hands = {column for area in layout.areas for column in area.columns}
    found = headings.get(said)
    if found is None and re.fullmatch(r"[a-z]{1,3}", said):
        found = column_number(said.upper())
    if found is None or found in hands:
        where = "is a column of the hands" if found is not None else "is no column, and no heading above the hands"
        names = [str(cell) for row in head.rows[: layout.first] for cell in row if isinstance(cell, str)]
        raise LayoutError(f"{quoted(options.check)} {where}; {nearest(options.check, names) if names else 'such as K'}")
    return Check(found, list(layout.names) or [f"Player {number}" for number in range(1, len(layout.hands) + 1)])
