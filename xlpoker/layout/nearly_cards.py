"""What a sheet without hands holds instead: ranks without suits, such as T95 and AKs, or cards among words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from xlpoker.addresses import a1
from xlpoker.errors import quoted
from xlpoker.evaluator.cards import ACCEPTED, has_ranks_alone
from xlpoker.layout.grid import Grid

__all__ = ["nearly_cards"]

_LOOKED = 200  # rows
_FEWEST = 2  # cells: a single one is a word
_ROWS_FOR_A_CELL = 5  # so many at most: in prose a few words look like cards
_RANK = "(?:10|[2-9TJQKA])"
_RANK_IN_WORDS = (
    "(?:[2-9TJQKA]|10|ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two)"
)
_CARDS_AMONG_WORDS = re.compile(
    rf"(?<![^\W_])(?:{_RANK}[cdhs][-\s,;|/]{{0,2}}){{2,}}(?![^\W_])"  # HandA:Ac-Kd-Td-3d
    rf"|{_RANK}\s?[♣♦♥♠♧♢♡♤]"  # Flop: [3♦
    rf"|\b{_RANK_IN_WORDS} of (?:clubs|diamonds|hearts|spades)\b",  # Bot 1 gets ['6 of Clubs'
    re.IGNORECASE,
)


def nearly_cards(grids: Sequence[Grid]) -> str:
    """Return the message about what some tables hold in place of cards, an empty text for anything else.

    >>> nearly_cards([Grid("Deals", [["Anna", "Ben"], ["T95", "AKs"]])]).partition(";")[0]
    "Deals!A2: 'T95' has ranks without suits"
    >>> nearly_cards([Grid("", [["HandA:Ac-Kd"], ["HandA:5c-5d"]])]).partition(";")[0]
    "row 1: 'HandA:Ac-Kd' has cards among other text"
    """
    for grid in grids:
        rows = grid.rows[:_LOOKED]
        ranks = [place for place, text in _cells(grid) if _has_ranks_alone(text)]
        if len(ranks) >= _FEWEST:
            return f"{ranks[0]} has ranks without suits; {ACCEPTED}"
        texts = _cells(grid) if grid.sheet else _lines(grid)
        cards = [place for place, text in texts if _CARDS_AMONG_WORDS.search(text)]
        if len(cards) >= _FEWEST and len(cards) * _ROWS_FOR_A_CELL >= len(rows):
            return f"{cards[0]} has cards among other text; each hand, or each card, needs a cell of its own"
    return ""


def _cells(grid: Grid) -> Iterator[tuple[str, str]]:
    """Yield the texts of the first rows, each behind its address and its beginning."""
    for number, row in enumerate(grid.rows[:_LOOKED]):
        for column, cell in enumerate(row):
            if isinstance(cell, str):
                address = a1(number, column)
                place = f"{grid.sheet}!{address}" if grid.sheet else address
                yield f"{place}: {quoted(cell.strip())}", cell


def _lines(grid: Grid) -> Iterator[tuple[str, str]]:
    """Yield the first rows of a text file, whose cells may be words of a sentence."""
    for number, row in enumerate(grid.rows[:_LOOKED], start=1):
        text = " ".join(cell for cell in row if isinstance(cell, str))
        yield f"row {number}: {quoted(text)}", text


def _has_ranks_alone(text: str) -> bool:
    """Tell whether a text is ranks without suits; numbers are none."""
    return has_ranks_alone(text) and not text.strip().isdecimal()
