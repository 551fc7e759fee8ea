"""Cards as text <-> card codes; the only module that knows the notations of a card.

A card is ``4 * rank + suit``: ranks 0 (deuce) .. 12 (ace), suits C 0, D 1, H 2, S 3; the joker is 52::

          2  3  4  5  6  7  8  9  T  J  Q  K  A
    C     0  4  8 12 16 20 24 28 32 36 40 44 48
    D     1  5  9 13 17 21 25 29 33 37 41 45 49
    H     2  6 10 14 18 22 26 30 34 38 42 46 50
    S     3  7 11 15 19 23 27 31 35 39 43 47 51

It reads ``5H 5h TH 10H 0h``, suit first ``H5``, and suit symbols, with or without a variation selector, hollow ones
too: ``A ♠``, ``A-S``. Names are read in English (``Ace of Spades``, ``ten hearts``), German, French, Spanish,
Portuguese, Italian and Polish (``Herz Dame``, ``Roi de cœur``, ``as de picas``, ``W♠``, ``HeD``). So are Chinese suits,
playing-card characters, ``11H 12♠``, ``K(d)``, ``"Kd"`` in quotes, full-width forms, and jokers ``Xn joker * 🃏``,
``Red Joker``, ``Joker 2``. Blanks, no-break spaces and zero-width characters around a card do not matter. One text may hold
many cards, separated by blanks, commas or nothing, in brackets or without. A bare number is never a card.

Cards of letters that run together are written alike: all rank first or all suit first, in one pattern of capitals.
``AhKd``, ``AHKD`` and ``ahkd`` are two cards each; ``Thad`` and ``Asha`` are names. Numbers and suit signs have no
capitals and go with every pattern: ``5hKd10s``, ``A♥kd``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from xlpoker.errors import CardError, HandError, check_choice, quoted
from xlpoker.evaluator.guesses import guess

__all__ = [
    "JOKER",
    "JOKER_RULES",
    "RANKS",
    "SUITS",
    "TEXTS",
    "card_text",
    "check_hand",
    "check_rule",
    "count_cards",
    "has_ranks_alone",
    "pair_code",
    "parse_card",
    "parse_cards",
]

RANKS = "23456789TJQKA"
SUITS = "CDHS"
JOKER = 52
JOKER_RULES = ("natural", "five")
MAX_CARDS = 9
MAX_JOKERS = 2
_RANKS_ALONE = r"(?i)(?:10|[2-9TJQKA]){2,9}[so]?"
"""Such as T95, or AKs, the name of many starting hands."""
ACCEPTED = "a card is a rank 2-9 T J Q K A and a suit C D H S, such as 5H or TD"


def _numbered(words: str) -> dict[str, int]:
    """Return the place of each word of a text, counted from 0; synonyms share one.

    >>> _numbered("two/deuce three/trey four")
    {'two': 0, 'deuce': 0, 'three': 1, 'trey': 1, 'four': 2}
    """
    places: dict[str, int] = {}
    for place, synonyms in enumerate(words.split()):
        for word in synonyms.split("/"):
            places[word] = place
    return places


def _numbered_all(texts: Iterable[str]) -> dict[str, int]:
    """Return the places of the words of several texts, such as one a language."""
    places: dict[str, int] = {}
    for words in texts:
        places |= _numbered(words)
    return places


# Words of ranks, from the deuce to the ace.
_ENGLISH_RANKS = "two/deuce three/trey four five six seven eight nine ten jack queen king ace"
_RANKS_BY_LANGUAGE = {
    "English": _ENGLISH_RANKS,
    "German": "zwei drei vier fünf sechs sieben acht neun zehn bube dame könig/koenig ass/as",
    "French": "deux trois quatre cinq six sept huit neuf dix valet dame roi as",
    "Spanish": "dos tres cuatro cinco seis siete ocho nueve diez jota/sota reina rey as",
    "Portuguese": "dois três quatro cinco seis sete oito nove dez valete dama/rainha rei ás",
    "Italian": "due tre quattro cinque sei sette otto nove dieci fante donna/regina re asso",
    "Polish": "dwójka trójka czwórka piątka szóstka siódemka ósemka dziewiątka dziesiątka walet dama król as",
}
# Words of suits in the order of `SUITS`.
_LOCAL_SUITS_BY_LANGUAGE = {
    "signs": "♣/♧ ♦/♢ ♥/♡ ♠/♤",
    "German": "kreuz/treff karo herz pik",
    "French": "trèfle/trefle carreau cœur/coeur pique",
    "Spanish": "tréboles/trébol/treboles/bastos diamantes/oros corazones/copas picas/espadas",
    "Portuguese": "paus ouros copas espadas",
    "Italian": "fiori quadri cuori picche",
    "Polish": "trefl karo kier pik",
}
_SUITS_BY_LANGUAGE = _LOCAL_SUITS_BY_LANGUAGE | {
    "English": "clubs/club diamonds/diamond hearts/heart spades/spade",
    "Chinese": "梅花/草花 方块/方塊/方片 红桃/紅桃/红心/紅心 黑桃",
}

_RANK_WORDS = _numbered_all(_RANKS_BY_LANGUAGE.values())
_NAMES = ("donna", "regina", "rey")  # of people, too: no ranks in cells of their own
# Bube, valet, walet, Dame, roi: only beside suit signs and suit words of the same language
_RANK_LETTERS = {"b": 9, "v": 9, "w": 9, "d": 10, "r": 11}
_RANK_SIGNS = _numbered("2 3 4 5 6 7 8 9 t/10/0 j q k a")
_RANK_NUMBERS = {"11": 9, "12": 10, "13": 11, "14": 12}  # not behind suit letters: C11 is a heading
_NUMBERED_RANKS = _numbered("2 3 4 5 6 7 8 9 10 11 12 13 14/1")
_ANY_RANK = _RANK_WORDS | _RANK_LETTERS | _RANK_SIGNS | _RANK_NUMBERS

_LOCAL_SUITS = _numbered_all(_LOCAL_SUITS_BY_LANGUAGE.values())
_SUIT_WORDS = _numbered_all(_SUITS_BY_LANGUAGE.values())
_SUIT_LETTERS = _numbered("c d h s")
_ANY_SUIT = _SUIT_WORDS | _SUIT_LETTERS

_JOKERS = ("joker", "xn", "*", "大王", "小王", "\U0001f0cf", "\U0001f0bf", "\U0001f0df")


def _playing_cards() -> dict[str, int]:
    """Return the codes of the characters from U+1F0A0 on: sixteen places a suit, the ace is the first.

    Place 12 is the knight, which no poker deck has.
    """
    places_of_ranks = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 1)
    codes: dict[str, int] = {}
    for row, suit in enumerate((3, 2, 1, 0)):
        for rank, place in enumerate(places_of_ranks):
            character = chr(0x1F0A0 + 16 * row + place)
            codes[character] = 4 * rank + suit
    return codes


_PLAYING_CARDS = _playing_cards()


def _common_texts() -> dict[str, int]:
    """Return the codes of rank signs and suit letters in both orders, in small letters and capitals."""
    codes: dict[str, int] = {}
    for sign, rank in _RANK_SIGNS.items():
        for letter, suit in _SUIT_LETTERS.items():
            for small in (sign + letter, letter + sign):
                code = 4 * rank + suit
                codes[small] = code
                codes[small.upper()] = code
                codes[small[:-1].upper() + small[-1]] = code
                codes[small[0] + small[1:].upper()] = code
    return codes


_JOKER_TEXTS = dict.fromkeys(("XN", "Xn", "xn", "*"), JOKER)
TEXTS: dict[str, int] = _common_texts() | _JOKER_TEXTS
"""The common spellings, one look-up each; everything else goes through the scanner below."""
_COMMON_TEXTS = frozenset(TEXTS)

MOST_LETTERS = 1 << 12
"""A longer text is rejected without being read."""
QUOTED = 60

_LISTS = ("[", "(", "'", '"')
_ENDS = (")", "]", "'", '"')
_QUOTES = {ord("'"): " ", ord('"'): " "}
_NOISE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u00ad\u200e\u200f"))


def _either(words: Iterable[str]) -> str:
    """Return a pattern for any of some words; a long one is tried before its beginnings."""
    longest_first = sorted(words, key=len, reverse=True)
    patterns = map(re.escape, longest_first)
    return "|".join(patterns)


_SUITS_OF_OTHER_LETTERS = [
    word
    for word in (*_SUIT_WORDS, *_JOKERS)
    if word.isascii() and _SUIT_LETTERS.keys().isdisjoint(word)
]
"""Words without any of the letters c, d, h and s, such as ``karo``."""


def _may_name_a_suit(folded: str) -> bool:
    """Tell whether a text holds a letter, a word or a sign of a suit, without which it holds no card.

    >>> _may_name_a_suit("player 1"), _may_name_a_suit("karo 7"), _may_name_a_suit("anders")
    (False, True, True)
    """
    if not folded.isascii() or not _SUIT_LETTERS.keys().isdisjoint(folded):
        return True
    return any(word in folded for word in _SUITS_OF_OTHER_LETTERS)


_RANK_WORD = _either(_RANK_WORDS)
_RANK_SIGN = _either(_RANK_SIGNS)
_RANK_FIRST = _either(_RANK_SIGNS | _RANK_NUMBERS)
_SUIT_WORD = _either(_SUIT_WORDS)
_LOCAL = _either(_LOCAL_SUITS)


@cache
def _scanner() -> re.Pattern[str]:
    """Return the pattern of a card in any spelling.

    It is compiled at first use, because plain columns of cards never need it.
    """
    return re.compile(
        rf"""(?: (?P<joker>(?:(?:red|black|big|little)\s+)?joker(?:\s*[12](?=\s*(?:[,;|)\]]|$)))?|{_either(_JOKERS)})
          | (?P<char>[{"".join(_PLAYING_CARDS)}])
          | (?!as\s*[♣♦♥♠♧♢♡♤][2-9tjqka1])  # two cards: the ace of spades, and one with the suit ahead
            (?P<rank>{_RANK_WORD}|{_RANK_FIRST}) \s* (?:[-/]\s*)? (?:(?:of|d[ei])\s*)? (?P<suit>{_SUIT_WORD})
          | (?P<rank2>{_either(_numbered(_ENGLISH_RANKS))}) \s+ (?:of\s+)? (?P<suit2>[cdhs]) \b
          | (?P<rank3>{_RANK_FIRST}) (?:\s?[-/]?\s? | \s+of\s+ | \() (?P<suit3>[cdhs])
          | (?P<suit4>{_SUIT_WORD}) \s* (?:[-/]\s* | of\s+)? (?P<rank4>{_RANK_WORD}|{_RANK_SIGN})
          | (?P<suit5>[cdhs]) (?P<rank5>{_RANK_SIGN})
          | (?P<rank6>[bvwdr]) \s* (?:[-/]\s*)? (?:d[ei]\s*)? (?P<suit6>{_LOCAL})
          | (?P<suit7>{_LOCAL}) \s* (?:[-/]\s*)? (?P<rank7>[bvwdr]|1[1-4])
        ) [\s,;|/+_()\[\]{{}}-]*""",
        re.VERBOSE,
    )


_SHORT_SUITS = {"Kr": "♣", "Ka": "♦", "He": "♥", "Pi": "♠"}  # Kreuz, Karo, Herz, Pik
# PiK; not Pia or Pik. The pattern begins with its letters, so that texts without them are passed over fast
_SHORT = re.compile(rf"({_either(_SHORT_SUITS)})(?<![^\W_]..)(?=(?:10|[2-9BDKA])(?![^\W_]))")
_FIRST_OF_LAST = {
    "suit": "rank", "suit2": "rank2", "suit3": "rank3", "rank4": "suit4",
    "rank5": "suit5", "suit6": "rank6", "rank7": "suit7",
}  # fmt: skip
"""For the last group of the scanner's match the one before it."""
_LETTER_CARDS = ("suit3", "rank5")
"""The last groups of cards that are a rank sign and a suit letter."""

