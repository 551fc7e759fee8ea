"""The hands of PokerNow as JSON, which its players download beside the log.

A file has the hands of one player's table, each with its players and events:

    {"id": "x75f", "handVersion": 2, "number": "1", "gameType": "th", "cents": true, ..
     "players": [{"id": "kY3x", "seat": 4, "name": "Anna", "stack": 2000, "hand": ["Ah", "Kd"]}, ..],
     "events": [{"at": 1710000000000, "payload": {"type": 8, "seat": 4, "value": 75}}, ..]}

Amounts are in cents where the hand says so. The types of the events are numbers.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from enum import IntEnum
from functools import partial
from typing import Any

from xlpoker.errors import shown
from xlpoker.histories.json_fields import seat_in, text_in
from xlpoker.histories.model import (
    HOLE_CARDS,
    Entry,
    NotReadError,
    PlayedHand,
    Reader,
    Seat,
    game_of,
)
from xlpoker.histories.money import Bet, settled
from xlpoker.histories.texts import pieces

__all__ = ["READER", "hand_of_json", "hands_of_json"]

_HAND = re.compile(r'\{\s*"id"\s*:\s*"[^"\\]{0,99}"\s*,\s*"handVersion"\s*:')
_VERSION = 2
_CENTS = 100


class _Event(IntEnum):
    """The types of events. A missed big blind is a bet, a missed small blind is dead.

    The smallest bet is a call of nothing.
    """

    CHECK = 0
    BET = 1
    BIG_BLIND = 2
    SMALL_BLIND = 3
    MISSED_BIG_BLIND = 4
    MISSED_SMALL_BLIND = 5
    STRADDLE = 6
    CALL = 7
    RAISE = 8
    BOARD = 9
    WIN = 10
    FOLD = 11
    SHOW = 12
    VOTE = 14  # to run a hand twice
    SHOWDOWN = 15
    BACK = 16
    BOUNTY = 18
    RAKE = 19


_BLINDS = {
    _Event.BIG_BLIND,
    _Event.SMALL_BLIND,
    _Event.MISSED_BIG_BLIND,
    _Event.MISSED_SMALL_BLIND,
    _Event.STRADDLE,
}
_ACTIVE_BETS = {_Event.BET, _Event.CALL, _Event.RAISE}
_BETS = _BLINDS | _ACTIVE_BETS
"""What moves chips to the pot. Each names the whole bet on that street, as the log does."""
_DECISIONS = _ACTIVE_BETS | {_Event.CHECK, _Event.FOLD}
_OF_PLAYERS = _BETS | _DECISIONS | {_Event.WIN, _Event.SHOW, _Event.BACK}


def hands_of_json(text: str) -> Iterator[Entry]:
    """Yield the hands of a text, each read by itself so that a damaged one harms no other.

    >>> text = '{"hands": [{"id": "a", "handVersion": 2}, {"id": "b", "handVersion": 2}]}'
    >>> [first for line, first, read in hands_of_json(text)]
    ['{"id": "a", "handVersion": 2},', '{"id": "b", "handVersion": 2}]}']
    """
    for line, piece in pieces(text, _HAND):
        first_words = " ".join(piece[:200].split())
        yield line, first_words, partial(hand_of_json, piece)


def hand_of_json(text: str) -> PlayedHand:
    """Return the hand whose object begins a text.

    Raises `NotReadError` for other games and an incomplete hand, and others for damaged JSON.
    """
    record, _ = json.JSONDecoder().raw_decode(text)
    if record["handVersion"] != _VERSION:
        raise NotReadError(f"is of version {shown(record['handVersion'])}; {_VERSION} is read")
    game, limit = game_of(text_in(record, "gameType"))
    number = f"#{text_in(record, 'number')} {text_in(record, 'id')}"
    hand = PlayedHand("PokerNow", number, game, limit)
    started = datetime.fromtimestamp(record["startedAt"] / 1000, UTC)
    hand.time = started.replace(microsecond=0, tzinfo=None)
    parser = _EventParser(hand, record)
    for event in record["events"]:
        parser.take(event["payload"])
    parser.finish()
    return hand


class _EventParser:
    """One pass over the events of a hand: `take` each of them, then `finish`."""

    def __init__(self, hand: PlayedHand, record: Mapping[str, Any]) -> None:
        self._hand = hand
        self._unit = _CENTS if record["cents"] else 1
        players = list(record["players"])
        self._seats = self._seats_of(players)
        self._shown_cards: dict[int, list[Any]] = {}
        for player in players:
            self._shown_cards[player["seat"]] = [*player.get("hand", ())]
        self._runs: dict[int, dict[int, str]] = {}  # the cards of each run by street
        self._bets = self._antes(record)
        self._street = 0
        self._cards_at_last_decision = 0
        self._rake = 0.0
        self._set_table(record)

    def _seats_of(self, players: Sequence[Mapping[str, Any]]) -> dict[int, Seat]:
        """Return the seats by number; of players with equal names, each has the id behind the name."""
        names = [text_in(player, "name").strip() for player in players]
        counts = Counter([name.casefold() for name in names])
        seats: dict[int, Seat] = {}
        for player, name in zip(players, names, strict=True):
            number = seat_in(player, "seat")
            identity = text_in(player, "id")
            if number in seats:
                raise NotReadError(f"has two players in seat {number}")
            is_unique = counts[name.casefold()] == 1
            shown_name = name if is_unique else f"{name} @ {identity}"
            stack = self._chips(player["stack"])
            seats[number] = Seat(number, shown_name, stack, who=identity)
        return seats

    def _antes(self, record: Mapping[str, Any]) -> list[Bet]:
        """Return the antes, which all players post without an event."""
        ante = self._chips(record.get("ante") or 0)
        if not ante:
            return []
        return [Bet("dead", 0, seat.name, ante) for seat in self._seats.values()]

    def _set_table(self, record: Mapping[str, Any]) -> None:
        """Set the button and the blinds of the hand."""
        dealer = record["dealerSeat"]
        small_blind = self._chips(record["smallBlind"])
        big_blind = self._chips(record["bigBlind"])
        self._hand.button = dealer if dealer in self._seats else None
        self._hand.big_blind = big_blind
        self._hand.stakes = f"{small_blind:g}/{big_blind:g}"

    def _chips(self, value: float) -> float:
        """Return an amount in chips, of one that may be in cents."""
        return value / self._unit

    def take(self, event: Mapping[str, Any]) -> None:
        """Take an event; one of an unknown type is noted."""
        try:
            kind = _Event(event["type"])
        except ValueError:
            self._hand.note(f"an event of type {shown(event['type'])} is not known")
            return
        if kind is _Event.BOARD:
            self._deal(event)
        elif kind is _Event.BOUNTY:
            self._remark_bounties(event)
        elif kind is _Event.RAKE:
            self._rake += self._chips(event["value"])
        elif kind in _OF_PLAYERS:
            self._take_of_player(kind, event)

    def _take_of_player(self, kind: _Event, event: Mapping[str, Any]) -> None:
        """Take what a player does."""
        seat = self._seats[event["seat"]]
        amount = self._chips(event.get("value") or 0)
        if kind in _BETS and amount:
            is_dead = kind is _Event.MISSED_SMALL_BLIND
            word = "dead" if is_dead else "raise"
            self._bets.append(Bet(word, self._street, seat.name, amount, amount))
        elif kind is _Event.BACK:
            self._bets.append(Bet("back", self._street, seat.name, amount))
        elif kind is _Event.WIN:
            self._take_win(seat, amount, event)
        if kind in (_Event.SHOW, _Event.WIN):
            self._shown_cards[seat.number] += event.get("cards") or ()
        if kind in _DECISIONS:
            self._cards_at_last_decision = self._cards_dealt()
        if kind is _Event.FOLD:
            seat.folded = True

    def _take_win(self, seat: Seat, amount: float, event: Mapping[str, Any]) -> None:
        """Take what a player wins on a board, of a low hand, too."""
        run = int(event.get("runNumber") or 1)
        self._bets.append(Bet("won", self._street, seat.name, amount, run=run))
        if event.get("hiLo") == "l":
            self._hand.game = "Omaha Hi/Lo"

    def _cards_dealt(self) -> int:
        """Return how many cards of the first board are dealt."""
        streets = self._runs.get(1, {})
        return sum(len(cards.split()) for cards in streets.values())

    def _deal(self, event: Mapping[str, Any]) -> None:
        """Add the cards of a street; those of a second board begin no street."""
        street = event["turn"]
        streets = self._runs.setdefault(event["run"], {})
        streets[street] = " ".join(event["cards"])
        self._street = street

    def _remark_bounties(self, event: Mapping[str, Any]) -> None:
        """Add a remark for each player who pays or receives the bounty of a hand; it is in no pot."""
        for field, verb in (("receivedBounties", "receives"), ("paidBounties", "pays")):
            for number, value in event[field]:
                name = self._seats[number].name
                self._hand.remarks.append(f"{name} {verb} a bounty of {self._chips(value):g}")

    def finish(self) -> None:
        """Set the seats, the boards and the chips of the hand, and check it.

        Raises `NotReadError` for an incomplete hand.
        """
        hand = self._hand
        hand.seats = list(self._seats.values())
        self._set_boards()
        self._show_cards()
        settled(hand, self._bets, self._rake)
        hand.close(self._cards_at_last_decision)
        hand.check_winners()

    def _set_boards(self) -> None:
        """Set the boards; a further one has the streets before the players were all in from the first."""
        first_board = self._runs.get(1, {})
        for run in sorted(self._runs):
            streets = first_board | self._runs[run]
            texts = [streets[street] for street in sorted(streets)]
            cards = self._hand.cards(" ".join(texts))
            self._hand.boards.append(cards)

    def _show_cards(self) -> None:
        """Give the seats their cards; a part of a hand becomes a remark."""
        game = self._hand.game.split()[0]
        hole_cards = min(HOLE_CARDS[game])
        for number, shown_cards in self._shown_cards.items():
            known_cards = filter(None, shown_cards)  # a card that is not shown is null
            different_cards = dict.fromkeys(known_cards)
            cards = self._hand.cards(" ".join(different_cards))
            seat = self._seats[number]
            if len(cards) >= hole_cards:
                seat.cards = cards
            elif cards:
                self._hand.remarks.append(f"{seat.name} showed [{' '.join(cards)}]")


READER = Reader(
    (".json",),
    _HAND.search,
    hands_of_json,
    structured=True,
)
