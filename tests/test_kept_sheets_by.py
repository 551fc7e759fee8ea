"""Long tables with a row for each player: which rows are one deal, who is who, and what is asked or refused."""

import datetime as dt
import unicodedata

import pytest
from support.blocks import blocks
from support.cases import cases
from support.kept_deals import LONG, NAMES, THREE, WHOLE, long_table
from support.kept_sheets import ENDINGS, counts_of, deals, expected_counts, run, write_table

import xlpoker

HEADS = ["Hand id", "Player", "Cards"]


def times(number, showdowns=THREE):
    """Return the counts of showdowns that come so many times, with the names of the players."""
    return {key: number * count for key, count in expected_counts(showdowns).items()} | {
        "names": NAMES
    }


@ENDINGS
@cases(("rows", "showdowns"), LONG)
def test_long_tables(tmp_path, rows, showdowns, ending):
    """Rows of one deal are compared by themselves where a heading says so, or by --by."""
    path = write_table(tmp_path / f"a{ending}", rows)
    expected = expected_counts(showdowns)
    for options in ([], ["--by", rows[0][0]], ["--by", "A"]):
        found = counts_of(path, *options)
        won = dict(
            zip(found["names"], [found[f"player_{number}"] for number in (1, 2, 3)], strict=True)
        )
        assert [won[name] for name in NAMES] == [
            expected[f"player_{number}"] for number in (1, 2, 3)
        ]
        assert [found[key] for key in ("rows", "ties", "bad")] == [
            expected[key] for key in ("rows", "ties", "bad")
        ]


@ENDINGS
def test_a_long_table_of_which_the_first_rows_end_within_a_deal(tmp_path, ending):
    """What belongs together is seen in the first rows and holds for all."""
    rows = [HEADS, *long_table(WHOLE * 20, ids=range(160))]
    with blocks(first=64, lines=2000):
        assert counts_of(write_table(tmp_path / f"a{ending}", rows)) == times(20)


@ENDINGS
@cases(
    "spelled",
    {
        "star": lambda row, name: f"{name} *" if row % 2 else name,
        "cup": lambda row, name: f"{name}🏆" if row % 2 else name,
        "accents": lambda row, name: unicodedata.normalize("NFD" if row % 2 else "NFC", name),
    },
)
def test_a_player_is_one_however_the_name_is_marked(tmp_path, spelled, ending):
    """A winner's mark beside the name, and an accent that is a sign of its own, make no further player."""
    heads, rows = ["Deal", "Joueur", "Cards"], []
    for deal in range(1, 5):
        rows += [
            [deal, spelled(deal, "Zoé"), "AH KH QH JH 10H"],
            [deal, spelled(deal + 1, "Noé"), "2C 3C 4D 5S 7H"],
        ]
    found = counts_of(write_table(tmp_path / f"a{ending}", [heads, *rows]), "--by", "Deal")
    assert [(name, found[f"player_{at}"]) for at, name in enumerate(found["names"], 1)] == [
        ("Zoé", 4),
        ("Noé", 0),
    ]


def test_dates_above_a_few_cards_are_no_deals(tmp_path):
    """Fewer rows of cards than two hands need, below dates or words that number deals, are hands side by side."""
    head = [dt.date(2026, 1, day) for day in range(1, 6)]
    found = counts_of(write_table(tmp_path / "a.xlsx", [head, *[hands[0] for hands in THREE[:4]]]))
    assert (found["rows"], found["bad"]) == (4, 0)


@ENDINGS
def test_words_among_the_hands_of_a_long_table_are_said(tmp_path, ending):
    """A row of words where the hands stand is a title, which the line of what was read names."""
    rows = [HEADS, *long_table(THREE)]
    path = write_table(
        tmp_path / f"a{ending}", [*rows[:4], [None, None, "a break for tea"], *rows[4:]]
    )
    found = xlpoker.wins(path, by="Hand id")
    assert "row 5 'a break for tea'" in found.read
    assert (found.rows, found.bad) == (len(THREE), 0)


