"""The sheets that people keep, beyond what the table of layouts says of them: results, messages, long files, dates."""

import datetime as dt
import json

import pandas as pd
import pytest
from support.blocks import blocks
from support.cases import cases
from support.drawings import rows_of
from support.kept_sheets import assert_counts_and_scores, codes, counts_of, deals, run, write_table
from support.reference import value

import xlpoker
import xlpoker.frames
from xlpoker.workbook.jobs import Options, Writing, score, wins


def whole(row):
    """Return ten cards as two hands in a cell each."""
    return [" ".join(row[:5]), " ".join(row[5:])]


def test_folded_hands_in_tables(tmp_path):
    """A DataFrame and a Parquet file have no values for who folded, and no winner where there was no showdown."""
    frame = pd.DataFrame(
        [
            ["Ah Ad", "Kh Kd", "2c 7d 9s Js 3h"],
            ["Ah Ad", "muck", ""],
            ["Ah Ad", "Kh Kd", ""],
            ["", "", "2c 7d 9s"],
        ],
        columns=["hero", "villain", "board"],
    )
    scored = frame.poker.score(hands=["hero", "villain"], board="board", game="holdem")
    frame.to_parquet(tmp_path / "log.parquet")
    counts = score(tmp_path / "log.parquet", Options(game="holdem"))
    first = written = pd.read_parquet(tmp_path / "log.scored.parquet")
    assert list(written)[3:] == [
        "winner",
        "hero_value",
        "hero_hand",
        "villain_value",
        "villain_hand",
        "problem",
    ]
    assert (counts.rows, counts.players, counts.ties, counts.no_showdown, counts.bad) == (
        4,
        [2, 0],
        0,
        2,
        0,
    )
    named = dict(zip(written, scored, strict=True))
    written = written.rename(columns=named).assign(
        winner=written["winner"].map({"hero": 1, "villain": 2})
    )
    for table in (scored, written):
        cells = table.astype(object).where(table.notna(), None)
        assert cells["player_1_value"].tolist() == [
            value(codes("AH AD 2C 7D 9S JS 3H")),
            None,
            None,
            None,
        ]
        assert cells["player_1_hand"].tolist() == ["One Pair, Aces", "Uncontested", None, None]
        assert cells["player_2_value"].tolist()[1:] == [None, None, None]
        assert cells["winner"].tolist() == [1, 1, None, None]
    score(
        tmp_path / "log.scored.parquet",
        Options(game="holdem"),
        in_place=True,
        writing=Writing(overwrite=True),
    )
    assert pd.read_parquet(tmp_path / "log.scored.parquet").equals(first)


@pytest.mark.parametrize("word", ["fishing", "5X"])
def test_words_that_are_no_cards(tmp_path, word):
    """A word where hole cards stand takes no player out."""
    rows = [
        ["Anna", "Bernd", "Board"],
        *[["Ah Ad", "Kh Kd", "2c 7d 9s Js 3h"]] * 3,
        [word, "Kh Kd", "2c 7d 9s Js 3h"],
    ]
    counts = wins(write_table(tmp_path / "a.xlsx", rows), game="holdem")
    assert [one.reason.partition(";")[0] for one in counts.errors] == [f"'{word}' is not a card"]


@pytest.mark.parametrize(
    ("cards", "warned"), [(3, True), (4, True), (5, False)], ids=["flop", "turn", "river"]
)
def test_a_board_without_a_river_is_warned_about(tmp_path, cards, warned):
    """Where no column has room for the river, winners are those so far, and a warning says so."""
    head = ["Anna", None, "Ben", None, "F1", "F2", "F3", "T", "R"][: 4 + cards]
    path = write_table(tmp_path / "a.xlsx", [head, *deals(4 + cards, 9)])
    _, out, err = run("wins", path, "--game", "holdem")
    assert (
        "Anna" in out,
        f"the board has {cards} cards, no river: winners are those so far" in err,
    ) == (True, warned)


