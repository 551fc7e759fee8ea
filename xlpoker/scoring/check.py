"""The check of a dealer, or of homework: whether a column names the winners, or a player's hand, according to the cards.

`Check` compares rows with the hands of all players, `HandCheck` with the hand of one; for a long table `said_of` first finds whom
the column names in each deal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from xlpoker.errors import CellError, LayoutError, nearest, quoted
from xlpoker.evaluator.classes import CATEGORIES, STYLES, class_of, name
from xlpoker.layout.grid import Grid, column_letters
from xlpoker.layout.headings import GENERIC, ROLES, folded
from xlpoker.layout.model import Layout
from xlpoker.scales import on_scale
from xlpoker.scoring.counts import Counts
from xlpoker.scoring.model import Block, Scored, Window
from xlpoker.scoring.results import BETWEEN, parts_of

__all__ = ["Check", "HandCheck", "check_of", "column_beside", "hand_check", "numbers_of", "said_of"]

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
    """Compares a column with the winners of rows; `names` are the players', `beside` the columns with the names in each row.

    `numbers` has the player of each number or letter, as `numbers_of` returns it; nothing where it is unknown whose they are.
    """

    column: int
    names: list[str]
    numbers: Mapping[str, int]
    beside: tuple[int, ...] = ()

    def take(self, block: Block, scored: Scored, counts: Counts) -> None:
        """Compare some rows and count them; those without a showdown are left out."""
        counts.agree = counts.agree or 0
        window = block.window(range(len(block.numbers)))
        for at, row in enumerate(scored.rows.tolist()):
            if (judged := self.judged(window, scored, at)) is None:
                continue
            understood, told = judged
            counts.agree += not told
            counts.differ += bool(told) and understood
            counts.not_understood += not understood
            if told and len(counts.differing) < MOST_LISTED:
                cell, said = window.named(row, self.column), _text(window.cell(row, self.column))
                counts.rows_that_differ.append(row + window.counted_from)
                counts.differing.append(CellError(counts.sheet, cell, said, told))

    def judged(self, window: Window, scored: Scored, at: int) -> tuple[bool, str] | None:
        """Return whether the cell of a good row is understood (or blank), and what is wrong, "" if it agrees; None for a row to leave out."""
        row, winner = int(scored.rows[at]), int(scored.winners[at])
        if winner < 0:
            return None
        beside = zip(self.beside, self.names, strict=False)
        names = [_text(window.cell(row, column)) or name for column, name in beside] or self.names
        won, said = [winner] if winner else scored.level(at), _text(window.cell(row, self.column))
        found = self.named_in(said, names)
        if found == {*won} or (found == set() and not winner):
            return True, ""
        who = BETWEEN.join(names[player - 1] for player in won)
        wins = f"{who} wins" if winner else f"it is a tie of {who}"
        return _judged(said, found is not None, wins, "player", [*names, "tie"])

    def named_in(self, said: str, names: Sequence[str] = ()) -> set[int] | None:
        """Return the winners that a text names, an empty set for a tie without names, None for nobody; `names` are those of its row.

        >>> check = Check(10, ["Anna", "Ben"], {"1": 1, "2": 2})
        >>> [check.named_in(said) for said in ("2", "P1", "ben", "split", "0", "Anna & Ben", "1/2", "Carl", "", "TRUE")]
        [{2}, {1}, {2}, set(), set(), {1, 2}, {1, 2}, None, None, None]
        >>> check.named_in("dora", ["Carl", "Dora"]), check.named_in("égalité"), check.named_in("Anna wins")
        ({2}, set(), None)
        """
        text = folded(said).removesuffix(".0")
        known = _known((*names,), (*self.names,))
        if text in _TIES and text not in known:  # a player may be called Draw
            return set()
        found, start = set[int](), 0
        for end, behind in [*(match.span() for match in _AND.finditer(text)), (len(text), -1)]:
            part = text[start:end]
            if who := known.get(part) or self._counted(part):  # a name may itself hold a separator: Doe, John
                found.add(who)
                start = behind
        return found if start < 0 else None

    def _counted(self, text: str) -> int:
        """Return the player of a number or a letter, alone or behind a word for players; 0 for nobody."""
        who, number = _number_in(text)
        return self.numbers.get(number, 0) if ROLES.get(who or "player") in ("player", "hand") else 0


def numbers_of(names: Sequence[str], *, generic: bool) -> dict[str, int]:
    """Return the player of each number: of a name that is counted, else its place; of letters, too, for `generic` names.

    >>> numbers_of(["Anna", "Ben"], generic=False), numbers_of(["Player 1", "Player 2"], generic=True)
    ({'1': 1, '2': 2}, {'1': 1, '2': 2, 'a': 1, 'b': 2})
    >>> numbers_of(["Seat 2", "Seat 5"], generic=False), numbers_of(["Player B", "Player A"], generic=False)
    ({'2': 1, '5': 2}, {'b': 1, 'a': 2})
    """
    players = range(1, len(names) + 1)
    whos, numbers = zip(*(_number_in(folded(name)) for name in names), strict=True)
    counted = len({*whos}) == 1 and all(numbers) and (whos[0] or numbers[0].isdecimal())  # hands A and B have places
    letters = dict(zip("abcdefghij" * generic, players, strict=False))
    return dict(zip(numbers if counted else map(str, players), players, strict=True)) | letters


def _number_in(text: str) -> tuple[str, str]:
    """Return the word and the number or letter of a player who has no name, such as *seat 5*; of any other the text alone."""
    match = GENERIC.fullmatch(text)
    return (match[1], match[2].lstrip("0")) if match is not None else (text, "")


def _judged(said: str, understood: bool, meant: str, what: str, words: Sequence[str]) -> tuple[bool, str]:
    """Return whether a cell that does not agree was understood (or is blank), and the sentence about it."""
    if not said:
        return True, f"the cell is blank, but {meant}"
    if understood:
        return True, f"the column says {quoted(said)}, but {meant}"
    return False, f"{quoted(said)} is no {what}; {meant}; {nearest(said, words)}"


@dataclass(slots=True)
class HandCheck(Check):
    """Compares a column with a player's hands: a category in the words of the table, a hand's whole name, or a number on the scale."""

    player: int = 0
    scale: str = "strength"

    def judged(self, window: Window, scored: Scored, at: int) -> tuple[bool, str] | None:
        """Return the same for a player's hand."""
        value = float(scored.values[at, self.player])
        if not value:
            return None
        said, meant = _text(window.cell(int(scored.rows[at]), self.column)), name(value)
        head, *rest = map(_letters, said.partition(",")[::2])
        own = {_STRAIGHT_FLUSH, _ROYAL} if meant == "Royal Flush" else {class_of(value).category.index}
        whole = {_letters(name(value, style, royal=False).partition(",")[2]) for style in STYLES}
        understood, agrees = bool(_meant(head)), bool(own & _meant(head)) and {*rest} <= whole
        try:
            given = float(said)
        except ValueError:
            pass
        else:
            number = on_scale(self.scale, value)
            understood, agrees = True, round(number, len(said.partition(".")[2])) == given
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


