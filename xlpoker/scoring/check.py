"""The check of a dealer, or of homework: whether a column names the winners, or a player's hand, according to the cards.

`Check` compares rows with the hands of all players, `HandCheck` with the hand of one; for a long table `said_of` first finds whom
the column names in each deal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from xlpoker.errors import CellError, LayoutError, nearest, quoted
from xlpoker.evaluator.cells import is_blank
from xlpoker.evaluator.classes import CATEGORIES, STYLES, class_of, name
from xlpoker.layout.grid import Grid, a1, column_number
from xlpoker.layout.headings import HEADINGS, folded
from xlpoker.layout.model import Layout
from xlpoker.scales import on_scale
from xlpoker.scoring.counts import Counts
from xlpoker.scoring.model import Block, Scored, Window
from xlpoker.scoring.results import BETWEEN, parts_of
from xlpoker.scoring.score import persons_beside

__all__ = ["Check", "HandCheck", "check_of", "column_beside", "column_of", "hand_check", "said_of"]

MOST_LISTED = 100_000
_TIES = frozenset(
    "0|-|–|—|=|tie|tied|ties|it is a tie|split|split pot|draw|drawn|chop|chopped|push|even|unentschieden|geteilt|remis|gleich|"
    "égalité|egalité|egalite|partage|partagé|nul|empate|pareggio".split("|")
)
_AND = re.compile(r"\s*(?:[,;/&+=]|\b(?:and|und|et|y|e)\b)\s*")
_MARKS = frozenset("x|xx|✓|✔|√|*|1|w|win|wins|won|winner|yes|y|true|ja|j|oui|sí|si|gewonnen|sieger|gagné".split("|"))
_NO_MARKS = frozenset(
    "0|-|–|l|loss|loses|lost|loser|no|n|false|nein|non|verloren|perdu|out|fold|folded|muck".split("|")
)
_COUNTED = re.compile(r"(?P<who>\D+)(?P<number>\d{1,3}|(?<=[\s_-])[a-j])")
_WHO = "|".join((HEADINGS["player"] + " " + HEADINGS["hand"]).split())
_NUMBER = re.compile(rf"(?:(?:{_WHO}|#)[\s_.#-]*)?0*(?P<number>\d{{1,3}}|(?<![^\W_])[a-j])(?:\.0)?")


_CATEGORIES = (  # without blanks and signs, by the index of the category; the royal flush is the last
    "highcard highestcard high nothing nopair noting höchstekarte hohekarte cartehaute cartaalta wysokakarta",
    "pair onepair apair 1pair singlepair paar einpaar paire unepaire pareja unapareja par umpar coppia unacoppia para jednapara",
    "twopair twopairs 2pair 2pairs zweipaare zweipaar deuxpaires doublepaire doblepareja dospares doispares doppiacoppia dwiepary",
    "threeofakind threeofkind 3ofakind 3ofkind trips set drilling brelan trío trio trinca tris trójka",
    "straight astraight straße strasse quinte suite escalera sequência sequencia scala strit",
    "flush aflush farbe couleur color cor colore kolor",
    "fullhouse full boat fullboat ful",
    "fourofakind fourofkind 4ofakind 4ofkind quads vierling carré carre póker poker quadra kareta",
    "straightflush straßeinfarbe quinteflush escaleradecolor scalacolore poker",
    "fiveofakind fiveofkind 5ofakind fünfling",
    "royalflush royal royalstraightflush quinteflushroyale escalerareal scalareale pokerkrólewski",
)
_STRAIGHT_FLUSH, _ROYAL, _SAMPLE = 8, len(_CATEGORIES) - 1, 20


@dataclass(slots=True)
class Check:
    """Compares a column with the winners of rows; `names` are the players', `beside` the columns with the names in each row."""

    column: int
    names: list[str]
    beside: tuple[int, ...] = ()
    generic: bool = False  # placeholders such as Player 1
    numbers: dict[str, int] = field(init=False)  # the player of a number or letter: Seat 5 may be the second player

    def __post_init__(self) -> None:
        counted = [match for name in self.names if (match := _COUNTED.fullmatch(name.casefold()))]
        alike = len(counted) == len(self.names) and len({match["who"] for match in counted}) == 1
        said = [match["number"].lstrip("0") for match in counted] if alike else map(str, range(1, len(self.names) + 1))
        self.numbers = {number: winner for winner, number in enumerate(said, 1)}
        if self.generic:
            self.numbers |= {letter: winner for winner, letter in enumerate("abcdefghij"[: len(self.names)], 1)}

    def take(self, block: Block, scored: Scored, counts: Counts) -> None:
        """Compare some rows and count them; those without a showdown are left out."""
        counts.agree = counts.agree or 0
        window = block.window(range(len(block.numbers)))
        for at, row in enumerate(scored.rows.tolist()):
            said = window.cell(row, self.column)
            if (judged := self.judged(window, scored, at)) is None:
                continue
            understood, told = judged
            counts.agree += not told
            counts.differ += bool(told) and understood
            counts.not_understood += not understood
            if told and len(counts.differing) < MOST_LISTED:
                cell = window.named(row, self.column)
                counts.rows_that_differ.append(row + window.counted_from)
                counts.differing.append(CellError(counts.sheet, cell, _shown(said), told))

    def judged(self, window: Window, scored: Scored, at: int) -> tuple[bool, str] | None:
        """Return whether the cell of a good row is understood (or blank), and what is wrong, "" if it agrees; None for a row to leave out."""
        row, winner = int(scored.rows[at]), int(scored.winners[at])
        if winner < 0:
            return None
        won, said = [winner] if winner else scored.level(at), window.cell(row, self.column)
        seated = tuple(_text(window.cell(row, column)) for column in self.beside)
        found = self.named_in(said, seated)
        if found == set(won) or (found == set() and not winner):
            return True, ""
        names = [one or other for one, other in zip(seated, self.names, strict=True)] if seated else self.names
        tie = f"it is a tie{f' of {BETWEEN.join(names[who - 1] for who in won)}' if len(won) < len(names) else ''}"
        wins = tie if len(won) > 1 else f"{names[won[0] - 1]} wins"
        return _judged(said, found is not None, wins, "player", [*names, "tie"])

    def named_in(self, said: Any, seated: tuple[str, ...] = ()) -> set[int] | None:
        """Return the winners that a cell names, an empty set for a tie without names, None for nobody; `seated` are the names in its row.

        >>> check = Check(10, ["Anna", "Ben"])
        >>> [check.named_in(said) for said in (2, "P1", "ben", "split", 0.0, "Anna & Ben", "1/2", "Carl", None, True)]
        [{2}, {1}, {2}, set(), set(), {1, 2}, {1, 2}, None, None, None]
        >>> check.named_in("dora", ("Carl", "Dora")), check.named_in("égalité"), check.named_in("Anna wins")
        ({2}, set(), None)
        >>> [Check(10, ["Seat 2", "Seat 5"]).named_in(said) for said in (5, "P2", 1)]
        [{2}, {1}, None]
        >>> [Check(10, ["Player 1", "Player 2"], generic=True).named_in(said) for said in ("B", "Joueur 2", "C")]
        [{2}, {2}, None]
        """
        text = folded(_shown(said))
        if who := self._one(text, seated):
            return {who}
        if text in _TIES or (said == 0 and said is not False):  # behind the names: one may be called Draw
            return set()
        found, start = set[int](), 0
        for end, behind in [*(match.span() for match in _AND.finditer(text)), (len(text), -1)]:
            if who := self._one(text[start:end], seated):  # a name may itself hold a separator: Doe, John
                found.add(who)
                start = behind
        return found if start < 0 else None

    def _one(self, text: str, seated: tuple[str, ...]) -> int | None:
        """Return the winner of a name, which stands in the row or above the hands, or of a number or letter."""
        if who := _known(seated).get(text) or _known((*self.names,)).get(text):
            return who
        match = _NUMBER.fullmatch(text)
        return self.numbers.get(match["number"]) if match is not None else None