@pytest.mark.parametrize("ending", ["xlsx", "csv", "parquet"])
def test_titles_far_below_the_first_rows(tmp_path, ending):
    """They are passed over where a file is read block by block, too."""
    rows = [*deals(10, 400), ["February", *[None] * 9], *deals(10, 140)]
    path = tmp_path / f"a.{ending}"
    if ending == "parquet":
        pd.DataFrame(rows, columns=[f"c{at}" for at in range(10)]).to_parquet(path)
    else:
        write_table(path, rows)
    found = counts_of(path)
    assert (found["rows"], found["bad"]) == (540, 0)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("words", "bad"), [("no game", 0), ("5 cards lost", 0), ("1OH", 1)])
def test_dates_without_a_game(tmp_path, words, bad):
    """A date of a workbook, and beside it words where a card would stand: left alone as titles are, misspelt cards told."""
    days = [dt.datetime(2026, 1, day) for day in range(1, 12)]
    cards = deals(10, 10)
    rows = [[day, *row] for day, row in zip(days, [*cards[:5], [words], *cards[5:]], strict=True)]
    path = write_table(tmp_path / "a.xlsx", [["Date", "Anna", *[None] * 4, "Ben"], *rows])
    assert counts_of(path)["bad"] == bad
    if not bad:
        assert_counts_and_scores(
            path, [], {key: cell for key, cell in counts_of(path).items() if key != "names"}
        )


@pytest.mark.parametrize("ending", [".xlsx", ".csv"])
def test_titles_beside_the_hands_are_named(tmp_path, ending):
    """A row with words in a column beside the hands, between the deals, is said to be not read."""
    hands = [[number, *whole(row)] for number, row in enumerate(deals(10, 8), start=1)]
    rows = [["No", "Anna", "Ben"], *hands[:3], ["February"], *hands[3:]]
    assert "row 5 'February'" in xlpoker.wins(write_table(tmp_path / f"a{ending}", rows)).read


@pytest.mark.parametrize("heads", ["Player|Cards|Opponent|Cards", "Spieler|Cards|Gegner|Cards"])
def test_opponents_are_persons(tmp_path, heads):
    """Wins are those of the names in each row, whatever the two columns of names are called."""
    names = [("Anna", "Ben"), ("Ben", "Anna")] * 4
    rows = [
        [one, first, two, second]
        for (one, two), (first, second) in zip(names, map(whole, deals(10, 8)), strict=True)
    ]
    counts = wins(write_table(tmp_path / "a.xlsx", [heads.split("|"), *rows]))
    assert counts.as_dict()["persons"].keys() == {"Anna", "Ben"}


@cases(
    ("rows", "expected"),
    {
        "five": ([["Card 1", "Card 2", "Card 3", "Card 4", "Card 5"], *deals(5, 60)], "50.118%"),
        "five-in-one-cell": ([["Hand"], *([" ".join(row)] for row in deals(5, 60))], "50.118%"),
        "seven": ([[f"Card {card}" for card in range(1, 8)], *deals(7, 60)], "17.412%"),
    },
)
def test_categories_of_single_hands(tmp_path, rows, expected):
    """The table has a line for each category, with the share to be expected where it is known; JSON has the same counts."""
    path = write_table(tmp_path / "a.xlsx", rows)
    found = json.loads(run("wins", path, "--json")[1])["categories"]
    lines = {
        line[:15].strip(): line[15:].split()
        for line in run("wins", path)[1].splitlines()
        if line.strip()
    }
    assert {name: int(lines[name][0]) for name in found} == found
    assert lines["High Card"][2:] == ([expected] if expected else [])
    assert ("Royal Flush" in lines) == bool(expected)


