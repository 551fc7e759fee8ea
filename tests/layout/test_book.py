"""Options that say nothing of the sheet: they mean the sheet on which they name something."""

from __future__ import annotations

import pytest
from support.drawings import sheet_of

from xlpoker.errors import LayoutError
from xlpoker.layout.book import find_in_book
from xlpoker.layout.options import Options
from xlpoker.layout.reading import Reading

NOTES = sheet_of(
    """
    Paid by | Ann
    5 Oct   | 12
    """,
    "Notes",
)
LOG = sheet_of(
    """
    Evening | Player | Cards
    1       | Ann    | 5H 5C 6S 7S KD
    1       | Ben    | 2C 3S 8S 8D TD
    2       | Ann    | 5D 8C 9S JS AC
    2       | Ben    | 2H 5S 7C QD QH
    """,
    "Log",
)


@pytest.mark.parametrize(
    "options", [{"hands": "C2:C5"}, {"by": "Evening"}, {"by": "A", "hands": "C2:C5"}], ids=str
)
def test_notes_beside_the_hands_are_passed_over(options: dict[str, str]) -> None:
    """Ranges and headings are looked for on each sheet, and one of them has the hands."""
    answer = find_in_book([NOTES, LOG], Options.parse(**options)).answer
    assert isinstance(answer, Reading)
    assert answer.sheet == "Log"


def test_ranges_without_cards_on_any_sheet() -> None:
    """The message is that about one sheet."""
    with pytest.raises(LayoutError, match="no cards stand in E"):
        find_in_book([NOTES, LOG], Options.parse(hands="E2:E5"))


def test_named_ranges_may_begin_with_headings() -> None:
    """The first row of a table of Excel may look like cards: C1, C2 .. count up."""
    table = sheet_of(
        """
        C1 | C2 | C3 | C4 | C5
        5H | 5C | 6S | 7S | KD
        2C | 3S | 8S | 8D | TD
        """
    )
    answer = find_in_book([table], Options.parse(hands="A1:E3")).answer
    assert isinstance(answer, Reading)
    assert (answer.first, answer.last) == (1, 2)
