"""Stakes on sheets: what each player gets of main pot and side pots, in `score` and in `wins`."""

import csv
import json
import random
from fractions import Fraction

import openpyxl
import pandas as pd
import pytest
from support.cases import cases
from support.commands import run
from support.open_sheets import cells_after, cells_of, seen_of, write_sheet
from support.pokerkit_hands import played, played_twice
from support.samples import sample_size

from xlpoker.errors import LayoutError, OptionError
from xlpoker.evaluator.payouts import payouts_in_units
from xlpoker.scoring.open_sheet import run as click
from xlpoker.workbook.jobs import Writing, score, wins

BOARD = "2C 7D 9S JC 3H"
STAKES = "Anna=E,Ben=F,Cem=G"
TABLE = [
    ["Board", "Anna", "Ben", "Cem", "Anna stake", "Ben stake", "Cem stake"],
    [BOARD, "AH AD", "KH KC", "8C 8D", 10, 30, 30],
    [BOARD, "AH AD", "KH KC", "folded", 10, 30, 5],
    [BOARD, "AH QD", "AC QC", None, "$ 5.00", "5,00 EUR", 0.01],
    [BOARD, "AH AD", "folded", "folded", 20, 10, 0],
    ["2C 7D 9S", "AH QD", "AC QC", "folded", 5, 5, 5],
    [BOARD, "AH AD", "1OH KC", "8C 8D", 10, 30, 30],
]
GETS = {
    "Anna gets": [30, 25, 5.01, 30, None, None],
    "Ben gets": [40, 20, 5, 0, None, None],
    "Cem gets": [0, 0, 0, 0, None, None],
}
HI_LO = [
    ["Board", "Anna", "Ben", "Cem", "A", "B", "C"],
    ["3S 4D 8H KC 9D", "AS 2D QH QS", "AC 2H KD KH", "5C 6C TH JH", 5, 10, 15],
    ["3S 4D 8H KC 9D", "KS KH QD QC", "AC 2H QS JC", "folded", 5, 5, 1],
    ["TS JD QH KC 9D", "AS 2D 3H QS", "KD KH 4H 4S", "5C 6C TH JH", 5, 5, 5],
]


def table(path, rows):
    """Write rows to a workbook, a text file or a Parquet file, and return its path."""
    if path.suffix == ".xlsx":
        return write_sheet(path, rows)
    if path.suffix == ".parquet":
        head, *body = rows
        texts = [[None if cell is None else str(cell) for cell in row] for row in body]
        pd.DataFrame(texts, columns=head).to_parquet(path)
        return path
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def written(path, kind="gets"):
    """Return the columns of results of a kind, by title; a blank cell is None."""
    if path.suffix == ".csv":
        frame = pd.read_csv(path)
    elif path.suffix == ".parquet":
        frame = pd.read_parquet(path)
    else:
        frame = pd.read_excel(path, engine="openpyxl")
    columns = {}
    for title in frame:
        if str(title).lower().endswith(kind):
            columns[title] = [None if pd.isna(cell) else cell for cell in frame[title]]
    return columns


@pytest.mark.sampled(3)
@cases(
    ("ending", "output", "engine"),
    {
        "a workbook": (".xlsx", ".xlsx", "splice"),
        "by openpyxl": (".xlsx", ".xlsx", "openpyxl"),
        "text": (".csv", ".csv", "splice"),
        "text to a workbook": (".csv", ".xlsx", "splice"),
        "a workbook to text": (".xlsx", ".csv", "splice"),
        "Parquet": (".parquet", ".parquet", "splice"),
        "Parquet to a workbook": (".parquet", ".xlsx", "splice"),
    },
)
def test_what_each_player_gets_stands_beside_the_hands(tmp_path, ending, output, engine):
    """Side pots, money back, amounts with a currency, an odd cent; no showdown and bad rows are blank."""
    book = table(tmp_path / f"night{ending}", TABLE)
    counts = score(book, stakes=STAKES, output=tmp_path / f"out{output}", engine=engine)
    columns = written(tmp_path / f"out{output}")
    if output == ".parquet":
        columns = {title.replace("_", " ").capitalize(): cells for title, cells in columns.items()}
    assert columns == GETS
    assert [(money.total, money.net) for money in counts.money] == [
        (Fraction("90.01"), Fraction("45.01")),
        (Fraction(65), Fraction(-10)),
        (Fraction(0), Fraction("-35.01")),
    ]


