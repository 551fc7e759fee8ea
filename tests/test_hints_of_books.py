"""What a message tells one to type has an answer: every hint is pasted, and those that it leads to."""

from pathlib import Path

import pytest
from support.books import sheets
from support.kept_sheets import hints, run
from support.layout_table import rows_of

TEN, UNCLEAR, NOTES = "8x 10c", "6x 4c||4c", "Paid by|Ann // 5 Oct|12"
LOG = "Hero>2|Villain>2|Flop{1..3}|Turn|River // 8x 9c"
BOOKS = {
    "months": {"Jan": TEN, "Feb": "3x 10c", "Mar": "5x 10c"},
    "months-and-notes": {"Notes": NOTES, "Jan 26": TEN, "Feb 26": TEN},
    "a-log-among-notes": {"Notes": NOTES, "Log": LOG},
    "a-log-and-a-table": {"Log": LOG, "Friday": TEN},
    "unclear-among-notes": {"Notes": NOTES, "Friday (1)": UNCLEAR},
    "unclear-and-clear": {"Friday": UNCLEAR, "Saturday": TEN},
    "two-tables-among-notes": {"Notes": NOTES, "Friday & Co": "Player 1 // 8x 10c //  // A note //  // 8x |||10c"},
    "tables-side-by-side-among-notes": {"Notes": NOTES, "Friday night": "Table 1>12|Table 2 // Nr|Ann>5|Bob>5||Nr|Cem>5|Dan // 6x {n}|10c||{n}|10c"},
    "holdem-one-below-the-other": {"Friday": f"Table 1 // {LOG} //  // Table 2 // Ann>2|Bob>2|Cem>2|Board // 6x 11c"},
    "hands-downwards-among-notes": {"Notes": NOTES, "Deals": "|Anna|Bob|Cy // 8x Card 1|3c / Card 2|3c / Card 3|3c / Card 4|3c / Card 5|3c"},
    "a-deal-in-each-column": {"Notes": NOTES, "Deals": "turn: Player|Anna|Ben|Cy // 8x Round {n}|[5]|[5]|[5]"},
    "holdem-in-each-column": {"Deals": "turn: Player|Ann|Bob|Board // 2x Round {n}|[2]|[2]|[5]"},
    "holdem-in-a-cell-without-words": {"Notes": NOTES, "Log": "3x [2] vs [2]|[5]"},
    "holdem-without-words": {"Notes": NOTES, "Log": "9x 9c"},
    "deals-of-single-cards-in-columns": {"Notes": NOTES, "Deals": "turn: |Anna>5|Ben>5|Cy // 8x Deal {n}|15c"},
    "players-who-take-turns": {"Notes": NOTES, "Log": "8x Ann|5c / Bob|5c"},
    "front-middle-back": {"Notes": NOTES, "Log": "A front|A middle|A back|B front|B middle|B back // 6x [3]|[5]|[5]|[3]|[5]|[5]"},
}  # fmt: skip


WITHOUT = ("hands-downwards-among-notes", "a-deal-in-each-column")
"""Books about which no option is offered: the message says what is missing and how hands are named."""


def written(path: Path, tables: dict[str, str]) -> Path:
    """Write a workbook with these sheets of the notation."""
    return sheets(path, {name: rows_of(sheet, name) for name, sheet in tables.items()})


def follow(command: str, path: Path, options: list[str], depth: int = 3) -> int:
    """Paste what each message says, to the end; return how many answers there were."""
    target = [] if command == "wins" else ["-o", path.with_name("out.xlsx"), "--force"]
    code, _, message = run(command, path, *options, *target)
    if code in (0, 1):
        return 1
    assert depth, message
    found = hints(message)
    assert found or "which fit no layout" in message, message
    said = options[2:] if options[:1] == ["--game"] else options  # an option names the game itself
    behind = [[*(said if "--game" in hint else options), *hint] for hint in found]
    return sum(follow(command, path, typed, depth - 1) for typed in behind)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["wins", "score", "report"])
@pytest.mark.parametrize("name", BOOKS)
def test_every_hint_leads_to_an_answer(tmp_path, name, command):
    """Whatever sheets a book has, each option that a message names can be pasted behind those before."""
    answers = follow(command, written(tmp_path / "a.xlsx", BOOKS[name]), [])
    assert (answers > 0) == (name not in WITHOUT)


BOOKS_OF_OURS = sorted(Path(__file__).parents[1].glob("workbooks/**/*.xlsx"))


@pytest.mark.parametrize("path", BOOKS_OF_OURS, ids=lambda path: path.stem)
def test_hints_for_the_sample_workbooks(path):
    """A newcomer tries these first."""
    assert follow("wins", path, [])


@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_hints_for_sheets_of_several_games(tmp_path, game):
    """The sheet that is named is one that the game fits, if only with ranges."""
    path = written(tmp_path / "a.xlsx", {"Fives": "9x 5c", "Log": {"holdem": "9x 9c", "omaha": "9x 13c"}[game]})
    assert follow("wins", path, ["--game", game]) >= 2


def test_ranges_with_their_own_sheet(tmp_path):
    """Where ranges are named without their sheet, the only one with hands is meant; of several one is asked for."""
    assert follow("wins", written(tmp_path / "a.xlsx", {"Sheet": "Notes", "Jan": TEN}), ["--hands", "A5:E8,F5:J8"]) == 1
    path = written(tmp_path / "a.xlsx", {"Sheet": "Notes", "Jan": TEN, "Feb": "2x 10c"})
    assert follow("wins", path, ["--hands", "A1:E2,F1:J2"]) == 1
