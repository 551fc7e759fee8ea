"""The table of layouts as a whole, and the faults that are known."""

from support import layout_questions, layout_sheets

GAMES = {"five-card": "FIVE_CARD", "holdem": "HOLDEM", "omaha": "OMAHA", "front": "FRONT"}
_CASES = {
    name if game == "five-card" else f"{game}: {name}": (game, sheet, expected.partition(" ! "))
    for module in (layout_sheets, layout_questions)
    for game, table in GAMES.items()
    for name, (sheet, expected) in getattr(module, table).items()
}
CASES = {name: (game, sheet, expected[0]) for name, (game, sheet, expected) in _CASES.items()}
"""The game, the sheet and what is expected of it by the name of the case."""
WORDS = {name: int(expected[2] or 0) for name, (_, _, expected) in _CASES.items()}
"""How many rows of words among the hands are bad rows."""

_IDS = "ids like cards of few rows are taken for cards: the right reading is not among those of the question"
_FAULTS = {
    _IDS: [
        "holdem: ids before two players and the turn",
    ],
    "a mark of a fold is taken for a card in one of the readings": ["pasted: holdem: marks of folds"],
    "text and the workbook differ: the second player vanishes in text": ["doors: the second hand in one cell is rare"],
    "a lone hand is a bad row, and no deal to the slow count": ["pasted: two clubs, one with a lone row"],
    "a blank column within a hand makes bad rows, and none for the slow count": ["pasted: side by side"],
    "hands of unequal sizes, boards with too few cards: the slow count takes no other size": [
        "pasted: a star behind the winner",
        "pasted: one above the other in other columns",
        "pasted: holdem: two blocks",
    ],
}
FAULTS = {name: reason for reason, names in _FAULTS.items() for name in names}
"""Cases whose answers are not right yet, and why."""
