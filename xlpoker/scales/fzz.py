"""`fzz-formulas`, `fzz-vba`, `fzz-single`: three answers of fzz to "Euler Problem 54" on Daily Dose of Excel (2009).

**fzz-formulas** (replies 1 and 2), eight columns of worksheet formulas, of which the largest counts. With the places
of the cards in ``23456789TJQKA``, 1 .. 13, highest first as two decimals each::

    S = 0.p1 p2 p3 p4 p5                 high card
    S * 100 a pair, * 100**2 two         S * 100**5   flush
    S * 100**3   three of a kind         S * 100**6   full house
    S * 100**4   straight                S * 100**7   four of a kind       S * 100**8   straight flush

The straight is the variance of the places being 2.5, tried with the ace high and low: the correction of reply 2. In
reply 1 the ace was low only, the ace-high straight was not found, and 1,398,600 pairs were misordered.

**fzz-vba** (reply 5), a macro: the same order of the cards in base 16, ``0.f1 f2 f3 f4 f5`` with faces 2 .. 14, times
16 to the power of the category 0 .. 8; in the wheel the ace is made 1, but only where it is no flush.

**fzz-single** (reply 9) is one formula that mends the two. Each card's place is weighted by its group, ``p`` once,
``16 p`` a pair, ``256 p`` threes, ``16**6 p`` fours; the largest five weigh 16**4 .. 1 and are added up. Then * 16**3
for a full house, * 16**4 for a flush, * 16**3 for a straight.

**Ranges** 0.0604030201 .. 1,312,111,009,000,000; 0.458... .. 3,989,544,960; 410,401 .. 242,693,837,946,880; in all
three **higher is better**.

**Defects**: fzz-formulas misorders 1,393,694 pairs of classes and fzz-vba 1,393,686, because the higher card counts
before the pair. "2H 2C 4D 5S AS would rank higher than 10C JC QH KH KS" (reply 9). fzz-single misorders 692,136: two
pair stands among the pairs, where its higher pair alone would. In all three an ace-low straight (in fzz-vba only one
of a suit) has its ace high and so beats all but the ace-high straight. No two classes tie.

**Reconstructed**: the blog made quotes curly and ate an opening brace of the single formula, ``{1;2;...;13;0}``.
LibreOffice, given fzz-formulas and fzz-single as formulas, calculates the numbers of this module for all 7,462 classes.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.scales.face_numbers import faces, one_suit
from xlpoker.scales.model import DAILY_DOSE, Scale

__all__ = ["SCALES", "fzz_formulas", "fzz_single", "fzz_vba"]

WEIGHT = (0, 1, 16, 16**2, 16**6)
VALUES = " 23456789TJQKA 2345A"


def _variance_is_a_straights(places: Sequence[int]) -> bool:
    """Tell whether the sample variance (Excel's VAR, denominator four) is 2.5, calculated in whole numbers."""
    return 5 * sum(place * place for place in places) - sum(places) ** 2 == 50


def _straight(places: Sequence[int]) -> bool:
    ace_low = [place % 13 for place in places]
    return _variance_is_a_straights(places) or _variance_is_a_straights(ace_low)


def fzz_formulas(cards: Sequence[int]) -> float:
    """Return the largest of the eight columns for five card codes.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> [fzz_formulas(parse_cards(hand)) for hand in ("7S 5D 4C 3H 2C", "2H 2C 4D 5S AS", "TC JC QH KH KS")]
    [0.0604030201, 13.04030101, 12.12111009]
    """
    places = [face - 1 for face in faces(cards)]
    groups = [places.count(place) for place in set(places)]
    high = 0
    for place in places:
        high = high * 100 + place
    power = groups.count(2)
    if 3 in groups:
        power = 6 if power else 3
    if 4 in groups:
        power = 7
    is_straight = _straight(places)
    if one_suit(cards):
        power = 8 if is_straight else 5
    elif is_straight:
        power = 4
    return high * 100.0**power / 100**5


def fzz_single(cards: Sequence[int]) -> int:
    """Return the number of the single formula for five card codes.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> [fzz_single(parse_cards(hand)) for hand in ("7S 5D 4C 3H 2C", "2H 2C 4D 5S AS", "TC JC QH KH KS")]
    [410401, 1102896, 12630672]
    """
    places = [face - 1 for face in faces(cards)]
    groups = {place: places.count(place) for place in places}
    weighted = sorted([WEIGHT[times] * place for place, times in groups.items()], reverse=True)
    number: int = sum(weight << 16 - 4 * place for place, weight in enumerate(weighted))
    if sorted(groups.values()) == [2, 3]:
        number *= 16**3
    if one_suit(cards):
        number *= 16**4
    if _straight(places):
        number *= 16**3
    return number


def fzz_vba(cards: Sequence[int]) -> float:
    """Return the number of the macro for five card codes.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> [fzz_vba(parse_cards(hand)) for hand in ("AC 2C 2D 4H 5S", "TC JC QH KH KS", "AS KS QS JS TS")]
    [14.328643798828125, 13.862213134765625, 3989544960.0]
    """
    numbers = faces(cards)
    number = 0.0
    for face in reversed(numbers):
        number = (number + face) / 16
    text = "".join(VALUES[face - 1] for face in reversed(numbers))
    if one_suit(cards):
        return number * 16.0 ** (8 if text in VALUES else 5)
    if text in VALUES:
        return (number - (13 / 16 if text == "2345A" else 0)) * 16.0**4
    return number * 16.0 ** _groups(text)


CATEGORY = {(1, 1, 1, 1, 1): 0, (1, 1, 1, 2): 1, (1, 2, 2): 2, (1, 1, 3): 3, (2, 3): 6}


def _groups(text: str) -> int:
    """Return the category of five characters in order, as the macro finds it in its walk."""
    if text[0] == text[3] or text[1] == text[4]:
        return 7
    times = sorted(text.count(face) for face in set(text))
    return CATEGORY[tuple(times)]


SCALES = (
    Scale(
        "fzz-formulas",
        "higher",
        0.0604030201,
        1_312_111_009_000_000,
        "the cards as decimals times a power of 100 for the category",
        f"{DAILY_DOSE}, replies 1 and 2",
        by_five_cards=fzz_formulas,
    ),
    Scale(
        "fzz-vba",
        "higher",
        0.4580554962158203,
        3_989_544_960,
        "the cards in base 16 times a power of 16 for the category",
        f"{DAILY_DOSE}, reply 5",
        by_five_cards=fzz_vba,
    ),
    Scale(
        "fzz-single",
        "higher",
        410_401,
        242_693_837_946_880,
        "one formula: weighted groups in base 16",
        f"{DAILY_DOSE}, reply 9",
        by_five_cards=fzz_single,
    ),
)
"""What the registry takes."""
