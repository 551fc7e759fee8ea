"""Poker in spreadsheets: exact hand values, winners and pot shares.

Nothing heavy is imported until it is used: ``import xlpoker`` costs a few milliseconds.

>>> import xlpoker
>>> print(xlpoker.hand("2H 2D 4C 4D 4S"))
4S 4D 4C 2H 2D  Full House, Fours over Twos (7165)
>>> xlpoker.winner("5H 5C 6S 7S KD", "2C 3S 8S 8D TD")
2
"""

from __future__ import annotations

from typing import Any

from xlpoker.api import hand, shares, value, winner
from xlpoker.errors import BookError, CardError, CellError, HandError, LayoutError, OptionError, PokerError, RangeError
from xlpoker.evaluator.hand import Hand

__version__ = "0.1.0"
__all__ = [
    "BookError",
    "CardError",
    "CellError",
    "Hand",
    "HandError",
    "LayoutError",
    "OptionError",
    "PokerError",
    "RangeError",
    "equities",
    "equity",
    "format",
    "hand",
    "outs",
    "parse",
    "parse_range",
    "score",
    "shares",
    "value",
    "values",
    "winner",
    "winners",
    "wins",
]

_LATER = {
    "equities": "xlpoker.arrays",
    "equity": "xlpoker.odds.equity",
    "format": "xlpoker.arrays",
    "outs": "xlpoker.odds.outs",
    "parse": "xlpoker.arrays",
    "parse_range": "xlpoker.odds.ranges",
    "score": "xlpoker.workbook.job",
    "values": "xlpoker.arrays",
    "winners": "xlpoker.arrays",
    "wins": "xlpoker.workbook.job",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'xlpoker' has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(_LATER[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
