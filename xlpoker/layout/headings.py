"""What the words above a column say: ONE table of words (`words.toml`), and the parser of a heading.

A heading has a role (a word of the table), says whose cards stand below it, and which card. In a heading with words of
several roles the role that stands first in the table counts: *Winning hand* is left aside. A word that is not in the table is a
plain name, and a plain name is a player. A new word is one word in the table.
"""

from __future__ import annotations

import pkgutil
import re
import tomllib
import unicodedata
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from xlpoker.evaluator.cells import is_blank

__all__ = [
    "CALLED", "GENERIC", "HEADINGS", "WORDS", "Heading", "called", "folded", "heading", "is_series", "own_names", "together",
]  # fmt: skip


def plain(text: str) -> str:
    """Return a text as remarks are compared: trimmed, in small letters without accents, however these are written.

    >>> plain("ANNULÉE"), plain("annule\u0301e"), plain("Ｘ")
    ('annulee', 'annulee', 'x')
    """
    return unicodedata.normalize("NFKD", text.strip()).casefold().translate(_ACCENTS)


_ACCENTS: dict[int, Any] = dict.fromkeys(range(0x300, 0x370)) | str.maketrans("ıłøđ", "ilod")
WORDS = {
    part: {key: words.split() for key, words in each.items()}
    for part, each in tomllib.loads((pkgutil.get_data("xlpoker.layout", "words.toml") or b"").decode()).items()
}
"""The words of the search, by part and key."""
HEADINGS = WORDS["headings"]
STRENGTH = {role: at for at, role in enumerate(HEADINGS)}
ROLES = {word: role for role, words in HEADINGS.items() for word in words}
CALLED = ("", "card", "hand", "player")  # roles of headings above hands
_PLACES = {word: at for at, word in enumerate("first second third fourth fifth sixth seventh".split(), 1)}
_PLACES |= {"turn": 4, "river": 5, "t": 4, "r": 5}
_WORD = re.compile(
    r"""(?:(?<=[^\W\d_]\d)|(?<=[^\W\d_]\ \d))(?P<card>[a-g])(?![^\W_])  # Seat 1a
    |(?=[^\W_]|[\#№])(?:(?P<word>[^\W\d_]+|[\#№])(?:[^\w\#№]|_)*)?
    (?:(?P<number>\d{1,9})(?:(?:st|nd|rd|th)(?![^\W_]))?|(?P<letter>(?<![^\W_])[a-g])(?![^\W_]|[\W_]*\d))?  # Card 3, 3rd card, Hand A
    (?:[^\w\#№]|_)*""",
    re.IGNORECASE | re.VERBOSE,
)
"""A word of a heading and the number or letter behind it, any of which may be missing."""
_STREET = re.compile(r"([BFTR])[\s_]*(\d)|[FTR]", re.IGNORECASE)
_ASIDE = re.compile(r"(?<=.)\([^)]*\)|['’]s\b|^(?:col|column|spalte|unnamed)\W*\d*$", re.IGNORECASE)
_COUNTED = re.compile(r"[^\W\d]*(\d{1,9})[^\W\d]*")
GENERIC = re.compile(r"(\D*?)[\s#.:_-]*(\d{1,2}|(?<![^\W_])[a-j])", re.IGNORECASE)  # Player 1, P2, Hand A
_NOBODY = {"", *HEADINGS["player"], *HEADINGS["hand"], *HEADINGS["card"]} - {"seat"}  # no names where they are counted
_OWNERS = ("player", "hand")
_OVER = ("aside", "stage", "board", "name", "note", "result", "rank")  # the last four over cards: Mark, Card 1, Card 2
_EDGES, _NUMBERED = " _-.:#,;", "0123456789 _-.#"
_MOST = 80  # characters of a heading