_CAPITAL_RANK, _SMALL_RANK = "(?:10|[02-9TJQKA])", "(?:10|[02-9tjqka])"
_CAPITAL_SUIT, _SMALL_SUIT = "[CDHS]", "[cdhs]"


def _runs_of_cards() -> list[str]:
    """Return a pattern for each way to write cards alike, such as ``(?:[0-9TJQKA][cdhs])+``."""
    patterns = []
    for rank in (_CAPITAL_RANK, _SMALL_RANK):
        for suit in (_CAPITAL_SUIT, _SMALL_SUIT):
            patterns.append(f"(?:{rank}{suit})+")
            patterns.append(f"(?:{suit}{rank})+")
    return patterns


@cache
def _plain_run() -> re.Pattern[str]:
    """Return the pattern of cards written alike with nothing between them.

    The scanner reads the same cards, but slower.
    """
    return re.compile("|".join(_runs_of_cards()))


_CARD_OF_RUN = re.compile("10.|.10|..")
_RUN_STARTS = frozenset(text[:2] for text in TEXTS if len(text) > 1)
"""How such texts begin: a look-up is faster than the pattern, and most texts are none."""

_OPENING = re.compile(r"[\[({\s]*")
_SEPARATORS = r"[\s,;|/+_\[\]()-]+"


