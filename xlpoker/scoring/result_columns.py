"""The columns of results: titles, widths, alignment and formulas, and the texts in their cells.

::

    Winner | Anna value | Anna hand        | Ben value | Ben hand       | Problem
    Ben    | 4120       | One Pair, Aces   | 5007      | Two Pair, Tens |
           |            |                  |           |                | A3: '1OH' is not a card

In hi-lo two columns more follow each player's hand: the low hand, and the share of the pot::

    Anna value | Anna hand      | Anna low  | Anna share
    4120       | One Pair, Aces | 7-5-4-3-A | 0.75

Where hands are run twice, each board has columns of its own::

    Board 1 winner | Board 2 winner

With stakes a column for each player stands behind all others: *Anna gets*.

This module needs no NumPy: buttons in a spreadsheet program use it, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from xlpoker.addresses import column_letters
from xlpoker.errors import CellError, OptionError
from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.games import HIGH_LOW
from xlpoker.layout.grid import Area
from xlpoker.layout.model import Layout
from xlpoker.scoring.counts import COLUMNS, COLUMNS_OF_HALVES, Options

__all__ = [
    "BETWEEN", "GETS", "PROBLEM", "UNCONTESTED", "Column", "Winner", "columns_of", "columns_of_layout", "names_in_row", "parts_of",
    "problem_text", "problem_width", "written_names",
]  # fmt: skip

BETWEEN = ", "
"""Stands between the names of players who tie."""
GETS = "gets"
"""The kind of the columns of what players get of the pots."""
UNCONTESTED = "Uncontested"
"""Stands for the name of a hand that wins because no other is left."""
Winner = tuple[str | int, int]
"""What the winner's cell holds, and the winner's number, which is the value of a formula there."""
_ROW = "\0"
_LEAST_WIDTH, _MOST_WIDTH = 9, 40  # characters in the column of winners
_NAME_OF_HAND = 28  # characters of a name of a hand
_NAME_OF_LOW = 11
_PERSON = 20  # characters of a name that stands beside the hands
_TITLE = re.compile(
    r"(?:board[ _]\d{1,2}[ _])?(?:(?P<player>.*)[ _])?(?P<kind>value|hand|low|share|winner|gets)\d*",
    re.IGNORECASE,
)


class Column(NamedTuple):
    """A column of results: its kind, the player, its title, width in characters and alignment.

    `formula` are the pieces of a formula, between which the number of the row stands; `text` tells
    whether its cells are texts. `board` is the number of the board, counted from 0. `format_of` is the column whose numbers they look like.
    """

    kind: str
    player: int
    title: str
    width: float
    align: Literal["left", "center", "right"] = "right"
    formula: list[str] | None = None
    text: bool = False
    board: int = 0
    format_of: int | None = None

    def on_board(self, board: int) -> Column:
        """Return the column for one of several boards, whose number is in the title.

        >>> Column("winner", -1, "Winner", 9).on_board(1).title
        'Board 2 winner'
        """
        title = self.title
        if title.lower() == self.kind:
            title = self.kind
        title = f"Board {board + 1} {title}"
        return self._replace(title=title, width=max(self.width, len(title) + 2), board=board)


PROBLEM = Column("problem", -1, "Problem", 60, "left", text=True)
"""The column of what is wrong with bad rows."""


def columns_of(
    hands: Sequence[Area],
    chosen: Sequence[str] = COLUMNS,
    scale: str = "strength",
    *,
    names: Sequence[str] = (),
    live: bool = False,
    deals: bool = False,
    halves: bool = False,
) -> list[Column]:
    """Return the columns for some hands: the winner, then those of each player.

    With `live` they have formulas. `names` are the players', for values; a formula gives the
    winner's number. With one hand in each row there is a column of winners where rows are `deals`
    together. Only where the pot is in `halves` there are low hands and shares.

    >>> [column.formula for column in columns_of([Area(0, 4), Area(5, 5)], ["winner"], live=True)]
    [['WINNER(A', ':E', ',F', ')']]
    >>> [column.title for column in columns_of([Area(0, 4), Area(5, 9)], names=["Anna", "Ben"])]
    ['Winner', 'Anna value', 'Anna hand', 'Ben value', 'Ben hand']
    >>> [column.title for column in columns_of([Area(0, 3)], halves=True, deals=True)]
    ['Winner', 'Value', 'Hand', 'Low', 'Share']
    """
    columns = []
    is_compared = len(hands) > 1 or deals
    if "winner" in chosen and is_compared:
        columns.append(_winner_column(hands, names, live=live))
    for player, area in enumerate(hands):
        player_name = names[player] if names else f"Player {player + 1}"
        for kind in _kinds_of_player(chosen, halves=halves, is_compared=is_compared):
            title = kind.title()
            if len(hands) > 1:
                title = f"{player_name} {kind}"
            if kind == "value":
                column = _value_column(player, title)
                argument = "" if scale == "strength" else f',"{scale}"'
                formula = _formula("HANDVAL", [area], argument)
            elif kind in COLUMNS_OF_HALVES:
                columns.append(_column_of_half(kind, player, title))
                continue
            else:
                column = _name_column(player, title)
                formula = _formula("HANDNAME", [area])
            columns.append(column._replace(formula=formula) if live else column)
    return columns


def _kinds_of_player(chosen: Sequence[str], *, halves: bool, is_compared: bool) -> Iterator[str]:
    """Yield the kinds of a player's columns: shares only where hands are compared."""
    for kind in chosen:
        is_left_out = kind in COLUMNS_OF_HALVES and not halves
        if kind == "winner" or is_left_out or (kind == "share" and not is_compared):
            continue
        yield kind


