"""The hand of a history, and the record of a hand that was not understood.

Cards are texts of two characters, rank and suit (``AS``, ``TC``); amounts are in chips or in the
currency of the hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, NoReturn, TypeAlias

from xlpoker.errors import CardError, quoted
from xlpoker.evaluator.cards import TEXTS, card_text, parse_cards
from xlpoker.evaluator.games import HIGH_LOW, game_strength, low_strength

__all__ = [
    "CENT",
    "Cards",
    "Entry",
    "NotReadError",
    "PlayedHand",
    "Reader",
    "Seat",
    "Unread",
    "check_seats",
    "game_of",
    "number_of",
    "refused",
]

Cards = tuple[str, ...]
HOLE_CARDS = {"Hold'em": (2,), "Omaha": (4, 5, 6)}
RULES = {
    "Hold'em": "holdem",
    "Omaha": "omaha",
    "Hold'em 6+": "short-deck",
    "Omaha Hi/Lo": HIGH_LOW,
}
"""The games of histories -> the rules that compare the hands."""
MOST_SEATS = 99
"""The most seats of a hand, and the greatest number of a seat.

Each number has its own columns in the table of all hands.
"""
CENT = 0.006
"""How far two amounts in whole cents may differ when one of them is rounded."""
_UNSEEN = re.compile(
    r"(?:\b[xX]+\b|[\s,?*_-])*|(?i:ME|mucked|(?:did|does) not show.*)"
)  # in the place of cards
_MOST_DIGITS = 20  # characters of a number, with its separators
_NUMBER = re.compile(r"\d(?:[\d.,'’]| (?=\d{3}(?!\d)))*")
_OTHERS = re.compile(r"(?i)stud|razz|draw|badugi|triple|horse|irish|courchevel|chinese|double hold")
_OMAHA = re.compile(r"(?i)omaha|\bPLO|\bFLO8?\b|\bNLO8?\b")
_HOLDEM = re.compile(r"(?i)hold[' ]?em|short ?deck|\bNLHE?\b|\bTH\b|TEXAS")
_SHORT_DECK = re.compile(r"(?i)6\+|short ?deck")
_HILO = re.compile(r"(?i)hi[-/_ ]?lo|H/L|hi/low|[O8]/?8\b|8 or better")
_LIMITS = (
    ("PL", re.compile(r"(?i)pot[ _-]?limit|\bPL(?:O|HE?)?\d?\b")),
    ("NL", re.compile(r"(?i)no[ _-]?limit|\bNL(?:O|HE?)?\d?\b")),
    ("FL", re.compile(r"(?i)limit|fixed?\b|\bF?L\b|\bnormal\b")),
)


class NotReadError(Exception):
    """A hand that is not understood, with the reason."""


def check_seats(number: int) -> None:
    """Raise `NotReadError` where a count of seats, or a seat's number, is more than a table has.

    >>> check_seats(100)
    Traceback (most recent call last):
    xlpoker.histories.model.NotReadError: has 100 seats or more; at most 99 are read
    """
    if number > MOST_SEATS:
        raise NotReadError(f"has {MOST_SEATS + 1} seats or more; at most {MOST_SEATS} are read")


def refused(reason: str) -> NoReturn:
    """Raise `NotReadError` with the reason: what "reads" an entry that is known to hold no hand."""
    raise NotReadError(reason)


@dataclass(slots=True)
class Seat:
    """One player's part in a hand.

    `paid` is what stayed in the pot, `won` what was collected from it; `won_on` is what was collected
    on each board, from 1 on, where the history says that.
    """

    number: int
    name: str
    stack: float | None = None
    cards: Cards = ()
    folded: bool = False
    paid: float = 0.0
    won: float = 0.0
    who: str = ""  # the site's id of the player
    won_on: dict[int, float] = field(default_factory=dict)

    @property
    def net(self) -> float:
        """What the player won or lost."""
        return round(self.won - self.paid, 4)


@dataclass(slots=True)
class PlayedHand:
    """One hand.

    `all_in` is the number of board cards when the betting ended before the river, else None.
    """

    site: str
    number: str
    game: str = ""
    limit: str = ""
    time: datetime | None = None
    table: str = ""
    tournament: str = ""
    stakes: str = ""
    big_blind: float | None = None
    currency: str = ""
    button: int | None = None
    seats: list[Seat] = field(default_factory=list)
    boards: list[Cards] = field(default_factory=list)
    pot: float | None = None
    rake: float | None = None
    all_in: int | None = None
    remarks: list[str] = field(default_factory=list)  # what has no column
    notes: list[str] = field(default_factory=list)  # what does not fit

    @property
    def board(self) -> Cards:
        """The first board."""
        return self.boards[0] if self.boards else ()

    def note(self, text: str) -> None:
        """Add a note, once."""
        if text not in self.notes:
            self.notes.append(text)

    def cards(self, text: str) -> Cards:
        """Return the cards of a text that holds nothing else.

        >>> hand = PlayedHand("", "")
        >>> hand.cards(" 10c, Ah "), hand.cards("3Karo HA"), hand.cards("X X"), hand.cards("7c, Vs")
        (('TC', 'AH'), ('3D', 'AH'), (), ())
        >>> hand.notes
        ["'7c, Vs' is not understood as cards"]
        """
        text = text.partition(" - P:")[0].strip()  # the five cards that count follow
        if _UNSEEN.fullmatch(text):
            return ()
        try:
            return tuple(card_text(card) for card in parse_cards(text))
        except CardError:
            self.note(f"{quoted(text)} is not understood as cards")
            return ()

    def close(self, acted_at: int) -> None:
        """Check the hand once all of it is known.

        `acted_at` is the number of board cards when the last player acted.

        Raises `NotReadError` for an incomplete hand.
        """
        self.seats = sorted(self.seats, key=lambda seat: seat.number)
        self._check_seats()
        if not any(seat.won or seat.won_on for seat in self.seats):
            raise NotReadError("is cut off: nobody collects the pot")
        self._check_hole_cards()
        board_is_complete = len(self.board) == 5
        if board_is_complete and acted_at < 5 and len(self.left) > 1:
            self.all_in = acted_at

    def _check_seats(self) -> None:
        """Raise `NotReadError` for too many seats or too few; note two players in one seat."""
        numbers = [seat.number for seat in self.seats]
        check_seats(len(numbers))
        check_seats(max(numbers, default=0))
        if len(set(numbers)) < len(numbers):
            self.note("two players have one seat, one of them is missing")
        if len(numbers) < 2:
            raise NotReadError("has fewer than two players")

    def _check_hole_cards(self) -> None:
        """Correct the game by the number of hole cards; note and drop a wrong number."""
        if self.game.startswith("Hold'em") and any(len(seat.cards) == 4 for seat in self.seats):
            self.game = "Omaha"  # some sites call every game Hold'em
        sizes = HOLE_CARDS[self.game.split()[0]]
        for seat in self.seats:
            if seat.cards and len(seat.cards) not in sizes:
                self.note(f"{seat.name} has [{' '.join(seat.cards)}], which is no whole hand")
                seat.cards = ()

    def check_winners(self) -> None:
        """Note duplicate cards, and who has the best shown cards on a board and collects nothing.

        >>> ann = Seat(1, "Ann", 9, ("AH", "AD"), paid=9)
        >>> ben = Seat(2, "Ben", 9, ("KH", "KD"), paid=9, won=18)
        >>> hand = PlayedHand("PokerNow", "1", "Hold'em", seats=[ann, ben])
        >>> hand.boards = [("2C", "7D", "9S", "JC", "3H")]
        >>> hand.check_winners()
        >>> hand.notes
        ['Ann has the best cards on [2C 7D 9S JC 3H] and collects nothing']
        """
        shown = [seat for seat in self.left if seat.cards]
        for board in self.boards or [()]:
            counts = Counter(board)
            for seat in self.seats:
                counts.update(seat.cards)
            duplicates = [card for card, count in counts.items() if count > 1]
            for card in duplicates:
                self.note(f"{card} stands twice")
            if len(board) == 5 and len(shown) > 1 and not duplicates:
                self._check_winners_on(board, shown)

    def _check_winners_on(self, board: Cards, shown: Sequence[Seat]) -> None:
        """Note the players with the best shown cards on a complete board who collect nothing."""
        rules = RULES[self.game]
        common = [TEXTS[card] for card in board]
        holes = [[TEXTS[card] for card in seat.cards] for seat in shown]
        values = [game_strength(rules, hole, common) for hole in holes]
        self._note_unpaid(shown, values, f"best cards on [{' '.join(board)}]")
        if rules == HIGH_LOW:
            lows = [low_strength(rules, hole, common) for hole in holes]
            self._note_unpaid(shown, lows, f"best low on [{' '.join(board)}]")

    def _note_unpaid(self, shown: Sequence[Seat], values: Sequence[float], kind: str) -> None:
        """Note the players with the best of some values who collect nothing; 0 is no hand."""
        best = max(values)
        for seat, value in zip(shown, values, strict=True):
            is_best = value == best and value > 0
            if is_best and not seat.won:
                self.note(f"{seat.name} has the {kind} and collects nothing")

    @property
    def left(self) -> list[Seat]:
        """The players who were dealt in and did not fold."""
        return [seat for seat in self.seats if not seat.folded and (seat.paid or seat.cards)]


Entry: TypeAlias = tuple[int, str, Callable[[], PlayedHand]]
"""A hand before it is parsed: its first line's number, that line, and a function that parses it."""