def test_ods(tmp_path):
    """A workbook of LibreOffice, whose results are written as .xlsx."""
    head, *rows = TABLE
    pd.DataFrame(rows, columns=head).to_excel(tmp_path / "night.ods", index=False)
    score(tmp_path / "night.ods", stakes=STAKES, output=tmp_path / "out.xlsx")
    assert written(tmp_path / "out.xlsx") == GETS


def test_dataframes():
    """The same option for a DataFrame, by names of columns; amounts are floats, NaN without any."""
    head, *rows = TABLE
    frame = pd.DataFrame(rows, columns=head)
    stakes = "Anna=Anna stake,Ben=Ben stake,Player 3=Cem stake"
    scored = frame.poker.score(stakes=stakes)
    for player, cells in enumerate(GETS.values(), 1):
        column = scored[f"player_{player}_gets"]
        assert column.dtype == "float64"
        assert [None if pd.isna(cell) else cell for cell in column] == cells
    assert frame.poker.wins(stakes=stakes)["net"] == [45.01, -10, -35.01]


def test_what_is_printed(tmp_path):
    """Total and net beside the wins; the nets add up to nothing; the columns of stakes are read."""
    book = table(tmp_path / "night.xlsx", TABLE)
    code, out, err = run("wins", book, "--stakes", STAKES)
    assert code == 0
    lines = [line.split() for line in out.splitlines()]
    assert ["Wins", "Gets", "Net"] in lines
    assert ["Anna", "3", "90.01", "+45.01"] in lines
    assert ["Cem", "0", "0.00", "-35.01"] in lines
    assert "stakes E:G" in out
    assert "not read" not in out
    assert "C7: '1OH' is not a card" in err
    _, out, _ = run("wins", book, "--stakes", STAKES, "--json")
    record = json.loads(out)
    assert (record["gets"], record["net"]) == ([90.01, 65, 0], [45.01, -10, -35.01])


def test_the_sum_of_several_books(tmp_path):
    """Each player's money under the player's name, over all files."""
    first = table(tmp_path / "first.xlsx", TABLE)
    second = table(tmp_path / "second.xlsx", TABLE[:2])
    _, out, _ = run("wins", first, second, "--stakes", STAKES)
    lines = [line.split() for line in out.splitlines()]
    assert ["Anna", "120.01", "+65.01"] in lines


