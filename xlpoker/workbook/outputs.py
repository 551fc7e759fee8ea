"""Recognises files that xlpoker has written, which may be replaced and are not read as inputs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from xlpoker.evaluator.classes import ROYAL_FLUSH
from xlpoker.scoring.plan import is_result
from xlpoker.scoring.results import parts_of

__all__ = ["deals_of", "is_output", "is_report", "may_hold_results"]

REPORT_TITLE = "Poker report"
REPORT_SHEETS = ("Summary", "Best hands", "Books", "Bad rows", "Players", "Starting hands", "Months", "Luck")
_SEARCHED = 1000
_QUICK = 1 << 16
_WORDS = re.compile(rb"[Vv]alue|[Ww]inner|High Card|Pair|Three of|Straight|Flush|Full House")
_APART = re.compile(r"[\s,;|]+")
_TITLES = (["Value", "Hand"], ["value", "hand", "problem"])  # of one hand a row; the other ones are those of Parquet


def is_output(path: Path) -> bool:
    """Tell whether a file holds the columns that scoring writes, within its first thousand rows."""
    return _have_results(_head(path))


def may_hold_results(path: Path) -> bool:
    """Tell whether words of results occur near the beginning of a file or of its parts: a quick test for whole folders."""
    import zipfile
    import zlib

    try:
        if not zipfile.is_zipfile(path):
            with path.open("rb") as file:
                piece = file.read(_QUICK)
            return piece.startswith(b"PAR1") or bool(_WORDS.search(piece))
        with zipfile.ZipFile(path) as package:
            for part in package.namelist():
                if "worksheets/" in part or part.endswith("sharedStrings.xml"):
                    with package.open(part) as stream:
                        if _WORDS.search(stream.read(_QUICK)):
                            return True
    except (OSError, ValueError, NotImplementedError, zipfile.BadZipFile, zlib.error):
        pass
    return False


def deals_of(path: Path) -> tuple[int, set[str], bool]:
    """Return whether a file is an output of scoring, the cards of its first thousand rows as written, and if there are more.

    An output is 2; a column of winners alone, which a dealer may have typed, is 1.
    """
    from xlpoker.layout.cells import codes_of, is_cards

    rows = _head(path)
    winners = any("Winner" in row for row in rows) or "winner" in (rows or [[]])[0]
    scored = 2 if _have_results(rows) else int(winners)
    deals = [
        " ".join(_APART.sub(" ", str(cell)) for cell, card in zip(row, cards, strict=False) if card).strip()
        for row, cards in zip(rows, is_cards(codes_of(rows)).tolist(), strict=True)
    ]
    return scored, {cards for cards in deals if cards}, len(rows) >= _SEARCHED


def _head(path: Path) -> list[Sequence[Any]]:
    """Return the first thousand rows of a file, of all its sheets together; none for a kind of file that xlpoker does not write."""
    from xlpoker.files.file_types import FOREIGN, kind_of
    from xlpoker.workbook.read import source_of

    rows: list[Sequence[Any]] = []
    try:
        if kind_of(path) not in FOREIGN:
            with source_of(path) as source:
                rows += (row for found in source.tables(whole=False) for row in found.grid.rows)
    except Exception:  # noqa: BLE001 - whatever it is, it is told when the file is read
        return []
    return rows[:_SEARCHED]


def is_report(path: Path) -> bool:
    """Tell whether a file is a workbook that `xlpoker report` writes: its title, on the first of its very sheets."""
    from xlpoker.workbook.xlsx.package import Package

    try:
        with Package(path) as package:
            names = tuple(sheet.name for sheet in package.sheets)
        ours = names[:2] == REPORT_SHEETS[:2] and set(names) <= set(REPORT_SHEETS)
        return ours and any(REPORT_TITLE in row for row in _head(path)[:3])
    except Exception:  # noqa: BLE001 - as above
        return False


def _have_results(rows: Sequence[Sequence[Any]]) -> bool:
    """Tell whether a row is the header of results, or holds a value and a name beside each other.

    A header by name has all of two players, or one of each under whose name the cards stand.
    """
    for row in rows:
        if any(list(row[at : at + len(titles)]) == titles for titles in _TITLES for at in range(len(row) - 1)):
            return True
        worth = (
            value for value, name in pairwise(row) if is_result("Hand", name) and ("," in name or name == ROYAL_FLUSH)
        )
        if any(is_result("Value", value) for value in worth):
            return True
    words = {"Player 1", "Player 2"}
    for row in rows:
        named = [(who, kind) if who and kind in ("value", "hand") else ("", "") for who, kind in map(parts_of, row)]
        words |= {cell for cell, (who, _) in zip(row, named, strict=True) if isinstance(cell, str) and not who}
        for at, ((one, kind), (other, second)) in enumerate(pairwise(named)):
            alike = [(who, kind) for who, _ in named[at : at + 4 : 2] for kind in ("value", "hand")]
            if named[at : at + 4] == alike and len(alike) == 4:
                return True
            if kind and kind == second and all(any(word.startswith(who) for word in words) for who in (one, other)):
                return True
    return False
