"""The sheets that people keep, from the file to the answer: with no option, or with the one that the message names."""

import json
import re
from itertools import chain
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
from support.kept_sheets import answer, check, codes, deals, offered, run, written
from support.reference import value

import xlpoker.frames  # noqa: F401 - the accessor
from xlpoker.cli import main
from xlpoker.workbook.job import Options, Writing, score, wins

NINE = deals(9, 12)
SEATS = deals(23, 15)
STREETS = ["Flop1", "Flop2", "Flop3", "Turn", "River"]


def short(cards):
    """Return cards as PokerStars writes them."""
    return [rank + suit.lower() for rank, suit in cards]


def hole(row, seat):
    """Return the hole cards of a seat and the board, which stands behind two seats."""
    return row[2 * seat : 2 * seat + 2] + row[4:9]


def staying(number):
    """Return which of nine seats stay in a row; one at least does."""
    return [seat for seat in range(9) if (number * 7 + seat * 5) % 9 > 3 or seat == number % 9]


def log_of_nine():
    """Return a log of nine seats, the board first, blank cells for who folds, and its showdowns."""
    rows, showdowns = [["Hand", *STREETS, *[f"Seat{seat}{card}" for seat in range(1, 10) for card in "ab"]]], []
    for number, row in enumerate(SEATS):
        stay = staying(number)
        seats = [row[5 + 2 * seat : 7 + 2 * seat] if seat in stay else [None, None] for seat in range(9)]
        rows.append([number + 1, *row[:5], *chain.from_iterable(seats)])
        showdowns.append([[*cards, *row[:5]] if cards[0] else None for cards in seats])
    return rows, showdowns


def out(word, rows=NINE):
    """Return rows in which every third villain shows nothing but a word, and the showdowns."""
    changed = [[*row[:2], word, None, *row[4:]] if at % 3 == 1 else row for at, row in enumerate(rows)]
    return changed, [[hole(row, 0), None if at % 3 == 1 else hole(row, 1)] for at, row in enumerate(rows)]


def numbered(rows):
    """Return rows with their number before them."""
    return [[number, *row] for number, row in enumerate(rows, 1)]


def streets(row, at):
    """Return a row whose board ends at the flop, or before it."""
    return [*row[:4], *(row[4:9] if at % 3 == 0 else row[4:7] if at % 3 == 1 else [])]


