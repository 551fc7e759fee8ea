"""The XML of iPoker's network: sessions with games.

Each game is parsed by itself, so that a damaged one harms no other:

    <session>
      <general><gametype>Holdem NL $1/$2</gametype><mode>real</mode> ...</general>
      <game gamecode="42">
        <general>
          <startdate>...</startdate>
          <players><player name="Ann" seat="1" chips="$200" win="$4"/> ...</players>
        </general>
        <round no="1">
          <cards type="Pocket" player="Ann">SA HK</cards>
          <action player="Ann" type="3" sum="$2"/> ...
        </round>
      </game>
    </session>

The fields of a session apply to all of its games, unless a game has its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from xml.etree import ElementTree as ET

from xlpoker.histories.model import Cards, Entry, PlayedHand, Reader, Seat, game_of, number_of
from xlpoker.histories.money import Bet, settled
from xlpoker.histories.texts import pieces, time_in

__all__ = ["READER", "games_of", "hand_of_game"]

_GAME = re.compile(r"<game\b")
_FIELD = re.compile(
    r"<(gametype|startdate|tablename|tournamentcode|tournamentname|mode|currency|tablecurrency)>([^<]*)</\1>"
)
_STAKES = re.compile(r"\D{0,2}\d[\d.,]{0,30}/\D{0,2}\d[\d.,]{0,30}")
_STREETS = ("flop", "turn", "river")
_FOLD = "0"
_BIG_BLIND = "2"
_CHECK = "4"
_RAISE = "23"
_CALLS = ("3", "6", "7")
_BETS = {
    "1": "post",
    _BIG_BLIND: "post",
    **dict.fromkeys(_CALLS, "call"),
    "5": "bet",
    "15": "dead",
    "16": "dead",
    _RAISE: "raise",
}
"""The types of actions that move chips -> the kinds of `Bet`."""
_DECISIONS = frozenset({_FOLD, *_CALLS, _CHECK, "5", _RAISE})
"""The types of actions that a player chooses; blinds and antes are forced."""


_Pockets = list[tuple[str | None, str]]


@dataclass(slots=True)
class _Play:
    """What the rounds of a game hold.

    `acted_at` is the number of board cards when the last player acted.
    """

    board: list[str] = field(default_factory=list)
    bets: list[Bet] = field(default_factory=list)
    street: int = 0
    acted_at: int = 0


def games_of(text: str) -> Iterator[Entry]:
    """Yield the games of a text, each read with the session's data that precede it."""
    first_game = _GAME.search(text)
    session: dict[str, str] = {}
    if first_game is not None:
        text_before = text[: first_game.start()]
        session = _fields_of(text_before)
    for line, piece in pieces(text, _GAME):
        game, end_tag, rest = piece.partition("</game>")
        first_line = game.partition("\n")[0]
        yield line, first_line, partial(hand_of_game, game + end_tag, session)
        if "<session" in rest:
            session = _fields_of(rest)


def _fields_of(text: str) -> dict[str, str]:
    """Return the fields of a session or a game; of a repeated field the first one counts.

    >>> _fields_of("<mode>real</mode><gametype>Holdem NL</gametype><mode>fun</mode>")
    {'mode': 'real', 'gametype': 'Holdem NL'}
    """
    fields: dict[str, str] = {}
    for match in _FIELD.finditer(text):
        name, value = match.groups()
        fields.setdefault(name, value.strip())
    return fields


def hand_of_game(game: str, session: Mapping[str, str]) -> PlayedHand:
    """Return the hand of one `<game>`; `session` has the fields of its session.

    Raises `NotReadError` for another game and an incomplete hand, and others for damaged XML.
    """
    tree = ET.fromstring(game)  # noqa: S314 - begins with <game: no DOCTYPE, thus no entities
    fields = {**session, **_fields_of(game)}
    pockets = _pockets_of(tree)
    number = _attribute(tree, "gamecode")
    hand = _head_of(number, fields, _most_hole_cards(pockets))
    hole_cards = {name: hand.cards(text) for name, text in pockets}
    seats = _seats_of(tree, hand, hole_cards)
    play = _played(tree, hand, seats)
    play.bets += _wins_of(tree, play.street)
    names_with_bets = {bet.name for bet in play.bets}
    for seat in seats.values():
        if seat.folded or seat.name in names_with_bets:
            hand.seats.append(seat)
    if play.board:
        hand.boards = [tuple(play.board)]
    settled(hand, play.bets, None)
    hand.close(play.acted_at)
    return hand


def _pockets_of(tree: ET.Element) -> _Pockets:
    """Return the names of the players and the texts of their hole cards."""
    pockets = []
    for element in tree.iter("cards"):
        if _attribute(element, "type").lower() == "pocket":
            name = element.get("player")
            pockets.append((name, element.text or ""))
    return pockets


