"""The arguments that spreadsheet programs pass to a function, turned into blocks of hands.

A *block* is a list of rows, a row a list of cells. What the programs deliver differs::

    range        tuples of tuples (COM), lists of lists (Office.js), flat lists, scalars
    blank cell   None, an empty text or 0
    error        a negative number (COM), a dictionary (Office.js)

After `block` every host looks alike. A cell is None (blank), a text (an error as ``#N/A``), or some
other value that is not a card. Rows of plain cards are looked up as they are; only other rows are
read cell by cell. This makes one formula over a block cheap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any

from xlpoker.errors import HandError, OptionError, PokerError, shown
from xlpoker.evaluator.cards import TEXTS
from xlpoker.evaluator.cells import (
    EXCEL_ERRORS,
    cell_codes,
    has_left,
    is_out,
    is_unknown,
    says_out,
)

__all__ = [
    "Absent",
    "CellBlock",
    "Rows",
    "block",
    "hands",
    "is_left_out",
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
    """What the cells of a player say instead of cards."""

    OUT = "a player who is not in the showdown: folded, muck, -"
    UNKNOWN = "a player in the showdown whose cards nobody has seen: unknown"


TALL = 65_536
"""A block of more rows than this is taken for whole columns."""
_HIGHEST_ERROR_NUMBER = -2146826200
_BLANK_TYPES = frozenset(["JsNull", "JsUndefined", "NAType", "NaTType"])  # of Office.js and pandas


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
    if hasattr(raw, "__array__") and not isinstance(raw, type):  # of NumPy or pandas
        raw = raw.__array__().tolist()
    if not isinstance(raw, list | tuple):
        return [[raw]]
    holds_rows = all(issubclass(kind, list | tuple) for kind in set(map(type, raw)))
    if not raw or not holds_rows:
        return [raw]
    widths = set(map(len, raw))
    if len(widths) == 1:
        return raw
    width = max(widths)
    return [[*row, *[None] * (width - len(row))] for row in raw]


def is_left_out(raw: object) -> bool:
    """Tell whether an argument holds nothing, or a single row of blank cells.

    >>> is_left_out(None), is_left_out([[None, ""]]), is_left_out("AH")
    (True, True, False)
    """
    rows = shaped(raw)
    return len(rows) == 1 and all(_cell(cell) is None for cell in rows[0])


def without_tails(blocks: Sequence[Rows]) -> list[Rows]:
    """Return blocks without the blank rows at the end, where they are whole columns.

    A formula over whole columns (``A:E``) passes 1,048,576 rows; blocks that are equally tall stay
    so.
    """
    heights = {len(rows) for rows in blocks if len(rows) > TALL}
    ends = {}
    for height in heights:
        ends[height] = max(_last_filled(rows) for rows in blocks if len(rows) == height)
    return [rows[: ends.get(len(rows), len(rows))] for rows in blocks]


def _last_filled(rows: Rows) -> int:
    """Return the number of rows up to the last one that holds anything, at least one."""
    end = len(rows)
    while end > 1 and not any(rows[end - 1]):
        end -= 1
    return end


def _cell(value: Any) -> Any:
    """Return the value of a cell in the form that all hosts share; see the first lines of this file."""
    if type(value) is str:
        return value if value and not value.isspace() else None
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if value is None or (is_number and value == 0):
        return None
    if isinstance(value, dict):
        error = value.get("basicValue") or value.get("errorType") or value.get("type")
        return str(error) if isinstance(error, str | int | float) else value
    if isinstance(value, int) and value <= _HIGHEST_ERROR_NUMBER:
        return EXCEL_ERRORS.get(value, "#UNKNOWN!")
    if isinstance(value, float) and value != value:  # noqa: PLR0124 - not a number
        return None
    return None if type(value).__name__ in _BLANK_TYPES else value


def option(raw: object, default: str, name: str) -> str:
    """Return an optional argument as a text: the default where it is left out or blank.

    `name` is what the messages call the argument.

    >>> option(None, "strength", "scale"), option((("Cactus ",),), "strength", "scale")
    ('strength', 'cactus')

    Raises `OptionError` for a range of several cells.
    """
    if raw is None:
        return default
    cells: list[Any] = []
    for row in block(raw):
        cells += row
    if len(cells) > 1:
        raise OptionError(f"the {name} is one word, not a range of {len(cells)} cells")
    if not cells or cells[0] is None:
        return default
    if isinstance(cells[0], list | tuple | dict):
        raise OptionError(f"the {name} is one word, not {shown(cells[0])}")
    word = str(cells[0]).strip()
    if word in EXCEL_ERRORS.values():
        raise OptionError(f"the {name} is {word}, an Excel error")
    return word.lower()


def rows_of(cards: Rows) -> Rows:
    """Return the rows that each hold one hand.

    A column of single cards is one hand in a vertical range, and becomes one row.

    >>> rows_of([["5H"], ["6S"]]), rows_of([["5H 6S"], ["7D 7C"]])
    ([['5H', '6S']], [['5H 6S'], ['7D 7C']])
    """
    is_column = len(cards) > 1 and len(cards[0]) == 1
    if is_column and not any(_has_several_cards(row[0]) for row in cards):
        return [[row[0] for row in cards]]
    return cards


def _has_several_cards(cell: object) -> bool:
    """Tell whether a cell holds more than one card, or looks like it where it cannot be read."""
    if not isinstance(cell, str) or cell in TEXTS:
        return False
    try:
        return len(cell_codes(cell)) > 1
    except PokerError:
        return len(cell.split()) > 1 and len(cell) > 8


def codes_of_row(row: Sequence[Any], *, streets: bool = False) -> Codes:
    """Return the codes of the hand in a row, an empty list for a blank row.

    With `streets` (a board) cells at the end that are blank or hold a sign such as ``-`` are cards
    not dealt yet. Raises `CardError` for a cell that is no card and `HandError` for a partly blank
    row.
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
    codes_by_cell = [cell_codes(cell) for cell in cells]
    if not any(codes_by_cell):
        return []
    hand: Codes = []
    for place, codes in enumerate(codes_by_cell, 1):
        if not codes:
            raise HandError(f"a card is missing: cell {place} of {len(row)} is blank")
        hand += codes
    return hand


