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

Codes = Sequence[int]
Values = Sequence[float]
Record = dict[str, object]
Texts = tuple[str, ...]
Draws = tuple[Draw, ...]

_GAMES = ("holdem", "omaha", *SHORT_DECK)
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
    cards: dict[str, Texts]
    draws: tuple[Draws, ...] = ()

    @property
    def total(self) -> int:
        """Return the number of run-outs."""
        return self.win + self.tie + self.lose

    def as_dict(self) -> Record:
        """Return what `xlpoker outs --json` prints.

        >>> outs("8c 9s 4c Jh", "6c 7c", "Ah Ad").as_dict()["win"]
        15
        """
        record: Record = {
            "win": self.win,
            "tie": self.tie,
            "lose": self.lose,
            "cards": self.cards,
        }
        if self.draws:
            record["draws"] = [_cards_by_name(draws) for draws in self.draws]
        return record

    def rows(self) -> list[Record]:
        """Return the next cards one by one: card and result."""
        rows: list[Record] = []
        for result, cards in self.cards.items():
            for card in cards:
                row: Record = {"card": card, "result": result}
                rows.append(row)
        return rows

    def to_frame(self) -> Any:
        """Return the next cards as a pandas DataFrame, a row each."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def _repr_html_(self) -> str:
        rows = []
        for result, cards in self.cards.items():
            text = " ".join(cards)
            rows.append((result, len(cards), text))
        caption = f"win {self.win}, tie {self.tie}, lose {self.lose}"
        return html_table(("", "cards", "next"), rows, caption)

    def __str__(self) -> str:
        lines = []
        for result, cards in self.cards.items():
            title = f"{_TITLES[result]} cards ({len(cards)}):"
            lines.append(" ".join([title, *cards]))
        return "\n".join(lines)


def _cards_by_name(draws: Draws) -> dict[str, Texts]:
    return {draw.name: draw.cards for draw in draws}


def outs(
    board: Cards,
    hole1: Cards,
    hole2: Cards,
    game: str = "holdem",
    dead: Cards = "",
) -> Outs:
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
    check_choice(game, _GAMES, "has no outs")
    board_codes = card_codes(board)
    check_board(board_codes, (3, 4), OF_NEXT_CARDS)
    first_range = hand_of_range(card_codes(hole1), game)
    second_range = hand_of_range(card_codes(hole2), game)
    ranges = [first_range, second_range]
    table = table_of(board_codes, ranges, game, card_codes(dead))
    first, second = [hand_range.hands[0] for hand_range in table.ranges]
    gone = {*board_codes, *table.dead, *first, *second}
    deck = [code for code in range(52) if code not in gone]
    mine = _next_values(game, first, board_codes, deck)
    yours = _next_values(game, second, board_codes, deck)
    cards = _cards_by_result(deck, mine, yours)
    draws: tuple[Draws, ...] = ()
    if game != "omaha":
        my_draws = draws_of(first, board_codes, gone, game)
        your_draws = draws_of(second, board_codes, gone, game)
        draws = (my_draws, your_draws)
    if len(board_codes) == 3:
        _, win, lose, tie = count(table.deal((first, second)))
    else:
        win, tie, lose = [len(texts) for texts in cards.values()]
    return Outs(win, tie, lose, cards, draws)


def _next_values(game: str, hand: Codes, board: Codes, deck: Codes) -> Values:
    """Return the values of a hand on the board with each of the next cards."""
    if game == "holdem":
        return next_values([*board, *hand], deck)
    next_boards = [[*board, code] for code in deck]
    return [game_strength(game, hand, next_board) for next_board in next_boards]


def _cards_by_result(deck: Codes, mine: Values, yours: Values) -> dict[str, Texts]:
    """Return the next cards that make the first hand win, tie and lose, by their values."""
    win = []
    tie = []
    lose = []
    for code, my_value, your_value in zip(deck, mine, yours, strict=True):
        text = TEXT[code]
        if my_value > your_value:
            win.append(text)
        elif my_value == your_value:
            tie.append(text)
        else:
            lose.append(text)
    return {"win": tuple(win), "tie": tuple(tie), "lose": tuple(lose)}