def _most_hole_cards(pockets: _Pockets) -> int:
    """Return how many cards the longest hand has, 2 where no hand is known.

    >>> _most_hole_cards([("Ann", "SA HK D2 C3"), ("Bob", "X X")])
    4
    """
    counts: list[int] = []
    for _, text in pockets:
        cards = text.split()
        counts.append(len(cards))
    return max(counts, default=2)


def _head_of(number: str, fields: Mapping[str, str], most_hole_cards: int) -> PlayedHand:
    """Return a hand with what its fields say; the number of hole cards tells Omaha from hold'em."""
    game_type = fields.get("gametype", "")
    game_text = game_type
    if most_hole_cards > 3:
        game_text += " Omaha"
    elif "hold" not in game_type.lower():
        game_text += " Hold'em"
    game, limit = game_of(game_text)
    hand = PlayedHand("iPoker", number, game, limit)
    hand.time = time_in(fields.get("startdate", ""))
    hand.table = fields.get("tablename", "")
    tournament_code = fields.get("tournamentcode", "")
    hand.tournament = tournament_code or fields.get("tournamentname", "")
    stakes = _STAKES.search(game_type)
    if stakes is not None:
        hand.stakes = stakes[0].strip()
    if hand.tournament or fields.get("mode") != "real":
        hand.currency = "chips"
    else:
        session_currency = fields.get("currency", "")
        hand.currency = session_currency or fields.get("tablecurrency", "")
    return hand


def _seats_of(
    tree: ET.Element, hand: PlayedHand, hole_cards: Mapping[str | None, Cards]
) -> dict[str, Seat]:
    """Return the seats of a game by the players' names, and set the button."""
    seats: dict[str, Seat] = {}
    for player in tree.iter("player"):
        name = _attribute(player, "name")
        number = _whole_number(player, "seat")
        stack = _amount(player, "chips")
        cards = hole_cards.get(name, ())
        seats[name] = Seat(number, name, stack, cards)
        if player.get("dealer") == "1":
            hand.button = number
    return seats


def _played(tree: ET.Element, hand: PlayedHand, seats: Mapping[str, Seat]) -> _Play:
    """Return the board and the bets of a game; mark the players who fold, and set the big blind."""
    play = _Play()
    for round_element in tree.iter("round"):
        street = _whole_number(round_element, "no")
        play.street = max(play.street, street)
        for element in round_element:
            name = _attribute(element, "player")
            element_type = _attribute(element, "type").lower()
            if element.tag == "cards" and element_type in _STREETS:
                play.board += hand.cards(element.text or "")
            elif element.tag == "action" and name in seats:
                _act(element, hand, seats[name], play)
    return play


def _act(action: ET.Element, hand: PlayedHand, seat: Seat, play: _Play) -> None:
    """Add one action of a player to what was played."""
    action_type = _attribute(action, "type")
    amount = _amount(action, "sum") or 0.0
    if action_type == _FOLD:
        seat.folded = True
    elif action_type == _BIG_BLIND and hand.big_blind is None:
        hand.big_blind = amount
    if action_type in _BETS:
        kind = _BETS[action_type]
        street = max(play.street, 1)
        whole_bet = amount if action_type == _RAISE else None
        play.bets.append(Bet(kind, street, seat.name, amount, whole_bet))
    if action_type in _DECISIONS:
        play.acted_at = len(play.board)


def _wins_of(tree: ET.Element, street: int) -> list[Bet]:
    """Return what the players collected; of a repeated player the last one counts."""
    chips_by_name = {}
    for player in tree.iter("player"):
        name = _attribute(player, "name")
        chips_by_name[name] = _amount(player, "win")
    wins = []
    for name, chips in chips_by_name.items():
        if chips:
            wins.append(Bet("won", street, name, chips))
    return wins


def _attribute(element: ET.Element, name: str) -> str:
    """Return an attribute, an empty text where there is none.

    >>> player = ET.Element("player", name="Ann")
    >>> _attribute(player, "name"), _attribute(player, "seat")
    ('Ann', '')
    """
    return element.get(name, "")


def _amount(element: ET.Element, name: str) -> float | None:
    """Return the number in an attribute, None where there is none.

    >>> _amount(ET.Element("player", chips="$1,200"), "chips")
    1200.0
    """
    text = _attribute(element, name)
    return number_of(text)


def _whole_number(element: ET.Element, name: str) -> int:
    """Return the whole part of the number in an attribute, 0 where there is none."""
    amount = _amount(element, name)
    return int(amount or 0)


def _is_ipoker(text: str) -> bool:
    return "<game " in text and "<player" in text


READER = Reader((".xml",), _is_ipoker, games_of, structured=True)
