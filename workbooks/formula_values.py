"""What the formulas of a workbook give, worked out in Python, so that a book shows its answers before anything is installed.

A formula is parsed into a tree of functions, operators and areas, and evaluated over the cells that it points to. Functions
of xlpoker are the catalogue's. Of Excel's functions there are those that the books here use, as Excel defines them; another
one is a `KeyError` while the book is being made. Cells are worked out once each, in the order in which they are needed.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from xlsxwriter.utility import xl_cell_to_rowcol

from xlpoker.functions import CATALOGUE, call

__all__ = ["Cells", "FormulaError"]

Place = tuple[str, int, int]
Array = list[list[Any]]


class FormulaError(str):
    """An error value of a cell, such as #N/A."""

    __slots__ = ()


NOT_A_VALUE, NOT_AVAILABLE = FormulaError("#VALUE!"), FormulaError("#N/A")
DIVIDED_BY_ZERO, NOT_A_NUMBER = FormulaError("#DIV/0!"), FormulaError("#NUM!")
ERROR_TYPES = {DIVIDED_BY_ZERO: 2, NOT_A_VALUE: 3, NOT_A_NUMBER: 6, NOT_AVAILABLE: 7}

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<text>"(?:[^"]|"")*")
  | (?P<area>(?:'[^']+'!|[A-Za-z_]\w*!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?(?![\w(]))
  | (?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?)
  | (?P<word>[A-Za-z_][\w.]*)
  | (?P<sign><>|<=|>=|[-+*/^&=<>(){},;%])
    )""",
    re.VERBOSE,
)
_STRENGTH = {"=": 1, "<>": 1, "<": 1, ">": 1, "<=": 1, ">=": 1, "&": 2, "+": 3, "-": 3}
_STRENGTH |= {"*": 4, "/": 4, "^": 6}
_SIGN_STRENGTH = 7
"""Of a sign before a number, which Excel applies before the power."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number, a text, a truth value, or an array of them."""

    content: Any