SIZES = {
    "six cards in a long table": (
        {},
        """
        Hand | Player | Cards
        1    | Anna   | 5H 5C 6S 7S KD
        1    | Ben    | 2C 3S 8S 8D TD
        2    | Ben    | 2C 3C 4D 5H 6S 7C
        2    | Anna   | 9H 9D 9S TC TD
        """,
        "C4: '2C 3C 4D 5H 6S 7C' is 6 cards; the hands here have 5",
    ),
    "four cards in a long table": (
        {},
        """
        Hand | Player | Cards
        1    | Anna   | 5H 5C 6S 7S KD
        1    | Ben    | 2C 3S 8S 8D TD
        2    | Ben    | 2C 3S 8S 8D
        2    | Anna   | 9H 9D 9S TC TD
        """,
        "C4: '2C 3S 8S 8D' is 4 cards; the hands here have 5",
    ),
    "five hole cards among four": (
        {"game": "omaha"},
        """
        Anna        | Ben            | Board
        AH AD 2S 3D | KH KD 7S 6D    | QC 6C 6S 9D 4C
        AS AC 2C 3C | KS KC 7C 6H    | QD 5C 5S 9H 4D
        AH AD 2S 3D | KH KD 7S 6D 6H | QC 6C 6S 9D 4C
        """,
        "B4: 'KH KD 7S 6D 6H' is 5 cards; the hands here have 4",
    ),
    "a flop of one card": (
        {"game": "holdem"},
        """
        Anna  | Ben   | Flop     | Turn | River
        AH AD | KH KD | 2C 3C 4D | 9D   | KC
        AS AC | KS KC | 2D 3D 4C | 9C   | 7C
        AH AD | KH KD | 2C       | 9D   | KC
        """,
        "C4: the board is 3 cards; the boards here have 5",
    ),
    "four cards under ranges that are named": (
        {"hands": "A2:A4,B2:B4"},
        """
        Anna           | Ben
        5H 5C 6S 7S KD | 2C 3S 8S 8D TD
        5D 8C 9S JS AC | 2H 5S 7C QD QH
        2C 3S 8S 8D    | 5H 5C 6S 7S KD
        """,
        "A4: '2C 3S 8S 8D' is 4 cards; the hands here have 5",
    ),
}


@cases(("options", "drawing", "reason"), SIZES)
def test_another_number_of_cards_is_a_bad_row(tmp_path, options, drawing, reason):
    """A hand or a board of another number of cards than the others is told, and the others count."""
    rows = rows_of(drawing)
    counts = wins(write_table(tmp_path / "a.xlsx", rows), **options)
    deals_told = 1 if rows[0][0] == "Hand" else len(rows) - 2
    assert (sum(counts.players) + counts.ties, counts.bad) == (deals_told, 1)
    assert str(counts.errors[0]) == f"Sheet!{reason}"


@cases(
    ("cards", "found"), {"jokers": ("* 2C 3D 4H 9S", (0, 21, 0)), "sizes": ("AC KD QH", (5, 20, 1))}
)
def test_hands_with_jokers_and_of_several_sizes(tmp_path, cards, found):
    """Nothing is expected of hands with jokers; a hand of another size than the rest is a bad row."""
    hands = [" ".join(row) for row in deals(5, 20)]
    counts = wins(
        write_table(tmp_path / "a.xlsx", [["Hand"], *([hand] for hand in [*hands, cards])])
    )
    assert (counts.cards, sum(counts.categories.values()), counts.bad) == found


@pytest.mark.slow
def test_long_tables_with_the_winning_hand_in_columns(tmp_path):
    """They are read block by block like others: the cards of the winning hand are no sign of a further player."""
    rows = [["#", "Ann", *[None] * 4, "Ben", *[None] * 4, "Winning hand"]]
    for number, row in enumerate(deals(10, 360), start=1):
        rows.append([number, *row, *(row[:5] if number % 2 else row[5:])])
    with blocks(first=64, piece=5000):
        found = counts_of(write_table(tmp_path / "a.xlsx", rows))
    assert (found["rows"], found["bad"], "player_3" in found) == (360, 0, False)
