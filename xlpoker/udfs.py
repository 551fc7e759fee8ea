"""The functions for Excel: xlwings decorators over the catalogue and nothing else.

Name this module in xlwings (``UDF MODULES = xlpoker.udfs``) and press *Import Functions*. xlwings
takes the help of a function from its docstring, and the help of an argument from ``doc``. Both
are those of the catalogue, `xlpoker.functions`, and a test compares them. Arguments arrive
``"raw"``, as the host passes them: `xlpoker.functions.arguments` converts them. There are no
annotations, because xlwings takes them for converters.

Every program that hosts these functions (the COM server behind Excel for Windows, xlwings Lite) has
imported xlwings before it imports this module. So the decorators are taken from the loaded module:
`xlwings.server`, which Lite has, else xlwings itself (COM). This module does not
import xlwings, which would load NumPy and pandas; HANDVAL needs neither. Where xlwings is not
loaded, the decorators change nothing and the functions are plain Python functions.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from xlpoker.functions import CATALOGUE, call

if TYPE_CHECKING:
    from collections.abc import Callable

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

__all__ = list(CATALOGUE)

CATEGORY = "xlpoker"

_xlwings = sys.modules.get("xlwings.server") or sys.modules.get("xlwings")


def func(**options: Any) -> Decorator:
    """Return xlwings' decorator of a function; without xlwings one that changes nothing."""
    if _xlwings is None:
        return _unchanged
    decorator: Decorator = _xlwings.func(**options)
    return decorator


def arg(name: str, convert: str, doc: str) -> Decorator:
    """Return xlwings' decorator of an argument; without xlwings one that changes nothing."""
    if _xlwings is None:
        return _unchanged
    decorator: Decorator = _xlwings.arg(name, convert, doc=doc)
    return decorator


def _unchanged(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


@func(category=CATEGORY)
@arg(
    "cards",
    "raw",
    doc="One hand (1 to 9 cards, one a cell or all in one cell), or a block with one hand per row.",
)
@arg(
    "scale",
    "raw",
    doc="Which number: strength (1 .. 7462, higher is better), cactus, percentile, or a published system such as mrt, handval, keepitcool.",
)
@arg(
    "jokers",
    "raw",
    doc="natural: a joker is the best card not in the hand; five: five of a kind too.",
)
def HANDVAL(cards, scale=None, jokers=None):
    """The value of a hand of 1 to 9 cards: higher is better, 7462 is a royal flush, 1 is 7-5-4-3-2."""
    return call("HANDVAL", cards, scale, jokers)


@func(category=CATEGORY)
@arg(
    "cards",
    "raw",
    doc="One hand (1 to 9 cards, one a cell or all in one cell), or a block with one hand per row.",
)
@arg(
    "style",
    "raw",
    doc="long: Full House, Fours over Twos; short: Full House; full: kickers too.",
)
def HANDNAME(cards, style=None):
    """The English name of a hand."""
    return call("HANDNAME", cards, style)


@func(category=CATEGORY)
@arg(
    "cards",
    "raw",
    doc="One hand (1 to 9 cards, one a cell or all in one cell), or a block with one hand per row.",
)
@arg(
    "board",
    "raw",
    doc="The three to five cards on the table, with two hole cards, in Omaha four to six; one board, or one per row.",
)
def BESTHAND(cards, board=None):
    """The best five cards of a hand, strongest first; a joker as the card that it becomes."""
    return call("BESTHAND", cards, board)


@func(category=CATEGORY)
@arg(
    "*hands",
    "raw",
    doc="The hands of the showdown: each one hand, or a block with one hand per row; folded or muck for a player who is out.",
)
def WINNER(*hands):
    """Which hand wins: 1, 2, ... for the first, second, ... hand, 0 when the best hands tie."""
    return call("WINNER", *hands)


@func(category=CATEGORY)
@arg(
    "*hands",
    "raw",
    doc="The hands of the showdown: each one hand, or a block with one hand per row; folded or muck for a player who is out.",
)
def SHARES(*hands):
    """The share of the pot that each hand wins, a row of numbers that add up to 1."""
    return call("SHARES", *hands)


@func(category=CATEGORY)
@arg(
    "stakes",
    "raw",
    doc="What each player put in, one a cell, also who folded: one hand, or a block with one hand per row.",
)
@arg(
    "values",
    "raw",
    doc="How good each player's hand is, as HANDVAL says; blank or a word such as folded for a player who is out.",
)
@arg(
    "unit",
    "raw",
    doc="The least amount that is paid out: 0.01, or 1 for whole chips. Odd units go to the first of those who tie.",
)
def PAYOUTS(stakes, values, unit=None):
    """What each player gets: main pot, side pots, and what nobody called; a row of amounts with the sum of the stakes."""
    return call("PAYOUTS", stakes, values, unit)


@func(category=CATEGORY)
@arg(
    "board",
    "raw",
    doc="The three to five cards on the table: one board for all rows, or one per row.",
)
@arg(
    "*holes",
    "raw",
    doc="Each player's two hole cards, or a block with one player's cards per row; blank, folded or muck for a player who is out.",
)
def HOLDEM(board, *holes):
    """The winner of Texas hold'em: the best five of two hole cards and the board; 0 when the best hands tie."""
    return call("HOLDEM", board, *holes)


@func(category=CATEGORY)
@arg(
    "board",
    "raw",
    doc="The three to five cards on the table: one board for all rows, or one per row.",
)
@arg(
    "*holes",
    "raw",
    doc="Each player's four to six hole cards, or a block with one player's cards per row; blank, folded or muck for a player who is out.",
)
def OMAHA(board, *holes):
    """The winner of Omaha: exactly two hole cards with exactly three of the board; 0 when the best hands tie."""
    return call("OMAHA", board, *holes)


@func(category=CATEGORY)
@arg(
    "board",
    "raw",
    doc="The three or four cards on the table: one board for all rows, or one per row.",
)
@arg(
    "hole1",
    "raw",
    doc="The first player's hole cards (two, in Omaha four to six), or a block with one hand per row.",
)
@arg(
    "hole2",
    "raw",
    doc="The second player's hole cards, or a block with one hand per row.",
)
def OUTS(board, hole1, hole2):
    """The next cards after which hole1 wins, ties, loses (three texts); then how many run-outs to the river it wins, ties, loses."""
    return call("OUTS", board, hole1, hole2)


@func(category=CATEGORY)
@arg(
    "board",
    "raw",
    doc="The cards on the table, blank before the flop: one for all rows, or one per row.",
)
@arg(
    "*holes",
    "raw",
    doc="Each player's hole cards, two or in Omaha four to six, or a range (TT+, A5s-A2s, KQo). An unknown hand is random, a player who is out is folded, cards out of play are dead 2H 3D. A block has one per row.",
)
def EQUITY(board, *holes):
    """The odds of each player in turn: win, tie and equity (average share of the pot). They are exact, or from up to 100,000 deals where ranges are too many to count."""
    return call("EQUITY", board, *holes)


@func(category=CATEGORY)
@arg(
    "board",
    "raw",
    doc="The cards on the table, blank before the flop: one for all rows, or one per row.",
)
@arg(
    "hole",
    "raw",
    doc="The hole cards, two or in Omaha four to six, or a range (TT+, A5s-A2s, KQo); or a block with one per row.",
)
@arg("dead", "raw", doc="Cards that are out of play: the same for all rows, or some per row.")
def CHANCES(board, hole, dead=None):
    """What a hand becomes by the river: the chances of a high card, pair, two pair, three of a kind, straight, flush, full house, four of a kind, straight flush, royal flush."""
    return call("CHANCES", board, hole, dead)