class Reader(NamedTuple):
    """How one kind of histories is read.

    `knows` tells whether a text is of this kind, `hands` yields, for each hand or each line of a
    ledger, an `Entry`: the number of its first line, that line, and the function that parses it.
    """

    endings: tuple[str, ...]
    knows: Callable[..., object]
    hands: Callable[..., Iterator[tuple[int, str, Callable[[], Any]]]]
    structured: bool = False  # whether any exception means damage
    takes_columns: bool = False  # whether both functions take the meanings of columns, too


@dataclass(frozen=True, slots=True)
class Unread:
    """A hand that was not understood: the file, the line where it begins, that line, the reason."""

    file: str
    line: int
    text: str
    reason: str

    def __str__(self) -> str:
        """Return the place, the line quoted and the reason."""
        return f"{self.file}:{self.line}: '{self.text[:80]}' {self.reason}"


def number_of(text: str) -> float | None:
    """Return the first number of a text, with a point or a comma before its decimals.

    The result is None where there is none.

    >>> [number_of(text) for text in ("$1,074.50 USD", "1.234,56", "9 966,25", "1,500 in chips")]
    [1074.5, 1234.56, 9966.25, 1500.0]
    >>> [number_of(text) for text in ("0,05", "3.000", "-")]
    [0.05, 3000.0, None]
    """
    number = _NUMBER.search(text)
    if number is None or len(number[0]) > _MOST_DIGITS:
        return None
    digits = re.sub(r"[ '’]", "", number[0]).rstrip(".,")
    last_mark = max(",.", key=digits.rfind)
    whole, mark, rest = digits.rpartition(last_mark)
    stands_once = bool(mark) and mark not in whole
    groups_thousands = len(rest) == 3 and whole != "0" and whole.isdecimal()
    if stands_once and not groups_thousands:
        return float(re.sub(r"\D", "", whole) + "." + rest)
    return float(re.sub(r"\D", "", digits))


def game_of(text: str) -> tuple[str, str]:
    """Return the game that a text names and its limit.

    >>> game_of("Omaha Hi/Lo Pot Limit"), game_of("No Limit Holdem")
    (('Omaha Hi/Lo', 'PL'), ("Hold'em", 'NL'))

    Raises `NotReadError` for any other game.
    """
    is_omaha = _OMAHA.search(text) is not None
    is_holdem = _HOLDEM.search(text) is not None
    other_game = _OTHERS.search(text)
    if other_game is not None:
        raise NotReadError(f"is no hold'em or Omaha but {other_game[0]}")
    if not (is_omaha or is_holdem):
        raise NotReadError("is no hold'em or Omaha")
    limit = _limit_of(text)
    if is_omaha:
        return "Omaha Hi/Lo" if _HILO.search(text) else "Omaha", limit
    return "Hold'em 6+" if _SHORT_DECK.search(text) else "Hold'em", limit


def _limit_of(text: str) -> str:
    """Return the limit that a text names, an empty text where it names none.

    >>> _limit_of("Pot Limit Omaha"), _limit_of("Omaha")
    ('PL', '')
    """
    for limit, words in _LIMITS:
        if words.search(text):
            return limit
    return ""