def _narrow(text: str) -> str:
    """Return the text without invisible characters, in narrow forms, a list of texts without their quotes."""
    if not text.isascii():
        visible = text.translate(_NOISE)
        text = unicodedata.normalize("NFKC", visible).translate(_NOISE)
    narrow = _SHORT.sub(lambda match: _SHORT_SUITS[match[1]], text).strip()
    is_list = narrow[:1] in _LISTS and narrow[-1] in _ENDS
    if not is_list:
        return narrow
    bare = narrow.translate(_QUOTES)
    return bare if bare.strip() else narrow


def _fold(text: str) -> str:
    """Return the text as the scanner reads it: narrow and in lower case."""
    return _narrow(text).lower()


def _code(match: re.Match[str]) -> int:
    """Return the code of the card that the scanner read."""
    last_group = match.lastgroup or ""
    if last_group == "joker":
        return JOKER
    if last_group == "char":
        return _PLAYING_CARDS[match[last_group]]
    first_group = _FIRST_OF_LAST[last_group]
    first = match[first_group]
    last = match[last_group]
    if first_group.startswith("suit"):
        return 4 * _ANY_RANK[last] + _ANY_SUIT[first]
    return 4 * _ANY_RANK[first] + _ANY_SUIT[last]


def _scanned(folded: str) -> tuple[list[re.Match[str]], int]:
    """Return the cards that the scanner read, and where it stopped: at the end where all is cards."""
    matches: list[re.Match[str]] = []
    if folded in _RANK_WORDS and folded != "as":  # eight in German, not Ac and hT
        return matches, 0
    opening = _OPENING.match(folded)
    place = opening.end() if opening else 0
    if not _may_name_a_suit(folded):
        return matches, place
    scanner = _scanner()
    while place < len(folded):
        match = scanner.match(folded, place)
        if match is None:
            break
        matches.append(match)
        place = match.end()
    return matches, place


