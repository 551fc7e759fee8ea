"""The check of a dealer: whether a column names the winners of rows according to the cards."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from xlpoker.addresses import column_letters
from xlpoker.errors import CellError, LayoutError, nearest, quoted
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout, word_and_count
from xlpoker.layout.words import ROLE_OF, Role
from xlpoker.scoring.counts import Counts
from xlpoker.scoring.model import Block, Scored, cell_text
from xlpoker.scoring.results import BETWEEN
from xlpoker.text import folded

__all__ = ["Check", "Judged", "column_beside", "players_called", "text_of", "words_of"]

MOST_LISTED = 100_000
_TIES = [
    "0", "-", "–", "—", "=", "tie", "tied", "ties", "it is a tie", "split", "split pot", "draw", "drawn", "chop", "chopped", "push", "even",
    "unentschieden", "geteilt", "remis", "gleich", "égalité", "egalité", "egalite", "partage", "partagé", "nul", "empate", "pareggio",
]  # fmt: skip
"""What people write for a tie."""
_AND = re.compile(r"[,;/&+=]|\b(?:and|und|et|y|e)\b")
_PLAYERS = ["", *(word for word, role in ROLE_OF.items() if role in (Role.PLAYER, Role.HAND))]
Judged = tuple[bool | None, str, list[str]]
"""Whether a cell agrees, None where it is not understood; what it should say, "" where nothing; the nearest of these words is offered."""


@dataclass(slots=True)
class Check:
    """Compares a column with the winners of rows; `names` are the players', `known` the player of each word, 0 for a tie."""

    column: int
    names: Sequence[str]
    known: dict[str, int]
    what: ClassVar[str] = "player"

    def take(self, block: Block, scored: Scored, counts: Counts) -> None:
        """Compare some rows and count them; those without a showdown are left out."""
        counts.agree = counts.agree or 0
        window = block.window(range(len(block.numbers)))
        for at, row in enumerate(scored.rows.tolist()):
            said = text_of(window.cell(row, self.column))
            agrees, meant, words = self.judged(said, scored, at)
            if agrees or not meant:
                counts.agree += meant != ""
                continue
            told = (
                f"the column says {quoted(said)}, but {meant}"
                if said
                else f"the cell is blank, but {meant}"
            )
            if odd := said != "" and agrees is None:
                told = f"{quoted(said)} is no {self.what}; {meant}; {nearest(said, words)}"
            counts.not_understood, counts.differ = (
                counts.not_understood + odd,
                counts.differ + (not odd),
            )
            if len(counts.differing) < MOST_LISTED:
                counts.rows_that_differ.append(row + window.counted_from)
                counts.differing.append(
                    CellError(counts.sheet, window.named(row, self.column), said, told)
                )

    def judged(self, said: str, scored: Scored, at: int) -> Judged:
        """Judge what the cell of a good row says; names that stand beside the hands in a row count in that row."""
        winner, seated = (
            int(scored.winners[at]),
            scored.seated.get(int(scored.rows[at]), self.names),
        )
        if winner < 0:
            return None, "", []
        names = [own or name for own, name in zip(seated, self.names, strict=True)]
        won, found = [winner] if winner else scored.level(at), self.meant(said, names)
        who = BETWEEN.join(names[player - 1] for player in won)
        if folded(said) == folded(who):  # as `score` writes a tie, also of names with a separator
            found = {*won}
        agrees = None if None in found else found in ({*won}, {winner})
        return agrees, f"{who} wins" if winner else f"it is a tie of {who}", [*names, "tie"]

    def meant(self, said: str, names: Sequence[str] = ()) -> set[int | None]:
        """Return the players that a text names, 0 for a tie, None for what is not understood; `names` are those of its row.

        >>> check = Check(10, ["Anna", "Ben"], {"anna": 1, "ben": 2, "p1": 1, "split": 0})
        >>> [check.meant(said) for said in ("ben", "P1", "split", "Anna & Ben", "Anna wins", "")]
        [{2}, {1}, {0}, {1, 2}, {None}, {None}]
        """
        known = ChainMap(players_called(tuple(names)), self.known)
        text = folded(said).removesuffix(".0")
        # a name may itself hold a separator: Doe, John
        parts = [text] if text in known else [part.strip() for part in _AND.split(text)]
        return {known.get(part) for part in parts}


@lru_cache(1 << 12)
def players_called(names: tuple[str, ...]) -> dict[str, int]:
    """Return the player of each name, of equal names the first; a seat may have no name."""
    return {folded(name): at for at, name in [*enumerate(names, 1)][::-1] if name}


def words_of(layout: Layout) -> dict[str, int]:
    """Return the player of each word: names, words for a tie (0), and numbers, also behind *Player*: those in names, else places.

    >>> from xlpoker.layout.grid import Area
    >>> known = words_of(Layout("", 0, 9, (Area(0, 4), Area(5, 9)), names=("Anna", "Ben")))
    >>> [known[word] for word in ("ben", "2", "p2", "player 2", "split", "0")]
    [2, 2, 2, 2, 0, 0]
    """
    names = layout.labels
    counts = [word_and_count(folded(name))[1] for name in names]
    counts = [count for count in counts if count]
    every = counts if len({*counts}) == len(names) else map(str, range(1, len(names) + 1))
    signs = [*enumerate(every, 1), *enumerate("abcdefghij"[: len(names) * (not layout.names)], 1)]
    ways = [f"{word}{blank}" for word in _PLAYERS for blank in ("", " ")]
    return (
        dict.fromkeys(_TIES, 0)
        | {way + sign: at for at, sign in signs for way in ways}
        | players_called(tuple(names))
    )


def column_beside(head: Grid, layout: Layout, named: str) -> int:
    """Return the column beside the hands with a heading, of which the nearest counts, or with some letters; raise `LayoutError` for any other.

    >>> from xlpoker.layout.grid import Area
    >>> grid, layout = Grid("", [["C1", None, "Dealer"]]), Layout("", 1, 1, (Area(0, 0),))
    >>> column_beside(grid, layout, " dealer"), column_beside(grid, layout, "B")
    (2, 1)
    """
    beside = [at for at in range(max(map(len, head.rows))) if at not in layout.columns]
    letters = {column_letters(at): at for at in beside}
    cells = ((head.cell(row, at), at) for row in range(layout.first) for at in beside[::-1])
    above = {word: at for word, at in cells if isinstance(word, str)}
    found = {folded(word): at for word, at in (letters | above).items()}.get(folded(named))
    if found is None:
        there = nearest(named, sorted(above, key=above.__getitem__))
        raise LayoutError(
            f"{quoted(named)} is no column beside the hands, nor a heading of one; {there}"
        )
    return found


def text_of(cell: Any) -> str:
    """Return a cell as it is compared and shown: 2 for 2.0, single blanks."""
    return " ".join(cell_text(cell).split())
