"""The check of homework: whether a column names a player's hands.

A hand is named by its category, by the class of its category, by its whole name, or by a number on
a scale. `check_of` tells from the heading and the first cells of a column whether it names hands or
winners.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from xlpoker.evaluator.classes import (
    CATEGORIES,
    EIGHT_OR_BETTER,
    FIRST_VALUES,
    FIVE_OF_A_KIND,
    OWN_VALUES,
    RAZZ,
    ROYAL_FLUSH,
    STYLES,
    class_of,
    name,
)
from xlpoker.layout.grid import Grid
from xlpoker.layout.model import Layout
from xlpoker.scales import on_scale
from xlpoker.scoring.check import (
    NOT_JUDGED,
    Check,
    Judgement,
    column_beside,
    players_called,
    text_of,
    words_of,
)
from xlpoker.scoring.model import Scored
from xlpoker.scoring.result_columns import parts_of
from xlpoker.text import folded

__all__ = ["HandCheck", "check_of"]

STRENGTH = "strength"
_MOST_DIGITS = 12
_CATEGORY_WORDS = (  # without blanks and signs, by the index of the category
    """
    highcard highestcard high nothing nopair noting
    höchstekarte hohekarte cartehaute cartaalta wysokakarta
    """,
    """
    pair onepair apair 1pair singlepair paar einpaar paire unepaire
    pareja unapareja par umpar coppia unacoppia para jednapara
    """,
    """
    twopair twopairs 2pair 2pairs zweipaare zweipaar deuxpaires doublepaire
    doblepareja dospares doispares doppiacoppia dwiepary
    """,
    """
    threeofakind threeofkind 3ofakind 3ofkind trips set drilling brelan
    trío trio trinca tris trójka
    """,
    "straight astraight straße strasse quinte suite escalera sequência sequencia scala strit",
    "flush aflush farbe couleur color cor colore kolor",
    "fullhouse full boat fullboat ful",
    """
    fourofakind fourofkind 4ofakind 4ofkind quads vierling carré carre
    póker poker quadra kareta
    """,
    "straightflush straßeinfarbe quinteflush escaleradecolor scalacolore poker",
    "fiveofakind fiveofkind 5ofakind fünfling",
    """
    royalflush royal royalstraightflush quinteflushroyale
    escalerareal scalareale pokerkrólewski
    """,
)
_ROYAL = len(_CATEGORY_WORDS) - 1
"""The index of the royal flush, which is the last of these and elsewhere no category."""
_ROYAL_CLASS = 9
"""Data sets number categories as classes: 0 for a high card .. 8 for a straight flush, and this."""
_SAMPLED_ROWS = 20
_LOW_VALUES = range(FIRST_VALUES[RAZZ], OWN_VALUES[EIGHT_OR_BETTER].stop)
_CARDS_OF_LOW = re.compile(r"(?:10|[2-9TJQKA])(?:[-, ](?:10|[2-9TJQKA])){4}", re.IGNORECASE)
"""A low hand by its cards, as players name it: 7-5-4-3-2."""


@dataclass(frozen=True, slots=True)
class HandCheck(Check):
    """Compares a column with a player's hands: with their category, their name, or a number.

    A number is one on the scale or, with `classes`, the class of the category.
    """

    player: int = 0
    scale: str = STRENGTH
    classes: bool = False
    noun: ClassVar[str] = "hand"

    def judged(self, text: str, scored: Scored, index: int) -> Judgement:
        """Judge what the cell of a good row says of a player's hand, as `Check.judged`."""
        value = float(scored.values[index, self.player])
        if not value:
            return NOT_JUDGED
        if not _is_number(text):
            agrees, expected = _agrees_in_words(text, value), name(value)
        elif self.classes:
            agrees, expected = _compared_with_class(float(text), value)
        else:
            agrees, expected = self._compared_with_number(text, value)
        words = [category.name for category in CATEGORIES]
        return Judgement(agrees, f"the hand is {expected}", words)

    def _compared_with_number(self, text: str, value: float) -> tuple[bool, str]:
        """Tell whether a text is the number of a hand, in its digits; return that number."""
        exact = on_scale(self.scale, value)
        _, _, decimals = text.partition(".")
        digits = min(len(decimals), _MOST_DIGITS)
        agrees = round(exact, digits) == round(float(text), digits)
        return agrees, f"{exact:.10g}, {name(value)}"


