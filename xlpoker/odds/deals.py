"""One deal of known hands, counted by the fastest engine; deals of ranges, listed or at random.

Of all combinations of hands only one of those is listed that differ in the names of suits alone. A
suit's *signature* is what each player holds in it together with what the board and the dead cards
take of it. The four signatures without their order determine the result::

    AKs against QQ         clubs    diamonds  hearts   spades
    AcKc against QcQd      A K | Q  - | Q     -        -
    AhKh against QhQs      -        -         A K | Q  - | Q      the same four: counted once
    AcKc against QdQh      A K      - | Q     - | Q    -          another question

Ace-king suited against all queens are 24 combinations and these two questions.

Random hands are drawn from their ranges independently, and all again when two need the same card:
every combination has its true chance. Where that is nearly always so (nine players with TT+) there
are fewer deals. Players who may hold anything get their cards from what is left, as the board does.
With NumPy `random_deals` deals 10 to 90 times as fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, combinations
from math import inf
from random import Random
from types import ModuleType
from typing import NamedTuple

from xlpoker.errors import HandError
from xlpoker.evaluator.classes import CATEGORY_NAMES, category_place
from xlpoker.evaluator.games import game_strength
from xlpoker.odds import boards_in_lanes
from xlpoker.odds.known_hands import count_codes
from xlpoker.odds.ranges import HOLES, Range
from xlpoker.odds.table import Deal, Table

__all__ = [
    "Tally",
    "board_engine",
    "count",
    "every_board",
    "matchups",
    "numpy_engine",
    "rest_of_deck",
    "sample",
]

Cards = Sequence[int]
Hand = tuple[int, ...]
Hands = tuple[Hand, ...]  # of each player
Signature = tuple[int, int, int, int]

TRIES = 100
"""How many times hands are drawn, at most, for each deal that is wanted."""


# --- one deal ----------------------------------------------------------------------------------------


def count(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins, by the fastest engine.

    Player 1 is bit 0 of the index, player 2 bit 1.
    """
    if deal.game == "holdem" and deal.coming < 3:
        return _count_in_lanes(deal, deal.board)
    if not deal.coming:
        return every_board(deal)
    return board_engine().count_winners(deal)  # type: ignore[no-any-return]


def rest_of_deck(deal: Deal) -> list[int]:
    """Return the cards that can come, in the order of their codes."""
    known = set(deal.known())
    return [code for code in range(52) if code not in known]


def _count_in_lanes(deal: Deal, board: Hand) -> list[int]:
    """Return how many boards each set of players wins on a flop, turn or river of hold'em."""
    counts = count_codes(board, deal.holes, deal.dead)
    assert counts is not None, "a deal is made of different cards"
    sets_of_players = range(1 << len(deal.holes))
    return [counts.get(winners, 0) for winners in sets_of_players]


@cache
def numpy_engine() -> ModuleType | None:
    """Return the engine over arrays, None without NumPy."""
    try:
        from xlpoker.odds import all_boards
    except ImportError:
        return None
    return all_boards


def board_engine() -> ModuleType:
    """Return the engine over all boards: arrays with NumPy, lanes without."""
    return numpy_engine() or boards_in_lanes


