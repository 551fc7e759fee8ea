"""Classifies the words above the hands: labels of a hand or the board, numbers of cards, names of players."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from xlpoker.evaluator.cards import count_cards

__all__ = [
    "WHO", "Numbered", "Series", "dealt", "is_board", "is_card_name", "is_label", "is_no_hands", "is_plain_label",
    "is_series", "is_street", "numbered", "series_of", "short",
]  # fmt: skip

_WHICH = r"(?:\d{1,2}|[a-j]|one|two|three|four|five|six|seven|eight|nine|i{1,3}|iv|vi{0,3}|ix)"
_FIRST = r"(?:(?:first|second|third|fourth|fifth|sixth|\d(?:st|nd|rd|th))\s+)"
WHO = r"player|hand|seat|hero|villain|hole|pocket|dealer|joueur|main|spieler|jugador|mano|giocatore|игрок|玩家"
_WHAT = r"(?:cards?|hand|hole(?:\s+cards?)?)"
_START = re.compile(
    rf"""{_FIRST}?(?:{WHO})(?:['’]?s)?\s*[\#.:_-]?\s*(?:{_WHICH}\b)?(?:['’]s)?[\s:_-]*{_WHAT}?\s*(?:\(.*\))?\s*:?
      | [ph]\s*[\#.]?\s*\d{{1,2}}\s*{_WHAT}?\s*:?
      | .{{1,30}}['’]s?\s+(?:hand|cards|hole\s+cards)\s*:?""",
    re.IGNORECASE | re.VERBOSE,
)
_PLAIN = re.compile(r"(?:hands?|cards?|hole(?:\s+cards?)?)\s*:?", re.IGNORECASE)
_BOARD = re.compile(
    r"(?:the\s+|[123](?:st|nd|rd)\s+)?(?:board|flop|community|communal|shared|table\s+cards|common)(?![^\W\d_])",
    re.IGNORECASE,
)
_DEALT = re.compile(
    r"""(?:turn(?![^\W\d_]).*|(?:4th|fourth)(?:\s+(?:street|card))?)(?P<four>) | (?P<t>t1?) | (?P<r>r1?) | (?P<p>[fb])
      | (?:river(?![^\W\d_]).*|(?:5th|fifth)(?:\s+(?:street|card))?)(?P<five>)
      | (?:(?:flop|board|community|communal|shared|common|comm)(?:[\s_]*cards?)?|bo|cc|fl|street)[\W_]*(?P<sure>[1-5])
      | flop[\s_]*(?P<letter>[abc]) | (?P<nth>[123])(?:st|nd|rd)\s+flop(?:\s+card)? | (?:.*\D)?(?P<number>[1-6])(?:st|nd|rd)?""",
    re.IGNORECASE | re.VERBOSE,
)
_LATER_STREET = re.compile(r"(?:turn|river)(?![^\W\d_])", re.IGNORECASE)
_NUMBERED = re.compile(r"(?P<who>.*?)[\s_.-]*(?:cards?|c)?[\s_.#-]*(?P<number>\d{1,2})", re.IGNORECASE)
_LETTERED = re.compile(r"(?P<who>[^\W\d].*\d)[\s_.-]*(?P<number>[a-f])", re.IGNORECASE)
_SERIES = re.compile(
    r"(?:(?:[ph]|player|hand|seat)\s?\d{1,2}[\s_.-]*)?(?P<letter>[A-Za-z]+)[\s_-]?(?P<number>\d{1,9})|(?P<ahead>\d{1,9})[\s_-]?(?P<behind>[A-Za-z]+)",
    re.IGNORECASE,
)

_SUIT_FIRST = re.compile(r"[CDHS]\d{1,2}", re.IGNORECASE)
_CARD_NAME = re.compile(
    rf"(?:.*(?:card|karte|carte|carta).*|(?:(?:{WHO}|[ph])[\s_.-]*\d{{1,2}}[\s_.-]*)?c?[\s_.#-]*)\d{{1,2}}",
    re.IGNORECASE,
)
_CARD_FIRST = re.compile(r"(?:cards?|c)[\s_.#-]*(?P<number>\d{1,2})[\s_.,-]*(?P<who>p|player|hand|seat)", re.IGNORECASE)
_NO_HANDS_BELOW = re.compile(
    r"(?!.*card)(?:.*[\s_.-])?(?:(?:screen|nick|user|player)?name|notes?|notas?|notizen?|kommentare?|[ab]n?e?merkung(?:en)?"
    r"|comment(?:aire|ario)?s?|remar(?:k|que)s?|memo)\s*:?|nick|nom",
    re.IGNORECASE,
)
_LONGEST = 80  # characters of words above hands; the regular expressions would take hours on longer texts

Numbered = dict[int, tuple[str, int]]


def is_board(cell: Any) -> bool:
    """Tell whether a cell announces the board.

    >>> is_board("Board"), is_board("Flop1"), is_board("Boarding pass")
    (True, True, False)
    """
    return isinstance(cell, str) and bool(_BOARD.match(cell.strip()))


def is_street(cell: Any) -> bool:
    """Tell whether a cell says that the turn or the river stands below.

    >>> is_street("Turn"), is_street("River card"), is_street("Turnover")
    (True, True, False)
    """
    return isinstance(cell, str) and bool(_LATER_STREET.match(cell.strip()))


def dealt(cell: Any) -> str:
    """Return which card of the board a word announces: 1 to 5, 0 for several; a to f, t, r and p if it may be another's; x for none.

    >>> "".join(map(dealt, ["Flop 1", "4th street", "River", "Board", "F1", "Card 2", "T", "R", "F", "Anna", None]))
    '1450abtrpx-'
    """
    match = _DEALT.fullmatch(short(f"{cell:g}" if isinstance(cell, float) else cell))
    if cell is None or match is None or match.lastgroup is None:
        return "-" if cell is None else "0" if is_board(cell) else "x"
    kind, text = match.lastgroup, match[match.lastgroup].casefold()
    names = {"four": "4", "five": "5", "t": "t", "r": "r", "p": "p"}
    return names.get(kind) or (
        "abcdef"[int(text) - 1] if kind == "number" else str("0abc".find(text)) if kind == "letter" else text
    )


def is_label(cell: Any) -> bool:
    """Tell whether a cell announces a hand or the board.

    >>> [is_label(text) for text in ("Player 1", "P2", "Hand", "Alice's hand", "Player B:", "Flop", "Alice", "Winner")]
    [True, True, True, True, True, True, False, False]
    """
    return isinstance(cell, str) and (bool(_START.fullmatch(short(cell))) or is_board(cell))


def short(cell: Any) -> str:
    """Return a cell's text with single blanks, an empty one where it is too long to stand above hands.

    >>> short(" Player   1 "), short(5), short("x" * 100)
    ('Player 1', '5', '')
    """
    text = str(cell).strip()
    return " ".join(text.split()) if len(text) <= _LONGEST else ""


def is_plain_label(cell: Any) -> bool:
    """Tell whether a cell announces a hand and does not say that there are others: *Hand*, *Cards*."""
    return isinstance(cell, str) and bool(_PLAIN.fullmatch(short(cell)))


def is_no_hands(cell: Any) -> bool:
    """Tell whether a cell says that names or notes stand below, which may look like cards: *Seat 2 name*, *Notes*.

    >>> [is_no_hands(text) for text in ("Seat 2 name", "seat_2_name", "My notes", "Bemerkung", "Player 2", "Rename it")]
    [True, True, True, True, False, False]
    """
    return isinstance(cell, str) and bool(_NO_HANDS_BELOW.fullmatch(short(cell)))


def is_card_name(cell: Any) -> bool:
    """Tell whether a cell numbers a card: *Card 5*, *P1 card 5*, *p2_c5*, *P1.5*, *C5*, but not *Column5* or *5*.

    >>> [is_card_name(text) for text in ("Card 5", "p1_card5", "P2C3", "C5", "Column5", 5)]
    [True, True, True, True, False, False]
    """
    return isinstance(cell, str) and not cell.strip().isdecimal() and bool(_CARD_NAME.fullmatch(short(cell)))


def numbered(cells: Sequence[tuple[int, Any]]) -> Numbered:
    """Return the player and the number of the card in each column, by a header like p1_card1 p1_card2 ... or 1 2 3 4 5 1 2 ...

    >>> numbered([(0, "P1 card 1"), (1, "P1 card 2"), (2, "Winner")])
    {0: ('p1', 1), 1: ('p1', 2)}
    >>> numbered([(0, "c1_p2")])
    {0: ('p2', 1)}
    >>> numbered([(0, "Seat 1b"), (1, "Flop 3")])
    {0: ('seat 1', 2), 1: ('flop', 3)}
    """
    found: Numbered = {}
    for column, cell in cells:
        text = short(f"{cell:g}" if isinstance(cell, float) else cell).casefold()
        match = _NUMBERED.fullmatch(text)
        if match is not None:
            who, number = match["who"], match["number"]
            first = _CARD_FIRST.fullmatch(who)  # c1_p2: the second player's first card
            if first is not None:
                who, number = first["who"] + number, first["number"]
            found[column] = who, int(number)
        elif (match := _LETTERED.fullmatch(text)) is not None:
            found[column] = match["who"], ord(match["number"]) - 96
    return found


def is_series(cells: Sequence[Any]) -> bool:
    """Tell whether a row is labels though some of them could be cards: C1 C2 C3, 1C 2C 3C, S1 C1 S2 C2.

    The row has three or more texts of letters and a number, and the numbers of each letter count from 1 (or 0). No hand looks so,
    since no card has the number 1.

    >>> is_series(["C1", "C2", "C3"]), is_series("S1 C1 S2 C2 S3 C3".split()), is_series(["C2", "C3", "C4"])
    (True, True, False)
    >>> is_series(["C1", "C2", "C3", "Hand2"])
    True
    >>> is_series(["1OH", "1OH", "AS", "1OH"]), is_series(["P1", "AhKh", "P2", "QcQd", "P3", "5s5d"])
    (False, False)
    """
    numbers: dict[tuple[str, bool], list[int]] = defaultdict(list)
    for cell in cells:
        counted = _counted(cell)
        if counted is not None:
            numbers[counted[0]].append(counted[1])
        elif isinstance(cell, str) and count_cards(cell) > 1:
            return False
    for word in [word for word, found in numbers.items() if len(found) == 1 and len(word[0]) > 1]:
        del numbers[word]  # Winner2: as Excel renames a table's second column Winner
    counting = [
        found for found in numbers.values() if 1 in found[:2] and all(b in (a + 1, 0, 1) for a, b in pairwise(found))
    ]
    return (
        sum(map(len, counting)) >= 3
        and len(counting) == len(numbers)
        and any(len(set(found)) > 1 for found in counting)
    )


def _counted(cell: Any) -> tuple[tuple[str, bool], int] | None:
    """Return the letters of a label like C1 or 1C, whether they come first, and its number; None for other cells."""
    text = cell.strip() if isinstance(cell, str) else ""
    match = _SERIES.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        return None
    in_front = match["letter"] is not None
    letters, number = (match["letter"], match["number"]) if in_front else (match["behind"], match["ahead"])
    return (letters.upper(), in_front), int(number)


def is_suit_first(cell: Any) -> bool:
    """Tell whether a cell is a card, or a label like one, with the suit before a number: H7, not 7H."""
    return isinstance(cell, str) and bool(_SUIT_FIRST.fullmatch(cell.strip()))


@dataclass(frozen=True, slots=True)
class Series:
    """A column of labels like H7 H8 H9: how many, whether some cannot be cards, whether it counts by ones."""

    length: int
    impossible: bool
    steady: bool


def series_of(cells: Iterable[Any]) -> Series | None:
    """Return a column's run of labels like H7 H8 H9, None for any other column.

    Texts of one letter and numbers that only rise, or only fall, are labels; a short run in which each may be a card is
    uncertain.

    >>> series_of(["H7", "H8", "H9"])
    Series(length=3, impossible=False, steady=True)
    >>> series_of(["H7", "H9", "H12"]), series_of(["H7", "H9", "D2"])
    (Series(length=3, impossible=True, steady=False), None)
    """
    numbers: list[int] = []
    letters: set[tuple[str, bool]] = set()
    for cell in cells:
        counted = _counted(cell)
        if counted is None:
            return None
        letters.add(counted[0])
        numbers.append(counted[1])
        if len(letters) > 1:
            return None
    pairs = list(pairwise(numbers))
    if len(set(numbers)) < 2 or not (all(a <= b for a, b in pairs) or all(a >= b for a, b in pairs)):
        return None
    impossible = any(not 2 <= number <= 10 for number in numbers)
    return Series(len(numbers), impossible, {b - a for a, b in pairs} in ({1}, {-1}))