def test_money_looks_like_the_stakes(tmp_path):
    """New amounts have the number format of the stake in their row."""
    book = table(tmp_path / "night.xlsx", TABLE)
    workbook = openpyxl.load_workbook(book)
    for row in range(2, 8):
        workbook.active.cell(row, 5).number_format = '"$"#,##0.00'
        workbook.active.cell(row, 6).number_format = "0"
    workbook.save(book)
    score(book, stakes=STAKES, output=tmp_path / "out.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "out.xlsx").active
    column_of = {cell.value: cell.column for cell in sheet[1]}
    first_row = {title: sheet.cell(2, column_of[title]).number_format for title in GETS}
    assert first_row == {"Anna gets": '"$"#,##0.00', "Ben gets": "0", "Cem gets": "General"}


def test_scoring_again_replaces_the_amounts(tmp_path):
    """Amounts are results: with stakes they are written anew, without these they go."""
    book = table(tmp_path / "night.xlsx", TABLE)
    score(book, stakes=STAKES, in_place=True)
    score(book, stakes=STAKES, in_place=True, unit=0.01)
    assert written(book) == GETS
    score(book, in_place=True)
    assert written(book) == {}
    assert len(written(book, "winner")) == 1


@pytest.mark.parametrize("command", ["score", "remove"])
def test_a_click_takes_the_amounts_away(tmp_path, command):
    """A button knows no stakes: it replaces earlier results, or removes them, amounts among them."""
    book = table(tmp_path / "night.xlsx", TABLE)
    before = cells_of(book)
    score(book, stakes=STAKES, in_place=True)
    seen = seen_of(book)
    cells = cells_after(seen, click(command, seen))
    assert not [cell for cell in cells.values() if str(cell).endswith("gets")]
    if command == "remove":
        assert cells == before


def test_chosen_columns_leave_the_amounts(tmp_path):
    """Stakes are asked for, so that their columns come whatever others are chosen."""
    book = table(tmp_path / "night.xlsx", TABLE)
    score(book, stakes=STAKES, output=tmp_path / "out.xlsx", writing=Writing("winner"))
    titles = [cell.value for cell in openpyxl.load_workbook(tmp_path / "out.xlsx").active[1]]
    assert titles[7:] == ["Winner", "Anna gets", "Ben gets", "Cem gets", "Problem"]


def test_whole_chips(tmp_path):
    """With the unit 1 an odd chip goes to the first of those who tie; half a chip is no stake."""
    hands = ["AH KD 9C 8C 7D", "AD KC 9H 8H 7S", "2H 3D 5C 6C 9S"]
    rows = [["Anna", "Ben", "Cem", "A", "B", "C"], [*hands, 5, 5, 5], [*hands, 5, 5, 2.5]]
    book = table(tmp_path / "chips.csv", rows)
    counts = score(book, stakes="Anna=D,Ben=E,Cem=F", unit=1, output=tmp_path / "out.csv")
    assert [cells[0] for cells in written(tmp_path / "out.csv").values()] == [8, 7, 0]
    assert [str(error) for error in counts.errors] == [
        "F3: Cem: the stake is 2.5, not a multiple of 1; name a smaller unit"
    ]


def test_both_halves_of_a_pot(tmp_path):
    """Each half of each pot by its own values, the odd unit to the high half; no low, no halves."""
    book = table(tmp_path / "hi-lo.xlsx", HI_LO)
    stakes = "Anna=E,Ben=F,Cem=G"
    score(book, stakes=stakes, unit=1, game="omaha-hi-lo", output=tmp_path / "out.xlsx")
    head, *rows = HI_LO
    gets = written(tmp_path / "out.xlsx")
    by_row = list(zip(*gets.values(), strict=True))
    frame = pd.read_excel(tmp_path / "out.xlsx", engine="openpyxl")
    for row, payouts in enumerate(by_row):
        values = [
            0 if pd.isna(cell) else cell
            for cell in frame.loc[row, [f"{name} value" for name in head[1:4]]]
        ]
        lows = [_low_of(cell) for cell in frame.loc[row, [f"{name} low" for name in head[1:4]]]]
        assert list(payouts) == payouts_in_units(rows[row][4:], values, lows)
        assert sum(payouts) == sum(rows[row][4:])
    assert by_row[1] == (6, 5, 0)


def _low_of(name):
    """Return a value that orders the names of lows: the best first."""
    if pd.isna(name) or name == "no low":
        return None
    ranks = ["A2345678".index(rank) for rank in name.split("-")]
    return 1000 - sum(2**rank for rank in ranks)


RUN_TWICE = [
    ["Anna", "Ben", "Cem", "Board 1", "Board 2", "A", "B", "C"],
    ["AH AD", "KH KC", "8H 8C", BOARD, "2C 7D 9S KD 3H", 10, 31, 30],
    ["AH AD", "KH KC", "8H 8C", BOARD, None, 10, 30, 30],
    ["AH AD", "KH KC", "folded", BOARD, "2C 7D 9S KD 3H", 5, 5, 5],
    ["AH AD", "KH KC", "folded", BOARD, "2C 7D 9S KD 3H", 5, -5, 5],
    ["AH AD", "folded", "folded", BOARD, "2C 7D 9S KD 3H", 6, 5, 5],
]
RUN_TWICE_GETS = {
    "Anna gets": [15, 30, 8, None, 16],
    "Ben gets": [56, 40, 7, None, 0],
    "Cem gets": [0, 0, 0, None, 0],
}


@pytest.mark.sampled(2)
@cases(
    ("ending", "output", "engine"),
    {
        "a workbook": (".xlsx", ".xlsx", "splice"),
        "by openpyxl": (".xlsx", ".xlsx", "openpyxl"),
        "text": (".csv", ".csv", "splice"),
        "Parquet": (".parquet", ".parquet", "splice"),
    },
)
def test_each_of_two_boards_pays_half(tmp_path, ending, output, engine):
    """Money back first, the odd chip by the first board, whole pots by one board; a bad row counts nowhere."""
    book = table(tmp_path / f"night{ending}", RUN_TWICE)
    stakes = "Anna=F,Ben=G,Cem=H"
    counts = score(book, stakes=stakes, unit=1, output=tmp_path / f"out{output}", engine=engine)
    columns = written(tmp_path / f"out{output}")
    if output == ".parquet":
        columns = {title.replace("_", " ").capitalize(): cells for title, cells in columns.items()}
    assert columns == RUN_TWICE_GETS
    assert counts.players == [5, 2, 0]
    assert [(money.total, money.net) for money in counts.money] == [(69, 38), (103, 32), (0, -70)]
    assert wins(book, stakes=stakes, unit=1).money == counts.money


def test_amounts_stand_once_behind_both_boards(tmp_path):
    """They follow the results of the last board, and scoring again changes nothing."""
    book = table(tmp_path / "night.xlsx", RUN_TWICE[:4])
    writing = Writing(columns="winner,value")
    for _ in range(2):
        score(book, stakes="Anna=F,Ben=G,Cem=H", in_place=True, writing=writing)
        titles = [cell.value for cell in openpyxl.load_workbook(book).active[1]][8:]
        of_hands = ["winner", "Anna value", "Ben value", "Cem value"]
        on_boards = [f"Board {board} {title}" for board in (1, 2) for title in of_hands]
        assert titles == [*on_boards, *RUN_TWICE_GETS]


def test_both_halves_on_two_boards(tmp_path):
    """Each board halves its part: the odd chip to the first board, and there to the high hand."""
    rows = [
        ["Anna", "Ben", "Board 1", "Board 2", "A", "B"],
        ["KS KH QD QC", "AC 2H QS JC", "3S 4D 8H KC 9D", "3S 4D 8H 9D 2C", 7, 7],
        ["KS KH QD QC", "AC 2H QS JC", "3S 4D 8H KC 9D", "TS JD QH KC 9D", 3, 3],
    ]
    book = table(tmp_path / "hi-lo.xlsx", rows)
    score(book, stakes="Anna=E,Ben=F", unit=1, game="omaha-hi-lo", output=tmp_path / "out.xlsx")
    # Board 1 of row 2: 7 = 4 high (Anna) + 3 low (Ben); board 2: the same.
    # Board 1 of row 3: 3 = 2 high (Anna) + 1 low (Ben); board 2 without a low: 3 to Ben's straight.
    assert written(tmp_path / "out.xlsx") == {"Anna gets": [8, 2], "Ben gets": [6, 4]}


BAD = [
    ["Board", "Anna", "Ben", "Cem", "Anna bet", "Ben bet", "Cem bet"],
    [BOARD, "AH AD", "KH KC", "8C 8D", -5, 5, 5],
    [BOARD, "AS AD", "KH KC", "8C 8D", 5, "five", 5],
    [BOARD, "AH AC", "KH KC", "8C 8D", 5, 5, None],
    [BOARD, "AS AC", "KH KC", "8C 8D", 0, 5, 5],
    [BOARD, "AH AS", "KS KD", "folded", 5, 0.005, 5],
    [BOARD, "AH AD", "KS KD", "folded", 5, 5, "1.234"],
    [BOARD, "AC AD", "KS KD", "8C 8H", 5, 5, True],
    [BOARD, "AS AD", "KS KD", "8S 8H", 5, 5, 5],
    [BOARD, "AH AC", "KS KD", "8S 8H", 0, 0, 0],
]
REASONS = [
    "E2: Anna: the stake is -5; a stake is what a player put in, 0 or more",
    "F3: Ben: 'five' is no amount; a stake is a number, such as 2.50",
    "G4: Cem has a hand and no stake",
    "E5: Anna has a hand and no stake; a player who folded has no hand",
    "F6: Ben: the stake is 0.005, not a multiple of 0.01; name a smaller unit",
    "G7: Cem: '1.234' is 1234 or 1 and 234 thousandths; a stake is a number, such as 2.50",
    "G8: Cem: 'True' is no amount; a stake is a number, such as 2.50",
]


def test_wrong_stakes_are_bad_rows(tmp_path):
    """Each has its cell and a sentence; the other rows are scored, and only they count."""
    book = table(tmp_path / "bets.xlsx", BAD)
    stakes = "Anna=Anna bet,Ben=Ben bet,Cem=Cem bet"
    counts = score(book, stakes=stakes, output=tmp_path / "out.xlsx")
    assert [f"{error.cell}: {error.reason}" for error in counts.errors] == REASONS
    assert written(tmp_path / "out.xlsx", "problem")["Problem"] == [*REASONS, None, None]
    assert (counts.rows, counts.players, counts.bad) == (9, [2, 0, 0], 7)
    blanks = [None] * 7
    assert written(tmp_path / "out.xlsx") == {
        "Anna gets": [*blanks, 15, 0],
        "Ben gets": [*blanks, 0, 0],
        "Cem gets": [*blanks, 0, 0],
    }


def test_an_empty_seat_has_no_stake(tmp_path):
    """Where names stand beside the hands, a stake of nobody is a bad row; a folded player's counts."""
    rows = [
        ["Player 1", "Cards", "Player 2", "Cards", "Board", "Bet 1", "Bet 2"],
        ["Ann", "AH AD", "Bob", "KH KC", BOARD, 5, 10],
        ["Bob", "AS AD", "Ann", "KH KC", BOARD, 5, 5],
        ["Ann", "AH AC", "Bob", "folded", BOARD, 5, 5],
        ["Ann", "AS AC", None, None, BOARD, 5, 5],
    ]
    book = table(tmp_path / "seats.xlsx", rows)
    counts = wins(book, stakes="Player 1=Bet 1,Player 2=Bet 2")
    assert [str(error) for error in counts.errors] == [
        "Sheet1!G5: Player 2 is nobody here: the seat is empty, and has a stake"
    ]
    assert {name: (money.total, money.net) for name, money in counts.persons_money.items()} == {
        "Ann": (20, 5),
        "Bob": (15, -5),
    }
    _, out, _ = run("wins", book, "--stakes", "Player 1=Bet 1,Player 2=Bet 2")
    assert ["Bob", "1", "15", "-5"] in [line.split() for line in out.splitlines()]


def test_a_formula_without_a_value(tmp_path):
    """A stake that was never calculated is a bad row that says so."""
    book = table(tmp_path / "night.xlsx", TABLE[:2])
    workbook = openpyxl.load_workbook(book)
    workbook.active["F2"] = "=E2*3"
    workbook.save(book)
    (error,) = wins(book, stakes=STAKES).errors
    assert str(error) == "Sheet1!F2: '=E2*3' has no value yet; open the book in Excel and save it"


@cases(
    ("stakes", "message"),
    {
        "a player without a column": (
            "Anna=E,Ben=F",
            'names no column for Cem; name one for each player: --stakes "Anna=E,Ben=F,Cem=Cem stake"',
        ),
        "two players without one": (
            "Anna=Anna stake",
            ("names no column for Ben and Cem; name one for each player:"
            ' --stakes "Anna=Anna stake,Ben=Ben stake,Cem=Cem stake"'),
        ),
        "no player": (
            "E,F,G",
            '\'E\' in --stakes is no player with a column; write --stakes "Anna=K,Ben=L", a column for each player',
        ),
        "an unknown player": ("Ana=E,Ben=F,Cem=G", "'Ana' is no player; did you mean 'Anna'?"),
        "a player twice": ("Anna=E,Anna=F", "names two columns for Anna"),
        "a column twice": ("Anna=E,Ben=E", "names column E for two players"),
        "no column": ("Anna=Anna stack", "'Anna stack' is no column beside the hands, nor a heading of one; did you mean 'Anna stake'?"),
        "a column of cards": ("Anna=B", "'B' is no column beside the hands"),
        "nothing": ("", "names no column for Anna, Ben and Cem"),
    },
)  # fmt: skip
def test_players_and_columns_go_together(tmp_path, stakes, message):
    """The message names the players, and says what to type; a likely heading is offered, never taken."""
    book = table(tmp_path / "night.xlsx", TABLE)
    with pytest.raises((OptionError, LayoutError)) as error:
        wins(book, stakes=stakes)
    assert message in str(error.value)


@cases(
    ("options", "message"),
    {
        "a unit alone": ({"unit": 1}, "name their columns"),
        "no unit": ({"stakes": STAKES, "unit": 0}, "name the least amount that is paid out"),
        "formulas": ({"stakes": STAKES, "writing": Writing(live=True), "game": "five-card"}, "leave --live or --stakes out"),
    },
)  # fmt: skip
def test_options_that_do_not_go_together(tmp_path, options, message):
    """Options that mean nothing are refused before anything is read."""
    book = table(tmp_path / "night.xlsx", TABLE)
    with pytest.raises(OptionError, match=message):
        score(book, output=tmp_path / "out.xlsx", **options)


def test_each_row_holds_one_hand(tmp_path):
    """Stakes of players below each other are not read."""
    rows = [["Hand id", "Player", "Cards", "Bet"]]
    for deal in range(1, 5):
        rows += [[deal, "Ann", "AH KD 9C 8C 7D", 5], [deal, "Bob", "2H KC 9H 8H 7S", 5]]
    book = table(tmp_path / "deals.xlsx", rows)
    with pytest.raises(OptionError, match="needs the hands of all players in one row"):
        wins(book, stakes="Ann=Bet", by="Hand id")


def test_names_with_commas(tmp_path):
    """A name or heading with a comma stands in quotes."""
    head = ["Board", "Doe, John", "O'Hara", "In, John", "In"]
    book = table(tmp_path / "names.xlsx", [head, [BOARD, "AH AD", "KH KC", 5, 5]])
    counts = wins(book, stakes="'Doe, John'=\"In, John\";O'Hara=In")
    assert [money.net for money in counts.money] == [5, -5]


def sheet_of_hands(count, rng):
    """Return a table of hold'em hands that pokerkit played, nine seats each, and what each player got."""
    head = [
        "Board",
        *[f"Seat {seat}" for seat in range(1, 10)],
        *[f"S{seat}" for seat in range(1, 10)],
    ]
    rows, expected = [head], []
    while len(rows) <= count:
        stakes, holes, board, is_left, payouts = played(rng)
        if sum(is_left) > 1 and len(board) < 10:
            continue
        missing = [None] * (9 - len(holes))
        hands = [
            f"{hole[:2]} {hole[2:]}" if left else rng.choice(["folded", None])
            for hole, left in zip(holes, is_left, strict=True)
        ]
        cards = " ".join(board[place : place + 2] for place in range(0, len(board), 2))
        rows.append([cards or None, *hands, *missing, *stakes, *missing])
        expected.append([*payouts, *[0] * len(missing)])
    return rows, expected


MANY_HANDS = sample_size(150, release=1_500)


@pytest.mark.parametrize("count", [50, pytest.param(MANY_HANDS, marks=pytest.mark.slow)])
def test_whole_sheets_pay_as_pokerkit(tmp_path, count):
    """Hands of two to nine players with folds, all-ins and split pots: each row is paid the same."""
    pytest.importorskip("pokerkit", reason="pokerkit is not installed")
    rows, expected = sheet_of_hands(count, random.Random(count))
    book = table(tmp_path / "sheet.csv", rows)
    seats = range(1, 10)
    stakes = ",".join(f"Seat {seat}=S{seat}" for seat in seats)
    counts = score(book, stakes=stakes, unit=1, output=tmp_path / "out.csv")
    assert (counts.rows, counts.bad) == (count, 0)
    columns = written(tmp_path / "out.csv").values()
    assert [list(map(int, row)) for row in zip(*columns, strict=True)] == expected
    assert sum(money.net for money in counts.money) == 0


@pytest.mark.parametrize("count", [40, pytest.param(150, marks=pytest.mark.slow)])
def test_hands_that_are_run_twice_are_paid_as_pokerkit(tmp_path, count):
    """Each board pays its part of the main pot and of the side pots, the odd unit on the first one."""
    pytest.importorskip("pokerkit", reason="pokerkit is not installed")
    rng = random.Random(count)
    seats = range(1, 10)
    rows = [["Board 1", "Board 2", *[f"Seat {n}" for n in seats], *[f"S{n}" for n in seats]]]
    expected = []
    while len(rows) <= count:
        stakes, holes, boards, is_left, payouts = played_twice(rng)
        if len(boards) < 2 or sum(is_left) < 2:
            continue
        missing = [None] * (9 - len(holes))
        hands = [hole if left else "folded" for hole, left in zip(holes, is_left, strict=True)]
        rows.append([*boards, *hands, *missing, *stakes, *missing])
        expected.append([*payouts, *[0] * len(missing)])
    book = table(tmp_path / "sheet.csv", rows)
    stakes = ",".join(f"Seat {seat}=S{seat}" for seat in seats)
    counts = score(book, stakes=stakes, unit=1, output=tmp_path / "out.csv")
    assert (counts.rows, counts.bad, counts.further_showdowns) == (count, 0, count)
    columns = written(tmp_path / "out.csv").values()
    assert [list(map(int, row)) for row in zip(*columns, strict=True)] == expected
