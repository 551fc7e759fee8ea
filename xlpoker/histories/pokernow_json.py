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
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
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
_CHECK, _BET, _BIG, _SMALL, _LATE_BIG, _LATE_SMALL, _STRADDLE, _CALL, _RAISE = range(9)
_BOARD, _WIN, _FOLD, _SHOW, _BACK, _BOUNTY, _RAKE = 9, 10, 11, 12, 16, 18, 19
_SILENT = (14, 15)
"""The vote to run a hand twice, and the showdown."""
_BETS = (_BET, _BIG, _SMALL, _LATE_BIG, _LATE_SMALL, _STRADDLE, _CALL, _RAISE)
"""The types that move chips to the pot. Each names the whole bet on that street, as the log does.

A missed big blind is a bet, a missed small blind is dead. The smallest bet is a call of nothing.
"""
_DECISIONS = (_CHECK, _BET, _CALL, _RAISE, _FOLD)
_OF_PLAYERS = {*_BETS, *_DECISIONS, _WIN, _SHOW, _BACK}


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
        self._unit = 100 if record["cents"] else 1
        self._seats = self._seats_of(record["players"])
        self._shown = {player["seat"]: [*player.get("hand", ())] for player in record["players"]}
        self._boards: dict[int, dict[int, str]] = {}  # the cards of each run by street
        ante = self._chips(record.get("ante") or 0)  # each player posts it, without an event
        self._bets = [Bet("dead", 0, seat.name, ante) for seat in self._seats.values() if ante]
        self._street = 0
        self._acted_at = 0
        self._rake = 0.0
        hand.button = record["dealerSeat"] if record["dealerSeat"] in self._seats else None
        hand.big_blind = self._chips(record["bigBlind"])
        hand.stakes = f"{self._chips(record['smallBlind']):g}/{hand.big_blind:g}"

    def _seats_of(self, players: Iterable[Mapping[str, Any]]) -> dict[int, Seat]:
        """Return the seats by number; of players with equal names, each has the id behind the name."""
        players = list(players)
        counts = Counter(text_in(player, "name").strip().casefold() for player in players)
        seats: dict[int, Seat] = {}
        for player in players:
            number = seat_in(player, "seat")
            who = text_in(player, "id")
            name = text_in(player, "name").strip()
            is_unique = counts[name.casefold()] == 1
            shown_name = name if is_unique else f"{name} @ {who}"
            if number in seats:
                raise NotReadError(f"has two players in seat {number}")
            seats[number] = Seat(number, shown_name, self._chips(player["stack"]), who=who)
        return seats

    def _chips(self, value: float) -> float:
        """Return an amount in chips, of one that may be in cents."""
        return value / self._unit

    def take(self, event: Mapping[str, Any]) -> None:
        """Take an event."""
        kind = event["type"]
        if kind == _BOARD:
            self._deal(event)
        elif kind == _BOUNTY:
            self._remark_bounties(event)
        elif kind == _RAKE:
            self._rake += self._chips(event["value"])
        elif kind in _OF_PLAYERS:
            self._take_of_player(kind, event)
        elif kind not in _SILENT:
            self._hand.note(f"an event of type {shown(kind)} is not known")

    def _take_of_player(self, kind: int, event: Mapping[str, Any]) -> None:
        """Take what a player does."""
        seat = self._seats[event["seat"]]
        amount = self._chips(event.get("value") or 0)
        if kind in _BETS and amount:
            word = "dead" if kind == _LATE_SMALL else "raise"
            self._bets.append(Bet(word, self._street, seat.name, amount, amount))
        if kind == _BACK:
            self._bets.append(Bet("back", self._street, seat.name, amount))
        if kind == _WIN:
            run = int(event.get("runNumber") or 1)
            self._bets.append(Bet("won", self._street, seat.name, amount, run=run))
            if event.get("hiLo") == "l":
                self._hand.game = "Omaha Hi/Lo"
        if kind in (_SHOW, _WIN):
            self._shown[seat.number] += event.get("cards") or ()
        if kind in _DECISIONS:
            dealt = self._boards.get(1, {})
            self._acted_at = sum(len(cards.split()) for cards in dealt.values())
            seat.folded |= kind == _FOLD

    def _deal(self, event: Mapping[str, Any]) -> None:
        """Add the cards of a street; those of a second board begin no street."""
        self._boards.setdefault(event["run"], {})[event["turn"]] = " ".join(event["cards"])
        self._street = event["turn"]

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
        first_board = self._boards.get(1, {})
        for run in sorted(self._boards):
            streets = first_board | self._boards[run]
            hand.boards.append(hand.cards(" ".join(streets[turn] for turn in sorted(streets))))
        self._show_cards()
        settled(hand, self._bets, self._rake)
        hand.close(self._acted_at)
        hand.check_winners()

    def _show_cards(self) -> None:
        """Give the seats their cards; a part of a hand becomes a remark."""
        for number, listed in self._shown.items():
            known = dict.fromkeys(card for card in listed if card)  # a card not shown is null
            cards = self._hand.cards(" ".join(known))
            if len(cards) >= min(HOLE_CARDS[self._hand.game.split()[0]]):
                self._seats[number].cards = cards
            elif cards:
                name = self._seats[number].name
                self._hand.remarks.append(f"{name} showed [{' '.join(cards)}]")


READER = Reader(
    (".json",),
    _HAND.search,
    hands_of_json,
    structured=True,
)
