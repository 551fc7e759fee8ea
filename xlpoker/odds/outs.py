"""Outs: the next cards one by one, and who has the better hand after each.

On the turn these are the rivers after which the first hand wins, ties and loses. On the flop they are
the turns after which it is ahead, level and behind, and all run-outs of two cards are counted beside
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from xlpoker.errors import check_choice, html_table
from xlpoker.evaluator.classes import SHORT_DECK
from xlpoker.evaluator.games import game_strength
from xlpoker.odds.deals import count
from xlpoker.odds.draws import TEXT, Draw, draws_of
from xlpoker.odds.known_hands import next_values
from xlpoker.odds.range_words import card_codes
from xlpoker.odds.ranges import hand_of_range
from xlpoker.odds.table import OF_NEXT_CARDS, Cards, check_board, table_of

__all__ = ["Outs", "outs"]

_TITLES = {"win": "Winning", "tie": "Tying", "lose": "Losing"}


@dataclass(frozen=True, slots=True)
class Outs:
    """The first hand's run-outs to the river: how many it wins, ties and loses.

    `cards` says the same of the next card: after it the first hand is the better one (``win``), equal
    (``tie``), or worse (``lose``). `draws` are those of each hand.
    """

    win: int
    tie: int
    lose: int
    cards: dict[str, tuple[str, ...]]
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
        record: dict[str, object] = {
            "win": self.win,
            "tie": self.tie,
            "lose": self.lose,
            "cards": self.cards,
        }
        if self.draws:
            record["draws"] = [{draw.name: draw.cards for draw in draws} for draws in self.draws]
        return record

    def rows(self) -> list[dict[str, object]]:
        """Return the next cards one by one: card and result."""
        rows: list[dict[str, object]] = []
        for result, cards in self.cards.items():
            rows.extend([{"card": card, "result": result} for card in cards])
        return rows

    def to_frame(self) -> Any:
        """Return the next cards as a pandas DataFrame, a row each."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def _repr_html_(self) -> str:
        rows = [(result, len(cards), " ".join(cards)) for result, cards in self.cards.items()]
        caption = f"win {self.win}, tie {self.tie}, lose {self.lose}"
        return html_table(("", "cards", "next"), rows, caption)

    def __str__(self) -> str:
        lines = []
        for result, cards in self.cards.items():
            line = f"{_TITLES[result]} cards ({len(cards)}): {' '.join(cards)}"
            lines.append(line.rstrip())
        return "\n".join(lines)


def outs(board: Cards, hole1: Cards, hole2: Cards, game: str = "holdem", dead: Cards = "") -> Outs:
    """Return the cards that make the first hand win, tie and lose against the second.

    >>> print(outs("8c 9s 4c Jh", "6c 7c", "Ah Ad"))
    Winning cards (15): 2C 3C 5C 5D 5H 5S 9C TC TD TH TS JC QC KC AC
    Tying cards (0):
    Losing cards (29): 2D 2H 2S 3D 3H 3S 4D 4H 4S 6D 6H 6S 7D 7H 7S 8D 8H 8S 9D 9H JD JS QD QH QS KD KH KS AS
    >>> flop = outs("8c 9s 4c", "6c 7c", "Ah Ad")
    >>> flop.win, flop.tie, flop.lose, len(flop.cards["win"])
    (557, 0, 433, 15)

    Games: ``holdem``, ``omaha``, ``short-deck`` and ``short-deck-trips``. Raises `HandError` for a
    board that has not three or four cards, or a card that stands twice.
    """
    check_choice(game, ("holdem", "omaha", *SHORT_DECK), "has no outs")
    board_codes = card_codes(board)
    check_board(board_codes, (3, 4), OF_NEXT_CARDS)
    holes = [hand_of_range(card_codes(hole), game) for hole in (hole1, hole2)]
    table = table_of(board_codes, holes, game, card_codes(dead))
    first, second = [hand_range.hands[0] for hand_range in table.ranges]
    gone = {*board_codes, *table.dead, *first, *second}
    deck = sorted(set(range(52)) - gone)
    mine = _next_values(game, first, board_codes, deck)
    yours = _next_values(game, second, board_codes, deck)
    cards = _cards_by_result(deck, mine, yours)
    draws: tuple[tuple[Draw, ...], ...] = ()
    if game != "omaha":
        draws = tuple([draws_of(hand, board_codes, gone, game) for hand in (first, second)])
    if len(board_codes) == 3:
        _, win, lose, tie = count(table.deal((first, second)))
        return Outs(win, tie, lose, cards, draws)
    return Outs(len(cards["win"]), len(cards["tie"]), len(cards["lose"]), cards, draws)


def _next_values(
    game: str, hand: Sequence[int], board: Sequence[int], deck: Sequence[int]
) -> list[float]:
    """Return the values of a hand on the board with each of the next cards."""
    if game == "holdem":
        return next_values([*board, *hand], deck)
    return [game_strength(game, hand, [*board, code]) for code in deck]


def _cards_by_result(
    deck: Sequence[int], mine: Sequence[float], yours: Sequence[float]
) -> dict[str, tuple[str, ...]]:
    """Return the next cards that make the first hand win, tie and lose, by their values."""
    cards: dict[str, list[str]] = {"win": [], "tie": [], "lose": []}
    for code, my_value, your_value in zip(deck, mine, yours, strict=True):
        if my_value > your_value:
            cards["win"].append(TEXT[code])
        elif my_value == your_value:
            cards["tie"].append(TEXT[code])
        else:
            cards["lose"].append(TEXT[code])
    return {result: tuple(texts) for result, texts in cards.items()}
