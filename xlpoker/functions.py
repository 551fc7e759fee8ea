"""The catalogue: every spreadsheet function once, with its arguments, help, example and implementation.

Excel, LibreOffice, the command line and the README take the functions from here. Each takes one hand or a block, one
hand per row, and gives one row of results per row of hands; where a function takes several hands, a single row is
used for every row of the others (one board for many rows, one hand against many). A bad row gives a short text that
starts with ``#VALUE!`` in its own cell; the other rows stand. A blank row gives a blank.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from xlpoker.blocks import Codes, Rows, hands, option, shaped, without_tails
from xlpoker.errors import HandError, OptionError, PokerError, nearest
from xlpoker.evaluator.cards import card_text
from xlpoker.evaluator.classes import STYLES, name
from xlpoker.evaluator.games import game_strength
from xlpoker.evaluator.hand import best_five, check_rule, strength
from xlpoker.evaluator.showdown import check_showdown, shares_of, winner_of
from xlpoker.scales import on_scale

__all__ = ["CATALOGUE", "Argument", "Function", "call"]

BLANK = ""
Row = list[Any]


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument: hands (a block) or, with a default, a word; `repeats` for hand1, hand2, ..."""

    name: str
    help: str
    default: str | None = None
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """One spreadsheet function; `row` values one row of hands (codes) with the options, in the arguments' order."""

    name: str
    arguments: tuple[Argument, ...]
    help: str
    example: str
    answer: str | float | tuple[float, ...]
    row: Callable[[list[Codes], list[str]], Row]
    check: Callable[[list[str]], object] = lambda _options: None

    @property
    def signature(self) -> str:
        """Return the function as a person types it.

        >>> CATALOGUE["HANDVAL"].signature, CATALOGUE["WINNER"].signature
        ('HANDVAL(cards, [scale], [jokers])', 'WINNER(hand1, hand2, ...)')
        """
        words: list[str] = []
        for argument in self.arguments:
            if argument.repeats:
                single = argument.name.removesuffix("s")
                words += [f"{single}1", f"{single}2", "..."]
            else:
                words.append(f"[{argument.name}]" if argument.default is not None else argument.name)
        return f"{self.name}({', '.join(words)})"


def _handval(given: list[Codes], options: list[str]) -> Row:
    scale, jokers = options
    value = strength(given[0], jokers)
    return [value if scale == "strength" else on_scale(scale, value)]


def _handname(given: list[Codes], options: list[str]) -> Row:
    return [name(strength(given[0]), options[0])]


def _besthand(given: list[Codes], _options: list[str]) -> Row:
    return [" ".join(map(card_text, best_five(given[0], strength(given[0]))))]


def _strengths(given: list[Codes]) -> list[float]:
    values = [strength(codes) for codes in given]
    check_showdown(given)
    return values


def _winner(given: list[Codes], _options: list[str]) -> Row:
    return [winner_of(_strengths(given))]


def _shares(given: list[Codes], _options: list[str]) -> Row:
    return [float(share) for share in shares_of(_strengths(given))]


def _game_winner(game: str) -> Callable[[list[Codes], list[str]], Row]:
    def row(given: list[Codes], _options: list[str]) -> Row:
        board, *holes = given
        check_showdown(given, ["the board", *(f"hole {number}" for number in range(1, len(given)))])
        return [winner_of([game_strength(game, hole, board) for hole in holes])]

    return row


def _check_style(options: list[str]) -> None:
    if options[0] not in STYLES:
        raise OptionError(f"'{options[0]}' is not a style of names; {nearest(options[0], STYLES)}")


def _check_scale(options: list[str]) -> None:
    on_scale(options[0], 1)
    check_rule(options[1])


_CARDS = Argument("cards", "One hand (1 to 9 cards, one a cell or all in one cell), or a block with one hand per row.")
_HANDS = Argument("hands", "The hands of the showdown: each one hand, or a block with one hand per row.", repeats=True)
_BOARD = Argument("board", "The three to five cards on the table: one board for all rows, or one per row.")


def _holes(cards: str) -> Argument:
    return Argument(
        "holes", f"Each player's {cards} hole cards, or a block with one player's cards per row.", repeats=True
    )


