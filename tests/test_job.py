"""wins, score and import as functions: counts, bad rows as data, what is refused."""

import datetime as dt
from dataclasses import fields
from inspect import signature
from pathlib import Path

import pytest
from support.books import LABELS, ONE, TWO, book, cells, sheets
from support.cases import cases
from support.parts import with_part
from support.refused import refused

import xlpoker
from xlpoker.errors import BookError, HandError, LayoutError, OptionError, PokerError
from xlpoker.scales import SCALES
from xlpoker.workbook.imports import import_text
from xlpoker.workbook.jobs import Options, score, wins

POKER = Path(__file__).parent.parent / "workbooks" / "poker.txt"
HOLDEM = "6C 7C AH AD 8C 9S 4C JH TC".split()
OWN_WAY = 'or say where they are: --hands "Anna=A3:E9,Ben=F3:J9"'
RULE = "a card is a rank 2-9 T J Q K A and a suit C D H S, such as 5H or TD"


def test_counts_of_a_good_book(tmp_path):
    """Wins, ties and rows are counted; blank rows are not rows."""
    tie = "5D 5S 6H 7H KC".split()
    path = book(tmp_path / "a.xlsx", [ONE + TWO, [None] * 10, TWO + ONE, ONE + tie])
    counts = wins(path)
    found = counts.as_dict()
    line = "Sheet1 2-5: five-card; Player 1 A:E, Player 2 F:J; row 4 holds the cards of row 2"
    assert found.pop("read")["said"] == counts.read == line
    assert found == {
        "file": str(path), "sheet": "Sheet1", "rows": 3, "player_1": 1, "player_2": 1, "ties": 1, "bad": 0,
    }  # fmt: skip


def test_one_hand_a_row_has_no_players(tmp_path):
    """A sheet with one hand a row is scored without winners."""
    counts = wins(book(tmp_path / "a.xlsx", [ONE, TWO], labels=None))
    record = {
        "file": str(tmp_path / "a.xlsx"),
        "sheet": "Sheet1",
        "rows": 2,
        "bad": 0,
        "categories": {"One Pair": 2},
    }
    assert counts.as_dict().items() >= record.items()


BAD_ROWS = {
    "letter-O": ([*ONE[:4], "1OH", *TWO], "E4", "'1OH' is not a card; did you mean '10H'?"),
    "one": ([*ONE[:4], "1H", *TWO], "E4", "'1H' is not a card; did you mean 'AH'?"),
    "zero": ([*ONE[:4], 0, *TWO], "E4", f"0 is a number, not a card; {RULE}"),
    "zero-as-text": ([*ONE[:4], "0", *TWO], "E4", f"'0' is not a card; {RULE}"),
    "TRUE": ([*ONE[:4], True, *TWO], "E4", f"TRUE is not a card; {RULE}"),
    "date": (
        [*ONE[:4], dt.datetime(2009, 6, 8), *TWO],
        "E4",
        f"2009-06-08 is a date, not a card; {RULE}",
    ),
    "error": ([*ONE[:4], "#N/A", *TWO], "E4", "#N/A is an Excel error, not a card"),
    "missing": ([*ONE[:4], None, *TWO], "E4", "a card is missing"),
    "missing-hand": ([*ONE, *[None] * 5], "F4", "a card is missing"),
    "twice-in-a-hand": ([*ONE[:4], "5H", *TWO], "E4", "duplicate card 5H"),
    "in-both-hands": ([*ONE, *TWO[:4], "5H"], "J4", "duplicate card 5H in hands 1 and 2"),
    "three-jokers": (
        ["*", "*", "Xn", *ONE[:2], *TWO],
        "A4",
        "3 jokers in one hand: at most 2 are allowed",
    ),
    "six-cards": (
        ["2D 3D 4D 6D 7D 8H", *ONE[:4], *TWO],
        "A4",
        "'2D 3D 4D 6D 7D 8H' is 6 cards; a cell here holds one",
    ),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("row", "cell", "reason"), BAD_ROWS.values(), ids=BAD_ROWS)
