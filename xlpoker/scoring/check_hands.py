"""The check of homework: whether a column names a player's hands, as their category or its class, their whole name, or a number on a scale.

`check_of` tells from the heading and the first cells of a column whether it names hands or winners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from xlpoker.evaluator.classes import (
    CATEGORIES,
    FIVE_OF_A_KIND,
    ROYAL_FLUSH,
    STYLES,
    class_of,
    name,
)
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.scales import on_scale
from xlpoker.scoring.check import Check, Judged, column_beside, players_called, text_of, words_of
from xlpoker.scoring.model import Scored
from xlpoker.scoring.results import parts_of
from xlpoker.text import folded

__all__ = ["HandCheck", "check_of"]

STRENGTH = "strength"
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
_ROYAL_CLASS = 9
"""Classes, as data sets number categories, are 0 for a high card to 8 for a straight flush, and this one for a royal flush."""


@dataclass(slots=True)
class HandCheck(Check):
    """Compares a column with a player's hands: a category in the words of the table, a hand's whole name, or a number.

    A number is one on the scale or, with `classes`, the class of the category.
    """

    player: int = 0
    scale: str = STRENGTH
    classes: bool = False
    what: ClassVar[str] = "hand"

    def judged(self, said: str, scored: Scored, at: int) -> Judged:
        """Judge what the cell says of a player's hand: whether it agrees, what it should say, and the words that it may use."""
        value = float(scored.values[at, self.player])
        if not value:
            return None, "", []
        if not _is_number(said):
            agrees, meant = _agrees_in_words(said, value), name(value)
        elif self.classes:
            number = _class_number(value)
            agrees, meant = (
                float(said) == number,
                name(value) if number is None else f"{number}, {name(value)}",
            )
        else:
            exact, digits = (
                on_scale(self.scale, value),
                min(len(said.partition(".")[2]), _MOST_DIGITS),
            )
            agrees, meant = (
                round(exact, digits) == round(float(said), digits),
                f"{exact:.10g}, {name(value)}",
            )
        return agrees, f"the hand is {meant}", [category.name for category in CATEGORIES]


def _agrees_in_words(said: str, value: float) -> bool | None:
    """Tell whether a text names the category of a hand, or the whole hand; None where it names no category."""
    head, _, rest = map(_letters, said.partition(","))
    named = _categories(head)
    if not named:
        return None
    own = {class_of(value).category.index}
    if name(value) == ROYAL_FLUSH:
        own.add(_ROYAL)  # it is a straight flush, too
    whole = {_letters(name(value, style, royal=False).partition(",")[2]) for style in STYLES}
    return not own.isdisjoint(named) and rest in whole


def _class_number(value: float) -> int | None:
    """Return the class of a hand, None for five of a kind, which has none.

    >>> _class_number(1), _class_number(7461), _class_number(7462), _class_number(7475)
    (0, 8, 9, None)
    """
    category = class_of(value).category
    if category == FIVE_OF_A_KIND:
        return None
    return _ROYAL_CLASS if name(value) == ROYAL_FLUSH else category.index


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, folded(text)))


@lru_cache(1 << 12)
def _categories(word: str) -> frozenset[int]:
    """Return the categories that a word without blanks and signs may mean."""
    return frozenset(
        index for index, words in enumerate(_CATEGORIES) if word in map(_letters, words.split())
    )


def check_of(head: Grid, layout: Layout, named: str, players: Layout, scale: str) -> Check:
    """Return the check of a column that is named by its letters or its heading: of winners, or of a player's hands.

    These are the hands of the player in its heading, else of the one before the column. Where `players` are several, its heading
    or a cell of its first rows that names none of them has to say that it names hands. Numbers of a hand are classes where most of the
    first rows hold 0 to 9, no scale is chosen and the heading is not that of values. Raises `LayoutError` for a column that is not there.
    """
    column = column_beside(head, layout, named)
    check = Check(column, players.labels, words_of(players))
    cells = [text_of(head.cell(row, column)) for row in range(layout.first + _SAMPLE)]
    who, kind = next(filter(any, map(parts_of, cells[: layout.first])), ("", ""))
    said = any(
        _categories(_letters(cell)) and None in check.meant(cell) for cell in cells[layout.first :]
    )
    if len(players.hands) > 1 and not (kind in ("hand", "value") if kind else said):
        return check
    before = sum(area.last < column for area in layout.hands)
    player = players_called(tuple(layout.labels)).get(folded(who), max(before, 1)) - 1
    classes = scale == STRENGTH and kind != "value" and _are_classes(cells[layout.first :])
    return HandCheck(column, check.names, check.known, player, scale, classes)


def _are_classes(cells: Sequence[str]) -> bool:
    """Tell whether most numbers in some cells are classes: a hand's strength is hardly ever as small.

    >>> _are_classes(["0", "9", "1", "12", ""]), _are_classes(["7165", "2067", "9"]), _are_classes(["flush"])
    (True, False, False)
    """
    numbers = [float(cell) for cell in cells if _is_number(cell)]
    small = [number for number in numbers if number in range(_ROYAL_CLASS + 1)]
    return 2 * len(small) > len(numbers)
