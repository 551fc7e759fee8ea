"""The Open Hand History format: JSON with an object `ohh` for each hand.

A file holds one hand or many, in a list or line by line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from xlpoker.errors import shown
from xlpoker.histories.json_fields import seat_in, text_in
from xlpoker.histories.model import Cards, Entry, NotReadError, PlayedHand, Reader, Seat, game_of
from xlpoker.histories.money import Bet, settled
from xlpoker.histories.texts import pieces, time_in

__all__ = ["READER", "hand_of_ohh", "ohh_of"]

_HAND = re.compile(r'"ohh"\s*:\s*(?=\{)')
_KINDS = {
    "Post Ante": "dead",
    "Post Dead": "dead",
    "Added To Pot": "dead",
    "Post SB": "post",
    "Post BB": "post",
    "Straddle": "post",
    "Post Extra Blind": "post",
    "Bet": "bet",
    "Raise": "raise",
    "Call": "call",
}
"""The actions that move chips -> the kinds of `Bet`."""
_DECISIONS = ("Fold", "Check", "Bet", "Raise", "Call")
"""The actions that a player chooses; blinds and antes are forced."""


def ohh_of(text: str) -> Iterator[Entry]:
    """Yield the hands of a text, each read by itself so that a damaged one harms no other.

    >>> text = '{"ohh": {"game_number": 1}}\\n{"ohh": {"game_number": 2}}'
    >>> [(line, first) for line, first, read in ohh_of(text)]
    [(1, '"ohh": {"game_number": 1}} {'), (2, '"ohh": {"game_number": 2}}')]
    """
    for line, piece in pieces(text, _HAND):
        first_words = " ".join(piece[:200].split())
        yield line, first_words, partial(hand_of_ohh, piece)


def hand_of_ohh(text: str) -> PlayedHand:
    """Return the hand that an object begins in a text.

    Raises `NotReadError` for other games and an incomplete hand, and others for damaged JSON.
    """
    begin = text.index("{")
    record, _ = json.JSONDecoder().raw_decode(text, begin)
    hand = _head_of(record)
    seats = _seats_of(hand, record)
    bets: list[Bet] = []
    acted_at = _play(hand, record["rounds"], seats, bets)
    bets += _wins_of(record, seats)
    hand.seats = list(seats.values())
    hand.pot = sum(float(pot["amount"]) for pot in record["pots"])
    settled(hand, bets, _rake_of(record["pots"]))
    hand.close(acted_at)
    hand.check_winners()
    return hand


def _head_of(record: Mapping[str, Any]) -> PlayedHand:
    """Return a hand with all but its seats, its cards and its bets."""
    limit_name = text_in(record.get("bet_limit") or {}, "bet_type")
    for field in ("site_name", "game_number", "game_type"):
        if field not in record:
            raise NotReadError(f"has no {field}")
    game_type = text_in(record, "game_type")
    game, limit = game_of(f"{game_type} {limit_name}")
    site = text_in(record, "site_name")
    number = text_in(record, "game_number")
    hand = PlayedHand(site, number, game, limit)
    start = text_in(record, "start_date_utc")
    hand.time = time_in(start.replace("T", " "))
    hand.table = text_in(record, "table_name")
    if record.get("dealer_seat") is not None:
        hand.button = seat_in(record, "dealer_seat")
    hand.tournament = text_in(record.get("tournament_info") or {}, "tournament_number")
    is_tournament = record.get("tournament") or hand.tournament
    hand.currency = "chips" if is_tournament else text_in(record, "currency")
    hand.big_blind = float(record["big_blind_amount"])
    hand.stakes = f"{record['small_blind_amount']:g}/{hand.big_blind:g}"
    return hand


def _seats_of(hand: PlayedHand, record: Mapping[str, Any]) -> dict[Any, Seat]:
    """Return the seats of the players who do not sit out, by the players' ids."""
    seats: dict[Any, Seat] = {}
    for player in record["players"]:
        if player.get("is_sitting_out"):
            continue
        player_id = player["id"]
        number = seat_in(player, "seat")
        name = text_in(player, "name")
        stack = float(player["starting_stack"])
        cards = _cards(hand, player.get("cards"))
        seats[player_id] = Seat(number, name, stack, cards)
    return seats


def _play(
    hand: PlayedHand,
    rounds: Iterable[Mapping[str, Any]],
    seats: Mapping[Any, Seat],
    bets: list[Bet],
) -> int:
    """Take the rounds of a hand: set its boards, the cards shown and who folds, and add the bets.

    Returns the number of board cards when the last player acted.
    """
    first_board: dict[str, Cards] = {}  # the cards of each street
    second_board: dict[str, Cards] = {}  # those of the streets that are dealt twice
    acted_at = 0
    for street, played_round in enumerate(rounds):
        dealt = _cards(hand, played_round.get("cards"))
        if dealt:
            name = played_round["street"]
            board = second_board if name in first_board else first_board
            board[name] = dealt
        for action in played_round["actions"]:
            seat = seats[action["player_id"]]
            kind = action["action"]
            amount = float(action.get("amount") or 0)
            if kind in _KINDS:
                bets.append(Bet(_KINDS[kind], street, seat.name, amount))
            if kind in _DECISIONS:
                acted_at = len(_all_cards(first_board))
                seat.folded |= kind == "Fold"
            shown_cards = _cards(hand, action.get("cards"))
            if shown_cards:
                seat.cards = shown_cards
    if first_board:
        hand.boards.append(_all_cards(first_board))
    if second_board:
        hand.boards.append(_all_cards(first_board | second_board))
    return acted_at


def _all_cards(board: Mapping[str, Cards]) -> Cards:
    """Return the cards of all streets.

    >>> _all_cards({"Flop": ("2C", "7D", "9S"), "Turn": ("JC",)})
    ('2C', '7D', '9S', 'JC')
    """
    return tuple(card for cards in board.values() for card in cards)


def _wins_of(record: Mapping[str, Any], seats: Mapping[Any, Seat]) -> list[Bet]:
    """Return what the players collected from each pot."""
    wins = [win for pot in record["pots"] for win in pot["player_wins"]]
    after_last_round = len(record["rounds"])
    bets = []
    for win in wins:
        name = seats[win["player_id"]].name
        amount = float(win["win_amount"])
        bets.append(Bet("won", after_last_round, name, amount))
    return bets


def _rake_of(pots: Iterable[Mapping[str, Any]]) -> float:
    """Return the rake of all pots, with their fees for a jackpot."""
    fees = [pot.get(field) for pot in pots for field in ("rake", "jackpot")]
    return sum(float(fee or 0) for fee in fees)


def _cards(hand: PlayedHand, listed: Iterable[str] | None) -> Cards:
    """Return the cards of a list; some sites write an empty text for none."""
    if isinstance(listed, Mapping):
        raise NotReadError(f"has {shown(listed)} for cards, which is no list")
    return hand.cards(" ".join(listed or ()))


READER = Reader(
    (".ohh", ".json", ".jsonl"),
    _HAND.search,
    ohh_of,
    structured=True,
)
