"""Between JavaScript and `xlpoker.hosts.page`, in the worker of the page: values of one become values of the other.

`calls` is what the script asks for, by name; each call takes one object and returns one.
"""

import sys
from typing import Any

import js
from pyodide.ffi import to_js

from xlpoker.evaluator.games import GAMES
from xlpoker.hosts import page

current = page.Page(js.tell)


def answered(answer: dict[str, Any]) -> Any:
    """Return an answer as an object of JavaScript; the console gets the traceback of a mistake."""
    if "traceback" in answer:
        sys.stderr.write(answer.pop("traceback"))
    return to_js(answer, dict_converter=js.Object.fromEntries)


def score(given: Any) -> Any:
    """Score a sheet by the wishes on the page."""
    return answered(
        current.score(
            given.sheet, given.choice, game=given.game, hands=given.hands, visible=given.visible
        )
    )


def warm_up(_: Any = None) -> None:
    """Score and save a small workbook; the browser compiles only now what the first file of the user takes."""
    first = page.Page(lambda _doing, _part: None)
    first.open("first.csv", b"5H 5C 6S 7S KD,2C 3S 8S 8D TD\n" * 20)
    first.score()
    first.open("first.xlsx", first.save("xlsx")["content"])
    first.score()
    first.save("book")


calls = {
    "warm_up": warm_up,
    "games": lambda _=None: answered({"games": [*GAMES]}),
    "open": lambda given: answered(current.open(given.name, given.content.to_bytes())),
    "score": score,
    "save": lambda given: answered(current.save(given.kind)),
    "hand": lambda given: answered(page.hand(given.cards)),
    "odds": lambda given: answered(page.odds(given.hands, given.board)),
}
