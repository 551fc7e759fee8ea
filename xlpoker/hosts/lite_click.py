"""The scripts of xlwings Lite, a button each: *Score this sheet*, *Count wins* and the others.

Lite shows the further parameters of a script as fields of a form. What a script does is imported
when it is clicked, so that formulas do not wait for it.
"""
# Lite reads the annotations of scripts, so that they are objects here, not texts.

import sys
from collections.abc import Awaitable, Callable
from typing import Any, Literal

from xlpoker.scoring.buttons import COMMANDS

__all__ = ["count_wins", "poker_help", "remove_results", "score_this_sheet"]

_desktop: Any = sys.modules.get("xlwings")
_server: Any = sys.modules.get("xlwings.server")
_xlwings = _server or _desktop
BookAsync: Any = getattr(_desktop, "BookAsync", Any)

Game = Literal["as on the sheet", "five-card", "holdem", "omaha", "short-deck", "three-card"]
AS_ON_THE_SHEET: Game = "as on the sheet"

_Script = Callable[..., Awaitable[None]]


def _script(command: str) -> Callable[[_Script], _Script]:
    """Return xlwings' decorator of a script, with the label of a button.

    Without xlwings, which Lite has loaded before, it changes nothing.
    """
    if _xlwings is None:
        return lambda function: function
    label = COMMANDS[command].labels["en"]
    decorator: Callable[[_Script], _Script] = _xlwings.script(name=label)
    return decorator


@_script("score")
async def score_this_sheet(
    book: BookAsync,
    game: Game = AS_ON_THE_SHEET,
    reading: int = 0,
    visible: bool = False,
) -> None:
    """Write the winner, the values and the names of the hands beside the hands."""
    await _click("score", book, game, reading, visible=visible)


@_script("count")
async def count_wins(
    book: BookAsync,
    game: Game = AS_ON_THE_SHEET,
    reading: int = 0,
    visible: bool = False,
) -> None:
    """Show how often each player wins; nothing is written."""
    await _click("count", book, game, reading, visible=visible)


@_script("remove")
async def remove_results(book: BookAsync) -> None:
    """Empty the cells that Score this sheet has written, and no others."""
    await _click("remove", book)


@_script("help")
async def poker_help(book: BookAsync) -> None:
    """Say what the buttons do, and how cards are written."""
    await _click("help", book)


async def _click(
    command: str,
    book: Any,
    game: Game = AS_ON_THE_SHEET,
    reading: int = 0,
    *,
    visible: bool = False,
) -> None:
    """Do what a button says with the active sheet."""
    from xlpoker.hosts.lite_sheet import Form, clicked

    chosen_game = "" if game == AS_ON_THE_SHEET else game
    await clicked(command, book, Form(chosen_game, reading, visible))
