"""Takes the results out of an open sheet that scoring has written there, and nothing else.

The hidden names on the sheet say which cells these are. If one of them can be no result, nothing is
removed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from xlpoker.addresses import Box
from xlpoker.errors import LayoutError
from xlpoker.layout.headings import heading
from xlpoker.scoring.earlier_results import MOST_PLAYERS, is_problem_title, is_result, not_ours
from xlpoker.scoring.open_sheet_texts import NO_RESULTS
from xlpoker.scoring.remedies import DIALOG
from xlpoker.scoring.result_columns import BETWEEN, PROBLEM, parts_of
from xlpoker.scoring.result_names import RESULTS, is_our_name
from xlpoker.scoring.seen import Done, Seen, SeenTable, is_filled
from xlpoker.scoring.sheet_blocks import cell_of, check_cells
from xlpoker.scoring.single_rows import cell_text
from xlpoker.text import folded

__all__ = ["remove_results"]

_KINDS = ("Winner", "Value", "Hand", PROBLEM.title)
"""Titles for columns without one: each kind of result may stand there."""


def remove_results(seen: Seen) -> Done:
    """Return what is to be done to take the results out of a sheet.

    Raises `LayoutError` where there are none, and `BookError` for a cell of the user's among them.
    """
    names = [name for name in seen.names if is_our_name(name)]
    covered: list[Box] = []
    for name in names:
        if name.startswith(RESULTS):
            covered += seen.names[name]
    if not covered:
        raise LayoutError(NO_RESULTS.format(sheet=seen.sheet))
    texts = _texts_outside(seen, covered)
    for box in covered:
        _check(seen, box, texts, covered)
    addresses = [box.address for box in covered]
    areas = ", ".join(addresses)
    return Done(
        f"The results in {areas} of {seen.sheet} are removed",
        resized=tuple(_shrunk(seen.tables, covered)),
        clear=tuple(covered),
        names=dict.fromkeys(names),
    )


def _texts_outside(seen: Seen, covered: Collection[Box]) -> frozenset[str]:
    """Return the texts of all cells but the results: among them are the names of the players."""
    texts: set[str] = set()
    for row, cells in enumerate(seen.values):
        covered_columns = _columns_in_row(covered, row)
        for column, cell in enumerate(cells):
            if column in covered_columns:
                continue
            text = cell_text(cell)
            texts.add(text)
    names = map(folded, texts)
    return frozenset(names)


def _columns_in_row(boxes: Collection[Box], row: int) -> set[int]:
    """Return the columns that some rectangles have in a row."""
    columns: set[int] = set()
    for box in boxes:
        if box.top <= row <= box.bottom:
            columns.update(box.columns)
    return columns


def _check(seen: Seen, box: Box, texts: frozenset[str], covered: list[Box]) -> None:
    """Raise `BookError` for a cell in a rectangle of results that can be none.

    `texts` are those among which the names of the players are.
    """
    titles = _titles(seen, box, covered)
    players = _players_in(titles.values())
    names = texts | players | _names_above(seen, box.top)
    has_titles = any(titles.values())
    first = box.top + 1 if has_titles else box.top
    end = min(box.bottom + 1, len(seen.values))
    rows = range(first, end)

    def may_hold(title: str, value: object) -> bool:
        """Tell whether a value may be a result below a title."""
        kinds: Collection[str] = _KINDS
        if title:
            kinds = [title]
        winners = list(_winners_in(value, names))
        return any(is_result(kind, value, winners, MOST_PLAYERS) for kind in kinds)

    check_cells(seen, titles, rows, may_hold, covered)


def _titles(seen: Seen, box: Box, covered: list[Box]) -> dict[int, str]:
    """Return the title of each column of a rectangle of results, an empty text for none.

    Raises `BookError` for a text beside titles that is no title.
    """
    titles = dict.fromkeys(box.columns, "")
    labels = [cell_of(seen.values, box.top, column) for column in box.columns]
    if not any(map(_is_title, labels)):
        return titles
    for column, label in zip(box.columns, labels, strict=True):
        if not is_filled(label):
            continue
        if not _is_title(label):
            raise not_ours(seen.sheet, box.top, column, label, covered, DIALOG.not_ours)
        titles[column] = label
    return titles


def _players_in(titles: Iterable[str]) -> set[str]:
    """Return the names of the players in some titles, as `folded` has them."""
    names: set[str] = set()
    for title in titles:
        player, _ = parts_of(title)
        if player:
            names.add(folded(player))
    return names


def _names_above(seen: Seen, last: int) -> frozenset[str]:
    """Return the names in the headings down to a row: *Mark 1* .. *Mark 5* name Mark."""
    names: set[str] = set()
    for cells in seen.values[: last + 1]:
        for cell in filter(is_filled, cells):
            words = heading(cell_text(cell))
            names.add(folded(words.name))
            names.add(folded(words.stem))
    names.discard("")
    return frozenset(names)


def _is_title(label: object) -> bool:
    """Tell whether a cell is the title of a column of results."""
    if not isinstance(label, str):
        return False
    _, kind = parts_of(label)
    return bool(kind) or is_problem_title(label)


def _winners_in(value: object, names: Collection[str]) -> Iterator[str]:
    """Yield the names that the text of a winner's cell may be made of."""
    if not isinstance(value, str):
        return
    text = folded(value)
    parts = text.split(BETWEEN)
    for name in (text, *parts):
        if name in names:
            yield name
    if BETWEEN not in text:
        return
    for name in names:
        if BETWEEN in name and name in text:
            yield name


def _shrunk(tables: Collection[SeenTable], covered: Collection[Box]) -> Iterator[tuple[Box, Box]]:
    """Yield the tables whose last columns are results: the old cells, and the new ones."""
    for table in tables:
        old_cells = table.box
        columns_of_results: set[int] = set()
        for box in covered:
            if box.meets(old_cells):
                columns_of_results.update(box.columns)
        right = old_cells.right
        while right in columns_of_results:
            right -= 1
        if old_cells.left <= right < old_cells.right:
            new_cells = old_cells._replace(right=right)
            yield old_cells, new_cells
