"""One cell of a spreadsheet -> the cards in it, or the reason why there are none.

Spreadsheets hold more than text: numbers, dates, booleans, error values. Each has its own sentence
here, so that Excel functions, worksheets on the command line and text files give the same messages.
A cell may also set several hands against each other: ``5H 5C 6S 7S KD vs 2C 3S 8S 8D TD``,
``AhKh / QsQc``.

A player may have no cards to show. All words and signs for that stand here, in one table::

    cell                                  is_out   has_left   is_unknown   says_out
    (blank)                               yes      no         no           beside another word
    ?  -  ...  []  n/a  hidden            yes      no         no           yes
    unknown                               yes      no         yes          yes
    folded  muck  out  passt  sat out     yes      yes        no           yes
    x  xx  f                              no       no         no           alone, with `folds`
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
_UNSEEN_CARDS = r"[\s?()\[\]{},;|/_.–—-]+|n/a|not shown|no show|hidden|unknown"
_LEFT_THE_DEAL = (
    r"(?:fold|muck)(?:s|ed)?\b[^\[\]]*|out|(?:ge)?passt?|pass(?:e|ed|es)|couché|jeté"
    r"|(?:(?:did|does) not|didn['’]t|not) play(?:ing)?|(?:sits?|sat|sitting)[\s-]+out"
    r"|absent|away|gone|weg|raus|pas|fuori|no va|spasował"
)
_IS_OUT = f"{_UNSEEN_CARDS}|{_LEFT_THE_DEAL}"
_FOLD_SIGNS = frozenset(["x", "xx", "f"])
"""Signs of a fold where they stand alone in the cells of a hand."""
_DAY_0 = dt.date(1899, 12, 30)
"""The day of a time without a date, as COM delivers it."""
_NUMPY_TIMES = {"datetime64": "date", "timedelta64": "time"}
MOST_OUT = 80
"""A text of so many characters or more is no word for a player without cards."""
A_HAND = "a hand is 1 to 9 cards such as 5H or TD, each in a cell of its own or all in one text"
_LONGEST_OF_SIDES = 200
"""A longer text is not searched for hands against each other."""
_VERSUS = r"(?i)\s+(?:vs?\.?|versus|against|gegen|contre)\s+"
_SEPARATORS = (r"\s*\n\s*", r"\s+[/|;]\s+", r"\s*[/|;]\s*")
_MAY_SEPARATE = r"(?i)\s(?:v|against|gegen|contre)|[\n/|;]"


def is_blank(cell: object) -> bool:
    """Tell whether a cell is empty or holds nothing but blanks."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def is_out(cell: object) -> bool:
    """Tell whether a cell says that a player is not in the showdown, or holds nothing at all.

    >>> [is_out(cell) for cell in ("??", "folded on the turn", "-", None, "AH", "Bob")]
    [True, True, True, True, False, False]
    """
    return is_blank(cell) or _matches(_IS_OUT, cell)


def has_left(cell: object) -> bool:
    """Tell whether a cell says in words that a player has left the deal; a sign for unseen cards does not.

    >>> has_left("mucked"), has_left("folded on the turn"), has_left("?"), has_left(None)
    (True, True, False, False)
    """
    return _matches(_LEFT_THE_DEAL, cell)


def _matches(words: str, cell: object) -> bool:
    """Tell whether a cell is a short text that is one of the words, which are a pattern."""
    if not isinstance(cell, str) or len(cell) >= MOST_OUT:
        return False
    return re.fullmatch(words, cell.strip(), re.IGNORECASE) is not None


def says_out(cells: Sequence[object], *, folds: bool) -> bool:
    """Tell whether the cells of a hand say that the player is not in the showdown.

    They hold only words or signs for that, at least one. With `folds` a single ``x``, ``xx`` or
    ``f`` is such a sign, too.

    >>> says_out(["muck", None], folds=True), says_out(["x", ""], folds=True)
    (True, True)
    >>> says_out(["AH", "?"], folds=True)
    False
    >>> says_out([None, None], folds=True), says_out(["x", None], folds=False)
    (False, False)
    """
    filled = [cell for cell in cells if not is_blank(cell)]
    single = filled[0] if len(filled) == 1 else None
    if folds and isinstance(single, str) and single.strip().casefold() in _FOLD_SIGNS:
        return True
    return bool(filled) and all(map(is_out, filled))


