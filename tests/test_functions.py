"""The catalogue: every function's promise, broadcasting, bad rows."""

import ast
import random

import pytest
from support.cases import cases, check_each

from xlpoker.functions import CATALOGUE, call

A, B = "5H 5C 6S 7S KD", "2C 3S 8S 8D TD"
ROW_A, ROW_B = A.split(), B.split()
FLOP = [["8C", "9S", "4C", None, None]]
HEIGHTS = "the arguments have 2 and 3 rows; give each the same number, or one row for all"


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda entry: entry.name)
def test_every_example_gives_its_answer(entry):
    """The example formula in the help is evaluated, not believed."""
    expression = ast.parse(entry.example.removeprefix("="), mode="eval").body
    assert isinstance(expression, ast.Call)
    answer = call(expression.func.id, *(ast.literal_eval(argument) for argument in expression.args))
    assert (tuple(answer[0]) if isinstance(answer, list) else answer) == entry.answer


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda entry: entry.name)
def test_every_entry_fits_excel(entry):
    """Upper case names that are no cell, help of at most 255 characters, no repeats together with options."""
    assert entry.name.isupper()
    assert len(entry.name) > 3
    assert all(
        0 < len(text) <= 255
        for text in (entry.help, *(argument.help for argument in entry.arguments))
    )
    repeats = [argument for argument in entry.arguments if argument.repeats]
    assert not (repeats and any(argument.default for argument in entry.arguments))
    assert not {argument.name.upper() for argument in entry.arguments} & set(CATALOGUE)


@cases(
    ("function", "arguments", "expected"),
    {
        "HANDVAL-block": ("HANDVAL", ([ROW_A, ROW_B],), [[2067], [2633]]),
        "HANDVAL-scale": ("HANDVAL", (A, "cactus"), 5396),
        "HANDVAL-jokers": ("HANDVAL", ("AH AD AC AS *", None, "five"), 7475),
        "HANDVAL-one-card": ("HANDVAL", ("KH",), 455.0625),
        "HANDNAME-short": ("HANDNAME", ([ROW_A], "SHORT"), "One Pair"),
        "HANDNAME-full": ("HANDNAME", ([ROW_A], "full"), "One Pair, Fives; King Seven Six"),
        "BESTHAND-nine": ("BESTHAND", ("2H 2D 4C 4D 4S 7H KS 9D TC",), "4S 4D 4C 2H 2D"),
        "WINNER-blocks": ("WINNER", ([ROW_A, ROW_B], [ROW_B, ROW_A]), [[2], [1]]),
        "WINNER-one-against-many": (
            "WINNER",
            (A, [["2C 3S 8S 8D TD"], ["2C 3S 4S 8D TD"]]),
            [[2], [1]],
        ),
        "SHARES-rows": (
            "SHARES",
            ([["AH KD"], ["2C 3D"]], [["AC KH"], ["AC KH"]]),
            [[0.5, 0.5], [0, 1]],
        ),
        "HANDVAL-column-of-cards": ("HANDVAL", ([[card] for card in ROW_A],), 2067),
        "HANDVAL-flat-list": ("HANDVAL", (ROW_A,), 2067),
        "HANDVAL-all-blank": ("HANDVAL", (((None,) * 5,),), ""),
        "HOLDEM": ("HOLDEM", ("8C 9S 4C JH TC", [["6C", "7C"]], [["AH", "AD"]]), 1),
        "HOLDEM-column": (
            "HOLDEM",
            ([["8C"], ["9S"], ["4C"], ["JH"], ["TC"]], [["6C", "7C"]], [["AH", "AD"]]),
            1,
        ),
        "HOLDEM-one-flop-many-hands": (
            "HOLDEM",
            (FLOP, [["6C", "7C"], ["2D", "2S"]], [["AH", "AD"], ["KH", "KD"]]),
            [[2], [2]],
        ),
    },
)
def test_answers(function, arguments, expected):
    """One hand gives one value, a block a column, a single row goes with every row."""
    assert call(function, *arguments) == expected