@cases(
    ("head", "rows", "line"),
    {
        "game": (
            "Board",
            [["Ann", "AH KH", "5H 6H 7H 9C 2D"], ["Ben", "2C 2S", None]],
            "hold'em, best five of two and the board; hands in C, players in B; board D; deals by Deal",
        ),
        "fold": (
            "Notes",
            [["Ann", "5H 5C 6S 7S KD", None], ["Ben", "2C 3S 8S 8D TD", "folded"]],
            "not read: D Notes (2 texts, first D3 'folded')",
        ),
        "card": (
            "Zusatz",
            [["Ann", "5H 5C 6S 7S KD", "9H"], ["Ben", "2C 3S 8S 8D TD", "4H"]],
            "not read: D Zusatz (4 cells with cards, first D2 '9H')",
        ),
    },
)
def test_what_stands_beside_the_hands_of_a_deal(tmp_path, head, rows, line):
    """A board makes it hold'em; notes and further cards are named, with --by as without."""
    rows = [[deal, *row] for deal in (1, 2) for row in rows]
    path = write_table(tmp_path / "a.csv", [["Deal", "Name", "Hand", head], *rows])
    for options in ([], ["--by", "Deal"]):
        assert line in " ".join(run("wins", path, *options)[1].split())


def test_a_board_makes_the_game(tmp_path):
    """A board that --hands names is one of hold'em, where two cards stand beside it."""
    path = write_table(
        tmp_path / "a.csv", [["Ann", "Ben", "Board"], ["AH KH", "2C 2S", "5H 6H 7H 9C 2D"]]
    )
    hands = "Ann=A2:A2,Ben=B2:B2,board=C2:C2"
    for options in ([], ["--game", "holdem"]):
        assert counts_of(path, "--hands", hands, *options)["player_1"] == 1


@cases(
    ("options", "message"),
    {
        "no-such-heading": (
            ["--by", "Hand ix"],
            "no column is headed 'Hand ix'; did you mean 'Hand id'?",
        ),
        "one-of-two": (["--by", "A,Tabel"], "no column is headed 'Tabel'"),
        "a-column-of-cards": (
            ["--by", "C"],
            "'C' is a column of the hands; name one that numbers the deals",
        ),
        "no-cards-there": (["--by", "A", "--hands", "D50:D60"], "no cards"),
    },
)
def test_what_is_refused(tmp_path, options, message):
    """A heading that is not there, and what does not go together."""
    path = write_table(tmp_path / "a.xlsx", LONG["whole-hands"][0])
    code, out, err = run("wins", path, *options)
    assert (code, out) == (2, "")
    assert message in err


EVENING = long_table(WHOLE, ids=range(1, 9))
EVENINGS = [
    [at, date, *row] for date in ("2026-11-06", "2026-11-13") for at, row in enumerate(EVENING)
]


@pytest.mark.parametrize("options", [[], ["--by", "Date,Deal"], ["--by", "B, C"]], ids=" ".join)
def test_numbers_of_deals_begin_anew_each_evening(tmp_path, options):
    """Rows with one number and one date are a deal."""
    path = write_table(tmp_path / "a.xlsx", [["Pot", "Date", "Deal", "Player", "Cards"], *EVENINGS])
    assert counts_of(path, *options) == times(2)


@pytest.mark.parametrize("order", [2, 3], ids=["by-deal", "by-player"])
def test_columns_that_tell_deals_apart_are_found(tmp_path, order):
    """Numbers that begin anew each evening, in a sorted table: the date tells the deals apart."""
    rows = [
        ["Pot", "Date", "Deal", "Player", "Cards"],
        *sorted(EVENINGS, key=lambda row: row[order]),
    ]
    path = write_table(tmp_path / "a.xlsx", rows)
    assert counts_of(path) == counts_of(path, "--by", "Deal,Date") == times(2)


def test_a_heading_with_more_words_numbers_deals(tmp_path):
    """*Table and hand* does so; notes beside the hands change nothing."""
    rows = [["Table and hand", "Player", "Cards", "Note"], *([*row, "tie"] for row in EVENING)]
    path = write_table(tmp_path / "a.xlsx", rows)
    assert counts_of(path) == counts_of(path, "--by", "Table and hand") == times(1)


