"""`wins --check`: a dealer's column against the winners that the cards mean."""

import csv
import json

import pandas as pd
import pytest
from click.testing import CliRunner
from support.blocks import blocks, ways_of_sheets
from support.books import LABELS, ONE, TIE, TWO, book
from support.kept_sheets import ENDINGS
from support.kept_sheets import written as kept
from support.refused import refused

from xlpoker.cli import main
from xlpoker.errors import LayoutError
from xlpoker.workbook.job import Options, wins

HEADER = [*LABELS, *[None] * 4, "Dealer"]
ROWS = [
    [*ONE, *TWO, 2],
    [*TWO, *ONE, 2],  # wrong
    [*TWO, *ONE, "Player 1"],
    [*ONE, *TIE, "split"],
    [*ONE, *TIE, 1],  # wrong
    ["1OH", *ONE[1:], *TWO, 2],  # bad: not checked
    [*ONE, *TWO, "Ann"],  # nobody
    [*ONE, *TWO, None],  # nothing is said
]
DIFFER = {
    3: "the column says '2', but Player 1 wins",
    6: "the column says '1', but it is a tie",
    8: "'Ann' is no player; Player 2 wins; choose from Player 1, Player 2, tie",
    9: "the cell is blank, but Player 2 wins",
}


def written(path, rows):
    """Write rows under the header, as a workbook, as text or as Parquet."""
    if path.suffix == ".xlsx":
        return book(path, rows, labels=HEADER)
    if path.suffix == ".parquet":
        names = [f"p{at // 5 + 1}_card{at % 5 + 1}" for at in range(10)]
        frame = pd.DataFrame(rows, columns=[*names, "Dealer"], dtype=object)
        frame["Dealer"] = frame["Dealer"].map(lambda cell: None if cell is None else str(cell))
        frame.to_parquet(path)
        return path
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([HEADER, *rows])
    return path


@pytest.mark.parametrize("name", ["a.xlsx", "a.csv", "a.parquet"])
@pytest.mark.parametrize("column", ["K", "k", "Dealer", " dealer"])
def test_rows_are_compared(tmp_path, name, column):
    """Numbers, players and ties are understood; every other row is listed with what is said and who wins."""
    counts = wins(written(tmp_path / name, ROWS), Options(check=column))
    assert (counts.rows, counts.bad, counts.agree, counts.differ, counts.not_understood) == (8, 1, 3, 3, 1)
    above = name != "a.parquet"  # the row of labels, which is no row there
    assert [one.reason for one in counts.differing] == [*DIFFER.values()]
    assert [one.cell for one in counts.differing] == [
        f"K{row}" if above else f"row {row - 1}, Dealer" for row in DIFFER
    ]
    wanted = {"agree": 3, "differ": 3, "not_understood": 1, "rows_that_differ": [row - 1 + above for row in DIFFER]}
    assert counts.as_dict() | wanted == counts.as_dict()


@pytest.mark.parametrize("name", ["a.xlsx", "a.csv", "a.parquet"])
def test_long_tables_are_compared(tmp_path, name):
    """The same in tables that are read in blocks."""
    path = written(tmp_path / name, ROWS[:5] * 100)
    with blocks(first=20, piece=5000, lines=2000, batch=64), ways_of_sheets() as came:
        counts = wins(path, Options(check="Dealer"))
    assert (counts.rows, counts.agree, counts.differ) == (500, 300, 200)
    assert counts.as_dict()["rows_that_differ"][-1] == 500 + (path.suffix != ".parquet")
    assert came == [True] * (path.suffix == ".xlsx")


def test_names_above_the_hands_count(tmp_path):
    """Who is named above the hands may be named in the column."""
    header = ["Anna", *[None] * 4, "Ben", *[None] * 4, "Dealer"]
    rows = [header, [f"Card {card}" for card in [*range(1, 6)] * 2], [*ONE, *TWO, "ben"], [*ONE, *TWO, "Bem"]]
    counts = wins(book(tmp_path / "a.xlsx", rows, labels=None), Options(check="Dealer"))
    assert (counts.agree, counts.differ, counts.not_understood) == (1, 0, 1)
    assert str(counts.differing[0]) == "Sheet1!K4: 'Bem' is no player; Ben wins; did you mean 'Ben'?"


