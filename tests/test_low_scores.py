"""Sheets of low games: what is counted and written, in every format; both halves of hi-lo."""

import csv
import json

import openpyxl
import pandas as pd
import pytest
from support.commands import run
from support.open_sheets import write_sheet

import xlpoker
from xlpoker.errors import BookError, OptionError
from xlpoker.workbook.jobs import Writing, score, wins

HI_LO = [
    ["Board", "Anna", "Ben", "Cem"],
    ["3S 4D 8H KC 9D", "AS 2D QH QS", "AC 2H KD KH", "5C 6C TH JH"],
    ["3S 4D 8H KC 9D", "AS 2D QH QS", "folded", "folded"],
    ["TS JD QH KC 9D", "AS 2D 3H QS", "AC 2H KD KH", "5C 6C TH JH"],
    ["3S 4D 8H", "AS 2D QH QS", "AC 2H QD JC", "folded"],
    ["3S 4D 8H KC 9D", "AS 2D QH QS", "AC 2H QD 1OH", "5C 6C TH JH"],
]
TITLES = ["value", "hand", "low", "share"]
ANNA = [
    (3625, "One Pair, Queens", "8-4-3-2-A", 0.25),
    (3625, "One Pair, Queens", "8-4-3-2-A", 1),
    (5863, "Straight, Ace high", "no low", 0.5),
    (None, None, None, None),
    (None, None, None, None),
]
CEM = [
    (665, "High Card, King", "8-6-5-4-3", 0),
    (None, None, None, None),
    (5862, "Straight, King high", "no low", 0),
    (None, None, None, None),
    (None, None, None, None),
]
WINNERS = ["Anna, Ben", "Anna", "Anna, Ben", None, None]
RAZZ = [
    ["Anna", "Ben"],
    ["AS 2D 3C 4H 6S KD KH", "AC 2C 3D 5H 7S QD QH"],
    ["AD 2D 3C 4H 6S KD KH", "AS 2C 3D 4S 6H QD QH"],
    ["2S 2D 2C 2H 3S 3D 3H", "KC QC JC TC 9C KS KD"],
]
LOWBALL = [
    ["Anna", "Ben"],
    ["7S 5D 4C 3H 2S", "AC 5C 4D 3S 2H"],
    ["7S 6S 5S 4S 2S", "AC 5C 4D 3S 2H"],
]