def is_unknown(cell: object) -> bool:
    """Tell whether a cell says that a player is in the showdown with cards that nobody has seen.

    Imported histories say so.

    >>> is_unknown(" Unknown"), is_unknown("??")
    (True, False)
    """
    return isinstance(cell, str) and cell.strip().casefold() == "unknown"


def cell_codes(cell: object) -> list[int]:
    """Return the codes of the cards in a cell, an empty list for a blank one.

    >>> cell_codes("5H"), cell_codes("5H 5C 6S 7S KD"), cell_codes(None), cell_codes(" ")
    ([14], [14, 12, 19, 23, 45], [], [])
    >>> cell_codes(5)
    Traceback (most recent call last):
    xlpoker.errors.CardError: 5 is a number, not a card; a card is a rank 2-9 T J Q K A and a suit C D H S, such as 5H or TD

    Raises `CardError` for anything else: a number, a date, TRUE, an Excel error, a text that is no
    card.
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
    raise CardError(_why_no_card(cell))


def _why_no_card(cell: object) -> str:
    """Return the message about a value that is neither a text nor blank."""
    type_name = type(cell).__name__
    if type_name in _NUMPY_TIMES:
        return f"{cell} is a {_NUMPY_TIMES[type_name]}, not a card; {ACCEPTED}"
    if isinstance(cell, bool):
        return f"{str(cell).upper()} is not a card; {ACCEPTED}"
    if isinstance(cell, Number):
        return f"{_number_text(cell)} is a number, not a card; {ACCEPTED}"
    if isinstance(cell, dt.datetime):
        cell = cell.replace(tzinfo=None)  # a sheet has no zones; pywin32 gives it UTC
        if cell.date() == _DAY_0:
            return f"{cell.time()} is a time, not a card; {ACCEPTED}"
        is_midnight = cell.time() == dt.time()
        return f"{cell.date() if is_midnight else cell} is a date, not a card; {ACCEPTED}"
    if isinstance(cell, dt.date):
        return f"{cell} is a date, not a card; {ACCEPTED}"
    if isinstance(cell, dt.time | dt.timedelta):
        return f"{cell} is a time, not a card; {ACCEPTED}"
    if isinstance(cell, dict | list | tuple | set):
        return f"{shown(cell)} is not a card; {A_HAND}"
    return f"{quoted(str(cell))} is not a card; {ACCEPTED}"


def _number_text(number: Number) -> str:
    """Return a number as a spreadsheet shows it; a Decimal, too: currencies through COM."""
    try:
        return f"{float(number):.15g}"  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return shown(number)


def sides(cell: Any) -> list[str]:
    """Return the texts that a cell sets against each other.

    They stand around ``vs``; or around a slash or new line, between hands of equal size.

    >>> sides("AhKh vs. QQ"), sides("5H 5C / 6S 7S"), sides("Ah/Kh/Qh/Jh/Th")
    (['AhKh', 'QQ'], ['5H 5C', '6S 7S'], ['Ah/Kh/Qh/Jh/Th'])
    """
    is_short_text = isinstance(cell, str) and len(cell) <= _LONGEST_OF_SIDES
    text = cell.strip() if is_short_text else ""
    if not re.search(_MAY_SEPARATE, text):
        return [text]
    parts = re.split(_VERSUS, text)
    if len(parts) > 1:
        return parts
    for separator in _SEPARATORS:
        parts = re.split(separator, text)
        sizes = {count_cards(part) for part in parts}
        if len(parts) > 1 and len(sizes) == 1 and sizes.isdisjoint((0, 1)):
            return parts
    return [text]
