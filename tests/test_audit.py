"""The audit: its counts against those of an independent port and a slow count, bounds, examples, the sheet of deals."""

from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from xlpoker import BookError
from xlpoker.evaluator.classes import TOP
from xlpoker.scales import SCALES
from xlpoker.scales.arrays import numbers_by_class
from xlpoker.scales.audit import PAIRS, audit, class_text
from xlpoker.workbook.jobs import read_deals

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
#                misordered  false ties  Player 1 of Euler 54
EXPECTED = {
    "strength": (0, 0, 376),
    "cactus": (0, 0, 376),
    "percentile": (0, 0, 376),
    "mrt": (0, 858, 376),
    "handval": (157_313, 542_560, 376),
    "fzz-formulas": (1_393_694, 0, 359),
    "fzz-vba": (1_393_686, 0, 359),
    "fzz-single": (692_136, 0, 382),
    "keepitcool": (0, 154_183, 376),
    "hans": (4_888 + 6_356, 0, 376),
    "machanic": (1_105_282, 0, 377),
    "machanic-sql": (3_095_217, 0, 397),
    "luyun": (0, 0, 376),
}


@cache
def found(scale):
    """Return the audit of a scale with the deals of the text file, once."""
    return audit(scale, read_deals(ROOT / "workbooks" / "poker.txt"))


def test_every_scale_is_audited():
    """The table above has all scales, and there are 27,836,991 pairs."""
    assert list(EXPECTED) == list(SCALES)
    assert PAIRS == 27_836_991


@pytest.mark.parametrize("scale", EXPECTED)
def test_counts(scale):
    """Misordered pairs, false ties and Player 1's wins are those that an independent port counted."""
    one = found(scale)
    assert (one.misordered, one.false_ties, one.euler_player_1) == EXPECTED[scale]
    assert one.unfinished == (335_001 if scale == "hans" else 0)
    assert bool(one.example) == bool(one.misordered or one.false_ties)


EXAMPLES = {
    "mrt": "222AA ties with 22233",
    "handval": "22543 beats 5432A",
    "fzz-formulas": "22A43 beats KKQJT",
    "fzz-single": "44532 beats 3322A",
    "keepitcool": "AKQJ9 ties with AK432",
    "hans": "A6432 beats 5432A",
    "machanic": "22243 beats AKQJ9 suited",
    "machanic-sql": "T5432 beats 88885",
}


@pytest.mark.parametrize(("scale", "example"), EXAMPLES.items(), ids=EXAMPLES)
def test_examples(scale, example):
    """The pair farthest apart, in words."""
    assert found(scale).example == example


@pytest.mark.parametrize("scale", ["fzz-formulas", "handval", "keepitcool"])
def test_no_pair_lies_farther_apart(scale):
    """Looked for the slow way from the far end, the first pair is the example's distance apart."""
    numbers = np.array(numbers_by_class(scale))
    texts = {class_text(number): number for number in range(1, TOP + 1)}
    one = found(scale)
    first, second = (
        texts[text] for text in one.example.replace(" ties with ", " beats ").split(" beats ")
    )
    distance = abs(first - second)
    for gap in range(TOP - 1, distance, -1):
        weak, strong = numbers[:-gap], numbers[gap:]
        assert not (weak > strong if one.misordered else weak == strong).any()


def test_class_texts_differ():
    """Each of the 7,462 classes has its own text."""
    assert len({class_text(number) for number in range(1, TOP + 1)}) == TOP


REFUSED = {
    "one hand a row": (
        "one-player.xlsx",
        "one-player.xlsx does not hold two hands in each row; deals to two players are needed",
    ),
    "a bad row": ("bad-rows.xlsx", "bad-rows.xlsx: "),
}


@pytest.mark.parametrize(("book", "message"), REFUSED.values(), ids=REFUSED)
def test_sheets_that_are_no_deals_are_refused(book, message):
    """With the reason."""
    with pytest.raises(BookError) as caught:
        read_deals(ROOT / "workbooks" / "layouts" / book)
    assert str(caught.value).startswith(message)


def test_suits_of_a_straight():
    """Of the 1,020 hands of a straight 52 go up through the suits, and the SQL sees those alone."""
    scale = SCALES["machanic-sql"]
    numbers = [
        scale.of_hand([code + suit for code, suit in zip((8, 12, 16, 20, 24), suits, strict=True)])
        for suits in product(range(4), repeat=5)
        if len(set(suits)) > 1
    ]
    assert Counter(numbers) == {248: 968, 5_500_000_248: 52}
