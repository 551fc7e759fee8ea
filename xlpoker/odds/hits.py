"""A range on a board: its made hands and draws, its equity after each next card, its starting hands.

Every combination counts as one made hand, its best one with the board; it may have several draws, or
none. A category's name says what the hole cards bring:

- three of a kind is a set with a pocket pair, trips with one card, or lies on the board;
- one pair is an overpair, top, second or low pair, a pocket pair below the top card, or a pair that
  lies on the board for everybody.

`grid` compares each of the 169 starting hands with a range.
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
from xlpoker.odds.draws import HIGH_CARD, PAIR, THREE, category_of, draws_of
from xlpoker.odds.equity import Player, solve
from xlpoker.odds.range_words import card_codes
from xlpoker.odds.ranges import STARTING_HANDS, Range, starting_hand
from xlpoker.odds.table import OF_NEXT_CARDS, Cards, Table, check_board, table_of, whole

__all__ = ["DRAWS", "MADE", "Grid", "Hits", "grid", "hits", "next_equities"]

NAMES = [name for row in STARTING_HANDS for name in row]
MADE = [
    *[category.name for category in reversed(CATEGORIES[4:])],
    "Set",
    "Trips",
    "Three of a kind on the board",
    "Two Pair",
    "Overpair",
    "Top pair",
    "Pocket pair below the top card",
    "Second pair",
    "Low pair",
    "Pair on the board",
    "Ace high",
    "Nothing",
]
"""Made hands, the best first."""

DRAWS = [
    "straight flush draw",
    "flush draw",
    "open-ended straight draw",
    "double gutshot",
    "gutshot",
    "overcards",
    "overcard",
    "no draw",
]
_ACE = 12


@dataclass(frozen=True, slots=True)
class Hits:
    """What a range holds: weighted combinations of each starting hand, made hand and draw.

    Before the flop there are starting hands only. `possible` counts all hands that can be held,
    `blocked` the range's combinations that hold a board or dead card.
    """

    range: str
    board: tuple[int, ...]
    combinations: float
    possible: int
    hands: dict[str, float]
    made_hands: dict[str, float]
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
            "blocked": self.blocked,
            "hands": self.hands,
        }
        if self.made_hands:
            record["made"] = self.made_hands
            record["draws"] = self.draws
        return record


def hits(hands: Cards | Range, board: Cards = "", dead: Cards = "", game: str = "holdem") -> Hits:
    """Return a range's combinations by starting hand and, on a board, by made hand and draw.

    >>> range_hits = hits("TT+, AKs", "8c 9s 4c")
    >>> range_hits.combinations, range_hits.made_hands, range_hits.draws["overcards"]
    (34, {'Overpair': 30, 'Ace high': 4}, 4)

    Games: ``holdem`` and those of the short deck. Raises what `xlpoker.equity` raises, and
    `HandError` for a board of one or two cards.
    """
    check_choice(game, ("holdem", *SHORT_DECK), "has no ranges of two cards")
    table = table_of(board, [hands, "random"], game, dead)
    check_board(table.board, (0, 3, 4, 5), "a range hits a flop, a turn or a river")
    hand_range = table.ranges[0]
    unblocked = table_of("", [hands, "random"], game).ranges[0]
    starting_hands = dict.fromkeys(NAMES, 0.0)
    made_hands = dict.fromkeys(MADE, 0.0)
    draws = dict.fromkeys(DRAWS, 0.0)
    for hand, weight in zip(hand_range.hands, hand_range.weights, strict=True):
        starting_hands[starting_hand(hand)] += weight
        if table.board:
            made_hands[_made_hand(hand, table.board, game)] += weight
        for name in _draw_names(hand, table):
            draws[name] += weight
    hands_held = _above_zero(starting_hands)
    return Hits(
        range=hand_range.text,
        board=table.board,
        combinations=whole(sum(hands_held.values())),
        possible=comb(52 - len(table.board) - len(table.dead), 2),
        hands=hands_held,
        made_hands=_above_zero(made_hands),
        draws=_above_zero(draws),
        blocked=0 if hand_range.random else len(unblocked.hands) - len(hand_range.hands),
    )


def _above_zero(weights: dict[str, float]) -> dict[str, float]:
    """Return the weights that are not 0, whole ones as ints."""
    return {name: whole(weight) for name, weight in weights.items() if weight}


def _draw_names(hand: Sequence[int], table: Table) -> list[str]:
    """Return the draws of a hand on a flop or turn; none on other streets."""
    if len(table.board) not in {3, 4}:
        return []
    draws = draws_of(hand, table.board, table.dead, table.game)
    return [draw.name for draw in draws] or ["no draw"]


def _made_hand(hand: Sequence[int], board: Sequence[int], game: str) -> str:
    """Return which of `MADE` two cards are on a board."""
    category = category_of(hand, board, game)
    first, second = [code >> 2 for code in hand]
    is_pocket_pair = first == second
    board_ranks = sorted({code >> 2 for code in board}, reverse=True)
    paired = [place for place, rank in enumerate(board_ranks) if rank in {first, second}]
    if category == HIGH_CARD:
        return "Ace high" if _ACE in {first, second} else "Nothing"
    if category == PAIR and is_pocket_pair:
        return "Overpair" if first > board_ranks[0] else "Pocket pair below the top card"
    if category == PAIR:
        return _name_of_pair(paired)
    if category == THREE:
        if is_pocket_pair:
            return "Set"
        return "Trips" if paired else "Three of a kind on the board"
    return CATEGORIES[category].name


def _name_of_pair(paired: Sequence[int]) -> str:
    """Return the name of a pair with the board, by the places of its ranks that are paired."""
    if not paired:
        return "Pair on the board"
    if paired[0] == 0:
        return "Top pair"
    return "Second pair" if paired[0] == 1 else "Low pair"


def next_equities(
    board: Cards,
    first: Cards | Range,
    second: Cards | Range,
    dead: Cards = "",
    game: str = "holdem",
) -> dict[str, float]:
    """Return the first range's equity after each next card on the flop or turn: outs of ranges.

    The best card is first. Cards after which one of the ranges has no hand left are left out.

    >>> equities = next_equities("8c 9s 4c Jh", "6c 7c", "TT+, AK")
    >>> list(equities)[0], equities["5C"], equities["TC"], equities["AD"]
    ('5C', 1.0, 0.975, 0.0)

    Raises what `xlpoker.equity` raises, and `HandError` for another board.
    """
    dead_codes = card_codes(dead)
    table = table_of(board, [first, second], game, dead_codes)
    check_board(table.board, (3, 4), OF_NEXT_CARDS)
    equities = {}
    for code in range(52):
        if code in table.board or code in table.dead:
            continue
        with suppress(HandError):  # all hands of a range hold this card
            after = table_of([*table.board, code], [first, second], game, dead_codes)
            equities[card_text(code)] = solve(after).players[0].equity
    return dict(sorted(equities.items(), key=lambda item: -item[1]))


# --- the 169 starting hands --------------------------------------------------------------------------


class Grid(NamedTuple):
    """The odds of the first player by starting hand, and what they mean.

    A hand that the board and dead cards make impossible is left out.
    """

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
    """Return the odds of each of the 169 starting hands against a range.

    >>> fields = grid("8c 9s 4c", "TT+, AK").fields
    >>> round(fields["88"].equity, 4), round(fields["AKo"].equity, 4)
    (0.9072, 0.2857)

    The board is blank before the flop. `progress` is called after each hand with the number of hands
    that are finished and of all. Raises what `xlpoker.equity` raises, and `HandError` for a board of
    one or two cards.
    """
    dead_codes = card_codes(dead)
    table = table_of(board, ["random", against], game, dead_codes)
    sizes_rule = "starting hands are compared before the flop or from it on"
    check_board(table.board, (0, 3, 4, 5), sizes_rule)
    fields: dict[str, Player] = {}
    for number, name in enumerate(NAMES, 1):
        # An error: the other range needs all cards of this hand, or the deck has none of them.
        with suppress(HandError, RangeError):
            matchup = table_of(table.board, [name, against], game, dead_codes)
            fields[name] = solve(matchup, exact=True).players[0]
        if progress:
            progress(number, len(NAMES))
    return Grid(fields, table.ranges[1].text, table.board, game)