HEADS_UP = ["Hand", "Me1", "Me2", "V1", "V2", "F1", "F2", "F3", "T", "R"]
BOTH = [[hole(row, 0), hole(row, 1)] for row in NINE]
LOGS = {
    "names-between-the-cards": (
        [["Date", "Hand #", "Hero", "Hero 1", "Hero 2", "Villain", "Villain 1", "Villain 2", *STREETS, "Pot"]]
        + [["2026-03-01", at, "Anna", *row[:2], "Bob", *row[2:4], *row[4:], 12.5] for at, row in enumerate(NINE)],
        BOTH,
    ),
    "seats-over-the-names": (
        [["Seat 1", None, None, "Seat 2", None, None, "Flop", None, None, "Turn", "River", "Winner"]]
        + [["Anna", *row[:2], "Bob", *row[2:4], *row[4:], "Bob"] for row in NINE],
        BOTH,
    ),
    "cards-counted-beside-the-names": (
        [["Seat 1", "c1", "c2", "Seat 2", "c1", "c2", "Flop", None, None, "Turn", "River"]]
        + [["Anna", *row[:2], "Bob", *row[2:4], *row[4:]] for row in NINE],
        BOTH,
    ),
    "nine-seats-the-board-first": log_of_nine(),
    "streets-that-were-not-dealt": (
        [HEADS_UP, *numbered([streets(row, at) for at, row in enumerate(NINE)])],
        ["no showdown" if at % 3 else hands for at, hands in enumerate(BOTH)],
    ),
    **{
        f"out-{name}": ([HEADS_UP, *numbered(out(word)[0])], out(word)[1])
        for name, word in {
            "question-marks": "??",
            "muck": "muck",
            "folded": "Folded on the turn",
            "dash": "-",
            "no-player": "did not play",
            "passed": "passed",
            "sitting-out": "Sitting out",
            "away": "away",
            "weg": "weg",
        }.items()
    },
    "all-fold-before-the-flop": (
        [HEADS_UP, *numbered([row if at % 2 else [*row[:2]] for at, row in enumerate(NINE)])],
        [hands if at % 2 else [["AC", "AD"], None] for at, hands in enumerate(BOTH)],
    ),
    "a-flop-in-one-cell": (
        [["Date", "Hole", "Flop", "Turn", "River", "Showdown", "Result"]]
        + [
            [
                "2026-01-01",
                "".join(row[:2]),
                " ".join(row[4:7]),
                row[7],
                row[8],
                " ".join(row[2:4]) if at % 4 else "folded",
                -5,
            ]
            for at, row in enumerate(NINE)
        ],
        [[hole(row, 0), hole(row, 1) if at % 4 else None] for at, row in enumerate(NINE)],
    ),
    "a-board-in-one-cell": (
        [["Hero", "Villain", "Board"]]
        + [
            [" ".join(row[:2]), " ".join(row[2:4]), " ".join(row[4 : 9 - 2 * (at % 4 == 1)])]
            for at, row in enumerate(NINE)
        ],
        ["no showdown" if at % 4 == 1 else hands for at, hands in enumerate(BOTH)],
    ),
}


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
@pytest.mark.parametrize(("rows", "showdowns"), LOGS.values(), ids=LOGS)
def test_holdem_logs(tmp_path, rows, showdowns, ending):
    """A log of hold'em is asked about once, and has an answer with its game; folded hands are no bad rows."""
    path = written(tmp_path / f"log{ending}", rows)
    expected = answer(showdowns, board=True)
    (reading,) = offered(path)
    for options in (reading, ["--game", "holdem"]):
        check(path, options, expected)


def test_folded_hands_in_tables(tmp_path):
    """A DataFrame and a Parquet file have no values for who folded, and no winner where there was no showdown."""
    frame = pd.DataFrame(
        [["Ah Ad", "Kh Kd", "2c 7d 9s Js 3h"], ["Ah Ad", "muck", ""], ["Ah Ad", "Kh Kd", ""], ["", "", "2c 7d 9s"]],
        columns=["hero", "villain", "board"],
    )
    scored = frame.poker.score(hands=["hero", "villain"], board="board", game="holdem")
    frame.to_parquet(tmp_path / "log.parquet")
    counts = score(tmp_path / "log.parquet", Options(game="holdem"))
    first = written = pd.read_parquet(tmp_path / "log.scored.parquet")
    assert list(written)[3:] == ["winner", "hero_value", "hero_hand", "villain_value", "villain_hand", "problem"]
    assert (counts.rows, counts.players, counts.ties, counts.no_showdown, counts.bad) == (4, [2, 0], 0, 2, 0)
    named = dict(zip(written, scored, strict=True))
    written = written.rename(columns=named).replace({"winner": {"hero": 1, "villain": 2}})
    for table in (scored, written):
        cells = table.astype(object).where(table.notna(), None)
        assert cells["player_1_value"].tolist() == [value(codes("AH AD 2C 7D 9S JS 3H")), None, None, None]
        assert cells["player_1_hand"].tolist() == ["One Pair, Aces", "Uncontested", None, None]
        assert cells["player_2_value"].tolist()[1:] == [None, None, None]
        assert cells["winner"].tolist() == [1, 1, None, None]
    score(tmp_path / "log.scored.parquet", Options(game="holdem"), in_place=True, writing=Writing(overwrite=True))
    assert pd.read_parquet(tmp_path / "log.scored.parquet").equals(first)