def table(path, rows):
    """Write rows to a workbook or a text file, and return its path."""
    if path.suffix == ".xlsx":
        return write_sheet(path, rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def results(path):
    """Return the cells of each column of results in a workbook, by title."""
    sheet = openpyxl.load_workbook(path).worksheets[0]
    titles, *rows = sheet.iter_rows(values_only=True)
    return {title: [row[column] for row in rows] for column, title in enumerate(titles)}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("ending", ["xlsx", "csv", "csv to xlsx", "openpyxl"])
def test_both_halves_are_written(tmp_path, ending):
    """Winner, high hand, low hand and share of each player; folded players and no showdown are blank."""
    book = table(tmp_path / ("hi-lo.csv" if ending.startswith("csv") else "hi-lo.xlsx"), HI_LO)
    output = tmp_path / "scored.xlsx"
    engine = "openpyxl" if ending == "openpyxl" else "splice"
    if ending == "csv":
        score(book, output=tmp_path / "scored.csv")
        frame = pd.read_csv(tmp_path / "scored.csv")
        written = {
            title: [None if pd.isna(cell) else cell for cell in frame[title]] for title in frame
        }
    else:
        score(book, output=output, engine=engine)
        written = results(output)
    assert written["Winner"] == WINNERS
    for player, expected in (("Anna", ANNA), ("Cem", CEM)):
        columns = [written[f"{player} {title}"] for title in TITLES]
        assert [*zip(*columns, strict=True)] == expected
    assert written["Problem"][-1] == "C6: '1OH' is not a card; did you mean '10H'?"


def test_scoring_again_replaces_both_halves(tmp_path):
    """Earlier results, low hands and shares among them, are recognized."""
    book = table(tmp_path / "hi-lo.xlsx", HI_LO)
    score(book, output=tmp_path / "once.xlsx")
    score(tmp_path / "once.xlsx", output=tmp_path / "twice.xlsx", game="omaha-hi-lo")
    assert results(tmp_path / "once.xlsx") == results(tmp_path / "twice.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "once.xlsx")
    sheet.worksheets[0]["H2"] = "a note of mine"
    sheet.save(tmp_path / "mine.xlsx")
    with pytest.raises(BookError, match="'a note of mine' is no result of xlpoker"):
        score(tmp_path / "mine.xlsx", output=tmp_path / "again.xlsx", game="omaha-hi-lo")


def test_counts_of_both_halves(tmp_path):
    """Whole pots won alone, split pots, and the sum of each player's shares."""
    book = table(tmp_path / "hi-lo.csv", HI_LO)
    counts = wins(book)
    assert counts.game == "omaha-hi-lo"
    assert (counts.players, counts.ties, counts.no_showdown, counts.bad) == ([1, 0, 0], 2, 1, 1)
    assert [float(pot) for pot in counts.pots] == [1.75, 1.25, 0]
    printed = run("wins", book)[1]
    assert "Split pots" in printed
    assert "1.75" in printed
    record = json.loads(run("wins", book, "--json")[1])
    assert record["pots"] == [1.75, 1.25, 0.0]


def test_pots_of_several_books_add_up(tmp_path):
    """Each player's pots under the player's name."""
    table(tmp_path / "hi-lo 1.csv", HI_LO)
    table(tmp_path / "hi-lo 2.csv", [[row[0], *row[:0:-1]] for row in HI_LO])
    printed = run("wins", tmp_path)[1]
    assert "Split pots" in printed
    from xlpoker.scoring.totals import total_of

    tables = [wins(tmp_path / f"hi-lo {number}.csv") for number in (1, 2)]
    total = total_of("both", tables)
    assert total.names == ["Anna", "Ben", "Cem"]
    assert [float(pot) for pot in total.pots] == [3.5, 2.5, 0]


def test_a_row_for_each_player(tmp_path):
    """The share of each player stands in the player's row."""
    rows = [["Hand", "Player", "Cards", "Board"]]
    for number, (board, *holes) in enumerate(HI_LO[1:4], 1):
        for player, hole in zip(HI_LO[0][1:], holes, strict=True):
            rows.append([number, player, hole, board])
    book = table(tmp_path / "hi-lo.xlsx", rows)
    score(book, output=tmp_path / "scored.xlsx")
    written = results(tmp_path / "scored.xlsx")
    assert written["Share"] == [0.25, 0.75, 0, 1, None, None, 0.5, 0.5, 0]
    assert written["Low"][:4] == ["8-4-3-2-A", "8-4-3-2-A", "8-6-5-4-3", "8-4-3-2-A"]
    assert written["Winner"][:4] == ["Anna, Ben", "Anna, Ben", None, "Anna"]


def test_chosen_columns(tmp_path):
    """Low hands and shares can be chosen in hi-lo only."""
    book = table(tmp_path / "hi-lo.xlsx", HI_LO)
    score(book, output=tmp_path / "scored.xlsx", writing=Writing(columns="share"))
    assert [*results(tmp_path / "scored.xlsx")][4:] == [
        "Anna share", "Ben share", "Cem share", "Problem",
    ]  # fmt: skip
    razz = table(tmp_path / "razz.xlsx", RAZZ)
    with pytest.raises(OptionError, match="only omaha-hi-lo has the column low; the game is razz"):
        score(razz, output=tmp_path / "no.xlsx", writing=Writing(columns="low,winner"))


@pytest.mark.parametrize(
    ("sheet", "name", "winners", "hands"),
    [
        (RAZZ, "razz", ["Anna", "Anna, Ben", "Ben"], ["6-4-3-2-A", "6-4-3-2-A", "Full House, Twos over Threes"]),
        (LOWBALL, "2-7 draw", ["Anna", "Ben"], ["7-5-4-3-2", "Flush, Seven high"]),
    ],
    ids=["razz", "2-7"],
)  # fmt: skip
def test_low_games_by_the_name_of_the_file(tmp_path, sheet, name, winners, hands):
    """The lower hand wins; its name is its cards."""
    book = table(tmp_path / f"{name}.xlsx", sheet)
    score(book, output=tmp_path / "scored.xlsx")
    written = results(tmp_path / "scored.xlsx")
    assert written["Winner"] == winners
    assert written["Anna hand"] == hands
    score(tmp_path / "scored.xlsx", output=tmp_path / "again.xlsx", game=wins(book).game)
    assert results(tmp_path / "again.xlsx") == written


def test_the_same_hands_without_the_name_are_high(tmp_path):
    """A low game is never assumed, and ``--game`` names it."""
    book = table(tmp_path / "friday.xlsx", RAZZ)
    assert wins(book).players == [2, 1]
    assert wins(book, game="razz").players == [1, 1]


def test_parquet_and_frames(tmp_path):
    """Names are a categorical in the order of the game, the weakest first; shares are numbers."""
    frame = pd.DataFrame(HI_LO[1:], columns=HI_LO[0])
    scored = frame.poker.score(game="omaha-hi-lo", hands=["Anna", "Ben", "Cem"], board="Board")
    assert scored["player_1_share"].tolist()[:3] == [0.25, 1, 0.5]
    assert scored["player_1_low"].tolist()[:3] == ["8-4-3-2-A", "8-4-3-2-A", "no low"]
    razz = pd.DataFrame(RAZZ[1:], columns=RAZZ[0])
    razz.to_parquet(tmp_path / "razz.parquet")
    score(tmp_path / "razz.parquet", output=tmp_path / "scored.parquet")
    names = pd.read_parquet(tmp_path / "scored.parquet")["anna_hand"]
    assert names.tolist() == ["6-4-3-2-A", "6-4-3-2-A", "Full House, Twos over Threes"]
    assert names.cat.ordered
    categories = names.cat.categories.tolist()
    assert categories.index("Full House, Twos over Threes") < categories.index("6-4-3-2-A")


@pytest.mark.parametrize(
    ("cell", "agree", "differ"),
    [("7-5-4-3-2", 1, 0), ("8-5-4-3-2", 0, 1), ("No Pair", 1, 0), ("Flush", 0, 1), ("57462", 1, 0)],
)
def test_a_column_of_low_hands_is_checked(tmp_path, cell, agree, differ):
    """A dealer's column of hands, as players name them."""
    rows = [["Cards", "Dealer hand"], ["7S 5D 4C 3H 2S", cell]]
    book = table(tmp_path / "2-7 draw.csv", [rows[0], *[rows[1]] * 3])
    counts = wins(book, check="Dealer hand")
    assert (counts.agree, counts.differ) == (3 * agree, 3 * differ)


def test_a_column_of_winners_is_checked_in_hi_lo(tmp_path):
    """A split pot is won by those who get a part of it."""
    checked = ["Dealer", "Anna, Ben", "Anna", "Anna", None, None]
    rows = [[*row, cell] for row, cell in zip(HI_LO, checked, strict=True)]
    counts = wins(table(tmp_path / "hi-lo.csv", rows), check="Dealer")
    assert (counts.agree, counts.differ) == (2, 1)


def test_the_tour_of_python():
    """Single hands, winners and shares take the game and the board."""
    board = "3s 4d 8h Kc 9d"
    holes = ["As 2d Qh Qs", "Ac 2h Kd Kh", "5c 6c Th Jh"]
    assert xlpoker.winner(*holes, game="omaha-hi-lo", board=board) == 0
    assert [str(share) for share in xlpoker.shares(*holes, game="omaha-hi-lo", board=board)] == [
        "1/4",
        "3/4",
        "0",
    ]
    assert xlpoker.winner("7h 5c 4d 3s 2h", "Ah Ac 4h 3h 2d", game="2-7") == 1
    assert xlpoker.hand("7h 5c 4d 3s 2h", game="2-7").value == 57_462