@pytest.mark.parametrize(
    "said", ["Ben wins", "Ben with two pair", "Ben?", "Ben beats Ann", "not Ben", "Ben and Zoe", "both", "<-"]
)
def test_sentences_are_not_understood(tmp_path, said):
    """A winner is a name, a number or a word for a tie; anything else is counted apart, with the row."""
    path = kept(tmp_path / "a.xlsx", [["Ann", *[None] * 4, "Ben", *[None] * 4, "Said"], *[[*ONE, *TWO, said]] * 5])
    counts = wins(path, check="Said")
    assert (counts.agree, counts.differ, counts.not_understood) == (0, 0, 5)
    assert [one.value for one in counts.differing] == [said] * 5
    done = CliRunner().invoke(main, ["wins", str(path), "--check", "Said", "--strict"])
    assert (done.exit_code, "Said: 0 agree, 0 differ, 5 not understood" in done.stdout.splitlines()) == (1, True)


@pytest.mark.parametrize("said", [0, "0", "-", "Tie", "split", "unentschieden", "Égalité", "remis", "chop (6.00)"])
def test_ties_have_many_words(tmp_path, said):
    """Each agrees where it is a tie, and is quoted where it is none."""
    rows = [[*ONE, *TIE, said], [*ONE, *TWO, said]]
    counts = wins(book(tmp_path / "a.xlsx", rows, labels=HEADER), check="Dealer")
    assert (counts.agree, counts.differ) == (1, 1)
    assert (counts.differing[0].reason, counts.differing[0].value) == (
        f"the column says '{said}', but Player 2 wins",
        str(said),
    )


@pytest.mark.parametrize(
    ("heads", "said"),
    [
        (["Anna", "Ben"], ["B", "an", "x", True, False]),
        (["Player A", "Player B"], ["B", "player a", "C", "x", True]),
        (["Player B", "Player A"], ["A", "Player B", "C", "x", False]),
        (["Ann", "Anna"], ["anna", "Ann", "A", "An", True]),
    ],
    ids=["initials", "letters", "letters-not-in-order", "beginnings-of-two-names"],
)
def test_letters_name_players_where_they_can_name_one(tmp_path, heads, said):
    """The beginning of one name alone, or the letter of the hand where nobody is named; marks say nothing."""
    labels = [word for head in heads for word in (head, *[None] * 4)]
    rows = [[*ONE, *TWO, said[0]], [*TWO, *ONE, said[1]], *([*ONE, *TWO, one] for one in said[2:])]
    counts = wins(kept(tmp_path / "a.xlsx", [[*labels, "Said"], *rows]), check="Said")
    assert (counts.agree, counts.rows_that_differ) == (2, [4, 5, 6])
    assert all(
        ("is no player; " in one.reason and "Player 2, tie" in one.reason) or heads[1] in one.reason
        for one in counts.differing
    )


NAMED = ["Ann", "Ben"]
DEALS = [(ONE, TWO), (TWO, ONE), (ONE, TIE), (ONE, TWO)]  # Ben, Ann, a tie, Ben
OF_DEALS = {  # what is said in the rows of Ann and of Ben in each deal, of which the last is wrong
    "named-in-both-rows": [("Ben", "Ben"), ("Ann", "Ann"), ("tie", "tie"), ("Ann", "Ann")],
    "named-once": [(None, "ben"), ("A", None), ("split", None), ("Ann wins", None)],
    "named-by-each": [(None, "Ben"), ("Ann", None), ("Ann", "Ben"), ("Ann", None)],
    "marked": [(None, "x"), ("x", None), ("x", "X"), ("x", None)],
    "marked-by-numbers": [(0, 1), (1, 0), (1, 1), (1, 0)],
    "won-and-lost": [("lost", "won"), ("Won", "lost"), ("won", "won"), ("won", "lost")],
}


@ENDINGS
@pytest.mark.parametrize("options", [{}, {"by": "Hand id"}], ids=["found", "by"])
@pytest.mark.parametrize("said", OF_DEALS.values(), ids=OF_DEALS)
def test_deals_with_a_row_for_each_player(tmp_path, said, options, ending):
    """The winner is named in some row of a deal, or marked in the winners' rows; the first row of deals that differ is listed."""
    rows = [["Hand id", "Player", "Cards", "Dealer"]]
    for number, (hands, words) in enumerate(zip(DEALS, said, strict=True), 7):
        rows += [[number, *cells] for cells in zip(NAMED, map(" ".join, hands), words, strict=True)]
    counts = wins(kept(tmp_path / f"a{ending}", rows), check="Dealer", **options)
    assert (counts.rows, counts.bad, counts.agree, counts.rows_that_differ) == (4, 0, 3, [8])
    assert (counts.differing[0].cell, "Ben wins" in counts.differing[0].reason) == ("D8", True)


