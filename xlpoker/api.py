"""The Python API for single hands: text in, numbers out (arrays and workbooks have modules of their own)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from xlpoker.evaluator.cards import check_rule
from xlpoker.evaluator.games import HIGH_LOW, game_hand, game_strength, low_strength
from xlpoker.evaluator.hand import (
    BEST_HIGH_CARD,
    QUICK,
    QUICK_DECK,
    QUICK_KEY,
    QUICK_VALUES,
    Hand,
    codes_of,
    hand_of,
    strength,
)
from xlpoker.evaluator.showdown import (
    check_showdown,
    shares_of,
    shares_of_halves,
    winner_of,
    winner_of_halves,
)
from xlpoker.scales import on_scale

__all__ = ["hand", "shares", "value", "winner"]

Cards = str | Iterable[str | int]
STRENGTH, NATURAL, FIVE_CARD = "strength", "natural", "five-card"
NO_WORDS: list[str] = []
_NO_BOARD: tuple[str, ...] = ()
_PLAIN = (str, tuple, list)


def hand(cards: Cards, jokers: str = "natural", game: str = "five-card", board: Cards = ()) -> Hand:
    """Return a hand's value, category, name and best five cards.

    >>> hand("4D 6S 9H QH QC")
    Hand(value=3521, category='One Pair', name='One Pair, Queens', cards=('QH', 'QC', '9H', '6S', '4D'))
    >>> hand("As Ks", game="holdem", board="Qs Js Ts 2d 2c").name
    'Royal Flush'
    >>> hand("7h 5c 4d 3s 2h", game="2-7").name
    '7-5-4-3-2'

    `cards` is a text, texts, or card codes: the hole cards when there is a `board`. Games: ``five-card`` (the best
    five of one to nine), ``holdem``, ``omaha``, ``front``, ``short-deck``, ``short-deck-trips``,
    ``three-card``, ``razz``, ``2-7``, and ``omaha-hi-lo``, whose result has a `low` hand, too. Joker rules: ``natural``,
    ``five``. Raises `CardError` and `HandError`, both `ValueError`.
    """
    codes = codes_of(cards)
    is_five_card = game.__class__ is str and game == "five-card"
    has_no_board = board.__class__ in _PLAIN and not board
    if is_five_card and has_no_board:
        return hand_of(codes, jokers)
    return game_hand(game, codes, codes_of(board), jokers)


def value(cards: Cards, scale: str = STRENGTH, jokers: str = NATURAL) -> float:
    """Return the number that says how good a hand is.

    >>> value("2H 2D 4C 4D 4S"), value(["Ah", "Ad"]), value("2H 2D 4C 4D 4S", "cactus")
    (7165, 3917.125, 298)

    Scale ``strength``: higher is better, 1 .. 7462 for five to nine cards, one to four cards in between; `xlpoker.scales`
    has the others. Raises `CardError`, `HandError`, and `OptionError` for an unknown scale or joker rule.
    """
    if scale is STRENGTH and jokers is NATURAL:  # the defaults; equal texts go the long way
        try:
            if type(cards) is list:
                words = cards
            elif type(cards) is str:
                words = cards.split()
            else:
                words = NO_WORDS
            count = len(words)
            if count == 5:  # a loop would take a tenth longer
                a, b, c, d, e = words
                bits = QUICK[a] + QUICK[b] + QUICK[c] + QUICK[d] + QUICK[e]
            elif count == 7:
                a, b, c, d, e, f, g = words
                bits = QUICK[a] + QUICK[b] + QUICK[c] + QUICK[d] + QUICK[e] + QUICK[f] + QUICK[g]
            elif count == 6:
                a, b, c, d, e, f = words
                bits = QUICK[a] + QUICK[b] + QUICK[c] + QUICK[d] + QUICK[e] + QUICK[f]
            else:
                bits = 0  # the key of no hand
            quick = QUICK_VALUES[bits & QUICK_KEY]
            if quick <= BEST_HIGH_CARD or (bits >> QUICK_DECK).bit_count() == count:
                return quick
        except (KeyError, TypeError, ValueError):
            pass
    if jokers is not NATURAL:
        check_rule(jokers)
    codes = codes_of(cards)
    points = strength(codes, jokers)
    if scale.__class__ is str and scale == STRENGTH:
        return points
    return on_scale(scale, points, codes)


def _values(hands: tuple[Cards, ...], jokers: str) -> list[float]:
    check_rule(jokers)
    codes = [codes_of(cards) for cards in hands]
    values = [strength(cards, jokers) for cards in codes]
    check_showdown(codes)
    return values


def _values_of_game(
    hands: tuple[Cards, ...], jokers: str, game: str, board: Cards
) -> tuple[list[float], list[float]]:
    """Return the values of hands in a game, and of their low hands, which are 0 where the pot is not halved."""
    codes = [codes_of(cards) for cards in hands]
    common = codes_of(board)
    values = [game_strength(game, cards, common, jokers) for cards in codes]
    if common:
        labels = ["the board", *(f"hand {number}" for number in range(1, len(codes) + 1))]
        check_showdown([common, *codes], labels)
    else:
        check_showdown(codes)
    if game != HIGH_LOW:
        return values, [0.0] * len(values)
    return values, [low_strength(game, cards, common, jokers) for cards in codes]


def winner(
    *hands: Cards, jokers: str = "natural", game: str = FIVE_CARD, board: Cards = _NO_BOARD
) -> int:
    """Return which hand wins: 1 .. N, or 0 when the best ones tie, or when the pot is split in hi-lo.

    >>> winner("5H 5C 6S 7S KD", "2C 3S 8S 8D TD"), winner("Ah Kd", "Ac Kh", "Qs Qd")
    (2, 3)
    >>> winner("7h 5c 4d 3s 2h", "Ac 5d 4h 3d 2c", game="2-7"), winner("As Ks", "Qd Qh", game="holdem", board="Js Ts 2c 2d 9h")
    (1, 2)

    `game` and `board` are those of `hand`; with a board the hands are the hole cards. Raises `HandError` for a card in two
    hands (a common board of hands with six or more cards excepted).
    """
    if game is FIVE_CARD and board is _NO_BOARD:
        return winner_of(_values(hands, jokers))
    return winner_of_halves(*_values_of_game(hands, jokers, game, board))


def shares(
    *hands: Cards, jokers: str = "natural", game: str = FIVE_CARD, board: Cards = _NO_BOARD
) -> tuple[Fraction, ...]:
    """Return the share of the pot that each hand wins.

    >>> shares("Ah Kd", "Ac Kh", "Qs Jd")
    (Fraction(1, 2), Fraction(1, 2), Fraction(0, 1))
    >>> shares("As 2d Qh Qs", "Ac 2h Kd Kh", game="omaha-hi-lo", board="3s 4d 8h Kc 9d")
    (Fraction(1, 4), Fraction(3, 4))
    """
    if game is FIVE_CARD and board is _NO_BOARD:
        return shares_of(_values(hands, jokers))
    return shares_of_halves(*_values_of_game(hands, jokers, game, board))
