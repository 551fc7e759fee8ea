"""The Open Hand History format: JSON with an object `ohh` for each hand, one or many in a file, in a list or line by line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from xlpoker.histories.model import Cards, PlayedHand, Reader, Seat, game_of
from xlpoker.histories.money import Bet, settled
from xlpoker.histories.texts import pieces, time_in

__all__ = ["READER", "hand_of_ohh", "ohh_of"]

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
    limit = (said.get("bet_limit") or {}).get("bet_type", "")
    hand = PlayedHand(said["site_name"], str(said["game_number"]), *game_of(f"{said['game_type']} {limit}"))
    hand.time = time_in(str(said.get("start_date_utc")).replace("T", " "))
    hand.table, hand.button = said.get("table_name") or "", said.get("dealer_seat")
    hand.tournament = str((said.get("tournament_info") or {}).get("tournament_number", ""))
    hand.currency = "chips" if said.get("tournament") or hand.tournament else said.get("currency") or ""
    hand.big_blind = float(said["big_blind_amount"])
    hand.stakes = f"{said['small_blind_amount']:g}/{hand.big_blind:g}"
    seats = {
        one["id"]: Seat(one["seat"], str(one["name"]), float(one["starting_stack"]), _cards(hand, one.get("cards")))
        for one in said["players"]
        if not one.get("is_sitting_out")
    }
    bets: list[Bet] = []
    boards: list[dict[str, Cards]] = [{}, {}]  # by street; a street that comes again is dealt twice
    acted_at = 0
    for street, played in enumerate(said["rounds"]):
        if dealt := _cards(hand, played.get("cards")):
            boards[played["street"] in boards[0]][played["street"]] = dealt
        for one in played["actions"]:
            seat, act, amount = seats[one["player_id"]], one["action"], float(one.get("amount") or 0)
            if act in _KINDS:
                bets.append(Bet(_KINDS[act], street, seat.name, amount))
            if act in ("Fold", "Check", "Bet", "Raise", "Call"):
                acted_at = sum(map(len, boards[0].values()))
                seat.folded |= act == "Fold"
            seat.cards = _cards(hand, one.get("cards")) or seat.cards
    wins = [one for pot in said["pots"] for one in pot["player_wins"]]
    bets += [Bet("won", len(said["rounds"]), seats[one["player_id"]].name, float(one["win_amount"])) for one in wins]
    hand.seats = list(seats.values())
    hand.boards = [sum((boards[0] | board).values(), ()) for board in boards if board]
    hand.pot = sum(float(pot["amount"]) for pot in said["pots"])
    settled(hand, bets, sum(float(pot.get(fee) or 0) for pot in said["pots"] for fee in ("rake", "jackpot")))
    hand.close(acted_at)
    hand.check_winners()
    return hand


def _cards(hand: PlayedHand, said: Iterable[str] | None) -> Cards:
    """Return the cards of a list; some sites write an empty text for none."""
    return hand.cards(" ".join(said or ()))


READER = Reader((".ohh", ".json", ".jsonl"), _HAND.search, ohh_of, structured=True)