def every_board(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins.

    Every board is dealt, and each hand is valued by itself.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> first, second, board = map(parse_cards, ("6c 7c", "Ah Ad", "8c 9s 4c Jh"))
    >>> every_board(Deal((tuple(first), tuple(second)), tuple(board)))
    [0, 15, 29, 0]
    """
    counts = [0] * (1 << len(deal.holes))
    rest = rest_of_deck(deal)
    for coming in combinations(rest, deal.coming):
        board = (*deal.board, *coming)
        values = [game_strength(deal.game, hole, board) for hole in deal.holes]
        counts[_winners(values)] += 1
    return counts


def _winners(values: Sequence[float]) -> int:
    """Return the players with the highest value as bits."""
    best = max(values)
    winners = 0
    for player, value in enumerate(values):
        if value == best:
            winners |= 1 << player
    return winners


# --- all combinations of ranges ----------------------------------------------------------------------


_Candidate = tuple[Hand, int, Signature, float]
"""A hand of a range: its cards, these as bits, its signature and its weight."""

_Combination = tuple[Hands, int, Signature, float]
"""A hand of each player so far, all their cards as bits, the signature and the weight of all."""


def matchups(
    ranges: Sequence[Range],
    board: Hand = (),
    dead: Hand = (),
    most: float = inf,
) -> list[tuple[float, Hands]] | None:
    """Return one of each kind of combination without duplicate cards, with the weight of its kind.

    The weight, which comes first, is the sum over all combinations of the kind. The result is None
    for more than `most` kinds.

    >>> from xlpoker.odds.ranges import parse_range
    >>> [weight for weight, _ in matchups([parse_range("AKs"), parse_range("QQ")])]
    [12, 12]
    """
    dead_codes = [code + 52 for code in dead]
    common = _signature((*board, *dead_codes), len(ranges))
    combined: Iterable[_Combination] = [((), 0, common, 1)]
    for place, hand_range in enumerate(ranges):
        candidates = _candidates(hand_range, place)
        combined = _with_each(combined, candidates)
    holes_by_kind: dict[Signature, Hands] = {}
    weights: dict[Signature, float] = {}
    for holes, _, signature, weight in combined:
        kind: Signature = tuple(sorted(signature))  # type: ignore[assignment]
        if kind in weights:
            weights[kind] += weight
            continue
        weights[kind] = weight
        holes_by_kind[kind] = holes
        if len(weights) > most:
            return None
    return list(zip(weights.values(), holes_by_kind.values(), strict=True))


def _candidates(hand_range: Range, place: int) -> list[_Candidate]:
    """Return the hands of the player at that place, with what the combinations need of them."""
    candidates = []
    for hand, weight in zip(hand_range.hands, hand_range.weights, strict=True):
        bits = sum([1 << code for code in hand])
        candidate = (hand, bits, _signature(hand, place), weight)
        candidates.append(candidate)
    return candidates


def _with_each(
    combined: Iterable[_Combination], candidates: list[_Candidate]
) -> Iterator[_Combination]:
    """Yield each combination with each further hand that shares no card with it."""
    for holes, used, (c, d, h, s), weight in combined:
        for hand, bits, (clubs, diamonds, hearts, spades), share in candidates:
            if bits & used:
                continue
            signature = (c | clubs, d | diamonds, h | hearts, s | spades)
            yield (*holes, hand), used | bits, signature, weight * share


def _signature(cards: Hand, place: int) -> Signature:
    """Return the ranks that some cards take of each suit, as 13 bits reserved for the player."""
    suits = [0, 0, 0, 0]
    first_bit = 13 * place
    for code in cards:
        rank = code >> 2
        suits[code & 3] |= 1 << first_bit + rank
    clubs, diamonds, hearts, spades = suits
    return clubs, diamonds, hearts, spades


# --- random deals ------------------------------------------------------------------------------------


class Tally(NamedTuple):
    """What random deals have brought.

    `winners` has the number of deals that each set of players won. `categories` has, for each
    player, in how many deals the hand became what stands at that place of `CATEGORY_NAMES`.
    """

    winners: list[int]
    categories: list[list[int]]


def sample(table: Table, samples: int, seed: int) -> Tally:
    """Return how many random deals each set of players wins, and what the hands become.

    These are `samples` deals, or fewer if the ranges can hardly ever be held together.

    >>> from xlpoker.odds.table import table_of
    >>> tally = sample(table_of("8c 9s 4c", ["6c7c", "random"]), 50, 1)
    >>> sum(tally.winners), [sum(counts) for counts in tally.categories]
    (50, [50, 50])

    Raises `HandError` where fewer than two deals are possible.
    """
    tries = TRIES * samples
    if numpy_engine():
        from xlpoker.odds.random_deals import tally

        result = Tally(*tally(table, samples, tries, seed))
    else:
        result = _tally(table, samples, tries, seed)
    if sum(result.winners) < 2:
        raise HandError(
            f"the ranges cannot be held together, or hardly ever: not twice in {tries:,} draws"
        )
    return result


def _tally(table: Table, samples: int, tries: int, seed: int) -> Tally:
    """Return what random deals bring, dealt one by one, without NumPy."""
    source = Random(seed)  # noqa: S311 - cards, not secrets
    counts = [0] * (1 << len(table.ranges))
    categories: list[list[int]] = []
    running_sums: list[list[float]] = []
    for hand_range in table.ranges:
        categories.append([0] * len(CATEGORY_NAMES))
        running_sums.append(list(accumulate(hand_range.weights)))
    for _ in range(tries):
        deal = _random_deal(table, running_sums, source)
        if deal is None:
            continue
        holes, board = deal
        values = [game_strength(table.game, hole, board) for hole in holes]
        counts[_winners(values)] += 1
        for counts_of_player, value in zip(categories, values, strict=True):
            place = category_place(value)
            counts_of_player[place] += 1
        samples -= 1
        if not samples:
            break
    return Tally(counts, categories)


def _random_deal(
    table: Table, running_sums: Sequence[Sequence[float]], source: Random
) -> tuple[list[Cards], list[int]] | None:
    """Return the hole cards and the board of a random deal; None where two hands share a card.

    `running_sums` are those of the weights of each range.
    """
    hands_of_ranges: dict[int, Cards] = {}
    used = {*table.board, *table.dead}
    for place, hand_range in enumerate(table.ranges):
        if hand_range.random:
            continue
        (hand,) = source.choices(hand_range.hands, cum_weights=running_sums[place])
        if not used.isdisjoint(hand):
            return None
        used.update(hand)
        hands_of_ranges[place] = hand
    size = HOLES[table.game][0]
    players = len(table.ranges)
    random_hands = players - len(hands_of_ranges)
    board_cards = 5 - len(table.board)
    rest = [code for code in range(52) if code not in used]
    cards = source.sample(rest, size * random_hands + board_cards)
    holes: list[Cards] = []
    for place in range(players):
        if place in hands_of_ranges:
            holes.append(hands_of_ranges[place])
        else:
            holes.append([cards.pop() for _ in range(size)])
    return holes, [*table.board, *cards]
