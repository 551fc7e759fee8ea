"""A hand or a board of another number of cards than the others of its sheet is a bad row, in every kind of table."""

import pytest
from support.kept_sheets import written

from xlpoker import wins

PAIR, KINGS = "2C 3S 8S 8D TD", "5H 5C 6S 7S KD"
LONG = [["Hand", "Player", "Cards"], [1, "Anna", PAIR], [1, "Ben", KINGS]]
OMAHA = ["AH AD 2S 3D", "KH KD 7S 8D", "2C 3S 8S 9D TC"]
CASES = {
    "six cards in a long table": (
        {}, [*LONG, [2, "Anna", PAIR], [2, "Ben", f"{KINGS} 5D"]], [1, 0],
        f"Sheet1!C5: '{KINGS} 5D' is 6 cards; the hands here have 5",
    ),
    "four cards in a long table": (
        {}, [*LONG, [2, "Anna", "2C 3S 8S 8D"], [2, "Ben", KINGS]], [1, 0],
        "Sheet1!C4: '2C 3S 8S 8D' is 4 cards; the hands here have 5",
    ),
    "five hole cards among four": (
        {"game": "omaha"}, [["Anna", "Ben", "Board"], OMAHA, ["AH AD 2S 3D", "KH KD 7S 6D 6H", "QC 6C 6S 9D 4C"], OMAHA], [2, 0],
        "Sheet1!B3: 'KH KD 7S 6D 6H' is 5 cards; the hands here have 4",
    ),
    "a flop of one card": (
        {"game": "holdem"},
        [["Anna", "Ben", "Flop", "Turn", "River"], ["AH AD", "KH KD", "2C 3S 8S", "9D", "TC"], ["AH AD", "KH KD", "2C", "9D", "KC"]],
        [1, 0],
        "Sheet1!C3: the board is 3 cards; the boards here have 5",
    ),
    "four cards under ranges that are named": (
        {"hands": "A2:A4,B2:B4"}, [["Anna", "Ben"], [PAIR, KINGS], ["2C 3S 8S 8D", KINGS], [PAIR, KINGS]], [2, 0],
        "Sheet1!A3: '2C 3S 8S 8D' is 4 cards; the hands here have 5",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("options", "rows", "won", "bad"), CASES.values(), ids=CASES)
def test_another_number_of_cards_is_a_bad_row(tmp_path, options, rows, won, bad):
    """The row is told, and the others count."""
    counts = wins(written(tmp_path / "a.xlsx", rows), **options)
    assert (counts.players, counts.bad) == (won, 1)
    assert str(counts.errors[0]).replace("Sheet!", "Sheet1!") == bad
