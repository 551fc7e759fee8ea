"""wins, score and import as functions: counts, bad rows as data, what is refused."""

import datetime as dt

import openpyxl
import pytest
from books import LABELS, ONE, TWO, book, cells, compound_file

import xlpoker
from xlpoker.errors import BookError, LayoutError, OptionError
from xlpoker.workbook.job import Options, import_text, score, wins

RULE = "a card is a rank 2-9 T J Q K A and a suit C D H S, such as 5H or TD"


def test_counts_of_a_good_book(tmp_path):
    """Wins, ties and rows are counted; blank rows are not rows."""
    tie = "5D 5S 6H 7H KC".split()
    path = book(tmp_path / "a.xlsx", [ONE + TWO, [None] * 10, TWO + ONE, ONE + tie])
    counts = wins(path)
    assert counts.as_dict() == {
        "file": str(path), "sheet": "Sheet1", "rows": 3, "player_1": 1, "player_2": 1, "ties": 1, "bad": 0,
    }  # fmt: skip


def test_one_hand_a_row_has_no_players(tmp_path):
    """A sheet with one hand a row is scored without winners."""
    counts = wins(book(tmp_path / "a.xlsx", [ONE, TWO], labels=None))
    assert counts.as_dict() == {"file": str(tmp_path / "a.xlsx"), "sheet": "Sheet1", "rows": 2, "bad": 0}


BAD_ROWS = {
    "letter-O": ([*ONE[:4], "1OH", *TWO], "E4", "'1OH' is not a card; did you mean '10H'?"),
    "eleven": ([*ONE[:4], "11H", *TWO], "E4", "'11H' is not a card; did you mean 'JH'?"),
    "zero": ([*ONE[:4], 0, *TWO], "E4", f"0 is a number, not a card; {RULE}"),
    "zero-as-text": ([*ONE[:4], "0", *TWO], "E4", f"'0' is not a card; {RULE}"),
    "TRUE": ([*ONE[:4], True, *TWO], "E4", f"TRUE is not a card; {RULE}"),
    "date": ([*ONE[:4], dt.datetime(2009, 6, 8), *TWO], "E4", f"2009-06-08 is a date, not a card; {RULE}"),
    "error": ([*ONE[:4], "#N/A", *TWO], "E4", "#N/A is an Excel error, not a card"),
    "missing": ([*ONE[:4], None, *TWO], "E4", "a card is missing"),
    "missing-hand": ([*ONE, *[None] * 5], "F4", "a card is missing"),
    "twice-in-a-hand": ([*ONE[:4], "5H", *TWO], "A4", "duplicate card 5H"),
    "in-both-hands": ([*ONE, *TWO[:4], "5H"], "F4", "duplicate card 5H in hands 1 and 2"),
    "three-jokers": (["*", "*", "Xn", *ONE[:2], *TWO], "A4", "3 jokers in one hand: at most 2 are allowed"),
    "ten-cards": (["2D 3D 4D 6D 7D 8H", *ONE[:4], *TWO], "A4", "10 cards are too many: a hand has 1 to 9"),
}