def _is_apart(match: re.Match[str]) -> bool:
    """Tell whether something stands between a card and the next one."""
    end_of_card = match.end(match.lastgroup or 0)
    return end_of_card < match.end()


_Spelling = tuple[str, str, bool | None, bool | None]
"""How a card of letters is written: its order, what stands inside, whether each part is a capital.

A number is neither a capital nor a small letter: None.
"""


def _spelling(match: re.Match[str], narrow: str) -> _Spelling:
    """Return how a card of letters is written."""
    second = match.lastgroup or ""
    first = _FIRST_OF_LAST[second]
    first_start, first_end = match.span(first)
    second_start, second_end = match.span(second)
    inside = match.string[first_end:second_start]
    is_first_capital = _is_capital(narrow[first_start:first_end])
    is_second_capital = _is_capital(narrow[second_start:second_end])
    return second, inside, is_first_capital, is_second_capital


def _is_capital(part: str) -> bool | None:
    """Tell whether a part of a card is a capital, None for a number or a sign."""
    if not part.isalpha():
        return None
    return part.isupper()


def _written_alike(cards: Sequence[re.Match[str]], narrow: str) -> bool:
    """Tell whether all cards of letters that run together are written in one way.

    `narrow` is the text of the matches before it was put into lower case.
    """
    if all(map(_is_apart, cards[:-1])):
        return True
    runs: list[list[_Spelling]] = [[]]
    for match in cards:
        if match.lastgroup in _LETTER_CARDS:
            runs[-1].append(_spelling(match, narrow))
        if _is_apart(match):
            runs.append([])
    for run in runs:
        for traits in zip(*run, strict=True):
            different_traits = set(traits) - {None}
            if len(different_traits) > 1:
                return False
    return True