@dataclass(frozen=True, slots=True)
class Heading:
    """The words above a column: a role ("" for a plain name), whose cards, which card; `weak`: B2, T, or a player's name."""

    text: str = ""
    role: str = ""
    who: str = ""
    number: int = 0
    weak: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is a name, without any word of the table."""
        return bool(self.who) and not self.role


def folded(name: str) -> str:
    """Return a name as it is compared with others, whatever its capitals and blanks; columns of Parquet files have `_` for a blank.

    >>> folded(" Anna  Lee"), folded("anna_lee")
    ('anna lee', 'anna lee')
    """
    return " ".join(unicodedata.normalize("NFC", name).replace("_", " ").split()).casefold()


def heading(cell: Any) -> Heading:
    """Parse one heading by the table of words.

    >>> heading("p1_card3"), heading("Nick")
    (Heading(text='p1_card3', role='card', who='p1', number=3, weak=False), Heading(text='Nick', role='', who='Nick', number=0, weak=False))
    >>> heading("Anna's hand").who, heading("Winning hand").role, heading("Flop 2").role, heading("River").number
    ('Anna', 'aside', 'board', 5)
    >>> [heading(text).who for text in ("Doe, John c1", "Anna 3", "Cards Anna", "Player 2 card 5")]
    ['Doe, John', 'Anna', 'Anna', 'Player 2']
    """
    text = "" if is_blank(cell) else " ".join(str(cell).split()).removesuffix(".0")
    if len(text) > _MOST:
        return Heading(text[:_MOST])
    bare = unicodedata.normalize("NFC", _ASIDE.sub("", text))
    bare = bare.strip(_EDGES) or bare
    if street := _STREET.fullmatch(bare):
        number = _PLACES.get(bare.casefold(), int(street[2] or 0))
        return Heading(text, "board", bare[0].upper(), number, weak=True)
    if len(bare) == 1 and bare.isascii() and bare.isalpha():
        return Heading(text, "", bare)
    roles: list[str] = []
    names: list[re.Match[str]] = []
    number = 0
    for match in _WORD.finditer(bare):
        word = (match["word"] or "").casefold()
        role = ROLES.get(word, "")
        number = _PLACES.get(word, number)
        if role:
            roles.append(role)
        if match["card"]:
            number = ord(match["card"].casefold()) - 96
        elif match["number"] and role not in _OWNERS:
            number = int(match["number"])
        if (word and not role) or (role in _OWNERS and (match["number"] or match["letter"])):
            names.append(match)
    role, who = min(roles, key=STRENGTH.__getitem__, default=""), ""
    if names:
        who = bare[names[0].start() : names[-1].end()]
    elif roles == ["player"]:
        who = bare
    if not roles:  # Anna 3
        who = who.rstrip(_NUMBERED)
    return Heading(text, "deal" if role == "number" else role, who.strip(_EDGES), number)


def called(head: Heading) -> Heading:
    """Return a heading as if its words were a name.

    >>> called(heading("Memo 2")).who
    'Memo'
    """
    return replace(head, role="", who=head.text if head.weak else head.text.rstrip(_NUMBERED))


def is_series(texts: list[str], least: int = 3) -> bool:
    """Tell whether most texts are numbered in turn: C1 C2 C3, 1 2 3.

    >>> is_series(["C1", "C2", "C3"]), is_series(["7C", "4D", "9H"]), is_series(["h1", "h2", "h1", "h2"])
    (True, False, True)
    """
    numbers = [int(match[1]) for text in texts if (match := _COUNTED.fullmatch(text.strip()))]
    first = min(numbers, default=0)
    in_turn = all(later in (one, one + 1, first) for one, later in pairwise(numbers))
    return len(numbers) >= least and len({*numbers}) > 1 and 2 * len(numbers) > len(texts) and in_turn


def own_names(names: list[str]) -> tuple[str, ...]:
    """Return the players' names if each has one of its own; nothing for words counted from 1, and for names that come twice.

    >>> own_names(["Anna", "Ben"]), own_names(["Player 1", "Player 2"]), own_names(["Seat 2", "Seat 5"]), own_names(["", "Ben"])
    (('Anna', 'Ben'), (), ('Seat 2', 'Seat 5'), ())
    """
    counts = [match for match in map(GENERIC.fullmatch, names) if match is not None]
    in_turn = [match[2] for match in counts] == [str(place) for place in range(1, len(names) + 1)]
    counted = in_turn and {match[1].casefold() for match in counts} <= _NOBODY
    alone = all(names) and len({*map(folded, names)}) == len(names)
    return tuple(names) if alone and not counted else ()


def together(upper: Heading, lower: Heading, *, below_label: bool) -> Heading:
    """Return what two headings, one below the other, say together."""
    if not (upper.text and lower.text):
        return upper if upper.text else lower
    cards = lower.role in ("card", "") and (lower.number > 0 or not lower.is_plain)
    if upper.role in _OVER[: None if cards else 3] or (below_label and lower.is_plain):
        return replace(upper, number=lower.number)
    if cards:
        return Heading(lower.text, "card", upper.who or lower.who, lower.number)
    return lower  # names below the words of a group, words below names
