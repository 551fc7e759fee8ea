"""Takes the results out of an open sheet that scoring has written there, and nothing else.

The hidden names on the sheet say which cells these are. If one of them can be no result, nothing is
removed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

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
    covered = [box for name in names if name.startswith(RESULTS) for box in seen.names[name]]
    if not covered:
        raise LayoutError(NO_RESULTS.format(sheet=seen.sheet))
    texts = _texts_outside(seen, covered)
    for box in covered:
        _check(seen, box, texts, covered)
    resized = [*_shrunk(seen.tables, covered)]
    areas = ", ".join(box.address for box in covered)
    return Done(
        f"The results in {areas} of {seen.sheet} are removed",
        resized=tuple(resized),
        clear=tuple(covered),
        names=dict.fromkeys(names),
    )


def _texts_outside(seen: Seen, covered: Collection[Box]) -> frozenset[str]:
    """Return the texts of all cells but the results: among them are the names of the players."""
    texts: set[str] = set()
    for row, cells in enumerate(seen.values):
        taken: set[int] = set()
        for box in covered:
            if box.top <= row <= box.bottom:
                taken.update(box.columns)
        texts.update(cell_text(cell) for column, cell in enumerate(cells) if column not in taken)
    return frozenset(map(folded, texts))


def _check(seen: Seen, box: Box, texts: frozenset[str], covered: list[Box]) -> None:
    """Raise `BookError` for a cell in a rectangle of results that can be none."""
    labels = {column: cell_of(seen.values, box.top, column) for column in box.columns}
    is_titled = any(map(_is_title, labels.values()))
    titles: dict[int, str] = {}
    for column, label in labels.items():
        if is_titled and is_filled(label) and not _is_title(label):
            raise not_ours(seen.sheet, box.top, column, label, covered, DIALOG.not_ours)
        titles[column] = label if is_titled and is_filled(label) else ""
    players = [parts_of(title)[0] for title in titles.values()]
    known = texts | {folded(player) for player in players if player} | _names_above(seen, box.top)
    first = box.top + 1 if is_titled else box.top
    rows = range(first, min(box.bottom + 1, len(seen.values)))

    def may_hold(title: str, value: object) -> bool:
        kinds = [title] if title else _KINDS
        winners = [*_winners_in(value, known)]
        return any(is_result(kind, value, winners, MOST_PLAYERS) for kind in kinds)

    check_cells(seen, titles, rows, may_hold, covered)


def _names_above(seen: Seen, last: int) -> frozenset[str]:
    """Return the names in the headings down to a row: *Mark 1* .. *Mark 5* name Mark."""
    names: set[str] = set()
    for cells in seen.values[: last + 1]:
        for cell in filter(is_filled, cells):
            words = heading(cell_text(cell))
            names.update((folded(words.name), folded(words.stem)))
    return frozenset(names - {""})


def _is_title(label: object) -> bool:
    """Tell whether a cell is the title of a column of results."""
    if not isinstance(label, str):
        return False
    _, kind = parts_of(label)
    return bool(kind) or is_problem_title(label)


def _winners_in(value: object, known: Collection[str]) -> Iterator[str]:
    """Yield the names that the text of a winner's cell may be made of."""
    if not isinstance(value, str):
        return
    text = folded(value)
    for name in (text, *text.split(BETWEEN)):
        if name in known:
            yield name
    if BETWEEN in text:
        yield from (name for name in known if BETWEEN in name and name in text)


def _shrunk(tables: Collection[SeenTable], covered: Collection[Box]) -> Iterator[tuple[Box, Box]]:
    """Yield the tables whose last columns are results: the old cells, and the new ones."""
    for table in tables:
        right = table.box.right
        while any(right in box.columns and box.meets(table.box) for box in covered):
            right -= 1
        if table.box.left <= right < table.box.right:
            yield table.box, table.box._replace(right=right)
