"""A hand of each class."""

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