def _column_of_half(kind: str, player: int, title: str) -> Column:
    """Return the column of the names of a player's low hands, or of the shares of the pot."""
    if kind == "low":
        return Column(kind, player, title, _NAME_OF_LOW, "left", text=True)
    return Column(kind, player, title, len(title) + 2, "right")


def columns_of_layout(
    layout: Layout,
    chosen: Sequence[str] = COLUMNS,
    options: Options | None = None,
    *,
    live: bool = False,
) -> list[Column]:
    """Return the columns for the hands of a layout, with the players' names in their titles.

    Raises `OptionError` where only winners are chosen, and each row holds one hand, and where low
    hands or shares are chosen in a game without them.
    """
    options = options or Options()
    halves = options.rule == HIGH_LOW
    missing = [kind for kind in chosen if kind in COLUMNS_OF_HALVES and not halves]
    if missing and tuple(chosen) != COLUMNS:
        raise OptionError(
            f"only {HIGH_LOW} has the column {missing[0]}; the game is {options.rule}"
        )
    columns = columns_of(
        layout.hands,
        chosen,
        options.scale,
        names=written_names(layout),
        live=live,
        deals=layout.won is not None,
        halves=halves,
    )
    has_names_in_rows = bool(layout.name_columns) and not live
    if has_names_in_rows and "winner" in chosen:
        columns[0] = columns[0]._replace(width=_PERSON, text=True)
    if layout.further_boards:
        numbers = range(len(layout.boards))
        columns = [column.on_board(number) for number in numbers for column in columns]
    columns += _columns_of_payouts(layout)
    if not columns:
        raise OptionError(
            "with one hand in each row there is no winner; choose --columns value,hand"
        )
    return columns


def _columns_of_payouts(layout: Layout) -> list[Column]:
    """Return a column of what each player gets, none without stakes; they look like the stakes."""
    names = written_names(layout)
    columns = []
    for player, stakes in enumerate(layout.stake_columns):
        player_name = names[player] if names else f"Player {player + 1}"
        title = f"{player_name} {GETS}"
        columns.append(Column(GETS, player, title, len(title) + 2, format_of=stakes))
    return columns


def _winner_column(hands: Sequence[Area], names: Sequence[str], *, live: bool) -> Column:
    """Return the column of winners: names, of which a tie of two can be read, or numbers."""
    if live:
        formula = _formula("WINNER", hands)
        return Column("winner", -1, "Winner", _LEAST_WIDTH, "center", formula)
    lengths = sorted(len(player_name) for player_name in names)
    two_names = sum(lengths[-2:]) + len(BETWEEN)
    width = max(_LEAST_WIDTH, min(two_names + 2, _MOST_WIDTH))
    has_names = bool(names)
    return Column("winner", -1, "Winner", width, "center", text=has_names)


def _value_column(player: int, title: str) -> Column:
    """Return the column of the values of a player's hands."""
    width = len(title) + 2
    return Column("value", player, title, width, "right")


def _name_column(player: int, title: str) -> Column:
    """Return the column of the names of a player's hands."""
    return Column("hand", player, title, _NAME_OF_HAND, "left", text=True)


def _formula(function: str, areas: Iterable[Area], argument: str = "") -> list[str]:
    """Return the pieces of a formula over areas, between which the number of the row stands."""
    ranges = []
    for area in areas:
        ends = dict.fromkeys((column_letters(area.first), column_letters(area.last)))
        ranges.append(":".join(letters + _ROW for letters in ends))
    return f"{function}({','.join(ranges)}{argument})".split(_ROW)


def problem_text(error: CellError) -> str:
    """Return the text that is written beside a bad row."""
    return f"{error.cell}: {error.reason}"


def problem_width(texts: Iterable[str]) -> float:
    """Return the width of a column in which each of these texts can be read, up to a limit.

    >>> problem_width(["E5: '1OH' is not a card; did you mean '10H'?"]), problem_width([])
    (46, 20)
    """
    longest = max((len(text) for text in texts), default=0)
    return min(max(longest, 18) + 2, 120)


def names_in_row(players: Sequence[int], seated: Sequence[str], labels: Sequence[str]) -> str:
    """Return who wins a row, given by numbers from 1 on: the names in the row, else the labels.

    >>> names_in_row([1, 2], ["", "Cid"], ["Ann", "Ben"])
    'Ann, Cid'
    """
    names = [seated[player - 1] or labels[player - 1] for player in players]
    return BETWEEN.join(names)


def written_names(layout: Layout) -> tuple[str, ...]:
    """Return the players' names for results.

    There are none with one hand in each row, and none where a name could be read as a card.
    """
    names = layout.names if len(layout.hands) > 1 else ()
    has_card = any(count_cards(player_name) for player_name in names)
    return () if has_card else names


def parts_of(label: Any) -> tuple[str, str]:
    """Return the player and the kind of result that a title announces, else empty texts.

    >>> parts_of("Anna hand"), parts_of("player_1_value"), parts_of("Winner2"), parts_of("Pot")
    (('Anna', 'hand'), ('player_1', 'value'), ('', 'winner'), ('', ''))
    >>> parts_of("Board 2 winner"), parts_of("Board 1 Anna hand")
    (('', 'winner'), ('Anna', 'hand'))
    """
    match = _TITLE.fullmatch(label) if isinstance(label, str) else None
    if match is None:
        return "", ""
    return match["player"] or "", match["kind"].lower()
