"""Histories in the Poker Hand History format (.phh, .phhs), replayed by the package pokerkit.

A .phh file is one hand, a .phhs file has a table such as ``[1]`` before each::

    variant = 'NT'                              one of `_GAMES`
    blinds_or_straddles = [5, 10]
    starting_stacks = [990, 1000]
    actions = ['d dh p1 AhKd', 'd dh p2 ????', 'p1 cbr 30', 'p2 cc', 'd db 2c7d9s', ...]

`pokerkit` knows the rules. It replays the actions and yields the stacks after each; what every
player paid and won is the sum of these changes.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import partial
from math import isfinite
from typing import Any

from xlpoker.errors import remedy
from xlpoker.histories.model import Cards, Entry, NotReadError, PlayedHand, Reader, Seat
from xlpoker.histories.texts import pieces

__all__ = ["READER", "hand_of_phh", "phh_of"]

_GAMES = {
    "NT": ("Hold'em", "NL"),
    "FT": ("Hold'em", "FL"),
    "NS": ("Hold'em 6+", "NL"),
    "PO": ("Omaha", "PL"),
    "FO/8": ("Omaha Hi/Lo", "FL"),
}
"""The variants of the format -> the game and its limit."""
_TABLE = re.compile(r"^\[\w+\]\s*$", re.MULTILINE)
_DEALER = "d"
_DEALS_BOARD = "db"
_DEALS_HOLE_CARDS = "dh"
_SHOWS = "sm"
_FOLDS = "f"
_DECISIONS = (_FOLDS, "cc", "cbr")  # the others check or call, and bet or raise
_WORDS = 4  # of an action: the actor, the verb and up to two arguments


@dataclass(slots=True)
class _Play:
    """What the replay of a hand tells: the chips that each seat put in and got back, and the board.

    `acted_at` is the number of board cards when the last player acted.
    """

    paid: list[float]
    won: list[float]
    board: Cards = ()
    acted_at: int = 0


def phh_of(text: str) -> Iterator[Entry]:
    """Yield the hands of a .phh or .phhs file.

    >>> text = "[1]\\nvariant = 'NT'\\n[2]\\nvariant = 'PO'\\n"
    >>> [(line, first) for line, first, read in phh_of(text)]
    [(1, "variant = 'NT'"), (3, "variant = 'PO'")]
    """
    entries: Iterable[tuple[int, str]] = [(1, text)]  # a .phh file is one hand
    if _TABLE.search(text):
        entries = pieces(text, _TABLE)
    for line, piece in entries:
        entry = _TABLE.sub("", piece, count=1)
        first_line = entry.lstrip().partition("\n")[0]
        yield line, first_line, partial(hand_of_phh, entry)


def hand_of_phh(text: str) -> PlayedHand:
    """Return the hand of one entry of such a file.

    Raises `NotReadError` where pokerkit is missing, for other games and for an incomplete hand, and
    others for damaged fields.
    """
    try:
        from pokerkit import HandHistory
    except ImportError:
        raise NotReadError(f"needs pokerkit: {remedy('histories')}") from None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of fields that users add
        history = HandHistory.load(io.BytesIO(text.encode()))
        return _hand(history)


def _hand(history: Any) -> PlayedHand:
    """Return the hand of a parsed history."""
    hand = _head_of(history)
    hand.seats = _seats_of(history)
    hand.button = hand.seats[-1].number
    play = _replayed(hand, history)
    _settle_uncalled(play, history.winnings)
    for seat, paid, won in zip(hand.seats, play.paid, play.won, strict=True):
        seat.paid = round(paid, 4)
        seat.won = round(won, 4)
    total_paid = sum(play.paid)
    total_won = sum(play.won)
    hand.pot = round(total_paid, 4)
    hand.rake = max(0.0, round(total_paid - total_won, 4))
    hand.close(play.acted_at)
    return hand


def _head_of(history: Any) -> PlayedHand:
    """Return a hand with all but its seats, its cards and its bets."""
    if history.variant not in _GAMES:
        raise NotReadError(f"is no hold'em or Omaha but {history.variant}")
    game, limit = _GAMES[history.variant]
    site = str(history.venue or "PHH")
    number = str(history.hand or "")
    hand = PlayedHand(site, number, game, limit)
    hand.time = _time_of(history)
    hand.table = str(history.table or "")
    hand.currency = str(history.currency or history.currency_symbol or "")
    hand.tournament = str(history.event or "")
    blinds = [float(chips) for chips in history.blinds_or_straddles if chips]
    hand.stakes = "/".join(f"{chips:g}" for chips in blinds[:2])
    hand.big_blind = max(blinds, default=None)
    return hand


def _time_of(history: Any) -> datetime | None:
    """Return when a hand was played, at midnight where only the day is known.

    The result is None where the day is not known.
    """
    parts = (history.year, history.month, history.day)
    if None in parts:
        return None
    midnight = time()
    return datetime.combine(date(*parts), history.time or midnight)


def _seats_of(history: Any) -> list[Seat]:
    """Return the seats, the one with the button last."""
    stacks = [float(chips) for chips in history.starting_stacks]
    numbers = history.seats or range(1, len(stacks) + 1)
    names = history.players or [f"Player {number}" for number in numbers]
    if not all(map(isfinite, stacks)):
        raise NotReadError("is damaged: a stack is no number of chips")
    seats = []
    for number, name, stack in zip(numbers, names, stacks, strict=True):
        seat = Seat(int(number), str(name), stack)
        seats.append(seat)
    return seats


def _replayed(hand: PlayedHand, history: Any) -> _Play:
    """Replay a hand: set its cards and who folds, and return the rest of what happened."""
    stacks = [seat.stack or 0.0 for seat in hand.seats]
    nothing = [0.0] * len(stacks)
    play = _Play(paid=[*nothing], won=[*nothing])
    for state, action in history.state_actions:
        new_stacks = [float(chips) for chips in state.stacks]
        for index, chips in enumerate(new_stacks):
            change = chips - stacks[index]
            play.paid[index] += max(0.0, -change)
            play.won[index] += max(0.0, change)
        stacks = new_stacks
        _act(hand, play, action or "")
    hand.boards = [play.board] if play.board else []
    return play


def _act(hand: PlayedHand, play: _Play, action: str) -> None:
    """Add one action to what was played.

    Examples: ``d dh p1 AhKd``, ``d db 2c7d9s``, ``p2 sm QsQh`` and ``p1 cbr 300 # a comment``.
    """
    words, _, _ = action.partition("#")
    actor, verb, *arguments = _padded(words.split())
    if actor == _DEALER and verb == _DEALS_BOARD:
        play.board += hand.cards(arguments[0])
    elif verb == _DEALS_HOLE_CARDS:
        _show(hand, arguments[0], arguments[1])
    elif verb == _SHOWS:
        _show(hand, actor, arguments[0])
    elif verb in _DECISIONS:
        seat = _seat_of(hand, actor)
        if verb == _FOLDS:
            seat.folded = True
        play.acted_at = len(play.board)


def _show(hand: PlayedHand, player: str, cards: str) -> None:
    """Set the hole cards of a player, unless they are unknown: ``????``."""
    seat = _seat_of(hand, player)
    seat.cards = hand.cards(cards) or seat.cards


def _padded(words: list[str]) -> list[str]:
    """Return the words of an action, followed by empty ones where an argument is missing.

    >>> _padded(["p1", "f"])
    ['p1', 'f', '', '']
    """
    missing = _WORDS - len(words)
    return words + [""] * missing


def _seat_of(hand: PlayedHand, player: str) -> Seat:
    """Return the seat of a player of the format: ``p1`` is the first."""
    number = int(player[1:])
    return hand.seats[number - 1]


def _settle_uncalled(play: _Play, winnings: Any) -> None:
    """Subtract the chips that nobody called from what was paid.

    They are subtracted from what was won, too, unless the history states what was won.
    """
    paid = play.paid
    highest = paid.index(max(paid))
    paid_by_others = paid[:highest] + paid[highest + 1 :]
    second_highest = max(paid_by_others, default=0.0)
    uncalled = paid[highest] - second_highest
    if any(winnings or ()):
        play.won = [float(chips) for chips in winnings]
    else:
        play.won[highest] -= uncalled
    paid[highest] -= uncalled


READER = Reader(
    (".phh", ".phhs"),
    re.compile(r"^variant\s*=", re.MULTILINE).search,
    phh_of,
    structured=True,
)
