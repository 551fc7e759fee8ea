"""A workbook open in Calc: cells are typed into, everything is calculated, areas are read, all in one session."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from hosts.libreoffice import Calc


class Typed(NamedTuple):
    """Cells that are typed over, by sheet and address; None empties a cell, or all cells of an area."""

    sheet: str
    cells: dict[str, Any]


class Read(NamedTuple):
    """An area whose cells are read."""

    sheet: str
    area: str


def answers_in_calc(calc: Calc, path: Path, steps: Iterable[Typed | Read]) -> list[list[list[Any]]]:
    """Return the rows of each area that is read, in order: numbers, texts, and errors as Calc shows them.

    The workbook is opened once; before the first step all its formulas are calculated anew.
    """
    answers: list[list[list[Any]]] = calc.ask("answers", str(calc.shared(path)), list(steps))
    return answers
