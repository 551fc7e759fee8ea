"""Columns of results, the same in every output: titles, as written and known again, widths, alignment, formulas."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from xlpoker.errors import CellError
from xlpoker.evaluator.cards import count_cards
from xlpoker.evaluator.classes import CATEGORIES, FIVE_OF_A_KIND, ROYAL_FLUSH
from xlpoker.layout.grid import column_letters

if TYPE_CHECKING:
    from xlpoker.layout.find import Area, Layout

__all__ = [
    "CHOICES",
    "COLUMNS",
    "PROBLEM",
    "UNCONTESTED",
    "Column",
    "cell_text",
    "columns_of",
    "is_result",
    "is_titled",
    "is_titled_alike",
    "kept_columns",
    "parts_of",
    "problem_text",
    "problem_width",
    "titles_of",
    "written_names",
]

COLUMNS = ("value", "hand", "winner")
"""What is written of a row: the value of each hand, its name, the winner: by name where headings name the players."""
CHOICES = (*COLUMNS, "winner-number")
"""What can be written of it."""
BETWEEN = ", "
"""Stands between the names of players who tie."""
LONGEST_FORMULA, LONGEST_TEXT = 8192, 255
"""Characters of a formula, and of a text in quotes within one, that Excel opens."""
UNCONTESTED = "Uncontested"
"""Stands for the name of a hand that wins because no other is left."""
_NAMES = {UNCONTESTED, ROYAL_FLUSH, *(category.name for category in (*CATEGORIES, FIVE_OF_A_KIND))}
_TITLE = re.compile(r"(?:(?P<who>.*)[ _])?(?P<kind>value|hand|winner[ _]number|winner)\d*", re.IGNORECASE)
_REASON = re.compile(r"(?:[A-Z]{1,3}\d+|row [^\n]+?, [^\n]+?): ")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of results: what it is of, which player's, its title, width in characters and alignment.

    `formula` are the pieces of a formula, between which the number of the row stands; `text` tells whether its cells are texts.
    """

    kind: str
    player: int
    title: str
    width: float
    align: Literal["left", "center", "right"] = "right"
    formula: list[str] | None = None
    text: bool = False


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
) -> list[Column]:
    """Return the columns for some hands from left to right, with the players' names; with `live` they have formulas.

    One hand a row has a winner where rows are `deals` together.

    >>> from xlpoker.layout.find import Area
    >>> [column.formula for column in columns_of([Area(0, 4), Area(5, 5)], ["winner"], live=True)]
    [['WINNER(A', ':E', ',F', ')']]
    >>> [column.title for column in columns_of([Area(0, 4), Area(5, 9)], names=["Anna", "Ben"])]
    ['Anna value', 'Anna hand', 'Ben value', 'Ben hand', 'Winner']
    """
    functions = {"value": ("HANDVAL", f',"{scale}"' if scale != "strength" else ""), "hand": ("HANDNAME", "")}
    columns = []
    for player, area in enumerate(hands):
        for kind in (one for one in chosen if one in functions):
            who = names[player] if names else f"Player {player + 1}"
            title = kind.title() if len(hands) == 1 else f"{who} {kind}"
            formula = _formula(functions[kind][0], [area], functions[kind][1]) if live else None
            if kind == "hand":
                columns.append(Column(kind, player, title, max(34, len(title) + 2), "left", formula, text=True))
            else:
                columns.append(Column(kind, player, title, len(title) + 2, "right", formula))
    if (len(hands) > 1 or deals) and "winner" in chosen:
        longest = sorted(map(len, names), reverse=True)[:2]  # a tie of two can be read
        width = min(max(9, sum(longest) + len(BETWEEN) + 2), 40)
        formula = (_name_formula(hands, names) if names else _formula("WINNER", hands)) if live else None
        columns.append(Column("winner", -1, "Winner", width, "center", formula, text=bool(names)))
    if (len(hands) > 1 or deals) and "winner-number" in chosen:
        formula = _formula("WINNER", hands) if live else None
        columns.append(Column("winner-number", -1, "Winner number", 16, "center", formula))
    return columns


def titles_of(players: int, chosen: Sequence[str] = COLUMNS) -> list[str]:
    """Return the titles of the results of one or more players.

    >>> titles_of(1, ["value", "hand"]), titles_of(2, ["value", "winner"])
    (['Value', 'Hand'], ['Player 1 value', 'Player 2 value', 'Winner'])
    """
    from xlpoker.layout.find import Area

    return [column.title for column in columns_of([Area(0, 0)] * players, chosen)]


def _formula(function: str, areas: Iterable[Area], more: str = "") -> list[str]:
    """Return the pieces of a formula over areas."""
    pieces: list[str] = []
    for area in areas:
        pieces.append(("," if pieces else f"{function}(") + column_letters(area.first))
        if area.last > area.first:
            pieces.append(":" + column_letters(area.last))
    return [*pieces, more + ")"]