@pytest.mark.parametrize(("row", "cell", "reason"), BAD_ROWS.values(), ids=BAD_ROWS)
def test_bad_rows_are_data(tmp_path, row, cell, reason):
    """A bad row is counted with its cell, value and reason; the others are scored."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO, TWO + ONE, row, ONE + TWO])
    counts = wins(path)
    assert (counts.rows, counts.players, counts.bad) == (4, [1, 2], 1)
    assert str(counts.errors[0]) == f"Sheet1!{cell}: {reason}"


def test_a_formula_nobody_calculated_is_named(tmp_path):
    """A formula without a value is not silently blank."""
    counts = wins(book(tmp_path / "a.xlsx", [ONE + TWO, [*ONE[:4], "=X1", *TWO]]))
    assert [str(error) for error in counts.errors] == [
        "Sheet1!E3: =X1 has no calculated value; open the book in a spreadsheet program and save it"
    ]


@pytest.mark.parametrize(
    ("options", "rows", "expected"),
    [
        pytest.param({"game": "holdem"}, [["6C", "7C", "AH", "AD", "8C", "9S", "4C", "JH", "TC"]], [1, 0], id="holdem"),
        pytest.param(
            {"game": "holdem"},
            [
                ["6C", "7C", "AH", "AD", "8C", "9S", "4C", "JH", "TC"],
                ["6C", "7C", "AH", "AD", "8C", "9S", "4C", None, None],
            ],
            [1, 1],
            id="flop",
        ),
        pytest.param({"game": "front"}, [["KC", "KD", "2S", "AH", "QD", "JC"]], [1, 0], id="front"),
        pytest.param({"jokers": "five"}, [["2C", "2D", "2H", "2S", "*", *"AS KS QS JS TS".split()]], [1, 0], id="five"),
        pytest.param({}, [["2C", "2D", "2H", "2S", "*", *"AS KS QS JS TS".split()]], [0, 1], id="natural"),
        pytest.param(
            {"hands": "A1:J1,K1:T1", "cards": "uci"},
            [[1, 10, 1, 11, 1, 13, 1, 12, 1, 1, 2, 9, 2, 8, 2, 7, 2, 6, 2, 5]],
            [1, 0],
            id="uci",
        ),
        pytest.param({"hands": "A:E,F:J"}, [ONE + TWO], [0, 1], id="whole-columns"),
    ],
)
def test_games_rules_and_encodings(tmp_path, options, rows, expected):
    """Hold'em, fronts, jokers, numbers for cards, named ranges."""
    counts = wins(book(tmp_path / "a.xlsx", rows, labels=None), Options(**options))
    assert (counts.players, [str(error) for error in counts.errors]) == (expected, [])


def test_omaha_uses_exactly_two(tmp_path):
    """Four hole cards a player and the board at the end."""
    row = "AS KD QH JC 6S 6D 7S 8C 2S 3S 4S 5S 9D".split()
    assert wins(book(tmp_path / "a.xlsx", [row], labels=None), Options(game="omaha")).players == [0, 1]


REFUSED = {
    "missing": (lambda folder: folder / "b.xlsx", {}, "{folder}/b.xlsx does not exist"),
    "nearest": (lambda folder: folder / "goood.xlsx", {}, "{folder}/goood.xlsx does not exist; did you mean 'good.xlsx'?"),
    "folder": (lambda folder: folder, {}, "{folder} is a folder, not a workbook"),
    "empty-file": (lambda folder: write(folder / "b.xlsx", b""), {}, "b.xlsx is empty"),
    "text": (
        lambda folder: write(folder / "b.xlsx", b"5H 5C"),
        {},
        "b.xlsx is not a workbook: its content is text; name it b.csv or b.txt",
    ),
    "html": (
        lambda folder: write(folder / "b.xlsx", b"<html></html>"),
        {},
        "b.xlsx is not a workbook: its content is HTML or XML",
    ),
    "encrypted": (
        lambda folder: compound_file(folder / "b.xlsx", "EncryptedPackage"),
        {},
        "b.xlsx is encrypted; open it with its password and save it without one",
    ),
    "old-xls": (
        lambda folder: compound_file(folder / "b.xls", "Workbook"),
        {},
        "b.xls is an old .xls workbook; save it as .xlsx first",
    ),
    "broken-zip": (
        lambda folder: write(folder / "b.xlsx", b"PK\x03\x04 and no more"),
        {},
        "b.xlsx is damaged: it begins like a workbook but is not a whole zip file",
    ),
    "empty-sheet": (
        lambda folder: book(folder / "b.xlsx", [], labels=None),
        {},
        "b.xlsx holds no cards: Sheet1 is empty",
    ),
    "no-cards": (
        lambda folder: book(folder / "b.xlsx", [["a", 1]], labels=None),
        {},
        "b.xlsx holds no cards; cards look like 5H or TD; say where they are: --hands A3:E1002,F3:J1002",
    ),
    "sheet": (lambda folder: folder / "good.xlsx", {"sheet": "Shet1"}, "good.xlsx has no sheet 'Shet1'; did you mean 'Sheet1'?"),
    "range": (
        lambda folder: folder / "good.xlsx",
        {"hands": "A2:E"},
        "'A2:E' is not a range; write it like A3:E1002, one range per hand",
    ),
    "numbers": (
        lambda folder: folder / "good.xlsx",
        {"cards": "uci"},
        "cards as numbers are not searched for; say where they are: --cards uci --hands A1:J9",
    ),
    "scale": (lambda folder: folder / "good.xlsx", {"scale": "strenth"}, "'strenth' is not a scale; did you mean 'strength'?"),
    "game": (lambda folder: folder / "good.xlsx", {"game": "holdm"}, "'holdm' is not a game; did you mean 'holdem'?"),
}  # fmt: skip


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
        with pytest.raises((BookError, LayoutError, OptionError)) as caught:
            job(path, Options(**options))
        assert str(caught.value) == message.format(folder=tmp_path)
    assert (path.read_bytes() if path.is_file() else None) == before
    assert not list(tmp_path.glob("*.scored.*"))
    assert not list(tmp_path.glob(".*"))