def _not_alike(text: str, cards: Sequence[re.Match[str]]) -> str:
    """Return the message about cards that run together in several spellings, with the cards in one spelling."""
    alike = ""
    for match in cards:
        name = card_text(_code(match))
        alike += name[0] + name[1].lower()
        if _is_apart(match):
            alike += " "
    return (
        f"{quoted(text.strip())} holds cards that run together and are not written alike; "
        f"did you mean {quoted(alike.strip())}?"
    )


def _scan(text: str) -> list[int]:
    """Return the codes of all cards in a text in any accepted spelling; raises `CardError`."""
    narrow = _narrow(text)
    folded = narrow.lower()
    matches, place = _scanned(folded)
    if place < len(folded):
        raise CardError(_not_all_cards(text, folded, matches, place))
    if not _written_alike(matches, narrow):
        raise CardError(_not_alike(text, matches))
    return [_code(match) for match in matches]


def _not_all_cards(text: str, folded: str, matches: Sequence[re.Match[str]], place: int) -> str:
    """Return the message about a text in which the scanner stopped: about its word, or the whole."""
    whole = text.strip()
    token = _token(text, folded, place)
    if _guess(whole):
        return not_a_card(whole)
    if _guess(token):
        return not_a_card(token)
    if matches and token != whole and len(whole) <= QUOTED:
        return f"{quoted(token)} in {quoted(whole)} is not a card; {ACCEPTED}"
    return not_a_card(whole)


def _token(text: str, folded: str, place: int) -> str:
    """Return the word of the text in which the scanner stopped, as the user wrote it if possible."""
    start = 0
    for gap in re.finditer(_SEPARATORS, folded):
        if gap.start() >= place:
            word = folded[start : gap.start()]
            break
        start = gap.end()
    else:
        word = folded[start:]
    whole = text.strip()
    word = word or folded  # a line that starts with a separator
    index = whole.lower().find(word)
    return whole[index : index + len(word)] if index >= 0 else word


def has_ranks_alone(text: str) -> bool:
    """Tell whether a text is ranks without suits.

    >>> has_ranks_alone("T95"), has_ranks_alone("AKs"), has_ranks_alone("5H")
    (True, True, False)
    """
    return re.fullmatch(_RANKS_ALONE, text.strip()) is not None


def not_a_card(text: str) -> str:
    """Return the message about a text that is not a card, with the nearest guess.

    >>> not_a_card("1OH")
    "'1OH' is not a card; did you mean '10H'?"
    >>> not_a_card("5X")
    "'5X' is not a card; a card is a rank 2-9 T J Q K A and a suit C D H S, such as 5H or TD"
    >>> not_a_card("AKs")
    "'AKs' has ranks without suits; a card is a rank 2-9 T J Q K A and a suit C D H S, such as 5H or TD"
    """
    nearest = _guess(text)
    if nearest:
        return f"{quoted(text)} is not a card; did you mean '{nearest}'?"
    if has_ranks_alone(text):
        return f"{quoted(text)} has ranks without suits; {ACCEPTED}"
    return f"{quoted(text)} is not a card; {ACCEPTED}"


@lru_cache(maxsize=4096)
def _guess(text: str) -> str:
    """Return the card that a text is nearest to, an empty text where there is none."""
    return guess(text, is_card=_is_one_card)


def _is_one_card(text: str) -> bool:
    """Tell whether a text is one card in any accepted spelling."""
    return _scanner().fullmatch(_fold(text)) is not None


def parse_cards(text: str) -> list[int]:
    """Return the codes of all cards in a text: one card, a hand, a line.

    >>> parse_cards("5H 10c,A♠ 🃏"), parse_cards("5H5C6S7SKD"), parse_cards("Ace of Spades"), parse_cards("['5H', 'Tc']")
    ([14, 32, 51, 52], [14, 12, 19, 23, 45], [51], [14, 32])

    A blank text has no cards. Raises `CardError` for anything that is not a card.
    """
    if len(text) > MOST_LETTERS:
        raise CardError(not_a_card(text[:MOST_LETTERS].lstrip()[:QUOTED]))
    try:
        return [TEXTS[word] for word in text.split()]
    except KeyError:
        pass
    if text[:2] in _RUN_STARTS and _plain_run().fullmatch(text):
        return [TEXTS[card] for card in _CARD_OF_RUN.findall(text)]
    return _scan(text)