def test_deals_without_names(tmp_path):
    """Numbers are those of the rows of a deal; nothing said in a deal is listed with its first row."""
    rows = [["Deal", "Cards", "Winner"]]
    for number, (hands, word) in enumerate(zip(DEALS, (2, 1, "tie", None), strict=True), 7):
        rows += [[number, " ".join(hand), word] for hand in hands]
    counts = wins(kept(tmp_path / "a.xlsx", rows), check="Winner")
    assert (counts.agree, counts.rows_that_differ) == (3, [8])
    assert str(counts.differing[0]) == "Sheet!C8: the cell is blank, but Player 2 wins"


def test_numbers_name_nobody_among_names(tmp_path):
    """Nobody knows whose numbers they are; the message says what is accepted."""
    rows = [["Hand id", "Player", "Cards", "Winner"]]
    rows += [[deal, name, " ".join(hand), 2] for deal in (1, 2) for name, hand in zip(NAMED, (ONE, TWO), strict=True)]
    with refused(
        LayoutError,
        "D2: '2' is a number where players have names; write the winner's name, or a mark such as x in the winner's row",
    ):
        wins(kept(tmp_path / "a.xlsx", rows), check="Winner")


def test_a_player_called_like_a_tie(tmp_path):
    """A name goes before a word."""
    labels = ["Anna", None, None, None, None, "Draw", None, None, None, None, "Said"]
    rows = [labels, [*ONE, *TWO, "Draw"], [*ONE, *TIE, "split"], [*ONE, *TIE, "draw"], [*TWO, *ONE, "Ann Won Lee"]]
    path = kept(tmp_path / "a.xlsx", rows)
    counts = wins(path, check="Said", hands="Anna=A2:E5,Draw=F2:J5")  # unsaid, *Draw* may be a stage of a hand
    assert (counts.agree, counts.rows_that_differ) == (2, [4, 5])


SHARED = [*"Ah Kh Ad Kc 2c 2d Qs Js Ts 3c 4d".split()]  # Anna and Ben have the straight
RIGHT = ["Anna, Ben", "ben / anna", "Anna and Ben", "Anna & Ben", "1/2", "1 & 2", "A+B", "Anna (6), Ben (6)", "gleich"]
WRONG = ["Anna, Cleo", "Ben und Cleo", "Cleo, Ben", "Anna, Ben, Cleo", "1/3", "Cleo", "Anna", "Anna, Zoe", "both"]


def test_who_shares_a_pot_is_compared(tmp_path):
    """A tie of other players is another result, and so is a tie of more; a word for a tie is right for any."""
    labels = ["Anna", None, "Ben", None, "Cleo", None, "Flop", None, None, "Turn", "River", "Dealer"]
    rows = [labels, *[[*SHARED, said] for said in (*RIGHT, *WRONG)]]
    counts = wins(kept(tmp_path / "a.xlsx", rows), game="holdem", check="Dealer")
    assert (counts.agree, [one.value for one in counts.differing]) == (len(RIGHT), WRONG)
    assert counts.differing[0].reason == "the column says 'Anna, Cleo', but it is a tie of Anna, Ben"


@pytest.mark.parametrize("word", ["Player", "Spieler", "Joueur", "Jugador", "Giocatore", "Seat"])
def test_players_have_the_words_of_their_headings(tmp_path, word):
    """Headings that number the players give the words by which the column names them."""
    labels = [f"{word} 1", *[None] * 4, f"{word} 2", *[None] * 4, "Said"]
    said = [f"{word} 2", f"{word} 1", f"{word} 1 & {word} 2", "remis", "2"]
    rows = [
        labels,
        *[
            [*row, name]
            for row, name in zip([(*ONE, *TWO), (*TWO, *ONE), *[(*ONE, *TIE)] * 2, (*ONE, *TWO)], said, strict=True)
        ],
    ]
    counts = wins(kept(tmp_path / "a.xlsx", rows), check="Said")
    assert (counts.agree, counts.differ) == (5, 0)