def test_bad_rows_are_data(tmp_path, row, cell, reason):
    """A bad row is counted with its cell, value and reason; the others are scored."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO, TWO + ONE, row, ONE + TWO])
    counts = wins(path)
    assert (counts.rows, counts.players, counts.bad) == (4, [1, 2], 1)
    assert str(counts.errors[0]) == f"Sheet1!{cell}: {reason}"


@cases(
    ("options", "rows", "expected"),
    {
        "holdem": ({"game": "holdem", "hands": "A:B,C:D,E:I"}, [HOLDEM], [1, 0]),
        "flop-without-a-showdown": (
            {"game": "holdem", "hands": "A:B,C:D,E:I"},
            [HOLDEM, [*HOLDEM[:7], None, None]],
            [1, 0],
        ),
        "numbers-without-a-showdown": (
            {"game": "holdem", "hands": "A1:B2,C1:D2,E1:I2", "cards": "0-51"},
            [[16, 20, 50, 49, 24, 31, 8, 38, 32], [16, 20, 50, 49, 24, 31, 8, None, None]],
            [1, 0],
        ),
        "omaha-uses-exactly-two": (
            {"game": "omaha", "hands": "A1:D1,E1:H1,I1:M1"},
            ["AS KD QH JC 6S 6D 7S 8C 2S 3S 4S 5S 9D".split()],
            [0, 1],
        ),
        "front": ({"game": "front"}, [["KC", "KD", "2S", "AH", "QD", "JC"]], [1, 0]),
        "five": (
            {"jokers": "five"},
            [["2C", "2D", "2H", "2S", "*", *"AS KS QS JS TS".split()]],
            [1, 0],
        ),
        "natural": ({}, [["2C", "2D", "2H", "2S", "*", *"AS KS QS JS TS".split()]], [0, 1]),
        "uci": (
            {"hands": "A1:J1,K1:T1", "cards": "uci"},
            [[1, 10, 1, 11, 1, 13, 1, 12, 1, 1, 2, 9, 2, 8, 2, 7, 2, 6, 2, 5]],
            [1, 0],
        ),
        "whole-columns": ({"hands": "A:E,F:J"}, [ONE + TWO], [0, 1]),
    },
)
def test_games_rules_and_encodings(tmp_path, options, rows, expected):
    """Hold'em, fronts, jokers, numbers for cards, named ranges."""
    counts = wins(book(tmp_path / "a.xlsx", rows, labels=None), Options(**options))
    assert (counts.players, [str(error) for error in counts.errors]) == (expected, [])
    assert counts.no_showdown in (None, 0, len(rows) - 1)


FILES = {
    "empty-sheet": (lambda folder: book(folder / "b.xlsx", [], labels=None), "b.xlsx holds no hands; cards look like 5H or TD, each hand has columns of its own, and numbers, or ranks and suits in cells of their own, are read with --cards and --hands; --cards list shows the ways"),
    "no-cards": (lambda folder: book(folder / "b.xlsx", [["a", 1]], labels=None), "b.xlsx holds no hands; cards look like 5H or TD, each hand has columns of its own, and numbers, or ranks and suits in cells of their own, are read with --cards and --hands; --cards list shows the ways"),
}  # fmt: skip
OPTIONS = {
    "sheet": ({"sheet": "Shet1"}, "good.xlsx has no sheet 'Shet1'; did you mean 'Sheet1'?"),
    "sheet-of-a-range": ({"hands": "Shet1!A2:E2"}, "good.xlsx has no sheet 'Shet1'; did you mean 'Sheet1'?"),
    "two-sheets": ({"sheet": "Other", "hands": "Sheet1!A2:E2"}, "--sheet 'Other' and --hands 'Sheet1!A2:E2' name different sheets"),
    "range": ({"hands": "A2:E"}, "'A2:E' is not a range; write it like A3:E1002, one range per hand"),
    "nothing-there": ({"hands": "A9:E12"}, "no cards stand in A9:E12; cards look like 5H or TD, and numbers need their encoding, such as 0-51"),
    "numbers": ({"cards": "uci"}, "good.xlsx holds no hands with cards as uci, but others; leave --cards out"),
    "encoding": ({"cards": "ucj"}, "'ucj' is not an encoding of cards; did you mean 'uci'?"),
    "half-a-card": ({"hands": "A2:E2", "cards": "uci"}, "A:E is 5 columns wide, and a card as uci has 2 cells; name a range per hand"),
}  # fmt: skip
REFUSED = {name: (make, {}, message) for name, (make, message) in FILES.items()}
REFUSED |= {name: (lambda folder: folder / "good.xlsx", *row) for name, row in OPTIONS.items()}


