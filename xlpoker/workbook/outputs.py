"""What scoring wrote earlier, known again: the columns of results in a table of texts, and whole output files.

A text file that is scored again gets its results in the place of the old ones. An output file is replaced without a
question when it is one of ours; any other file that happens to have that name is not touched.
"""

from __future__ import annotations

import csv
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from xlpoker.errors import BookError
from xlpoker.evaluator.classes import ROYAL_FLUSH
from xlpoker.files.replace import check_links, check_target
from xlpoker.layout.find import Layout
from xlpoker.layout.grid import Grid
from xlpoker.scoring.columns import PROBLEM, is_result
from xlpoker.workbook.openpyxl_engine import Column

__all__ = [
    "Earlier",
    "check_target_is_ours",
    "deals_of",
    "is_output",
    "is_report",
    "labels_of",
    "may_hold_results",
    "over_earlier",
    "without_column",
]

REPORT_TITLE, REPORT_SHEETS = "Poker report", ("Summary", "Best hands", "Books", "Bad rows")
_SEARCHED = 1000
_QUICK = 1 << 16
_WORDS = re.compile(rb"[Vv]alue|[Ww]inner|High Card|Pair|Three of|Straight|Flush|Full House")
_APART = re.compile(r"[\s,;|]+")
_TITLES = (
    ["Value", "Hand"],
    ["Player 1 value", "Player 1 hand", "Player 2 value", "Player 2 hand"],
    ["Player 1 value", "Player 2 value"],  # chosen columns; one alone could be anybody's
    ["Player 1 hand", "Player 2 hand"],
    ["value", "hand", "problem"],  # Parquet
    ["player_1_value", "player_1_hand", "player_2_value", "player_2_hand"],
)


class Earlier:
    """An earlier run's results in a table of texts, found some rows at a time: `take` all, then ask for the places.

    >>> found = Earlier(["C1", "Value", "Hand", "Problem"], ["Value", "Hand"])
    >>> found.take([["AS", "1277", "High Card, Ace"], ["x", None, None, "A3: 'x' is not a card"]], [True, True])
    >>> found.first, found.problem
    (1, 3)

    Columns with the same titles side by side are theirs where they prove it (`xlpoker.scoring.earlier`) in all rows with cards;
    with `overwrite` they need no proof.
    """

    def __init__(self, labels: Sequence[Any], titles: Sequence[str], *, overwrite: bool = False) -> None:
        from xlpoker.scoring.earlier import Proof, is_titled

        words = [str(cell).strip() if isinstance(cell, str) else cell for cell in labels]
        self._titles, self._overwrite = titles, overwrite
        starts = [at for at in range(len(words)) if is_titled(words[at : at + len(titles)], titles)]
        self.proofs = {at: Proof(titles) for at in starts}
        self._refuted: set[int] = set()
        self._reasons = {
            at: 0 for at, word in enumerate(words) if word == PROBLEM.title
        }  # how many; -1 where one is none

    def take(self, rows: Sequence[Sequence[Any]], hands: Sequence[bool]) -> None:
        """Note what stands in some rows; `hands` tells of each whether there are cards in it."""
        from xlpoker.scoring.earlier import OTHER

        for at in self.proofs:
            if (self.states(at, rows)[list(hands)] == OTHER).any():
                self._refuted.add(at)
        for at in self._reasons:
            cells = [row[at] for row, cards in zip(rows, hands, strict=True) if cards and at < len(row) and row[at]]
            good = all(is_result(PROBLEM.title, cell) for cell in cells)
            self._reasons[at] = self._reasons[at] + len(cells) if good and self._reasons[at] >= 0 else -1

    def states(self, first: int, rows: Sequence[Sequence[Any]]) -> Any:
        """Return what some rows hold in the columns from one on."""
        places = range(first, first + len(self._titles))
        cells = [[row[at] if at < len(row) else None for row in rows] for at in places]
        kinds = [title.lower().endswith("hand") for title in self._titles]
        return self.proofs[first].take(
            [column if names else list(map(_number, column)) for column, names in zip(cells, kinds, strict=True)]
        )

    @property
    def first(self) -> int:
        """The column in which they begin, -1 for none."""
        proved = (at for at in self.proofs if at not in self._refuted)
        return next(proved, next(iter(self.proofs), -1) if self._overwrite else -1)

    @property
    def problem(self) -> int:
        """The column of their problems, -1 for none."""
        return next((at for at, found in self._reasons.items() if at >= self.first >= 0 and found > 0), -1)

    def kept(self, width: int) -> list[str]:
        """Return the warning that columns of that name stay and the new ones begin behind so many."""
        from xlpoker.scoring.earlier import kept_columns

        if self.first >= 0 or not self.proofs:
            return []
        return [kept_columns(next(iter(self.proofs)), self._titles, range(width, width + len(self._titles)))]

    def replace(self, rows: Sequence[list[Any]], new: Sequence[Sequence[Any] | None]) -> None:
        """Put new results, and the problem behind them, in the place of the old ones; None for a row without cards.

        Old results of such a row go, and what is no result stays.
        """
        from xlpoker.scoring.earlier import AGREES

        first, problem = self.first, self.problem
        states = self.states(first, rows)
        for row, cells, state in zip(rows, new, states.tolist(), strict=True):
            width = len(self._titles)
            if cells is not None or state == AGREES:
                row.extend([None] * (max(first + width, problem + 1) - len(row)))
                row[first : first + width] = cells[:width] if cells is not None else [None] * width
            if problem >= 0 and problem < len(row) and (cells is not None or is_result(PROBLEM.title, row[problem])):
                row[problem] = cells[width] if cells is not None and len(cells) > width else None