def _judged(said: Any, understood: bool, meant: str, what: str, words: Sequence[str]) -> tuple[bool, str]:
    """Return whether a cell that does not agree was understood (or is blank), and the sentence about it."""
    text = _shown(said).strip()
    if not text:
        return True, f"the cell is blank, but {meant}"
    if understood:
        return True, f"the column says {quoted(text)}, but {meant}"
    return False, f"{quoted(text)} is no {what}; {meant}; {nearest(text, words)}"


class HandCheck(Check):
    """Compares a column with a player's hands: a category in the words of the table, a hand's whole name, or a number on the scale."""

    player = 0
    scale = "strength"

    def judged(self, window: Window, scored: Scored, at: int) -> tuple[bool, str] | None:
        """Return the same for a player's hand."""
        value = float(scored.values[at, self.player])
        if not value:
            return None
        said, meant = window.cell(int(scored.rows[at]), self.column), name(value)
        text = _shown(said).strip()
        head, *rest = map(_letters, text.partition(",")[::2])
        own = {_STRAIGHT_FLUSH, _ROYAL} if meant == "Royal Flush" else {class_of(value).category.index}
        whole = {_letters(name(value, style, royal=False).partition(",")[2]) for style in STYLES}
        understood, agrees = bool(_meant(head)), bool(own & _meant(head)) and {*rest} <= whole
        try:
            given = float(text)
        except ValueError:
            pass
        else:
            number = on_scale(self.scale, value)
            understood, agrees = True, round(number, len(text.partition(".")[2])) == given
            meant = f"{number:.10g}, {meant}"
        if agrees:
            return True, ""
        return _judged(said, understood, f"the hand is {meant}", "hand", [one.name for one in CATEGORIES])


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, folded(text)))


@lru_cache(1 << 12)
def _meant(word: str) -> frozenset[int]:
    """Return the categories that a word without blanks and signs may mean."""
    return frozenset(index for index, words in enumerate(_CATEGORIES) if word in map(_letters, words.split()))


