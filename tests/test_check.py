"""`wins --check`: a dealer's column against the winners that the cards mean."""

import json

import pandas as pd
import pytest
from support.blocks import blocks, ways_of_sheets
from support.books import LABELS, ONE, TIE, TWO
from support.cases import cases
from support.commands import run
from support.kept_sheets import ENDINGS, write_table

from xlpoker.errors import LayoutError
from xlpoker.workbook.jobs import wins

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
    6: "the column says '1', but it is a tie of Player 1, Player 2",
    8: "'Ann' is no player; Player 2 wins; choose from Player 1, Player 2, tie",
    9: "the cell is blank, but Player 2 wins",
}
EVERY_FORMAT = pytest.mark.parametrize("name", ["a.xlsx", "a.csv", "a.parquet"])


def heads(*names, said="Said"):
    """Return the headings of hands of five cells, and of the column behind them."""
    return [*(cell for name in names for cell in (name, *[None] * 4)), said]


def table(path, rows):
    """Write rows under the header, as a workbook, as text or as Parquet."""
    if path.suffix != ".parquet":
        return write_table(path, [HEADER, *rows])
    names = [f"p{at // 5 + 1}_card{at % 5 + 1}" for at in range(10)]
    frame = pd.DataFrame(rows, columns=[*names, "Dealer"], dtype=object)
    frame["Dealer"] = frame["Dealer"].map(lambda cell: None if cell is None else str(cell))
    frame.to_parquet(path)
    return path


@EVERY_FORMAT
@pytest.mark.parametrize("column", ["K", "k", "Dealer", " dealer"])
def test_rows_are_compared(tmp_path, name, column):
    """Numbers, players and ties are understood; every other row is listed with what is said and who wins."""
    counts = wins(table(tmp_path / name, ROWS), check=column)
    assert (counts.rows, counts.bad, counts.agree, counts.differ, counts.not_understood) == (
        8,
        1,
        3,
        3,
        1,
    )
    above = name != "a.parquet"  # the row of labels, which is no row there
    assert [one.reason for one in counts.differing] == [*DIFFER.values()]
    assert [one.cell for one in counts.differing] == [
        f"K{row}" if above else f"row {row - 1}, Dealer" for row in DIFFER
    ]
    wanted = {
        "agree": 3,
        "differ": 3,
        "not_understood": 1,
        "rows_that_differ": [row - 1 + above for row in DIFFER],
    }
    assert counts.as_dict() | wanted == counts.as_dict()


@pytest.mark.sampled(2)
@EVERY_FORMAT
def test_long_tables_are_compared(tmp_path, name):
    """The same in tables that are read in blocks."""
    path = table(tmp_path / name, ROWS[:5] * 100)
    with blocks(first=20, piece=5000, lines=2000, batch=64), ways_of_sheets() as came:
        counts = wins(path, check="Dealer")
    assert (counts.rows, counts.agree, counts.differ) == (500, 300, 200)
    assert counts.as_dict()["rows_that_differ"][-1] == 500 + (path.suffix != ".parquet")
    assert came == [True] * (path.suffix == ".xlsx")


DEALT = {"1": [*TWO, *ONE], "2": [*ONE, *TWO], "=": [*ONE, *TIE]}
MANY = {
    "names": (["Anna", "Ben"], "2 ben / 1 Anna", "2 Bem / 2 Ben wins / 2 Ben? / 2 Ben beats Anna / 2 Ben and Zoe / 2 both / 2 <- / 2 B / 2 Ben (12.50) / 2 x"),
    "letters": (["Player A", "Player B"], "2 B / 1 player a", "2 C / 2 x / 1 B"),
    "letters-as-names": (["A", "B"], "2 b / 1 A / 2 Player B", "2 A / 2 C / 2 2 / 1 P1 / 2 Player C"),
    "letters-not-in-order": (["Player B", "Player A"], "2 A / 1 Player B", "2 C / 2 x / 1 A"),
    "a-name-that-begins-another": (["Ann", "Anna"], "2 anna / 1 Ann", "2 A / 2 An / 2 Ann"),
    **{word: ([f"{word} 1", f"{word} 2"], f"2 {word} 2 / 1 {word} 1 / 2 2", f"2 {word} 3 / 2 {word} 1 / 2 An") for word in ("Player", "Spieler", "Joueur", "Jugador", "Giocatore", "Seat")},
    "ties": (["P1", "P2"], "= 0 / = 0.0 / = - / = Tie / = split / = unentschieden / = Égalité / = remis", "2 0 / 2 - / 2 Tie / 1 split / = 1"),
    "a-player-called-like-a-tie": (["Anna", "Draw"], "2 Draw / = split", "= draw / 1 Ann Won Lee"),
}  # fmt: skip
"""The players, and what is said of deals that the first one, the second one, or nobody wins: what agrees, what does not."""


