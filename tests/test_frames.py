"""DataFrames and Series: whatever the columns hold, rows are valued as single hands are."""

import random
import re

import numpy as np
import pandas as pd
import pytest
from support.blocks import blocks
from support.books import CARDS
from support.cases import cases
from support.refused import refused

import xlpoker
import xlpoker.frames as _frames
from xlpoker.errors import LayoutError, OptionError, PokerError, QuestionError
from xlpoker.evaluator.cards import card_text
from xlpoker.evaluator.encodings import encoding
from xlpoker.frames import FrameSource
from xlpoker.workbook.column_cells import column_codes, number_codes
from xlpoker.workbook.columns import hand_names
from xlpoker.workbook.jobs import score

pa = pytest.importorskip("pyarrow")
HANDS = [CARDS[:5], CARDS[5:]]
assert _frames.__all__


def deals(rows=300, seed=1, spoilt=0.1):
    """Return rows of ten cards, some with a blank, a bad cell or a card twice."""
    source = random.Random(seed)
    found = []
    for _ in range(rows):
        row = [card_text(code) for code in source.sample(range(52), 10)]
        if source.random() < spoilt:
            row[source.randrange(10)] = source.choice(
                [None, "5X", "", row[0], "10H", "joker", " td "]
            )
        found.append(row)
    found.append([None] * 10)
    return found


def expected(row):
    """Return values and winner of a row as the API for single hands gives them, None where it is bad."""
    try:
        if any(cell is None or not cell.strip() for cell in row):
            return None
        return xlpoker.value(row[:5]), xlpoker.value(row[5:]), xlpoker.winner(row[:5], row[5:])
    except PokerError:
        return None


KINDS = {
    "objects": lambda frame: frame.astype(object),
    "pandas strings": lambda frame: frame.astype("string"),
    "Arrow strings": lambda frame: frame.astype(pd.ArrowDtype(pa.string())),
    "Arrow large strings": lambda frame: frame.astype(pd.ArrowDtype(pa.large_string())),
    "Arrow views": lambda frame: frame.astype(pd.ArrowDtype(pa.string_view())),
    "Arrow dictionaries": lambda frame: frame.astype(
        pd.ArrowDtype(pa.dictionary(pa.int32(), pa.string()))
    ),
    "categoricals": lambda frame: frame.astype("category"),
    "default": lambda frame: frame,
}


@pytest.mark.slow
@pytest.mark.parametrize("spoilt", [0.0, 0.2], ids=["clean", "spoilt"])
@pytest.mark.parametrize("kind", KINDS)
def test_columns_of_cards(kind, spoilt):
    """Each kind of column gives the values, names, winners and problems of the single rows."""
    rows = deals(spoilt=spoilt)
    frame = KINDS[kind](pd.DataFrame(rows, columns=CARDS, index=range(1000, 1000 + len(rows))))
    scored = frame.poker.score(HANDS)
    assert list(scored.columns[:10]) == CARDS
    assert scored.index.equals(frame.index)
    bad = 0
    for row, (_, line) in zip(rows, scored.drop(columns=CARDS).iterrows(), strict=True):
        wanted = expected(row)
        if wanted is None:
            assert np.isnan(line["player_1_value"])
            assert line[["player_1_hand", "winner"]].isna().all()
            assert (line["problem"] is None) == (row == [None] * 10)
            bad += row != [None] * 10
        else:
            assert (line["player_1_value"], line["player_2_value"], line["winner"]) == wanted
            assert line["player_1_hand"] == xlpoker.hand(row[:5]).name
            assert line["problem"] is None
    assert (bad > 0) == (spoilt > 0)
    counts = frame.poker.wins(HANDS)
    assert counts["rows"] == len(rows) - 1
    assert counts["bad"] == bad
    assert counts[["player_1", "player_2", "ties", "bad"]].sum() == counts["rows"]