CATALOGUE: dict[str, Function] = {
    function.name: function
    for function in (
        Function(
            "HANDVAL",
            (
                _CARDS,
                Argument(
                    "scale", "Which number: strength (1 .. 7462, higher is better), cactus, percentile.", "strength"
                ),
                Argument(
                    "jokers", "natural: a joker is the best card not in the hand; five: five of a kind too.", "natural"
                ),
            ),
            "The value of a hand of 1 to 9 cards: higher is better, 7462 is a royal flush, 1 is 7-5-4-3-2.",
            '=HANDVAL("2H 2D 4C 4D 4S")',
            7165,
            _handval,
            _check_scale,
        ),
        Function(
            "HANDNAME",
            (
                _CARDS,
                Argument("style", "long: Full House, Fours over Twos; short: Full House; full: kickers too.", "long"),
            ),
            "The English name of a hand.",
            '=HANDNAME("2H 2D 4C 4D 4S")',
            "Full House, Fours over Twos",
            _handname,
            _check_style,
        ),
        Function(
            "BESTHAND",
            (_CARDS,),
            "The best five cards of a hand, strongest first; a joker as the card that it becomes.",
            '=BESTHAND("2H 2D 4C 4D 4S 7H KS")',
            "4S 4D 4C 2H 2D",
            _besthand,
        ),
        Function(
            "WINNER",
            (_HANDS,),
            "Which hand wins: 1, 2, ... for the first, second, ... hand, 0 when the best hands tie.",
            '=WINNER("5H 5C 6S 7S KD", "2C 3S 8S 8D TD")',
            2,
            _winner,
        ),
        Function(
            "SHARES",
            (_HANDS,),
            "The share of the pot that each hand wins, a row of numbers that add up to 1.",
            '=SHARES("AH KD", "AC KH", "QS JD")',
            (0.5, 0.5, 0.0),
            _shares,
        ),
        Function(
            "HOLDEM",
            (_BOARD, _holes("two")),
            "The winner of Texas hold'em: the best five of two hole cards and the board; 0 when the best hands tie.",
            '=HOLDEM("8C 9S 4C JH TC", "6C 7C", "AH AD")',
            1,
            _game_winner("holdem"),
        ),
        Function(
            "OMAHA",
            (_BOARD, _holes("four to six")),
            "The winner of Omaha: exactly two hole cards with exactly three of the board; 0 when the best hands tie.",
            '=OMAHA("2S 3S 4S 5S 9D", "AS KD QH JC", "6S 6D 7S 8C")',
            2,
            _game_winner("omaha"),
        ),
    )
}


def call(function: str, *arguments: Any) -> Any:
    """Return what a spreadsheet function gives: a single value, or rows of cells that spill. It never raises.

    >>> call("HANDVAL", [["5H", "5C", "6S", "7S", "KD"], ["1OH", "5C", "6S", "7S", "KD"]])
    [[2067], ["#VALUE! '1OH' is not a card; did you mean '10H'?"]]
    >>> call("WINNER", "5H 5C 6S 7S KD", "2C 3S 8S 8D TD")
    2

    `arguments` are as the host passes them: tuples, lists, scalars, None for what is left out.
    """
    try:
        rows = _rows(CATALOGUE[function], arguments)
    except PokerError as error:
        return f"#VALUE! {error}"
    except Exception as error:  # noqa: BLE001 - a traceback in a cell helps nobody
        return f"#VALUE! a mistake in xlpoker, please report it: {type(error).__name__} in {function}"
    return rows[0][0] if len(rows) == 1 and len(rows[0]) == 1 else rows


def _rows(function: Function, arguments: Sequence[Any]) -> list[Row]:
    names, given, options = _sorted_out(function, arguments)
    function.check(options)
    cut = zip(names, without_tails(given), strict=True)
    columns = [list(hands(cards, streets=name == "board")) for name, cards in cut]
    height = max(len(column) for column in columns)
    if any(len(column) not in (1, height) for column in columns):
        sizes = " and ".join(str(len(column)) for column in columns)
        raise HandError(f"the arguments have {sizes} rows; give each the same number, or one row for all")
    table = zip(*(column if len(column) == height else column * height for column in columns), strict=True)
    rows = [_row(function, names, row, options) for row in table]
    width = max(len(row) for row in rows)
    return [row + [BLANK] * (width - len(row)) for row in rows]


def _sorted_out(function: Function, arguments: Sequence[Any]) -> tuple[list[str], list[Rows], list[str]]:
    """Return the names and blocks of the arguments that are hands, and the options."""
    names: list[str] = []
    given: list[Rows] = []
    options: list[str] = []
    rest = list(arguments)
    for argument in function.arguments:
        if argument.default is not None:
            options.append(option(rest.pop(0) if rest else None, argument.default, argument.name))
        elif argument.repeats:
            if len(rest) < 2:
                raise HandError(f"{function.signature} takes two {argument.name} or more")
            names += [f"{argument.name.removesuffix('s')} {number}" for number in range(1, len(rest) + 1)]
            given += map(shaped, rest)
            rest = []
        else:
            names.append(argument.name)
            given.append(shaped(rest.pop(0) if rest else None))
    if rest:
        raise HandError(f"{function.signature} takes no more than {len(arguments) - len(rest)}, not {len(arguments)}")
    return names, given, options


def _row(function: Function, names: list[str], row: tuple[Codes | PokerError, ...], options: list[str]) -> Row:
    for label, hand in zip(names, row, strict=True):
        if isinstance(hand, PokerError):
            return [f"#VALUE! {hand}" if len(names) == 1 else f"#VALUE! {label}: {hand}"]
    codes: list[Codes] = list(row)  # type: ignore[arg-type] # the errors are gone
    if not all(codes):
        if not any(codes):
            return [BLANK]
        blank = next(label for label, hand in zip(names, codes, strict=True) if not hand)
        return [f"#VALUE! {blank} is blank"]
    try:
        return function.row(codes, options)
    except PokerError as error:
        return [f"#VALUE! {error}"]
