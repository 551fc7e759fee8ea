"""Cards that are no cards by themselves become a sheet with one card in each cell.

    Anna                          S1 | C1 | S2 | C2 ..         card1 | card2 ..
    Rank | Suit     | Rank ..     2  | 12 | 1  | 11            17    | 34         0 to 51
    7    | ♠ Spades | K           the data set of UCI

Then the same search goes on. `xlpoker.layout.suits_and_ranks` and `xlpoker.layout.numbered_cards`
find out how the cards are written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from xlpoker.errors import CardError
from xlpoker.evaluator.cards import card_text
from xlpoker.evaluator.cells import is_blank
from xlpoker.evaluator.encodings import Encoding, encoding
from xlpoker.layout.sheet import Sheet
from xlpoker.layout.words import ROLE_OF, Role

__all__ = ["HEADING_ROWS", "Written", "sheet_of_cards"]

HEADING_ROWS = 3
"""So many rows at the top may be headings."""
_PART_WORDS = [word for word, role in ROLE_OF.items() if role in (Role.RANK, Role.SUIT)]
_PART_OF_CARD = (
    rf"(?i)(?<![^\W\d_])(?:{'|'.join(_PART_WORDS)})(?![^\W\d_])(?:\s+(?:of|de|der|du)\b)?"  # Suit of card 1
    r"|(?<![^\W\d_])[rsc](?=\W*\d)"  # s1, P.C1
)


class Written(NamedTuple):
    """A way to write cards: the encoding, and the columns of each card.

    `is_sure` is true if the cells leave no doubt; else it is only an option, and `doubt` says why.
    """

    encoding: str
    columns: tuple[tuple[int, ...], ...]
    is_sure: bool
    doubt: str = ""


def sheet_of_cards(sheet: Sheet, written: Written) -> Sheet:
    """Return a sheet in which each card has one cell."""
    columns_of_card = {columns[0]: columns for columns in written.columns}
    further = {index for columns in written.columns for index in columns[1:]}
    first_columns = [index for index in range(sheet.width) if index not in further]
    origins = [columns_of_card.get(index, (index,)) for index in first_columns]
    places_of_cards = [
        (place, columns_of_card[index])
        for place, index in enumerate(first_columns)
        if index in columns_of_card
    ]
    cards = _Cards(encoding(written.encoding))
    rows: list[list[Any]] = []
    for row in sheet.rows:
        cells = [row[index] for index in first_columns]
        for place, columns in places_of_cards:
            typed_cells = [(type(row[column]), row[column]) for column in columns]
            cells[place] = cards[tuple(typed_cells)]
        rows.append(cells)
    return sheet.with_columns(rows, origins)


class _Cards(dict[tuple[tuple[type, Any], ...], Any]):
    """The cards of cells in an encoding, each judged once; the type tells 1 from True."""

    def __init__(self, code: Encoding) -> None:
        super().__init__()
        self._code = code

    def __missing__(self, typed_cells: tuple[tuple[type, Any], ...]) -> Any:
        """Judge cells that were not met before."""
        card = _card([cell for _, cell in typed_cells], self._code)
        self[typed_cells] = card
        return card


def _card(cells: Sequence[Any], code: Encoding) -> Any:
    """Return a card as text; of a heading what is left without the words for rank and suit."""
    if all(map(is_blank, cells)):
        return cells[0]
    try:
        card = code.codes(cells)[0]
        return card_text(card)
    except CardError:
        text = cells[1] if is_blank(cells[0]) else cells[0]
    if not isinstance(text, str):
        return text
    return _without_part_words(text)


def _without_part_words(text: str) -> str:
    """Return a heading without what says which part of a card stands below.

    >>> _without_part_words("p1_rank1"), _without_part_words("Suit of card #1")
    ('p1 1', 'card #1')
    >>> _without_part_words("S1"), _without_part_words("Anna"), _without_part_words("suit1")
    ('1', 'Anna', '1')
    """
    spaced = text.replace("_", " ")
    shorter = re.sub(_PART_OF_CARD, "", spaced)
    return shorter.strip(" _-.")
