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
================ ========== ====== =====================================================================

A new game is a row of `GAMES` and a branch of `game_strength`; arrays have theirs in
`xlpoker.evaluator.batch.games`. An order of hands of its own is declared in
`xlpoker.evaluator.classes`, with values in `OWN_VALUES`.

In Omaha every combination of two and three is a five-card hand of its own, and so a joker in it becomes a card that
is not among those five. The short deck has no jokers; `xlpoker.evaluator.classes` has its order of hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

from xlpoker.errors import CardError, HandError, check_choice, counted
from xlpoker.evaluator.cards import JOKER, card_text, check_cards, check_rule
from xlpoker.evaluator.classes import OWN_VALUES, SHORT_DECK, SIX, THREE_CARD
from xlpoker.evaluator.hand import Hand, described, strength
from xlpoker.evaluator.primes import PRIMES, RANKS, SUITED, short_deck_values

__all__ = [
    "GAMES",
    "OUT",
    "Game",
    "check_deck",
    "game_hand",
    "game_strength",
    "omaha_strength",
    "rule_said",
]


@dataclass(frozen=True, slots=True)
class Game:
    """One row of the table above: how many hole cards and board cards a game takes, and what is unusual about its rule."""

    name: str
    hole: tuple[int, int]
    board: tuple[int, int]
    rule: str = ""


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
    )
}
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
    """Return the value of hole cards with a board under the rules of a game.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> board = parse_cards("2s 3s 4s 5s 9d")
    >>> game_strength("holdem", parse_cards("As Kd"), board), game_strength("omaha", parse_cards("As Kd Qh Jc"), board)
    (7453, 1154)
    >>> hole, board = parse_cards("Ah Kh"), parse_cards("Qh 7h 6h Kd Ks")
    >>> game_strength("short-deck", hole, board) > game_strength("short-deck", parse_cards("Kc Qd"), board)
    True

    Raises `HandError` for a wrong number of cards or a card that stands twice, `OptionError` for an unknown game.
    """
    rules = check_game(game)
    check_rule(jokers)
    check_counts(rules, len(hole), len(board))
    if game == "omaha":
        return omaha_strength(hole, board, jokers)
    if game in OWN_VALUES:
        return _own_strength(game, [*hole, *board])
    return strength([*hole, *board], jokers)


def _own_strength(game: str, codes: Sequence[int]) -> float:
    """Return the value in a game with an order of hands of its own; a joker is the best card not in the hand."""
    check_deck(game, codes)
    check_cards(codes)
    if JOKER in codes:
        *rest, _ = sorted(codes)  # a joker has the highest code
        free = [code for code in range(JOKER) if code not in rest]
        return max(_own_strength(game, [*rest, code]) for code in free)
    ranks, suited = short_deck_values(game)
    best = ranks[_product(codes)]
    cards_of_flush = min(len(codes), 5)
    for suit in range(4):
        cards_of_suit = [code for code in codes if code & 3 == suit]
        if len(cards_of_suit) >= cards_of_flush:
            flush = suited[_product(cards_of_suit)]
            best = max(best, flush)
    return best


def _product(codes: Sequence[int]) -> int:
    """Return the product of the primes of some cards."""
    primes = [PRIMES[code >> 2] for code in codes]
    return prod(primes)


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
    """
    value = game_strength(game, hole, board, jokers)
    cards: Sequence[int] = [*hole, *board]
    if game == "omaha":
        fives = _fives(hole, board)
        cards = next(five for five in fives if strength(five, jokers) == value)
    return described(value, cards)