@cases(("names", "agree", "differ"), MANY)
def test_who_is_meant(tmp_path, names, agree, differ):
    """A winner is a name, a word for players with its number, the letter of a hand where nobody is named, or a word for a tie."""
    said = [one.split(" ", 1) for one in f"{agree} / {differ}".split(" / ")]
    path = write_table(
        tmp_path / "a.xlsx", [heads(*names), *([*DEALT[won], word] for won, word in said)]
    )
    named = (
        "Anna=A2:E5,Draw=F2:J5" if "Draw" in names else None
    )  # unsaid, *Draw* may be a stage of a hand
    counts = wins(path, check="Said", hands=named)
    right = agree.count(" / ") + 1
    assert (counts.agree, [one.value for one in counts.differing]) == (
        right,
        [word for _, word in said[right:]],
    )
    for (won, word), one in zip(said[right:], counts.differing, strict=True):
        wins_it = (
            "it is a tie"
            if won == "="
            else f"{(counts.names or ['Player 1', 'Player 2'])[int(won) - 1]} wins"
        )
        assert one.reason.startswith(
            (f"the column says '{word}', but {wins_it}", f"'{word}' is no player; {wins_it}; ")
        )


@pytest.mark.parametrize("said", ["Ben wins", True])
def test_sentences_are_not_understood(tmp_path, said):
    """What is no name, number or word for a tie is counted apart, with the row."""
    path = write_table(tmp_path / "a.xlsx", [heads("Ann", "Ben"), *[[*ONE, *TWO, said]] * 5])
    code, out, _ = run("wins", path, "--check", "Said", "--strict")
    assert (code, "Said: 0 agree, 0 differ, 5 not understood" in out.splitlines()) == (1, True)


def test_names_above_numbered_cards(tmp_path):
    """The nearest name is offered."""
    rows = [
        heads("Anna", "Ben"),
        [f"Card {card}" for card in [*range(1, 6)] * 2],
        [*ONE, *TWO, "Bem"],
    ]
    counts = wins(write_table(tmp_path / "a.xlsx", rows), check="Said")
    assert str(counts.differing[0]) == "Sheet!K3: 'Bem' is no player; Ben wins; did you mean 'Ben'?"


NAMED = ["Ann", "Ben"]


@ENDINGS
def test_winners_in_a_row_for_each_player(tmp_path, ending):
    """Winners are compared where each deal is one row; here the column is taken for one of hands, whose words it does not hold."""
    rows = [["Hand id", "Player", "Cards", "Dealer"]]
    rows += [[7, name, " ".join(hand), "Ben"] for name, hand in zip(NAMED, (ONE, TWO), strict=True)]
    counts = wins(write_table(tmp_path / f"a{ending}", rows), check="Dealer")
    assert (counts.rows, counts.not_understood) == (2, 2)
    assert "'Ben' is no hand" in str(counts.differing[0])


