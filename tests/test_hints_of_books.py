"""What a message tells one to type has an answer: every hint is pasted, and those that it leads to."""

from pathlib import Path

import pytest
from support.books import sheets
from support.kept_deals import DOWN, PIVOTED, STACKED
from support.kept_sheets import deals, hints, run
from support.layout_table import rows_of

TEN = deals(10, 8, seed=1)
LOG = [["Hero", None, "Villain", None, "Flop1", "Flop2", "Flop3", "Turn", "River"], *deals(9, 8, seed=2)]
UNCLEAR = [[*row[:4], None, *row[4:8]] for row in deals(8, 6, seed=3)]
TWO_TABLES = [["Player 1"], *TEN, [], ["A note"], [], *[[None] * 3 + row for row in TEN]]
NUMBERS = [list(range(1 + row, 51 + row, 5)) for row in range(2)] + [
    [1 + (7 * at + row) % 52 for at in range(10)] for row in range(3, 9)
]
APART = [
    [
        word
        for card in row
        for word in (card[0].replace("T", "10"), {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[card[1]])
    ]
    for row in TEN
]
SIDES = rows_of("Table 1>12|Table 2 // Nr|Ann>5|Bob>5||Nr|Cem>5|Dan // 6x {n}|10c||{n}|10c")
LOGS = [["Table 1"], *LOG, [], ["Table 2"], ["Ann", None, "Bob", None, "Cem", None, "Board"], *deals(11, 6, seed=4)]
NOTES = [["Paid by", "Ann"], ["5 Oct", 12]]
BOOKS = {
    "months": {"Jan": TEN, "Feb": TEN[:3], "Mar": TEN[3:]},
    "months-and-notes": {"Notes": NOTES, "Jan 26": TEN, "Feb 26": TEN},
    "a-log-among-notes": {"Notes": NOTES, "Log": LOG},
    "a-log-and-a-table": {"Log": LOG, "Friday": TEN},
    "unclear-among-notes": {"Notes": NOTES, "Friday (1)": UNCLEAR},
    "unclear-and-clear": {"Friday": UNCLEAR, "Saturday": TEN},
    "two-tables-among-notes": {"Notes": NOTES, "Friday & Co": TWO_TABLES},
    "tables-side-by-side-among-notes": {"Notes": NOTES, "Friday night": SIDES},
    "holdem-one-below-the-other": {"Friday": LOGS},
    "hands-downwards-among-notes": {"Notes": NOTES, "Deals": DOWN["labels"]},
    "a-deal-in-each-column": {"Notes": NOTES, "Deals": PIVOTED["rounds"]},
    "holdem-in-each-column": {"Deals": [["Player", "Round 1", "Round 2"], ["Ann", "AhKh", "2c3c"], ["Bob", "9c9d", "TsTc"], ["Board", "2c 3d 4h 5s 9h", "4c 5c 6h 9s Js"]]},
    "numbers": {"Cards": [LOG[0][:0] + [f"c{at}" for at in range(1, 11)], *NUMBERS]},
    "numbers-among-notes": {"Notes": NOTES, "My cards": [[f"c{at}" for at in range(1, 11)], *NUMBERS]},
    "ranks-and-suits-among-notes": {"Notes": NOTES, "Cards": APART},
    "six-ranks-then-six-suits": {"Notes": NOTES, "Cards": [[card[part] for part in (0, 1) for card in row] for row in deals(6, 9)]},
    "one-card": {"Friday": [["5H"]]},
    "single-cards-among-notes": {"Notes": NOTES, "My cards": [["Card", "Note"], ["5H", "x"], [None, "y"], ["TD", "z"]]},
    "two-columns-of-hands-in-a-cell": {"Notes": NOTES, "Log": [["5H 5C 6S 7S KD vs 2C 3S 8S 8D TD", "2H 4S 4C 2D 4H v. 2S 8S AS QS 3S"]] * 3},
    "holdem-in-a-cell-without-words": {"Notes": NOTES, "Log": [["AhKh vs QsQc", "2c 3d 4h 5s 9d"]] * 3},
    "holdem-without-words": {"Notes": NOTES, "Log": deals(9, 9)},
    "deals-of-single-cards-in-columns": {"Notes": NOTES, "Deals": STACKED["names"]},
    "players-who-take-turns": {"Notes": NOTES, "Log": [[name, *hand] for row in TEN for name, hand in (("Ann", row[:5]), ("Bob", row[5:]))]},
    "front-middle-back": {"Notes": NOTES, "Log": [[f"{who} {row}" for who in "AB" for row in ("front", "middle", "back")], *[[" ".join(row[at:end]) for at, end in ((0, 3), (3, 8), (8, 13), (13, 16), (16, 21), (21, 26))] for row in deals(26, 6, seed=5)]]},
}  # fmt: skip


def follow(command: str, path: Path, options: list[str], depth: int = 3) -> int:
    """Paste what each message says, to the end; return how many answers there were."""
    target = [] if command == "wins" else ["-o", path.with_name("out.xlsx"), "--force"]
    code, _, message = run(command, path, *options, *target)
    if code in (0, 1):
        return 1
    assert depth, message
    found = hints(message)
    assert found, message
    said = options[2:] if options[:1] == ["--game"] else options  # an option names the game itself
    behind = [[*(said if "--game" in hint else options), *hint] for hint in found]
    return sum(follow(command, path, typed, depth - 1) for typed in behind)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["wins", "score", "report"])
@pytest.mark.parametrize("tables", BOOKS.values(), ids=BOOKS)
def test_every_hint_leads_to_an_answer(tmp_path, tables, command):
    """Whatever sheets a book has, each option that a message names can be pasted behind those before."""
    assert follow(command, sheets(tmp_path / "a.xlsx", tables), [])


BOOKS_OF_OURS = sorted(Path(__file__).parents[1].glob("workbooks/**/*.xlsx"))


@pytest.mark.parametrize("path", BOOKS_OF_OURS, ids=lambda path: path.stem)
def test_hints_for_the_sample_workbooks(path):
    """A newcomer tries these first."""
    assert follow("wins", path, [])


@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_hints_for_sheets_of_several_games(tmp_path, game):
    """The sheet that is named is one that the game fits, if only with ranges."""
    path = sheets(tmp_path / "a.xlsx", {"Fives": deals(5, 9), "Log": deals({"holdem": 9, "omaha": 13}[game], 9)})
    assert follow("wins", path, ["--game", game]) >= 2


def test_ranges_with_their_own_sheet(tmp_path):
    """Where ranges are named without their sheet, the one with cards there is meant."""
    path = sheets(tmp_path / "a.xlsx", {"Sheet": [["Notes"]], "Jan": TEN, "Feb": TEN[:2]})
    assert run("wins", path, "--hands", "A5:E8,F5:J8")[0] == 0
    assert follow("wins", path, ["--hands", "A1:E2,F1:J2"]) == 2
