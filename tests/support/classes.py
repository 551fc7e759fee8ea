"""Hands that every engine is asked about: one of each class, and the deals of Euler 54."""

from pathlib import Path

from xlpoker.evaluator.cards import card_text
from xlpoker.evaluator.classes import ladder


def hand_of(rung):
    """Return five cards of a class: equal ranks in different suits, no flush but where the class is one."""
    cards = []
    for place, rank in enumerate(rung.spread()):
        taken = [code for code in cards if code >> 2 == rank]
        suit = 0 if rung.category.flush else len(taken) if rung.category.shape[0] > 1 else place % 2
        cards.append(4 * rank + suit)
    return [card_text(code) for code in cards]


CLASSES = [hand_of(rung) for rung in ladder()]
"""One hand of each of the 7,462 classes of five cards, weakest first."""

EULER = Path(__file__).parents[2] / "workbooks" / "euler54.xlsx"


def euler_54():
    """Return the thousand deals of that workbook, ten cards each."""
    return [line.split() for line in EULER.with_name("poker.txt").read_text().splitlines()]