@dataclass(frozen=True, slots=True)
class Area:
    """A cell or a block of cells; `sheet` is blank for the sheet of the formula."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True, slots=True)
class Call:
    """A function, or an operator by its sign, with its arguments; None for one that is left out."""

    name: str
    arguments: tuple[Any, ...]


class _Parser:
    """Parses one formula by the strength of its operators."""

    def __init__(self, formula: str) -> None:
        self.formula = formula
        text = formula.removeprefix("=").replace("_xlfn.", "")
        self.tokens: list[tuple[str, str]] = []
        place = 0
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                raise ValueError(f"{formula!r}: {text[place:]!r} is not read")
            assert match.lastgroup is not None
            self.tokens.append((match.lastgroup, match[match.lastgroup]))
            place = match.end()
        self.tokens.append(("end", ""))
        self.place = 0

    def parsed(self) -> Any:
        """Return the tree of the whole formula."""
        tree = self._expression(0)
        if self._next()[0] != "end":
            raise ValueError(f"{self.formula!r} goes on after its end")
        return tree

    def _next(self) -> tuple[str, str]:
        token = self.tokens[self.place]
        self.place += 1
        return token

    def _accept(self, sign: str) -> bool:
        is_there = self.tokens[self.place] == ("sign", sign)
        if is_there:
            self.place += 1
        return is_there

    def _expression(self, strength: int) -> Any:
        left = self._operand()
        while True:
            if self._accept("%"):
                left = Call("/", (left, Constant(100)))
                continue
            kind, sign = self.tokens[self.place]
            of_sign = _STRENGTH.get(sign, 0)
            if kind != "sign" or of_sign <= strength:
                return left
            self.place += 1
            left = Call(sign, (left, self._expression(of_sign)))

    def _operand(self) -> Any:
        kind, text = self._next()
        if kind == "text":
            return Constant(text[1:-1].replace('""', '"'))
        if kind == "number":
            number = float(text)
            return Constant(int(number) if number.is_integer() else number)
        if kind == "area":
            return _area(text)
        if kind == "word":
            if text in ("TRUE", "FALSE"):
                return Constant(text == "TRUE")
            return Call(text, self._arguments())
        if text == "(":
            inner = self._expression(0)
            assert self._accept(")"), self.formula
            return inner
        if text == "{":
            return self._array()
        if text in ("-", "+"):
            return Call("-", (Constant(0), self._expression(_SIGN_STRENGTH)))
        raise ValueError(f"{self.formula!r}: {text!r} is no operand")

    def _arguments(self) -> tuple[Any, ...]:
        assert self._accept("("), self.formula
        arguments: list[Any] = []
        if self._accept(")"):
            return ()
        while True:
            is_left_out = self.tokens[self.place] in (("sign", ","), ("sign", ")"))
            arguments.append(None if is_left_out else self._expression(0))
            if self._accept(")"):
                return tuple(arguments)
            assert self._accept(","), self.formula

    def _array(self) -> Constant:
        rows: Array = [[]]
        while True:
            rows[-1].append(self._expression(0).content)
            if self._accept(";"):
                rows.append([])
            elif self._accept("}"):
                return Constant(rows)
            else:
                assert self._accept(","), self.formula


@cache
def _tree(formula: str) -> Any:
    return _Parser(formula).parsed()


@cache
def _area(text: str) -> Area:
    """Return the area that is written in a formula.

    >>> _area("'Settle up'!$B$2:C4")
    Area(sheet='Settle up', top=1, left=1, bottom=3, right=2)
    """
    sheet, _, cells = text.rpartition("!")
    first, _, last = cells.replace("$", "").partition(":")
    return Area(sheet.strip("'"), *xl_cell_to_rowcol(first), *xl_cell_to_rowcol(last or first))


@dataclass(frozen=True, slots=True)
class ArrayPart:
    """A cell of a row over which one array formula stands, and its place there, from 0."""

    formula: str
    place: int


@dataclass
class Cells:
    """The cells of a workbook by sheet, row and column: constants, and formulas that begin with `=`.

    >>> cells = Cells()
    >>> cells.contents |= {("Hands", 0, 0): "5H 5C 6S 7S KD", ("Hands", 0, 1): "=HANDVAL(A1)"}
    >>> cells.contents["Sum", 4, 0] = '=IF(Hands!B1>2000,"good: "&Hands!B1,"")'
    >>> cells.value("Sum", 4, 0)
    'good: 2067'
    """

    contents: dict[Place, Any] = field(default_factory=dict)
    are_names: bool = False
    """Whether our functions are names of the book, whose mistakes are #VALUE!, not sentences."""
    values: dict[Place, Any] = field(default_factory=dict)
    _blocks: dict[tuple[str, Area], Array] = field(default_factory=dict)
    _row_answers: dict[tuple[str, str], Any] = field(default_factory=dict)

    def value(self, sheet: str, row: int, column: int) -> Any:
        """Return what a cell shows; None where it is blank."""
        place = sheet, row, column
        if place not in self.values:
            content = self.contents.get(place)
            if isinstance(content, ArrayPart):
                answer = self._answer_over_row(sheet, content.formula)
                content = _cell_at(answer, 0, content.place)
            if isinstance(content, str) and content.startswith("="):
                content = self.answer(sheet, content)
                if isinstance(content, list):
                    content = content[0][0]
                if content is None:
                    content = 0
            self.values[place] = content
        return self.values[place]

    def _answer_over_row(self, sheet: str, formula: str) -> Any:
        """Return what an array formula gives, worked out once for all its cells."""
        if (sheet, formula) not in self._row_answers:
            self._row_answers[sheet, formula] = self.answer(sheet, formula)
        return self._row_answers[sheet, formula]

    def answer(self, sheet: str, formula: str) -> Any:
        """Return what a formula on a sheet gives: one value, or rows of them."""
        return self._evaluated(sheet, _tree(formula))

    def _evaluated(self, sheet: str, node: Any) -> Any:
        if node is None:
            return None
        if isinstance(node, Constant):
            return node.content
        if isinstance(node, Area):
            return self._area(node.sheet or sheet, node)
        if node.name in _LAZY:
            return _LAZY[node.name](
                lambda argument: self._evaluated(sheet, argument), node.arguments
            )
        arguments = [self._evaluated(sheet, argument) for argument in node.arguments]
        if node.name in CATALOGUE:
            answer = call(node.name, *arguments)
            is_mistake = isinstance(answer, str) and answer.startswith(NOT_A_VALUE)
            return NOT_A_VALUE if is_mistake and self.are_names else answer
        if node.name in _OPERATORS:
            return _over_arrays(_OPERATORS[node.name], *arguments)
        if node.name in _CELL_BY_CELL:
            return _over_arrays(_CELL_BY_CELL[node.name], *arguments)
        return _FUNCTIONS[node.name](*arguments)

    def _area(self, sheet: str, area: Area) -> Any:
        if area.top == area.bottom and area.left == area.right:
            return self.value(sheet, area.top, area.left)
        if (sheet, area) not in self._blocks:
            self._blocks[sheet, area] = [
                [self.value(sheet, row, column) for column in range(area.left, area.right + 1)]
                for row in range(area.top, area.bottom + 1)
            ]
        return self._blocks[sheet, area]