def column_of(named: str, headings: Iterable[tuple[str, int]], head: Grid) -> int | None:
    """Return the column with that heading (the first one) or those letters; None where there is none.

    >>> [column_of(named, [("Dealer", 2)], Grid("", [[None] * 3])) for named in (" dealer", "B", "D")]
    [2, 1, None]
    """
    said = folded(named)
    found = next((column for word, column in headings if folded(word) == said), None)
    if found is None and re.fullmatch(r"[a-z]{1,3}", said) and column_number(said) < max(map(len, head.rows)):
        found = column_number(said)
    return found


def check_of(head: Grid, layout: Layout, named: str, scale: str = "strength") -> Check:
    """Return the check of a column that is named by its letters or its heading: of a player's hands, if its heading or a cell says so.

    Raises `LayoutError` for a column that is not there.
    """
    found, names = column_beside(head, layout, named), layout.labels
    check = Check(found, names, persons_beside(head, layout), generic=not layout.names)
    return hand_check(head, layout, check, scale) or check


def hand_check(head: Grid, layout: Layout, check: Check, scale: str) -> HandCheck | None:
    """Return the check of a column that names hands: those of the player in its heading, else of the one before the column.

    Of several players, its heading or a cell of its first rows that names none of them has to say so, else there is none.
    """
    above = (parts_of(_text(head.cell(row, check.column))) for row in range(layout.first))
    who, kind = next(filter(any, above), ("", ""))
    cells = [head.cell(row, check.column) for row in range(layout.first, layout.first + _SAMPLE)]
    said = any(_meant(_letters(_shown(cell))) and check.named_in(cell) is None for cell in cells)
    if len(check.names) > 1 and not (kind in ("hand", "value") if kind else said):
        return None
    hands = HandCheck(check.column, check.names)
    before = [at for at, area in enumerate(layout.hands) if area.last < check.column]
    hands.player = _known((*layout.labels,)).get(folded(who), max(before, default=0) + 1) - 1
    hands.scale = scale
    return hands


def column_beside(head: Grid, layout: Layout, named: str) -> int:
    """Return the column beside the hands that is named by its letters or its heading; raise `LayoutError` for any other."""
    above = [
        (cell, at) for row in head.rows[: layout.first][::-1] for at, cell in enumerate(row) if isinstance(cell, str)
    ]
    found = column_of(named, above, head)
    if found is None or found in layout.columns:
        where = "is a column of the hands" if found is not None else "is no column, and no heading above the hands"
        words = [word for word, _ in sorted(above, key=lambda one: one[1])]
        raise LayoutError(f"{quoted(named)} {where}; {nearest(named, words) if words else 'such as K'}")
    return found


def said_of(
    grid: Grid, column: int, deals: Sequence[Mapping[int, str | int]]
) -> list[tuple[str | int | None, tuple[int, int]]]:
    """Return for each deal the winner that a column names, and its cell; a deal is given by the name or number of the player in each row.

    >>> grid = Grid("", [[1, "Ann", "x"], [1, "Ben", None], [2, "Ann", None], [2, "Ben", "x"]])
    >>> said_of(grid, 2, [{0: "Ann", 1: "Ben"}, {2: "Ann", 3: "Ben"}])
    [('Ann', (0, 2)), ('Ben', (3, 2))]

    Raises `LayoutError` for numbers where players have names: it is unknown whose they are.
    """
    cells = [{row: grid.cell(row, column) for row in deal if not is_blank(grid.cell(row, column))} for deal in deals]
    texts = {folded(_shown(cell)) for held in cells for cell in held.values()}
    names = {folded(name) for deal in deals for name in deal.values() if isinstance(name, str)}
    marked = bool(texts & _MARKS) and texts <= _MARKS | _NO_MARKS
    for held in cells if names and not marked else ():
        for row, cell in held.items():
            text = folded(_shown(cell))
            if (isinstance(cell, int | float) or text.isdecimal()) and text not in names:
                accepted = "write the winner's name, or a mark such as x in the winner's row"
                raise LayoutError(f"{a1(row, column)}: {quoted(text)} is a number where players have names; {accepted}")
    found: list[tuple[str | int | None, tuple[int, int]]] = []
    for deal, held in zip(deals, cells, strict=True):
        marks = [row for row, cell in held.items() if folded(_shown(cell)) in _MARKS] if marked else list(held)
        several = list(dict.fromkeys(deal[row] if marked else held[row] for row in marks))
        whole = several[0] if len(several) == 1 else BETWEEN.join(map(str, several)) if names else 0
        found.append((whole if several else None, (next(iter(marks or deal)), column)))
    return found


@lru_cache(1 << 12)
def _known(names: tuple[str, ...]) -> dict[str, int]:
    """Return the number of each name (of equal names the first); a seat may have no name."""
    return {folded(name): at for at, name in [*enumerate(names, 1)][::-1] if name}


def _shown(said: Any) -> str:
    return f"{said:g}" if isinstance(said, float) else "" if said is None else str(said)


def _text(cell: Any) -> str:
    return " ".join(_shown(cell).split())
