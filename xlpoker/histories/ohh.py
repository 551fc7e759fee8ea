"""The Open Hand History format: JSON with an object `ohh` for each hand, one or many in a file, in a list or line by line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from xlpoker.errors import shown
from xlpoker.histories.model import Cards, NotReadError, PlayedHand, Reader, Seat, game_of
from xlpoker.histories.money import Bet, settled
from xlpoker.histories.texts import pieces, time_in

__all__ = ["READER", "hand_of_ohh", "ohh_of"]

_WHOLE = re.compile(r"[0-9]{1,4}")
_MOST_SEATS = 9999
_HAND = re.compile(r'"ohh"\s*:\s*(?=\{)')
_KINDS = {
    "Post Ante": "dead", "Post Dead": "dead", "Added To Pot": "dead", "Post SB": "post", "Post BB": "post",
    "Straddle": "post", "Post Extra Blind": "post", "Bet": "bet", "Raise": "raise", "Call": "call",
}  # fmt: skip


def ohh_of(text: str) -> Iterator[tuple[int, str, Callable[[], PlayedHand]]]:
    """Yield the hands of a text, each read by itself so that a damaged one harms no other."""
    for line, piece in pieces(text, _HAND):
        yield line, " ".join(piece[:200].split()), partial(hand_of_ohh, piece)


def hand_of_ohh(text: str) -> PlayedHand:
    """Return the hand that an object begins in a text.

    Raises `NotReadError` for other games and an incomplete hand, and others for damaged JSON.
    """
    said = json.JSONDecoder().raw_decode(text, text.index("{"))[0]
    limit = _text(said.get("bet_limit") or {}, "bet_type")
    for field in ("site_name", "game_number", "game_type"):
        if field not in said:
            raise NotReadError(f"has no {field}")
    game, betting = game_of(f"{_text(said, 'game_type')} {limit}")
    hand = PlayedHand(_text(said, "site_name"), _text(said, "game_number"), game, betting)
    hand.time = time_in(_text(said, "start_date_utc").replace("T", " "))
    hand.table = _text(said, "table_name")
    hand.button = _seat_number(said, "dealer_seat") if said.get("dealer_seat") is not None else None
    hand.tournament = _text(said.get("tournament_info") or {}, "tournament_number")
    hand.currency = (
        "chips" if said.get("tournament") or hand.tournament else _text(said, "currency")
    )
    hand.big_blind = float(said["big_blind_amount"])
    hand.stakes = f"{said['small_blind_amount']:g}/{hand.big_blind:g}"
    seats = {
        player["id"]: Seat(
            _seat_number(player, "seat"),
            _text(player, "name"),
            float(player["starting_stack"]),
            _cards(hand, player.get("cards")),
        )
        for player in said["players"]
        if not player.get("is_sitting_out")
    }
    bets: list[Bet] = []
    boards: list[dict[str, Cards]] = [{}, {}]  # by street; a street that comes again is dealt twice
    acted_at = 0
    for street, played in enumerate(said["rounds"]):
        if dealt := _cards(hand, played.get("cards")):
            boards[played["street"] in boards[0]][played["street"]] = dealt
        for one in played["actions"]:
            seat, act, amount = (
                seats[one["player_id"]],
                one["action"],
                float(one.get("amount") or 0),
            )
            if act in _KINDS:
                bets.append(Bet(_KINDS[act], street, seat.name, amount))
            if act in ("Fold", "Check", "Bet", "Raise", "Call"):
                acted_at = sum(map(len, boards[0].values()))
                seat.folded |= act == "Fold"
            seat.cards = _cards(hand, one.get("cards")) or seat.cards
    wins = [one for pot in said["pots"] for one in pot["player_wins"]]
    bets += [
        Bet("won", len(said["rounds"]), seats[one["player_id"]].name, float(one["win_amount"]))
        for one in wins
    ]
    hand.seats = list(seats.values())
    hand.boards = [sum((boards[0] | board).values(), ()) for board in boards if board]
    hand.pot = sum(float(pot["amount"]) for pot in said["pots"])
    settled(
        hand,
        bets,
        sum(float(pot.get(fee) or 0) for pot in said["pots"] for fee in ("rake", "jackpot")),
    )
    hand.close(acted_at)
    hand.check_winners()
    return hand


def _text(said: Mapping[str, Any], field: str) -> str:
    """Return the text or the number in a field as a text, an empty one where there is none.

    >>> _text({"game_number": 7}, "game_number"), _text({"currency": None}, "currency"), _text({}, "table_name")
    ('7', '', '')

    Raises `NotReadError` for a list, an object, and true or false.
    """
    value = said.get(field)
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise NotReadError(f"has {shown(value)} in {field}, which is no text")
    return str(value)


def _seat_number(said: Mapping[str, Any], field: str) -> int:
    """Return the number of a seat in a field, also of one that is written as a text.

    >>> _seat_number({"dealer_seat": 3}, "dealer_seat"), _seat_number({"seat": "3"}, "seat")
    (3, 3)

    Raises `NotReadError` for anything else.
    """
    value = said.get(field)
    number = float(value) if isinstance(value, str) and _WHOLE.fullmatch(value) else value
    if (
        isinstance(number, bool)
        or not isinstance(number, int | float)
        or not 0 <= number <= _MOST_SEATS
        or number % 1
    ):
        raise NotReadError(f"has {shown(value)} in {field}, which is no number of a seat")
    return int(number)


def _cards(hand: PlayedHand, said: Iterable[str] | None) -> Cards:
    """Return the cards of a list; some sites write an empty text for none."""
    if isinstance(said, Mapping):
        raise NotReadError(f"has {shown(said)} for cards, which is no list")
    return hand.cards(" ".join(said or ()))


READER = Reader((".ohh", ".json", ".jsonl"), _HAND.search, ohh_of, structured=True)