def _name_formula(hands: Sequence[Area], names: Sequence[str]) -> list[str]:
    """Return the pieces of a formula that gives the name of the winner, of a tie the names; what is wrong stays as it is.

    >>> from xlpoker.layout.find import Area
    >>> "1".join(_name_formula([Area(0, 0), Area(1, 1)], ["Anna", "Ben"]))
    'IFERROR(CHOOSE(WINNER(A1,B1)+1,"Anna, Ben","Anna","Ben"),WINNER(A1,B1))'
    """
    texts = ['"' + name.replace('"', '""') + '"' for name in names]
    tied: list[str | list[str]] = [f'"{BETWEEN.join(text[1:-1] for text in texts)}"']
    if len(names) > 2:
        tied = ["MID("]
        for at, text in enumerate(texts, 1):
            tied += ["&" * (at > 1) + "IF(INDEX(", _formula("SHARES", hands), f',{at})>0,"{BETWEEN}"&{text},"")']
        tied.append(f",{len(BETWEEN) + 1},9999)")
    winner = _formula("WINNER", hands)
    parts = ["IFERROR(CHOOSE(", winner, "+1,", *tied, "," + ",".join(texts) + "),", winner, ")"]
    pieces = [""]
    for part in parts:
        first, *others = [part] if isinstance(part, str) else part
        pieces[-1] += first
        pieces += others
    return pieces


def problem_text(error: CellError) -> str:
    """Return what is written beside a bad row."""
    return f"{error.cell}: {error.reason}"


def problem_width(texts: Iterable[str]) -> float:
    """Return the width of a column in which each of these texts can be read, up to a limit.

    >>> problem_width(["E5: '1OH' is not a card; did you mean '10H'?"]), problem_width([])
    (46, 20)
    """
    return min(max([18, *map(len, texts)]) + 2, 120)


def written_names(layout: Layout, *, live: bool = False) -> tuple[str, ...]:
    """Return the names of the players as results have them: none for one hand a row, and none that is a card itself.

    Formulas have none, either, where Excel would not open them: long names, or many.
    """
    names = layout.names if len(layout.hands) > 1 else ()
    if not names or any(map(count_cards, names)):
        return ()
    if live:
        formula = "1048576".join(_name_formula(layout.hands, names))
        texts = re.findall(r'"((?:[^"]|"")*)"', formula)
        if len(formula) > LONGEST_FORMULA or max(map(len, texts)) > LONGEST_TEXT:
            return ()
    return names


def is_result(title: str, value: object) -> bool:
    """Tell whether a value is one that scoring writes under a title; what else stands there is somebody's own.

    >>> is_result("Player 1 value", 2067), is_result("Hand", "One Pair, Fives"), is_result("Hand", "lost it all")
    (True, True, False)
    """
    if title == PROBLEM.title:
        return isinstance(value, str) and bool(_REASON.match(value))
    if title.lower().endswith("hand"):
        return isinstance(value, str) and value.split(",")[0] in _NAMES
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_titled(labels: Sequence[Any], titles: Sequence[str]) -> bool:
    """Tell whether labels are the titles of results, or those with a number that a table makes of them.

    >>> is_titled(["Value", "Hand2"], ["Value", "Hand"]), is_titled(["Value"], ["Value", "Hand"])
    (True, False)
    """
    return len(labels) == len(titles) and all(
        isinstance(label, str) and label.startswith(title) and (label == title or label[len(title) :].isdigit())
        for label, title in zip(labels, titles, strict=True)
    )


def parts_of(label: Any) -> tuple[str, str]:
    """Return whose result a title announces, and which; empty texts where it is none."""
    match = _TITLE.fullmatch(label) if isinstance(label, str) else None
    return (match["who"] or "", match["kind"].lower().replace("_", " ")) if match is not None else ("", "")


def is_titled_alike(labels: Sequence[Any], first: int, titles: Sequence[str]) -> bool:
    """Tell whether labels from a place on are the titles of results of as many players, whatever these were called then.

    >>> labels = ["Anna value", "Anna hand", "Ben value", "Ben hand"]
    >>> is_titled_alike(labels, 0, labels), is_titled_alike(labels, 0, ["Player 1 value", "Player 1 hand"])
    (True, False)
    """
    found = [parts_of(label) for label in labels[first : first + len(titles)]]
    beside = [*labels[max(first - 1, 0) : first], *labels[first + len(titles) :][:1]]
    players = sum(kind == "value" for _, kind in found)
    return (
        [kind for _, kind in found] == [parts_of(title)[1] for title in titles]
        and len({who for who, _ in found if who}) == players > 1
        and not any(who and kind in ("value", "hand") for who, kind in map(parts_of, beside))
    )


def kept_columns(first: int, titles: Sequence[str], places: Sequence[int]) -> str:
    """Return the warning that columns of the user's have the titles of results, and where the new ones stand.

    >>> kept_columns(10, ["Winner"], [11])
    "K holds a column 'Winner' that is not proved to be an earlier result of xlpoker; the new columns stand in L; --overwrite replaces it"
    """
    alone = len(titles) == 1
    said = "holds a column {} that is" if alone else "hold columns {} that are"
    return (
        f"{_letters(range(first, first + len(titles)))} {said.format(', '.join(map(repr, titles)))} not proved to be an earlier"
        f" result of xlpoker; the new columns stand in {_letters(places)}; --overwrite replaces {'it' if alone else 'them'}"
    )


def _letters(columns: Sequence[int]) -> str:
    first, last = column_letters(columns[0]), column_letters(columns[-1])
    return first if first == last else f"{first}:{last}"


def cell_text(value: Any) -> str:
    """Return a value as a text file holds it: dates and times as ISO has them, truth values as a sheet shows them.

    >>> cell_text(12.0), cell_text(0.1), cell_text(True), cell_text(dt.datetime(2026, 5, 1)), cell_text(None)
    ('12', '0.1', 'TRUE', '2026-05-01', '')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date().isoformat()
    if isinstance(value, dt.timedelta):  # hours, as in 26:30:00
        minutes, seconds = divmod(round(value.total_seconds()), 60)
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
    return str(value)