def check_of(head: Grid, layout: Layout, named: str, scale: str, beside: tuple[int, ...]) -> Check:
    """Return the check of a column that is named by its letters or its heading: of a player's hands, if its heading or a cell says so.

    `beside` are the columns with the players' names. Raises `LayoutError` for a column that is not there.
    """
    numbers = numbers_of(layout.labels, generic=not layout.names)
    check = Check(column_beside(head, layout, named), layout.labels, numbers, beside)
    return hand_check(head, layout, check, scale) or check


def hand_check(head: Grid, layout: Layout, check: Check, scale: str) -> HandCheck | None:
    """Return the check of a column that names hands: those of the player in its heading, else of the one before the column.

    Of several players, its heading or a cell of its first rows that names none of them has to say so, else there is none.
    """
    cells = [_text(head.cell(row, check.column)) for row in range(layout.first + _SAMPLE)]
    who, kind = next(filter(any, map(parts_of, cells[: layout.first])), ("", ""))
    said = any(_meant(_letters(cell)) and check.named_in(cell) is None for cell in cells[layout.first :])
    if len(check.names) > 1 and not (kind in ("hand", "value") if kind else said):
        return None
    before = sum(area.last < check.column for area in layout.hands)
    player = _known((*layout.labels,)).get(folded(who), max(before, 1)) - 1
    return HandCheck(check.column, check.names, check.numbers, player=player, scale=scale)


def column_beside(head: Grid, layout: Layout, named: str) -> int:
    """Return the column beside the hands with a heading, of which the nearest counts, or with some letters.

    >>> from xlpoker.layout.grid import Area
    >>> grid, layout = Grid("", [["C1", None, "Dealer"]]), Layout("", 1, 1, (Area(0, 0),))
    >>> column_beside(grid, layout, " dealer"), column_beside(grid, layout, "B")
    (2, 1)

    Raises `LayoutError` for any other.
    """
    rows = head.rows[: layout.first]
    above = {cell: at for row in rows for at, cell in [*enumerate(row)][::-1] if isinstance(cell, str)}
    letters = {column_letters(at): at for at in range(max(map(len, head.rows)))}
    found = {folded(word): at for word, at in (letters | above).items()}.get(folded(named))
    if found is None or found in layout.columns:
        where = "is a column of the hands" if found is not None else "is no column, and no heading above the hands"
        raise LayoutError(f"{quoted(named)} {where}; {nearest(named, sorted(above, key=above.__getitem__))}")
    return found


def said_of(grid: Grid, column: int, deals: Sequence[Mapping[int, str]]) -> list[tuple[str, tuple[int, int]]]:
    """Return for each deal the winners that a column names or marks, and the cell; a deal has the player in each of its rows.

    >>> grid = Grid("", [[1, "Ann", "x"], [1, "Ben", None], [2, "Ann", None], [2, "Ben", "x"]])
    >>> said_of(grid, 2, [{0: "Ann", 1: "Ben"}, {2: "Ann", 3: "Ben"}])
    [('Ann', (0, 2)), ('Ben', (3, 2))]
    """
    texts = [{row: text for row in sorted(deal) if (text := _text(grid.cell(row, column)))} for deal in deals]
    said = {folded(text) for held in texts for text in held.values()}
    if said <= _MARKS | _NO_MARKS and not said <= _NO_MARKS:
        marks = [[row for row, text in held.items() if folded(text) in _MARKS] for held in texts]
        texts = [{row: deal[row] for row in rows} for deal, rows in zip(deals, marks, strict=True)]
    return [
        (BETWEEN.join(dict.fromkeys(held.values())), (min(held or deal), column))
        for deal, held in zip(deals, texts, strict=True)
    ]


@lru_cache(1 << 12)
def _known(names: tuple[str, ...], others: tuple[str, ...] = ()) -> dict[str, int]:
    """Return the number of each name, of equal names the first, and of others that the same players have; a seat may have no name."""
    return {folded(name): at for group in (others, names) for at, name in [*enumerate(group, 1)][::-1] if name}


def _text(cell: Any) -> str:
    """Return a cell as it is compared and shown: 2 for 2.0, single blanks."""
    return " ".join((f"{cell:g}" if isinstance(cell, float) else "" if cell is None else str(cell)).split())
