"""Recognizes results of an earlier run: whether scoring may have written a cell."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from string import digits
from typing import NamedTuple

from xlpoker.addresses import Box, a1
from xlpoker.errors import BookError, quoted
from xlpoker.evaluator.classes import (
    EIGHT_OR_BETTER,
    NO_LOW,
    OWN_VALUES,
    WHOLE_VALUES,
    short_values,
)
from xlpoker.evaluator.classes import name as hand_name
from xlpoker.layout.model import Layout
from xlpoker.scoring.remedies import COMMAND
from xlpoker.scoring.result_columns import BETWEEN, GETS, PROBLEM, UNCONTESTED, parts_of
from xlpoker.text import folded

__all__ = ["MOST_PLAYERS", "EarlierCells", "is_problem_title", "is_result", "not_ours"]

MOST_PLAYERS = 99
"""The players of a long table."""
_REASON = re.compile(r"(?:[A-Z]{1,3}\d+|row (?>[^\n]+?, )[^\n]+?): ")


class EarlierCells(NamedTuple):
    """What cells of earlier results may hold: the names of players, and numbers of winners."""

    players: tuple[str, ...]
    most_players: int

    @classmethod
    def of(
        cls,
        layout: Layout,
        old_titles: Iterable[str],
        names_in_rows: Iterable[Sequence[str]],
    ) -> EarlierCells:
        """Return what may stand below some titles.

        Players are those of the layout, those in the titles, and those named in the rows.
        """
        players = {*layout.names}
        for title in old_titles:
            name, _ = parts_of(title)
            if name:
                players.add(name)
        for names in names_in_rows:
            players.update(names)
        most_players = len(layout.hands) if layout.won is None else MOST_PLAYERS
        return cls(tuple(sorted(players)), most_players)

    def may_hold(self, title: str, value: object) -> bool:
        """Tell whether a cell below a title may hold a value; any other is the user's own."""
        return is_result(title, value, self.players, self.most_players)


def is_result(
    title: str, value: object, players: Sequence[str] = (), most: int = MOST_PLAYERS
) -> bool:
    """Tell whether scoring may have written such a value under a title.

    Any other value is the user's own. `players` are the names that a winner may have, `most` is the
    greatest number of a winner.

    >>> is_result("Player 1 value", 2067), is_result("Hand", "One Pair, Fives")
    (True, True)
    >>> is_result("Hand", "lost it all"), is_result("Pot", 5)
    (False, False)
    >>> is_result("Winner", "Doe, John, Anna", ["Anna", "Doe, John"])
    True
    """
    _, kind = parts_of(title)
    if isinstance(value, str):
        if kind == "hand":
            return value in _names_of_hands()
        if kind == "low":
            return value in _names_of_lows()
        if kind == "winner":
            return _names_winners(folded(value), _folded_names(tuple(players)))
        return is_problem_title(title) and bool(_REASON.match(value))
    if kind not in {"value", "share", "winner", GETS}:
        return False
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    if kind == "share":
        return 0 <= value <= 1
    return value >= 0 and (kind in {"value", GETS} or (value <= most and value == int(value)))


@cache
def _names_of_hands() -> frozenset[str]:
    """Return the names of all hands, of any game."""
    names = {UNCONTESTED}
    for values in (*WHOLE_VALUES, short_values().values()):
        names.update(hand_name(value) for value in values)
    return frozenset(names)


@cache
def _names_of_lows() -> frozenset[str]:
    """Return what may stand in a column of low hands."""
    return frozenset([NO_LOW, *map(hand_name, OWN_VALUES[EIGHT_OR_BETTER])])


@cache
def _folded_names(players: Sequence[str]) -> tuple[str, ...]:
    """Return the different names of players as they are compared, in their order."""
    return tuple(dict.fromkeys(folded(player) for player in players))


def _names_winners(text: str, names: Collection[str]) -> bool:
    """Tell whether a text is a winner's name, or several with `BETWEEN` between them.

    A name may contain `BETWEEN`, too. Each position of the text is visited once, so that the time
    grows with the length of the text, whatever the names are.

    >>> _names_winners("a, a, a", ["a", "a, a"]), _names_winners("a, b", ["a", "a, a"])
    (True, False)
    """
    waiting = [0]
    visited = {0}
    while waiting:
        start = waiting.pop()
        for name in names:
            end = start + len(name)
            if not text.startswith(name, start):
                continue
            if end == len(text):
                return True
            following = end + len(BETWEEN)
            if text.startswith(BETWEEN, end) and following not in visited:
                visited.add(following)
                waiting.append(following)
    return False


def is_problem_title(title: str) -> bool:
    """Tell whether a title is that of the column of problems, also with a number behind it.

    >>> is_problem_title("Problem"), is_problem_title("Problem2"), is_problem_title("Problems")
    (True, True, False)
    """
    return title.rstrip(digits) == PROBLEM.title


def not_ours(
    sheet: str,
    row: int,
    column: int,
    value: object,
    earlier_results: Sequence[Box],
    remedy: str = COMMAND.not_ours,
) -> BookError:
    """Return the error about a cell of the user's among earlier results."""
    areas = ",".join(box.address for box in earlier_results)
    return BookError(
        f"{sheet}!{a1(row, column)}: {quoted(str(value))} is no result of xlpoker, "
        f"but stands among those in {areas}; {remedy}"
    )
