"""Outs: the next cards one by one, and who has the better hand after each.

On the turn a card decides: the rivers that win, tie and lose for the first hand. On the flop the same is told for
every turn card, and added up: the run-outs of two cards, each counted once whichever of its cards comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import prod

from xlpoker.errors import HandError, check_choice
from xlpoker.evaluator.cards import JOKER, card_text
from xlpoker.evaluator.games import game_strength
from xlpoker.evaluator.hand import codes_of
from xlpoker.evaluator.primes import PRIMES, SUITED
from xlpoker.evaluator.showdown import check_showdown
from xlpoker.odds.counting import rank_values
from xlpoker.odds.draws import Draw, draws_of
from xlpoker.odds.ranges import HOLES, hand_of_range

__all__ = ["Outs", "outs"]

Cards = str | Iterable[str | int]
_PRIME = tuple(PRIMES[code >> 2] for code in range(52))
_TEXT = tuple(map(card_text, range(52)))


@dataclass(frozen=True, slots=True)
class Outs:
    """How the first hand fares: run-outs to the river that it wins, ties and loses.

    `cards` says the same of the next card: after it the first hand is the better one (``win``), equal (``tie``), or
    worse (``lose``). On the flop `turns` holds the outs after each turn card. `draws` are those of each hand.
    """

    win: int
    tie: int
    lose: int
    cards: dict[str, tuple[str, ...]]
    turns: dict[str, Outs] = field(default_factory=dict)
    draws: tuple[tuple[Draw, ...], ...] = ()

    @property
    def total(self) -> int:
        """Return the number of run-outs."""
        return self.win + self.tie + self.lose

    def as_dict(self) -> dict[str, object]:
        """Return what `xlpoker outs --json` prints.

        >>> outs("8c 9s 4c Jh", "6c 7c", "Ah Ad").as_dict()["win"]
        15
        """
        record: dict[str, object] = {"win": self.win, "tie": self.tie, "lose": self.lose, "cards": self.cards}
        if self.turns:
            record["turns"] = {card: [turn.win, turn.tie, turn.lose] for card, turn in self.turns.items()}
        if self.draws:
            record["draws"] = [{draw.name: draw.cards for draw in mine} for mine in self.draws]
        return record

    def __str__(self) -> str:
        titles = {"win": "Winning", "tie": "Tying", "lose": "Losing"}
        return "\n".join(
            f"{titles[result]} cards ({len(cards)}): {' '.join(cards)}".rstrip() for result, cards in self.cards.items()
        )


def outs(board: Cards, hole1: Cards, hole2: Cards, game: str = "holdem", dead: Cards = "") -> Outs:
    """Return the cards that make the first hand win, tie and lose against the second.

    >>> print(outs("8c 9s 4c Jh", "6c 7c", "Ah Ad"))
    Winning cards (15): 2C 3C 5C 5D 5H 5S 9C TC TD TH TS JC QC KC AC
    Tying cards (0):
    Losing cards (29): 2D 2H 2S 3D 3H 3S 4D 4H 4S 6D 6H 6S 7D 7H 7S 8D 8H 8S 9D 9H JD JS QD QH QS KD KH KS AS
    >>> flop = outs("8c 9s 4c", "6c 7c", "Ah Ad")
    >>> flop.win, flop.tie, flop.lose, flop.turns["2H"].win
    (557, 0, 433, 15)

    Raises `HandError` for a board that has not three or four cards, or a card that stands twice.
    """
    check_choice(game, HOLES, "has no outs")
    common, out = codes_of(board), codes_of(dead)
    if len(common) not in {3, 4}:
        raise HandError(f"{len(common)} board card{'s' * (len(common) != 1)}: outs are for a flop of 3 or a turn of 4")
    if JOKER in common or JOKER in out:
        raise HandError("a joker has no odds: it stands for a card that is chosen afterwards")
    hands = [list(hand_of_range(codes_of(hole), game).hands[0]) for hole in (hole1, hole2)]
    check_showdown([common, *hands, out], ["the board", "hole 1", "hole 2", "the dead cards"])
    if len(set(common)) < len(common):
        raise HandError(f"duplicate card {card_text(max(common, key=common.count))} in the board")
    gone = {*common, *out, *hands[0], *hands[1]}
    deck = [code for code in range(52) if code not in gone]
    next_cards = _next_cards if game == "holdem" else _next_cards_by_game
    drawn = tuple(draws_of(hand, common, gone) for hand in hands) if game == "holdem" else ()
    if len(common) == 4:
        cards = next_cards(hands, common, deck)
        return Outs(len(cards["win"]), len(cards["tie"]), len(cards["lose"]), cards, draws=drawn)
    turns: dict[str, Outs] = {}
    sums = [0, 0, 0]
    for turn in deck:
        cards = next_cards(hands, [*common, turn], [code for code in deck if code != turn])
        after = Outs(len(cards["win"]), len(cards["tie"]), len(cards["lose"]), cards)
        sums[0] += after.win
        sums[1] += after.tie
        sums[2] += after.lose
        turns[_TEXT[turn]] = after
    ahead = next_cards(hands, common, deck)
    return Outs(sums[0] // 2, sums[1] // 2, sums[2] // 2, ahead, turns, drawn)


def _next_cards(hands: list[list[int]], board: list[int], deck: list[int]) -> dict[str, tuple[str, ...]]:
    """Return the cards of the deck by what they make of the first hand against the second."""
    one, two = (_values_by_suit(hand, board) for hand in hands)
    found: dict[str, list[str]] = {"win": [], "tie": [], "lose": []}
    win, tie, lose = found["win"].append, found["tie"].append, found["lose"].append
    for code in deck:
        mine, yours = one[code & 3][code >> 2], two[code & 3][code >> 2]
        (win if mine > yours else lose if mine < yours else tie)(_TEXT[code])
    return {result: tuple(cards) for result, cards in found.items()}


def _values_by_suit(hand: list[int], board: list[int]) -> list[Sequence[int]]:
    """Return for each suit the values with a card of each rank: only four and more of a suit make it matter."""
    cards = hand + board
    ranks = rank_values(prod([_PRIME[code] for code in cards]), 1)
    table: list[Sequence[int]] = [ranks] * 4
    suits = [code & 3 for code in cards]
    for suit in {suit for suit in suits if suits.count(suit) >= 4}:
        base = prod([_PRIME[code] for code in cards if code & 3 == suit])
        if suits.count(suit) >= 5:
            flush = SUITED[base]
            table = [[max(value, flush) for value in ranks]] * 4
        table[suit] = [
            max(value, SUITED[base * prime]) if base % prime else value
            for value, prime in zip(table[suit], PRIMES, strict=True)
        ]
    return table


def _next_cards_by_game(hands: list[list[int]], board: list[int], deck: list[int]) -> dict[str, tuple[str, ...]]:
    """Return the same for Omaha, where every combination is a hand of its own."""
    found: dict[str, list[str]] = {"win": [], "tie": [], "lose": []}
    for code in deck:
        mine, yours = (game_strength("omaha", hand, [*board, code]) for hand in hands)
        found["win" if mine > yours else "lose" if mine < yours else "tie"].append(_TEXT[code])
    return {result: tuple(cards) for result, cards in found.items()}
