"""The catalogue: every spreadsheet function once, with arguments, help, example and implementation.

Excel, LibreOffice, the command line and the README take the functions from here.

Each function takes one hand or a block, one hand per row, and gives one row of results per row of
hands. Where a function takes several hands, a single row is used for every row of the others: one
board for many rows, one hand against many. A bad row gives a short text that starts with
``#VALUE!`` in its own cell; the other rows stand. A blank row gives a blank.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from xlpoker.errors import HandError, PokerError, check_choice, mistake
from xlpoker.evaluator.cards import check_rule
from xlpoker.evaluator.classes import STYLES
from xlpoker.evaluator.payouts import UNIT
from xlpoker.functions.answers import (
    Row,
    besthand,
    chances,
    equities,
    equity,
    game_winner,
    handname,
    handval,
    handvals,
    outs,
    shares,
    winner,
    winners,
)
from xlpoker.functions.arguments import (
    Absent,
    Codes,
    Rows,
    hands,
    is_left_out,
    option,
    shaped,
    texts,
    without_tails,
)
from xlpoker.functions.payouts import payout_rows
from xlpoker.scales import scale_named

__all__ = ["CATALOGUE", "Argument", "Function", "call"]

BLANK = ""
BLANK_RANGE = "; write random for an unknown hand, folded for a player who is out"
Hand = Codes | str | Absent | PokerError
"""The hand in a row of an argument, as it was read."""
MOST = 9
"""The most cards of a hand."""


class Argument(NamedTuple):
    """One argument: hands (a block) or, with a default, a word; `repeats` for hand1, hand2, ...

    `ranges` are texts such as TT+ instead of cards; `blank` may be left blank, `spare` hands may be
    left out. A `seat` is a player's: a word such as folded says that the player is out.
    """

    name: str
    help: str
    default: str | None = None
    repeats: bool = False
    ranges: bool = False
    blank: bool = False
    seat: bool = False
    spare: bool = False

    @property
    def optional(self) -> bool:
        """Tell whether the argument can be left out."""
        return self.spare or self.default is not None


class Function(NamedTuple):
    """One spreadsheet function.

    `row` answers one row of hands (codes) with the options, both in the order of the arguments;
    `check` raises for options that it does not take.
    """

    name: str
    arguments: tuple[Argument, ...]
    help: str
    example: str
    answer: str | float | tuple[str | float, ...]
    row: Callable[[list[Any], list[str]], Row] = lambda _hands, _options: []
    check: Callable[[list[str]], object] = lambda _options: None
    block: Callable[[list[list[Any]]], Sequence[Row | None]] | None = None
    """Answers to many rows at once, None for a row that `row` must answer."""
    cells: Callable[[list[Rows], list[str]], Sequence[Row | None]] | None = None
    """The same from the raw cells; an empty list for options that it does not support."""
    numbers: Callable[[Sequence[Rows], Sequence[str]], list[Row]] | None = None
    """Answers to all rows of a function whose arguments are numbers, not hands."""

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
            elif argument.optional:
                words.append(f"[{argument.name}]")
            else:
                words.append(argument.name)
        return f"{self.name}({', '.join(words)})"


def _check_style(options: list[str]) -> None:
    check_choice(options[0], STYLES, "is not a style of names")


def _check_scale(options: list[str]) -> None:
    scale_named(options[0])
    check_rule(options[1])


_CARDS = Argument(
    "cards",
    "One hand (1 to 9 cards, one a cell or all in one cell), or a block with one hand per row.",
    seat=True,
)
_HANDS = Argument(
    "hands",
    "The hands of the showdown: each one hand, or a block with one hand per row; folded or muck for a player who is out.",
    repeats=True,
    seat=True,
)
_BOARD = Argument(
    "board",
    "The three to five cards on the table: one board for all rows, or one per row.",
    blank=True,
)
_BOARD_SO_FAR = Argument(
    "board",
    "The cards on the table, blank before the flop: one for all rows, or one per row.",
    blank=True,
)


def _holes(cards: str) -> Argument:
    return Argument(
        "holes",
        f"Each player's {cards} hole cards, or a block with one player's cards per row; blank, folded or muck for a player "
        "who is out.",
        repeats=True,
        blank=True,
        seat=True,
    )


CATALOGUE: dict[str, Function] = {
    function.name: function
    for function in (
        Function(
            "HANDVAL",
            (
                _CARDS,
                Argument(
                    "scale",
                    "Which number: strength (1 .. 7462, higher is better), cactus, percentile, or a published system "
                    "such as mrt, handval, keepitcool.",
                    "strength",
                ),
                Argument(
                    "jokers",
                    "natural: a joker is the best card not in the hand; five: five of a kind too.",
                    "natural",
                ),
            ),
            "The value of a hand of 1 to 9 cards: higher is better, 7462 is a royal flush, 1 is 7-5-4-3-2.",
            '=HANDVAL("2H 2D 4C 4D 4S")',
            7165,
            handval,
            _check_scale,
            cells=handvals,
        ),
        Function(
            "HANDNAME",
            (
                _CARDS,
                Argument(
                    "style",
                    "long: Full House, Fours over Twos; short: Full House; full: kickers too.",
                    "long",
                ),
            ),
            "The English name of a hand.",
            '=HANDNAME("2H 2D 4C 4D 4S")',
            "Full House, Fours over Twos",
            handname,
            _check_style,
        ),
        Function(
            "BESTHAND",
            (
                _CARDS,
                Argument(
                    "board",
                    "The three to five cards on the table, with two hole cards, in Omaha four to six; one board, or one per row.",
                    blank=True,
                    spare=True,
                ),
            ),
            "The best five cards of a hand, strongest first; a joker as the card that it becomes.",
            '=BESTHAND("2H 2D 4C 4D 4S 7H KS")',
            "4S 4D 4C 2H 2D",
            besthand,
        ),
        Function(
            "WINNER",
            (_HANDS,),
            "Which hand wins: 1, 2, ... for the first, second, ... hand, 0 when the best hands tie.",
            '=WINNER("5H 5C 6S 7S KD", "2C 3S 8S 8D TD")',
            2,
            winner,
            cells=winners,
        ),
        Function(
            "SHARES",
            (_HANDS,),
            "The share of the pot that each hand wins, a row of numbers that add up to 1.",
            '=SHARES("AH KD", "AC KH", "QS JD")',
            (0.5, 0.5, 0.0),
            shares,
        ),
        Function(
            "PAYOUTS",
            (
                Argument(
                    "stakes",
                    "What each player put in, one a cell, also who folded: one hand, or a block with one hand per row.",
                ),
                Argument(
                    "values",
                    "How good each player's hand is, as HANDVAL says; blank or a word such as folded for a player who is out.",
                ),
                Argument(
                    "unit",
                    "The least amount that is paid out: 0.01, or 1 for whole chips. Odd units go to the first of those who tie.",
                    UNIT,
                ),
            ),
            "What each player gets: main pot, side pots, and what nobody called; a row of amounts with the sum of the stakes.",
            '=PAYOUTS("10 30 50 5", "7165 2067 2633 folded")',
            (35.0, 0.0, 60.0, 0.0),
            numbers=payout_rows,
        ),
        Function(
            "HOLDEM",
            (_BOARD, _holes("two")),
            "The winner of Texas hold'em: the best five of two hole cards and the board; 0 when the best hands tie.",
            '=HOLDEM("8C 9S 4C JH TC", "6C 7C", "AH AD")',
            1,
            game_winner("holdem"),
        ),
        Function(
            "OMAHA",
            (_BOARD, _holes("four to six")),
            "The winner of Omaha: exactly two hole cards with exactly three of the board; 0 when the best hands tie.",
            '=OMAHA("2S 3S 4S 5S 9D", "AS KD QH JC", "6S 6D 7S 8C")',
            2,
            game_winner("omaha"),
        ),
        Function(
            "OUTS",
            (
                Argument(
                    "board",
                    "The three or four cards on the table: one board for all rows, or one per row.",
                ),
                Argument(
                    "hole1",
                    "The first player's hole cards (two, in Omaha four to six), or a block with one hand per row.",
                ),
                Argument(
                    "hole2", "The second player's hole cards, or a block with one hand per row."
                ),
            ),
            "The next cards after which hole1 wins, ties, loses (three texts); then how many run-outs to the river it"
            " wins, ties, loses.",
            '=OUTS("8C 9S 4C JH", "6C 7C", "AH AD")',
            (
                "2C 3C 5C 5D 5H 5S 9C TC TD TH TS JC QC KC AC",
                "",
                "2D 2H 2S 3D 3H 3S 4D 4H 4S 6D 6H 6S 7D 7H 7S 8D 8H 8S 9D 9H JD JS QD QH QS KD KH KS AS",
                15,
                0,
                29,
            ),
            outs,
        ),
        Function(
            "EQUITY",
            (
                _BOARD_SO_FAR,
                Argument(
                    "holes",
                    "Each player's hole cards, two or in Omaha four to six, or a range (TT+, A5s-A2s, KQo). An unknown hand is"
                    " random, a player who is out is folded, cards out of play are dead 2H 3D. A block has one per row.",
                    repeats=True,
                    ranges=True,
                    seat=True,
                ),
            ),
            "The odds of each player in turn: win, tie and equity (average share of the pot). They are exact, or from"
            " up to 100,000 deals where ranges are too many to count.",
            '=EQUITY("8C 9S 4C", "6C 7C", "AH AD")',
            (557 / 990, 0.0, 557 / 990, 433 / 990, 0.0, 433 / 990),
            equity,
            block=equities,
        ),
        Function(
            "CHANCES",
            (
                _BOARD_SO_FAR,
                Argument(
                    "hole",
                    "The hole cards, two or in Omaha four to six, or a range (TT+, A5s-A2s, KQo); or a block with one per row.",
                    ranges=True,
                    seat=True,
                ),
                Argument(
                    "dead",
                    "Cards that are out of play: the same for all rows, or some per row.",
                    blank=True,
                    spare=True,
                ),
            ),
            "What a hand becomes by the river: the chances of a high card, pair, two pair, three of a kind, straight, flush,"
            " full house, four of a kind, straight flush, royal flush.",
            '=CHANCES("8C 9S 4C JH", "6C 7C")',
            (15 / 46, 16 / 46, 0.0, 0.0, 6 / 46, 8 / 46, 0.0, 0.0, 1 / 46, 0.0),
            chances,
        ),
    )
}


class _Passed(NamedTuple):
    """What a host passed to a function: its hands, and its options as words.

    `labels`, `arguments` and `blocks` have an entry for each hand: what messages call it, which
    argument it belongs to, its rows.
    """

    labels: list[str]
    arguments: list[Argument]
    blocks: list[Rows]
    options: list[str]


def call(function: str, *arguments: Any) -> Any:
    """Return the result of a spreadsheet function: one value, or rows of cells that spill.

    It never raises.

    >>> call("HANDVAL", [["5H", "5C", "6S", "7S", "KD"], ["1OH", "5C", "6S", "7S", "KD"]])
    [[2067], ["#VALUE! '1OH' is not a card; did you mean '10H'?"]]
    >>> call("WINNER", "5H 5C 6S 7S KD", "2C 3S 8S 8D TD")
    2

    `arguments` are as the host passes them: tuples, lists, scalars, None for an omitted one.
    """
    try:
        rows = _rows(CATALOGUE[function], arguments)
    except PokerError as error:
        return f"#VALUE! {error}"
    except Exception as error:  # noqa: BLE001 - a traceback in a cell helps nobody
        return f"#VALUE! {mistake(error, function)}"
    is_single_cell = len(rows) == 1 and len(rows[0]) == 1
    return rows[0][0] if is_single_cell else rows


def _rows(function: Function, arguments: Sequence[Any]) -> list[Row]:
    """Return the answers to all rows: the quick ones, and those to rows that are read cell by cell."""
    passed = _passed(function, arguments)
    function.check(passed.options)
    passed = passed._replace(blocks=without_tails(passed.blocks))
    if function.numbers:
        return function.numbers(passed.blocks, passed.options)
    quick = _quick_answers(function, passed)
    if not quick:
        return _answers(function, passed)
    if all(quick):
        return quick
    open_rows = [row for row, answer in enumerate(quick) if answer is None]
    open_blocks: list[Rows] = [[block[row] for row in open_rows] for block in passed.blocks]
    answers_to_open = _answers(function, passed._replace(blocks=open_blocks))
    for row, answer in zip(open_rows, answers_to_open, strict=True):
        quick[row] = answer
    return quick


def _passed(function: Function, arguments: Sequence[Any]) -> _Passed:
    """Return the arguments of a call as hands and options; raises where there are too few or many."""
    passed = _Passed([], [], [], [])
    rest = list(arguments)
    for argument in function.arguments:
        if argument.default is not None:
            raw = rest.pop(0) if rest else None
            passed.options.append(option(raw, argument.default, argument.name))
            continue
        if argument.repeats:
            if len(rest) < 2:
                raise HandError(f"{function.signature} takes two {argument.name} or more")
            single = argument.name.removesuffix("s")
            labels = [f"{single} {number}" for number in range(1, len(rest) + 1)]
        elif argument.spare and (not rest or is_left_out(rest[0])):
            rest = rest[1:]
            continue
        else:
            if not rest:
                raise HandError(f"{function.signature} needs {argument.name}")
            labels = [argument.name]
        for label in labels:
            passed.labels.append(label)
            passed.arguments.append(argument)
            passed.blocks.append(shaped(rest.pop(0)))
    if rest:
        raise HandError(
            f"{function.signature} takes no more than {len(arguments) - len(rest)}, "
            f"not {len(arguments)}"
        )
    return passed


def _quick_answers(function: Function, passed: _Passed) -> list[Any]:
    """Return the answers to rows of one card per cell, None for other rows.

    The list is empty where there is no quick way.
    """
    if not function.cells:
        return []
    height = len(passed.blocks[0])
    if height < 2:
        return []
    for rows in passed.blocks:
        if len(rows) != height or not 1 < len(rows[0]) <= MOST:
            return []
    try:
        return list(function.cells(passed.blocks, passed.options))
    except TypeError:  # a dictionary, Office.js' form of an error, cannot be looked up
        return []


def _answers(function: Function, passed: _Passed) -> list[Row]:
    """Return the answers to rows that are read cell by cell, all of one width."""
    columns = _columns_of_hands(passed)
    height = len(columns[0])
    quick: Sequence[Row | None] = [None] * height
    if function.block and height > 1:
        quick = function.block(columns)
    rows = []
    for answer, row in zip(quick, zip(*columns, strict=True), strict=True):
        rows.append(answer or _answer(function, passed, row))
    width = max(len(row) for row in rows)
    return [row if len(row) == width else row + [BLANK] * (width - len(row)) for row in rows]


def _columns_of_hands(passed: _Passed) -> list[list[Hand]]:
    """Return the hands of each argument, equally many: a single one stands in every row."""
    columns = [
        _hands_of(argument, rows)
        for argument, rows in zip(passed.arguments, passed.blocks, strict=True)
    ]
    height = max(len(column) for column in columns)
    if any(len(column) not in (1, height) for column in columns):
        sizes = " and ".join(f"{len(column):,}" for column in columns)
        raise HandError(
            f"the arguments have {sizes} rows; give each the same number, or one row for all"
        )
    return [column if len(column) == height else column * height for column in columns]


def _hands_of(argument: Argument, cards: Rows) -> list[Hand]:
    """Return the hand in each row of an argument."""
    if argument.ranges:
        return list(texts(cards))
    is_board = argument.name == "board"
    return list(hands(cards, streets=is_board, seats=argument.seat, folds=argument.blank))


def _answer(function: Function, passed: _Passed, row: tuple[Hand, ...]) -> Row:
    """Return the answer to one row of hands, or the message about it."""
    is_unusual = any(not hand or isinstance(hand, Absent | PokerError) for hand in row)
    if is_unusual:
        answer = _answer_without_cards(passed, row)
        if answer:
            return answer
    cards = [[] if isinstance(hand, Absent) else hand for hand in row]
    try:
        answer = function.row(cards, passed.options)
    except PokerError as error:
        return [f"#VALUE! {error}"]
    return [BLANK] if is_unusual and Absent.UNKNOWN in row else answer


def _answer_without_cards(passed: _Passed, row: tuple[Hand, ...]) -> Row:
    """Return the answer to a row that is not for `Function.row`, else an empty list.

    Such a row has a bad hand, a hand that must not be blank, or no player left.
    """
    for label, hand in zip(passed.labels, row, strict=True):
        if isinstance(hand, PokerError):
            return [f"#VALUE! {hand}" if len(row) == 1 else f"#VALUE! {label}: {hand}"]
    needed = [
        hand for argument, hand in zip(passed.arguments, row, strict=True) if not argument.spare
    ]
    if not any(needed):
        return [BLANK]
    seats: list[Hand] = []
    for label, argument, hand in zip(passed.labels, passed.arguments, row, strict=True):
        if not hand and not argument.blank:
            return [f"#VALUE! {label} is blank{BLANK_RANGE if argument.ranges else ''}"]
        if argument.seat:
            seats.append(hand)
    is_nobody_left = all(not hand or isinstance(hand, Absent) for hand in seats)
    return [BLANK] if seats and is_nobody_left else []