SHARED = [*"Ah Kh Ad Kc 2c 2d Qs Js Ts 3c 4d".split()]  # Anna and Ben have the straight
RIGHT = [
    "Anna, Ben",
    "ben / anna",
    "Anna and Ben",
    "Anna & Ben",
    "1/2",
    "1 & 2",
    "Anna+ben",
    "gleich",
]
WRONG = [
    "Anna, Cleo",
    "Ben und Cleo",
    "Cleo, Ben",
    "Anna, Ben, Cleo",
    "1/3",
    "Cleo",
    "Anna",
    "Anna, Zoe",
    "Anna,",
]


def test_who_shares_a_pot_is_compared(tmp_path):
    """A tie of other players is another result, and so is a tie of more; a word for a tie is right for any."""
    labels = [
        "Anna",
        None,
        "Ben",
        None,
        "Cleo",
        None,
        "Flop",
        None,
        None,
        "Turn",
        "River",
        "Dealer",
    ]
    rows = [labels, *[[*SHARED, said] for said in (*RIGHT, *WRONG)]]
    counts = wins(write_table(tmp_path / "a.xlsx", rows), game="holdem", check="Dealer")
    assert (counts.agree, [one.value for one in counts.differing]) == (len(RIGHT), WRONG)
    assert (
        counts.differing[0].reason == "the column says 'Anna, Cleo', but it is a tie of Anna, Ben"
    )


@ENDINGS
@cases("behind", {"before-the-cards": False, "behind-the-cards": True})
def test_names_in_the_row_count(tmp_path, ending, behind):
    """Who sits on a seat in a row may be named in the column of that row, and in no other; names behind the hands are not read."""

    def seated(one, two, said):
        return [*ONE, one, *TWO, two, said] if behind else [one, *ONE, two, *TWO, said]

    cards = [f"Card {card}" for card in range(1, 6)]
    rows = [
        seated("Anna", "Ben", "ben"),
        seated("Carl", "Dora", "Dora"),
        seated("Carl", "Dora", "Ben"),
    ]
    labels = (
        [*cards, "Seat 1", *cards, "Seat 2"] if behind else ["Seat 1", *cards, "Seat 2", *cards]
    )
    counts = wins(
        write_table(tmp_path / f"a{ending}", [[*labels, "Winner"], *rows]), check="Winner"
    )
    if behind:
        assert (counts.agree, counts.not_understood) == (0, 3)
        assert (
            "not read: F Seat 1 (3 texts, first F2 'Anna'), L Seat 2 (3 texts, first L2 'Ben')"
            in counts.read
        )
        return
    assert (counts.agree, counts.not_understood) == (2, 1)
    assert (
        counts.differing[0].reason == "'Ben' is no player; Dora wins; choose from Carl, Dora, tie"
    )


@cases(
    ("column", "message"),
    {
        "unknown": (
            "Dealers",
            "'Dealers' is no column beside the hands, nor a heading of one; did you mean 'Dealer'?",
        ),
        "hand": (
            "A",
            "'A' is no column beside the hands, nor a heading of one; choose from Dealer",
        ),
        "letters-beyond-the-sheet": (
            "Win",
            "'Win' is no column beside the hands, nor a heading of one; choose from Dealer",
        ),
    },
)
def test_columns_that_cannot_be_checked(tmp_path, column, message):
    """What is no column of winners is named, with the nearest heading."""
    with pytest.raises(LayoutError, match=f"^{message.replace('?', '.')}"):
        wins(table(tmp_path / "a.xlsx", ROWS), check=column)


def test_the_command_lists_rows(tmp_path):
    """The command prints the count and the rows that differ; under --strict they end it with 1."""
    path = table(tmp_path / "a.xlsx", ROWS[:5])
    code, out, _ = run("wins", path, "--check", "Dealer", "--strict")
    assert code == 1
    assert out.splitlines()[-3:] == [
        "Dealer: 3 agree, 2 differ",
        "Sheet!K3: the column says '2', but Player 1 wins",
        "Sheet!K6: the column says '1', but it is a tie of Player 1, Player 2",
    ]
    assert json.loads(run("wins", path, "--check", "K", "--json")[1])["rows_that_differ"] == [3, 6]
