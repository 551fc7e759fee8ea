"""`hans`: a macro that compares two hands, replies 16 and 18 to "Euler Problem 54" on Daily Dose of Excel (2009).

Cards are counted in an array with a cell for each face, 2 .. 14: ``100 + x`` for one card of face x, ``200 + 2x``,
``400 + 3x``, ``800 + 5x`` for two, three, four. The first number of a hand is a band of 100 and what the highest cell
has above its hundred::

    1xx  high card      3xx  two pair           5xx  straight       7xx  full house         9xx  straight flush
    2xx  one pair       4xx  three of a kind    6xx  flush          8xx  four of a kind    1014  royal flush

Where the numbers of two hands are equal, a loop takes that number out of the text of each array. It puts the place of
the highest cell that is left there instead, until the two differ::

    Do While st(1) = st(2) And Replace(Join(sp, ""), st(1), "") <> ""
      st(1) = UBound(Split(RTrim(Replace(Join(sp), st(1), ""))))      ' the same for st(2)

**Range** 107 .. 1014; **higher is better**. The number is the first one; `trail` gives all that the loop goes
through, and `beats` what the macro says of two hands.

**Defects**: there is no ace-low straight, which is why 4,888 pairs of classes are misordered. The loop starts from
the whole array each time, so what it took out comes back. After the first kicker nothing new is found, and 6,356
pairs more are misordered inside ties. 335,001 pairs of classes have the same number for ever: **the macro never
ends**; here `beats` answers None. (Two flushes with the same highest card always do: their suit stands in cell 15 and
is never taken out.)

**Reconstructed**: the blog ate ``<``, ``>`` and the backslash of whole division, ``sp(x) \\ 100``.
LibreOffice Basic, given the listing mended so, finds the number of this module for all 7,462 classes and the answer of
`beats` for 10,086 pairs.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.scales.face_numbers import faces, one_suit
from xlpoker.scales.model import DAILY_DOSE, Scale

__all__ = ["SCALES", "beats", "hans", "trail"]

ROYAL = "110111112113114"
MORE = (0, 0, 100, 0, 300)


def _cells(cards: Sequence[int]) -> list[int]:
    """Return the array of 16 cells with the counts, 0 where the macro's is empty."""
    cells = [0] * 16
    for face in faces(cards):
        hundreds = cells[face] // 100
        cells[face] = (hundreds + 1) * (100 + face) + MORE[hundreds]
    return cells


def hans(cards: Sequence[int]) -> int:
    """Return the first number of the macro for five card codes.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> [hans(parse_cards(hand)) for hand in ("7S 5D 4C 3H 2C", "5H 5C 6S 7S KD", "4S 4D 4C 2H 2C", "AS KS QS JS TS")]
    [107, 210, 712, 1014]
    >>> hans(parse_cards("AS 2D 3C 4H 5H"))  # a straight
    114
    """
    cells = _cells(cards)
    top = max(cells)
    used = [place for place, cell in enumerate(cells) if cell]
    rest = top % 100
    number = 0
    if len(used) == 5 and used[4] - used[0] == 4:
        number = 500 + rest
    if len(used) == 3 and top // 100 == 2:
        number = 300 + rest
    if len(used) == 2 and top // 100 == 4:
        number = 700 + rest
    if one_suit(cards):
        is_straight = number // 100 == 5
        is_royal = ROYAL in "".join(str(cells[place]) for place in used)
        number = 600 + rest
        if is_straight:
            number += 300
        if is_royal:
            number += 100
    return number or top


def trail(cards: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers that the loop gives a hand, in order, up to the last one that is new.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> [trail(parse_cards(hand)) for hand in ("KS KD AC 3H 2C", "KS KD 9C 3H 2C", "AS 9S 7S 3S 2S")]
    [(226, 14), (226, 9, 13), (614, 15)]

    From there on the last number comes again and again.
    """
    texts = [str(cell) if cell else "" for cell in _cells(cards)]
    if one_suit(cards):
        texts[15] = "CDHS"[cards[0] & 3]
    line = " ".join(texts)
    numbers = [hans(cards)]
    while True:
        left = line.replace(str(numbers[-1]), "").rstrip(" ").count(" ")
        if left == numbers[-1]:
            return tuple(numbers)
        assert left not in numbers[1:], "a circle of more than one number"
        numbers.append(left)


def beats(first: Sequence[int], second: Sequence[int]) -> bool | None:
    """Tell whether the macro says that the first hand beats the second, five codes each.

    None where it never ends.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> beats(parse_cards("KS KD AC 3H 2C"), parse_cards("KC KH 9C 3D 2D"))
    True
    >>> beats(parse_cards("AS 9S 7S 3S 2S"), parse_cards("AD KD QD JD 9D")) is None
    True
    """
    first_trail = trail(first)
    second_trail = trail(second)
    length = max(len(first_trail), len(second_trail))
    first_trail += first_trail[-1:] * (length - len(first_trail))
    second_trail += second_trail[-1:] * (length - len(second_trail))
    return None if first_trail == second_trail else first_trail > second_trail


SCALES = (
    Scale(
        "hans",
        "higher",
        107,
        1014,
        "a band of 100 for each category; a loop for ties, which does not always end",
        f"{DAILY_DOSE}, replies 16 and 18",
        by_five_cards=hans,
    ),
)
"""What the registry takes."""
