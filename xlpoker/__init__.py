"""Poker in spreadsheets: exact hand values, winners and pot shares.

Nothing heavy is imported until it is used: ``import xlpoker`` costs a few milliseconds. With pandas, DataFrames have the
accessor ``.poker`` (`xlpoker.frames.FramePoker`).

>>> import xlpoker
>>> print(xlpoker.hand("2H 2D 4C 4D 4S"))
4S 4D 4C 2H 2D  Full House, Fours over Twos (7165)
>>> xlpoker.winner("5H 5C 6S 7S KD", "2C 3S 8S 8D TD")
2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlpoker.accessor import offer_accessor
from xlpoker.api import hand, shares, value, winner
from xlpoker.errors import (
    BookError,
    CardError,
    CellError,
    HandError,
    LayoutError,
    OptionError,
    PokerError,
    QuestionError,
    RangeError,
)
from xlpoker.evaluator.hand import Hand

if TYPE_CHECKING:
    from xlpoker.arrays import equities, parse, values, winners
    from xlpoker.arrays import format as format  # noqa: A004 - public, but not by import *
    from xlpoker.dealing import deal
    from xlpoker.evaluator.payouts import payouts
    from xlpoker.odds.chances import chances
    from xlpoker.odds.equity import equity
    from xlpoker.odds.outs import outs
    from xlpoker.odds.ranges import parse_range
    from xlpoker.workbook.jobs import score, wins

__version__ = "0.1.0"
__repository__ = ""
"""The address of the public repository; empty until there is one."""
__all__ = [
    "BookError",
    "CardError",
    "CellError",
    "Hand",
    "HandError",
    "LayoutError",
    "OptionError",
    "PokerError",
    "QuestionError",
    "RangeError",
    "chances",
    "deal",
    "equities",
    "equity",
    "hand",
    "outs",
    "parse",
    "parse_range",
    "payouts",
    "score",
    "shares",
    "value",
    "values",
    "winner",
    "winners",
    "wins",
]

_LATER = {
    "chances": "xlpoker.odds.chances",
    "equity": "xlpoker.odds.equity",
    "outs": "xlpoker.odds.outs",
    "parse_range": "xlpoker.odds.ranges",
}
_LATER |= {"deal": "xlpoker.dealing", "payouts": "xlpoker.evaluator.payouts"}
_LATER |= dict.fromkeys(["equities", "format", "parse", "values", "winners"], "xlpoker.arrays")
_LATER |= dict.fromkeys(["score", "wins"], "xlpoker.workbook.jobs")

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _LATER:
            raise AttributeError(f"module 'xlpoker' has no attribute {name!r}")
        from importlib import import_module

        module = import_module(_LATER[name])
        attribute = getattr(module, name)
        globals()[name] = attribute
        return attribute


offer_accessor()


def __dir__() -> list[str]:
    return sorted({*__all__, *_LATER, "__version__"})
