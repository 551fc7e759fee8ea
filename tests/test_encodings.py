"""Cards as numbers, read only when named."""

import pytest

from xlpoker.errors import CardError, OptionError
from xlpoker.evaluator.cards import card_text
from xlpoker.evaluator.encodings import ENCODINGS, encoding


@pytest.mark.parametrize(
    ("name", "cells", "cards"),
    [
        pytest.param("uci", [1, 10, 2, 13, 3, 1, 4, 2], "TH KS AD 2C", id="uci"),
        pytest.param("uci", ["1", "10", 2.0, 13.0], "TH KS", id="texts-and-floats"),
        pytest.param("2-14", [14, 4, 2, 1, 10, 3], "AS 2C TH", id="2-14"),
        pytest.param("0-51", [0, 1, 51, 4], "2C 2D AS 3C", id="0-51"),
        pytest.param("1-52", [1, 2, 52], "2C 2D AS", id="1-52"),
        pytest.param("0-51-suits", [0, 1, 12, 13, 51], "2C 3C AC 2D AS", id="0-51-suits"),
        pytest.param("1-52-suits:SHDC", [1, 13, 14, 52], "2S AS 2H AC", id="suit-order"),
        pytest.param("1-52:shdc", [1, 2], "2S 2H", id="suit-order-lower-case"),
        pytest.param("UCI", [None, "", " "], "", id="blank"),
    ],
)
def test_encodings(name, cells, cards):
    """Each encoding gives the cards it stands for."""
    assert " ".join(map(card_text, encoding(name).codes(cells))) == cards


@pytest.mark.parametrize("one", ENCODINGS.values(), ids=lambda one: one.name)
@pytest.mark.parametrize("order", ["", ":SHDC"], ids=["usual", "SHDC"])
def test_every_encoding_has_every_card_once(one, order):
    """The numbers in range are the 52 cards, each once."""
    numbers = [[]]
    for least, most in one.limits:
        numbers = [[*before, number] for before in numbers for number in range(least, most + 1)]
    codes = [encoding(one.name + order).codes(cells)[0] for cells in numbers]
    assert sorted(codes) == list(range(52))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        pytest.param("ucy", "'ucy' is not an encoding of cards; did you mean 'uci'?", id="misspelt"),
        pytest.param(
            "1-52:SHD", "'SHD' is not a suit order; name each of C D H S once, as in 1-52:SHDC", id="three-suits"
        ),
    ],
)
def test_unknown_names(name, message):
    """An unknown encoding or suit order is refused with the nearest or an example."""
    with pytest.raises(OptionError) as caught:
        encoding(name)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("name", "cells", "message"),
    [
        pytest.param("uci", [5, 1], "'5' is not a number 1 .. 4 as uci has it", id="suit-5"),
        pytest.param("uci", [1, 14], "'14' is not a number 1 .. 13 as uci has it", id="rank-14"),
        pytest.param("1-52", [0], "'0' is not a number 1 .. 52 as 1-52 has it", id="zero"),
        pytest.param("0-51", [1.5], "'1.5' is not a number 0 .. 51 as 0-51 has it", id="fraction"),
        pytest.param("0-51", ["5H"], "'5H' is not a number 0 .. 51 as 0-51 has it", id="text"),
        pytest.param("0-51", [True], "'True' is not a number 0 .. 51 as 0-51 has it", id="TRUE"),
        pytest.param("0-51", [float("inf")], "'inf' is not a number 0 .. 51 as 0-51 has it", id="infinity"),
        pytest.param("0-51", [1, None], "a card is missing", id="missing"),
        pytest.param("uci", [1, 2, 3], "uci has 2 cells a card, not 3 in all", id="odd-number-of-cells"),
    ],
)
def test_numbers_that_are_no_cards(name, cells, message):
    """What is out of range is quoted with the range."""
    with pytest.raises(CardError) as caught:
        encoding(name).codes(cells)
    assert str(caught.value) == message