def test_problems_name_row_column_and_cell():
    """A bad cell is told with the row's label, the column's name, the value and the nearest card."""
    frame = pd.DataFrame({"a": ["1OH", "AH"], "b": ["5H", "AH"]}, index=["x", "y"])
    problems = frame.poker.score([["a", "b"]])["problem"].tolist()
    assert problems == [
        "row x, a: '1OH' is not a card; did you mean '10H'?",
        "row y, b: duplicate card AH",
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", ["int64", "float64", "Int64", "str", "int64[pyarrow]"])
def test_number_columns_ask_for_the_encoding(kind):
    """Numbers without `cards` are no hands: which encoding they have is asked, also where they are named."""
    codes = [random.Random(at).sample(range(52), 10) for at in range(40)]
    frame = pd.DataFrame(codes, columns=CARDS).astype(kind)
    with pytest.raises(LayoutError, match=r"cards='0-51'"):
        frame.poker.score()
    for hands in ("A:E,F:J", HANDS):
        with pytest.raises(
            LayoutError,
            match=r"no cards stand in A:E, F:J; .* numbers need their encoding, such as 0-51",
        ):
            frame.poker.score(hands)
    scored = frame.poker.score(HANDS, cards="0-51")
    assert (
        scored["player_1_value"].tolist()
        == xlpoker.values(np.array(codes, np.uint8)[:, :5]).tolist()
    )


def test_hands_are_found_by_names_and_cells():
    """Without names of columns the hands are found as in a worksheet; other columns do not disturb."""
    frame = pd.DataFrame(deals(50, spoilt=0), columns=CARDS)
    frame.insert(0, "id", range(len(frame)))
    frame["note"] = "a long evening"
    found, named = frame.poker.score(), frame.poker.score(HANDS)
    pd.testing.assert_frame_equal(found, named)
    pd.testing.assert_frame_equal(frame.poker.score("B:F,G:K"), named)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", ["0-51", "1-52", "1-52:SHDC", "0-51-suits", "uci", "2-14"])
@pytest.mark.parametrize("kind", ["int64", "float64", "Int64", "object", "int64[pyarrow]"])
def test_numbers(name, kind):
    """Cards as numbers, in each encoding and each type of column, blanks and numbers out of range among them."""
    numbers = encoding(name)
    source = random.Random(name)
    rows = [[source.choice(some) for _ in range(5) for some in numbers.numbers] for _ in range(200)]
    names = [f"n{place}" for place in range(len(rows[0]))]
    if kind != "int64":
        rows += [[None] * len(names), [99] * len(names)]
    frame = pd.DataFrame(rows, columns=names, dtype=object).astype(kind)
    (block,) = FrameSource(frame).batches(1000, None)
    codes = number_codes([block.column(at) for at in range(len(names))], numbers)
    for row, found in zip(rows, codes.tolist(), strict=True):
        wanted = [254] * 5 if row[0] in (None, 99) else numbers.codes(row)
        assert found == wanted
    scored = frame.poker.score([names], cards=name)
    assert scored["value"].notna().sum() == sum(
        len(set(row)) == 5 for row in codes.tolist() if row[0] < 52
    )
    if kind != "int64":
        assert "99" in scored["problem"].iloc[-1]


@pytest.mark.parametrize("levels", [1, 2])
def test_a_column_of_a_new_name_is_refused(levels):
    """Whatever it holds, it is replaced in its place where that is asked for only; columns may be called by tuples and numbers."""
    frame = pd.DataFrame(
        {"cards": ["2H 3D 5S 9C KD", "2C 3H 4S 8C AH"], "value": [1, 2], "hand": ["1", "2"]}
    )
    frame.columns = (
        pd.MultiIndex.from_tuples([(name, "") for name in frame]) if levels == 2 else frame.columns
    )
    hands = [frame.columns[0]]
    with refused(
        OptionError,
        "there is a column 'value' already; rename it, or use overwrite=True to replace it",
    ):
        frame.poker.score(hands)
    scored = frame.poker.score(hands, overwrite=True)
    scored = scored.droplevel(1, axis=1) if levels == 2 else scored
    assert scored["value"].tolist() == [xlpoker.value(hand) for hand in frame.iloc[:, 0]]
    assert list(scored.columns) == ["cards", "value", "hand", "problem"]
    assert frame.iloc[:, 1].tolist() == [1, 2]
    frame.columns = range(3)
    assert frame.poker.score([0])["value"].tolist() == scored["value"].tolist()


def test_a_heading_between_the_hands(tmp_path):
    """A row that repeats the names of the columns is no bad row, among the first rows and far behind them, in Parquet neither."""
    deals_of = [["2H 3D 5S 9C KD", "2C 3H 4S 8C AH"]] * 1500
    frame = pd.DataFrame(
        [*deals_of[:5], ["Ann", "Bob"], *deals_of, ["Ann", "Bob"], *deals_of],
        columns=["Ann", "Bob"],
    )
    assert frame.poker.wins().tolist() == [3005, 0, 3005, 0, 0]
    assert frame.poker.score()["problem"].isna().all()
    frame.to_parquet(tmp_path / "a.parquet")
    with blocks(batch=700):
        counts = score(tmp_path / "a.parquet")
    assert (counts.rows, counts.players, counts.bad) == (3005, [0, 3005], 0)
    assert pd.read_parquet(counts.output)["problem"].isna().all()


EXAMPLE = "write hands=[['p1_1', 'p1_2', 'p1_3', 'p1_4', 'p1_5'], ['p2_1', ...]] or hands=['hand1', 'hand2']"
NO_COLUMN = "choose from cards, n, n"


@cases(
    ("named", "message"),
    {
        "misspelt": ({"hands": ["crads"]}, "there is no column 'crads'; did you mean 'cards'?"),
        "one-twice": ({"hands": [["cards"] * 2]}, "a column is named twice for one hand"),
        "two-of-a-name": ({"hands": ["n"]}, "there are 2 columns 'n'"),
        "none": ({"hands": []}, "hands=[] is no list of columns"),
        "number": ({"hands": 5}, f"hands=5 is no list of columns; {EXAMPLE}"),
        "bytes": ({"hands": b"a"}, f"hands=b'a' is no list of columns; {EXAMPLE}"),
        "None": ({"hands": ["cards", None]}, f"there is no column 'None'; {NO_COLUMN}"),
        "empty-hand": (
            {"hands": [[]]},
            "a column is named twice for one hand, or none; name one for each card",
        ),
        "no-such-column": ({"hands": [5]}, f"there is no column '5'; {NO_COLUMN}"),
        "board": (
            {"hands": ["cards"], "board": 1.5, "game": "holdem"},
            f"there is no column '1.5'; {NO_COLUMN}",
        ),
        "no-board": ({"hands": ["cards"], "game": "holdem"}, "holdem needs board"),
        "suits": (
            {"hands": ["cards"], "scale": "machanic-sql"},
            "scale machanic-sql needs the cards of a hand",
        ),
        "encoding": (
            {"hands": ["cards"], "cards": "uci"},
            "1 columns are not a hand: cards .. cards; a hand has 1 to 9 cards, in 2 columns each",
        ),
        "cards": (
            {"cards": 5},
            "cards=5 is not understood; cards is a text, as on the command line",
        ),
        "option": ({"scales": "mrt"}, "'scales' is not an option of score; did you mean 'scale'?"),
        "by-a-list": (
            {"by": ["n"]},
            "by=['n'] is not understood; by is a text, as on the command line",
        ),
    },
)
def test_wrong_calls(named, message):
    """What cannot be done is said in one line."""
    frame = pd.DataFrame([["5H 6H", 1, 2]], columns=["cards", "n", "n"])
    with pytest.raises(OptionError, match=f"^{re.escape(message)}"):
        frame.poker.score(**named)


def test_a_board_of_no_game():
    """Hands and a board that no game has are a question."""
    frame = pd.DataFrame([["5H 6H", "7C"]], columns=["cards", "board"])
    with pytest.raises(LayoutError, match="these hands fit no game: A 2 cards, board B 1 card"):
        frame.poker.score(hands=["cards"], board="board")


def test_nothing_to_find():
    """A frame without cards, or with hands that may be cut in two ways, asks for the names of columns."""
    with pytest.raises(
        LayoutError, match="no column holds cards such as 5H or TD; name the columns"
    ):
        pd.DataFrame({"a": [1, 2]}).poker.score()
    with pytest.raises(LayoutError, match="no column holds cards"):
        pd.DataFrame().poker.score()


def test_empty_frames():
    """No rows give no rows, with all columns."""
    scored = pd.DataFrame({name: pd.Series([], dtype="str") for name in CARDS}).poker.score(HANDS)
    assert scored.shape == (0, 16)


@cases(
    ("columns", "named"),
    {
        "whole-hands": (["a", "b"], {"hands": ["a", "b"]}),
        "a-column-for-each-card": (list("abcde"), {"hands": [list("abcde")]}),
        "with-a-board": (["hand", "shared"], {"hands": ["hand"], "board": "shared"}),
    },
)
def test_frames_of_bad_rows_alone(columns, named):
    """A part of a longer table whose rows are all bad gives problems, as its rows would amid others."""
    scored = pd.DataFrame({name: ["foo"] for name in columns}).poker.score(**named)
    assert "'foo' is not a card" in scored["problem"][0]


def test_words_amid_hands():
    """A row of a DataFrame is a record: a word in place of its hand is a bad row, not a title."""
    scored = pd.DataFrame({"a": ["AhKhQhJhTh", "foo", "2c3d4h5s7c", None]}).poker.score(["a"])
    assert "row 1, a: 'foo' is not a card" in scored["problem"][1]
    assert scored["problem"].notna().sum() == 1


def test_blank_columns_that_are_named():
    """Named columns without any cell that is filled give the new columns, all blank."""
    scored = pd.DataFrame({"a": [None, None]}).poker.score(["a"])
    assert scored.isna().all().all()
    assert scored.columns.tolist() == ["a", "value", "hand", "problem"]


def test_named_numbers_need_an_encoding():
    """Numbers in named columns are not bad cards: without their encoding they are an error."""
    with pytest.raises(LayoutError, match="numbers need their encoding"):
        pd.DataFrame({"a": [1], "b": [2]}).poker.score([["a", "b"]])


def test_names_are_ordered():
    """Names sort as hands do, and every value finds its own."""
    scored = pd.DataFrame({"a": ["AhKhQhJhTh", "2c3d4h5s7c", "AhAd2c3d4h"]}).poker.score(["a"])[
        "hand"
    ]
    assert scored.sort_values().tolist() == ["High Card, Seven", "One Pair, Aces", "Royal Flush"]
    assert scored.cat.categories.tolist() == list(hand_names())
    assert hand_names()[-1] == xlpoker.hand("AS AH AD AC XN", jokers="five").name


def test_sliced_arrow_arrays():
    """A part of an Arrow array begins in the middle of its bytes."""
    array = pa.array(["5H", "5C", "6S", "7S", "KD"])
    assert column_codes(array[2:4]).tolist() == [19, 23]
    assert column_codes(
        pa.chunked_array([array[1:2], array[4:], pa.array([], pa.string())])
    ).tolist() == [12, 45]


@cases(
    "kind",
    {
        "lists": lambda frame: frame,
        "tuples": lambda frame: frame.map(tuple),
        "arrays": lambda frame: frame.map(np.array),
        "Arrow lists": lambda frame: frame.astype(pd.ArrowDtype(pa.list_(pa.string()))),
    },
)
def test_lists_of_cards_in_cells(kind):
    """A list of cards in a cell is a whole hand, found and named."""
    rows = [
        ("2H 3D 5S 9C KD", "2C 3H 4S 8C AH"),
        ("2H 4S 4C 2D 4H", "2S 8S AS QS 3S"),
        ("2H 4S 4C 2D XX", "2S 8S"),
    ]
    frame = kind(
        pd.DataFrame([[hand.split() for hand in row] for row in rows], columns=["ann", "bob"])
    )
    scored = frame.poker.score()
    assert scored["winner"].tolist()[:2] == [2, 1]
    assert "row 2, ann: 'XX' in '2H 4S 4C 2D XX' is not a card" in scored["problem"][2]
    assert frame.poker.wins(["ann", "bob"])[["rows", "player_1", "player_2", "bad"]].tolist() == [
        3,
        1,
        1,
        1,
    ]


def test_a_holdem_frame_is_read_at_once():
    """Two cards and a board are hold'em; without names of columns each way to cut nine cards can be pasted."""
    cards = "Ah Kd Qc Qs 2c 3d 4h 5s 9c".split()
    frame = pd.DataFrame(
        [cards], columns=["h1", "h2", "v1", "v2", "f1", "f2", "f3", "turn", "river"]
    )
    assert frame.poker.wins()["player_1"] == frame.poker.wins(game="holdem")["player_1"] == 1
    bare = pd.DataFrame([cards, cards])
    with pytest.raises(QuestionError) as caught:
        bare.poker.wins()
    options = [choice.arguments for choice in caught.value.choices]
    ways = [option for option in options if option["game"] == "holdem"]
    assert ways == [
        {"hands": [[*"01"], [*"23"]], "board": [*"45678"], "game": "holdem"},
        {"hands": [[*"56"], [*"78"]], "board": [*"01234"], "game": "holdem"},
    ]
    assert [bare.poker.wins(**option)["player_1"] for option in ways] == [2, 0]


SHUFFLED = random.Random(2)
NUMBERS = [SHUFFLED.sample(range(52), 10) for _ in range(12)]
QUESTIONS = {
    "three cards": pd.DataFrame(
        ["7C 4D 8D QD 2S 3C".split()] * 3,
        columns=["Anna", "Anna 2", "Anna 3", "Ben", "Ben 2", "Ben 3"],
    ),
    "nine columns without names": pd.DataFrame(["Ah Kd Qc Qs 2c 3d 4h 5s 9c".split()] * 3),
    "numbers": pd.DataFrame(NUMBERS, columns=[f"c{card}" for card in range(10)]),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("frame", QUESTIONS.values(), ids=QUESTIONS)
def test_answers_are_arguments_of_a_frame(frame):
    """Each choice has what is typed in Python, and the arguments that it stands for."""
    with pytest.raises(QuestionError) as caught:
        frame.poker.wins()
    assert caught.value.choices
    for choice, line in zip(caught.value.choices, caught.value.lines[1:], strict=False):
        assert line.startswith(choice.typed)
        typed = [f"{name}={value!r}" for name, value in choice.arguments.items()]
        assert choice.typed == ", ".join(typed)
        assert frame.poker.wins(**choice.arguments)["rows"] == len(frame)


WHOLE = pd.DataFrame(
    [
        [7, "Ann", "A", "5H 5C 6S 7S KD"],
        [7, "Bob", "B", "2C 3S 8S 8D TD"],
        [8, "Bob", "C", "2H 4S 4C 2D 4H"],
        [8, "Ann", "D", "2S 8S AS QS 3S"],
        [9, "Ann", "E", "2C XX 8S 8D TD"],
        [9, "Bob", "F", "5H 5C 6S 7S KD"],
    ],
    columns=["Hand id", "Player", "note", "cards"],
    index=list("abcdef"),
)


def test_rows_of_one_deal_are_compared():
    """With `by` the rows of a deal are a showdown; the results stand beside each, in the rows of the frame."""
    counts = WHOLE.poker.wins(by="Hand id")
    assert counts[["rows", "player_1", "player_2", "bad"]].tolist() == [3, 0, 2, 1]
    assert counts["names"] == ["Ann", "Bob"]
    scored = WHOLE.poker.score(by="hand id")
    assert scored["winner"].tolist() == [0, 1, 1, 0, pd.NA, pd.NA]
    assert scored["hand"][:4].astype(str).tolist() == [
        xlpoker.hand(text).name for text in WHOLE["cards"][:4]
    ]
    assert all(
        "row e, cards: 'XX' in '2C XX 8S 8D TD' is not a card" in text
        for text in scored["problem"][4:]
    )
    pd.testing.assert_frame_equal(
        scored.poker.score(["cards"], by="Hand id", overwrite=True), scored
    )
    with refused(LayoutError, "no column is headed 'Hnd id'; did you mean 'Hand id'?"):
        WHOLE.poker.wins(by="Hnd id")


def test_deals_are_found_as_in_a_file(tmp_path):
    """Where a heading says which rows are one deal they are compared without `by`; hands that are named count row by row."""
    frame = WHOLE.iloc[:4]
    frame.to_csv(tmp_path / "a.csv", index=False)
    found, counts = frame.poker.wins(), xlpoker.wins(tmp_path / "a.csv")
    assert (found["rows"], found["names"], [found["player_1"], found["player_2"]]) == (
        2,
        counts.names,
        counts.players,
    )
    pd.testing.assert_frame_equal(frame.poker.score(), frame.poker.score(by="Hand id"))
    assert "winner" not in frame.poker.score(hands=["cards"])
    boards = ["2c 3d 4h 5s 9c", None, "3c 7h 7s 2d Ks", None]
    holdem = pd.DataFrame(
        {
            "Hand": [1, 1, 2, 2],
            "Player": list("ABAB"),
            "Hole": ["AhKd", "QcQs", "2c7d", "JcJs"],
            "Board": boards,
        }
    )
    assert holdem.poker.score()["winner"].tolist() == [1, 0, 1, 0]


def test_deals_with_a_board_and_columns_apart():
    """Columns of hands need not stand together, and a board is that of its deal."""
    cards = ["Ah Kd", "Qc Qs", "2c 7d", "Jc Js"]
    boards = ["2c 3d 4h 5s 9c"] * 2 + ["3c 7h 7s 2d Ks"] * 2
    frame = pd.DataFrame({"deal": [1, 1, 2, 2], "board": boards, "a": [one[:2] for one in cards]})
    frame["pot"], frame["b"] = 5, [one[3:] for one in cards]
    scored = frame.poker.score([["a", "b"]], "board", game="holdem", by="deal")
    assert scored["winner"].tolist() == [1, 0, 1, 0]
    assert list(scored.columns[:5]) == ["deal", "board", "a", "pot", "b"]


APART = {  # the columns of the rank and the suit of a card
    "rank-suit": [cell for card in ("Ks", "Th", "9c", "3d", "2s") for cell in card],
    "suit-rank": [cell for card in ("Ks", "Th", "9c", "3d", "2s") for cell in card[::-1]],
    "ranks-suits": [*"KT932", *"shcds"],
    "suits-ranks": [*"shcds", *"KT932"],
}


@pytest.mark.parametrize(("cards", "row"), APART.items(), ids=APART)
def test_ranks_and_suits_in_columns_of_their_own(cards, row):
    """They are named with their encoding; a bad pair is a bad row."""
    columns = list("abcdefghij")
    frame = pd.DataFrame([row, row, [*row[:4], "?", *row[5:]]], columns=columns)
    found = frame.poker.score(cards=cards, hands=[columns])
    assert found["hand"].tolist()[:2] == ["High Card, King"] * 2
    assert found["problem"].tolist()[:2] == [None, None]
    assert "is not a card" in found["problem"][2]


@pytest.mark.slow
def test_named_hands_beyond_the_columns_of_a_sheet():
    """A DataFrame may have more columns than a sheet; hands that are named there are found."""
    cards = [
        deal.split() for deal in ("5H 5C 6S 7S KD 2C 3S 8S 8D TD", "5D 8C 9S JS AC 2C 5C 7D 8S QH")
    ]
    columns = pd.concat([pd.DataFrame(np.zeros((2, 16_500))), pd.DataFrame(cards)], axis=1)
    columns.columns = [f"c{at}" for at in range(16_510)]
    names = [*columns.columns[16_500:]]
    assert columns.poker.wins(hands=[names[:5], names[5:]]).tolist() == [2, 1, 1, 0, 0]