def test_two_sheets_with_hands_are_a_question(tmp_path):
    """Which sheet is meant is asked, not guessed; named, it is taken."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO], sheet="Friday night")
    made = openpyxl.load_workbook(path)
    second = made.create_sheet("Saturday")
    second.append(TWO + ONE)
    made.save(path)
    with pytest.raises(LayoutError) as caught:
        wins(path)
    assert str(caught.value) == (
        "a.xlsx holds hands on 'Friday night' and 'Saturday'; say which: --sheet \"Friday night\""
    )
    assert wins(path, Options(sheet="saturday")).players == [1, 0]


def test_score_by_name_from_python(tmp_path):
    """xlpoker.score takes the options of the command by name."""
    path = book(tmp_path / "a.xlsx", [ONE + TWO])
    counts = xlpoker.score(str(path), sheet="Sheet1", scale="cactus")
    assert counts.as_dict()["output"] == str(tmp_path / "a.scored.xlsx")
    assert cells(tmp_path / "a.scored.xlsx")[1][10:] == (5396, "One Pair, Fives", 4830, "One Pair, Eights", 2)


@pytest.mark.parametrize(
    ("text", "suffix"),
    [("{} {}", ".txt"), ("{},{}", ".csv"), ("{};{}", ".csv"), ("{}\t{}", ".tsv"), ("\ufeff{},{}\r", ".csv")],
    ids=["blanks", "commas", "semicolons", "tabs", "BOM"],
)
def test_text_files_are_scored_like_workbooks(tmp_path, text, suffix):
    """Text of any delimiter gives a new workbook or a .csv with labels."""
    mark = text[text.index("}") + 1]
    path = tmp_path / f"a{suffix}"
    path.write_text(text.format(mark.join(ONE), mark.join(TWO)) + "\n", encoding="utf-8")
    score(path)
    labels, row = cells(tmp_path / "a.scored.xlsx")
    assert labels[:6] == ("P1 card 1", "P1 card 2", "P1 card 3", "P1 card 4", "P1 card 5", "P2 card 1")
    assert row == (*ONE, *TWO, 2067, "One Pair, Fives", 2633, "One Pair, Eights", 2)
    score(path, output=tmp_path / "b.csv")
    lines = (tmp_path / "b.csv").read_text(encoding="utf-8").splitlines()
    assert lines[1] == ",".join([*ONE, *TWO]) + ',2067,"One Pair, Fives",2633,"One Pair, Eights",2'


def test_import_makes_a_book_with_labels(tmp_path):
    """poker.txt becomes a workbook that wins reads back; nothing is overwritten unasked."""
    text = tmp_path / "poker.txt"
    text.write_text(" ".join(ONE + TWO) + "\n" + " ".join(TWO + ONE) + "\n", encoding="ascii")
    assert import_text(text, tmp_path / "a.xlsx") == 2
    assert wins(tmp_path / "a.xlsx").players == [1, 1]
    with pytest.raises(BookError) as caught:
        import_text(text, tmp_path / "a.xlsx")
    assert str(caught.value) == f"{tmp_path / 'a.xlsx'} exists; use --overwrite to replace it"
    assert import_text(text, tmp_path / "a.xlsx", overwrite=True) == 2
    with pytest.raises(BookError) as caught:
        import_text(tmp_path / "a.xlsx", tmp_path / "b.xlsx")
    assert str(caught.value) == "a.xlsx is a workbook already"


def test_import_keeps_a_header(tmp_path):
    """A text file's own labels stay the labels."""
    text = tmp_path / "a.csv"
    text.write_text(",".join(str(label or "") for label in [*LABELS, *[""] * 4]) + "\n" + ",".join(ONE + TWO) + "\n")
    import_text(text, tmp_path / "a.xlsx")
    assert cells(tmp_path / "a.xlsx")[0][:6] == tuple(LABELS)