def _number(cell: Any) -> Any:
    from xlpoker.scoring.earlier import number_of

    return number_of(cell) if isinstance(cell, str) else cell


def over_earlier(
    grid: Grid, header: int, columns: Sequence[Column], *, overwrite: bool = False
) -> tuple[tuple[Grid, int, list[Column]], list[str]]:
    """Return a table with the results of an earlier run replaced, its header row and the columns yet to be added; and warnings.

    >>> rows = [["C1", "Value", "Hand", "Note"], ["AS", "1", "High Card, Seven", "?"]]
    >>> new = [Column("Value", 7, {1: 3000}), Column("Hand", 34, {1: "High Card, Ace"})]
    >>> over_earlier(Grid("", rows), 0, new)[0][0].rows[1]
    ['AS', 3000, 'High Card, Ace', '?']

    Old problems go even where no new one comes.
    """
    results = [column for column in columns if column.header != PROBLEM.title]
    problems = [column for column in columns if column.header == PROBLEM.title]
    found = Earlier(grid.rows[header], [column.header for column in results], overwrite=overwrite)
    filled = {row for column in columns for row in column.cells}
    hands = [row in filled for row in range(header + 1, len(grid.rows))]
    found.take(grid.rows[header + 1 :], hands)
    if found.first < 0:
        return (grid, header, list(columns)), found.kept(max(map(len, grid.rows)))
    rows = [list(row) for row in grid.rows]
    new = [
        [column.cells.get(row) for column in (*results, *problems)] if cards else None
        for row, cards in enumerate(hands, header + 1)
    ]
    found.replace(rows[header + 1 :], new)
    at = found.problem
    if at >= 0 and not problems:
        rows = without_column(rows, header, at)
    return (replace(grid, rows=rows), header, problems if at < 0 else []), []


def without_column(rows: list[list[Any]], header: int, column: int) -> list[list[Any]]:
    """Return rows without the label of a column, and without the column where it is the last one and empty.

    >>> without_column([["AS", "Problem"], ["KS", None]], 0, 1), without_column([["Problem", "AS"], ["x", "KS"]], 0, 0)
    ([['AS'], ['KS']], [[None, 'AS'], ['x', 'KS']])
    """
    rows[header][column] = None
    last = column == max(map(len, rows)) - 1
    if last and all(row[column:] in ([], [None]) for row in rows):
        return [row[:column] for row in rows]
    return rows


def labels_of(layout: Layout, width: int) -> list[Any]:
    """Return the labels that a table without any gets.

    >>> from xlpoker.layout.find import Area
    >>> labels_of(Layout("", 0, 9, (Area(0, 1), Area(3, 4))), 5)
    ['P1 card 1', 'P1 card 2', None, 'P2 card 1', 'P2 card 2']
    """
    labels: list[Any] = [None] * width
    for player, area in enumerate(layout.hands, 1):
        for number, column in enumerate(area.columns, 1):
            labels[column] = f"P{player} card {number}" if len(layout.hands) > 1 else f"Card {number}"
    for number, column in enumerate(layout.board.columns if layout.board else (), 1):
        labels[column] = f"Board {number}"
    return labels


