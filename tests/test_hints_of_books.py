"""What a message tells one to type has an answer: every option of a question is pasted, and those that it leads to."""

import itertools
from pathlib import Path

import pytest
from support.books import sheets
from support.kept_sheets import deals, offered_options, run

TEN = deals(10, 8)
UNCLEAR = [[*row[:4], None, *row[4:8]] for row in TEN]
NOTES = [["Paid by", "Ann"], ["5 Oct", 12]]
LOG = [["Hero", None, "Villain", None, "Flop1", "Flop2", "Flop3", "Turn", "River"], *deals(9, 8)]
NAMES = ["Ann", *[None] * 4, "Bob", *[None] * 4]


def numbered(rows):
    """Return rows behind their numbers."""
    return [[number, *row] for number, row in enumerate(rows, start=1)]


def whole(cards, sizes):
    """Return a row of cards as cells with so many each."""
    ends = [0, *itertools.accumulate(sizes)]
    return [" ".join(cards[start:end]) for start, end in itertools.pairwise(ends)]


SIDE_BY_SIDE = [
    ["Table 1", *[None] * 11, "Table 2"],
    ["Nr", *NAMES, None, "Nr", "Cem", *[None] * 4, "Dan"],
    *([*row, None, *row[:1], *row[6:], *row[1:6]] for row in numbered(TEN)),
]
CHINESE = ["A front", "A middle", "A back", "B front", "B middle", "B back"]
FRONTS = [whole(row, [3, 5, 5] * 2) for row in deals(26, 6)]
DOWNWARDS = [
    [f"Card {number}", *cards]
    for deal in deals(15, 8)
    for number, cards in enumerate(zip(deal[:5], deal[5:10], deal[10:], strict=True), start=1)
]
TURNED = [[name, *[None] * 8] for name in ("Anna", "Ben", "Cy")]
for column, deal in enumerate(deals(15, 8), start=1):
    for player, row in enumerate(TURNED):
        row[column] = " ".join(deal[5 * player : 5 * player + 5])

BOOKS = {
    "months": {"Jan": TEN, "Feb": TEN[:3], "Mar": TEN[:5]},
    "months-and-notes": {"Notes": NOTES, "Jan 26": TEN, "Feb 26": TEN},
    "a-log-among-notes": {"Notes": NOTES, "Log": LOG},
    "a-log-and-a-table": {"Log": LOG, "Friday": TEN},
    "unclear-among-notes": {"Notes": NOTES, "Friday (1)": UNCLEAR},
    "unclear-and-clear": {"Friday": UNCLEAR, "Saturday": TEN},
    "tables-side-by-side-among-notes": {"Notes": NOTES, "Friday night": SIDE_BY_SIDE},
    "hold'em-one-below-the-other": {"Friday": [["Table 1"], *LOG, [], ["Table 2"], *LOG]},
    "hold'em-without-words": {"Notes": NOTES, "Log": deals(9, 9)},
    "players-who-take-turns": {
        "Notes": NOTES,
        "Log": [
            [name, *cards] for row in TEN for name, cards in (("Ann", row[:5]), ("Bob", row[5:]))
        ],
    },
    "front-middle-back": {"Notes": NOTES, "Log": [CHINESE, *FRONTS]},
}

WITHOUT_OPTIONS = {
    "hands-downwards-among-notes": {
        "Notes": NOTES,
        "Deals": [[None, "Anna", "Bob", "Cy"], *DOWNWARDS],
    },
    "a-deal-in-each-column": {
        "Notes": NOTES,
        "Deals": [["Player", *(f"Round {at}" for at in range(1, 9))], *TURNED],
    },
}
"""Books of sheets that are never read: no option is right."""


def follow(command: str, path: Path, options: list[str], depth: int = 3) -> int:
    """Paste what each message says, to the end; return how many answers there were."""
    target = [] if command == "wins" else ["-o", path.with_name("out.xlsx"), "--force"]
    code, _, message = run(command, path, *options, *target)
    if code in (0, 1):
        return 1
    assert depth, message
    found = offered_options(message)
    assert found, message
    return sum(follow(command, path, [*options, *hint], depth - 1) for hint in found)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["wins", "score", "report"])
@pytest.mark.parametrize("name", BOOKS)
def test_every_hint_leads_to_an_answer(tmp_path, name, command):
    """Whatever sheets a book has, each option that a message names can be pasted behind those before."""
    assert follow(command, sheets(tmp_path / "a.xlsx", BOOKS[name]), []) > 0


@pytest.mark.parametrize("name", WITHOUT_OPTIONS)
def test_sheets_that_are_never_read(tmp_path, name):
    """The message names the cell, and how to say where hands are."""
    code, out, message = run("wins", sheets(tmp_path / "a.xlsx", WITHOUT_OPTIONS[name]))
    assert (code, out) == (2, "")
    assert "Deals!" in message
    assert '--hands "Anna=A3:E9,Ben=F3:J9"' in message


BOOKS_OF_OURS = sorted(Path(__file__).parents[1].glob("workbooks/**/*.xlsx"))


@pytest.mark.sampled(10)
@pytest.mark.parametrize("path", BOOKS_OF_OURS, ids=lambda path: path.stem)
def test_hints_for_the_sample_workbooks(path):
    """A newcomer tries these first."""
    assert follow("wins", path, [])


def test_ranges_with_their_own_sheet(tmp_path):
    """Where ranges are named without their sheet, the only one with hands is meant; of several one is asked for."""
    only = sheets(tmp_path / "a.xlsx", {"Sheet": [["Notes"]], "Jan": TEN})
    assert follow("wins", only, ["--hands", "A5:E8,F5:J8"]) == 1
    two = sheets(tmp_path / "b.xlsx", {"Sheet": [["Notes"]], "Jan": TEN, "Feb": TEN[:2]})
    code, _, message = run("wins", two, "--hands", "A1:E2,F1:J2")
    assert code == 2
    assert {"--sheet Jan", "--sheet Feb"} <= {" ".join(hint) for hint in offered_options(message)}
