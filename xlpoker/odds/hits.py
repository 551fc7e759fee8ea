"""A range on a board: its made hands and draws, its equity after each next card, and the 169 starting hands against it.

Every combination counts as one made hand, its best one with the board; it may have several draws, or none. A category's name says
what the hole cards bring: three of a kind is a set with a pocket pair and trips with one card, one pair is an overpair, top, second or
low pair, a pocket pair below the top card, or a pair that lies on the board for everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

from xlpoker.errors import HandError, RangeError, check_choice
from xlpoker.evaluator.cards import card_text
from xlpoker.evaluator.classes import CATEGORIES, SHORT_DECK
from xlpoker.odds.draws import category_of, draws_of
from xlpoker.odds.equity import Player, solve
from xlpoker.odds.range_words import card_codes
from xlpoker.odds.ranges import STARTING_HANDS, Range, starting_hand
from xlpoker.odds.table import OF_NEXT_CARDS, Cards, check_board, table_of, whole

__all__ = ["DRAWS", "MADE", "Grid", "Hits", "grid", "hits", "next_equities"]

NAMES = [name for row in STARTING_HANDS for name in row]
MADE = [
    *(category.name for category in reversed(CATEGORIES[4:])),
    *"Set, Trips, Three of a kind on the board, Two Pair, Overpair, Top pair".split(", "),
    *"Pocket pair below the top card, Second pair, Low pair, Pair on the board, Ace high, Nothing".split(
        ", "
    ),
]
"""Made hands, the best first."""

DRAWS = (
    "straight flush draw, flush draw, open-ended straight draw, double gutshot, gutshot, overcards, overcard, no draw"
).split(", ")


@dataclass(frozen=True, slots=True)
class Hits:
    """What a range holds: weighted combinations of each starting hand, made hand and draw; before the flop only the first.

    `possible` counts all hands that can be held, `blocked` the range's combinations that hold a board or dead card.
    """

    range: str
    board: tuple[int, ...]
    combinations: float
    possible: int
    hands: dict[str, float]
    made: dict[str, float]
    draws: dict[str, float]
    blocked: int = 0

    def as_dict(self) -> dict[str, object]:
        """Return what `xlpoker range --json` prints.

        >>> hits("QQ+", "Qh 7d 2c").as_dict()["made"]
        {'Set': 3, 'Overpair': 12}
        """
        record = {
            "range": self.range,
            "combinations": self.combinations,
            "share": self.combinations / self.possible,
        }
        made = {"made": self.made, "draws": self.draws} if self.made else {}
        return record | {"blocked": self.blocked, "hands": self.hands} | made


def hits(held: Cards | Range, board: Cards = "", dead: Cards = "", game: str = "holdem") -> Hits:
    """Return a range's combinations by starting hand and, on a board of three to five cards, by made hand and draw.

    >>> found = hits("TT+, AKs", "8c 9s 4c")
    >>> found.combinations, found.made, found.draws["overcards"]
    (34, {'Overpair': 30, 'Ace high': 4}, 4)

    Games: ``holdem`` and those of the short deck. Raises what `xlpoker.equity` raises, and `HandError` for a board of one or
    two cards.
    """
    check_choice(game, ("holdem", *SHORT_DECK), "has no ranges of two cards")
    table = table_of(board, [held, "random"], game, dead)
    check_board(table.board, (0, 3, 4, 5), "a range hits a flop, a turn or a river")
    mine = table.ranges[0]
    possible = comb(52 - len(table.board) - len(table.dead), 2)
    hands = dict.fromkeys(NAMES, 0.0)
    made, draws = dict.fromkeys(MADE, 0.0), dict.fromkeys(DRAWS, 0.0)
    for hand, weight in zip(mine.hands, mine.weights, strict=True):
        hands[starting_hand(hand)] += weight
        if table.board:
            made[_made(hand, table.board, game)] += weight
        if len(table.board) in {3, 4}:
            names = [draw.name for draw in draws_of(hand, table.board, table.dead, game)]
            for name in names or ["no draw"]:
                draws[name] += weight
    named = table_of("", [held, "random"], game).ranges[0]
    blocked = 0 if mine.random else len(named.hands) - len(mine.hands)
    hands, made, draws = (
        {name: whole(some) for name, some in part.items() if some} for part in (hands, made, draws)
    )
    return Hits(
        mine.text, table.board, whole(sum(hands.values())), possible, hands, made, draws, blocked
    )


def next_equities(
    board: Cards,
    first: Cards | Range,
    second: Cards | Range,
    dead: Cards = "",
    game: str = "holdem",
) -> dict[str, float]:
    """Return the first range's equity after each next card on the flop or turn, the best card first: outs of ranges.

    >>> found = next_equities("8c 9s 4c Jh", "6c 7c", "TT+, AK")
    >>> list(found)[0], found["5C"], found["TC"], found["AD"]
    ('5C', 1.0, 0.975, 0.0)

    Cards after which one of the ranges has no hand left are left out. Raises what `xlpoker.equity` raises, and `HandError` for another board.
    """
    gone = card_codes(dead)
    table = table_of(board, [first, second], game, gone)
    check_board(table.board, (3, 4), OF_NEXT_CARDS)
    found = {}
    for code in range(52):
        if code not in table.board and code not in table.dead:
            with suppress(HandError):  # all hands of a range hold this card
                after = table_of([*table.board, code], [first, second], game, gone)
                found[card_text(code)] = solve(after).players[0].equity
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def _made(hand: Sequence[int], board: Sequence[int], game: str) -> str:
    category = category_of(hand, board, game)
    first, second = (code >> 2 for code in hand)
    common = sorted({code >> 2 for code in board}, reverse=True)
    paired = [place for place, rank in enumerate(common) if rank in (first, second)]
    if category == 0:
        return "Ace high" if 12 in (first, second) else "Nothing"
    if category == 1 and first == second:
        return "Overpair" if first > common[0] else "Pocket pair below the top card"
    if category == 1:
        return (
            ("Top pair", "Second pair", "Low pair")[min(paired[0], 2)]
            if paired
            else "Pair on the board"
        )
    if category == 3:
        return "Set" if first == second else "Trips" if paired else "Three of a kind on the board"
    return CATEGORIES[category].name


# --- the 169 starting hands ------------------------------------------------------------------------------------------


class Grid(NamedTuple):
    """The odds of the first player by starting hand (a hand that the board and dead cards make impossible is not there), and what they mean."""

    fields: dict[str, Player]
    against: str
    board: tuple[int, ...]
    game: str = "holdem"

    def rows(self) -> list[list[Player | None]]:
        """Return the fields as they are drawn: aces first, suited hands above the diagonal."""
        return [[self.fields.get(name) for name in names] for names in STARTING_HANDS]


def grid(
    board: Cards = "",
    against: str | Range = "random",
    *,
    dead: Cards = "",
    game: str = "holdem",
    progress: Callable[[int, int], None] | None = None,
) -> Grid:
    """Return the odds of each of the 169 starting hands against a range, before the flop or on a board.

    >>> fields = grid("8c 9s 4c", "TT+, AK").fields
    >>> round(fields["88"].equity, 4), round(fields["AKo"].equity, 4)
    (0.9072, 0.2857)

    Raises what `xlpoker.equity` raises, and `HandError` for a board of one or two cards.
    """
    gone = card_codes(dead)
    table = table_of(board, ["random", against], game, gone)
    check_board(
        table.board, (0, 3, 4, 5), "starting hands are compared before the flop or from it on"
    )
    fields: dict[str, Player] = {}
    for done, name in enumerate(NAMES, 1):
        with suppress(
            HandError, RangeError
        ):  # the other range needs all its cards, or the deck has none of them
            fields[name] = solve(
                table_of(table.board, [name, against], game, gone), exact=True
            ).players[0]
        if progress:
            progress(done, len(NAMES))
    return Grid(fields, table.ranges[1].text, table.board, game)