def check_target_is_ours(
    target: Path, *, force: bool, in_place: bool = False, ours: Callable[[Path], bool] | None = None
) -> None:
    """Raise `BookError` for what is in the target's place and must not be overwritten: not a file, or not an output of ours.

    `ours` tells an output of ours, one of scoring without it; `force` lets files be replaced, `in_place` this one.
    """
    try:
        check_target(target)
        check_links(target, force=force)
        taken = target.is_file() and target.stat().st_size > 0
    except OSError:  # a name that no file can have is refused when it is written
        return
    if taken and not force and not in_place and not (ours or is_output)(target):
        raise BookError(
            f"{target} exists and is no output of xlpoker; name another with -o, or use --force to replace it"
        )


def is_output(path: Path) -> bool:
    """Tell whether a file holds the columns that scoring writes, within its first thousand rows."""
    return any(map(_has_results, _head(path)))


def may_hold_results(path: Path) -> bool:
    """Tell whether the words of results stand near the beginning of a file or of its parts: a quick look, for whole folders."""
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


def deals_of(path: Path) -> tuple[bool, set[str], bool]:
    """Return whether a file may be an output of scoring, the cards of its first thousand rows as written, and if there are more."""
    from xlpoker.layout.cell_types import CARD, MANY, Sheet

    rows = _head(path)
    scored = any(_has_results(row) or "Winner" in row for row in rows) or "winner" in (rows or [[]])[0]
    deals = [
        " ".join(
            _APART.sub(" ", str(cell)) for cell, kind in zip(row, kinds, strict=True) if CARD <= kind <= MANY
        ).strip()
        for row, kinds in zip(rows, Sheet(Grid("", [*map(list, rows)])).rows, strict=True)
    ]
    return scored, {cards for cards in deals if cards}, len(rows) >= _SEARCHED


def _head(path: Path) -> list[Sequence[Any]]:
    try:
        return list(islice(_rows(path), _SEARCHED))
    except (OSError, ValueError, ImportError, csv.Error):
        return []


def is_report(path: Path) -> bool:
    """Tell whether a file is a workbook that `xlpoker report` writes: its title, on the first of its very sheets."""
    from xlpoker.workbook.xlsx.package import Package

    try:
        with Package(path) as package:
            names = tuple(sheet.name for sheet in package.sheets)
        ours = names[:2] == REPORT_SHEETS[:2] and set(names) <= set(REPORT_SHEETS)
        return ours and any(REPORT_TITLE in row for row in islice(_rows(path), 3))
    except (OSError, ValueError):
        return False


def _rows(path: Path) -> Iterator[Sequence[Any]]:
    from xlpoker.files.file_types import is_parquet, is_workbook

    if is_parquet(path):
        import pyarrow.parquet

        with pyarrow.parquet.ParquetFile(path) as table:
            yield table.schema_arrow.names
            for batch in islice(table.iter_batches(batch_size=_SEARCHED), 1):
                yield from ([str(cell) for cell in row.values()] for row in batch.to_pylist())
        return
    if not is_workbook(path):
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield from islice(csv.reader(file), _SEARCHED)
        return
    from xlpoker.workbook.xlsx.block import SheetTexts, head_of
    from xlpoker.workbook.xlsx.package import Package
    from xlpoker.workbook.xlsx.stream import SheetStream
    from xlpoker.workbook.xlsx.strings_styles import BookTexts

    with Package(path) as package:
        book = BookTexts(package)
        for sheet in package.sheets:
            stream = SheetStream(package, sheet)
            yield from islice(head_of(stream, SheetTexts(stream, book))[0].rows, _SEARCHED)


def _has_results(row: Sequence[Any]) -> bool:
    """Tell whether a row is the header of results, or holds a value and a name beside each other."""
    if any(list(row[at : at + len(titles)]) == titles for titles in _TITLES for at in range(len(row) - 1)):
        return True
    return any(_is_name(name) and is_result("Value", value) for value, name in pairwise(row))


def _is_name(cell: Any) -> bool:
    return is_result("Hand", cell) and ("," in cell or cell == ROYAL_FLUSH)
