"""Histories in the Poker Hand History format (.phh, .phhs), read by the package pokerkit."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from functools import partial
from math import isfinite
from typing import Any

from xlpoker.errors import remedy
from xlpoker.histories.model import Cards, NotReadError, PlayedHand, Reader, Seat
from xlpoker.histories.texts import pieces

__all__ = ["READER", "hand_of_phh", "phh_of"]

_GAMES = {
    "NT": ("Hold'em", "NL"), "FT": ("Hold'em", "FL"), "NS": ("Hold'em 6+", "NL"), "PO": ("Omaha", "PL"),
    "FO/8": ("Omaha Hi/Lo", "FL"),
}  # fmt: skip
_TABLE = re.compile(r"^\[\w+\]\s*$", re.MULTILINE)


def phh_of(text: str) -> Iterator[tuple[int, str, Callable[[], PlayedHand]]]:
    """Yield the hands of a .phh or .phhs file."""
    for line, piece in pieces(text, _TABLE) if _TABLE.search(text) else [(1, text)]:
        entry = _TABLE.sub("", piece, count=1)
        yield line, entry.lstrip().partition("\n")[0], partial(hand_of_phh, entry)


def hand_of_phh(text: str) -> PlayedHand:
    """Return the hand of one entry of such a file.

    Raises `NotReadError` where pokerkit is missing, for other games and for an incomplete hand, and others for damaged fields.
    """
    try:
        from pokerkit import HandHistory
    except ImportError:
        raise NotReadError(f"needs pokerkit: {remedy('histories')}") from None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of fields that users add
        return _hand(HandHistory.load(io.BytesIO(text.encode())))


def _hand(history: Any) -> PlayedHand:
    if history.variant not in _GAMES:
        raise NotReadError(f"is no hold'em or Omaha but {history.variant}")
    hand = PlayedHand(
        str(history.venue or "PHH"), str(history.hand or ""), *_GAMES[history.variant]
    )
    if None not in (history.year, history.month, history.day):
        hand.time = datetime.combine(
            date(history.year, history.month, history.day), history.time or time()
        )
    hand.table, hand.currency = (
        str(history.table or ""),
        str(history.currency or history.currency_symbol or ""),
    )
    hand.tournament = str(history.event or "")
    blinds = [float(chips) for chips in history.blinds_or_straddles if chips]
    hand.stakes, hand.big_blind = (
        "/".join(f"{chips:g}" for chips in blinds[:2]),
        max(blinds, default=None),
    )
    numbers = history.seats or range(1, len(history.starting_stacks) + 1)
    names = history.players or [f"Player {number}" for number in numbers]
    stacks = [float(chips) for chips in history.starting_stacks]
    if not all(map(isfinite, stacks)):
        raise NotReadError("is damaged: a stack is no number of chips")
    hand.seats = [
        Seat(int(at), str(name), chips)
        for at, name, chips in zip(numbers, names, stacks, strict=True)
    ]
    hand.button = hand.seats[-1].number
    acted_at, paid, won = _played(hand, history)
    most = max(range(len(paid)), key=paid.__getitem__)  # chips that nobody called come back
    uncalled = paid[most] - max([0.0, *paid[:most], *paid[most + 1 :]])
    if any(history.winnings or ()):
        won = [float(chips) for chips in history.winnings]
    else:
        won[most] -= uncalled
    paid[most] -= uncalled
    for seat, put, got in zip(hand.seats, paid, won, strict=True):
        seat.paid, seat.won = round(put, 4), round(got, 4)
    hand.pot, hand.rake = round(sum(paid), 4), max(0.0, round(sum(paid) - sum(won), 4))
    hand.close(acted_at)
    return hand


def _played(hand: PlayedHand, history: Any) -> tuple[int, list[float], list[float]]:
    """Replay a hand: set its cards, and return when the last player acted, what each put in and what came back."""
    board: Cards = ()
    acted_at = 0
    stacks = [seat.stack or 0.0 for seat in hand.seats]
    paid, won = [0.0] * len(stacks), [0.0] * len(stacks)
    for state, action in history.state_actions:
        for at, chips in enumerate(map(float, state.stacks)):
            paid[at] += max(0.0, stacks[at] - chips)
            won[at] += max(0.0, chips - stacks[at])
        stacks = [float(chips) for chips in state.stacks]
        words: list[str] = (action or "").partition("#")[0].split()
        actor, verb, *rest = [*words, *[""] * (4 - len(words))]
        if actor == "d" and verb == "db":
            board += hand.cards(rest[0])
        elif verb in ("dh", "sm"):
            seat = hand.seats[int((rest[0] if verb == "dh" else actor)[1:]) - 1]
            seat.cards = hand.cards(rest[1] if verb == "dh" else rest[0]) or seat.cards
        elif verb in ("f", "cc", "cbr"):
            hand.seats[int(actor[1:]) - 1].folded |= verb == "f"
            acted_at = len(board)
    hand.boards = [board] if board else []
    return acted_at, paid, won


READER = Reader(
    (".phh", ".phhs"), re.compile(r"^variant\s*=", re.MULTILINE).search, phh_of, structured=True
)
