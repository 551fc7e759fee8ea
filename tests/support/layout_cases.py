"""The table of layouts as a whole, and the faults that are known."""

from support import layout_questions, layout_sheets

GAMES = {"five-card": "FIVE_CARD", "holdem": "HOLDEM", "omaha": "OMAHA", "front": "FRONT"}
CASES = {
    name if game == "five-card" else f"{game}: {name}": (game, sheet, expected)
    for module in (layout_sheets, layout_questions)
    for game, table in GAMES.items()
    for name, (sheet, expected) in getattr(module, table).items()
}
"""The game, the sheet and what is expected of it by the name of the case."""

_LOST = "cards that are all bad make a row a heading, or a player nobody: a wrong number without a word"
_HEADER = "a heading of C1 to C5 above one deal is a row of its own"
_TRUTH = "the right reading is not among those of the question"
_ONLY = "the question holds wrong readings only, or none"
_NONE = "the question holds no reading"
_FAULTS = {
    _LOST: [
        "a bad token in both hands of the first row",
        "a bad token in both hands of the first row under names",
        "a bad token in the only row",
        "one row, a player all bad",
        "two rows, a player all bad",
        "one row, a hand in a cell bad",
        "two rows, a hand in a cell bad",
    ],
    _HEADER: ["C1 to C10 over one deal", "C1 to C5 twice over one deal", "labels like cards alone"],
    "four players of one hand each are read: a wrong number without a word": ["hands in turn"],
    "one hand of ten cards is named": [
        "named: ten cards in a cell",
        "pasted: a line and its halves",
        "pasted: a hand and the line it was copied from",
    ],
    "the names of the preview are lost": [
        "pasted: Memo, a name or a note",
        "pasted: Nom, a name or a note",
        "pasted: Mark, a name or a note",
        "pasted: Notes with hands",
        "pasted: Class with hands",
        "pasted: rows of Chinese poker",
        "pasted: middle and back",
    ],
    "text and the workbook differ: the second player vanishes in text": ["doors: the second hand in one cell is rare"],
    "a row of headings that begins with Total is taken for a total: the names are lost": [
        "the pot before the names",
        "the pot before the names over the cards",
    ],
    "a row of headings with a date or a number is taken for a deal: a bad row more, the names are lost": [
        "a date beside the names",
        "a number beside the names",
    ],
    "a plain sheet of a hand a row is asked about": ["numbers of the club's rooms, a hand a row"],
    "a name keeps the blank before its number": ["three cards each"],
    _TRUTH: [
        "a copied player",
        "a copied hand",
        "a copied hand in one row",
        "unequal hands",
        "ids of three rows before sevens",
        "an id before sevens",
        "a column all bad",
        "a bad card in the middle",
        "Memo in cells",
        "a second hand behind a gap",
        "holdem: ids before two players and the turn",
        "holdem: an id before two players and the turn",
    ],
    _ONLY: [
        "seven bare columns",
        "seven and seven without labels",
        "names over four and three",
        "the last of fifteen bad throughout",
        "cards apart",
        "seven cards downwards",
        "fours below names",
        "holdem: two players and the turn",
        "holdem: two boards",
        "holdem: a river under no word",
        "omaha: omaha of five with a bad card",
    ],
    _NONE: ["seven cards", "twelve", "one row with a blank"],
}
FAULTS = {name: reason for reason, names in _FAULTS.items() for name in names}
"""Cases whose answers are not right yet, and why."""
