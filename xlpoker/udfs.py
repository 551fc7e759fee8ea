"""The functions for Excel: xlwings decorators over the catalogue and nothing else.

Name this module in xlwings (``UDF MODULES = xlpoker.udfs``) and press *Import Functions*. Arguments arrive raw and are
converted by `xlpoker.blocks`; answers and help come from `xlpoker.functions`.

Every program that hosts these functions (the COM server behind Excel for Windows, xlwings Server, xlwings Lite) has
imported xlwings before it imports this module, so the decorators are taken from the loaded module: `xlwings.server`
(Lite, Server), else xlwings itself (COM). This module does not import xlwings, which would load NumPy and pandas; HANDVAL
needs neither. Where xlwings is not loaded the functions are plain Python functions, to which `decorate` can add the
decorators later.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from xlpoker.functions import CATALOGUE, Function, call

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = list(CATALOGUE)

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


def made(entry: Function) -> Callable[..., Any]:
    """Return a function with the name and the arguments of an entry: xlwings reads these from the function itself.

    >>> import inspect
    >>> [str(inspect.signature(made(CATALOGUE[name]))) for name in ("HANDVAL", "HOLDEM")]
    ['(cards, scale=None, jokers=None)', '(board, *holes)']
    """
    given = [f"*{one.name}" if one.repeats else one.name for one in entry.arguments]
    taken = [
        f"{one.name}=None" if one.default is not None else name
        for one, name in zip(entry.arguments, given, strict=True)
    ]
    names: dict[str, Any] = {"__name__": __name__, "call": call}
    exec(  # noqa: S102
        f"def {entry.name}({', '.join(taken)}): return call({entry.name!r}, {', '.join(given)})",
        names,
    )
    function: Callable[..., Any] = names[entry.name]
    return function


globals().update({name: decorate(made(entry)) for name, entry in CATALOGUE.items()})
