"""`hans`: the first number of a macro that compares two hands, replies 16 and 18 to "Euler Problem 54" on Daily Dose of Excel (2009).

Cards are counted in an array with a cell for each face, 2 .. 14: ``100 + x`` for one card of face x, ``200 + 2x``,
``400 + 3x``, ``800 + 5x`` for two, three, four. The first number of a hand is a band of 100 and what the highest cell
has above its hundred::

    1xx  high card      3xx  two pair           5xx  straight       7xx  full house         9xx  straight flush
    2xx  one pair       4xx  three of a kind    6xx  flush          8xx  four of a kind    1014  royal flush

**Range** 107 .. 1014; **higher is better**.

**Defects**: there is no ace-low straight, which is why 4,888 pairs of classes are misordered. 798,101 tie that should not.

**Left out**: where two numbers are equal, a loop of the macro takes that number out of the text of each array and replaces it by the
place of the highest cell that is left. What it took out comes back, and for 335,001 pairs of classes it never ends.

**Reconstructed**: the blog ate ``<``, ``>`` and the backslash of whole division, ``sp(x) \\ 100``.
LibreOffice Basic, given the listing mended so, finds the number of this module for all 7,462 classes.
"""

from __future__ import annotations

from collections.abc import Sequence

from xlpoker.scales.face_numbers import faces, one_suit
from xlpoker.scales.model import DAILY_DOSE, Scale

__all__ = ["SCALES", "hans"]

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
        royal = ROYAL in "".join(str(cells[place]) for place in used)
        number = 600 + rest + (300 if number // 100 == 5 else 0) + (100 if royal else 0)
    return number or top


SCALES = (
    Scale(
        "hans",
        "higher",
        107,
        1014,
        "a band of 100 for each category, in it the face of the largest group",
        f"{DAILY_DOSE}, replies 16 and 18",
        five=hans,
    ),
)
"""What the registry takes."""