def hands(
    cards: Rows, *, streets: bool = False, seats: bool = False, folds: bool = False
) -> Iterator[Codes | Absent | PokerError]:
    """Yield each row's hand: its codes, none for a blank row, or the error that makes the row bad.

    With `seats` a row may say that the player is out, or has cards that nobody has seen. With
    `folds` a single cell may say so by ``x``, too. `streets` is that of `codes_of_row`.

    >>> list(hands([["5H", "6S"], ["muck", None], [None, None]], seats=True))
    [[14, 19], <Absent.OUT: 'a player who is not in the showdown: folded, muck, -'>, []]
    """
    for row in rows_of(cards):
        try:
            yield [TEXTS[cell] for cell in row]
            continue
        except (KeyError, TypeError):
            pass
        absent = _absent(row, folds=folds) if seats else None
        if absent is not None:
            yield absent
            continue
        try:
            yield codes_of_row(row, streets=streets)
        except PokerError as error:
            yield _without_frames(error)


def _without_frames(error: PokerError) -> PokerError:
    """Return an error without its traceback, which keeps every frame alive: there may be a million."""
    error.__context__ = None
    return error.with_traceback(None)


def _absent(row: Sequence[Any], *, folds: bool) -> Absent | None:
    """Return what a row says about a player without cards, None where it says nothing of the kind."""
    cells = [_cell(cell) for cell in row]
    if not says_out(cells, folds=folds or len(cells) > 1):
        return None
    return Absent.UNKNOWN if any(map(is_unknown, cells)) else Absent.OUT


def texts(cards: Rows) -> Iterator[str | Absent | PokerError]:
    """Yield each row as one text, for arguments that may be ranges of hands.

    A blank row is an empty text. A row with a word for a player who has left is `Absent.OUT`. A
    sign such as ``?`` stays a text: it may mean any hand.

    >>> list(texts([["AH", "KH"], ["TT+", None], [55.0, None]]))
    ['AH KH', 'TT+', '55']

    A column of single cards is one hand; a column of ranges is one range per row. The pairs 22 to
    99 come as numbers.
    """
    rows = [[_cell(cell) for cell in row] for row in cards]
    for row in _one_hand_as_a_row(rows):
        filled = [cell for cell in row if cell is not None]
        if filled and all(map(has_left, filled)):
            yield Absent.OUT
            continue
        try:
            yield " ".join(map(_range_text, filled))
        except PokerError as error:
            yield _without_frames(error)


def _one_hand_as_a_row(rows: CellBlock) -> CellBlock:
    """Return rows of cells; a column of which every cell is a card becomes one row."""
    if len(rows) < 2 or len(rows[0]) != 1:
        return rows
    column = [row[0] for row in rows]
    is_one_hand = all(isinstance(cell, str) and cell in TEXTS for cell in column)
    return [column] if is_one_hand else rows


def _range_text(cell: Any) -> str:
    """Return the text of a cell that may name a range; raises `CardError` where it cannot."""
    if isinstance(cell, str) and not cell.startswith("#"):
        return cell
    is_number = isinstance(cell, int | float) and not isinstance(cell, bool)
    if is_number and 22 <= cell <= 99:
        return f"{cell:g}"
    cell_codes(cell)  # raises: an Excel error, a date, TRUE, a dictionary ...
    return str(cell)
