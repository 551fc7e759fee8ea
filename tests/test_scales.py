"""Other numbers for the same order of hands."""

from itertools import pairwise
from math import comb

import pytest
from support.cases import cases
from support.reference import values
from support.refused import refused

from xlpoker import OptionError, value
from xlpoker.evaluator.classes import ladder, short_values
from xlpoker.scales import SCALES, on_scale
from xlpoker.scales.own import class_size, percentile

EXAMPLES = {
    "strength: royal flush": ("strength", "AS KS QS JS TS", 7462),
    "strength: worst": ("strength", "7S 5D 4C 3H 2C", 1),
    "cactus: royal flush": ("cactus", "AS KS QS JS TS", 1),
    "cactus: worst": ("cactus", "7S 5D 4C 3H 2C", 7462),
    "cactus: full house": ("cactus", "2H 2D 4C 4D 4S", 298),
    "cactus: pocket aces": ("cactus", "AS AD", 7463 - 3917.125),
    "percentile: royal flush": ("percentile", "AS KS QS JS TS", 1 - 2 / comb(52, 5)),
    "percentile: worst": ("percentile", "7S 5D 4C 3H 2C", 510 / comb(52, 5)),
    "percentile: a deuce beats nothing": ("percentile", "2C", 0),
}


@pytest.mark.parametrize(("scale", "cards", "expected"), EXAMPLES.values(), ids=EXAMPLES)
def test_scales(scale, cards, expected):
    """Each scale gives its number, for texts and for strengths."""
    assert value(cards, scale) == pytest.approx(expected, abs=1e-12)
    assert on_scale(scale, value(cards)) == value(cards, scale)


@pytest.mark.parametrize(
    "scale", [scale for scale in SCALES.values() if not scale.source], ids=lambda scale: scale.name
)
def test_a_scale_keeps_the_order_in_its_direction(scale):
    """From the weakest hand to the strongest, short hands included, a scale goes the way that it says."""
    numbers = [scale.of_strength(number) for number in range(1, 7463)]
    assert all(
        low < high if scale.better == "higher" else low > high for low, high in pairwise(numbers)
    )
    numbers = [scale.of_strength(number) for number in sorted(values().values())]
    assert all(
        low <= high if scale.better == "higher" else low >= high for low, high in pairwise(numbers)
    )


def test_class_sizes_add_up():
    """The 7,462 classes together are all five-card hands."""
    assert sum(map(class_size, ladder())) == comb(52, 5) == 2_598_960


def test_percentiles():
    """A class's percentile is what it beats plus half of itself; a short hand ties with nothing; more is 1."""
    below = 0
    for number, rung in enumerate(ladder(), 1):
        assert percentile(number) == (below + class_size(rung) / 2) / comb(52, 5)
        below += class_size(rung)
    assert percentile(7463) == percentile(7475) == 1
    assert all(0 <= percentile(number) < 1 for number in short_values().values())


@cases(
    ("scale", "message"),
    {
        "near miss": ("strenght", "'strenght' is not a scale; did you mean 'strength'?"),
        "empty": ("", f"'' is not a scale; choose from {', '.join(SCALES)}"),
    },
)
def test_an_unknown_scale_is_refused(scale, message):
    """With the nearest scale, or all of them."""
    with refused(OptionError, message):
        value("AS KS QS JS TS", scale)
