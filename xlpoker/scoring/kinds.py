"""Columns of whole hands that are no rivals: front, middle and back of Chinese poker; cards dealt, held and final in video poker.

Which of them are to be counted is asked: hands of one kind against each other, or one column by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from xlpoker.layout.cell_types import Sheet
from xlpoker.layout.find import Layout, UnclearLayoutError
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.labels import is_board, short
from xlpoker.layout.regions import Block, find_blocks, where
from xlpoker.scoring.words import codes_in

__all__ = ["KIND", "check_kinds", "clearer"]

_ROWS = r"\b(?:front|middle|mid|back|top|bottom|vorne|mitte|hinten)(?:\s+(?:hand|row))?"  # that a player sets in Chinese poker
_STAGES = (
    r"(?:dealt|deal|initial|start(?:ing)?|held|hold|kept|keep|drawn?|discards?|discarded|final)(?:\s+(?:hand|cards))?"
)
_ROW_OF, _STAGE = re.compile(_ROWS + "$", re.IGNORECASE), re.compile(_STAGES, re.IGNORECASE)
KIND = re.compile(rf"{_ROWS}|\b{_STAGES}", re.IGNORECASE)
"""What is among the headings where `check_kinds` may find anything."""
_WHOLE, _TRIED, _FEW = (5, 7), 24, 4


def check_kinds(grid: Grid, layout: Layout) -> None:
    """Raise `UnclearLayoutError` where headings, which the layout has, say that the hands of a row are of several kinds, no rivals."""
    words = [short(grid.cell(layout.header or 0, area.first) or "") for area in layout.hands]
    block = Block(layout.first, layout.last, [])
    if len(words) < 2:
        return
    if ways := _rows_set(words, layout.hands) or (_stages(layout.hands) if all(map(_STAGE.fullmatch, words)) else []):
        raise _unclear(grid, block, ways)


def clearer(grid: Grid, unclear: UnclearLayoutError) -> UnclearLayoutError:
    """Return a question about columns of whole hands of several sizes with the hands of each kind, other questions as they are."""
    blocks = find_blocks(Sheet(grid)) if "--hands" in unclear.choices and "--game" not in unclear.choices else []
    if len(blocks) != 1 or not all(blocks[0].stats[at].one_cell for at in blocks[0].columns):
        return unclear
    (block,) = blocks
    areas = [Area(at, at) for at in block.columns]
    words = [short(block.header.get(area.first) or "") for area in areas]
    if len(areas) < 2 or any(map(is_board, words)):
        return unclear
    whole = [area for area in areas if block.stats[area.first].most in _WHOLE]
    ways = _rows_set(words, areas) or (_stages(whole) if _shared(grid, block, areas) else [])
    return _unclear(grid, block, ways) if ways else unclear


def _unclear(grid: Grid, block: Block, ways: Sequence[Sequence[Area]]) -> UnclearLayoutError:
    """Return the question which hands are meant."""
    choices = [f"--hands {block.ranges(areas)}" for areas in ways]
    chosen = ", ".join(choices[:-1]) + " or " * (len(choices) > 1) + choices[-1]
    found = f"{where(Sheet(grid))} holds hands of several kinds in a row, which do not play against each other"
    return UnclearLayoutError(found, "say which", chosen)


def _rows_set(words: Sequence[str], areas: Sequence[Area]) -> list[list[Area]]:
    """Return the hands of each row that players set, an empty list where headings do not end with their names.

    >>> _rows_set(["Ann front", "Ann back", "Bob front", "Bob back"], [Area(at, at) for at in range(0, 8, 2)])[1]
    [Area(first=2, last=2), Area(first=6, last=6)]
    """
    kinds: dict[str, list[Area]] = {}
    for word, area in zip(words, areas, strict=True):
        found = _ROW_OF.search(word)
        if found is None:
            return []
        kinds.setdefault(found[0].casefold(), []).append(area)
    return list(kinds.values()) if len(kinds) > 1 else []


def _stages(areas: Sequence[Area]) -> list[list[Area]]:
    """Return each column by itself, the final one first."""
    return [[area] for area in reversed(areas)]


def _shared(grid: Grid, block: Block, areas: Sequence[Area]) -> bool:
    """Tell whether hands share cards in nearly all rows."""
    rows = range(block.first, min(block.last + 1, block.first + _TRIED))
    held = [[card for area in areas for card in codes_in(grid.cell(row, area.first))] for row in rows]
    return len(held) >= _FEW and 4 * sum(len(cards) > len({*cards}) for cards in held) >= 3 * len(held)
