"""The arguments that spreadsheet programs pass to a function, turned into blocks of hands.

A *block* is a list of rows, a row a list of cells. Excel delivers ranges as tuples of tuples (COM), lists of lists
(Office.js), flat lists and scalars; blank cells as None, an empty text or 0; errors as negative numbers (COM) or
dictionaries (Office.js). After `block` a cell is None (blank), a text (an error as ``#N/A``), or some other value that
is not a card, and every host looks alike. Rows of plain cards are looked up as they are, and only other rows are
read cell by cell: that makes one formula over a block cheap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any

from xlpoker.errors import HandError, OptionError, PokerError, shown
from xlpoker.evaluator.cards import TEXTS
from xlpoker.evaluator.cells import EXCEL_ERRORS, cell_codes, has_left, is_out, is_unknown, says_out

__all__ = [
    "Absent",
    "CellBlock",
    "Rows",
    "block",
    "hands",
    "option",
    "rows_of",
    "shaped",
    "texts",
    "without_tails",
]

CellBlock = list[list[Any]]
Rows = Sequence[Sequence[Any]]
Codes = list[int]


class Absent(Enum):
    """What a seat says instead of cards."""

    OUT = "a player who is not in the showdown: folded, muck, -"
    UNKNOWN = "a player in the showdown whose cards nobody has seen: unknown"


TALL = 65_536
_NOTHING = frozenset(["JsNull", "JsUndefined", "NAType", "NaTType"])  # of Office.js and pandas


def block(raw: object) -> CellBlock:
    """Return what a spreadsheet passed as rows of cells.

    >>> block((("5H", None), ("6S", 0.0))), block(["5H", "6S"]), block("5H")
    ([['5H', None], ['6S', None]], [['5H', '6S']], [['5H']])
    >>> block(((-2146826246,),)), block([[{"type": "Error", "basicValue": "#DIV/0!"}]])
    ([['#N/A']], [['#DIV/0!']])
    """
    return [[_cell(cell) for cell in row] for row in shaped(raw)]


def shaped(raw: object) -> Rows:
    """Return what a spreadsheet passed as rows of equal length, the cells as they came.

    >>> shaped(["5H", 0.0]), shaped([["5H"], ["6S", "7D"]])
    ([['5H', 0.0]], [['5H', None], ['6S', '7D']])
    """
    if not isinstance(raw, list | tuple):
        if not hasattr(raw, "__array__") or isinstance(raw, type):
            return [[raw]]
        raw = raw.__array__().tolist()  # of NumPy or pandas
        if not isinstance(raw, list):
            return [[raw]]
    if not raw or not all(issubclass(kind, list | tuple) for kind in set(map(type, raw))):
        return [raw]
    widths = set(map(len, raw))
    if len(widths) == 1:
        return raw
    return [[*row, *[None] * (max(widths) - len(row))] for row in raw]


def without_tails(blocks: Sequence[Rows]) -> list[Rows]:
    """Return blocks without the blank rows at the end, where they are whole columns.

    A formula over whole columns (``A:E``) passes 1,048,576 rows; blocks that are equally tall stay so.
    """
    tall = {len(rows) for rows in blocks if len(rows) > TALL}
    ends = {height: max(_last(rows) for rows in blocks if len(rows) == height) for height in tall}
    return [rows[: ends.get(len(rows), len(rows))] for rows in blocks]


def _last(rows: Rows) -> int:
    """Return the number of rows up to the last one that holds anything, at least one."""
    end = len(rows)
    while end > 1 and not any(rows[end - 1]):
        end -= 1
    return end


def _cell(value: Any) -> Any:
    if type(value) is str:
        return value if value and not value.isspace() else None
    if value is None or (
        isinstance(value, int | float) and not isinstance(value, bool) and value == 0
    ):
        return None
    if isinstance(value, dict):
        said = value.get("basicValue") or value.get("errorType") or value.get("type")
        return str(said) if isinstance(said, str | int | float) else value
    if isinstance(value, int) and value <= -2146826200:
        return EXCEL_ERRORS.get(value, "#UNKNOWN!")
    if isinstance(value, float) and value != value:  # noqa: PLR0124 - not a number
        return None
    return None if type(value).__name__ in _NOTHING else value


def option(raw: object, default: str, what: str) -> str:
    """Return an optional argument as a text: the default where it is left out or blank.

    >>> option(None, "strength", "scale"), option((("Cactus ",),), "strength", "scale")
    ('strength', 'cactus')

    Raises `OptionError` for a range of several cells.
    """
    cells = [cell for row in block(raw) for cell in row] if raw is not None else []
    if len(cells) > 1:
        raise OptionError(f"the {what} is one word, not a range of {len(cells)} cells")
    if not cells or cells[0] is None:
        return default
    if isinstance(cells[0], list | tuple | dict):
        raise OptionError(f"the {what} is one word, not {shown(cells[0])}")
    word = str(cells[0]).strip()
    if word in EXCEL_ERRORS.values():
        raise OptionError(f"the {what} is {word}, an Excel error")
    return word.lower()


def rows_of(cards: Rows) -> Rows:
    """Return the rows that each hold one hand: a column of single cards is one hand lying on its side.

    >>> rows_of([["5H"], ["6S"]]), rows_of([["5H 6S"], ["7D 7C"]])
    ([['5H', '6S']], [['5H 6S'], ['7D 7C']])
    """
    if len(cards) > 1 and len(cards[0]) == 1 and not any(_many(row[0]) for row in cards):
        return [[row[0] for row in cards]]
    return cards


def _many(cell: object) -> bool:
    if not isinstance(cell, str) or cell in TEXTS:
        return False
    try:
        return len(cell_codes(cell)) > 1
    except PokerError:
        return len(cell.split()) > 1 and len(cell) > 8


def codes_of_row(row: Sequence[Any], *, streets: bool = False) -> Codes:
    """Return the codes of the hand in a row, an empty list for a blank row.

    Raises `CardError` for a cell that is no card and `HandError` for a partly blank row; with `streets` (a board)
    cells at the end that are blank or hold a sign such as ``-`` are cards not dealt yet.
    """
    try:
        return [TEXTS[cell] for cell in row]
    except (KeyError, TypeError):
        pass
    if all(cell is None or (cell.__class__ is str and not cell) for cell in row):
        return []
    cells = [_cell(cell) for cell in row]
    while streets and cells and is_out(cells[-1]):
        cells.pop()
    found = [cell_codes(cell) for cell in cells]
    if not any(found):
        return []
    for place, codes in enumerate(found, 1):
        if not codes:
            raise HandError(f"a card is missing: cell {place} of {len(row)} is blank")
    return [code for codes in found for code in codes]


def hands(
    cards: Rows, *, streets: bool = False, seats: bool = False, folds: bool = False
) -> Iterator[Codes | Absent | PokerError]:
    """Yield each row's hand: its codes, none for a blank row, or the error that makes the row bad.

    With `seats` a row may say that the player is out, or has cards that nobody has seen; with `folds` a single cell may say so by ``x``, too.

    >>> list(hands([["5H", "6S"], ["muck", None], [None, None]], seats=True))
    [[14, 19], <Absent.OUT: 'a player who is not in the showdown: folded, muck, -'>, []]
    """
    for row in rows_of(cards):
        try:
            yield [TEXTS[cell] for cell in row]
            continue
        except (KeyError, TypeError):
            pass
        if seats and (absent := _absent(row, folds=folds)):
            yield absent
            continue
        try:
            yield codes_of_row(row, streets=streets)
        except PokerError as error:
            error.__context__ = (
                None  # its traceback would keep every frame alive, for up to a million errors
            )
            yield error.with_traceback(None)


def _absent(row: Sequence[Any], *, folds: bool) -> Absent | None:
    """Return what a row says about a player without cards, None where it says nothing of the kind."""
    cells = [_cell(cell) for cell in row]
    if not says_out(cells, folds=folds or len(cells) > 1):
        return None
    return Absent.UNKNOWN if any(map(is_unknown, cells)) else Absent.OUT


def texts(cards: Rows) -> Iterator[str | Absent | PokerError]:
    """Yield each row as one text, for arguments that may be ranges of hands; a blank row is an empty text.

    A row with a word for a player who has left is `Absent.OUT`. A sign such as ``?`` stays a text: it may mean any hand.

    >>> list(texts([["AH", "KH"], ["TT+", None], [55.0, None]]))
    ['AH KH', 'TT+', '55']

    A column of single cards is one hand; a column of ranges is one range per row. The pairs 22 to 99 come as numbers.
    """
    cards = [[_cell(cell) for cell in row] for row in cards]
    column = [row[0] for row in cards] if len(cards) > 1 and len(cards[0]) == 1 else []
    for row in (
        [column]
        if column and all(isinstance(cell, str) and cell in TEXTS for cell in column)
        else cards
    ):
        filled = [cell for cell in row if cell is not None]
        if filled and all(map(has_left, filled)):
            yield Absent.OUT
            continue
        try:
            yield " ".join(map(_range_text, filled))
        except PokerError as error:
            error.__context__ = None
            yield error.with_traceback(None)


def _range_text(cell: Any) -> str:
    if isinstance(cell, str) and not cell.startswith("#"):
        return cell
    if isinstance(cell, int | float) and not isinstance(cell, bool) and 22 <= cell <= 99:
        return f"{cell:g}"
    cell_codes(cell)  # raises: an Excel error, a date, TRUE, a dictionary ...
    return str(cell)
