"""The names of columns: as headings for detection, and as a deal that was taken for names.

pandas calls a blank heading ``Unnamed: 2`` and a second *Card 1* ``Card 1.1``. A table without
names that is read as one with names has the cards of its first deal as the names of its columns.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import Any

from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import Options
from xlpoker.scoring.rows import GoodRow, RowReader
from xlpoker.scoring.single_rows import Window

__all__ = ["headings_of", "names_are_a_deal"]

_UNNAMED = re.compile(r"Unnamed: \d+(?:_level_\d+)?")
_REPEATED = re.compile(r"(?P<name>.+)\.\d+", re.DOTALL)
_SHOWN = 5
"""Names of columns that a warning quotes."""


def headings_of(names: Sequence[Hashable]) -> list[Any]:
    """Return the names of columns as a worksheet had them above its columns, None for a blank one.

    >>> headings_of(["Anna", "Unnamed: 1", "Card 1", "Card 1.1", "Version 1.1", float("nan")])
    ['Anna', None, 'Card 1', 'Card 1', 'Version 1.1', None]
    >>> headings_of([("Anna", "Card 1"), ("Unnamed: 1_level_0", "Card 2"), (0, 1)])
    ['Anna Card 1', 'Card 2', '0 1']
    """
    known = {name for name in names if isinstance(name, str)}
    return [_heading_of(name, known) for name in names]


def _heading_of(name: Hashable, known: set[str]) -> str | None:
    """Return a name as a heading; a text that repeats a `known` name is that name."""
    if isinstance(name, tuple):
        headings = [_heading_of(part, known) for part in name]
        return " ".join(heading for heading in headings if heading) or None
    is_missing = name is None or name != name  # noqa: PLR0124 - not a number
    text = str(name)
    if is_missing or not text.strip() or _UNNAMED.fullmatch(text):
        return None
    repeated = _REPEATED.fullmatch(text)
    if repeated is not None and repeated["name"] in known:
        return repeated["name"]
    return text


def names_are_a_deal(
    names: Sequence[Hashable],
    layout: Layout,
    options: Options,
) -> str:
    """Return the warning about names of columns that are the cards of a deal.

    It is an empty text where they are none. Cards in turn, such as ``2C 3C 4C 5C 6C`` or the
    numbers 0 to 9, are how people number columns.
    """
    cells = [_number_or_text(heading) for heading in headings_of(names)]
    window = Window(Grid("", [cells]))
    outcome = RowReader(window, layout, options).outcome(0)
    if not isinstance(outcome, GoodRow):
        return ""
    hands, board = outcome.cards
    if not all(_is_complete(hand, layout) for hand in hands):
        return ""
    if all(_in_turn(codes) for codes in (*hands, board)):
        return ""
    quoted = [str(names[column]) for column in layout.columns[:_SHOWN]]
    more = " ..." if len(layout.columns) > _SHOWN else ""
    return (
        f"the names of the columns are cards ({', '.join(quoted)}{more}): a deal that was read as headings"
        " and is not counted; give the columns names (in pandas, header=None)"
    )


def _is_complete(hand: Sequence[int], layout: Layout) -> bool:
    """Tell whether a hand has several cards, and as many as the layout says, if it does."""
    size = layout.size or len(hand)
    return len(hand) > 1 and len(hand) == size


def _in_turn(codes: Sequence[int]) -> bool:
    """Tell whether cards follow one another as in a deck: numbers in turn, or ranks of one suit.

    >>> _in_turn([0, 4, 8]), _in_turn([0, 1, 2]), _in_turn([7, 3, 48])
    (True, True, False)
    """
    steps = {after - before for before, after in pairwise(codes)}
    return len(steps) <= 1


def _number_or_text(heading: Any) -> Any:
    """Return a heading as the cell of a deal: a whole number where it is written as one."""
    if isinstance(heading, str) and heading.isascii() and heading.isdigit():
        return int(heading)
    return heading
