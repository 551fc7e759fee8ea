"""What Office.js sends for a formula: every argument a matrix, blanks null or empty texts, errors objects."""

from __future__ import annotations

from typing import Any

from hosts import MISSING, Range
from xlpoker.evaluator.cells import EXCEL_ERRORS
from xlpoker.functions import CATALOGUE

ERRORS = frozenset(EXCEL_ERRORS.values())


def cell(value: Any) -> Any:
    """Return a cell as Office.js delivers it."""
    if isinstance(value, str) and value in ERRORS:
        return {
            "type": "Error",
            "basicType": "Error",
            "basicValue": value,
            "errorType": value.strip("#!?"),
        }
    return value


def matrix(argument: Any) -> Any:
    """Return an argument as Office.js delivers it: rows of cells, whatever it was; null when it is left out."""
    if isinstance(argument, Range):
        return [[cell(value) for value in row] for row in argument.rows]
    return None if argument == MISSING else [[cell(argument)]]


def payload(name: str, arguments: tuple[Any, ...]) -> dict[str, Any]:
    """Return the message that xlwings' add-in makes of a formula: hand1, hand2, ... are one list of matrices."""
    import xlwings

    described = CATALOGUE[name].arguments
    fixed = sum(not argument.repeats for argument in described)
    given = [matrix(argument) for argument in arguments]
    repeats = fixed < len(described)
    args = [*given[:fixed], *[None] * (fixed - len(given)), *([given[fixed:]] if repeats else [])]
    return {
        "func_name": name,
        "args": args,
        "repeats": repeats,
        "caller_address": "Book1[Sheet1!G1]",
        "content_language": "en-US",
        "culture_info_name": "en-US",
        "date_format": "m/d/yyyy",
        "version": xlwings.__version__,
        "client": "Microsoft Office for the Web",
        "runtime": "1.4",
    }