def count_cards(text: str) -> int:
    """Return how many cards a text holds, 0 where it holds anything else; faster than `parse_cards`, since no error is made.

    >>> count_cards("5H"), count_cards("5H5C6S7SKD"), count_cards("5H or so"), count_cards("")
    (1, 5, 0, 0)
    >>> count_cards("ThAd"), count_cards("Thad")
    (2, 0)
    """
    if len(text) > MOST_LETTERS:
        return 0
    words = text.split()
    if _COMMON_TEXTS.issuperset(words):
        return len(words)
    if text[:2] in _RUN_STARTS and _plain_run().fullmatch(text):
        return len(_CARD_OF_RUN.findall(text))
    narrow = _narrow(text)
    folded = narrow.lower()
    matches, place = _scanned(folded)
    if place < len(folded) or not _written_alike(matches, narrow):
        return 0
    return len(matches)


def parse_card(text: str) -> int:
    """Return the code of the one card in a text.

    >>> parse_card(" 10h "), parse_card("黑桃A")
    (34, 51)

    Raises `CardError` when there is no card or more than one.
    """
    code = TEXTS.get(text)
    if code is not None:
        return code
    codes = parse_cards(text)
    if not codes:
        raise CardError("a card is missing")
    if len(codes) > 1:
        raise CardError(f"{quoted(text)} is {len(codes)} cards where one is expected")
    return codes[0]


def pair_code(rank: object, suit: object) -> int | None:
    """Return the card of a rank and a suit in cells of their own, None for anything else.

    >>> pair_code("K", "♠ Spades"), pair_code(14, "s"), pair_code("10", "♠"), pair_code("Dame", "Herz"), pair_code(15, "s")
    (47, 51, 35, 42, None)
    """
    if not isinstance(suit, str):
        return None
    rank_number = _rank_in_cell(rank)
    suit_number = _suit_in_cell(suit)
    if rank_number is None or suit_number is None:
        return None
    return 4 * rank_number + suit_number


def _rank_in_cell(cell: object) -> int | None:
    """Return the rank in a cell of its own, None for anything else."""
    if isinstance(cell, bool) or not isinstance(cell, str | int | float):
        return None
    text = f"{cell:g}" if isinstance(cell, float) else str(cell)
    word = _fold(text)
    if word in _NAMES:
        return None
    if word.isdecimal():
        return _NUMBERED_RANKS.get(word)
    return _ANY_RANK.get(word)


def _suit_in_cell(cell: str) -> int | None:
    """Return the suit that all words of a cell say, None where they do not: ``♠ Spades``."""
    words = _fold(cell).split()
    suits = {_ANY_SUIT.get(word) for word in words}
    if len(suits) > 1:
        return None
    return suits.pop() if suits else None


def card_text(code: int) -> str:
    """Return a card as text, the rank first; the joker is ``Xn``.

    >>> " ".join(map(card_text, (14, 33, 51, 52)))
    '5H TD AS Xn'
    """
    if code == JOKER:
        return "Xn"
    return RANKS[code >> 2] + SUITS[code & 3]


def check_hand(codes: Sequence[int]) -> None:
    """Raise `HandError` unless the cards are a hand: one to nine, none twice, at most two jokers.

    >>> check_hand(parse_cards("As Kd As"))
    Traceback (most recent call last):
    xlpoker.errors.HandError: duplicate card AS
    """
    if not codes:
        raise HandError("no cards: a hand has 1 to 9")
    check_cards(codes)
    if len(codes) > MAX_CARDS:
        raise HandError(f"{len(codes)} cards are too many: a hand has 1 to 9")


def check_cards(codes: Sequence[int]) -> None:
    """Raise `HandError` for a duplicate card or more than two jokers."""
    jokers = len([code for code in codes if code == JOKER])
    if jokers > MAX_JOKERS:
        raise HandError(f"{jokers} jokers in one hand: at most 2 are allowed")
    seen = set()
    for code in codes:
        if code in seen and code != JOKER:
            raise HandError(f"duplicate card {card_text(code)}")
        seen.add(code)


def check_rule(jokers: str) -> None:
    """Raise `OptionError` unless that joker rule exists."""
    if jokers.__class__ is not str or jokers not in JOKER_RULES:
        check_choice(jokers, JOKER_RULES, "is not a joker rule")
