"""The functions for Excel: xlwings decorators over the catalogue and nothing else.

Name this module in xlwings (``UDF MODULES = xlpoker.udfs``) and press *Import Functions*. Arguments arrive raw and are
converted by `xlpoker.blocks`; answers and help come from `xlpoker.functions`.

Every program that hosts these functions (the COM server behind Excel for Windows, xlwings Server, xlwings Lite) has
imported xlwings before it imports this module, so the decorators are taken from the loaded module: `xlwings.server`
(Lite, Server), else xlwings itself (COM). This module does not import xlwings, which would load NumPy and pandas; HANDVAL
needs neither. Where xlwings is not loaded the functions are plain Python functions, to which `decorate` can add the
decorators later.
"""
# ruff: noqa: N802, ANN001, ANN002, ANN201 - names as Excel shows them; xlwings reads annotations as converters
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from xlpoker.functions import CATALOGUE, call

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["BESTHAND", "EQUITY", "HANDNAME", "HANDVAL", "HOLDEM", "OMAHA", "OUTS", "SHARES", "WINNER"]

CATEGORY = "xlpoker"


def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function with its help and, where xlwings is loaded, xlwings' decorators."""
    entry = CATALOGUE[function.__name__]
    function.__doc__ = entry.help
    xlwings = sys.modules.get("xlwings.server") or sys.modules.get("xlwings")
    if xlwings is None:
        return function
    for argument in entry.arguments:
        star = "*" if argument.repeats else ""
        function = xlwings.arg(star + argument.name, "raw", doc=argument.help)(function)
    decorated: Callable[..., Any] = xlwings.func(category=CATEGORY)(function)
    return decorated


@decorate
def HANDVAL(cards, scale=None, jokers=None):  # noqa: D103
    return call("HANDVAL", cards, scale, jokers)


@decorate
def HANDNAME(cards, style=None):  # noqa: D103
    return call("HANDNAME", cards, style)


@decorate
def BESTHAND(cards):  # noqa: D103
    return call("BESTHAND", cards)


@decorate
def WINNER(*hands):  # noqa: D103
    return call("WINNER", *hands)


@decorate
def SHARES(*hands):  # noqa: D103
    return call("SHARES", *hands)


@decorate
def HOLDEM(board, *holes):  # noqa: D103
    return call("HOLDEM", board, *holes)


@decorate
def OMAHA(board, *holes):  # noqa: D103
    return call("OMAHA", board, *holes)


@decorate
def OUTS(board, hole1, hole2):  # noqa: D103
    return call("OUTS", board, hole1, hole2)


@decorate
def EQUITY(board, *holes):  # noqa: D103
    return call("EQUITY", board, *holes)
