"""One cell of a spreadsheet -> the cards in it, or the reason why there are none.

Spreadsheets hold more than text: numbers, dates, booleans, error values. Each has its own sentence here, so that
Excel functions, worksheets on the command line and text files give the same messages. A cell may also set several hands against
each other: ``5H 5C 6S 7S KD vs 2C 3S 8S 8D TD``, ``AhKh / QsQc``.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from numbers import Number
from typing import Any

from xlpoker.errors import CardError, quoted, shown
from xlpoker.evaluator.cards import ACCEPTED, TEXTS, count_cards, parse_cards

__all__ = [
    "EXCEL_ERRORS",
    "cell_codes",
    "has_left",
    "is_blank",
    "is_out",
    "is_unknown",
    "says_out",
    "sides",
]

EXCEL_ERRORS = {
    -2146826288: "#NULL!",
    -2146826281: "#DIV/0!",
    -2146826273: "#VALUE!",
    -2146826265: "#REF!",
    -2146826259: "#NAME?",
    -2146826252: "#NUM!",
    -2146826246: "#N/A",
    -2146826245: "#GETTING_DATA",
    -2146826243: "#SPILL!",
    -2146826242: "#CONNECT!",
    -2146826241: "#BLOCKED!",
    -2146826240: "#UNKNOWN!",
    -2146826239: "#FIELD!",
    -2146826238: "#CALC!",
}
"""Excel's error values: the numbers that COM delivers and what the cell shows."""
_ERROR_TEXTS = frozenset(EXCEL_ERRORS.values())
_UNSEEN = r"[\s?()\[\]{},;|/_.–—-]+|n/a|not shown|no show|hidden|unknown"
_GONE = (
    r"(?:fold|muck)(?:s|ed)?\b[^\[\]]*|out|(?:ge)?passt?|pass(?:e|ed|es)|couché|jeté"
    r"|(?:(?:did|does) not|didn['’]t|not) play(?:ing)?|(?:sits?|sat|sitting)[\s-]+out"
    r"|absent|away|gone|weg|raus|pas|fuori|no va|spasował"
)
_OUT = re.compile(f"{_UNSEEN}|{_GONE}", re.IGNORECASE)
_LEFT = re.compile(_GONE, re.IGNORECASE)
_FOLDS = frozenset(["x", "xx", "f"])
"""Signs of a fold where they stand alone in the cells of a hand."""
_DAY_0 = dt.date(1899, 12, 30)
"""The day of a time without a date, as COM delivers it."""
_NUMPY_TIMES = {"datetime64": "date", "timedelta64": "time"}
MOST_OUT = 80  # characters
A_HAND = "a hand is 1 to 9 cards such as 5H or TD, each in a cell of its own or all in one text"
_LONGEST = 200
_WORD = re.compile(r"\s+(?:vs?\.?|versus|against|gegen|contre)\s+", re.IGNORECASE)
_MARKS = [re.compile(text) for text in (r"\s*\n\s*", r"\s+[/|;]\s+", r"\s*[/|;]\s*")]
_BETWEEN = re.compile(r"\s(?:v|against|gegen|contre)|[\n/|;]", re.IGNORECASE)


