"""How hole cards and board combine: a game is the cards it takes and the way to value them.

================ ========== ====== =====================================================================
game             hole cards board  value
================ ========== ====== =====================================================================
five-card        1 to 9     none   the best five of all cards
holdem           2          3 to 5 the best five of hole cards and board
omaha            4 to 6     3 to 5 exactly two hole cards and exactly three of the board
front            3          none   three cards, no straights or flushes (Chinese poker)
short-deck       2          3 to 5 hold'em with 36 cards, 6 to A: a flush beats a full house
short-deck-trips 2          3 to 5 the same, and three of a kind beats a straight
three-card       3          none   three-card poker: three of a kind beats a straight, a straight a flush
razz             5 to 7     none   the lowest five of all cards; the ace is low, no straights or flushes
2-7              5          none   the lowest hand; the ace is high, straights and flushes count
omaha-hi-lo      4 to 6     3 to 5 as omaha, and half of the pot is for the best low hand, eight or better
================ ========== ====== =====================================================================

A new game is a row of `GAMES` and a branch of `game_strength`; arrays have theirs in
`xlpoker.evaluator.batch.games`. An order of hands of its own is declared in
`xlpoker.evaluator.classes`, with values in `OWN_VALUES`.

In Omaha every combination of two and three is a five-card hand of its own, and so a joker in it becomes a card that
is not among those five. The short deck and 2-7 have no jokers; `xlpoker.evaluator.classes` has their orders of hands.
The low hand of hi-lo, too, is two hole cards and three of the board, not always those of the high hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from math import prod
from typing import NamedTuple

from xlpoker.errors import CardError, HandError, check_choice, counted
from xlpoker.evaluator.cards import JOKER, card_text, check_cards, check_rule
from xlpoker.evaluator.classes import (
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    ORDERS,
    OWN_VALUES,
    RAZZ,
    SHORT_DECK,
    SIX,
    THREE_CARD,
)
from xlpoker.evaluator.hand import Hand, HighLowHand, described, strength
from xlpoker.evaluator.primes import JOKER_PRIME, PRIMES, RANKS, SUITED, own_order_values

__all__ = [
    "GAMES",
    "HIGH_LOW",
    "OMAHA_GAMES",
    "OUT",
    "WITHOUT_JOKERS",
    "Game",
    "check_deck",
    "game_hand",
    "game_strength",
    "low_strength",
    "omaha_strength",
    "rule_said",
]


class Game(NamedTuple):
    """One row of the table above: how many hole cards and board cards a game takes, and what is unusual about its rule."""

    name: str
    hole: tuple[int, int]
    board: tuple[int, int]
    rule: str = ""


HIGH_LOW = "omaha-hi-lo"
"""The game whose pot is halved between the best high and the best low hand."""
OMAHA_GAMES = ("omaha", HIGH_LOW)
"""The games that take exactly two hole cards and exactly three of the board."""
GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        Game("five-card", (1, 9), (0, 0)),
        Game("holdem", (2, 2), (3, 5)),
        Game("omaha", (4, 6), (3, 5)),
        Game("front", (3, 3), (0, 0), "no straights or flushes"),
        Game("short-deck", (2, 2), (3, 5), "a flush beats a full house"),
        Game(
            "short-deck-trips",
            (2, 2),
            (3, 5),
            "a flush beats a full house, three of a kind a straight",
        ),
        Game(THREE_CARD, (3, 3), (0, 0), "three of a kind beats a straight, a straight a flush"),
        Game(RAZZ, (5, 7), (0, 0), "the lowest hand wins, no straights or flushes"),
        Game(DEUCE_TO_SEVEN, (5, 5), (0, 0), "the lowest hand wins, the ace is high"),
        Game(HIGH_LOW, (4, 6), (3, 5), "half of the pot for the best low hand, eight or better"),
    )
}
WITHOUT_JOKERS = (*SHORT_DECK, DEUCE_TO_SEVEN)
"""The games that have no jokers."""
_PRIME = (*[PRIMES[code >> 2] for code in range(JOKER)], JOKER_PRIME)
_LOW_RANKS = ORDERS[EIGHT_OR_BETTER].ranks
_TWOS_TO_FIVES = tuple(range(4 * SIX))
OUT: dict[str, tuple[int, ...]] = dict.fromkeys(SHORT_DECK, _TWOS_TO_FIVES)
"""The cards that the deck of a game does not have."""


def rule_said(game: str, cards: int = 0) -> str:
    """Return a game with what is unusual about its rule for hands of so many cards.

    >>> rule_said("holdem"), rule_said("short-deck"), rule_said("five-card", 3)
    ('holdem', 'short-deck (a flush beats a full house)', 'five-card (no straights or flushes)')
    """
    rule = GAMES[game].rule
    if game == "five-card" and cards in {3, 4}:
        rule = GAMES["front"].rule
    return f"{game} ({rule})" if rule else game


def check_game(game: str) -> Game:
    """Return the game of that name, or raise `OptionError`."""
    check_choice(game, GAMES, "is not a game")
    return GAMES[game]


def check_counts(game: Game, hole: int, board: int) -> None:
    """Raise `HandError` unless the game takes that many hole cards and board cards.

    >>> check_counts(GAMES["omaha"], 2, 5)
    Traceback (most recent call last):
    xlpoker.errors.HandError: 2 hole cards: omaha takes 4 to 6
    """
    if not _is_within(hole, game.hole):
        cards = counted(hole, "hole card")
        if game.hole == (3, 3):  # the whole hand
            cards = f"{hole} cards"
        raise HandError(f"{cards}: {game.name} takes {_span(game.hole)}")
    if not _is_within(board, game.board):
        cards = counted(board, "board card")
        raise HandError(f"{cards}: {game.name} takes {_span(game.board)}")


def _is_within(number: int, limits: tuple[int, int]) -> bool:
    """Tell whether a number of cards is at least the one limit and at most the other."""
    least, most = limits
    return least <= number <= most


def _span(limits: tuple[int, int]) -> str:
    """Return how many cards a game takes: ``2``, ``4 to 6``, ``none``."""
    least, most = limits
    if least < most:
        return f"{least} to {most}"
    return str(most or "none")


def check_deck(game: str, codes: Sequence[int]) -> None:
    """Raise `CardError` for a card that the deck of a game does not have.

    >>> check_deck("short-deck", [50, 3])
    Traceback (most recent call last):
    xlpoker.errors.CardError: '2S' is not a card of short-deck; its 36 cards are 6 7 8 9 T J Q K A of each suit
    """
    if game == DEUCE_TO_SEVEN and JOKER in codes:
        raise CardError(f"'{card_text(JOKER)}' is not a card of {game}, which has no jokers")
    if game not in SHORT_DECK:
        return
    for code in codes:
        if not 4 * SIX <= code < JOKER:
            raise CardError(
                f"'{card_text(code)}' is not a card of {game}; its 36 cards are 6 7 8 9 T J Q K A of each suit"
            )


def game_strength(
    game: str, hole: Sequence[int], board: Sequence[int] = (), jokers: str = "natural"
) -> float:
    """Return the value of hole cards with a board under the rules of a game, in hi-lo that of the high hand.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> board = parse_cards("2s 3s 4s 5s 9d")
    >>> game_strength("holdem", parse_cards("As Kd"), board), game_strength("omaha", parse_cards("As Kd Qh Jc"), board)
    (7453, 1154)
    >>> hole, board = parse_cards("Ah Kh"), parse_cards("Qh 7h 6h Kd Ks")
    >>> game_strength("short-deck", hole, board) > game_strength("short-deck", parse_cards("Kc Qd"), board)
    True

    >>> razz = parse_cards("Ah 2c 3d 4s 5h Kd Ks"), parse_cards("Ac 2d 3h 4c 6c 6d 6h")
    >>> [game_strength("razz", cards) for cards in razz]
    [46175, 46174]

    Raises `HandError` for a wrong number of cards or a card that stands twice, `OptionError` for an unknown game.
    """
    rules = check_game(game)
    check_rule(jokers)
    check_counts(rules, len(hole), len(board))
    if game in OMAHA_GAMES:
        return omaha_strength(hole, board, jokers)
    if game in OWN_VALUES:
        return _own_strength(game, [*hole, *board])
    return strength([*hole, *board], jokers)


def _own_strength(game: str, codes: Sequence[int]) -> float:
    """Return the value in a game with an order of hands of its own; a joker is the best card not in the hand."""
    check_deck(game, codes)
    check_cards(codes)
    order = ORDERS[game]
    ranks, suited = own_order_values(game)
    if not order.has_flushes:
        return ranks[_product(codes)]
    if JOKER in codes:
        *rest, _ = sorted(codes)  # a joker has the highest code
        free = [code for code in range(JOKER) if code not in rest]
        return max(_own_strength(game, [*rest, code]) for code in free)
    value = ranks[_product(codes)]
    cards_of_flush = min(len(codes), 5)
    for suit in range(4):
        cards_of_suit = [code for code in codes if code & 3 == suit]
        if len(cards_of_suit) >= cards_of_flush:
            flush = suited[_product(cards_of_suit)]
            value = flush if order.low else max(value, flush)
    return value


def _product(codes: Sequence[int]) -> int:
    """Return the product of the primes of some cards and jokers."""
    primes = [_PRIME[code] for code in codes]
    return prod(primes)


def low_strength(
    game: str, hole: Sequence[int], board: Sequence[int], jokers: str = "natural"
) -> float:
    """Return the value of the low hand in a game whose pot is halved, 0 where there is none.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> board = parse_cards("3s 4d 8h Kc Kd")
    >>> low_strength("omaha-hi-lo", parse_cards("As 2d Qh Qs"), board)
    60035
    >>> low_strength("omaha-hi-lo", parse_cards("As Kh Qh Qs"), board)
    0

    Raises as `game_strength` does.
    """
    rules = check_game(game)
    check_rule(jokers)
    check_counts(rules, len(hole), len(board))
    check_cards([*hole, *board])
    lows, _ = own_order_values(EIGHT_OR_BETTER)
    pairs = combinations(_low_primes(hole), 2)
    triples = combinations(_low_primes(board), 3)
    choices = product(pairs, triples)
    return max([lows[prod(pair) * prod(triple)] for pair, triple in choices], default=0)


def _low_primes(codes: Sequence[int]) -> list[int]:
    """Return the primes of the ranks up to eight among some cards, each once, and those of jokers."""
    low_primes = {PRIMES[code >> 2] for code in codes if code >> 2 in _LOW_RANKS}
    jokers = [JOKER_PRIME for code in codes if code == JOKER]
    return [*low_primes, *jokers]


def omaha_strength(hole: Sequence[int], board: Sequence[int], jokers: str = "natural") -> float:
    """Return the best value of exactly two hole cards and exactly three cards of the board."""
    check_cards([*hole, *board])
    if JOKER in hole or JOKER in board:
        fives = _fives(hole, board)
        return max(strength(five, jokers) for five in fives)
    best = _best_of_two_and_three(RANKS, hole, board)
    for suit in range(4):
        suited_board = [code for code in board if code & 3 == suit]
        if len(suited_board) < 3:
            continue
        suited_hole = [code for code in hole if code & 3 == suit]
        if len(suited_hole) >= 2:
            flush = _best_of_two_and_three(SUITED, suited_hole, suited_board)
            best = max(best, flush)
    return best


def _best_of_two_and_three(
    values: Mapping[int, float], hole: Sequence[int], board: Sequence[int]
) -> float:
    """Return the best of the values, by products of primes, of two hole cards and three of the board."""
    hole_primes = [PRIMES[code >> 2] for code in hole]
    board_primes = [PRIMES[code >> 2] for code in board]
    pairs = {a * b for a, b in combinations(hole_primes, 2)}
    triples = {a * b * c for a, b, c in combinations(board_primes, 3)}
    values_of_fives: list[float] = []
    for pair in pairs:
        values_of_fives += [values[pair * triple] for triple in triples]
    return max(values_of_fives)


def _fives(hole: Sequence[int], board: Sequence[int]) -> list[list[int]]:
    """Return the hands of two hole cards and three of the board."""
    fives: list[list[int]] = []
    triples = [*combinations(board, 3)]
    for pair in combinations(hole, 2):
        fives += [[*pair, *triple] for triple in triples]
    return fives


def game_hand(
    game: str, hole: Sequence[int], board: Sequence[int] = (), jokers: str = "natural"
) -> Hand:
    """Return the `Hand` that hole cards make with a board under the rules of a game.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> print(game_hand("omaha", parse_cards("As Kd Qh Jc"), parse_cards("2s 3s 4s 5s 9d")))
    AS KD 9D 5S 4S  High Card, Ace (1154)
    >>> print(game_hand("omaha-hi-lo", parse_cards("As Ad 2h Jc"), parse_cards("2s 3s 4s 5s 9d")))
    5S 4S 3S 2H AS  Straight, Five high (wheel) (5854); low 5S 4S 3S 2H AS  5-4-3-2-A (60056)
    """
    value = game_strength(game, hole, board, jokers)
    if game not in OMAHA_GAMES:
        return described(value, [*hole, *board])
    cards = next(five for five in _fives(hole, board) if strength(five, jokers) == value)
    high = described(value, cards)
    if game != HIGH_LOW:
        return high
    low = _low_hand(hole, board, jokers)
    return HighLowHand(high.value, high.category, high.name, high.cards, low)


def _low_hand(hole: Sequence[int], board: Sequence[int], jokers: str) -> Hand | None:
    """Return the low `Hand` of hole cards and a board, None where there is none."""
    value = low_strength(HIGH_LOW, hole, board, jokers)
    if not value:
        return None
    fives = _fives(hole, board)
    cards = next(five for five in fives if _own_strength(EIGHT_OR_BETTER, five) == value)
    return described(value, cards)
