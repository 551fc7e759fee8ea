"""Words above the hands that name the players, and titles between rows of hands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from xlpoker.evaluator.cells import is_blank, is_out, sides
from xlpoker.layout.cell_types import LABEL, SHORT, WORD, Sheet, kind_of
from xlpoker.layout.find import Layout, UnclearLayoutError
from xlpoker.layout.grid import Area, Grid
from xlpoker.layout.labels import WHO, is_card_name, is_label, is_plain_label, short
from xlpoker.layout.regions import Block, where

__all__ = ["check_names", "is_title", "names_of"]

_CARDS_IN = re.compile(
    r"(?:(?<!\w)|(?<=[2-9TJQKA][cdhs]))(?:10|[2-9TJQKA])[cdhs♣♦♥♠](?!\w)|(?:[2-9TJQKA][cdhs]){2}", re.IGNORECASE
)
_A_WORD = re.compile(r"[^#]*[^\W\d_]{3}")
_NAMED = re.compile(r"(?P<who>.*?)[\s_.'’:-]*(?:cards?|c|karte|carte)?[\s_.#-]*\d{1,2}", re.IGNORECASE)
_OWNED = re.compile(r"(?P<who>.+?)(?:['’]s?)?\s+(?:hand|cards|hole\s+cards)\s*:?", re.IGNORECASE)
_COUNTED_PLAYER = re.compile(
    rf"(?P<who>(?:{WHO}|[ps])[\s\#.:_-]*)(?P<number>\d{{1,2}}|(?<=[\s_-])[a-j])", re.IGNORECASE
)
_ROLES = ("hero", "villain", "dealer")
_NAMES_ABOVE = 3  # rows above the hands in which the players' names may stand


def names_of(head: Grid, first: int, hands: Sequence[Area], above: int = _NAMES_ABOVE) -> tuple[str, ...]:
    """Return the name of each player in the rows `above` the first row of the hands, nothing where there are none.

    >>> hands = Area(0, 1), Area(2, 3)
    >>> names_of(Grid("", [["Anna", None, "Ben"], ["Card 1", "Card 2", "Card 1", "Card 2"]]), 2, hands)
    ('Anna', 'Ben')
    >>> names_of(Grid("", [[], ["Anna c1", "Anna c2", "Ben c1", "Ben c2"]]), 2, hands)
    ('Anna', 'Ben')
    >>> names_of(Grid("", [["Player 1", None, "Player 2"]]), 1, hands)
    ()
    >>> names_of(Grid("", [["Seat 2", None, "Seat 5"]]), 1, hands), names_of(Grid("", [["Hand A", None, "Hand B"]]), 1, hands)
    (('Seat 2', 'Seat 5'), ())
    """
    for row in range(first - 1, max(first - 1 - above, -1), -1):
        names = tuple(_name(head, row, area) for area in hands)
        if not all(map(_is_own, names)):
            counts = [match for name in names if (match := _COUNTED_PLAYER.fullmatch(name))]
            numbers = [
                int(text) if text.isdecimal() else int(text, 36) - 9 for text in (match["number"] for match in counts)
            ]
            alike = len({match["who"].casefold() for match in counts}) == 1 and len(counts) == len(names)
            names = names if alike and len(names) > 1 and numbers != [*range(1, len(names) + 1)] else ()
        if names and len({name.casefold() for name in names}) == len(names):
            return names
    return ()


def check_names(grid: Grid, layout: Layout) -> None:
    """Raise `UnclearLayoutError` where a heading between the hands has one of the players in another place."""
    order = [name.casefold() for name in layout.names]
    known, starts, headings = {*order}, [area.first for area in layout.hands], [layout.first - 1]
    for at, row in enumerate(grid.rows[layout.first : layout.last + 1] if known else (), layout.first):
        cells = [row[column] for column in starts if column < len(row)]
        if any(isinstance(cell, str) and cell.strip().casefold() in known for cell in cells):
            here = [name.casefold() for name in names_of(grid, at + 1, layout.hands, above=1)]
            if any(one in known and one != name for one, name in zip(here, order, strict=False)):
                headings.append(at)
                order = here
    if headings[1:]:
        tables = [Block(top + 1, end - 1, []) for top, end in pairwise([*headings, layout.last + 1]) if end - top > 1]
        ways = " ".join(f"--hands {one.ranges(layout.areas)}" for one in tables)
        found = f"{where(Sheet(grid))} names the players anew, in another order, in row {headings[1] + 1}"
        raise UnclearLayoutError(found, "take each table by itself", ways)


def _name(head: Grid, row: int, area: Area) -> str:
    """Return the word that a row has for the player with the hand in an area, an empty text for none or several."""
    first, *others = [head.cell(row, column) for column in area.columns]
    if area.part is not None:
        first = dict(enumerate(sides(first))).get(area.part)
    text = _text(first)
    if others and any(cell is not None for cell in others):
        found = {match["who"].strip() if (match := _NAMED.fullmatch(_text(cell))) else "" for cell in (first, *others)}
        text = found.pop() if len(found) == 1 else ""
    elif (owned := _OWNED.fullmatch(text)) is not None:
        text = owned["who"]
    return text


def _is_own(text: str) -> bool:
    """Tell whether a word above a hand is a name, and no number of players, hands or cards."""
    generic = (is_label(text) and text.casefold() not in _ROLES) or is_plain_label(text) or is_card_name(text)
    return not generic and any(map(str.isalpha, text))


def _text(cell: Any) -> str:
    return short(cell) if isinstance(cell, str) else ""


def is_title(cells: Sequence[Any]) -> bool:
    """Tell whether a row is a title: words in one cell, which are no cards nor nearly some, and nothing else.

    >>> is_title([None, "February"]), is_title(["Table 2", ""]), is_title(["Table 2", 7]), is_title(["AhKhQhJhTx"])
    (True, True, False, False)
    """
    held = [cell for cell in cells if not is_blank(cell)]
    if len(held) != 1 or not isinstance(held[0], str) or is_out(held[0]) or _CARDS_IN.search(held[0]):
        return False
    return kind_of(held[0]) in (SHORT, LABEL, WORD) and _A_WORD.match(held[0]) is not None
