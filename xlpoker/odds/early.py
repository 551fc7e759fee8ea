"""Exact counts in plain Python: hold'em before the flop, Omaha and the short deck on every street.

Values stand in rows of lanes (`xlpoker.odds.lanes`), a row for each three, four or five common cards. The short deck is the full one with sixteen dead cards and values of its own.

Ranks are compared first, as if there were no flushes. Of the cards to
come all but two are gone through rank by rank, the other two stand in 91 lanes; so each board is met once for each choice of those two,
and the counts are divided by the number of choices. Then the boards with enough cards of one suit for somebody's flush are enumerated by the ranks of that suit, their other cards in lanes:
where somebody has a flush, they move from the winner by ranks to the player who wins with it. No board has two such suits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, reduce
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

from xlpoker.evaluator.classes import SHORT_DECK, SIX
from xlpoker.evaluator.lows import low_set, low_values
from xlpoker.evaluator.primes import PRIMES, short_deck_values
from xlpoker.odds.known import add_winners
from xlpoker.odds.lanes import (
    DECK,
    EACH,
    EACH_RANK,
    KEY,
    NUMBER,
    PAIR_KEYS,
    RANK_KEYS,
    RANK_VALUES,
    VALUES,
    five_values,
    flush_values,
    higher,
    in_lanes,
    lane_weights,
    off_suit_key,
    rank_weights,
)

__all__ = ["Deal", "count_winners", "flush_needs"]

Codes = Sequence[int]
Row = Callable[[int], int]
_LANES = {2: (91, EACH), 1: (13, EACH_RANK), 0: (1, 1)}
"""By the number of cards to come: how many lanes, and 1 in each."""


class Deal(NamedTuple):
    """A situation: each player's hole cards, the board so far, dead cards.

    With `low` (Omaha hi-lo) the bits of the players with the best low stand above those of the winners.
    """

    holes: tuple[tuple[int, ...], ...]
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    game: str = "holdem"
    low: bool = False

    @property
    def coming(self) -> int:
        """Return how many board cards are still to come."""
        return 5 - len(self.board)

    def known(self) -> list[int]:
        """Return all cards that cannot come."""
        return [*self.board, *self.dead, *[code for hole in self.holes for code in hole]]


def flush_needs(deal: Deal) -> list[int]:
    """Return for each suit how many of its cards must come before anyone can have a flush in it, 6 for never.

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> flush_needs(Deal((tuple(parse_cards("6c 7c")),), tuple(parse_cards("8c 9s 4c"))))
    [1, 5, 5, 4]
    """
    needs = []
    board, *holes = [[code & 3 for code in cards] for cards in (deal.board, *deal.holes)]
    for suit in range(4):
        common, held = board.count(suit), max([hole.count(suit) for hole in holes])
        omaha = max(0, 3 - common) if held > 1 else 6
        needs.append(omaha if deal.game == "omaha" else max(0, 5 - common - held))
    return needs


def count_winners(deal: Deal) -> list[int]:
    """Return how many boards each set of players wins; player 1 is bit 0 of the place, player 2 bit 1 ...

    >>> from xlpoker.evaluator.cards import parse_cards
    >>> two = tuple(parse_cards("Ah Kh")), tuple(parse_cards("Qc Qd"))
    >>> count_winners(Deal(two))
    [0, 787966, 917606, 6732]
    """
    coming = deal.coming
    known = sum([NUMBER[code] for code in deal.known()])
    common = sum([NUMBER[code] for code in deal.board]) & KEY
    holes = [tuple(sorted(code >> 2 for code in hole)) for hole in deal.holes]
    rows = [_rows(deal.game, hole) for hole in holes]
    rows += [_rows("low", hole) for hole in holes if deal.low]
    counts: dict[int, int] = defaultdict(int)
    lanes = min(coming, 2)
    for ranks in combinations_with_replacement(range(13), coming - lanes):
        key = sum([RANK_KEYS[rank] for rank in ranks])
        if times := _ways(known & KEY, ranks):
            found: dict[int, int] = defaultdict(int)
            values, tops = [row(common + key) for row in rows], _LANES[lanes][1] << 15
            _add(found, values, len(holes), _weights(known + key & KEY, lanes), tops)
            for winners, boards in found.items():
                counts[winners] += times * boards
    for winners in counts:
        counts[winners] //= comb(coming, lanes)
    for suit, need in enumerate(flush_needs(deal)):
        for suited in range(need, coming + 1):
            _move(deal, suit, suited, known, common, rows, counts)
    return [counts.get(winners, 0) for winners in range(1 << len(rows))]


def _ways(known: int, ranks: tuple[int, ...]) -> int:
    """Return in how many ways some ranks can come."""
    return prod([comb(4 - (known >> 3 * rank & 7), ranks.count(rank)) for rank in set(ranks)])


def _weights(known: int, lanes: int) -> int:
    return lane_weights(known) if lanes == 2 else rank_weights(known) if lanes else 1


def _move(deal: Deal, suit: int, suited: int, known: int, common: int, rows: list[Row], counts: dict[int, int]) -> None:
    """Move the boards on which that many cards of a suit come to the players who win them with a flush."""
    gone = known >> DECK + 13 * suit & 8191
    board = sum([1 << (code >> 2) for code in deal.board if code & 3 == suit])
    held = [tuple([1 << (code >> 2) for code in hole if code & 3 == suit]) for hole in deal.holes]
    best = _omaha_flush if deal.game == "omaha" else _flush(deal.game)
    lanes = deal.coming - suited
    size, each = _LANES[lanes]
    weights = _weights(off_suit_key(known, gone), lanes)
    sets = list(combinations([rank for rank in range(13) if not gone >> rank & 1], suited))
    chunk = 65535 // (weights % 65535 + 1)
    before: dict[int, int] = defaultdict(int)
    for start in range(0, len(sets), chunk):
        some = sets[start : start + chunk]
        keys = [sum([RANK_KEYS[rank] for rank in ranks], common) for ranks in some]
        boards = [sum([1 << rank for rank in ranks], board) for ranks in some]
        values = [_wide([row(key) for key in keys], size) for row in rows]
        flushes = [_wide([best(mine, one) * each for one in boards], size) for mine in held]
        times, tops = _wide([weights] * len(some), size), _wide([each << 15] * len(some), size)
        _add(before, values, len(held), times, tops)
        better = [higher(value, flush, tops) for value, flush in zip(values, flushes, strict=False)]
        _add(counts, better + values[len(held) :], len(held), times, tops)
    for winners, number in before.items():
        counts[winners] -= number


def _add(counts: dict[int, int], values: list[int], players: int, weights: int, tops: int) -> None:
    """Add the weight of each lane to the count of the players with its highest value and, in hi-lo, its best low."""
    if len(values) == players:
        add_winners(counts, values, weights, tops)
        return
    lows = values[players:]
    best, parts = _highest(lows, tops), {0: tops}
    for place, low in enumerate(lows, players):
        mine = low - best + tops & low + tops - (tops >> 15)  # as good as the best one, and there is one
        parts = {
            winners | won << place: lanes & (mine if won else ~mine)
            for winners, lanes in parts.items()
            for won in (0, 1)
        }
    for winners, lanes in parts.items():
        found: dict[int, int] = defaultdict(int)
        if lanes:
            add_winners(found, values[:players], weights & lanes - (lanes >> 15), tops)
        for high, boards in found.items():
            counts[winners | high] += boards


def _wide(rows: list[int], lanes: int) -> int:
    """Return rows of lanes side by side."""
    return int.from_bytes(b"".join([row.to_bytes(2 * lanes, "little") for row in rows]), "little")


def _flush(game: str) -> Callable[[tuple[int, ...], int], int]:
    values = flush_values(game) if game in SHORT_DECK else flush_values()
    return lambda mine, board: values[board | sum(mine)]


@lru_cache(1 << 14)
def _omaha_flush(mine: tuple[int, ...], board: int) -> int:
    """Return the best flush of two hole cards and three of the board."""
    threes = list(map(sum, combinations([1 << rank for rank in range(13) if board >> rank & 1], 3)))
    return max([flush_values()[one | two | three] for one, two in combinations(mine, 2) for three in threes], default=0)


# --- values by rank: of the common cards of which three, four or five are given by their key, 91, 13 lanes or one ----

_MORE = {3: PAIR_KEYS, 4: RANK_KEYS, 5: (0,)}
"""The keys of the ranks still to come, one for each lane, by the number of given common cards."""


@lru_cache(1 << 6)
def _rows(game: str, hole: tuple[int, ...]) -> Row:
    if game == "holdem":
        held = sum([RANK_KEYS[rank] for rank in hole])
        return lambda common: _holdem_row(held + common, common % 7)  # the sum of its digits of three bits
    of_five = cache({"omaha": _omaha_value, "low": _low_value}.get(game, _short_deck_value)(game, hole))
    return cache(lambda common: in_lanes([of_five(common + key) for key in _MORE[common % 7]]))


def _holdem_row(key: int, cards: int) -> int:
    if cards < 5:
        return VALUES[key] if cards == 3 else RANK_VALUES[key]
    last = (key.bit_length() - 1) // 3
    return RANK_VALUES[key - RANK_KEYS[last]] >> 16 * last & 0xFFFF


def _omaha_value(_game: str, hole: tuple[int, ...]) -> Row:
    """Return the best of two hole cards and three of the board."""
    pairs, value = {RANK_KEYS[one] + RANK_KEYS[two] for one, two in combinations(hole, 2)}, five_values().get
    with_three = cache(lambda three: max([value(pair + three, 0) for pair in pairs]))
    return lambda board: max(map(with_three, _threes(board)))


@cache
def _threes(board: int) -> set[int]:
    cards = [key for place, key in enumerate(RANK_KEYS) for _ in range(board >> 3 * place & 7)]
    return set(map(sum, combinations(cards, 3)))


def _low_value(_game: str, hole: tuple[int, ...]) -> Row:
    values = low_values(low_set(hole))
    return lambda board: values[low_set([rank for rank in range(13) if board >> 3 * rank & 7])]


def _short_deck_value(game: str, hole: tuple[int, ...]) -> Row:
    """Return the value of hole cards and board; 0 for ranks that the deck does not have."""
    value, held = short_deck_values(game)[0], prod([PRIMES[rank] for rank in hole])

    def of_board(board: int) -> int:
        if board % RANK_KEYS[SIX]:
            return 0
        return value[prod([prime ** (board >> 3 * rank & 7) for rank, prime in enumerate(PRIMES)], start=held)]

    return of_board


def _highest(rows: list[int], tops: int) -> int:
    """Return the highest value of each lane."""
    return reduce(lambda one, two: higher(one, two, tops), rows)
