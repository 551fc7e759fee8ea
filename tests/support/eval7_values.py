"""The values of hands by eval7, another evaluator."""

import warnings

from xlpoker.evaluator.cards import card_text

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # eval7 0.1 calls pyparsing by its old names
    import eval7

__all__ = ["eval7", "value_by_eval7"]

CARDS = [eval7.Card(card_text(code)[0] + card_text(code)[1].lower()) for code in range(52)]


def value_by_eval7(codes):
    """Return a number for the best five of some cards: the higher the better."""
    return eval7.evaluate([CARDS[code] for code in codes])