@pytest.mark.parametrize("by", ["Deal", "B"])
def test_rows_of_a_deal_may_stand_apart(tmp_path, by):
    """Sorted by player, each number comes once with each of them."""
    rows = sorted(EVENING, key=lambda row: row[1])
    path = write_table(
        tmp_path / "a.xlsx", [["Cards", "Deal", "Player"], *[[row[2], *row[:2]] for row in rows]]
    )
    assert counts_of(path, "--by", by) == times(1)


@pytest.mark.parametrize("parted", [False, True], ids=["in-one-cell", "in-five"])
def test_boards_of_one_deal_that_differ(tmp_path, parted):
    """All rows of the deal are bad and name both boards; one that is not finished yet is no other board."""
    boards = (
        ["2c 7d 9h Js 3c", "2c 7d 9h Js Kc"],
        ["2c 7d 9h Js 3c", "2c 7d 9h"],
        ["2C 7D 9H JS 3C", "2♣ 7♦ 9♥ J♠ 3♣"],
    )
    rows = [
        [number, name, hole, *(board.split() if parted else [board])]
        for number, pair in enumerate(boards)
        for name, hole, board in zip(("Ann", "Bob"), ("Ah Ad", "Kh Kd"), pair, strict=True)
    ]
    labels = ["F1", "F2", "F3", "T", "R"] if parted else ["Board"]
    path = write_table(tmp_path / "a.xlsx", [["Hand id", "Player", "Hole", *labels], *rows])
    found = counts_of(path, "--by", "Hand id", "--game", "holdem")
    assert (found["player_1"], found["player_2"], found["bad"]) == (2, 0, 1)
    one, other, places = ("3c", "Kc", ("H2", "H3")) if parted else (*boards[0], ("D2", "D3"))
    said = f"Sheet!{places[0]}: the board of one deal is '{one}' in {places[0]} and '{other}' in {places[1]}\n"
    assert run("wins", path, "--by", "Hand id", "--game", "holdem")[2] == said


SPELLINGS = [["Anna", "Bernd"], ["anna", "BERND"], ["Anna ", "bernd"], [" ANNA", "Bernd  "]]


@ENDINGS
def test_names_that_differ_in_case_or_blanks(tmp_path, ending):
    """They are one player, who has the name that is written first; who stands twice in a deal is asked about."""
    rows = [
        [at, name, " ".join(hand)]
        for at in range(8)
        for name, hand in zip(SPELLINGS[at % 4], THREE[at][:2], strict=True)
    ]
    found = xlpoker.wins(write_table(tmp_path / f"a{ending}", [HEADS, *rows]))
    won = [xlpoker.winner(*hands[:2]) for hands in THREE]
    assert (found.names, found.rows, found.bad, found.ties) == (
        ["Anna", "Bernd"],
        8,
        0,
        won.count(0),
    )
    assert found.players == [won.count(1), won.count(2)]
    rows[9][1] = rows[8][1].upper()
    path = write_table(tmp_path / f"b{ending}", [HEADS, *rows])
    assert "a player stands twice in the deal of row" in run("wins", path, "--by", "Hand id")[2]


def test_a_board_in_a_row_of_its_own_is_no_player(tmp_path):
    """A long table in which the board has a row among the players is not counted; the message says where to put it."""
    cards = [[" ".join(row[at:end]) for at, end in ((0, 2), (2, 4), (4, 9))] for row in deals(9, 3)]
    rows = [
        [at, *pair]
        for at, deal in enumerate(cards, 1)
        for pair in zip(("Ann", "Bob", "Board"), deal, strict=True)
    ]
    path = write_table(tmp_path / "a.xlsx", [["Hand", "Player", "Cards"], *rows])
    for options in ([], ["--by", "Hand"]):
        assert run("wins", path, *options)[:2] == (2, "")
    code, out, err = run("wins", path, "--by", "Hand", "--hands", "C2:C10")
    assert (code != 0, out) == (True, "")
    assert (
        "has the board in rows of its own, called 'Board'; put it beside the hands of its deal, in a column Board"
        in err
    )