@cases(
    ("function", "arguments", "message"),
    {
        "misspelt": ("HANDVAL", ("1OH 5C 6S 7S KD",), "'1OH' is not a card; did you mean '10H'?"),
        "scale": (
            "HANDVAL",
            (A, "strenght"),
            "'strenght' is not a scale; did you mean 'strength'?",
        ),
        "joker-rule": (
            "HANDVAL",
            (A, None, "six"),
            "'six' is not a joker rule; choose from natural, five",
        ),
        "style": (
            "HANDNAME",
            (A, "tall"),
            "'tall' is not a style of names; choose from long, short, full",
        ),
        "one-hand": ("WINNER", (A,), "WINNER(hand1, hand2, ...) takes two hands or more"),
        "no-hand": ("WINNER", (), "WINNER(hand1, hand2, ...) takes two hands or more"),
        "absent-hand": ("WINNER", (A, None), "hand 2 is blank"),
        "which-hand": ("WINNER", (A, "1OH"), "hand 2: '1OH' is not a card; did you mean '10H'?"),
        "one-hole-card": ("HOLDEM", ("2C 3C 4C", "AH", "KH KD"), "1 hole card: holdem takes 2"),
        "heights": ("WINNER", ([[A], [B]], [[A], [B], [A]]), HEIGHTS),
        "too-many-arguments": (
            "HANDNAME",
            (A, "long", B),
            "HANDNAME(cards, [style]) takes no more than 2, not 3",
        ),
    },
)
def test_mistakes_are_short_texts(function, arguments, message):
    """A mistake is one line in the cell that starts with #VALUE!, never an exception."""
    assert call(function, *arguments) == f"#VALUE! {message}"


def test_a_bad_row_leaves_the_others():
    """The reason stands in the bad row's cell, a blank row is blank, and the rest is scored."""
    rows = [
        ROW_A,
        ["5H", "5C", "6S", "7S", "1OH"],
        [None] * 5,
        ["", 0, None, "", ""],
        [*ROW_B[:4], None],
        ROW_B,
    ]
    assert call("HANDVAL", rows) == [
        [2067],
        ["#VALUE! '1OH' is not a card; did you mean '10H'?"],
        [""],
        [""],
        ["#VALUE! a card is missing: cell 5 of 5 is blank"],
        [2633],
    ]


def test_shares_of_a_bad_row_fill_the_width():
    """Rows of a spill are equally long."""
    rows = call("SHARES", [["AH KD"], ["x"], [None]], [["AC KH"], ["AC KH"], [None]])
    assert [len(row) for row in rows] == [2, 2, 2]
    assert rows[2] == ["", ""]


NONSENSE = [
    None, "", 0, [], [[]], [[[]]], {}, [[{}]], True, -2146826246, [["x"] * 255], object(), b"5H", "5H\n6H", "'", "\x00",
]  # fmt: skip


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda entry: entry.name)
def test_nonsense_never_raises(entry):
    """Whatever a host sends, the answer is a value, a text or rows of them."""
    times = 3 if any(argument.repeats for argument in entry.arguments) else 1
    calls = {repr(raw): [entry.name, *[raw] * times] for raw in NONSENSE}
    check_each(calls, check_cells)


def check_cells(arguments):
    answer = call(*arguments)
    for row in answer if isinstance(answer, list) else [[answer]]:
        for cell in row:
            assert isinstance(cell, str | int | float)
            assert cell == cell  # noqa: PLR0124 - never NaN
            assert "a mistake in xlpoker" not in str(cell)


def dealt(source, width):
    """Return a row of cards, now and then with what people have in cells beside cards."""
    row = source.sample([rank + suit for rank in "23456789TJQKA" for suit in "CDHS"], width)
    odd = source.choice(
        [
            "",
            None,
            "*",
            "1OH",
            "10h",
            "h5",
            " 5♥",
            row[-1],
            54.0,
            True,
            "5H 6H",
            "#N/A",
            *[row[0]] * 20,
        ]
    )
    return [odd, *row[1:]] if source.random() < 0.9 else [source.choice(["", None])] * width


@pytest.mark.sampled(10)
@pytest.mark.parametrize("function", ["HANDVAL", "WINNER"])
@pytest.mark.parametrize("width", range(1, 11))
def test_a_block_is_answered_as_row_by_row(function, width):
    """Hands of one to ten cards, jokers, blanks, errors, cards twice: rows that are answered at once are as the others."""
    source = random.Random(width)
    hands = [
        [dealt(source, width) for _ in range(300)] for _ in range(1 + 2 * (function == "WINNER"))
    ]
    assert call(function, *hands) == [
        [call(function, *([row] for row in rows))] for rows in zip(*hands, strict=True)
    ]


@pytest.mark.parametrize("options", [("cactus",), ("strength", "five"), (None, "five")])
def test_options_hold_for_every_row_of_a_block(options):
    """Another scale, another rule for jokers."""
    rows = [ROW_A, ["*", "5C", "5D", "5S", "5H"], ROW_B, [""] * 5]
    assert call("HANDVAL", rows, *options) == [[call("HANDVAL", [row], *options)] for row in rows]


def test_an_error_as_office_js_has_it_is_its_row_s_own():
    """A dictionary among the cells leaves the other rows their values."""
    rows = [ROW_A, [{"type": "Error", "basicValue": "#DIV/0!"}, *ROW_A[1:]], ROW_B]
    assert call("HANDVAL", rows) == [
        [2067],
        ["#VALUE! #DIV/0! is an Excel error, not a card"],
        [2633],
    ]