# one value, or each value of an array


def _over_arrays(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return a function of single values, applied to each place of arrays of one shape, or of one row or column."""
    arrays = [argument for argument in arguments if isinstance(argument, list)]
    if not arrays:
        return function(*arguments)
    height, width = max(map(len, arrays)), max(len(array[0]) for array in arrays)
    return [
        [
            function(*(_cell_at(argument, row, column) for argument in arguments))
            for column in range(width)
        ]
        for row in range(height)
    ]


def _cell_at(argument: Any, row: int, column: int) -> Any:
    if not isinstance(argument, list):
        return argument
    line = argument[0] if len(argument) == 1 else argument[row]
    return line[0] if len(line) == 1 else line[column]


def _flat(*arguments: Any) -> Iterator[Any]:
    for argument in arguments:
        if not isinstance(argument, list):
            yield argument
            continue
        for row in argument:
            yield from row


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _number(value: Any) -> Any:
    """Return a value as Excel counts with it: a blank is 0; an error for a text that is no number."""
    if value is None:
        return 0
    if isinstance(value, FormulaError):
        return value
    try:
        return float(value) if isinstance(value, str) else value + 0
    except ValueError:
        return NOT_A_VALUE


def _text(value: Any) -> str:
    """Return a value as `&` writes it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return f"{value:.15g}"
    return str(value)


def _counted(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return an operator of two numbers, which hands on errors."""

    def counted(left: Any, right: Any) -> Any:
        first, second = _number(left), _number(right)
        for number in (first, second):
            if isinstance(number, FormulaError):
                return number
        return function(first, second)

    return counted


def _divided(first: Any, second: Any) -> Any:
    return first / second if second else DIVIDED_BY_ZERO


def _joined(left: Any, right: Any) -> Any:
    for side in (left, right):
        if isinstance(side, FormulaError):
            return side
    return _text(left) + _text(right)


def _order_key(value: Any, other: Any) -> tuple[int, Any]:
    """Return what Excel compares: numbers come before texts, texts before truth values; a blank is like the other side."""
    if value is None:
        value = "" if isinstance(other, str) else 0
    if isinstance(value, bool):
        return 2, value
    return (1, value.casefold()) if isinstance(value, str) else (0, value)


def _compared(function: Callable[[Any, Any], bool]) -> Callable[[Any, Any], Any]:
    def compared(left: Any, right: Any) -> Any:
        for side in (left, right):
            if isinstance(side, FormulaError):
                return side
        return function(_order_key(left, right), _order_key(right, left))

    return compared


_OPERATORS: dict[str, Callable[..., Any]] = {
    "+": _counted(operator.add),
    "-": _counted(operator.sub),
    "*": _counted(operator.mul),
    "/": _counted(_divided),
    "^": _counted(operator.pow),
    "&": _joined,
    "=": _compared(operator.eq),
    "<>": _compared(operator.ne),
    "<": _compared(operator.lt),
    ">": _compared(operator.gt),
    "<=": _compared(operator.le),
    ">=": _compared(operator.ge),
}


# functions


def _if(evaluate: Callable[[Any], Any], arguments: Sequence[Any]) -> Any:
    condition = evaluate(arguments[0])
    if isinstance(condition, FormulaError):
        return condition
    if _number(condition):
        return evaluate(arguments[1])
    return evaluate(arguments[2]) if len(arguments) > 2 else False


def _choose(evaluate: Callable[[Any], Any], arguments: Sequence[Any]) -> Any:
    return evaluate(arguments[int(evaluate(arguments[0]))])


_LAZY = {"IF": _if, "CHOOSE": _choose}


def _numbers(*arguments: Any) -> list[Any]:
    """Return the numbers among values and areas, whose texts and blanks are left out."""
    return [value for value in _flat(*arguments) if _is_number(value)]


def _errors(*arguments: Any) -> list[FormulaError]:
    return [value for value in _flat(*arguments) if isinstance(value, FormulaError)]


def _of_numbers(function: Callable[[list[Any]], Any]) -> Callable[..., Any]:
    """Return a function of all numbers among its arguments, or their first error."""

    def answer(*arguments: Any) -> Any:
        errors = _errors(*arguments)
        return errors[0] if errors else function(_numbers(*arguments))

    return answer


def _criterion(text: Any) -> Callable[[Any], bool]:
    """Return the test that a criterion of COUNTIF says.

    >>> [_criterion(">2")(value) for value in (1, 3, "3", None)]
    [False, True, False, False]
    >>> _criterion("ann")("Ann")
    True
    """
    if not isinstance(text, str):
        number = 0 if text is None else text
        return lambda value: _is_number(value) and value == number
    match = re.match(r"<>|<=|>=|[<>=]", text)
    sign = match[0] if match else "="
    wanted: Any = text.removeprefix(sign) if match else text
    number = _number(wanted) if wanted else NOT_A_VALUE
    if _is_number(number):
        compare = _OPERATORS[sign]
        return lambda value: _is_number(value) and compare(value, number)
    if sign in ("=", "<>"):
        pattern = re.compile(_wildcards(wanted), re.IGNORECASE)
        is_wanted = sign == "="
        return lambda value: (pattern.fullmatch(_text(value)) is not None) == is_wanted
    compare = _OPERATORS[sign]
    return lambda value: isinstance(value, str) and value != "" and compare(value, wanted)


def _wildcards(text: str) -> str:
    parts = re.split(r"(~.|[*?])", text)
    signs = {"*": ".*", "?": "."}
    return "".join(signs.get(part) or re.escape(part.removeprefix("~")) for part in parts)


def _meeting(areas: Sequence[Any]) -> Iterator[bool]:
    """Yield for each cell whether it meets all criteria; areas and criteria take turns."""
    columns = [list(_flat(area)) for area in areas[::2]]
    tests = [_criterion(text) for text in areas[1::2]]
    for cells in zip(*columns, strict=True):
        yield all(test(cell) for test, cell in zip(tests, cells, strict=True))


def _sum(numbers: Iterable[Any]) -> Any:
    """Return the exact sum of numbers, rounded once, so that all versions of Python build the same books."""
    listed = list(numbers)
    has_fractions = float in map(type, listed)
    return math.fsum(listed) if has_fractions else sum(listed)


def _sumifs(summed: Any, *areas: Any) -> Any:
    cells = _flat(summed)
    return _sum(
        cell
        for cell, is_met in zip(cells, _meeting(areas), strict=True)
        if is_met and _is_number(cell)
    )


def _sumproduct(*arrays: Any) -> Any:
    errors = _errors(*arrays)
    if errors:
        return errors[0]
    products = zip(*(list(_flat(array)) for array in arrays), strict=True)
    return _sum(
        math.prod(value if _is_number(value) else 0 for value in values) for values in products
    )


def _index(array: Any, row: Any, column: Any = None) -> Any:
    rows = array if isinstance(array, list) else [[array]]
    if row == 0:
        return [[line[int(column) - 1]] for line in rows]
    if column is None and len(rows) == 1:
        row, column = 1, row
    return rows[max(int(row), 1) - 1][int(column or 1) - 1]


def _match(wanted: Any, area: Any, kind: Any = 1) -> Any:
    """Return the place of a value; with kind 1 that of the last value that is not higher."""
    cells = list(_flat(area))
    if kind == 0:
        is_wanted = _criterion(f"={wanted}") if isinstance(wanted, str) else _criterion(wanted)
        places = [place for place, cell in enumerate(cells, 1) if is_wanted(cell)]
        return places[0] if places else NOT_AVAILABLE
    lower = [place for place, cell in enumerate(cells, 1) if _is_number(cell) and cell <= wanted]
    return lower[-1] if lower else NOT_AVAILABLE


def _nth(order: int) -> Callable[[Any, Any], Any]:
    def nth(area: Any, place: Any) -> Any:
        numbers = sorted(_numbers(area))
        if not 1 <= place <= len(numbers):
            return NOT_A_NUMBER
        return numbers[int(place) - 1] if order > 0 else numbers[-int(place)]

    return nth


def _rank(number: Any, area: Any) -> int:
    return 1 + sum(other > number for other in _numbers(area))


def _rounded(number: Any, places: Any) -> Any:
    """Return a number rounded as Excel does it: halves go away from 0."""
    number = _number(number)
    if isinstance(number, FormulaError):
        return number
    scaled = float(f"{abs(number) * 10**places:.15g}")
    return math.copysign(math.floor(scaled + 0.5) / 10**places, number)


def _rounded_down(number: Any, places: Any) -> Any:
    scaled = float(f"{abs(number) * 10**places:.15g}")
    return math.copysign(math.floor(scaled) / 10**places, number)


def _chi_square_right_tail(value: float, freedom: float) -> float:
    """Return the chance of at least this chi-square, in closed form for whole degrees of freedom.

    >>> round(_chi_square_right_tail(3.841458820694124, 1), 12), round(_chi_square_right_tail(3, 2), 12)
    (0.05, 0.223130160148)
    """
    half, is_odd = value / 2, freedom % 2
    chance = math.erfc(math.sqrt(half)) if is_odd else 0.0
    power = 0.5 if is_odd else 0.0
    while power < freedom / 2:
        chance += math.exp(-half) * half**power / math.gamma(power + 1)
        power += 1
    return chance


def _fixed(number: Any, places: int) -> str:
    return f"{_rounded(number, places):,.{places}f}"


_CELL_BY_CELL: dict[str, Callable[..., Any]] = {
    "ABS": lambda number: abs(_number(number)),
    "FIXED": _fixed,
    "INT": lambda number: math.floor(_number(number)),
    "ISBLANK": lambda value: value is None,
    "ISERROR": lambda value: isinstance(value, FormulaError),
    "ISNUMBER": _is_number,
    "ISTEXT": lambda value: isinstance(value, str) and not isinstance(value, FormulaError),
    "LEFT": lambda text, count=1: _text(text)[:count],
    "LEN": lambda text: len(_text(text)),
    "MID": lambda text, start, count: _text(text)[start - 1 : start - 1 + count],
    "LOWER": lambda text: _text(text).lower(),
    "MOD": lambda number, divisor: number - divisor * math.floor(number / divisor),
    "NOT": lambda value: not _number(value),
    "ROUND": _rounded,
    "ROUNDDOWN": _rounded_down,
    "SUBSTITUTE": lambda text, old, new: _text(text).replace(_text(old), _text(new)),
    "TRIM": lambda text: " ".join(_text(text).split(" ")).strip(),
    "UPPER": lambda text: _text(text).upper(),
}

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "AND": lambda *values: all(_number(value) for value in _flat(*values)),
    "CHISQ.DIST.RT": _chi_square_right_tail,
    "COMBIN": lambda number, chosen: math.comb(int(number), int(chosen)),
    "COUNT": lambda *areas: len(_numbers(*areas)),
    "COUNTA": lambda *areas: sum(value is not None for value in _flat(*areas)),
    "COUNTIF": lambda area, criterion: sum(_meeting((area, criterion))),
    "COUNTIFS": lambda *areas: sum(_meeting(areas)),
    "ERROR.TYPE": lambda value: ERROR_TYPES.get(value, NOT_AVAILABLE),
    "INDEX": _index,
    "LARGE": _nth(-1),
    "MATCH": _match,
    "MAX": _of_numbers(lambda numbers: max(numbers, default=0)),
    "MIN": _of_numbers(lambda numbers: min(numbers, default=0)),
    "N": lambda value: value if _is_number(value) else 0,
    "NA": lambda: NOT_AVAILABLE,
    "OR": lambda *values: any(_number(value) for value in _flat(*values)),
    "RANK": _rank,
    "SMALL": _nth(1),
    "SUM": _of_numbers(_sum),
    "SUMIFS": _sumifs,
    "SUMPRODUCT": _sumproduct,
}