def write(path, content):
    """Write bytes and return the path."""
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(("make", "options", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_is_refused_in_one_line(tmp_path, make, options, message):
    """The message says what is wrong and what to do, and the file stays as it is."""
    book(tmp_path / "good.xlsx", [ONE + TWO])
    path = make(tmp_path)
    before = path.read_bytes() if path.is_file() else None
    for job in (wins, score):
        with refused((BookError, LayoutError, OptionError), message.format(folder=tmp_path)):
            job(path, Options(**options))
    assert (path.read_bytes() if path.is_file() else None) == before
    assert not list(tmp_path.glob("*.scored.*"))
    assert not list(tmp_path.glob(".*"))


def test_two_sheets_with_hands_are_a_question(tmp_path):
    """Which sheet is meant is asked, not guessed; named, by itself or before the ranges, it is taken."""
    path = sheets(
        tmp_path / "a.xlsx", {"Friday night": [LABELS, ONE + TWO], "Saturday": [TWO + ONE]}
    )
    hands = "Player 1 5H 5C 6S 7S KD · Player 2 2C 3S 8S 8D TD"
    lines = [
        "hands stand on 2 sheets: 'Friday night', 'Saturday'",
        f"--all-sheets   {hands}",
        f'--sheet "Friday night"   {hands}',
        "--sheet Saturday   2C 3S 8S 8D TD · 5H 5C 6S 7S KD",
        OWN_WAY,
    ]
    with refused(LayoutError, " | ".join(lines)):
        wins(path)
    assert wins(path, Options(sheet="saturday")).players == [1, 0]
    assert wins(path, Options(hands="saturday!A1:E1,F1:J1", sheet="Saturday")).players == [1, 0]
    assert wins(path, Options(hands="'Friday night'!A2:E2,'Friday night'!F2:J2")).players == [0, 1]


def test_wins_by_name_from_python():
    """Options have names in the signature, go before those of `options`, and a wrong one is said with the nearest."""
    book = Path(__file__).parents[1] / "workbooks" / "holdem.xlsx"
    assert (
        wins(book, game="holdem")
        == wins(book, Options(game="holdem"))
        == wins(book, Options(), game="holdem")
    )
    assert {one.name for one in fields(Options)} <= set(signature(wins).parameters)
    with pytest.raises(OptionError, match="'gmae' is not an option of wins; did you mean 'game'"):
        wins(book, gmae="holdem")


def test_import_does_not_ask(tmp_path):
    """Where hands can be cut in several ways the rows are written as they are, unless the game makes it clear."""
    text = tmp_path / "a.txt"
    text.write_text("AH KH QC QD 2C 3C 4C 5C 6C\nAS KH QC QD 2C 3C 4C 5C 6D\n")
    assert import_text(text, tmp_path / "a.csv") == 2
    assert (tmp_path / "a.csv").read_text("utf-8").split() == text.read_text().replace(
        " ", ","
    ).split()
    text.write_text("AH,KH,,QC,QD,,2C,3C,4C,5C,6C\nAS,KH,,QC,QD,,2C,3C,4C,5C,6D\n")
    assert import_text(text, tmp_path / "b.csv", game="holdem") == 2
    assert (
        (tmp_path / "b.csv")
        .read_text("utf-8")
        .startswith("P1 card 1,P1 card 2,,P2 card 1,P2 card 2,,Board 1,")
    )


@cases(
    ("content", "name", "message"),
    {
        "no-cards": (
            "hello",
            "b.xlsx",
            "a.csv holds neither cards, such as 5H or TD, nor hand histories",
        ),
        "itself": ("AH KH QH JH TH", "a.csv", "{target} is the input; name another file"),
        "ending": (
            "AH KH",
            "b.ods",
            "b.ods has no ending that can be written here; choose .xlsx, .csv or .parquet",
        ),
        "text": (
            "AH KH",
            "b.txt",
            "b.txt has no ending that can be written here; choose .xlsx, .csv or .parquet",
        ),
    },
)
def test_texts_that_are_not_imported(tmp_path, content, name, message):
    """A text without cards has no option that would help; where the target is wrong nothing is written, even with `overwrite`."""
    (tmp_path / "a.csv").write_text(content)
    with refused(PokerError, message.format(target=tmp_path / name)):
        import_text(tmp_path / "a.csv", tmp_path / name, overwrite=True)
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.csv"]


STRAIGHTS = ["2C 3C 4D 5H 6S".split(), "2S 3H 4D 5D 6C".split()]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("scale", SCALES)
def test_scales_reach_the_cells(tmp_path, scale):
    """The value in the sheet is the value that Python gives, also where it depends on the suits of a straight."""
    hands = [ONE, TWO, *STRAIGHTS]
    path = book(tmp_path / "a.xlsx", hands, labels=None)
    score(path, scale=scale)
    found = [row[5] for row in cells(tmp_path / "a.scored.xlsx")]
    assert found == pytest.approx([xlpoker.value(hand, scale) for hand in hands], rel=1e-12)


def test_scales_of_a_game_go_by_its_best_five(tmp_path):
    """In hold'em a scale that looks at suits sees the straight of hole cards and board."""
    board = "2C 3C 4D KH KS".split()
    path = book(tmp_path / "a.xlsx", [["5H", "6S", "AS", "AD", *board]], labels=None)
    score(path, hands="A1:B1,C1:D1,E1:I1", game="holdem", scale="machanic-sql")
    row = cells(tmp_path / "a.scored.xlsx")[0]
    aces_and_kings = 2 * 2_000_000_000 + 8192 * (8192 + 4096) + 2 * (8192 + 4096) + 8
    assert row[9:] == (
        1,
        5_500_000_062,
        "Straight, Six high",
        aces_and_kings,
        "Two Pair, Aces and Kings",
    )


def test_a_scale_without_a_number_is_one_line(tmp_path):
    """Three-card fronts on a scale for five cards are refused before anything is written."""
    path = book(tmp_path / "a.xlsx", [["AS", "AD", "KC"]], labels=None)
    with refused(
        HandError, "Sheet1, row 1: scale mrt has no number for fewer than five cards; strength has"
    ):
        score(path, hands="A1:C1", game="five-card", scale="mrt")
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.xlsx"]


def test_named_hands_on_several_sheets_are_a_question(tmp_path):
    """A range without a sheet is that of the one sheet with hands; where several have some it is a question."""
    path, named = tmp_path / "a.xlsx", "A2:E2,F2:J2"
    assert wins(
        sheets(path, {"Sheet1": [LABELS, ONE + TWO], "Notes": [["x"]]}), Options(hands=named)
    ).players == [0, 1]
    sheets(path, {"Sheet1": [LABELS, ONE + TWO], "Notes": [["x"], ONE + ONE]})
    hands = "Player 1 5H 5C 6S 7S KD · Player 2 2C 3S 8S 8D TD"
    lines = [
        "hands stand on 2 sheets: 'Sheet1', 'Notes'",
        f"--all-sheets   {hands}",
        f"--sheet Sheet1   {hands}",
        "--sheet Notes   5H 5C 6S 7S KD · 5H 5C 6S 7S KD",
        OWN_WAY,
    ]
    with refused(LayoutError, " | ".join(lines)):
        wins(path, Options(hands=named))
    assert wins(path, Options(sheet="Sheet1", hands=named)).players == [0, 1]
    with refused(
        LayoutError,
        "no cards stand in A2:E2, F2:J2; cards look like 5H or TD, and numbers need their encoding, such as 0-51",
    ):
        wins(sheets(path, {"Sheet1": []}), Options(hands=named))


def test_formulas_that_nobody_calculated_are_not_blank(tmp_path):
    """One, and a whole row of them, is a bad row, not one that is passed over; text beside it changes nothing."""
    rows = [ONE + TWO, ["=X1"] * 10, [None] * 10 + ["note"], [*ONE[:4], "=X1", *TWO], TWO + ONE]
    counts = wins(book(tmp_path / "a.xlsx", rows))
    assert (counts.rows, counts.players) == (4, [1, 1])
    assert [str(error) for error in counts.errors] == [
        f"Sheet1!{cell}: =X1 has no calculated value; open the book in a spreadsheet program and save it"
        for cell in ("A3", "E5")
    ]


@cases(
    ("row", "message"),
    {
        "half-a-hand": ("6C ?? AH AD 8C 9S 4C JH TC", f"B3: '??' is not a card; {RULE}"),
        "half-a-hand-and-a-short-board": ("6C - AH AD 8C 9S 4C", "B3: a card is missing"),
        "in-hand-and-a-short-board": (
            "6C 7C AH AD 6C",
            "A3: duplicate card 6C, which is on the board",
        ),
        "hole-in-the-board": ("6C 7C AH AD 8C - 9S 4C", "F3: a card is missing"),
        "twice-on-the-board": ("6C 7C AH AD 8C 9S 4C 8C TC", "H3: duplicate card 8C"),
        "second-card": (
            "6C 7C AH AD 8C 9S 7C JH TC",
            "B3: duplicate card 7C, which is on the board",
        ),
        "in-both-hands": ("6C 7C AH 6C 8C 9S 4C JH TC", "D3: duplicate card 6C in hands 1 and 2"),
        "in-hand-and-board": (
            "6C 7C AH AD 6C 9S 4C JH TC",
            "A3: duplicate card 6C, which is on the board",
        ),
    },
)
def test_bad_holdem_rows(tmp_path, row, message):
    """A wrong board, and a card that is held twice, are named by their cells."""
    bad = [None if card == "-" else card for card in row.split()]
    labels = ["Player 1", None, "Player 2", None, "Board"]
    counts = wins(
        book(tmp_path / "a.xlsx", [HOLDEM, bad, HOLDEM], labels=labels), Options(game="holdem")
    )
    assert (counts.players, [str(error) for error in counts.errors]) == (
        [2, 0],
        [f"Sheet1!{message}"],
    )


def test_a_sheet_of_formulas_nobody_calculated_is_said(tmp_path):
    """A book that was never calculated is not said to be empty."""
    with refused(
        LayoutError,
        "a.xlsx holds formulas without values, =X1 in Sheet1!A2; open it in a spreadsheet program and save it",
    ):
        wins(book(tmp_path / "a.xlsx", [[f"=X{n}" for n in range(1, 11)]] * 3))


def test_a_book_without_a_visible_sheet_is_said(tmp_path):
    """Sheets that are hidden are read where they are named; one with hands is named."""
    path = with_part(
        book(tmp_path / "a.xlsx", [ONE + TWO] * 3),
        lambda xml: xml.replace(' state="visible"', "").replace(
            "<sheet ", '<sheet state="hidden" '
        ),
        "xl/workbook.xml",
    )
    with refused(
        LayoutError, "a.xlsx holds hands on a hidden sheet only, 'Sheet1'; --sheet Sheet1"
    ):
        wins(path)
    assert wins(path, sheet="Sheet1").rows == 3
