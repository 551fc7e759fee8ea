"""The XML of iPoker's network: a session with games, each game read by itself so that a damaged one harms no other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from xml.etree import ElementTree as ET

from xlpoker.histories.model import PlayedHand, Reader, Seat, game_of, number_of
from xlpoker.histories.money import Bet, settled
from xlpoker.histories.texts import pieces, time_in

__all__ = ["READER", "games_of", "hand_of_game"]

_GAME = re.compile(r"<game\b")
_FIELD = re.compile(
    r"<(gametype|startdate|tablename|tournamentcode|tournamentname|mode|currency|tablecurrency)>([^<]*)</\1>"
)
_STAKES = re.compile(r"\D{0,2}\d[\d.,]{0,30}/\D{0,2}\d[\d.,]{0,30}")
_KINDS = (
    dict.fromkeys(("1", "2"), "post")
    | dict.fromkeys(("3", "6", "7"), "call")
    | dict.fromkeys(("15", "16"), "dead")
)
_KINDS |= {"5": "bet", "23": "raise"}


def games_of(text: str) -> Iterator[tuple[int, str, Callable[[], PlayedHand]]]:
    """Yield the games of a text, each read with the session's data that precede it."""
    start = _GAME.search(text)
    session = _fields_of(text[: start.start()]) if start else {}
    for line, piece in pieces(text, _GAME):
        game, closed, rest = piece.partition("</game>")
        yield line, game.partition("\n")[0], partial(hand_of_game, game + closed, session)
        session = _fields_of(rest) if "<session" in rest else session


def _fields_of(text: str) -> dict[str, str]:
    """Return the fields that stand in a session or a game; of a field that comes again the first one counts.

    >>> _fields_of("<mode>real</mode><gametype>Holdem NL</gametype><mode>fun</mode>")
    {'mode': 'real', 'gametype': 'Holdem NL'}
    """
    fields: dict[str, str] = {}
    for field in _FIELD.finditer(text):
        fields.setdefault(field[1], field[2].strip())
    return fields


def hand_of_game(game: str, session: Mapping[str, str]) -> PlayedHand:
    """Return the hand of one `<game>`; `session` has the fields of its session.

    Raises `NotReadError` for another game and an incomplete hand, and others for damaged XML.
    """
    tree = ET.fromstring(game)  # noqa: S314 - see above

    fields = {**session, **_fields_of(game)}

    def said(tag: str) -> str:
        return fields.get(tag, "")

    dealt = [one for one in tree.iter("cards") if one.get("type", "").lower() == "pocket"]
    size = max((len((one.text or "").split()) for one in dealt), default=2)
    words = said("gametype")
    game_name, limit = game_of(
        words + (" Omaha" if size > 3 else " Hold'em" if "hold" not in words.lower() else "")
    )
    hand = PlayedHand(
        "iPoker",
        tree.get("gamecode", ""),
        game_name,
        limit,
        time_in(said("startdate")),
        said("tablename"),
    )
    hand.tournament = said("tournamentcode") or said("tournamentname")
    money = _STAKES.search(words)
    hand.stakes = money[0].strip() if money else ""
    hand.currency = (
        "chips"
        if hand.tournament or said("mode") != "real"
        else said("currency") or said("tablecurrency")
    )
    pockets = {one.get("player"): hand.cards(one.text or "") for one in dealt}
    seats: dict[str, Seat] = {}
    for one in tree.iter("player"):
        name, number = one.get("name", ""), int(number_of(one.get("seat", "")) or 0)
        seat = seats[name] = Seat(
            number, name, number_of(one.get("chips", "")), pockets.get(name, ())
        )
        if one.get("dealer") == "1":
            hand.button = seat.number
    board: list[str] = []
    bets: list[Bet] = []
    acted_at = street = 0
    for part in tree.iter("round"):
        street = max(street, int(number_of(part.get("no", "")) or 0))
        for one in part:
            kind, player = one.get("type", ""), one.get("player", "")
            if one.tag == "cards" and kind.lower() in ("flop", "turn", "river"):
                board += hand.cards(one.text or "")
            elif one.tag == "action" and player in seats:
                amount = number_of(one.get("sum", "")) or 0.0
                if kind == "0":
                    seats[player].folded = True
                elif kind == "2" and hand.big_blind is None:
                    hand.big_blind = amount
                if kind in _KINDS:
                    bets.append(
                        Bet(
                            _KINDS[kind],
                            max(street, 1),
                            player,
                            amount,
                            amount if kind == "23" else None,
                        )
                    )
                if kind in ("0", "3", "4", "5", "6", "7", "23"):
                    acted_at = len(board)
    wins = {one.get("name", ""): number_of(one.get("win", "")) for one in tree.iter("player")}
    bets += [Bet("won", street, name, won) for name, won in wins.items() if won]
    acted = {bet.name for bet in bets}
    hand.seats = [seat for seat in seats.values() if seat.folded or seat.name in acted]
    hand.boards = [tuple(board)] if board else []
    settled(hand, bets, None)
    hand.close(acted_at)
    return hand


READER = Reader(
    (".xml",), lambda text: "<game " in text and "<player" in text, games_of, structured=True
)