@pytest.mark.parametrize("form", ["{} (12.50)", "{} ($12.50)", "{} [7 bb]", "{}: 12.50", "{} 12,50 €"])
def test_amounts_behind_names_are_passed_over(tmp_path, form):
    """Who collected how much, as logs have it, names who won; of several names these share the pot."""
    labels = ["Anna", None, None, None, None, "Ben", None, None, None, None, "Collected"]
    both = ", ".join(form.format(name) for name in ("Anna", "Ben"))
    said = [*map(form.format, ("Ben", "Anna")), both, *map(form.format, ("Split", "Player 2", "Cy"))]
    hands = [[*ONE, *TWO], [*TWO, *ONE], [*ONE, *TIE], [*ONE, *TIE], [*ONE, *TWO], [*ONE, *TWO]]
    rows = [labels, *[[*row, name] for row, name in zip(hands, said, strict=True)]]
    counts = wins(kept(tmp_path / "a.xlsx", rows), Options(check="Collected"))
    assert (counts.agree, counts.not_understood, counts.rows_that_differ) == (5, 1, [7])


@pytest.mark.parametrize("name", ["a.xlsx", "a.csv"])
@pytest.mark.parametrize("behind", [False, True], ids=["before-the-cards", "behind-the-cards"])
def test_names_in_the_row_count(tmp_path, name, behind):
    """Who sits on a seat in a row may be named in the column of that row, and in no other."""

    def seated(one, two, said):
        return [*ONE, one, *TWO, two, said] if behind else [one, *ONE, two, *TWO, said]

    cards, path = [f"Card {card}" for card in range(1, 6)], tmp_path / name
    rows = [seated("Anna", "Ben", "ben"), seated("Carl", "Dora", "Dora"), seated("Carl", "Dora", "Ben")]
    labels = [*cards, "Seat 1", *cards, "Seat 2"] if behind else ["Seat 1", *cards, "Seat 2", *cards]
    book(path, rows, labels=[*labels, "Winner"]) if path.suffix == ".xlsx" else path.write_text(
        "\n".join(map(",".join, [[*labels, "Winner"], *rows]))
    )
    counts = wins(path, Options(check="Winner"))
    assert (counts.agree, counts.not_understood) == (2, 1)
    assert counts.differing[0].reason == "'Ben' is no player; Dora wins; choose from Carl, Dora, tie"


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("Dealers", "'Dealers' is no column, and no heading above the hands; did you mean 'Dealer'?"),
        ("A", "'A' is a column of the hands; choose from "),
        ("Win", "'Win' is no column, and no heading above the hands; choose from "),
    ],
    ids=["unknown", "hand", "letters-beyond-the-sheet"],
)
def test_columns_that_cannot_be_checked(tmp_path, column, message):
    """What is no column of winners is named, with the nearest heading."""
    with pytest.raises(LayoutError) as caught:
        wins(written(tmp_path / "a.xlsx", ROWS), Options(check=column))
    assert str(caught.value).startswith(message)


def test_the_title_of_a_sheet_is_no_heading(tmp_path):
    """Offered are the headings, not a text that stands alone in a row above them."""
    path = book(tmp_path / "a.xlsx", [[*LABELS, *[None] * 4, "Dealer"], *ROWS], labels=["Friday's deals"])
    with pytest.raises(LayoutError) as caught:
        wins(path, Options(check="Win"))
    offered = str(caught.value).partition("choose from ")[2]
    assert "Dealer" in offered
    assert "Friday" not in offered


def test_the_command_lists_rows(tmp_path):
    """The command prints the count and the rows that differ; under --strict they end it with 1."""
    path = str(written(tmp_path / "a.xlsx", ROWS[:5]))
    done = CliRunner().invoke(main, ["wins", path, "--check", "Dealer", "--strict"])
    assert done.exit_code == 1
    assert done.stdout.splitlines()[-3:] == [
        "Dealer: 3 agree, 2 differ",
        "Sheet1!K3: the column says '2', but Player 1 wins",
        "Sheet1!K6: the column says '1', but it is a tie",
    ]
    done = CliRunner().invoke(main, ["wins", path, "--check", "K", "--json"])
    assert json.loads(done.stdout)["rows_that_differ"] == [3, 6]
