"""What the text above a column says: whose cards stand below, and which card of the hand it is.

    text            name        number    roles
    p1_card3        p1          3         PLAYER, CARD
    Anna 3          Anna 3      3         (the stem, Anna, is the name of five such columns)
    Anna's hand     Anna        0         HAND
    Card 4                      4         CARD
    HandID                      0         HAND, DEAL

Here a text is taken apart; what its words mean is in `xlpoker.layout.words`, where a word of a new
language, or one that names a column of something else, goes. What a column holds is decided by its
cells: a heading only supports that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from xlpoker.evaluator.cells import is_blank
from xlpoker.layout.words import ROLE_OF, Role

__all__ = ["NO_HEADING", "Heading", "before_pandas", "heading"]

_LONGEST = 60
_EDGES = " _-.:#,;'’"
_ORDINALS = frozenset(("st", "nd", "rd", "th"))
_LETTERS = "abcdefg"
_STREET = re.compile(r"[BFTR][\s_]?\d?", re.IGNORECASE)
_CAMEL_CASE = re.compile(r"(?<=[a-zß-ÿ])(?=[A-Z])")
_WORD = re.compile(r"[^\W\d_]+|\d+|[#№]")
_DIGITS = re.compile(r"\d+")
_SIGNS = re.compile(r"(?:\s*[^\x00-\x7f\w\s–—·‘’“”…]|[)\]}])*")
"""Signs of no other language's punctuation, and brackets that close."""
_POSSESSIVE = re.compile(r"['’]s\b")
_PLACEHOLDER = re.compile(r"unnamed\W*\d*|column\s?\d*|spalte\s?\d*", re.IGNORECASE)
_ID = re.compile(r"(?:^|[\W_])[Ii][Dd]$|I[Dd]$")
_COPY = re.compile(r"(.+)\.\d{1,3}")
_CALLS_FOR_CARDS = frozenset((Role.PLAYER, Role.HAND, Role.CARD))
_NEVER_DEALS = frozenset((Role.PLAYER, Role.NAME, Role.ASIDE))
_NUMBERS_DEALS = frozenset((Role.DEAL, Role.HAND))


class Heading(NamedTuple):
    """The text above a column and what was understood of it.

    `name` is what is left without the words for cards, `stem` is the name without a number behind
    it. `number` is the number of the card, 0 if the text has none. `is_counted` is true if that
    number stands beside a word for a card (*Card 3*) or alone (*3*), not behind a name (*Anna 3*).
    """

    text: str = ""
    roles: frozenset[Role] = frozenset()
    name: str = ""
    stem: str = ""
    number: int = 0
    is_counted: bool = False

    def follows(self, left: Heading) -> bool:
        """Tell whether it is the next card of the same hand: *Anna 5* behind *Anna 4*."""
        return self.is_numbered_after(left) and self.stem == left.stem

    def is_numbered_after(self, left: Heading) -> bool:
        """Tell whether its card number is the next one."""
        return left.number > 0 and self.number == left.number + 1

    def has_role(self, *roles: Role) -> bool:
        """Tell whether one of its words has one of some roles."""
        return not self.roles.isdisjoint(roles)

    @property
    def calls_for_cards(self) -> bool:
        """Tell whether cards are expected below it."""
        return self.is_board or self.is_counted or not self.roles.isdisjoint(_CALLS_FOR_CARDS)

    @property
    def is_board(self) -> bool:
        """Tell whether it heads cards of the board."""
        return Role.BOARD in self.roles and Role.DEAL not in self.roles

    @property
    def is_street(self) -> bool:
        """Tell whether it may stand for a street: B2, F1, T. A player may be called so, too."""
        return _STREET.fullmatch(self.text) is not None

    @property
    def is_deal(self) -> bool:
        """Tell whether the column may tell deals apart: HandID, Round, Date, Table."""
        if not self.roles.isdisjoint(_NEVER_DEALS):
            return False
        return self.is_numbering or Role.GROUP in self.roles

    @property
    def is_numbering(self) -> bool:
        """Tell whether the column numbers deals: HandID, Round, #."""
        if not self.roles.isdisjoint(_NEVER_DEALS):
            return False
        return self.text in ("#", "№") or not self.roles.isdisjoint(_NUMBERS_DEALS)

    @property
    def is_id(self) -> bool:
        """Tell whether the column gives each deal an id of its own: HandID, game_id."""
        return self.is_numbering and _ID.search(self.text) is not None

    @property
    def is_player(self) -> bool:
        """Tell whether it heads the names of players."""
        return self.has_role(Role.PLAYER, Role.NAME)

    @property
    def is_name(self) -> bool:
        """Tell whether one of its words is *name*."""
        return Role.NAME in self.roles

    @property
    def is_hand(self) -> bool:
        """Tell whether it heads cards, or what they are called: Hand, Hand name."""
        return Role.HAND in self.roles and Role.PLAYER not in self.roles


NO_HEADING = Heading()


class _Word(NamedTuple):
    """A word or a number in a heading, in small letters, and where it stands."""

    text: str
    start: int
    end: int

    @property
    def is_number(self) -> bool:
        """Whether it is a number."""
        return self.text.isdecimal()

    @property
    def role(self) -> Role | None:
        """The role of the word above the column, None for any other text."""
        return ROLE_OF.get(self.text)


class _CardNumber(NamedTuple):
    """The number of a card in a heading, and the indices of the words that say it: *card* and 3."""

    number: int = 0
    places: frozenset[int] = frozenset()


