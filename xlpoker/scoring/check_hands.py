"""The check of homework: whether a column names a player's hands, as their category, their whole name, or a number on a scale.

`check_of` tells from the heading and the first cells of a column whether it names hands or winners.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from xlpoker.evaluator.classes import CATEGORIES, STYLES, class_of, name
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.scales import on_scale
from xlpoker.scoring.check import Check, Judged, column_beside, players_called, text_of, words_of
from xlpoker.scoring.model import Scored
from xlpoker.scoring.results import parts_of
from xlpoker.text import folded

__all__ = ["HandCheck", "check_of"]

_MOST_DIGITS = 12
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
_ROYAL, _SAMPLE = len(_CATEGORIES) - 1, 20


@dataclass(slots=True)
class HandCheck(Check):
    """Compares a column with a player's hands: a category in the words of the table, a hand's whole name, or a number on the scale."""

    player: int = 0
    scale: str = "strength"
    what: ClassVar[str] = "hand"

    def judged(self, said: str, scored: Scored, at: int) -> Judged:
        """Return the same for a player's hand."""
        value = float(scored.values[at, self.player])
        if not value:
            return None, "", []
        head, _, rest = map(_letters, said.partition(","))
        own = {class_of(value).category.index, *[_ROYAL] * (name(value) == "Royal Flush")}  # a straight flush, too
        whole = {_letters(name(value, style, royal=False).partition(",")[2]) for style in STYLES}
        found = _categories(head)
        agrees, meant = not own.isdisjoint(found) and rest in whole if found else None, name(value)
        if said.replace(".", "", 1).isdecimal():
            number, digits = on_scale(self.scale, value), min(len(said.partition(".")[2]), _MOST_DIGITS)
            agrees, meant = round(number, digits) == round(float(said), digits), f"{number:.10g}, {meant}"
        return agrees, f"the hand is {meant}", [one.name for one in CATEGORIES]


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, folded(text)))


@lru_cache(1 << 12)
def _categories(word: str) -> frozenset[int]:
    """Return the categories that a word without blanks and signs may mean."""
    return frozenset(index for index, words in enumerate(_CATEGORIES) if word in map(_letters, words.split()))


def check_of(head: Grid, layout: Layout, named: str, players: Layout, scale: str) -> Check:
    """Return the check of a column that is named by its letters or its heading: of winners, or of a player's hands.

    These are the hands of the player in its heading, else of the one before the column. Where `players` are several, its heading
    or a cell of its first rows that names none of them has to say that it names hands. Raises `LayoutError` for a column that is not there.
    """
    column = column_beside(head, layout, named)
    check = Check(column, players.labels, words_of(players))
    cells = [text_of(head.cell(row, column)) for row in range(layout.first + _SAMPLE)]
    who, kind = next(filter(any, map(parts_of, cells[: layout.first])), ("", ""))
    said = any(_categories(_letters(cell)) and None in check.meant(cell) for cell in cells[layout.first :])
    if len(players.hands) > 1 and not (kind in ("hand", "value") if kind else said):
        return check
    before = sum(area.last < column for area in layout.hands)
    player = players_called(tuple(layout.labels)).get(folded(who), max(before, 1)) - 1
    return HandCheck(column, check.names, check.known, player, scale)
