"""The check of a dealer: whether a column names the winners of rows according to the cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from xlpoker.addresses import column_letters
from xlpoker.errors import CellError, LayoutError, nearest, quoted
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout, word_and_count
from xlpoker.layout.words import ROLE_OF, Role
from xlpoker.scoring.counts import Agreement
from xlpoker.scoring.model import Block, Scored
from xlpoker.scoring.result_columns import BETWEEN
from xlpoker.scoring.single_rows import cell_text
from xlpoker.text import folded

__all__ = [
    "Agreement",
    "Check",
    "Judgement",
    "column_beside",
    "players_called",
    "text_of",
    "words_of",
]

MOST_LISTED = 100_000
_TIES = [
    "0", "-", "–", "—", "=",
    "tie", "tied", "ties", "it is a tie", "split", "split pot",
    "draw", "drawn", "chop", "chopped", "push", "even",
    "unentschieden", "geteilt", "remis", "gleich",
    "égalité", "egalité", "egalite", "partage", "partagé", "nul", "empate", "pareggio",
]  # fmt: skip
"""What people write for a tie."""
_AND = re.compile(r"[,;/&+=]|\b(?:and|und|et|y|e)\b")
_PLAYER_ROLES = {Role.PLAYER, Role.HAND}
_PLAYER_WORDS = ["", *(word for word, role in ROLE_OF.items() if role in _PLAYER_ROLES)]


class Judgement(NamedTuple):
    """Whether a cell agrees, None where it is not understood, and what it should say instead.

    `expected` is an empty text where the row says nothing that a cell could agree with. `words` are
    those that the cell may hold; a message offers the nearest.
    """

    agrees: bool | None
    expected: str
    words: Sequence[str]


NOT_JUDGED = Judgement(None, "", ())
"""The judgement of a cell in a row without a showdown, or without a hand."""


@dataclass(frozen=True, slots=True)
class Check:
    """Compares a column of a sheet with the winners of rows.

    `names` are the players', `known` has the player of each word, 0 for a tie.
    """

    sheet: str
    column: int
    names: Sequence[str]
    known: dict[str, int]
    noun: ClassVar[str] = "player"

    def take(self, block: Block, scored: Scored, agreement: Agreement) -> None:
        """Compare some rows and count them; those without a showdown are left out."""
        window = block.window(range(len(block.numbers)))
        for index, row in enumerate(scored.rows.tolist()):
            text = text_of(window.cell(row, self.column))
            judgement = self.judged(text, scored, index)
            if not judgement.expected:
                continue
            if judgement.agrees:
                agreement.agree += 1
                continue
            is_unclear = text != "" and judgement.agrees is None
            if is_unclear:
                agreement.not_understood += 1
            else:
                agreement.differ += 1
            if len(agreement.differing) < MOST_LISTED:
                address = window.address_of(row, self.column)
                reason = self._reason(text, judgement)
                error = CellError(self.sheet, address, text, reason)
                agreement.differing.append(error)
                agreement.rows_that_differ.append(row + window.counted_from)

    def _reason(self, text: str, judgement: Judgement) -> str:
        """Return what is said of a cell that does not agree."""
        if not text:
            return f"the cell is blank, but {judgement.expected}"
        if judgement.agrees is None:
            guess = nearest(text, judgement.words)
            return f"{quoted(text)} is no {self.noun}; {judgement.expected}; {guess}"
        return f"the column says {quoted(text)}, but {judgement.expected}"

    def judged(self, text: str, scored: Scored, index: int) -> Judgement:
        """Judge what the cell of a good row says, given by its index among the good rows.

        Names that stand beside the hands in a row count in that row.
        """
        winner = int(scored.winners[index])
        if winner < 0:
            return NOT_JUDGED
        row = int(scored.rows[index])
        seated = scored.seated.get(row, self.names)
        names = []
        for name_in_row, name in zip(seated, self.names, strict=True):
            names.append(name_in_row or name)
        winners = [winner] if winner else scored.best_players(index)
        winner_names = BETWEEN.join(names[player - 1] for player in winners)
        named = self.meant(text, names)
        if folded(text) == folded(winner_names):
            named = {*winners}  # as `score` writes a tie, also of names with a separator
        agrees = None
        if None not in named:
            agrees = named in ({*winners}, {winner})
        expected = f"{winner_names} wins" if winner else f"it is a tie of {winner_names}"
        return Judgement(agrees, expected, [*names, "tie"])

    def meant(self, text: str, names: Sequence[str] = ()) -> set[int | None]:
        """Return the players that a text names, 0 for a tie, None for what is not understood.

        `names` are those of the players in the row of the text.

        >>> check = Check("", 10, ["Anna", "Ben"], {"anna": 1, "ben": 2, "p1": 1, "split": 0})
        >>> [check.meant(text) for text in ("ben", "P1", "split", "Anna & Ben", "Anna wins", "")]
        [{2}, {1}, {0}, {1, 2}, {None}, {None}]
        """
        players = players_called(tuple(names))
        text = folded(text).removesuffix(".0")
        if text in players or text in self.known:  # a name may itself hold a separator: Doe, John
            parts = [text]
        else:
            parts = [part.strip() for part in _AND.split(text)]
        return {players.get(part, self.known.get(part)) for part in parts}


@lru_cache(1 << 12)
def players_called(names: tuple[str, ...]) -> dict[str, int]:
    """Return the player of each name, of equal names the first; a seat may have no name.

    >>> players_called(("Anna", "", "Ben", "ANNA"))
    {'anna': 1, 'ben': 3}
    """
    players: dict[str, int] = {}
    for player, name in enumerate(names, 1):
        if name:
            players.setdefault(folded(name), player)
    return players


def words_of(layout: Layout) -> dict[str, int]:
    """Return the player of each word that a cell may hold; 0 is a tie.

    The words are the players' names, words for a tie, and numbers, also behind a word such as
    *Player*. The numbers are those in the names where each name has one of its own, else 1 to N.
    Players without names have letters, too.

    >>> from xlpoker.layout.grid import Area
    >>> known = words_of(Layout("", 0, 9, (Area(0, 4), Area(5, 9)), names=("Anna", "Ben")))
    >>> [known[word] for word in ("ben", "2", "p2", "player 2", "split", "0")]
    [2, 2, 2, 2, 0, 0]
    """
    names = layout.labels
    signs = [*enumerate(_numbers_of(names), 1)]
    if not layout.names:
        letters = "abcdefghij"[: len(names)]
        signs += [*enumerate(letters, 1)]
    known = dict.fromkeys(_TIES, 0)
    for player, sign in signs:
        for word in _PLAYER_WORDS:
            known[f"{word}{sign}"] = player
            known[f"{word} {sign}"] = player
    return known | players_called(tuple(names))


def _numbers_of(names: Sequence[str]) -> list[str]:
    """Return the number of each player: that in the name, where all differ, else the place.

    >>> _numbers_of(["Seat 2", "Seat 5"]), _numbers_of(["Anna", "Ben"])
    (['2', '5'], ['1', '2'])
    """
    counts = []
    for name in names:
        _, count = word_and_count(folded(name))
        if count:
            counts.append(count)
    if len({*counts}) == len(names):
        return counts
    return [str(number) for number in range(1, len(names) + 1)]


def column_beside(head: Grid, layout: Layout, heading: str) -> int:
    """Return the column beside the hands that has a heading or some letters.

    Of equal headings the nearest to the hands counts. Raises `LayoutError` for any other.

    >>> from xlpoker.layout.grid import Area
    >>> grid, layout = Grid("", [["C1", None, "Dealer"]]), Layout("", 1, 1, (Area(0, 0),))
    >>> column_beside(grid, layout, " dealer"), column_beside(grid, layout, "B")
    (2, 1)
    """
    width = max(len(row) for row in head.rows)
    taken = set(layout.columns)
    beside = [column for column in range(width) if column not in taken]
    letters = {column_letters(column): column for column in beside}
    headings: dict[str, int] = {}
    for row in range(layout.first):
        for column in reversed(beside):
            cell = head.cell(row, column)
            if isinstance(cell, str):
                headings[cell] = column
    columns: dict[str, int] = {}
    for word, column in (letters | headings).items():
        columns[folded(word)] = column
    column_named = columns.get(folded(heading))
    if column_named is None:
        headings_in_order = sorted(headings, key=headings.__getitem__)
        guess = nearest(heading, headings_in_order)
        raise LayoutError(
            f"{quoted(heading)} is no column beside the hands, nor a heading of one; {guess}"
        )
    return column_named


def text_of(cell: Any) -> str:
    """Return a cell as it is compared and shown: 2 for 2.0, single blanks."""
    return " ".join(cell_text(cell).split())