def is_blank(cell: object) -> bool:
    """Tell whether a cell is empty or holds nothing but blanks."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def is_out(cell: object) -> bool:
    """Tell whether a cell says that a player is not in the showdown, or holds nothing at all.

    >>> [is_out(cell) for cell in ("??", "folded on the turn", "-", None, "AH", "Bob")]
    [True, True, True, True, False, False]
    """
    return is_blank(cell) or (
        isinstance(cell, str) and len(cell) < MOST_OUT and bool(_OUT.fullmatch(cell.strip()))
    )


def has_left(cell: object) -> bool:
    """Tell whether a cell says in words that a player has left the deal; a sign for unseen cards does not.

    >>> has_left("mucked"), has_left("folded on the turn"), has_left("?"), has_left(None)
    (True, True, False, False)
    """
    return isinstance(cell, str) and len(cell) < MOST_OUT and bool(_LEFT.fullmatch(cell.strip()))


def says_out(cells: Sequence[object], *, folds: bool) -> bool:
    """Tell whether the cells of a hand hold only words or signs for a player who is not in the showdown, at least one.

    With `folds` a single ``x``, ``xx`` or ``f`` is such a sign, too.

    >>> says_out(["muck", None], folds=True), says_out(["x", ""], folds=True), says_out(["AH", "?"], folds=True)
    (True, True, False)
    >>> says_out([None, None], folds=True), says_out(["x", None], folds=False)
    (False, False)
    """
    filled = [cell for cell in cells if not is_blank(cell)]
    only = filled[0] if len(filled) == 1 else None
    if folds and isinstance(only, str) and only.strip().casefold() in _FOLDS:
        return True
    return bool(filled) and all(map(is_out, filled))


def is_unknown(cell: object) -> bool:
    """Tell whether a cell says that a player is in the showdown with cards that nobody has seen, as imported histories do.

    >>> is_unknown(" Unknown"), is_unknown("??")
    (True, False)
    """
    return isinstance(cell, str) and cell.strip().casefold() == "unknown"


def cell_codes(cell: object) -> list[int]:  # noqa: C901, PLR0912
    """Return the codes of the cards in a cell, an empty list for a blank one.

    >>> cell_codes("5H"), cell_codes("5H 5C 6S 7S KD"), cell_codes(None), cell_codes(" ")
    ([14], [14, 12, 19, 23, 45], [], [])
    >>> cell_codes(5)
    Traceback (most recent call last):
    xlpoker.errors.CardError: 5 is a number, not a card; a card is a rank 2-9 T J Q K A and a suit C D H S, such as 5H or TD

    Raises `CardError` for anything else: a number, a date, TRUE, an Excel error, a text that is no card.
    """
    if isinstance(cell, str):
        code = TEXTS.get(cell)
        if code is not None:
            return [code]
        if cell.startswith("#"):
            if cell in _ERROR_TEXTS:
                raise CardError(f"{cell} is an Excel error, not a card")
            if cell.startswith("#VALUE! "):  # the reason that another of our functions gave
                raise CardError(cell.removeprefix("#VALUE! "))
        return parse_cards(cell)
    if cell is None:
        return []
    if (numpy_type := type(cell).__name__) in _NUMPY_TIMES:
        raise CardError(f"{cell} is a {_NUMPY_TIMES[numpy_type]}, not a card; {ACCEPTED}")
    if isinstance(cell, bool):
        raise CardError(f"{str(cell).upper()} is not a card; {ACCEPTED}")
    if isinstance(cell, Number):
        try:
            number = f"{float(cell):.15g}"  # type: ignore[arg-type]  # a Decimal too: currencies through COM
        except (TypeError, ValueError, OverflowError):
            number = shown(cell)
        raise CardError(f"{number} is a number, not a card; {ACCEPTED}")
    if isinstance(cell, dt.datetime):
        cell = cell.replace(tzinfo=None)  # a sheet has no zones; pywin32 gives it UTC
        if cell.date() == _DAY_0:
            raise CardError(f"{cell.time()} is a time, not a card; {ACCEPTED}")
        raise CardError(
            f"{cell.date() if cell.time() == dt.time() else cell} is a date, not a card; {ACCEPTED}"
        )
    if isinstance(cell, dt.date):
        raise CardError(f"{cell} is a date, not a card; {ACCEPTED}")
    if isinstance(cell, dt.time | dt.timedelta):
        raise CardError(f"{cell} is a time, not a card; {ACCEPTED}")
    if isinstance(cell, dict | list | tuple | set):
        raise CardError(f"{shown(cell)} is not a card; {A_HAND}")
    raise CardError(f"{quoted(str(cell))} is not a card; {ACCEPTED}")


def sides(cell: Any) -> list[str]:
    """Return the texts that a cell sets against each other: around ``vs``, or a slash or new line between hands of equal size.

    >>> sides("AhKh vs. QQ"), sides("5H 5C / 6S 7S"), sides("Ah/Kh/Qh/Jh/Th")
    (['AhKh', 'QQ'], ['5H 5C', '6S 7S'], ['Ah/Kh/Qh/Jh/Th'])
    """
    text = cell.strip() if isinstance(cell, str) and len(cell) <= _LONGEST else ""
    if not _BETWEEN.search(text):
        return [text]
    if len(parts := _WORD.split(text)) > 1:
        return parts
    for mark in _MARKS:
        parts = mark.split(text)
        sizes = set(map(count_cards, parts))
        if len(parts) > 1 and len(sizes) == 1 and sizes.isdisjoint((0, 1)):
            return parts
    return [text]