def _agrees_in_words(text: str, value: float) -> bool | None:
    """Tell whether a text names a hand or its category; None where it names no category at all."""
    if value in _LOW_VALUES:
        names_of_hand = [_letters(name(value, style)) for style in STYLES]
        if _letters(text) in names_of_hand:
            return True
        if _CARDS_OF_LOW.fullmatch(text.strip()):
            return False
    category, _, rest = text.partition(",")
    named = _categories(_letters(category))
    if not named:
        return None
    hand_categories = {class_of(value).category.number}
    if name(value) == ROYAL_FLUSH:
        hand_categories.add(_ROYAL)  # it is a straight flush, too
    if hand_categories.isdisjoint(named):
        return False
    rests_of_names = set()
    for style in STYLES:
        _, _, rest_of_name = name(value, style, royal=False).partition(",")
        rests_of_names.add(_letters(rest_of_name))
    return _letters(rest) in rests_of_names


def _compared_with_class(number: float, value: float) -> tuple[bool, str]:
    """Tell whether a number is the class of a hand; return that class with the hand's name."""
    number_of_class = _class_number(value)
    if number_of_class is None:
        return False, name(value)
    return number == number_of_class, f"{number_of_class}, {name(value)}"


def _class_number(value: float) -> int | None:
    """Return the class of a hand, None for five of a kind, which has none.

    >>> _class_number(1), _class_number(7461), _class_number(7462), _class_number(7475)
    (0, 8, 9, None)
    """
    category = class_of(value).category
    if category == FIVE_OF_A_KIND:
        return None
    return _ROYAL_CLASS if name(value) == ROYAL_FLUSH else category.number


def _is_number(text: str) -> bool:
    """Tell whether a text is a number without a sign."""
    return text.replace(".", "", 1).isdecimal()


def _letters(text: str) -> str:
    """Return the letters and digits of a text as they are compared.

    >>> _letters("4-of-a-Kind ")
    '4ofakind'
    """
    return "".join(character for character in folded(text) if character.isalnum())


@lru_cache(1 << 12)
def _categories(word: str) -> frozenset[int]:
    """Return the categories that a word without blanks and signs may mean."""
    categories = set()
    for index, words in enumerate(_CATEGORY_WORDS):
        if any(word == _letters(known) for known in words.split()):
            categories.add(index)
    return frozenset(categories)


def check_of(head: Grid, layout: Layout, heading: str, players: Layout, scale: str) -> Check:
    """Return the check of a column, given by its letters or heading: of winners, or of hands.

    These are the hands of the player in its heading, else of the one before the column. Where
    `players` are several, its heading or a cell of its first rows that names none of them has to
    say that it names hands. Numbers of a hand are classes where most of the first rows hold 0 to 9,
    no scale is chosen and the heading is not that of values. Raises `LayoutError` for a column that
    is not there.
    """
    column = column_beside(head, layout, heading)
    check = Check(head.sheet, column, players.labels, words_of(players))
    cells = [text_of(head.cell(row, column)) for row in range(layout.first + _SAMPLED_ROWS)]
    samples = cells[layout.first :]
    player_name, kind = _title_in(cells[: layout.first])
    if kind:
        names_hands = kind in {"hand", "value"}
    else:
        names_hands = any(_is_name_of_hand(cell, check) for cell in samples)
    if len(players.hands) > 1 and not names_hands:
        return check
    hands_before = [area for area in layout.hands if area.last < column]
    player_before = max(len(hands_before), 1)
    player = players_called(tuple(layout.labels)).get(folded(player_name), player_before)
    classes = scale == STRENGTH and kind != "value" and _are_classes(samples)
    return HandCheck(head.sheet, column, check.names, check.known, player - 1, scale, classes)


def _is_name_of_hand(cell: str, check: Check) -> bool:
    """Tell whether a cell names a category and no winner."""
    return bool(_categories(_letters(cell))) and None in check.meant(cell)


def _title_in(headings: Sequence[str]) -> tuple[str, str]:
    """Return the player and the kind in the first heading that is a title of results.

    Two empty texts where there is none.

    >>> _title_in(["Friday", "Anna hand"])
    ('Anna', 'hand')
    """
    for heading in headings:
        player_name, kind = parts_of(heading)
        if kind:
            return player_name, kind
    return "", ""


def _are_classes(cells: Sequence[str]) -> bool:
    """Tell whether most numbers are classes: a hand's strength is hardly ever as small.

    >>> _are_classes(["0", "9", "1", "12", ""]), _are_classes(["7165", "2067", "9"])
    (True, False)
    >>> _are_classes(["flush"])
    False
    """
    numbers = [float(cell) for cell in cells if _is_number(cell)]
    small = [number for number in numbers if number in range(_ROYAL_CLASS + 1)]
    return 2 * len(small) > len(numbers)