@pytest.mark.parametrize("word", ["folded", "mucked", "??", "passt"])
def test_players_who_fold_in_a_game_without_a_board(tmp_path, word):
    """A word for it, and only a word, takes a player out: a blank hand is a bad row."""
    rows = [["Anna", "Bernd"], ["5H 5C 6S 7S KD", "2C 3S 8S 8D TD"], ["5H 5C 6S 7S KD", word], [word, word]]
    counts = wins(written(tmp_path / "a.xlsx", [*rows, ["5H 5C 6S 7S KD", None]]))
    assert (counts.players, counts.ties, counts.no_showdown, counts.bad) == ([1, 1], 0, 1, 1)


@pytest.mark.parametrize("word", ["unknown", " Unknown "])
def test_a_player_whose_cards_nobody_has_seen_leaves_no_winner(tmp_path, word):
    """Neither the only hand that is known wins nor the better one of two."""
    rows = [["Anna", "Bernd", "Board"], ["AhAd", "KhKd", "2c 3s 8s 8d Td"], ["AhAd", word, "2c 3s 8s 8d Td"]]
    counts = wins(written(tmp_path / "a.xlsx", rows), Options(game="holdem"))
    assert (counts.players, counts.ties, counts.no_showdown, counts.bad) == ([1, 0], 0, 1, 0)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("fishing", "a player who is out is a blank, -, folded or muck"),
        ("Qeen of Harts", "did you mean 'Queen of Hearts'?"),
        ("5X", "a card is a rank 2-9 T J Q K A and a suit C D H S, such as 5H or TD"),
    ],
)
def test_words_that_are_no_cards(tmp_path, word, message):
    """The message about a word where hole cards stand says which words take a player out; misspelt cards have their guess."""
    rows = [["Anna", "Bernd", "Board"], *[["Ah Ad", "Kh Kd", "2c 7d 9s Js 3h"]] * 3, [word, "Kh Kd", "2c 7d 9s Js 3h"]]
    counts = wins(written(tmp_path / "a.xlsx", rows), game="holdem")
    assert [one.reason for one in counts.errors] == [f"'{word}' is not a card; {message}"]


def test_titles_of_home_and_away(tmp_path):
    """A word for players who are out is a name where the headings have it."""
    rows = [["Away", "Home"], *[["5H 5C 6S 7S KD", "2C 3S 8S 8D TD"]] * 3]
    assert wins(written(tmp_path / "a.xlsx", rows)).names == ["Away", "Home"]


def test_report_of_a_log(tmp_path):
    """A report counts the hands that were shown."""
    rows, showdowns = LOGS["all-fold-before-the-flop"]
    path = written(tmp_path / "log.xlsx", rows)
    code, out, _ = run("report", path, "--game", "holdem", "--json")
    assert (code, json.loads(out)["player_1"]) == (0, answer(showdowns, board=True)["player_1"])
    sheet = openpyxl.load_workbook(tmp_path / "log.report.xlsx")
    assert "Uncontested" not in str([list(one.values) for one in sheet])


def test_what_the_page_of_sheets_says_is_typed():
    """Each option on the page is one of the command."""
    page = (Path(__file__).parent.parent / "docs" / "sheets.md").read_text(encoding="utf-8")
    typed = {word for line in page.splitlines() if line.startswith("|") for word in re.findall(r"`(--[a-z-]+)", line)}
    known = {option for parameter in main.commands["wins"].params for option in parameter.opts}
    assert {"--game", "--by", "--cards", "--all-sheets"} <= typed <= known


@pytest.mark.parametrize(("cards", "warned"), [(3, True), (4, True), (5, False)], ids=["flop", "turn", "river"])
def test_a_board_without_a_river_is_warned_about(tmp_path, cards, warned):
    """Where no column has room for the river, winners are those so far, and a warning says so."""
    head = ["Anna", None, "Ben", None, "F1", "F2", "F3", "T", "R"][: 4 + cards]
    path = written(tmp_path / "a.xlsx", [head, *deals(4 + cards, 9)])
    _, out, err = run("wins", path, "--game", "holdem")
    assert ("Anna" in out, f"the board has {cards} cards, no river: winners are those so far" in err) == (True, warned)