def heading(cell: Any) -> Heading:
    """Return what one heading says.

    >>> heading("p1_card3").name, heading("p1_card3").number, heading("Anna 3").stem
    ('p1', 3, 'Anna')
    >>> heading("Anna's hand").name, heading("Player 2").name, heading("Card 4").name
    ('Anna', 'Player 2', '')
    >>> heading("HandID").is_deal, heading("Turn").is_board
    (True, True)
    """
    text = _heading_text(cell)
    return _heading_of_text(text) if text else NO_HEADING


@lru_cache(maxsize=1 << 10)
def _heading_of_text(text: str) -> Heading:
    """Return what a text says; the same headings stand on most sheets of a folder."""
    spaced = _CAMEL_CASE.sub("\t", text)
    words = _words_in(spaced)
    roles = frozenset(word.role for word in words if word.role)
    card = _card_number(words)
    name = _name(spaced, words, card.places)
    if card.places:
        return Heading(text, roles, name, name, card.number, is_counted=True)
    stem = name.rstrip("0123456789").rstrip(_EDGES)
    digits = name[len(stem) :].strip(_EDGES)
    if not digits or roles & {Role.PLAYER, Role.HAND}:  # in Seat 3 the number is the seat's
        return Heading(text, roles, name, name)
    *_, number = _DIGITS.findall(digits)
    return Heading(text, roles, name, stem, int(number))


def before_pandas(texts: Sequence[str]) -> list[str]:
    """Return headings as they stood before pandas changed them.

    >>> before_pandas(["Anna", "Unnamed: 1", "Anna.1", "v.2"])
    ['Anna', '', 'Anna', 'v.2']
    """
    originals = ["" if _PLACEHOLDER.fullmatch(text) else text for text in texts]
    return [_without_copy_number(text, originals) for text in originals]


def _without_copy_number(text: str, texts: Sequence[str]) -> str:
    """Return the heading of which pandas made a numbered copy: Anna for Anna.1."""
    copy = _COPY.fullmatch(text)
    if copy and copy[1] in texts:
        return copy[1]
    return text


def _words_in(text: str) -> list[_Word]:
    """Return the words and numbers of a text."""
    words: list[_Word] = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        words.append(_Word(match[0].casefold(), start, end))
    return words


def _heading_text(cell: Any) -> str:
    """Return the text of a cell on one line; nothing for the placeholders of other programs."""
    if is_blank(cell):
        return ""
    text = " ".join(str(cell).split()).removesuffix(".0")
    if _PLACEHOLDER.fullmatch(text):
        return ""
    return text[:_LONGEST]


def _name(text: str, words: Sequence[_Word], card_places: frozenset[int]) -> str:
    """Return the part of a heading from its first to its last word that says no card.

    `card_places` are the indices of the words that number the card.
    """
    name_words: list[_Word] = []
    for place, word in enumerate(words):
        if place not in card_places and not _is_card_word(words, place):
            name_words.append(word)
    if not name_words:
        return ""
    start = name_words[0].start
    end = name_words[-1].end
    signs_before = _signs_before(text[:start])
    signs_behind = _signs_behind(text[end:])
    name = signs_before + text[start:end] + signs_behind
    for opening, closing in ("()", "[]", "{}"):
        if opening not in name:
            name = name.replace(closing, "")
    name = name.replace("\t", "").strip(_EDGES)
    return _POSSESSIVE.sub("", name)


def _signs_before(text: str) -> str:
    """Return the signs at the end of a text, which belong to the name behind it: ★ Anna."""
    backwards = text[::-1]
    return _signs_behind(backwards)[::-1]


def _signs_behind(text: str) -> str:
    """Return the signs at the start of a text, which belong to the name before it: Anna ✓, Cid (old)."""
    match = _SIGNS.match(text)
    return match[0] if match else ""


def _is_card_word(words: Sequence[_Word], place: int) -> bool:
    """Tell whether a word is no part of a name: *card*, *'s*, and *hand* without a number."""
    word = words[place]
    if word.role is Role.HAND:
        is_last = place + 1 == len(words)
        return is_last or not words[place + 1].is_number
    if word.role is Role.CARD:
        return len(word.text) > 1
    if word.text == "s":
        return place > 0
    return word.text in _ORDINALS


def _card_number(words: Sequence[_Word]) -> _CardNumber:
    """Return the number of the card that a heading names, in one of the usual spellings."""
    for place in range(len(words)):
        beside = _number_beside(words, place)
        if beside is not None:
            number = int(words[beside].text)
            return _CardNumber(number, frozenset((place, beside)))
    last_place = frozenset((len(words) - 1,))
    if len(words) == 1 and words[0].is_number:  # 3
        return _CardNumber(int(words[0].text), last_place)
    if len(words) < 2 or not words[-2].is_number:
        return _CardNumber()
    last = words[-1].text
    if last in _LETTERS and len(last) == 1:  # Seat 1a
        number = _LETTERS.index(last) + 1
        return _CardNumber(number, last_place)
    if last.isdecimal() and len(words) > 2:  # P1_3
        return _CardNumber(int(last), last_place)
    return _CardNumber()


def _number_beside(words: Sequence[_Word], place: int) -> int | None:
    """Return the place of the number that belongs to a word: 3rd, card 3, 3 card."""
    before = place - 1
    behind = place + 1
    has_number_before = place > 0 and words[before].is_number
    if words[place].text in _ORDINALS:
        return before if has_number_before else None
    if words[place].role is not Role.CARD:
        return None
    if behind < len(words) and words[behind].is_number:
        return behind
    if place == 1 and has_number_before:  # in Seat 1 cards the number is the seat's
        return before
    return None
